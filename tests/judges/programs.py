"""Real programs that stand for a model's command line: small Python scripts, started as a judge's command."""

from __future__ import annotations

import fcntl
import shlex
import sys
import time
from pathlib import Path

ANSWERS = """
import json, sys
asked = sys.stdin.buffer.read().decode()
system, mark, rest = asked.partition("=== data ")
data = json.loads(rest[rest.index("{") : rest.rindex("=== data ")])
asked_of = [*data["claims"], *data["owed"]]

def answer(verdict):
    return json.dumps({"answers": [{"id": q["id"], **verdict(q)} for q in asked_of]})

def unsure(q):
    return {"verdict": "cannot_tell"}
"""  # the beginning of programs that read their question
HOLDS = """
import fcntl, os, subprocess, sys, time
lock = open(PATH, "w")
fcntl.flock(lock, fcntl.LOCK_EX)
os.set_inheritable(lock.fileno(), True)
child = subprocess.Popen([sys.executable, "-IS", "-c", "import time; time.sleep(600)"], close_fds=False, start_new_session=AWAY)
open(PATH + ".started", "w").write(str(child.pid))
"""  # the beginning of programs with a child that hangs: a lock is held while the program or its child lives


def program(folder: Path, body: str, *arguments: str, name: str = "model.py") -> str:
    """The spec of a judge that runs `body`."""
    path = folder / name
    path.write_text(body, encoding="utf-8")
    return "command:" + shlex.join([sys.executable, "-IS", str(path), *arguments])


def holding(folder: Path, then: str, *, away: bool = False) -> tuple[str, Path]:
    """The spec of a judge with a child that hangs, and the file that is locked while any of the two lives."""
    lock = folder / "lock"
    return program(folder, HOLDS.replace("PATH", repr(str(lock))).replace("AWAY", str(away)) + then), lock


def is_released(lock: Path, seconds: float = 10.0) -> bool:
    """Whether nobody that held the lock is left; a process that was just killed gets a moment."""
    ends = time.monotonic() + seconds
    with lock.open("r+") as file:
        while True:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                if time.monotonic() > ends:
                    return False
                time.sleep(0.01)
            else:
                return True
