"""Told as done where the sources' last word is that it was not begun, or was undone: "never started", "rolled back".

In: a trial. Out: findings `status_changed`. The parent's clause tells a completion of a thing; the children deny its beginning or tell that it was taken
back, and nothing after that tells a completion. What was not begun cannot be done, whatever word the parent has for done: so no
common verb is asked for, only the thing. A clause about "it" is about what its sentence and the denial have in common.
"""

from __future__ import annotations

import re

from leadline.core.signals.acts import governed
from leadline.core.signals.findings import make, shortened
from leadline.core.signals.index import Passage, Trial
from leadline.core.signals.lexis import WORD, content_stems
from leadline.core.signals.model import Finding
from leadline.core.signals.state_words import POSITIVE
from leadline.core.text.gates import gated
from leadline.core.text.words import word_set

__all__ = ["find_unbegun"]

_P = 0.8
_BEGUN = r"(?:start(?:ed)?|beg[iu]n|began|attempt(?:ed)?|tried|kicked off|set in motion)"
_UNBEGUN = gated(
    rf"\b(?:not|never|nobody|no one|none)\b(?: \w+){{0,3}}? {_BEGUN}\b|n['’]t(?: \w+){{0,2}}? {_BEGUN}\b|\b(?:is|are|was|remains?|still) (?:unstarted|not started)\b"
    r"|\bnicht (?:begonnen|angefangen|gestartet)\b|\b(?:pas|jamais) (?:encore )?(?:été )?(?:commencé|débuté|démarré)\w*|\bno (?:se )?(?:ha|han) (?:\w+ )?(?:empezado|comenzado|iniciado)\b",
    flags=re.I,
)
_UNDONE = gated(
    r"\b(?:roll(?:ed|s)? (?:\w+ ){0,4}back|revert(?:ed|s)|undid|undone|backed (?:\w+ ){0,3}out|taken back|withdrawn|zurückgerollt|rückgängig gemacht|annulée?s?|revertid[oa]s?)\b",
    flags=re.I,
)
_DONE = gated(
    r"\b(?:done|completed?|finished|concluded|finali[sz]ed|accomplished|succeeded|successful(?:ly)?|applied|carried out|performed|executed|in place|abgeschlossen|fertig|erledigt|beendet|"
    r"terminée?s?|achevée?s?|terminad[oa]s?|completad[oa]s?|finalizad[oa]s?)\b", flags=re.I
)  # fmt: skip
_NO_CLAIM = gated(
    r"\b(?:not|no|never|nor|none|nothing|nobody|without|if|unless|until|once|when|whether|will|would|should|must|may|might|can|could|to be|need\w*|want\w*|plan\w*|ask\w*|half|partly|partially|almost|nearly|"
    r"before|be|nicht|kein\w*|noch|pas|wenn|bis|sobald|soll\w*|werden|sera|seront|doit|sin|aún|cuando|hasta|será|serán)\b|n['’]t\b|\?|\d\s?(?:/|of)\s?\d", flags=re.I
)  # fmt: skip
_AGAIN = re.compile(
    r"\b(?:re-?(?:applied|run|done|made|merged|deployed)|(?:applied|done|ran|run|made|merged|deployed|put|it|them|in) (?:\w+ )?again)\b",
    re.I,
)
_NOT = word_set("not never no nobody nothing none nicht kein keine pas jamais ni nunca n't")
_AHEAD = word_set("will would should must to if until once when before unless whether soll sollen werden sera será")
_CUT = re.compile(
    r"[;\n]|[.:](?=\s|$)|,(?=\s)|\s[-–—]\s|\b(?:and|but|while|whereas|although|und|aber|et|mais|y|pero)\b"
)
_LIGHT = content_stems(
    "work task job process attempt second first again done completed complete finished started begun begin start was back rolled reverted now already whole fully successfully"
)
_SHARED = 2  # words that the denial has in common with the sentence of a clause about "it"


def find_unbegun(trial: Trial) -> list[Finding]:
    """At most one finding a parent sentence."""
    out: list[Finding] = []
    for sentence in trial.parent_sentences:
        if sentence.kind in ("code", "heading") or not _DONE.search(sentence.text) or trial.is_verbatim(sentence.text):
            continue
        at = 0
        for stop, after in [
            *((m.start(), m.end()) for m in _CUT.finditer(sentence.text)),
            (len(sentence.text), len(sentence.text)),
        ]:
            start, piece, at = at, sentence.text[at:stop], after
            claim = _DONE.search(piece)
            if claim is None or _NO_CLAIM.search(piece) or governed(sentence.text, start):
                continue
            denial = _denial(trial, sentence, content_stems(piece) - content_stems(claim.group()) - _LIGHT)
            if denial is not None:
                out.append(_finding(trial, (sentence.start + start, sentence.start + stop), denial))
                break
    return out


def _denial(trial: Trial, sentence: Passage, thing: frozenset[str]) -> tuple[Passage, re.Match[str]] | None:
    """The last denial of a beginning, or undoing, of the thing, after which nothing tells a completion."""
    last: tuple[Passage, re.Match[str]] | None = None
    for n, s in enumerate(trial.sentences):
        if s.kind == "code" or s.text.rstrip().endswith("?"):
            continue
        found = _UNBEGUN.search(s.text) or _UNDONE.search(s.text)
        if found is not None and _AGAIN.search(s.text[found.end() :]) and not _UNBEGUN.search(s.text):
            found = None  # "rolled it back and applied it again"
        if found is not None and not _completes(s.text[found.end() :]) and _about(trial, n, sentence, thing):
            last = (s, found)
        elif last is not None and _completes(s.text):
            last = None
        elif last is None and thing and thing & s.stems and _completes(s.text):
            return None  # done before: what was taken back, or never begun, may be another part
    return last


def _about(trial: Trial, n: int, sentence: Passage, thing: frozenset[str]) -> bool:
    """The denial names the thing; for "it", it shares words with the sentence, itself or with the sentences beside it."""
    s = trial.sentences[n]
    if thing and thing <= s.stems:
        return True
    if len(thing) > 1:
        return False
    near = frozenset().union(*(q.stems for q in trial.sentences[max(0, n - 2) : n + 1] if q.owner == s.owner))
    return len((near & sentence.stems) - _LIGHT) >= _SHARED and not thing - near - _UNDOING


def _completes(text: str) -> bool:
    """A word of completion, of whatever class, that no negation or plan stands before."""
    words = [w.lower() for w in WORD.findall(text)]
    return any(
        (w in POSITIVE or _DONE.fullmatch(w))
        and not _NOT & set(words[max(0, i - 5) : i])
        and not _AHEAD & set(words[max(0, i - 4) : i])
        for i, w in enumerate(words)
    )


_UNDOING = content_stems("rollback revert undoing withdrawal")


def _finding(trial: Trial, span: tuple[int, int], denial: tuple[Passage, re.Match[str]]) -> Finding:
    s, _ = denial
    start = span[0] + len(trial.parent[span[0] : span[1]]) - len(trial.parent[span[0] : span[1]].lstrip())
    owner = trial.pool[s.owner]
    return make(
        trial, "status_changed", "suspicion",
        f'The summary tells it as done ("{shortened(trial.parent[start : span[1]])}"); the last word on it in "{owner.id}" is that it was not begun or was undone: '
        f'"{shortened(s.text)}". Whoever goes on from the summary will not do it.',
        parent=(start, span[1]), child=(s.owner, s.start, s.end), probability=_P,
    )  # fmt: skip
