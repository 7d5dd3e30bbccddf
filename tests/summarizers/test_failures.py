"""Failures beside their command, each result told once."""

from leadline.core.facts import extract, resolve
from leadline.core.text.messages import Message, Part, child_of
from leadline.summarizers.extractive import summarize
from leadline.summarizers.port import ChildView, Request

FETCH, BUILD = "git fetch upstream", "make release"
FATAL = "Process exited with code 128\nOutput:\n\nfatal: repository 'https://git.example.org/q.git/' not found"
BROKEN = "Process exited with code 2\nmake: *** No rule to make target 'release'."


def failures(*parts):
    """Labels and texts of what failed; parts are ("call", command) and ("result", output), in order."""
    messages = []
    for n, (kind, text) in enumerate(parts):
        part = (
            Part("tool_call", f"exec {text}", "exec", f"c{n}")
            if kind == "call"
            else Part("tool_result", text, "exec", f"c{n}", True)
        )
        messages.append(Message(f"m{n}", "assistant" if kind == "call" else "tool", (part,), n + 1))
    child = child_of("n0", tuple(messages))
    owed = tuple(f for f in resolve(extract(child)) if f.criticality == "owed")
    draft = summarize(Request([ChildView(child, (0, 1), owed)], 400, 1))
    return [(s.label, s.text) for s in draft.sentences if s.section == "failed"]


def test_parallel_calls_are_paired_with_their_results_in_order():
    told = failures(("call", FETCH), ("call", BUILD), ("result", FATAL), ("result", BROKEN))
    assert [label for label, _ in told] == [f"tool exec ({FETCH})", f"tool exec ({BUILD})"]


def test_no_command_is_named_where_a_result_is_missing():
    told = failures(("call", FETCH), ("call", BUILD), ("result", FATAL))
    assert [label for label, _ in told] == ["tool exec"]


def test_lines_of_one_failure_are_one_passage():
    ((_, text),) = failures(("call", FETCH), ("result", FATAL))
    assert text == "Process exited with code 128 … fatal: repository 'https://git.example.org/q.git/' not found"


def test_a_long_command_is_cut_at_a_word_and_the_cut_is_seen():
    ((label, _),) = failures(
        ("call", "run-report --since yesterday --format wide --out " + "x" * 60 + " --verbose --all"),
        ("result", BROKEN),
    )
    assert label.endswith(" …)")
    assert label.split()[-2].strip("x") in ("", "--out")


def test_the_folder_that_a_command_ran_in_is_left_out():
    ((label, _),) = failures(("call", f"cd /srv/depot && {BUILD}"), ("result", BROKEN))
    assert label == f"tool exec ({BUILD})"


def test_a_call_is_named_by_what_it_does_and_not_by_the_name_of_an_argument():
    ((label, _),) = failures(("call", "code:\nreplace_in(\n'/srv/depot/shelf.py',\nold=1)"), ("result", BROKEN))
    assert label == "tool exec (replace_in( '/srv/depot/shelf.py',)"
