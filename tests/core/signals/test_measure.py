"""The measurement as a whole: laws, the fast path of structured drafts, and what the call refuses."""

from __future__ import annotations

import dataclasses

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leadline.core.signals.index import Trial
from leadline.core.signals.measure import measure
from leadline.core.signals.model import Measurement
from leadline.core.text.messages import Child
from leadline.core.text.sentences import split_sentences
from leadline.core.tree.nodes import DraftSentence, Evidence, render_draft

CHILDREN = (
    "Abort the cutover if replica lag goes above 30 s. Do not drop the old cluster until Wednesday.",
    "pg_upgrade --check ended with a fatal finding: type aclitem in audit.grants_snapshot.acl (exit code 3).",
    "The conversion of the column to text is proposed, but nobody has approved it yet. According to one operator, lag was 12 s on Sunday.",
    "Request 15 is pending. The left gripper has a residual of 0.07, the right gripper has 0.31; limit 0.15.",
    "I'll check the notary's papers tomorrow. Some users report headaches after long use on older screens.",
)
SENTENCES = [text[s.start : s.end] for text in CHILDREN for s in split_sentences(text)]
NONSENSE = "Purple giraffes negotiated seventeen treaties aboard Klondike zeppelins."


def children(texts: tuple[str, ...] = CHILDREN, prefix: str = "c") -> list[Child]:
    return [Child(f"{prefix}{i}", text, "user" if i == 0 else "assistant") for i, text in enumerate(texts)]


def values(measurement: Measurement) -> dict[str, float | None]:
    return {name: signal.value for name, signal in measurement.signals.items()}


picks = st.lists(st.sampled_from(range(len(SENTENCES))), min_size=1, max_size=8, unique=True)


@settings(deadline=None, max_examples=40)
@given(picks)
def test_a_concatenation_of_child_sentences_has_no_hard_finding(chosen: list[int]) -> None:
    """Whatever sentences are picked, in whatever order: what is word for word there is borne out."""
    parent = " ".join(SENTENCES[i] for i in chosen)
    assert [f for f in measure(children(), parent).findings if f.severity == "hard"] == []


@settings(deadline=None, max_examples=30)
@given(picks, st.text(alphabet="abcxyz019-", min_size=1, max_size=6))
def test_renaming_the_children_changes_no_value(chosen: list[int], prefix: str) -> None:
    parent = " ".join([*(SENTENCES[i] for i in chosen), "The lag limit is 300 s.", NONSENSE])
    one, two = measure(children(), parent), measure(children(prefix=prefix), parent)
    assert values(one) == values(two)
    assert one.score == two.score
    assert [(f.kind, f.severity, f.parent_span, f.child_quote) for f in one.findings] == [
        (f.kind, f.severity, f.parent_span, f.child_quote) for f in two.findings
    ]


@settings(deadline=None, max_examples=30)
@given(picks)
def test_one_more_unsupported_sentence_never_raises_provenance(chosen: list[int]) -> None:
    parent = " ".join(SENTENCES[i] for i in chosen)
    before = measure(children(), parent).signals["provenance"].value
    after = measure(children(), f"{parent} {NONSENSE}").signals["provenance"].value
    assert before is not None
    assert after is not None
    assert after < before


@settings(deadline=None, max_examples=30)
@given(st.text(max_size=200), picks)
def test_every_quote_equals_its_span(noise: str, chosen: list[int]) -> None:
    """Also for texts that nobody would write; `measure` asserts it as well."""
    family = children()
    parent = noise + " " + " ".join(SENTENCES[i] for i in chosen) + " The limit is 31 s. He agreed."
    texts = {c.id: c.text for c in family}
    for f in measure(family, parent).findings:
        if f.parent_span[0] >= 0:
            assert f.parent_quote == parent[f.parent_span[0] : f.parent_span[1]]
        if f.child is not None:
            assert f.child_quote == texts[f.child][f.child_span[0] : f.child_span[1]]


def test_the_same_input_gives_the_same_measurement() -> None:
    parent = "Lag limit 300 s. Request 15 is granted. " + NONSENSE
    assert measure(children(), parent) == measure(children(), parent)


def test_every_signal_is_there() -> None:
    """Eight signals; only coverage cannot be measured from texts alone, and it says so."""
    found = measure(children(), "Abort the cutover above 30 s of lag.").signals
    assert list(found) == [
        "retention",
        "provenance",
        "relations",
        "conflicts",
        "referents",
        "confidence",
        "form",
        "coverage",
    ]
    assert [name for name, s in found.items() if s.unmeasured] == ["coverage"]
    shown = measure(children(), "Abort the cutover above 30 s of lag.", seen=["c0", "c1", "c2", "c3", "c4"]).signals[
        "coverage"
    ]
    assert shown.value == 1.0
    part = measure(children(), "Abort the cutover above 30 s of lag.", seen=["c0"]).signals["coverage"].value
    assert part is not None
    assert 0 < part < 1


