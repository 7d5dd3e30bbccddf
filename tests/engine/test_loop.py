"""leadline inside an agent loop: three calls, real store, nothing compacted inside a tool exchange."""

import asyncio
import json
import runpy
import threading
from pathlib import Path

import pytest

from leadline.compose import open_session
from leadline.core.policy.retention import FidelityCollapseError
from leadline.engine.compaction import DivergedError
from leadline.engine.drops import record_drop
from leadline.engine.loop import Context
from leadline.engine.session import load_session
from leadline.stores.memory import MemoryStore
from leadline.stores.port import Commit, StaleRefError, StoreError

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


class Flaky:
    """A store that fails at its n-th commit, once."""

    def __init__(self, fails_at: int) -> None:
        self.store, self.left = MemoryStore(), fails_at

    def __getattr__(self, name):
        return getattr(self.store, name)

    def commit(self, commit):
        self.left -= 1
        if self.left == 0:
            raise StoreError("the disk is full", "free some space")
        return self.store.commit(commit)


LONG = [{"role": "user", "content": "Never restart db-7 before 18:00."}, *chatter(120)]


def whole() -> Context:
    memory = open_session("s", store=MemoryStore(), budget=1500)
    memory.extend(LONG)
    return memory.context()


@pytest.mark.parametrize("fails_at", [1, 2, 4])
def test_a_store_that_failed_once_costs_nothing_and_doubles_nothing(fails_at):
    """The session is as before the call; the next call goes on and gives what it would have given."""
    memory = open_session("s", store=Flaky(fails_at), budget=1500)
    memory.extend(LONG)
    with pytest.raises(StoreError, match="disk is full"):
        memory.context()
    context = memory.context()
    assert (context.summary, context.tokens) == (whole().summary, whole().tokens)
    assert context.state.tokens_in == whole().state.tokens_in


def test_an_interrupted_summarizer_leaves_the_session_as_it_was():
    """What is no Exception (Ctrl-C) passes through, and the messages are still there once."""
    calls = []

    def write(request):
        calls.append(request.level)
        if len(calls) == 2:
            raise KeyboardInterrupt
        return ""

    memory = open_session("s", store=MemoryStore(), budget=1500, summarizer=write)
    memory.extend(LONG)
    with pytest.raises(KeyboardInterrupt):
        memory.context()
    assert memory.context().state.tokens_in == whole().state.tokens_in


def test_a_cancelled_task_does_not_fold_messages_in_twice():
    """The thread of a cancelled task goes on; the next call waits for it instead of working beside it."""
    entered, go_on = threading.Event(), threading.Event()

    def write(request):
        entered.set()
        go_on.wait(10)
        return ""

    async def run():
        memory = open_session("s", store=MemoryStore(), budget=1500, summarizer=write)
        memory.extend(LONG)
        first = asyncio.create_task(memory.acontext())
        await asyncio.to_thread(entered.wait, 10)
        first.cancel()
        second = asyncio.create_task(memory.acontext())
        await asyncio.sleep(0)
        go_on.set()
        return await second

    assert asyncio.run(run()).state.tokens_in == whole().state.tokens_in


def test_many_tasks_may_ask_at_once():
    async def run():
        memory = open_session("s", store=MemoryStore(), budget=1500)
        await memory.aappend(*LONG)
        return await asyncio.gather(*(memory.acontext() for _ in range(4)))

    assert {c.summary for c in asyncio.run(run())} == {whole().summary}


def test_a_drop_by_a_person_does_not_stop_the_running_session():
    """Somebody else's step between two compactions is taken in: the agent gets its context, and the drop is in force."""
    store = MemoryStore()
    memory = open_session("s", store=store, budget=1500)
    memory.extend(LONG)
    memory.context()
    fact = load_session(store, "s").facts[0]
    record_drop(store, "s", fact.id, by="ann", reason="no longer true")
    memory.extend(chatter(60))
    memory.context()
    assert fact.id in memory.build.settings.dropped
    assert load_session(store, "s").drops[fact.id].reason == "no longer true"


class Overtaken(MemoryStore):
    """Somebody commits in the moment before this session is taken, `times` times."""

    times = 0

    def own(self, owner, seconds):
        if self.times > 0 and self.ref("s") is not None:
            self.times -= 1
            self.commit(Commit("s", self.ref("s"), b"somebody %d" % self.times))
        super().own(owner, seconds)


def test_a_commit_by_another_process_is_taken_in_and_no_error_of_the_agents():
    store = Overtaken()
    memory = open_session("s", store=store, budget=3000)
    memory.append({"role": "user", "content": "Never restart db-7 before 18:00."}, *chatter(40))
    memory.context()
    store.times = 2
    memory.append(*chatter(60)[40:])
    assert "db-7" in memory.context().summary
    assert store.times == 0
    store.times = 100
    memory.append(*chatter(80)[60:])
    with pytest.raises(StaleRefError):
        memory.context()


