"""A proposal put into the wrong mouth: "the assistant proposed using X" where the user did, and the other way round.

In: a trial. Out: findings `invented_actor_or_approval`. (1) Both sides must say the same in the same manner: a verb of adopting ("use",
"try", "switch to", "go with") right before one exact thing. Whoever says so first proposed it; one sentence of the one whom the
parent names, before the other's, clears him. A thing that is merely spoken of ("suggested splitting X") shows no proposer.
(2) "As Ann proposed, B" where a source says of B that it differs from what Ann proposed.
"""

from __future__ import annotations

import re

from leadline.core.signals.findings import make
from leadline.core.signals.index import Passage, Trial
from leadline.core.signals.lexis import content_stems
from leadline.core.signals.model import Finding

__all__ = ["find_wrong_proposer"]

_ADOPT = r"(?:us(?:e|es|ed|ing)|try(?:ing)?(?: out)?|adopt(?:s|ed|ing)?|switch(?:ed|ing)? (?:over )?to|mov(?:e|ed|ing) to|go(?:ing)? (?:with|for)|tak(?:e|ing)|pick(?:ing)?|choos(?:e|ing)|call(?:ing)?|pass(?:ing)?|install(?:ing)?|renam(?:e|ing) (?:it |this |that |them )?to|nam(?:e|ing) it|(?:how|what) about|why not|with|by)"
_ARTICLE = r"(?: (?:just|simply|the|a|an|its|our))*"
_THING = r"[`'\"“]?(?P<thing>[A-Za-z_][\w-]*+(?:[./:]\w[\w-]*+)*(?:\((?:[^()\n]|\([^()\n]*\)){0,40}\))?)"
_EXACT = re.compile(r"\d|_|[a-z][A-Z]|\w[./:]\w|\(|^[A-Z][a-z]+[A-Z]")
_WHO = r"the (?P<who>assistant|agent|model|user)"
_ADV = r"(?: (?:then|also|later|next|first|itself|himself|herself|now|in turn|instead|had|has))*"
_PROPOSED = r"(?:propos(?:ed|es)|suggest(?:ed|s)|recommend(?:ed|s)|put forward|came up with|advis(?:ed|es)|offered|had the idea of)"
_TOLD = (
    re.compile(
        rf"\b{_WHO}{_ADV} {_PROPOSED}(?: to| that \w+ should)? (?:(?P<verb>{_ADOPT}){_ARTICLE} )?{_THING}", re.I
    ),
    re.compile(
        rf"\bat the (?P<who>assistant|agent|user)'s (?:suggestion|proposal|advice|prompting|idea)\b[^.;]{{0,60}}?\b(?P<verb>{_ADOPT}){_ARTICLE} {_THING}",
        re.I,
    ),
)
_UNTOLD = re.compile(
    r"\b(?:not|no|never|nobody|neither|nor|if|whether|against|unless|instead of|rather than)\b|n['’]t\b|\?", re.I
)
_WOULD = re.compile(r"\b(?:not|never|don't|avoid|instead of|rather than|stop|without)\W+(?:\w+\W+){0,2}$", re.I)
_SAYS_SO = r"(?:proposed|suggested|recommended|advised|asked|demanded|requested|wanted)"
_NAME = r"(?:the )?([A-Z]\w+|user|issue|reviewer|maintainer|customer|assistant|agent)"
_AS_PROPOSED = re.compile(
    rf"\b[Aa]s {_NAME} (?:had |has )?{_SAYS_SO}\b|\b(?:[Ff]ollowing|[Pp]er|[Ii]n line with|[Aa]ccording to|[Oo]n|[Aa]t) {_NAME}'s (?:suggestion|proposal|advice|recommendation|idea|request|wish)\b"
)
_DEPARTS = re.compile(
    r"\b(?:differs?(?: \w+){0,2} from|different(?:ly)? (?:from|than|to)|depart(?:s|ed|ing)? from|deviat(?:es|ed|ing) from|contrary to|unlike|other than|disagree(?:s|d)? with|against|instead of (?:following|doing)|(?:do not|don't|did not|didn't) follow)\b",
    re.I,
)
_NEAR, _SHARED = (
    40,
    2,
)  # characters behind the departure in which the name stands; content words that tell what it is about
_P = 0.87  # two faulty claims of real sessions, no faithful one of 7,675: no more than that can be said
_CHEAP = re.compile(
    r"propos|suggest|recommend|put forward|came up|advis|offered|idea|prompting|asked|demanded|requested|wanted|advice|request|wish",
    re.I,
)


