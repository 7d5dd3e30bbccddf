"""The note of a refusal: what, where on both sides, why, what to do."""

from __future__ import annotations

from typing import Any

from leadline.views.note import Place, Places, check_note, check_row, check_tally

PARENT = "The gateway times out.\nRetry after 250 ms.\n"
CHILD = "One.\nTwo.\nRetry after 2500 ms.\n"
PLACES = Places(Place("p.txt", PARENT), {"b": Place("b.txt", CHILD)})


def finding(**changes: Any) -> dict[str, Any]:
    start, at = PARENT.index("250 ms"), CHILD.index("2500 ms")
    return {
        "kind": "value_changed", "severity": "hard", "rule": "fidelity.value_changed", "parent_span": [start, start + 6],
        "parent_quote": "250 ms", "child": "b", "child_span": [at, at + 7], "child_quote": "2500 ms",
        "message": "The parent states another value than child b.", "remedy": "Rebuild it from the children.",
        "probability": 1.0, **changes,
    }  # fmt: skip


def report(
    *findings: dict[str, Any], verdict: str = "invalid", rule: str | None = "fidelity.value_changed"
) -> dict[str, Any]:
    return {
        "id": "x",
        "verdict": verdict,
        "rule": rule,
        "score": 0.12,
        "signals": {"retention": 0.5, "form": None},
        "findings": list(findings),
    }


def test_a_refusal_names_both_places_and_the_way_on() -> None:
    """File, line and quote on both sides; message and remedy; the command that explains the rule."""
    text = "\n".join(check_note(report(finding()), PLACES))
    assert text.startswith("invalid  fidelity.value_changed\n")
    assert 'parent  p.txt:2  "250 ms"' in text
    assert 'child   b.txt:3  "2500 ms"' in text
    assert "The parent states another value than child b. Rebuild it from the children." in text
    assert text.endswith("leadline explain fidelity.value_changed")


def test_something_missing_has_no_place_in_the_parent() -> None:
    """Only the side that has a place is shown."""
    gone = finding(
        kind="missing_owed", severity="warning", rule="fidelity.missing_owed", parent_span=[-1, -1], parent_quote=""
    )
    text = "\n".join(check_note(report(gone, verdict="halt", rule="fidelity.missing_owed"), PLACES))
    assert "  parent  " not in text
    assert "b.txt:3" in text


def test_what_did_not_decide_stands_apart() -> None:
    """A note below the refusal is told as a note; a suspicion is counted, and says how sure it is where they are listed."""
    doubt = finding(kind="invented_cause", severity="suspicion", rule="fidelity.invented_cause", probability=0.4)
    folded = "\n".join(check_note(report(finding(), doubt), PLACES))
    assert "1 suspicion (1 invented_cause)" in folded
    assert "0.40" not in folded
    lines = check_note(report(finding(), doubt), PLACES, suspicions=True)
    split = lines.index("Also seen; this did not decide the verdict:")
    assert any(line.startswith("value_changed") for line in lines[:split])
    assert any("invented_cause" in line and "0.40" in line for line in lines[split:])


def test_a_signal_without_a_value_is_called_unmeasured() -> None:
    """Absent never reads as clean."""
    assert "Not measured: form." in "\n".join(check_note(report(finding()), PLACES))


def test_the_row_of_a_table_shows_what_decided() -> None:
    """Case, verdict, rule, score, number of findings, first deciding message."""
    row = check_row(report(finding()))
    assert row.split()[:5] == ["x", "invalid", "fidelity.value_changed", "0.12", "1"]
    assert "another value" in row
    assert check_tally({"promote": 1, "invalid": 2}) == "3 cases: 1 promote, 2 invalid"
    assert check_tally({"promote": 1}) == "1 case: 1 promote"


def test_one_fault_that_two_signals_saw_is_told_once() -> None:
    """Same kind, same places: one finding in the note."""
    lines = check_note(report(finding(), finding(message="The same again.")), PLACES)
    assert lines.count("value_changed") == 1
    assert "The same again." not in "\n".join(lines)


