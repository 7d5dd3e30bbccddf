"""Turns: requests, questions and words on the way, once their turn is over."""

import pytest

from leadline.core.facts import extract, resolve
from leadline.core.text.messages import Child, Message, Part, child_of


def said(*turns):
    """Facts of one session: ("user", text), ("assistant", text), or ("call", "") for a tool call with its answer."""
    messages = []
    for n, (role, text) in enumerate(turns):
        if role == "call":
            messages.append(
                Message(f"a{n}", "assistant", (Part("tool_call", '{"command": "ls"}', "Bash", f"c{n}"),), n)
            )
            messages.append(Message(f"t{n}", "assistant", (Part("tool_result", "ok", None, f"c{n}"),), n))
        else:
            messages.append(Message(f"m{n}", role, (Part("text", text),), n))
    return resolve(extract(child_of("n0", tuple(messages))))


def worth(facts, text):
    found = {
        (f.criticality, f.reason)
        for f in facts
        if f.text == text
        and f.kind in ("goal", "decision", "constraint", "open_item", "status", "hedge", "attribution")
    }
    assert found, f"nothing was read in {text!r}"
    return found


ASKED = "Rename the column order_total to amount_total in the export."
REPORT = "Renamed the column `order_total` to `amount_total` in the export."
NEXT = "Add a switch --dry-run to the importer."


def test_a_request_that_the_report_names_is_finished_once_the_person_goes_on():
    assert worth(said(("user", ASKED), ("assistant", REPORT), ("user", NEXT)), ASKED) == {("supporting", "finished")}


def test_a_request_is_live_until_the_person_goes_on():
    assert {w for w, _ in worth(said(("user", ASKED), ("assistant", REPORT)), ASKED)} == {"owed"}


@pytest.mark.parametrize(
    "objection",
    ["No, the column is still called order_total.", "It still fails with KEY_17.", "That's not what I meant."],
)
def test_a_request_is_live_where_the_person_objects(objection):
    facts = said(("user", ASKED), ("assistant", REPORT), ("user", objection))
    assert {w for w, _ in worth(facts, ASKED)} == {"owed"}
    assert "reported" not in {r for _, r in worth(facts, ASKED)}


def test_a_request_that_a_report_does_not_name_stays_owed_and_is_marked():
    facts = said(("user", ASKED), ("assistant", "Done, everything in `export.py` is updated."), ("user", NEXT))
    assert worth(facts, ASKED) == {("owed", "reported")}


def test_a_request_is_live_while_the_agent_asks_back():
    facts = said(
        ("user", ASKED), ("assistant", "Which of the two exports do you mean?"), ("user", "The one for invoices.")
    )
    assert "reported" not in {r for _, r in worth(facts, ASKED)}


@pytest.mark.parametrize(
    "lasting",
    [
        "Never write to the table ledger_2019.",
        "Every change needs a test of its own.",
        "I don't want to see the vendor folder touched.",
        "My customer number is K-22314.",
        "I'll go with the second plan, P-2.",
    ],
)
def test_what_holds_beyond_the_turn_is_never_reported(lasting):
    facts = said(
        ("user", f"{ASKED}\n\n{lasting}"),
        ("assistant", REPORT),
        ("user", NEXT),
        ("assistant", "Added `--dry-run`."),
        ("user", "Now the docs, please."),
    )
    assert {(w, r == "reported") for w, r in worth(facts, lasting)} == {("owed", False)}


@pytest.mark.parametrize(
    "needs",
    [
        "The plan needs to name the owner of each step.",
        "It must be written so that somebody else can go on.",
        "If it is green you should merge it, if not fix it first.",
    ],
)
def test_a_requirement_of_one_piece_of_work_ends_with_the_work(needs):
    facts = said(
        ("user", f"Write a plan into docs/plan.md.\n\n{needs}"),
        ("assistant", "Created `docs/plan.md`."),
        ("user", NEXT),
    )
    assert worth(facts, needs) == {("owed", "reported")}


