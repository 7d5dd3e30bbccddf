"""Tool output: failures by their place, look-ups that found nothing, and what a call made."""

import pytest

from leadline.core.facts import extract, resolve
from leadline.core.facts.exact import find_exact
from leadline.core.facts.tool_lines import changes_the_world, read_tool_output, tool_key
from leadline.core.text.messages import Child, Message, Part, child_of


def ran(command, output, *, name="Bash", is_error=False):
    call = Message("a", "assistant", (Part("tool_call", command, name, "c1"),), 1)
    return child_of("n", (call, Message("t", "tool", (Part("tool_result", output, name, "c1", is_error),), 2)))


def bash(command, output, **more):
    return ran(f'{{"command": "{command}"}}', output, **more)


def owed(child, kind):
    return [f.text for f in resolve(extract(child)) if f.criticality == "owed" and f.kind == kind]


FRAMES = 'Traceback (most recent call last):\n  File "a.py", line 3, in run\n    go()\n'


@pytest.mark.parametrize(
    ("output", "name"),
    [
        (FRAMES + "subprocess.TimeoutExpired: command took too long", "subprocess.TimeoutExpired"),
        (FRAMES + "vendor.sdk.TenantLocked: upstream said no", "vendor.sdk.TenantLocked"),
        ('  File "a.py", line 3, in run\n    go()\nStopIteration', "StopIteration"),
        ("Uncaught QuotaSpent: nothing left\n    at run (/srv/a.js:3:9)\n    at main (/srv/b.js:1:1)", "QuotaSpent"),
        ('Exception in thread "main" org.acme.BrokenLease: gone\n\tat org.acme.Lease.take(Lease.java:12)', "org.acme.BrokenLease"),
    ],
)  # fmt: skip
def test_the_last_line_of_a_stack_trace_is_an_error_whatever_its_class_is_called(output, name):
    assert name in owed(Child("t", output, "tool"), "error")


def test_a_line_of_that_shape_elsewhere_is_no_error():
    output = "TenantLocked: this page lists all of them\nStopIteration: ends a loop\n" + "plain text\n" * 80
    assert owed(Child("t", output, "tool"), "error") == []


@pytest.mark.parametrize(
    ("s", "code"),
    [
        ('Error from server (NotFound): pods "svc-7" not found', "NotFound"),
        ('kubectl: Error from server: pods "svc-7" evicted, reason IMP_417', "IMP_417"),
        ("Reason: OOMKilled", "OOMKilled"),
        ("    Reason:       CrashLoopBackOff", None),
        ('{"reason": "invalidGrant", "code": "AUTH_77"}', "AUTH_77"),
        ("< HTTP/2 404", "HTTP/2 404"),
        ("HTTP/1.1 503 Service Unavailable", "HTTP/1.1 503"),
        ('{"status": 503, "path": "/v1"}', "503"),
        ("The requested URL returned error: 502", "502"),
        ("statusCode=500", "500"),
        ("[exit code 3]", "exit code 3"),
        ("the reason JavaScript fails here", None),
        ("Reason: Completed", None),
    ],
)
def test_codes_by_the_words_beside_them(s, code):
    found = [s[h.start : h.end] for h in find_exact(s) if h.kind == "error"]
    assert (code in found) if code else not [t for t in found if t in ("JavaScript", "Completed")]


@pytest.mark.parametrize("output", ["HTTP/2 404", "Error from server (NotFound): no pods", "ok so far\n[exit code 3]"])
def test_lines_that_tell_a_code_are_failures(output):
    assert owed(Child("t", output, "tool"), "status")


def test_a_look_up_that_found_nothing_is_no_failure_and_a_run_that_missed_a_file_is():
    line = "conf_7.toml: No such file or directory"
    assert owed(bash("rg limit conf_7.toml", f"rg: {line}", is_error=True), "status") == []
    assert owed(bash("make deploy", f"deploy: {line}", is_error=True), "status")


