"""One run through the package, so that patterns which are put together from words are compiled and seen.

In: nothing. Out: nothing; the samples are read, compacted into a memory store, audited, and one check is made of each way.
"""

from __future__ import annotations

__all__ = ["run_workload"]

_CHILDREN = (
    "The retry waits 2500 ms, see v2.14.3 and PR #12. Do not touch production before 18:00 on 3 November 2025.",
    "Bob approved it. The build failed with HY000; 41,200 of 58,900 rows were copied, so 17,700 are missing. It may be the lock.",
)
_PARENT = "Alice approved it at 19:00 on 4 Nov. The retry waits 250 ms because the build failed (PR #13); all rows were copied."


def run_workload() -> None:
    from leadline.api import check
    from leadline.bench.filler import sample_files
    from leadline.compose import audit_file, compact_file
    from leadline.stores.memory import MemoryStore

    for path in sample_files():
        compact_file(path, store=MemoryStore(), budget=8_000)
    audit_file(sample_files()[1])
    check(_CHILDREN, _PARENT)
