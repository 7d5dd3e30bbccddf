"""What holds now, and what is history."""

from leadline.core.tree.nodes import DraftSentence, Evidence
from leadline.views.context import ContextParts, render_context
from leadline.views.spoken import Spoken
from leadline.views.timeline import NOW_MIN, SPLIT_ABOVE, split_history


def line(section, leaf, at=0, label="assistant"):
    return DraftSentence(section, f"{section} {leaf} {at}", (Evidence(leaf, at, at + 5),), label)


def session(turns, lines):
    """Turns of a request and so many reported lines each."""
    return [
        s for t in range(turns) for s in (line("goal", t, 0, "user"), *(line("state", t, n + 1) for n in range(lines)))
    ]


def test_a_short_record_is_told_as_current():
    sentences = session(4, SPLIT_ABOVE // 4)
    assert split_history(sentences) == (sentences, [], [], [])


def test_of_a_long_one_the_newest_turns_are_current_and_no_turn_is_cut():
    now, _, history, _ = split_history(session(6, 5))
    assert {s.evidence[0].leaf for s in history} == {0, 1}
    assert {s.evidence[0].leaf for s in now if s.section == "state"} == {2, 3, 4, 5}
    assert sum(s.section == "state" for s in now) >= NOW_MIN


def test_only_reports_grow_old():
    old = [
        line(section, 0, n + 50, "assistant")
        for n, section in enumerate(("goal", "failed", "conflicts", "open", "identifiers"))
    ]
    now, open_before, history, _ = split_history([*session(6, 5), *old])
    assert set(old) <= {*now, *open_before}
    assert all(s.label == "assistant" and s.section == "state" for s in history)


def test_a_choice_of_the_agent_grows_old_and_a_decision_of_a_person_does_not():
    mine, theirs = line("decisions", 0, 8), line("decisions", 0, 9, "user")
    now, _, history, _ = split_history([*session(8, 5), mine, theirs])
    assert mine in history
    assert theirs in now


def test_what_was_dealt_with_is_history_however_new():
    asked = line("done", 9, 0, "user")
    assert split_history([line("goal", 0, 0, "user"), asked]).history == [asked]


def test_history_stands_behind_everything_else_in_time_order_and_keeps_its_references():
    sentences = [*session(6, 5), line("done", 1, 0, "user"), line("identifiers", 5, 90, "files changed")]
    text, _ = render_context(ContextParts(sentences, [], []))
    history = text[text.index("## Earlier in this session") :]
    assert text.index("## Identifiers") < text.index("## Earlier in this session")
    assert history.index("state 0 1 [n0.1]") < history.index("done 1 0 [n1.0]") < history.index("state 1 1 [n1.1]")
    assert all(f"[n{s.evidence[0].leaf}.{s.evidence[0].start}]" in text for s in sentences)


def test_a_session_in_which_nobody_typed_is_not_split():
    sentences = [line("state", n) for n in range(2 * SPLIT_ABOVE)]
    assert split_history(sentences) == (sentences, [], [], [])


def test_what_was_open_in_earlier_turns_is_told_apart():
    sentences = [*session(12, 1), *(line("open", t, 9) for t in (0, 6, 7, 11)), line("open", 0, 7, "user")]
    now, open_before, *_ = split_history(sentences)
    assert [s.evidence[0].leaf for s in open_before] == [0, 6]
    assert line("open", 0, 7, "user") in now
    text, _ = render_context(ContextParts(sentences, [], []))
    assert text.index("## Open") < text.index("## Called open in earlier turns") < text.index("open 0 9 [n0.9]")


def test_in_a_long_turn_everything_open_is_open():
    sentences = [line("goal", 0, 0, "user"), line("open", 0, 9), *(line("state", t, 1) for t in range(12))]
    assert split_history(sentences).open_before == []


def test_another_conversation_of_the_file_is_neither_goal_nor_state_of_this_one():
    theirs = [line("goal", 0, 0, "user"), line("state", 1), line("failed", 1, 9, "tool sh")]
    mine = [line("goal", 4, 20, "user"), line("state", 5)]
    rule, files = line("goal", 0, 7, "instructions"), line("identifiers", 0, 3, "files changed")
    parts = split_history([*theirs, *mine, rule, files], Spoken(begins=((0, 0), (4, 10))))
    assert parts.elsewhere == theirs
    assert parts.now == [files, rule, *mine]
    text, _ = render_context(ContextParts([*theirs, *mine], [], [], spoken=Spoken(begins=((0, 0), (4, 10)))))
    begin = text.index("## In earlier conversations of this file")
    assert text.index("goal 4 20") < begin < text.index("Conversation 1:") < text.index("goal 0 0")


def test_conversations_that_went_before_are_told_one_by_one():
    spoken = Spoken(begins=((2, 0), (4, 0)))  # the first one begins with the file
    text, _ = render_context(ContextParts([line("state", n) for n in (0, 2, 3, 4)], [], [], spoken=spoken))
    order = ["state 4 0", "Conversation 1:", "state 0 0", "Conversation 2:", "state 2 0", "state 3 0"]
    assert [text.index(piece) for piece in order] == sorted(text.index(piece) for piece in order)


def asked(text, leaf, section="goal"):
    return DraftSentence(section, text, (Evidence(leaf, 0, len(text)),), "user")


def test_what_a_person_said_later_of_a_thing_goes_with_the_goal_that_names_it():
    goal = asked("Check whether `blue_shelf` was ever sold, else keep it as it is.", 0)
    later = asked("blue_shelf should be taken down", 3, "done")
    parts = split_history([goal, later])
    assert [(s.section, s.text) for s in parts.now] == [("goal", goal.text), ("goal", later.text)]
    assert parts.history == []


def test_a_question_or_a_word_of_another_thing_or_from_before_stays_history():
    goal = asked("Check whether `blue_shelf` was ever sold, else keep it as it is.", 2)
    others = [
        asked("blue_shelf goes to the hall", 1, "done"),
        asked("where is blue_shelf?", 3, "done"),
        asked("red_shelf should be taken down", 3, "done"),
    ]
    parts = split_history([goal, *others])
    assert parts.now == [goal]
    assert len(parts.history) == 3


def test_unowed_words_on_the_way_are_history_once_the_turn_was_closed():
    before, report = line("context", 1, 10), line("context", 2, 10)
    spoken = Spoken(typed=((0, 0), (3, 0)), acted=((1, 10), (1, 50), (2, 10)), closed=((3, 0),))
    told = split_history([before, report], spoken)
    assert (told.history, told.now) == ([before], [report])
    open_turn = Spoken(typed=((0, 0),), acted=((1, 10), (1, 50), (2, 10)))
    assert split_history([before, report], open_turn).now == [before, report]
