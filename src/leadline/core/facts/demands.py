"""Demands: which sentences bind whoever reads them, and the words that carry such a force, or take it away.

In: a sentence in lower case. Out: the kind of its demand ("" for none), and searches for words of force and of wish. Closed
classes only: modals, negations, exclusives, limits, words of permission and prohibition, of lasting, and of preference;
never topics. The force class is wide on purpose: a sentence without any word of it only reports, and that is what the
backward question builds on (core/signals/backward.py). Pure; each test is one linear search.
"""

from __future__ import annotations

import re
from typing import Literal

from leadline.core.text.gates import Gated, gated
from leadline.core.text.kept import kept

__all__ = [
    "CONDITION",
    "EXCEPTS",
    "FORCE",
    "FOR_NOW",
    "SOME",
    "TEMPORARY",
    "UNIVERSAL",
    "WISH",
    "Demand",
    "allows_all",
    "binds",
    "demand_kind",
    "frees",
    "holds",
]

Demand = Literal["", "forbids", "requires", "limits"]

_OPENING = r"^\W*(?:(?:please|pls|and|but|so|also|then|again|important|note|rule|constraint|reminder)[,:]? ){0,3}"
_FORBIDS = gated(
    _OPENING
    + r"(?:(?:do not|don['’]t|never)\b|no (?!(?:se|es|hay|me|lo|la|los|las|one|body|problem|worries|idea|need|doubt|longer|way|answer|news|reply|response|rush|luck|matter|wonder|[\w ]{0,30}(?:was|were|has|have|yet|so far)|[\w -]{0,40}\b(?:requested|asked for|needed|found|given|reported|received|planned|identified|mentioned|specified|pending|remaining)(?=\s*(?:[.;,:!)]|$)))\b)(?=[a-z]))"
    r"|\b(?:must(?: not|n['’]t| never)|may (?:not|never)|shall (?:not|never)|(?:is|are) (?:not|never) (?:to|allowed|permitted)|not to be|never to be|(?:not|never) (?:be )?(?:allowed|permitted)|forbidden|prohibited|off[ -]limits|under no circumstances|on no account|"
    r"(?:nobody|no one|nothing|none|neither)(?: \w+){0,4} (?:may|must|shall|is to|are to|goes|leaves|gets)|(?:nobody|no one) (?:but|except|other than)|hands off)\b"
    r"|(?:[:;,.] |\b(?:and|but|please) )(?:do not|don['’]t|never)\b",
    needs=r"\b(?:do|don['’]t|never|no|must|mustn['’]t|may|shall|is|are|not|forbidden|prohibited|off|under|on|nobody|nothing|none|neither|hands)\b",
)
_REQUIRES = gated(
    _OPENING + r"(?:always|only|keep|leave|stay)\b|^\W*(?:every|each|all) [\w ]{1,60}\b(?:gets?|needs?|goes?|go)\b"
    r"|\b(?:must|shall|ha(?:s|ve) to|needs? to|(?:is|are) to (?:be|stay|remain)|required|mandatory|compulsory|(?:be|is|are|should|shall|to) always|always[.!]?$|only (?:if|when|after|with|by|once|the|on|in)|may only|without exception|at all times)\b"
)
_LIMITS = gated(
    r"\b(?:at (?:most|least|the latest)|no (?:more|less|fewer|longer|later|earlier|higher|lower) than|max(?:imum|\.)?|minimum|(?:must|may|can)(?: not|n['’]t|not) exceed|limit(?:ed)? (?:to|of)|cap(?:ped)? at|not? [\w ]{1,60}\b(?:until|unless|before|without)|stays? [\w ]{1,40}\b(?:until|unless))\b"
)
# What tells: in the past, or what a thing's limit is. "It did not lift until eight" and "their minimum is 300" bind nobody.
_TELLS = re.compile(
    r"\b(?:was|were|had|did|came|went|got|said|took|made|saw|found|fell|rose|ran|stood|began|broke|told|wrote|gave|knew|thought|felt|kept|left|held|lost|spent|met|(?!need|exceed|proceed|succeed|feed|speed|embed|indeed)[a-z]{2,}ed)\b"
)
_COMMANDS = re.compile(
    r"\b(?:must|shall|should|may|can|has to|have to|needs? to|(?:is|are) (?:not |never |only )?to|(?:is|are|be|been|stays?|remains?) (?:\w+ )?\w+(?:ed|en)|not allowed|forbidden|prohibited|required)\b"
)
_ITS_LIMIT = re.compile(
    r"(?:['’]s?|\b(?:its|their|his|her|the|a|an)\b)(?: \w+){0,2} (?:maximum|minimum|limit|cap|ceiling)\b(?: \w+){0,4} (?:is|are|lies|stands|seems|starts)\b"
)
# what looks like a demand and is none: guesses, habits, states of affairs, open questions, one's own duties
_NOW_AND_THEN = r"(?:sometimes|usually|often|normally|typically|occasionally|rarely|frequently|now and then|every now and then|from time to time|at times|most days)"
_NO_DEMAND = re.compile(
    rf"\b{_NOW_AND_THEN},? (?:i|we) (?:\w+ )?(?:have to|need to|had to|must)\b|\b(?:i|we) {_NOW_AND_THEN} (?:have to|need to|had to|must)\b|"
    r"\?\W*$|^\W*(?:open|pending|outstanding|unresolved|undecided|unclear|not (?:yet|decided|settled|clear|sure|resolved)|still (?:to|open|missing|unclear)|waiting|to[ -]do|decided|decision|question)\b|"
    r"\b(?:i|we)(?: still| also| really)? (?:have to|need to|had to|must) (?:\w+ )?(?:think|ask|assume|say|admit|see|look|find out|check|talk|leave|go|wait)\b|\bif you must\b|(?:\bnot|n['’]t) (?:need|have) to\b|\b(?:they|he|she|it|we|i|you|who|which|that) always\b|\bno no\b|\b(?:it|this|that|they|he|she)(?: \w+){1,3} only\b|"
    r"\bmust (?:be|have been) (?:a|an|the|some|something|because)\b|\bmust have\b|\b(?:it|this|that|there|which|these|those) may not\b|\b(?:i|we|they|he|she|it|you)(?:['’]ve| have| has|['’]s)? never\b|\bnever ?mind\b|"
    r"\b(?:nobody|no one|nothing|none) (?:has|had|have|knows?|knew|took|noticed|was|is|were|else)\b|\bnot the end of the world\b|\bnot yet\b|\b(?:not|n['’]t) (?:know|decided|settled|resolved|proven|confirmed|clear|sure|a fan)\b|"
    r"\b(?:i|we) (?:promise|swear|vow)(?: you| never| not| to)?\b|\b(?:don['’]t|do not) (?:want another|hesitate|think|mind|care|know|believe|remember|see|understand|worry|have|get)\b|\b(?:undecided|unresolved|unclear|unanswered|disagree)\b"
)