def test_an_edit_that_was_not_applied_is_a_failure_with_its_place():
    output = (
        "[Your edit has introduced new syntax error(s). Please retry.]\n/srv/app/App.tsx:22\n" + "22| <div>\n" * 200
    )
    (line,) = owed(ran("edit App.tsx", output, name="editor"), "status")
    assert line.endswith("/srv/app/App.tsx:22")
    fine = "[The edit has been applied.]\n/srv/app/App.tsx:22\n" + "22| <div>\n" * 200
    assert owed(ran("edit App.tsx", fine, name="editor"), "status") == []


def test_source_code_that_a_failing_command_printed_is_no_failure():
    output = "const message = error.message;\nthrow new Error('No provider');\n'Sync failed: authentication',\nerror: build failed with E4711"
    assert owed(bash("make all", output, is_error=True), "status") == ["error: build failed with E4711"]


@pytest.mark.parametrize(
    ("command", "changes"),
    [
        ("git commit -m x", True),
        ("git push origin main", True),
        ("gh pr create --fill", True),
        ("terraform apply", True),
        ("gh pr view 7", False),
        ("git status", False),
        ("ls -la", False),
    ],
)
def test_which_commands_leave_something_behind(command, changes):
    assert changes_the_world(tool_key("Bash", f'{{"command": "{command}"}}')) is changes


@pytest.mark.parametrize(
    ("name", "changes"),
    [("book_reservation", True), ("mcp__tracker__create_issue", True), ("get_user", False), ("create_file", False), ("Edit", False)],
)  # fmt: skip
def test_which_tools_leave_something_behind(name, changes):
    assert changes_the_world(tool_key(name, '{"user": "u_7"}')) is changes


def test_what_a_call_made_is_owed_and_what_a_look_up_shows_is_not():
    made = bash("git commit -m x", "[main 5a6fe71] fix the importer\n 1 file changed")
    seen = bash("git log -1", "5a6fe71 fix the importer")
    assert owed(made, "id") == ["5a6fe71"]
    assert owed(seen, "id") == []


def test_the_header_of_a_runner_is_not_what_a_call_made():
    child = bash(
        "git push",
        "Chunk ID: 88ab12c\nWall time: 2 s\nOutput:\nTo https://git.example.org/a/b\n   aa11bb2..5a6fe71 main",
    )
    assert "https://git.example.org/a/b" in owed(child, "url")
    assert "88ab12c" not in owed(child, "id")


def test_a_booking_keeps_the_id_that_it_got():
    child = ran('{"user_id": "mia_7"}', '{"reservation_id": "HATHAT", "user_id": "mia_7"}', name="book_reservation")
    assert owed(child, "id") == ["HATHAT"]


DOCUMENT = (
    "# Worker\n\nA second prompt makes it stop with:\n\n```text\nerror: E4410 too many prompts\n```\n\nUse the queue."
)


def test_an_example_in_a_document_that_was_printed_is_no_failure():
    assert not owed(bash("cat WORKER.md", DOCUMENT), "error")
    assert not owed(bash("sed -n 1,9p WORKER.md", DOCUMENT.replace("```", "  12\t```")), "error")


def test_a_failure_behind_an_example_and_one_of_a_failing_call_are_failures():
    assert owed(bash("cat WORKER.md && run", f"{DOCUMENT}\nerror: E5521 no queue"), "error")
    assert owed(bash("run", DOCUMENT, is_error=True), "error")
    assert owed(bash("run", "```\nerror: E5521 no queue"), "error")


@pytest.mark.parametrize("value", ["(none)", "none", "null", "(empty)"])
def test_a_field_for_errors_that_holds_none_is_no_failure(value: str) -> None:
    """Some harnesses print every field of a result, the empty ones too."""
    text = f"Command: echo x >> notes.txt\nOutput: (empty)\nError: {value}\nExit Code: 0\n"
    assert not any(line.criticality == "owed" for line in read_tool_output(text, is_error=False, key="call:Bash:echo"))
    told = text.replace(value, "empty reply from shelf")  # the word is there, and a failure behind it
    assert any("reply" in told[line.start : line.end] for line in read_tool_output(told, is_error=False, key=""))


GONE = "fatal: repository 'https://git.example.org/depot.git/' not found"


