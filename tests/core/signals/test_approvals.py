"""Consent by others than the user, and doers of whom no source speaks."""

from __future__ import annotations

import pytest

from leadline.core.signals import actors, approvals

from .helpers import Text, found, refusing

ASKED: list[Text] = [
    ("user", "We want to put a bench in front of the chapel."),
    ("assistant", "I wrote to the parish council on Monday; there is no answer yet."),
]


@pytest.mark.parametrize(
    "fault",
    [
        "The parish council approved the bench.",
        "The bench was approved by the parish council.",
        "The parish council has agreed to the bench.",
        "The parish council gave its consent to the bench.",
    ],
)
def test_an_approval_that_nobody_gave(fault: str) -> None:
    assert [kind for kind, _ in found(approvals.find, ASKED, fault)] == ["invented_actor_or_approval"]


@pytest.mark.parametrize(
    "faithful",
    [
        "The parish council has not approved the bench yet.",
        "The parish council was asked about the bench; its approval is pending.",
        "Once the parish council has agreed, the bench can be put up.",
        "The bench waits until the parish council has approved it.",
    ],
)
def test_an_open_approval_told_as_open(faithful: str) -> None:
    assert found(approvals.find, ASKED, faithful) == []


@pytest.mark.parametrize(
    "answer",
    [
        "The council's secretary wrote: approved.",
        "The parish council answered: fine, as long as it is of wood.",
        "Answer by the parish council: yes.",
        "The parish council voted 5 to 2 for it.",
        "The parish council has no objection.",
    ],
)
def test_a_word_of_consent_bears_it_out(answer: str) -> None:
    """In whatever words, in the sentence about them or beside it."""
    assert found(approvals.find, [*ASKED, ("assistant", answer)], "The parish council approved the bench.") == []


@pytest.mark.parametrize(
    "told",
    [
        "After she agreed to the oak one, it was ordered.",
        "Once he agreed, the oak one was ordered.",
        "Last week she agreed to the oak one.",
    ],
)
def test_a_pronoun_that_begins_the_sentence_names_nobody(told: str) -> None:
    """ "After she" is no person; whoever is meant, somebody said yes."""
    answer: list[Text] = [("user", "Yes, please go ahead with oak.")]
    assert found(approvals.find, [*ASKED, *answer], told) == []


def test_numbers_agree_without_consent() -> None:
    source = "The scale shows 24.5 kg, the delivery note 24.5 kg."
    assert found(approvals.find, source, "The scale agrees with the delivery note on 24.5 kg.") == []
    assert found(approvals.find, source, "Both weights are within the agreed limit.") == []


def test_french_and_spanish() -> None:
    fr: list[Text] = ["Il faut l'accord écrit du syndic. Je lui ai écrit, sans réponse à ce jour."]
    assert found(approvals.find, fr, "Le syndic a donné son accord pour le banc.") == [
        ("invented_actor_or_approval", "hard")
    ]
    es: list[Text] = ["Escribí al párroco por el banco; sigue sin contestar."]
    assert [k for k, _ in found(approvals.find, es, "El párroco ha autorizado el banco.")] == [
        "invented_actor_or_approval"
    ]


def test_a_doer_of_whom_no_source_speaks() -> None:
    source = "The label on jar 12 was changed on Friday from plum to cherry."
    assert found(actors.find, source, "The gardener changed the label on jar 12 on Friday.") == [
        ("invented_actor_or_approval", "suspicion")
    ]
    assert (
        found(actors.find, [source, "The gardener was here."], "The gardener changed the label on jar 12 on Friday.")
        == []
    )
    assert found(actors.find, source, "The label on jar 12 was changed on Friday.") == []


def test_signing_a_contract_is_a_deed_with_a_source() -> None:
    """ "Signing", "signatures" and "signatories" are words of consent, too."""
    assert (
        found(
            approvals.find, "The coach began on Monday after signing for two years.", "The coach signed for two years."
        )
        == []
    )
    assert found(approvals.find, "The list holds 900 signatures of growers.", "900 growers signed the list.") == []


def test_a_consent_in_the_passive_of_which_no_source_has_a_word_refuses() -> None:
    state = [("tool", "Application UD-5 is received and lies with the consulate.")]
    assert refusing(approvals.find, state, "Application UD-5 has been approved and lies with the consulate.") == ["invented_actor_or_approval"]  # fmt: skip
    assert refusing(approvals.find, state, "Application UD-5 was received and lies with the consulate.") == []
