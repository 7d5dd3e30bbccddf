"""Words, stems and small word classes: what every signal means by "the same word".

A stem here is a crude, language-neutral key: lower case, a few endings off, cut at six letters; runs of Chinese or
Japanese letters become pairs of letters. It only has to bring a rewording near its source; nothing is decided by it
alone (signals-notes, section 4: support by words is no proof). Pure, no state but a bounded cache.
"""

from __future__ import annotations

import re
from itertools import chain

from leadline.core.text.kept import Table, kept
from leadline.core.text.runs import by_runs

__all__ = ["NUMBER_WORDS", "STOP", "WORD", "content_stems", "has_pairs", "is_cjk", "stem", "stems_of", "words_of"]

WORD = re.compile(r"[^\W_]+(?:['’][^\W\d_]+)*")
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uac00-\ud7af]")

STOP = frozenset(
    # closed-class words that bear no content, five languages; verbs of being and having count as closed
    [
        "a",
        "an",
        "the",
        "this",
        "that",
        "these",
        "those",
        "it",
        "its",
        "he",
        "she",
        "they",
        "them",
        "his",
        "her",
        "their",
        "we",
        "our",
        "us",
        "i",
        "you",
        "your",
        "my",
        "me",
        "of",
        "in",
        "on",
        "at",
        "to",
        "for",
        "from",
        "by",
        "with",
        "and",
        "or",
        "but",
        "nor",
        "so",
        "as",
        "if",
        "than",
        "then",
        "there",
        "here",
        "which",
        "who",
        "whom",
        "whose",
        "what",
        "when",
        "where",
        "while",
        "also",
        "both",
        "each",
        "any",
        "all",
        "some",
        "such",
        "is",
        "are",
        "was",
        "were",
        "be",
        "been",
        "being",
        "am",
        "has",
        "have",
        "had",
        "having",
        "do",
        "does",
        "did",
        "done",
        "will",
        "would",
        "shall",
        "can",
        "could",
        "may",
        "might",
        "must",
        "should",
        "not",
        "no",
        "only",
        "very",
        "more",
        "most",
        "less",
        "least",
        "same",
        "other",
        "one",
        "into",
        "onto",
        "over",
        "under",
        "up",
        "down",
        "out",
        "off",
        "about",
        "after",
        "before",
        "until",
        "since",
        "per",
        "via",
        "between",
        "within",
        "without",
        "because",
        "during",
        "against",
        "through",
        "again",
        "just",
        "still",
        "yet",
        "too",
        "now",
        "ever",
        "never",
        "der",
        "die",
        "das",
        "den",
        "dem",
        "des",
        "ein",
        "eine",
        "einen",
        "einem",
        "einer",
        "eines",
        "und",
        "oder",
        "aber",
        "nicht",
        "kein",
        "keine",
        "ist",
        "sind",
        "war",
        "waren",
        "wird",
        "werden",
        "wurde",
        "wurden",
        "hat",
        "haben",
        "hatte",
        "im",
        "in",
        "am",
        "an",
        "auf",
        "aus",
        "bei",
        "bis",
        "fuer",
        "für",
        "mit",
        "nach",
        "noch",
        "nur",
        "ob",
        "seit",
        "sich",
        "so",
        "ueber",
        "über",
        "um",
        "und",
        "unter",
        "vom",
        "von",
        "vor",
        "wie",
        "zu",
        "zum",
        "zur",
        "er",
        "sie",
        "es",
        "wir",
        "ihr",
        "man",
        "dass",
        "als",
        "auch",
        "wenn",
        "damit",
        "dort",
        "hier",
        "sein",
        "ihre",
        "seine",
        "le",
        "la",
        "les",
        "l",
        "un",
        "une",
        "des",
        "du",
        "de",
        "d",
        "et",
        "ou",
        "mais",
        "ne",
        "pas",
        "est",
        "sont",
        "a",
        "ont",
        "au",
        "aux",
        "ce",
        "cette",
        "ces",
        "il",
        "elle",
        "ils",
        "elles",
        "on",
        "nous",
        "vous",
        "que",
        "qui",
        "dans",
        "par",
        "pour",
        "sur",
        "avec",
        "sans",
        "plus",
        "se",
        "sa",
        "son",
        "ses",
        "leur",
        "leurs",
        "été",
        "être",
        "y",
        "en",
        "n",
        "s",
        "c",
        "j",
        "m",
        "t",
        "el",
        "los",
        "las",
        "unos",
        "unas",
        "y",
        "o",
        "pero",
        "no",
        "es",
        "son",
        "fue",
        "al",
        "del",
        "en",
        "por",
        "para",
        "con",
        "sin",
        "su",
        "sus",
        "se",
        "lo",
        "que",
        "como",
        "más",
        "ha",
        "han",
        "está",
        "están",
        "hay",
    ]
)

