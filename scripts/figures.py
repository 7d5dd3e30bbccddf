"""Writes docs/figures.md: every figure that this project claims, as its own command printed it.

    python scripts/figures.py BENCH_DIR [NAME ...]

BENCH_DIR holds `transcripts/`, `cases/dev.jsonl`, `owed/` and `signals/`, and beside it stands `training/`. With names only
those blocks are measured again; the others stay as they are in docs/figures/*.txt. Each block begins with the command,
the commit and the time that it took. Blocks that docs/signals.md names between its markers are put there as well.
"""

from __future__ import annotations

import re
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BLOCKS = ROOT / "docs" / "figures"
SIGNALS = ROOT / "docs" / "signals.md"
JUDGES = ROOT / "docs" / "judges.md"

# name -> (title, what to look for, arguments after `leadline`)
FIGURES: dict[str, tuple[str, str, list[str]]] = {
    "silent-loss": (
        "Planted facts, embedded summarizer",
        "Target: 0 silent losses of at least 2,000; at least 80 % of parents promoted; context at most 30 %.",
        ["bench", "silent-loss", "--facts", "2000", "--transcripts", "{dir}/transcripts"],
    ),
    "silent-loss-dropper": (
        "Planted facts, a summarizer that drops sentences at random",
        "Target: still 0 silent losses.",
        ["bench", "silent-loss", "--facts", "2000", "--summarizer", "dropper", "--transcripts", "{dir}/transcripts"],
    ),
    "silent-loss-reworder": (
        "Planted facts, a summarizer that changes codes, values and force",
        "Target: still 0 silent losses.",
        ["bench", "silent-loss", "--facts", "2000", "--summarizer", "reworder", "--transcripts", "{dir}/transcripts"],
    ),
    "silent-loss-dropper-gate-off": (
        "The same with the gate off: the bench can fail",
        "Expected: many silent losses.",
        ["bench", "silent-loss", "--facts", "300", "--summarizer", "dropper", "--gate", "off",
         "--transcripts", "{dir}/transcripts"],
    ),
    "silent-loss-reworder-gate-off": (
        "Rewording with the gate off",
        "Expected: many silent losses.",
        ["bench", "silent-loss", "--facts", "300", "--summarizer", "reworder", "--gate", "off",
         "--transcripts", "{dir}/transcripts"],
    ),
    "speed": (
        "Time and memory beside a reference pass",
        "Target: at most 12 times the reference, at most 300 MiB above an empty interpreter, exponent at most 1.1.",
        ["bench", "speed", "--curve", "--transcripts", "{dir}/transcripts"],
    ),
    "latency": (
        "One `check` in process",
        "Issue 8 aims at 5 and 40 ms; here it is shown.",
        ["bench", "latency", "--transcripts", "{dir}/transcripts"],
    ),
    "cases": (
        "Hand-made cases, by half",
        "Developed on: the even half failure by failure, the odd half's failures read once (2026-12-01).",
        ["bench", "cases", "{dir}/cases/dev.jsonl"],
    ),
    "owed": (
        "What a successor must know, readable in the working context",
        "Issue 8 aims at 95 % of weight 3, 85 % of weight 2, noise at most 15 %, size at most 30 %.",
        ["bench", "owed", "{dir}"],
    ),
    "altered": (
        "Faithful summaries in free wording with one alteration each",
        "No target was set. What the rules read where a summary does not repeat its sources' words; the writers knew no check.",
        ["bench", "altered", "bench/dense/faithful-f.jsonl", "bench/dense/faithful-g.jsonl", "bench/dense/faithful-h.jsonl"],
    ),
    "seeded": (
        "Single changes seeded into real sentences, and faithful rewordings",
        "Issue 8 aims at 98 % of the changes refused and at most 2 % of the rewordings.",
        ["bench", "seeded", "--transcripts", "{dir}/transcripts"],
    ),
    "metamorphic": (
        "Edits that keep the meaning, and edits that change it, of parents made of real sentences",
        "Issue 8 aims at 97 % of the first kind with the same verdict and 95 % of the sure changes with another one.",
        ["bench", "metamorphic", "--transcripts", "{dir}/transcripts"],
    ),
    "drafts": (
        "Structured drafts: a scripted liar, and faithful drafts of hand-made cases",
        "Issue 8 aims at 100 / 100 / 85 % of the lies refused and at most 2 % of the faithful drafts.",
        ["bench", "drafts", "{dir}/transcripts", "--cases", "{dir}/cases/dev.jsonl"],
    ),
    "cases-signals": (
        "Cases by kind of fault, each signal off and alone, and the records' thresholds",
        "Thresholds are the records' own; the lines `out of fold` show what other cases would have chosen.",
        ["bench", "cases", "{dir}/cases/dev.jsonl", "--kinds", "--ablate"],
    ),
    "signals": (
        "The ranking score on public sets",
        "Issue 8 aims at a core mean AUROC of 82.",
        ["bench", "signals", "{dir}/signals"],
    ),
    "claims": (
        "Every check on single claims, authors that checks were written on",
        "A sure check may alarm on at most 1 of 1,000 faithful claims, and 95 of 100 hits have to be right.",
        ["bench", "claims", "{dir}/../training", "--authors", "dev"],
    ),
    "claims-held-out": (
        "Every check on single claims, authors that nobody has read",
        "The same, where nobody could tune.",
        ["bench", "claims", "{dir}/../training", "--authors", "held-out"],
    ),
    "demands": (
        "Demands kept in other words, and demands that are gone: authors that the measure was made on",
        "A demand that is kept may be called gone in at most 1.5 of 1,000 pairs.",
        ["bench", "demands", "{dir}/../training", "--authors", "dev"],
    ),
    "demands-held-out": (
        "The same by authors that nobody has read",
        "The same, where nobody could tune.",
        ["bench", "demands", "{dir}/../training", "--authors", "held-out"],
    ),
    "trees": (
        "Real summaries that people's systems wrote",
        "No labels: verdicts and findings by kind; those that refuse were judged by hand in judged-findings-6.md.",
        ["bench", "trees", "{dir}/trees", "--chars-max", "150000"],
    ),
    "summaries-read-1": (
        "Summaries of real sessions, read while checks were written",
        "In-sample: what the checks can do at best on such text.",
        ["bench", "summaries", "bench/session-summaries/read-1.jsonl", "--transcripts", "{dir}/transcripts"],
    ),
    "summaries-read-2": (
        "Summaries of other real sessions, partly read",
        "False refusals were read and mended, missed faults were not.",
        ["bench", "summaries", "bench/session-summaries/read-2.jsonl", "--transcripts", "{dir}/transcripts"],
    ),
    "summaries-read-3": (
        "Summaries of real sessions by a second writer, partly read",
        "False refusals were read and mended, missed faults were not.",
        ["bench", "summaries", "bench/session-summaries/read-3.jsonl", "--transcripts", "{dir}/transcripts", "--trees", "{dir}/trees"],
    ),
    "cases-judge": (
        "Cases with a model behind the rules",
        "Issue 8: shown beside the rules alone.",
        ["bench", "cases", "{dir}/cases/dev.jsonl", "--answers", "bench/judge-answers/cases.jsonl"],
    ),
    "summaries-judge": (
        "Summaries of real sessions that nobody had read, with a model behind the rules",
        "Issue 8: shown beside the rules alone.",
        ["bench", "summaries", "bench/session-summaries/unread.jsonl", "--transcripts", "{dir}/transcripts", "--trees", "{dir}/trees",
         "--answers", "bench/judge-answers/unread.jsonl"],
    ),
    "summaries-unread": (
        "Summaries of real sessions by a third writer, unread",
        "What to expect on your own sessions.",
        ["bench", "summaries", "bench/session-summaries/unread.jsonl", "--transcripts", "{dir}/transcripts", "--trees", "{dir}/trees"],
    ),
    "dense-judge": (
        "Dense texts by a writer whose texts nobody had read, rules alone and with a model behind them",
        "What to expect of short texts full of facts.",
        ["bench", "cases", "bench/dense/cases-e.jsonl", "--answers", "bench/judge-answers/dense-e.jsonl"],
    ),
    "faithful": (
        "Faithful summaries of dense texts by eleven writers",
        "Every refusal is a false alarm. All but those of the last file were read and mended as far as a law could.",
        ["bench", "faithful", *(f"bench/dense/faithful-{x}.jsonl" for x in "cdefghijklm")],
    ),
    "dense-unread": (
        "Dense texts of which nothing was read, rules alone",
        "What to expect of short texts full of facts.",
        ["bench", "cases", "bench/dense/cases-i.jsonl"],
    ),
    "tamper": (
        "Random changes to receipt bundles",
        "None may be accepted (issue 4).",
        ["bench", "tamper", "--mutations", "1000"],
    ),
    "kills": (
        "Processes killed at random moments",
        "Nothing may be lost, and verify names what is unfinished (issue 4).",
        ["bench", "kills", "--kills", "500"],
    ),
    "sweeps": (
        "Random walks over grow, compact, lose, drop, hold, pin, release, mark and sweep",
        "After each step no fact in no state or in two, nothing gone that may not go (issue 4). What is unverifiable "
        "at the ends was lost by builds without a gate, which the walk makes on purpose; all sweeps stop there.",
        ["bench", "sweeps", "--walks", "25", "--steps", "40", "--seed", "7"],
    ),
    "sweeps-real": (
        "Real sessions, swept into an archive",
        "Nothing differs afterwards: states of owed facts, probes, verify, what a later compact writes and gives.",
        ["bench", "sweeps", "--transcripts", "{dir}/transcripts"],
    ),
    "writers": ("Eight processes on one store", "No update lost, no half-write seen (issue 4).", ["bench", "writers"]),
    "disk-full": ("A disk that is full at one point after the other", "No half-write (issue 4).", ["bench", "disk-full", "--points", "20"]),
    "store": ("What trust costs the store", "Issue 4 aims at 2.5 times plain inserts.", ["bench", "store"]),
}  # fmt: skip

