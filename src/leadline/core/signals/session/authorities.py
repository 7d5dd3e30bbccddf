"""An authority that nobody asked: "the documentation shows that", where no source has opened, quoted or named any documentation.

In: a trial. Out: findings `invented_detail`. What was looked up in a session leaves its name, its address or its command there. So where
the parent lets documentation, a specification, a log, a search, a profiler or a screenshot testify, and no child knows of
one under any of its names, somebody's belief is told as its testimony. What was not looked at, or is still to be, testifies nothing.
"""

from __future__ import annotations

import re

from leadline.core.signals.findings import make
from leadline.core.signals.index import Trial
from leadline.core.signals.model import Finding
from leadline.core.signals.session.spoken import is_session

__all__ = ["find_unasked_authority"]

_AUTHORITIES = (  # how a parent names it, and how a session knows it
    (r"documentation|docs|manual|API reference|reference manual|man page|user guide", r"\bdocs?\b|document|manual|reference|https?:|\.md\b|\.rst\b|readme|\bman \w|help\b|guide|wiki|\bsite\b|search|fetch|web\b|paper|policy|handbook|instructions"),
    (r"specification|spec|RFC|standard", r"\bspecs?\b|specif|\brfc|standard|https?:|\.md\b|\bISO\b|\bW3C\b|docs?\b|document|search|fetch|requirement|grammar|schema"),
    (r"logs?|log files?|log output", r"\blog|\.log\b|journal|syslog|trace|stdout|stderr|output|console|print|debug|\b(?:info|warn|warning|error)\b|\d\d:\d\d"),
    (r"web search|search results|online search|internet search|forum posts?|blog posts?|Stack Overflow(?: answers?)?", r"search|https?:|web\b|stack ?overflow|forum|blog|google|online|internet|thread|post"),
    (r"profilers?|profiling|flame graph|benchmarks?", r"profil|flame|bench|perf\b|timing|\bms\b|seconds|measur|\btime\b|latency|speed|\d ?s\b"),
    (r"debugger", r"debugger|\bgdb\b|\bpdb\b|lldb|breakpoint|dlv|devtools|inspector|step"),
    (r"screenshots?", r"screen ?shot|screen|image|\.png|\.jpe?g|picture|photo|snapshot|render|browser"),
    (r"change ?log|release notes", r"change ?log|release|changes\b|history|news\b|version|https?:"),
    (r"git (?:history|blame|bisect|log)|commit history", r"\bgit\b|commit|blame|bisect|history|revision"),
)  # fmt: skip
_VERB = r"(?:shows?|showed|says?|said|states?|stated|confirms?|confirmed|describes?|described|reveals?|revealed|makes? (?:it )?clear|proves?|proved|mentions?|mentioned|specif(?:y|ies|ied)|lists?|listed|warns?|warned)"
_UNTOLD = re.compile(
    r"\b(?:not|no|never|nothing|nobody|neither|nor|without|if|whether|unless|until|must|should|would|will|could|may|might|need\w*|ask\w*|want\w*|whatever|once|when)\b|n['’]t\b|\?",
    re.I,
)
_CLAIMS = tuple(
    (
        re.compile(
            rf"\b(?:the|its|their|an?) (?:[\w.'-]+ ){{0,3}}?(?:{name}) (?:also |clearly |then |itself )?{_VERB}\b|\b(?:according to|as (?:stated|described|shown|specified|documented) (?:in|by)) (?:the|its|their) (?:[\w.'-]+ ){{0,3}}?(?:{name})\b",
            re.I,
        ),
        re.compile(known, re.I),
    )
    for name, known in _AUTHORITIES
)
_CHEAP = re.compile("|".join(name for name, _ in _AUTHORITIES), re.I)
_P = 0.8  # one faulty claim of a real session, no faithful one of 7,675


def find_unasked_authority(trial: Trial) -> list[Finding]:
    """At most one finding a sentence, in the order of the parent."""
    if not is_session(trial) or not _CHEAP.search(trial.parent):
        return []
    out: list[Finding] = []
    for sentence in trial.parent_sentences:
        if sentence.kind in ("code", "data", "heading"):
            continue
        for told, known in _CLAIMS:
            said = told.search(sentence.text)
            if said is None or _UNTOLD.search(sentence.text[: said.end()]):
                continue
            if not any(known.search(child.text) for child in trial.pool):
                out.append(_finding(trial, (sentence.start + said.start(), sentence.start + said.end())))
                break
    return out


def _finding(trial: Trial, span: tuple[int, int]) -> Finding:
    quote = trial.parent[span[0] : span[1]]
    return make(
        trial, "invented_detail", "suspicion",
        f'The summary says "{quote}"; no source has opened, quoted or named such a thing. What somebody believes is told as what it says.',
        parent=span, probability=_P,
    )  # fmt: skip
