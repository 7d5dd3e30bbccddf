"""The bench over altered summaries: the edits are what they claim, and what is counted."""

from __future__ import annotations

import json
import re
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from leadline.bench import bench
from leadline.bench.altered import GROUPS, run
from leadline.bench.altered_edits import value_edits
from leadline.bench.altered_tokens import Value, find_values, possible
from leadline.bench.altered_words import word_edits
from leadline.cli.main import main

TOKENS: dict[str, st.SearchStrategy[str]] = {
    "number": st.integers(0, 9999).map(str),
    "long number": st.integers(10_000, 9_999_999).map(lambda n: f"{n:,}"),
    "decimal": st.builds("{}.{}".format, st.integers(0, 999), st.integers(1, 99)),
    "time": st.builds("{:02d}:{:02d}".format, st.integers(0, 23), st.integers(0, 59)),
    "date": st.dates(date(1950, 1, 1), date(2090, 12, 31)).map(date.isoformat),
    "version": st.builds("v{}.{}.{}".format, st.integers(0, 40), st.integers(0, 40), st.integers(0, 40)),
    "address": st.lists(st.integers(0, 255).map(str), min_size=4, max_size=4).map(".".join),
    "identifier": st.builds("{}-{}".format, st.sampled_from(("pg", "INV", "wrk-a")), st.integers(0, 9999)),
    "ordinal": st.sampled_from(("1st", "2nd", "3rd", "4th", "11th", "12th", "21st", "30th")),
}
SENTENCES = st.lists(
    st.tuples(
        st.sampled_from(tuple(TOKENS)), st.sampled_from(("The kiln met {} there", "We saw {} here", "Jo wrote {} up"))
    ),
    min_size=1,
    max_size=6,
).flatmap(lambda rows: st.tuples(*(TOKENS[kind].map(said.format) for kind, said in rows)).map(". ".join))


def _differing(old: str, new: str) -> list[tuple[str, str]]:
    """The words that are not the same; the words stay as many as they were."""
    before, after = old.split(), new.split()
    assert len(before) == len(after)
    return [(a, b) for a, b in zip(before, after, strict=True) if a != b]


@settings(max_examples=150, deadline=None)
@given(SENTENCES, st.text(max_size=5))
def test_a_value_edit_changes_one_token_and_an_exchange_two(text: str, key: str) -> None:
    for kind, altered, _ in value_edits(text, "", key):
        changed = _differing(text, altered)
        if kind.endswith("exchanged"):
            (a, b), (c, d) = changed
            assert (a, b) == (d, c)
        else:
            ((a, b),) = changed
            digits = [(x, y) for x, y in zip(a, b, strict=True) if x != y and (x.isdigit() or y.isdigit())]
            assert len(digits) == 1 or (len(digits) == 2 and digits[0] == digits[1][::-1])


@settings(max_examples=150, deadline=None)
@given(SENTENCES, SENTENCES, st.text(max_size=5))
def test_no_altered_value_stands_in_the_children(text: str, source: str, key: str) -> None:
    known = set(source.replace(",", "").split()) | set(text.replace(",", "").split())
    for kind, altered, _ in value_edits(text, source, key):
        if not kind.endswith("exchanged"):
            ((_, new),) = _differing(text, altered)
            assert new.replace(",", "") not in known


@settings(max_examples=100, deadline=None)
@given(SENTENCES, st.text(max_size=5))
def test_the_same_key_gives_the_same_edits(text: str, key: str) -> None:
    assert list(value_edits(text, "", key)) == list(value_edits(text, "", key))
    said = f"It may be that {text} is not open."
    assert list(word_edits(said, key)) == list(word_edits(said, key))


def test_another_key_gives_other_edits() -> None:
    text = "The kiln met 4711 there."
    assert len({a.text for i in range(30) for a in value_edits(text, "", str(i))}) > 10


@settings(max_examples=200, deadline=None)
@given(
    st.sampled_from(("time", "date", "address")).flatmap(lambda k: st.tuples(st.just(k), TOKENS[k])), st.integers(0, 99)
)
def test_no_value_is_impossible(drawn: tuple[str, str], key: int) -> None:
    kind, token = drawn
    for _, altered, _ in value_edits(f"It was {token} then.", "", str(key)):
        new = altered.split()[2]
        if kind == "time":
            hour, minute = map(int, new.split(":"))
            assert hour < 24
            assert minute < 60
        elif kind == "date":
            assert date.fromisoformat(new)
        else:
            assert all(int(octet) < 256 and str(int(octet)) == octet for octet in new.split("."))


@pytest.mark.parametrize(
    ("kind", "old", "new", "form"),
    [
        ("time", "11:30 pm", "13:30 pm", ""),
        ("date", "3 April", "31 April", ""),
        ("date", "1.11.2024", "1.15.2024", ""),
        ("ordinal", "21st", "91st", ""),
        ("identifier", "a.kt:203", "a.kt:023", ""),
        ("identifier", "run-2026-01-12", "run-2026-01-42", ""),
        ("number", "10", "01", "count 0 "),
        ("number", "98", "198", "share 0 "),
        ("number", "2026", "2206", "year"),
        ("address", "10.0.0.0/24", "10.0.0.0/42", ""),
    ],
)
def test_impossible_values_are_known(kind: str, old: str, new: str, form: str) -> None:
    value = Value(kind, 0, len(old), form)
    assert possible(old, old, value)
    assert not possible(old, new, value)


