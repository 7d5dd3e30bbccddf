"""Leaves: whole messages, boundaries that depend on the past only, tool exchanges in one piece."""

from hypothesis import given
from hypothesis import strategies as st

from leadline.core.text.messages import Message, Part
from leadline.core.tree.leaves import split_session


def words(text: str) -> int:
    return len(text.split())


def text_message(i: int, role: str, n: int) -> Message:
    return Message(f"m{i}", role, (Part("text", " ".join(["w"] * n)),), i + 1)


def call(i: int, id: str, n: int = 3) -> Message:
    return Message(f"m{i}", "assistant", (Part("tool_call", "w " * n, "bash", id),), i + 1)


def result(i: int, id: str, n: int = 3) -> Message:
    return Message(f"m{i}", "tool", (Part("tool_result", "w " * n, "bash", id),), i + 1)


@st.composite
def sessions(draw: st.DrawFn) -> list[Message]:
    """Sessions of texts and tool exchanges; some calls never get their result."""
    out: list[Message] = []
    for k in range(draw(st.integers(0, 25))):
        kind = draw(st.sampled_from(["user", "assistant", "exchange", "aborted"]))
        n = draw(st.integers(1, 40))
        if kind in ("user", "assistant"):
            out.append(text_message(len(out), kind, n))
        else:
            out.append(call(len(out), f"c{k}", n))
            if kind == "exchange":
                out.append(result(len(out), f"c{k}", n))
    return out


@given(sessions(), st.integers(5, 60), st.integers(0, 60), st.data())
def test_a_grown_session_keeps_its_earlier_leaves(messages, leaf, fresh, data):
    cut = data.draw(st.integers(0, len(messages)))
    before = split_session(messages[:cut], leaf_tokens=leaf, fresh_tokens=fresh, count=words).leaves
    after = split_session(messages, leaf_tokens=leaf, fresh_tokens=fresh, count=words).leaves
    assert after[: len(before)] == before


@given(sessions(), st.integers(5, 60), st.integers(0, 60))
def test_leaves_and_freshest_part_hold_every_message_once_in_order(messages, leaf, fresh):
    split = split_session(messages, leaf_tokens=leaf, fresh_tokens=fresh, count=words)
    ids = [s.message for one in split.leaves for s in one.segments] + [m.id for m in split.fresh for _ in m.parts]
    assert list(dict.fromkeys(ids)) == [m.id for m in messages]
    assert split.fresh_tokens == sum(words(m.text) for m in split.fresh)


@given(sessions(), st.integers(5, 60), st.integers(0, 60))
def test_an_answered_call_is_never_cut_from_its_result(messages, leaf, fresh):
    split = split_session(messages, leaf_tokens=leaf, fresh_tokens=fresh, count=words)
    place = {s.message: one.index for one in split.leaves for s in one.segments}
    opened = {c: m.id for m in messages for c in m.opens}
    for message in messages:
        for closed in message.closes:
            assert place.get(opened[closed]) == place.get(message.id)


def test_segments_lead_back_to_the_exact_text():
    messages = [text_message(0, "user", 4), call(1, "a"), result(2, "a"), text_message(3, "assistant", 30)]
    (leaf,) = split_session([*messages, text_message(4, "user", 1)], leaf_tokens=20, fresh_tokens=1, count=words).leaves
    for segment in leaf.segments:
        message = next(m for m in messages if m.id == segment.message)
        assert leaf.text[segment.start : segment.end] in message.text
        assert segment.line == message.line


def test_the_newest_message_stays_even_where_nothing_else_does():
    messages = [text_message(i, "user", 30) for i in range(3)]
    split = split_session(messages, leaf_tokens=10, fresh_tokens=1, count=words)
    assert [m.id for m in split.fresh] == ["m2"]


def test_a_call_that_nobody_answers_does_not_hold_leaves_open_for_ever():
    messages = [call(0, "lost"), *(text_message(i, "assistant", 5) for i in range(1, 60))]
    assert split_session(messages, leaf_tokens=20, fresh_tokens=5, count=words).leaves
