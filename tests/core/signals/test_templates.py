"""A sentence of the sources with other exact tokens, words that changed places, names one character off; and what is no change."""

from __future__ import annotations

import pytest

from leadline.core.signals.near_verbatim import find_exchanged
from leadline.core.signals.opposites import prefixed
from leadline.core.signals.templates import find_other_slots
from leadline.core.signals.values import find_values

from .helpers import Text, found, refused, trial

LIMIT = "The importer waits 30 s for the lock and then gives up with code 17."


@pytest.mark.parametrize(
    ("source", "parent", "kind"),
    [
        (LIMIT, "The importer waits 30 s for the lock and then gives up with code 19.", "value_changed"),
        ("The meeting should run about 90 minutes.", "The meeting should run about 20 minutes.", "value_changed"),
        ("The meeting should run about 90 minutes.", "The meeting should run about 97 minutes.", "value_changed"),
        ("The session keeps 3 of the worker threads busy.", "The session keeps 5 of the worker threads busy.", "value_changed"),
        ("The text starts at 12px from the edge of the sidebar.", "The text starts at 12pt from the edge of the sidebar.", "unit_changed"),
        ("Reads of lib/cache.py moved into core/store.py last week.", "Reads of core/store.py moved into lib/cache.py last week.", "identifier_swapped"),
    ],
)  # fmt: skip
def test_other_slots_in_the_words_of_the_source(source: str, parent: str, kind: str) -> None:
    assert (kind, "hard") in found(find_other_slots, source, parent)


@pytest.mark.parametrize(
    ("children", "parent"),
    [
        ([LIMIT], LIMIT),
        ([LIMIT], "The importer waits 30s for the lock and then gives up with code 17."),
        ([LIMIT], "The importer waits 0.5 min for the lock and then gives up with code 17."),
        (["The table holds 5,923 rows of the old layout."], "The table holds about 5,900 rows of the old layout."),
        (["The table holds 5,923 rows of the old layout."], "The table holds 5923 rows of the old layout."),
        (["Changed files are lib/a.py, lib/b.py and lib/c.py today."], "Changed files are lib/c.py, lib/b.py and lib/a.py today."),
        (["Mara and Joel signed the contract on Friday."], "Joel and Mara signed the contract on Friday."),
        ([LIMIT, "Now the importer waits 45 s for the lock."], "The importer waits 45 s for the lock and then gives up with code 17."),
        (["Edited lib/a.py in the morning.", "Edited lib/b.py in the morning."], "Edited lib/b.py in the morning."),
        (["Can we start the crane check at 2:15 pm or later?"], "- crane check 15:00, 30 min (2 pm or later)"),  # a length and a clock
    ],
)  # fmt: skip
def test_no_other_slots(children: list[Text], parent: str) -> None:
    """The same in another format, rounded, a list in another order, or borne out by another sentence."""
    assert found(find_other_slots, children, parent) == []


@pytest.mark.parametrize(
    ("source", "fault", "faithful"),
    [
        (
            "The class SessionStore holds them.",
            "The class SessiomStore holds them.",
            "Them the class `SessionStore` holds.",
        ),
        ("See docs/examples for the graders.", "See docs/exkmples for the graders.", "The graders: docs/examples."),
        (
            "It is in app/content/docs/intro.mdx now.",
            "It is in app/contenb/docs/intro.mdx now.",
            "It is in docs/intro.mdx now.",
        ),
    ],
)
def test_a_name_one_character_off(source: str, fault: str, faithful: str) -> None:
    """What nobody can look up is no name; the same name shorter or marked up is."""
    assert ("value_changed", "hard") in found(find_values, source, fault)
    assert found(find_values, source, faithful) == []


