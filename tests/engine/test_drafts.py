"""Whatever a foreign summarizer returns, the session goes on: no draft means the embedded one."""

import pytest

from leadline.compose import open_session
from leadline.core.tree.nodes import Draft, DraftSentence, Evidence
from leadline.stores.memory import MemoryStore

PROSE = "Read another module and compared it with the one before; the branches are the same as they were. " * 6
TEXT = "Never restart db-7 before 18:00."


async def later(request):
    return TEXT


def raising(request):
    raise RuntimeError("no connection\nat all")


FIRST = (Evidence(0, 0, 32),)


def sentence(section="goal", text=TEXT, evidence=FIRST, label="") -> DraftSentence:
    return DraftSentence(section, text, evidence, label)


def structured(*sentences, text=TEXT, name="mine"):
    return lambda request: Draft(text, sentences, name)


WRONG = {
    "raises": raising,
    "none": lambda request: None,
    "number": lambda request: 5,
    "bytes": lambda request: TEXT.encode(),
    "list": lambda request: [TEXT],
    "coroutine": later,
    "endless": lambda request: TEXT * 100_000,
    "no text": structured(text=None),
    "no name": structured(name=None),
    "no sentences": lambda request: Draft(TEXT, None, "mine"),
    "a sentence that is a string": structured(TEXT),
    "unknown section": structured(sentence(section="chapter")),
    "no evidence": structured(sentence(evidence=())),
    "a leaf of another node": structured(sentence(evidence=(Evidence(999, 0, 5),))),
    "a negative leaf": structured(sentence(evidence=(Evidence(-1, 0, 5),))),
    "a backward span": structured(sentence(evidence=(Evidence(0, 9, 3),))),
    "half a character": structured(sentence(evidence=(Evidence(0, 0.5, 9),))),
    "a leaf by name": structured(sentence(evidence=(Evidence("n0", 0, 9),))),
    "text that is none": structured(sentence(text=None)),
}


@pytest.mark.filterwarnings("ignore:coroutine")
@pytest.mark.parametrize("kind", WRONG)
def test_what_is_no_draft_is_recorded_and_replaced(kind):
    """The embedded summarizer takes over, the attempt says why, and what is owed is there."""
    memory = open_session("s", store=MemoryStore(), budget=1500, summarizer=WRONG[kind])
    memory.append({"role": "user", "content": TEXT})
    memory.extend({"role": "assistant", "content": f"Step {i}. {PROSE}"} for i in range(40))
    context = memory.context()
    assert "db-7" in context.summary
    record = context.state.nodes[0]
    assert record.attempts[0].kind == "summarizer failed"
    assert record.attempts[0].findings[0]["message"]
    assert record.node.draft is not None
    assert record.node.draft.summarizer == "extractive"


@pytest.mark.parametrize("text", ["", "  \n ", "\x00", "lone \ud800", "(" * 3000])
def test_a_text_that_says_nothing_is_refused_by_the_gate(text):
    """It is a draft, so the gate judges it; nothing of it is committed."""
    memory = open_session("s", store=MemoryStore(), budget=1500, summarizer=lambda request: text)
    memory.append({"role": "user", "content": TEXT})
    memory.extend({"role": "assistant", "content": f"Step {i}. {PROSE}"} for i in range(40))
    context = memory.context()
    assert "db-7" in context.summary
    assert context.state.nodes[0].attempts[0].verdict != "promote"
