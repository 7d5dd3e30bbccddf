"""What stands in the working context beside the tree: long results cut visibly, earlier summaries without repeats."""

import json

from leadline.compose import compact_file

PROSE = "Read another module and compared it with the one before; the branches are the same as they were. " * 12


def session(tmp_path, *tail):
    rows = [{"role": "user", "content": "Find the leak. Never restart db-7 before 18:00."}]
    rows += [{"role": "assistant", "content": f"Step {i}. {PROSE}"} for i in range(30)]
    path = tmp_path / "s.jsonl"
    path.write_text("\n".join(json.dumps(row) for row in [*rows, *tail]))
    return path


def test_a_huge_result_at_the_end_is_cut_in_its_middle_and_says_so(tmp_path):
    listing = "\n".join(f"./objects/{i:04x}/pack-{i}.idx" for i in range(2000))
    middle = (
        listing[: len(listing) // 2] + "\nFATAL: error code E-4711 in segment seg-88\n" + listing[len(listing) // 2 :]
    )
    call = {"id": "c", "type": "function", "function": {"name": "bash", "arguments": '{"command": "find ."}'}}
    path = session(
        tmp_path,
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "c", "content": middle},
        {"role": "assistant", "content": "Now I look at the first of them."},
    )
    result = compact_file(path, store=tmp_path / "store")
    assert "./objects/0000/pack-0.idx" in result.context
    assert "pack-1999.idx" in result.context
    assert "characters left out here; the whole stands in line 33" in result.context
    assert "E-4711" in result.context
    assert "pack-1200.idx" not in result.context


def test_a_result_of_ordinary_size_stays_verbatim(tmp_path):
    short = "\n".join(f"line {i} of the report" for i in range(60))
    path = session(tmp_path, {"role": "tool", "tool_call_id": "c", "content": short})
    assert short in compact_file(path, store=tmp_path / "store").context


def test_a_tiny_session_leaves_nothing_behind(tmp_path):
    path = tmp_path / "s.jsonl"
    path.write_text(json.dumps({"role": "user", "content": "hello"}))
    result = compact_file(path, store=tmp_path / "store")
    assert result.nothing_to_do
    assert not (tmp_path / "store").exists()


def test_a_result_that_the_agent_has_spoken_about_since_shows_its_ends_and_what_is_owed(tmp_path):
    lines = [f"row {i} of the listing holds nothing" for i in range(60)]
    lines[30] = "FATAL: error code E-4711 in segment seg-88"
    call = {"id": "c", "type": "function", "function": {"name": "bash", "arguments": '{"command": "run it"}'}}
    asked = {"role": "assistant", "content": None, "tool_calls": [call]}
    told = {"role": "tool", "tool_call_id": "c", "content": "\n".join(lines)}
    said = {"role": "assistant", "content": "It stops in the middle."}
    since = compact_file(session(tmp_path, asked, told, said), store=tmp_path / "since").context
    assert all(
        shown in since for shown in ("E-4711", "row 0 of", "row 59 of", "left out here; the whole stands in line 33")
    )
    assert "row 20 of" not in since
    newest = compact_file(session(tmp_path, said, asked, told), store=tmp_path / "newest").context
    assert "row 20 of" in newest  # nobody has spoken about it yet


def test_a_record_that_ends_in_the_middle_of_work_says_what_is_open_and_what_was_tried(tmp_path):
    def call(id, name, **arguments):
        function = {"name": name, "arguments": json.dumps(arguments)}
        return {
            "role": "assistant",
            "content": None,
            "tool_calls": [{"id": id, "type": "function", "function": function}],
        }

    path = session(
        tmp_path,
        {"role": "user", "content": "Please fix the labels."},
        call("a", "write_file", path="/srv/labels.py", content="# TODO: refuse labels without a number\nrows = 1"),
        {"role": "tool", "tool_call_id": "a", "content": "written"},
        call("b", "bash", command="pytest -q tests"),
        {"role": "tool", "tool_call_id": "b", "content": "2 failed, 9 passed in 0.31s"},
        call("c", "write_file", path="/srv/labels.py", content="rows = 2"),
        {"role": "tool", "tool_call_id": "c", "content": "written"},
    )
    told = compact_file(path, store=tmp_path / "store").context
    assert "it has not reported on what was asked last: “Please fix the labels.”" in told
    assert "written with a gap in it, by write_file: # TODO: refuse labels without a number" in told
    assert "- pytest -q tests: failed\n- files were changed after the last of these runs" in told
