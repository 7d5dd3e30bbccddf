"""Calls and results as a person would read them."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leadline.readers.render import call_text, result_text, strip_ansi, text_of_blocks


@pytest.mark.parametrize(
    ("name", "arguments", "text"),
    [
        ("bash", {"command": "npm test"}, "bash npm test"),
        ("bash", {"command": "a\nb", "timeout": 5}, "bash a\nb\ntimeout: 5"),
        ("shell", {"command": ["bash", "-lc", "a && b"]}, "shell a && b"),
        ("shell", {"command": ["ls", "-l"]}, "shell ls -l"),
        ("read", {"path": "a.py"}, "read path: a.py"),
        ("edit", {"path": "a.py", "old": 'x "y"\nz', "new": ""}, 'edit\npath: a.py\nold:\nx "y"\nz'),
        (
            "todo",
            {"items": [{"text": "a", "done": True}, {"text": "b", "done": False}]},
            "todo\nitems:\n- text: a; done: true\n- text: b; done: false",
        ),
        ("find", {"names": ["a", "b"], "deep": {"x": 1}}, 'find\nnames: a, b\ndeep: {"x":1}'),
        ("patch", "*** Begin\n-a", "patch\n*** Begin\n-a"),
        ("stop", {}, "stop"),
        ("stop", None, "stop"),
        ("odd", [1, 2], "odd [1,2]"),
    ],
)
def test_call_is_readable(name: str, arguments: Any, text: str) -> None:
    """A command is its own text; values stand as they are."""
    assert call_text(name, arguments) == text


@pytest.mark.parametrize(
    ("text", "code", "shown"),
    [
        ("boom", 2, "boom\nexit code 2"),
        ("", 0, "exit code 0"),
        ("Process exited with code 2", 2, "Process exited with code 2"),
        ("Exit Code: 0", 0, "Exit Code: 0"),
        ("exit code 20", 2, "exit code 20\nexit code 2"),
        ("boom", None, "boom"),
        ("boom", True, "boom"),
    ],
)
def test_exit_code_is_in_the_text_once(text: str, code: object, shown: str) -> None:
    """Only where the text does not say it already."""
    assert result_text(text, code) == shown


@pytest.mark.parametrize(
    ("raw", "visible"),
    [
        ("\x1b[1;31mred\x1b[0m", "red"),
        ("\x1b]0;title\x07text", "text"),
        ("\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\", "link"),
        ("a\x1b[2K\x1b[1Gb", "ab"),
        ("[31m is text", "[31m is text"),
        ("a\r\nb", "a\nb"),
    ],
)
def test_terminal_escapes_go_and_visible_text_stays(raw: str, visible: str) -> None:
    """Only real escapes."""
    assert strip_ansi(raw) == visible


@settings(deadline=None, max_examples=50)
@given(st.text(alphabet=st.characters(exclude_characters="\x1b\r", exclude_categories=["Cs"])))
def test_text_without_escapes_is_untouched(text: str) -> None:
    """Stripping is the identity there."""
    assert strip_ansi(text) == text


def test_media_is_named_and_attached_text_is_shown() -> None:
    """Nothing is dropped without a word."""
    blocks = [
        {"type": "text", "text": "see"},
        {"type": "image", "source": {"media_type": "image/png", "data": "AAAA"}},
        {"type": "file", "path": "a.py", "content": "x = 1"},
    ]
    assert text_of_blocks(blocks) == "see\n[image image/png]\n[file a.py]\nx = 1"
