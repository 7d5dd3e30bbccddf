"""Doers of whom no source speaks: "A statistician suggested ..." where no source has a statistician.

In: a trial. Out: findings `invented_actor_or_approval`. A person or body at the head of a parent sentence (an article, one to
three words, the last with an ending of persons and bodies) with a verb of doing or saying, where no word of it stands in
any source in any form while every word of what was done does. Suspicions: a summary may give a doer a name of its own.
"""

from __future__ import annotations

import re

from leadline.core.signals.findings import make
from leadline.core.signals.forms import known
from leadline.core.signals.index import Passage, Trial
from leadline.core.signals.lexis import content_stems
from leadline.core.signals.model import Finding

__all__ = ["find"]

_VERB = (
    "asked|wants?|wanted|said|says|told|wrote|decided|chose|suggests?|suggested|proposed|demands?|demanded|requested|ordered|confirmed|denied|called"
    "|made|set|put|changed|removed|added|deleted|signed|sent|send|paid|closed|opened|reported|noticed|found|checked|reviewed|merged|reverted|paused"
    "|stopped|started|restarted|took|gave|left|did|ran|moved|forbade|allowed|approved|rejected|refused|accepted|agreed|offered|promised|complained"
    "|objected|recommends?|recommended|recommend|advised|insisted|offers|fixed|updated|logged|entered|cancelled|canceled|postponed|ruled|named|noted"
    "|claims?|claimed|states?|stated|dropped|kept|struck|submitted|delivered|handed|assigned|bought|booked|write|call|review|inform|works?|working"
)
_DOES = re.compile(
    rf"^\W*(?:The|An?|Our|Their|His|Her|Another) (?P<who>(?:[\w'-]+ ){{1,3}}?)(?:(?:has|have|had|will|is to|was to|already|also|then|himself|herself|itself|themselves|alone|only|later|first|again) )*(?P<verb>{_VERB})\b",
    re.IGNORECASE,
)
_PERSON = re.compile(
    r"(?:er|or|ist|ian|ant|ent|man|woman|men|women|office|department|board|committee|council|head|chief|mother|father|sister|brother|wife|husband|nurse|boss|partner|nutzer|leiter)s?$",
    re.IGNORECASE,
)
_VAGUE = re.compile(
    r"\b(?:user|assistant|agent|team|group|staff|paper|author|authors|unknown|unnamed|number|order|server|compiler|parser|controller|system|owner|other|others|former|latter|customer|client|document|letter)s?\b",
    re.IGNORECASE,
)


def find(trial: Trial) -> list[Finding]:
    """At most one finding a parent sentence."""
    return [f for s in trial.parent_sentences if (f := _judge(trial, s)) is not None]


def _judge(trial: Trial, sentence: Passage) -> Finding | None:
    does = _DOES.match(sentence.text)
    if does is None:
        return None
    who = does["who"].strip()
    if not _PERSON.search(who) or _VAGUE.search(who) or any(known(trial, w) for w in content_stems(who)):
        return None
    deed = content_stems(sentence.text[does.end() :])
    if not deed or not all(w in trial.postings for w in deed):
        return None
    return make(
        trial, "invented_actor_or_approval", "suspicion", f'The summary names "{who}" as the doer; no source speaks of such a one.',
        parent=(sentence.start + does.start("who"), sentence.start + does.end("verb")), probability=0.88,
    )  # fmt: skip
