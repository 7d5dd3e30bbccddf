"""Rules that are read alone keep what they point back to."""

import pytest

from leadline.core.facts import extract, resolve
from leadline.core.text.messages import Message, Part, child_of
from leadline.summarizers.extractive import summarize
from leadline.summarizers.port import ChildView, Request

FILE = """# Rules of the house

- A `basket` holds parcels that wait; a `crate` holds parcels that left. Do not mix those terms.
- Never commit the folder `vault/`.
- Use the labels of the depot. Always print them in upper case.

## Before each change

1. **Write a failing check**
   - The simplest one that shows it
   - MUST have before repairing
2. **Repair one thing**
   - Never bundle changes with it

All notes must name their author, the date of the visit and the depot they were taken at.
"""


BACK = """# Rules of the printer

**Ask yourself:** "Can a shelf that we have hold it?" If yes, never build another shelf.

The printer wrapper stands in `tools/print.sh`.
Use it for all labels and never call `lpr` alone.

### The scale `tools/weigh.sh`
Always run it before you close a crate.
"""


def rules_of(text):
    child = child_of("n0", (Message("m0", "user", (Part("text", text),), 1, injected=True),))
    owed = tuple(f for f in resolve(extract(child)) if f.criticality == "owed")
    return [s.text for s in summarize(Request([ChildView(child, (0, 1), owed)], 600, 1)).sentences]


@pytest.fixture(scope="module")
def rules():
    return rules_of(FILE)


def test_a_rule_that_points_back_takes_the_sentence_before_along(rules):
    assert "A `basket` holds parcels that wait; a `crate` holds parcels that left. Do not mix those terms." in rules
    assert "Use the labels of the depot. Always print them in upper case." in rules


def test_a_short_item_takes_the_line_that_it_hangs_under_along(rules):
    assert "**Write a failing check** … MUST have before repairing" in rules
    assert "**Repair one thing** … Never bundle changes with it" in rules


def test_a_rule_that_stands_for_itself_stays_as_it_is(rules):
    assert "All notes must name their author, the date of the visit and the depot they were taken at." in rules


def test_the_item_after_another_list_hangs_under_its_own_heading(rules):
    assert any(rule.endswith("Never commit the folder `vault/`.") and "basket" not in rule for rule in rules)


def test_a_rule_that_begins_with_what_it_points_at_takes_the_line_above_along():
    rules = rules_of(BACK)
    assert any(r.startswith("The printer wrapper stands in `tools/print.sh`. Use it for all labels") for r in rules)
    assert any("The scale `tools/weigh.sh`" in r and "run it before you close" in r for r in rules)
    assert any('"Can a shelf that we have hold it?" If yes, never build another shelf.' in r for r in rules)
