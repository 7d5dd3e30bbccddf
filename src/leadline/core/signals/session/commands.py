"""An act of the trade that no source shows: committed, pushed, a pull request opened, rebased, where only the plan or the request stands.

In: a trial. Out: findings `status_changed`. These acts have one name, which is also the name of a command, so the sources show them by
the command, by what it prints, or by the same word in a report; what git itself says in passing ("changes to be committed")
shows nothing. Without any of it the act was not done as far as the sources go.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from leadline.core.signals.acts import uses_of
from leadline.core.signals.findings import make
from leadline.core.signals.index import Trial
from leadline.core.signals.model import Finding

__all__ = ["find_unshown"]


class _Act(NamedTuple):
    """How a parent tells the act, what shows it in the sources, and the keys of the verbs that report it."""

    told: re.Pattern[str]
    shown: re.Pattern[str]
    verbs: tuple[str, ...]
    what: str


_HASH = r"(?=[0-9a-f]*\d)[0-9a-f]{5,40}"
_WAS = r"(?:was|were|has been|have been|got)(?: \w+ly| now| then| also)?"
_ACTS = (
    _Act(
        re.compile(
            rf"\bcommitted\b(?! to \w+ing\b)|\bcommits? {_WAS} (?:made|created|added|written)\b|\b(?:made|created) (?:a |one |the )?(?:\w+ )?commit\b",
            re.I,
        ),
        re.compile(
            rf"\bgit (?:-\S+ )*(?:commit|merge|cherry-pick|rebase|revert|am)\b(?! --abort)|\bcommits?\b[ :`(#\[]+{_HASH}\b|^\[[\w./-]+(?: \([^)]*\))? {_HASH}\]|\bauto-?commit|\b(?:made|created|added) (?:a|an|one|two|three|\d+|the)(?: \w+){{0,2}} commits?\b",
            re.I | re.M,
        ),
        ("commit",), "committed",
    ),
    _Act(
        re.compile(
            r"\bpushed\b(?! (?:back|against|hard|for|by|aside|away|down|up to)\b)(?!(?: [\w.#-]+){1,4} (?:away|aside|back|off|out of|down)\b)|\b(?:is|are) now on (?:the )?(?:remote|origin)\b",
            re.I,
        ),
        re.compile(
            r"\bgit (?:-\S+ )*push\b(?! later)|\bpushed\b|^ [ +*] [^\n]* -> [\w./-]+$|\bforce-push(?:ed)?\b|\bpush(?:es)?\b[^.\n]{0,40}\b(?:ok|accepted|done|succeeded|by)\b",
            re.I | re.M,
        ),
        ("push",), "pushed",
    ),
    _Act(
        re.compile(
            rf"\b(?:opened|created|submitted|raised|filed) (?:a |an |the |one )?(?:\w+ )?(?:pull request|PR|merge request)\b|\b(?:pull request|PR|merge request) (?:#?\d+ )?{_WAS} (?:opened|created|submitted|raised|filed)\b",
        ),
        re.compile(
            r"\bgh pr create\b|/pull/\d+|/merge_requests/\d+|\b(?:PR|pull request|merge request) ?#?\d+|\b(?:opened|created|submitted|raised|filed|merged)\b[^.\n]{0,40}\b(?:PR|pull request|merge request)",
            re.I,
        ),
        (), "opened",
    ),
)  # fmt: skip
_BOILERPLATE = re.compile(r"\b(?:to be|will be|not yet|is not) committed\b|\bto commit\b", re.I)
_HINT = re.compile(r"\((?:use|try) [\"'`]git[^)\n]{0,300}+\)")  # what git says could be done
_UNTOLD = re.compile(
    r"\b(?:not|no|none|nothing|nobody|never|without|neither|nor|once|until|if|when|whether|should|must|will|would|can|could|may|might|unless|needs?|todo|plan\w*|pending|remain\w*|"
    r"next|suggest\w*|recommend\w*|ask\w*|want\w*|request\w*|require\w*|expect\w*|before|un\w+|to be|already|previous\w*|earlier)\b|n't\b|\?",
    re.I,
)
_CHEAP = re.compile(r"commit|push|pull request|\bPR\b|merge request|on (?:the )?(?:remote|origin)", re.I)
_TRADE = re.compile(
    r"\bgit\b|\bbranch(?:es)?\b|\brepo(?:s|sitory)?\b|\bpull request|\brebase|\brev(?:ision)? \d",
    re.I,
)
_CUT = re.compile(r"[;:](?=\s)|\b(?:but|while|whereas)\b")
_P = 0.88


def find_unshown(trial: Trial) -> list[Finding]:
    """At most one finding a sentence, in the order of the parent."""
    out: list[Finding] = []
    if not _CHEAP.search(trial.parent) or not (_TRADE.search(trial.haystack) or _TRADE.search(trial.parent)):
        return out  # crimes are committed and doors are pushed elsewhere
    for sentence in trial.reworded:
        for act in _ACTS:
            told = act.told.search(sentence.text)
            if told is None or _UNTOLD.search(_CUT.split(sentence.text[: told.start()])[-1]):
                continue
            if not _is_shown(trial, act):
                out.append(_finding(trial, act, (sentence.start + told.start(), sentence.start + told.end())))
                break
    return out


def _is_shown(trial: Trial, act: _Act) -> bool:
    """A command, its output, or a report in any child; a user's request is none."""
    for child in trial.pool:
        if child.role != "user" and act.shown.search(_HINT.sub("", child.text)):
            return True
    for verb in act.verbs:
        for use in uses_of(trial, verb):
            said = trial.sentences[use.sentence]
            if use.state in ("done", "begun") and not _BOILERPLATE.search(said.text):
                return True
    return any(act.told.search(s.text) and not _UNTOLD.search(s.text) for s in trial.sentences)


def _finding(trial: Trial, act: _Act, span: tuple[int, int]) -> Finding:
    quote = trial.parent[span[0] : span[1]]
    return make(
        trial, "status_changed", "suspicion",
        f'The summary says "{quote}"; no source shows a command, an output or a report by which anything was {act.what}. '
        "Whoever goes on from the summary will not do it.",
        parent=span, probability=_P,
    )  # fmt: skip
