"""Resolution: what later statements make of earlier ones."""

from leadline.core.facts import extract, resolve
from leadline.core.text.messages import Child, Message, Part, child_of


def resolved(*children):
    """Facts of children given as (role, text), in time order."""
    return resolve([f for i, (role, text) in enumerate(children) for f in extract(Child(f"c{i}", text, role))])


def state(facts, text, kind=None):
    return next((f.criticality, f.reason) for f in facts if f.text == text and (kind is None or f.kind == kind))


FAILED = "The import of orders_2025 failed with code IMP_417."
DONE = "The import of orders_2025 now passes, code IMP_417 is gone."
OTHER = "The import of invoices_2024 now passes."


def test_an_error_that_later_succeeds_is_history():
    facts = resolved(("assistant", FAILED), ("user", "try again please"), ("assistant", DONE))
    assert state(facts, FAILED) == ("supporting", "superseded")
    assert state(facts, DONE, "status")[0] == "owed"


def test_the_success_of_something_else_settles_nothing():
    facts = resolved(("assistant", FAILED), ("user", "try again please"), ("assistant", OTHER))
    assert state(facts, FAILED)[0] == "owed"


def test_a_replaced_value_is_history_and_the_new_one_is_owed():
    facts = resolved(
        ("user", "The retry limit for exports is at most 5 attempts."),
        ("user", "The retry limit for exports is now at most 8 attempts instead."),
    )
    assert state(facts, "at most 5 attempts") == ("supporting", "superseded")
    assert state(facts, "at most 8 attempts")[0] == "owed"


def test_an_added_demand_replaces_nothing():
    first = "Do not touch the billing service."
    facts = resolved(("user", first), ("user", "Do not touch the search service."))
    assert state(facts, first)[0] == "owed"


def test_an_assistant_does_not_lift_a_demand_of_the_user():
    first = "Do not restart the billing service before the audit."
    facts = resolved(("user", first), ("assistant", "The billing service is now restarted before the audit."))
    assert state(facts, first)[0] == "owed"


def test_the_account_of_one_message_does_not_correct_itself():
    text = "Added a check of orders_2025 to the importer. Removed the old check of orders_2025 from the importer."
    facts = resolved(("assistant", text))
    assert all(f.criticality == "owed" for f in facts if f.kind == "status")


def test_identifiers_are_owed_with_the_sentence_that_uses_them():
    facts = resolved(
        ("user", "Never restart svc-billing-7."), ("assistant", "Here is what svc-search-2 prints in general.")
    )
    assert state(facts, "svc-billing-7") == ("owed", "used_by_owed")
    assert state(facts, "svc-search-2")[0] != "owed"


def test_of_equal_identifiers_the_last_stays():
    facts = [
        f
        for f in resolved(("user", "Never restart svc-billing-7."), ("user", "Never rename svc-billing-7 either."))
        if f.text == "svc-billing-7"
    ]
    assert [f.reason for f in facts] == ["repeated", "used_by_owed"]
    assert facts[-1].sure, "said twice outside of tools"


def test_the_same_sentence_again_counts_once():
    text = "Do not touch the billing service."
    facts = [f for f in resolved(("user", text), ("user", text)) if f.kind == "constraint"]
    assert [f.criticality for f in facts] == ["supporting", "owed"]


def call(n, command):
    return Message(f"a{n}", "assistant", (Part("tool_call", f'{{"command": "{command}"}}', "Bash", f"c{n}"),), n)


def answer(n, text):
    return Message(f"t{n}", "assistant", (Part("tool_result", text, None, f"c{n}"),), n)


def test_a_failed_call_is_history_once_the_same_call_succeeds():
    failed = "FAILED tests/test_a.py::test_x - exit code 1"
    twice = child_of(
        "n",
        (
            call(1, "pytest tests/test_a.py"),
            answer(1, failed),
            call(2, "pytest tests/test_a.py"),
            answer(2, "12 passed in 3.1s"),
        ),
    )
    other = child_of(
        "n",
        (call(1, "pytest tests/test_a.py"), answer(1, failed), call(2, "ruff check"), answer(2, "All checks passed")),
    )
    assert state(resolve(extract(twice)), failed) == ("supporting", "superseded")
    assert state(resolve(extract(other)), failed)[0] == "owed"


def test_two_different_failures_of_one_command_are_both_owed():
    first, second = "error: table orders_2025 is locked (code 17)", "error: disk of node-4 is full (code 28)"
    child = child_of("n", (call(1, "make verify"), answer(1, first), call(2, "make verify"), answer(2, second)))
    facts = resolve(extract(child))
    assert state(facts, first, "status")[0] == state(facts, second, "status")[0] == "owed"


def test_a_question_is_settled_by_an_answer_about_it_only():
    question = "Why does the importer skip the last row?"
    answered = resolved(
        ("user", question),
        ("assistant", "The importer skips the last row because `rows[:-1]` is sliced; fixed in import_rows."),
    )
    unanswered = resolved(("user", question), ("assistant", "Updated the changelog file CHANGES_2.md."))
    assert state(answered, question) == ("supporting", "answered")
    assert state(unanswered, question)[0] == "owed"


