"""Conflicts between children: kept with both sides, or silently resolved or averaged.

In: a trial. Out: a signal (kept ÷ all that were found). A conflict is found where a child says that two things differ,
or where two children of one kind of voice give one subject two values; supersession is no conflict (same source later,
"now", "after the fix", "instead"). Markers in faithful text are endless, so what counts is that both sides are there.
Findings are suspicions, but for a rounded value that lies between two siblings' values and stands in neither.
"""

from __future__ import annotations

import re

from leadline.core.signals import both_sides, voices
from leadline.core.signals.averages import find_averaged
from leadline.core.signals.contradicted import find_contradicted
from leadline.core.signals.findings import make, meet
from leadline.core.signals.index import Passage, Trial
from leadline.core.signals.model import Finding, Signal
from leadline.core.signals.quantities import key_of, scan
from leadline.core.text.gates import folds, gated

__all__ = ["measure"]

_SAYS_SO = gated(
    r"\b(?:disagree\w*|contradict\w*|conflict\w*|clash\w*|discrepanc\w*|inconsisten\w*|differ(?:s|ent|ing)? (?:from|accounts|versions|figures|numbers)|do(?:es)? not match|don't match|mismatch|two (?:versions|accounts|numbers|figures|stories|answers)|both cannot be|cannot both"
    r"|widersprech\w*|widerspruch|stimmen nicht überein|contredi\w*|ne concord\w*|contradic\w*|no coincid\w*)\b|矛盾|食い違|不一致|不符",
    flags=re.I,
)
_SAYS_CUES = (  # one of them stands in each match
    "disagree", "contradic", "conflict", "clash", "discrepanc", "inconsisten", "differ", "match", "two ", "cannot b", "widerspr",
    "stimmen nicht", "contredi", "concord", "coincid", "矛盾", "食い違", "不一致", "不符",
)  # fmt: skip
_AGREE = gated(
    r"\b(?:(?:[\w'’-]{1,60} )?[\w'’-]{1,60} and (?:the )?(?:[\w'’-]{1,60} )?[\w'’-]{1,60}|both|all (?:three|four)?|the two|everyone)\b[^.;]{0,40}?\b"
    r"(?:agree(?:s|d)?(?! to\b)|concur\w*|are at one|are in agreement|coincide|settled on|compromised|met (?:in the middle|halfway)|came to the same|share the (?:view|opinion)|says? the same|are of one mind)\b",
    flags=re.I,
)
_NEXT_CLAUSE = (
    re.compile(  # "it proposed a bench near the oaks and the user agreed": who agrees is one, and begins a clause
        r"\w\W+(?:\w+\W+){2}and (?:then )?(?:the (?:user|customer|client|assistant|agent)|s?he|I|we) (?:\w+ )?agree",
        re.I,
    )
)
_OPEN = gated(
    r"\b(?:not|no|never|dis\w+|neither|nor|until|if|unless|whether|cannot|but|except|only|once|when|differ\w*)\b|n['’]t\b",
    flags=re.I,
)
_LICENCE = gated(
    r"\b(?:agree\w*|same|match\w*|both|unanim\w*|settl\w*|compromis\w*|confirm\w*|consistent\w*|identical\w*|too|also|likewise|together|coincid\w*|equal\w*|all|yes|right|as well)\b",
    flags=re.I,
)


def measure(trial: Trial) -> Signal:
    """The conflicts signal: 1 where all are kept, vacuous where there are none."""
    found = kept = 0
    findings: list[Finding] = []
    for finding in [
        *find_averaged(trial),
        *find_contradicted(trial),
        *(f for f in voices.find_unattributed(trial) if f.kind == "conflict_resolved"),
    ]:
        found += 1
        findings.append(finding)
    for finding in (both := both_sides.find_both(trial)):
        found += 1
        findings.append(finding)
    for finding in (f for f in _agreed(trial) if not any(meet(f.parent_span, o.parent_span) for o in both)):
        found += 1
        findings.append(finding)
    speaking = {owner for owner, low in enumerate(trial.lower[: len(trial.children)]) if _may_say_so(low)}
    for s in map(trial.sentences.__getitem__, trial.masked.may_match(_SAYS_SO) if speaking else ()):
        if s.owner not in speaking or s.foreign or not _SAYS_SO.search(s.text) or len(s.stems) < 4:
            continue
        found += 1
        told = _told(trial, s)
        if told is None:
            kept += 1
        else:
            findings.append(told)
    return Signal("conflicts", kept / found if found else 1.0, found, tuple(findings))


def _may_say_so(low: str) -> bool:
    return folds(low) or any(cue in low for cue in _SAYS_CUES)


def _agreed(trial: Trial) -> list[Finding]:
    """ "Both labs agree on 12": an agreement of two parties, where no child sentence near it has a word of agreement."""
    out: list[Finding] = []
    for sentence in trial.parent_sentences:
        said = _AGREE.search(sentence.text)
        if said is None or _OPEN.search(sentence.text) or _NEXT_CLAUSE.search(sentence.text[: said.end()]):
            continue
        hits = trial.align(sentence, 4)
        if not hits or any(_LICENCE.search(trial.sentences[h.sentence].text) for h in hits):
            continue
        source = trial.sentences[hits[0].sentence]
        out.append(
            make(
                trial, "conflict_resolved", "suspicion", f'The summary says "{said.group()}"; no source says that they agree.',
                parent=(sentence.start + said.start(), sentence.start + said.end()), child=(source.owner, source.start, source.end), probability=0.8,
            )
        )  # fmt: skip
    return out


def _told(trial: Trial, s: Passage) -> Finding | None:
    """A child names a conflict: the parent has to have a word for it, or both of its values."""
    if _SAYS_SO.search(trial.parent) or re.search(
        r"\b(?:but|whereas|while|however|against|vs\.?|versus|aber|während|mais|pero)\b", trial.parent
    ):
        return None
    values = {key_of(q.values[0]) for q in scan(s.text)}
    there = {key_of(v) for q in scan(trial.parent) for v in q.values}
    if len(values) >= 2 and len(values & there) >= 2:
        return None
    about = s.stems & trial.parent_stems
    if len(about) < 2:
        return None
    if sum(trial.weight(w) for w in sorted(about)) >= 0.6 * sum(trial.weight(w) for w in sorted(s.stems)):
        return None  # the parent tells this very sentence, in its own words
    close = max((_share(trial, p, s) for p in trial.parent_sentences), default=0.0)
    return make(
        trial, "conflict_resolved", "suspicion", f'"{trial.pool[s.owner].id}" says that the sources disagree; the summary does not.',
        parent=_speaks_of(trial, s), child=(s.owner, s.start, s.end), probability=0.7 if close >= 0.5 else 0.45,
    )  # fmt: skip


def _share(trial: Trial, claim: Passage, s: Passage) -> float:
    """How much of the parent's sentence the child sentence holds, by weight."""
    total = sum(trial.weight(w) for w in sorted(claim.stems))
    return sum(trial.weight(w) for w in sorted(claim.stems & s.stems)) / total if total else 0.0


def _speaks_of(trial: Trial, s: Passage) -> tuple[int, int]:
    best = max(trial.parent_sentences, key=lambda p: (len(p.stems & s.stems), -p.start), default=None)
    return (best.start, best.end) if best is not None else (-1, -1)
