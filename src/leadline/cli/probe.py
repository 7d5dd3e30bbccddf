"""`leadline probe`: is every fact that is owed readable in the texts that stand for the session now?"""

from __future__ import annotations

from collections import Counter

import click

from leadline.cli.exits import Exit
from leadline.cli.options import archive_option, json_option, session_argument, store_option
from leadline.cli.output import emit, emit_json, use_color

__all__ = ["command"]


@click.command("probe")
@session_argument(required=False)
@archive_option
@store_option
@json_option
def command(session: str | None, archive: str | None, store: str | None, as_json: bool) -> int:
    """Ask every probe at the root, by kind and level. Exit 1 if one has no answer.

    Where one has none, the place in the source is quoted; of a swept leaf from its tombstone, or with --archive from there.
    """
    from leadline.cli.sessions import open_session
    from leadline.compose import open_archive
    from leadline.engine.ledger import ask_probes
    from leadline.engine.references import resolve_reference
    from leadline.views.json import plain
    from leadline.views.terminal import paint, quote, table
    from leadline.views.tree import place_lines

    kept = None if archive is None else open_archive(archive, to_read=True)
    with open_session(store, session) as (opened, found):
        probes = ask_probes(found)
        unanswered = [p for p in probes if not p.answered]
        places = {p.fact.id: resolve_reference(opened, found, p.fact.id, kept)[0] for p in unanswered}
    code = Exit.REFUSED if unanswered else Exit.FINE
    answered = len(probes) - len(unanswered)
    asked = Counter((p.level, p.fact.kind) for p in probes)
    right = Counter((p.level, p.fact.kind) for p in probes if p.answered)
    if as_json:
        rows = [
            {"level": level, "kind": kind, "asked": n, "answered": right[level, kind]}
            for (level, kind), n in sorted(asked.items())
        ]
        emit_json(
            {
                "session": found.name,
                "asked": len(probes),
                "answered": answered,
                "by_kind": rows,
                "unanswered": [{**plain(p), "place": plain(places[p.fact.id])} for p in unanswered],
            }
        )
        return code
    lines = [("level", "kind", "asked", "answered")]
    lines += [(str(level), kind, str(n), str(right[level, kind])) for (level, kind), n in sorted(asked.items())]
    emit("\n".join(table(lines, right=frozenset((0, 2, 3)))))
    emit()
    emit(f"{answered} of {len(probes)} probes have their answer in the texts that stand for {found.name}")
    for probe in unanswered:
        emit(
            f"  {paint(probe.state, 'red', use_color())}  {probe.fact.kind}  {quote(probe.fact.text)}  at {probe.node}"
        )
        quoted = place_lines(plain(places[probe.fact.id]), str(found.meta.get("source") or found.name), text_max=200)
        emit("\n".join(f"    {line}" for line in quoted))
        emit(f"    leadline expand {probe.fact.id}    or let it go: leadline drop {probe.fact.id} --reason WHY")
    return code
