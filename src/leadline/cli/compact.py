"""`leadline compact`: a session in, its gated summary tree into the store, the working context out."""

from __future__ import annotations

import click

from leadline.cli.exits import Exit
from leadline.cli.options import (
    json_option,
    judge_options,
    max_record_option,
    policy_option,
    session_argument,
    store_option,
)
from leadline.cli.output import emit, emit_json, use_color, warn
from leadline.cli.progress import progress

__all__ = ["command"]


@click.command("compact")
@session_argument()
@click.option("--budget", type=click.IntRange(min=1), metavar="TOKENS", help="Tokens that the working context may have "
              "(default 16000). Soft: what is owed may exceed it, and that is said.")  # fmt: skip
@click.option("--depth-max", type=click.IntRange(min=1), metavar="LEVELS", help="At most so many levels of summaries.")
@click.option("--strict", is_flag=True, help="Stop at a record that cannot be read whole (broken, "
              "cut off at the end, not UTF-8) instead of keeping what can be read.")  # fmt: skip
@click.option("--redact-store", is_flag=True, help="Keep no secret in the store either, not even beside its leaf.")
@click.option("--context-only", is_flag=True, help="Print only what an agent reads, without the account below it.")
@max_record_option
@policy_option
@judge_options
@store_option
@json_option
def command(
    session: str, budget: int | None, depth_max: int | None, strict: bool, context_only: bool, max_record: int | None,
    policy: str, judge: str | None, judge_url: str | None, store: str | None, as_json: bool, redact_store: bool,
) -> int:  # fmt: skip
    """Build or continue a session's gated summary tree, and print the working context.

    Run again on an unchanged session, nothing new is written; on one that has grown, only the new part is folded in.

    \b
    leadline compact sample:checkpoints
    leadline compact session.jsonl --budget 8000 --context-only > context.md
    """
    from leadline.compose import compact_file
    from leadline.views.tree import compact_account

    with progress() as tell:
        result = compact_file(
            session,
            store=store,
            policy=policy,
            budget=budget,
            depth_max=depth_max,
            strict=strict,
            progress=tell,
            max_record=max_record,
            judge=judge,
            judge_url=judge_url,
            redact_store=redact_store,
        )
    if judge is not None:
        warn(
            "leadline: the judge had nothing to decide: the summaries that compact writes are the session's own words; it is asked in check, in "
            "audit, and about a summarizer of your own"
        )
    if as_json:
        emit_json(result.as_dict())
        return Exit.FINE
    if result.over_budget:  # also where the account says it: what is printed may go into a file, or to an agent
        warn(
            f"leadline: the working context has {result.tokens_out:,} tokens, {result.over_budget:,} more than the budget of "
            f"{result.budget:,}: {result.over_budget_because}; a larger one: --budget TOKENS"
        )
    if result.nothing_to_do:
        said = f"Nothing to do: {result.nothing_to_do}"
        if not context_only:
            emit(said)
            return Exit.FINE
        warn(said)  # what is printed goes to an agent: the session itself
    emit(result.context)
    if not context_only:
        emit()
        emit("\n".join(compact_account(result.as_dict(), color=use_color())))
        if result.secrets:
            kept = (
                "the store keeps none"
                if redact_store
                else "the store keeps them beside their leaves; --redact-store does not"
            )
            emit(f"{result.secrets} secret{'s' * (result.secrets != 1)} replaced by placeholders; {kept}")
    return Exit.FINE
