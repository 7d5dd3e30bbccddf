"""Confidence: hedged or attributed claims of the children that the parent states flatly.

In: a trial and what `near_verbatim` found. Out: a signal (inflated ÷ hedged claims stated) with `confidence_inflated`
and `scope_widened`. A hedge counts as dropped only where the clause is the source's own and neither its sentence nor a
neighbour has a cue of doubt; sure is the claim told word for word without the "according to" before it. Only the sure
ones enter the value: record 002 halts above 0.10, and a hedge in other words is no inflation. Guesses told flatly, single
voices, rates, values that are not final, widened quantifiers and dropped limits have modules of their own (`reserve`, `voices`, `rates`, `provisional`, `quantifiers`, `restrictions`, `exclusions`) and are gathered here.
"""

from __future__ import annotations

import re

from leadline.core.signals import exclusions, provisional, quantifiers, rates, reserve, restrictions, voices
from leadline.core.signals.doubt import HEDGE, same_measure
from leadline.core.signals.findings import make, meet
from leadline.core.signals.index import Passage, Trial
from leadline.core.signals.lexis import WORD
from leadline.core.signals.model import Finding, Signal
from leadline.core.signals.near_verbatim import diffs
from leadline.core.text.gates import gated

__all__ = ["measure"]

_ATTRIBUTED = re.compile(
    r"^\W*(?:according to [^,]{2,40},|(?:the |an? |one |our |my )?[\w' -]{2,30}? (?:says?|said|claims?|claimed|reports?|reported|believes?|thinks?|suspects?|suggests?|told us|states?|guesses)(?: that)?[ :]|laut [^,]{2,40}|nach angaben [^,]{2,40}|selon [^,]{2,40},|según [^,]{2,40},"
    r"|(?:probably|possibly|perhaps|maybe|apparently|allegedly|reportedly|presumably|supposedly|vermutlich|wahrscheinlich|angeblich|probablement|peut-être|probablemente|quizás)\b,?)\s*",
    re.I,
)
_CORE = gated(
    r"\b(?:may(?! \d)|might|possibly|probably|likely|perhaps|maybe|apparently|allegedly|presumably|supposedly|suspect\w*|suspicion|preliminary|tentative|seems?|unconfirmed|unverified|not (?:yet )?(?:confirmed|proven|verified|checked)|hypothes\w*"
    r"|vermut\w*|wahrscheinlich|vielleicht|möglicherweise|angeblich|probablement|peut-être|semble\w*|probablemente|quizás?|podría\w*|parece)\b|可能性|かもしれ|と思われ|疑い|推定|推測|未確認|也许|大概|怀疑",
    flags=re.I,
)
_ONE_VOICE = re.compile(
    r"\b(?:one|an?|some|claims?|claimed|believes?|thinks?|suspects?|guesses|probably|possibly|perhaps|maybe|apparently|allegedly|reportedly|presumably|supposedly|vermutlich|wahrscheinlich|angeblich|probablement|peut-être|probablemente|quizás|eine[mrs]?|une?|una?)\b",
    re.I,
)
_PRONOUN = re.compile(r"\W*(?:they|he|she|it|we|i|you|many|most)\b", re.I)
_SURE = 0.9


def measure(trial: Trial, exchanged: tuple[Finding, ...] = ()) -> Signal:
    """The confidence signal. `exchanged` are the near-verbatim findings of its kinds."""
    findings: list[Finding] = list(exchanged)
    stated = len(exchanged)
    flat = [
        *reserve.find_flat(trial),
        *provisional.find_settled(trial),
        *rates.find_rates(trial),
        *(f for f in voices.find_unattributed(trial) if f.kind == "confidence_inflated"),
    ]
    for clause, sentence in trial.parent_clauses:
        if HEDGE.search(sentence.text) or len(clause.stems) < 3 or trial.parent[sentence.end : sentence.end + 1] == "?":
            if HEDGE.search(sentence.text):
                stated += any(HEDGE.search(trial.sentences[h.sentence].text) for h in trial.align(clause, 1))
            continue
        found = _flat(trial, clause, sentence)
        if found is not None:
            flat.append(found)
    for found in sorted(flat, key=lambda f: (-f.probability, f.parent_span)):
        if not any(meet(f.parent_span, found.parent_span) for f in findings):
            stated += 1
            findings.append(found)
    for found in [
        *_unquantified(trial),
        *quantifiers.find_widened(trial),
        *restrictions.find_unrestricted(trial),
        *exclusions.find_widened(trial),
    ]:
        if not any(f.kind == found.kind and meet(f.parent_span, found.parent_span) for f in findings):
            findings.append(found)
    sure = sum(f.kind == "confidence_inflated" and f.probability >= _SURE for f in findings)
    return Signal("confidence", min(1.0, sure / stated) if stated else 0.0, stated, tuple(findings))


