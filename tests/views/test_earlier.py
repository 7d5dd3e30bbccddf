"""The block of an earlier summary: news only, each said once, nothing that a client wrapped around it."""

import pytest

from leadline.views.earlier import news_of

TOLD = "## State\n- assistant: The importer writes `orders_v2` since commit 4f2a9c1."


@pytest.mark.parametrize(
    "wrapping",
    [
        "Please continue the conversation from where we left it off without asking the user any further questions.",
        "Continue with the last task that you were asked to work on.",
        "This session is being continued from a previous conversation that ran out of context.",
        "If you need details from before, read the full transcript at: /srv/log.jsonl",
    ],
)
def test_what_a_client_wraps_around_it_is_no_news(wrapping):
    assert news_of([wrapping, "The user asked for a dry run of the importer."], "") == [
        "The user asked for a dry run of the importer."
    ]


def test_what_the_context_tells_is_left_out():
    assert news_of(
        ["The importer writes `orders_v2` since commit 4f2a9c1.", "The exporter is not ported yet."], TOLD
    ) == ["The exporter is not ported yet."]


def test_the_same_thing_said_again_is_told_once():
    first = "The user had reset the branch, which orphaned the two older sessions."
    again = "User reset the branch, which orphaned two older sessions"
    assert news_of([first, "Nothing was deleted.", again], "") == [first, "Nothing was deleted."]


def test_another_name_or_number_makes_it_another_statement():
    lines = [
        "Fixed the blocking check in `parse_end()` of the hook.",
        "Fixed the blocking check in `start_run()` of the hook.",
        "The retry waits 250 ms after a failure.",
        "The retry waits 400 ms after a failure.",
    ]
    assert news_of(lines, "") == lines


def test_work_that_goes_on_is_news():
    line = "The migration continues with the table of invoices once the lock is gone."
    assert news_of([line], "") == [line]