ELSEWHERE = (
    "cases-judge",
    "dense-judge",
    "dense-unread",
    "faithful",
    "summaries-judge",
    "summaries-read-1",
    "summaries-read-2",
    "summaries-read-3",
    "summaries-unread",
    "cases-signals",
    "signals",
    "claims",
    "claims-held-out",
    "demands",
    "demands-held-out",
)  # on docs/signals.md and docs/judges.md, between their words


def main(args: list[str]) -> int:
    if not args or not Path(args[0]).is_dir():
        print(__doc__, file=sys.stderr)
        return 2
    wanted = args[1:] or list(FIGURES)
    unknown = [name for name in wanted if name not in FIGURES]
    if unknown:
        print(f"figures: no block named {', '.join(unknown)}; there are {', '.join(FIGURES)}", file=sys.stderr)
        return 2
    BLOCKS.mkdir(exist_ok=True)
    for name in wanted:
        measure(name, args[0])
        write_page()
        fill(SIGNALS)
        fill(JUDGES)
    return 0


def measure(name: str, folder: str) -> None:
    """Run one bench and keep what it printed, whatever its exit code was."""
    arguments = FIGURES[name][2]
    began = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-m", "leadline", *(a.replace("{dir}", folder) for a in arguments)],
        capture_output=True, text=True, cwd=ROOT, check=False,
    )  # fmt: skip
    shown = " ".join(a.replace("{dir}", "DIR") for a in arguments)
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, cwd=ROOT, check=True
    )
    head = f"$ leadline {shown}\n# commit {commit.stdout.strip()}, {time.monotonic() - began:.0f} s, exit {done.returncode}\n"
    text = (done.stdout + done.stderr).replace(folder, "DIR")
    (BLOCKS / f"{name}.txt").write_text(head + text.rstrip() + "\n", encoding="utf-8")