NUMBER_WORDS: dict[str, float] = {
    **dict.fromkeys(("zero", "null", "cero", "zéro"), 0.0),
    **dict.fromkeys(("one", "first", "once", "single", "ein", "eins", "eine", "einen", "einem", "einer", "erste", "ersten", "un", "une",
                     "uno", "una", "primera", "primero", "premier", "première", "一", "seul", "einmal"), 1.0),
    **dict.fromkeys(("two", "second", "twice", "both", "pair", "double", "zwei", "zweite", "zweiten", "zweimal", "beide", "beiden", "deux",
                     "deuxième", "dos", "segunda", "segundo", "ambos", "ambas", "couple", "二", "两", "両"), 2.0),
    **dict.fromkeys(("three", "third", "thrice", "triple", "drei", "dritte", "dritten", "dreimal", "trois", "troisième", "tres",
                     "tercera", "tercero", "三"), 3.0),
    **dict.fromkeys(("four", "fourth", "vier", "vierte", "vierten", "quatre", "cuatro", "四"), 4.0),
    **dict.fromkeys(("five", "fifth", "fünf", "fünfte", "cinq", "cinco", "五"), 5.0),
    **dict.fromkeys(("six", "sixth", "sechs", "sechste", "seis", "六"), 6.0),
    **dict.fromkeys(("seven", "seventh", "sieben", "siebte", "sept", "siete", "七"), 7.0),
    **dict.fromkeys(("eight", "eighth", "acht", "achte", "huit", "ocho", "八"), 8.0),
    **dict.fromkeys(("nine", "ninth", "neun", "neunte", "neuf", "nueve", "九"), 9.0),
    **dict.fromkeys(("ten", "tenth", "zehn", "zehnte", "dix", "diez", "十"), 10.0),
    **dict.fromkeys(("eleven", "elf", "onze", "once"), 11.0),
    **dict.fromkeys(("twelve", "dozen", "noon", "midday", "midnight", "mittag", "mitternacht", "midi", "minuit", "mediodía", "zwölf",
                     "douze", "doce", "dutzend", "douzaine", "docena"), 12.0),
    "thirteen": 13.0, "fourteen": 14.0, "fifteen": 15.0, "sixteen": 16.0, "seventeen": 17.0, "eighteen": 18.0, "nineteen": 19.0,
    "twenty": 20.0, "thirty": 30.0, "forty": 40.0, "fifty": 50.0, "sixty": 60.0, "seventy": 70.0, "eighty": 80.0, "ninety": 90.0,
    "hundred": 100.0, "thousand": 1000.0, "million": 1e6, "billion": 1e9, "half": 0.5, "quarter": 0.25, "halb": 0.5, "halbe": 0.5,
    "fortnight": 14.0, "dreizehn": 13.0, "vierzehn": 14.0, "fünfzehn": 15.0, "zwanzig": 20.0, "dreißig": 30.0, "quinze": 15.0,
    "vingt": 20.0, "trente": 30.0, "quince": 15.0, "veinte": 20.0, "treinta": 30.0, "demi": 0.5, "demie": 0.5, "media": 0.5,
}  # fmt: skip

_ENDINGS = ("ings", "ing", "ies", "ied", "edly", "ed", "es", "en", "er", "s", "e", "n", "y")


@kept(65536)
def stem(word: str) -> str:
    """The key under which a word is compared. Idempotent enough for equality, not meant to be read."""
    word = word.lower()
    if len(word) > 4 and word.endswith(_ENDINGS):
        for ending in _ENDINGS:
            if word.endswith(ending) and len(word) - len(ending) >= 4:
                word = word[: -len(ending)]
                break
    return word[:6] if word.isalpha() or not any(map(str.isdigit, word)) else word


def _stems_of(word: str) -> tuple[str, ...]:
    if _CJK.search(word):
        return tuple(word[i : i + 2] for i in range(len(word) - 1)) or (word,)
    lower = word.lower()
    if lower in STOP:
        return ()
    for mark in ("'", "’"):
        if mark in lower:
            lower = max(lower.split(mark), key=len)
            if lower in STOP:
                return ()
    return (stem(lower),)


stems_of = Table(_stems_of, 65536).__getitem__
"""The stems of one word token: one, or the letter pairs of a Chinese or Japanese run. Empty for stop words."""


def _stems_of_run(run: str) -> tuple[str, ...]:
    if run.isalpha() and run.isascii():
        return stems_of(run)  # one word
    return tuple(chain.from_iterable(map(stems_of, WORD.findall(run))))


_stems_in = by_runs(_stems_of_run)


def words_of(text: str) -> list[str]:
    """Word tokens of `text`, as written."""
    return WORD.findall(text)


def content_stems(text: str) -> frozenset[str]:
    """The stems of all content words of `text`."""
    return frozenset(_stems_in(text))


def has_pairs(text: str) -> bool:
    """Whether some word of the text has pairs of letters for stems."""
    return _CJK.search(text) is not None


def is_cjk(text: str) -> bool:
    """Whether the text is mostly written without spaces between words."""
    return len(_CJK.findall(text[:400])) * 4 > len(text[:400])
