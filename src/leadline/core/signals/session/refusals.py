"""What the user is told to have refused, stopped or left unanswered, where his turns show nothing of the kind.

In: a trial. Out: findings. (1) `invented_actor_or_approval`: "the user rejected the plan", "interrupted the run", where no turn of his and
no tool shows a no, a stop or a word of displeasure (a class drawn wide). (2) `status_changed`: "the user still has to answer",
where his last turn is a plain yes to the assistant's question and the assistant went to work on it without asking again. What is
denied, or set as a condition, claims nothing; a refusal told as a wish ("wants it otherwise") is none of these.
"""

from __future__ import annotations

import re

from leadline.core.signals.findings import make
from leadline.core.signals.index import Trial
from leadline.core.signals.lexis import content_stems
from leadline.core.signals.model import Finding
from leadline.core.signals.session.spoken import Spoken, is_session, said_otherwise, spoken

__all__ = ["find_unrefused"]

_ADVERBS = r"(?:(?:has|had|then|also|later|now|explicitly|expressly|flatly|already|firmly|finally|twice) ){0,3}"
_REFUSED = re.compile(
    rf"\b(?:the )?user {_ADVERBS}(?:rejected|refused|declined|vetoed|turned (?:it|that|this|them) down|vetoes|said no|"
    r"interrupted|aborted|cut (?:it|that|this) (?:off|short))\b"
    rf"|\b(?:rejected|refused|declined|vetoed|turned down|interrupted|aborted) by the user\b",
    re.I,
)
_UNTOLD = re.compile(
    r"\b(?:not|no|never|nobody|nothing|neither|nor|without|whether|if|unless|until|before|should|would|will|could|may|might|when(?:ever)?|once|ask\w*|can)\b|n['’]t\b|\?",
    re.I,
)
_NO = re.compile(  # in a turn of the user, wherever it stands
    r"\b(?:no|nope|nah|not|never|none|nothing|neither|nor|without|stop\w*|wait|hold on|halt|cancel\w*|abort\w*|quit|undo|revert\w*|roll ?back|reset|restore|instead|rather|wrong|bad|worse|worst|horribl\w*|terribl\w*|awful|ugly|hate\w*|dislike\w*|"
    r"reject\w*|refus\w*|declin\w*|disagree\w*|object\w*|against|unhappy|skip|drop|forget|leave|keep|ignore|remove|avoid|too|but|however|actually|why|wtf|shit|fuck\w*|damn|idiot|nonsense|broken|fail\w*|error\w*|problem\w*|issue\w*|bug\w*|interrupt\w*|"
    r"nein|nicht|kein\w*|falsch|schlecht|lieber|aber|non|pas|jamais|mais|mauvais|malo|pero|nunca|não|sbagliato)\b|n['’]t\b|\b(?:dont|doesnt|isnt|cant|wont|didnt|shouldnt)\b|!|\^C|[不没别]|いいえ|だめ",
    re.I,
)
_SHOWN = re.compile(  # what a tool, a client or somebody else tells of it
    r"\buser(?: has)? (?:\w+ ){0,2}(?:reject|declin|refus|deni|interrupt|cancel|abort|stop|doesn't want|does not want|did not|chose not|disagree|object)|\b(?:rejected|declined|denied|refused|interrupted|cancell?ed|aborted|stopped|killed|dismissed) by (?:the )?user|request interrupted|interrupted by|\^C|KeyboardInterrupt|SIGINT|exit(?: code)? 130|operation (?:was )?(?:aborted|cancel)|\babort(?:ed|ing)?\b|[\[(] ?y(?:es)? ?/ ?n(?:o)?\b[^\])\n]{0,40}[\])] ?[?:>]{0,3}\s{0,3}n(?:o)?\b|\bdenied\b|\brejected\b|\bcancell?ed\b",
    re.I,
)
_TELLS = re.compile(
    r"\b(?:you|the user|user|he|she|they)\b(?:\W+\w+){0,4}?\W+(?:reject\w*|refus\w*|declin\w*|disagree\w*|object\w*|stop\w*|interrupt\w*|cancel\w*|abort\w*|do(?:es)? not|did not|don't|doesn't|didn't|not|no|wrong|instead|rather|dislike\w*|unhappy|pushed back|right|correct\w*|prefer\w*)\b|\b(?:my mistake|sorry|apologi[sz]e|good catch|fair point|good point|point taken)\b",
    re.I,
)
_AWAITS = re.compile(
    r"\b(?:await(?:s|ed|ing)?|wait(?:s|ing)? (?:for|on)|pending) (?:the )?user's (?:\w+ )?(?:approval|confirmation|answer|reply|decision|response|go-ahead|consent|permission|word)\b"
    r"|\b(?:the )?user (?:still has to|has yet to|must still|still needs to|has not yet|hasn't yet|has not|hasn't) (?:\w+ )?(?:answer|answered|confirm|confirmed|approve|approved|decide|decided|say|said|reply|replied|respond|responded|react|reacted)\b"
    r"|\b(?:question|offer|proposal) (?:\w+ ){0,4}?(?:is|remains|stays|was left) (?:still )?unanswered\b",
    re.I,
)
_YES = re.compile(
    r"^\W*(?:yes|yep|yeah|yup|sure|ok|okay|go ahead|do it|please do|go for it|approved|agreed|absolutely|yes please|ja|oui|sí|sim)\b(?!\W*(?:but|aber|mais|first|later|not)\b)[^?？]*$",
    re.I | re.S,
)
_ASKS = re.compile(
    r"[?？]|\b(?:let me know|your (?:call|decision|choice)|up to you|waiting for|tell me|please (?:confirm|let|tell|choose|decide|approve)|if you(?:'d)? (?:like|want|prefer|agree))\b",
    re.I,
)
_SHORT = 120  # characters: a plain yes
_OWN = 2  # content words with which a sentence names what is open
_SPOKEN_OF = 1 / 3  # share of them that what the turn answers must hold
_SAYING = content_stems(
    "I agent assistant user suggested proposed offered asked question answer next step still open now"
)
# Refusals: four faulty hand-written claims, no faithful one of 7,675, none of five real ones. Answers: 16 of 20 given in real sessions
# and told as awaited, none of 118 open ones.
_P_REFUSED, _P_ANSWERED = 0.87, 0.88
_CHEAP = re.compile(r"\buser\b", re.I)


