"""One way to run a check on a small text, so that an API change touches one function."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from leadline.core.signals.index import Trial
from leadline.core.signals.measure import measure
from leadline.core.signals.model import Finding, Signal
from leadline.core.text.messages import Child, Role

Text = str | tuple[Role, str]
RISK = 0.85  # the presets' risk in check


def trial(children: Sequence[Text] | str, parent: str, **more: str) -> Trial:
    """A trial of children `a`, `b`, ... ; a bare string is a summary child."""
    texts = [children] if isinstance(children, str) else list(children)
    pairs = [("summary", t) if isinstance(t, str) else t for t in texts]
    return Trial([Child(chr(97 + i), text, role) for i, (role, text) in enumerate(pairs)], parent, **more)  # type: ignore[arg-type]


def found(
    check: Callable[[Trial], Signal | Sequence[Finding]], children: Sequence[Text] | str, parent: str
) -> list[tuple[str, str]]:
    """(kind, severity) of all findings of one check, suspicions under one half left out."""
    result = check(trial(children, parent))
    findings = result.findings if isinstance(result, Signal) else result
    return [(f.kind, f.severity) for f in findings if f.severity != "suspicion" or f.probability > 0.5]


def refusing(check: Callable[[Trial], Sequence[Finding]], children: Sequence[Text] | str, parent: str) -> list[str]:
    """The kinds of what refuses in `check`, of one check."""
    return [f.kind for f in check(trial(children, parent)) if f.severity == "hard" or f.probability >= RISK]


def refusals(children: Sequence[Text] | str, parent: str) -> list[str]:
    """The kinds, each once, of what refuses the parent in `check`; what is missing from it is left out."""
    findings = measure(trial(children, parent).children, parent).findings
    return sorted(
        {f.kind for f in findings if f.parent_span[0] >= 0 and f.severity != "note" and f.probability >= RISK}
    )


def refused(children: Sequence[Text] | str, parent: str) -> list[str]:
    """The kinds of the findings that refuse in `check`, of all text checks together; what is missing left out."""
    findings = measure(trial(children, parent).children, parent).findings
    return [
        f.kind
        for f in findings
        if f.kind != "missing_owed" and (f.severity == "hard" or (f.severity == "suspicion" and f.probability >= RISK))
    ]


def told(children: Sequence[Text] | str, parent: str) -> list[str]:
    """The kinds of the findings that are at least likely, whether they refuse or not; what is missing left out."""
    findings = measure(trial(children, parent).children, parent).findings
    return [f.kind for f in findings if f.kind != "missing_owed" and (f.severity == "hard" or f.probability >= 0.75)]
