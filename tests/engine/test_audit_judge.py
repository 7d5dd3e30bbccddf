"""An audit with a judge behind the rules: what it finds kept is no loss, what it contradicts is one, and a judge that fails changes nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from leadline.compose import audit_file, compact_file, open_session
from leadline.core.policy.model import Policy
from leadline.core.text.messages import Message, Part
from leadline.engine.audit import AuditedCompaction, audit_session
from leadline.judges.port import Answer, JudgeError, Opinion, Question
from leadline.readers import Compaction
from leadline.views.audit import audit_lines
from leadline.views.json import plain

SAMPLE = "sample:checkpoints"


class Says:
    """A judge that gives one answer after the other."""

    name, digest = "says", "0" * 64

    def __init__(self, answer: Callable[[Question], Answer]) -> None:
        self.answer = answer
        self.asked: list[Question] = []

    def ask(self, questions: Sequence[Question]) -> Opinion:
        self.asked += questions
        return Opinion(tuple(self.answer(q) for q in questions), (), 1)


class Fails:
    name, digest = "fails", "1" * 64

    def ask(self, questions: Sequence[Question]) -> Opinion:
        raise JudgeError("the judge's endpoint answered 500")


def audited(judge: Says | Fails | None = None) -> AuditedCompaction:
    _, compaction = audit_file(SAMPLE, judge=judge).compactions  # the first one cannot be judged
    return compaction


def yes(question: Question) -> Answer:
    return Answer(question.id, "supported" if question.task == "claim" else "kept", 0.95)


def test_what_the_judge_finds_kept_is_no_loss() -> None:
    before, judge = audited(), Says(yes)
    after = audited(judge)
    asked = {fact for q in judge.asked for fact in q.facts}
    assert asked
    assert {loss.fact.id for loss in after.losses} == {loss.fact.id for loss in before.losses} - asked
    assert after.n_kept == after.n_owed - len(after.losses) > before.n_kept
    assert after.judge is not None
    assert after.judge.answered == after.judge.questions == len(judge.asked)


def test_what_nobody_needs_is_not_lost_for_sure_unless_rules_are() -> None:
    before = audited()
    after = audited(Says(lambda q: Answer(q.id, "not_needed", 0.95) if q.task == "owed" else yes(q)))
    assert [loss.fact.id for loss in after.losses] == [loss.fact.id for loss in before.losses]
    assert sum(loss.sure for loss in after.losses) <= sum(loss.sure for loss in before.losses)


def test_what_the_judge_contradicts_is_lost_and_shown() -> None:
    """A whole session: the same words count for nothing where the summary also stands for messages that are not there."""
    said = "The movers carried the organ upstairs before noon; its pipes still lie in the yard."
    texts = ["Is the organ upstairs by now?", "The movers did not come today. The pipes of the organ lie in the yard."]
    originals = [
        Message(f"m{n}", role, (Part("text", text),), n + 1)
        for n, (role, text) in enumerate(zip(("user", "assistant"), texts, strict=True))
    ]

    def no(question: Question) -> Answer:
        if question.task == "owed" or "movers" not in question.claim:
            return yes(question)
        return Answer(question.id, "contradicted", 0.95, "status_changed", ("The movers did not come today.",))

    for partial in (False, True):
        compaction = Compaction("c", 5, said, False, ("m0", "m1"), partial=partial)
        report = audit_session(originals, [compaction], Policy(), judge=Says(no))
        (after,) = report.compactions
        told = [f for f in after.findings if "A judge finds" in f.message]
        assert [f.severity for f in told] == (["suspicion"] if partial else ["warning"])
        assert report.lost is not partial
        shown = "\n".join(audit_lines(plain(report), "s.jsonl"))
        assert "the judge says answered" in shown
        assert ("The movers did not come today" in shown) is not partial


@pytest.mark.parametrize(
    ("texts", "said", "named"),
    [
        (("Please never restart db-7 before the backup on Friday.", "I read the log of the importer. It stops at row 40."),
         "The importer stops at row 40, says its log.", "db-7"),
        (("Move the barrels downstairs. Do not open the barrels before Ida signed the list. Never leave the cart in the gateway.",
          "The carters did not come today. The hoops of the barrels lie in the gateway."),
         "The barrels are to go downstairs. The carters did not come today and the hoops lie in the gateway. The barrels may be opened when it suits.",
         "cart"),
    ],
)  # fmt: skip
def test_a_ban_that_rule_and_judge_both_miss_is_lost_for_sure(texts: tuple[str, str], said: str, named: str) -> None:
    """Whatever the rules alone made of it (the second they call fine), and whether the summary has a place for it or not."""
    originals = [
        Message(f"m{n}", role, (Part("text", text),), n + 1)
        for n, (role, text) in enumerate(zip(("user", "assistant"), texts, strict=True))
    ]
    compaction = Compaction("c", 5, said, False, ("m0", "m1"))
    for word in ("lost", "weakened"):

        def missed(question: Question, word: str = word) -> Answer:
            quotes = (said[:18],) if word == "weakened" else ()
            return yes(question) if question.task == "claim" else Answer(question.id, word, 0.95, "", quotes)  # type: ignore[arg-type]

        report = audit_session(originals, [compaction], Policy(), judge=Says(missed))
        assert report.lost
        assert any(loss.sure and named in loss.quote for loss in report.compactions[0].losses)


def test_the_table_adds_up_after_a_judge() -> None:
    after = audited(Says(yes))
    assert sum(after.kept_by_kind.values()) == after.n_kept


def test_a_judge_that_fails_changes_nothing_and_is_told() -> None:
    before, after = audited(), audited(Fails())
    assert (after.losses, after.status, after.verdict) == (before.losses, before.status, before.verdict)
    assert tuple(f for f in after.findings if f.rule != "fidelity.undecided") == before.findings
    assert after.judge is not None
    assert after.judge.failure == "the judge's endpoint answered 500"
    assert "answered 500" in "\n".join(audit_lines(plain(audit_file(SAMPLE, judge=Fails())), SAMPLE))


def test_an_address_without_a_judge_is_an_error_everywhere(tmp_path: Path) -> None:
    url = "http://127.0.0.1:9"
    calls: list[Callable[[], object]] = [
        lambda: audit_file(SAMPLE, judge_url=url),
        lambda: compact_file(SAMPLE, store=tmp_path / "s", judge_url=url),
        lambda: open_session("s", store=tmp_path / "s", judge_url=url),
    ]
    for call in calls:
        with pytest.raises(ValueError, match="judge_url is given without a judge"):
            call()
    assert not (tmp_path / "s").exists()
