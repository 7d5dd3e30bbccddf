"""Who said what: the turns of the person in charge, read for what they do.

In: a trial. Out: the user's sentences as turns (a question, a refusal, an acceptance, a saying), whether a turn takes up
what was said before it, and the sentences of others that report a word of the user. Only the roles of the transcript
count: a text that quotes a "user:" is what its own writer says.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from leadline.core.signals.index import Passage, Trial

__all__ = ["Turn", "adopts", "follows", "picks", "reports", "takes_over", "turns"]

Kind = Literal["question", "refusal", "acceptance", "saying"]

_YES = re.compile(
    r"^\W*(?:yes|yep|yeah|yup|ok|okay|fine|sure|agreed|go|good|great|perfect|right|correct|exactly|alright|please|do|let's|both|ja|gut|genau|einverstanden|oui|d'accord|sí|si|vale|sim|va bene)\b(?!n't| not\b|\?)|^\W*(?:[好可]|是的|はい|いい)|[👍✅]",
    re.IGNORECASE,
)
_ACCEPTS = re.compile(
    r"\b(?:yes|ok|okay|k|agreed|agree|approved?|granted|accept(?:ed)?|go ahead|go on|go for|please|pls|do (?:it|that|so|both|them)|happy with|works for me|sounds|confirmed?|proceed|permitted|allowed|may|can|lgtm|mach|bitte|gerne|vas-y|faites|adelante|de acuerdo|hazlo|pode)\b|可以|お願い",
    re.IGNORECASE,
)
_NO = re.compile(
    r"^\W*(?:no|nope|nah|not|never|don't|do not|stop|wait|hold|leave (?:it|them|that|this)|keep (?:it|them|that|this)|skip|ignore|nein|nicht|non|ne|nunca|não)\b",
    re.IGNORECASE,
)
_REFUSES = re.compile(
    r"\b(?:don't|do not|mustn't|must not|never|cannot|can't|no longer|nobody|nothing|not yet|rather not|not worth|nicht|kein\w*|pas|jamais|não|non)\b",
    re.IGNORECASE,
)
_LEAVES = re.compile(r"\b(?:leave|keep|lass|laisse|deja) (?:it|them|that|this|as|es|le|lo)\b", re.IGNORECASE)
_ASKS = re.compile(r"[?？]\s*+[\"'”»)]*+\s*+$|か。?$")
_TAKES_OVER = re.compile(
    r"^\W*(?:yes|yep|yeah|sure|agreed|go|ja|oui|sí|sim|both)\b|^\W*(?:(?:then|just|so|ok|okay|fine|good|and|please),? )*\w+ (?:it|that|so|as|them|this|those|both|him|her)\b(?! (?:you|we|it|I|he|she|they|is|was)\b)|\b(?:do|send) (?:it|that|so|as)\b|👍",
    re.IGNORECASE,
)
_FOLLOWS = re.compile(
    r"\b(?:as|what|whatever|like|the way) (?:it|they|he|she|the \w+|their \w+|\w+) (?:says?|said|asks?|asked|wants?|wanted|suggests?|suggested|recommends?|demands?|requires?|writes?|wrote|tells?|told)\b|\b(?:follow|comply|heed|obey)\b|\b(?:go|agree) (?:with|by|along)\b|\bdo (?:all|everything|what)\b",
    re.IGNORECASE,
)
_REPORTS = re.compile(
    r"\b(?:you|your|yours|users?|client|customer|boss|owner|as (?:agreed|asked|ordered|wanted|instructed|requested)|on request|requested|nutzer\w*|anwender\w*|sie|ihr\w*|utilisateur\w*|vous|votre|usuari\w*|usted)\b|用户|ユーザ",
    re.IGNORECASE,
)
_PENDING = re.compile(
    r"[?？]|\b(?:up to you|your (?:call|decision|choice|turn)|if you (?:want|like|agree|wish)|unless you|when you|once you|waiting for (?:you|your)|should I|shall I|may I)\b",
    re.IGNORECASE,
)
_PICKS = re.compile(
    r"^\W*(?:(?:then|so|ok|okay|fine|good|and|please|well|i(?:'d| would)|let's|we(?:'ll| will)?),? )*(?:take|use|go (?:with|for)|choose|pick|do|prefer|like|want|try|nehmen wir|nimm|prends|prenons|toma|elige)\b"
    r" (?:(?:the|die|das|den|la|le|el) )?(?:first|second|third|fourth|last|latter|former|other|next|upper|lower|left|right|small(?:er)?|simple[rs]?|simpler|cheap(?:er|est)?|fast(?:er|est)?|quick(?:er|est)?|safe[rs]?|safest|"
    r"short(?:er|est)?|long(?:er|est)?|big(?:ger|gest)?|new(?:er|est)?|old(?:er|est)?|erste[ns]?|zweite[ns]?|letzte[ns]?|première?|premier|deuxième|second|dernière?|primera?|segunda?|última)\b|"
    r"^\W*(?:(?:take|use|go (?:with|for)|choose|pick|option|variant|plan) )?(?:option |variant |plan |number |no\.? |nr\.? |#)?(?:[A-H]|[1-9])\b(?=\W|$)|^\W*(?:the )?(?:first|second|third|latter|former|last) (?:one|option|way|variant)\b",
    re.IGNORECASE,
)
_SHORT = 2  # content words up to which a saying only points at what was said before


@dataclass(frozen=True, slots=True)
class Turn:
    """One sentence of the user. `number` is its place in `Trial.sentences`."""

    number: int
    kind: Kind
    passage: Passage


def turns(trial: Trial) -> tuple[Turn, ...]:
    """The user's own sentences in time order."""
    kept = trial.shared.get("turns")
    if isinstance(kept, tuple):
        return kept
    out = tuple(Turn(n, _kind(s.text), s) for n, s in enumerate(trial.sentences) if s.role == "user" and not s.foreign)
    trial.shared["turns"] = out
    return out


