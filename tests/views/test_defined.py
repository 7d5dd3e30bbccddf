"""What is new in the changed files is read from the edits that were made."""

import pytest

from leadline.views.defined import Edit, defined_by


def told(*calls, path="/srv/depot/src/labels.py"):
    return [s.text for s in defined_by([Edit((n, 0), path, call) for n, call in enumerate(calls)], 9)]


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("def print_label(row):", "print_label"),
        ("class LabelPrinter:", "LabelPrinter"),
        ("func (p *Printer) PrintLabel(row Row) error {", "PrintLabel"),
        ("export const printLabel = (row: Row): string => {", "printLabel"),
        ("pub(crate) fn print_label(row: &Row) {", "print_label"),
        ("  async function printLabel(row) {", "printLabel"),
        ("type LabelRow struct {", "LabelRow"),
        ("CREATE TABLE IF NOT EXISTS labels (", "labels"),
        (".label-print:hover {", ".label-print:hover"),
    ],
)
def test_a_name_that_the_new_text_defines_is_told_with_its_file(line, name):
    assert told(f"Write\nfile_path: x\ncontent:\n# labels\n{line}\n") == [f"src/labels.py: {name}"]


@pytest.mark.parametrize(
    "line", ["print_label(row)", "the class of the label", "x = def_label", "const row = labels[0]"]
)
def test_what_only_uses_or_mentions_is_no_definition(line):
    assert told(f"Write\nfile_path: x\ncontent:\n{line}\n") == []


def test_what_the_old_text_had_is_not_new_and_what_a_later_edit_takes_out_is_gone():
    first = "Edit\nold_string:\ndef rows():\n    pass\nnew_string:\ndef rows():\n    return []\n\ndef print_label(row):\n    pass\n"
    assert told(first) == ["src/labels.py: print_label"]
    later = "Edit\nold_string:\ndef print_label(row):\n    pass\nnew_string:\ndef print_all(rows):\n    pass\n"
    assert told(first, later) == ["src/labels.py: print_all"]


def test_of_a_patch_what_stays_is_old():
    patch = "apply_patch\n*** Begin Patch\n*** Update File: labels.py\n@@\n def rows():\n-def old_label():\n+def new_label():\n*** End Patch"
    assert told(patch) == ["src/labels.py: new_label"]


def test_a_page_that_shows_code_defines_nothing():
    assert told("Write\ncontent:\ndef print_label(row):\n", path="docs/labels.md") == []


def test_the_reference_is_that_of_the_last_edit_and_of_the_newest_messages_there_is_none():
    call = "Write\ncontent:\ndef print_label(row):\n"
    [old] = defined_by([Edit((3, 40), "a.py", call)], 9)
    [new] = defined_by([Edit((9, 2), "a.py", call)], 9)
    assert (old.evidence[0].leaf, old.evidence[0].start, new.evidence) == (3, 40, ())


def test_of_a_file_that_is_gone_nothing_is_told():
    made = Edit((1, 0), "/srv/depot/old.py", "Write\ncontent:\ndef print_label(row):\n")
    assert defined_by([made, Edit((2, 0), "depot/old.py", "")], 9) == []
    assert len(defined_by([made, Edit((2, 0), "depot/other.py", "")], 9)) == 1