def test_a_result_that_never_comes_does_not_hold_compaction_up_for_ever():
    """An agent that works alone has no user message that would end the wait."""
    memory = open_session("s", store=MemoryStore(), budget=1500)
    call = {"id": "lost", "type": "function", "function": {"name": "bash", "arguments": "{}"}}
    memory.append({"role": "assistant", "content": None, "tool_calls": [call]})
    memory.extend(chatter(10))
    assert memory.in_tool_exchange
    memory.extend(chatter(60))
    assert not memory.in_tool_exchange
    assert memory.context().summary


def test_a_result_is_never_sent_without_its_call():
    """One record may hold a result and words beside it; when the exchange is folded in, only the words are left."""
    for n in range(1, 40):
        memory = open_session("s", store=MemoryStore(), budget=1500)
        memory.extend(chatter(n))
        use = {"type": "tool_use", "id": "t1", "name": "bash", "input": {"command": "ls"}}
        result = {"type": "tool_result", "tool_use_id": "t1", "content": PROSE * 4}
        memory.append({"role": "assistant", "content": [use]})
        memory.append({"role": "user", "content": [result, {"type": "text", "text": "Mind the gap."}]})
        memory.extend(chatter(40 - n))
        sent = json.dumps(memory.context().as_messages())
        assert ('"tool_use"' in sent) == ('"tool_result"' in sent), n


def test_a_summary_that_the_harness_put_in_front_is_not_lost():
    """Its sources are not here, so it is all there is: what it says stays readable."""
    lead_in = "This session is being continued from a previous conversation that ran out of context. "
    memory = open_session("s", store=MemoryStore(), budget=1500)
    memory.append(
        {"role": "user", "content": lead_in + "The migration failed with exit code 137 on db-7."}, *chatter(90)
    )
    context = memory.context()
    assert "137" in context.summary
    assert "db-7" in context.summary


@pytest.mark.parametrize("budget", [0, -5, 1.5, True, None, "800", float("nan")])
def test_a_budget_that_is_no_number_of_tokens_is_said_so(budget):
    with pytest.raises(ValueError, match="budget: expected a whole number"):
        open_session("s", store=MemoryStore(), budget=budget)


def test_a_name_or_a_summarizer_that_cannot_be_one_is_said_so():
    for name in ("", " ", None, 5):
        with pytest.raises(ValueError, match="session: expected a name"):
            open_session(name, store=MemoryStore())
    with pytest.raises(ValueError, match="summarizer: expected"):
        open_session("s", store=MemoryStore(), summarizer=5)


def test_another_history_under_a_used_name_says_what_to_do():
    store = MemoryStore()
    first = open_session("s", store=store, budget=1500)
    first.extend(LONG)
    first.context()
    other = open_session("s", store=store, budget=1500)
    other.extend([{"role": "user", "content": "Something else."}, *reversed(chatter(120))])
    with pytest.raises(DivergedError, match="differs") as told:
        other.context()
    assert "name" in told.value.remedy


def test_a_window_that_cannot_hold_what_is_owed_is_an_error_with_ways_out(tmp_path):
    """Raised each time, with nothing lost: a wider policy over the same store gives the context."""
    (tmp_path / "narrow.toml").write_text("window = 60\n", encoding="utf-8")
    store = MemoryStore()
    memory = open_session("s", store=store, budget=1500, policy=tmp_path / "narrow.toml")
    memory.extend(LONG)
    for _ in range(2):
        with pytest.raises(FidelityCollapseError, match="Ways out"):
            memory.context()
    wide = open_session("s", store=store, budget=1500)
    wide.extend(LONG)
    assert wide.context().summary == whole().summary


def test_silent_calls_without_arguments_are_summarised_too():
    """A polling agent that says nothing and hears nothing owed: what it did is told, and the context shrinks."""
    memory = open_session("s", store=MemoryStore(), budget=1000)
    for i in range(60):
        call = {"id": f"c{i}", "type": "function", "function": {"name": "poll_queue", "arguments": "{}"}}
        memory.append({"role": "assistant", "content": None, "tool_calls": [call]})
        memory.append({"role": "tool", "tool_call_id": f"c{i}", "content": PROSE})
    context = memory.context()
    assert "poll_queue" in context.summary
    assert {r.node.state for r in context.state.nodes} <= {"promoted", "repaired"}
    assert context.tokens < context.state.tokens_in / 2


def test_a_message_that_is_larger_than_the_budget_is_told():
    """Nothing takes it away; whoever sends the context sees how much it is too long. So it is in the middle of a tool exchange."""
    memory = open_session("s", store=MemoryStore(), budget=1500)
    memory.append({"role": "user", "content": "Never restart db-7 before 18:00."})
    assert memory.context().over_budget == 0
    memory.extend([*chatter(40), {"role": "user", "content": " ".join(f"word{i}" for i in range(3000))}])
    now = memory.context()
    assert now.summary
    assert now.over_budget == now.tokens - 1500 > 2000
    memory.append(
        {"role": "assistant", "content": [{"type": "tool_use", "id": "t", "name": "bash", "input": {"command": "ls"}}]}
    )
    assert memory.context().over_budget > now.over_budget
