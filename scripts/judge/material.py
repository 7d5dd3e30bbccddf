"""Items for training and measuring a judge: evidence, claim, supported or not; read from `../shared/training`.

In: names of authors (file stems). Out: `Item`s. Values and identifiers that stand on both sides become placeholders shared by
both, because rules settle values and the judge must not. Constructed items make "near the text" no sign of falsehood.
"""

from __future__ import annotations

import difflib
import json
import random
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from leadline.core.text.sentences import split_sentences

TRAINING = Path(__file__).resolve().parents[3] / "shared" / "training"
TWINS = tuple(f"twins-{i}" for i in range(1, 7))
AGENTS = tuple(f"agent-p{i}" for i in range(1, 12))
LEFT_OUT = ("agent-p2", "agent-p8", "twins-4", "twins-6")  # whole authors, never trained on
DEVELOPMENT = ("agent-p1", "agent-p3", "agent-p5", "agent-p7", "agent-p9", "agent-p11", "twins-1", "twins-3", "twins-5")
GENERAL = ("mnli", "conjnli", "fever", "med")


class Item(NamedTuple):
    """One question. `group` names the twin for twins (author, claim), the shared evidence for agent items."""

    author: str
    group: str
    evidence: tuple[tuple[str, str], ...]  # (role, text) in time order
    claim: str
    supported: bool
    edit: str
    near: bool | None


def entail(authors: Iterable[str]) -> list[Item]:
    """All entail items of some authors, in file order."""
    out: list[Item] = []
    for author in authors:
        for line in (TRAINING / f"{author}.jsonl").read_text("utf-8").splitlines():
            r = json.loads(line)
            if r.get("task") != "entail":
                continue
            evidence = tuple((e["role"], e["text"]) for e in r["evidence"] if e["text"].strip())
            group = f"{author}/{r['claim']}" if author in TWINS else f"{author}/{r['group']}"
            out.append(Item(author, group, evidence, r["claim"], r["label"] == "supported", r["edit"], r.get("near")))
    return out


def general(per_file: int, seed: int = 1) -> list[Item]:
    """`per_file` general pairs of each set, drawn at random."""
    out: list[Item] = []
    for name in GENERAL:
        rows = [json.loads(x) for x in (TRAINING / f"{name}.jsonl").read_text("utf-8").splitlines()]
        rows = [r for r in rows if len(r["premise"]) < 500]
        for r in random.Random(seed).sample(rows, min(per_file, len(rows))):
            out.append(
                Item(name, "", (("summary", r["premise"]),), r["hypothesis"], r["label"] == "entailment", name, None)
            )
    return out


def twin_pairs(items: Iterable[Item]) -> list[tuple[Item, Item]]:
    """(supporting, refuting) pairs with one claim string."""
    table: dict[str, list[Item]] = {}
    for item in items:
        if item.author in TWINS:
            table.setdefault(item.group, []).append(item)
    out = []
    for rows in table.values():
        yes, no = [r for r in rows if r.supported], [r for r in rows if not r.supported]
        out += list(zip(yes, no, strict=False))
    return out


def near_twins(pairs: Iterable[tuple[Item, Item]]) -> list[tuple[Item, Item]]:
    """Twins whose claim is the one evidence sentence that the edit changed: true in its own version, not in the other.

    A sentence that only lost words is not taken: the longer one may still bear it out.
    """
    out: list[tuple[Item, Item]] = []
    for yes, no in pairs:
        for mine, other in ((yes, no), (no, yes)):
            known = {s.lower() for _, s in _sentences(other)}
            fresh = [(role, s) for role, s in _sentences(mine) if s.lower() not in known]
            theirs = [s for _, s in _sentences(other) if s not in {x for _, x in _sentences(mine)}]
            if (
                len(fresh) != 1
                or not 4 <= len(fresh[0][1].split()) <= 35
                or fresh[0][0] == "tool"
                or "?" in fresh[0][1]
            ):
                continue
            if fresh[0][0] == "user":
                continue  # what a user says in the first person is no assertion of a summary
            words = fresh[0][1].lower().split()
            if any(_only_lost(words, t.lower().split()) for t in theirs):
                continue
            claim = fresh[0][1]
            base = {"claim": claim, "group": f"near/{claim}", "edit": "near:" + yes.edit, "near": True}
            out.append((mine._replace(supported=True, **base), other._replace(supported=False, **base)))
    return out


