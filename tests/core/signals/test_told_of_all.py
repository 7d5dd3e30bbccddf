"""A part told as all, and the user's own must told as should."""

from __future__ import annotations

import pytest

from .helpers import Text, refused


@pytest.mark.parametrize(
    ("children", "fault"),
    [
        ([("tool", "4 of 6 sensors answered.")], "All sensors answered."),
        (["Only the red and the blue team have handed in their plans."], "All teams have handed in their plans."),
        (["Some of the windows were replaced."], "All of the windows were replaced."),
        ([("assistant", "Three of the five mirrors are in sync.")], "All mirrors are in sync."),
        (["Most pages of the manual are translated."], "All pages of the manual are translated."),
        (["Half of the orders were shipped on Monday."], "All orders were shipped on Monday."),
        (["Nur 3 von 7 Filialen haben geantwortet."], "Alle Filialen haben geantwortet."),
        ([("assistant", "A few of the old tokens still work.")], "All of the old tokens still work."),
        ([("assistant", "The flag is set on some hosts in Dublin.")], "The flag is set on all hosts in Dublin."),
        ([("tool", "searching for users of the old hook\n(3 of 24 plugins)"), ("assistant", "Only map and chat still use the old hook, 3 of 24 plugins."), ("user", "Thanks, I had feared there would be more of them by now.")], "A search over 24 plugins shows that all plugins (among them map and chat) use the old hook."),
    ],
)  # fmt: skip
def test_the_fault_is_refused_all(children: list[Text], fault: str) -> None:
    assert {"scope_widened", "status_changed"} & set(refused(children, fault))


@pytest.mark.parametrize(
    ("children", "faithful"),
    [
        ([("tool", "4 of 6 sensors answered."), ("tool", "The other two sensors answered after a restart.")], "All sensors answered."),
        (["Most pages of the manual are translated."], "Nearly all pages of the manual are translated."),
        ([("tool", "4 of 6 sensors answered.")], "All six sensors were asked; four answered."),
        (["Some of the windows were replaced in May, the rest in June."], "All of the windows were replaced."),
        (["Some users can see all folders."], "All folders can be seen by some users."),
        (["Only the red and the blue team have handed in their plans."], "Apart from red and blue, all teams still owe their plans."),
        ([("assistant", "A few of the old tokens still work. After the purge no token works.")], "After the purge all tokens are dead."),
        (["Several members of the choir have measles."], "All members of the choir who have measles stay at home."),
        ([("assistant", "The flag is set on some hosts in Dublin."), ("assistant", "The flag is now set on every host in Dublin.")], "The flag is set on all hosts in Dublin."),
    ],
)  # fmt: skip
def test_the_faithful_near_miss_is_not_all(children: list[Text], faithful: str) -> None:
    assert refused(children, faithful) == []


@pytest.mark.parametrize(
    ("children", "fault"),
    [
        ([("user", "You must not push to the release branch.")], "You should not push to the release branch."),
        ([("user", "Every export must be encrypted with the new key.")], "Every export should be encrypted with the new key."),
        ([("user", "The upload must not exceed 2 GB in any region.")], "The upload should not exceed 2 GB in any region."),
        ([("user", "The valve has to stay shut during the test run.")], "The valve should stay shut during the test run."),
        ([("user", "Guests must leave the pool by nine o'clock.")], "Guests should leave the pool by nine o'clock, if possible."),
        ([("user", "Please fix the parser. The public signature must stay as it is.")], "The parser is to be fixed; the public signature should stay as it is."),
        ([("user", "A second reader is required for every report.")], "A second reader is recommended for every report."),
        ([("user", "It must run on Python 3.9 without extra packages.")], "It should run on Python 3.9 without extra packages."),
        ([("user", "You get 90 litres for the trial, that is a hard stop: at 90 the pump must be switched off, finished or not.")], "Trial: 41 litres are used; at 90 the pump should be switched off, finished or not."),
    ],
)  # fmt: skip
def test_the_fault_is_refused_must(children: list[Text], fault: str) -> None:
    assert {"constraint_lost"} & set(refused(children, fault))


@pytest.mark.parametrize(
    ("children", "faithful"),
    [
        ([("user", "Reports should be shorter than a page.")], "Reports should be shorter than a page."),
        ([("user", "You must not push to the release branch.")], "You must not push to the release branch."),
        ([("user", "That must be a bug in the driver of the printer.")], "That should be a bug in the driver of the printer."),
        ([("tool", "Callers must close the handle after use.")], "Callers should close the handle after use."),
        ([("user", "Every export must be encrypted with the new key."), ("user", "Sorry, I was too strict: every export should be encrypted with the new key.")], "Every export should be encrypted with the new key."),
        ([("user", "The valve has to stay shut during the test run.")], "The valve must stay shut during the test run."),
        ([("user", "The tests must pass. What should we do about the flaky one?")], "The tests must pass; what should be done about the flaky one is open."),
        ([("assistant", "We must have missed the train to Basel.")], "We may have missed the train to Basel."),
    ],
)  # fmt: skip
def test_the_faithful_near_miss_is_not_must(children: list[Text], faithful: str) -> None:
    assert refused(children, faithful) == []
