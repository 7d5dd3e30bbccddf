"""Consent that is still open: "cleared by legal", "with the board's approval", "as agreed with accounting", where the last word on it is a question.

In: a trial. Out: findings `invented_actor_or_approval`. Consent in every form that names who gives it: active, passive, as a noun, as an
aside. The sentences of the children that name that somebody are read in time order: each of them grants, or leaves open (asked, needed,
received, "0 of 2", "whether"), or says nothing of consent. Where the last that bears on it leaves it open, and nothing after it
grants anything, nobody has consented yet. The user's consent is read elsewhere (`wishes`, `session.consent`).
"""

from __future__ import annotations

import re
from typing import NamedTuple

from leadline.core.signals.findings import make, shortened
from leadline.core.signals.index import Passage, Trial
from leadline.core.signals.lexis import content_stems
from leadline.core.signals.model import Finding
from leadline.core.text.gates import gated

__all__ = ["find_open_consents"]

_VERB = r"(?:approved|cleared|agreed|authori[sz]ed|signed off|signed|consented|endorsed|sanctioned|granted|accepted|permitted|allowed|greenlit|green-lit|green-lighted|okayed|okay'd|ok'd|OK’d|waved through|ratified|confirmed|rubber-stamped|blessed)"
_NOUN = r"(?:approval|clearance|consent|agreement|authori[sz]ation|permission|sign-off|signature|go-ahead|green light|okay|OK|blessing|endorsement|confirmation)"
_WHO = r"(?:the |an? |our |their |his |her |both |all )?(?P<{}>(?!has\b|have\b|had\b|is\b|was\b|are\b|were\b|be\b|been\b|being\b|not\b)[\w'’.-]{{1,40}}(?: (?!has\b|have\b|had\b|is\b|was\b|on\b|in\b|for\b|under\b|at\b|to\b|and\b|as\b|who\b|with\b|after\b|before\b)[\w'’.-]{{1,40}}){{0,3}})"
_ADVERBS = r"(?:(?:has|have|had|been|also|already|now|since|finally|later|then|verbally|formally|expressly|explicitly|meanwhile|both|all) ){0,3}"
_CLAIM = gated(
    rf"\b(?:is|are|was|were|been|being|got) (?:\w+ly |already |also |since |then )?{_VERB}(?: on| to| off)? (?:(?!by\b)[\w'’#.-]{{1,40}} ){{0,4}}?by {_WHO.format('by')}",
    rf"\b(?:as|just as) (?:{_VERB})(?: on| upon)? (?:with|by) {_WHO.format('aside')}",
    rf"\b(?:with|got|obtained|received|has|have|had|there is|thanks to) (?:the |an? |our )?(?P<his>[\w.-]{{1,40}}(?: [\w.-]{{1,40}}){{0,2}})['’]s? (?:\w+ )?{_NOUN}\b",
    rf"\b(?P<whose>[\w.-]{{1,40}}(?: [\w.-]{{1,40}}){{0,2}})['’]s? (?:\w+ )?{_NOUN} (?:is there|is in|is on file|came|(?:was|has been|had been) (?:given|granted|obtained|received|there|secured))",
    rf"\b{_NOUN} (?:of|from|by) {_WHO.format('of')} (?:is there|is in|is on file|(?:was|has been|had been) (?:given|granted|obtained|received|secured)|came)",
    rf"\b(?:with|got|obtained|received|has|had) (?:the |an? |written |formal |final )*{_NOUN} (?:of|from|by) {_WHO.format('from')}",
    rf"(?:^|[.;:,]\s|\b(?:and|but|while|that|since|because|so)\s)\W*{_WHO.format('subject')} {_ADVERBS}(?:{_VERB}(?! with\b)|g[ai]ves? (?:\w+ ){{0,3}}?{_NOUN}|given (?:\w+ ){{0,3}}?{_NOUN}|gave (?:\w+ ){{0,3}}?(?:{_NOUN}|word)|said yes|agrees to|approves|consents|(?:has|had) (?:no objections?|nothing against))(?=[\s,.;]|$)",
    flags=re.I,
    needs=rf"\b(?:{_VERB}|{_NOUN}|gave|said|agrees|approves|consents|objections?|nothing)\b",
)
_NOT_THEY = re.compile(
    r"\b(?:user|nutzer|we|i|you|agent|assistant|nobody|none|no one|nothing|no|it|its|which|that|this|he|she|they|everyone|everybody|both|all|default|law|hand|design|vote|mail|e-mail|email|phone|then|now|who|there)\b",
    re.I,
)
_UNTOLD = re.compile(
    r"\b(?:on condition|provided|not|no|nobody|none|never|without|pending|await\w*|waiting|waits?|unless|until|till|before|whether|if|needs?|needed|must|required?|requires|open|missing|once|should|would|shall|will|could|may|might|nor|neither|to be|request\w*|seek\w*|lacks?|ask(?:s|ed)?|has to|have to|subject to|only|depends?|when|claims?|claimed|says|said|allegedly|apparently|according|denied|refused|reported\w*|supposedly)\b|n['’]t\b|\?",
    re.I,
)
_SAYS_SO = re.compile(r"\b(?:by|per|in|on) (?:an?|the|his|her|its|their) [\w' /:.-]{2,60},?\s*$|\baccording\b", re.I)
_COMMITS = re.compile(
    r"\bagreed to (?!the\b|an?\b|this\b|that\b|it\b|its\b|our\b|their\b|his\b|her\b|all\b|both\b|\d)[a-z]+", re.I
)  # "has agreed to sell": what somebody takes on himself
_RULE = re.compile(
    r"(?:is|are) (?:\w+ly |already |also )?(?:permitted|allowed)\b", re.I
)  # "is permitted by the handbook": what holds, no consent
_SOFT = re.compile(r"\b(?:accepted|confirmed|permitted|allowed|granted|signed)\b", re.I)
_UNTOLD_AFTER = re.compile(
    r"[^.;]{0,40}(?:\?|\b(?:yet|pending|missing|outstanding|open|awaited|nothing|no one|nobody|neither|unconfirmed|claim\w*|alleged\w*|required|needed)\b)",
    re.I,
)
_GRANTS = gated(
    r"\b(?:approv(?:ed|es|al|e)|authori[sz](?:ed|es|ation)|signed|signs|sign[- ]?off|signature|cleared|clears|clearance|agree[sd]?|consent(?:ed|s)?|permi(?:ts|tted|ssion)|allow(?:ed|s)|go[- ]?ahead|ok(?:ay|ayed|'d|ed)?|yes|yep|yeah|fine|sure|confirm(?:ed|s)|accept(?:ed|s)?|green ?lights?|greenlit|grant(?:ed|s)|endors(?:ed|es)|voted|votes? for|carried|seconded|unanim\w*|in favou?r|no (?:objections?|concerns?|problem|issues?)|nothing against|(?:not|n't|never) (?:object|mind)|no (?:need|reason) to (?:wait|ask)|happy|likes? it|lgtm|ack|k|free to|good to go|passed|ratified|released|waved|said (?:we|it|they|he|she|i|you) (?:can|may)|(?:you|we|they) (?:may|can)|genehmigt|zugestimmt|einverstanden|freigegeben|approuvé|autorisé|validé|d'accord|aprobado|autorizado|de acuerdo|vale)\b|[👍✅]|同意|批准|承認",
    flags=re.I,
)
_LEFT_OPEN = gated(
    r"\b(?:ask(?:ed|s|ing)?|request(?:ed|s)?|question|inquir\w+|enquir\w+|need(?:s|ed)?|requir(?:es|ed)|must|has to|have to|pending|await\w*|wait(?:s|ing|ed)?|until|before|unless|whether|if|once|not|no (?:answer|reply|word|response|news|decision|statement)|nothing|nobody|never|received|receipt|acknowledg\w+|open|outstanding|missing|lacks?|without|undecided|unclear|unknown|will (?:look|decide|check|come|answer|reply|read|see|review)|would (?:look|decide|check|read)|to be|look(?:s|ing)? (?:at|into) it|should|silent|unanswered|submitted|handed in|filed|applied|application|proposal|expected|(?:is|are|lies?|sits?|still|now) (?:with|on (?:the|her|his|their) desk)|meets?|noch|nicht|ob|attend\w*|pas|sin|falta|pendiente)\b|n['’]t\b|\b0 ?(?:/|of|von|out of) ?\d|[?？]",
    flags=re.I,
)
_COUNTED = gated(  # nobody yet, in a record's own words
    r"\b(?:approvals?|reviews?|votes?|signatures?|sign-offs?)\b[^.;,]{0,16}?\b(?:0|none)(?: ?(?:/|of|out of) ?\d+)?\b|\b(?:state|status):? (?:waiting|pending|open|new|in review|requested)\b",
    flags=re.I,
)
_ASKED = gated(
    r"\b(?:ask(?:ed|ing)?|requested|question|needs?|pending|unanswered|undecided|outstanding|await\w*|wait(?:s|ing|ed)?|no (?:answer|reply|word|response|news)|nothing (?:since|from|so far|came|back)|received|acknowledg\w+|has to|have to|must|(?:not|n['’]t) (?:yet )?(?:been )?(?:asked|answered|approved|agreed|signed|cleared|decided|replied|consented|accepted?|confirmed))\b",
    flags=re.I,
)
_DOUBTS = gated(  # a text from outside may tell of somebody's consent; who knows better doubts it
    r"\b(?:claims?|claimed|alleg\w+|whether|unconfirmed|unverified|(?:not|n['’]t|nobody|never) (?:yet )?(?:been )?(?:know\w*|asked|agreed|approved|heard|aware)|cannot see|know(?:s|n)? nothing|no (?:such|sign|trace|record))\b",
    flags=re.I,
)
_WHAT = re.compile(r"\W*(?:what|which|when|where|how|why)\b", re.I)
_DENIED = re.compile(
    r"\b(?:not|no|nobody|none|never|without|pending|await\w*|wait\w*|unless|until|till|before|whether|if|needs?|must|required?|requires|open|missing|once|should|would|shall|will|nor|neither|to be|request\w*|seek\w*|lacks?|ask(?:s|ed|ing)?|question|has to|have to|for|nicht|kein\w*|noch|ohne|muss|pas|sans|avant|sin|falta|pendiente)\b|n['’]t\b|未|まだ|没|需",
    re.I,
)
_DENIED_AFTER = re.compile(
    r"[^.;,]{0,25}(?:\?|\b(?:yet|pending|missing|outstanding|nothing|no one|nobody|neither|required|needed|0)\b)", re.I
)
_CUT = re.compile(r"[,;:—]|\bbut\b")
_NO_DENIAL = re.compile(
    r"[👍✅]|\b(?:no (?:need|reason) to (?:wait|ask)|no (?:objections?|concerns?|problem|issues?)|nothing against|not (?:object|mind))\b",
    re.I,
)
_TO = 20  # characters behind a verb in which "to do it" stands
_REPLIES = 2  # sentences behind one that names somebody in which an answer of theirs may stand
_SHARE = 0.6
_P = 0.93


