"""The commands over a store, in the order in which a person uses them, on a session that ships."""

from __future__ import annotations

import json
import re
import shutil
import sqlite3
from pathlib import Path

import pytest
from cli_runs import Ran, run_here, run_process

from leadline.engine.references import resolve_reference
from leadline.engine.session import load_session
from leadline.samples import sample_path
from leadline.stores.sqlite import SqliteStore

SAMPLE = "sample:marshmallow"


class Folder:
    """One folder with a store in it; runs are kept, so that looking twice costs once."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.seen: dict[tuple[str, ...], Ran] = {}

    def run(self, *args: str) -> Ran:
        return run_here(self.path, *args)

    def look(self, *args: str) -> Ran:
        if args not in self.seen:
            self.seen[args] = self.run(*args)
        return self.seen[args]


@pytest.fixture(scope="module")
def compacted(tmp_path_factory: pytest.TempPathFactory) -> Folder:
    folder = Folder(tmp_path_factory.mktemp("session"))
    ran = folder.look("compact", SAMPLE, "--budget", "4000")
    assert (ran.code, ran.err) == (0, "")
    return folder


@pytest.fixture
def copy(compacted: Folder, tmp_path: Path) -> Folder:
    """A store of one's own to write to."""
    shutil.copytree(compacted.path / ".leadline", tmp_path / ".leadline")
    return Folder(tmp_path)


def test_compact_prints_context_and_account(compacted: Folder) -> None:
    """What an agent reads comes first; below it tokens before and after, parents by state, retention by level."""
    out = compacted.look("compact", SAMPLE, "--budget", "4000").out
    assert out.startswith("# Working context")
    account = out[out.index("The account") :]
    for word in ("tokens", "before", "after", "parents", "retention", "predicted", "level"):
        assert word in account


def test_again_on_an_unchanged_session_writes_nothing(compacted: Folder) -> None:
    """The second run says so, its context is the same byte for byte, and the database keeps its bytes."""
    database = compacted.path / ".leadline" / "leadline.db"
    before = database.read_bytes()
    first = compacted.look("compact", SAMPLE, "--budget", "4000").out
    again = compacted.run("compact", SAMPLE, "--budget", "4000").out
    assert "nothing new" in again
    assert first[: first.index("The account")] == again[: again.index("The account")]
    assert database.read_bytes() == before


def test_context_only_is_what_an_agent_reads(compacted: Folder) -> None:
    """No account below it."""
    out = compacted.look("compact", SAMPLE, "--budget", "4000", "--context-only").out
    assert out.startswith("# Working context")
    assert "The account" not in out


def test_json_everywhere(compacted: Folder) -> None:
    """Every command over a store prints one JSON value on request."""
    for command in ("compact", "show", "probe", "ledger", "sweep", "verify"):
        arguments = (command, SAMPLE, "--budget", "4000", "--json") if command == "compact" else (command, "--json")
        ran = compacted.look(*arguments)
        assert json.loads(ran.out), command
    assert json.loads(compacted.look("show", "--sessions", "--json").out)[0]["source"].endswith("marshmallow.traj")


def test_show_draws_every_node(compacted: Folder) -> None:
    """Each node of the JSON has its line; the session is also found by its transcript."""
    rows = json.loads(compacted.look("show", "--json").out)["nodes"]
    drawn = compacted.look("show").out
    assert all(re.search(rf"(^|─ ){re.escape(row['id'])} ", drawn, re.MULTILINE) for row in rows)
    assert compacted.look("show", SAMPLE).out == drawn
    leaf = compacted.look("show", "--node", "n0").out
    assert len(leaf) > 100


def test_each_reference_of_the_context_leads_to_the_source(compacted: Folder) -> None:
    """`[n3.120]` in the context expands to words that stand in the transcript, with file and line."""
    context = compacted.look("compact", SAMPLE, "--budget", "4000", "--context-only").out
    references = re.findall(r"\[(n\d+\.\d+)\]", context.partition("## ")[2])
    assert references
    for reference in references[:3]:
        value = json.loads(compacted.look("expand", reference, "--json").out)
        place = value["places"][0]
        assert place["text"].strip()
        assert place["lines"][0] >= 1
        assert value["source"].endswith("marshmallow.traj")
    assert "marshmallow.traj:" in compacted.look("expand", references[0]).out


