"""`leadline probe`: is every fact that is owed readable in the texts that stand for the session now?"""

from __future__ import annotations

from collections import Counter

import click

from leadline.cli.exits import Exit
from leadline.cli.options import json_option, session_argument, store_option
from leadline.cli.output import emit, emit_json, use_color

__all__ = ["command"]


@click.command("probe")
@session_argument(required=False)
@store_option
@json_option
def command(session: str | None, store: str | None, as_json: bool) -> int:
    """Ask every probe at the root, by kind and level. Exit 1 if one has no answer."""
    from leadline.cli.sessions import open_session
    from leadline.engine.ledger import ask_probes
    from leadline.views.terminal import paint, quote, table

    with open_session(store, session) as (_, found):
        probes = ask_probes(found)
    unanswered = [p for p in probes if not p.answered]
    code = Exit.REFUSED if unanswered else Exit.FINE
    asked = Counter((p.level, p.fact.kind) for p in probes)
    kept = Counter((p.level, p.fact.kind) for p in probes if p.answered)
    if as_json:
        rows = [
            {"level": level, "kind": kind, "asked": n, "answered": kept[level, kind]}
            for (level, kind), n in sorted(asked.items())
        ]
        emit_json(
            {
                "session": found.name,
                "asked": len(probes),
                "answered": len(probes) - len(unanswered),
                "by_kind": rows,
                "unanswered": unanswered,
            }
        )
        return code
    lines = [("level", "kind", "asked", "answered")]
    lines += [(str(level), kind, str(n), str(kept[level, kind])) for (level, kind), n in sorted(asked.items())]
    emit("\n".join(table(lines, right=frozenset((0, 2, 3)))))
    emit()
    emit(
        f"{len(probes) - len(unanswered)} of {len(probes)} probes have their answer in the texts that stand for {found.name}"
    )
    for probe in unanswered:
        emit(
            f"  {paint(probe.state, 'red', use_color())}  {probe.fact.kind}  {quote(probe.fact.text)}  at {probe.node}"
        )
        emit(f"    leadline expand {probe.fact.id}    or let it go: leadline drop {probe.fact.id} --reason WHY")
    return code
