"""All tests passed, says the parent; the last run that the children print had failures. And the reverse: failures long mended.

In: a trial. Out: findings `status_changed`. Only a parent that speaks of all ("all tests pass", "the suite is green", "0 failed")
against the newest line of the children that counts failures ("2 failed, 86 passed", "FAILED (errors=1)", "1 failing"), and
only when nothing after that line passes. Counts of a runner are the same in every framework: a number beside a word of failing.
"""

from __future__ import annotations

import re

from leadline.core.signals.findings import make
from leadline.core.signals.index import Trial
from leadline.core.signals.model import Finding

__all__ = ["find_runs"]

_ALL_PASS = re.compile(
    r"\b(?:all|every|the whole|the entire|the full|alle|tous les|toutes les|todas las|todos los)\s+(?:of the\s+)?(?:\d+\s+)?"
    r"(?:tests?|checks?|specs?|suites?|pruebas)\b(?:\s+\w+){0,3}?\s+(?:pass(?:es|ed|ing)?|succeed(?:s|ed)?|green|bestanden|réussis|pasan|pasaron)\b"
    r"|\btest suite\s+(?:now\s+)?(?:is\s+(?:fully\s+)?green|pass(?:es|ed))\b|\bno test failures?\b|\b0 (?:tests? )?fail(?:ed|ures|ing)\b",
    re.I,
)
_FAILURES = re.compile(
    r"\b(?!0\b)\d+\s+(?:tests?\s+|checks?\s+|specs?\s+)?(?:failed|failures?|failing|fail|errors?)\b(?! rate)|\b(?:failures|errors)[=:]\s?(?!0\b)\d+",
    re.I,
)
_TESTS = re.compile(r"\b(?:pass(?:ed|es|ing)?|tests?|specs?|failures=|checks?)\b", re.I)
_CLEAN = re.compile(
    r"\b(?:pass(?:ed|es|ing)?|green|succeed\w*|success\w*|fixed|bestanden|OK|ok)\b|\b0 (?:failed|failures|failing)\b"
)
_HEDGED = re.compile(
    r"\b(?:not|once|until|if|when|should|must|will|to|before|unless|except|but|other|remaining|apart)\b|n't\b|\?", re.I
)
_CLEARED = re.compile(
    r"\b0 (?:tests? )?(?:failed|failures|failing)\b|\b(?:all|every)\b[^.;\n]{0,30}\bpass|\b(\d+)\s*(?:/|of|out of)\s*\1\b[^.;\n]{0,20}\bpass|\bgreen\b",
    re.I,
)
_PAST = re.compile(
    r"\b(?:were|was|had|first|initially|before|earlier|originally|until|of (?:the )?(?:first|previous)|used to)\b", re.I
)
_DIGITS = re.compile(r"\d+")
_LIMITED = re.compile(r"\s+(?:of|on|in|for|with|under|at|by|against)\b")  # "no failures on Chromium" is not all


def find_runs(trial: Trial) -> list[Finding]:
    """At most one finding of either shape."""
    return _too_good(trial) or _stale(trial)


def _too_good(trial: Trial) -> list[Finding]:
    """At most one finding: the claim that all passes, against the last count of failures that nothing clears."""
    for sentence in trial.parent_sentences:
        claim = _ALL_PASS.search(sentence.text)
        if claim is None or _HEDGED.search(sentence.text) or _LIMITED.match(sentence.text[claim.end() :]):
            continue
        last = None
        for s in trial.sentences:
            counted = _FAILURES.search(s.text)
            if (
                counted is not None
                and _TESTS.search(s.text)
                and not re.search(r"\bno\b|\bwere\b|\bhad\b", s.text[: counted.start()])
            ):
                last = s
            elif last is not None and _CLEAN.search(s.text):
                last = None
        if last is None:
            return []
        start, end = sentence.start + claim.start(), sentence.start + claim.end()
        source = trial.pool[last.owner].id
        return [
            make(
                trial, "status_changed", "suspicion",
                f'The summary says "{claim.group()}"; the last run that "{source}" counts has failures, and no later one passes. '
                "Whoever goes on from the summary ships what fails.",
                parent=(start, end), child=(last.owner, last.start, last.end), probability=0.8,
            )
        ]  # fmt: skip
    return []


def _stale(trial: Trial) -> list[Finding]:
    """A count of failures told as the state of things, while the children's last run has none and the parent knows of no such run."""
    sentences = trial.parent_sentences
    for sentence in sentences:
        claim = _FAILURES.search(sentence.text)
        if claim is None or not _TESTS.search(sentence.text) or _PAST.search(sentence.text[: claim.end()]):
            continue
        if any(_CLEARED.search(s.text) for s in sentences):
            return []
        told = [
            s
            for s in trial.sentences
            if _TESTS.search(s.text) and (_FAILURES.search(s.text) or _CLEARED.search(s.text))
        ]
        count = _DIGITS.search(claim.group())
        if len(told) < 2 or count is None or not any(_counts(s.text) == count.group() for s in told):
            continue
        last = told[-1]
        if _FAILURES.search(last.text) or not _CLEARED.search(last.text):
            continue
        start, end = sentence.start + claim.start(), sentence.start + claim.end()
        quote = trial.pool[last.owner].text[last.start : last.end]
        return [
            make(
                trial, "status_changed", "suspicion",
                f'The summary says "{claim.group()}" as if that were so; the last run, in "{trial.pool[last.owner].id}", has no failures: "{quote}". '
                "Whoever goes on from the summary looks for faults that are mended.",
                parent=(start, end), child=(last.owner, last.start, last.end), probability=0.8,
            )
        ]  # fmt: skip
    return []


def _counts(text: str) -> str | None:
    """The number of failures that a line counts, as written."""
    found = _FAILURES.search(text)
    digits = _DIGITS.search(found.group()) if found else None
    return digits.group() if digits else None