@pytest.mark.parametrize(
    ("token", "kind"),
    [
        ("40", "number"), ("200ms", "number"), ("10-minute", "number"), ("120/min", "number"), ("38,950", "long number"), ("5.8", "decimal"), ("09:40", "time"), ("3 March", "date"),
        ("Mar 3", "date"), ("2026-11-03", "date"), ("3.18.2", "version"), ("10.40.0.0/16", "address"), ("pg-bill-02", "identifier"), ("#4471", "identifier"), ("2nd", "ordinal"),
        ("7-year-old", "number"), ("@6k", "number"), ("90:10", ""), ("3/5", ""), ("10-12", ""), ("24.10.24", ""), ("10⁹", ""), ("-5", ""),
    ],
)  # fmt: skip
def test_a_token_is_of_its_kind(token: str, kind: str) -> None:
    assert [v.kind for v in find_values(f"It was {token} then.")] == [kind] * bool(kind)


def _exchanges(text: str) -> list[str]:
    return [what for i in range(5) for kind, _, what in value_edits(text, "", str(i)) if kind.endswith("exchanged")]


@pytest.mark.parametrize(
    ("text", "apart"),
    [
        ("Marta counted 40 trays, Jo counted 52 trays.", True),
        ("Marta counted 40 trays, Jo waited 52 minutes.", False),
        ("Marta waited 40 seconds, Jo waited 52 minutes.", True),
        ("Marta paid 4.5 for it, Jo paid 5.25 for it.", False),
        ("Trays 40, 41 and 52 cracked.", False),
        ("Between 40 and 52 trays cracked.", False),
        ("Marta counted 6 trays, Jo counted 4410 trays.", False),
        ("Marta took pg-bill-02, Jo took pg-auth-01.", True),
        ("Marta took pg-bill-02, Jo took INV/7731.", False),
        ("Marta came in 1998, Jo counted 2004 trays.", True),
        ("Marta came in 1998, Jo counted 1850 trays.", False),
    ],
)
def test_only_what_could_be_taken_for_one_another_is_exchanged(text: str, apart: bool) -> None:
    assert bool(_exchanges(text)) is apart


@pytest.mark.parametrize(
    ("kind", "text", "source"),
    [
        ("number", "They saw 5 trays.", "zero one two three four six seven eight nine"),
        ("ordinal", "It was the 5th tray.", "first second third fourth sixth seventh eighth ninth"),
        ("date", "It began on 3 May.", " ".join(f"2026-05-{d:02d}" for d in range(1, 32))),
        ("date", "It began on 3 May.", " ".join(f"{d} May" for d in range(1, 32))),
        ("unit", "It took 30 s.", "It took 30 ms."),
    ],
)
def test_a_value_that_stands_in_other_words_is_no_alteration(kind: str, text: str, source: str) -> None:
    assert kind in {a.kind for a in value_edits(text, "", "1")}
    assert kind not in {a.kind for i in range(20) for a in value_edits(text, source, str(i))}


def test_an_altered_ordinal_has_its_suffix() -> None:
    whats = {a.what for i in range(60) for a in value_edits("It was the 11th tray.", "", str(i)) if a.kind == "ordinal"}
    assert "11th -> 21st" in whats
    assert not {"11th -> 21th", "11th -> 12nd", "11th -> 13rd"} & whats


def test_the_unit_changes_and_the_number_stays() -> None:
    (edit,) = (a for a in value_edits("The lock took 30 minutes in all.", "", "1") if a.kind == "unit")
    assert re.fullmatch(r"The lock took 30 (seconds|hours|days|weeks) in all\.", edit.text)
    assert "unit" not in {a.kind for said in ("503s", "0 mm") for a in value_edits(f"It was {said}.", "", "1")}


