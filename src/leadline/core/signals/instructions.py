"""Instructions in a text: whether a sentence orders something, and whether it orders just that.

In: passages. Out: yes or no. Imperatives are told by their verb after the start of a sentence, a mark, or a word that leads
to one ("please", "then", "agents:"); five languages. What a rule or contract lays down ("must") counts, too.
"""

from __future__ import annotations

import re

from leadline.core.signals.index import Passage
from leadline.core.signals.lexis import content_stems, stem

__all__ = ["ORDER", "instructs", "lays_down", "orders_that"]

ORDER = re.compile(
    r"(?:^\W*+|[.!?;\"“>\](]\s*+|\n[^\S\n]*+|\b(?:bots?|agents?|assistants?|ai|llms?|note|important|attention|system|admin|instruction|todo|action)\b[^.:\n]{0,30}:\s*|\b(?:please|first|then|and|to|must|should|shall|now|always|never|you|agents?|assistants?|bots?|ai|llms?|bitte|muss|müssen|soll|sollen|veuillez|il faut|debes?|deben|por favor)\b[:,]?\s+)"
    r"(?:(?:please|kindly|also|first|then|now|do not|don't|never|always|immediately|bitte|veuillez|por favor)[,:]?\s++){0,5}(?:do|set|add|send|run|delete|remove|ignore|disregard|upload|post|push|forward|transfer|mail|email|copy|share|disable|enable|install|execute|use|reply|write|tell|open|visit|click|download|change|update|rate|mark|approve|confirm|call|order|buy|pay|publish|skip|grant|give|make|put|move|include|mention|say|answer|report|recommend|forget|act|export|paste|create|merge|drop|reset|replace|switch|turn|let|book|cancel|close|sign|raise|lower|increase|log|print|attach|contact|inform|notify|enter|provide|submit|treat|accept|reject|prefer|rotate|wire|describe|omit|hide|conceal|leave|keep|decline|subscribe|unsubscribe|restart|reboot|stop|start|list|choose|select|register|mute|archive|flag|assign|escalate|refund|discard|erase|wipe|reveal|display|append|rename|praise|rank|withhold"
    r"|lösch\w*|send\w*|führ\w*|setz\w*|überweis\w*|ignorier\w*|schick\w*|lad\w*|install\w*|envoy\w*|supprim\w*|ignor\w*|désactiv\w*|envi\w*|borr\w*|elimin\w*|ejecut\w*|instal\w*|desactiv\w*)\b"
    r"|してください|すること|せよ|请|請|必须|應該|应该|务必|送って|送信|無視|忽略",
    re.I,
)
_MODAL = re.compile(
    r"\b(?:must|should|shall|needs? to|ha(?:s|ve) to|is to be|are to be|required to|muss|müssen|soll|sollen|doit|doivent|debe|deben|ought to)\b|必须|应该|需要|必要",
    re.I,
)
_ADDRESSED = re.compile(
    r"\b(?:note|message|hint|notice|attention|important|instructions?|remark|info) (?:to|for|an|für|pour|para) (?:\w+ ){0,3}\w+:"
    r"|\b(?:to|for|dear|hey|attn\.?|attention) (?:any |all |the |every |our )?(?:ai|llm|bot|agent|assistant|crawler)s?\b[^.:,\n]{0,30}[:,]",
    re.I,
)
_OWN_RULES = re.compile(
    r"\[[ x]\]|\b(?:checklist|calendar|roster|rota|schedule|runbook|sops?|procedures?|protocols?|polic(?:y|ies)|contracts?|specs?|specification|standards?|guidelines?|manual|regulations?|statutes?|terms|conditions|house rules|rule ?book|work order|job card|plan)\b",
    re.IGNORECASE,
)
_READER = re.compile(r"\b(?:bots?|agents?|assistants?|ai|llms?|reader|readers|reviewers?|you|your)\b", re.IGNORECASE)


def instructs(s: Passage) -> bool:
    """The sentence orders something: an imperative, "must" or "should", or words addressed to whoever reads the data."""
    return (
        len(s.text) < 600
        and len(content_stems(s.text)) >= 3
        and bool(ORDER.search(s.text) or _MODAL.search(s.text) or _ADDRESSED.search(s.text))
    )


def orders_that(source: Passage, clause: Passage) -> bool:
    """What the source orders is what the clause has: the verb of its imperative, or anything where it says "must"."""
    if _MODAL.search(source.text) or _ADDRESSED.search(source.text):
        return True
    return any(
        stem(m.group().split()[-1]) in clause.stems or not m.group()[-1].isascii() for m in ORDER.finditer(source.text)
    )


def lays_down(source: Passage, clause: Passage) -> bool:
    """The source only says what must be, to nobody in particular: a rule of its own, which may be told as one."""
    if _ADDRESSED.search(source.text):
        return False
    if _OWN_RULES.search(source.text):
        return True
    if _READER.search(source.text):
        return False
    return not any(
        stem(m.group().split()[-1]) in clause.stems for m in ORDER.finditer(source.text) if not _MODAL.search(m.group())
    )