class _Consent(NamedTuple):
    """Who is told to have consented, and where the parent says so."""

    who: str
    start: int
    end: int


def find_open_consents(trial: Trial) -> list[Finding]:
    """At most one finding a parent sentence, in order."""
    out: list[Finding] = []
    for sentence in trial.parent_sentences:
        if sentence.kind in ("code", "data") or sentence.text.rstrip().endswith("?"):
            continue
        found = next((f for c in _consents_of(sentence) if (f := _judge(trial, sentence, c)) is not None), None)
        if found is not None:
            out.append(found)
    return out


def _consents_of(sentence: Passage) -> list[_Consent]:
    out: list[_Consent] = []
    for m in _CLAIM.finditer(sentence.text):
        who = next(v for v in m.groupdict().values() if v)
        lead = re.split(r"[;:]\s|,\s(?:but|while)\b", sentence.text[: m.start()])[-1][-60:]
        if (
            _RULE.match(m.group())
            or _NOT_THEY.search(who)
            or re.search(r"\ball\b", m.group(), re.I)
            or _SAYS_SO.search(lead)
            or _UNTOLD.search(lead)
            or _UNTOLD.search(m.group())
            or _UNTOLD_AFTER.match(sentence.text, m.end())
        ):
            continue
        out.append(_Consent(who, m.start(), m.end()))
    return out


