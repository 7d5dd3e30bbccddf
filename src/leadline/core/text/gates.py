"""Gated patterns: a regular expression that is run only on texts which can match it.

In: a pattern. Out: a `Gated` with the methods of a compiled pattern. A cue list of a hundred words costs some ten microseconds a
sentence in `re`, because every alternative is tried at every word, and nearly all sentences hold none of them. So the first
four characters of each word that a match can begin with are read off the parsed pattern once, and a search first asks whether the text has
any of them: one bit of a mask that is computed once a text, for all patterns together. The answer is always that of `re` itself (a property test compares
the two); a pattern whose beginnings are not finite is simply not gated. After the literal prefilter of RE2
(R. Cox, "Regular Expression Matching in the Wild", 2010).

A pattern is compiled twice: with `re.ASCII` for texts of ASCII alone, where it says the same and `re` looks cases, edges and classes up in a table
(without a call for each character, which is half of the time of a cue list), and on first use for all other texts.
"""

from __future__ import annotations

import re
import sys
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from functools import reduce
from itertools import chain
from operator import or_
from re import _constants as sre  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

from leadline.core.text.runs import Runs

__all__ = ["Gated", "any_of", "folds", "gated", "known_bits", "mask_of"]

_KEY = 4  # characters of a word that are compared; a shorter word is padded with one space, so that "no" is not "not"
_KEYS_MAX = 2048
_WIDE = 10  # a class of more letters than digits is any letter
_words = re.compile(r"\w+").findall
_CONTINUES = "abcdefghijklmnopqrstuvwxyz0_ "
_DIGITS = str.maketrans("123456789", "000000000")  # every digit is one letter of a key
_ALWAYS = 1  # the bit of patterns without a gate; every mask has it
_PLAIN = 2  # the bit of texts of ASCII alone; -1, which has all bits, is none of them
_FIRST = 4  # the bit of the first pattern that is gated
_SEPARATORS = "\x1c", "\x1d", "\x1e", "\x1f"  # spaces for `str` and for `re`, but not with `re.ASCII`
_BITS: dict[
    str, int
] = {}  # key -> the bits of the patterns that a match of may begin with it; filled by patterns at import
_SIGNS: set[str] = set()  # the keys among them that are no words
_TEXTS_MAX = 8192  # texts whose masks are kept
_WORDS_MAX = 65536  # words whose bits are kept


def folds(text: str) -> bool:
    """Whether the text has a letter that `re` folds to an ASCII one and `str.lower` does not."""
    return "\u017f" in text or "\u0130" in text or "\u0131" in text or "\u212a" in text


class _Open(Exception):
    """The beginnings of the pattern cannot be listed."""


