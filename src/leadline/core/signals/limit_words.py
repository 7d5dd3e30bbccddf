"""Words of limits: how a text says that something holds for a part only, and how a summary may keep that it does.

In: nothing. Out: patterns. `BEFORE` and `AFTER` find a limit by the side of "only" on which its words stand, `ELSE` by "and nothing else",
`LIMITED` by "limited to", `THERE` where it points to a `PLACE` named before, `ONE` a single thing; `LIMITS` is any word of a limit,
exception or denial. Closed classes of the language; English first, the commonest of German, French, Spanish, Italian, Portuguese.
"""

from __future__ import annotations

import re

from leadline.core.text.gates import gated
from leadline.core.text.words import word_set

__all__ = [
    "AFTER", "ANY_ONE", "ASKS", "BARE", "BEFORE", "CHEAP", "CUT", "ELSE", "LIMITED", "LIMITS", "MARK", "MORE", "ONE", "ORDERS", "PERMITS", "PLACE", "PLACES", "THERE", "TIMES",
]  # fmt: skip

_PLACES = r"(?:for|on|in|at|to|from|of|with|within|under|during|between|via|inside|through|against|into|by|für|auf|bei|mit|von|unter|im|am|pour|sur|dans|à|para|en|con|por|de|per|su|nel|nella)"
_ONLY = r"(?:only|solely|exclusively|purely|merely|strictly|just|nur|ausschließlich|uniquement|seulement|exclusivement|s[oó]lo|solamente|únicamente|exclusivamente|soltanto|solamente|unicamente)"
_WORDS = r"(?:[\w'’./-]{1,40} ){1,4}?"
_END = r"(?=\s*(?:[,.;:()\n]|$|\b(?:and|but|or|because|since|so|that|which|who|where|until|from|for|on|in|at|to|with|by|und|aber|et|mais|y|pero)\b))"
PLACES = re.compile(rf"\b{_PLACES} ", re.I)
BEFORE = gated(  # "for adults only", "GET calls only, at most 2"
    rf"(?:^|(?<=[\s,:(]))(?:{_PLACES} )(?:the |our |my |your |this |these |those )?(?P<what>{_WORDS})(?:only|alone|nur|exclusively|seulement|uniquement|solamente)(?=\s*(?:[,.;:()]|$)|\s(?:and|but|until|from|on|for|in|at|und|et|y)\b)"
    rf"|(?<=[,;:] )(?P<row>(?:(?!{_PLACES} )[\w'’./-]{{1,40}} ){{1,3}}?)only(?=\s*(?:[,.;:)]|$))",
    flags=re.I,
    needs=r"\b(?:only|alone|nur|exclusively|seulement|uniquement|solamente)\b",
)
AFTER = gated(  # "only on weekdays", "just for list queries", "only those on the garden side"
    rf"(?<!not )(?<!\bif )\b{_ONLY} (?:{_PLACES}|those (?:{_PLACES}|that|which|who|of)|the (?:ones|one) {_PLACES}) (?P<what>(?:the |our |my |your |this |these |those |an? )?[\w'’./-]{{1,40}}(?: [\w'’./-]{{1,40}}){{0,4}}?){_END}",
    flags=re.I,
    needs=rf"\b{_ONLY}\b",
)
ELSE = gated(
    r"(?P<what>(?:[\w'’./-]{1,40} ){1,4}?)(?:and|but) (?:to |for |on |in )?(?:(?:nothing|nobody|no one|nowhere|none) (?:else|other|more)|no others?)\b",
    flags=re.I,
    needs=r"\b(?:nothing|nobody|no|nowhere|none)\b",
)
LIMITED = gated(
    rf"\b(?:limited|restricted|confined|reserved) (?:to|for) (?P<what>(?:the |our |my )?[\w'’./-]{{1,40}}(?: [\w'’./-]{{1,40}}){{0,4}}?){_END}",
    flags=re.I,
)
THERE = re.compile(
    r"^\W*(?:and |but )?(?:only|just|nur|seulement|s[oó]lo) (?:there|here|dort|da|là|allí|ahí)\b|\bnowhere else\b|\bnot (?:anywhere )?elsewhere\b",
    re.I,
)
PLACE = re.compile(
    r"\b(?:on|in|at|inside|within) (?:the |our |my )?(?P<what>[\w'’./-]{1,40}(?: (?!for\b|on\b|in\b|at\b|from\b|to\b|and\b|by\b)[\w'’./-]{1,40}){0,2})",
    re.I,
)
ONE = gated(
    r"\b(?:(?:just|only) (?:this|that|the) (?:one |single )?|th(?:is|at) (?:one|single) |(?:exactly|just|only) one |one single )(?P<what>(?!time\b|once\b|one\b)[a-z][\w-]{2,40})",
    r"\bth(?:is|at) (?P<bare>[a-z][\w-]{2,40}) only\b",
    flags=re.I,
)
ANY_ONE = re.compile(
    r"(?:\b(?:the|these|those|its|their|his|her|my|our|your|some|several|few|two|three|four|five|both|certain|which|of|\d+) )$",
    re.I,
)
CHEAP = gated(
    r"\b(?:only|solely|exclusively|purely|merely|strictly|just|alone|nothing|nobody|nowhere|none|no (?:one|other)|limited|restricted|confined|reserved|elsewhere|nur|ausschließlich|uniquement|seulement|exclusivement|s[oó]lo|solamente|únicamente|exclusivamente|soltanto|unicamente)\b",
    flags=re.I,
)
BARE = re.compile(
    rf"\b(?:{_PLACES}|{_ONLY}|and|but|or|those|the|ones?|our|my|your|limited|restricted|confined|reserved)\b", re.I
)
CUT = re.compile(r"[;:](?=\s)|,\s(?:and\b|but\b)?|\s[-–—]\s|\b(?:but|while|whereas)\b")
PERMITS = re.compile(
    r"\b(?:(?-i:may)|can|allow\w*|permit\w*|approv\w*|agree[sd]?|consent\w*|authori[sz]\w*|grant\w*|licen[cs]ed?|entitled|free to|ok|okay|darf|dürfen|erlaubt|genehmigt|peut|peuvent|autoris\w*|puede|pueden)\b",
    re.I,
)
TIMES = word_set(
    "monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december "
    "morning evening night noon time moment day week month year end beginning"
)
LIMITS = gated(  # the parent has a limit of its own
    r"\b(?:only|solely|exclusively|purely|merely|strictly|just|alone|sole|exclusive|limits?|limited|limitations?|restrict\w*|confin\w*|reserv\w*|depend\w*|except\w*|exempt\w*|apart from|save for|barring|other than|besides|excluding|exclud\w+|left out|leav\w+ out|omit\w*"
    r"|skip\w*|spared?|absent|outside|elsewhere|unless|without|not|no|never|nothing|none|nobody|neither|nor|cannot|but|partly|partial\w*|certain|some|specific|particular"
    r"|nur|lediglich|bloß|allein|ausschließlich|beschränk\w*|begrenzt|außer|ausgenommen|ohne|nicht|kein\w*|uniquement|seulement|exclusivement|seule?s?|limité\w*|restrein\w*|réserv\w*|sauf|hormis|excepté|que|qu|pas|sans|ne|aucun\w*"
    r"|s[oó]lo|solamente|únicamente|exclusivamente|limitad\w*|reservad\w*|salvo|excepto|menos|sin|ningun\w*|soltanto|solamente|unicamente|tranne|eccetto|senza|non|apenas|somente|sem|não)\b|n['’]t\b",
    flags=re.I,
)
ASKS = re.compile(r"\b(?:if|whether|unless|should (?:we|I)|would|could|might|maybe|perhaps|wonder\w*)\b|\?", re.I)
ORDERS = re.compile(
    r"\b(?:must|shall|should|has to|have to|had to|needs? to|(?:is|are|was|were) to|ought to|wants?|wanted|asked|orders?|ordered|requires?|required|rule|muss|müssen|soll|sollen|doit|doivent|debe|deben)\b",
    re.I,
)
MORE = re.compile(
    r"\b(?:all|every\w*|any\w*|both|also|too|as well|additionally|in addition|likewise|no longer|lift\w*|extend\w*|widen\w*|whole|entire|instead|alle|auch|tou[ts]\w*|aussi|todos?|todas?|también)\b",
    re.I,
)
MARK = re.compile(_ONLY + r"|alone|nothing|nobody|else|limited|restricted", re.I)
