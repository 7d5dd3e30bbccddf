"""What stands around a text and states nothing of it: citations, the date in a title, a link that spells its own name."""

from __future__ import annotations

import pytest

from leadline.core.signals.citations import is_citation
from leadline.core.signals.links import spells_label
from leadline.core.signals.provenance import asserting
from leadline.core.signals.values import find_values

from .helpers import trial

SOURCES = ["The harbour has two cranes and a pilot boat. The pilots work in shifts of eight hours."]
TOLD = "The harbour has two cranes and a pilot boat"


@pytest.mark.parametrize(
    "cited",
    [
        "[Data: Entities (12, 13, 14); Relationships (29, 33, 34, +more)]",
        "[Data: Entities (10, 5); Relationships (31, +more); Claims (7)]",
        "[Data: Relationships (54, 60)]",
        "[Sources (3, 17)]",
    ],
)
def test_numbers_of_cited_records_are_no_figures(cited: str) -> None:
    assert find_values(trial(SOURCES, f"{TOLD} {cited}.")) == []
    assert is_citation(cited)
    assert [s.text for s in asserting(trial(SOURCES, f"{TOLD}. {cited}"))] == [f"{TOLD}."]


@pytest.mark.parametrize(
    "text", ["It has 12 cranes (13 of them new)", "[12 cranes were built in (1987) near the mill]", "[note]"]
)
def test_brackets_with_words_are_no_citation(text: str) -> None:
    assert not is_citation(text)


def test_a_figure_beside_a_citation_is_still_one() -> None:
    found = find_values(
        trial(SOURCES, "The harbour has two cranes and a pilot boat of 4,812 tons [Data: Entities (1, +more)].")
    )
    assert [f.parent_quote for f in found] == ["4,812"]


@pytest.mark.parametrize(
    "title", ["# Harbour report 3.2 - 2031-05-06\n\n", "Harbour report (2031-05-06)\n---------------------------\n\n"]
)
def test_a_date_in_a_title_is_the_texts_own(title: str) -> None:
    found = find_values(trial(SOURCES, f"{title}{TOLD}."))
    assert all(f.severity == "note" for f in found if "2031" in f.parent_quote)


def test_a_date_in_the_text_is_not() -> None:
    found = find_values(trial(SOURCES, f"{TOLD}. The pilots work in shifts of eight hours since 6 May 2031."))
    assert any(f.severity != "note" for f in found)


def test_a_link_that_spells_its_name_is_asked_about_as_that() -> None:
    for text, target in (
        ("Repaired ([#1096](https://code.example/issues/1096)).", "https://code.example/issues/1096"),
        ("See `0.26a1 <v0_26_a1>`.", "v0_26_a1"),
    ):
        assert spells_label(text, text.index(target), target)
    for text, target in (
        ("Repaired ([here](https://code.example/issues/1096)).", "https://code.example/issues/1096"),
        ("Repaired ([#1096](https://code.example/issues/1069)).", "https://code.example/issues/1069"),
    ):
        assert not spells_label(text, text.index(target), target)
