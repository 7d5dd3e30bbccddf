"""Values for the planted facts: each one new in its session, and none of them a secret or a real name.

`Slots(rng, taken)` fills `{host}`, `{ms}`, `{n}` and the other slots of `phrases.py`. Identifiers carry a random number
and are unique; quantities are unique too where their shape has room, else they are bound by the identifier beside them.
The same seed gives the same values.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

__all__ = ["Slots"]

_WORDS = (
    "amber", "basalt", "cedar", "dune", "ember", "fjord", "garnet", "heron", "indigo", "juniper", "kestrel", "larch",
    "marten", "nectar", "onyx", "plover", "quill", "raven", "sable", "tarn", "umber", "vireo", "willow", "yarrow", "zephyr",
)  # fmt: skip
_NOUNS = (
    "router", "ledger", "broker", "intake", "mirror", "parser", "gateway", "planner", "billing", "catalog", "session",
    "index", "archive", "notifier", "quota", "roster",
)  # fmt: skip
_VERBS = ("rebuild", "merge", "flush", "resolve", "load", "prune", "dispatch", "verify", "expand", "replay")
_PEOPLE = (
    "Ines Okafor", "Marek Lindqvist", "Priya Castellano", "Tomasz Obi", "Yuki Brandt", "Leila Fournier", "Jonas Achterberg",
    "Dana Whitlock", "Rafael Nowak", "Signe Abara", "Hugo Tanaka", "Mira Castell",
)  # fmt: skip
_TRIES = 1000
_DIGITS = "0123456789"
_FEW = frozenset(("person", "word", "clock", "date", "pct", "secs", "few", "exit", "http"))  # shapes with few values


class Slots:
    """Fills slots by name; a digit at the end (`n2`) asks for a second value of that shape."""

    def __init__(self, rng: Random, taken: set[str]) -> None:
        self._rng = rng
        self._taken = taken  # shared over a session: what was given out, or stands in its filler text
        self._last: dict[str, str] = {}  # by shape

    def value(self, slot: str) -> str:
        """A new value for `slot`. Raises ValueError for an unknown slot."""
        shape = slot.rstrip(_DIGITS)
        make = _MAKERS.get(shape)
        if make is None:
            raise ValueError(f"slot {slot!r}: expected one of {', '.join(sorted(_MAKERS))}")
        few = shape in _FEW  # bound by the identifier beside them: they may come again, but not twice in a row
        for _ in range(_TRIES):
            value = make(self._rng)
            if value != self._last.get(shape) and (few or value not in self._taken):
                break
        else:
            raise ValueError(f"slot {slot!r}: no value of this shape is left; plant fewer facts in one session")
        self._last[shape] = value
        self._taken.add(value)
        return value


def _word(rng: Random) -> str:
    return rng.choice(_WORDS)


def _noun(rng: Random) -> str:
    return rng.choice(_NOUNS)


def _hex(rng: Random, n: int) -> str:
    digits = "".join(rng.choice("0123456789abcdef") for _ in range(n - 2))
    return rng.choice("abcdef") + rng.choice("0123456789") + digits  # never all digits, never all letters


def _code(rng: Random) -> str:
    return rng.choice(
        (
            f"E{rng.randrange(10000, 99999)}",
            f"ORA-{rng.randrange(10000, 99999)}",
            f"0x8007{rng.randrange(0x1000, 0xFFFF):04X}",
            f"ERR_{_noun(rng).upper()}_{rng.randrange(100, 999)}",
            f"SVC-{rng.randrange(1000, 9999)}",
        )
    )


def _exception(rng: Random) -> str:
    return (
        f"{_word(rng).title()}{_noun(rng).title()}{_verb(rng).title()}{rng.choice(('Error', 'Exception', 'Timeout'))}"
    )


def _path(rng: Random) -> str:
    return rng.choice(
        (
            f"src/{_word(rng)}/{_noun(rng)}_{rng.randrange(10, 9999)}.py",
            f"config/{_word(rng)}/{_noun(rng)}-{rng.randrange(10, 9999)}.yaml",
            f"/srv/{_word(rng)}/{_noun(rng)}/{rng.randrange(100, 9999)}.csv",
            f"docs/{_word(rng)}-{_noun(rng)}-{rng.randrange(10, 9999)}.md",
        )
    )


def _command(rng: Random) -> str:
    return rng.choice(
        (
            f"make check-{_word(rng)}-{rng.randrange(10, 999)}",
            f"npm run lint:{_word(rng)}{rng.randrange(10, 999)}",
            f"./bin/{_verb(rng)}-{_noun(rng)} --shard {rng.randrange(100, 9999)}",
        )
    )


def _verb(rng: Random) -> str:
    return rng.choice(_VERBS)


def _ratio(rng: Random) -> str:
    whole = rng.randrange(300, 4000)
    return f"{rng.randrange(11, whole - 20)} of {whole}"


_MAKERS: dict[str, Callable[[Random], str]] = {
    # identifiers
    "svc": lambda r: f"{_word(r)}-{_noun(r)}-{r.randrange(10, 9999)}",
    "host": lambda r: f"{_word(r)}{r.randrange(10, 999)}.{r.choice(('prod', 'eu', 'stage', 'dc2'))}.example.net",
    "table": lambda r: f"{_word(r)}_{_noun(r)}_{r.randrange(10, 9999)}",
    "column": lambda r: f"{_noun(r)}_{r.choice(('state', 'owner', 'rate', 'hash'))}_{r.randrange(10, 9999)}",
    "path": _path,
    "module": lambda r: f"src/{_word(r)}/{_noun(r)}_{r.randrange(10, 9999)}.py",
    "dump": lambda r: f"/srv/{_word(r)}/{_noun(r)}/{r.randrange(100, 9999)}.dump",
    "conf": lambda r: f"config/{_word(r)}/{_noun(r)}-{r.randrange(10, 9999)}.yaml",
    "doc": lambda r: f"docs/{_word(r)}-{_noun(r)}-{r.randrange(10, 9999)}.md",
    "fn": lambda r: f"{_verb(r)}_{_noun(r)}_{r.randrange(10, 9999)}()",
    "test": lambda r: f"test_{_verb(r)}_{_noun(r)}_{r.randrange(10, 9999)}",
    "env": lambda r: f"{_word(r).upper()}_{_noun(r).upper()}_{r.randrange(10, 999)}",
    "header": lambda r: f"X-{_word(r).title()}-{_noun(r).title()}-{r.randrange(10, 999)}",
    "key": lambda r: f"alias/{_word(r)}-{r.randrange(100, 9999)}",
    "bucket": lambda r: f"s3://{_word(r)}-{_noun(r)}-{r.randrange(10, 9999)}",
    "branch": lambda r: f"feature/{_word(r)}-{_noun(r)}-{r.randrange(10, 9999)}",
    "sha": lambda r: _hex(r, 9),
    "ticket": lambda r: f"{r.choice(('OPS', 'PLAT', 'DATA', 'PAY'))}-{r.randrange(1000, 99999)}",
    "pr": lambda r: f"#{r.randrange(1000, 99999)}",
    "run": lambda r: f"run-{_hex(r, 7)}",
    "req": lambda r: f"req_{_hex(r, 10)}",
    "snap": lambda r: f"snap-{_hex(r, 8)}",
    "acct": lambda r: f"acct-{r.randrange(100000, 9999999)}",
    "pid": lambda r: f"{r.randrange(10000, 999999)}",
    "url": lambda r: f"https://{_word(r)}{r.randrange(10, 999)}.example.org/v{r.randrange(2, 9)}/{_noun(r)}",
    "pkg": lambda r: (
        f"lib{_word(r)}{r.randrange(10, 99)}@{r.randrange(1, 9)}.{r.randrange(1, 40)}.{r.randrange(1, 30)}"
    ),
    "ver": lambda r: f"{r.randrange(1, 9)}.{r.randrange(10, 99)}.{r.randrange(10, 99)}",
    "cmd": _command,
    "code": _code,
    "exc": _exception,
    # quantities
    "n": lambda r: f"{r.randrange(1000, 99999):,}" if r.random() < 0.5 else str(r.randrange(101, 9999)),
    "few": lambda r: str(r.randrange(3, 98)),
    "port": lambda r: str(r.randrange(2000, 32000)),
    "exit": lambda r: str(r.randrange(2, 160)),
    "http": lambda r: str(r.choice((401, 403, 404, 409, 413, 422, 429, 500, 501, 502, 503, 504, 507))),
    "ms": lambda r: f"{r.randrange(105, 9890)} ms",
    "secs": lambda r: f"{r.randrange(11, 600)} s",
    "pct": lambda r: f"{r.randrange(2, 98)}.{r.randrange(1, 9)} %",
    "gb": lambda r: f"{r.randrange(11, 980)} GB",
    "mb": lambda r: f"{r.randrange(11, 980)} MB",
    "money": lambda r: f"${r.randrange(1000, 98000):,}",
    "ratio": _ratio,
    "date": lambda r: f"2027-{r.randrange(1, 13):02d}-{r.randrange(1, 29):02d}",
    "clock": lambda r: f"{r.randrange(0, 24):02d}:{r.randrange(0, 12) * 5:02d} UTC",
    # names
    "person": lambda r: r.choice(_PEOPLE),
    "word": _word,
}
