"""Identifiers of the parent that stand in no child: another one in the same place, or made up.

In: a trial and its inventory. Out: findings, and the spans of all identifiers (numbers inside them are not looked at
again). An identifier counts as present with other joints, as the tail of a path, as its parts in one sentence
("lexer.c line 58" for lexer.c:58) and with or without a leading v. Only identifiers with a digit can be hard.
"""

from __future__ import annotations

import re
from functools import lru_cache

from rapidfuzz import fuzz, process

from leadline.core.signals.findings import make
from leadline.core.signals.index import Trial
from leadline.core.signals.inventory import Inventory
from leadline.core.signals.lexis import content_stems
from leadline.core.signals.links import TARGET, spells_label
from leadline.core.signals.model import Finding
from leadline.core.signals.pointers import points_to_record
from leadline.core.signals.quantities import scan, unit_of
from leadline.core.signals.slips import NAMED, find_name_slip

__all__ = ["DOTTED", "IDENTIFIER", "VERSION", "find_identifiers", "identifiers_in", "in_place_of", "is_present"]

IDENTIFIER = re.compile(r"[#@/~.]?[A-Za-z0-9_](?:[A-Za-z0-9_]|[-./:@#+=](?=[A-Za-z0-9_/]))*")
_DIGITS = re.compile(r"\d")
_SPAN = re.compile(r"^(?:\d+(?:h|m|min|s|d|w))+$")
_MEASURE = re.compile(r"^(\d[\d.,]*)[-/]?([A-Za-zµ]+(?:/[A-Za-z]+)?)$")
_DATE_LIKE = re.compile(r"^\d{1,4}([-/.:])\d{1,4}(?:[-/.:T]\d+)*[apZ]?m?$")
_SCALED = re.compile(r"^\d+[.,]\d+(?:k|K|M|m|bn|B)$")  # "1.5k" is a number
_ORDINAL = re.compile(r"^\d+(?:st|nd|rd|th|er|e|x|h\d\d|s|k|M|am|pm|fold|D|AD|BC|CE|BCE)$")
_COMPOUND = re.compile(r"^\d+(?:-[A-Za-z]{3,})+$|^(?:pre|post|mid|early|late|sub|non)-\d+s?$|^[A-Z]?[a-z]{2,}-\d{1,2}$")
_GLUED = re.compile(
    r"^\d+[:.][A-Z]?[a-z]+$|^[a-z]+[.:]\d*[.:]?[A-Z][a-z]+$|^\d+\.[A-Z]$"
)  # "hand.3.The": a full stop without its blank
_JOINED = re.compile(r"(?<![\w./@-])[A-Za-z_@~/.](?=[\w.@-]*(?:/|_|[a-z][A-Z]))[\w./@-]*\w(?![\w/])")
DOTTED = re.compile(
    r"(\d{1,5}(?:\.\d{1,5}){2,3})(?:/\d{1,2}|:\d{2,5})?(?![\w.])"
)  # a version or an address: 3.0.11, 10.0.4.7:5432
_GROUPS = re.compile(r"\d{1,3}(?:\.\d{3})+")
_LEADING_ZEROS = re.compile(r"(?<![0-9])0+(?=[0-9])")
_NUMBER_STARTS = re.compile(r"(?<![0-9])(?=[0-9])")
_TIMES = re.compile(r"\d{1,4}(?:[x×]\d{1,4}){1,3}")
_OF_ANOTHER = re.compile(
    r"(?:0|[1-9]\d{0,4})(?:/(?:0|[1-9]\d{0,4}))+$"
)  # "46/50", "118/28/93": numbers, each read by itself
_COUNT = re.compile(r"(?<![\w'’.-])n(?=\s+[a-z=]|\s*=|\s{2,}|\n)")  # "n" as the head of a column, "n = 40"
_SHORT = 600  # characters of a text whose identifiers are kept: sentences, not children
_NUMBERED = re.compile(r"([a-z][a-z_ /#-]{0,20}?)(\d{1,9})")
_RATE = re.compile(r"[x×]\d[\d.,]*|\d[\d.,]*[x×]|\d[\d.,]*/[a-z]{1,6}|[a-z]{1,6}/\d{1,3}[a-z]?")
VERSION = re.compile(
    r"\b(?:firmware|version|release|rev(?:ision)?|build|update|patch|kernel|driver|sdk|api|app|software|os|v)\.?\s+$",
    re.IGNORECASE,
)  # what is counted in numbers with two dots
_BEFORE = 12  # characters
_SLIP_MIN = 5  # characters: shorter names differ by one character everywhere
_RANGE = re.compile(r"^\d+(?:[.,]\d+)?[a-zA-Z%]{0,3}(?:[-/:]\d+(?:[.,]\d+)?[a-zA-Z%]{0,3})+$")


