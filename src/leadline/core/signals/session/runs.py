"""Another test told as the one that failed: the run prints the names of those that did, and this is none of them.

In: a trial. Out: findings `identifier_swapped`. Runners print failed tests by name in a handful of shapes. Where the parent says of a named
test that it failed, while the runs name others and no sentence of the sources tells a failure of this one, it is the wrong one.
"""

from __future__ import annotations

import re

from leadline.core.signals.findings import make
from leadline.core.signals.index import Trial
from leadline.core.signals.model import Finding
from leadline.core.text.cuts import stretches

__all__ = ["find_other_tests"]

_FAILED_IN_RUN = re.compile(
    r"^[^\S\n]*+--- FAIL: (?P<go>[\w/]+)|^FAILED (?P<pytest>\S+)|^(?P<verbose>\S{1,400}::\S{1,400}+) FAILED|^(?:FAIL|ERROR): (?P<unittest>test\w+)|^test (?P<rust>\S+) \.\.\. FAILED"
    r"|^not ok \d+ -? ?(?P<tap>\S+)",
    re.M,
)
_TEST = re.compile(r"\b(?:test_\w+|Test[A-Z]\w*)\b")
_FAILING = re.compile(r"\b(?:fail(?:s|ed|ing|ure|ures)?|br(?:oke|eaks?|oken)|red)\b", re.I)
_CUT = re.compile(r"[;:,](?=\s)|\b(?:and|but|while|whereas|which|because|since|then)\b")
_UNTOLD = re.compile(
    r"\b(?:not|no|never|neither|without|if|would|could|might|may|should|must|until|once)\b|n't\b|\?", re.I
)
_P = 0.93
_P_WORKED_ON = 0.6  # its failure may have stood in output that the record does not keep


def find_other_tests(trial: Trial) -> list[Finding]:
    """At most one finding a sentence, in the order of the parent."""
    out: list[Finding] = []
    if not _TEST.search(trial.parent) or not _FAILING.search(trial.parent):
        return out
    failed = _failed(trial)
    if not failed:
        return out
    for sentence in trial.parent_sentences:
        for at, end in stretches(_CUT, sentence.text):
            piece = sentence.text[at:end]
            named = _TEST.search(piece)
            if (
                named is not None
                and _FAILING.search(piece)
                and not _UNTOLD.search(piece)
                and not _is_told(trial, failed, named.group())
            ):
                owner, a, b, name = next(iter(failed.values()))
                out.append(
                    make(
                        trial, "identifier_swapped", "suspicion",
                        f'The summary says that "{named.group()}" failed; the run in "{trial.pool[owner].id}" names "{name}", and no source tells a failure of the other.',
                        parent=(sentence.start + at + named.start(), sentence.start + at + named.end()), child=(owner, a, b), probability=_P_WORKED_ON if _is_worked_on(trial, named.group()) else _P,
                    )
                )  # fmt: skip
                break
    return out


def _failed(trial: Trial) -> dict[str, tuple[int, int, int, str]]:
    """Name in lower case -> where a run tells that it failed."""
    out: dict[str, tuple[int, int, int, str]] = {}
    for owner, child in enumerate(trial.pool):
        for m in _FAILED_IN_RUN.finditer(child.text):
            name = m.group(m.lastgroup or 0)
            bare = name.split("[", 1)[0].rpartition("::")[2].lower()  # without its file and its parameters
            out.setdefault(bare, (owner, m.start(), m.end(), name))
    return out


def _is_worked_on(trial: Trial, name: str) -> bool:
    """The code of the test was read or written in the session."""
    return any(re.search(rf"\b(?:func|def|class|fn)\s+{re.escape(name)}\b", child.text) for child in trial.pool)


def _is_told(trial: Trial, failed: dict[str, tuple[int, int, int, str]], name: str) -> bool:
    """A run or a sentence tells a failure of the test, or of one whose name goes on from it."""
    low = name.lower()
    if any(known.startswith(low) or low.startswith(known) or low in known for known in failed):
        return True
    return any(low in s.text.lower() and _FAILING.search(s.text) for s in trial.sentences)
