"""One thing, two accounts: the summary gives one flatly while a source says that they differ.

In: a trial. Out: findings `conflict_resolved`, suspicions of 0.9. Two children give one thing (an item number, a site, a device, a name) values, and a child says
that these differ, do not match or cannot both be right. Where the summary has the thing with the values of one account, has no value
of the other account, and no word of a difference or of whose account it is, the conflict has been settled in silence. Not where
a source settles it: a later sentence on the thing that confirms, corrects or explains.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from leadline.core.signals.findings import make, shortened
from leadline.core.signals.identifiers import DOTTED
from leadline.core.signals.index import Trial
from leadline.core.signals.lexis import stem
from leadline.core.signals.model import Finding
from leadline.core.signals.quantities import key_of, scan
from leadline.core.signals.things import Names, Thing, is_long, names_of, things_of, units_of
from leadline.core.text.gates import gated

__all__ = ["find_contradicted"]

_DIFFERS = gated(
    r"\b(?:differ(?:s|ed|ences?(?!\s+of\s+\d)|ent figures?)?|discrepanc\w+|disagree\w*|contradict\w*|mismatch\w*|inconsisten\w+|conflicts? with|(?:does|do|did) not (?:match|agree|fit|tally)|(?:doesn|don|didn)['’]t (?:match|agree|fit|tally)"
    r"|(?:one|either) of the two is (?:wrong|off)|not what\b[^.;\n]{1,30}\b(?:says?|shows?|lists?|gives?)|cannot both|can['’]t both|widersprech\w*|widerspricht|weich\w* ab|abweich\w*|unstimmigkeit\w*|stimm\w* nicht überein"
    r"|contredi\w*|ne concord\w*|écart|diverg\w+|contradic\w*|no coincid\w*|discrepancia)\b|矛盾|不一致|不符|食い違",
    flags=re.I,
)
_SOURCE = re.compile(  # whose account it is
    r"\b(?:according to|says?|said|reports?|shows?|claims?|by the (?:list|count|register|driver|label|note|inventory|papers?)|laut|zufolge|selon|d['’]après|según)\b",
    re.I,
)
_DIFFERENCE = re.compile(r"\W*(?:the )?(?:difference|discrepancy|gap|differenz|écart|diferencia)\b", re.I)
_SETTLED = re.compile(
    r"\b(?:confirm\w*|correct(?:ed|ion|s)?|resolv\w+|explain\w*|explanation|cleared up|turned out|mistake|typo|typing error|misread|is right|was right|was wrong|valid now|superseded|obsolete|bestätigt|korrigiert|geklärt|confirmé\w*|corrigé\w*|confirmad\w*|corregid\w*)\b|更正|确认",
    re.I,
)
_CLOCK = re.compile(r":\d|\.\d")
_UNSETTLED = re.compile(
    r"\b(?:not|no|nobody|never|until|before|whether|unless|don['’]t|cannot|will|nicht|kein\w*|noch|pas|sin|aún)\b", re.I
)
_ENTITIES = ("id:", "n:", "head")
_CODE = re.compile(
    r"[{}`→]|=>|\(\)|^[ \t]{0,12}+(?:\d{1,6}+[→|:]|[+-]{1,3}\s|//|#\s)", re.M
)  # a line of code, of a call or of a patch
_KEY_MIN = 3  # characters of a thing that is told apart by its name alone
_THINGS_MAX = 400  # of all children: in a longer session two numbers of one thing are two moments
_VALUES_MAX = 4  # of one account


class _Value(NamedTuple):
    """A number in its base unit, its dimension, and the stem of the word behind it."""

    amount: float
    dimension: str
    noun: str


class _Account(NamedTuple):
    """What one line or sentence of a child says of a thing: its numbers, and where."""

    owner: int
    start: int
    end: int
    values: frozenset[_Value]


def find_contradicted(trial: Trial) -> list[Finding]:
    """At most one finding a thing, in the order of the parent."""
    if is_long(trial) or not any(_DIFFERS.search(trial.sentences[n].text) for n in trial.masked.may_match(_DIFFERS)):
        return []
    if any(_DIFFERS.search(s.text) for s in trial.parent_sentences):
        return []
    names = names_of(trial)
    accounts, differing, settled = _read(trial, names)
    if not differing:
        return []
    stated = {v.amount for v in _values(trial.parent, 0, len(trial.parent), [])}
    out: list[Finding] = []
    done: set[str] = set()
    for start, end in units_of(trial.parent):
        things = things_of(trial.parent, start, end, names)
        here = _values(trial.parent, start, end, things)
        for thing in things:
            if thing.key not in differing or thing.key in settled or thing.key in done or not here:
                continue
            if _SOURCE.search(trial.parent, start, end):
                continue
            pair = _sides(accounts.get(thing.key, []), here, stated)
            if pair is None or differing[thing.key] < max(a.owner for a in pair):
                continue  # said of earlier accounts: the later one is news
            done.add(thing.key)
            mine, other = pair
            said = trial.pool[other.owner].text[other.start : other.end]
            out.append(
                make(
                    trial, "conflict_resolved", "suspicion",
                    f'The summary gives one account of "{trial.parent[thing.start : thing.end]}", that of "{trial.pool[mine.owner].id}"; "{trial.pool[other.owner].id}" has '
                    f'"{shortened(said)}", and a source says that they differ. Nobody has settled it.',
                    parent=(thing.start, end), child=(other.owner, other.start, other.end), probability=0.9,
                )
            )  # fmt: skip
    return out


def _read(trial: Trial, names: Names) -> tuple[dict[str, list[_Account]], dict[str, int], set[str]]:
    """The accounts of each thing, the last child that says of it that accounts differ, and the things of which one settles it."""
    accounts: dict[str, list[_Account]] = {}
    differing: dict[str, int] = {}
    settled: set[str] = set()
    count = 0
    for owner, child in enumerate(trial.children):
        before: list[Thing] = []
        for start, end in units_of(child.text):
            every = things_of(child.text, start, end, names)
            count += len(every)
            if count > _THINGS_MAX:
                return {}, {}, set()
            things = [t for t in every if t.kind.startswith(_ENTITIES) and t.end - t.start >= _KEY_MIN]
            about = things or before
            before = about
            if _CODE.search(child.text[start:end]):
                continue
            values = _values(child.text, start, end, every)
            first = start + len(child.text[start:end]) - len(child.text[start:end].lstrip())
            if 0 < len(values) <= _VALUES_MAX and not _DIFFERENCE.match(child.text, start, end):
                # "the difference for 30-118 is 222": a number of neither account
                for t in things:
                    accounts.setdefault(t.key, []).append(_Account(owner, first, end, values))
            if _DIFFERS.search(child.text[start:end]):
                differing.update((t.key, owner) for t in about)
            elif _SETTLED.search(child.text, start, end) and not _UNSETTLED.search(child.text, start, end):
                settled.update(t.key for t in about)
    return accounts, differing, settled


def _values(text: str, start: int, end: int, things: list[Thing]) -> frozenset[_Value]:
    """The numbers of a stretch that belong to no name, no date and no clock time."""
    named = [
        (t.start, t.end) for t in things if not t.kind.startswith("q:") and not DOTTED.fullmatch(text, t.start, t.end)
    ]
    out: set[_Value] = set()
    for q in scan(text[start:end]):
        at, stop = start + q.start, start + q.end
        if any(a <= at < b for a, b in named) or _CLOCK.match(text, stop) or text[at - 1 : at] in (":", "-", "/"):
            continue
        unit = q.unit
        out.add(
            _Value(
                key_of(q.values[0] * (unit.factor if unit else 1.0)),
                unit.dimension if unit else "",
                stem(q.noun) if not unit and len(q.noun) > 2 else "",
            )
        )
    return frozenset(out)


def _alike(one: _Value, two: _Value) -> bool:
    """Whether two numbers can be of one quantity: one dimension, and one noun where both have one."""
    return one.dimension == two.dimension and (not one.noun or not two.noun or one.noun == two.noun)


def _sides(accounts: list[_Account], here: frozenset[_Value], stated: set[float]) -> tuple[_Account, _Account] | None:
    """An account whose value the summary gives, and one of another child of which it gives nothing."""
    amounts = {v.amount for v in here}
    for mine in accounts:
        given = [v for v in mine.values if v.amount in amounts]
        for other in accounts if given else ():
            if other.owner == mine.owner or any(v.amount in stated for v in other.values):
                continue
            if any(_alike(v, w) for v in given for w in other.values):
                return mine, other
    return None