def _judge(trial: Trial, sentence: Passage, claim: _Consent) -> Finding | None:
    they = content_stems(claim.who)
    total = sum(trial.weight(w) for w in sorted(they))
    numbers = sorted({n for w in they for n in trial.postings.get(w, ())})
    named = [
        n for n in numbers if sum(trial.weight(w) for w in sorted(trial.sentences[n].stems & they)) >= _SHARE * total
    ]
    told = sentence.text[claim.start :]
    soft = (
        _SOFT.search(told[: claim.end - claim.start]) is not None
        or _COMMITS.search(told[: claim.end - claim.start + _TO]) is not None
    )
    last = _left_open(trial, named, soft)
    if last is None or any(_grants(s.text) for s in trial.sentences[last + 1 :]):
        return None
    s = trial.sentences[last]
    quote, where = sentence.text[claim.start : claim.end].strip(" ,.;"), trial.pool[s.owner].id
    return make(
        trial, "invented_actor_or_approval", "suspicion",
        f'The summary says "{quote}"; the last that "{where}" says of {claim.who} is "{shortened(s.text)}", and nobody tells of a yes. Whoever goes on takes it for settled.',
        parent=(sentence.start + claim.start, sentence.start + claim.end), child=(s.owner, s.start, s.end), probability=_P,
    )  # fmt: skip


