"""Words of doubt: how a text says that it guesses, and every way in which a summary may keep that it does.

In: nothing. Out: patterns, and whether a guess is kept by its own measure. `GUESS` is narrow (a cue that makes its clause a guess), `DISCLAIMER` a short sentence that takes the one
before it back, `RESERVED` wide (any word of doubt, plan, denial or saying: the summary does not state it flatly), `HEDGE` the
middle: doubt and attribution; `CERTAIN` claims proof, unless the sentence is `DENIED`; `CONFIRMED` says in a child that a guess was right. Classes of the language, not of a workload; English with German, French, Spanish, Italian,
Japanese and Chinese.
"""

from __future__ import annotations

import re

from leadline.core.text.gates import gated

__all__ = ["CERTAIN", "CONFIRMED", "DENIED", "DISCLAIMER", "GUESS", "HEDGE", "RESERVED", "SAYING", "same_measure"]

_NOT_PASSIVE = (
    r"(?!\s+(?:\w+ly\s+)?\w+(?:ed|en|nd|ne|pt|lt|id|de)\b)"  # "could be found" is no guess, "could be the lens" is
)
_NOT_LIMIT = r"(?!\s+(?:at (?:most|least)|no (?:more|less|longer)|up to|not more)\b)"  # "may be at most" permits
GUESS = gated(
    r"\b(?:may (?:well |also |still |not |only |already |even )?(?:be" + _NOT_LIMIT + _NOT_PASSIVE + r"|have|stem|help|explain|mean|depend)|might|possibly|probabl[ey]|likely|perhaps|maybe|apparently|presumably|supposedly|allegedly|reportedly"
    r"|suspects?|suspected|suspicion|soupçonn\w+|sospech\w+|guess(?:es)?|tentative\w*|seems?|(?<!that )(?<!which )(?<!what )(?<!who )looks? (?:like|as if)|hypothes[ei]s|theory|theories|assum(?:e|es|ed|ing|ption)|unconfirmed|unverified|untested|unproven"
    r"|not (?:yet )?(?:been )?(?:confirmed|proven|proved|verified|reproduced)|I think|I believe|I recall|I(?:'d| would) (?:say|guess|expect|think)|would explain|could (?:also |as well |still |well |just )?(?:be" + _NOT_PASSIVE + r"|have been|explain|come|mean)"
    r"|not sure|unsure|vielleicht|wohl|vermut\w*|wahrscheinlich|möglicherweise|anscheinend|scheint|könnte|dürfte|peut-être|sans doute|apparemment|pourrait|semble|quizás?|tal vez|posiblemente|probablemente|podría|parece|forse|probabil\w*|potrebbe|sembra)\b"
    r"|可能性|かもしれ|と思われ|推定|推測|未確認|らしい|也许|大概|或许|怀疑|似乎",
    flags=re.I,
)  # fmt: skip
DISCLAIMER = re.compile(
    r"^\W*(?:but |though )?(?:(?:that|this|it)(?:'s| is| was) (?:only |just |still )?(?:a guess|my guess|not (?:a )?pro(?:of|ven)|unconfirmed|unverified|speculation)|not (?:yet )?(?:tested|verified|checked|confirmed|proven|reproduced|seen it)|(?:I )?(?:haven't|have not) (?:tested|checked|verified|tried|confirmed)|unverified|untested|unconfirmed|no proof|not sure)\b",
    re.I,
)
RESERVED = gated(
    r"\b(?:may|might|could|can|unknown|open|not|no|never|nothing|none|neither|nor|without|whether|if|unless|soupçonn\w*|sospech\w*|verdächt\w*|named|mentioned|possib\w*|probab\w*|potential\w*|estimat\w*|appear\w*|seem\w*|expect\w*|hint\w*|suggest\w*|indicat\w*|claim\w*|accord\w*|report\w*|says?|said"
    r"|states?|stated|tell|told|asks?|asked|candidates?|doubt\w*|unlikely|likely|would|should|verdict|consider\w*|conceiv\w*|idea|question\w*|propos\w*|option\w*|opinion|views?|judge[sd]?|regard\w*|finds?|hope\w*|plan\w*|wants?|explanation|explain\w*|will|to be"
    r"|must|guess\w*|suspect\w*|suspicion|think\w*|thought|believ\w*|assum\w*|presum\w*|suppos\w*|apparent\w*|perhaps|maybe|theor\w*|hypothes\w*|alleged\w*|tentative\w*|preliminar\w*|provisional\w*|describ\w*|looks?|looked|called|quot\w+|awaits?|awaited|outstanding|pending|un(?:confirmed|verified|tested|proven|clear|sure)|ask\w*|reason\w*|conditions?|recommend\w*|advi[sc]\w*|next steps?"
    r"|uncertain\w*|chance|risk\w*|impression|lean\w*|tends?|speculat\w*|rumou?r\w*|wonder\w*|fear\w*|worr\w*|attribut\w*|blam\w*|points? to|consistent with|favou?r\w*|predict\w*|forecast\w*|project(?:ed|ion)s?|review|investigat\w*|check\w*|need\w*|yet|offer\w*|promis\w*|aim\w*|attempt\w*|try|tries|tried|intend\w*|schedul\w*|remain\w*|subject to|until|sees?|saw|held|deem\w*|diagnos\w*|unsettled|ready|agree\w*|credit\w*|account\w*|put\w* down to|nicht|kein\w*|pas|könnte|dürfte|soll\w*|vermut\w*|wohl|wahrscheinlich|vielleicht|laut|selon|según|forse|probabil\w*|podría|pourrai\w*|semble\w*|peut|möglich\w*|anscheinend|schein\w*|denkbar|unklar|offen|angeblich|glaub\w*|hält|possible\w*|paraît|croi\w*|pense\w*|suppos\w*|incertain\w*|éventuel\w*|apparemment|serai\w*|aurai\w*|creo|cree\w*|quizás?|tal vez|posible\w*|probable\w*|parece\w*|podrían?|aparente\w*|sembra\w*|crede|potrebbe\w*)\b"
    r"|可能|かもしれ|と思|疑|推定|推測|未確認|らしい|よう|だろう|でしょう|也许|大概|或许|怀疑|估计|据|似乎|看来|n['’]t\b|\?",
    flags=re.I,
)
CONFIRMED = gated(
    r"\b(?:confirmed|indeed|turned out|proved|proven|verified|reproduced|(?:was|were|is|are) right|that['’]s it|that was it|as suspected|yes|correct|exactly|solved|found it|bestätigt|confirmé|confirmado)\b",
    flags=re.I,
)
HEDGE = gated(
    r"\b(?:may(?! \d)|might|could|possib\w*|probab\w*|likely|unlikely|perhaps|maybe|apparent\w*|alleged\w*|reportedly|presumabl\w*|suppos\w*|suspect\w*|suspicion|potential\w*|preliminar\w*|tentative\w*|estimat\w*|seem\w*|appear\w*|assum\w*|guess\w*|think\w*|thought|believ\w*|unconfirmed|unverified|not (?:yet )?(?:confirmed|proven|verified|certain|sure|checked|reproduced)|unclear|unsure|unproven|candidate|hypothes\w*|expect\w*|as far as|it looks|looks like|hint\w*|suggest\w*|indicat\w*|open question|claim\w*|according|report(?:s|ed)?|says|said|states?|stated|tell|told"
    r"|vermut\w*|wahrscheinlich|vielleicht|möglich\w*|angeblich|laut|offenbar|wohl|könnte\w*|dürfte\w*|verdacht|probable\w*|peut-être|semble\w*|pourrai\w*|selon|soupçon\w*|hypothèse|quizás?|podría\w*|parece\w*|según|posible\w*|sospech\w*)\b"
    r"|可能|かもしれ|と思われ|疑い|疑|推定|推測|未確認|らしい|とみられ|也许|大概|据|怀疑|估计",
    flags=re.I,
)
CERTAIN = gated(
    r"\b(?:prove[sdn]?|(?:is|are|was|were|has been|have been|been) (?:now )?(?:confirmed|established|certain|sure|proven|verified|settled|known|clear)|confirms?|it is certain|certainly|definitely|undoubtedly|clearly|reliably"
    r"|conclusively|beyond doubt|without doubt|no doubt|for sure|firmly|demonstrates?|demonstrated|shows? that|(?:has|have) shown that|settles?|guarantee[sd]?)\b",
    flags=re.I,
)
DENIED = gated(
    r"\b(?:not|no|never|nothing|nobody|un(?:clear|known|certain|confirmed|proven|verified)|without|cannot|can't|could|neither|nor|none|pending|only|until|if|whether|to be|must|should|may|might|will|would|yet|hardly|ask\w*"
    r"|says?|said|claim\w*|according|told|doubt(?:s|ed|ful)|open|suppos\w*|probab\w*|possib\w*|as far as|seems?|likely|wants?)\b|n['’]t\b",
    flags=re.I,
)
SAYING = re.compile(
    r"\b(?:says?|said|states?|stated|tell|told|reports?|reported|wrote|writes?|claim\w*|accord\w*|asks?|asked|finds?|explain\w*|describ\w*|called|quot\w+|views?|opinion|agree\w*|answer\w*)\b",
    re.I,
)
_SHARE = re.compile(
    r"(?<![\w.,])(\d{1,3}(?:[.,]\d+)?)\s?(?:%|percent\b|per cent\b|prozent\b|pour cent\b|por ciento\b|in \d+\b|out of \d+\b)",
    re.I,
)


def same_measure(guess: str, told: str) -> bool:
    """ "A 30 % chance of frost" told as "frost: 30 %": the number says how sure it is."""
    return bool({m[1] for m in _SHARE.finditer(guess)} & {m[1] for m in _SHARE.finditer(told)})
