"""Form: what is no summary, and what looks odd and is one."""

from __future__ import annotations

import pytest

from leadline.core.signals.form import measure

from .helpers import found, trial

SOURCE = (
    "The import of the partner catalogue stopped at row 4,471 with error E-12. The user wants the old prices kept until Monday. "
    "Nobody may restart the service while the inventory is running, because the counts of the night shift would be lost. "
    "A second run is planned for the evening; the log of the first run is kept in the archive folder on the server for the auditors."
)
FAITHFUL = "The catalogue import stopped at row 4,471 (E-12). Old prices stay until Monday; no restart during the inventory. A second run is planned."

BAD = [
    "",
    "   ",
    "## Status\n## Decisions\n## Open points\n",
    "This summary covers the conversation about various topics.",
    "I'm sorry, but I cannot summarize this text.",
    "The import stopped at row 4,471. Let me check the archive folder first.",
    "The import stopped at row 4,471 with E-12. Would you like me to start the second run?",
    "The import stopped at row 4,471 with an error. The import stopped at row 4,471 with an error. The import stopped at row 4,471 with an error.",
    "The import stopped at row 4,471 with E-12. The second run is planned for the evening because of the",
    "Der Import des Katalogs ist bei Zeile 4471 mit dem Fehler E-12 stehen geblieben und die Preise sind bis Montag nicht zu ändern.",
]  # fmt: skip

GOOD = [
    FAITHFUL,
    "## Status\nImport stopped at row 4,471 (E-12).\n## Rules\nOld prices until Monday; no restart.",
    "Here is the state:\nThe import stopped at row 4,471 with E-12. Old prices stay until Monday.",
    'The user said: "let me check the archive folder first". The import stopped at row 4,471.',
    "<analysis>Let me go through the messages.</analysis>\n" + FAITHFUL,
    "- import: stopped, row 4,471, E-12\n- prices: old ones until Monday\n- log: /var/archive/run-1.log",
]


@pytest.mark.parametrize("parent", BAD)
def test_what_is_no_summary_is_degenerate(parent: str) -> None:
    """Empty, only headings, talk about itself, refusal, going on, offer, loop, cut off, other language."""
    assert "degenerate" in [kind for kind, _ in found(measure, SOURCE, parent)]


@pytest.mark.parametrize("parent", GOOD)
def test_an_odd_but_honest_summary_passes(parent: str) -> None:
    """Terse, bulleted, quoting, with the writer's scratch block."""
    assert found(measure, SOURCE, parent) == []


def test_a_child_without_any_trace_is_told() -> None:
    """One of two reports left out altogether, at a length where both would fit."""
    other = (
        "The greenhouse pump lost pressure twice during calibration; replacement seals arrive Friday from Rotterdam, and volunteers "
        "should water seedlings manually, avoiding fertiliser until botanists finish measuring chlorophyll levels across terraces."
    )
    parent = FAITHFUL + " The log of the first run is kept on the server for the auditors."
    assert ("degenerate", "warning") in found(measure, [SOURCE, other], parent)
    assert found(measure, [SOURCE, other], parent + " The pump lost pressure; seals arrive Friday.") == []


def test_a_child_that_says_nothing_leaves_no_trace() -> None:
    """A title page has nothing to lose."""
    page = (
        "The excerpt seems to be the title page of a manual. The page has a heading and a table of contents in two columns. "
        "The excerpt provides no details of the machines, valves or gauges that later chapters may describe. More sections "
        "would be required; without context the text yields neither dates nor names, only a layout with dividers."
    )
    parent = FAITHFUL + " The log of the first run is kept on the server for the auditors."
    assert found(measure, [SOURCE, page], parent) == []


def test_a_credential_is_leaked() -> None:
    """A key of a known shape never belongs in a summary; a placeholder may."""
    assert ("secret_leaked", "hard") in found(measure, SOURCE, FAITHFUL + " Key: ghp_" + "a1B2" * 9 + ".")
    assert found(measure, SOURCE, FAITHFUL + " Key: ghp_REDACTED.") == []


def _severities(parent: str) -> list[tuple[str, bool]]:
    return [(f.severity, f.probability < 0.9) for f in measure(trial(SOURCE + " " + FAITHFUL, parent)).findings]


def test_what_only_looks_like_no_summary() -> None:
    """A short answer, a caveat at the end, one line without an end, talk about the text that says what is in it."""
    assert _severities("It is E-12.") == []
    assert _severities("All went well.") == [("hard", False)]
    assert _severities(FAITHFUL + " I cannot provide the prices.") == []
    assert _severities("The import stopped at row 4,471, because the") == [("warning", True)]
    assert (
        _severities("This text describes how the import of the partner catalogue stopped at row 4,471 with an error.")
        == []
    )