class Gated:
    """A compiled pattern with a gate before it; `search`, `match`, `finditer`, `findall`, `sub` answer as `re` does."""

    __slots__ = ("_anchored", "_bit", "_flags", "_keys", "_plain", "_plain_match", "_starts", "_wide", "pattern")

    def __init__(self, pattern: str, flags: int = 0, needs: str | None = None) -> None:
        self._keys = _keys_of(pattern if needs is None else needs, flags)
        self._starts = needs is None and self._keys is not None and _starts_with_key(pattern, flags)
        self._anchored = "^" in pattern  # then a match may also begin where the text does, whatever stands there
        self._bit = _ALWAYS if self._keys is None else _new_bit(self._keys)
        self._flags = flags
        alike = not flags & re.IGNORECASE or not _folds_to_ascii(pattern)
        self._plain = re.compile(pattern, flags | re.ASCII if alike else flags)
        self._plain_match = self._plain.match
        self._wide = None if alike else self._plain
        self.pattern = pattern

    @property
    def keys(self) -> frozenset[str] | None:
        """The word beginnings one of which a matching text must have; None where the pattern is not gated."""
        return self._keys

    @property
    def bit(self) -> int:
        """The bit that the mask of every text with a match has."""
        return self._bit

    @property
    def compiled(self) -> re.Pattern[str]:
        """The pattern for all texts."""
        if self._wide is None:
            self._wide = re.compile(self.pattern, self._flags)
        return self._wide

    def _of(self, mask: int) -> re.Pattern[str]:
        """The pattern for texts with this mask."""
        return self._plain if mask > 0 and mask & _PLAIN else self.compiled

    def may_match(self, text: str) -> bool:
        """False only where no match of the pattern can stand in `text`."""
        mask = _known_mask(text)
        return (mask_of(text) if mask is None else mask) & self._bit != 0

    def search(self, text: str, pos: int = 0, endpos: int = sys.maxsize) -> re.Match[str] | None:
        mask = _known_mask(text)
        if mask is None:
            mask = mask_of(text)
        if not mask & self._bit:
            return None
        places = _places_of(text) if self._starts and mask > 0 else None
        if places is None:
            return self._of(mask).search(text, pos, endpos)
        bit, match = self._bit, self._plain_match if mask & _PLAIN else self.compiled.match
        if self._anchored and not pos:
            found = match(text, 0, endpos)
            if found is not None:
                return found
        starts, masks = places
        if pos or endpos < len(
            text
        ):  # in a long text a walk from its beginning, asked for at each place, would be quadratic
            first, last = bisect_left(starts, pos), bisect_left(starts, endpos)
            starts, masks = starts[first:last], masks[first:last]
        for place, bits in zip(starts, masks):  # noqa: B905  (of one length, and asked for in every sentence)
            if bits & bit:
                found = match(text, place, endpos)
                if found is not None:
                    return found
        return None

    def match(self, text: str, pos: int = 0) -> re.Match[str] | None:
        mask = mask_of(text)
        return self._of(mask).match(text, pos) if mask & self._bit else None

    def fullmatch(self, text: str) -> re.Match[str] | None:
        mask = mask_of(text)
        return self._of(mask).fullmatch(text) if mask & self._bit else None

    def finditer(self, text: str) -> Iterator[re.Match[str]]:
        mask = mask_of(text)
        return self._of(mask).finditer(text) if mask & self._bit else iter(())

    def findall(self, text: str) -> list[Any]:
        mask = mask_of(text)
        return self._of(mask).findall(text) if mask & self._bit else []

    def sub(self, new: str | Callable[[re.Match[str]], str], text: str) -> str:
        mask = mask_of(text)
        return self._of(mask).sub(new, text) if mask & self._bit else text


def gated(*parts: str, flags: int = 0, needs: str | None = None) -> Gated:
    """A gated pattern of alternatives. `needs`: a pattern that stands in every text with a match, to gate by in its place.

    >>> gated(r"\\b(?:must|may) not\\b").search("it may not run").group()
    'may not'
    """
    return Gated("|".join(parts), flags, needs)


def any_of(*patterns: Gated) -> int:
    """The bits of several patterns: `mask_of(text) & any_of(...)` is 0 only where none of them can match."""
    return reduce(or_, (pattern.bit for pattern in patterns))


def known_bits() -> int:
    """How many bits have been given out: masks that were made before the last one lack it."""
    return len(_MADE)


def _new_bit(keys: frozenset[str]) -> int:
    """A bit of its own for the pattern that begins with `keys`. Masks that are known already lack it, so they are forgotten."""
    bit = _FIRST << len(_MADE)
    _MADE.append(bit)
    for key in keys:
        key = key.rstrip(" ") or key  # a word that ends before _KEY is all that is read of it
        _BITS[key] = _BITS.get(key, 0) | bit
        if len(key) == 1 and not (key.isascii() and (key.isalnum() or key == "_")):
            _SIGNS.add(key)
    _OF_WORD.clear()
    _OF_RUN.clear()
    _PLACES_OF_RUN.clear()
    _MASKS.clear()
    _PLACES.clear()
    return bit


