"""Small bans, each naming what to write instead. A ban comes from something that bit somebody once."""

from __future__ import annotations

import io
import re
import subprocess
import tokenize
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SOURCES = sorted((ROOT / "src" / "leadline").rglob("*.py"))

# (name, pattern over code without comments and strings, folders where it is banned, folders excepted, write instead)
BANS = [
    ("the clock in core", r"\btime\.(time|monotonic|perf_counter)\b|\bdatetime\.(now|utcnow|today)\b|\bdate\.today\b",
     ("core",), (), "take the time as an argument"),
    ("the environment in core", r"\bos\.(environ|getenv)\b", ("core",), (), "take the value as an argument"),
    ("the environment outside cli and compose", r"\bos\.(environ|getenv)\b", ("",), ("cli", "compose", "bench", "integrations"),
     "read it in compose/ or cli/ and pass it on"),
    ("files in core", r"(?<![\w.])open\(|\.(read_text|write_text|read_bytes|write_bytes)\(", ("core",), ("core/policy/rules.py", "core/receipts/verify_standalone.py"),
     "read in readers/ or the edges and pass the text"),
    ("randomness in core", r"\b(import random|from random|import secrets|import uuid)\b", ("core",), (), "take a seed or derive from a digest"),
    ("print outside cli, bench", r"(?<![\w.])print\(", ("",), ("cli", "bench"), "return the text; cli/output.emit prints"),
    ("hash()", r"(?<![\w.])hash\(", ("",), (), "use core/receipts/hashes: hash() differs from run to run"),
    ("a traceback shown to users", r"\btraceback\.(print_exc|print_exception|print_stack|format_exc)\b", ("",), ("cli/main.py",),
     "raise; cli/exits.tell makes it one line, LEADLINE_DEBUG=1 shows the traceback"),
    ("pickle", r"\b(import pickle|from pickle|import marshal|import shelve)\b", ("",), (), "use canonical JSON: pickles run code"),
    ("a bare except", r"\bexcept\s*:", ("",), (), "name the exceptions"),
    ("eval", r"(?<![\w.])(eval|exec)\(", ("",), (), "parse it"),
    ("exit in the middle", r"\bsys\.exit\(|\bos\._exit\(|\braise SystemExit", ("",), ("__main__.py", "cli/check.py", "bench", "core/receipts/verify_standalone.py"), "return the code; main() ends the program"),
]  # fmt: skip


@cache
def code_of(path: Path) -> str:
    return code_only(path.read_text(encoding="utf-8"))


def code_only(source: str) -> str:
    """The source with comments and string contents blanked, so that prose about a ban is not a breach of it."""
    lines = source.splitlines(keepends=True)
    drop = {tokenize.COMMENT, tokenize.STRING, getattr(tokenize, "FSTRING_MIDDLE", -1)}
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type in drop:
            (first, start), (last, end) = token.start, token.end
            for row in range(first, last + 1):
                line = lines[row - 1]
                a, b = (start if row == first else 0), (end if row == last else len(line.rstrip("\n")))
                lines[row - 1] = line[:a] + " " * (b - a) + line[b:]
    return "".join(lines)


def breaches(code: str, pattern: str) -> list[int]:
    """Line numbers where the pattern stands."""
    return [code.count("\n", 0, match.start()) + 1 for match in re.finditer(pattern, code)]


@pytest.mark.parametrize(("name", "pattern", "banned", "excepted", "instead"), BANS, ids=[ban[0] for ban in BANS])
def test_ban(name: str, pattern: str, banned: tuple[str, ...], excepted: tuple[str, ...], instead: str) -> None:
    """Nothing in the package does what the ban names."""
    found = []
    for path in SOURCES:
        inside = path.relative_to(ROOT / "src" / "leadline").as_posix()
        if inside.startswith(banned) and not (excepted and inside.startswith(excepted)):
            found += [f"{inside}:{line}" for line in breaches(code_of(path), pattern)]
    assert not found, f"{name}: {', '.join(found)}; instead: {instead}"


def test_a_ban_sees_its_breach_and_not_prose_about_it() -> None:
    """The bans look at code, not at comments and strings."""
    assert breaches(code_only("a = 1\nb = time.time()\n"), BANS[0][1]) == [2]
    assert breaches(code_only('a = "time.time()"  # time.time()\n'), BANS[0][1]) == []


def test_no_committed_file_names_this_machine_or_a_registry() -> None:
    """A stranger's machine has none of our folders and none of our hosts."""
    # put together here so that this file does not breach its own rule
    words = ["/" + "work/main", "/" + "work/shared", "/opt" + "/ll", "pypi" + ".org", "pythonhosted" + ".org"]
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=False)
    if listed.returncode != 0:
        pytest.skip("not a git checkout")
    found = []
    for name in listed.stdout.decode().split("\0"):
        path = ROOT / name
        foreign = name.startswith(("src/leadline/samples/", "tests/conformance/tables/")) and not name.endswith(
            (".py", ".md")
        )
        if not name or foreign or not path.is_file():
            continue  # samples are other people's transcripts and keep their words
        text = path.read_bytes().decode("utf-8", errors="replace")
        found += [f"{name}: {word}" for word in words if re.search(rf"(?<![\w.]){re.escape(word)}", text)]
    assert not found, "; ".join(found)


def test_every_module_says_what_it_is_for() -> None:
    """The first line of a module is its docstring (style.md, section 2); empty __init__ files aside."""
    missing = [
        path.relative_to(ROOT).as_posix()
        for path in SOURCES
        if (text := path.read_text(encoding="utf-8")).strip() and not text.lstrip().startswith(('"""', 'r"""'))
    ]
    assert not missing, f"no docstring at the top: {', '.join(missing)}"


def test_no_possessive_group_stands_in_a_pattern() -> None:
    """CPython 3.11.0 to 3.11.4 match possessive *groups* wrongly (gh-106052): ``(?>(?:...)*)`` says the same and is right there."""
    group = r"\)(?:[*+?]|\{\d*,?\d*\})\+"
    assert re.search(group, "(?:[.,][0-9]++)*+")
    assert re.search(group, "(?:a|b){1,12}+")
    assert not re.search(group, r"(?>(?:[.,][0-9]++)*)")
    found = []
    for path in SOURCES:
        code = path.read_text(encoding="utf-8")
        found += [f"{path.relative_to(ROOT).as_posix()}:{line}" for line in breaches(code, group)]
    assert not found, ", ".join(found)
