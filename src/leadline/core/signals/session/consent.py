"""An answer that the user never gave: "the user confirmed", "approved", "was satisfied", "reported that it works".

In: a trial. Out: findings `invented_actor_or_approval`. An answer is a turn of the user, so a session shows it: a word of consent,
praise or report (a class drawn wide, in the common languages), a turn of a word or two, an answer that takes up what the
assistant had just said, or a sentence of somebody else that tells it. Where none of his turns can bear it, and no source
tells of it, it was not given. What is denied, awaited, asked for or set as a condition in the parent claims nothing.
"""

from __future__ import annotations

import re

from leadline.core.signals.findings import make
from leadline.core.signals.index import Passage, Trial
from leadline.core.signals.lexis import content_stems
from leadline.core.signals.model import Finding
from leadline.core.signals.session.spoken import Spoken, is_session, said_otherwise, spoken

__all__ = ["find_unanswered"]

_PERSON = r"(?:user|customer|client|caller|passenger|requester|operator|developer|maintainer|human)"
_USER = rf"(?:(?:the |our )?{_PERSON}s?|(?P<pronoun>s?he))"
_ADVERBS = r"(?:(?:has|have|had|then|also|later|now|since|already|explicitly|expressly|finally|both|himself|herself|themselves|eventually|subsequently|verbally|personally|kindly|readily) ){0,3}"
_NOUN = r"(?:approval|consent|confirmation|agreement|permission|go-ahead|blessing|sign-off|okay|ok)"
_GAVE = rf"(?:gave|given) (?:(?:the|their|his|her|a|an|explicit|final|full|its) ){{0,3}}(?:{_NOUN}|green light)"
_CONSENTED = (
    rf"approved|agreed|consented|accepted|authori[sz]ed|signed off|okayed|greenlit|endorsed|assented|said yes|{_GAVE}"
)
_REPORTED = (
    r"(?:reported|said|says|replied|answered|stated|declared|noted|found|reports)(?: back)?(?: that)? (?:\w+ ){0,5}?(?:works?|worked|working|fixed|solved|resolved|fine|passes|passed|succeeded)"
    r"|(?:tried|tested|checked|verified|validated|reviewed) (?:it|this|that|them|the \w+(?: \w+)?)"
)
_SATISFIED = r"(?:is|was|were|are) (?:(?:very|quite|fully|now|also|entirely) )?(?:satisfied|happy|pleased|content|delighted)|liked|praised|thanked|welcomed"
_DECIDED = r"decided|chose|opted|picked|selected|settled (?:on|for)|resolved to|ruled|made the (?:choice|decision)"
_FELT = re.compile(_SATISFIED, re.I)
_TOPIC_END = re.compile(r"[;,]|\.(?:\s|$)")
_TOLD = re.compile(
    rf"\b{_USER} {_ADVERBS}(?:(?P<consent>{_CONSENTED})|(?P<report>confirmed|{_REPORTED}|{_SATISFIED})|(?P<decision>{_DECIDED}))\b"
    rf"|\b(?:with|after|upon|on|following|given|by) (?:(?:the )?(?:{_PERSON}'s|{_PERSON}(?= {_NOUN}))|(?P<his>his|her)) (?:\w+ )?(?P<noun>{_NOUN}|yes)\b"
    rf"|\b(?:got|obtained|received|gained|secured|with|after|upon|following) (?:the |an? |explicit |written |final )*{_NOUN} (?:from|of|by) (?:the |our )?{_PERSON}\b"
    rf"|\b(?:got|obtained|received|gained|secured) (?:the )?{_PERSON}'s (?:\w+ )?{_NOUN}\b|\b{_PERSON}'s (?:\w+ )?{_NOUN} (?:was|has been|had been) (?:given|obtained|received|granted)\b"
    rf"|\b(?P<passive>approved|confirmed|authori[sz]ed|accepted|signed off|agreed|okayed)(?: on)?(?: \w+ly)? (?:by|with) (?:the |our )?{_PERSON}s?\b",
    re.I,
)
_UNTOLD = re.compile(
    r"\b(?:not|no|never|nobody|none|nothing|without|neither|nor|if|unless|until|till|whether|before|should|must|would|will|could|may|might|need\w*|require\w*|await\w*|wait\w*|pending|ask(?:s|ed|ing)?|"
    r"request\w*|seek\w*|missing|lack\w*|unclear|open|subject to|only when|provided|depend\w*|apparently|presum\w*|probably|claim\w*|assum\w*|when(?:ever)?|want\w*|instead of|rather than|to be)\b|n['’]t\b|\?",
    re.I,
)
_UNTOLD_AFTER = re.compile(r"[^.;]{0,30}(?:\?|\b(?:yet|pending|nothing|neither|nobody|only|no \w+)\b)", re.I)
_CUT = re.compile(r"[;:](?=\s)|,\s(?:but|while|and|so|yet)\b|\b(?:but|while|whereas)\b")
# An answer, wherever it stands in a turn: consent, praise and report; and orders, which consent but report nothing.
_PRAISES = re.compile(
    r"\b(?:y+e+s+|ye+a+h*|yep|yup|ya|y|o+k+|okay|okey|k|kk|sure|agree[ds]?|agreed|approv\w+|confirm\w*|accept\w*|authori[sz]\w*|consent\w*|permi\w+|grant\w*|endors\w*|sign(?:ed)?[- ]off|lgtm|ack|"
    r"absolutely|definitely|certainly|of course|by all means|no objections?|no problem|(?:I )?don't mind|"
    r"right|correct|exactly|indeed|true|great|good|nice|perfect|excellent|awesome|amazing|brilliant|cool|neat|lovely|love|loves|like it|likes?|well done|wow|fantastic|wonderful|super|sweet|"
    r"thanks?|thank you|thx|ty|cheers|appreciate\w*|happy|glad|pleased|satisf\w*|impress\w*|better|fine|alright|all right|sounds|looks|seems|"
    r"works?|worked|working|fixed|solved|resolved|pass(?:es|ed|ing)?|succe\w+|running|runs?|tested|tried|verified|checked|see it|saw|can see|done|ready|no (?:more )?errors?|"
    r"ja|jo|gut|genau|passt|danke|einverstanden|klar|gerne?|super|funktioniert|läuft|oui|d'accord|merci|parfait|bien|marche|fonctionne|sí|si|vale|gracias|claro|perfecto|de acuerdo|funciona|bueno|sim|obrigad[oa]|va bene|grazie|perfetto|certo)\b"
    r"|👍|✅|👌|🎉|🙏|❤|\+1|[好可行]|是的|谢谢|同意|没问题|はい|いい|ありがとう|了解|大丈夫",
    re.I,
)
_PLEASED = re.compile(  # what alone shows that somebody is content
    r"\b(?:great|good|nice(?:ly)?|perfect(?:ly)?|excellent|awesome|amazing|brilliant|cool|neat|lovely|loves?|likes?|liked|well done|wow|fantastic|wonderful|super|sweet|thanks?|thank you|thx|ty|cheers|appreciate\w*|happy|glad|pleased|satisf\w*|impress\w*|better|best|fine|alright|all right|"
    r"works?|worked|working|fixed|solved|resolved|yes|yep|yeah|ok|okay|lgtm|looks|enjoy\w*|welcome\w*|helpful|useful|beautiful|gut|danke|passt|super|prima|merci|parfait|bien|gracias|perfecto|grazie|obrigad[oa])\b"
    r"|[👍✅👌🎉🙏❤😀😊😂]|\+1|[:;]-?\)|!|[好谢]|ありがとう|いい",
    re.I,
)
_TRIED = re.compile(
    r"\b(?:tested|tried|retried|verified|checked|confirm\w*|see(?:s|ing|n)?|saw|got|gets?|shows?|showed|opens?|loads?|runs?|ran|running|pass(?:es|ed|ing)?|succe\w+|correct|right|true|exactly|indeed|done|no (?:more )?\w*errors?|funktioniert|läuft|geht|marche|fonctionne|funciona)\b|(?<![\d/])[\d/]++ pass|✓",
    re.I,
)
_WENT_WELL = re.compile(  # "confirmed that the page loads fine": more than a yes to a question
    r"[^.;]{0,80}?\b(?:works?|worked|working|fixed|solved|resolved|fine|right|correct(?:ly)?|readable|good|pass(?:es|ed)|succe\w+)\b",
    re.I,
)
_ORDERS = re.compile(
    r"\b(?:go ahead|go for|go with|go on|do (?:it|that|so|this|both|them)|carry on|proceed|continue|let's|lets|(?:take|book|buy|order|use|keep|choose) (?:those|these|that one|this one|both|them|the (?:first|second|third|last|other|cheaper) one)|please|pls|plz|push|merge|commit|ship|deploy|send|submit|mach|vas-y|adelante)\b|お願い",
    re.I,
)
# Before anybody has offered anything, "please" and "good" belong to a request; these do not.
_OPENS = re.compile(
    r"^\W*(?:yes|yep|yeah|yup|ok|okay|sure|agreed|great|good|nice|perfect|thanks?|thank you|cool|fine|alright|right|correct|exactly|ja|oui|sí|sim|go ahead|proceed|continue|please (?:do|go|continue|proceed)|do it|lgtm)\b"
    r"|\b(?:approv\w+|confirm(?:ed|ing)?|agreed?|(?:said|say|says) (?:yes|ok|okay|sure)|accept(?:ed)?|authori[sz]ed?|consent\w*|permission|works now|worked|looks good|happy with)\b",
    re.I,
)
_LEAVE = re.compile(  # given beforehand: "can merge directly", "no need to ask"
    r"\b(?:can|may)\b(?! (?:you|we|i|u|it|they|this|that|the|not|be|have|cause|take)\b)|\b(?:you|it|we|i) (?:can|may)\b|\b(?:feel free|free to|no need to|without asking|allow\w*|permi\w+|welcome to|up to you|your (?:call|choice|decision)|you (?:decide|choose|pick)|whatever|any\w*|either|both)\b",
    re.I,
)
_WHO = r"(?:you|you've|you have|your|users?|user's|customer(?:'s)?|client(?:'s)?|he|she|they|human|owner|boss)"
_SAID = (
    r"(?:approv(?:ed|es|al)|agree[ds]?|agreement|confirmed|confirms|confirmation|confirming|accept(?:ed|s)|authori[sz](?:ed|es|ation)|consent(?:ed|s)?|permi(?:ssion|tted|ts)|allow(?:ed|s)|granted|endorsed|sign(?:ed)?[- ]off|okay(?:ed)?|ok'?d|go-ahead|green light|"
    r"said|says|say|happy|satisfied|pleased|liked|likes|loves?|thank(?:ed|s)?|works?|worked|working|tested|tried|verified|reported|reports|saw|sees|answered|answers|responded|chose|chosen|selected|picked|decided|told|replied|response|answer|is saying|wrote)"
)
_REPORTS = re.compile(
    rf"\b{_WHO}\W+(?:\w+\W+){{0,4}}?{_SAID}\b|\b{_SAID}\W+(?:\w+\W+){{0,2}}?by (?:the )?{_WHO}\b|\b(?:glad|happy to hear|thanks for (?:confirming|approving|testing|checking)|thank you for (?:confirming|approving|your))\b",
    re.I,
)
_PENDING = re.compile(
    r"[?？]|\b(?:if|once|when|unless|until|whether|wait\w*|await\w*|let me know|please (?:confirm|let|tell|approve)|should I|shall I|may I|not|never|no|would you|do you|want me|ask\w*|need\w*|will|must|should|before)\b|n['’]t\b",
    re.I,
)
_ASKS = re.compile(
    r"[?？]|\b(?:let me know|shall I|should I|your (?:call|decision|choice)|up to you|waiting for (?:you|your)|please (?:confirm|let me|tell me|choose|decide|approve)|if you(?:'d)? (?:like|want|prefer|agree))\b",
    re.I,
)
_PROMPTED = re.compile(
    r"[\[(] ?y(?:es)? ?/ ?n(?:o)?\b[^\])\n]{0,40}[\])] ?[?:>]{0,3}\s{0,3}y(?:es)?\b|<answer>|\buser (?:has )?(?:answered|approved|selected|accepted|responded|confirmed|chose)|answered your questions?|\buser(?:'s)? (?:response|answer|selection|choice|reply)\b",
    re.I,
)
_SENTENCE = re.compile(r"(?<=[.!?,;:])\s+|\n+")  # clauses, rather: what one awaits, the next may have
_WHOLE = re.compile(r"(?<=[.!?])\s+|\n+")
_SHORT = 2  # content words up to which a turn only points at what was said before it
_TAKEN_UP = (
    0.5  # share of a turn's content words that the assistant had just used: an answer in the assistant's own words
)
_ABOUT = 0.6  # share of the topic that a statement of the user must hold to be the confirmation itself
_SPOKEN = 0.5  # share of it from which an earlier turn or question speaks of the same
_LONG, _AROUND = 2000, 300  # characters: a longer turn is pasted, and typed at its ends
_SILENT = "none of the user's turns holds a word of consent, praise or report, and no source tells of an answer"
_ABSENT = "the sources hold no turn of the user, and no source tells of an answer"
_OPEN = "the assistant's last words still ask for it, and no turn of the user follows"
_P = 0.94  # 53 faulty hand-written claims hit, no faithful one of 7,675
_P_OPEN = 0.88  # 16 of 35 open offers of real sessions told as accepted, none of 33 with a turn behind them
_THIRD = re.compile(rf"\b(?!users?\b){_PERSON}s?\b", re.I)
_SOMEBODY = re.compile(r"\b(?:he|she|him|his|her|hers)\b", re.I)
_CHEAP = re.compile(rf"\b(?:{_PERSON}s?|s?he|his|her)\b", re.I)