_MADE: list[int] = []


class _Bits(dict[str, int]):
    """The bits of each word that was met, by its first _KEY characters (or all that it has), its digits taken for one letter;
    filled by look-ups, forgotten when full."""

    def __missing__(self, word: str) -> int:
        if len(self) >= _WORDS_MAX:
            self.clear()
        bits = self[word] = _BITS.get(word[:_KEY].translate(_DIGITS), 0)
        return bits


_OF_WORD = _Bits()
_bits_of = _OF_WORD.__getitem__


_MASKS: dict[
    str, int
] = {}  # of texts that were asked about; no `lru_cache`, see `kept.py`, and `Gated` looks into it itself
_PLACES: dict[str, tuple[tuple[int, ...], tuple[int, ...]] | None] = {}
_known_mask = _MASKS.get


def mask_of(text: str) -> int:
    """The bits of all patterns that may match in a text: by its word beginnings and its characters; all of them where letters
    make these uncertain."""
    mask = _known_mask(text)
    if mask is None:
        mask = _read_mask(text)
        if len(_MASKS) >= _TEXTS_MAX:
            _MASKS.clear()
        _MASKS[text] = mask
    return mask


def _read_mask(text: str) -> int:
    low = text.lower()
    plain = text.isascii()
    if plain and low != text:
        return mask_of(low)  # facts look at the lower case of what signals look at
    if not plain and folds(text):
        return -1
    first = _ALWAYS
    if plain and not any(sign in text for sign in _SEPARATORS):
        first |= _PLAIN
    mask = reduce(or_, map(_of_run, low.split()), first)
    return mask if plain else reduce(or_, map(_bits_of, _SIGNS.intersection(text)), mask)  # a sign may be a capital


def _read_run(run: str) -> int:
    """The bits of a run of characters without a space, in lower case."""
    if run.isalpha() and run.isascii():
        return _bits_of(run)  # one word
    words = _words(run)
    if not run.isascii() and not "".join([w[:_KEY] for w in words]).isascii():
        return -1  # a key may begin in the middle of such a word, or continue it with any letter
    return reduce(or_, map(_bits_of, chain(words, _SIGNS.intersection(run))), 0)


_OF_RUN = Runs(_read_run)
_of_run = _OF_RUN.__getitem__


def _places_of(text: str) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
    places = _PLACES.get(text)
    if places is None and text not in _PLACES:
        places = _read_places(text)
        if len(_PLACES) >= _TEXTS_MAX:
            _PLACES.clear()
        _PLACES[text] = places
    return places


def _read_places(text: str) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
    """Where matches may begin, ascending, and the bits of the patterns that may at each: at words and at signs. None where a match
    may begin inside of a word, as those of other scripts do. Two flat tuples: of pairs the collector of cycles has to visit each."""
    low = text.lower()
    if low != text and text.isascii():
        return _places_of(low)
    starts: list[int] = []
    masks: list[int] = []
    at = 0
    for run in low.split():
        at = low.index(run, at)
        found = _places_of_run(run)
        if found:
            if found[0] < 0:
                return None
            starts += [at + inside for inside in found[::2]]
            masks += found[1::2]
        at += len(run)
    return tuple(starts), tuple(masks)


def _read_run_places(run: str) -> tuple[int, ...]:
    """Place and bits, one after the other, of what a match may begin with in a run; -1 where one may begin inside of a word."""
    if run.isalpha() and run.isascii():
        bits = _bits_of(run)
        return (0, bits) if bits else ()
    words = _words(run)
    if not "".join(words).isascii():
        return (-1,)
    found: list[tuple[int, int]] = []
    at = 0
    for word, bits in zip(words, map(_bits_of, words), strict=True):
        at = run.index(word, at)
        if bits:
            found.append((at, bits))
        at += len(word)
    found += [(at, _bits_of(sign)) for sign in _SIGNS.intersection(run) for at in _finds(run, sign)]
    return tuple(chain.from_iterable(sorted(found)))