def test_the_same_words_about_another_identifier_are_another_statement():
    first, second = (
        "Still open: rotate the certificate on db-prod-7.",
        "Still open: rotate the certificate on db-prod-9.",
    )
    facts = resolved(("assistant", first), ("user", "and the other one?"), ("assistant", second))
    assert state(facts, first, "open_item")[0] == state(facts, second, "open_item")[0] == "owed"


GUESS = "The timeout of svc-billing-7 is probably caused by the connection pool."
CAUSE = "The actual root cause of the timeout of svc-billing-7 is the expired certificate."


def test_a_guess_ends_with_the_actual_cause():
    facts = resolved(("assistant", GUESS), ("user", "look again please"), ("assistant", CAUSE))
    assert state(facts, GUESS, "hedge") == ("supporting", "superseded")
    assert state(facts, CAUSE, "status")[0] == "owed"


def test_the_actual_cause_of_something_else_ends_no_guess():
    other = CAUSE.replace("svc-billing-7", "svc-search-2")
    facts = resolved(("assistant", GUESS), ("user", "and the other one?"), ("assistant", other))
    assert state(facts, GUESS, "hedge")[0] == "owed"


def test_an_answer_that_has_none_leaves_the_question_open():
    asks = "Could you provide the reservation number?"
    refused = resolved(("assistant", asks), ("user", "I don't remember the reservation number."))
    answered = resolved(("assistant", asks), ("user", "The reservation number is JG7FMM."))
    assert state(refused, asks, "open_item")[0] == "owed"
    assert state(answered, asks, "open_item") == ("supporting", "answered")
    looking = resolved(("assistant", asks), ("user", "Okay, I'll try to find it."), ("user", "Thank you, bye for now!"))
    assert state(looking, asks, "open_item")[0] == "owed"


def test_a_question_asked_again_counts_once():
    first = "Should stale issues like #386 be closed when only their examples are outdated?"
    again = "For #386, should stale issues be closed when their examples are outdated?"
    other = "Should svc-7 be moved to the new host db-9.internal?"
    asked = resolved(("assistant", first), ("user", "hm"), ("assistant", again))
    apart = resolved(("assistant", first), ("user", "hm"), ("assistant", other))
    assert state(asked, first, "open_item") == ("supporting", "superseded")
    assert state(apart, first, "open_item")[0] == "owed"


def test_a_round_of_questions_is_answered_as_a_whole_and_a_single_one_by_its_subject():
    asks = [
        "1. Should the label of #386 be kept?",
        "2. Do you want svc-7 moved to db-9.internal?",
        "3. Is the budget of $4,711 yours to spend?",
    ]
    whole = resolved(("assistant", "\n".join(asks)), ("user", "Keep it simple."))
    single = resolved(("assistant", asks[1]), ("user", "Keep it simple."))
    assert not [f for f in whole if f.kind == "open_item" and f.criticality == "owed"]
    assert [f for f in single if f.kind == "open_item" and f.criticality == "owed"]


def test_the_same_question_about_another_thing_is_another_question():
    """The runbook and the manifest disagree about two hosts: both stay open."""
    one = "The runbook gives 16035 as the port of basalt-broker-5494, the manifest gives 16495; I could not tell which one is right."
    two = "The runbook gives 31418 as the port of ember-broker-1227, the manifest gives 19032; I could not tell which one is right."
    facts = [*extract(Child("n0", one, "assistant")), *extract(Child("n1", two, "assistant"))]
    open_ones = [f.text for f in resolve(facts) if f.kind == "open_item" and f.criticality == "owed"]
    assert len(open_ones) == 2


def test_a_polite_request_is_no_question_that_an_answer_ends():
    """ "Could you have X do Y" asks for a deed; "can you tell me why" asks for words."""
    asked = Child("n0", "Could you have larch-billing-2549 answer with gzip from now on?", "user")
    later = Child("n1", "larch-billing-2549 answers with plain text by default.", "assistant")
    kinds = {
        f.kind for f in resolve([*extract(asked), *extract(later)]) if f.role == "user" and f.criticality == "owed"
    }
    assert "goal" in kinds


def test_what_a_person_met_with_is_owed_inside_a_long_paste_too():
    """An error that the user reports in the first person, between pages of pasted text; the paste itself is context."""
    paste = "The quick brown fox jumps over the lazy dog and runs on. " * 60
    text = f"{paste}\n\nI still get ORA-30030 whenever I open the roster page.\n\n{paste}"
    owed = [f.text for f in resolve(extract(Child("n0", text, "user"))) if f.criticality == "owed"]
    assert any("ORA-30030" in one for one in owed)
    assert not any(one.startswith("The quick brown fox") for one in owed)


def test_in_a_long_session_two_mentions_make_no_name_sure():
    """With hundreds of names around, being said twice is no sign of weight; in a handful of messages it is."""
    short = [Child(f"n{i}", f"The loader calls `parse_rows` in step {i}.", "assistant") for i in range(2)]
    names = [f"fn_{i}_part" for i in range(300)]
    long = [
        *short,
        *(Child(f"n{i + 2}", f"It is still open whether `{n}` is used.", "assistant") for i, n in enumerate(names)),
    ]

    def sure(children):
        facts = resolve([f for c in children for f in extract(c)])
        return {f.form for f in facts if f.sure and f.kind == "symbol"}

    assert "parse_rows" not in sure(long)
