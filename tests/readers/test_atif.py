"""ATIF: results in the step of their call, linear mode, handoffs, copied context."""

from __future__ import annotations

from reading_b import read_asset


def test_handoff_is_opaque_and_replaces_the_steps_after_the_task() -> None:
    """The summary stands in another file; the task stays, the answers after it are the harness's words."""
    found = read_asset("atif_summarised_linear_and_copied.json")
    (compaction,) = found.compactions
    assert (compaction.summary, compaction.opaque, compaction.evidence) == (None, True, "positional")
    assert compaction.kept == ("step:1",)
    assert compaction.replaced == ("step:2", "step:2.observation", "step:3", "step:3.observation")
    answers = next(m for m in found.messages if m.id == "step:5")
    assert (answers.role, answers.injected) == ("user", True)


def test_raw_json_reply_is_shown_as_fields_with_commands_as_calls() -> None:
    """Linear mode: two commands of one reply share one exchange, closed by their one observation."""
    found = read_asset("atif_summarised_linear_and_copied.json")
    reply, observation = found.messages[1], found.messages[2]
    assert reply.parts[0].text == "analysis: ready\nplan: make it"
    assert [p.text.split("\n")[0] for p in reply.parts[1:]] == ["bash_command mkdir d", "bash_command ls"]
    assert reply.opens == observation.closes
    assert len(reply.opens) == 1


def test_result_without_call_id_belongs_to_the_call_of_its_step() -> None:
    """`source_call_id` may be null."""
    found = read_asset("atif_summarised_linear_and_copied.json")
    assert found.kinds[3] == ["thinking", "text", "tool_call"]
    assert found.messages[4].closes == {"c1"}


def test_copied_context_is_marked_and_noted_but_the_task_stays_the_users() -> None:
    """It was said and counted in another trajectory."""
    found = read_asset("atif_summarised_linear_and_copied.json")
    assert [m.injected for m in found.messages[:4]] == [False, True, True, False]
    assert any("2 steps are copied" in note for note in found.meta.notes)
    assert any("t.cont-1.json" in note for note in found.meta.notes)


def test_unknown_source_is_kept() -> None:
    """A source that nobody knows is opaque text."""
    found = read_asset("atif_summarised_linear_and_copied.json")
    assert (found.roles[-1], found.kinds[-1]) == ("system", ["opaque"])
    assert "42" in found.texts[-1]
