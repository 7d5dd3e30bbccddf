"""Generated sessions: real filler, planted facts that are readable in them and owed, the same bytes every time."""

import json
from collections import Counter
from itertools import pairwise
from pathlib import Path
from random import Random
from string import Formatter

import pytest

from leadline.bench.filler import draw, tokens_of, units_of
from leadline.bench.matcher import Page, readable
from leadline.bench.phrases import CONFLICT_PAIRS, LEAD_INS, PHRASES
from leadline.bench.planted import KINDS, PlantOptions, _gaps, fill, generate
from leadline.bench.sessionfile import write_session
from leadline.bench.slots import Slots
from leadline.core.text.messages import Message, Part

PROSE = (
    "I looked at the loader first. It reads the whole file at once, which is fine for now.\n\n"
    "The second half is different. There the rows come in one by one.\n\n```\nx = 1. Y = 2.\n```\nThat is all I found so far."
)


def message(id: str, role: str, *parts: Part) -> Message:
    return Message(id, role, parts, 1)  # type: ignore[arg-type]


def filler() -> list[tuple[Message, ...]]:
    return units_of(
        [
            message("a", "user", Part("text", "Please look at the loader. " + PROSE)),
            message("b", "assistant", Part("text", PROSE)),
            message("c", "assistant", Part("tool_call", "Bash ls", "Bash", "c1")),
            message("d", "tool", Part("tool_result", "loader.py\nrows.py", "Bash", "c1")),
            message("e", "summary", Part("text", "a summary is never filler")),
            message("f", "tool", Part("tool_result", "nobody asked", "Bash", "c9")),
            message("g", "assistant", Part("text", "x" * 9000)),
        ]
    )


def options(**changed: int) -> PlantOptions:
    return PlantOptions(**({"seed": 3, "tokens": 6000, "facts": 60, "tail_tokens": 500} | changed))


def test_units_keep_calls_with_their_results() -> None:
    """A call travels with its result; results without a call, summaries and overlong parts do not come in whole."""
    units = filler()
    assert [[m.id for m in unit] for unit in units] == [["a"], ["b"], ["c", "d"], ["g"]]
    assert len(units[-1][0].text) == 4000


def test_every_fact_is_readable_in_its_session() -> None:
    """What the bench asks for was there: each fact's needles stand together in the generated text."""
    session = generate(filler(), options())
    page = Page.of("\n".join(m.text for unit in session.units for m in unit))
    assert len(session.facts) == 60
    assert [f.id for f in session.facts if not readable(f.needles, page, across_lines=f.across_lines)] == []


def test_a_fact_is_not_readable_without_its_sentence() -> None:
    """Neither filler nor other facts can stand in for a lost fact: taking its sentence out makes it unreadable."""
    session = generate(filler(), options())
    text = "\n".join(m.text for unit in session.units for m in unit)
    for fact in session.facts:
        assert fact.text in text
        page = Page.of(text.replace(fact.text, "a related error"))
        assert not readable(fact.needles, page, across_lines=fact.across_lines), fact


def test_kinds_and_roles_have_their_share() -> None:
    """Every kind is planted equally often, and in every role of its phrases."""
    facts = generate(filler(), options(facts=240, tokens=20_000)).facts
    counts = Counter(f.kind for f in facts)
    assert set(counts) == set(KINDS)
    assert max(counts.values()) - min(counts.values()) <= 12  # the second sides of conflicts
    assert {f.role for f in facts} == {"user", "assistant", "error"}


def test_tail_holds_no_fact() -> None:
    """No fact stands in the last `tail_tokens`, where it would stay verbatim anyway."""
    session = generate(filler(), options(tail_tokens=3000))
    texts = ["\n".join(m.text for m in unit) for unit in session.units]
    last = max(i for i, text in enumerate(texts) if any(f.text in text for f in session.facts))
    assert tokens_of(session.units[last + 1 :]) >= 3000


def test_same_seed_same_bytes(tmp_path: Path) -> None:
    """One seed gives one file; another seed another."""
    for name, seed in (("a", 1), ("b", 1), ("c", 2)):
        write_session(generate(filler(), options(seed=seed)).units, tmp_path / name)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    assert (tmp_path / "a").read_bytes() != (tmp_path / "c").read_bytes()


