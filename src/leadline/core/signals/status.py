"""Status pairs: the parent says a thing is done (or open) of which the children say only the contrary.

In: a trial. Out: findings `status_changed`. Works on short segments that hold one key (an identifier, or a noun with
its number: "request 15") and a word of state on both sides; a segment with a negation, a share ("4 of 9 done"), a
condition or a wish says nothing. One segment of the children on the parent's side is enough to pass.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from leadline.core.signals.acts import governed
from leadline.core.signals.findings import make
from leadline.core.signals.identifiers import identifiers_in
from leadline.core.signals.index import Trial
from leadline.core.signals.lexis import STOP, WORD, stem
from leadline.core.signals.model import Finding
from leadline.core.signals.state_words import PREPOSITION

__all__ = ["find_status"]

_DONE = frozenset(
    [
        "done",
        "completed",
        "complete",
        "finished",
        "granted",
        "approved",
        "passed",
        "passes",
        "succeeded",
        "successful",
        "merged",
        "deployed",
        "released",
        "sent",
        "submitted",
        "closed",
        "resolved",
        "fixed",
        "paid",
        "delivered",
        "shipped",
        "confirmed",
        "signed",
        "installed",
        "published",
        "accepted",
        "green",
        "erledigt",
        "abgeschlossen",
        "genehmigt",
        "bestanden",
        "behoben",
        "bezahlt",
        "terminé",
        "terminée",
        "approuvé",
        "approuvée",
        "payé",
        "envoyé",
        "terminado",
        "terminada",
        "aprobado",
        "aprobada",
        "pagado",
        "enviado",
    ]
)
_OPEN = frozenset(
    [
        "pending",
        "open",
        "outstanding",
        "incomplete",
        "unfinished",
        "failed",
        "fails",
        "failing",
        "denied",
        "rejected",
        "declined",
        "blocked",
        "draft",
        "drafted",
        "planned",
        "proposed",
        "scheduled",
        "waiting",
        "unsent",
        "unpaid",
        "unresolved",
        "queued",
        "paused",
        "refused",
        "unapproved",
        "unmerged",
        "red",
        "ausstehend",
        "offen",
        "abgelehnt",
        "geplant",
        "fehlgeschlagen",
        "refusé",
        "échoué",
        "pendiente",
        "rechazado",
        "fallido",
    ]
)
_SAYS_NOTHING = re.compile(
    r"\b(?:not|no|never|without|until|once|when|if|unless|before|after|should|must|may|might|can|could|would|will|to be|wants?|asks?|requires?|needs?|cannot|nobody|none|yet|partly|partially|half|un\w+ed|nicht|kein\w*|pas|sans|no|sin"
    r"|was|were|had been|previously|earlier|first|initially)\b|n't\b|(?<!\d)\d++\s*+(?:of|/|out of|von|de|sur)\s*+\d",
    re.I,
)
_SPLIT = re.compile(r"[;\n]|\.(?=\s|$)|,(?=\s)|\b(?:and|but|while|und|aber|et|mais|y|pero)\b")
_NUMBERED = re.compile(r"\b([A-Za-zäöüéèáíóñ]{3,})\s+(?:no\.?\s*|nr\.?\s*|#)?(\d{1,12})\b(?![.,:]\d)")


class _Said(NamedTuple):
    key: str
    done: bool
    start: int
    end: int


def find_status(trial: Trial) -> list[Finding]:
    """Findings for keys whose state in the parent is said by no child and denied by one."""
    mine = _said(trial.parent, strict=True)
    if not mine:
        return []
    keys = {s.key for s in mine}
    theirs: dict[str, list[tuple[int, _Said]]] = {}
    for owner, child in enumerate(trial.pool):
        for said in _said(child.text):
            if said.key in keys:
                theirs.setdefault(said.key, []).append((owner, said))
    out: list[Finding] = []
    for said in mine:
        states = theirs.get(said.key, [])
        if not states or any(s.done == said.done for _, s in states) or sum(s.key == said.key for s in mine) > 1:
            continue
        if governed(trial.parent, said.start):
            continue
        if _mentioned_otherwise(trial, said, {(o, s.start) for o, s in states}):
            continue
        owner, last = states[-1]
        quote, source = trial.parent[said.start : said.end], trial.pool[owner].text[last.start : last.end]
        out.append(
            make(
                trial, "status_changed", "hard", f'The summary says "{quote}", "{trial.pool[owner].id}" says "{source}"; no source says otherwise later.',
                parent=(said.start, said.end), child=(owner, last.start, last.end), probability=0.92,
            )
        )  # fmt: skip
    return out


def _said(text: str, *, strict: bool = False) -> list[_Said]:
    """The states that a text gives to single keys, segment by segment; brackets are not cut.

    `strict`: only where the state is said of the key ("request 15 granted"), not of something else ("failing tests for P1").
    """
    out: list[_Said] = []
    for start, end in _segments(text):
        piece = text[start:end]
        words = {w.lower() for w in WORD.findall(piece)}
        done, still = words & _DONE, words & _OPEN
        if bool(done) == bool(still) or len(words) > 14 or _SAYS_NOTHING.search(piece):
            continue
        keys = _keys(piece)
        if len(keys) == 1 and (not strict or _key_first(piece, keys, done | still)):
            lead = len(piece) - len(piece.lstrip())
            out.append(_Said(keys.pop(), bool(done), start + lead, start + len(piece.rstrip())))
    return out


def _key_first(piece: str, keys: set[str], states: set[str]) -> bool:
    """The key is what the state is said of: before it, and not what something else is of ("a check of chapter 5 is outstanding")."""
    low = piece.lower()
    number = next(iter(keys)).rsplit(" ", 1)[-1]
    at = low.find(number)
    if not 0 <= at < min(m.start() for m in WORD.finditer(low) if m.group() in states):
        return False
    return not any(w in PREPOSITION for w in WORD.findall(low[:at])[1:])


def _segments(text: str) -> list[tuple[int, int]]:
    out: list[tuple[int, int]] = []
    at = 0
    for m in _SPLIT.finditer(text):
        opened = text.count("(", at, m.start()) > text.count(")", at, m.start())
        if opened and m.group() not in ("\n", "."):
            continue
        out.append((at, m.start()))
        at = m.end()
    out.append((at, len(text)))
    return [(a, b) for a, b in out if text[a:b].strip()]


def _keys(piece: str) -> set[str]:
    keys = {t.lower() for _, _, t, digits in identifiers_in(piece) if digits}
    for m in _NUMBERED.finditer(piece):
        if m[1].lower() not in STOP and m[1].lower() not in _DONE and m[1].lower() not in _OPEN:
            keys.add(f"{stem(m[1])} {m[2]}")
    return keys


def _mentioned_otherwise(trial: Trial, said: _Said, known: set[tuple[int, int]]) -> bool:
    """A child sentence with the key holds a word of the parent's state somewhere: then nothing is sure."""
    words = _DONE if said.done else _OPEN
    number = said.key.rsplit(" ", 1)[-1]
    last = max(owner for owner, _ in known)
    for s in trial.sentences:
        low = s.text.lower()
        if number in low and {w.lower() for w in WORD.findall(s.text)} & words and (s.owner >= last or s.foreign):
            inside = any(o == s.owner and s.start <= a < s.end for o, a in known)
            if not inside:
                return True
    return False