def test_a_reference_expands_to_all_that_its_sentence_rests_on(compacted: Folder) -> None:
    """Every line of the context, the example in its first lines included: no word of it stands outside of the source."""
    context = compacted.look("compact", SAMPLE, "--budget", "4000", "--context-only").out
    example = re.search(r"leadline expand (\S+)", context)
    assert example is not None
    assert compacted.look("expand", example[1]).code == 0
    cited = re.findall(
        r"^- (?:(?:tool|call) [^\n]{1,120}?\): |[^:\n]{1,30}: )?(.+) \[(n\d+\.\d+)\]$", context, re.MULTILINE
    )
    assert len(cited) > 20
    store = SqliteStore.open(compacted.path / ".leadline", create=False)
    session = load_session(store, store.sessions()[0].session)
    for text, reference in cited:
        words = set(re.findall(r"\w+", text))
        source = " ".join(place.text or "" for place in resolve_reference(store, session, reference))
        assert words <= set(re.findall(r"\w+", source)), (reference, text)
    store.close()


@pytest.mark.parametrize(
    "reference", ["n0.9999999", "n0.5-3", "n0.99999999999999999999", "p1.0.0", "n-1", "n0.1.2.3", ""]
)
def test_a_reference_outside_of_its_leaf_names_nothing(reference: str, compacted: Folder) -> None:
    """It is said, and not answered with an empty text."""
    assert compacted.look("expand", reference).told(2)


def test_what_a_person_gives_as_a_reason_cannot_act_on_a_terminal(copy: Folder) -> None:
    """Escape sequences and line ends are shown, in the drop and in the ledger."""
    fact = json.loads(copy.run("ledger", "--facts", "--json").out)["facts"][0]["fact"]["id"]
    done = copy.run("drop", fact, "--reason", "old\n\x1b[31mred", "--by", "ann\x07")
    assert done.code == 0
    listed = copy.run("ledger", "--facts").out
    for out in (done.out, listed):
        assert "\x1b" not in out
        assert "\x07" not in out
    assert done.out.count("\n") == 3


def test_expand_also_leads_into_a_transcript(compacted: Folder) -> None:
    """FILE:LINE is the message there; a line without one is said."""
    assert "TimeDelta serialization precision" in compacted.look("expand", f"{SAMPLE}:2").out
    assert "no message at line" in compacted.look("expand", f"{SAMPLE}:99999").told(2)


def test_a_secret_that_an_earlier_line_named_is_not_shown_by_expand(tmp_path: Path) -> None:
    """As everywhere else; `--show-secrets` shows it."""
    rows = [("user", "The password is hunter2XyZ9k."), ("assistant", "Logging in with hunter2XyZ9k now.")]
    path = tmp_path / "t.jsonl"
    path.write_text("".join(json.dumps({"role": role, "content": text}) + "\n" for role, text in rows))
    assert "Logging in with [secret:" in run_here(tmp_path, "expand", f"{path}:2").out
    assert "hunter2XyZ9k" in run_here(tmp_path, "expand", f"{path}:2", "--show-secrets").out


def test_an_unknown_reference_is_usage(compacted: Folder) -> None:
    """Exit 2 and a line; nothing was lost, something was misspelt."""
    for arguments in (
        ("expand", "n9999"),
        ("expand", "n" + "9" * 5000),
        ("expand", "nonsense"),
        ("show", "--node", "p9.9"),
        ("show", "nobody"),
        ("drop", "nonsense", "--reason", "x"),
    ):
        compacted.look(*arguments).told(2)


def test_every_probe_is_answered_and_the_ledger_adds_up(compacted: Folder) -> None:
    """Nothing owed is unaccounted for, and the states add up to all."""
    probe = json.loads(compacted.look("probe", "--json").out)
    assert probe["asked"] == probe["answered"] > 0
    ledger = json.loads(compacted.look("ledger", "--json", "--facts").out)
    assert sum(ledger["counts"].values()) == ledger["owed"] == len(ledger["facts"]) > 0
    assert (
        sum(ledger["supporting_counts"].values()) == ledger["supporting"] == sum(t["n"] for t in ledger["tallies"]) > 0
    )
    assert ledger["adds_up"]
    assert ledger["counts"]["unverifiable"] == 0


