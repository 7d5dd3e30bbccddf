"""Answers that are kept by text: `lru_cache` for functions of one string, which the collector of cycles need not walk.

In: a function of a string (`kept`), or of a small key and a string (`kept_by`). Out: the same function, each answer computed once; all
answers are forgotten when there are `limit` of them. `lru_cache` holds its entries in a list of links, and each full
collection visits every link, key and value of every such cache: with 200,000 entries that was a tenth of a check. A dictionary from
strings to strings or numbers is not visited at all, one to tuples costs one visit a value.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

__all__ = ["Table", "kept", "kept_by"]

_K = TypeVar("_K")
_V = TypeVar("_V")
_ABSENT: Any = object()


class Table(dict[str, _V]):
    """The same for what is asked thousands of times a check: `Table(compute, limit).__getitem__` takes half the time of a call. The
    collector visits its values, so it is for values that it would visit anyhow.

    >>> Table(str.split, 2)["a b"]
    ['a', 'b']
    """

    __slots__ = ("_compute", "_limit")

    def __init__(self, compute: Callable[[str], _V], limit: int) -> None:
        super().__init__()
        self._compute = compute
        self._limit = limit

    def __missing__(self, text: str) -> _V:
        answer = self._compute(text)
        if len(self) >= self._limit:
            self.clear()
        self[text] = answer
        return answer


def kept(limit: int) -> Callable[[Callable[[str], _V]], Callable[[str], _V]]:
    """The decorator for a function of one text.

    >>> kept(2)(str.upper)("a")
    'A'
    """

    def decorate(compute: Callable[[str], _V]) -> Callable[[str], _V]:
        answers: dict[str, _V] = {}
        get = answers.get

        @wraps(compute)
        def ask(text: str) -> _V:
            answer: _V = get(text, _ABSENT)
            if answer is _ABSENT:
                answer = compute(text)
                if len(answers) >= limit:
                    answers.clear()
                answers[text] = answer
            return answer

        return ask

    return decorate


def kept_by(limit: int) -> Callable[[Callable[[_K, str], _V]], Callable[[_K, str], _V]]:
    """The decorator for a function of a key of which there are few, and a text; `limit` answers a key.

    >>> kept_by(2)(lambda times, text: text * times)(2, "ab")
    'abab'
    """

    def decorate(compute: Callable[[_K, str], _V]) -> Callable[[_K, str], _V]:
        tables: dict[_K, dict[str, _V]] = {}

        @wraps(compute)
        def ask(key: _K, text: str) -> _V:
            answers = tables.get(key)
            if answers is None:
                answers = tables.setdefault(key, {})
            answer: _V = answers.get(text, _ABSENT)
            if answer is _ABSENT:
                answer = compute(key, text)
                if len(answers) >= limit:
                    answers.clear()
                answers[text] = answer
            return answer

        return ask

    return decorate