def test_facts_of_one_line_are_told_once() -> None:
    """Three things missing from one line of a child: one note that says so; another line is a note of its own."""
    gone = [
        finding(
            kind="missing_owed",
            severity="warning",
            rule="fidelity.missing_owed",
            parent_span=[-1, -1],
            parent_quote="",
            child_span=[k, k + 2],
        )
        for k in (0, 2, 4)
    ]
    lines = check_note(report(*gone, verdict="halt", rule="fidelity.missing_owed"), PLACES)
    assert lines.count("missing_owed") == 1
    assert "  and 2 more of this kind on the same line" in lines


def missing(n: int) -> list[dict[str, Any]]:
    spans = [(0, 4), (5, 9), (10, 27)]
    return [
        finding(kind="missing_owed", severity="warning", rule="fidelity.missing_owed", parent_span=[-1, -1], parent_quote="",
                child_span=list(spans[k]), child_quote=CHILD[slice(*spans[k])], message="The summary leaves it out.", remedy="Add it.")
        for k in range(n)
    ]  # fmt: skip


def test_many_facts_that_are_left_out_are_one_paragraph() -> None:
    text = "\n".join(check_note(report(*missing(3), verdict="halt", rule="fidelity.missing_owed"), PLACES))
    assert "missing_owed (3)" in text
    assert text.count("leaves") == 1
    assert all(f"b.txt:{line}" in text for line in (1, 2, 3))


def test_two_of_them_are_told_one_by_one() -> None:
    text = "\n".join(check_note(report(*missing(2), verdict="halt", rule="fidelity.missing_owed"), PLACES))
    assert text.count("The summary leaves it out. Add it.") == 2


def test_what_named_the_verdict_comes_first() -> None:
    text = "\n".join(check_note(report(*missing(1), finding(severity="suspicion")), PLACES))
    assert text.index("value_changed\n") < text.index("missing_owed")


def test_a_share_below_its_limit_is_told_with_examples() -> None:
    said = report(
        finding(severity="suspicion", kind="invented_detail", rule="fidelity.invented_detail", probability=0.6),
        rule="fidelity.provenance_invalid",
    )
    said["signals"] = {"provenance": 0.14}
    text = "\n".join(check_note(said, PLACES))
    assert "Of what the summary asserts, 14% has support in the children. No single place decides this." in text
    assert "For example:\n  invented_detail  0.60  p.txt:2" in text


def omitted(*weights: float) -> list[dict[str, Any]]:
    return [
        finding(kind="missing_owed", severity="suspicion" if p >= 0.2 else "note", rule="fidelity.missing_owed", parent_span=[-1, -1],
                parent_quote="", child_span=[0, n + 1], child_quote=f"fact {n}", probability=p)
        for n, p in enumerate(weights)
    ]  # fmt: skip


def test_what_is_likeliest_to_be_missed_comes_first_and_the_rest_is_counted() -> None:
    lines = check_note(
        report(*omitted(0.05, 0.3, 0.1, 0.5, 0.12, 0.15, 0.4, 0.02), verdict="promote", rule=None), PLACES
    )
    named = [line for line in lines if line.startswith("  missing_owed")]
    assert [line.split()[1] for line in named] == ["0.50", "0.40", "0.30", "0.15", "0.12"]
    assert any("and 3 more that hardly anybody misses" in line for line in lines)


def test_what_nobody_misses_is_only_counted() -> None:
    text = "\n".join(check_note(report(*omitted(0.05, 0.02), verdict="promote", rule=None), PLACES))
    assert "2 things that the sources state are not in the summary" in text
    assert "fact 0" not in text
    assert "fact 0" in "\n".join(
        check_note(report(*omitted(0.05), verdict="promote", rule=None), PLACES, suspicions=True)
    )