# A preference instead of a demand.
WISH = re.compile(
    r"\b(?:prefer(?:s|red|ably|able)?|preferences?(?! \w+ by\b| of\b|\W*:)|ideally|(?:if|where|when|wherever|whenever|as far as|as much as|as little as|as few as) (?:at all )?(?:possible|practical|practicable|feasible|convenient|reasonable)|"
    r"(?:time|space|budget|staffing|room|weather|the (?:time|schedule|budget|workload|weather|situation)) (?:allows?|permits?|permitting)|(?:try|tries|trying) (?:not )?to|efforts?|(?:is|are|would be|might be|be|it['’]s) (?:\w+ )?(?:better|best|good|nice|welcome|useful|preferable|safer|wiser|desirable|desired|recommended|advisable|appreciated|handy|ideal)|"
    r"better (?:not|to|be|left|kept)|(?:should|would|could|had|['’]d) (?:rather|better)|rather not|recommended|advisable|desirable|sparingly|with (?:\w+ )?(?:care|caution|restraint|moderation|tact)|careful(?:ly)?|cautious(?:ly)?|"
    r"(?:an|a close) eye on|if need be|nice[ -]to[ -]have|would like|optional(?:ly)?|hopefully|worth (?:aiming|trying|keeping|having)|aim(?:s|ed|ing)? (?:to|for|at)|mostly|normally|usually|generally|as a rule|in general|in most cases|by and large|"
    r"where it (?:makes sense|helps|fits)|at some point|some ?time|sooner or later)\b"
)
# A demand that holds for the time being: a wish where the demand holds for good, and the same where it says itself until when.
FOR_NOW = re.compile(r"\b(?:for now|for the moment|for the time being)\b")
TEMPORARY = re.compile(
    r"\b(?:yet|until|till|before|first|for now|for the moment|for the time being|meanwhile|today|tonight|tomorrow|while|as long as|once|only (?:if|when|after)|later)\b|\b(?:i|we)(?:['’]ll| will)\b"
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
    r"off[ -]limits|off the table|taboo|no-go|most|least|hands|stay(?:s|ed|ing)?|remain(?:s|ed|ing)?|keep(?:s|ing)?|kept|leave(?:s)?|leaving|left|hold(?:s|ing)?|held|last(?:s|ing)?|at most|at least|latest|more|less|fewer|longer|shorter|later|higher|lower|max(?:imum)?|min(?:imum)?|limit\w*|cap(?:s|ped)?|ceiling|floor|bounds?|threshold|exceed\w*|"
    r"up to|within|under|below|above|over|beyond|outside|inside|by|always|ever|every(?:one|body|thing|where)?|each|all|any(?:one|body|thing|where)?|both|entire(?:ly)?|completely|fully|strict(?:ly)?|absolute(?:ly)?|regardless|irrespective|reserved?|confined|restrict\w*|belongs?|insist\w*|demand\w*|"
    r"want(?:s|ed)?|ask(?:s|ed|ing)?|expect(?:s|ed)?|wish(?:es|ed)?|request(?:s|ed)?|order(?:s|ed)|instruct\w*|told|agree[ds]?|promis\w*|refus\w*|reject\w*|den(?:y|ies|ied)|stop(?:s|ped)?|fixed|frozen|freez\w+|final|immovable|binding|binds?|bound|due|deadline|avoid\w*|lets?|immediate(?:ly)?|at once|instead|rather|"
    r"wait(?:s|ing)?|own|exclud\w*|includ\w*|even|too|also|as well|during|while|prevent\w*|protect\w*|secret|secrecy|confidential\w*|private|silen\w+|closed|shut|lock(?:s|ed)?|seal(?:ed)?|out|approval|approv\w+|consent\w*|sign(?:ed|s)? off|go-ahead|says? so|"
    r"takes?|outrank\w*|precedence|priority|priorit\w+|last resort|out of the question|ignor\w*|disregard\w*|decid\w+|chose\w*|settled|lies|responsib\w*|use[sd]?|mark(?:s|ed)|zero|drop(?:s|ped)?|still|yet|open|unresolved|missing|owe[sd]|lacks?|await\w*|"
    r"spare[ds]?|exempt\w*|hidden|hide[s]?|conceal\w*|absent|absence|away|clear of|steer\w*|block(?:s|ed)?|suspend\w*|pause[ds]?|on hold|refrain\w*|abstain\w*|omit\w*|omission|skip\w*|withh[eo]ld\w*|mask(?:s|ed)?|sole|single|privilege|prerogative|personally|manual(?:ly)?|(?:him|her|them|our|your|my)sel(?:f|ves)|"
    r"halt(?:s|ed)?|hard|guarantee\w*|ensur\w+|make sure|enforce\w*|obey\w*|respect\w*|compl(?:y|ies)|follow(?:s|ed)?|stick|adher\w*|abid\w*|honou?r\w*|observ\w+|appl(?:y|ies)|valid|invalid|void|counts?|wrong|right|acceptab\w*|tolerat\w*|supposed|meant|intended|designated|intact|as (?:is|it is|they are)|verbatim|"
    r"in place|persist\w*|preserv\w*|retain\w*|maintain\w*|survive\w*|stands?|nil|sharp|veto|precondition|prerequisite|requisite|proviso|rules?|policy|polic(?:ies)|guideline|convention|principle|"
    r"nicht|kein\w{0,2}|nie|niemals|ohne|nur|muss|müssen|darf|dürfen|soll\w*|bis|erst|verboten|vorbehalten|höchstens|mindestens|immer|bleib\w+|ne|pas|jamais|sans|seul\w*|doi(?:t|vent)|faut|interdit\w*|tou(?:t|s|te|tes)|reste\w*|aucun\w?|"
    r"não|sem|só|apenas|deve\w*|pode\w*|sempre|proibid\w+|non|mai|solo|senza|deve|devono|vietat\w+|nunca|sin|sólo|debe\w*|siempre|prohibid\w+|hasta|mientras|permanec\w+|intact\w*|un\w{3,}(?:ed|able|en))\b|n['’]t\b|→|=>|[<>≤≥]|: |必|禁止|不|没|未|只|ない|ません|ず|まで|だけ|のみ|[!]"
)


