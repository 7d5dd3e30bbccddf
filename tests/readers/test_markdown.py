"""Markdown and text: speakers are believed only where they can be, and lines lead back to the file."""

from __future__ import annotations

import tracemalloc
from pathlib import Path

from reading_b import ASSETS, read_asset, read_text

from leadline.readers.detect import detect
from leadline.readers.port import ReadOptions
from leadline.readers.source import Source


def test_marker_quoted_in_tool_output_does_not_count() -> None:
    """One compaction, the real one; the quoted speaker and summary stay inside of the tool's result."""
    found = read_asset("specstory_marker_quoted_in_tool_output.md")
    (compaction,) = found.compactions
    assert (compaction.summary or "").endswith("The real one.")
    assert (compaction.evidence, compaction.line) == ("positional", 36)
    assert compaction.replaced == tuple(m.id for m in found.messages[1:5])
    result = next(m for m in found.messages if m.role == "tool")
    assert result.text.endswith("Quoted.")


def test_specstory_turns_are_told_apart() -> None:
    """Header, user, thinking, call, result, client's command, reply; times as written."""
    found = read_asset("specstory_marker_quoted_in_tool_output.md")
    assert [(m.role, m.parts[0].kind, m.injected) for m in found.messages] == [
        ("system", "text", True), ("user", "text", False), ("assistant", "thinking", False),
        ("assistant", "tool_call", False), ("tool", "tool_result", False), ("user", "text", True), ("assistant", "text", False),
    ]  # fmt: skip
    assert found.messages[1].at == "2026-01-29 16:21:35Z"
    assert found.messages[2].text == "I will read it."
    assert found.messages[3].opens == found.messages[4].closes
    assert found.meta.session == "fa6ea856-ac09"


def test_lines_lead_to_the_first_line_of_each_turn() -> None:
    """`line` is where the text begins in the file."""
    found = read_asset("specstory_marker_quoted_in_tool_output.md")
    physical = (ASSETS / "specstory_marker_quoted_in_tool_output.md").read_text().split("\n")
    for message in found.messages:
        if message.parts[0].kind == "text":
            assert physical[message.line - 1] == message.text.split("\n")[0]


def test_aider_marks_inside_of_a_fence_are_text() -> None:
    """`#### ` and `> ` count outside of fences; a fence that was never closed ends with what only aider writes."""
    found = read_asset("aider_hashes_inside_a_fence.md")
    assert [(m.role, m.text.split("\n")[0]) for m in found.messages] == [
        ("system", "[conversation 1: aider chat started at 2026-01-02 03:04:05]"),
        ("tool", "Added app.py to the chat"),
        ("user", "add a title"),
        ("assistant", "Here it is:"),
        ("tool", "Applied edit to app.py"),
        ("system", "[conversation 2: aider chat started at 2026-01-03 03:04:05]"),
        ("user", "thanks"),
        ("assistant", "```python"),
        ("tool", "^C KeyboardInterrupt"),
        ("user", "again"),
    ]
    assert found.texts[2] == "add a title\nand a subtitle"
    assert "#### not a user line" in found.texts[3]


def test_speakers_need_two_alternating_marks_outside_of_fences() -> None:
    """One `Note:`-like mark is prose; two that alternate are a conversation."""
    assert read_text("User: hi\n\nI am told that users say hi.\n").meta.notes[0].startswith("a text without speakers")
    assert read_text("```\nUser: hi\nAssistant: ho\n```\n").meta.notes[0].startswith("a text without speakers")
    for text in (
        "User: hi\nAssistant: ho\n",
        "**Human:** hi\n\n**Assistant:** ho\n",
        "## User\n\nhi\n\n## Assistant\n\nho\n",
        "H: hi\nA: ho\n",
    ):
        found = read_text(text)
        assert list(zip(found.roles, found.texts, strict=True)) == [("user", "hi"), ("assistant", "ho")], text


def test_plain_text_is_one_block_per_group_of_paragraphs() -> None:
    """Nothing is lost and nothing is cut inside of a paragraph."""
    paragraphs = [f"Paragraph {i}. " + "word " * 100 for i in range(20)]
    found = read_text("\n\n".join(paragraphs) + "\n")
    assert 3 <= len(found.messages) <= 10
    assert set(found.roles) == {"user"}
    assert "\n\n".join(found.texts).split("\n\n") == [
        p.rstrip() if p is paragraphs[-1] else p for p in paragraphs
    ] or all(p.strip() in "\n\n".join(found.texts) for p in paragraphs)


def test_long_text_streams(tmp_path: Path) -> None:
    """A file of 8 MB is read in a fraction of its size."""
    path = tmp_path / "long.md"
    turn = "User: step {0}\n\n" + "it went well. " * 60 + "\n\nAssistant: done with {0}\n\n"
    path.write_text("".join(turn.format(i) for i in range(9_000)))
    assert path.stat().st_size > 7_000_000
    with Source.open(path) as source:
        items = detect(source).read(source, ReadOptions())
        next(items)
        tracemalloc.start()
        n = sum(1 for _ in items)
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    assert n == 18_000
    assert peak < 6_000_000


def test_command_of_several_lines_is_the_call_and_not_its_result() -> None:
    """SpecStory puts it into a fence of its own, before the one with the output."""
    found = read_text(
        "<!-- Generated by SpecStory, Markdown v2.1.0 -->\n\n_**User (2026-01-29 16:21:35Z)**_\n\ngo\n\n_**Agent (m)**_\n\n"
        '<tool-use data-tool-type="shell" data-tool-name="Bash"><details>\n<summary>Tool use: **Bash**</summary>\nTwo steps\n\n'
        "```bash\ncd /srv\nmake\n```\n\n```text\nExit code 2\nno rule\n```\n</details></tool-use>\n"
    )
    call, result = found.messages[-2:]
    assert call.text == "Bash Two steps\n\ncd /srv\nmake"
    assert (result.text, result.parts[0].is_error) == ("Exit code 2\nno rule", True)
