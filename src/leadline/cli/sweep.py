"""`leadline sweep`: which leaves the root still answers for; marks them, and after a grace period takes their text away."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import click

from leadline.cli.exits import Exit, InputError
from leadline.cli.options import json_option, session_argument, store_option
from leadline.cli.output import emit, emit_json
from leadline.cli.who import by_option, reason_option, who_decides

if TYPE_CHECKING:
    from leadline.engine.marks import Mark
    from leadline.engine.sweep import SweepItem, SweepPlan
    from leadline.engine.sweeping import Swept
    from leadline.stores.archive import Archive
    from leadline.stores.port import Store

__all__ = ["command"]

_GRACE = re.compile(r"(\d{1,6})([dhms]?)")
_UNITS = {"d": "days", "h": "hours", "m": "minutes", "s": "seconds", "": "seconds"}


@click.command("sweep")
@session_argument(required=False)
@click.option("--dry-run", is_flag=True, help="Only plan (the default).")
@click.option("--mark", is_flag=True, help="Announce what may go; nothing is removed yet.")
@click.option("--apply", "apply_", is_flag=True, help="Remove what was marked, once the grace period is over.")
@click.option("--unmark", is_flag=True, help="Take the mark back (needs --reason).")
@click.option("--grace", metavar="TIME", help="With --mark: how long to wait at least (7d, 12h, 30m, 0; default 7d). "
              "A mark that stands already is never shortened.")  # fmt: skip
@click.option("--archive", metavar="FOLDER|URL", help="Move the texts there instead of deleting them: with --mark to say "
              "so, with --apply to do it. A URL needs leadline[archive].")  # fmt: skip
@click.option("--policy", metavar="NAME|FILE", help="Decide under this policy; with --mark it is put in force, with a receipt "
              "(needs --reason).")  # fmt: skip
@reason_option("Why; kept with the record.", required=False)
@by_option
@store_option
@json_option
def command(
    session: str | None, dry_run: bool, mark: bool, apply_: bool, unmark: bool, grace: str | None, archive: str | None,
    policy: str | None, reason: str, by: str | None, store: str | None, as_json: bool,
) -> int:  # fmt: skip
    """Plan which leaves may go, mark them, and later take their text away. A tombstone keeps the owed sentences.

    A leaf may go only if every probe is answered now, if every owed fact in it is readable in a node that stands or was
    dropped with a record, and if nobody holds or pinned it. Exit 1 if something that was marked stays, or the grace is not over.

    \b
    leadline sweep                                what may go, and why not
    leadline sweep --mark --archive FOLDER        announce it
    leadline sweep --apply --archive FOLDER       seven days later
    """
    from leadline.cli.sessions import session_named
    from leadline.compose import open_store

    phase = _only_phase({"plan": dry_run, "mark": mark, "apply": apply_, "unmark": unmark})
    _require_fitting(phase, grace=grace, archive=archive, policy=policy, reason=reason)
    who = who_decides(by)
    with open_store(store, create=False) as opened:
        name = session_named(opened, session)
        kept = None if archive is None else _open_archive(archive, store)
        if phase == "unmark":
            return _unmark(opened, name, who, reason, as_json)
        if phase == "apply":
            return _apply(opened, name, kept, as_json)
        return _plan(opened, name, phase == "mark", grace, kept, policy, who, reason, as_json)


def _only_phase(asked: Mapping[str, bool]) -> str:
    """The one that was asked for, else the plan. Two at once are refused: what is marked and applied in one breath had no grace."""
    phases = [phase for phase, is_asked in asked.items() if is_asked]
    if len(phases) > 1:
        options = " and ".join("--dry-run" if phase == "plan" else f"--{phase}" for phase in phases)
        raise InputError(
            f"{options} are two phases, and one command does one of them; nothing was marked or removed",
            "first leadline sweep --mark, then, once the grace period is over, leadline sweep --apply",
        )
    return phases[0] if phases else "plan"


def _require_fitting(phase: str, *, grace: str | None, archive: str | None, policy: str | None, reason: str) -> None:
    if grace is not None and phase != "mark":
        raise InputError("--grace belongs to --mark: the period runs from there", "leadline sweep --mark --grace 7d")
    if archive is not None and phase not in ("mark", "apply"):
        raise InputError("--archive belongs to --mark and --apply", "leadline sweep --mark --archive FOLDER")
    if policy is not None and phase not in ("plan", "mark"):
        raise InputError(
            "--policy belongs to the plan and to --mark", "leadline sweep --mark --policy FILE --reason WHY"
        )
    if not reason.strip() and (phase == "unmark" or (policy is not None and phase == "mark")):
        raise InputError("this needs a reason: it is what a later reader will ask for", "add --reason WHY")


def _open_archive(given: str, store: str | None) -> Archive:
    from leadline.compose import open_archive, store_place

    return open_archive(given, store=store_place(store))


def _period(grace: str | None) -> timedelta:
    from leadline.engine.marks import GRACE

    if grace is None:
        return GRACE
    match = _GRACE.fullmatch(grace.strip())
    if match is None:
        raise InputError(f"--grace {grace!r} is no time", "give a number and d, h, m or s: 7d, 12h, 30m, 0")
    return timedelta(**{_UNITS[match[2]]: int(match[1])})


def _plan(
    opened: Store, name: str, marking: bool, grace: str | None, archive: Archive | None, policy: str | None, who: str,
    reason: str, as_json: bool,
) -> int:  # fmt: skip
    from leadline.core.policy.model import in_scope
    from leadline.engine.policy_change import record_policy
    from leadline.engine.session import load_session
    from leadline.engine.sweep import plan_sweep
    from leadline.engine.sweeping import mark_sweep
    from leadline.policies import load_policy

    period = _period(grace)
    rules = None if policy is None else in_scope(load_policy(policy), "engine")
    if marking:
        if rules is not None:
            record_policy(opened, name, rules, by=who, reason=reason)
        place = None if archive is None else archive.place
        plan = mark_sweep(opened, name, by=who, reason=reason, grace=period, archive=place)
    else:
        plan = plan_sweep(opened, name, rules)
    mark = load_session(opened, name).mark
    if as_json:
        emit_json({
            "session": name, "phase": "mark" if marking else "plan", "applied": False, "swept": 0, "allowed": len(plan.allowed),
            "policy": plan.policy, "probes": plan.probes, "leaves": [_row(item) for item in plan.items],
            "mark": None if mark is None else {**_fields(mark), "due": mark.due.isoformat()},
        })  # fmt: skip
        return Exit.FINE
    _emit_plan(plan)
    if marking and plan.allowed:
        assert mark is not None, "it was just made"
        where = "deleted" if mark.archive is None else f"moved to {mark.archive}"
        emit(f"marked: {len(mark.leaves)} leaves; nothing was removed. From {mark.due.isoformat(timespec='seconds')} on their text may be {where}: {_next(name, mark)}")  # fmt: skip
        _emit_kept(name, mark, archive)
    elif plan.allowed:
        emit(f"Nothing was touched. To announce it: leadline sweep {name} --mark")
    if mark is not None and not marking:
        emit(f"Marked by {mark.by} are {len(mark.leaves)} leaves; from {mark.due.isoformat(timespec='seconds')} on: {_next(name, mark)}")  # fmt: skip
    return Exit.FINE


def _emit_kept(name: str, mark: Mark, archive: Archive | None) -> None:
    """What an earlier mark had announced and this one did not change."""
    kept = ["its date, because the period asked for now would be over before it"] if mark.waits_longer else []
    kept += ["its archive"] if archive is None and mark.archive is not None else []
    if kept:
        emit(f"kept from the earlier mark: {', and '.join(kept)}. To begin anew: leadline sweep {name} --unmark --reason WHY, then --mark")  # fmt: skip


def _next(name: str, mark: Mark) -> str:
    """The command that applies the mark."""
    return f"leadline sweep {name} --apply" + ("" if mark.archive is None else f" --archive {mark.archive}")


def _emit_plan(plan: SweepPlan) -> None:
    from leadline.views.terminal import one_line, table

    rows = [
        (i.leaf, f"{i.lines[0]}-{i.lines[1]}", f"{i.chars:,}", "may go" if i.allowed else "stays", one_line(i.reason))
        for i in plan.items
    ]
    emit("\n".join(table([("leaf", "lines", "chars", "", "because"), *rows], right=frozenset((2,)))))
    emit()
    chars, let_go = sum(i.chars for i in plan.allowed), sum(len(i.let_go) for i in plan.allowed)
    emit(f"{plan.probes[1]} of {plan.probes[0]} probes have their answer; {len(plan.allowed)} of {len(plan.items)} leaves may go ({chars:,} characters)")  # fmt: skip
    if not plan.allowed:
        emit("Nothing may go now.")
    if let_go:
        emit(f"With them go {let_go} supporting facts, which nothing demands and nothing above says (an archive keeps them)")  # fmt: skip


def _apply(opened: Store, name: str, archive: Archive | None, as_json: bool) -> int:
    from leadline.engine.sweeping import apply_sweep

    done = apply_sweep(opened, name, now=datetime.now(UTC), archive=archive)
    refused = [item for item in done.stays if item.reason != "already swept"]
    code = Exit.REFUSED if refused else Exit.FINE
    if as_json:
        emit_json({
            "session": name, "phase": "apply", "applied": True, "swept": len(done.went), "allowed": len(done.went),
            "receipt": done.receipt, "archive": done.archive, "still_there": done.still_there,
            "leaves": [_row(item) for item in (*done.went, *done.stays)],
        })  # fmt: skip
        return code
    _emit_swept(done, refused)
    return code


def _emit_swept(done: Swept, refused: list[SweepItem]) -> None:
    from leadline.views.terminal import one_line

    chars = sum(i.chars for i in done.went)
    if done.went:
        where = "deleted" if done.archive is None else f"moved to the archive {done.archive}, each read back and hashed"
        emit(f"{len(done.went)} leaves ({chars:,} characters) were {where}; tombstones keep their owed sentences")
        emit(f"  receipt {done.receipt}")
    else:
        emit("nothing was removed; the mark is void")
    for item in refused:
        emit(f"  {item.leaf} stays: {one_line(item.reason)}")
    if done.still_there:
        emit(f"  {', '.join(done.still_there)}: still in the store, because another session has the same text")


def _unmark(opened: Store, name: str, who: str, reason: str, as_json: bool) -> int:
    from leadline.engine.sweeping import unmark_sweep

    unmark_sweep(opened, name, by=who, reason=reason)
    if as_json:
        emit_json({"session": name, "phase": "unmark", "applied": False, "swept": 0, "by": who, "reason": reason})
    else:
        emit(f"the mark of {name} was taken back; nothing was removed")
    return Exit.FINE


def _row(item: SweepItem) -> dict[str, Any]:
    return {
        "leaf": item.leaf, "digest": item.digest, "chars": item.chars, "lines": item.lines, "allowed": item.allowed,
        "reason": item.reason, "supporting_let_go": len(item.let_go),
    }  # fmt: skip


def _fields(value: object) -> dict[str, Any]:
    from leadline.views.json import plain

    fields = plain(value)
    assert isinstance(fields, dict), "a mark is a dataclass"
    return fields
