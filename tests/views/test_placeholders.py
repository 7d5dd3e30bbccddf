"""What was written with a gap in it is open until somebody fills the gap, whatever the report says."""

import pytest

from leadline.views.checks import Exchange
from leadline.views.placeholders import gaps_of


def wrote(call, leaf=1, name="Edit"):
    return Exchange((leaf, 20), name, call, "ok")


def told(*calls):
    return [s.text for s in gaps_of(calls, 9)]


@pytest.mark.parametrize(
    "line",
    [
        "Copyright (c) 2024 [Your Name or Organization]",
        "owner: <your-organisation>",
        "# TODO: refuse labels without a number",
        "password: changeme",
    ],
)
def test_a_line_with_a_gap_is_open_with_its_place(line):
    [gap] = gaps_of([wrote(f"Edit\nfile_path: LICENSE\ncontent:\nMIT License\n  {line}\nPermission is granted")], 9)
    assert (gap.section, gap.text) == ("open", line)
    assert gap.evidence[0].start == 20 + len("Edit\nfile_path: LICENSE\ncontent:\nMIT License\n  ")


def test_a_gap_that_a_later_edit_takes_as_its_old_text_was_filled():
    first = wrote("Edit\nold_string: x\nnew_string: // TODO: print the label")
    later = wrote("Edit\nold_string: // TODO: print the label\nnew_string: print(label)", 2)
    assert told(first) == ["// TODO: print the label"]
    assert told(first, later) == []


@pytest.mark.parametrize("text", ["rows[owner] = 1", "see [Owner](docs/owner.md)", "grep TODO src", "a list of TODOs"])
def test_what_only_looks_like_a_gap_is_none(text):
    assert told(wrote(f"Write\ncontent:\n{text}")) == []


def test_calls_that_write_nothing_leave_no_gap():
    assert told(wrote("Read\n# TODO: refuse labels without a number", name="Read")) == []
