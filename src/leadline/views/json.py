"""Values of the program as JSON text: dataclasses become objects, tuples lists, paths strings.

Core types do not serialize themselves (style.md, section 6); this is where they are converted. NaN and infinity are
refused: JSON has no word for them. A lone surrogate is written as its escape.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Set
from dataclasses import fields, is_dataclass
from enum import Enum
from pathlib import Path
from typing import Any

__all__ = ["plain", "to_json"]


def plain(value: Any) -> Any:
    """The same value made of dicts, lists, strings, numbers, booleans and None. Fields keep their order."""
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Enum):
        return plain(value.value)
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, Set):
        return sorted((plain(item) for item in value), key=repr)
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    if isinstance(value, Path):
        return str(value)
    if value is None or isinstance(value, str | bool | int | float):
        return value
    raise TypeError(f"cannot write a {type(value).__name__} as JSON")


def to_json(value: object, *, ascii_only: bool = False, indent: int | None = None) -> str:
    """JSON text of `plain(value)`. Raises ValueError for NaN and infinity."""
    text = json.dumps(plain(value), ensure_ascii=ascii_only, allow_nan=False, indent=indent)
    if ascii_only or text.isascii():
        return text
    return "".join(f"\\u{ord(ch):04x}" if "\ud800" <= ch <= "\udfff" else ch for ch in text)