_PLACES_OF_RUN = Runs(_read_run_places)
_places_of_run = _PLACES_OF_RUN.__getitem__


def _finds(text: str, part: str) -> Iterator[int]:
    at = text.find(part)
    while at >= 0:
        yield at
        at = text.find(part, at + 1)


def _folds_to_ascii(pattern: str) -> bool:
    """Whether a letter of the pattern may be an ASCII one in another case: the few that are, and those that a range may lead to."""
    return folds(pattern) or any("\xff" < char < "\u2000" for char in pattern)


def _starts_with_key(pattern: str, flags: int) -> bool:
    """Whether each match begins right where its key does (at the word behind a boundary, or at the sign), or where the text does."""
    return not flags & re.MULTILINE and _at_key(list(parser.parse(pattern, flags)), 0)


def _at_key(items: Sequence[Any], depth: int) -> bool:
    if not items or depth > 50:
        return False
    (kind, value), rest = items[0], items[1:]
    if kind is sre.LITERAL:
        return True  # a letter in the middle of a word has no key at all (`_Open`)
    if kind is sre.IN:
        return all(k in (sre.LITERAL, sre.RANGE) or (k is sre.CATEGORY and v is sre.CATEGORY_DIGIT) for k, v in value)
    if kind is sre.BRANCH:
        return all(_at_key([*branch, *rest], depth + 1) for branch in value[1])
    if kind is sre.SUBPATTERN:
        return _at_key([*value[3], *rest], depth + 1)
    if kind in (sre.MAX_REPEAT, sre.MIN_REPEAT):
        least, most, body = value
        return bool(most) and _at_key(list(body), depth + 1) and (least > 0 or _at_key(rest, depth + 1))
    if kind is sre.AT and value in (sre.AT_BEGINNING, sre.AT_BEGINNING_STRING):
        return True
    if kind in (sre.ASSERT, sre.ASSERT_NOT) or (kind is sre.AT and value is sre.AT_BOUNDARY):
        return _at_key(rest, depth + 1)  # of no width
    return False


def _keys_of(pattern: str, flags: int) -> frozenset[str] | None:
    keys: set[str] = set()
    try:
        for key in _begin(list(parser.parse(pattern, flags)), "", False, 0):
            keys.add(key)
            if len(keys) > _KEYS_MAX:
                return None
    except _Open:
        return None
    return frozenset(keys) or None


def _begin(items: Sequence[Any], prefix: str, starts: bool, depth: int) -> Iterator[str]:
    """Every key that a match of `items` can begin with, after `prefix` was read; `starts`: a word begins here."""
    if len(prefix) == _KEY:
        yield prefix
        return
    if not items or depth > 200:
        yield from _any_end(prefix)
        return
    (kind, value), rest = items[0], items[1:]
    if kind is sre.LITERAL:
        yield from _read(chr(value), rest, prefix, starts, depth)
    elif kind is sre.IN:
        yield from _read_class(value, rest, prefix, starts, depth)
    elif kind is sre.BRANCH:
        for branch in value[1]:
            yield from _begin([*branch, *rest], prefix, starts, depth + 1)
    elif kind is sre.SUBPATTERN:
        yield from _begin([*value[3], *rest], prefix, starts, depth + 1)
    elif kind in (sre.MAX_REPEAT, sre.MIN_REPEAT):
        least, most, body = value
        if least == 0:
            yield from _begin(rest, prefix, starts, depth + 1)
        if most and _is_class(body, sre.CATEGORY_NOT_WORD, sre.CATEGORY_SPACE):
            yield from _end(prefix, rest, starts, depth)
        elif most:
            again = (
                [(kind, (max(0, least - 1), most if most is sre.MAXREPEAT else most - 1, body))] if most != 1 else []
            )
            yield from _begin([*body, *again, *rest], prefix, starts, depth + 1)
    elif kind is sre.AT:
        if prefix:
            yield (prefix + " ")[:_KEY]  # a boundary after a word's letters, or the end of the text
        else:
            at_start = value in (sre.AT_BOUNDARY, sre.AT_BEGINNING, sre.AT_BEGINNING_STRING)
            yield from _begin(rest, "", starts or at_start, depth + 1)
    elif kind in (sre.ASSERT, sre.ASSERT_NOT):
        behind = value[0] < 0
        word = kind is sre.ASSERT_NOT and _is_class(value[1], sre.CATEGORY_WORD)
        yield from _begin(rest, prefix, starts or (behind and word and not prefix), depth + 1)
    else:  # any character, back references, conditions
        if prefix:
            yield from _any_end(prefix)
        else:
            raise _Open