def find_unanswered(trial: Trial) -> list[Finding]:
    """At most one finding a sentence, in the order of the parent."""
    out: list[Finding] = []
    if not _CHEAP.search(trial.parent) or not is_session(trial):
        return out
    for sentence in trial.reworded:
        for told in _TOLD.finditer(sentence.text):
            why = _unanswered(trial, sentence, told) if _is_claimed(sentence.text, told) else None
            if why is not None:
                out.append(_finding(trial, (sentence.start + told.start(), sentence.start + told.end()), *why))
                break
    return out


def _is_claimed(text: str, told: re.Match[str]) -> bool:
    """Neither denied nor awaited, asked for or set as a condition."""
    if _UNTOLD.search(_CUT.split(text[: told.start()])[-1]) or _UNTOLD.search(told.group()):
        return False
    return _UNTOLD_AFTER.match(text, told.end()) is None


def _unanswered(trial: Trial, sentence: Passage, told: re.Match[str]) -> tuple[str, float] | None:
    """Why no turn of the user can be the answer, and how sure that is; None where one can, or where some source tells of one."""
    report = told["report"]
    leave = report is None or report.lower() == "confirmed"  # a consent can be given by an order, a report cannot
    others = _SOMEBODY if told["pronoun"] or told["his"] else _THIRD if _THIRD.search(told.group()) else None
    if others is not None and any(others.search(text) for text in trial.lower):
        return None  # a customer, or a "she", of whom the sources speak is not the one who writes
    topic = content_stems(_TOPIC_END.split(sentence.text[told.end() :], maxsplit=1)[0])
    bears = _decides if told["decision"] else _answers
    if report and _FELT.match(report):
        bears = _praises
    elif report and (report.lower() != "confirmed" or _WENT_WELL.match(sentence.text, told.end())):
        bears = _tells_outcome
    turns = spoken(trial)
    if any(bears(turn, topic, leave) for turn in turns):
        return (_OPEN, _P_OPEN) if _is_still_asked(trial, topic) else None
    if _is_told(trial):
        return None
    return (_SILENT if turns else _ABSENT), _P


