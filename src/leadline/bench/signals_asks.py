"""The questions that some sets ask of one signal alone, answered in the plainest way that a law of language gives.

In: a row of a set (`children`, `summary`, `context`; nothing else of it is read). Out: a number that rises with
faithfulness, or spans. Most sets ask "do the children bear this out?" and get the whole check; those here ask how sure
a text sounds, whether a pair claims with equal strength, whether siblings disagree, whether a name was introduced, which
words nothing supports. The word lists are closed classes and verb families, and are of no use for gating.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from statistics import pvariance
from typing import Any

from leadline.core.signals.index import Trial
from leadline.core.signals.lexis import WORD
from leadline.core.signals.score import unmet
from leadline.core.text.messages import Child

__all__ = ["ASKS", "children_of", "context_of", "unsupported_spans"]

Row = Mapping[str, Any]

_MODAL = re.compile(r"\b(?:may|might|could|would|can|should)\b", re.I)
_DOUBT = re.compile(
    r"\b(?:possib\w*|probab\w*|likely|unlikely|perhaps|maybe|potential\w*|suggest\w*|appear\w*|seem\w*|hypothes\w*|speculat\w*"
    r"|think\w*|believ\w*|suspect\w*|unclear|unknown|uncertain\w*|whether|preliminary|hope\w*)\b",
    re.I,
)
_CAUSAL = re.compile(
    r"\b(?:caus(?:e|es|ed|ing)|(?:increas|reduc|decreas|improv|rais|mak|produc|induc|enhanc|promot|driv|influenc|damag)(?:e|es|ed|ing)"
    r"|(?:prevent|boost|trigger|help|affect|protect|kill|lower|slow|delay|impact|contribut)\w*|made|driven|cuts?|cutting|stops?|stopped"
    r"|lead(?:s|ing)? to|led to|result(?:s|ed|ing)? in|effects? (?:of|on)|due to|because)\b",
    re.I,
)
_CORRELATES = re.compile(r"\b(?:associat|link|correlat)\w*", re.I)
_COMPARES = re.compile(
    r"\b(?:relat(?:ed|ion\w*)|predict\w*|risks?|(?:more|less) likely|tend\w*|higher|lower|greater|compared)\b", re.I
)
_CONDITIONAL = re.compile(
    r"\b(?:may|might|could|can|appear\w*|seem\w*|suggest\w*|possib\w*|potential\w*|likely)\b", re.I
)
_AGAINST = re.compile(
    r"\b(?:no|not|never|none|nor|cannot|without|little|few|fail\w*|lack\w*|despite|however|although|but|contrary|myth|wrong|false|incorrect"
    r"|den(?:y|ied|ies|ier\w*)|dispute\w*|uncertain\w*|s[kc]eptic\w*|critic\w*|reject\w*|doubt\w*|question\w*|controvers\w*|debate\w*)\b|n['’]t\b",
    re.I,
)


def children_of(row: Row) -> list[Child]:
    """The row's children that have text."""
    return [Child(str(c["id"]), c["text"]) for c in row["children"] if c["text"].strip()]


def context_of(row: Row) -> str | None:
    """Earlier turns or the question, as one text."""
    context = row.get("context")
    text = "\n".join(map(str, context)) if isinstance(context, list) else str(context or "")
    return text if text.strip() else None


def sounds_sure(row: Row) -> float:
    """How sure the text sounds: modal verbs count against it, other words of doubt half as much."""
    text = row["summary"]
    return -(len(_MODAL.findall(text)) + 0.5 * len(_DOUBT.findall(text)))


def same_strength(row: Row) -> float:
    """Strength of the source's claim minus that of the summary's, on the scale of `strength`."""
    source = " ".join(c["text"] for c in row["children"])
    return float(strength(source) - strength(row["summary"]))


def strength(text: str) -> int:
    """0 states no relation, 1 that two things go together, 2 that one may cause the other, 3 that it does.

    >>> strength("Tea may prevent colds."), strength("Tea is linked to fewer colds."), strength("Tea prevents colds.")
    (2, 1, 3)
    """
    if _CORRELATES.search(text):
        return 1
    if _CAUSAL.search(text):
        return 2 if _CONDITIONAL.search(text) else 3
    return 1 if _COMPARES.search(text) else 0


def siblings_agree(row: Row) -> float:
    """Siblings disagree where some deny or doubt and others do not: minus the spread of that over the children."""
    denying = [bool(_AGAINST.search(c["text"])) for c in row["children"]]
    return -pvariance(denying) if denying else 0.0


def names_introduced(row: Row) -> float:
    """Share of the sentence's names (capitals inside it) that the text before has mentioned."""
    known = {_name(w) for c in row["children"] for w in WORD.findall(c["text"])}
    names = [m.group() for m in WORD.finditer(row["summary"]) if m.start() > 0 and m.group()[0].isupper()]
    return sum(_name(n) in known for n in names) / len(names) if names else 1.0


def unsupported_spans(row: Row) -> tuple[tuple[int, int], ...]:
    """The words of the summary that the children do not have."""
    children = children_of(row)
    return unmet(Trial(children, row["summary"], context=context_of(row))) if children else ()


def _name(word: str) -> str:
    return re.sub(r"['’]s$", "", word).lower()


ASKS: Mapping[str, Callable[[Row], float]] = {
    "certainty": sounds_sure,
    "exaggeration": same_strength,
    "climate_conflict": siblings_agree,
    "booookscore": names_introduced,
}  # every other set gets the score of the check
