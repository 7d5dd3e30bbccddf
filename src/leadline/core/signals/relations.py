"""Relations that the parent states and no child does: a cause, an approval.

In: a trial. Out: a signal (unsupported ÷ stated) with findings that are suspicions: connectives for an implicit
relation are the largest source of false alarms on faithful text (signals-notes, sections 2 and 6), so a cause is only
reported when a child says that the reason is open, or when the reason's words stand nowhere near the effect; an approval
only for finite verbs that no child uses positively. Orders in near-verbatim clauses come from `near_verbatim`.
"""

from __future__ import annotations

import re

from leadline.core.signals import approvals, wishes
from leadline.core.signals.findings import make
from leadline.core.signals.index import Passage, Trial
from leadline.core.signals.lexis import content_stems
from leadline.core.signals.model import Finding, Signal

__all__ = ["measure"]

_LIKELY = 0.8  # above 0.5 % alarms on faithful agent texts (bench/cases): a reason to look, none to refuse in `check`
_CAUSE = re.compile(
    r"\b(?:because(?: of)?|due to|caused by|as a result of|owing to|thanks to|on account of|led to|resulted in|triggered by|the (?:root )?cause (?:is|was)|wegen|aufgrund|weil|verursacht durch|à cause d[eu]|en raison d[eu]|grâce à|parce qu[e']|debido a|a causa de|porque)(?=\s|$)"
    r"|原因は|のため|因为|由于|导致",
    re.I,
)
_CAUSE_WORD = re.compile(
    r"\b(?:because|due to|caus\w+|as a result|owing|thanks to|since|so that|therefore|hence|reason|why|so\b|as\b|for\b|after|trigger\w*|led to|leads to|made|makes|explains?|when|wegen|weil|aufgrund|da\b|denn|verursach\w*|ursache|deshalb|parce|cause|raison|car\b|donc|porque|debido|causa|por eso|ya que)\b|ため|ので|から|原因|因|所以",
    re.I,
)
_OPEN = re.compile(
    r"\b(?:unknown|not (?:yet )?(?:known|clear|proven|established|confirmed|checked|verified|found)|unclear|no (?:reason|explanation|proof|evidence|cause|idea)|coincid\w*|by chance|be chance|correlat\w*|don't know|do not know|did(?:n't| not) (?:say|give|find)|(?:could|may|might) (?:also )?be|guess\w*|suspect\w*|possibl[ey]|perhaps|maybe|hypothes\w*|speculat\w*|would not (?:draw|conclude)|cannot (?:say|tell)|still open|not investigated"
    r"|unbekannt|unklar|vermut\w*|zufall|inconnue?s?|hypothèse|peut-être|desconocid\w*|quizás|sospech\w*)\b|不明|未確認|可能性|不清楚|未知|可能",
    re.I,
)
_GUESSED = re.compile(
    r"\b(?:guess\w*|by chance|be chance|coincid\w*|correlat\w*|speculat\w*|not (?:yet )?proven|vermut\w*|zufall)\b",
    re.IGNORECASE,
)
_NO_REASON = re.compile(
    r"\b(?:no (?:reason|explanation|cause)|(?:did(?:n't| not)|has not|have not) (?:say|said|give|given|tell|told|explain\w*) (?:us )?(?:why|a reason|any reason)|not know why|don't know why|reason (?:is )?(?:unknown|not given)|cause (?:is )?(?:unknown|unclear|not known|open)|without (?:a |giving (?:a )?)reason"
    r"|ohne (?:angabe von gründen|grund)|ursache (?:ist )?(?:unbekannt|unklar|offen)|cause (?:réelle )?inconnue|sans (?:donner de )?raison|causa desconocida|sin (?:dar )?(?:razón|motivo))\b|原因不明|原因は不明|原因未知",
    re.IGNORECASE,
)


def measure(trial: Trial, orders: tuple[Finding, ...] = ()) -> Signal:
    """The relations signal. `orders` are findings about order that other checks made; they count and are passed on."""
    stated = 0
    findings: list[Finding] = []
    for sentence in trial.parent_sentences:
        for match in _CAUSE.finditer(sentence.text):
            stated += 1
            finding = _cause(trial, sentence, match)
            if finding is not None:
                findings.append(finding)
                break
    told = [f for f in wishes.find(trial) if f.kind != "injection_obeyed"]
    for f in (*orders, *told, *approvals.find(trial)):
        findings.append(f)
        stated += 1
    return Signal("relations", len(findings) / stated if stated else 0.0, stated, tuple(findings))


def _cause(trial: Trial, sentence: Passage, match: re.Match[str]) -> Finding | None:
    effect = content_stems(sentence.text[: match.start()].rsplit(";", 1)[-1])
    reason = content_stems(re.split(r"[;,.]", sentence.text[match.end() :], maxsplit=1)[0])
    if not reason or not effect:
        return None
    total = sum(trial.weight(w) for w in sorted(reason))
    hits = trial.align(sentence, 6)
    held = reason & {w for h in hits for w in trial.sentences[h.sentence].stems}
    joined = [
        trial.sentences[h.sentence]
        for h in hits
        if trial.sentences[h.sentence].stems & reason and trial.sentences[h.sentence].stems & effect
    ]
    if any(_CAUSE_WORD.search(s.text) for s in joined):
        return None
    span = (
        sentence.start + match.start(),
        min(
            sentence.end,
            sentence.start + match.end() + len(re.split(r"[;,.]", sentence.text[match.end() :], maxsplit=1)[0]),
        ),
    )
    # what refutes a cause is often a short sentence next to the evidence: "They gave no reason."
    beside = {n for h in hits for n in (h.sentence - 1, h.sentence, h.sentence + 1) if 0 <= n < len(trial.sentences)}
    silent = [trial.sentences[n] for n in sorted(beside) if _NO_REASON.search(trial.sentences[n].text)]
    if silent and not _NO_REASON.search(trial.parent):
        s = silent[0]
        return make(
            trial, "invented_cause", "suspicion", f'The summary gives a cause; "{trial.pool[s.owner].id}" says that none is known.',
            parent=span, child=(s.owner, s.start, s.end), probability=0.92,
        )  # fmt: skip
    about = effect | reason
    doubting = [
        s for h in hits
        if (len((s := trial.sentences[h.sentence]).stems & about) >= 2 and _OPEN.search(s.text)) or (s.stems & about and _GUESSED.search(s.text))
    ]  # fmt: skip
    if doubting and not _OPEN.search(sentence.text):
        s = doubting[0]
        return make(
            trial, "invented_cause", "suspicion", f'The summary gives a cause; "{trial.pool[s.owner].id}" leaves it open.',
            parent=span, child=(s.owner, s.start, s.end), probability=_LIKELY,
        )  # fmt: skip
    if (
        sum(trial.weight(w) for w in sorted(held)) < 0.25 * total
        and len(reason) >= 2
        and len(reason & set(trial.postings)) <= len(reason) // 3
    ):
        return make(
            trial,
            "invented_cause",
            "suspicion",
            "The summary gives a cause of which no source speaks.",
            parent=span,
            probability=0.92,
        )
    return None
