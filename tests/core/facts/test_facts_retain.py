"""Retention: every fault stands beside the faithful rewording that must pass."""

import pytest
from tests.growth import grows_linearly

from leadline.core.facts import extract, resolve
from leadline.core.facts.retain import ParentIndex, retained
from leadline.core.text.messages import Child


def states(child, parent, kind, role="user", text=None):
    facts = [f for f in extract(Child("a", child, role)) if f.kind == kind and (text is None or f.text == text)]
    assert facts, "the child states no such fact"
    return {r.state for r in retained(facts, ParentIndex(parent))}


CHILD = "The listener on db-prod-7 failed with ORA-12541 after 250 ms."


@pytest.mark.parametrize(
    ("child", "kind", "parent", "expected"),
    [
        # error codes
        (CHILD, "error", "ORA-12541 came from the listener on db-prod-7.", "kept"),
        (CHILD, "error", "The listener on db-prod-7 failed after 250 ms.", "missing"),
        (CHILD, "error", "The listener on db-prod-7 failed with a related error after 250 ms.", "blurred"),
        (CHILD, "error", "The listener on db-prod-7 failed with ORA-12514 after 250 ms.", "changed"),
        (CHILD, "error", "It was not ORA-12541 but something else.", "changed"),
        # identifiers
        (CHILD, "id", "db-prod-7 is the host.", "kept"),
        (CHILD, "id", "db-prod-70 is the host.", "missing"),
        (CHILD, "id", "The listener failed with ORA-12541 after 250 ms.", "missing"),
        ("Edit cmd/cli/hooks.go first.", "path", "`cmd/cli/hooks.go` goes first.", "kept"),
        ("Edit cmd/cli/hooks.go first.", "path", "hooks.go goes first.", "blurred"),
        ("Edit cmd/cli/hooks.go first.", "path", "cmd/cli/hook.go goes first.", "missing"),
        # numbers and units
        (CHILD, "quantity", "After 0.25 s the listener failed.", "kept"),
        (CHILD, "quantity", "The listener on db-prod-7 failed with ORA-12541 after 2500 ms.", "changed"),
        (CHILD, "quantity", "The listener failed at once.", "missing"),
        ("Keep the retry ceiling at 5 attempts.", "threshold", "Retries stay limited to 5.", "kept"),
        ("Keep the retry ceiling at 5 attempts.", "threshold", "Retries stay limited to 6.", "missing"),
        ("Use at most 3 workers for the nightly export.", "threshold", "Use at least 3 workers for the nightly export.", "changed"),
        ("The refund was $6,594 in total.", "money", "6594 USD were refunded.", "kept"),
        ("The refund was $6,594 in total.", "money", "6549 USD were refunded.", "missing"),
        ("87.4 % of the rows were moved.", "ratio", "A share of 0.874 of the rows is moved.", "kept"),
        # dates
        ("It must ship by 22 Aug 2026.", "datetime", "Deadline 2026-08-22.", "kept"),
        ("It must ship by 22 Aug 2026.", "datetime", "Deadline in August.", "missing"),
        ("The beta build must ship by 22 Aug 2026.", "datetime", "The beta build must ship by 23 Aug 2026.", "changed"),
        # versions
        ("Deployed api-3 at v2.4.1.", "version", "api-3 runs 2.4.1.", "kept"),
        ("Deployed api-3 at v2.4.1.", "version", "api-3 runs 2.4.2.", "missing"),
        # sentences
        ("Do not restart the billing service before the audit.", "constraint", "Constraint: the billing service must not be restarted before the audit.", "kept"),
        ("Do not restart the billing service before the audit.", "constraint", "> Do not **restart** the billing\n> service before the audit", "kept"),
        ("Do not restart the billing service before the audit.", "constraint", "The billing service was looked at.", "missing"),
        ("Do not restart the billing service before the audit.", "constraint", "Preferably restart the billing service before the audit.", "changed"),
        ("Keep the old index, some clients still read it.", "constraint", "The old index must be kept.", "kept"),
    ],
)  # fmt: skip
def test_twins(child, kind, parent, expected):
    assert states(child, parent, kind) == {expected}


@pytest.mark.parametrize(
    ("parent", "expected"),
    [
        ("Migration of the orders table: incomplete, 3 of 7 shards.", "kept"),
        ("The migration of the orders table is complete: 3 of 7 shards.", "kept"),  # it says itself how complete
        ("The search index was rebuilt.", "missing"),
    ],
)
def test_an_unfinished_state_must_stay_unfinished(parent, expected):
    child = "The migration of the orders table is incomplete: 3 of 7 shards."
    assert states(child, parent, "status", role="assistant") == {expected}


def test_an_incomplete_migration_is_not_a_completed_one():
    """The incident of record 004."""
    child = "The migration of the orders table is incomplete."
    assert states(child, "The migration of the orders table completed successfully.", "status", role="assistant") == {
        "changed"
    }
    assert states(child, "The orders table: migration not complete yet.", "status", role="assistant") == {"kept"}


def test_a_doubt_must_stay_a_doubt():
    child = "The leak in worker-7 is probably caused by the cache."
    assert states(child, "A cache is the probable cause of the leak in worker-7.", "hedge", "summary") == {"kept"}
    assert states(child, "The leak in worker-7 is caused by the cache.", "hedge", "summary") == {"changed"}


def test_a_loss_by_words_alone_is_not_certain():
    facts = [f for f in extract(Child("a", "Do not name the wards in the report.", "user")) if f.kind == "constraint"]
    free = retained(facts, ParentIndex("Wards stay anonymous."))[0]
    nothing = retained(facts, ParentIndex("The search index was rebuilt."))[0]
    assert (free.state, free.certain) == ("missing", False)
    assert (nothing.state, nothing.certain) == ("missing", True)


def test_places_are_quotes_of_the_parent():
    parent = "First line.\nThe listener on db-prod-7 failed with ORA-12541 after 0.25 s."
    for r in retained(extract(Child("a", CHILD, "user")), ParentIndex(parent)):
        assert r.state == "kept"
        assert parent[r.start : r.end].strip()


def test_an_empty_parent_keeps_nothing():
    assert {r.state for r in retained(extract(Child("a", CHILD, "user")), ParentIndex(""))} == {"missing"}


def test_facts_against_a_long_parent_do_not_cost_facts_times_sentences():
    def text_of(size):
        return "\n".join(
            f"Never restart svc-core-{i} before the audit of region {i % 17}; it fails with E{4000 + i} after {i} ms."
            for i in range(size)
        )

    def retain_all(text):
        facts = resolve(extract(Child("a", text, "user")))
        assert len(facts) > 200
        retained(facts, ParentIndex("\n".join(f"- {s} More words follow here." for s in text.splitlines())))

    assert grows_linearly(retain_all, text_of, 100, 6)