def test_a_drop_is_on_record_and_in_force(copy: Folder) -> None:
    """Who and why stand in the ledger after the next compact, and the chain still verifies."""
    facts = json.loads(copy.run("ledger", "--json", "--facts").out)["facts"]
    fact = next(entry["fact"] for entry in facts if entry["where"] == "root")
    assert copy.run("drop", fact["id"], "--reason", "settled by hand", "--by", "Ada").code == 0
    assert copy.run("compact", SAMPLE, "--budget", "4000").code == 0
    assert copy.run("verify").code == 0
    assert fact["id"] not in {p["fact"]["id"] for p in json.loads(copy.run("probe", "--json").out)["unanswered"]}


def test_verify_finds_a_changed_byte(copy: Folder) -> None:
    """A leaf that was exchanged for another is named; exit 3, and not 1."""
    with sqlite3.connect(copy.path / ".leadline" / "leadline.db") as database:
        other = database.execute("SELECT digest FROM nodes WHERE node_id = ?", (b"n1",)).fetchone()
        database.execute("UPDATE nodes SET digest = ? WHERE node_id = ?", (*other, b"n0"))
    ran = copy.run("verify")
    assert ran.code == 3
    assert "n0" in ran.out
    assert "Traceback" not in ran.err


def test_a_grown_session_costs_its_growth(tmp_path: Path) -> None:
    """Sealed nodes are taken from the store; cut or whole, the context is the same."""
    lines = sample_path("checkpoints").read_bytes().splitlines(keepends=True)
    short, whole, fresh = Folder(tmp_path / "a"), Folder(tmp_path / "a"), Folder(tmp_path / "b")
    for folder in (short, fresh):
        folder.path.mkdir()
    (short.path / "s.jsonl").write_bytes(b"".join(lines[:120]))
    assert short.run("compact", "s.jsonl").code == 0
    (whole.path / "s.jsonl").write_bytes(b"".join(lines))
    (fresh.path / "s.jsonl").write_bytes(b"".join(lines))
    grown, at_once = (
        whole.run("compact", "s.jsonl", "--context-only"),
        fresh.run("compact", "s.jsonl", "--context-only"),
    )
    assert grown.out == at_once.out
    assert len(json.loads(whole.run("show", "--sessions", "--json").out)) == 1


def test_audit_of_a_session_that_was_compacted(compacted: Folder) -> None:
    """Each compaction has its block with places and ready commands; JSON and exit code agree."""
    ran = compacted.look("audit", "sample:checkpoints")
    value = json.loads(compacted.look("audit", "sample:checkpoints", "--json").out)
    assert ran.code == (1 if value["lost"] else 0)
    assert len(value["compactions"]) == 2
    assert "compaction 2 of 2" in ran.out
    if value["lost"]:
        assert re.search(r"leadline expand sample:checkpoints:\d+", ran.out)


def test_audit_without_a_compaction_says_so(compacted: Folder) -> None:
    """Nothing was replaced, so nothing was lost: exit 0."""
    ran = compacted.look("audit", SAMPLE)
    assert ran.code == 0
    assert "no compaction" in ran.out


def test_audit_without_a_path_takes_the_newest_local_session(tmp_path: Path) -> None:
    """The newest session of an agent on this machine is found and named on standard error; without one, exit 2."""
    home = {"HOME": str(tmp_path), "CLAUDE_CONFIG_DIR": str(tmp_path / "claude"), "CODEX_HOME": str(tmp_path / "codex")}
    run_process(tmp_path, "audit", **home).told(2)
    session = tmp_path / "claude" / "projects" / "p" / "0b6c6a6e-7e0a-4b7e-9a8a-1f2d3c4b5a69.jsonl"
    session.parent.mkdir(parents=True)
    session.write_bytes(b"".join(sample_path("checkpoints").read_bytes().splitlines(keepends=True)[:30]))
    ran = run_process(tmp_path, "audit", **home)
    assert ran.code == 0, ran.err
    assert session.name in ran.err
    assert "no compaction" in ran.out


def test_the_context_of_a_short_session_is_the_session(tmp_path: Path) -> None:
    """What --context-only prints goes to an agent: never an empty memory, and no note among it."""
    (tmp_path / "short.jsonl").write_text(
        '{"role": "user", "content": "Never restart db-7 before 18:00."}\n', encoding="utf-8"
    )
    ran = run_here(tmp_path, "compact", "short.jsonl", "--context-only")
    assert ran.code == 0
    assert "Never restart db-7 before 18:00." in ran.out
    assert "Nothing to do" not in ran.out
    assert "Nothing to do" in ran.err
