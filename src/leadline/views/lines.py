"""Lines of a working context that are told of the session's structure: how they are shortened, and where they refer to. Pure."""

from __future__ import annotations

from leadline.core.tree.nodes import Evidence
from leadline.views.spoken import Place

__all__ = ["beginning", "reference"]


def beginning(text: str, most: int) -> str:
    """`text`, or its first `most` characters with an ellipsis."""
    return text if len(text) <= most else f"{text[:most].rstrip()} …"


def reference(place: Place, newest: int, length: int = 0) -> tuple[Evidence, ...]:
    """The span of a leaf's text; none in the freshest part (leaf number `newest`), in which nothing has a reference of its own."""
    return () if place[0] == newest else (Evidence(place[0], place[1], place[1] + length),)
