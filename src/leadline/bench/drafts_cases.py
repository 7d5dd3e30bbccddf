"""Faithful structured drafts from hand-written cases: the good parent's sentences, each with its best source sentences.

In: cases as `leadline bench cases` reads them. Out: structured drafts as mappings, and how many of them `check` refuses. The
evidence is found by letter groups, greedily, up to four source sentences, and a source for every exact token that one of them
has: nothing of what measures a draft takes part in writing it. Which sentences it finds can be printed and judged by eye.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from leadline.api import check
from leadline.bench.drafts import is_doubted, numbered
from leadline.core.text.messages import Child
from leadline.core.text.sentences import split_sentences
from leadline.summarizers.structured import FORMAT

__all__ = ["Faithful", "draft_of_case", "judge_faithful", "render_faithful"]

EVIDENCE_MAX = 4
GAIN_MIN = 0.07  # share of the sentence's weight that one more source sentence must add
_GRAM = 5
_UNSPACED = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
SECTION = "state"


@dataclass(frozen=True, slots=True)
class Faithful:
    """One case's draft and what `check` said of it and of the same text without evidence."""

    id: str
    draft: Mapping[str, Any]
    report: Any
    plain_promoted: bool


def judge_faithful(cases: Sequence[Mapping[str, Any]]) -> list[Faithful]:
    """Every case's good parent as a structured draft, judged; in order."""
    out = []
    for case in cases:
        children = [Child(c["id"], c["text"], c.get("role", "summary")) for c in case["children"]]
        draft = draft_of_case(children, case["good"]["text"])
        policy = case.get("policy") or "remediation"
        report = check(children, draft, policy=policy)
        out.append(
            Faithful(str(case["id"]), draft, report, check(children, case["good"]["text"], policy=policy).promoted)
        )
    return out


def draft_of_case(children: Sequence[Child], parent: str) -> dict[str, Any]:
    """The structured draft of a faithful text."""
    sources = numbered(children)
    rarity = Counter(gram for _, text in sources for gram in _grams(text))
    rows = []
    for s in split_sentences(parent):
        text = parent[s.start : s.end]
        if s.kind == "heading" or len(re.findall(r"\w+", text)) < 2:
            continue
        rows.append({"section": SECTION, "text": text, "evidence": _evidence(text, sources, rarity)})
    return {"format": FORMAT, "sentences": rows}


def _evidence(text: str, sources: Sequence[tuple[str, str]], rarity: Mapping[str, int]) -> list[str]:
    n = len(sources)
    weight = {g: math.log(1 + n / rarity[g]) for g in _grams(text) if g in rarity}
    total = sum(weight.values()) or 1.0
    chosen: list[str] = []
    left = dict(weight)
    for _ in range(EVIDENCE_MAX):
        gains = [
            (sum(left[g] for g in _grams(t) if g in left) / math.sqrt(len(t) + 60), -k)
            for k, (ref, t) in enumerate(sources)
            if ref not in chosen
        ]
        if not gains:
            break
        _, k = max(gains)
        ref, found = sources[-k]
        gain = sum(left.pop(g) for g in _grams(found) if g in left)
        if chosen and gain < GAIN_MIN * total:
            break
        chosen.append(ref)
    by_ref = dict(sources)
    for token in sorted(_exact(text)):
        holding = [ref for ref, t in sources if token in _exact(t)]
        if holding and not any(ref in chosen for ref in holding):
            chosen.append(max(holding, key=lambda ref: len(_grams(by_ref[ref]) & weight.keys())))
    return sorted(chosen, key=lambda ref: int(ref[1:]))


def _grams(text: str) -> set[str]:
    """Groups of five letters; two in scripts without spaces."""
    low = " ".join(text.lower().split())
    size = 2 if _UNSPACED.search(low) else _GRAM
    return {low[i : i + size] for i in range(max(1, len(low) - size + 1))}


def _exact(text: str) -> set[str]:
    """Numbers, names with joints, and capitalised words inside of sentences, evenly spelt."""
    joined = re.sub(r"(?<=\d)[,.  ](?=\d{3}(?!\d))", "", text)
    numbers = {m.lstrip("0") or "0" for m in re.findall(r"\d+(?:[.,:]\d+)*", joined)}
    names = {
        m.lower() for m in re.findall(r"(?<=[\w,] )[A-Z][a-z]{2,}|(?<!\w)\w++/\w++|(?<!\w)\w(?=\w*_\w)\w++", joined)
    }
    return numbers | names


def render_faithful(rows: Sequence[Faithful], *, wrong: int = 0) -> list[str]:
    """Counts of refused drafts, beside the same texts as plain ones; with `wrong`, that many of the refused."""
    refused = [r for r in rows if not r.report.promoted]
    plain = sum(not r.plain_promoted for r in rows)
    n = len(rows) or 1
    doubted = sum(is_doubted(r.report) or not r.report.promoted for r in rows)
    lines = [
        f"faithful drafts of cases      {len(rows):>8}{len(refused):>9}{100 * len(refused) / n:>8.1f}%   target at most 2%",
        f"  the same texts, plain       {len(rows):>8}{plain:>9}{100 * plain / n:>8.1f}%",
        f"  a sentence replaced in the engine    {doubted:>8}{100 * doubted / n:>8.1f}%",
    ]
    for row in refused[:wrong]:
        lines += ["", f"refused: case {row.id}"]
        lines += [
            f"  {f.severity} {f.kind}: {f.message}"
            for f in row.report.findings
            if f.severity in ("hard", "suspicion", "warning")
        ]
    return lines