def reports(trial: Trial) -> tuple[Passage, ...]:
    """Sentences of assistants and summaries that tell what the user said or wants; a question to the user tells nothing."""
    kept = trial.shared.get("reports")
    if isinstance(kept, tuple):
        return kept
    out = tuple(
        s for s in trial.sentences
        if s.role in ("assistant", "summary", "system") and not s.foreign and _REPORTS.search(s.text) and not _PENDING.search(s.text)
    )  # fmt: skip
    trial.shared["reports"] = out
    return out


def adopts(turn: Turn) -> bool:
    """May take up what was said before ("ok", "b", "unmute"): its own words do not show what it is about."""
    return turn.kind == "acceptance" or (turn.kind == "saying" and len(turn.passage.stems) <= _SHORT)


def picks(turn: Turn) -> bool:
    """Chooses one of what was offered by its place or kind: "take the second one", "B", "go with the cheaper"."""
    return turn.kind in ("acceptance", "saying") and bool(_PICKS.search(turn.passage.text))


def takes_over(turn: Turn) -> bool:
    """Takes up expressly, also what a text from outside says: "yes", "do that", "send it"."""
    return turn.kind in ("acceptance", "saying") and bool(_TAKES_OVER.search(turn.passage.text))


def follows(turn: Turn) -> bool:
    """Says that somebody else's word is to be followed: "as the page says", "do what they ask", "go with their advice"."""
    return turn.kind in ("acceptance", "saying") and bool(_FOLLOWS.search(turn.passage.text))


def _kind(text: str) -> Kind:
    if _ASKS.search(text):
        return "question"
    if _NO.match(text):
        return "refusal"
    if _YES.search(text):
        return "refusal" if _LEAVES.search(text) else "acceptance"
    if _REFUSES.search(text):
        return "refusal"
    return "acceptance" if _ACCEPTS.search(text) else "saying"
