"""What the PostgreSQL store costs, on a server of its own: starts one with fsync on, and runs `leadline bench store --server`.

PYTHONPATH=src:. python scripts/postgres_cost.py [STEPS]

Needs PostgreSQL and leadline[postgres]. What is compared with what, and how, says leadline/bench/store.py.
"""

from __future__ import annotations

import sys

from tests.postgres_server import Server

from leadline.bench.store import measure_server, render_store


def main(steps: int) -> None:
    server = Server(fsync=True)
    try:
        print(render_store(measure_server(steps, server.plain_url)))
    finally:
        server.stop()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
