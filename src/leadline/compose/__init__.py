"""The one place where rooms meet: reader, engine, store, policy and view become the commands of the library.

Everything here takes paths and names; everything below takes values. Only this room and the CLI read the environment.
"""

from leadline.compose.audit import audit_file
from leadline.compose.compact import BudgetError, compact_file
from leadline.compose.judge import chosen_judge, open_judge
from leadline.compose.loop import open_session
from leadline.compose.places import (
    DEFAULT_STORE,
    find_session,
    measured_first_drafts,
    newest_session,
    open_archive,
    open_store,
    open_store_at,
    store_place,
)
from leadline.results import CompactResult, LevelRow

__all__ = [
    "DEFAULT_STORE",
    "BudgetError",
    "CompactResult",
    "LevelRow",
    "audit_file",
    "chosen_judge",
    "compact_file",
    "find_session",
    "measured_first_drafts",
    "newest_session",
    "open_archive",
    "open_judge",
    "open_session",
    "open_store",
    "open_store_at",
    "store_place",
]
