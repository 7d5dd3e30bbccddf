"""The embedded summarizer: it quotes, it keeps what is owed, it is the same every time."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leadline.core.facts import extract, resolve
from leadline.core.facts.retain import ParentIndex, retained
from leadline.core.text.messages import Child, Message, Part, child_of
from leadline.core.tree.nodes import sentence_spans
from leadline.summarizers.extractive import summarize
from leadline.summarizers.port import ChildView, Request
from leadline.summarizers.repair import repair

SAID = (
    ("user", "text", "Never restart pg-primary-7 before 18:00."),
    ("user", "text", "Please find out why the nightly import fails."),
    ("assistant", "text", "Let me look at the log."),
    ("assistant", "text", "Decision by Dana: keep the retry limit at 7."),
    ("assistant", "text", "Done. The import of orders_v2 works again since commit 4f2a9c1."),
    ("assistant", "text", "Still open: replay the dead-letter queue dlq-refunds."),
    ("assistant", "text", "It might be the cache, but I did not check `cache.ttl_seconds`."),
    ("tool", "tool_result", "npm ERR! code E35411\nnpm ERR! while resolving libfoo@7.20.29\nnpm ERR! dep conflict"),
    ("tool", "tool_result", "Traceback (most recent call last):\n  File \"a.py\", line 3, in run\nValueError: bad segment seg-88"),
    ("tool", "tool_result", "ok\n" * 40),
    ("assistant", "tool_call", "Edit\nfile_path: src/app/loader.py\nold_string: a\nnew_string: b"),
    ("assistant", "text", "The service answers with HTTP 503 on node-12 since the deploy; see the log below:"),
)  # fmt: skip


def view(index: int, rows: list[int]) -> ChildView:
    messages = tuple(
        Message(f"m{index}-{k}", SAID[r][0], (Part(SAID[r][1], SAID[r][2], "Edit" if SAID[r][1] == "tool_call" else "Bash"),), k + 1)
        for k, r in enumerate(rows)
    )  # fmt: skip
    child = child_of(f"n{index}", messages)
    return ChildView(child, (index, index + 1), tuple(f for f in resolve(extract(child)) if f.criticality == "owed"))


views = st.lists(st.lists(st.integers(0, len(SAID) - 1), min_size=1, max_size=8), min_size=1, max_size=4)


@given(views, st.integers(10, 400))
@settings(max_examples=60, deadline=None)
def test_every_piece_is_word_for_word_in_its_evidence(rows, budget):
    children = [view(i, row) for i, row in enumerate(rows)]
    texts = {i: v.child.text for i, v in enumerate(children)}
    draft = summarize(Request(children, budget, 1))
    assert summarize(Request(children, budget, 1)) == draft
    for sentence, (start, end) in zip(draft.sentences, sentence_spans(draft.sentences), strict=True):
        assert draft.text[start:end] == sentence.text
        sources = [" ".join(texts[e.leaf][e.start : e.end].split()) for e in sentence.evidence]
        for piece in sentence.pieces:
            assert any(" ".join(piece.split()) in source for source in sources)


@given(views)
@settings(max_examples=60, deadline=None)
def test_everything_owed_is_readable_however_small_the_budget(rows):
    children = [view(i, row) for i, row in enumerate(rows)]
    owed = [f for f in resolve([f for v in children for f in v.facts]) if f.criticality == "owed"]
    kept = {f.id for f in owed}
    given_facts = [
        ChildView(v.child, v.leaves, tuple(f for f in v.facts if f.id in kept)) for v in children
    ]  # fmt: skip
    draft = summarize(Request(given_facts, 10, 1))
    lost = [r.fact.text for r in retained(owed, ParentIndex(draft.text)) if r.state != "kept"]
    assert not lost


def test_announcements_and_empty_remarks_fill_nothing():
    text = summarize(Request([view(0, [2, 9, 3])], 400, 1)).text
    assert "Let me look" not in text
    assert "Dana" in text


def test_lines_of_one_failure_stay_together():
    text = summarize(Request([view(0, [7])], 400, 1)).text
    assert any("E35411" in line and "libfoo@7.20.29" in line for line in text.split("\n"))


def test_changed_files_are_gathered_into_one_line():
    draft = summarize(Request([view(0, [10, 3]), view(1, [10, 4])], 400, 1))
    (listing,) = [s for s in draft.sentences if s.label == "files changed"]
    assert listing.text == "src/app/loader.py"


def test_a_higher_level_quotes_the_lower_one():
    lower = [view(0, [0, 3, 7]), view(1, [4, 5, 6])]
    drafts = [summarize(Request([v], 400, 1)) for v in lower]
    uppers = [
        ChildView(child_of(f"p1.{i}", ()), v.leaves, v.facts, d.sentences, True)
        for i, (v, d) in enumerate(zip(lower, drafts, strict=True))
    ]
    upper = summarize(Request(uppers, 10, 2))
    said = {s.text for d in drafts for s in d.sentences}
    assert {s.text for s in upper.sentences} <= said
    assert "pg-primary-7" in upper.text


def test_repair_quotes_and_leaves_the_draft_alone():
    children = [view(0, [0, 3])]
    others = tuple(f for f in children[0].facts if "Dana" in f.text)
    draft = summarize(Request([ChildView(children[0].child, (0, 1), others)], 0, 1))
    fixed = repair(draft, [f for f in children[0].facts if f not in others and f.kind == "constraint"], children)
    assert fixed is not None
    assert fixed.sentences[: len(draft.sentences)] == draft.sentences
    assert fixed.sentences[-1].section == "quoted"
    assert "pg-primary-7" in fixed.sentences[-1].text


def test_nothing_to_quote_is_no_repair():
    children = [view(0, [2])]
    foreign = view(1, [0]).facts[0]
    assert repair(summarize(Request(children, 100, 1)), [foreign], children) is None


def test_a_group_in_which_nothing_is_worth_quoting_still_says_what_it_was():
    """Only an announcement, only output: the opening words stand in, so that the group is not halted for an empty draft."""
    assert "Let me look" in summarize(Request([view(0, [2])], 400, 1)).text
    assert summarize(Request([view(0, [9])], 400, 1)).text.strip()


def test_what_an_announcement_takes_along_is_not_told_once_more():
    text = "Still open after the run with E35411:\nThe replay of dlq-refunds is pending and waits for Dana."
    child = child_of("n0", (Message("m0", "assistant", (Part("text", text, None),), 1),))
    facts = tuple(f for f in resolve(extract(child)) if f.criticality == "owed")
    draft = summarize(Request([ChildView(child, (0, 1), facts)], 400, 1))
    assert draft.text.count("The replay of dlq-refunds") == 1
    assert all(r.state == "kept" for r in retained(facts, ParentIndex(draft.text)))


def test_a_short_message_is_told_whole_also_over_a_blank_line():
    child = child_of(
        "n0", (Message("m0", "user", (Part("text", "path: ./tools/sort.js\n\ncan you add an example that runs"),), 1),)
    )
    owed = tuple(f for f in resolve(extract(child)) if f.criticality == "owed")
    draft = summarize(Request([ChildView(child, (0, 1), owed)], 400, 1))
    assert [s.text for s in draft.sentences] == ["path: ./tools/sort.js can you add an example that runs"]


@pytest.mark.parametrize(
    ("said", "section"),
    [
        ("Mark PR #1510 ready for review.", "open"),
        ("Update docs/plan.md to mark it complete.", "open"),
        ("Updated docs/plan.md and marked it complete.", "state"),
        ("Set the flag `dry_run` only where the import is done.", "state"),
        ("Commit: `4f2a9c1`, all tests passed.", "state"),
        ("Review agents finished without findings in `queue.py`.", "state"),
    ],
)
def test_a_step_is_open_and_a_report_is_a_state(said, section):
    child = child_of(
        "n0",
        (
            Message("m0", "user", (Part("text", "Please go on."),), 1),
            Message("m1", "assistant", (Part("text", said),), 2),
        ),
    )
    owed = tuple(f for f in resolve(extract(child)) if f.criticality == "owed")
    draft = summarize(Request([ChildView(child, (0, 1), owed)], 400, 1))
    assert [s.section for s in draft.sentences if s.label == "assistant"] == [section]


@pytest.mark.parametrize("far", [4, 20])
def test_the_last_words_of_a_long_request_are_not_cut_off(far):
    middle = "; ".join(f"carry the label of shelf {n} over to the new plan" for n in range(20))
    said = f"Move the depot to the new building; {middle}; print labels_v2 for the upper shelves {'of the hall ' * far}and get it reviewed before the keys go back."
    child = child_of("n0", (Message("m", "user", (Part("text", said),), 1),))
    facts = tuple(f for f in resolve(extract(child)) if f.criticality == "owed")
    told = " ".join(s.text for s in summarize(Request([ChildView(child, (0, 1), facts)], 400, 1)).sentences)
    assert told.endswith("and get it reviewed before the keys go back.")


def test_a_short_answer_that_a_summary_quotes_is_told():
    text = '6. All messages of the user:\n   - "print the labels of both shelves, please"\n   - "yes, blue"\n   - Fine so far.\n'
    child = Child("n0", text, "summary")
    told = [s.text for s in summarize(Request([ChildView(child, (0, 1), ())], 400, 1)).sentences]
    assert '"yes, blue"' in told
    assert "Fine so far." not in told
