"""A case without its secrets: children, parent and context with placeholders, and the way back for the places of findings.

In: a case as it was given. Out: a `Private` case; where no text has a secret, the very same texts. Everything is measured, asked of a judge
and quoted on the redacted texts, so no report carries a secret; spans are given back in the texts that the caller has. A secret of a
child is found again in the parent without its name, and each one that the parent has is a finding of its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from leadline.core.facts.model import Fact
from leadline.core.secrets.redact import Redacted, Redactor
from leadline.core.signals.findings import REMEDIES
from leadline.core.signals.model import Finding, Measurement
from leadline.core.text.messages import Child

__all__ = ["Private", "leaks", "private_case", "with_leaks"]


@dataclass(frozen=True, slots=True)
class Private:
    """The texts to measure. `parent` knows what was hidden in it; `moved` the children (by id) whose places have moved."""

    children: tuple[Child, ...]
    parent: Redacted
    context: str | None = None
    originals: tuple[Child, ...] = ()
    moved: Mapping[str, Redacted] = field(default_factory=dict)

    def finding(self, f: Finding) -> Finding:
        """The finding with its places in the texts that were given; its quotes keep the placeholders."""
        child = self.moved.get(f.child or "")
        if child is None and not self.parent.hidden:
            return f
        places = f.child_span if child is None else child.span(*f.child_span)
        return replace(f, parent_span=self.parent.span(*f.parent_span), child_span=places)

    def fact(self, fact: Fact) -> Fact:
        """The fact with its places in the child that was given."""
        child = self.moved.get(fact.child)
        if child is None:
            return fact
        start, end = child.span(fact.start, fact.end)
        return replace(fact, start=start, end=end, sentence=child.span(*fact.sentence))


def private_case(
    children: Sequence[Child], parent: str, context: str | None, originals: Sequence[Child], *, spans_fixed: bool
) -> Private:
    """The case without secrets. `spans_fixed`: a structured draft names places of the children, so they stay as they are."""
    if spans_fixed:  # its children were redacted before the draft was filled from them (api.py)
        return Private(tuple(children), Redacted(parent), context, tuple(originals))
    redactor = Redactor()
    every = redactor.children((*children, *originals))
    pairs, older = every[: len(children)], tuple(child for child, _ in every[len(children) :])
    around = None if context is None else redactor.text(context).text
    moved = {child.id: found for child, found in pairs if found.hidden}
    return Private(tuple(child for child, _ in pairs), redactor.text(parent), around, older, moved)


def leaks(parent: Redacted) -> tuple[Finding, ...]:
    """One finding for each secret that the parent has."""
    return tuple(
        Finding(
            "secret_leaked", "hard", "fidelity.secret_leaked",
            f"The summary carries what looks like a credential ({h.kind}); summaries travel further than their sources.",
            REMEDIES["secret_leaked"], (h.start, h.end), parent.text[h.start : h.end],
        )
        for h in parent.hidden
    )  # fmt: skip


def with_leaks(measurement: Measurement, found: Sequence[Finding]) -> Measurement:
    """The measurement with these findings among those of the form."""
    if not found:
        return measurement
    form = measurement.signals["form"]
    value = max(0.0, (form.value or 0.0) - len(found) / 3)
    form = replace(form, value=value, findings=(*form.findings, *found))
    return replace(measurement, signals={**measurement.signals, "form": form})