def write_page() -> None:
    """Gather the blocks that exist, in the order of FIGURES."""
    lines = [
        "# Figures",
        "",
        "Every figure as its command printed it. Written by `python scripts/figures.py BENCH_DIR`; do not edit. The bench folder is not part",
        "of this repository; without it the benches run on the sample sessions that ship. Real transcripts, file by file:",
        "[transcripts.md](transcripts.md). Findings judged by hand: [judged-findings.md](judged-findings.md). What the signals' figures",
        "mean: [signals.md](signals.md).",
    ]
    for name, (title, target, _) in FIGURES.items():
        if name in ELSEWHERE:
            continue
        block = BLOCKS / f"{name}.txt"
        if block.exists():
            lines += ["", f"## {title}", "", target, "", "```", block.read_text(encoding="utf-8").rstrip(), "```"]
    (ROOT / "docs" / "figures.md").write_text("\n".join(lines) + "\n", encoding="utf-8")


def fill(page: Path) -> None:
    """Put the blocks that exist between the page's markers `<!-- block NAME -->` and `<!-- end -->`."""
    text = page.read_text(encoding="utf-8")
    for name in FIGURES:
        block = BLOCKS / f"{name}.txt"
        if block.exists():
            shown = f"```\n{block.read_text(encoding='utf-8').rstrip()}\n```"
            text = re.sub(
                rf"(<!-- block {re.escape(name)} -->\n).*?(<!-- end -->)",
                lambda m, shown=shown: f"{m[1]}{shown}\n{m[2]}",  # type: ignore[misc]
                text,
                flags=re.DOTALL,
            )
    page.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
