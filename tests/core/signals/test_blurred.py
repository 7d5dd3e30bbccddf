"""Vague stand-ins for an exact name, and counts and names that only look like them."""

from __future__ import annotations

import pytest

from leadline.core.signals.blurred import find_blurred

from .helpers import Text, found

ERROR = [("tool", "nightly job: statement failed with error 40P01 on table orders_eu")]
VALVES = ["The valve V-205 of the boiler leaks at the flange; the boiler itself is tight."]


@pytest.mark.parametrize(
    ("children", "parent"),
    [
        (ERROR, "The nightly job failed with a related error on the orders table."),
        (VALVES, "One of the valves of the boiler leaks at the flange."),
        (VALVES, "A certain valve of the boiler leaks at the flange."),
    ],
)
def test_a_stand_in_for_a_name(children: list[Text], parent: str) -> None:
    assert found(find_blurred, children, parent) == [("identifier_blurred", "hard")]


@pytest.mark.parametrize(
    ("children", "parent"),
    [
        (VALVES, "The valve V-205 of the boiler leaks at the flange."),
        (["Nodes n-a1, n-a2 and n-b1 are up, node n-b2 is slow."], "One node of the four is slow."),
        (["Drei Kandidaten: k01, k07 und k11; k11 ist entbehrlich."], "Einer der drei Kandidaten ist entbehrlich."),
        (["Wells A1-A12 of the plate are fine, one has dried up."], "One of the wells of the plate has dried up."),
        (["The group (n=18) tried two layouts."], "The group tried one of the layouts."),
    ],
)
def test_a_count_is_no_stand_in(children: list[Text], parent: str) -> None:
    assert found(find_blurred, children, parent) == []


NOTES = ["The importer reads the rates from `rates_2031.csv` before it opens the ledger.", "Nightly backups of host kestrel-4 go to the vault."]  # fmt: skip


@pytest.mark.parametrize(
    "parent",
    [
        "The importer reads the rates from a certain file before it opens the ledger.",
        "The importer reads the rates from the relevant one before it opens the ledger.",
        "Nightly backups of host kestrel-4 go to the vault.\nNightly backups of host one of them go to the vault.",
        "Nightly backups of host some related machine go to the vault.",
    ],
)
def test_a_stand_in_in_the_words_of_the_source(parent: str) -> None:
    assert found(find_blurred, NOTES, parent) == [("identifier_blurred", "hard")]


@pytest.mark.parametrize(
    "parent",
    [
        "rates_2031.csv is new. The importer reads the rates from the relevant file before it opens the ledger.",
        "The importer needs a certain file with rates; the ledger comes later.",
        "Backups go to the vault, one of them every night.",
        "The importer reads the rates from rates_2031.csv before it opens the ledger.",
    ],
)
def test_a_phrase_that_the_parent_explains_or_words_of_its_own(parent: str) -> None:
    assert found(find_blurred, NOTES, parent) == []
