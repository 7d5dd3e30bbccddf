"""leadline inside an agent loop: three calls, real store, nothing compacted inside a tool exchange."""

import asyncio
import runpy
from pathlib import Path

import pytest

from leadline.compose import open_session
from leadline.stores.memory import MemoryStore

EXAMPLE = Path(__file__).parents[2] / "examples" / "agent_loop.py"
PROSE = "Read another module and compared it with the one before; the branches are the same as they were. " * 6


def chatter(n: int) -> list[dict[str, object]]:
    return [{"role": "assistant", "content": f"Step {i}. {PROSE}"} for i in range(n)]


def test_nothing_happens_below_the_budget():
    memory = open_session("s", store=MemoryStore(), budget=50_000)
    memory.append({"role": "user", "content": "Never touch db-7."}, *chatter(5))
    context = memory.context()
    assert context.summary == ""
    assert len(context.as_messages()) == 6


def test_the_budget_is_kept_and_what_is_owed_stays():
    memory = open_session("s", store=MemoryStore(), budget=3000)
    memory.append({"role": "system", "content": "You are careful."})
    memory.append({"role": "user", "content": "Never restart db-7 before 18:00."})
    for message in chatter(80):
        memory.append(message)
        context = memory.context()
    assert context.tokens <= 3000
    assert "db-7" in context.summary
    assert context.as_messages()[0] == {"role": "system", "content": "You are careful."}
    assert context.as_messages()[-1]["content"].startswith("Step 79")


def test_an_open_tool_call_postpones_compaction():
    memory = open_session("s", store=MemoryStore(), budget=1000)
    memory.append({"role": "user", "content": "Go."}, *chatter(20))
    call = {"id": "c1", "type": "function", "function": {"name": "bash", "arguments": '{"command": "ls"}'}}
    memory.append({"role": "assistant", "content": None, "tool_calls": [call]})
    assert memory.in_tool_exchange
    assert memory.context().summary == ""
    memory.append({"role": "tool", "tool_call_id": "c1", "content": "README.md"})
    assert not memory.in_tool_exchange
    assert memory.context().summary


def test_anthropic_blocks_are_messages_too():
    memory = open_session("s", store=MemoryStore(), budget=50_000)
    memory.append(
        {"role": "assistant", "content": [{"type": "tool_use", "id": "t1", "name": "bash", "input": {"command": "ls"}}]}
    )
    assert memory.in_tool_exchange
    memory.append({"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t1", "content": "x"}]})
    assert not memory.in_tool_exchange


def test_a_restart_continues_where_the_store_is():
    store = MemoryStore()
    history = [{"role": "user", "content": "Never restart db-7 before 18:00."}, *chatter(60)]
    first = open_session("s", store=store, budget=2000)
    first.extend(history)
    before = first.context().summary
    ref = store.ref("s")
    again = open_session("s", store=store, budget=2000)
    again.extend(history)
    assert again.context().summary == before
    assert store.ref("s") == ref


def test_async_is_the_same():
    async def run() -> str:
        memory = open_session("s", store=MemoryStore(), budget=2000)
        await memory.aappend({"role": "user", "content": "Never restart db-7 before 18:00."}, *chatter(60))
        return (await memory.acontext()).summary

    assert "db-7" in asyncio.run(run())


@pytest.mark.parametrize("wrong", [7, "hello", None])
def test_something_that_is_no_message_is_said_so(wrong):
    memory = open_session("s", store=MemoryStore())
    with pytest.raises(TypeError, match="role and content"):
        memory.append(wrong)


def test_the_example_runs_and_keeps_what_matters(tmp_path):
    summary = runpy.run_path(str(EXAMPLE))["run"](str(tmp_path / "store"))
    for needle in ("db-7", "18:00", "40 USD", "137"):
        assert needle in summary


def test_the_example_is_as_short_as_the_readme_says():
    assert len(EXAMPLE.read_text().splitlines()) <= 30
