"""`leadline audit`: what the compactions that a session already contains lost, made up, or stated too surely."""

from __future__ import annotations

import click

from leadline.cli.exits import Exit, InputError
from leadline.cli.options import json_option, judge_options, max_record_option, policy_option, session_argument
from leadline.cli.output import emit, emit_json, use_color, warn
from leadline.cli.progress import progress

__all__ = ["command"]


@click.command("audit")
@session_argument(required=False)
@click.option("--all", "everything", is_flag=True, help="List every loss, suspicion and note.")
@click.option("--strict", is_flag=True, help="Stop at a record that cannot be read whole (broken, cut off, not UTF-8).")
@max_record_option
@policy_option
@judge_options
@json_option
def command(
    session: str | None, everything: bool, strict: bool, max_record: int | None, policy: str, judge: str | None,
    judge_url: str | None, as_json: bool,
) -> int:  # fmt: skip
    """Judge the compactions that a session already contains (without SESSION: the newest session on this machine).

    Exit 1 when something owed was lost. An encrypted summary is opaque: neither lost nor fine.
    """
    from leadline.compose import audit_file, newest_session
    from leadline.views.audit import audit_lines
    from leadline.views.json import plain

    if session is None:
        newest = newest_session()
        if newest is None:
            raise InputError(
                "no session of a known agent on this machine",
                "name one: leadline audit SESSION, or try sample:checkpoints",
            )
        session = str(newest)
        warn(f"leadline: the newest session is {session}")
    with progress() as tell:
        report = audit_file(
            session,
            policy=policy,
            strict=strict,
            max_record=max_record,
            progress=tell,
            judge=judge,
            judge_url=judge_url,
        )
    value = plain(report)
    if as_json:
        emit_json({"session": session, "lost": report.lost, **value})
    else:
        emit("\n".join(audit_lines(value, session, color=use_color(), everything=everything)))
    return Exit.REFUSED if report.lost else Exit.FINE
