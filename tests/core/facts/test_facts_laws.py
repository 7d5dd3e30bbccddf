"""Laws of the whole chain, on generated children."""

from hypothesis import given, settings
from hypothesis import strategies as st

from leadline.core.facts import extract, resolve, shadow
from leadline.core.facts.retain import ParentIndex, retained
from leadline.core.text.messages import Child, Message, Part, child_of

SENTENCES = st.sampled_from(
    [
        "Never restart svc-billing-7 before 9 March.", "Do not touch `config/app_1.yaml`.", "The limit is at most 30 s.", "Thanks!", "Why is it slow?",
        "The import of orders_2025 failed with code IMP_417.", "The import of orders_2025 now passes.", "Still open: the audit of svc-billing-7.",
        "It is probably a race in lock_manager.", "According to Anna Weber, build 8812 ships in May.", "The docs and the log disagree: 30 s against 45 s.",
        "We decided to keep v2.4.1.", "$6,594 were refunded to A-4471.", "6 of 9 answers came, 87.4 % in time.", "Let me look at the file.",
        "不要修改生产数据库。", "Bitte den Dienst nicht vor dem 22. August starten.", "ERROR: exit code 137", "```\nx = 1\n```", "| a | 5 ms |", "- 3 GB are left", "",
    ]
)  # fmt: skip
ROLES = st.sampled_from(["user", "assistant", "tool", "summary", "system"])
TEXTS = st.lists(st.one_of(SENTENCES, st.text(max_size=40)), min_size=1, max_size=8).map("\n".join)
CHILDREN = st.builds(lambda text, role: Child("c", text, role), TEXTS, ROLES)
SESSIONS = st.lists(st.tuples(TEXTS, ROLES), min_size=1, max_size=6).map(
    lambda rows: [Child(f"c{i}", t, r) for i, (t, r) in enumerate(rows)]
)


@st.composite
def leaves(draw):
    """Children made of several messages with tool calls in between."""
    messages = []
    for i, (text, kind) in enumerate(
        draw(
            st.lists(
                st.tuples(TEXTS, st.sampled_from(["user", "text", "thinking", "tool_call", "tool_result"])), max_size=8
            )
        )
    ):
        role = "user" if kind == "user" else "assistant"
        part = Part("text" if kind in ("user", "text") else kind, text, "Bash", f"c{i}")
        messages.append(Message(f"m{i}", role, (part,), i))
    return child_of("n0", tuple(messages))


@settings(deadline=None, max_examples=60)
@given(st.one_of(CHILDREN, leaves()))
def test_spans_are_exact_and_extraction_is_deterministic(child):
    facts = extract(child)
    assert facts == extract(child)
    assert list(facts) == sorted(facts, key=lambda f: f.start)
    assert len({f.id for f in facts}) == len(facts)
    for f in facts:
        assert child.text[f.start : f.end] == f.text
        assert f.text
        assert f.sentence[0] <= f.start
        assert f.end <= f.sentence[1]
        assert f.form
        assert f.criticality == "owed" or not f.sure


@settings(deadline=None, max_examples=60)
@given(CHILDREN)
def test_a_verbatim_copy_keeps_everything(child):
    facts = extract(child)
    assert {r.state for r in retained(facts, ParentIndex(child.text))} <= {"kept"}


@settings(deadline=None, max_examples=60)
@given(st.lists(SENTENCES.filter(lambda s: s[-1:] == "." and s.isascii()), min_size=2, max_size=6, unique=True), ROLES)
def test_a_parent_without_the_sentence_does_not_keep_it(sentences, role):
    """Removing an owed sentence makes its sentence facts missing, and exact facts that stand nowhere else."""
    child = Child("c", "\n".join(sentences), role)
    for f in extract(child):
        if f.criticality != "owed":
            continue
        rest = "\n".join(s for s in sentences if f.text not in s)
        (r,) = retained([f], ParentIndex(rest))
        assert r.state != "kept", (f, rest)


@settings(deadline=None, max_examples=60)
@given(SESSIONS)
def test_resolving_twice_changes_nothing(session):
    once = resolve([f for child in session for f in extract(child)])
    assert resolve(once) == once


@settings(deadline=None, max_examples=60)
@given(SESSIONS)
def test_what_is_superseded_stays_so_when_the_session_grows(session):
    facts = [f for child in session for f in extract(child)]
    for n in range(1, len(session)):
        names = {c.id for c in session[:n]}
        part = resolve([f for f in facts if f.child in names])
        whole = {f.id: f for f in resolve(facts)}
        for f in part:
            if f.reason in ("superseded", "answered"):
                assert whole[f.id].reason == f.reason


@settings(deadline=None, max_examples=60)
@given(SESSIONS)
def test_resolution_keeps_order_and_only_weighs(session):
    facts = [f for child in session for f in extract(child)]
    out = resolve(facts)
    assert [(f.id, f.text, f.form, f.subject) for f in out] == [(f.id, f.text, f.form, f.subject) for f in facts]


@settings(deadline=None, max_examples=60)
@given(st.one_of(CHILDREN, leaves()))
def test_shadow_hits_are_exact(child):
    for hit in shadow(child, extract(child)):
        assert child.text[hit.start : hit.end] == hit.text


def test_texts_without_anything_in_them():
    for text in ("", "   ", "\n\n", "...", "\ud800", "\u0000", "🙂"):
        child = Child("c", text, "user")
        assert {r.state for r in retained(extract(child), ParentIndex(text))} <= {"kept"}
