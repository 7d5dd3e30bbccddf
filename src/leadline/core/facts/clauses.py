"""Clauses: which sentence kind a sentence is, read by who says it.

In: one sentence, its block kind and its voice. Out: a `Reading` or None. The same words weigh differently: "only the reader" is a
demand from a user and a description from an assistant (design.md, 3.4: criticality comes from role and use, not from looks).
Pure; each test is one linear search.
"""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from leadline.core.facts import lexicon
from leadline.core.facts.demands import demand_kind
from leadline.core.facts.force import status_of
from leadline.core.facts.model import Criticality, FactKind
from leadline.core.text.words import content_words, lower_case, word_set

__all__ = ["Reading", "Voice", "demand_of", "lists", "read_clause", "tells_done"]

Voice = Literal["user", "summary", "closing", "progress", "thinking", "system", "injected", "call", "tool"]
# closing: assistant text that nothing follows in its turn; progress: assistant text before its next tool call


class Reading(NamedTuple):
    """What a sentence is and what it is worth; `reason` is the rule's id."""

    kind: FactKind
    criticality: Criticality
    reason: str
    sure: bool = False


_RATIONALE = re.compile(r"\b(?:so that|because|since|as otherwise|otherwise|damit|weil|parce que|porque)\b")
_REMARK = re.compile(
    r"\b(?:i(?:'ve| have)? never|i (?:do not|don't) (?:know|think|mind|care|understand|remember|see|believe)|not the end of the world|never ?mind|no (?:worries|problem|rush|idea|need)|"
    r"nobody (?:has|had|took|knows?|noticed)|don't worry|don't know|why don't|i can't|i cannot|i couldn't|must (?:be|have been) (?:a|an|the|some)|can only imagine|it was never|we never|they never)\b|"
    r"\bi(?:'m| am)(?: also| just| only| still)* (?:challenging|questioning|doubting|wondering|pointing out|assuming|guessing)\b",
)
# Prohibitions in the languages that demands.py does not read.
_PROHIBIT = re.compile(
    r"\b(?:niemals|auf keinen fall|darf|interdit|jamais|nunca|prohibido)\b|必|禁止|不得|不要|しないで|てはいけ",
)
_FORBIDS_FIRST = re.compile(r"\W*(?:please )?(?:do not|don't|never|under no circumstances)\b")
# An agent that stops to think or says sorry; a person who says "Wait, ..." has something to say.
_MUSES = re.compile(
    r"\W*(?:wait ?[,.!—–-]|hmm+|hold on ?[,.!]|(?:oh|ah|aha)\b ?[,.!]|i apologi[sz]e|(?:my )?apologies)"
)
_CAPS_ERROR = re.compile(r"\d{3}|[A-Z]{3,}|Error|Exception")
_AMOUNT = re.compile(r"\d ?(?:%|[a-z]{2,})|[$€£]\d")
_MONEY = re.compile(r"[$€£¥]\d|\d ?(?:[€£]|usd|eur|dollars?|euros?)\b")
_ASKS = re.compile(
    r"\b(?:i(?:'ll| will)? (?:just |also |still )?need (?:the|your|you|to know|more)|(?:please|could you|can you) (?:provide|confirm|tell|share|let me know|specify|clarify|send|choose)|"
    r"waiting for (?:you|your)|should i|shall i|do you want|would you like|which (?:one|option|of)|let me know (?:if(?! you(?:'d| would)? (?:need|have|want|like))|which|whether|how|what))\b"
)
_NAMES_FIRST = re.compile(r"^\W{0,6}(?:[\w.-]+/[\w./-]+|`[^`\n]{2,120}`)")
_OPTION = re.compile(r"\b(?:option|variant|plan|number) [a-z0-9]\b")
_QUOTED = re.compile(r"^\W{0,4}(?:\d{1,3}[.)] )?[\"“']")
_OWN_PLAN = re.compile(
    r"\b(?:i(?:['’]ll| will|['’]m| am|['’]ve| need to| should| want to)|we(?:['’]ll| will|['’]re| need to)|let['’]?s|let me|going to|time to)\b"
)
_STEP = re.compile(r"^\W*(?:now|next|then|first)\b|:$")
_COLON = re.compile(r"[:：][*_\"'”)\]\s]*$")
_KEEPS_FORCE = (
    lexicon.FAILED,
    lexicon.OPEN,
    lexicon.PARTIAL,
    lexicon.UNVERIFIED,
    lexicon.SHELVED,
    lexicon.CONFLICT,
    lexicon.CONSTRAIN_STRONG,
)
_TALK = word_set(
    "find see look bug caus root culprit clear clearly exact understand understood got know make sense great good perfect excellent right actual real "
    "reason everyth thing all set go here interest ah aha hm wait first already"
)
_TO_USER = re.compile(
    r"\b(?:you|your|yours|should (?:i|we)|shall (?:i|we)|(?:do|may|can|could) (?:i|we)|want|prefer)\b"
)
_LOOKS_FOR = re.compile(
    r"\b(?:if|when|whenever|whether|where|in case|unless|detect(?:s|ed|ing)?|check(?:s|ing)?|handl(?:e|es|ing)|verif(?:y|ies)|validat(?:e|es)|warn(?:s|ing)?|flag(?:s|ging)?|catch(?:es)?|"
    r"prevent(?:s|ing)?|avoid(?:s|ing)?|fix(?:es|ed)?|resolv(?:e|es|ed)|no)\b(?:[^.;,]|\.(?=\w))*$"
)
_NAMES_THEN = re.compile(
    r"^\W{0,6}(?:\d{1,3}[.)] )?\W{0,4}(?:[\w.-]+/[\w./-]+|[\w-]+\.[a-z]{1,5}\b|`[^`\n]{2,120}`)(?: \([^)\n]{1,60}\))?[*_`]{0,3}(?:\s*[-–—:→]|\s*=>|\s+(?:now|is|are|has|gets?)\b)\W{0,40}\w++(?:\W{1,40}\w++){2}"
)
_WISH = re.compile(r"\bi(?:['’]d| would)? (?:really |just |also |still )?(?:want|like)\b")
_TURNS = re.compile(
    r"\b(?:(?:different|another|alternative) (?:approach|way|route)|(?:instead of|rather than) \w+ing)\b"
)
_SENTENCE = re.compile(
    r"^\W{0,3}\w+(?:\W+\w+){4,60}[.!?。！？]\W{0,3}$"
)  # one that somebody wrote, rather than a line of a dump
_NUMBERED = re.compile(r"^\W{0,4}\d{1,3}[.)]")
_QUOTES = re.compile(r"`[^`\n]{1,160}`|\"[^\"\n]{1,160}\"|“[^”\n]{1,160}”")
_BINDS = re.compile(
    r"\b(?:must|never|do not|may not|shall|mustn't|forbidden|prohibited|not allowed|only (?:if|when|after)|required|mandatory|at most|at least|no more than|not exceed|up to|maximum|minimum|limit(?:ed)? (?:is|of|to)|deadline|off[ -]limits|"
    r"darf|muss|müssen|niemals|doit|interdit|debe|prohibido|nunca)\b|(?:^|[.:;,] |\bplease )(?>(?:(?![.:;,] )\W)*)(?:don't|keep|leave|avoid|make sure|ensure)\b|必|禁止|不得|不要|なければ|いけ"
)
_FIELD = re.compile(r"^\W{0,6}[a-z][\w /()-]{1,30}[*_]{0,3}:[*_]{0,3}\s+\S.{0,160}$")
_DOES = re.compile(
    r"\b(?:returns?|takes?|accepts?|uses?|falls? back|calls?|writes?|reads?|sets?|shows?|prints?|requires?|supports?|defaults? to|now|instead of|no longer)\b"
)
_HEADS = word_set("step item task point question list follow ready left work thing part section summary")
_TOLD_WORDS = 4  # content words with which a finished change is told and not only announced
_LABEL_WORDS = 4  # "Failed tests:" heads a list, "Two of the tests still fail:" says something
_LABEL = re.compile(r"^\W*[\w\s/&'’()-]{1,40}[*_]{0,3}:\W*$")


