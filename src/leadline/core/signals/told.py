"""Told: what a parent says of a fact in fewer or other words, where the look-up of the exact form found nothing.

In: the index of one parent; then one fact after another. Out: whether a reader of the parent has it all the same. A file is
there when the last parts of its path are, an id when its first signs are, a name of the code when its last part is. A sentence is told when most
of its own words stand in one sentence of the parent, or those of its main clause do, with the same state and no other figure. It never makes a fact
kept: it only says that its loss is nothing to be told about. Dictionary look-ups; one pass over the parent's names on first use.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property

from leadline.core.facts.dates import normalise_date
from leadline.core.facts.force import force_of, status_of
from leadline.core.facts.forms import compare_dates
from leadline.core.facts.lexicon import STATUS_STEMS
from leadline.core.facts.model import SENTENCE_KINDS, Fact
from leadline.core.facts.parent_index import ParentIndex, content_of
from leadline.core.text.cuts import stretches
from leadline.core.text.gates import gated
from leadline.core.text.words import content_words, lower_case, word_set

__all__ = ["Told"]

MOST = 0.6  # share of a sentence's own words that one sentence of the parent has
NEARBY = 0.75  # the same, of that sentence and its neighbours together
NEARBY_MIN = 5  # own words and names of a sentence that may be spread so
MAIN = 0.4  # share of a sentence that its main clause has
WORDS_MIN = 2  # own words of a clause that may stand for its sentence
ID_SIGNS = 7  # signs of a hash or uuid by which people name it; fewer may be any word
HEADS = 4  # letters that two words of one family share: "linter" and "linting"
_LINE = re.compile(r"(?>(?::\d++(?:-\d++)?)+)$")
_HEX = re.compile(r"(?<![\w-])(?=[a-f-]*+\d)[0-9a-f][0-9a-f-]{6,63}(?![\w-])")
_PATH = re.compile(r"[\w.@+~-]++(?>(?:[/\\][\w.@+~-]++)+)|[\w-]++(?>(?:\.[\w-]++)+)")
_LAST_NAME = re.compile(r"([A-Za-z_]\w{2,})\W*+$")
_CALL = re.compile(r"\(.*$", re.S)
_LABEL = re.compile(r"^\W*+(?:\d{1,3}[.)] )?\W*+[^.:;()]{2,60}?[*_`]*+(?: ?[:：][*_]*+ | [-–—=]+>? |→)")
_TAIL = re.compile(
    r"[,;:.—–] |\s[-–—]\s|\s?\(|,? \b(?:which|because|since|so that|instead of|rather than|when|where|while|after|before|using|with|via)\b"
)
_PARTS = re.compile(r"[,;.(–—] |\s[-–—]\s|\band\b|\bbut\b")
_ASIDE = re.compile(r"\([^()]{0,80}\)")
_FIGURE = re.compile(r"\d(?:[\d.,]*\d)?")
_COUNT = re.compile(r"\d")
_WELL = frozenset(("done", ""))
_GOOD = gated(
    r"\b(?:pass(?:es|ed|ing)?|clean|green|succeed(?:s|ed)?|success\w*|works?|working|fine|ok)\b|\b(?:no|0|zero|without)(?: \w+){0,2} (?:errors?|issues?|failures?|warnings?|problems?)\b"
)
_STATE_WORDS = STATUS_STEMS | word_set(
    "clean green succeed succe run al ful now all good fine ok build final warn failur zero total"
)
_STATE_MAX = 5  # own words of a sentence that tells a state and nothing else


class Told:
    """One parent, asked about each fact that it does not hold."""

    def __init__(self, index: ParentIndex) -> None:
        self._index = index

    def tells(self, fact: Fact) -> bool:
        """Whether the parent tells `fact` in fewer or other words."""
        if fact.kind in SENTENCE_KINDS:
            return self._tells_sentence(fact)
        text = fact.text.strip("`'\"() ")
        if fact.kind in ("path", "host", "url"):
            return self._has_path(text)
        if fact.kind == "id":
            return self._has_id(text)
        return fact.kind == "symbol" and self._has_name(text)

    # -- exact things

    @cached_property
    def _paths(self) -> frozenset[tuple[str, ...]]:
        """Every path and file name of the parent by its parts, the last one first."""
        return frozenset(_parts(m.group()) for m in _PATH.finditer(self._index.text))

    def _has_path(self, text: str) -> bool:
        """Whether a path of the parent ends as this one does, as far as the shorter one goes; a bare folder has no end of its own."""
        mine = _parts(_LINE.sub("", text))
        if not mine or "." not in mine[0].strip("."):
            return False
        return any(p[: len(mine)] == mine[: len(p)] for p in self._paths if p)

    @cached_property
    def _hashes(self) -> tuple[str, ...]:
        return tuple(_HEX.findall(self._index.lower))

    def _has_id(self, text: str) -> bool:
        low = text.lower()
        if not _HEX.fullmatch(low):
            return False
        return any(low.startswith(h) or h.startswith(low) for h in self._hashes)

    def _has_name(self, text: str) -> bool:
        """Whether the last part of a qualified or called name stands there as a name of its own."""
        if "." not in text and "(" not in text:
            return False
        found = _LAST_NAME.search(_CALL.sub("", text))
        if found is None:
            return False
        name = found.group(1)
        coded = "_" in name or name[1:] != name[1:].lower()
        return coded and self._index.find_token(name) is not None

    # -- sentences

    def _tells_sentence(self, fact: Fact) -> bool:
        """A part that says the main thing will do, except of a demand, which has to be there as a whole."""
        text = fact.text
        if self._tells_clause(fact, text, True):
            return True
        if fact.kind == "constraint":
            return False
        state = force_of(text).status  # a part without the state that the sentence tells is not the main thing
        mains = [part for part in _parts_of(text) if state in _WELL or force_of(part).status == state]
        return any(self._tells_clause(fact, part, False) for part in mains) or self._tells_state(text)

    def _tells_clause(self, fact: Fact, clause: str, whole: bool) -> bool:
        content = content_of(clause)
        own = content.words - STATUS_STEMS
        names = len(content.names)
        if len(own) + names < (WORDS_MIN if whole else WORDS_MIN + 1):
            return False
        if self._index.count_known(own) + names < MOST * (len(own) + names):
            return False  # `_holds` could find no more than this, in whatever sentence
        if not all(
            any(compare_dates(normalise_date(d), p.form) == "same" for p in self._index.dates) for d in content.dates
        ):
            return False
        for _, n in self._index.best(content.keys, limit=4):
            if self._agrees(fact, clause, n) and self._holds(own, content.names, n):
                return True
        return False

    def _holds(self, own: frozenset[str], names: Sequence[tuple[str, str, str]], n: int) -> bool:
        """Whether sentence `n` has most of the words, names counted as words."""
        index = self._index
        all_ = len(own) + len(names)
        there = sum(self._names_there(form, name, [n]) for _, form, name in names)
        if len(own & index.words[n]) + there >= MOST * all_:
            return True
        around = [k for k in (n - 1, n, n + 1) if 0 <= k < len(index.sentences)]
        words = frozenset().union(*(index.words[k] for k in around))
        there = sum(self._names_there(form, name, around) for _, form, name in names)
        return all_ >= NEARBY_MIN and len(own & words) + there >= NEARBY * all_

    def _names_there(self, form: str, name: str, places: list[int]) -> bool:
        index = self._index
        if any(p.sentence in places for p in index.by_form.get(form, ())):
            return True
        last = _LAST_NAME.search(_CALL.sub("", _LINE.sub("", name)))
        return last is not None and any(last.group(1) in index.sentence_text(k) for k in places)

    def _agrees(self, fact: Fact, clause: str, n: int) -> bool:
        """Whether sentence `n` tells the same state, says it the same way round and as firmly, and has no other figure for it."""
        there = self._index.sentence_text(n)
        mine, other = force_of(clause), force_of(there)
        if mine.status != other.status and not {mine.status, other.status} <= {"done", ""}:
            return False
        if mine.negated != other.negated and not (mine.status == other.status == "failed"):
            return False
        if fact.kind == "constraint" and not mine.bound <= other.bound:
            return False
        if fact.kind in ("hedge", "attribution") and mine.hedged and not other.hedged:
            return False
        amounts = [text for _, text in content_of(clause).amounts]
        figures = {p.form for p in self._index.places[n] if p.amount is not None}
        return not amounts or not figures or all(_number(a) in there for a in amounts)

    def _tells_state(self, text: str) -> bool:
        """Whether all that the sentence tells is that something is well, and the parent tells that of the same thing."""
        text = _ASIDE.sub(" ", text)
        low = lower_case(text)
        if not _GOOD.search(low) or status_of(low) not in _WELL:
            return False
        own = content_of(text).words
        subject = {w for w in own if w not in _STATE_WORDS and not _COUNT.search(w)}
        if not subject or len(own) > _STATE_MAX + 2 or len(subject) > _STATE_MAX:
            return False
        heads = {w[:HEADS] for w in subject}
        index = self._index
        for n, words in enumerate(index.words):
            if any(w[:HEADS] in heads for w in words):
                said = lower_case(index.sentence_text(n))
                for start, end in stretches(_PARTS, said):
                    there = said[start:end]
                    if (
                        heads & {w[:HEADS] for w in content_words(there)}
                        and _GOOD.search(there)
                        and status_of(there) in _WELL
                    ):
                        return True
        return False


def _number(amount: str) -> str:
    """The digits of an amount as they are written, which its unit may stand apart from."""
    found = _FIGURE.search(amount)
    return found.group() if found else amount


def _parts(path: str) -> tuple[str, ...]:
    return tuple(reversed([p for p in re.split(r"[/\\]", path.strip("./\\ ")) if p not in ("", ".", "..", "~")]))


def _parts_of(text: str) -> Iterator[str]:
    """What a sentence says without its label or subject, and without its tail, where that is a good part of it."""
    label = _LABEL.match(text)
    start = label.end() if label else 0
    if len(text) - start >= MAIN * len(text) and start:
        yield text[start:]
    tail = _TAIL.search(text, start + 12)
    if tail and tail.start() - start >= MAIN * len(text):
        yield text[start : tail.start()]