def test_records_are_linked_and_calls_answered(tmp_path: Path) -> None:
    """The file is a chain by parentUuid, and each tool result names a call of an earlier record, once."""
    write_session(generate(filler(), options()).units, tmp_path / "s.jsonl")
    records = [json.loads(line) for line in (tmp_path / "s.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [r["parentUuid"] for r in records] == [None, *(r["uuid"] for r in records[:-1])]
    blocks = [b for r in records if isinstance(r["message"]["content"], list) for b in r["message"]["content"]]
    calls = [b["id"] for b in blocks if b["type"] == "tool_use"]
    assert len(calls) == len(set(calls))
    assert [b["tool_use_id"] for b in blocks if b["type"] == "tool_result"] == calls


def test_no_filler_is_an_error() -> None:
    """Without real text there is no session to generate."""
    with pytest.raises(ValueError, match="--transcripts"):
        draw([], 100, Random(0))


@pytest.mark.parametrize("kind", KINDS)
def test_phrases_are_many_and_bound(kind: str) -> None:
    """At least twelve phrases a kind, each with a needle that only this fact can have."""
    assert len({text for _, text in PHRASES[kind]}) >= 12
    quantities = {
        "n",
        "ms",
        "secs",
        "pct",
        "gb",
        "mb",
        "money",
        "ratio",
        "date",
        "clock",
        "person",
        "word",
        "few",
        "port",
        "exit",
        "http",
    }
    for role, text in PHRASES[kind]:
        assert role in ("user", "assistant", "error")
        needles = text.split("«")[1:]
        slots = [
            n.rstrip("0123456789") for part in needles for _, n, _, _ in Formatter().parse(part.split("»")[0]) if n
        ]
        assert set(slots) - quantities, text


def test_conflict_pairs_share_their_subject() -> None:
    """Both sides of a told-twice conflict carry the same identifier."""
    for pair in CONFLICT_PAIRS:
        (first, a), (second, b) = fill([text for _, text in pair], Slots(Random(1), set()))
        assert first != second
        assert set(a) & set(b)


def test_unknown_slot_is_an_error() -> None:
    """A misspelt slot does not end up in a session."""
    with pytest.raises(ValueError, match="hots"):
        Slots(Random(0), set()).value("hots")


def test_second_value_of_a_shape_differs() -> None:
    """Two sides of a disagreement never get the same value, not even where a shape has few values."""
    slots = Slots(Random(4), set())
    for shape in ("pct", "date", "person", "http", "ms", "host"):
        values = [slots.value(f"{shape}{i}") for i in range(200)]
        assert all(a != b for a, b in pairwise(values)), shape


def test_sentences_are_dressed_but_whole() -> None:
    """Some sentences start with a lead-in, some are typed in a hurry; every needle is still in its sentence."""
    facts = generate(filler(), options(facts=240, tokens=20_000)).facts
    assert all(readable(f.needles, Page.of(f.text), across_lines=f.across_lines) for f in facts)
    for role, lead_ins in LEAD_INS.items():
        assert (
            0.1
            < sum(f.text.startswith(lead_ins) for f in facts if f.role == role) / sum(f.role == role for f in facts)
            < 0.45
        )
    assert any(f.text[0].islower() and f.text[-1] != "." for f in facts if f.role == "user")


@pytest.mark.parametrize(
    "text",
    [
        "Let me verify this one thing before I go on: The next call",  # a colon ends no sentence
        "1. Add the helper that renders all rows\n2. Merge the two lists into one list",
        '[{"event_name": "Drill about the outage. Then more of it", "minutes": 30}]',
        "```\nThis is a comment in a code block. It has two sentences.\n```",
        "| The first cell has some words. | The second has more of them. |",
        "Ok. Yes.",
    ],
)
def test_no_sentence_is_planted_where_nobody_writes_one(text: str) -> None:
    """Lists, tables, code, pasted JSON and the gap before a call are no places for a planted sentence."""
    assert _gaps(text) == []


def test_sentence_ends_in_prose_are_places() -> None:
    """The twin: between two sentences of a paragraph, and after the last one."""
    text = "I looked at the loader first. It reads the whole file (all of it). Fine.\n"
    assert [text[:gap].rsplit(" ", 1)[-1] for gap in _gaps(text)] == ["first.", "it).", "Fine."]
