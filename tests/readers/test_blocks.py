"""Content blocks: readable text, sizes in place of bytes, nothing dropped."""

from __future__ import annotations

import base64
import random

import pytest

from leadline.readers.blocks import call_part, decoded, opaque_part, parts_of, result_part, visible

NOISE = base64.b64encode(random.Random(7).randbytes(400)).decode()


@pytest.mark.parametrize(
    "block",
    [
        {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": NOISE}},
        {"type": "input_image", "image_url": f"data:image/png;base64,{NOISE}"},
        {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{NOISE}"}},
        {"type": "image", "base64": NOISE, "mime_type": "image/png"},
    ],
    ids=["anthropic", "responses", "chat", "langchain"],
)
def test_image_is_a_visible_placeholder_with_its_size(block: dict[str, object]) -> None:
    """Type and size in bytes, whoever wrote the block; never the bytes."""
    (part,) = parts_of([block])
    assert (part.kind, part.text) == ("opaque", "[image image/png 400 bytes]")


def test_image_by_address_names_the_address() -> None:
    """An address is a fact, so it stays."""
    (part,) = parts_of([{"type": "image_url", "image_url": {"url": "https://example.com/a.png"}}])
    assert part.text == "[image https://example.com/a.png]"


def test_document_with_text_is_its_text() -> None:
    """What can be read is read; the title names it."""
    parts = parts_of([{"type": "document", "title": "plan.txt", "source": {"type": "text", "data": "never on Friday"}}])
    assert [p.text for p in parts] == ["[document plan.txt]", "never on Friday"]


def test_encoded_bytes_are_elided_and_hashes_are_not() -> None:
    """A SHA-512 is an identifier; a kilobyte of base64 is not."""
    digest = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08" * 2
    part = opaque_part({"blob": NOISE, "sha512": digest, "encrypted_content": "gAAAA"}, "thing")
    assert NOISE not in part.text
    assert "gAAAA" not in part.text
    assert digest in part.text
    assert "536 encoded characters" in part.text


def test_long_path_is_no_encoded_blob() -> None:
    """Slashes and letters alone do not make base64: a real path has dots, or is shorter."""
    assert visible("/srv/app/node_modules/" * 5 + "index.js") == "/srv/app/node_modules/" * 5 + "index.js"


def test_arguments_are_decoded_however_often_they_were_encoded() -> None:
    """JSON text, JSON text of JSON text, and text that only looks like it."""
    assert decoded('{"a": 1}') == {"a": 1}
    assert decoded('"{\\"a\\": 1}"') == {"a": 1}
    assert decoded('{"a": ') == '{"a": '
    assert decoded('"a word"') == '"a word"'
    assert decoded(7) == 7


def test_command_is_its_own_text_and_values_are_lines_without_escapes() -> None:
    """As in a terminal; line breaks are line breaks."""
    assert call_part("bash", '{"command": "grep -n \\"x\\" a.py\\nls"}', "c").text == 'bash grep -n "x" a.py\nls'
    assert (
        call_part("write", {"path": "a.py", "content": "one\ntwo"}, "c").text == "write\npath: a.py\ncontent:\none\ntwo"
    )
    assert call_part(None, None, 3) == call_part("tool", {}, "3")


def test_exit_code_in_a_field_of_its_own_is_in_the_text() -> None:
    """A code that only a field holds must be readable."""
    part = result_part({"stdout": "a", "stderr": "b", "exit_code": 127}, "c")
    assert part.text == "a\nb\nexit code 127"
    assert result_part("x", "c", exit_code=0).text == "x\nexit code 0"


def test_terminal_escapes_are_gone() -> None:
    """Colours are no content."""
    assert parts_of("\x1b[31mred\x1b[0m\r\nnext")[0].text == "red\nnext"


def test_signature_of_a_function_is_content_and_a_cipher_is_not() -> None:
    """Only what looks like ciphertext is hidden."""
    assert "def f(x: int) -> str" in call_part("edit", {"signature": "def f(x: int) -> str"}, "c").text
    assert NOISE[:50] not in call_part("edit", {"signature": NOISE[:50]}, "c").text


def test_parts_without_types_are_told_by_their_key() -> None:
    """Gemini's API writes `functionCall` and `functionResponse` parts; mixed logs hold them too."""
    call, back = parts_of(
        [
            {"functionCall": {"name": "ls", "args": {"path": "/srv"}}},
            {"functionResponse": {"name": "ls", "response": {"output": "a.txt"}}},
        ]
    )
    assert (call.kind, call.name, call.text) == ("tool_call", "ls", "ls path: /srv")
    assert (back.kind, back.name) == ("tool_result", "ls")
    assert "a.txt" in back.text
