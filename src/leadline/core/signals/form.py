"""Form: whether the parent is a summary at all, whatever it says.

In: a trial. Out: a signal with the share of checks passed and findings `degenerate` and `secret_leaked`: empty, only
headings, talk about the summary, a refusal, going on with the work, loops, cut off, another language, a child without
a trace. Cheapest and surest of all checks (signals-notes, section 3). Reads no facts.
"""

from __future__ import annotations

import re
from collections import Counter
from operator import eq

from leadline.core.secrets.find import find_secrets
from leadline.core.signals import answers, broken_off, languages, talk, unrelated
from leadline.core.signals.contentless import says_nothing
from leadline.core.signals.findings import make
from leadline.core.signals.index import Passage, Trial
from leadline.core.signals.lexis import WORD
from leadline.core.signals.model import Finding, Signal

__all__ = ["measure"]

_SECRET_SHOWN = 3  # characters of a credential that a finding quotes: its place is told, the rest is nobody's business
_TRACE_MIN = 16  # distinct content words of a child below which no trace proves nothing
_RATIO_MIN = 0.25
_SIZE_MIN = 0.5  # of the mean length of a child
_TRACE_FLOOR = 0.04  # share of a child's own words that even terse faithful parents repeat; measured on bench/trees


def measure(trial: Trial) -> Signal:
    """The form signal: 1 without a finding, else less by a third for each, never below 0."""
    findings = tuple(_find(trial))
    return Signal("form", max(0.0, 1.0 - len(findings) / 3), 1, findings)


def _find(trial: Trial) -> list[Finding]:
    parent = trial.parent
    words = WORD.findall(parent)
    out: list[Finding] = []
    source = sum(len(c.text) for c in trial.children)
    if not words:
        return [
            make(trial, "degenerate", "hard", "The summary is empty.", parent=(0, len(parent)) if parent else (-1, -1))
        ]
    sentences = trial.parent_sentences
    body = [s for s in sentences if s.kind != "heading" and not _is_label(s.text)]
    bare = source > 400 and (not body or sum(len(s.stems) for s in body) < 3)
    if bare and (len(body) < len(sentences) or not any(s.stems & set(trial.postings) for s in body)):
        out.append(
            make(
                trial,
                "degenerate",
                "hard",
                "The summary has headings but says nothing under them."
                if len(body) < len(sentences)
                else "The summary says nothing.",
                parent=(sentences[0].start, sentences[-1].end),
            )
        )
    out += _empty_sections(trial)
    out += talk.find_talk(trial)
    out += _loops(trial, sentences)
    out += broken_off.find_broken(trial)
    out += languages.find_foreign(trial)
    out += _untraced(trial)
    if not out:
        out += answers.find_turned(trial) or unrelated.find_unrelated(trial)
    for secret in find_secrets(parent):
        out.append(
            make(
                trial,
                "secret_leaked",
                "hard",
                f"The summary carries what looks like a credential ({secret.kind}); summaries travel further than their sources.",
                parent=(secret.start, min(secret.end, secret.start + _SECRET_SHOWN)),
            )
        )
    return out


def _is_label(text: str) -> bool:
    return len(text) < 60 and text.rstrip().endswith(":") and len(WORD.findall(text)) <= 6


def _empty_sections(trial: Trial) -> list[Finding]:
    """Two or more headings with nothing under them, and no fewer than those that have something."""
    lines = [(m.start(), m.group()) for m in re.finditer(r"[^\n]+", trial.parent) if m.group().strip()]

    def is_head(text: str) -> bool:
        return bool(re.match(r"\s*(?:#{1,6}\s|\*\*[^*]+\*\*:?\s*$)", text)) or _is_label(text)

    empty = [
        (at, text) for i, (at, text) in enumerate(lines)
        if is_head(text) and (i + 1 == len(lines) or (is_head(lines[i + 1][1]) and _rank(lines[i + 1][1]) <= _rank(text)))
    ]  # fmt: skip
    full = sum(1 for _, text in lines if is_head(text)) - len(empty)
    filler = [(at, t) for at, t in lines if _is_placeholder(t)]
    if len(empty) >= 2 and len(empty) >= full:
        at, text = empty[0]
        return [
            make(
                trial,
                "degenerate",
                "hard",
                f"{len(empty)} headings have nothing under them.",
                parent=(at, at + len(text)),
            )
        ]
    if len(filler) >= 3 and len(filler) * 2 >= len(lines) - len(empty) - full:
        at, text = filler[0]
        return [
            make(trial, "degenerate", "hard", "Most sections hold only a placeholder.", parent=(at, at + len(text)))
        ]
    return []


_PLACEHOLDERS = frozenset(("n/a", "na", "none", "tbd", "todo", "empty", "see above", "nothing"))


