"""All tests passed, says the parent; the last run that the children print had failures.

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
    r"|\btest suite\s+(?:now\s+)?(?:is\s+(?:fully\s+)?green|pass(?:es|ed))\b|\bno (?:test )?failures?\b|\b0 (?:tests? )?fail(?:ed|ures|ing)\b",
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
_LIMITED = re.compile(r"\s+(?:of|on|in|for|with|under|at|by|against)\b")  # "no failures on Chromium" is not all


def find_runs(trial: Trial) -> list[Finding]:
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
                trial, "status_changed", "hard",
                f'The summary says "{claim.group()}"; the last run that "{source}" counts has failures, and no later one passes. '
                "Whoever goes on from the summary ships what fails.",
                parent=(start, end), child=(last.owner, last.start, last.end), probability=0.93,
            )
        ]  # fmt: skip
    return []