def identifiers_in(text: str) -> tuple[tuple[int, int, str, bool], ...]:
    """(start, end, text, has a digit) of everything identifier-shaped: digits with letters, code symbols, paths."""
    return _short_identifiers(text) if len(text) <= _SHORT else _identifiers(text)


def _identifiers(text: str) -> tuple[tuple[int, int, str, bool], ...]:
    out: list[tuple[int, int, str, bool]] = []
    for match in IDENTIFIER.finditer(text):
        token = match.group()
        if len(token) < 2 or (token.isalpha() and (token.islower() or token.istitle() or token.isupper())):
            continue  # an ordinary word: nine of ten
        start, end = match.span()
        digits = any(c.isdigit() for c in token)
        letters = any(c.isalpha() for c in token)
        if digits and letters:
            bare = token.lstrip("@~≈±+<>≤≥")
            if _RATE.fullmatch(bare):
                continue  # "150/mo", "req/8"
            measure = _MEASURE.match(bare)
            if (
                (measure and (unit_of(measure[2]) or len(measure[2]) >= 3))
                or _ORDINAL.match(bare)
                or _SCALED.match(bare)
                or _COMPOUND.match(token)
            ):
                continue
            if _RANGE.match(token.lstrip("~")) or _SPAN.match(token) or _GLUED.match(token):
                continue
            if not token.isascii():
                continue
            out.append((start, end, token, True))
        elif letters and ("_" in token.strip("_") or _is_path(token) or _is_camel(token)):
            out.append((start, end, token, False))
        elif digits and token.count("-") + token.count("/") >= 1 and not _is_date_like(token):
            out.append((start, end, token, True))
        elif (
            token.count(".") >= 2
            and (dotted := DOTTED.match(token)) is not None
            and (not _is_dotted_date(dotted[1]) or VERSION.search(text, max(0, start - _BEFORE), start))
        ):
            out.append((start, start + dotted.end(), dotted.group(), True))
    return tuple(out)


@lru_cache(maxsize=8192)
def _short_identifiers(text: str) -> tuple[tuple[int, int, str, bool], ...]:
    return _identifiers(text)


def is_present(trial: Trial, inventory: Inventory, token: str) -> bool:
    """Whether the children name the identifier, joints and prefixes aside."""
    if _is_pair(trial, inventory, token):
        return True
    if token[-1:] == "s" and token[-2:-1].isdigit() and "-" in token:
        return is_present(trial, inventory, token[:-1])  # "no under-12s"
    low = token.lower().strip("./:#@~=+")
    if not low or _stands(low, trial.haystack):
        return True
    if _stands_padded(low, trial.haystack):
        return True  # 07A and 7A are one
    if _TIMES.fullmatch(low) and all(
        inventory.places(float(n)) or inventory.has_word(float(n)) or _stands(n, trial.haystack)
        for n in re.findall(r"\d+", low)
    ):
        return True  # "3x15": two numbers
    dotted = DOTTED.fullmatch(low)
    if dotted is not None:  # its parts stand everywhere
        return _stands(dotted[1].removesuffix(".0"), trial.haystack)
    core = re.sub(r"[\W_]+", "", low)
    if core in trial.squeezed and re.search(
        r"(?<![a-z0-9])" + r"[\W_]*".join(map(re.escape, core)) + (r"(?![0-9])" if core[-1].isdigit() else ""),
        trial.haystack,
    ):
        return True
    parts = [p for p in re.split(r"[\W_]+", low) if p]
    if len(parts) > 1 and all(_stands(p, trial.haystack) for p in parts):
        return True
    if "/" in low and _stands(low.rsplit("/", 1)[1], trial.haystack):
        return True
    halves = low.split("/")
    if len(halves) == 2 and all(h and (_stands(h, trial.haystack) or is_present(trial, inventory, h)) for h in halves):
        return True  # "H1/H4" of hives 1 and 4, "652/S2" of a row with 652 and string2
    plain = re.match(r"^([a-z]{1,4})[-_ ]?(\d+(?:\.\d+)*)(\w?)$", low)
    if plain and _stands(plain[2], trial.haystack):
        # v18 for 18, L58 for line 58, p99 for 99th percentile: the letters begin the word beside the number
        head = plain[1]
        return bool(
            head == "v"
            or (head == "n" and _COUNT.search(trial.haystack))
            or re.search(
                rf"\b{re.escape(head[0])}\w*\W{{0,3}}(?:\d{{1,3}}(?:,| and| &| or) ){{0,4}}{re.escape(plain[2])}(?![\d])",
                trial.haystack,
            )
            or re.search(rf"(?<!\d){re.escape(plain[2])}(?:st|nd|rd|th)?\W{{0,3}}{re.escape(head[0])}", trial.haystack)
        )
    return False


