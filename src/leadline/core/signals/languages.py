"""Languages: a parent in another language than all of its sources.

In: a trial. Out: findings `degenerate`; of two texts whether their words can be compared at all (`apart`). A text speaks the language whose closed-class words it holds most of by far; where none does,
nothing is said.
"""

from __future__ import annotations

import re
from functools import lru_cache

from leadline.core.signals.findings import make
from leadline.core.signals.index import Trial
from leadline.core.signals.lexis import WORD, is_cjk
from leadline.core.signals.model import Finding

__all__ = ["apart", "find_foreign"]

_LANGUAGES: dict[str, frozenset[str]] = {
    name: frozenset(words.split())
    for name, words in (
        ("English", "the is are was were of and to in that it for with not on be by this have has been which from at as an but they will "
                    "i you he she we my your our their do does did had or if what who why how when where there can would should could because "
                    "no only all any each before after still yet than then more most some"),
        ("German", "der die das und ist nicht ein eine den dem mit auf für von zu im wird sich auch noch des wurde sind bei nach aus wenn "
                   "ich wir sie er es hat haben hatte einen einem einer kein keine oder dass wer warum wie wo kann soll muss vor über um als zum zur nur weil"),
        ("French", "le la les et est des une du dans pour pas que qui sur au avec ne il sont aux ce par plus été ont "
                   "je tu nous vous elle ils mais ou où son sa ses leur cette ces sans de un à avait être pourquoi quand comment"),
        ("Spanish", "el los las y una del para que por con no se está es en su al lo como pero más ha han sin "
                    "de la un yo él ella nosotros fue muy cuando donde porque ya hay sus este esta ser qué cómo o le"),
    )
}  # fmt: skip
_SAMPLE = 3000  # characters that a text is told by
_CLEAR = 4  # closed-class words that tell a language
_DIFFERENT = 3  # of them that are not the same
_TENDENCY = 2  # so many tell where a text leans to
_SHORT_CHILD = 40  # characters: "ok, weiter" tells no language
_ASKED_FOR = {  # "in German, please": the sources themselves name the language
    "English": re.compile(r"\b(?:english|englisch\w*|anglais|inglés)\b|英語|英语|英文"),
    "German": re.compile(r"\b(?:german|deutsch\w*|allemand|alemán)\b|ドイツ語|德语|德文"),
    "French": re.compile(r"\b(?:french|französisch\w*|français|francés)\b|フランス語|法语|法文"),
    "Spanish": re.compile(r"\b(?:spanish|spanisch\w*|espagnol|español)\b|スペイン語|西班牙语"),
    "Japanese": re.compile(r"\b(?:japanese|japanisch\w*|japonais|japonés)\b|日本語|日语|日文"),
    "Chinese": re.compile(r"\b(?:chinese|mandarin|chinesisch\w*|chinois|chino)\b|中国語|中文|汉语"),
}


def find_foreign(trial: Trial) -> list[Finding]:
    """One finding where the parent is in a language that no child is in."""
    parent = _language_of(trial.parent)
    if parent is None:
        return []
    spoken = 0  # closed-class words of the children that speak another language than the parent
    for child in trial.pool:
        language = _language_of(child.text)
        if language is None:
            language, words = _tendency(child.text[:_SAMPLE], parent)
            # a log, a table or a listing has no language; a person's words in none that is known here may be the parent's
            if (
                words < _TENDENCY
                and child.role != "tool"
                and (len(child.text) > _SHORT_CHILD or len(trial.children) == 1)
            ):
                return []
        else:
            words = _CLEAR
        if language == parent:
            return []
        spoken += words
    if spoken < _CLEAR or _ASKED_FOR[parent].search(trial.haystack):
        return []
    return [
        make(
            trial, "degenerate", "hard",
            f"The summary is written in {parent}, none of its sources is: whoever goes on from it works in the sources' language, and a shade "
            "of meaning can be lost in translation. Write it in their language.",
            parent=(trial.parent_sentences[0].start, trial.parent_sentences[-1].end),
        )
    ]  # fmt: skip


def _counts(words: list[str]) -> list[tuple[int, str]]:
    """How many of the words each language has in its closed class, the most first."""
    return sorted(((sum(w in lexicon for w in words), name) for name, lexicon in _LANGUAGES.items()), reverse=True)


def _kinds(words: list[str], name: str) -> int:
    """How many different ones there are: "no" four times over is no Spanish."""
    return len(_LANGUAGES[name].intersection(words))


def _language_of(text: str) -> str | None:
    """The language that the closed-class words speak for; None where they do not speak clearly."""
    sample = text[:_SAMPLE]
    if is_cjk(sample):
        return "Japanese" if re.search(r"[\u3040-\u30ff]", sample) else "Chinese"
    words = [w.lower() for w in WORD.findall(sample) if not w[0].isdigit()]
    if len(words) < 8:
        return None
    (best, name), (second, _) = _counts(words)[:2]
    clear = best >= _CLEAR and best >= 2 * second and best >= 0.08 * len(words)
    return name if clear and _kinds(words, name) >= _DIFFERENT else None


def _tendency(sample: str, parent: str) -> tuple[str, int]:
    """What a text without a clear language leans to, by how many words; to the parent's language where that is as likely."""
    counts = _counts([w.lower() for w in WORD.findall(sample)])
    mine = next((n for n, name in counts if name == parent), 0)
    return (parent, mine) if mine and mine >= counts[0][0] else (counts[0][1], counts[0][0])


def apart(one: str, other: str) -> bool:
    """Whether the texts look like two languages or scripts, so that a word of one proves nothing by its absence from the other.

    One closed-class word is enough, and letters that English does not have: it is asked where the answer "apart" only
    takes sureness away.
    """
    mine, theirs = _leaning(one[:_SAMPLE]), _leaning(other[:_SAMPLE])
    if not mine or not theirs:
        return (not mine and not one.isascii()) or (not theirs and not other.isascii())
    return mine != theirs


@lru_cache(maxsize=1024)
def _leaning(sample: str) -> str:
    """The language that most closed-class words of a text speak for, or its script; "" where nothing tells."""
    if not sample.isascii():
        script = max(_SCRIPTS, key=lambda s: len(_SCRIPTS[s].findall(sample)))
        if len(_SCRIPTS[script].findall(sample)) * 3 > len(re.findall(r"[^\W\d_]", sample)):
            return script
    (best, name), (second, _) = _counts([w.lower() for w in WORD.findall(sample)])[:2]
    return name if best > second else ""


_SCRIPTS = {
    "han": re.compile(r"[\u3040-\u30ff\u3400-\u9fff]"), "hangul": re.compile(r"[\uac00-\ud7af]"), "cyrillic": re.compile(r"[\u0400-\u04ff]"),
    "greek": re.compile(r"[\u0370-\u03ff]"), "arabic": re.compile(r"[\u0600-\u06ff]"), "hebrew": re.compile(r"[\u0590-\u05ff]"), "devanagari": re.compile(r"[\u0900-\u097f]"),
}  # fmt: skip
