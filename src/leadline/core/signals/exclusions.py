"""Told of all where a source says that the rest is left out: "passkeys are mandatory for org-admins, not for anybody else".

In: a trial. Out: findings `scope_widened`. A source says in so many words that others are not meant ("other classes are not affected", "for
nobody else", "not concerned", "first step"). The summary tells what these words stand beside of all or of the whole, has no word that
anything is left out, and no sentence of the children about it speaks of all.
"""

from __future__ import annotations

import re

from leadline.core.signals.findings import make, shortened
from leadline.core.signals.index import Trial
from leadline.core.signals.model import Finding
from leadline.core.text.gates import gated

__all__ = ["find_widened"]

_P = 0.9
_SHARED = 2  # stems by which the summary tells of the same
_LONG = 120  # sentences of the children; in a longer record the others may have had their turn
_LEFT_OUT = gated(
    r"\bnot (?:for|in|on|at|to) (?:anybody|anyone|any) (?:else|other)\b|\b(?:nobody|no one|nowhere) else\b|\bno other \w+ (?:is|are|was|were|has|have)\b",
    r"\b(?:others|the (?:others?|rest|remaining \w+)|other \w+(?: \w+)?) (?:(?:is|are|was|were) (?:not|un\w+)|stays?|remains?|keeps?|(?:do|does|did) not|(?:don|doesn|didn)['’]t)\b",
    r"\bnot (?:concerned|affected|included|part of (?:it|this))\b|\bunaffected\b|\bfirst step\b|\bfor now only\b|\bonly for now\b",
    r"\b(?:sonst niemand|die (?:anderen|übrigen) (?:sind|bleiben)|nicht betroffen|les autres (?:ne|restent)|pas concernée?s?|los demás no|no afectad[oa]s?)\b",
    flags=re.I,
)
_ALL = re.compile(
    r"\b(?:all(?! (?:right|day|night|along|ready))|every(?!\s+(?:day|week|month|hour|\d))|each|everyone|everybody|everywhere|across (?:the|all)|throughout|the (?:whole|entire)|company-wide|nothing|nobody|alle[nrs]?|jede[rsn]?|überall|tous|toutes|partout|todos|todas)\b",
    re.I,
)
_KEPT = re.compile(
    r"\b(?:others?|rest|remaining|only|just|solely|exclusively|alone|except\w*|apart|besides|else\w*|limited|restricted|confined|un(?:affected|touched|changed|tested|tried)|not (?:yet )?\w+ed|first|initial\w*|exempt|single|part|partly|pilot|so far"
    r"|nur|andere[nr]?|übrige[nr]?|außer|seulement|autres?|sauf|solo|sólo|demás|salvo|excepto)\b",
    re.I,
)


def find_widened(trial: Trial) -> list[Finding]:
    """At most one finding a parent."""
    if len(trial.sentences) > _LONG:
        return []
    for number in trial.masked.may_match(_LEFT_OUT):
        s = trial.sentences[number]
        if s.kind == "code" or s.text.rstrip().endswith("?") or _LEFT_OUT.search(s.text) is None:
            continue
        before = trial.sentences[number - 1] if number else s
        about = s.stems | before.stems if before.owner == s.owner else s.stems
        for p in trial.parent_sentences:
            told = p.stems & about
            if len(told) < _SHARED or _ALL.search(p.text) is None or _KEPT.search(p.text) is not None:
                continue
            if any(len(o.stems & p.stems) >= _SHARED and _ALL.search(o.text) for o in trial.sentences):
                continue
            return [
                make(
                    trial, "scope_widened", "suspicion",
                    f'The summary tells it of all: "{shortened(p.text)}"; "{trial.pool[s.owner].id}" leaves some out: "{shortened(s.text)}".',
                    parent=(p.start, p.end), child=(s.owner, s.start, s.end), probability=_P,
                )
            ]  # fmt: skip
    return []
