"""Unrelated: a parent that shares nothing with any of its children is no summary of them, whatever its length.

In: a trial. Out: at most one finding `degenerate`. Nothing is shared where no content word of the parent, no verb form, no number and
no beginning of a word stands anywhere in the children. A faithful sentence of a few words can do that by free wording (measured:
1 of 130), so sure are only those that faithful texts do not produce: one or two words, ten and more, and lines of data, which
nobody rewords. The bare answer to a tiny exchange is a summary of it (answers.py). In another language than the children's nothing is said: words cannot be compared there.
"""

from __future__ import annotations

from itertools import chain

from leadline.core.signals.answers import is_the_answer
from leadline.core.signals.findings import make
from leadline.core.signals.index import Trial
from leadline.core.signals.languages import apart
from leadline.core.signals.lexis import WORD
from leadline.core.signals.model import Finding
from leadline.core.signals.traces import keys_of, kin_of
from leadline.core.text.words import lower_case

__all__ = ["find_unrelated"]

SOURCE_MIN = 4  # content words of all children; of fewer any wording may be far away
FEW, MANY = 2, 10  # content words of a parent that shares none of them
_FREE = 0.8  # measured: other texts share nothing far more often than faithful ones do, but these too often for `check`
_PROSE = frozenset(("prose", "bullet", "heading"))


def find_unrelated(trial: Trial) -> list[Finding]:
    """One finding where nothing of the parent stands in the children."""
    if any(s.stems & trial.postings.keys() for s in trial.parent_sentences):
        return []  # the usual case, decided by what is known already
    low = lower_case(trial.parent)
    words = {w for w in WORD.findall(low) if keys_of(w)}
    told = set(chain.from_iterable(WORD.findall(lower_case(c.text)) for c in trial.pool))
    keys = frozenset(chain.from_iterable(map(keys_of, told)))
    if sum(1 for w in told if keys_of(w)) < SOURCE_MIN or any(keys_of(w) & keys for w in WORD.findall(low)):
        return []
    kin = frozenset(chain.from_iterable(map(kin_of, told)))
    if any(kin_of(w) & kin for w in words) or all(apart(trial.parent, c.text) for c in trial.pool):
        return []
    if is_the_answer(trial):
        return []  # "No." has no content word, and may be all that was said
    prose = any(s.kind in _PROSE for s in trial.parent_sentences)
    sure = len(words) <= FEW or len(words) >= MANY or not prose
    said = "Not one word, number or name of the summary stands in what it replaces."
    sentences = trial.parent_sentences
    return [
        make(
            trial, "degenerate", "hard" if sure else "suspicion", said, parent=(sentences[0].start, sentences[-1].end), probability=1.0 if sure else _FREE,
        )
    ]  # fmt: skip
