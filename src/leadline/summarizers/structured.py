"""The public draft format `leadline.draft/1`: sentences that name their sources, with slots in place of exact facts.

In: what a summarizer gave back: a `StructuredDraft`, a mapping of its schema, or JSON text that a model wrote (a fence
and words around it are passed over). Out: a `StructuredDraft` whose parts have the right types. Whether a reference or a
slot leads anywhere is not asked here (`structured_fill.py`), whether a sentence is true is the gate's.
Raises `DraftError` with the place, what was expected and what came, so that the message can go back to the model.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast, get_args

from leadline.core.tree.nodes import Section

__all__ = ["FORMAT", "SECTIONS", "DraftError", "StructuredDraft", "StructuredSentence", "find_json", "read_draft"]

FORMAT = "leadline.draft/1"
# Quoting is the gate's own; what is done or guessed is read from the turns and from who says it.
_OWN = ("quoted", "done", "passed", "guesses")
SECTIONS: tuple[Section, ...] = tuple(s for s in get_args(Section) if s not in _OWN)
SENTENCES_MAX = 1_000
TEXT_MAX = 2_000  # characters of one sentence; a longer one is no sentence
EVIDENCE_MAX = 40  # references of one sentence; more of them name nothing
_KEYS = frozenset(("format", "sentences"))
_SENTENCE_KEYS = frozenset(("section", "text", "evidence"))
_REFERENCE = re.compile(r"\[?\s*[sS]?(\d{1,6})\s*\]?")
_RANGE = re.compile(r"\[?\s*[sS]?(\d{1,6})\s*(?:-|–|\.\.)\s*[sS]?(\d{1,6})\s*\]?")
_HINT = re.compile(r'"sentences"\s*:')


class DraftError(ValueError):
    """An answer that has not the form of a structured draft; the message says where and what was expected."""


@dataclass(frozen=True, slots=True)
class StructuredSentence:
    """One sentence as its writer gave it: `{f12}` are slots, `evidence` are references of source sentences (`s4`)."""

    text: str
    evidence: tuple[str, ...]
    section: Section = "state"


@dataclass(frozen=True, slots=True)
class StructuredDraft:
    """The sentences in the writer's order."""

    sentences: tuple[StructuredSentence, ...]

    def as_dict(self) -> dict[str, Any]:
        """The mapping of the schema; `read_draft` gives the same draft back."""
        rows = [{"section": s.section, "text": s.text, "evidence": list(s.evidence)} for s in self.sentences]
        return {"format": FORMAT, "sentences": rows}


def read_draft(answer: StructuredDraft | Mapping[str, Any] | str) -> StructuredDraft:
    """The draft in `answer`. DraftError for anything that has not its form.

    >>> read_draft('{"sentences": [{"text": "The limit is {f1}.", "evidence": ["s2"]}]}').sentences[0].evidence
    ('s2',)
    """
    if isinstance(answer, str):
        found = find_json(answer)
        if found is None:
            raise DraftError('the answer holds no JSON object with "sentences"')
        answer = found
    if isinstance(answer, StructuredDraft):
        answer = answer.as_dict()
    if not isinstance(answer, Mapping):
        raise DraftError(f'a draft is an object with "sentences"; got {type(answer).__name__}')
    unknown = sorted(str(k) for k in answer if k not in _KEYS)
    if unknown:
        raise DraftError(f"unknown key {unknown[0]!r} in the draft; known are format and sentences")
    if answer.get("format", FORMAT) != FORMAT:
        raise DraftError(f"format is {answer.get('format')!r}; expected {FORMAT!r}")
    rows = answer.get("sentences")
    if isinstance(rows, str) or not isinstance(rows, Sequence) or not rows:
        raise DraftError("sentences is a list of at least one sentence")
    if len(rows) > SENTENCES_MAX:
        raise DraftError(f"the draft has {len(rows):,} sentences; at most {SENTENCES_MAX:,} are read")
    return StructuredDraft(tuple(_sentence(f"sentences[{at}]", row) for at, row in enumerate(rows)))


def find_json(text: str) -> dict[str, Any] | None:
    """The first JSON object with "sentences" in `text`; None where the text does not look like holding one.

    DraftError where it looks like one and is broken (cut off, a missing comma): that is no plain summary either.
    """
    if not _HINT.search(text):
        return None
    decoder = json.JSONDecoder()
    broken: json.JSONDecodeError | None = None
    at = text.find("{")
    for _ in range(8):  # words with a brace in them may stand before the object, not many
        if at < 0:
            break
        try:
            value, _end = decoder.raw_decode(text, at)
        except json.JSONDecodeError as error:
            broken = broken or error
        except RecursionError:
            raise DraftError("the answer is nested too deeply to be a draft") from None
        else:
            if isinstance(value, dict) and "sentences" in value:
                return value
        at = text.find("{", at + 1)
    if broken is not None and re.match(r"\s*(?:```\w*\s*)?\{", text):
        raise DraftError(
            f"the answer is broken JSON: {broken.msg} in line {broken.lineno}, column {broken.colno}; was it cut off?"
        )
    return None


def _sentence(where: str, row: object) -> StructuredSentence:
    if isinstance(row, StructuredSentence):
        row = {"section": row.section, "text": row.text, "evidence": list(row.evidence)}
    if not isinstance(row, Mapping):
        raise DraftError(f"{where} is an object with text and evidence; got {type(row).__name__}")
    unknown = sorted(str(k) for k in row if k not in _SENTENCE_KEYS)
    if unknown:
        raise DraftError(f"unknown key {unknown[0]!r} in {where}; known are section, text and evidence")
    text = row.get("text")
    if not isinstance(text, str) or not text.strip():
        raise DraftError(f"{where}.text is a sentence; got {text!r:.60}")
    if len(text) > TEXT_MAX:
        raise DraftError(f"{where}.text has {len(text):,} characters; a sentence has at most {TEXT_MAX:,}")
    section = row.get("section", "state")
    if section not in SECTIONS:
        raise DraftError(f"{where}.section is {section!r}; sections are {', '.join(SECTIONS)}")
    given = row.get("evidence")
    if isinstance(given, str | int) and not isinstance(given, bool):
        given = [given]
    if isinstance(given, str) or not isinstance(given, Sequence) or not given:
        raise DraftError(f'{where}.evidence is a list of at least one reference like "s4"; got {given!r:.60}')
    refs = [ref for item in given for ref in _references(where, item)]
    if len(refs) > EVIDENCE_MAX:
        raise DraftError(f"{where}.evidence names {len(refs)} source sentences; at most {EVIDENCE_MAX} say something")
    return StructuredSentence(text, tuple(dict.fromkeys(refs)), cast(Section, section))


def _references(where: str, item: object) -> list[str]:
    """`s4`, `4` and `[s4]` are one reference, `s4-s6` are three."""
    if isinstance(item, int) and not isinstance(item, bool):
        return [f"s{item}"]
    if not isinstance(item, str):
        raise DraftError(f'{where}.evidence holds {item!r:.60}; a reference is a string like "s4"')
    if alone := _REFERENCE.fullmatch(item):
        return [f"s{int(alone[1])}"]
    if several := _RANGE.fullmatch(item):
        first, last = int(several[1]), int(several[2])
        if first <= last < first + EVIDENCE_MAX:
            return [f"s{n}" for n in range(first, last + 1)]
    return [item.strip()[:40] or "(empty)"]  # leads nowhere; the gate says so of this sentence alone