def _is_still_asked(trial: Trial, topic: frozenset[str]) -> bool:
    """The assistant's last words ask for just that; no turn of the user, no earlier question and no report speaks of it."""
    turns = spoken(trial)
    if not topic or not turns:
        return False
    if any(_states(text, topic, _SPOKEN) for t in turns for text in (t.text, *_questions(t.before))):
        return False
    asked = [s for s in trial.sentences if s.role != "user" and topic & s.stems]
    if any(_REPORTS.search(s.text) and _states(s.text, topic, _SPOKEN) for s in asked):
        return False
    last = (s for s in asked if s.owner > turns[-1].owner and s.role == "assistant" and _ASKS.search(s.text))
    return any(_states(s.text, topic) for s in last)


def _questions(text: str) -> list[str]:
    return [s for s in _WHOLE.split(text) if _ASKS.search(s)]


def _decides(turn: Spoken, topic: frozenset[str], leave: bool) -> bool:
    """Whatever he says, but for a question or an opening about something else, may be the decision."""
    if turn.text.rstrip().endswith(("?", "？")) or not turn.before.strip():
        return _answers(turn, topic, leave) or bool(topic & content_stems(turn.text))
    return True


def _praises(turn: Spoken, topic: frozenset[str], leave: bool) -> bool:
    """Whoever names a thing, or gives the next order, is not yet content with it."""
    return not turn.opens and _PLEASED.search(turn.text) is not None