def _is_placeholder(line: str) -> bool:
    """A line that stands for a text which is not there, whatever signs are around it."""
    wordly = [at for at, c in enumerate(line) if c.isalnum() or c == "_"]
    if not wordly:
        return "..." in line or "…" in line
    return line[wordly[0] : wordly[-1] + 1].lower() in _PLACEHOLDERS


def _rank(line: str) -> int:
    mark = re.match(r"\s*(#{1,6})\s", line)
    return len(mark[1]) if mark else 7


_LOOP_MAX = 13  # words of what is said over and over
_LOOP = re.compile(rf"(\b\w+(?:\W+\w+){{1,{_LOOP_MAX - 1}}}?\W+)\1{{3,}}")
_LOOP_WORD = re.compile(r"\w+")


def _may_loop(text: str) -> bool:
    """Whether some words stand four times in a row: each of them equals the one that far behind it, three times over. The
    pattern tries every place with every length."""
    words = _LOOP_WORD.findall(text)
    return any(
        b"\x01" * (3 * n) in bytes(map(eq, words, words[n:])) for n in range(2, min(_LOOP_MAX, len(words) // 4) + 1)
    )


def _loops(trial: Trial, sentences: tuple[Passage, ...]) -> list[Finding]:
    """One sentence three times, or a long one twice in a row of prose, or a run of words over and over."""
    keys = [" ".join(w.lower() for w in WORD.findall(s.text)) for s in sentences]
    counts = Counter(k for k, s in zip(keys, sentences, strict=True) if s.kind in ("prose", "bullet"))
    for i, (key, s) in enumerate(zip(keys, sentences, strict=True)):
        if len(key) < 12 or counts[key] < 2 or trial.haystack.count(s.text.lower()) >= counts[key]:
            continue
        again = [j for j in range(max(0, i - 2), i) if keys[j] == key]  # once more right behind itself
        if (again and len(key) >= 40 and s.kind == "prose") or (counts[key] >= 3 and counts[key] * 3 >= len(keys)):
            return [
                make(
                    trial,
                    "degenerate",
                    "hard",
                    f"The summary says the same sentence {counts[key]} times.",
                    parent=(s.start, s.end),
                )
            ]
    match = _LOOP.search(trial.parent) if _may_loop(trial.parent) else None
    if (
        match
        and len(WORD.findall(match.group(1))) >= 2
        and match.group().lower() not in trial.haystack
        and not match.group(1).replace(" ", "").isdigit()
    ):
        return [make(trial, "degenerate", "hard", "The summary repeats itself in a loop.", parent=match.span())]
    return []


_ADVICE = re.compile(
    r"\?\s*$|\b(?:could|would|might|may|should|please|you|your|yours)\b|^\W*(?:and |then |so |also )?(?:ask|tell|try|take|bring|use|check|make|keep|consider|look|call|don't|do not|never|avoid|start|stop|go|get|put|add|write)\b",
    re.I,
)


def _advises(said: list[Passage]) -> bool:
    """Most of the sentences advise, ask or guess: they tell of nothing that was done or found."""
    return sum(_ADVICE.search(s.text) is not None for s in said) >= 0.6 * max(1, len(said))


def _untraced(trial: Trial) -> list[Finding]:
    """A child that is no tool output and left no trace at all, where the others did."""
    source = sum(len(c.text) for c in trial.children)
    if not 2 <= len(trial.children) <= 12 or len(trial.parent) < _RATIO_MIN * source or len(trial.parent_sentences) < 2:
        return []  # so much is left out on purpose that a child without a trace proves nothing
    owners: dict[str, set[int]] = {}
    per: list[set[str]] = [set() for _ in trial.children]
    for s in trial.sentences:
        if s.owner < len(per) and not s.foreign and s.kind in ("prose", "bullet", "heading"):
            per[s.owner] |= s.stems
    for owner, stems in enumerate(per):
        for st in stems:
            owners.setdefault(st, set()).add(owner)
    out = []
    for owner, stems in enumerate(per):
        own = {st for st in stems if len(owners[st]) == 1}
        if len(own) < _TRACE_MIN or len(trial.children[owner].text) * len(trial.children) < _SIZE_MIN * source:
            continue  # too short, or much shorter than its siblings: a cover page, a greeting
        found = len(own & trial.parent_stems)
        if (
            trial.children[owner].role == "assistant"
            and _advises([s for s in trial.sentences if s.owner == owner])
            and owner + 1 < len(trial.children)
        ):
            continue  # advice that the next turn has left behind
        if found / len(own) < _TRACE_FLOOR and not says_nothing([s.text for s in trial.sentences if s.owner == owner]):
            child = trial.children[owner]
            end = min(len(child.text), 200)
            out.append(
                make(
                    trial, "degenerate", "warning", f'Nothing of "{child.id}" is in the summary ({found} of {len(own)} of its own words).',
                    child=(owner, 0, end), probability=0.9,
                )
            )  # fmt: skip
    return out if len(out) < len(trial.children) else out[:1]
