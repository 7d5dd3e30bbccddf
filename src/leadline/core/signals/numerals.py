"""The numbers of a text, those in words among them: "about ten days", "vierzehn Wochen", "twenty-five seats".

In: a text. Out: quantities in order, as `quantities.scan` gives them. Ordinals, one and two are left out: they seldom measure anything.
"""

from __future__ import annotations

import re

from leadline.core.signals.lexis import NUMBER_WORDS
from leadline.core.signals.quantities import Quantity, scan, unit_of
from leadline.core.text.gates import gated

__all__ = ["numbers_of"]

_ONES = "three|four|five|six|seven|eight|nine|drei|vier|fünf|sechs|sieben|acht|neun|trois|quatre|cinq|tres|cuatro|cinco|seis|siete|ocho|nueve"
_TEENS = "ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|zehn|elf|zwölf|dreizehn|vierzehn|fünfzehn|dix|onze|douze|quinze|diez|doce|quince"
_TENS = "twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|zwanzig|dreißig|vingt|trente|veinte|treinta"
_CARDINAL = gated(
    rf"(?<![-\w])(?:(?P<tens>twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)[- ](?P<ones>one|two|three|four|five|six|seven|eight|nine)|(?P<whole>{_ONES}|{_TEENS}|{_TENS}))\b(?![-'’])",
    flags=re.I,
)
_BEHIND = re.compile(r"\s+([^\W\d_]+)")


def numbers_of(text: str) -> list[Quantity]:
    """The numbers of a text, those in words among them ("about ten days")."""
    found = list(scan(text))
    for m in _CARDINAL.finditer(text):
        value = (
            NUMBER_WORDS[m["tens"].lower()] + NUMBER_WORDS[m["ones"].lower()]
            if m["tens"]
            else NUMBER_WORDS[m["whole"].lower()]
        )
        behind = _BEHIND.match(text, m.end())
        word = behind[1] if behind else ""
        unit = unit_of(word) if len(word) > 1 else None
        found.append(Quantity(m.start(), m.end(), behind.end() if behind else m.end(), (value,), unit, word.lower(), 0))
    return sorted(found, key=lambda q: q.start)
