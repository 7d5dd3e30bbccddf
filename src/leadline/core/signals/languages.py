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
    "English": frozenset(["the", "is", "are", "was", "were", "of", "and", "to", "in", "that", "it", "for", "with", "not", "on", "be", "by", "this", "have", "has", "been", "which", "from", "at", "as", "an", "but", "they", "will"]),
    "German": frozenset(["der", "die", "das", "und", "ist", "nicht", "ein", "eine", "den", "dem", "mit", "auf", "für", "von", "zu", "im", "wird", "sich", "auch", "noch", "des", "wurde", "sind", "bei", "nach", "aus", "wenn"]),
    "French": frozenset(["le", "la", "les", "et", "est", "des", "une", "du", "dans", "pour", "pas", "que", "qui", "sur", "au", "avec", "ne", "il", "sont", "aux", "ce", "par", "plus", "été", "ont"]),
    "Spanish": frozenset(["el", "los", "las", "y", "una", "del", "para", "que", "por", "con", "no", "se", "está", "es", "en", "su", "al", "lo", "como", "pero", "más", "ha", "han", "sin"]),
}  # fmt: skip
_SAMPLE = 3000  # characters that a text is told by


def find_foreign(trial: Trial) -> list[Finding]:
    """One finding where the parent is in a language that no child is in."""
    parent = _language_of(trial.parent)
    if parent is None:
        return []
    asked = 0
    for child in trial.children:
        if len(child.text) > 40 or len(trial.children) == 1:
            asked += 1
            if _language_of(child.text) in (parent, None):
                return []
    if not asked:
        return []
    return [
        make(
            trial, "degenerate", "hard", f"The summary is written in {parent}, none of its sources is.",
            parent=(trial.parent_sentences[0].start, trial.parent_sentences[-1].end),
        )
    ]  # fmt: skip


def _language_of(text: str) -> str | None:
    """The language that the closed-class words speak for; None where they do not speak clearly."""
    sample = text[:_SAMPLE]
    if is_cjk(sample):
        return "Japanese" if re.search(r"[\u3040-\u30ff]", sample) else "Chinese"
    words = [w.lower() for w in WORD.findall(sample)]
    if len(words) < 8:
        return None
    counts = sorted(((sum(w in lexicon for w in words), name) for name, lexicon in _LANGUAGES.items()), reverse=True)
    (best, name), (second, _) = counts[0], counts[1]
    return name if best >= 4 and best >= 2 * second and best >= 0.08 * len(words) else None


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
    words = [w.lower() for w in WORD.findall(sample)]
    counts = sorted(((sum(w in lexicon for w in words), name) for name, lexicon in _LANGUAGES.items()), reverse=True)
    (best, name), (second, _) = counts[0], counts[1]
    return name if best > second else ""


_SCRIPTS = {
    "han": re.compile(r"[\u3040-\u30ff\u3400-\u9fff]"), "hangul": re.compile(r"[\uac00-\ud7af]"), "cyrillic": re.compile(r"[\u0400-\u04ff]"),
    "greek": re.compile(r"[\u0370-\u03ff]"), "arabic": re.compile(r"[\u0600-\u06ff]"), "hebrew": re.compile(r"[\u0590-\u05ff]"), "devanagari": re.compile(r"[\u0900-\u097f]"),
}  # fmt: skip
