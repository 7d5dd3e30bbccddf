"""A sentence that was cut says so, and a failure that was met with several times says how often."""

from leadline.core.tree.nodes import DraftSentence, Evidence
from leadline.views.context import ContextParts, render_context

REFUSED = "The edit was refused: the shelf label has no closing bracket."
LEAF = (
    "Move the depot, and get it reviewed before the keys go back.\nThe plan is on the wall\nAsk Dana; then go on.\n"
    f"{REFUSED}\nshelf.py:12\n{REFUSED}\nshelf.py:30\nexit code 1\nexit code 1\n{REFUSED}\nshelf.py:31\n"
)


def told(words, section="goal", label="user", texts=None):
    at = LEAF.rindex(words)
    s = DraftSentence(section, " ".join(words.split()), (Evidence(0, at, at + len(words)),), label)
    text, _ = render_context(ContextParts([s], [], [], texts={0: LEAF} if texts is None else texts))
    return text.split("\n- ")[1].rpartition(" [")[0]


def test_a_sentence_that_ends_inside_of_its_source_says_so():
    assert told("Move the depot, and get it reviewed") == "user: Move the depot, and get it reviewed …"


def test_a_whole_sentence_or_line_or_clause_has_no_mark():
    for whole in (
        "Move the depot, and get it reviewed before the keys go back.",
        "The plan is on the wall",
        "Ask Dana;",
    ):
        assert told(whole) == f"user: {whole}"


def test_without_the_source_nothing_is_said_of_a_cut():
    assert told("Move the depot, and get it reviewed", texts={}) == "user: Move the depot, and get it reviewed"


def test_a_failure_that_was_met_with_again_says_how_often():
    assert told(f"{REFUSED}\nshelf.py:31", "failed", "tool edit (shelf.py)") == (
        f"tool edit (shelf.py), 3 times: {REFUSED} shelf.py:31"
    )


def test_what_any_failure_may_say_is_not_counted():
    assert told("exit code 1", "failed", "tool bash") == "tool bash: exit code 1"
