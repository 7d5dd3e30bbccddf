"""SWE-agent: history and trajectory, commands in text, attempts."""

from __future__ import annotations

from reading_b import read_asset, read_json


def test_command_in_text_is_a_call_and_the_observation_its_result() -> None:
    """The observation is the tool's word, paired with its command, free of terminal escapes."""
    found = read_asset("swe_last_observation_only_in_trajectory.traj")
    action, observation = found.messages[3], found.messages[4]
    assert [(p.kind, p.text) for p in action.parts] == [("text", "Look."), ("tool_call", "ls")]
    assert (observation.role, observation.text) == ("tool", "main.py\nbash-$")
    assert action.opens == observation.closes


def test_last_observation_is_taken_from_the_trajectory() -> None:
    """The history ends with the command; what it returned stands in the trajectory only."""
    found = read_asset("swe_last_observation_only_in_trajectory.traj")
    assert (found.messages[-1].role, found.texts[-1]) == ("tool", "diff --git a/main.py b/main.py")
    assert found.meta.notes[-1] == "exit status: submitted"


def test_demonstration_is_marked_and_the_task_is_the_users() -> None:
    """A demonstration is not part of the run; the issue text is what the user asks."""
    found = read_asset("swe_last_observation_only_in_trajectory.traj")
    assert [(m.role, m.injected) for m in found.messages[:3]] == [("system", False), ("user", True), ("user", False)]


def test_trajectory_alone_is_read_and_attempts_stay_apart() -> None:
    """Without history the steps speak; each attempt begins with a boundary."""
    run = {"trajectory": [{"action": "ls", "observation": "a\n", "response": "I look.", "thought": "I look."}]}
    found = read_json({"environment": "m", "attempts": [run, run], "trajectory": [], "history": []})
    assert found.texts == [
        "[conversation 1 of 2: attempt]",
        "I look.\nls",
        "a\n",
        "[conversation 2 of 2: attempt]",
        "I look.\nls",
        "a\n",
    ]


def test_text_that_is_more_than_thought_and_command_is_kept_whole() -> None:
    """Splitting must not lose a word of the reply."""
    history = [
        {
            "role": "assistant",
            "content": "Plan.\nWARNING 7\n```\nls\n```",
            "thought": "Plan.",
            "action": "ls",
            "message_type": "action",
            "agent": "a",
        }
    ]
    found = read_json({"history": history})
    assert "WARNING 7" in found.texts[0]


def test_one_observation_may_answer_several_calls() -> None:
    """`tool_call_ids` is a list: every call of it is closed, the text stands once."""
    calls = [{"id": i, "type": "function", "function": {"name": "f", "arguments": "{}"}} for i in ("x", "y")]
    found = read_json(
        {
            "history": [
                {"role": "assistant", "content": "go", "tool_calls": calls, "action": "f", "agent": "a"},
                {"role": "tool", "content": "out", "tool_call_ids": ["x", "y"], "agent": "a"},
            ]
        }
    )
    assert found.messages[1].closes == {"x", "y"}
    assert found.texts[1].strip() == "out"
