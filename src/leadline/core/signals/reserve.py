"""Reserve: what the children say only as a guess, and the parent says flatly.

In: a trial. Out: findings `confidence_inflated`. A guess has a scope: from its cue ("probably", "looks like", "my guess is
that") to the end of its clause, or the whole short sentence before a disclaimer ("Not tested."). The parent is at fault where
it has no cue of doubt of any kind, and at least two content words of its clause stand inside such a scope and in no other
sentence of the children: then nobody has said it without reserve. One later sentence that says it flatly clears it.
"""

from __future__ import annotations

import re

from leadline.core.signals.findings import make
from leadline.core.signals.index import Passage, Trial, clauses_of
from leadline.core.signals.lexis import WORD, stems_of
from leadline.core.signals.model import Finding

__all__ = ["find_flat"]

_NOT_PASSIVE = (
    r"(?!\s+(?:\w+ly\s+)?\w+(?:ed|en|nd|ne|pt|lt|id|de)\b)"  # "could be found" is no guess, "could be the lens" is
)
_GUESS = re.compile(
    r"\b(?:may (?:well |also |still |not |only |already |even )?(?:be" + _NOT_PASSIVE + r"|have|stem|help|explain|mean|depend)|might|possibly|probabl[ey]|likely|perhaps|maybe|apparently|presumably|supposedly|allegedly|reportedly"
    r"|suspects?|suspected|suspicion|guess(?:es)?|tentative\w*|seems?|looks? (?:like|as if)|hypothes[ei]s|theory|theories|assum(?:e|es|ed|ing|ption)|unconfirmed|unverified|untested|unproven"
    r"|not (?:yet )?(?:been )?(?:confirmed|proven|proved|verified|reproduced)|I think|I believe|I recall|I(?:'d| would) (?:say|guess|expect|think)|thinks?|believes?|would explain|could (?:also |as well |still |well |just )?(?:be" + _NOT_PASSIVE + r"|have been|explain|come|mean)"
    r"|not sure|unsure|vielleicht|wohl|vermut\w*|wahrscheinlich|könnte|dürfte|peut-être|sans doute|pourrait|semble|quizás?|podría|parece|forse|probabil\w*|potrebbe|sembra)\b",
    re.I,
)  # fmt: skip
_DISCLAIMER = re.compile(
    r"^\W*(?:but |though )?(?:(?:that|this|it)(?:'s| is| was) (?:only |just |still )?(?:a guess|my guess|not (?:a )?pro(?:of|ven)|unconfirmed|unverified|speculation)|not (?:yet )?(?:tested|verified|checked|confirmed|proven|reproduced|seen it)|(?:I )?(?:haven't|have not) (?:tested|checked|verified|tried|confirmed)|unverified|untested|unconfirmed|no proof|not sure)\b",
    re.I,
)
_RESERVED = re.compile(
    r"\b(?:may|might|could|can|unknown|open|not|no|never|nothing|none|neither|nor|without|whether|if|unless|possib\w*|probab\w*|potential\w*|estimat\w*|appear\w*|seem\w*|expect\w*|hint\w*|suggest\w*|indicat\w*|claim\w*|accord\w*|report\w*|says?|said"
    r"|states?|stated|tell|told|asks?|asked|candidate|doubt\w*|unlikely|likely|would|should|verdict|consider\w*|conceiv\w*|idea|question\w*|propos\w*|option\w*|opinion|views?|judge[sd]?|regard\w*|finds?|hope\w*|plan\w*|wants?|explanation|explain\w*|will|to be"
    r"|must|guess\w*|suspect\w*|suspicion|think\w*|thought|believ\w*|assum\w*|presum\w*|suppos\w*|apparent\w*|perhaps|maybe|theor\w*|hypothes\w*|alleged\w*|tentative\w*|preliminar\w*|provisional\w*|describ\w*|looks?|looked|called|quot\w+|awaits?|awaited|outstanding|pending|un(?:confirmed|verified|tested|proven|clear|sure)|ask\w*|reason\w*|conditions?|recommend\w*|advi[sc]\w*|next steps?"
    r"|nicht|kein\w*|pas|könnte|dürfte|soll\w*|vermut\w*|wohl|wahrscheinlich|vielleicht|laut|selon|según|forse|probabil\w*|podría|pourrait|semble|peut)\b|n['’]t\b|\?",
    re.I,
)
_CUT = re.compile(r"[;:.!?](?=\s)|,(?=\s)|\s[-–—]\s")
_ONLY_MIN = 2  # content words that stand in the guess and nowhere else
_SHARE_MIN = 0.4  # of the clause's weight that lies inside the guess; measured: training, dev authors


def find_flat(trial: Trial) -> list[Finding]:
    """At most one finding a parent sentence, in order."""
    out: list[Finding] = []
    seen: set[int] = set()
    for clause, sentence in trial.parent_clauses:
        if sentence.start in seen or sentence.kind in ("code", "data", "heading", "log") or len(clause.stems) < 2:
            continue
        hits = trial.align(clause, 8)
        guessed = [h for h in hits[:3] if _scope(trial, h.sentence)]
        if not guessed or _RESERVED.search(sentence.text):
            continue
        if any(h.score >= 0.5 and not _scope(trial, h.sentence) for h in hits):
            continue
        found = _inside(trial, clause, guessed[0].sentence)
        if found is not None:
            seen.add(sentence.start)
            out.append(found)
    return out


def _inside(trial: Trial, clause: Passage, number: int) -> Finding | None:
    scope = _scope(trial, number)
    shared = clause.stems & scope
    if len(shared) < _ONLY_MIN:
        return None
    alone = [s for s in shared if all(_scope(trial, n) for n in trial.postings[s])]
    if len(alone) < _ONLY_MIN:
        return None
    total = sum(trial.weight(s) for s in sorted(clause.stems))
    share = sum(trial.weight(s) for s in sorted(shared)) / total if total else 0.0
    source = trial.sentences[number]
    return make(
        trial, "confidence_inflated", "suspicion",
        f'The summary states flatly what "{trial.pool[source.owner].id}" says as a guess only, and nobody says without reserve.',
        parent=(clause.start, clause.end), child=(source.owner, source.start, source.end), probability=0.93 if share >= _SHARE_MIN else 0.8,
    )  # fmt: skip


def _scope(trial: Trial, number: int) -> frozenset[str]:
    """The content words that the sentence says as a guess; empty where it asserts."""
    kept = trial.shared.setdefault("guesses", {})
    assert isinstance(kept, dict)
    known = kept.get(number)
    if known is None:
        known = kept[number] = _guess(trial, number)
    return known  # type: ignore[no-any-return]


def _guess(trial: Trial, number: int) -> frozenset[str]:
    s = trial.sentences[number]
    cue = _GUESS.search(s.text)
    if cue is None:
        following = trial.sentences[number + 1] if number + 1 < len(trial.sentences) else None
        if following is not None and following.owner == s.owner and _DISCLAIMER.match(following.text):
            return s.stems
        return frozenset()
    at = s.start + cue.start()
    clause = next((c for c in clauses_of(s) if c.start <= at <= c.end), s)
    begin = clause.start - s.start
    after = _stems(clause.text[max(0, cue.end() - begin) :])
    if len(after) >= _ONLY_MIN:
        return after
    before = clause.text[: max(0, cue.start() - begin)].rstrip(" ,;:-(")
    return after | _stems(before[max((m.end() for m in _CUT.finditer(before)), default=0) :])


def _stems(text: str) -> frozenset[str]:
    return frozenset(s for w in WORD.findall(text) for s in stems_of(w))
