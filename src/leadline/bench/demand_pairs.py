"""Demands with parents that keep them in other words, and with parents that do not have them: pairs from hand-written items.

In: a folder of JSON lines, one file an author: items of the task `constraint` (a demand, a summary, kept, weakened or lost)
and of the task `entail`. Out: `Pair`s. Authors who wrote paragraphs: the children are all demands of one text, `kept` is the
paragraph, `gone` the same without the sentences that speak of the demand, or a demand of another text put beside its children. Authors
who wrote single sentences: the children are the texts of the author's scene that shares most words with the demand and the
demand among them; the parent is three to five supported claims of that scene with the sentence among them (`kept`), or
without it (`gone`). `topic` parents still speak of the thing and have dropped the demand; `weak` ones make less of it.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import median
from typing import Any, NamedTuple, get_args

from leadline.bench.claims import is_held_out
from leadline.core.facts.clauses import demand_of
from leadline.core.signals.lexis import content_stems
from leadline.core.text.messages import Child, Role
from leadline.core.text.sentences import split_sentences

__all__ = ["LABELS", "Pair", "read_pairs"]

LABELS = ("kept", "gone", "topic", "weak")
_OF_LABEL = {"kept": "kept", "weakened": "weak", "lost": "topic"}
_PARAGRAPH = 40  # words of an author's median summary
_ROLES = get_args(Role)
_NEAREST = 3  # scenes among which one is drawn
_FOREIGN = 3  # demands of each text that are put beside another one's children


class Pair(NamedTuple):
    """One demand (the child `demand`) and a parent; `label` says what became of it, `made` how the parent came about."""

    author: str
    label: str
    made: str
    children: tuple[Child, ...]
    demand: str
    parent: str


class _Scene(NamedTuple):
    group: str
    texts: tuple[tuple[str, str], ...]
    claims: tuple[str, ...]
    stems: frozenset[str]


def read_pairs(folder: Path, authors: str = "dev") -> list[Pair]:
    """The pairs of the `dev` authors, the `held-out` ones, or `both`. ValueError where there are none."""
    pairs: list[Pair] = []
    for file in sorted(folder.glob("*.jsonl"), key=lambda f: (f.stem.rstrip("0123456789"), len(f.stem), f.stem)):
        if authors != "both" and is_held_out(file.stem) != (authors == "held-out"):
            continue
        with file.open(encoding="utf-8") as lines:
            rows = [json.loads(line) for line in lines if '"task"' in line]
        items = [row for row in rows if row["task"] == "constraint"]
        if not items:
            continue
        rng = Random(f"demands {file.stem}")
        if median(len(row["summary"].split()) for row in items) >= _PARAGRAPH:
            pairs += _paragraphs(file.stem, items, rng)
        else:
            pairs += _sentences(file.stem, items, _scenes(rows), rng)
    if not pairs:
        raise ValueError(f"{folder}: no items of the task constraint by {authors} authors there")
    return pairs


def _paragraphs(author: str, items: list[dict[str, Any]], rng: Random) -> Iterator[Pair]:
    groups: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for row in items:
        groups[row["group"]].append(row)
    words = {g: content_stems("\n".join(dict.fromkeys(r["summary"] for r in rows))) for g, rows in groups.items()}
    for group, rows in groups.items():
        demands = list(dict.fromkeys(row["constraint"] for row in rows))
        children = tuple(Child(f"c{n}", text, "user") for n, text in enumerate(demands))
        for row in rows:
            mine = f"c{demands.index(row['constraint'])}"
            label = "gone" if row["edit"] == "unmentioned" else _OF_LABEL[row["label"]]
            yield Pair(author, label, "written", children, mine, row["summary"])
            rest = _without(row["constraint"], row["summary"]) if label == "kept" else ""
            if rest:
                yield Pair(author, "gone", "cut out", children, mine, rest)
        for demand in rng.sample(demands, min(_FOREIGN, len(demands))):
            stems = content_stems(demand_of(demand))
            near = max((g for g in groups if g != group), key=lambda g: len(stems & words[g]), default=None)
            if near is not None:
                theirs = list(dict.fromkeys(r["constraint"] for r in groups[near]))
                others = tuple(Child(f"c{n}", text, "user") for n, text in enumerate([*theirs, demand]))
                yield Pair(author, "gone", "foreign", others, f"c{len(theirs)}", rng.choice(groups[near])["summary"])


def _without(demand: str, summary: str) -> str:
    """The summary without the sentences that speak of the demand; "" where none is sure to."""
    stems = content_stems(demand_of(demand))
    sentences = [summary[a:b] for a, b, _ in split_sentences(summary)]
    shared = [len(stems & content_stems(s)) for s in sentences]
    most = max(shared, default=0)
    rest = [s for s, n in zip(sentences, shared, strict=True) if n < max(2, most / 2)]
    return " ".join(rest) if most >= 2 and len(rest) >= 3 else ""


def _scenes(rows: list[dict[str, Any]]) -> list[_Scene]:
    claims: dict[tuple[str, tuple[tuple[str, str], ...]], list[str]] = defaultdict(list)
    for row in rows:
        if row["task"] == "entail" and row["label"] == "supported":
            texts = tuple((e["role"], e["text"]) for e in row["evidence"] if e["text"].strip())
            claims[row["group"], texts].append(row["claim"])
    return [
        _Scene(group, texts, said, content_stems("\n".join([*(t for _, t in texts), *said])))
        for (group, texts), every in claims.items()
        if len(said := tuple(dict.fromkeys(every))) > 1
    ]


def _sentences(author: str, items: list[dict[str, Any]], scenes: list[_Scene], rng: Random) -> Iterator[Pair]:
    for row in items:
        demand, label = row["constraint"], _OF_LABEL[row["label"]]
        stems = content_stems(demand)
        near = sorted(
            (s for s in scenes if s.group != row["group"]), key=lambda s: (-len(stems & s.stems), s.group, s.texts)
        )[:_NEAREST]
        if not near:
            yield Pair(author, label, "alone", (Child("d", demand, "user"),), "d", row["summary"])
            continue
        scene = rng.choice(near)
        said = rng.sample(scene.claims, min(len(scene.claims), rng.choice((3, 4, 5))))
        texts = [Child(f"c{n}", text, _role(role)) for n, (role, text) in enumerate(scene.texts)]
        texts.insert(rng.randrange(len(texts) + 1), Child("d", demand, "user"))
        at = rng.randrange(len(said) + 1)
        yield Pair(author, label, "joined", tuple(texts), "d", " ".join([*said[:at], row["summary"], *said[at:]]))
        if label != "weak":
            yield Pair(author, "gone", "joined", tuple(texts), "d", " ".join(said))


def _role(role: str) -> Role:
    return role if role in _ROLES else "summary"  # type: ignore[return-value]  # checked
