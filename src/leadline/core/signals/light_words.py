"""Words of content that say little by themselves: a faithful rewording puts them in and leaves them out at will.

In: a lower-case English word. Out: whether it is one. Closed classes and small verb families: verbs that lean on their
object (take, make, give), verbs of naming, saying, seeming, beginning and holding something within, indefinite words for
a person, thing, kind or part, and adverbs of degree, frequency and connection. For ranking only; nothing is cleared by it.
"""

from __future__ import annotations

from leadline.core.signals.verbs import verb_key
from leadline.core.text.kept import kept
from leadline.core.text.words import word_set

__all__ = ["is_light"]

_VERBS = frozenset(
    verb_key(verb)
    for verb in word_set(
        "take make give get go come put do become keep hold use see show provide "  # lean on their object
        "call name know consider regard say tell "  # name it, say it
        "seem appear look begin start continue include involve contain base"  # seem, begin, hold within
    )
)
_WORDS = word_set(
    "someone somebody something anyone anybody anything everyone everything thing things person persons people kind kinds type types form forms "
    "part parts way ways lot lots number numbers time times own himself herself itself themselves myself yourself "
    "well like really even much many several various often usually typically mostly mainly generally frequently sometimes always around such "
    "according however therefore although though whether yes yeah sure ago"
)


@kept(16384)
def is_light(word: str) -> bool:
    """Whether the word says little by itself.

    >>> is_light("called"), is_light("taking"), is_light("someone"), is_light("ferry")
    (True, True, True, False)
    """
    return word in _WORDS or verb_key(word) in _VERBS
