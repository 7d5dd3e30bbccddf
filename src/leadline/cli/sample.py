"""`leadline sample`: the sessions that ship, to try every command without a session of one's own."""

from __future__ import annotations

import click

from leadline.cli.exits import Exit
from leadline.cli.options import json_option
from leadline.cli.output import emit, emit_json

__all__ = ["command"]


@click.command("sample")
@click.argument("name", required=False)
@json_option
def command(name: str | None, as_json: bool) -> int:
    """List the sessions that ship, or print the path of one.

    Every command takes `sample:NAME` where it takes a session.
    """
    from leadline.samples import PREFIX, SAMPLES, sample_path
    from leadline.views.terminal import table

    if name is not None:
        path = sample_path(name.removeprefix(PREFIX))
        if as_json:
            emit_json({"name": name.removeprefix(PREFIX), "path": path})
        else:
            emit(str(path))
        return Exit.FINE
    if as_json:
        emit_json([{**_row(s), "path": sample_path(s.name)} for s in SAMPLES])
        return Exit.FINE
    for line in table(
        [("session", "format", "about"), *((PREFIX + s.name, s.format, s.about) for s in SAMPLES)], limit=140
    ):
        emit(line)
    return Exit.FINE


def _row(sample: object) -> dict[str, object]:
    from leadline.views.json import plain

    value = plain(sample)
    assert isinstance(value, dict), "a sample is a dataclass"
    return value