def read_clause(
    s: str,
    block: str,
    voice: Voice,
    *,
    short: bool,
    exact: bool,
    named: bool = False,
    last: bool = True,
    told: bool = False,
) -> Reading | None:
    """The sentence kind of `s`. `short`: its message is short enough that all of it was typed; `exact`: it holds exact facts,
    `named`: identifiers; `last`: it stands at the end of its message; `told`: its message has
    said before that something is done."""
    if len(s) < 3 or (block == "heading" and voice != "summary"):
        return None
    caps = s
    s = lower_case(s)
    if _LABEL.match(s) and not exact and (len(s.split()) <= _LABEL_WORDS or not any(c.search(s) for c in _KEEPS_FORCE)):
        return None
    if voice == "user":
        return _read_user(s, short or (exact and block == "prose" and _SENTENCE.search(s) is not None), exact)
    if voice in ("summary", "closing"):
        return _read_report(s, voice, exact, named, block, last, told)
    if voice == "progress":
        return _read_progress(s, block, exact, named, _CAPS_ERROR.search(caps) is not None)
    if voice == "thinking":
        return _read_thinking(s)
    if voice == "system":
        return (
            Reading("constraint", "supporting", "system_prompt")
            if lexicon.CONSTRAIN.search(s) or _AMOUNT.search(s)
            else None
        )
    if voice == "injected":
        return Reading("constraint", "incidental", "injected") if lexicon.CONSTRAIN.search(s) else None
    return None


