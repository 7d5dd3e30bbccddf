"""Files changed and removed: what the calls of a leaf say, and the last state of each file."""

import pytest

from leadline.core.text.messages import Segment
from leadline.core.tree.nodes import Evidence
from leadline.summarizers.changed_files import Files, changes_of


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
