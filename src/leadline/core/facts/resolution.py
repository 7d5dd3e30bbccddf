"""Resolution: the facts of all children against each other, in time order (design.md, 3.4: owed is about what is live).

In: facts of several children, oldest first. Out: the same facts in the same order, with final criticality. Four steps, each linear
with bounded look-back: (1) what later statements supersede or answer, (2) sentences said twice, (3) exact facts that owed
sentences use, (4) repeated exact facts. A step looks at kinds, subjects and texts, never at the outcome of an earlier run, so resolving
twice changes nothing and a fact superseded in a prefix stays so when the session grows.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import chain

from leadline.core.facts import lexicon
from leadline.core.facts.demands import allows_all
from leadline.core.facts.force import Status, status_of
from leadline.core.facts.model import COUNTED_KINDS, SENTENCE_KINDS, Criticality, Fact
from leadline.core.facts.turns import PASSED, REPORTED, is_name, settle_turns
from leadline.core.text.words import lower_case

__all__ = ["SAYS_WHAT", "SETTLED", "resolve"]

Settle = Callable[[int, str], None]  # position and reason: an owed fact becomes supporting

SETTLED = frozenset(
    ("superseded", "answered", "finished", "repeated")
)  # reasons that this module gives and never takes back

NAMES_FEW = 16  # distinct names outside of tools that a handful of messages may hold
_LOOK_BACK = 8  # newest facts of one subject word that a later statement is held against
_SAME_MESSAGE = (
    3000  # characters; statements of one speaker so near to each other are parts of one account, not corrections
)
SAYS_WHAT = 40  # characters from which on a failure names its cause ("exit code 1" has many)
_REVISED_MIN = 0.34  # the same, for a guess that a later statement of the actual cause replaces
_SHARED_MIN = 0.5  # of the older statement's subject
_SHARED_WORDS = 2  # and so many words at least
_USABLE = frozenset(
    (
        "path",
        "url",
        "host",
        "id",
        "symbol",
        "package",
        "version",
        "error",
        "money",
        "ratio",
        "datetime",
        "quantity",
        "threshold",
        "name",
    )
)
_NAMING = frozenset(("path", "url", "host", "id", "symbol", "package", "version", "error", "name"))
_SETTLES_NOTHING = frozenset(("tool_ok", "system_prompt", "injected"))
_REVISES = re.compile(
    r"\b(?:(?:actual|real|true) (?:root )?(?:cause|issue|problem|bug|culprit|reason)|(?:confirmed|found) (?:the )?root cause|root cause (?:is )?(?:confirmed|found)|turns out|turned out|i was wrong|was not the (?:cause|problem|reason)|wasn't the (?:cause|problem|reason))\b"
)
_TICKET = re.compile(r"[A-Z]{2,}-[1-9]\d{0,2}")  # APP-51 is a ticket as often as a code; ORA-00942 is a code
_BRAND = re.compile(r"[A-Z][a-z]+[A-Z][a-z]+")  # a class of the code, or the name of a product
_NONE: Mapping[tuple[str, str], int] = {}
_OPEN_STATES = frozenset(("failed", "partial", "planned"))


def resolve(facts: Sequence[Fact], mentions: Mapping[tuple[str, str], int] = _NONE) -> tuple[Fact, ...]:
    """The same facts with final criticality, reason and `sure`. Input order is time order; it is kept. `mentions` are names
    outside of tools whose facts were left out (`extract_live`)."""
    worth: list[Criticality] = [f.criticality for f in facts]
    reason = [f.reason for f in facts]
    sure = [f.sure for f in facts]

    def settle(i: int, why: str) -> None:
        if worth[i] == "owed":
            worth[i], reason[i], sure[i] = "supporting", why, False

    def mark(i: int, why: str) -> None:
        if worth[i] == "owed":
            reason[i], sure[i] = why, False

    _settle_calls(facts, settle)
    settle_turns(facts, settle, mark)
    _settle_statements(facts, settle)
    _drop_repeated(facts, worth, settle, sentences=True)
    _use(facts, worth, reason, settle)
    _drop_repeated(facts, worth, settle, sentences=False)
    _mark_sure(facts, mentions, worth, reason, sure)
    return tuple(
        f
        if (f.criticality, f.reason, f.sure) == (worth[i], reason[i], sure[i])
        else _graded(f, worth[i], reason[i], sure[i])
        for i, f in enumerate(facts)
    )


def _graded(f: Fact, worth: Criticality, reason: str, sure: bool) -> Fact:
    """The fact with what it is worth; written out, since `replace` takes three times as long."""
    return Fact(
        f.id, f.kind, f.text, f.form, f.child, f.start, f.end, f.sentence, f.role, f.subject, worth, reason, sure
    )  # fmt: skip


def _settle_calls(facts: Sequence[Fact], settle: Settle) -> None:
    """A later success of the same call clears its failures, and what failed elsewhere in the same many words; a later failure clears
    earlier ones that read alike."""
    failing: dict[str, list[int]] = {}
    worded: dict[str, list[int]] = {}
    for i, f in enumerate(facts):
        call = _call_of(f)
        if not call:
            continue
        if f.reason == "tool_ok":
            for j in chain.from_iterable(failing.pop(key, ()) for key in f.subject if key.startswith("call:")):
                for k in (j, *worded.pop(facts[j].form, ())):
                    settle(k, "superseded")
        elif f.kind == "error" or f.kind in SENTENCE_KINDS:
            bucket = failing.setdefault(call, [])
            for j in bucket:
                if (
                    (facts[j].child, facts[j].sentence) != (f.child, f.sentence)
                    and facts[j].kind == f.kind
                    and _alike(facts[j], f)
                ):
                    settle(j, "superseded")
            bucket.append(i)
            if len(bucket) > 2 * _LOOK_BACK:
                del bucket[0]
            if len(f.text) >= SAYS_WHAT:
                worded.setdefault(f.form, []).append(i)


def _call_of(f: Fact) -> str:
    return f.subject[0] if f.subject and f.subject[0].startswith("call:") else ""


def _alike(a: Fact, b: Fact) -> bool:
    mine, other = set(a.subject), set(b.subject)
    return a.form == b.form and len(mine & other) >= 0.8 * len(mine)


def _settle_statements(facts: Sequence[Fact], settle: Settle) -> None:
    """A later statement about the same thing, with another status or a word of replacement, makes the earlier one history."""
    by_word: dict[str, list[int]] = {}
    states: dict[int, Status] = {}
    cores: dict[int, frozenset[str]] = {}
    names: dict[int, frozenset[str]] = {}  # identifiers: the same words about another one are another statement
    for i, f in enumerate(facts):
        if f.kind not in SENTENCE_KINDS or f.reason in _SETTLES_NOTHING:
            continue
        low = lower_case(f.text)
        state = states[i] = status_of(low)
        core = cores[i] = frozenset(w for w in f.subject if w not in lexicon.STATUS_STEMS and not w.startswith("call:"))
        names[i] = frozenset(w for w in core if is_name(w))
        replaces = lexicon.SUPERSEDES.search(low) is not None
        revises = f.role == "assistant" and _REVISES.search(low) is not None
        if (state or replaces or revises) and f.reason != "standing_rule":
            shared = Counter(chain.from_iterable(by_word[word] for word in core if word in by_word))
            for j in sorted(j for j, count in shared.items() if count >= _SHARED_WORDS):
                size = len(cores[j])  # of the older one: what it says beyond the newer one would be lost with it
                if shared[j] < (_REVISED_MIN if revises else _SHARED_MIN) * size or (
                    names[j] and not names[j] & names[i]
                ):
                    continue
                if (revises and _was_a_guess(facts[j], f)) or _ends(
                    facts[j], states[j], f, state, replaces, shared[j] / size
                ):
                    settle(j, "superseded")
        for word in core:
            bucket = by_word.setdefault(word, [])
            bucket.append(i)
            if len(bucket) > _LOOK_BACK:
                del bucket[0]


def _was_a_guess(old: Fact, new: Fact) -> bool:
    """A guess or an earlier finding of the agent about the same thing, once it names the actual cause."""
    if old.role != "assistant" or old.id == new.id or old.sentence == new.sentence:
        return False
    return old.kind == "hedge" or old.reason == "finding"


def _ends(old: Fact, old_state: Status, new: Fact, new_state: Status, replaces: bool, shared: float) -> bool:
    """Whether the later statement `new` makes `old` history."""
    if old.reason == "tool_ok" or old.id == new.id:
        return False
    if (
        old.child == new.child
        and old.role == new.role
        and (new.start - old.end < _SAME_MESSAGE or new.role == "summary")
        and not (replaces and new.kind == old.kind and new_state != old_state)
    ):
        return False
    if old.reason == "standing_rule" or (old.kind in ("constraint", "goal") and old.role == "user"):
        return new.role == "user" and replaces and new.kind in ("constraint", "decision", "goal") and shared >= 0.6
    if old.role == "user" and new.role == "assistant" and (old.kind == "decision" or allows_all(lower_case(old.text))):
        return False
    if new_state == "done" and new.kind in ("status", "decision"):
        if old_state in _OPEN_STATES or old.kind in ("open_item", "hedge"):
            return True
        return old.kind == new.kind == "status" and shared >= 0.8
    if old_state == "done" and new_state in ("failed", "shelved") and new.kind == "status":
        return shared >= 0.6
    if replaces and old.kind == new.kind:
        return shared >= 0.6
    return old.kind == new.kind and old_state == new_state and shared >= 0.85


def _use(facts: Sequence[Fact], worth: list[Criticality], reason: list[str], settle: Settle) -> None:
    """Exact facts become owed with the sentence that uses them, and history with a sentence that is history."""
    states: dict[tuple[str, tuple[int, int]], tuple[bool, bool]] = {}
    for i, f in enumerate(facts):
        if f.kind in SENTENCE_KINDS:
            live, dead = states.get((f.child, f.sentence), (False, False))
            states[f.child, f.sentence] = (
                live or worth[i] == "owed",
                dead or reason[i] in ("superseded", "answered", "finished"),
            )
    for i, f in enumerate(facts):
        if f.kind in SENTENCE_KINDS:
            continue
        live, dead = states.get((f.child, f.sentence), (False, False))
        if dead and not live:
            settle(i, "superseded")
        elif (
            live
            and worth[i] == "supporting"
            and f.kind in _USABLE
            and f.role != "tool"
            and reason[i] not in SETTLED
            and _worth_using(f)
        ):
            worth[i], reason[i] = "owed", "used_by_owed"


def _worth_using(f: Fact) -> bool:
    """Bare counts and clock times are part of their sentence, not facts of their own (signals-notes, section 5)."""
    if f.kind == "datetime":
        return not (f.form[:1] == "t" and f.form[1:2].isdigit()) or f.role == "user"
    return f.kind != "quantity" or " " in f.form


def _drop_repeated(facts: Sequence[Fact], worth: list[Criticality], settle: Settle, *, sentences: bool) -> None:
    """Of equal owed facts the last stays owed."""
    newest: dict[tuple[str, ...], int] = {}
    for i, f in enumerate(facts):
        if worth[i] != "owed" or (f.kind in SENTENCE_KINDS) != sentences:
            continue
        key = (f.kind, f.form) if sentences or f.kind in _NAMING else (f.kind, f.form, *f.subject[:1])
        if key in newest:
            settle(newest[key], "repeated")
        newest[key] = i


def _mark_sure(
    facts: Sequence[Fact],
    mentions: Mapping[tuple[str, str], int],
    worth: list[Criticality],
    reason: list[str],
    sure: list[bool],
) -> None:
    """Identifiers said twice outside of tools, and error codes that are the last word on their subject (signals-notes, section 5).

    In a long session everything is said twice: with each doubling of the number of names beyond NAMES_FEW one mention more is needed.
    """
    said = dict(mentions)
    for f in facts:
        if f.kind in COUNTED_KINDS and f.role != "tool":
            said[f.kind, f.form] = said.get((f.kind, f.form), 0) + 1
    more = max(0, (len(said) // NAMES_FEW).bit_length() - 1)
    spoken = max(
        (i for i, f in enumerate(facts) if f.role in ("user", "assistant") and f.kind in SENTENCE_KINDS), default=-1
    )
    past = _past_sentences(facts, worth, reason)
    for i, f in enumerate(facts):
        if worth[i] != "owed" or f.kind not in COUNTED_KINDS:
            continue
        if f.kind != "error" and (f.child, f.sentence) in past:
            sure[i] = False  # a faithful summary of a turn that has ended may leave its names out
            continue
        count = said.get((f.kind, f.form), 0)
        digits = any(map(str.isdigit, f.form))
        sure[i] = count >= more + (2 if (f.kind != "id" or digits) and not _BRAND.fullmatch(f.text) else 3)
        if f.kind == "error" and (facts[i].reason == "error_fixed" or _TICKET.fullmatch(f.text)):
            sure[i] = False
        elif f.kind == "error" and (reason[i] == "error_code" or count):
            # what a tool said and everybody after it put in words is readable by those words
            sure[i] = (digits or "_" in f.form or f.role != "tool") and (f.role != "tool" or count > 0 or spoken < i)


def _past_sentences(
    facts: Sequence[Fact], worth: Sequence[Criticality], reason: Sequence[str]
) -> frozenset[tuple[str, tuple[int, int]]]:
    """Sentences of which all that is owed belongs to a turn that has ended."""
    owed = [i for i, f in enumerate(facts) if f.kind in SENTENCE_KINDS and worth[i] == "owed"]
    live = {(facts[i].child, facts[i].sentence) for i in owed if reason[i] not in (REPORTED, PASSED)}
    return frozenset((facts[i].child, facts[i].sentence) for i in owed) - live