def lists(s: str) -> Reading | None:
    """What the bullets below a heading or an announcement are: what is open, or what failed. None where it heads neither."""
    low = lower_case(s)
    if len(low) > _LEAD_MAX or not (_COLON.search(low) or (len(low) <= _TITLE_MAX and not _STOPS.search(low))):
        return None
    if lexicon.OPEN.search(low):
        return Reading("open_item", "owed", "listed_open")
    if status_of(low) == "failed" and lexicon.STRONG_STATE.search(low):
        return Reading("status", "owed", "listed_failed")
    return None


_LEAD_MAX = 160  # characters
_STOPS = re.compile(r"[.!?,;](?>(?:(?![.!?,;])\W)*)$")


def tells_done(s: str) -> bool:
    """Whether a sentence (or heading) says that work is done: the list behind it tells what, and with which values."""
    low = lower_case(s)
    if len(low) <= _TITLE_MAX and _CHANGES.search(low):
        return True
    return (
        lexicon.STRONG_STATE.search(low) is not None
        and status_of(low) == "done"
        and not lexicon.QUESTION.search(low)
        and (_COLON.search(low) is not None or _REPORTS.search(low) is not None)
    )


_TITLE_MAX = 60  # characters
_CHANGES = re.compile(r"\b(?:changes|changed|summary of|what (?:i|was) (?:did|done)|implementation)\b")
_REPORTS = re.compile(
    r"^\W*(?:done|fixed|all \w+|i|we)(?:['’]ve| have)?\b|\b(?:successful(?:ly)?|has been|have been)\b"
)


_REASON = re.compile(
    r",? (?:so that|because|since|as otherwise|otherwise|damit|weil|sonst|denn|parce que|car|porque|ya que)\b|"
    r"[,;:] (?:(?:and |but )?(?:they|it|it's|there|i|i'm|i'll|we|you|he|she|that|this|two of|some of|everything|nobody|sie|es|ich|wir|il|elle|nous)\b)|—| - |\(",
)


def demand_of(s: str) -> str:
    """A demand without the reasons and remarks behind it; summaries keep the one and drop the other (signals-notes, section 5)."""
    low = lower_case(s)
    m = _REASON.search(low, 12)
    return s[: m.start()] if m and m.start() >= 12 else s


# Asked politely, but a wish all the same: nobody answers it with words. Asking to be told something is a question.
_REQUEST = re.compile(
    r"\b(?:could|can|would|will) (?:you|we|somebody|someone) (?:please |also |just |now |then )*"
    r"(?!tell|say|explain|show|see|think|know|believe|remember|confirm|check (?:if|whether)|look (?:at|into)|find out)[a-z]{2,}"
)
# What a person met with, told in the first person: it holds an exact thing, and it is why they write.
_SAW = re.compile(
    r"\b(?:i|we) (?:still |always |now |only |just |keep )*(?:get|got|getting|see|saw|hit|receive|received)\b"
)