def _tells_outcome(turn: Spoken, topic: frozenset[str], leave: bool) -> bool:
    """It works, it was tried, or he says so in the summary's own words; an order to go on reports nothing."""
    states = not turn.text.rstrip().endswith(("?", "？")) and _states(turn.text, topic)
    return not turn.opens and (states or _PLEASED.search(turn.text) is not None or _TRIED.search(turn.text) is not None)


def _answers(turn: Spoken, topic: frozenset[str], leave: bool) -> bool:
    text = turn.text if len(turn.text) <= _LONG else f"{turn.text[:_AROUND]}\n{turn.text[-_AROUND:]}"
    if leave and _LEAVE.search(text):
        return True
    if not turn.before.strip():
        return _OPENS.search(text) is not None or (len(topic) > 1 and _states(text, topic))
    if _PRAISES.search(text) or (leave and _ORDERS.search(text)):
        return True
    own = content_stems(text)
    if text.rstrip().endswith(("?", "？")):
        return False
    if len(own) <= _SHORT or _states(text, topic):
        return True
    return len(own & content_stems(turn.before)) >= _TAKEN_UP * len(own)


def _states(text: str, topic: frozenset[str], share: float = _ABOUT) -> bool:
    """The user says himself what he is told to have confirmed."""
    return bool(topic) and len(topic & content_stems(text)) >= share * len(topic)


def _is_told(trial: Trial) -> bool:
    """Another text tells of the user's answer; computed once a trial."""
    kept = trial.shared.get("answer told")
    if not isinstance(kept, bool):
        kept = trial.shared["answer told"] = any(_tells(role, text) for role, text in said_otherwise(trial))
    return kept


def _tells(role: str, text: str) -> bool:
    """A tool shows an answer only as one; an assistant and an earlier summary also report it."""
    if _PROMPTED.search(text):
        return True
    if role == "tool":
        return False
    return any(role == "summary" or not _PENDING.search(s) for s in _SENTENCE.split(text) if _REPORTS.search(s))


def _finding(trial: Trial, span: tuple[int, int], why: str, probability: float) -> Finding:
    turns = spoken(trial)
    last = turns[-1].owner if turns else None
    return make(
        trial, "invented_actor_or_approval", "suspicion",
        f'The summary says "{trial.parent[span[0] : span[1]]}"; {why}. Whoever goes on from the summary takes for granted what is still open.',
        parent=span, child=(last, 0, min(len(trial.pool[last].text), 200)) if last is not None else None, probability=probability,
    )  # fmt: skip
