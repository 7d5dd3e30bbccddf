"""A passage of the sources word for word, but for one or two exact tokens: two have changed places, or one is another.

In: a trial. Out: findings `identifier_swapped` and `value_changed`, at most one a sentence. Both sides are read as tokens; the parent's
sentence is laid over the place of the children where most tokens agree, wherever sentences begin there. Two tokens that
stand crosswise and agree otherwise say who did what to whom the other way round. One differing token counts only where both
are exact (a digit, a path, a joined name): another word may be a synonym. A list in another order is no change.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from leadline.core.signals.findings import make, shortened
from leadline.core.signals.index import Passage, Trial
from leadline.core.signals.lexis import STOP
from leadline.core.signals.model import Finding

__all__ = ["find_transposed"]

_TOKEN = re.compile(r"\w+(?:[./@_'’+-]+\w+|,\d{3}(?!\d))*")
_EXACT = re.compile(r"\d|[_/@]|\w\.\w|[a-z][A-Z]")
_HEX = re.compile(r"(?=[a-f]*\d)[0-9a-f]{6,64}")
_MARKS = "/`@#~.$-"  # a name with one of them before it is written exactly
_POSSESSIVE = re.compile(r"['’]s$")
_LINK = re.compile(r"[\s,;/&|+\"'`*()\[\]#=-]*(?:(?:and|or|und|oder|et|ou|y|o|then)\b[\s,\"'`*]*)?(?:the\s+|a\s+)?")
_EITHER = frozenset(("and", "or", "und", "oder", "et", "ou", "y", "o", "vs", "versus", "than"))
_TOKENS_MIN = 5
_SLIP_MIN = 4
_TOKENS_ONE = 6  # with one differing token more has to agree
_HITS = 4
_SCORE_MIN = 0.7
_OTHER_KIND = 0.7  # on real summaries three of three such hits were two names of one file, rightly told
_AROUND = 160  # characters of the child before and behind the aligned sentence that are looked at, too

_Token = tuple[str, int, int, str]  # key, start, end, as written


def find_transposed(trial: Trial) -> list[Finding]:
    """Findings in the order of the parent."""
    out: list[Finding] = []
    for sentence in trial.parent_sentences:
        for passage in (sentence, *_lines(sentence)):
            if trial.is_verbatim(passage.text):
                continue
            mine = _tokens(passage.text, 0, len(passage.text))
            found = _compare(trial, passage, mine) if len(mine) >= _TOKENS_MIN else None
            if found is not None:
                out.append(found)
                break
    return out


def _lines(sentence: Passage) -> Iterator[Passage]:
    """The lines of a sentence that runs over some: in the sources they need not stand together."""
    if "\n" not in sentence.text:
        return
    for m in re.finditer(r"[^\n]+", sentence.text):
        yield sentence.part(*m.span())


def _tokens(text: str, start: int, end: int) -> list[_Token]:
    out: list[_Token] = []
    for m in _TOKEN.finditer(text, start, end):
        # "\\tname" in a quoted line of code: the letter after the backslash is white space, not part of the name
        first = m.start() + (
            m.start() > 0 and text[m.start() - 1] == "\\" and text[m.start()] in "ntr" and m.end() > m.start() + 1
        )
        written = text[first : m.end()]
        out.append((_POSSESSIVE.sub("", written.lower()), first, m.end(), written))
    return out


def _compare(trial: Trial, passage: Passage, mine: list[_Token]) -> Finding | None:
    """What the place that agrees best says instead, if it says something else in one or two tokens."""
    best: tuple[Passage, list[tuple[_Token, _Token]]] | None = None
    for hit in trial.align(passage, _HITS):
        if hit.score < _SCORE_MIN:
            break
        said = trial.sentences[hit.sentence]
        text = trial.pool[said.owner].text
        theirs = _tokens(text, max(0, said.start - _AROUND), min(len(text), said.end + _AROUND))
        other = _lay(mine, theirs)
        if other is None:
            continue
        if not other:
            return None  # it stands there but for marks
        if best is None or len(other) < len(best[1]):
            best = (said, other)
    if best is None:
        return None
    said, other = best
    if len(other) == 2:
        return _crossed(trial, passage, mine, said.owner, other)
    return _single(trial, passage, mine, said, *other[0])


def _lay(mine: list[_Token], theirs: list[_Token]) -> list[tuple[_Token, _Token]] | None:
    """The pairs that differ where the parent's tokens are laid over the child's; None for more than two of them."""
    at: dict[str, list[int]] = {}
    for j, token in enumerate(theirs):
        at.setdefault(token[0], []).append(j)
    votes = Counter(j - i for i, token in enumerate(mine) for j in at.get(token[0], ())[:8])
    for offset, count in votes.most_common(2):
        if count < len(mine) - 2 or offset < 0 or offset + len(mine) > len(theirs):
            continue
        pairs = [(a, theirs[offset + i]) for i, a in enumerate(mine)]
        return [(a, b) for a, b in pairs if a[0] != b[0]]
    return None


def _crossed(
    trial: Trial, passage: Passage, mine: list[_Token], owner: int, other: list[tuple[_Token, _Token]]
) -> Finding | None:
    (a, x), (b, y) = other
    if (a[0], b[0]) != (y[0], x[0]) or {a[0], b[0]} & STOP:
        return None
    first, last = mine.index(a), mine.index(b)
    between = passage.text[a[2] : b[1]]
    if _LINK.fullmatch(between) or (last == first + 1 and not _both_exact(a, b)):
        return None  # a list in another order
    if last - first <= 3 and any(t[0] in _EITHER for t in mine[first:last]):
        return None
    return make(
        trial, "identifier_swapped", "hard",
        f'The summary says "{shortened(passage.text[a[1] : b[2]])}" where "{trial.pool[owner].id}" says "{shortened(trial.pool[owner].text[x[1] : y[2]])}": '
        "two words have changed places. Each would be taken for the other.",
        parent=(passage.start + a[1], passage.start + b[2]), child=(owner, x[1], y[2]), probability=0.96,
    )  # fmt: skip


def _both_exact(a: _Token, b: _Token) -> bool:
    return bool(_EXACT.search(a[3]) and _EXACT.search(b[3]))


def _is_slip(one: str, two: str) -> bool:
    """One letter is another one."""
    if len(one) != len(two) or len(one) < _SLIP_MIN:
        return False
    other = [(p, q) for p, q in zip(one, two, strict=True) if p != q]
    return len(other) == 1 and other[0][0].isalpha() and other[0][1].isalpha()


def _shape(token: str) -> str:
    """Letters and digits by class: "OPS-41" and "OPS-38" are of one series, two names of functions are not."""
    if _HEX.fullmatch(token):
        return "hex"
    return re.sub(r"[^\W\d_]", "a", re.sub(r"\d", "0", token))


def _single(trial: Trial, passage: Passage, mine: list[_Token], said: Passage, a: _Token, x: _Token) -> Finding | None:
    """One exact token is another one. A token that no child has must be a slip of the child's, else templates judge it."""
    marked = passage.text[max(0, a[1] - 1) : a[1]] in _MARKS and passage.text[max(0, a[1] - 1) : a[1]]
    if len(mine) < _TOKENS_ONE or not (_both_exact(a, x) or marked):
        return None
    if a[0].startswith(x[0]) or x[0].startswith(a[0]):
        return None  # the source breaks off there, or names the folder
    known = re.search(rf"(?<!\w){re.escape(a[0])}(?!\w)", trial.haystack) is not None
    slip = _is_slip(a[0], x[0])
    if known:
        if not _both_exact(a, x) or a[0].replace(".", "").replace(",", "").isdigit():
            return None  # numbers: a rounding, another line of a list, a later state
        if said.kind in ("code", "data", "log"):
            return None  # lines of code and of listings are alike but for one name
        kind = "identifier_swapped"
    elif slip:
        kind = "value_changed"
    else:
        return None
    # names of one series are taken for each other; others may stand in another line
    sure = slip or _shape(a[3]) == _shape(x[3])
    return make(
        trial, kind, "hard" if sure else "suspicion",
        f'The summary says "{a[3]}" where "{trial.pool[said.owner].id}" says "{x[3]}", in the same words. '
        "Whoever goes on from the summary looks in the wrong place.",
        parent=(passage.start + a[1], passage.start + a[2]), child=(said.owner, x[1], x[2]), probability=0.95 if sure else _OTHER_KIND,
    )  # fmt: skip
