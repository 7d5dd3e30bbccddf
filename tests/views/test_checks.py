"""Whether what was changed was tried, and how that ended, is read from the calls and told whatever the report says."""

import pytest

from leadline.views.checks import NEVER_CHECKED, NOT_SINCE, Exchange, checks_of

GO_OK = "ok  \texample.com/depot/labels\t0.61s\n"
FRESH = 9


def ran(command, answer="", leaf=1, name="Bash", is_error=False):
    return Exchange((leaf, 0), name, f"{name} {command}\ndescription: look whether it holds", answer, is_error)


def told(*calls, changed=()):
    return [s.text for s in checks_of(calls, [(leaf, 1) for leaf in changed], FRESH)]


def test_each_check_is_told_as_it_was_run_last():
    calls = [
        ran("go test ./... 2>&1 | tail -5", "--- FAIL: TestLabels (0.00s)\nFAIL\texample.com/depot/labels\t0.6s\n"),
        ran("go test ./labels", GO_OK, 2),
        ran("golangci-lint run", "0 issues.\n", 3),
    ]
    assert told(*calls) == ["go test ./labels: passed", "golangci-lint run: passed"]
    assert told(*calls[:1]) == ["go test ./...: failed"]


def test_a_run_that_sums_itself_up_as_failed_has_failed_whatever_its_exit_code():
    lines = "\n".join(f"{n}/40 row {n}" for n in range(40))
    answer = f"Process exited with code 0\nOutput:\n{lines}\n=====\nRESULT: FAIL  (39/40 scored >= 80%)\n=====\n"
    assert told(ran("bun depot eval run rows.yaml", answer, name="exec_command")) == [
        "bun depot eval run rows.yaml: failed"
    ]


def test_a_chain_passes_part_by_part_and_fails_as_a_whole():
    passed = ran("mise run lint && mise run test 2>&1 | tail -5", GO_OK)
    failed = ran("mise run lint && mise run test", "--- FAIL: TestRows (0.00s)\n", 2)
    assert told(passed) == ["mise run lint: passed", "mise run test: passed"]
    assert told(failed) == ["mise run lint && mise run test: failed"]
    assert told(failed, ran("mise run lint", "0 issues.", 3)) == ["mise run lint: passed"]


@pytest.mark.parametrize(
    "command",
    [
        "cd /srv/depot && CI=1 npm test -- --watch=false",
        "python -m pytest -q tests",
        "npx tsc --noEmit",
        "cargo clippy --all",
        "make check",
        "poetry run pytest",
        "./scripts/test.sh",
    ],
)
def test_a_runner_with_what_it_runs_or_a_tool_that_only_checks_is_a_check(command):
    assert len(told(ran(command, "exit code 0"))) == 1


@pytest.mark.parametrize(
    "command",
    [
        "test -f labels.go && echo there",
        "git commit -m 'run npm test before the push'",
        "cat test_labels.py",
        "npm install jest",
        "git diff --check",
        "gh pr checks 12",
    ],
)
def test_words_of_checks_in_other_commands_are_none(command):
    assert told(ran(command, "exit code 0")) == []


def test_what_was_changed_and_never_tried_is_told_so():
    assert told(changed=[3]) == [NEVER_CHECKED]
    assert told(ran("python reproduce.py", "345", 4), changed=[3]) == []
    assert told(ran("npm test", "12 passed", 2), changed=[3]) == ["npm test: passed", NOT_SINCE]
    assert told(ran("npm test", "12 passed", 4), changed=[3]) == ["npm test: passed"]


def test_a_check_of_the_folded_part_has_a_reference_and_one_of_the_newest_messages_has_none():
    old, new = checks_of([ran("npm test", "12 passed"), ran("tsc", "", FRESH)], [], FRESH)
    assert [(e.leaf, e.start) for e in old.evidence] == [(1, 0)]
    assert not new.evidence
