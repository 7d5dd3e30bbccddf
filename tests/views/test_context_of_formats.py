"""From a file to the working context: what stands in it as an instruction, as a goal, as state."""

import json

import pytest

from leadline.compose.compact import compact_file
from leadline.stores.memory import MemoryStore

FOREWORD = """---
parent: Examples
---

# A change with some debugging

This is a chat transcript of a change. Note that the first try does not work and that the user never gives up.

"""
AIDER = (
    FOREWORD
    + """#### /add src/labels.py

#### replace the old printer with the new one in `src/labels.py`

Here is the change of `src/labels.py`. These changes will ensure that the new printer is used, and the tests should pass.

> Applied edit to src/labels.py

</div>
<div class="chat">

#### FAILED tests/test_labels.py::test_row - TypeError: row() got an unexpected keyword argument 'printer'

I made a mistake in `row()`. I renamed the argument in `src/labels.py` to `device`.

> Applied edit to src/labels.py

</div>
<div class="chat">

#### great, that works now

I am glad that `src/labels.py` works.

#### then write a line about `device` into `README.md`

I added the line about `device` to `README.md`.

> Applied edit to README.md
> Commit 55d3540 labels: a line about the device

"""
)


@pytest.fixture(scope="module")
def chat(tmp_path_factory):
    path = tmp_path_factory.mktemp("aider") / "chat.md"
    path.write_text(AIDER + "".join(f"#### shelf {n}?\n\nShelf {n} is sorted.\n\n" for n in range(12)))
    return compact_file(path, store=MemoryStore(), budget=900, leaf_tokens=80, fresh_tokens=80).context


def part(text, title):
    return text.partition(f"\n## {title}")[2].partition("\n## ")[0]


def test_the_foreword_of_an_export_is_no_standing_instruction(chat):
    assert "## Standing instructions" not in chat
    assert "never gives up" in part(chat, "In front of the session")
    assert "<div" not in chat


def test_what_was_promised_and_did_not_come_is_no_state(chat):
    history = part(chat, "Earlier in this session")
    assert "TypeError: row()" in history
    assert "/add src/labels.py" in history
    for title in ("State", "Guesses", "What failed", "Goal"):
        assert "should pass" not in part(chat, title)
        assert "TypeError" not in part(chat, title)
        assert "/add" not in part(chat, title)


RULE = "You sell tickets. You must never sell more than five tickets to one person."


def conversation(*turns):
    said = [{"role": role, "content": text} for role, text in zip(["user", "assistant"] * 9, turns, strict=False)]
    return {"messages": [{"role": "system", "content": RULE}, *said]}


def test_the_conversations_before_the_last_one_are_neither_goal_nor_state(tmp_path):
    path = tmp_path / "runs.json"
    filler = ("Which row?", "Row 7 is free. Do you want it?", "yes please", "I have booked row 7 for you.")
    first = conversation("book a seat for `mia_li`", "I have booked seat 7A for `mia_li`: ticket HAT-7A1.", *filler)
    last = conversation(
        "cancel the seat of `omar_d`", "I have cancelled seat 9C of `omar_d`.", *filler * 3, "thanks", "Bye."
    )
    path.write_text(json.dumps([first, last]))
    text = compact_file(path, store=MemoryStore(), budget=900, leaf_tokens=60, fresh_tokens=60).context
    elsewhere = part(text, "In earlier conversations of this file")
    assert "mia_li" in elsewhere
    assert "omar_d" not in elsewhere
    for title in ("Goal", "State", "Earlier in this session"):
        assert "mia_li" not in part(text, title)
    assert text.count("never sell more than five") == 1  # the same prompt in front of both
