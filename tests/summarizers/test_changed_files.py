"""Files changed and removed: what the calls of a leaf say, and the last state of each file."""

import pytest

from leadline.core.text.messages import Message, Part, Segment, child_of
from leadline.core.tree.nodes import Evidence
from leadline.summarizers.changed_files import Files, changes_of
from leadline.summarizers.extractive import summarize
from leadline.summarizers.port import ChildView, Request


def changes(name, said):
    text = f"{name}\n{said}"
    call = Segment(0, len(text), "assistant", "tool_call", 1, "m1", name)
    found = list(changes_of(text, call))
    assert all(text[c.start : c.end] == c.path for c in found)
    return [(c.path, c.gone) for c in found]


@pytest.mark.parametrize(
    ("name", "said", "expected"),
    [
        (
            "Edit",
            "replace_all: false\nfile_path: /srv/app/queue.py\nold_string:\npath: other.py",
            [("/srv/app/queue.py", False)],
        ),
        ("write", "path: docs/plan.md\ncontent:\n# Plan", [("docs/plan.md", False)]),
        ("str_replace_editor", "command: view\npath: /srv/app/queue.py", []),
        ("_create_pull_request", "repository_full_name: acme/queue\nbase: main", []),
        (
            "apply_patch",
            "*** Begin Patch\n*** Update File: src/a.ts\n@@\n-x\n+y\n*** Add File: src/b.ts\n+z\n*** Delete File: src/c.ts",
            [("src/a.ts", False), ("src/b.ts", False), ("src/c.ts", True)],
        ),
        (
            "Bash",
            "cd /srv && git mv lib/old_name.py lib/new_name.py",
            [("lib/old_name.py", True), ("lib/new_name.py", False)],
        ),
        ("Bash", "git mv queue.py core/", []),
        (
            "bash",
            "rm -f build/a.tmp && echo ok > state/ready.txt 2>&1",
            [("build/a.tmp", True), ("state/ready.txt", False)],
        ),
        (
            "exec_command",
            "cat > conf/app.toml <<'EOF'\nkey = 1 > other.toml\nEOF\ngrep x y.log",
            [("conf/app.toml", False)],
        ),
        ("bash", "sed -i 's/a/b/' src/app.py", [("src/app.py", False)]),
        ("bash", "go test ./... > /dev/null; cat notes.md > /tmp/out.txt", []),
        ("bash", "awk '$3 >= 10' table.csv", []),
        ("Read", "file_path: /srv/app/queue.py", []),
        ("Edit", "file_path: /srv/app/queue.test.ts\nold_string: a", [("/srv/app/queue.test.ts", False)]),
        (
            "apply_patch",
            "*** Update File: web/tsconfig.app.json\n*** Add File: web/types.d.ts",
            [("web/tsconfig.app.json", False), ("web/types.d.ts", False)],
        ),
        (
            "run_cell",
            'code:\nedit_file_by_replace(\n\'/srv/app/shelf.css\',\nto_replace="""\nwrite_file(\'not_this.py\')\n""")',
            [("/srv/app/shelf.css", False)],
        ),
        (
            "python",
            "code:\nwith open('out/labels.json', 'w') as f:\n    f.write(rows)\nPath('out/a.txt').write_text('x')\nopen('in.csv').read()",
            [("out/labels.json", False), ("out/a.txt", False)],
        ),
    ],
)
def test_what_a_call_changes(name, said, expected):
    assert changes(name, said) == expected


def listed(*steps):
    files = Files()
    for n, (path, gone) in enumerate(steps):
        files.add(path, Evidence(0, n, n + 1), gone)
    return {s.label: list(s.pieces) for s in files.listings(", ")}


def test_the_last_state_of_a_file_counts():
    assert listed(("a/x.py", False), ("a/x.py", True)) == {"files removed": ["a/x.py"]}
    assert listed(("a/x.py", True), ("a/x.py", False)) == {"files changed": ["a/x.py"]}


def test_one_file_under_two_spellings_is_told_once_with_the_whole_path():
    assert listed(("/srv/app/a/x.py", False), ("a/x.py", True)) == {"files removed": ["/srv/app/a/x.py"]}
    assert listed(("x.py", False), ("/srv/app/a/x.py", False)) == {"files changed": ["/srv/app/a/x.py"]}


def test_a_name_that_two_files_end_in_is_neither_of_them():
    assert listed(("/s/a/x.py", False), ("/s/b/x.py", False), ("x.py", False)) == {
        "files changed": ["/s/a/x.py", "/s/b/x.py", "x.py"]
    }


EDIT = ("assistant", "tool_call", "edit", "edit\npath: src/shelf.ts\nold: a\nnew: b")
DONE = ("tool", "tool_result", "edit", "The file src/shelf.ts was updated.")
REFUSED = ("tool", "tool_result", "edit", "[Your edit has introduced new syntax error(s).]\nsrc/shelf.ts:12")
NO_MATCH = ("tool", "tool_result", "edit", "[No exact match found in src/shelf.ts for a]")
SHELL = ("assistant", "tool_call", "bash", "bash\ncommand: sed -i 's/a/b/' src/shelf.ts && make")
FAILED = ("tool", "tool_result", "bash", "No match was found for target 'all'")


def files_told(*leaves):
    """The files that a summary of these leaves lists; each leaf is a list of (role, kind, name, text)."""
    views = []
    for index, rows in enumerate(leaves):
        messages = tuple(
            Message(f"m{index}-{n}", role, (Part(kind, text, name),), n + 1)
            for n, (role, kind, name, text) in enumerate(rows)
        )
        views.append(ChildView(child_of(f"n{index}", messages), (index, index + 1), ()))
    return [
        piece for s in summarize(Request(views, 400, 1)).sentences if s.label == "files changed" for piece in s.pieces
    ]


def test_an_edit_that_its_tool_refused_changed_nothing():
    assert files_told([EDIT, REFUSED, EDIT, NO_MATCH]) == []
    assert files_told([EDIT], [REFUSED]) == []  # the answer stands in the next leaf
    assert files_told([EDIT, REFUSED, EDIT, DONE]) == ["src/shelf.ts"]


def test_a_command_may_have_changed_a_file_before_it_failed():
    assert files_told([SHELL, FAILED]) == ["src/shelf.ts"]
