"""The crash table of docs/store.md, row by row: a crash between each two writes leaves what the table says, and no row is missing.

On SQLite, where one connection writes one thing after the other; that PostgreSQL leaves the same shows test_postgres_cuts.py.
"""

from __future__ import annotations

import itertools
import re
import sqlite3
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from leadline.stores.ownership import new_ownership, stands
from leadline.stores.port import Store
from leadline.stores.sqlite import SqliteStore
from tests.crash.steps import Crash, begin, go_on, state_of, sweep

WRITES = {  # the beginning of a statement: what it writes, in the words of the table
    "INSERT OR REPLACE INTO owners": "token",
    "DELETE FROM owners": "token given back",
    "BEGIN IMMEDIATE": "begin",
    "INSERT INTO blobs": "texts",
    "INSERT INTO holders": "who holds them",
    "DELETE FROM nodes": "nodes taken out",
    "INSERT INTO nodes": "nodes",
    "INSERT INTO tombstones": "tombstones",
    "DELETE FROM holders": "texts let go",
    "DELETE FROM blobs": "texts let go",
    "INSERT INTO swept": "texts let go",
    "INSERT INTO receipts": "receipt",
    "INSERT INTO heads": "head record",
    "INSERT INTO refs": "ref",
    "UPDATE refs": "ref",
    "COMMIT": "commit",
}
Act = Callable[[Store], object]
MINE = new_ownership("s", "compacting it")
OPERATIONS: dict[str, tuple[list[Act], list[Act]]] = {  # done before, cut
    "commit": ([begin], [go_on]),
    "sweep": ([begin], [sweep]),
    "taking a session": ([begin], [lambda store: store.own(MINE, 60)]),
    "giving it back": ([begin, lambda store: store.own(MINE, 60)], [lambda store: store.disown(MINE)]),
}


class Recording(sqlite3.Connection):
    """Notes what is written, and breaks before the n-th write."""

    armed, cut_at = False, -1
    seen: list[str] = []  # noqa: RUF012  emptied for each run

    def execute(self, sql: str, *given: Any) -> sqlite3.Cursor:
        self._note(sql)
        return super().execute(sql, *given)

    def executemany(self, sql: str, rows: Iterable[Any]) -> sqlite3.Cursor:
        rows = list(rows)
        if rows:
            self._note(sql)
        return super().executemany(sql, rows)

    def _note(self, sql: str) -> None:
        kind = next((name for start, name in WRITES.items() if sql.startswith(start)), None)
        if not Recording.armed or kind is None:
            return
        if Recording.seen[-1:] != [kind]:
            if len(Recording.seen) == Recording.cut_at:
                raise Crash(sql)
            Recording.seen.append(kind)


def rows_of_the_table() -> dict[tuple[str, str, str], str]:
    """(step, between, and): what is left."""
    page = (Path(__file__).parents[2] / "docs" / "store.md").read_text(encoding="utf-8")
    table = page.split("<!-- crash table -->")[1].split("<!-- crash table end -->")[0]
    cells = [
        [cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines() if line.startswith("| ")
    ]
    return {(step, one, other): left for step, one, other, left, *_ in cells if step in OPERATIONS}


def run(folder: Path, operation: str, cut_at: int) -> tuple[list[str], object, object]:
    """What was written until the cut, and the states before it and after a restart."""
    earlier, acts = OPERATIONS[operation]
    store = SqliteStore.open(folder, factory=Recording)
    for act in earlier:
        act(store)
    before = look(store)
    Recording.armed, Recording.cut_at, Recording.seen = True, cut_at, []
    try:
        for act in acts:
            act(store)
    except Crash:
        pass
    finally:
        Recording.armed = False
        # as a kill: what the process had open goes with it, and nothing is tidied up
        if store._db.in_transaction:
            sqlite3.Connection.execute(store._db, "ROLLBACK")
        store.close()
    with SqliteStore.open(folder) as after:
        return list(Recording.seen), before, look(after)


def look(store: Store) -> object:
    return state_of(store), [owner.token for owner in store.owners() if stands(owner)]


@pytest.mark.parametrize("operation", OPERATIONS)
def test_every_pair_of_writes_leaves_what_its_row_says(operation: str, tmp_path: Path) -> None:
    whole, before, after = run(tmp_path / "whole", operation, -1)
    assert before != after
    pairs = list(itertools.pairwise(whole))
    rows = {row[1:]: left for row, left in rows_of_the_table().items() if row[0] == operation}
    assert sorted(rows) == sorted([*pairs, (whole[-1], "the caller heard")])
    for n, pair in enumerate(pairs, start=1):
        seen, its_before, left = run(tmp_path / f"{n}", operation, n)
        assert seen == whole[:n]
        assert rows[pair] == "before", pair
        assert left == its_before
    assert whole[-1] == "commit"
    assert rows["commit", "the caller heard"] == "after"


def test_the_pages_other_rows_name_their_tests() -> None:
    """Each row below the table of pairs says where it is shown, and that test is there."""
    page = (Path(__file__).parents[2] / "docs" / "store.md").read_text(encoding="utf-8")
    named = re.findall(r"`(tests/[\w/]+\.py)(?:::(\w+))?`", page)
    assert len(named) > 10
    for file, test in named:
        text = (Path(__file__).parents[2] / file).read_text(encoding="utf-8")
        assert not test or f"def {test}(" in text, f"{file}: no {test}"