@pytest.mark.parametrize(
    ("source", "fault", "kind", "faithful"),
    [
        ("The certificate of the relay host is valid.", "The certificate of the relay host is invalid.", "polarity", "The relay host has a valid certificate."),
        ("Uploads are encrypted at rest on the backup share.", "Uploads are unencrypted at rest on the backup share.", "polarity", "On the backup share uploads are encrypted at rest."),
        ("The pane of the review appears active.", "The pane of the review appears inactive.", "status_changed", "The pane appears active."),
        ("The total price of the trip is 305, but paid were 255.", "The total price of the trip is not 305, but paid were 255.", "polarity", "Paid were 255 of 305."),
        ("Do not drop the old cluster until Wednesday.", "Do drop the old cluster until Wednesday.", "polarity", "Keep the old cluster until Wednesday."),
        ("The export runs as root, with the audit log.", "The export runs as root, without the audit log.", "polarity", "As root the export runs, and the audit log with it."),
    ],
)  # fmt: skip
def test_opposites_by_structure(source: str, fault: str, kind: str, faithful: str) -> None:
    """A prefix of negation or a "not" put in or taken out needs no list."""
    assert (kind, "hard") in found(find_exchanged, source, fault)
    assert found(find_exchanged, source, faithful) == []


def test_words_that_only_look_like_opposites() -> None:
    """A prefix is a negation only before a word that it negates."""
    assert prefixed("complete", "incomplete") == "polarity"
    assert prefixed("like", "dislike") is None
    assert prefixed("form", "inform") is None
    assert prefixed("press", "impress") is None


@pytest.mark.parametrize(
    ("source", "parent", "kind"),
    [
        ("The ferry says it sailed, yet the crew never got the crates.", "The ferry says it sailed, yet the crew should preferably not got the crates.", "status_changed"),
        ("The keepers of the tower do not open the upper gate at night.", "The keepers of the tower preferably don't open the upper gate at night.", None),
    ],
)  # fmt: skip
def test_a_denial_told_as_a_wish(source: str, parent: str, kind: str | None) -> None:
    """ "Never got" is no "should preferably not": what was, or what is forbidden, became a matter of taste."""
    found_kinds = {f.kind for f in find_exchanged(trial([source], parent)) if f.severity == "hard"}
    assert (kind in found_kinds) if kind else not found_kinds - {"constraint_lost", "status_changed"}


@pytest.mark.parametrize(
    ("source", "parent", "hit"),
    [
        ("The crew must not open the north valve before noon.", "The crew may not open the north valve before noon.", False),
        ("Guests must never feed the two seals by hand.", "Guests may never feed the two seals by hand.", False),
        ("Guests must under no circumstances feed the two seals.", "Guests may under no circumstances feed the two seals.", False),
        ("The crew must not open the north valve before noon.", "The crew should not open the north valve before noon.", True),
        ("Guests must never feed the two seals by hand.", "Guests should never feed the two seals by hand.", True),
        ("The trainee must wear the red helmet in the tunnel.", "The trainee may wear the red helmet in the tunnel.", True),
    ],
)  # fmt: skip
def test_may_not_forbids_as_much_as_must_not(source: str, parent: str, hit: bool) -> None:
    kinds = [f.kind for f in find_exchanged(trial([("user", source)], parent)) if f.probability > 0.5]
    assert ("constraint_lost" in kinds) == hit


TANKS = "Tank 2 is over the limit (14 against 12), tank 1 below. The run beat the target, 48 s against 52 s."


@pytest.mark.parametrize(
    ("parent", "hit"),
    [
        ("Tank 2 is over the limit of 12, tank 1 below.", False),
        ("The run beat the target of 52 s.", False),
        ("Tank 2: 5 crates, grumpy, 14 mg, over the limit of 12.", False),
        ("Tank 2 is over the limit of 15, tank 1 below.", True),
        ("The run beat the target of 54 s.", True),
        ("Tank 2 is over the limit (12 against 14), tank 1 below.", True),
    ],
)
def test_the_number_that_another_is_held_against(parent: str, hit: bool) -> None:
    assert bool(refused([TANKS], parent)) == hit