def test_an_empty_parent_is_degenerate_and_no_error() -> None:
    measurement = measure(children(), "")
    assert [f.kind for f in measurement.signals["form"].findings] == ["degenerate"]
    assert measurement.score == 0.0


def test_context_may_support_a_claim() -> None:
    """What only the system prompt says is no invention when the caller passes it."""
    parent = "Abort the cutover above 30 s of lag; the on-call phone is +49 5512 77."
    assert any(f.kind == "invented_detail" for f in measure(children(), parent).findings)
    assert not any(
        f.kind == "invented_detail" for f in measure(children(), parent, context="On-call phone: +49 5512 77").findings
    )


def test_a_hard_finding_caps_the_score() -> None:
    good = measure(children(), "Abort the cutover if replica lag goes above 30 s.").score
    bad = measure(children(), "Abort the cutover if replica lag goes above 300 s.").score
    assert bad <= 0.25 < good


def test_no_children_and_doubled_ids_are_value_errors() -> None:
    with pytest.raises(ValueError, match="children is empty"):
        measure([], "x")
    with pytest.raises(ValueError, match="one id twice: a"):
        measure([Child("a", "x"), Child("a", "y")], "x")


# -- structured drafts


def structured(texts: list[tuple[str, Evidence]]) -> Measurement:
    sentences = tuple(DraftSentence("state", text, (evidence,)) for text, evidence in texts)
    return measure(
        [Child(f"n{i}", text) for i, text in enumerate(CHILDREN)],
        render_draft(sentences),
        sentences=sentences,
        leaf_texts=dict(enumerate(CHILDREN)),
        owed=(),
    )


def whole(leaf: int) -> Evidence:
    return Evidence(leaf, 0, len(CHILDREN[leaf]))


def test_a_sentence_that_is_in_its_evidence_is_supported_at_once() -> None:
    measurement = structured(
        [(CHILDREN[0], whole(0)), ("Request  15 is\npending.".replace("  ", " ").replace("\n", " "), whole(3))]
    )
    assert measurement.findings == ()
    assert (measurement.signals["provenance"].value, measurement.score, measurement.structured) == (1.0, 1.0, True)


@pytest.mark.parametrize("evidence", [Evidence(9, 0, 5), Evidence(0, 5, 5), Evidence(0, 0, 5000), Evidence(0, -1, 5)])
def test_a_reference_that_leads_nowhere_is_hard(evidence: Evidence) -> None:
    found = structured([(CHILDREN[0], evidence)]).findings
    assert [(f.kind, f.severity) for f in found] == [("invented_detail", "hard")]


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        (NONSENSE, {"invented_detail"}),
        ("Abort the cutover if replica lag goes above 300 s.", {"invented_detail", "value_changed"}),
        ("Abort the cutover if lag goes above 30 s.", set()),
    ],
)
def test_a_reworded_sentence_is_judged_against_its_evidence(text: str, kinds: set[str]) -> None:
    refused = {f.kind for f in structured([(text, whole(0))]).findings if f.severity == "hard" or f.probability >= 0.8}
    assert bool(refused) == bool(kinds)
    assert refused <= kinds


def test_structured_sentences_need_their_leaves() -> None:
    sentence = DraftSentence("state", CHILDREN[0], (whole(0),))
    with pytest.raises(ValueError, match="leaf_texts is missing"):
        measure([Child("n0", CHILDREN[0])], CHILDREN[0], sentences=[sentence])


def test_a_measurement_is_a_value() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        measure(children(), "x y").score = 1.0  # type: ignore[misc]


def test_one_sentence_in_other_words_refuses_no_parent() -> None:
    """By words alone one of one means little, two of two are below the record's 0.70; an invented value counts in full."""
    one = "Turnover climbed steeply across wholesale branches."
    two = f"{one} Lenders extended generous credit against warehouse stock."
    values = [measure(children(), parent).signals["provenance"].value for parent in (one, two)]
    assert values == [0.75, 0.6]


def test_the_parents_own_sentences_are_no_headings_no_code_and_nothing_verbatim() -> None:
    trial = Trial(
        [Child("a", "The dial sticks. Nobody knows why.")],
        "# Dials\n\nThe DIAL sticks. It was oiled.\n\n```\noil(dial)\n```\n",
    )
    assert [s.text for s in trial.reworded] == ["It was oiled."]
    assert trial.is_verbatim("nobody knows why.")
    assert not trial.is_verbatim("somebody knows why.")
