"""Facts: what texts state exactly, what each statement is worth, and whether a parent still holds it (design.md, 3.4 and 4).

`extract` reads one child, `resolve` weighs the facts of all children against each other, `retained` looks for them in a parent
(`retain.py`), `shadow` is the crude second pass that watches the first.
"""

from leadline.core.facts.extraction import EXTRACTOR_DIGEST, extract
from leadline.core.facts.forms import compare, normal_form
from leadline.core.facts.resolution import resolve
from leadline.core.facts.second_pass import Shadow, shadow

__all__ = ["EXTRACTOR_DIGEST", "Shadow", "compare", "extract", "normal_form", "resolve", "shadow"]
