"""Checks that know how agents work: edits, commands, runs of tests, files, what the user answered.

In: a trial. Out: findings. Prose says a thing in a thousand ways; a session shows it in a few: an edit has an old and a new text, a
commit has a command, an answer of the user is a turn of his. So the sources' silence and the sources' order say something here.
"""

from __future__ import annotations

from leadline.core.signals.findings import meet
from leadline.core.signals.index import Trial
from leadline.core.signals.model import Finding
from leadline.core.signals.session.authorities import find_unasked_authority
from leadline.core.signals.session.commands import find_unshown
from leadline.core.signals.session.consent import find_unanswered
from leadline.core.signals.session.corrected import find_corrected
from leadline.core.signals.session.edits import find_turned_edits
from leadline.core.signals.session.files import find_files
from leadline.core.signals.session.labels import find_labelled
from leadline.core.signals.session.places import find_other_files
from leadline.core.signals.session.possibilities import find_picked
from leadline.core.signals.session.proposers import find_wrong_proposer
from leadline.core.signals.session.records import find_other_records
from leadline.core.signals.session.refusals import find_unrefused
from leadline.core.signals.session.runs import find_other_tests
from leadline.core.signals.session.unasked import find_unasked
from leadline.core.signals.session.verified import find_unverified
from leadline.core.signals.session.worktree import find_other_worktree

__all__ = ["find_session"]

_CHECKS = (
    find_turned_edits,
    find_other_records,
    find_other_files,
    find_other_tests,
    find_files,
    find_labelled,
    find_corrected,
    find_unshown,
    find_unverified,
    find_other_worktree,
    find_unanswered,
    find_unrefused,
    find_unasked,
    find_wrong_proposer,
    find_picked,
    find_unasked_authority,
)


def find_session(trial: Trial) -> list[Finding]:
    """The findings of all checks in their order; where two meet on the same words the first one stands."""
    out: list[Finding] = []
    for check in _CHECKS:
        out += [f for f in check(trial) if not any(meet(f.parent_span, o.parent_span) for o in out)]
    return out
