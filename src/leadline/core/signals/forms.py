"""Whether a word stands in the children in any form.

In: a trial and a stem. Out: yes or no. Coarser than equal stems on purpose: "removal" is known from "removed". For checks
that report what stands nowhere.
"""

from __future__ import annotations

from leadline.core.signals.index import Trial

__all__ = ["known"]

_PREFIX = 4  # letters by which a word is known again in another form


def known(trial: Trial, word: str) -> bool:
    """The stem, or another that begins like it, stands in some child."""
    return word in trial.postings or (len(word) > _PREFIX and word[:_PREFIX] in _prefixes(trial))


def _prefixes(trial: Trial) -> frozenset[str]:
    kept = trial.shared.get("prefixes")
    if isinstance(kept, frozenset):
        return kept
    out = frozenset(w[:_PREFIX] for w in trial.postings)
    trial.shared["prefixes"] = out
    return out