def _left_open(trial: Trial, named: list[int], soft: bool) -> int | None:
    """The last sentence about somebody that leaves the consent open; None where one grants it, or none speaks of consent.

    What a text from outside grants in another's name can be doubted; of verbs that things take, too, it must have been asked for.
    """
    last: int | None = None
    hearsay = False
    for n in named:
        said = trial.sentences[n]
        granted = next(
            (k for k in range(n, min(n + 1 + _REPLIES, len(trial.sentences))) if _answers(trial, n, k)), None
        )
        if granted is not None:
            if not trial.sentences[granted].foreign:
                return None
            last, hearsay = None, True
        elif _WHAT.match(said.text) and said.text.rstrip().endswith("?"):
            continue  # "what did she agree to?" takes for granted that she did
        elif (_DOUBTS if hearsay else _ASKED if soft else _LEFT_OPEN).search(said.text):
            last = n
    return last


def _answers(trial: Trial, n: int, k: int) -> bool:
    """Sentence `k`, at or behind `n` that names somebody, grants."""
    one, two = trial.sentences[n], trial.sentences[k]
    return (k == n or (one.role == "user") == (two.role == "user")) and _grants(two.text)


def _grants(text: str) -> bool:
    """A word of consent that its clause neither denies nor asks or waits for."""
    if _COUNTED.search(text):
        return False
    for word in _GRANTS.finditer(text):
        if _NO_DENIAL.match(word.group()):
            return True
        if not _DENIED.search(_CUT.split(text[: word.start()])[-1]) and not _DENIED_AFTER.match(text, word.end()):
            return True
    return False