def find_identifiers(trial: Trial, inventory: Inventory) -> tuple[list[Finding], list[tuple[int, int]]]:
    """Findings for the parent's identifiers that no child has, and the spans of all of them."""
    findings: list[Finding] = []
    spans: list[tuple[int, int]] = []
    seen: set[str] = set()
    targets = [m.span() for m in TARGET.finditer(trial.parent)]
    for start, end, token, digits in identifiers_in(trial.parent):
        if _OF_ANOTHER.match(token):
            continue
        spans.append((start, end))
        if (
            token in seen
            or points_to_record(trial.parent, start)
            or (is_present(trial, inventory, token) and not _other_folder(trial, token))
            or _in_series(trial, token)
        ):
            continue
        seen.add(token)
        near = _nearest(trial, token)
        slip = _slip(trial, token)
        linked = any(a <= start < b for a, b in targets)
        if slip is not None and not (linked and _number_differs(token, slip[3])):
            owner, a, b, other = slip
            findings.append(_slipped(trial, token, (start, end), owner, a, b, other))
            continue
        if linked and spells_label(trial.parent, start, token):
            continue  # it stands there already, as what the link is called, and is asked about as that
        if linked:  # a link's target: readers follow it, few writers take it from the text
            findings.append(
                make(
                    trial, "invented_detail", "suspicion", f'The summary links to "{token}"; no source contains it.',
                    parent=(start, end), probability=0.4,
                )
            )  # fmt: skip
            continue
        if near is not None:
            owner, a, b, other = near
            misspelt = sorted(token.lower()) == sorted(other.lower()) and _DIGITS.findall(token) == _DIGITS.findall(
                other
            )
            # letters exchanged: either of the two is a slip
            cut = trial.answers_missing > 0  # the name may stand in an answer that is not here
            sure = (
                0.6 if misspelt or cut else 0.95 if digits else 0.9 if in_place_of(trial, (start, end), other) else 0.6
            )
            findings.append(
                make(
                    trial, "value_changed", "hard" if digits and not misspelt and not cut else "suspicion",
                    f'The summary names "{token}"; no source does, "{trial.pool[owner].id}" has "{other}".',
                    parent=(start, end), child=(owner, a, b), probability=sure,
                )
            )  # fmt: skip
        else:
            hard = digits and any(c.isalpha() for c in token) and len(token) >= 4 and len(re.findall(r"\d", token)) >= 2
            hard = hard and not trial.answers_missing
            findings.append(
                make(
                    trial, "invented_detail", "hard" if hard else "suspicion",
                    f'The summary names "{token}"; no source contains it.{_unseen(trial)}', parent=(start, end), probability=0.9 if hard else 0.5,
                )
            )  # fmt: skip
    findings += _find_slips(trial, spans)
    return findings + _find_renumbered(trial, findings), spans


def _is_pair(trial: Trial, inventory: Inventory, token: str) -> bool:
    """A name and a value, or a thing and a number, joined by the writer: "timeout=30s", "adult/10". Each is looked for by itself."""
    head, joint, tail = token.rpartition("=") if "=" in token else token.partition("/")
    if not joint or not head or not tail or ("/" in joint and not (head.isalpha() and tail.isdigit())):
        return False
    if not _stands(head.lower().strip("./:#@~-"), trial.haystack):
        return False
    tail = tail.strip("\"'`.,;")
    if _stands(tail.lower(), trial.haystack):
        return True
    found = scan(tail)
    return len(found) == 1 and any(
        inventory.places(v) or inventory.has_word(v) or inventory.converts(found[0]) for v in found[0].values
    )


_SERIES = r"\s*(?:to|through|until|up to|till|thru|and|bis|à|au|a|hasta|[-–—]|\.{2,3}|…|→)\s*"


