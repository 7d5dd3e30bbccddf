"""Does the material give its labels away? AUROC of a judge that sees only one side, per author left out.

    PYTHONPATH=src:scripts/judge python scripts/judge/gate_data.py        (needs scikit-learn)

In: the entail items. Out: a table: words of the claim alone, words of the evidence alone, coverage of the claim by the evidence
(no training). 50 is chance. Twins hold each claim string under both labels, so their claims must say nothing.
"""

from __future__ import annotations

import numpy as np
from material import AGENTS, TWINS, Item, entail, near_twins, twin_pairs
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score

from leadline.core.signals.lexis import content_stems


def main() -> None:
    print(f"{'author left out':<16}{'items':>7}{'claim':>8}{'evidence':>10}{'coverage':>10}")
    for family in (TWINS, AGENTS):
        items = entail(family)
        for author in family:
            train, test = [i for i in items if i.author != author], [i for i in items if i.author == author]
            _row(author, train, test)
    pairs = near_twins(twin_pairs(entail(TWINS)))
    near = [i for p in pairs for i in p]
    for author in TWINS:
        _row(f"near {author}", [i for i in near if i.author != author], [i for i in near if i.author == author])


def _row(name: str, train: list[Item], test: list[Item]) -> None:
    y = [i.supported for i in test]
    claim = _words(train, test, lambda i: i.claim)
    evidence = _words(train, test, lambda i: " ".join(t for _, t in i.evidence))
    coverage = [_coverage(i) for i in test]
    print(
        f"{name:<16}{len(test):>7}{100 * roc_auc_score(y, claim):8.1f}{100 * roc_auc_score(y, evidence):10.1f}{100 * roc_auc_score(y, coverage):10.1f}",
        flush=True,
    )


def _words(train: list[Item], test: list[Item], text) -> np.ndarray:  # type: ignore[no-untyped-def, type-arg]
    bag = CountVectorizer(ngram_range=(1, 2), min_df=2, binary=True)
    x = bag.fit_transform([text(i) for i in train])
    model = LogisticRegression(C=0.1, max_iter=300).fit(x, [i.supported for i in train])
    return model.decision_function(bag.transform([text(i) for i in test]))


def _coverage(item: Item) -> float:
    mine = content_stems(item.claim)
    theirs = content_stems(" ".join(t for _, t in item.evidence))
    return len(mine & theirs) / max(1, len(mine))


if __name__ == "__main__":
    main()