def _flat(trial: Trial, clause: Passage, sentence: Passage) -> Finding | None:
    """The flat clause and the hedged source that it repeats, if nothing else in the children says it flatly."""
    hits = trial.align(clause, 4)
    if not hits or hits[0].score < 0.7:
        return None
    source = trial.sentences[hits[0].sentence]
    prefix = _ATTRIBUTED.match(source.text)
    doubted = prefix is not None or (
        _CORE.search(source.text) is not None and len(source.stems) <= 1.8 * len(clause.stems) + 2
    )
    if source.foreign or not doubted or _near_hedge(trial, sentence):
        return None
    flat = [h for h in hits[1:] if h.score >= 0.6 and not HEDGE.search(trial.sentences[h.sentence].text)]
    if flat:
        return None
    claim = source.text[prefix.end() :] if prefix else ""
    mine = [w.lower() for w in WORD.findall(sentence.text)]
    theirs = [w.lower() for w in WORD.findall(re.split(r"[;,.](?:\s|$)", claim, maxsplit=1)[0])]
    verbatim = bool(prefix) and len(theirs) >= 5 and _runs(theirs, mine)
    probability = 0.4
    if same_measure(source.text, sentence.text):
        return None
    if verbatim and prefix is not None:  # a named authority left out is less of a loss than one voice among many
        known = _PRONOUN.match(prefix.group())  # who "they" are has been said before
        probability = 0.93 if _ONE_VOICE.search(prefix.group()) and not known else 0.45
    return make(
        trial, "confidence_inflated", "suspicion",
        f'The summary states flatly what "{trial.pool[source.owner].id}" says with reserve.',
        parent=(clause.start, clause.end), child=(source.owner, source.start, source.end), probability=probability,
    )  # fmt: skip


def _runs(needle: list[str], words: list[str]) -> bool:
    size = len(needle)
    return any(words[i : i + size] == needle for i in range(len(words) - size + 1))


def _near_hedge(trial: Trial, sentence: Passage) -> bool:
    """A neighbouring sentence carries the doubt ("not confirmed", "this is a guess")."""
    return bool(
        HEDGE.search(trial.parent[max(0, sentence.start - 120) : sentence.start])
        or HEDGE.search(trial.parent[sentence.end : sentence.end + 120])
    )


_SOME = re.compile(
    r"^(?:some|several|a few|certain|most|many|one of the|two of the|einige|manche|certains|certaines|algunos|algunas)$",
    re.I,
)


def _unquantified(trial: Trial) -> list[Finding]:
    """A near-verbatim clause that starts without the source's "some"."""
    out: list[Finding] = []
    for diff in diffs(trial):
        words = [(m.group(), m.start(), m.end()) for m in WORD.finditer(diff.source.text)]
        if trial.is_verbatim(diff.clause.text):
            continue  # said without the quantifier as well
        first = next(iter(WORD.findall(diff.clause.text)), "").lower()
        at = next((i for i, w in enumerate(words) if w[0].lower() == first), None)
        if (
            at is None
            or at == 0
            or not _SOME.match(words[at - 1][0])
            or (words[at - 1][0].lower() == "most" and not first.endswith("s"))  # a superlative
            or re.search(r"\d|\b(?:some|several|few|most|many)\b", diff.clause.text[:40], re.I)
        ):
            continue
        out.append(
            make(
                trial, "scope_widened", "suspicion", f'The summary says of "{words[at][0]}" without a limit what "{trial.pool[diff.source.owner].id}" says of "{words[at - 1][0]} {words[at][0]}" only.',
                parent=(diff.clause.start, diff.clause.end), child=(diff.source.owner, diff.source.start + words[at - 1][1], diff.source.start + words[at][2]),
                probability=0.92,
            )
        )  # fmt: skip
    return out
