"""What a clause says of an act: that it was done, or only denied, planned, asked, offered, forbidden, announced, begun, or nothing.

In: a sentence, the words of one of its clauses and the place of the act in them. Out: a `State`, read from the few words around
the act, so that "not needed since we moved it" says moved and "the planned change was merged" says merged. Only the state of
the act as this clause gives it; whether it is the last word on it is the reader's question.
"""

from __future__ import annotations

import re
from typing import Literal

from leadline.core.signals.index import Passage
from leadline.core.signals.state_words import LIGHT
from leadline.core.signals.verbs import EITHER, is_base, is_participle, is_past
from leadline.core.text.words import word_set

__all__ = ["CONDITIONS", "EXCEPT", "NO", "State", "left_of_adverbs", "state_of"]

State = Literal["done", "denied", "open", "begun", "asked", "offered", "barred", "announced", "silent"]

NO = word_set(
    "not no never nothing none nobody neither without nor didn't hasn't haven't hadn't wasn't weren't isn't aren't don't doesn't won't "
    "can't cannot couldn't wouldn't shouldn't"
)
_MODALS = word_set(
    "will would should shall must may might can could needs need let let's i'll we'll you'll he'll she'll they'll it'll i'd we'd going"
)
CONDITIONS = word_set("if once when whenever until till before unless")
_WISHES = word_set(
    "want wants wanted need needs needed intends intend hope promised promises promise offered offers offer asks asked propose proposes "
    "suggest suggests recommend expects require requires likes"
)
_AWAITED = word_set(  # in front of the noun of an act, or of its plain form
    "plan plans planned planning scheduled queued requested proposed suggested due pending waiting wait awaiting awaits waits "
    "outstanding missing lacks lack lacking next tomorrow recommended expected later required without"
)
_TO = word_set(  # "... to do it": nothing is done; behind other words "to" gives a purpose, and the act may well be done
    "need needs needed want wants wanted have has going is are be am i'm yet remain remains ready about able like intend intends "
    "asked ask asks tell told plan plans planned left request reminder permission time wait "
    "waiting due supposed expected wish prefer prefers agreed agrees promised promises offered offers meant "
    "proposed hopes hope still yourself him her them us me everyone"
)
_UNABLE = word_set("failed fails refused refuses declined declines forgot forgets unable omitted")
_GOES_ON = word_set("continue continues continued begin begins began begun start starts started keep keeps kept")
_RANKS = word_set("first second third last next only latest")  # "the last hall to be built": it was built
_GOVERNING_BE = word_set("is are be was were has have need needs")
_HYPOTHESIS = word_set("i i'd we we'd you you'd be if unless but then")
_BEHIND = word_set("pending outstanding missing open tomorrow scheduled queued waiting planned needed required lacking")
_BE = word_set("is are be been being has have it's get gets")
_COURSE = word_set("is are being still now currently am i'm we're running be begun started began continues")
_BEGUN = word_set("begun started began continues")
_DELAYS = word_set(
    "after when once tomorrow tonight if until before next later soon monday tuesday wednesday thursday friday saturday sunday week"
)
_HANDED = word_set(  # "sent a confirmation", "got the approval": the act was done
    "sent gave got received issued obtained granted provided filed delivered returned mailed published handed"
)
_EFFECTLESS = word_set(  # "more brings nothing": it was done, and in vain
    "bring brings brought give gives gave given yield yields yielded gain gains gained show shows showed shown add adds added change changes changed "
    "cost costs prove proves proved mean means meant help helps helped find finds found say says said"
)
_NOTHING = word_set("nothing none nobody neither no")
_LEAD_IN = word_set(  # in front of an order
    "please then and ok okay so just also now yes no but go ahead don't do not never first instead better right good thanks fine "
    "i'd we'd always only"
)
_OPENS = word_set(
    "since because as that which who whom where why how so"
)  # a denial before them denies nothing behind them: "nobody knows why it fell"
EXCEPT = word_set("only except but until unless just other else further besides than nur außer")
_PASSIVE = word_set("being having been")
_MAY = re.compile(r"\b(?:in|since|by|until|of|from|on) May\b|\bMay \d|\d\.? May\b")
_DURING = tuple([w] for w in ("when", "while", "by", "in", "of", "for", "whenever"))
_NEEDS = word_set("need reason plan plans intention permission time wish way order right")
_LOOK_BACK = 6  # words before a verb that bear on it


