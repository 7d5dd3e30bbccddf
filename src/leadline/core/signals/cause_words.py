"""Words around causes: what leaves a cause open, what says that none is known, what settles the matter, what joins two things.

In: nothing. Out: patterns. Closed classes of the language (modal verbs, verbs of guessing and of not knowing, connectives),
English first, the commonest of German, French, Spanish, Chinese and Japanese.
"""

from __future__ import annotations

import re

__all__ = ["DEVICE", "HINTS", "JOINS", "NOT", "NO_REASON", "OPEN", "SAYS_WHY", "SETTLED", "THAT_IS_IT"]

OPEN = re.compile(
    r"\b(?:(?:cause|reason|why|origin|source)\b[^.;]{0,30}\b(?:unknown|open|unclear|not (?:yet )?(?:known|clear|found|given|established))|(?:is|are|was|were|remains?|still) (?:unknown|unclear)|unexplained|(?:do(?:es)?n't|do not|not|nobody|no one|can't|cannot|couldn't|could not|no puedo) (?:\w+ )?(?:know|knows|say|tell|tells|found out|explain|separate|separar|distinguish|prove|conclude|established?)\b|no (?:reason|explanation|proof|evidence|idea|cause)|remains? open|still open|is open|leave (?:the )?cause|to be seen|not investigated|not (?:yet )?(?:proven|proved|verified|confirmed|tested|checked|tried|looked|established)|haven't (?:tried|tested|checked|looked|verified|confirmed)|has(?:n't| not) been (?:tried|tested|checked|verified|confirmed)|which of the (?:two|three)|or not\b|either\b)"
    r"|\b(?:coinciden\w*|chance|same (?:day|week|hour|time|night)|correlat\w*)"
    r"|\b(?:guess\w*|suspect\w*|suspicion|speculat\w*|hypothes\w*|assum\w*|presum\w*|my money|I(?:'d)? bet|theory|unproven)"
    r"|\b(?:(?:may|might|could)(?: (?:well|also|just|simply|then))? (?:be(?! \w+(?:ed|en|wn|ut)\b)|have|explain|come|stand|cause|lie|point|play|account|help|matter|not be|fit)\w*|it could|possibl[ey]|perhaps|maybe|probabl[ey]|(?:most |quite |very )?likely|plausible|seems?|appears?|looks like|would (?:explain|fit|be enough|account)|I think|I(?:'d)? believe|(?:likely|possible|main|prime|other|usual|only|best|strong(?:est)?|first|top|another) candidates?|candidates? (?:for|are|so far)\b|attribute|not proof|is one difference|credo|peut-être|quizás|vermut\w*|vielleicht|wohl|vermutlich|möglicherweise|probablement)\b",
    re.IGNORECASE,
)
NO_REASON = re.compile(
    r"\b(?:no (?:reason|explanation|cause)s?\b(?! to\b)(?! (?:speculation|guess\w*|analysis|analyses|theor\w+|statement|claim|talk|mention|section|field|code|column|tag)s?\b)|(?:did(?:n't| not)|ha(?:s|ve)(?:n't| not)) (?:yet )?(?:say|said|give|given|tell|told|explain\w*|found out|found|established) (?:us |me )?(?:yet )?(?:why|what caus\w*|the (?:cause|reason)|a reason|any reason)|(?:can|may|could) be chance|by chance|coincidence|no puedo separar|ne peux pas séparer|nicht trennen|(?:not|cannot|n't|nobody|no one|never|unable to) (?:\w+ ){0,2}(?:know|knows|tell|say|see|explain|understand|found out|find out|found|clear|established) (?:yet )?(?:why|how come|what (?:caus\w*|triggered|led|made|broke)|where \w+ comes? from|the (?:cause|reason))"
    r"|(?<!would )(?<!will )(?<!could )(?<!can )(?<!may )(?<!might )(?<!and )(?<!to )(?<!which )(?<!that )(?<!not )(?:cause|reason|origin|source)s?\b[^.;,]{0,25}\b(?:unknown|open|unclear|empty|blank|(?:not|never|could not be|cannot be) (?:yet |been )?(?:known|clear|found|given|established|identified|determined)|to be seen|resta da vedere)|root cause: ?(?:unknown|\?|n/a|open)|unexplained|(?:remains|is|still) a (?:mystery|puzzle|riddle)|why[^.;,?]{0,30}(?:is|remains|was) (?:still |yet )?(?:open|unclear|unknown|not (?:yet )?(?:clear|known|explained|understood))|without (?:a |giving (?:a )?)reason|no guesses|can(?:not|'t) (?:separate|tell (?:\w+ ){0,4}apart)|remains open|leave (?:the )?cause|not investigated"
    r"|ohne (?:angabe von gründen|grund)|ursache (?:ist )?(?:unbekannt|unklar|offen)|cause (?:réelle )?inconnue|sans (?:donner de )?raison|causa desconocida|sin (?:dar )?(?:razón|motivo))\b|原因不明|原因は不明|原因未知",
    re.IGNORECASE,
)
HINTS = (  # one of them stands in whatever NO_REASON finds: a cheap look before the dear one
    "reason", "explanation", "cause", "what caus", "why", "chance", "coincidence", "separa", "sépar", "trennen", "apart", "origin", "guess", "open",
    "investigat", "comes from", "explain", "how come", "what ", "mystery", "puzzle", "riddle", "grund", "gründe", "ursache", "raison", "razón", "motivo", "原因", "resta da vedere", "come from",
)  # fmt: skip
SETTLED = re.compile(
    r"\b(?:confirm(?:ed|s)|prove[ndsr]*|proof|verified|indeed|turned out|turns out|that was it|that's it|it was|found (?:it|the)|gone|reproduced|established|certain|shows? that|showed|settles?|evidently|clearly|because|yes)\b",
    re.IGNORECASE,
)
NOT = re.compile(r"\b(?:not|nothing|no|never|yet)\b|n't\b", re.IGNORECASE)
THAT_IS_IT = re.compile(
    r"\b(?:settles it|that (?:was|is) it|that's it|it (?:was|is) (?:that|this|him|her)|confirmed|it does)\b",
    re.IGNORECASE,
)
DEVICE = re.compile(
    r"\b(?:because|so|since|due|as|caus\w+|hence|therefore|thus|led|leads|makes?|made|fix\w*|reasons?|why|when|thanks|result\w*|explains?|by|from|trigger\w*|after|for)\b|[:;]|—|->|→",
    re.IGNORECASE,
)
JOINS = re.compile(
    r"\b(?:because|so|since|due|as(?! well)|caus\w+|hence|therefore|thus|led|leads|makes?|made|fix\w*|reasons?|why|thanks|result\w*|explains?|by|from|trigger\w*|for)\b|->|→",
    re.IGNORECASE,
)
# ^ without words of time and stops: "after" says no more than when, and what came after was not caused by that
SAYS_WHY = re.compile(r"\b(?:because|due to|caus\w+|reasons?|led to|since|therefore|hence|so)\b", re.IGNORECASE)
