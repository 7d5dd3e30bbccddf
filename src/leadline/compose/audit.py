"""`audit`: the compactions that a transcript already contains, judged."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from leadline.compose.compact import read_options
from leadline.core.policy.model import Policy
from leadline.engine.audit import AuditReport, audit_session
from leadline.policies import load_policy
from leadline.readers import read_session
from leadline.samples import resolve

__all__ = ["audit_file"]


def audit_file(
    path: str | Path,
    *,
    policy: str | Path | Policy = "remediation",
    strict: bool = False,
    max_record: int | None = None,
    progress: Callable[[str, int], None] | None = None,
) -> AuditReport:
    """Judge the compactions that a transcript already contains. Raises ReaderError and PolicyError.

    `progress` is called with ("read", percent) and ("compaction", 1).
    """
    options = read_options(strict, max_record, progress)
    session = read_session(resolve(str(path)), options)
    return audit_session(
        session.messages, session.compactions, load_policy(policy), format=session.meta.format, progress=progress
    )
