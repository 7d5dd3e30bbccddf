"""A program of the user's as the model behind the judge: the question on its standard input, the answer on its standard output.

In: one command line, which nobody but the user gives; no text of a session, a case or a policy becomes a part of it. Out: a
`Client` (model.py). The words are split as a shell would and run without one, in an empty folder, so that an agent's program
finds no instruction files of a project there. Bounded in time and in output; at the end, and at the deadline, its whole process
group is ended. Arguments may hold keys: they stand in the digest only. What the program writes to standard error may hold them
too: that it wrote is told, never what.
"""

from __future__ import annotations

import os
import re
import selectors
import shlex
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import IO

from leadline.core.receipts.hashes import sha256_hex
from leadline.judges.port import JudgeError

__all__ = ["COMMAND", "CommandClient", "open_command"]

COMMAND = "command"
DEADLINE = 300.0  # seconds for one call, as all attempts at an endpoint together (transport.py)
OUTPUT_MAX = 2_000_000  # bytes of an answer, as transport.BODY_MAX; a model's is a few thousand
NAME_MAX = 60  # characters of a program's name that are shown
_LOOK = 0.05  # seconds between two looks at whether the program has ended
_REST = 0.2  # seconds for reading what stood in the pipes when the program ended
_PIECE = 65_536  # bytes; a pipe of Linux holds as many


@dataclass(frozen=True, slots=True)
class CommandClient:
    """One command line. `program` is the file that is run, `words` are the command as it was given.

    `complete` gives what the program printed; tokens are 0, since a program does not count them. JudgeError for a program that
    cannot be started, ends with another code than 0, prints nothing or too much, or has not ended after `deadline` seconds.
    """

    program: str
    words: tuple[str, ...] = field(repr=False)
    environment: Mapping[str, str] | None = field(default=None, repr=False, compare=False)
    deadline: float = DEADLINE

    @property
    def provider(self) -> str:
        return COMMAND

    @property
    def model(self) -> str:
        """The program's base name: all that reports, errors and receipts say of the command."""
        return _base_name(self.words[0])

    @property
    def url(self) -> str:
        """Stands for all words of the command in the judge's digest; no word can be read off it."""
        words = b"".join(b"\0" + os.fsencode(word) for word in self.words)
        return f"{COMMAND}:{sha256_hex(b'leadline:command/v1' + words)}"

    def complete(self, system: str, user: str) -> tuple[str, tuple[int, int]]:
        # A lone surrogate of a transcript cannot be written as UTF-8; as \udc80 it is what JSON would write.
        question = f"{system.rstrip()}\n\n{user}\n".encode("utf-8", "backslashreplace")
        try:
            folder = tempfile.TemporaryDirectory(prefix="leadline-judge-", ignore_cleanup_errors=True)
        except OSError as error:
            raise JudgeError(f"no empty folder for the judge's command can be made ({error.strerror})") from None
        with folder as place:
            code, output, complained = _run((self.program, *self.words[1:]), question, place, self)
        aside = ", with a message on standard error that is not shown" if complained else ""
        if code < 0:
            raise JudgeError(f"the judge's command was ended by signal {-code}{aside}")
        if code > 0:
            raise JudgeError(f"the judge's command ended with exit code {code}{aside}{_local_file(self.words[1:])}")
        text = output.decode("utf-8", "replace")
        if not text.strip():
            raise JudgeError(f"the judge's command printed no answer{aside}")
        return text, (0, 0)


def open_command(line: str, *, environment: Mapping[str, str] | None = None) -> CommandClient:
    """The client for a command line, with its program found. `environment` None: that of this process.

    ValueError for a line that cannot be split or run, JudgeError where the program is not there; neither shows an argument.
    """
    try:
        words = tuple(shlex.split(line))
        cannot = any(b"\0" in os.fsencode(word) for word in words)
    except ValueError:  # an open quotation, or a character that no argument can carry
        cannot = True
    if cannot or not words or not words[0]:
        raise ValueError(
            "judge = 'command:…': expected PROGRAM ARGS as in a shell, every quotation closed, after command:"
        )
    if not hasattr(os, "killpg"):
        raise JudgeError(
            "a command as a judge needs process groups, which this system does not have", "Use an endpoint."
        )
    found = shutil.which(words[0], path=None if environment is None else environment.get("PATH"))
    if found is None and re.match(r"\w+=", words[0]):  # its value may be a key
        raise JudgeError(
            "the judge's command begins with a variable, and no shell is there to set it",
            "Set it for leadline itself, or begin the command with env.",
        )
    if found is None:
        raise JudgeError(
            f"the judge's program {_base_name(words[0])} is not there, or may not be run",
            "Give a program on the PATH, or its whole path; without a shell ~ and $NAME stay as they are.",
        )
    return CommandClient(os.path.abspath(found), words, environment)


