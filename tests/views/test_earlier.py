"""The block of an earlier summary: news only, each said once, nothing that a client wrapped around it."""

import pytest

from leadline.core.tree.nodes import DraftSentence, Evidence
from leadline.views.earlier import begin_of_summary, lines_left_out, news_of, within

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


def lines(*texts, section="state"):
    at = 0
    out = []
    for text in texts:
        out.append(DraftSentence(section, text, (Evidence(0, at, at + len(text)),), ""))
        at += len(text) + 1
    return out


NOTES = (
    "Let me go through it.\n\nAnalysis:\nWrote `a_reader.py`.\nWrote `b_only.py`.\n\nSummary:\n"
    + "Wrote `a_reader.py` for the new format. " * 4
)


def test_the_summary_begins_behind_the_notes_that_prepare_it():
    assert NOTES[begin_of_summary(NOTES) :].startswith("\nWrote `a_reader.py` for")
    assert begin_of_summary(NOTES.replace("Analysis:", "<analysis>").replace("Summary:", "<summary>")) > 0


@pytest.mark.parametrize(
    "text",
    [
        "Summary:\nWrote `a_reader.py`.\n\nAnalysis:\nThe reader is slow.",
        "The analysis of the log:\nnothing found.\nSummary of the rest: none.",
        "Analysis:\n"
        + "The reader is slow. " * 20
        + "\nSummary:\nSlow.",  # the summary is a word about what stands in front
    ],
)
def test_an_analysis_that_is_the_content_is_not_cut_off(text):
    assert begin_of_summary(text) == 0


def test_notes_count_only_for_what_is_named_nowhere_else():
    said = lines(
        "Wrote `a_reader.py` and tested it.", "Wrote `b_only.py` at last.", "The reader `a_reader.py` is in use."
    )
    begin = said[2].evidence[0].start
    assert within(said, "", 500, begin) == (["The reader `a_reader.py` is in use.", "Wrote `b_only.py` at last."], 0)


def test_what_has_no_room_is_counted_and_what_is_open_comes_first():
    said = [*lines(*(f"Step {n} changed the file `part_{n}.py` of the importer." for n in range(20)))]
    todo = DraftSentence("open", "The exporter `export.py` is not ported.", (Evidence(0, 9, 20),), "")
    kept, left_out = within([todo, *said], "", 60)
    assert todo.text in kept
    assert said[-1].text in kept
    assert said[0].text not in kept
    assert left_out == 21 - len(kept) > 0
    assert within([todo, *said], "", 5000)[1] == 0


def test_a_name_alone_stands_before_the_line_that_it_heads_and_another_name_does_not_follow_it():
    assert within(lines("**`a_reader.py`**", "Reads the new format.", "`b_writer.py`", "`c.py` - writes it."), "", 500)[
        0
    ] == [
        "**`a_reader.py`** … Reads the new format.",
        "`b_writer.py`",
        "`c.py` - writes it.",
    ]


def test_half_a_quotation_has_room_after_everything_else():
    torn, whole = lines(
        'can we keep the old files?"', "The importer is not ported to the new format yet.", section="goal"
    )
    assert within([whole, torn], "", 14) == ([whole.text], 1)
    assert within([whole, torn], "", 500)[1] == 0


def test_all_lines_that_are_not_told_are_counted_also_code_and_what_is_told_elsewhere():
    text = "1. Asked:\n   - **Move** the depot.\n\n```\nfor shelf in depot:\n    move(shelf)\n```\n2. Next:\n   - Ask Dana.\n"
    assert lines_left_out(text, ["1. Asked: - **Move** the depot."]) == (4, 6)
    assert lines_left_out(text, text.splitlines()) == (0, 6)
