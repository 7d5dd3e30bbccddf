"""Names and quotes, minimally: people where a verb or preposition marks them, handles, and double-quoted wording.

In: one sentence. Out: hits of kind `name` and `quote`. Capitals alone are no evidence (40 % of them are left out by faithful
summaries, signals-notes section 5), so a name needs its role in the clause.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from leadline.core.facts.hits import Hit
from leadline.core.text.words import word_set

__all__ = ["find_names", "find_quotes", "may_name"]

_CAP = r"[A-ZÀ-Þ][a-zß-ÿ]{1,24}"
_NAME = re.compile(
    rf"(?P<verb>(?<![\w.]){_CAP}(?:\ {_CAP})?)(?=\ (?:says?|said|approved?|approves|confirmed|confirms|decided|asked|asks|signed|rejected|owns|wants|wrote|reported|agreed|told|will|hat|a\ dit|dijo)\b)|"
    rf"\b(?:by|with|from|ask|asked|told|tell|notify|for|to|von|mit|par|avec|por|con)\ (?P<prep>{_CAP}\ {_CAP})(?!\w)|"
    r"(?<![\w./@])(?P<handle>@[A-Za-z][\w-]{1,38})(?![\w/.@])",
    re.VERBOSE,
)
_NEAR_NAME = re.compile(
    rf"{_CAP} (?:[A-ZÀ-Þ]|says?|said|approve|confirm|decided|ask|signed|rejected|owns|wants|wrote|reported|agreed|told|will|hat|a dit|dijo)"
)
_NOT_NAMES = word_set(
    "The This That These Those It He She We They You I There What Who Which Where When Why How Nobody Everyone "
    "Someone One All Both Each Then Now Next Everything Nothing Something User Users Assistant Tool Tests Test Also "
    "But And If So"
)
_QUOTE = re.compile(
    r"(?<![\w\\])\"(?P<a>[^\"\n]{3,160})\"(?!\w)|“(?P<b>[^”\n]{3,160})”|«\s?(?P<c>[^»\n]{3,160}?)\s?»|「(?P<d>[^」\n]{2,160})」|„(?P<e>[^“\n]{3,160})“"
)


def may_name(s: str) -> bool:
    """False only where no person is named; handles are another matter."""
    return _NEAR_NAME.search(s) is not None


def find_names(s: str) -> Iterator[Hit]:
    """People and handles."""
    for m in _NAME.finditer(s):
        group = m.lastgroup
        assert group is not None, "each alternative is named"
        if m.group(group).split()[0] not in _NOT_NAMES:
            yield Hit("name", *m.span(group))


def find_quotes(s: str) -> Iterator[Hit]:
    """Wording between double quotation marks, without the marks."""
    for m in _QUOTE.finditer(s):
        group = m.lastgroup
        assert group is not None, "each alternative is named"
        yield Hit("quote", *m.span(group))
