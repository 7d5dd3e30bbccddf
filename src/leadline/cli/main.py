"""The program `leadline`: finds the command, runs it, and turns whatever happens into an exit code.

Only the command that runs is imported, so that `leadline --help` starts in the time that Python takes. Commands
return their exit code; errors become one line in `exits.tell`.
"""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Sequence

import click

from leadline.cli.output import discard_stdout, emit, prepare_streams, warn

__all__ = ["COMMANDS", "cli", "main"]

# name -> (module, one line of help). The lines stand here so that help needs no command's module.
COMMANDS: dict[str, tuple[str, str]] = {
    "compact": ("leadline.cli.compact", "Build or continue a session's gated summary tree."),
    "check": ("leadline.cli.check", "Judge a summary against the texts that it replaces."),
    "audit": ("leadline.cli.audit", "What did the compactions in a session lose?"),
    "show": ("leadline.cli.show", "Show the summary tree, one node, or the sessions."),
    "expand": ("leadline.cli.expand", "Lead a node, sentence or fact back to its source."),
    "probe": ("leadline.cli.probe", "Ask the probes at the root: what is readable there?"),
    "drop": ("leadline.cli.drop", "Record that a person lets a fact go, and why."),
    "hold": ("leadline.cli.hold", "Keep a leaf, node or session from being swept or let go."),
    "pin": ("leadline.cli.pin", "Keep a leaf, node or fact from being swept."),
    "release": ("leadline.cli.release", "End a hold or pin, and say why."),
    "sweep": ("leadline.cli.sweep", "Mark, then remove, leaves that the root answers for."),
    "verify": ("leadline.cli.verify", "Recompute every hash, anchor and receipt."),
    "receipts": ("leadline.cli.receipts", "Give receipts to others as a bundle, or check one."),
    "keys": ("leadline.cli.keys", "Make a key that signs receipt bundles."),
    "store": ("leadline.cli.store", "Look at a store, or move it whole into another one."),
    "ledger": ("leadline.cli.ledger", "Count where every fact of every leaf is now."),
    "plan": ("leadline.cli.plan", "Price the depth of a tree before it is built."),
    "explain": ("leadline.cli.explain", "Explain a rule: meaning, reason, remedy."),
    "sample": ("leadline.cli.sample", "List the sessions that ship, or print a path."),
    "bench": ("leadline.bench", "Run the published benchmarks."),
}  # fmt: skip


class LazyGroup(click.Group):
    """A group whose commands are imported when they are called for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(COMMANDS[cmd_name][0])
        command = getattr(module, "bench" if cmd_name == "bench" else "command")
        assert isinstance(command, click.Command), f"{module.__name__} offers no click command"
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and not args[0].startswith("-") and args[0] not in COMMANDS:
            from difflib import get_close_matches

            near = get_close_matches(args[0], COMMANDS, n=3, cutoff=0.5)
            hint = f"did you mean {' or '.join(near)}?" if near else f"commands are: {', '.join(COMMANDS)}"
            raise click.UsageError(f"no command is called {args[0]!r}; {hint}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in COMMANDS.items()])


def _show_version(ctx: click.Context, _param: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        from leadline import __version__

        emit(f"leadline {__version__}")
        ctx.exit(0)


@click.group(
    cls=LazyGroup,
    name="leadline",
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110},
    epilog="Exit codes: 0 fine, 1 refused or something owed was lost, 2 usage or unreadable input, 3 store trouble, "
    "4 no way on without loss, 130 interrupted. Try: leadline compact sample:checkpoints",
)
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_show_version, help="Print the version."
)
def cli() -> None:
    """Measure every summary of an agent's memory against what it replaces, before it may replace it."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program; returns the exit code and never raises."""
    prepare_streams()
    args = list(sys.argv[1:] if argv is None else argv)
    try:
        with cli.make_context("leadline", args or ["--help"]) as ctx:
            code = cli.invoke(ctx)
        return int(code or 0)
    except click.exceptions.NoArgsIsHelpError as missing:
        emit(missing.format_message())  # `leadline bench` alone is a question, as `leadline` alone is
        return 0
    except click.exceptions.Exit as stop:
        return int(stop.exit_code)
    except BrokenPipeError:
        discard_stdout()  # help that nobody reads to its end; results go through output.emit, which keeps the verdict
        return 0
    except (Exception, KeyboardInterrupt) as error:
        from leadline.cli.exits import tell

        if os.environ.get("LEADLINE_DEBUG") == "1":
            import traceback

            warn(traceback.format_exc().rstrip())
        told = tell(error)
        warn(told.line)
        return int(told.code)
