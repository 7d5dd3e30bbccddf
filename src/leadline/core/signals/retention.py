"""Retention: the share of owed facts that are readable and true in the parent, and a finding for each that is not.

In: a trial's parent, the owed facts, what other checks found. Out: a signal and one `Retained` per owed fact. A missing
`sure` fact of an exact kind is a warning, as is a demand without a trace (traces.py) or with nothing that could be its rewording
(backward.py); any other sentence (a decision, a state) is a suspicion, as is a fact whose digits the parent holds somewhere. Findings of the sure checks (values, swaps, status, polarity)
belong to this signal as well: they are facts that were changed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from leadline.core.facts.clauses import demand_of
from leadline.core.facts.demands import demand_kind
from leadline.core.facts.model import SENTENCE_KINDS, Fact, Retained
from leadline.core.facts.parent_index import index_of
from leadline.core.facts.retain import retained
from leadline.core.signals.backward import Answer, Backward
from leadline.core.signals.findings import REMEDIES, shortened
from leadline.core.signals.finished import Finished
from leadline.core.signals.held import Held
from leadline.core.signals.languages import apart
from leadline.core.signals.model import Finding, Severity, Signal
from leadline.core.signals.source_words import SourceWords
from leadline.core.signals.traces import Trace, Traces, count_words
from leadline.core.text.messages import Child
from leadline.core.text.words import lower_case

__all__ = ["measure"]

_KINDS = {"missing": "missing_owed", "blurred": "identifier_blurred", "changed": "value_changed"}
_WHAT: Mapping[str, str] = {
    "missing": "The summary leaves it out: whoever goes on from the summary has nothing else to find it by.",
    "blurred": "The summary only hints at it: a hint cannot be looked up.",
    "changed": "The summary has it otherwise: whoever goes on from the summary acts on what no source says.",
}
_SHOWN = 90
_BINDING = frozenset(("user", "summary"))  # whose demands bind a successor
_NAMES = frozenset(("id", "symbol", "path", "host"))
# Measured on hand-written items, see backward.py: share of faulty among refused when faulty and faithful are equally many.
_SURE: Mapping[str, float] = {"report": 0.95, "wish": 0.97, "exception": 0.85, "some": 0.92, "free": 0.75}
_BECAME: Mapping[str, str] = {
    "report": "The summary only reports on it and no longer says that it binds: whoever goes on from the summary is free to do otherwise.",
    "wish": "The summary makes a wish of it: whoever goes on from the summary may weigh it against other things.",
    "exception": "The summary adds an exception that the demand does not have.",
    "some": "The summary keeps it for a part only.",
    "free": "The summary lets happen what the demand forbids.",
}
_MANUAL = 1500  # characters of one message; a longer one is a text of rules rather than a request
_AFTER_ORDER = re.compile(r"[,;:](?=\s)")
_POINTS = re.compile(r"\b(?:it|this|that|these|those|them)\b", re.I)
_NAME = re.compile(r"(?<=[a-z,;] )[A-Z][a-zà-ÿ]{3,}")  # within a sentence
_LONG = re.compile(r"[^\W\d_]{4,}")
_ROOT = 4  # letters that the forms of a word share
_WORDS = re.compile(r"[^\W\d_]+")
_PARTS = re.compile(r"[.;:\n]\s?")
_BINDS = re.compile(
    r"\b(?:not|no|never|only|until|till|unless|must|without|nobody|none|forbidden|forbids?|before|kein\w*|nicht|nie|niemals|nur|erst|muss|ohne|pas|jamais|sans|ne|seul\w*|doit|nunca|sin|solo|sólo|debe)\b|n['’]t\b",
    re.I,
)
_OWN_WORDS = 2
_ANSWER = re.compile(
    r"\W*(?:yes|yeah|yep|yup|nope|ok|okay|sure|right|exactly|correct|agreed|no(?=\s*[,.;:!–—-]))\b", re.I
)  # "no" before a noun forbids it
_CODE = re.compile(r"[1-9]")
_LIKELY = 0.84  # surer by the odds, but more alarms than `check` may have
_LEFT_OUT = 0.9
_WORDS_MIN = 4  # content words; of shorter demands all may have synonyms ("no finger pointing")
_GONE_ODDS = 4.5
_SEVERAL, _ALL_GONE = (
    2,
    0.8,
)  # where the parent shares anything, this pools omissions: 5 alarms for 27 hits of joined parents
_WITH_ITS_WORK = 0.5  # a limit that was given for work that is over: the next task may repeat it, or not


def measure(
    parent: str, owed: Sequence[Fact], sure_findings: Sequence[Finding], children: Sequence[Child] = (),
    source: SourceWords | None = None,
) -> tuple[Signal, tuple[Retained, ...]]:  # fmt: skip
    """Kept ÷ owed. `sure_findings` are passed on first, `children` are in time order, `source` their words where they are cut
    already. Vacuous where nothing is owed."""
    if not owed:
        return Signal("retention", 1.0, 0, tuple(sure_findings)), ()
    texts = {c.id: c.text for c in children}
    index = index_of(parent)
    source = source or SourceWords(texts.items())
    backward = Backward(parent, index.sentences, texts, source)
    states, answers = _asked(retained(owed, index), backward)
    looks = _Looks(
        Held(parent, texts),
        backward,
        Traces(parent, index.sentences, texts, source),
        parent,
        Finished(children, parent),
    )
    looks = looks._replace(none_left=_none_left(states, answers, looks))
    findings = [
        *sure_findings,
        *(_finding(parent, r, looks, answers.get(r.fact.id)) for r in states if r.state != "kept"),
    ]
    kept = sum(r.state == "kept" for r in states)
    return Signal("retention", kept / len(states), len(states), tuple(findings)), states


def _asked(states: Sequence[Retained], backward: Backward) -> tuple[tuple[Retained, ...], dict[str, Answer]]:
    """The states with the answers to the backward question put in, and the answers by fact."""
    out: list[Retained] = []
    answers: dict[str, Answer] = {}
    for r in states:
        binds = r.fact.kind in SENTENCE_KINDS and r.fact.role in _BINDING and r.fact.reason != "standing_rule"
        answer = backward.ask(r.fact.text) if binds else None
        if answer is not None:
            answers[r.fact.id] = answer
            r = replace(
                r, state="changed" if answer.state == "weakened" else "missing", start=answer.start, end=answer.end
            )
        out.append(r)
    return tuple(out), answers


def _finding(parent: str, r: Retained, looks: _Looks, answer: Answer | None) -> Finding:
    fact = r.fact
    if answer is not None:
        shown = shortened(fact.text, _SHOWN)
        return Finding(
            "constraint_lost", "suspicion", "fidelity.constraint_lost", f'"{fact.child}" demands "{shown}". {_BECAME[answer.how]}',
            REMEDIES["constraint_lost"], (r.start, r.end), parent[r.start : r.end], fact.child, (fact.start, fact.end),
            fact.text, fact.id, _SURE[answer.how],
        )  # fmt: skip
    kind = "constraint_lost" if fact.kind == "constraint" and r.state != "changed" else _KINDS[r.state]
    if fact.kind == "status" and r.state == "changed":
        kind = "status_changed"
    elif fact.kind == "constraint" and r.state == "changed":
        kind = "constraint_lost"
    placed = r.start >= 0
    shown = shortened(fact.text, _SHOWN)
    what = _WHAT[r.state]
    severity, probability = _weigh(r, looks)
    return Finding(
        kind, severity, f"fidelity.{kind}", f'"{fact.child}" states "{shown}". {what}', REMEDIES[kind],
        (r.start, r.end) if placed else (-1, -1), parent[r.start : r.end] if placed else "", fact.child, (fact.start, fact.end), fact.text, fact.id, probability,
    )  # fmt: skip


class _Looks(NamedTuple):
    """The ways in which one parent is asked about a fact that it does not hold word for word."""

    held: Held
    backward: Backward
    traces: Traces
    parent: str
    finished: Finished
    none_left: bool = False


def _none_left(states: Sequence[Retained], answers: Mapping[str, Answer], looks: _Looks) -> bool:
    """Whether the parent shares no word with its children, and none of several demands that surely bind shows: each alone may
    be worded freely, all of them hardly are."""
    binding = [
        r for r in states
        if r.fact.kind == "constraint" and r.fact.sure and len(looks.held.texts.get(r.fact.child, "")) <= _MANUAL
    ]  # fmt: skip
    if len(binding) < _SEVERAL or any(r.state != "missing" or r.fact.id in answers for r in binding):
        return False
    facts = [r.fact for r in binding]
    return looks.traces.shares_nothing and all(
        not apart(f.text, looks.parent) and looks.traces.ask(f.text, f.child, f.sentence).gone >= _ALL_GONE
        for f in facts
    )


def _weigh(r: Retained, looks: _Looks) -> tuple[Severity, float]:
    """How sure the loss is: (severity, probability)."""
    fact, held = r.fact, looks.held
    if fact.kind == "constraint" and r.state == "missing":
        return _weigh_demand(fact, looks)
    if fact.kind in SENTENCE_KINDS:
        return "suspicion", 0.5 if r.state == "changed" else 0.4
    if r.state == "changed":
        return "suspicion", 0.6  # a changed value that no source has is found by the sure checks
    if not fact.sure:
        return "suspicion", 0.5
    if not r.certain or held.may_hold(fact):
        return "suspicion", 0.5
    # Names are left out of good summaries (a file that was read, a ticket that is closed), and who merges has no room: real
    # compactions at 10:1 drop a quarter of them. Limits, dates and codes that were set by the user are for whoever goes on.
    # So are the class of an error without a code, and the code of a success.
    name = fact.kind in _NAMES or (fact.kind == "error" and not _CODE.search(fact.text))
    sure = not name and (held.roomy or (fact.role == "user" and held.airy))
    return "warning", 0.92 if sure else 0.75


def _is_echoed(demand: str, parent: str) -> bool:
    """A name out of the demand stands in the parent, or a sentence of its own that forbids or binds has one of the demand's words,
    in whatever form: then it may be there, reworded."""
    if any(name in parent for name in _NAME.findall(demand)):
        return True
    roots = {w[:_ROOT].lower() for w in _LONG.findall(demand)}
    return any(
        _BINDS.search(part) and roots & {w[:_ROOT].lower() for w in _LONG.findall(part)}
        for part in _PARTS.split(parent)
    )


def _weigh_demand(fact: Fact, looks: _Looks) -> tuple[Severity, float]:
    """How sure it is that a demand is gone, and not there in other words."""
    if apart(fact.text, looks.parent):
        return "suspicion", 0.4  # words of two languages cannot be compared
    if _ANSWER.match(fact.text):
        return "suspicion", 0.6  # half of what it demands stands in the question before it
    order = _AFTER_ORDER.split(demand_of(fact.text))[0]
    if _POINTS.search(order) and count_words(order) < _OWN_WORDS:
        return "suspicion", 0.6  # "remove this again": what it is about was said before, in other words
    trace = looks.traces.ask(fact.text, fact.child, fact.sentence)
    apart_from_it = trace.near < 1.0  # else one sentence of the parent has all of its words, and is it in another form
    if fact.sure and (
        trace.is_gone
        or looks.none_left
        or (apart_from_it and looks.backward.gone(fact.text, fact.child, fact.sentence))
    ):
        # What a long text orders its readers to do ("do not file this copy") is a demand too, but a short summary of it has
        # no room for it; nor for each rule of a manual that somebody gave to the agent in one long message.
        if looks.finished.ends(fact):
            return "suspicion", _WITH_ITS_WORK
        if _is_echoed(fact.text, looks.parent):
            return "suspicion", _LEFT_OUT if _is_left_out(fact, trace, looks) else _LIKELY
        ordered = fact.role == "user" and len(looks.held.texts.get(fact.child, "")) <= _MANUAL
        return "warning", 0.95 if ordered or looks.held.spacious else 0.8
    if _is_left_out(fact, trace, looks) and not looks.finished.ends(fact):
        return "suspicion", _LEFT_OUT
    return "suspicion", round(min(trace.gone, _LIKELY), 2)


def _is_left_out(fact: Fact, trace: Trace, looks: _Looks) -> bool:
    """Whether a person's demand of some length shows by so little that it is not there in other words. Measured on 1,448 faithful
    summaries and 779 from which one sentence with a demand was taken: one and 22 % have such a demand (docs/signals.md)."""
    if not (fact.sure and fact.role == "user") or len(looks.held.texts.get(fact.child, "")) > _MANUAL:
        return False
    if trace.words < _WORDS_MIN or trace.odds < _GONE_ODDS or fact.text.rstrip().endswith("?"):
        return False
    if any(initials in looks.parent for initials in _initialisms(fact.text)):
        return False  # "confidence intervals" told as "CI"
    kind = demand_kind(lower_case(demand_of(fact.text)))
    return kind == "forbids" or (kind == "limits" and not _is_echoed(fact.text, looks.parent))


def _initialisms(text: str) -> frozenset[str]:
    """The initials of each run of two to four words, in capitals."""
    words = _WORDS.findall(text)
    return frozenset(
        "".join(w[0] for w in words[i : i + n]).upper() for n in (2, 3, 4) for i in range(len(words) - n + 1)
    )
