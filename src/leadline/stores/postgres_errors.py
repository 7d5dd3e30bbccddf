"""What PostgreSQL's error codes mean to a user: one `StoreError` each, with place, cause and the next thing to do.

Codes: postgresql.org/docs/current/errcodes-appendix.html. The place is told without its password. An error without a
code is one of the connection: the server is not there, or went away.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from leadline.stores.port import StoreError, StoreLockedError

__all__ = ["is_lost", "server_error", "sqlstate", "translated"]

_AGAIN = "Repeat the command: nothing of this step was written."
_RESTORE = (
    "Ask who runs the server: restore the database from a backup. The transcripts are not part of the store; "
    "leadline compact SESSION --store NEW_PLACE builds a fresh one from them."
)
_LOST = ("08", "57P01", "57P02", "57P03", "25P03")  # connection, shutdown, crash, starting up, idle for too long


@contextmanager
def translated(place: str, doing: str, holder: Callable[[], str | None] = lambda: None) -> Iterator[None]:
    """Runs the block; an error of the database leaves it as a StoreError. `doing` completes "while ..."."""
    try:
        yield
    except SQLAlchemyError as error:
        raise server_error(error, place, doing, holder) from error


def sqlstate(error: BaseException) -> str:
    """The five characters of the server's error code; empty where there is none."""
    return str(getattr(getattr(error, "orig", None), "sqlstate", None) or "")


def is_lost(error: SQLAlchemyError) -> bool:
    """Whether the connection is gone, so that the server may or may not have done what it was asked last."""
    code = sqlstate(error)
    gone = isinstance(error, DBAPIError) and (
        error.connection_invalidated or type(error.orig).__name__ == "OperationalError"
    )
    return code.startswith(_LOST) or (not code and gone)


def server_error(
    error: SQLAlchemyError, place: str, doing: str, holder: Callable[[], str | None] = lambda: None
) -> StoreError:
    """The StoreError for one error; `holder` is asked who holds a lock that could not be had."""
    said, code = _first_line(error), sqlstate(error)
    if is_lost(error):
        return StoreError(
            f"{place}: the server cannot be reached, or went away ({said}) while {doing}",
            "Check that it runs and that host, port, user and password are right, then repeat the command.",
        )
    match code:
        case "55P03":
            return StoreLockedError(
                f"{place}: locked by {holder() or 'another process'} while {doing}; nothing was written",
                "Wait until the other process has finished, or end it, and repeat the command.",
            )
        case "40001" | "40P01" | "57014":
            return StoreLockedError(f"{place}: another process was in the way ({said}) while {doing}", _AGAIN)
        case "53100" | "53200":
            return StoreError(
                f"{place}: the server has no room left ({said}) while {doing}; nothing of this step was written",
                "Free some space there and repeat the command. What was committed before is intact.",
            )
        case "53300":
            return StoreError(f"{place}: the server takes no more connections ({said}) while {doing}", _AGAIN)
        case "25006" | "42501":
            return StoreError(
                f"{place}: may not be written or read by this user ({said}) while {doing}",
                "Give the user its rights on the schema (or name the primary, where this is a standby).",
            )
        case "3D000" | "28000" | "28P01":
            return StoreError(f"{place}: not let in ({said}) while {doing}", "Check database, user and password.")
        case "42P01" | "42703" | "3F000":
            return StoreError(f"{place}: a table of the store is not there ({said}) while {doing}", _RESTORE)
        case "XX000" | "XX001" | "XX002" | "58030":
            return StoreError(f"{place}: the database is damaged or the disk fails ({said}) while {doing}", _RESTORE)
        case "54000" | "22001" | "54001":
            return StoreError(
                f"{place}: one text is larger than the database takes ({said}) while {doing}; nothing was written",
                "Lower --max-record, so that the reader splits or refuses the record.",
            )
        case _:
            return StoreError(
                f"{place}: {said} while {doing}", "Run leadline verify; report this message if it persists."
            )


def _first_line(error: SQLAlchemyError) -> str:
    """What the server or the driver said, without SQLAlchemy's statement and parameters, which hold people's texts."""
    said = str(error.orig if isinstance(error, DBAPIError) and error.orig is not None else error)
    return (said.strip().splitlines() or [type(error).__name__])[0].strip()
