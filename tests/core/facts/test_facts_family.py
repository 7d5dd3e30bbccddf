"""The facts that may be owed, read alone, are the owed ones of all facts; all facts are there for who asks."""

import pickle

import pytest

from leadline.core.facts import extract, resolve
from leadline.core.facts.family import Facts, live_facts
from leadline.core.text.messages import Child

USER = "Never restart the press before 18:00. At most 4 retries. The sheet is in plans/north.md, see OPS-41."
REPORT = "Fixed the feeder in press_feeder. OPS-41 failed with exit code 3.\n\n```\npress_feeder = load('plans/north.md')\nretries = 4\n```\n\nThe roller is still to be checked by 4 May 2026."
TOOL = "$ press status\nERROR: roller jammed (E_JAM)\nexit code 3\nplans/north.md read, 12 sheets"


def family():
    return [Child("a", USER, "user"), Child("b", TOOL, "tool"), Child("c", REPORT, "assistant"), Child("d", REPORT)]


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_the_owed_facts_are_the_same(n):
    children = family()[:n]
    every = resolve([f for child in children for f in extract(child)])
    live = live_facts(children)
    assert [f for f in live if f.criticality == "owed"] == [f for f in every if f.criticality == "owed"]
    assert set(live) <= set(every)
    assert any(f.sure for f in live)


def test_names_whose_facts_are_left_out_still_count():
    """A name that is said a second time in a block of code is sure, as if its facts were made."""
    said = Child("a", "Decided: press_feeder stays as it is.\n\n```\npress_feeder()\n```")
    (fact,) = [f for f in live_facts([said]) if f.kind == "symbol"]
    assert fact.sure
    alone = Child("a", "Decided: press_feeder stays as it is.")
    (fact,) = [f for f in live_facts([alone]) if f.kind == "symbol"]
    assert not fact.sure


def test_all_facts_are_read_on_first_use():
    children = family()
    facts = Facts(children)
    every = resolve([f for child in children for f in extract(child)])
    assert facts == every
    assert len(facts) == len(every) > len(live_facts(children))
    assert facts[0] == every[0]
    assert facts[1:3] == every[1:3]
    assert list(facts) == list(every)
    assert pickle.loads(pickle.dumps(Facts(children))) == every
    assert facts != every[1:]