# A measure binds where a norm stands before it in its clause. "More than 200 people came", "up to 40 %" and "within 20
# years" only describe; so does a measure inside of what a relative clause tells, and what is called the limit of something:
# that is said of the world, unless who says it sets it.
_NORM = re.compile(
    r"(?:\b(?:must|shall|should|ought to|(?:may|can) (?:only|not|use|take|run|last|hold)|ha(?:s|ve) to|needs? (?:to|at)|requires?|required|(?:is|are) to|allow(?:s|ed)?|permit(?:s|ted)?|never|do not|don['’]t|keep|"
    r"demand(?:s|ed)?|insist(?:s|ed)?|muss|müssen|darf|dürfen|sollen?|soll|doi(?:t|vent)|faut|deben?|tiene[n]? que)\b|必|不得|不能|要求)"
    r"(?![^,;:()]*\b(?:who|which|that|where|if|when|after|because|have (?!at|to|up|under|over|less|more|no|not)\w+)\b)[^,;()]{0,48}$"
)
_NORM_OWN = re.compile(
    r"\b(?:max(?:imum|imal)?|min(?:imum)?|limit\w*|cap(?:ped)?|ceiling|budget|threshold|deadline|target|no (?:more|less) than|maximum|máximo|límite|grenze|au (?:plus|moins))\b|最大|最多|至少|上限|下限|予算|预算"
)
_NORM_AFTER = re.compile(r"[^,;.()]{0,24}\b(?:allowed|permitted|required|mandatory)\b")