def test_what_is_observed_on_the_way_is_passed_and_ends_where_the_report_names_the_same_thing():
    seen = "The parser reads `config.toml` before the flags."
    turn = [("user", ASKED), ("assistant", seen), ("call", "")]
    assert worth(said(*turn), seen) == {("owed", "progress_fact")}
    assert worth(said(*turn, ("assistant", REPORT)), seen) == {("owed", "passed")}
    told = ("assistant", "Renamed it in the export; `config.toml` is read first now.")
    assert worth(said(*turn, told), seen) == {("supporting", "superseded")}


def test_a_choice_with_its_alternative_survives_the_turn():
    choice = "Going with `flock` rather than a lock table."
    facts = said(("user", ASKED), ("assistant", choice), ("call", ""), ("assistant", REPORT))
    assert {w for w, _ in worth(facts, choice)} == {"owed"}


def test_a_cause_survives_the_turn_and_a_find_does_not():
    cause, find = "The root cause is the stale index `ix_orders`.", "I found the handler in `hooks/post.py`."
    facts = said(
        ("user", ASKED), ("assistant", cause), ("call", ""), ("assistant", find), ("call", ""), ("assistant", REPORT)
    )
    assert {w for w, _ in worth(facts, cause)} == {"owed"}
    assert worth(facts, find) == {("owed", "passed")}
    assert "passed" not in {r for _, r in worth(facts, cause)}


def test_resolving_again_changes_nothing():
    facts = said(
        ("user", ASKED),
        ("assistant", "Done, `export.py` is updated."),
        ("user", NEXT),
        ("assistant", "Added `--dry-run`."),
        ("user", "Thanks. Now update docs/cli.md."),
    )
    assert resolve(facts) == facts


def test_in_check_a_request_of_one_child_is_held_against_the_reports_of_the_next():
    facts = resolve(
        [
            f
            for i, (r, t) in enumerate((("user", ASKED), ("assistant", REPORT), ("user", NEXT)))
            for f in extract(Child(f"c{i}", t, r))
        ]
    )
    assert worth(facts, ASKED) == {("supporting", "finished")}


def test_names_of_a_turn_that_has_ended_are_not_demanded_for_sure():
    said_twice = [
        ("user", "Please look into queue job_4417."),
        ("assistant", "The job job_4417 waits for a lock."),
        ("call", ""),
    ]
    running = [f.sure for f in said(*said_twice) if f.form == "job_4417" and f.criticality == "owed"]
    over = [
        f.sure
        for f in said(*said_twice, ("assistant", "Done, the lock is gone."), ("user", NEXT))
        if f.form == "job_4417" and f.criticality == "owed"
    ]
    assert any(running)
    assert not any(over)


def test_a_failure_that_nobody_did_anything_about_is_live():
    met = "The import stops with error IMP_417 every night."
    talk = [
        ("user", met),
        ("assistant", "I see, `import.py` runs at two."),
        ("user", NEXT),
        ("assistant", "The switch goes into `cli.py`."),
        ("user", "Which tests cover it?"),
    ]
    assert {r for _, r in worth(said(*talk), met)} != {"reported"}
    assert any(f.form == "IMP_417" and f.criticality == "owed" for f in said(*talk))


LEAVE = "anything on the next tag can be dropped, maybe write that down in the repo."


def test_leave_for_a_whole_class_of_things_is_a_rule_that_a_report_does_not_end():
    report = "Wrote down in the repo that anything on the next tag can be dropped: `docs/tags.md`."
    found = worth(said(("user", LEAVE), ("assistant", report), ("user", NEXT)), LEAVE)
    assert {w for w, _ in found} == {"owed"}
    assert not {r for _, r in found} & {"reported", "finished"}


@pytest.mark.parametrize("once", ["can you drop the old tag?", "anything else i can drop?"])
def test_a_question_of_leave_is_no_rule(once):
    report = "Dropped the old tag in the repo."
    assert {r for _, r in worth(said(("user", once), ("assistant", report), ("user", NEXT)), once)} <= {
        "finished", "reported", "answered",
    }  # fmt: skip
