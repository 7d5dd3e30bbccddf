"""What an exporter or a client put around a session instructs nobody, unless it holds rules."""

from leadline.core.text.messages import Message, Part
from leadline.core.tree.nodes import DraftSentence, Evidence
from leadline.views.context import ContextParts, render_context
from leadline.views.spoken import Spoken

SAID = [DraftSentence("goal", "Sort the parcels.", (Evidence(0, 0, 17),), "user")]
FOREWORD = "---\nnav_order: 3\n---\n\n# A long sorting job\n\nThis is a shared chat. Some things to notice:\n- The first try fails."
RULES = "# Rules\n\n- Never push to `main`.\n- Always run `just lint` before you commit.\n- You must ask before you delete a file.\n"


def system(text, injected=True, kind="text", line=1):
    return Message(f"line:{line}", "system", (Part(kind, text),), line, None, injected)


def context(head, fresh=(), **more):
    return render_context(ContextParts(SAID, [], fresh, head=head, **more))[0]


def test_a_foreword_is_told_behind_what_somebody_said_and_not_as_an_instruction():
    text = context([system(FOREWORD)])
    assert "## Standing instructions" not in text
    assert text.index("Sort the parcels.") < text.index("## In front of the session") < text.index("shared chat")


def test_a_system_prompt_and_a_file_of_rules_instruct():
    for head in (system("You sort parcels.", injected=False), system(RULES)):
        text = context([head])
        assert "## Standing instructions, verbatim\n" + head.text in text
        assert "## In front of the session" not in text


def test_a_long_foreword_is_cut_visibly_and_markup_alone_is_not_told():
    text = context([system("Exported. " * 200), system("<!-- made by an exporter -->\n<div>", line=7)])
    assert "characters left out; line 1 of the transcript]" in text
    assert "<div>" not in text


def test_markup_and_repeated_notes_of_a_client_are_left_out_of_the_newest_part():
    fresh = [
        Message("u", "user", (Part("text", "<b>keep</b>"),), 3),
        system('</div>\n<div class="chat">', line=4),
        system("[status] busy", line=5),
        system("[status] busy", line=6),
        system("[status] idle", line=7),
        system("[conversation 2]", kind="opaque", line=8),
        system("[conversation 2]", kind="opaque", line=9),
    ]
    text = context([], fresh)
    assert "<div" not in text
    assert (text.count("busy"), text.count("idle"), text.count("[conversation 2]")) == (1, 1, 2)
    assert "[user] <b>keep</b>" in text


PROMPT = (
    "You must never cancel an order that was shipped. " + "The shop has many shelves and a long history. " * 40
    + "Always ask for the order number first."
)  # fmt: skip


def test_over_the_budget_the_system_prompt_is_told_by_its_rules():
    head = [system(PROMPT, injected=False)]
    assert PROMPT in context(head)
    assert PROMPT in context(head, budget=100_000)
    brief = context(head, budget=200)
    assert "long history" not in brief
    assert "never cancel an order" in brief
    assert "ask for the order number" in brief
    assert "the whole stands in line 1 of the transcript" in brief


def test_a_rule_that_stands_in_the_system_prompt_is_told_once():
    again = DraftSentence("goal", "Always ask for the order number first.", (Evidence(4, 0, 38),), "system")
    other = DraftSentence("goal", "Always say hello first.", (Evidence(4, 50, 73),), "system")
    parts = ContextParts([*SAID, again, other], [], [], head=[system(PROMPT, injected=False)])
    text, _ = render_context(parts)
    assert text.count("Always ask for the order number first.") == 1
    assert "system: Always say hello first." in text


def test_the_prompt_of_an_earlier_conversation_is_told_as_that_ones():
    other = DraftSentence("goal", "Always say hello first.", (Evidence(4, 50, 73),), "system")
    parts = ContextParts([other], [], [], head=[system(PROMPT, injected=False)], spoken=Spoken(begins=((3, 0),)))
    assert "## Standing instructions of the file's first conversation, verbatim" in render_context(parts)[0]


def test_thoughts_are_told_as_thoughts():
    parts = (Part("thinking", "Which shelf?"), Part("text", "I look."), Part("tool_call", "ls shelf"))
    text = context([], [Message("a", "assistant", parts, 3)])
    assert "[assistant, thinking] Which shelf?\n[assistant] I look.\nls shelf" in text
