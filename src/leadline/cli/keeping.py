"""What `hold` and `pin` share: put a target out of a sweep's reach, or list what is."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal, TypeVar

import click

from leadline.cli.exits import Exit, InputError
from leadline.cli.options import json_option, store_option
from leadline.cli.output import emit, emit_json
from leadline.cli.who import by_option, reason_option, who_decides

if TYPE_CHECKING:
    from leadline.engine.keeps import Keep

__all__ = ["keep_lines", "keep_options", "keep_or_list"]

F = TypeVar("F", bound=Callable[..., Any])


def keep_options(reason: str) -> Callable[[F], F]:
    """What both commands take: a target, a reason (asked for as `reason` says), who, a session, a store, and --json."""

    def decorated(command: F) -> F:
        for option in (
            json_option,
            store_option,
            click.option("--session", metavar="SESSION", help="Session of the store (default: the newest)."),
            by_option,
            reason_option(reason, required=False),
            click.argument("target", required=False, metavar="[TARGET]"),
        ):
            command = option(command)
        return command

    return decorated


def keep_or_list(
    kind: Literal["hold", "pin"], target: str | None, reason: str, by: str | None, session: str | None, store: str | None,
    as_json: bool,
) -> int:  # fmt: skip
    """Record a hold or pin on `target`, or, without one, print those that there are."""
    from leadline.cli.sessions import open_session
    from leadline.engine.keeping import record_keep

    if target is not None and not reason.strip():
        raise InputError(f"a {kind} needs a reason", f"leadline {kind} {target} --reason WHY")
    with open_session(store, session) as (opened, found):
        keeps = list(found.keeps.values())
        if target is not None:
            keeps = [record_keep(opened, found.name, kind, target, by=who_decides(by), reason=reason)]
    if as_json:
        emit_json({"session": found.name, "keeps": keeps})
        return Exit.FINE
    if target is not None and found.mark is not None:
        emit("the mark that stood is void: mark again what should be swept")
    emit("\n".join(keep_lines(keeps) or [f"nothing is held or pinned in {found.name}"]))
    return Exit.FINE


def keep_lines(keeps: list[Keep]) -> list[str]:
    """One line each, released ones last in the words of who released them."""
    from leadline.views.terminal import one_line

    lines = []
    for keep in keeps:
        end = (
            "" if keep.released is None else f"; released by {one_line(keep.released[0])}: {one_line(keep.released[1])}"
        )
        lines.append(f"{keep.id}  {keep.target}  by {one_line(keep.by)}: {one_line(keep.reason)}{end}")
    return lines
