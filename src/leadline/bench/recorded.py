"""A judge whose answers are kept in a file: asked once, read again for nothing, so that others can repeat a figure.

In: a model judge, or none, and a file of JSON lines: `key` (of the words that were sent) and `text` (what the model answered). Out:
a judge that reads an answer where the file has one, asks where it has none and somebody can be asked, and appends what it
was told. A change of the prompt or of the evidence changes the key, so that no answer is taken for one to other words.
"""

from __future__ import annotations

import errno
import json
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path

from leadline.bench.rows import read_rows
from leadline.judges.model import Client, ModelJudge
from leadline.judges.port import JudgeError, ParentJudge

__all__ = ["AnswerFile", "key_of", "require_kept", "with_answers"]

NAME = "recorded"


def key_of(system: str, user: str) -> str:
    """The key of one question: 24 hex digits over both texts."""
    return sha256(f"{system}\0{user}".encode("utf-8", "surrogatepass")).hexdigest()[:24]


class AnswerFile:
    """Answers by key. ValueError with the line for a file that holds something else."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._texts: dict[str, str] = {}
        self.lost: OSError | None = None  # why an answer could not be kept
        if path.exists():
            _mend_end(path)
            for number, row in read_rows(path):
                if not isinstance(row.get("key"), str) or not isinstance(row.get("text"), str):
                    raise ValueError(f"{path.name}:{number}: expected a key and a text, as an answer has")
                self._texts[row["key"]] = row["text"]

    def __len__(self) -> int:
        return len(self._texts)

    def get(self, key: str) -> str | None:
        return self._texts.get(key)

    def add(self, key: str, text: str) -> None:
        """Kept at once, so that a run that is cut off loses nothing that was paid for."""
        self._texts[key] = text
        line = json.dumps({"key": key, "text": text}, ensure_ascii=False).encode("utf-8", "surrogatepass") + b"\n"
        try:
            with self.path.open("ab", buffering=0) as file:
                if file.write(line) != len(line):
                    raise OSError(errno.ENOSPC, "the disk took a part of it only")
        except OSError as error:
            self.lost = self.lost or error


def _mend_end(path: Path) -> None:
    """Cuts off a last line that was not written whole, so that what comes behind it can be read."""
    if not path.is_file():
        raise ValueError(f"{path}: is no file")
    data = path.read_bytes()
    end = data.rfind(b"\n") + 1
    if end < len(data):
        with path.open("r+b") as file:
            file.truncate(end)


@dataclass(frozen=True, slots=True)
class RecordedClient:
    """A `Client` over a file of answers, with another client behind it or none."""

    answers: AnswerFile
    inner: Client | None = None

    @property
    def provider(self) -> str:
        return self.inner.provider if self.inner else NAME

    @property
    def model(self) -> str:
        return self.inner.model if self.inner else self.answers.path.stem

    @property
    def url(self) -> str:
        return self.inner.url if self.inner else ""

    def complete(self, system: str, user: str) -> tuple[str, tuple[int, int]]:
        """The recorded text, else what the inner client says. JudgeError where there is neither."""
        key = key_of(system, user)
        if (text := self.answers.get(key)) is not None:
            return text, (0, 0)
        if self.inner is None:
            raise JudgeError("no answer to this is recorded")
        text, tokens = self.inner.complete(system, user)
        self.answers.add(key, text)
        return text, tokens


def with_answers(judge: ParentJudge | None, path: Path | None) -> ParentJudge | None:
    """`judge` with the answers of a file in front of it; a judge of nothing but the file where `judge` is None."""
    if path is None:
        return judge
    if judge is None:
        if not path.exists():
            raise ValueError(f"{path}: no such file; with --judge its answers are written there")
        return ModelJudge(RecordedClient(AnswerFile(path)))
    if not isinstance(judge, ModelJudge):
        raise ValueError("answers can be kept of judges that are chosen by name only")
    try:
        with path.open("ab"):
            pass  # before anything is paid for
    except OSError as error:
        raise ValueError(f"{path}: answers cannot be kept there ({error.strerror})") from None
    return replace(judge, client=RecordedClient(AnswerFile(path), judge.client))


def require_kept(judge: ParentJudge | None) -> None:
    """ValueError where answers were given and could not be kept: the figure stands, a second run would ask again."""
    client = judge.client if isinstance(judge, ModelJudge) else None
    if isinstance(client, RecordedClient) and client.answers.lost is not None:
        raise ValueError(
            f"{client.answers.path}: answers could not be kept ({client.answers.lost.strerror}); make room and run again"
        )
