"""Design one measured: left-out authors by items and by twins, then the cases by parents, at thresholds from the left-out authors.

    PYTHONPATH=src:scripts/judge python scripts/judge/eval_cross.py OUT [--every 2] [--quick] [--features CACHE] [--kept]

In: OUT/model.pt of `train_cross.py`. With `--features` (the cache of `train_features.py`) also design three: the sum of both,
each standardised on the left-out authors.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import torch
from features import features
from material import LEFT_OUT, TWINS, entail, prepare
from parents import Question, even_half, lowest, report
from train_cross import Encoder, Judge
from train_features import by_author, material, trees

SHARES = (0.6, 2.0)  # % of supported claims of the left-out authors that a threshold refuses


def main() -> None:
    a = argparse.ArgumentParser()
    a.add_argument("out", type=Path)
    a.add_argument("--every", type=int, default=2)
    a.add_argument("--quick", action="store_true", help="150 twins of a left-out author, nothing else")
    a.add_argument("--features", type=Path)
    a.add_argument("--kept", action="store_true", help="use the scores that an earlier run left in OUT")
    o = a.parse_args()
    torch.set_num_threads(1)
    encoder, model = Encoder(200), Judge()
    model.load_state_dict(torch.load(o.out / "model.pt"))
    model.eval()

    def score(pairs: list[tuple[str, str]]) -> np.ndarray:  # type: ignore[type-arg]
        order = sorted(range(len(pairs)), key=lambda n: len(pairs[n][0]) + len(pairs[n][1]))
        out = np.zeros(len(pairs))
        with torch.no_grad():
            for at in range(0, len(order), 16):
                part = order[at : at + 16]
                out[part] = model(*encoder.batch([pairs[n] for n in part])).numpy()
        return out

    items = entail(LEFT_OUT)
    if o.quick:
        items = [i for i in items if i.author == "twins-4"]
        items = [i for i in items if i.group in set(sorted({i.group for i in items})[:150])]
        print(by_author(items, score([prepare(i.evidence, i.claim) for i in items])))
        return
    keep = set(sorted({i.group for i in items if i.author in TWINS})[:: o.every])
    items = [i for n, i in enumerate(items) if (i.group in keep if i.author in TWINS else n % o.every == 0)]
    supported = np.array([i.supported for i in items])
    s = np.load(o.out / "items.npy") if o.kept else score([prepare(i.evidence, i.claim) for i in items])
    np.save(o.out / "items.npy", s)
    print("== design one\n" + by_author(items, s), flush=True)
    print(by_edit([i.edit for i in items], supported, s))
    parents = even_half()
    cross: list[float] = []

    def ask(questions: list[Question]) -> list[float]:
        kept = np.load(o.out / "questions.npy") if o.kept else score([prepare(q.evidence, q.claim) for q in questions])
        assert len(kept) == len(questions), "the questions have changed since these scores were kept: leave out --kept"
        cross.extend(kept.tolist())
        return cross

    low = lowest(parents, ask)
    np.save(o.out / "questions.npy", np.array(cross))
    print(
        report(parents, low, {f"{p} % of supported": float(np.quantile(s[supported], p / 100)) for p in SHARES}),
        flush=True,
    )
    if o.features:
        x, rows = material(o.features)
        train = np.array([i.author not in LEFT_OUT for i in rows])
        model_b = trees().fit(x[train], np.array([i.supported for i in rows])[train])
        f = model_b.decision_function(np.array([features(i.evidence, i.claim) for i in items], dtype=np.float32))
        both = (s - s.mean()) / s.std() + (f - f.mean()) / f.std()
        print("\n== design three: the sum of both\n" + by_author(items, both))

        def ask_both(questions: list[Question]) -> list[float]:
            g = model_b.decision_function(
                np.array([features(q.evidence, q.claim) for q in questions], dtype=np.float32)
            )
            return ((np.array(cross) - s.mean()) / s.std() + (g - f.mean()) / f.std()).tolist()

        print(
            report(
                parents,
                lowest(parents, ask_both),
                {f"{p} % of supported": float(np.quantile(both[supported], p / 100)) for p in SHARES},
            )
        )


def by_edit(edits: list[str], supported: np.ndarray, s: np.ndarray) -> str:  # type: ignore[type-arg]
    """Recall of faulty claims at 0.6 and 5 % of the supported, for edits with at least 25 faulty claims."""
    tight, loose = (np.quantile(s[supported], p / 100) for p in (0.6, 5))
    lines = []
    for e in sorted(set(edits)):
        k = np.array([x == e for x in edits]) & ~supported
        if k.sum() >= 25:
            lines.append(
                (
                    np.mean(s[k] < loose),
                    f"  {e:<24} n {k.sum():4d}  at 0.6 %: {100 * np.mean(s[k] < tight):5.1f}  at 5 %: {100 * np.mean(s[k] < loose):5.1f}",
                )
            )
    return "\n".join(t for _, t in sorted(lines, reverse=True))


if __name__ == "__main__":
    main()
