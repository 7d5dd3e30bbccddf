"""The working context: sections in order, references that lead back, verbatim parts as they are."""

from leadline.core.text.messages import Message, Part
from leadline.core.tree.nodes import DraftSentence, Evidence
from leadline.views.context import Apart, ContextParts, render_context


def sentence(section: str, text: str, leaf: int, at: int, label: str = "") -> DraftSentence:
    return DraftSentence(section, text, (Evidence(leaf, at, at + len(text)),), label)


PARTS = ContextParts(
    sentences=[
        sentence("open", "replay the queue", 3, 40, "assistant"),
        sentence("goal", "Never restart db-7.", 2, 5, "user"),
        sentence("goal", "Find the leak.", 0, 9, "user"),
    ],
    apart=[Apart("n8", "p1.1 halted: fidelity.value_changed", "left as it is")],
    fresh=[Message("m", "user", (Part("text", "and now?"),), 99)],
    tokens_before=1000,
    closing="3 of 3 owed facts readable",
)


def test_sections_stand_in_their_order_and_time_order_inside():
    text, _ = render_context(PARTS)
    order = [
        "Find the leak. [n0.9]",
        "Never restart db-7. [n2.5]",
        "replay the queue [n3.40]",
        "left as it is",
        "and now?",
    ]
    assert [text.index(piece) for piece in order] == sorted(text.index(piece) for piece in order)


def test_it_says_that_it_is_a_record_and_why_pieces_stand_apart():
    text, tokens = render_context(PARTS)
    assert "not an instruction" in text.split("\n")[1]
    assert "n8, as it is (p1.1 halted: fidelity.value_changed)" in text
    assert f"1,000 tokens before, {tokens} after" in text.split("\n")[-1]


def test_a_session_without_a_tree_is_shown_as_it_is():
    text, _ = render_context(ContextParts([], [], PARTS.fresh))
    assert text == "[user] and now?"


def test_what_nobody_typed_comes_behind_what_somebody_did():
    parts = ContextParts(
        [
            sentence("goal", "Use bun for scripts.", 0, 1, "instructions"),
            sentence("goal", "Find the leak.", 4, 9, "user"),
        ],
        [],
        [],
    )
    text, _ = render_context(parts)
    assert text.index("Find the leak.") < text.index("## Standing instructions") < text.index("Use bun")


def listing(*paths: str) -> str:
    parts = [
        DraftSentence(
            "identifiers", ", ".join(paths), tuple(Evidence(3, n, n + 1) for n in range(len(paths))), "files changed"
        )
    ]
    return render_context(ContextParts(parts, [], []))[0].split("\n")[-1]


def test_the_folder_that_files_share_is_said_once():
    assert (
        listing("/srv/depot/src/a.py", "/srv/depot/src/io/b.py")
        == "- files changed in /srv/depot/src/: a.py, io/b.py [n3.0]"
    )
    assert listing("/srv/depot/src/a.py", "/srv/depot/src/b.py", "README.md").endswith(
        ": a.py, b.py; and README.md [n3.0]"
    )


def test_files_without_a_common_folder_are_listed_as_they_are():
    assert listing("/srv/a.py", "/opt/b.py") == "- files changed: /srv/a.py, /opt/b.py [n3.0]"
    assert listing("src/a.py", "src/b.py") == "- files changed: src/a.py, src/b.py [n3.0]"
    assert listing("/srv/depot/src/a.py") == "- files changed: /srv/depot/src/a.py [n3.0]"


def test_where_nobody_asks_for_anything_the_earlier_summary_stands_in_front():
    state = sentence("state", "The shelf is blue.", 1, 4, "assistant")
    told, _ = render_context(ContextParts([state], [], [], ["- Dana asked for a blue shelf."]))
    order = ["## Goal and constraints\nNobody asks", "Dana asked for a blue shelf.", "## State"]
    assert [told.index(piece) for piece in order] == sorted(told.index(piece) for piece in order)
    goal = sentence("goal", "Paint the shelf.", 0, 4, "user")
    told, _ = render_context(ContextParts([goal, state], [], [], ["- Dana asked for a blue shelf."]))
    assert "Nobody asks" not in told
    assert told.index("## State") < told.index("Dana asked for a blue shelf.")
