"""A doer named where the sources say that nobody knows who it was."""

from __future__ import annotations

import pytest

from .helpers import Text, refusals


@pytest.mark.parametrize(
    ("children", "fault"),
    [
        ([("assistant", "The thermostat was set to 28 at 01:12 on the wall panel; who did it is unknown."), ("user", "Put a code on the panel.")], "The janitor set the thermostat to 28 at 01:12 on the wall panel. A code is to be put on it."),
        ([("tool", "audit: role admin granted to svc-9 by account shared-ops"), ("assistant", "The role was granted with the shared account, so we do not know who granted it.")], "The role admin was granted to svc-9 by the platform engineer."),
        ([("summary", "Somebody left the gate of paddock 3 open on Sunday. Nobody knows who. Two mares got out.")], "The stable hand left the gate of paddock 3 open on Sunday; two mares got out."),
        ([("assistant", "The file budget.ods was deleted from the share on 2 May, it is not clear by whom. Restored from backup.")], "budget.ods was deleted from the share on 2 May by an intern and restored from backup."),
        ([("assistant", "An anonymous caller reported the gas leak at 22:40.")], "A neighbour reported the gas leak at 22:40."),
        ([("tool", "door log: badge reader offline 18:00-19:30"), ("assistant", "The cabinet was opened in that time. Whoever opened it cannot be identified.")], "The cabinet was opened by the night guard while the badge reader was offline."),
        ([("summary", "The mural in Kai Street was painted by an unknown hand in the spring.")], "A local student painted the mural in Kai Street in the spring."),
        ([("assistant", "The branch protection was switched off on Monday, the log does not say by whom."), ("user", "Switch it on again.")], "A maintainer had switched off the branch protection on Monday; it is to be switched on again."),
        ([("assistant", "Somebody moved the reference weights in the night. No one can say who moved them.")], "The cleaner moved the reference weights in the night."),
        ([("assistant", "The comment was posted by an anonymous account.")], "A former employee posted the comment."),
        ([("tool", "git: force-push to release by deploy-bot token"), ("assistant", "The token is shared, so it cannot be established who pushed.")], "A junior developer pushed to release with the shared token."),
        ([("summary", "The window of the lab was broken on Saturday; the culprit is unknown.")], "The window of the lab was broken by a student on Saturday."),
        ([("assistant", "Who switched the freezer off is still open.")], "The freezer was switched off by an electrician."),
        ([("assistant", "An unidentified driver hit the gate at 5:10.")], "A delivery driver hit the gate at 5:10."),
    ],
)  # fmt: skip
def test_a_doer_named_whom_the_sources_do_not_know(children: list[Text], fault: str) -> None:
    """Active and passive, by name and by trade."""
    assert "invented_actor_or_approval" in refusals(children, fault)


@pytest.mark.parametrize(
    ("children", "faithful"),
    [
        ([("assistant", "The thermostat was set to 28 at 01:12; who did it is unknown.")], "Somebody unknown set the thermostat to 28 at 01:12."),
        ([("assistant", "The thermostat was set to 28 at 01:12; who did it is unknown."), ("user", "It was me, the janitor.")], "The janitor set the thermostat to 28 at 01:12."),
        ([("summary", "Nobody knows who left the gate open. The stable hand closed it on Sunday.")], "The stable hand closed the gate on Sunday; who left it open is not known."),
        ([("assistant", "It is not clear by whom budget.ods was deleted. It was restored from backup by the administrator.")], "budget.ods was deleted and then restored from backup by the administrator."),
        ([("assistant", "The branch protection was switched off on Monday, the log does not say by whom."), ("user", "Ask Kim.")], "The branch protection was switched off on Monday with the shared account."),
        ([("tool", "door log: reader offline"), ("assistant", "The cabinet was opened, by whom is unknown.")], "The cabinet was opened while the reader was offline."),
        ([("assistant", "First we did not know who had granted the role. The audit of today shows that it was Ines.")], "The role was granted by Ines."),
        ([("summary", "An anonymous caller reported the leak. The fire brigade closed the valve at 23:05.")], "The fire brigade closed the valve at 23:05 after an anonymous report of the leak."),
        ([("assistant", "Nobody can say who moved the weights. The cleaner reported it.")], "The cleaner reported that the weights had been moved."),
        ([("assistant", "The comment was posted by an anonymous account. The moderator deleted it.")], "The moderator deleted the anonymous comment."),
        ([("assistant", "It is unclear who pushed."), ("assistant", "Found it: Oskar pushed from his laptop.")], "Oskar pushed to release."),
        ([("summary", "The culprit is unknown. The glazier replaced the window on Monday.")], "The window was replaced by the glazier on Monday."),
        ([("assistant", "Who switched the freezer off is still open.")], "The freezer was switched off, by whom is open."),
        ([("assistant", "An unidentified driver hit the gate. The guard called the police.")], "The guard called the police after the gate was hit."),
    ],
)  # fmt: skip
def test_a_doer_that_is_known_later_or_did_something_else(children: list[Text], faithful: str) -> None:
    """An unknown doer told as unknown; and what nobody knows the doer of was done."""
    assert refusals(children, faithful) == []