def find_unrefused(trial: Trial) -> list[Finding]:
    """At most one finding a sentence, in the order of the parent."""
    out: list[Finding] = []
    if not _CHEAP.search(trial.parent) or not is_session(trial):
        return out
    for sentence in trial.reworded:
        said = _REFUSED.search(sentence.text)
        if said is not None and not _UNTOLD.search(sentence.text[: said.start()]) and not _is_refused(trial):
            quote = said.group()
            out.append(
                make(
                    trial, "invented_actor_or_approval", "suspicion",
                    f'The summary says "{quote}"; no turn of the user and no tool shows a refusal or an interruption.',
                    parent=(sentence.start + said.start(), sentence.start + said.end()), probability=_P_REFUSED,
                )
            )  # fmt: skip
            continue
        said, turn = _AWAITS.search(sentence.text), _answered(trial)
        if said is not None and turn is not None and _is_about(sentence.text, said, turn):
            out.append(
                make(
                    trial, "status_changed", "suspicion",
                    f'The summary says "{said.group()}"; the user\'s last turn answers the question, and the assistant went on from it.',
                    parent=(sentence.start + said.start(), sentence.start + said.end()),
                    child=(turn.owner, 0, min(len(trial.pool[turn.owner].text), 200)), probability=_P_ANSWERED,
                )
            )  # fmt: skip
    return out


def _is_about(sentence: str, said: re.Match[str], turn: Spoken) -> bool:
    """Whether what is told as open is what the turn says yes to: it names nothing of its own, or what the turn answers speaks of it."""
    own = content_stems(f"{sentence[: said.start()]} {sentence[said.end() :]}") - _SAYING
    return len(own) < _OWN or len(own & content_stems(turn.before)) >= _SPOKEN_OF * len(own)


def _is_refused(trial: Trial) -> bool:
    """A word of refusal in a turn, or a telling of one anywhere; computed once a trial."""
    kept = trial.shared.get("refused")
    if not isinstance(kept, bool):
        kept = trial.shared["refused"] = any(_NO.search(t.text) for t in spoken(trial)) or any(
            _SHOWN.search(text) or (role != "tool" and _TELLS.search(text)) for role, text in said_otherwise(trial)
        )
    return kept


def _answered(trial: Trial) -> Spoken | None:
    """The last turn, if it is a plain yes to a question and the assistant asks nothing behind it."""
    turns = spoken(trial)
    if not turns:
        return None
    last = turns[-1]
    if len(last.text) > _SHORT or not _YES.match(last.text.strip()) or not _ASKS.search(last.before):
        return None
    after = [
        child.text[s.start : s.end]
        for child in trial.pool[last.owner + 1 :]
        for s in child.segments
        if s.role == "assistant"
    ]
    return last if after and not any(_ASKS.search(text) for text in after) else None
