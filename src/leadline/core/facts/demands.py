"""Demands: which sentences bind whoever reads them, and the words that carry such a force, or take it away.

In: a sentence in lower case. Out: the kind of its demand ("" for none), and searches for words of force and of wish. Closed
classes only: modals, negations, exclusives, limits, words of permission and prohibition, of lasting, and of preference;
never topics. The force class is wide on purpose: a sentence without any word of it only reports, and that is what the
backward question builds on (core/signals/backward.py). Pure; each test is one linear search.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal

__all__ = [
    "CONDITION",
    "EXCEPTS",
    "FORCE",
    "SOME",
    "UNIVERSAL",
    "WISH",
    "Demand",
    "binds",
    "demand_kind",
    "frees",
    "holds",
]

Demand = Literal["", "forbids", "requires", "limits"]

_OPENING = r"^\W*(?:(?:please|pls|and|but|so|also|then|again|important|note|rule|constraint|reminder)[,:]? ){0,3}"
_FORBIDS = re.compile(
    _OPENING
    + r"(?:(?:do not|don['’]t|never)\b|no (?!(?:one|body|problem|worries|idea|need|doubt|longer|way|answer|news|reply|response|rush|luck|matter|wonder|[\w ]{0,30}(?:was|were|has|have|yet|so far))\b)(?=[a-z]))"
    r"|\b(?:must(?: not|n['’]t| never)|may (?:not|never)|shall (?:not|never)|(?:is|are) (?:not|never) (?:to|allowed|permitted)|not to be|never to be|(?:not|never) (?:be )?(?:allowed|permitted)|forbidden|prohibited|off[ -]limits|under no circumstances|on no account|"
    r"(?:nobody|no one|nothing|none|neither)(?: \w+){0,4} (?:may|must|shall|is to|are to|goes|leaves|gets)|(?:nobody|no one) (?:but|except|other than)|hands off)\b"
    r"|(?:[:;,.] |\b(?:and|but|please) )(?:do not|don['’]t|never)\b"
)
_REQUIRES = re.compile(
    _OPENING + r"(?:always|only|keep|leave|stay)\b|^\W*(?:every|each|all) [\w ]{1,60}\b(?:gets?|needs?|goes?|go)\b"
    r"|\b(?:must|shall|ha(?:s|ve) to|needs? to|(?:is|are) to (?:be|stay|remain)|required|mandatory|compulsory|always|only (?:if|when|after|with|by|once|the|on|in)|may only|without exception|at all times)\b"
)
_LIMITS = re.compile(
    r"\b(?:at (?:most|least|the latest)|no (?:more|less|fewer|longer|later|earlier|higher|lower) than|max(?:imum|\.)?|minimum|(?:must|may|can)(?: not|n['’]t|not) exceed|limit(?:ed)? (?:to|of)|cap(?:ped)? at|not? [\w ]{1,60}\b(?:until|unless|before|without)|stays? [\w ]{1,40}\b(?:until|unless))\b"
)
# what looks like a demand and is none: guesses, habits, states of affairs, open questions
_NO_DEMAND = re.compile(
    r"\?\W*$|^\W*(?:open|pending|outstanding|unresolved|undecided|unclear|not (?:yet|decided|settled|clear|sure|resolved)|still (?:to|open|missing|unclear)|waiting|to[ -]do|decided|decision|question)\b|"
    r"\bmust (?:be|have been) (?:a|an|the|some|something|because)\b|\bmust have\b|\b(?:i|we|they|he|she|it|you)(?:['’]ve| have| has|['’]s)? never\b|\bnever ?mind\b|"
    r"\b(?:nobody|no one|nothing|none) (?:has|had|have|knows?|knew|took|noticed|was|is|were|else)\b|\bnot the end of the world\b|\bnot yet\b|\b(?:not|n['’]t) (?:know|decided|settled|resolved|proven|confirmed|clear|sure|a fan)\b|"
    r"\b(?:don['’]t|do not) (?:think|mind|care|know|believe|remember|see|understand|worry|have|get)\b|\b(?:undecided|unresolved|unclear|unanswered|disagree)\b"
)

# A preference instead of a demand.
WISH = re.compile(
    r"\b(?:prefer(?:s|red|ably|able|ence)?|ideally|(?:if|where|when|wherever|whenever|as far as|as much as|as little as|as few as) (?:at all )?(?:possible|practical|practicable|feasible|convenient|reasonable)|"
    r"(?:time|space|budget|staffing|room|the \w+) (?:allows?|permits?)|(?:try|tries|trying) (?:not )?to|efforts?|(?:is|are|would be|might be|be|it['’]s) (?:\w+ )?(?:better|best|good|nice|welcome|useful|preferable|safer|wiser|desirable|desired|recommended|advisable|appreciated|handy|ideal)|"
    r"better (?:not|to|be|left|kept)|(?:should|would|could|had|['’]d) (?:rather|better)|rather not|recommended|advisable|desirable|sparingly|with (?:\w+ )?(?:care|caution|restraint|moderation|tact)|careful(?:ly)?|cautious(?:ly)?|"
    r"(?:an|a close) eye on|if need be|nice[ -]to[ -]have|would like|optional(?:ly)?|hopefully|worth (?:aiming|trying|keeping|having)|aim(?:s|ed|ing)? (?:to|for|at)|mostly|normally|usually|generally|as a rule|in general|in most cases|by and large|"
    r"where it (?:makes sense|helps|fits)|at some point|some ?time|sooner or later|for now|for the moment|for the time being)\b"
)
# Somebody is let do it: the opposite of a prohibition. "Free of" and "as many as" are no leave.
_FREES = re.compile(
    r"\b(?:is|are|was|were) (?:now |also |still )?(?:fine|ok|okay|acceptable|accepted|tolerated|allowed|permitted|all right|no problem)\b|\b(?:may|can|could) (?:now |also |still |then |well )?be \w+(?:ed|en|nt|wn|ut|ld|de|ne)\b"
)
_HELD = re.compile(
    r"\b(?:not|no|none|never|nobody|nothing|only|solely|alone|without|cannot|neither|nor|except|unless|until|before|after|once|while|whereas|most|longest|as (?:many|much|long|few|little)|up to|within|forbidden|banned|closed|frozen)\b|n['’]t\b|\bun\w+ed\b"
)
# What makes an exception, and what a demand says itself when it has one.
EXCEPTS = re.compile(
    r"\bunless\b|\bexcept(?:ions?)? (?:to|where|when|if|on|at|in|during|for)\b|(?<![\w-])only (?:if|when|where|in exceptional)\b|\bwith (?:few |some |rare )?exceptions\b"
)
CONDITION = re.compile(
    r"\b(?:unless|except(?:ions?)?|only|without|until|till|before|if|when(?:ever)?|where|but|or|may|can|allowed|after|while|during|as long as|other than|instead|once|otherwise)\b"
)
# A universal demand cut down to what matters: "all figures" -> "the main figures".
UNIVERSAL = re.compile(
    r"\b(?:all|every|each|any|no|never|nothing|nobody|anywhere|everywhere|always)\b|n['’]t\b|\bnot\b"
)
SOME = re.compile(
    r"\b(important|main|major|essential|critical|relevant|large|larger|big|bigger|serious|sensitive|several|some) (?:of (?:the |our |their )?)?(\w+)(?: (\w+))?"
)

FORCE = re.compile(
    r"\b(?:must|shall|should|ought|not|no|none|nobody|nothing|nowhere|never|neither|nor|without|cannot|"
    r"only|solely|alone|exclusive(?:ly)?|except|unless|until|till|before|first|prior|ahead|earlier|earliest|after|pending|once|as (?:long|soon|often) as|so that|if|when(?:ever)?|where(?:ver)?|who(?:m|se)?ever|whatever|whether|in case|provided|condition(?:s|al)?|depend(?:s|ent)?|"
    r"ha(?:s|ve|d) to|having to|need(?:s|ed)?|(?:is|are|was|were|be|remains?) to|required?|requires|requirement|mandatory|compulsory|oblig\w+|duty|forbid\w*|prohibit\w*|bans?|banned|bar(?:s|red)|rul(?:e|es|ed|ing)|allow(?:s|ed|ing)?|permit(?:s|ted)?|permission|may|might|can|could|free|"
    r"off[ -]limits|taboo|no-go|most|least|hands|stay(?:s|ed|ing)?|remain(?:s|ed|ing)?|keep(?:s|ing)?|kept|leave(?:s)?|leaving|left|hold(?:s|ing)?|held|last(?:s|ing)?|at most|at least|latest|more|less|fewer|longer|shorter|later|higher|lower|max(?:imum)?|min(?:imum)?|limit\w*|cap(?:s|ped)?|ceiling|floor|bounds?|threshold|exceed\w*|"
    r"up to|within|under|below|above|over|beyond|outside|inside|by|always|ever|every(?:one|body|thing|where)?|each|all|any(?:one|body|thing|where)?|both|entire(?:ly)?|completely|fully|strict(?:ly)?|absolute(?:ly)?|regardless|irrespective|reserved?|confined|restrict\w*|belongs?|insist\w*|demand\w*|"
    r"want(?:s|ed)?|ask(?:s|ed|ing)?|expect(?:s|ed)?|wish(?:es|ed)?|request(?:s|ed)?|order(?:s|ed)|instruct\w*|told|agree[ds]?|promis\w*|refus\w*|reject\w*|den(?:y|ies|ied)|stop(?:s|ped)?|fixed|frozen|freez\w+|final|immovable|binding|binds?|bound|due|deadline|avoid\w*|lets?|immediate(?:ly)?|at once|instead|rather|"
    r"wait(?:s|ing)?|own|exclud\w*|includ\w*|even|too|also|as well|during|while|prevent\w*|protect\w*|secret|secrecy|confidential\w*|private|silen\w+|closed|shut|lock(?:s|ed)?|seal(?:ed)?|out|approval|approv\w+|consent\w*|sign(?:ed|s)? off|go-ahead|says? so|"
    r"takes?|outrank\w*|precedence|priority|priorit\w+|last resort|out of the question|ignor\w*|disregard\w*|decid\w+|chose\w*|settled|lies|responsib\w*|use[sd]?|mark(?:s|ed)|zero|drop(?:s|ped)?|still|yet|open|unresolved|missing|owe[sd]|lacks?|await\w*|"
    r"spare[ds]?|exempt\w*|hidden|hide[s]?|conceal\w*|absent|absence|away|clear of|steer\w*|block(?:s|ed)?|suspend\w*|pause[ds]?|on hold|refrain\w*|abstain\w*|omit\w*|omission|skip\w*|withh[eo]ld\w*|mask(?:s|ed)?|sole|single|privilege|prerogative|personally|manual(?:ly)?|(?:him|her|them|our|your|my)sel(?:f|ves)|"
    r"halt(?:s|ed)?|hard|guarantee\w*|ensur\w+|make sure|enforce\w*|obey\w*|respect\w*|compl(?:y|ies)|follow(?:s|ed)?|stick|adher\w*|abid\w*|honou?r\w*|observ\w+|appl(?:y|ies)|valid|invalid|void|counts?|wrong|right|acceptab\w*|tolerat\w*|supposed|meant|intended|designated|intact|as (?:is|it is|they are)|verbatim|"
    r"in place|persist\w*|preserv\w*|retain\w*|maintain\w*|survive\w*|stands?|nil|sharp|veto|precondition|prerequisite|requisite|proviso|rules?|policy|polic(?:ies)|guideline|convention|principle|"
    r"nicht|kein\w{0,2}|nie|niemals|ohne|nur|muss|müssen|darf|dürfen|soll\w*|bis|erst|verboten|vorbehalten|höchstens|mindestens|immer|bleib\w+|ne|pas|jamais|sans|seul\w*|doi(?:t|vent)|faut|interdit\w*|tou(?:t|s|te|tes)|reste\w*|aucun\w?|"
    r"não|sem|só|apenas|deve\w*|pode\w*|sempre|proibid\w+|non|mai|solo|senza|deve|devono|vietat\w+|nunca|sin|sólo|debe\w*|siempre|prohibid\w+|un\w{3,}(?:ed|able|en))\b|n['’]t\b|→|=>|[<>≤≥]|: |必|禁止|不|没|未|只|ない|ません|ず|まで|だけ|のみ|[!]"
)


# A measure binds where a norm stands before it in its clause, or where its own words name a bound. "More than 200 people
# came", "up to 40 %" and "within 20 years" only describe; so does a measure inside of what a relative clause tells.
_NORM = re.compile(
    r"(?:\b(?:must|shall|should|ought to|cannot|can ?not|can['’]t|(?:may|can) (?:only|be|use|take|run|have|last|hold)|may|ha(?:s|ve) to|needs? (?:to|at)|requires?|required|(?:is|are) to|allow(?:s|ed)?|permit(?:s|ted)?|never|do not|don['’]t|always|keep|stays?|limit(?:s|ed)?|"
    r"cap(?:s|ped)?|budget\w*|threshold|deadline|maximum|minimum|target|goal|guarantee[ds]?|agreed|demand(?:s|ed)?|insist(?:s|ed)?|wants?|muss|müssen|darf|dürfen|sollen?|soll|bleibt|nie|grenz\w+|budget|doi(?:t|vent)|faut|limite|reste|deben?|límite|tiene[n]? que)\b|必|上限|下限|不得|不能|要求|予算|预算)"
    r"(?![^,;:()]*\b(?:who|which|that|where|after|because|have (?!at|to|up|under|over|less|more|no|not)\w+)\b)[^,;()]{0,48}$"
)
_NORM_OWN = re.compile(
    r"\b(?:max(?:imum|imal)?|min(?:imum)?|limit\w*|cap(?:ped)?|ceiling|exceed\w*|budget|threshold|no (?:more|less) than|maximum|máximo|au (?:plus|moins))\b|最大|最多|至少"
)
_NORM_AFTER = re.compile(
    r"[^,;.()]{0,24}\b(?:allowed|permitted|required|mandatory|or it fails|is the (?:limit|maximum|minimum|most|least|cap|bound|rule|target|deadline)|max(?:imum)?|minimum)\b"
)


def binds(low: str, start: int, end: int) -> bool:
    """Whether the measure at low[start:end] is one that somebody has to keep to, and no description."""
    return bool(
        _NORM_OWN.search(low, start, end) or _NORM.search(low, max(0, start - 80), start) or _NORM_AFTER.match(low, end)
    )


@lru_cache(maxsize=4096)
def demand_kind(low: str) -> Demand:
    """What a sentence in lower case demands. Limits come first, as they are prohibitions with a measure; then what is
    forbidden, then what is required; a guess, a state or a question demands nothing."""
    if _NO_DEMAND.search(low) or WISH.search(low):
        return ""
    if _FORBIDS.search(low):
        return "forbids"
    if _LIMITS.search(low):
        return "limits"
    return "requires" if _REQUIRES.search(low) else ""


def frees(low: str) -> bool:
    """Whether a clause in lower case lets somebody do something."""
    return _FREES.search(low) is not None


def holds(low: str) -> bool:
    """Whether a sentence in lower case holds something back: a negation, an exclusive, a limit or a condition."""
    return _HELD.search(low) is not None
