"""Design two: features of the difference into boosted trees and a logistic regression, whole authors left out.

    PYTHONPATH=src:scripts/judge python scripts/judge/train_features.py [--cache FILE] [--seeds 5]        (needs scikit-learn)

Out: AUROC and recall per left-out author, twins by pairs, the threshold at 0.6 % of supported claims, and the cases by parents.
"""

from __future__ import annotations

import argparse
import pickle
from pathlib import Path

import numpy as np
from features import NAMES, features
from material import AGENTS, LEFT_OUT, TWINS, Item, entail, faithful_near, near_twins, twin_pairs
from parents import Question, even_half, lowest, report
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler


def main() -> None:
    a = argparse.ArgumentParser()
    a.add_argument("--cache", type=Path)
    a.add_argument("--seeds", type=int, help="only the trees on all items, by parents, under so many seeds")
    o = a.parse_args()
    x, items = material(o.cache)
    parents = even_half()
    y = np.array([i.supported for i in items])
    train = np.array([i.author not in LEFT_OUT for i in items])
    left = np.array([i.author in LEFT_OUT and not i.edit.startswith(("near:", "faithful")) for i in items])
    twins_only = np.array([i.author in TWINS for i in items])
    if o.seeds:
        for seed in range(o.seeds):
            model = trees().set_params(random_state=seed).fit(x[train], y[train])
            t = float(np.quantile(model.decision_function(x[left & y]), 0.006))
            low = lowest(
                parents,
                lambda qs, m=model: m.decision_function(np.array([features(q.evidence, q.claim) for q in qs])).tolist(),
            )
            print(f"seed {seed}\n{report(parents, low, {'0.6 % of supported': t})}", flush=True)
        return
    models = {
        "logistic, all": (LogisticRegression(C=0.05, max_iter=400), train),
        "logistic, twins": (LogisticRegression(C=0.05, max_iter=400), train & twins_only),
        "trees, all": (trees(), train),
        "trees, twins": (trees(max_iter=120, max_leaf_nodes=8), train & twins_only),
    }  # fmt: skip
    for name, (raw, rows) in models.items():
        model = make_pipeline(StandardScaler(), raw).fit(x[rows], y[rows])
        scores = model.decision_function(x)
        print(f"\n== {name} (trained on {rows.sum()})")
        print(by_author([i for i, k in zip(items, left, strict=True) if k], scores[left]))
        thresholds = {f"{s} % of supported": float(np.quantile(scores[left & y], s / 100)) for s in (0.6, 2.0)}

        def ask(questions: list[Question], model=model) -> list[float]:  # type: ignore[no-untyped-def]
            return model.decision_function(
                np.array([features(q.evidence, q.claim) for q in questions], dtype=np.float32)
            ).tolist()

        print(report(parents, lowest(parents, ask), thresholds))
        if "logistic" in name:
            weights = model[-1].coef_[0]
            print("heaviest:", ", ".join(f"{NAMES[k]} {weights[k]:+.2f}" for k in np.argsort(-abs(weights))[:14]))


def material(cache: Path | None) -> tuple[np.ndarray, list[Item]]:  # type: ignore[type-arg]
    """All items of the authors with near twins and faithful near ones, and their features; kept in `cache` where given."""
    if cache and cache.exists():
        return pickle.loads(cache.read_bytes())  # type: ignore[no-any-return]
    items = entail((*TWINS, *AGENTS))
    items += [i for p in near_twins(twin_pairs(items)) for i in p]
    items += faithful_near([i for i in items if i.author not in LEFT_OUT], 1500)
    x = np.array([features(i.evidence, i.claim) for i in items], dtype=np.float32)
    if cache:
        cache.write_bytes(pickle.dumps((x, items)))
    return x, items


def trees(**options: float) -> HistGradientBoostingClassifier:
    """The boosted trees, alike for every run."""
    chosen = {"max_iter": 150, "max_leaf_nodes": 15, **options}
    return HistGradientBoostingClassifier(
        learning_rate=0.06, min_samples_leaf=40, l2_regularization=1.0, random_state=0, **chosen
    )


def by_author(items: list[Item], scores: np.ndarray) -> str:  # type: ignore[type-arg]
    """AUROC, recall at 0.6, 2 and 5 % of the supported, and twins by pairs, per author."""
    lines = []
    y = np.array([i.supported for i in items])
    names = np.array([i.author for i in items])
    for author in (*sorted(set(names)), "all"):
        k = names == author if author != "all" else np.ones(len(y), bool)
        cells = [f"{author:<10} n {k.sum():5d}  AUROC {100 * roc_auc_score(y[k], scores[k]):5.1f}  recall at"]
        for share in (0.6, 2, 5):
            t = np.quantile(scores[k & y], share / 100)
            cells.append(f"{share} %: {100 * np.mean(scores[k & ~y] < t):4.1f}")
        table: dict[str, dict[bool, float]] = {}
        for i, s in zip([i for i, z in zip(items, k, strict=True) if z], scores[k], strict=True):
            if i.author in TWINS:
                table.setdefault(i.group, {})[i.supported] = s
        both = [v for v in table.values() if len(v) == 2]
        if both:
            cells.append(
                f" twins right {100 * np.mean([(v[True] > v[False]) + 0.5 * (v[True] == v[False]) for v in both]):.1f}"
            )
        lines.append(" ".join(cells))
    return "\n".join(lines)


if __name__ == "__main__":
    main()
