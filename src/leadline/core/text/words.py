"""Words: what two texts are compared by once white space, markdown and inflection are out of the way.

In: text. Out: lower-case words, content words (light stems; character pairs for Chinese and Japanese), and a flat form
in which verbatim passages are found. Nothing here knows facts. Linear; never raises. The stemmer only strips the commonest English
endings: it has to join "fails" and "failed", not to be right about roots.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import chain

from leadline.core.text.kept import Table, kept
from leadline.core.text.runs import by_runs

__all__ = ["STOP_WORDS", "content_words", "even", "flatten", "lower_case", "stem", "word_set", "words"]

_WORD = re.compile(r"[^\W\d_]+(?:['’][a-z]{1,2})?|\d+(?:[.,]\d+)*|[_\w]+")
_find_words = _WORD.findall
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_MARKS = re.compile(
    r"[`*_~]{1,3}(?=\S)|(?<=\S)[`*_~]{1,3}|^[ \t]*(?:#{1,6}|[-*+•>])[ \t]+|(?<=\n)[ \t]*(?:#{1,6}|[-*+•>]|\d{1,3}[.)])[ \t]+"
)
_MARKED = re.compile(r"[`*_~\n]|^[ \t]*[#\-+•>]")  # what a mark holds, or the line break before it
_QUOTES = str.maketrans({"“": '"', "”": '"', "’": "'", "‘": "'", "–": "-", "—": "-", "‑": "-"})
_EVEN = str.maketrans(
    {chr(c): " " for c in (0xA0, 0x1680, *range(0x2000, 0x200B), 0x202F, 0x205F, 0x3000)}
    | {chr(0xFF10 + n): str(n) for n in range(10)}
    | {chr(0xFF21 + n): chr(0x41 + n) for n in range(26)}
    | {chr(0xFF41 + n): chr(0x61 + n) for n in range(26)}
    | {"‐": "-", "‑": "-", "−": "-", "－": "-", "．": ".", "：": ":", "／": "/", "％": "%"}
)
_ODD = re.compile("[" + "".join(map(re.escape, map(chr, sorted(_EVEN)))) + "]")  # a class is searched ten times faster


def word_set(text: str) -> frozenset[str]:
    """The words of a list that is written as one string: closed classes read better so."""
    return frozenset(text.split())


STOP_WORDS = word_set(
    "a an the this that these those it its they them their there here he she his her we our us you your i my me of in "
    "on at to for from by with about into over after before under between through during and or but so if then than "
    "as is are was were be been being am do does did done has have had having will would shall can could may might "
    "must should also just very too now not no nor only please pls every always never any anything one let get make "
    "sure yet still again even much many ok okay yes thanks thank want like need probably likely unlikely possibly "
    "perhaps maybe apparently presumably bitte auf keinen fall s'il vous plaît por favor what which who whom whose "
    "when where why how all both each few more most other some such own same s t d ll ve re m der die das den dem des "
    "ein eine einer einem einen und oder aber ist sind war waren wird werden nicht kein keine mit von zu im für bei "
    "nach aus wie auch nur noch le la les un une du de et ou mais est sont était ne pas que qui dans sur pour par "
    "avec el los las una unos y o pero es son fue se lo al del en con para como"
)


def even(text: str) -> str:
    """`text` with every kind of space as a plain one and full-width digits, letters and signs as ASCII; offsets unchanged."""
    return text if text.isascii() or not _ODD.search(text) else text.translate(_EVEN)


def lower_case(text: str) -> str:
    """`text` evened and in lower case with every offset unchanged (letters that grow in `str.lower` stay as they are)."""
    if text.isascii():
        return text.lower()
    return _lower(text) if len(text) < _LONG else _lower_kept(text)


def _lower(text: str) -> str:
    text = even(text)
    low = text.lower()
    return low if len(low) == len(text) else "".join(c.lower() if len(c.lower()) == 1 else c for c in text)


_LONG = 1000  # characters; whole texts are asked for again and again
_lower_kept = lru_cache(maxsize=64)(_lower)


def words(text: str) -> list[str]:
    """Lower-case words and numbers in order."""
    return _find_words(even(text).lower())


_IRREGULAR = {
    "kept": "keep", "sent": "send", "ran": "run", "left": "leave", "made": "make", "built": "build", "broke": "break", "broken": "break", "wrote": "write",
    "written": "write", "lost": "lose", "found": "find", "gave": "give", "given": "give", "took": "take", "taken": "take", "told": "tell", "paid": "pay",
    "held": "hold", "brought": "bring", "bought": "buy", "chose": "choose", "chosen": "choose", "went": "go", "gone": "go", "sold": "sell", "spoke": "speak",
    "spoken": "speak", "fell": "fall", "fallen": "fall", "grew": "grow", "grown": "grow", "rose": "rise", "risen": "rise", "hung": "hang", "froze": "freeze",
    "frozen": "freeze", "saw": "see", "seen": "see", "led": "lead", "shown": "show", "stuck": "stick", "thought": "think", "won": "win",
}  # fmt: skip


_ENDINGS = (
    ("ies", "y"), ("sses", "ss"), ("ations", "at"), ("ation", "at"), ("ions", ""), ("ion", ""), ("ings", ""), ("ing", ""), ("edly", ""),
    ("ments", ""), ("ment", ""), ("ied", "y"), ("ed", ""), ("ly", ""), ("es", ""), ("s", ""), ("e", ""),
)  # fmt: skip
_ENDS = tuple(ending for ending, _ in _ENDINGS)


@kept(65536)
def stem(word: str) -> str:
    """A rough stem of a lower-case word: plural, -ed, -ing, -ly, -tion are taken off."""
    word = _IRREGULAR.get(word, word)
    if len(word) < 4 or not word.isalpha():
        return word
    for ending, rest in _ENDINGS if word.endswith(_ENDS) else ():
        if word.endswith(ending) and len(word) - len(ending) >= 3 and not (ending == "s" and word.endswith("ss")):
            word = word[: len(word) - len(ending)] + rest
            break
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "aeiouls":
        word = word[:-1]
    return word[:-1] if len(word) > 3 and word.endswith("e") else word


def content_words(text: str) -> list[str]:
    """Stems of the words that carry meaning, in order, with repetitions; pairs of characters where a script has no spaces."""
    return list(_content(text))


@kept(8192)
def _content(text: str) -> tuple[str, ...]:
    """Cached: a sentence is read as a fact, as what its names are bound to, and as what a parent may hold."""
    return tuple(_of_runs(even(text).lower()))


def _read_word(word: str) -> tuple[str, ...]:
    """What a word adds to the content: nothing, its stem, or its pairs of characters."""
    if word in STOP_WORDS:
        return ()
    if word[0] > "\u3000" and _CJK.match(word):
        return tuple(word[i : i + 2] for i in range(max(1, len(word) - 1)))
    return (stem(word),) if len(word) > 1 or word.isdigit() else ()


_carried = Table(_read_word, 32768).__getitem__


def _read_run(run: str) -> tuple[str, ...]:
    if run.isalpha() and run.isascii():
        return _carried(run)  # one word
    return tuple(chain.from_iterable(map(_carried, _find_words(run))))


_of_runs = by_runs(_read_run)


def flatten(text: str) -> str:
    """`text` lower-cased, without markdown marks, list marks and repeated white space: equal for verbatim copies."""
    return _flatten_kept(text) if len(text) < _LONG else _flatten(text)


def _flatten(text: str) -> str:
    text = even(text)
    if not text.isascii():
        text = text.translate(_QUOTES)
    if _MARKED.search(text):
        text = _MARKS.sub("", text)
    return " ".join(text.split()).lower()


_flatten_kept = kept(8192)(_flatten)  # sentences are facts, candidates and parts of parents
