"""Told of all where a source says that the rest is left out."""

import pytest
from tests.core.signals.helpers import Text, refusing

from leadline.core.signals.exclusions import find_widened

CLASS: list[Text] = [("user", "Nuts are banned in class 3a because of Tim. Other classes are not affected.")]
TOKENS: list[Text] = [("user", "Hardware tokens become mandatory for the billing team on 1 May. Not for anybody else.")]
RECALL: list[Text] = [
    ("tool", "recall 77: heater Norda, lots 12 and 13 may leak\nlots 14 to 20: new seal, not concerned")
]


@pytest.mark.parametrize(
    ("children", "parent"),
    [
        (CLASS, "Nuts are banned in every class because of Tim."),
        (TOKENS, "Hardware tokens become mandatory across the company on 1 May."),
        (RECALL, "Recall 77: the heater Norda may leak, and all lots of it are called back."),
    ],
)
def test_told_of_all(children: list[Text], parent: str) -> None:
    assert refusing(find_widened, children, parent) == ["scope_widened"]


@pytest.mark.parametrize(
    ("children", "parent"),
    [
        (CLASS, "Nuts are banned in class 3a because of Tim; all other classes are unaffected."),
        (CLASS, "Nuts are banned in class 3a because of Tim."),
        (TOKENS, "Hardware tokens become mandatory on 1 May for everyone in the billing team only."),
        ([*CLASS, "From June on nuts are banned in all classes."], "Nuts are banned in all classes because of Tim."),
        ([("user", "Nuts are banned in class 3a. Are other classes not affected?")], "Nuts are banned in every class."),
    ],
)
def test_faithful(children: list[Text], parent: str) -> None:
    assert refusing(find_widened, children, parent) == []
