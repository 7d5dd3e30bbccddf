"""The command `leadline bench secrets`: what is asked, what is printed."""

from __future__ import annotations

from pathlib import Path

import click

__all__ = ["secrets_command"]


@click.command("secrets")
@click.option(
    "--each", type=click.IntRange(min=1), default=200, show_default=True, help="Secrets of each kind to plant."
)
@click.option(
    "--detector", type=click.Choice(("leadline", "detect-secrets")), default="leadline", show_default=True,
    help="Who looks: leadline's own rules, or detect-secrets to compare (needs leadline[secrets]).",
)  # fmt: skip
@click.option("--seed", type=int, default=1, show_default=True, help="Another seed makes other secrets.")
@click.option(
    "--transcripts", type=click.Path(exists=True, file_okay=False, path_type=Path), metavar="DIR",
    help="Real sessions to plant in and to look for false alarms in (default: the samples that ship).",
)  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def secrets_command(each: int, detector: str, seed: int, transcripts: Path | None, as_json: bool) -> int:
    """Plant secrets in real texts, and count those found and the false alarms. Exit 1 if under 95% are found."""
    from leadline import bench
    from leadline.bench import secrets
    from leadline.bench.filler import readable_files, sample_files
    from leadline.bench.machine import machine_facts
    from leadline.readers import read_session

    files = sample_files() if transcripts is None else readable_files(transcripts)
    texts = [m.text for file in files for m in read_session(file).messages if m.text.strip()]
    detect = secrets.DETECTORS[detector]
    rows = secrets.plant(texts, each, seed, detect)
    real = secrets.look_for_alarms(texts, detect)
    harmless = secrets.look_for_alarms(secrets.decoys(20, seed), detect)
    command = f"leadline bench secrets --each {each} --detector {detector} --seed {seed}"
    command += " --transcripts DIR" if transcripts else ""
    if as_json:
        bench._emit_json(
            secrets.as_dict(rows, real, harmless, detector) | {"command": command, "machine": machine_facts()}
        )
    else:
        bench._emit([*secrets.render(rows, real, harmless, detector), "", *bench._origin(command, machine_facts())])
    return 0 if sum(r.found for r in rows) >= 0.95 * sum(r.planted for r in rows) else 1