def faithful_near(items: Iterable[Item], n: int, seed: int = 2) -> list[Item]:
    """Supported items made of the evidence: a sentence as its own claim, two merged, or one with small rewordings."""
    rng = random.Random(seed)
    pool = list(items)
    rng.shuffle(pool)
    out: list[Item] = []
    for item in pool:
        if len(out) >= n:
            break
        said = [
            s
            for role, s in _sentences(item)
            if role in ("assistant", "summary") and 4 <= len(s.split()) <= 30 and "?" not in s
        ]
        if not said:
            continue
        kind = rng.choice(("own", "merged", "reworded"))
        claim = rng.choice(said)
        if kind == "merged" and len(said) > 1:
            one, two = sorted(rng.sample(range(len(said)), 2))
            claim = said[one].rstrip(".!") + rng.choice(("; ", ", and ", ". ")) + said[two]
        elif kind == "reworded":
            claim = reword(claim, rng)
        out.append(item._replace(claim=claim, supported=True, edit="faithful_" + kind, near=True, group=""))
    return out


_REWORDINGS = (
    (r"\bcan't\b|\bcannot\b", "can not"), (r"\bdon't\b", "do not"), (r"\bdoesn't\b", "does not"), (r"\bdidn't\b", "did not"),
    (r"\bisn't\b", "is not"), (r"\bwasn't\b", "was not"), (r"\bwon't\b", "will not"), (r"\bit's\b", "it is"), (r"\band\b", "as well as"),
    (r"\bbut\b", "though"), (r"\bneeds to\b|\bmust\b", "has to"), (r"\bshows\b", "indicates"), (r"\buse\b", "employ"), (r"\bonly\b", "solely"),
    (r"\bfixed\b", "repaired"), (r"\bremoved\b", "taken out"), (r"\babout\b", "roughly"), (r"\bbecause\b", "since"), (r"\bso far\b", "until now"),
    (r"\bnot yet\b", "still not"), (r"\bstarted\b", "began"), (r"\bfinished\b", "ended"), (r"\bchanged\b", "altered"), (r"\bwithout\b", "with no"),
)  # fmt: skip


def reword(text: str, rng: random.Random) -> str:
    """The sentence with up to three mechanical rewordings that keep its meaning."""
    hits = [(p, r) for p, r in _REWORDINGS if re.search(p, text, re.IGNORECASE)]
    for pattern, replacement in rng.sample(hits, min(3, len(hits))):
        text = re.sub(pattern, replacement, text, count=1, flags=re.IGNORECASE)
    return text


_VALUE = re.compile(
    r"[\w./:@#%$€£+-]*\d[\w./:@#%$€£,+-]*|\b\w+(?:[_/]\w+)+\b|\b[a-z]+[A-Z]\w+\b|[\w-]+\.(?:[a-z]{2,4})\b"
)


def placeholders(evidence: str, claim: str) -> tuple[str, str]:
    """Both texts, values and identifiers that stand in both replaced by one sign each, in the order of the claim."""
    names: dict[str, str] = {}
    mine = {_key(m.group()) for m in _VALUE.finditer(evidence)}
    for m in _VALUE.finditer(claim):
        key = _key(m.group())
        if key in mine and key not in names:
            base = 1 if key.replace(".", "").isdigit() else 21
            names[key] = (
                f"[unused{base + sum(v.startswith('[unused') and (int(v[7:-1]) < 21) == (base == 1) for v in names.values()) % 20}]"
            )

    def put(m: re.Match[str]) -> str:
        text = m.group()
        tail = text[len(text.rstrip(".,:;-")) :]
        return f" {names[_key(text)]}{tail} " if _key(text) in names else text

    return _VALUE.sub(put, evidence), _VALUE.sub(put, claim)


def prepare(evidence: Iterable[tuple[str, str]], claim: str) -> tuple[str, str]:
    """The two strings that a cross-encoder sees."""
    joined = " ".join(f"{role}: {text}" for role, text in evidence)
    return placeholders(joined, claim)


def _key(text: str) -> str:
    text = text.strip(".,:;-").lower()
    digits = text.replace(",", "").replace("%", "")
    if re.fullmatch(r"\d+(?:\.\d+)?", digits):
        return digits.rstrip("0").rstrip(".") if "." in digits else digits
    return text


def _sentences(item: Item) -> Iterator[tuple[str, str]]:
    for role, text in item.evidence:
        for s in split_sentences(text):
            yield role, text[s.start : s.end]


def _only_lost(short: list[str], long: list[str]) -> bool:
    blocks = difflib.SequenceMatcher(None, short, long, autojunk=False).get_matching_blocks()
    return sum(b.size for b in blocks) >= len(short) - 1 and len(long) > len(short)