def state_of(s: Passage, piece: str, words: list[str], i: int, named: bool) -> State:
    """What the clause says of the act that the word at `i` stands for."""
    word, user = words[i], s.role == "user"
    window = words[max(0, i - _LOOK_BACK) : i]
    window = window[max((k for k, w in enumerate(window) if w in _OPENS), default=-1) + 1 :]
    if is_past(word) and "without" in window and not set(window[window.index("without") :]) & _PASSIVE:
        window = [w for w in window if w != "without"]  # "rows without a date are kept" denies a date
    before, behind = set(window), set(words[i + 1 : i + 4])
    if "whether" in before:
        return "silent"
    if s.text.rstrip().endswith("?"):
        return "offered" if before & {"shall", "should"} and before & {"i", "we"} and not user else "silent"
    if "longer" in before:
        return "done"  # "no longer blocked": it was
    if window[-1:] == ["to"] and window[-3:-2] == ["no"] and window[-2] not in _NEEDS:
        return "silent"  # "no content to condense": there was nothing to do it to
    if before & NO and _of_another_verb(window, word, named):
        return "silent"
    nothing = not named and word not in _EFFECTLESS and set(words[i + 1 : i + 3]) & _NOTHING
    if (before & NO or nothing) and not set(words) & EXCEPT:
        return "barred" if user or (before & {"don't", "do"} and not is_past(word)) else "denied"
    if "to" in window and (window[-1] == "to" or (is_participle(word) and "to be" in " ".join(window))):
        return _infinitive(window, word)
    if before & word_set("let let's") or (before & word_set("i'll we'll") and not set(words) & _DELAYS):
        return "open" if user else "announced"
    if word.endswith("ing") and not named and window[-1:] in _DURING:
        return "silent"  # "when computing paths": of any time
    if word.endswith("ing") and not named and ("before" in before or window[-1:] in (["was"], ["were"])):
        return (
            "silent"  # "before moving into teaching", "was boasting": told of the past as often as of what is to come
        )
    if "would" in before and not before & _HYPOTHESIS and not user:
        return "silent"  # "she would win the third round": the past seen from further back
    if named and window[-2:] == ["the", "next"]:
        return "silent"  # one of a series: another one may well have been done
    if _is_ahead(window, word, piece) or (behind & _BEHIND and not is_past(word) and not word.endswith(("s", "ing"))):
        return "open"
    if "being" in before or (word.endswith("ing") and (before & _COURSE or behind & _BEGUN)):
        return "begun"
    if is_past(word) and not (word in EITHER and i == 0):
        return "done"
    if named:
        return "done" if before & ({"after", "following", "since", "with", "by"} | _HANDED) else "silent"
    return "asked" if user and is_base(word) and all(w in _LEAD_IN for w in words[:i]) else "silent"


def _is_ahead(window: list[str], word: str, piece: str) -> bool:
    """A plan, wish or condition stands before the act. Of a past form only what belongs to its verb group counts: in "the planned
    change was merged" nothing is planned any more."""
    before = set(window)
    conditions, modals = before & CONDITIONS, before & _MODALS
    if modals == {"may"} and _MAY.search(piece):
        modals = set()
    if not is_past(word):
        return bool(conditions or modals or before & (_WISHES | _AWAITED)) and not (modals and word.endswith("ing"))
    if conditions and before & _BE:
        return True  # "once it is merged"; but "when the money ran out": it did
    j = left_of_adverbs([*window, word], len(window))
    group: set[str] = set()
    while j and (window[j - 1] in _MODALS or window[j - 1] in _BE or window[j - 1] in LIGHT):
        j -= 1
        group.add(window[j])
    return bool(group & _MODALS) or (not group & _BE and bool(before & _WISHES))


def _infinitive(window: list[str], word: str) -> State:
    """ "Remains to be done" is open, "had to be adapted" and "set to approved" are done, "used that to check" may be."""
    if window[-1] == "to" and is_past(word) and word not in EITHER:
        return "done"
    k = len(window) - 1 - window[::-1].index("to")
    governs = window[k - 1] if k else ""
    if governs in _GOES_ON:
        return "begun"
    if set(window[:k]) & _RANKS and governs not in _TO and governs not in _GOVERNING_BE:
        return "silent"
    if governs == "had":
        return "done" if is_participle(word) and "be" in window else "silent"
    if governs in _UNABLE:
        return "denied"
    return "open" if governs in _TO or "be" in window else "silent"


def _of_another_verb(window: list[str], word: str, named: bool) -> bool:
    """The negation before the word is that of a verb between the two: "has not answered the mail" denies no mailing."""
    if is_past(word) or not (named or is_base(word) or word.endswith("s")):
        return False
    k = max(n for n, w in enumerate(window) if w in NO)
    return any(is_past(w) and w not in LIGHT for w in window[k + 1 :])


def left_of_adverbs(words: list[str], i: int) -> int:
    """Where the run of adverbs before the word begins."""
    while i and (words[i - 1] in LIGHT or words[i - 1].endswith("ly") or words[i - 1] in ("been", "being")):
        i -= 1
    return i
