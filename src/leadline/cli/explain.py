"""`leadline explain`: one rule of the gate in plain words, or the list of them."""

from __future__ import annotations

import click

from leadline.cli.exits import Exit
from leadline.cli.options import json_option
from leadline.cli.output import emit, emit_json, use_color

__all__ = ["command"]

OUTCOMES = {
    "invalid": "invalid: nobody may read the summary; it is written anew from the children",
    "use_original": "halt, use original: the next summary is made from original text again",
    "halt": "halt: the summary is completed from the children, or the children stay",
    "flatten": "flatten: the children hang directly under the root",
    "note": "a note: shown, decides nothing",
}


@click.command("explain")
@click.argument("rule", required=False)
@json_option
def command(rule: str | None, as_json: bool) -> int:
    """Explain a rule: what it means, why it matters, what to do. Without RULE: list them all.

    \b
    leadline explain fidelity.value_changed
    """
    from leadline.core.policy.rules import RULES, get_rule
    from leadline.views.terminal import paint, paragraph, table

    if rule is None:
        if as_json:
            emit_json(RULES)
            return Exit.FINE
        rows = [("rule", "leads to", "in short"), *((r.id, r.outcome, r.title) for r in RULES)]
        emit("\n".join(table(rows)))
        return Exit.FINE
    found = get_rule(rule)
    if as_json:
        emit_json(found)
        return Exit.FINE
    color = use_color()
    source = "the design (docs/words.md)" if found.source == "design" else f"record {found.source}"
    emit(f"{paint(found.id, 'bold', color)}  {found.title}")
    for label, text in (
        ("what it means", found.meaning), ("why it matters", found.why), ("what to do", found.remedy),
        ("leads to", OUTCOMES[found.outcome]), ("comes from", source),
    ):  # fmt: skip
        emit()
        emit(paint(label, "dim", color))
        emit("\n".join(paragraph(text, indent="  ")))
    return Exit.FINE