def _in_series(trial: Trial, token: str) -> bool:
    """The children name the series that it belongs to by its ends: "L-310 to L-312" has L-311."""
    m = _NUMBERED.fullmatch(token.lower())
    if m is None:
        return False
    head, number = m[1], int(m[2])
    for ends in re.finditer(
        rf"(?<![a-z0-9]){re.escape(head)}(\d{{1,9}}){_SERIES}(?:{re.escape(head)})?(\d{{1,9}})(?!\w)", trial.haystack
    ):
        if int(ends[1]) < number < int(ends[2]):
            return True
    return False


def _unseen(trial: Trial) -> str:
    """What keeps an unknown name from being surely made up, as the end of a message."""
    n = trial.answers_missing
    return f" Answers to {n} {'call' if n == 1 else 'calls'} are not among the sources." if n else ""


def child_identifiers(trial: Trial) -> dict[str, tuple[int, int, int]]:
    """Lower-case identifier -> (child, start, end) of its first place."""
    kept = trial.shared.get("identifiers")
    if isinstance(kept, dict):
        return kept
    table: dict[str, tuple[int, int, int]] = {}
    for owner, child in enumerate(trial.pool):
        for start, end, token, _ in identifiers_in(child.text):
            table.setdefault(token.lower(), (owner, start, end))
    trial.shared["identifiers"] = table
    return table


def _nearest(trial: Trial, token: str) -> tuple[int, int, int, str] | None:
    """The child identifier of the same shape that differs least, if it differs little and the parent lacks it."""
    low = token.lower()
    shape = _shape(low)
    table = child_identifiers(trial)
    parent = trial.parent.lower()
    same = [t for t in table if _shape(t) == shape and not _stands(t, parent)]
    best = process.extractOne(low, same, scorer=fuzz.ratio, score_cutoff=60)
    if best is None:
        return None
    owner, start, end = table[best[0]]
    return owner, start, end, trial.pool[owner].text[start:end]


def in_place_of(trial: Trial, span: tuple[int, int], other: str, share: float = 2 / 3) -> bool:
    """A source sentence that has `other` says the rest of what the parent says around the span: that share of its words."""
    sentence = next((s for s in trial.parent_sentences if s.start <= span[0] < s.end), None)
    if sentence is None:
        return False
    rest = sentence.stems - content_stems(trial.parent[span[0] : span[1]])
    low = other.lower()
    return len(rest) >= 2 and any(
        low in s.text.lower() and len(rest & s.stems) >= share * len(rest)
        for s in (trial.sentences[hit.sentence] for hit in trial.align(sentence))
    )


def _find_slips(trial: Trial, spans: list[tuple[int, int]]) -> list[Finding]:
    """Names that `identifiers_in` does not take for any ("docs/examples", "CheckpointID") and that are one character off."""
    out: list[Finding] = []
    covered = sorted(spans)
    seen: set[str] = set()
    for m in _JOINED.finditer(trial.parent):
        token = m.group()
        if (
            token in seen
            or len(token) < _SLIP_MIN
            or token.lower() in trial.haystack
            or any(a <= m.start() < b for a, b in covered)
        ):
            continue
        seen.add(token)
        slip = _slip(trial, token)
        if slip is not None and not _number_differs(token, slip[3]):
            owner, a, b, other = slip
            out.append(_slipped(trial, token, m.span(), owner, a, b, other))
    return out


def _find_renumbered(trial: Trial, known: list[Finding]) -> list[Finding]:
    """Names of which the children have all letters, and another number: their parts stand there, the name does not."""
    out: list[Finding] = []
    seen: set[str] = set()
    for m in NAMED.finditer(trial.parent):
        token = m.group()
        low = token.lower()
        if (
            low in seen
            or _stands(low, trial.haystack)
            or any(f.parent_span[0] <= m.start() < f.parent_span[1] for f in known)
        ):
            continue
        seen.add(low)
        place = None if _in_series(trial, token) else find_name_slip(trial, m.start(), token)
        if place is not None:
            out.append(_slipped(trial, token, m.span(), *place, trial.pool[place[0]].text[place[1] : place[2]]))
    return out


def _slipped(trial: Trial, token: str, span: tuple[int, int], owner: int, a: int, b: int, other: str) -> Finding:
    return make(
        trial, "value_changed", "hard",
        f'The summary names "{token}"; no source does. "{trial.pool[owner].id}" has "{other}", which differs by '
        "a character: whoever looks it up finds nothing.",
        parent=span, child=(owner, a, b), probability=0.95,
    )  # fmt: skip