def _base_name(program: str) -> str:
    shown = "".join(c if c.isprintable() else "?" for c in PurePath(program).name or program)
    return shown if len(shown) <= NAME_MAX else f"{shown[:NAME_MAX]}…"


def _local_file(arguments: Sequence[str]) -> str:
    """A word of help where an argument is a file's relative path: the program was not run in the folder that it is seen from."""
    if any(not os.path.isabs(a) and os.path.isfile(a) for a in arguments):
        return "; it runs in an empty folder, so files among its arguments need their whole path"
    return ""


def _run(argv: Sequence[str], question: bytes, folder: str, client: CommandClient) -> tuple[int, bytes, bool]:
    """Exit code (negative for a signal), output, and whether there was anything on standard error."""
    ends = time.monotonic() + client.deadline
    # A session of its own: one signal reaches all that it starts, and it finds no terminal that it could ask something.
    # PWD would still name the folder that leadline was called in.
    given = None if client.environment is None else {**client.environment, "PWD": folder}
    try:
        process = subprocess.Popen(
            argv, bufsize=0, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=folder, env=given,
            start_new_session=True,
        )  # fmt: skip
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else type(error).__name__
        raise JudgeError(f"the judge's command could not be started ({why})") from None
    pipes = _Pipes(process, question)
    try:
        while process.poll() is None:
            left = ends - time.monotonic()
            if left <= 0:
                raise JudgeError(f"the judge's command had not ended after {client.deadline:g} s")
            pipes.move(min(left, _LOOK))
        # The answer is complete. What the program left running may hold its output open for ever, so it is not waited for.
        _end_group(process)
        ends = time.monotonic() + _REST
        while pipes.readable and time.monotonic() < ends:
            pipes.move(_LOOK)
        return process.returncode, bytes(pipes.output), pipes.complained
    finally:  # also for Ctrl-C, which does not reach a session of its own
        if process.returncode is None:  # once it has been waited for, its number may soon be another's
            _end_group(process)
        pipes.close()
        with suppress(subprocess.TimeoutExpired):
            process.wait(1)


def _end_group(process: subprocess.Popen[bytes]) -> None:
    with suppress(ProcessLookupError, PermissionError):  # macOS says the latter of a group that has ended
        os.killpg(process.pid, signal.SIGKILL)


class _Pipes:
    """Moves bytes through a program's three pipes as each side is ready, so that neither waits for the other."""

    def __init__(self, process: subprocess.Popen[bytes], question: bytes) -> None:
        self.output = bytearray()
        self.complained = False
        self.readable = 2  # of standard output and standard error, how many are open
        self._left = memoryview(question)
        self._stdout = process.stdout
        self._all = [pipe for pipe in (process.stdin, process.stdout, process.stderr) if pipe is not None]
        self._ready = selectors.DefaultSelector()
        for pipe in self._all:
            os.set_blocking(pipe.fileno(), False)
            self._ready.register(pipe, selectors.EVENT_WRITE if pipe is process.stdin else selectors.EVENT_READ)

    def close(self) -> None:
        self._ready.close()
        for pipe in self._all:
            pipe.close()

    def move(self, seconds: float) -> None:
        """What can be moved now; waits up to `seconds` for something. JudgeError for output without end."""
        for key, events in self._ready.select(seconds):
            pipe: IO[bytes] = key.fileobj  # type: ignore[assignment]
            if events & selectors.EVENT_WRITE:
                self._write(pipe)
            else:
                self._read(pipe)

    def _write(self, pipe: IO[bytes]) -> None:
        try:
            self._left = self._left[os.write(pipe.fileno(), self._left[:_PIECE]) :]
        except BlockingIOError:
            return
        except BrokenPipeError:  # a program need not read its question
            self._left = self._left[:0]
        if not self._left:
            self._ready.unregister(pipe)
            pipe.close()

    def _read(self, pipe: IO[bytes]) -> None:
        piece = os.read(pipe.fileno(), _PIECE)
        if not piece:
            self._ready.unregister(pipe)
            self.readable -= 1
        elif pipe is not self._stdout:
            self.complained = True
        else:
            self.output += piece
            if len(self.output) > OUTPUT_MAX:
                raise JudgeError("the judge's command printed far more than an answer")