def _read_user(s: str, short: bool, exact: bool) -> Reading | None:
    rationale = _RATIONALE.search(s, 8)
    demand = s[: rationale.start()] if rationale else s
    remark = bool(_REMARK.search(demand))
    n_words = len(s.split())
    binds = short and n_words > 3 and not remark and demand_kind(demand) != ""
    if not remark and (binds or lexicon.CONSTRAIN_STRONG.search(demand)):
        sure = binds or (_PROHIBIT.search(demand) is not None and short and n_words > 3)
        return Reading("constraint", "owed", "user_constraint", sure)
    if lexicon.CHATTER.match(s) and n_words < 6 and not exact:
        return None
    if _WISH.search(s) and not lexicon.APPROVE.search(s) and not lexicon.DECIDE.search(_WISH.sub(" ", s)):
        return Reading("goal", "owed", "user_demand")
    if lexicon.APPROVE.search(s) or lexicon.DECIDE.search(s) or _OPTION.search(s):
        tiny = n_words < 3 and not exact and s.isascii()
        return Reading("decision", "supporting" if tiny else "owed", "short_reply" if tiny else "user_decision")
    imperative = bool(lexicon.IMPERATIVE.search(s))
    if not remark and lexicon.CONSTRAIN.search(demand) and (imperative or short):
        return Reading("constraint", "owed", "user_constraint")
    if _disagrees(s):
        return Reading("conflict", "owed", "conflict")
    if imperative:
        return Reading("goal", "owed", "user_demand")
    if _REQUEST.search(s):
        return Reading("goal", "owed", "user_demand")
    if lexicon.QUESTION.search(s):
        return Reading("open_item", "owed" if short and n_words > 2 else "supporting", "user_question")
    if lexicon.HEDGE.search(s):
        return Reading("hedge", "owed" if short and n_words > 3 else "supporting", "user_hedge")
    status = status_of(s)
    if status and n_words > 2 and (short or (exact and status == "failed")):
        return Reading("status", "owed", "user_report")
    if exact and _SAW.search(s):
        return Reading("status", "owed", "user_report")
    if short and (n_words > 3 or not s.isascii() or exact) and not lexicon.CHATTER.match(s):
        return Reading("goal", "owed", "user_said")
    return Reading("goal", "supporting", "user_context") if n_words > 3 else None


def _read_report(s: str, voice: str, exact: bool, named: bool, block: str, last: bool, told: bool) -> Reading | None:
    """Summaries and closing messages: final states, decisions, open items; talk to the user is chatter."""
    chatter = lexicon.CHATTER.match(s) is not None or _MUSES.match(s) is not None
    if chatter and _ASKS.search(s) and voice == "closing":
        return Reading("open_item", "owed", "open_question" if exact else "asks_user")
    if chatter and (voice == "closing" or not exact):
        return _left_out(s, exact)
    if voice == "closing" and (_is_bare(s, exact) or _announces(s, named)):
        return _left_out(s, exact)
    if _disagrees(s):
        return Reading("conflict", "owed", "conflict")
    if lexicon.UNVERIFIED.search(s):
        return Reading("status", "owed", "not_verified")
    if voice == "closing" and (_ASKS.search(s) or lexicon.QUESTION.search(s)):
        if not last and not _ASKS.search(s) and not _TO_USER.search(s):
            return Reading("open_item", "supporting", "own_question")
        return Reading("open_item", "owed", "open_question" if exact else "asks_user")
    if lexicon.QUESTION.search(s):
        return Reading("open_item", "supporting" if _QUOTED.match(s) else "owed", "question")
    if lexicon.OPEN.search(s):
        return Reading("open_item", "owed", "open_item")
    if (
        lexicon.CONSTRAIN_STRONG.search(s)
        if voice == "summary"
        else exact and lexicon.CONSTRAIN_STRONG.search(_QUOTES.sub(" ", s)) and _BINDS.search(_QUOTES.sub(" ", s))
    ):
        # an order not to do something, handed on by an earlier summary: as sure as when the user gave it
        forbids = voice == "summary" and _FORBIDS_FIRST.match(s) is not None and len(s.split()) > 3
        return Reading("constraint", "owed", f"{voice}_constraint", forbids)
    if lexicon.DECIDE.search(s):
        return Reading("decision", "owed", f"{voice}_decision")
    hedged = bool(lexicon.HEDGE.search(s))
    if hedged:
        return Reading("hedge", "owed" if exact or status_of(s) else "supporting", "hedged")
    if lexicon.ATTRIBUTE.search(s):
        return Reading("attribution", "owed" if exact else "supporting", "attributed")
    status = status_of(s)
    if status:
        if (
            voice == "summary"
            or status == "shelved"
            or lexicon.STRONG_STATE.search(s)
            or (named and status != "failed")
        ):
            return Reading("status", "owed", f"{voice}_status")
        if not lexicon.FINDING.search(s) and not named:
            return Reading("status", "supporting", "closing_remark")
    if lexicon.FINDING.search(s):
        return Reading("status", "owed", "finding")
    if voice == "summary" and lexicon.GOAL.search(s):
        return Reading("goal", "owed", "summary_goal")
    if lexicon.CONSTRAIN.search(s) and voice == "summary":
        return Reading("constraint", "owed", "summary_constraint")
    if voice == "summary" and _NAMES_FIRST.match(s):
        return Reading("status", "owed", "summary_identifier")
    if voice == "closing" and _MONEY.search(s):
        return Reading("status", "owed", "closing_value")
    if voice == "closing" and named and block == "prose":
        return Reading("status", "owed", "closing_fact")
    if voice == "closing" and told and exact and block == "bullet" and _FIELD.match(s) and not _NUMBERED.match(s):
        return Reading("status", "owed", "closing_field")
    if voice == "closing" and told and named and block == "bullet" and (_NAMES_THEN.match(s) or _DOES.search(s)):
        return Reading("status", "owed", "closing_change")
    return None