_CONDITION_OF = re.compile(
    r"\b(?:if|when(?:ever)?|once|unless|as soon as|as long as)\b[^,;]{0,60}$"
)  # "stop if it goes above 30 s"


def binds(low: str, start: int, end: int, *, set_here: bool = False) -> bool:
    """Whether the measure at low[start:end] is one that somebody has to keep to, and no description. `set_here`: who
    speaks may set it, so that a limit that is only named ("max 3", "budget: 140") is set by naming it."""
    if _NORM.search(low, max(0, start - 80), start) or _NORM_AFTER.match(low, end):
        return True
    named = _NORM_OWN.search(low, max(0, start - 24), end) or _CONDITION_OF.search(low, max(0, start - 80), start)
    return set_here and named is not None and not _ITS_LIMIT.search(low) and not _TELLS.search(low)


_DUE = re.compile(
    r"\b(?:deadline|due|expires?|latest|later than|owe[sd]?|ask(?:s|ed)? for|wants?|hand in|answer|accept|reply|pay|submit|spätestens|frist|vence|tard|tardar)\b|期限|までに"
)
_THEIRS = re.compile(  # "the agent answers by Thursday": what somebody else has promised binds nobody here
    r"\b(?:answers|replies|responds|comes|arrives|calls|sends|delivers|writes|decides|reports|returns|emails|mails|ships|posts|confirms|signs|gets back|lets (?:me|us) know) (?:back |out |in |it |them |me |us |you )?by\s+$"
)
_LASTS = re.compile(r"\b(?:until|till|before|ends|bis(?! (?:zum|spätestens)\b)|jusqu['’]au|hasta|antes)\b[^;.]{0,20}$")


# Leave for a whole class of things ("anything on the next tag can go") is a rule: it holds for the next one as well.
_ALLOWS_ALL = re.compile(
    r"^\W*(?:(?:ok|yes|and|also|so|but|btw|fyi)\b\W*){0,2}(?:any(?:thing|one|body)?|every(?:thing|one|body)?|all|each|whatever|whoever)\b(?! (?:else|i|we|you|it|they|he|she)\b)[^?？]{1,120}?\b(?:can(?!['’]t)|may|need not|(?:is|are) (?:(?:allowed|free|welcome)\b|(?:fine|ok(?:ay)?) to))\b[^?？]*$"
)


def allows_all(low: str) -> bool:
    """Whether a person's sentence in lower case gives leave for a whole class of things."""
    return _ALLOWS_ALL.search(low) is not None


def is_due(low: str, start: int, end: int, *, set_here: bool = False) -> bool:
    """Whether something has to be there by the date at low[start:end]: until when something lasts, or lasted, is told.
    `set_here`: who speaks may set a date, so that "by" says enough."""
    if binds(low, start, end):
        return True
    before = low[max(0, start - 80) : start]
    if _LASTS.search(before) or _TELLS.search(before) or _THEIRS.search(before):
        return False
    return set_here or _DUE.search(before) is not None or _DUE.search(low, end, end + 24) is not None


@kept(4096)
def demand_kind(low: str) -> Demand:
    """What a sentence in lower case demands. Limits come first, as they are prohibitions with a measure; then what is
    forbidden, then what is required; a guess, a state or a question demands nothing."""
    kind: Demand
    for kind, cue in _KINDS:
        m = cue.search(low)
        if m is not None:
            none = _NO_DEMAND.search(low) or WISH.search(low) or (m.start() and _only_tells(low))
            return "" if none else kind
    return ""


_KINDS: tuple[tuple[Demand, Gated], ...] = (
    ("forbids", _FORBIDS),
    ("limits", _LIMITS),
    ("requires", _REQUIRES),
)


def _only_tells(low: str) -> bool:
    """Whether a sentence whose cue stands inside of it tells what was, or what the limit of something is."""
    if _COMMANDS.search(low):
        return False
    return _TELLS.search(low) is not None or _ITS_LIMIT.search(low) is not None


def frees(low: str) -> bool:
    """Whether a clause in lower case lets somebody do something."""
    return _FREES.search(low) is not None


def holds(low: str) -> bool:
    """Whether a sentence in lower case holds something back: a negation, an exclusive, a limit or a condition."""
    return _HELD.search(low) is not None
