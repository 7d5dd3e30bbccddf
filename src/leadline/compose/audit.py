"""`audit`: the compactions that a transcript already contains, judged."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from leadline.compose.compact import read_options
from leadline.compose.judge import chosen_judge
from leadline.core.policy.model import Policy
from leadline.engine.audit import AuditReport, audit_session
from leadline.judges.port import ParentJudge
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
    judge: str | ParentJudge | None = None,
    judge_url: str | None = None,
) -> AuditReport:
    """Judge the compactions that a transcript already contains. Raises ReaderError, PolicyError, and JudgeError where the judge
    that was chosen is not there. It is asked once a compaction (docs/judges.md).

    `progress` is called with ("read", percent) and ("compaction", 1).
    """
    asked = chosen_judge(judge, judge_url)
    options = read_options(strict, max_record, progress)
    session = read_session(resolve(str(path)), options)
    return audit_session(
        session.messages, session.compactions, load_policy(policy), format=session.meta.format, progress=progress,
        judge=asked,
    )  # fmt: skip