def find_wrong_proposer(trial: Trial) -> list[Finding]:
    """At most one finding a sentence, in the order of the parent."""
    out: list[Finding] = []
    if not _CHEAP.search(trial.parent):
        return out
    for sentence in trial.parent_sentences:
        if trial.is_verbatim(sentence.text):
            continue
        departed = _departed(trial, sentence)
        if departed is not None:
            out.append(departed)
            continue
        for told in (m for shape in _TOLD for m in shape.finditer(sentence.text)):
            if _EXACT.search(told["thing"]) and not _UNTOLD.search(sentence.text[: told.end()]):
                found = _judge(trial, sentence, told)
                if found is not None:
                    out.append(found)
                    break
    return out


def _judge(trial: Trial, sentence: Passage, told: re.Match[str]) -> Finding | None:
    thing = told["thing"]
    named = "user" if told["who"].lower() == "user" else "assistant"
    other = "assistant" if named == "user" else "user"
    first = _first_mention(trial, thing, named)
    proposal = _first_proposal(trial, thing, other)
    if proposal is None or (first is not None and (named == "user" or first < proposal[0])):
        return None
    owner, start, end = proposal
    return make(
        trial, "invented_actor_or_approval", "suspicion",
        f'The summary says that the {named} proposed "{thing}"; the first to do so is the {other}, in "{trial.pool[owner].id}".',
        parent=(sentence.start + told.start(), sentence.start + told.end()), child=(owner, start, end), probability=_P,
    )  # fmt: skip


def _departed(trial: Trial, sentence: Passage) -> Finding | None:
    """What is done is told as somebody's proposal; the source that speaks of both says that it is not."""
    told = _AS_PROPOSED.search(sentence.text)
    if told is None or _UNTOLD.search(sentence.text[: told.start()]):
        return None
    name = next(g for g in told.groups() if g)
    done = sentence.stems - content_stems(told.group())
    for s in trial.sentences:
        if name.lower() not in s.text.lower() or s.foreign:
            continue
        away = _DEPARTS.search(s.text)
        if away is not None and name.lower() in s.text[away.end() :][:_NEAR].lower() and len(done & s.stems) >= _SHARED:
            return make(
                trial, "invented_actor_or_approval", "suspicion",
                f'The summary says "{told.group()}"; "{trial.pool[s.owner].id}" says that it differs from what {name} proposed.',
                parent=(sentence.start + told.start(), sentence.start + told.end()), child=(s.owner, s.start, s.end), probability=_P,
            )  # fmt: skip
    return None


def _first_mention(trial: Trial, thing: str, role: str) -> int | None:
    """The first child in which that side, or whoever reports it, names the thing at all."""
    low = thing.lower()
    for owner, child in enumerate(trial.pool):
        for s in child.segments:
            if s.role in (role, "summary", "system") and low in child.text[s.start : s.end].lower():
                return owner
    return None


def _first_proposal(trial: Trial, thing: str, role: str) -> tuple[int, int, int] | None:
    """Where that side first says to use it."""
    says = re.compile(rf"\b{_ADOPT}{_ARTICLE} [`'\"“]?{re.escape(thing)}(?![\w-])", re.I)
    for owner, child in enumerate(trial.pool):
        for s in child.segments:
            if s.role == role and not s.injected and s.kind == "text":
                for said in says.finditer(child.text, s.start, s.end):
                    if not _WOULD.search(child.text[max(s.start, said.start() - 40) : said.start()]):
                        return owner, said.start(), said.end()
    return None