# A cause stays when the turn is over; that something was found where it was looked for does not.
_CAUSE = re.compile(
    r"\b(?:causes?|caused|because|culprit|reason|(?:issue|problem|bug) (?:is|was)|turns out)\b|ursache|原因"
)


def _read_progress(s: str, block: str, exact: bool, named: bool, coded: bool) -> Reading | None:
    """Talk between tool calls. What the agent says it will do now is in flight; what it states about named things is owed."""
    chatter = lexicon.CHATTER.match(s) is not None or _MUSES.match(s) is not None
    if _is_bare(s, exact) or (not chatter and _announces(s, named)):
        return _left_out(s, exact)
    if _disagrees(s):
        return Reading("conflict", "owed" if exact and not chatter else "supporting", "conflict")
    if lexicon.UNVERIFIED.search(s) and not chatter:
        return Reading("status", "owed", "not_verified")
    if lexicon.FINDING.search(s):
        return Reading("status", "owed", "finding" if _CAUSE.search(s) else "progress_fact")
    if chatter:
        return Reading("decision", "owed", "progress_decision") if named and _TURNS.search(s) else _left_out(s, exact)
    own = _OWN_PLAN.search(s) is not None
    plan = own or _STEP.search(s) is not None
    if _ASKS.search(s) or (lexicon.QUESTION.search(s) and _TO_USER.search(s)):
        return Reading("open_item", "owed", "open_question" if exact else "asks_user")
    if lexicon.QUESTION.search(s):
        return Reading("open_item", "supporting", "own_question")
    if lexicon.OPEN.search(s):
        return Reading("open_item", "owed", "progress_open" if exact and not plan else "in_flight")
    if lexicon.DECIDE.search(s):
        return Reading("decision", "owed", "progress_decision" if exact else "in_flight")
    if lexicon.HEDGE.search(s):
        return Reading("hedge", "owed", "progress_hedged" if exact else "in_flight")
    if exact and lexicon.ATTRIBUTE.search(s):
        return Reading("attribution", "owed", "progress_attributed")
    status = status_of(s)
    if status == "failed" and coded:
        return Reading("status", "owed", "progress_failed")
    if status == "shelved" and not plan:
        return Reading("status", "owed", "progress_state")
    if status in ("planned", "shelved", "partial", "failed"):
        return Reading("status", "owed", "progress_state" if exact and not plan else "in_flight")
    if named and not plan and block == "prose":
        return Reading("status", "owed", "progress_fact")
    return Reading("status", "supporting", "progress") if status else None


def _disagrees(s: str) -> bool:
    """Whether two sides are said to disagree, rather than a check described that looks for it ("warns when X does not match")."""
    cue = lexicon.CONFLICT.search(s)
    return cue is not None and _LOOKS_FOR.search(s, 0, cue.start()) is None


def _announces(s: str, named: bool) -> bool:
    """Whether the sentence ends in a colon and only announces what follows; what failed, is open or is bound is said by the
    announcement itself, and so is a finished change of a named thing."""
    if not _COLON.search(s):
        return False
    said = len(set(content_words(s)) - lexicon.STATUS_STEMS - _HEADS)  # words that say what it is about
    if any(cue.search(s) for cue in _KEEPS_FORCE):
        return not named and not said
    return not lexicon.STRONG_STATE.search(s) or not (named or said >= _TOLD_WORDS)


def _is_bare(s: str, exact: bool) -> bool:
    """ "Done.", "Found it!", "Now I see the issue more clearly": a state or a discovery without its subject."""
    return not exact and s.isascii() and not set(content_words(s)) - lexicon.STATUS_STEMS - _TALK


def _left_out(s: str, exact: bool) -> Reading | None:
    """Chatter is left out knowingly where it holds something that could be missed (the shadow asks)."""
    return Reading("status", "incidental", "chatter") if exact or lexicon.FAILED.search(s) else None


def _read_thinking(s: str) -> Reading | None:
    if lexicon.FINDING.search(s):
        return Reading("status", "supporting", "thinking")
    if lexicon.DECIDE.search(s):
        return Reading("decision", "supporting", "thinking")
    return None
