"""What is fuzzed: each target takes bytes and either comes back or raises an error that it promises.

In: bytes, whatever they are. Out: nothing; `promised` says which errors a target may end in, and every one of them must say what is
wrong in one line without a traceback. Anything else that is raised is a failure, and so is what takes longer than `run_one` allows.
`check` and `secrets` also hold laws: a report is JSON without a secret, redaction loses nothing and is stable.
"""

from __future__ import annotations

import io
import json
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from leadline.bench.cpu_limit import TooLongError, stopped_after

if TYPE_CHECKING:
    from leadline.stores.memory import MemoryStore

__all__ = ["TARGETS", "Target", "bundle", "run_one", "small_session"]

SECONDS_MAX = 2.0  # CPU seconds of one input of a few thousand bytes: the slowest honest one needs a tenth


@dataclass(frozen=True, slots=True)
class Target:
    """`call` on any bytes ends well or in one of `promised` (names of classes, so that no room is imported for them)."""

    name: str
    call: Callable[[bytes], object]
    promised: tuple[str, ...]


def run_one(target: Target, data: bytes) -> tuple[float, str | None]:
    """CPU seconds, and what was wrong; None where nothing was."""
    started = time.thread_time()
    try:
        with stopped_after(SECONDS_MAX):
            target.call(data)
    except TooLongError:
        return SECONDS_MAX, f"took more than {SECONDS_MAX:g} s of CPU time"
    except Exception as error:
        spent = time.thread_time() - started
        if not set(target.promised) & {c.__name__ for c in type(error).__mro__}:
            return spent, f"{type(error).__name__}: {str(error)[:200]}"
        return spent, _unclear(error)
    return time.thread_time() - started, None


def _unclear(error: Exception) -> str | None:
    """Why a promised error is of no help to a person."""
    from leadline.cli.exits import Exit, tell

    said = str(error).strip()
    if not said or "Traceback" in said or "object at 0x" in said:
        return f"unclear {type(error).__name__}: {said[:200]!r}"
    line = tell(error).line
    if "\n" in line or tell(error).code is Exit.FAULT:
        return f"told as a fault or on several lines: {line[:200]!r}"
    return None


# ---- the targets


def _reader(data: bytes) -> None:
    from leadline.core.text.messages import Message
    from leadline.readers import ReadOptions, Source, read_source

    options = ReadOptions(max_record=100_000)
    for item in read_source(Source(io.BytesIO(data), "input", options)):
        if isinstance(item, Message):
            item.text.encode("utf-8")  # every character of it can be written: lone ones are shown as escapes


def _codec(data: bytes) -> None:
    from leadline.engine.records import NodeRecord, decode_leaf, decode_node, encode_node
    from leadline.stores.encoding import pack, unpack

    encoding, packed = pack(data)
    assert unpack(packed, encoding, len(data)) == data, "what was packed did not come back"
    for how in ("raw", "zlib"):
        unpack(data, how, len(data) * 2)
    for decode in (decode_leaf, decode_node):
        try:
            record = decode(data)
            if isinstance(record, NodeRecord):
                encode_node(record)
        except (
            ValueError,
            TypeError,
            KeyError,
            IndexError,
            AttributeError,
            RecursionError,
        ):  # `verify` tells these as "no record"
            continue


def _receipts(data: bytes) -> None:
    from leadline.core.receipts.verify_standalone import described, verify_bundle

    report = verify_bundle(data)
    assert report.ok == (data == bundle()), "a changed bundle was confirmed, or the true one refuted"
    described(report)


def _policy(data: bytes) -> None:
    from pathlib import Path
    from tempfile import TemporaryDirectory

    from leadline.policies import load_policy

    with TemporaryDirectory() as folder:
        path = Path(folder) / "p.toml"
        path.write_bytes(data)
        policy = load_policy(path)
    policy.digest()
    load_policy(policy)


def _check(data: bytes) -> None:
    from leadline.api import check
    from leadline.core.secrets.find import find_secrets

    text = (
        data.decode("utf-8", "surrogatepass" if b"\xed" in data else "replace")
        if _decodes(data)
        else data.decode("latin-1")
    )
    children, _, parent = text.partition("\x1e")
    report = check([c for c in children.split("\x1f") if c.strip()], parent)
    said = json.dumps(report.as_dict())
    assert not any(json.dumps(children[s.start : s.end])[1:-1] in said for s in find_secrets(children)), (
        "a secret stands in the report"
    )


def _decodes(data: bytes) -> bool:
    try:
        data.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return False
    return True


def _case(data: bytes) -> None:
    from leadline.cli.check import _what_is_wrong
    from leadline.cli.files import iter_json_lines

    for _, value in iter_json_lines(io.BytesIO(data)):
        if isinstance(value, Exception):
            raise value
        _what_is_wrong(value)


def _secrets(data: bytes) -> None:
    from leadline.core.secrets.redact import redact, redact_text

    text = data.decode("utf-8", "replace")
    found = redact(text)
    assert found.original == text, "redaction lost something"
    assert redact_text(found.text) == found.text, "redacting again changed something"


def small_session(texts: Iterable[str]) -> MemoryStore:
    """A store with the session "s", whose user said these texts, one a message."""
    from leadline.core.text.messages import Message, Part
    from leadline.core.tree.growth import TreeConfig
    from leadline.engine.compaction import SessionBuild
    from leadline.engine.trial import TrialSettings
    from leadline.policies import load_policy
    from leadline.stores.memory import MemoryStore
    from leadline.summarizers import extractive

    store = MemoryStore()
    settings = TrialSettings(load_policy("remediation"), extractive.summarize, "x", True)
    build = SessionBuild(store, "s", TreeConfig(4, 40, 20, 0, 2000), settings)
    for i, text in enumerate(texts):
        build.push(Message(f"m{i}", "user", (Part("text", text),), i + 1))
    build.finish()
    return store


@cache
def bundle() -> bytes:
    """A small true bundle."""
    from leadline.engine.bundle import export_bundle

    texts = (f"Never restart db-{i}. The table orders_{i} has {i * 100 + 7} rows. " * 4 for i in range(8))
    return export_bundle(small_session(texts), "s")


TARGETS: dict[str, Target] = {
    t.name: t
    for t in (
        Target("reader", _reader, ("ReaderError",)),
        Target("codec", _codec, ()),
        Target("receipts", _receipts, ()),
        Target("policy", _policy, ("PolicyError",)),
        Target("check", _check, ("ValueError",)),
        Target("case", _case, ("InputError",)),
        Target("secrets", _secrets, ()),
    )
}