def _slip(trial: Trial, token: str) -> tuple[int, int, int, str] | None:
    """The child identifier that the token is a slip of: one character exchanged, of its own kind, in a name of some length."""
    low = token.lower()
    if len(low) < _SLIP_MIN:
        return None
    for other, (owner, start, end) in _names_by_length(trial).get(len(low), ()):
        if other != low:
            at = [i for i, (x, y) in enumerate(zip(low, other, strict=True)) if x != y]
            if len(at) == 1 and low[at[0]].isalnum() and other[at[0]].isalnum():
                return owner, start, end, trial.pool[owner].text[start:end]
    return None


def _names_by_length(trial: Trial) -> dict[int, list[tuple[str, tuple[int, int, int]]]]:
    """Every name of the children, joined words included, by its length."""
    kept = trial.shared.get("names by length")
    if isinstance(kept, dict):
        return kept
    table = dict(child_identifiers(trial))
    for owner, child in enumerate(trial.pool):
        for m in _JOINED.finditer(child.text):
            table.setdefault(m.group().lower(), (owner, m.start(), m.end()))
    out: dict[int, list[tuple[str, tuple[int, int, int]]]] = {}
    for name, place in table.items():
        out.setdefault(len(name), []).append((name, place))
    trial.shared["names by length"] = out
    return out


def _number_differs(token: str, other: str) -> bool:
    """The exchanged character is a digit: of two links, another issue or page."""
    return any(x != y and x.isdigit() for x, y in zip(token, other, strict=True))


def _other_folder(trial: Trial, token: str) -> bool:
    """A path whose last part is known, one character off a path of the children in a folder's name."""
    return "/" in token.strip("/") and not _stands(token.lower(), trial.haystack) and _slip(trial, token) is not None


def _is_dotted_date(token: str) -> bool:
    """A day with its year, or a large number in groups: 12.03.2026, 1.250.000."""
    first, second, *rest = (int(p) for p in token.split("."))
    year = rest[0] if len(rest) == 1 else 0
    dated = (1 <= first <= 31 and 1 <= second <= 12 and (1900 <= year <= 2100 or 20 <= year <= 39)) or (
        1900 <= first <= 2100 and 1 <= second <= 12 and 1 <= year <= 31
    )
    return dated or _GROUPS.fullmatch(token) is not None


def _is_date_like(token: str) -> bool:
    """A date, a time or a share: three parts, a year, or two parts that fit a calendar. "45-317" is an order number."""
    if not _DATE_LIKE.match(token):
        return False
    parts = [int(p) for p in re.findall(r"\d+", token)]
    return (
        len(parts) > 2
        or all(p <= 31 for p in parts)
        or any(1900 <= p <= 2100 for p in parts)
        or (parts[0] < parts[1] and "/" in token)
    )


def _shape(token: str) -> str:
    return re.sub(r"[a-z]+", "a", re.sub(r"\d+", "9", token))


def _stands(needle: str, haystack: str) -> bool:
    """Whether the needle stands as a token: no letter or digit runs on at an edge of the same class."""
    at = haystack.find(needle)
    size = len(haystack)
    while at >= 0:
        end = at + len(needle)
        left = at == 0 or not _joined(haystack[at - 1], needle[0])
        right = end == size or not _joined(needle[-1], haystack[end])
        if left and right:
            return True
        at = haystack.find(needle, at + 1)
    return False


def _stands_padded(needle: str, haystack: str) -> bool:
    """Whether the needle stands as a token with more or fewer zeros in front of its numbers."""
    bare = _LEADING_ZEROS.sub("", needle)
    if bare != needle and _stands(bare, haystack):
        return True
    parts = _NUMBER_STARTS.split(bare)
    return len(parts) > 1 and bool(re.search(rf"(?<![a-z0-9]){'0*'.join(map(re.escape, parts))}(?![a-z0-9])", haystack))


def _joined(a: str, b: str) -> bool:
    return (a.isdigit() and b.isdigit()) or (a.isalpha() and b.isalpha() and a.isascii() and b.isascii())


def _is_path(token: str) -> bool:
    return "/" in token.strip("/") and (token[0] in "./~" or "." in token or token.count("/") >= 2)


def _is_camel(token: str) -> bool:
    return bool(
        re.fullmatch(r"[a-z]+(?:[A-Z][a-z0-9]+)+|(?:[A-Z][a-z0-9]+){2,}|[A-Za-z]\w*::\w+", token)
    ) and not re.fullmatch(r"(?:Mc|Mac|De|La|Le)[A-Z][a-z]+", token)
