"""A PostgreSQL server of the tests' own: on loopback, as a user without rights, in a folder that goes away.

It runs on a port that was free a moment ago, writes no file outside of its folder, and can be killed and started again.
`LEADLINE_TEST_POSTGRES=required` (set by .ci/run) makes a server that cannot be started a failure instead of a skip.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path

__all__ = ["Server", "Unavailable", "why_unavailable"]

USER = "postgres"  # the one that Debian's package makes; the server refuses to run as root


class Unavailable(Exception):
    """No server can be started here; says why."""


def _programs() -> Path:
    """The folder of initdb and postgres: Debian keeps them off the PATH."""
    found = sorted(
        Path("/usr/lib/postgresql").glob("*/bin/initdb"),
        key=lambda path: [int(n) for n in path.parts[-3].split(".") if n.isdigit()],
    )
    on_path = shutil.which("initdb")
    if found:
        return found[-1].parent
    if on_path:
        return Path(on_path).resolve().parent
    raise Unavailable("PostgreSQL is not installed (on Debian: apt-get install postgresql)")


def why_unavailable() -> str | None:
    """The reason why the tests of a real server cannot run here; None when they can."""
    try:
        import psycopg  # noqa: F401
        import sqlalchemy  # noqa: F401
    except ImportError as error:
        return f"{error}: pip install leadline[postgres]"
    try:
        _programs()
        if os.geteuid() == 0:
            import pwd

            pwd.getpwnam(USER)
            if shutil.which("setpriv") is None:
                return "run as root, and setpriv is not there to run the server as somebody else"
    except Unavailable as error:
        return str(error)
    except KeyError:
        return f"run as root, and there is no user {USER} to run the server as"
    return None


class Server:
    """One running server. `fsync` off unless the test is about what a disk costs."""

    def __init__(self, *, fsync: bool = False) -> None:
        self._bin, self._fsync = _programs(), fsync
        self.folder = Path(tempfile.mkdtemp(prefix="leadline-pg-"))
        if os.geteuid() == 0:
            shutil.chown(self.folder, USER)
        try:
            self._run("initdb", "-D", self.folder / "data", "-U", "leadline", "-A", "trust", "-E", "UTF8", "--no-sync")
            for _ in range(5):  # somebody else may take the port in between
                with socket.socket() as probe:
                    probe.bind(("127.0.0.1", 0))
                    self.port = probe.getsockname()[1]
                with contextlib.suppress(subprocess.CalledProcessError):
                    self.start()
                    return
            raise Unavailable((self.folder / "log").read_text(errors="replace")[-2000:])
        except BaseException:
            shutil.rmtree(self.folder, ignore_errors=True)
            raise

    def url(self, schema: str = "leadline", **options: str) -> str:
        query = "&".join(f"{key}={value}" for key, value in {"schema": schema, **options}.items())
        return f"postgresql://leadline@127.0.0.1:{self.port}/postgres?{query}"

    @property
    def plain_url(self) -> str:
        """For psycopg, without leadline's own option."""
        return f"postgresql://leadline@127.0.0.1:{self.port}/postgres"

    def start(self) -> None:
        fast = "" if self._fsync else "-c fsync=off -c full_page_writes=off"
        options = f"-h 127.0.0.1 -p {self.port} -k {self.folder} -c shared_buffers=64MB -c max_connections=60 {fast}"
        self._run(
            "pg_ctl", "-D", self.folder / "data", "-w", "-t", "60", "-l", self.folder / "log", "-o", options, "start"
        )

    def stop(self) -> None:
        self._run("pg_ctl", "-D", self.folder / "data", "-m", "immediate", "-w", "stop", check=False)
        shutil.rmtree(self.folder, ignore_errors=True)

    def kill(self) -> None:
        """SIGKILL to the server and all of its processes, as a power cut would."""
        pid = int((self.folder / "data" / "postmaster.pid").read_text().splitlines()[0])
        os.kill(pid, signal.SIGSTOP)  # it must not start anew what is killed one by one
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        for process in (*map(int, children), pid):
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        deadline = time.monotonic() + 10
        while time.monotonic() < deadline and any(
            Path(f"/proc/{p}").exists() and not _is_zombie(int(p)) for p in (pid, *children)
        ):
            time.sleep(0.01)  # fmt: skip
        # Where nobody reaps them the dead keep their numbers, and the server would take itself for running.
        for lock in ("data/postmaster.pid", f".s.PGSQL.{self.port}.lock", f".s.PGSQL.{self.port}"):
            (self.folder / lock).unlink(missing_ok=True)

    def _run(self, program: str, *arguments: object, check: bool = True) -> None:
        command = [str(self._bin / program), *map(str, arguments)]
        if os.geteuid() == 0:
            command = ["setpriv", f"--reuid={USER}", f"--regid={USER}", "--clear-groups", *command]
        environment = {"PATH": f"{self._bin}:/usr/bin:/bin", "LC_ALL": "C.UTF-8"}
        # Not through pipes: the server would keep them open, and the reader waiting.
        with tempfile.TemporaryFile() as said:
            done = subprocess.run(
                command, env=environment, cwd="/", stdin=subprocess.DEVNULL, stdout=said, stderr=said, check=False
            )
            if check and done.returncode != 0:
                said.seek(0)
                raise subprocess.CalledProcessError(done.returncode, command, said.read())


def _is_zombie(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] == "Z"
    except OSError:
        return True
