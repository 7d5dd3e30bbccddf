"""`leadline plan`: what each fan-out and depth would keep and cost, before anything is built."""

from __future__ import annotations

import click

from leadline.cli.exits import Exit
from leadline.cli.options import json_option, policy_option, read_session_path, session_argument, store_option
from leadline.cli.output import emit, emit_json

__all__ = ["command"]


@click.command("plan")
@session_argument(required=False)
@click.option("--tokens", type=click.IntRange(min=1), help="Price so many tokens of source instead of a session.")
@click.option("--budget", type=click.IntRange(min=1), help="Tokens that the working context may have.")
@click.option("--probes", nargs=2, type=click.IntRange(min=0), metavar="ASKED KEPT",
              help="What this summarizer kept of so many held-out facts in its first drafts.")  # fmt: skip
@store_option
@policy_option
@json_option
def command(
    session: str | None, tokens: int | None, budget: int | None, probes: tuple[int, int] | None, store: str | None,
    policy: str, as_json: bool,
) -> int:  # fmt: skip
    """Price the depth of a tree: retention, tokens, calls and storage for each fan-out and number of levels.

    \b
    leadline plan sample:checkpoints --budget 4000
    leadline plan --tokens 180000 --probes 50 48
    """
    if (session is None) == (tokens is None):
        raise click.UsageError("name a session, or give --tokens")
    from leadline.compose import measured_first_drafts
    from leadline.core.policy.depth import find_shallowest, plan_depth
    from leadline.core.policy.estimate import LevelCounts
    from leadline.policies import load_policy
    from leadline.views.terminal import paragraph, table

    chosen = load_policy(policy)
    size = tokens if tokens is not None else _tokens_of(str(session))
    measured = measured_first_drafts(store) if probes is None else None
    known = probes or measured
    counts = None if known is None else LevelCounts(*known)
    prices = plan_depth(size, chosen, first_draft=counts)
    limit = budget or chosen.budget
    best = None if limit is None else find_shallowest(prices, limit)
    if as_json:
        emit_json({"tokens": size, "policy": chosen.name, "budget": limit, "prices": prices, "shallowest": best})
        return Exit.FINE if limit is None or best is not None else Exit.REFUSED
    rows = [("levels", "fan-out", "kept at root", "between", "tokens", "parents", "stored kB", "floor", "pays")]
    rows += [
        (
            str(p.depth), str(p.fan_out), f"{p.retention:.3f}", f"{p.low:.2f}-{p.high:.2f}", f"{p.tokens:,}", f"{p.calls:,}",
            f"{p.storage_bytes / 1000:,.0f}", "met" if p.meets_floor else "missed", "yes" if p.pays or p.depth == 0 else "no",
        )
        for p in prices
    ]  # fmt: skip
    emit(f"{size:,} tokens of source under the policy {chosen.name} (floor {chosen.fact_floor})")
    emit("\n".join(table(rows, right=frozenset(range(7)))))
    emit()
    if limit is None:
        emit("Give --budget TOKENS to see the shallowest tree that fits.")
    elif best is None:
        text = f"No tree fits {limit:,} tokens, meets the floor {chosen.fact_floor} and pays. The ways on: a larger budget, a summarizer that keeps more, or leaves that stay beside the root."
        emit("\n".join(paragraph(text)))
        return Exit.REFUSED
    else:
        levels = "1 level" if best.depth == 1 else f"{best.depth} levels"
        emit(f"The shallowest that fits {limit:,} tokens: {levels}, fan-out {best.fan_out}, {best.tokens:,} tokens.")
    if measured is not None:
        emit(f"The rate is measured: first drafts in the store kept {measured[1]:,} of {measured[0]:,} facts.")
    elif probes is None:
        emit(
            "\n".join(
                paragraph(
                    "No probes given: the rate is record 000's 0.9, hardly known, hence the wide bounds. `leadline compact` measures the real one."
                )
            )
        )
    return Exit.FINE


def _tokens_of(session: str) -> int:
    from leadline.core.text.messages import Message
    from leadline.core.text.tokens import count_tokens
    from leadline.readers import open_transcript

    items = open_transcript(read_session_path(session))
    return max(1, sum(count_tokens(item.text) for item in items if isinstance(item, Message)))
