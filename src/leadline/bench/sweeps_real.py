"""Real sessions, swept as far as they may be: what goes, what stays and why, and whether anything can be told apart afterwards.

In: transcript files. Out: counts, and everything that differs: an account that does not add up, an owed fact that is unverifiable,
a probe without an answer, a complaint of `verify` (each archived text is hashed), a state of an owed fact that changed, or a later
`compact` that writes something or gives another working context than before the sweep.
"""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

from leadline.compose import compact_file, open_store
from leadline.engine.ledger import account, ask_probes
from leadline.engine.session import load_session
from leadline.engine.sweeping import apply_sweep, mark_sweep
from leadline.engine.verify import verify_store
from leadline.results import CompactResult
from leadline.stores.archive_folder import FolderArchive
from leadline.stores.port import Store

__all__ = ["RealReport", "render_real", "run_real"]


@dataclass(slots=True)
class RealReport:
    """Sums over all sessions that were large enough for a tree."""

    files: int = 0
    sessions: int = 0
    leaves: int = 0
    swept: int = 0
    chars: int = 0  # of the texts that went
    tombstones: int = 0  # bytes
    owed: Counter[str] = field(default_factory=Counter)  # states after the sweep
    supporting: Counter[str] = field(default_factory=Counter)
    let_go: int = 0  # supporting facts that only the archive still has
    stays: Counter[str] = field(default_factory=Counter)  # reasons
    differs: list[str] = field(default_factory=list)


def run_real(files: Iterable[Path]) -> RealReport:
    """Each session in a store and an archive of its own, in a temporary folder."""
    report = RealReport()
    for path in files:
        with tempfile.TemporaryDirectory() as folder:
            result = compact_file(path, store=Path(folder) / "store")
            report.files += 1
            if result.nodes:
                report.sessions += 1
                with open_store(Path(folder) / "store") as store:
                    found = _swept(report, path, store, result, FolderArchive(Path(folder) / "kept"))
                    report.differs += [f"{path.name}: {what}" for what in found]
    return report


def _swept(
    report: RealReport, path: Path, store: Store, result: CompactResult, archive: FolderArchive
) -> Iterator[str]:
    name = result.session
    before = account(load_session(store, name), store)
    plan = mark_sweep(store, name, by="bench", grace=timedelta(0), archive=archive.place)
    if plan.allowed:
        apply_sweep(store, name, now=datetime.now(UTC) + timedelta(seconds=5), archive=archive)
    session = load_session(store, name)
    after = account(session, store, archive)
    report.leaves += len(session.leaves)
    report.swept += len(session.tombstones)
    report.chars += sum(stone.chars for stone in session.tombstones.values())
    report.tombstones += sum(len(store.get(stone.digest)) for stone in session.tombstones.values())
    report.let_go += sum(sum((stone.let_go or {}).values()) for stone in session.tombstones.values())
    report.owed.update({str(k): n for k, n in after.counts.items()})
    report.supporting.update({str(k): n for k, n in after.supporting.items()})
    report.stays.update(item.reason.lstrip("0123456789 ") for item in plan.items if not item.allowed)
    if not (before.adds_up and after.adds_up):
        yield "the account does not add up"
    if after.counts["unverifiable"] or after.supporting["unverifiable"]:
        yield f"unverifiable facts: {after.counts['unverifiable']} owed, {after.supporting['unverifiable']} supporting"
    if [(e.fact.id, e.where) for e in before.entries] != [(e.fact.id, e.where) for e in after.entries]:
        yield "owed facts changed their states"
    if not all(probe.answered for probe in ask_probes(session)):
        yield "a probe has no answer"
    yield from (f"verify: {complaint.what}" for complaint in verify_store(store, archive=archive).complaints)
    again = compact_file(path, store=store)
    if again.commits or again.context != result.context:
        yield "compact afterwards wrote something, or gives another context"


def render_real(report: RealReport) -> list[str]:
    """The report as lines."""
    lines = [
        f"{report.files} files, {report.sessions} with a tree; {report.swept} of {report.leaves} leaves were swept into an archive",
        f"characters that went {report.chars:,}, bytes of tombstones {report.tombstones:,}",
    ]
    lines += [f"  {n:>6}  stay: {why}" for why, n in report.stays.most_common()]
    for name, counts in (("owed", report.owed), ("supporting", report.supporting)):
        lines.append(f"{name} facts: " + ", ".join(f"{n} {where}" for where, n in counts.items()))
    lines.append(f"supporting facts that only the archive still has: {report.let_go}")
    return [
        *lines,
        f"differences after the sweep: {len(report.differs)}",
        *(f"  {text}" for text in report.differs[:20]),
    ]
