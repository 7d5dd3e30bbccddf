"""Whatever a foreign summarizer returns, the session goes on: no draft means the embedded one."""

import json

import pytest

from leadline.compose import open_session
from leadline.core.tree.nodes import Draft, DraftSentence, Evidence
from leadline.stores.memory import MemoryStore
from leadline.summarizers.structured import read_draft
from leadline.summarizers.structured_sources import number_sources

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


# -- structured drafts of the public format


def rows_of(request, *extra) -> dict:
    """A draft that quotes every source sentence that says something of db-7, and then the extra rows."""
    sources = number_sources(request.children).sentences
    rows = [{"section": "goal", "text": s.text, "evidence": [s.ref]} for s in sources if "db-7" in s.text]
    return {"format": "leadline.draft/1", "sentences": [*rows, *extra]}


WRITERS = {
    "mapping": rows_of,
    "json text": lambda request: "```json\n" + json.dumps(rows_of(request)) + "\n```",
    "dataclass": lambda request: read_draft(rows_of(request)),
}


def context_of(writer):
    memory = open_session("s", store=MemoryStore(), budget=1500, summarizer=writer)
    memory.append({"role": "user", "content": TEXT})
    memory.extend({"role": "assistant", "content": f"Step {i}. {PROSE}"} for i in range(40))
    return memory.context()


@pytest.mark.parametrize("kind", WRITERS)
def test_a_structured_draft_is_taken_in_every_shape(kind):
    """Mapping, JSON text of a model, or dataclass: the parent is structured and by its writer."""
    context = context_of(WRITERS[kind])
    record = context.state.nodes[0]
    assert record.attempts[0].kind == "summarizer"
    assert record.attempts[0].verdict == "promote", record.attempts[0].findings
    assert record.node.draft is not None
    assert record.node.draft.structured
    assert record.node.draft.summarizer == "<lambda>" or record.node.draft.summarizer == "rows_of"
    assert "db-7" in context.summary


BAD = {
    "dead reference": {"section": "state", "text": "The branches are the same as they were.", "evidence": ["s9999"]},
    "unknown slot": {"section": "state", "text": "The branches are as in {f99}.", "evidence": ["s2"]},
    "nothing of it there": {
        "section": "state", "text": "Purple giraffes negotiated seventeen treaties aboard Klondike zeppelins.", "evidence": ["s2"],
    },
}  # fmt: skip


@pytest.mark.parametrize("kind", BAD)
def test_one_bad_sentence_gives_way_to_its_evidence(kind):
    """The rest of the draft stays, and the attempt before says what was wrong."""
    context = context_of(lambda request: rows_of(request, BAD[kind]))
    record = context.state.nodes[0]
    assert [a.kind for a in record.attempts[:2]] == ["summarizer", "mended"]
    assert record.attempts[0].verdict == "invalid"
    assert record.node.state == "repaired"
    assert record.node.draft.summarizer == "<lambda>"
    assert BAD[kind]["text"] not in record.node.draft.text
    assert any("db-7" in s.text for s in record.node.draft.sentences)
    if kind != "dead reference":
        assert any(
            "branches are the same" in s.text or "another module" in s.text or "Step" in s.text
            for s in record.node.draft.sentences
        )


def test_a_draft_that_is_mostly_bad_is_not_mended():
    """It is asked for anew, and at last the embedded summarizer writes."""
    bad = [{**BAD["nothing of it there"], "text": f"{BAD['nothing of it there']['text']} {i}"} for i in range(9)]
    record = context_of(lambda request: rows_of(request, *bad)).state.nodes[0]
    assert "mended" not in [a.kind for a in record.attempts]
    assert record.node.draft.summarizer == "extractive"


def test_broken_json_is_said_and_replaced():
    """Half a draft is neither a structured nor a plain one."""
    record = context_of(lambda request: json.dumps(rows_of(request))[:-9]).state.nodes[0]
    assert record.attempts[0].kind == "summarizer failed"
    assert "cut off" in record.attempts[0].findings[0]["message"]
    assert record.node.draft.summarizer == "extractive"