def session(*runs):
    """Facts of one session of a shell: commands with what they printed."""
    messages = []
    for n, (command, output) in enumerate(runs):
        messages.append(Message(f"a{n}", "assistant", (Part("tool_call", f"shell {command}", "shell", f"c{n}"),), n))
        messages.append(Message(f"t{n}", "tool", (Part("tool_result", output, "shell", f"c{n}"),), n))
    return resolve(extract(child_of("n", tuple(messages))))


@pytest.mark.parametrize(
    "later", ["git remote set-url origin x && git fetch origin", "git remote -v\ngit fetch origin\ngit status"]
)
def test_a_command_that_went_well_among_others_clears_its_failure(later):
    facts = session(("git fetch origin", GONE), (later, "origin x (fetch)"))
    assert [f.reason for f in facts if f.text == GONE] == ["superseded"]


@pytest.mark.parametrize(
    "later",
    [
        "git status && git push origin",
        "git commit -m 'so that\ngit fetch origin\nworks'",
        "git status; git fetch origin || true",
        "cat > notes <<'EOF'\ngit fetch origin\nEOF",
    ],
)
def test_a_command_that_was_not_run_or_may_have_failed_clears_nothing(later):
    facts = session(("git fetch origin", GONE), (later, "on branch main"))
    assert [f.criticality for f in facts if f.text == GONE] == ["owed"]


def test_the_same_failure_of_another_command_ends_with_it_and_a_bare_code_does_not():
    facts = session(("gh pr merge", GONE), ("git fetch origin", GONE), ("git fetch origin", "done"))
    assert {f.criticality for f in facts if f.text == GONE} == {"supporting"}
    code = "Process exited with code 1"
    facts = session(("make all", code), ("git fetch origin", code), ("git fetch origin", "done"))
    assert "owed" in {f.criticality for f in facts if f.text == code}


SCREEN = (
    "Ran 21 rows of the plan on one shelf, all of them green, and went on with the next one of the list below.\n"
    * 6
    + "  The shelf check passed. The label and lift checks\n  failed immediately because this depot does not have\n"
    "  the plan of the hall, not because of a wrong label.\n\n  Initial run failed before the plan was there because it\n"
    "  was not hung up in this hall; the second one passed.\n"
)


def test_a_sentence_on_a_screen_that_was_printed_is_no_failed_command():
    assert owed(bash("workers capture reviewer", SCREEN), "status") == []


@pytest.mark.parametrize(
    "line",
    [
        "error: failed to push some refs to the depot because the tip is behind",
        "  AssertionError: the label failed because it was not hung up in this",
        "npm ERR! the install failed because the plan of the hall was not",
    ],
)
def test_a_line_of_a_program_is_a_failure_however_long_its_sentence(line):
    output = "one row of the plan went well\n" * 30 + f"{line}\nhall before it ran."
    assert owed(bash("make labels", output), "status") == [line.strip()]


@pytest.mark.parametrize(
    "line",
    [
        "RESULT: FAIL  (0/1 scored >= 80%, mean: 0%)",
        "Overall result: FAILED (3 of 5 passed)",
        "FAIL src/labels.test.tsx",
        "FAIL\texample.com/depot/labels\t0.61s",
    ],
)
def test_a_run_that_sums_itself_up_as_failed_is_a_failure_though_it_ended_well(line):
    output = "Process exited with code 0\nOutput:\n" + "one row of the plan\n" * 40 + f"=====\n{line}\n====="
    assert owed(bash("bun depot eval run rows.yaml", output), "status") == [line]


def test_a_run_that_sums_itself_up_as_passed_is_none():
    for line in ("RESULT: PASS (5/5)", "Overall: 5 passed, 0 failed", "the result of FAIL is told below"):
        assert owed(bash("bun depot eval run rows.yaml", "one row of the plan\n" * 40 + line), "status") == []


def test_a_server_with_a_hyphen_in_its_name_changes_the_world_as_well():
    assert changes_the_world("call:mcp__linear-server__create_issue:title")
    assert not changes_the_world("call:mcp__linear-server__list_issues:team")