def _read(char: str, rest: Sequence[Any], prefix: str, starts: bool, depth: int) -> Iterator[str]:
    low = char.lower().translate(_DIGITS)
    if not (char.isalnum() or char == "_"):
        if prefix:
            yield (prefix + " ")[:_KEY]
        elif char.isspace():
            raise _Open  # texts are read run by run
        else:
            yield char  # a sign: it stands in the text itself
    elif not char.isascii():
        if not prefix:
            yield char
        # after a prefix: such a word is in no text that is told from others at all (`mask_of`), so it needs none
    elif prefix or starts:
        yield from _begin(rest, prefix + low, starts, depth + 1)
    else:
        raise _Open  # a letter that may stand in the middle of a word


def _read_class(members: Sequence[Any], rest: Sequence[Any], prefix: str, starts: bool, depth: int) -> Iterator[str]:
    for kind, value in members:
        if kind is sre.LITERAL:
            yield from _read(chr(value), rest, prefix, starts, depth)
        elif kind is sre.RANGE and value[0] > 127 and prefix:
            continue
        elif kind is sre.RANGE and value[1] - value[0] < 64:
            if value[1] - value[0] >= _WIDE:
                if prefix:
                    yield from _any_end(prefix)
                    continue
                raise _Open  # any letter may begin the match
            for char in sorted({chr(code).lower().translate(_DIGITS) for code in range(value[0], value[1] + 1)}):
                yield from _read(char, rest, prefix, starts, depth)
        elif kind is sre.CATEGORY and value in (sre.CATEGORY_NOT_WORD, sre.CATEGORY_SPACE):
            yield from _end(prefix, rest, starts, depth)
        elif kind is sre.CATEGORY and value is sre.CATEGORY_DIGIT:
            yield from _read("0", rest, prefix, starts, depth)  # other scripts' digits: in texts without keys only
        elif prefix:
            yield from _any_end(prefix)
        else:
            raise _Open


def _end(prefix: str, rest: Sequence[Any], starts: bool, depth: int) -> Iterator[str]:
    """A sign or a space was read: a word ends here, or none has begun and what follows may begin one."""
    if prefix:
        yield (prefix + " ")[:_KEY]
    else:
        yield from _begin(rest, "", True, depth + 1)


def _any_end(prefix: str) -> Iterator[str]:
    """The word may end here or go on with any letter."""
    if len(prefix) < 2:
        raise _Open
    tails = [""]
    for _ in range(_KEY - len(prefix)):
        tails = [
            t if t.endswith(" ") else t + c for t in tails for c in (("",) if t.endswith(" ") else _CONTINUES)
        ] or tails
    for tail in tails:
        yield prefix + tail


def _is_class(body: Sequence[Any], *categories: Any) -> bool:
    """Whether `body` is one class that holds one of `categories`, such as \\W."""
    if len(body) != 1:
        return False
    kind, value = body[0]
    if kind is sre.IN:
        return any(k is sre.CATEGORY and v in categories for k, v in value) and (
            len(value) == 1 or sre.CATEGORY_WORD in categories
        )
    return False
