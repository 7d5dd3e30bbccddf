"""The published JSON schema of a report of `check` (docs/report.schema.json is written from it).

Closed where a reader relies on it, open where fields may be added: unknown fields are allowed and must be passed over.
"""

from __future__ import annotations

from typing import Any, get_args

from leadline.core.signals.model import Severity

__all__ = ["REPORT_SCHEMA", "SIGNALS", "VERDICTS"]

VERDICTS = ("promote", "halt", "flatten", "invalid")
SIGNALS = ("retention", "provenance", "relations", "conflicts", "referents", "confidence", "form", "coverage")

_SPAN = {
    "type": "array",
    "items": {"type": "integer", "minimum": -1},
    "minItems": 2,
    "maxItems": 2,
    "description": "Half-open character offsets; text[start:end] is the quote. [-1, -1]: this side has no place.",
}

_FINDING: dict[str, Any] = {
    "type": "object",
    "required": ["kind", "severity", "rule", "message", "remedy", "parent_span", "parent_quote", "child", "child_span", "child_quote"],
    "properties": {
        "kind": {"type": "string"},
        "severity": {"enum": list(get_args(Severity))},
        "rule": {"type": "string", "description": "Id of the rule table: docs/rules.md, leadline explain RULE."},
        "message": {"type": "string"},
        "remedy": {"type": "string"},
        "parent_span": _SPAN,
        "parent_quote": {"type": "string"},
        "child": {"type": ["string", "null"], "description": "Id of the child that the finding points into."},
        "child_span": _SPAN,
        "child_quote": {"type": "string"},
        "probability": {"type": "number", "minimum": 0, "maximum": 1, "description": "That the finding is right."},
    },
}  # fmt: skip

REPORT_SCHEMA: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "leadline check report",
    "description": "One judged summary: what `leadline check --json` prints, and one line of `leadline check -`.",
    "type": "object",
    "required": ["verdict", "rule", "score", "signals", "findings"],
    "properties": {
        "version": {"type": "integer", "description": "Of this form; it rises when a field changes its meaning."},
        "id": {"type": ["string", "null"], "description": "Echoed from the case."},
        "verdict": {"enum": list(VERDICTS)},
        "rule": {"type": ["string", "null"], "description": "The most severe rule that failed; null for promote."},
        "score": {
            "type": ["number", "null"], "minimum": 0, "maximum": 1,
            "description": "Rises with faithfulness; ranks summaries, never decides.",
        },
        "signals": {
            "type": "object",
            "description": "One value a signal in 0..1; null where it could not be measured.",
            "propertyNames": {"enum": list(SIGNALS)},
            "additionalProperties": {"type": ["number", "null"], "minimum": 0, "maximum": 1},
        },
        "findings": {"type": "array", "items": _FINDING},
        "judge": {
            "type": "object",
            "description": "What was asked of a judge; absent where none was chosen. `failure` says why nothing was answered.",
            "required": ["name", "digest", "questions", "answered", "calls", "tokens", "failure"],
            "properties": {
                "name": {"type": "string"}, "digest": {"type": "string"}, "questions": {"type": "integer"},
                "answered": {"type": "integer"}, "calls": {"type": "integer"},
                "tokens": {"type": "array", "items": {"type": "integer"}, "description": "Read and written, as the endpoint counts."},
                "failure": {"type": ["string", "null"]},
            },
        },
    },
}  # fmt: skip