@pytest.mark.parametrize(
    ("kind", "text", "altered"),
    [
        ("negation lost", "The job is not yet done.", "The job is done."),
        ("negation lost", "Don't lend the moulds.", "Do lend the moulds."),
        ("negation lost", "It cannot run.", "It can run."),
        ("negation lost", "There is no proof.", "There is proof."),
        ("negation lost", "It no longer runs.", None),
        ("hedge lost", "Probably the pump leaks.", "The pump leaks."),
        ("hedge lost", "It might be the pump.", "It is the pump."),
        ("hedge lost", "Warfarin may be resumed.", None),
        ("attribution lost", "Jo suspects that the pump leaks.", "The pump leaks."),
        ("attribution lost", "It stopped, and Jo says that Mr Abara left.", "It stopped, and Mr Abara left."),
        ("attribution lost", "A man of the council said that it is so.", None),
        ("attribution lost", "According to Jo, the pump leaks.", "The pump leaks."),
        ("attribution lost", "Jo said no to the plan, which is old.", None),
        ("opposite", "The run failed.", "The run succeeded."),
        ("opposite", "It is not approved.", None),
        ("opposite", "It may not be increased.", None),
        ("opposite", "The folder is read-only.", None),
        ("constraint dropped", "It ran well. The primary must not be restarted. Jo left.", "It ran well. Jo left."),
        ("constraint dropped", "The primary must not be restarted. Jo left.", None),
        ("constraint dropped", "It ran well. We do not know the cause of it. Jo left.", None),
    ],
)
def test_a_word_edit_is_what_it_claims(kind: str, text: str, altered: str | None) -> None:
    assert [a.text for a in word_edits(text, "1") if a.kind == kind] == ([] if altered is None else [altered])


CHILDREN = [
    {"id": "a", "role": "user", "text": "Never lend the copper moulds to the school. It starts at 09:40."},
    {"id": "b", "role": "tool", "text": "Batch 7 has set at 41 degrees. Two trays cracked."},
]
KEPT = "The copper moulds must never be lent to the school. Batch 7 set at 41 degrees; two trays cracked. It starts at 09:40."
WRONG = KEPT.replace("41", "14")
ROW: dict[str, Any] = {"id": "1", "children": CHILDREN, "good": {"text": KEPT}, "bad": {"text": WRONG}}


def _write(path: Path, *rows: dict[str, Any]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def _json(*args: str) -> dict[str, Any]:
    result = CliRunner().invoke(bench, ["altered", *args, "--json"])
    assert result.exit_code == 0, result.output
    told: dict[str, Any] = json.loads(result.output[result.output.index("{") :])
    return told


def test_promoted_summaries_are_altered_and_counted(tmp_path: Path) -> None:
    path = _write(tmp_path / "set.jsonl", ROW | {"terse": {"text": WRONG}})
    told = _json(str(path), "--seed", "3")
    assert (told["checked"], told["promoted"], told["seed"]) == (2, 1, 3)
    assert {row["way"] for row in told["alterations"]} == {"good"}
    by_kind = {row["kind"]: row for row in told["alterations"]}
    assert len(by_kind) == len(told["alterations"])
    assert {"number", "time", "negation lost"} <= set(by_kind)
    assert by_kind["time"]["refused"]
    assert by_kind["time"]["rules"]
    assert by_kind["time"]["what"].startswith("09:40 -> ")


def test_the_table_counts_what_the_json_lists(tmp_path: Path) -> None:
    path = _write(tmp_path / "set.jsonl", ROW)
    rows = _json(str(path))["alterations"]
    out = CliRunner().invoke(bench, ["altered", str(path)]).output
    assert "1 of 1 faithful summaries are promoted" in out
    assert "leadline bench altered set.jsonl --seed 1" in out
    lines = {line[:24].strip(): line[24:].split()[0] for line in out.splitlines() if "/" in line[24:34]}
    assert lines["all"] == f"{sum(r['refused'] for r in rows)}/{len(rows)}"
    for kind in {row["kind"] for row in rows}:
        mine = [row["refused"] for row in rows if row["kind"] == kind]
        assert lines[kind] == f"{sum(mine)}/{len(mine)}"
    assert {row["kind"] for row in rows} <= {kind for kinds in GROUPS.values() for kind in kinds}


def test_the_order_of_files_alters_nothing(tmp_path: Path) -> None:
    files = [
        str(_write(tmp_path / f"{name}.jsonl", *({**ROW, "id": str(i)} for i in range(3)))) for name in ("one", "two")
    ]

    def told(*args: str) -> set[tuple[str, ...]]:
        return {(r["file"], r["id"], r["kind"], r["what"]) for r in _json(*args)["alterations"]}

    assert told(*files) == told(*files[::-1]) == told(files[0]) | told(files[1])
    assert told(*files) != told(*files, "--seed", "2")
    few = told(*files, "--most", "2")
    assert few == told(*files[::-1], "--most", "2")
    assert few < told(*files)
    assert len({(file, name) for file, name, *_ in few}) == 2


def test_a_row_of_another_form_is_told_with_its_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for row in (
        {"id": "1", "good": {"text": KEPT}},
        {"id": "1", "children": CHILDREN},
        {"id": "1", "children": CHILDREN, "bad": {"text": KEPT}},
        {"id": "1", "children": [{"id": "a"}], "good": {"text": KEPT}},
    ):
        path = _write(tmp_path / "set.jsonl", ROW, row)
        with pytest.raises(ValueError, match=r"set\.jsonl:2: "):
            run([path], 1, None, print)
        assert main(["bench", "altered", str(path)]) == 2
        told = capsys.readouterr().err
        assert "set.jsonl:2: " in told
        assert "Traceback" not in told


def test_an_empty_file_is_no_clean_bill(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"no items in set\.jsonl"):
        run([_write(tmp_path / "set.jsonl")], 1, None, print)
