"""Words that know which one and do not tell: "a certain locker", "an older release of the driver", "the most critical rack".

In: a trial. Out: findings `identifier_blurred`, suspicions of 0.9. Four kinds of phrase: an indefinite of a kind that somebody knows (certain, particular, specific),
one of several, another one, and a thing told by a comparison (older, newest, most critical). Where a child sentence that the clause rests on
has the exact name, number or version of that very noun, and the summary has it nowhere, the reader cannot find it any more. Not
where the sources are as vague themselves: "some older version, I forgot which" and the same words in a child stay what they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from leadline.core.signals.findings import make
from leadline.core.signals.identifiers import identifiers_in
from leadline.core.signals.index import Passage, Trial
from leadline.core.signals.lexis import NUMBER_WORDS, STOP, WORD
from leadline.core.signals.model import Finding
from leadline.core.signals.verbs import is_past
from leadline.core.text.gates import gated
from leadline.core.text.words import word_set

__all__ = ["find_vague"]

_KNOWN = r"certain|particular|specific|given|unnamed|unspecified"
_COMPARED = r"older|earlier|newer|later|previous|prior|recent"
_PHRASE = gated(
    rf"\b(?P<one>(?:an?|one|some)\s(?:{_KNOWN})|(?:only\s)?one\sof\s(?:the|our|its|their|your)|another(?=\s(?:[\w-]{{1,30}}\s){{1,3}}than\b)|(?:an?|some)\s(?:{_COMPARED}|different|other)|the\s(?:latter|former)"
    r"|(?:ein|eine|einem|einer|einen|eines)\s(?:bestimmt|gewiss|ältere|neuere|frühere|andere)\w*|eine[rsm]?\sder|(?:un|une)\s(?:certaine?|autre)|l['’]une?\sdes|(?:un|una|cierto|cierta)\s(?:ciert[oa]\s)?|uno?\sde\sl[oa]s|una\sde\slas)"
    r"\s(?P<noun>[A-Za-zÀ-ÿ-]{3,30}(?:\s(?!of\b)[A-Za-zÀ-ÿ-]{3,30}){0,2})(?=[\s,.;:)]|$)(?:\s(?:of|for|von|der|des|de|du)\s(?:the\s|den\s|der\s|la\s|le\s)?(?P<of>[\w.-]{3,40}))?",
    flags=re.I,
)
_SUPERLATIVE = gated(
    r"\bthe\s+(?P<one>(?:most|least)\s+[a-z]+|[a-z]{2,}[a-z]est|worst|best)\s+(?P<noun>[a-z]{3,})\b", flags=re.I
)
_NO_SUPERLATIVE = word_set(
    "test request latest newest oldest earliest interest manifest digest contest forest honest harvest guest priest invest protest rest west nearest closest"
)
_VERSIONS = word_set("version versions release releases build builds fassung versión versiones edition revision")
_VERSION = r"v?(?P<version>\d+(?:\.\d+)+\w*)"
_HEADER = re.compile(r"(?<![\w-])[A-Z][A-Za-z0-9]*(?:-[A-Z][A-Za-z0-9]*)+(?![\w-])")
_OPTION = re.compile(r"(?<![\w-])--[a-z][\w-]{0,40}+[ =](?P<value>(?=[^\W\d]{0,30}+[.:/-]?\d)[\w.:/-]{1,60})")
_ADDRESS = re.compile(r"(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?![\w.]*\d)")
_QUOTED = re.compile(r"`(?P<name>[^`\n]{2,40})`")
_NOT_A_NAME = re.compile(r"^(?:\d++(?:[.,:]\d*+)?|n\d++)$|=", re.I)
_RANGE = re.compile(r"\b([a-z]*)\d+\s?(?:-|–|to|bis)\s?\1\d+$", re.I)  # "wells A1-A12" are all of them
_FOLLOWED = re.compile(
    r"\s*(?:\(|[:–—]\s?|,\s(?:namely|the|i\.e\.)|that\b|which\b|for each\b|for every\b|than\s+(?:usual|before|expected|planned))",
    re.I,
)
_DENIED = re.compile(
    r"\b(?:no|not|never|none|nobody|without|neither|kein\w*|nicht|ohne|aucune?|sans|ninguna?|sin)\b|n['’]t\b", re.I
)
_COMPARES = re.compile(rf"\b(?:{_COMPARED}|ältere|neuere|frühere|antérieure?|anterior)", re.I)
_OPPOSED = re.compile(r"latter|former", re.I)
_SEVERAL = re.compile(r"\bone\s+of\b", re.I)
_BEFORE = 36  # characters in which a "no" denies what follows
_SCORE_MIN = 0.2
_HITS = 5
_WINDOW = 4  # words between the noun and its name
_WINDOW_AFTER = 3
_P = 0.9


def find_vague(trial: Trial) -> list[Finding]:
    """At most one finding a clause and a name, in the order of the parent."""
    out: list[Finding] = []
    parent = trial.parent.lower()
    squeezed = re.sub(r"\W+", "", parent)
    done: set[str] = set()
    for clause, sentence in trial.parent_clauses:
        if sentence.kind in ("code", "data", "log") or trial.is_verbatim(clause.text):
            continue
        for phrase, best in (
            *((m, False) for m in _PHRASE.finditer(clause.text)), *((m, True) for m in _SUPERLATIVE.finditer(clause.text)),
        ):  # fmt: skip
            if best and phrase["one"].lower() in _NO_SUPERLATIVE:
                continue
            if _FOLLOWED.match(clause.text, phrase.end()) or _DENIED.search(
                clause.text, max(0, phrase.start() - _BEFORE), phrase.start()
            ):
                continue  # it says which right behind; "no node is left on an older kernel" speaks of none
            found = _named(trial, clause, sentence, phrase, best, parent, squeezed)
            if found is None:
                continue
            source, start, end, name = found
            if name.lower() in done:
                continue
            done.add(name.lower())
            stop = phrase.end()
            while (last := WORD.findall(clause.text[phrase.start() : stop])[-1]).lower() in STOP:
                stop = clause.text.rindex(last, phrase.start(), stop)
            said = clause.text[phrase.start() : stop].rstrip()
            out.append(
                make(
                    trial, "identifier_blurred", "suspicion",
                    f'The summary says "{said}"; "{trial.pool[source.owner].id}" names it: {name}. The summary has that name nowhere, so its reader cannot '
                    "find the one that is meant.",
                    parent=(clause.start + phrase.start(), clause.start + phrase.start() + len(said)), child=(source.owner, start, end), probability=_P,
                )
            )  # fmt: skip
            break
    return out


def _named(
    trial: Trial, clause: Passage, sentence: Passage, phrase: re.Match[str], best: bool, parent: str, squeezed: str
) -> tuple[Passage, int, int, str] | None:
    """The exact name of the phrase's noun in a sentence that the clause rests on, where the summary lacks it."""
    words = [w.lower() for w in WORD.findall(phrase["noun"])]
    words = words[: next((i for i, w in enumerate(words) if w in STOP), len(words))]
    if _OPPOSED.search(phrase["one"]):
        words = _own_noun(words)
    if not words or any(w in NUMBER_WORDS for w in words):
        return None
    of = None if best else phrase["of"]
    hits = dict.fromkeys(
        h.sentence for h in (*trial.align(clause, _HITS), *trial.align(sentence, 3)) if h.score >= _SCORE_MIN
    )
    for head in (
        len(words) - 1,
        *range(len(words) - 1),
    ):  # the last is the noun itself, unless it is the verb behind it
        noun = words[head]
        if _OPPOSED.search(phrase["one"]) and _singular(noun) in {
            _singular(w) for w in WORD.findall(trial.parent[: clause.start + phrase.start()])
        }:
            continue  # its two are named before it
        if _SEVERAL.search(phrase["one"]) and head == len(words) - 1 and not noun.endswith("s"):
            continue  # "a duplicate of the service, but one of the gutter"
        if (noun in _VERSIONS and not of) or _is_vague_there(trial, phrase, noun):
            continue
        for place in hits:
            source = trial.sentences[place]
            if best:
                names = _numbered(source.text, noun)
            elif noun in _VERSIONS or _COMPARES.search(phrase["one"]):
                names = _versions(source.text, of or noun)
            else:
                names = _exact(source.text, noun, _WINDOW if head == len(words) - 1 else 1)
            for start, end in names:
                name = source.text[start:end]
                if not _RANGE.search(name) and not _is_in(name, parent, squeezed):
                    return source, source.start + start, source.start + end, name
    return None


def _own_noun(words: list[str]) -> list[str]:
    """What "the latter" takes as its noun: nothing where a verb or an adverb follows ("the latter restarted pump 3"), and no more than one word
    that ends as a plural or a verb of one ("the latter reports faults")."""
    stop = next((i for i, w in enumerate(words) if is_past(w) or w.endswith("ly")), len(words))
    ends = next((i + 1 for i, w in enumerate(words) if w.endswith("s") and not w.endswith("ss")), len(words))
    return words[: min(stop, ends)]


def _is_vague_there(trial: Trial, phrase: re.Match[str], noun: str) -> bool:
    """Whether the children have the phrase's own words with the noun: then they do not tell, either."""
    one = re.sub(r"\s+", " ", phrase["one"].lower()).split(" ")[-1]
    key = re.escape(noun.lower().rstrip("s"))
    if key not in trial.haystack:
        return False
    return re.search(rf"\b{re.escape(one)}\s+(?:\w+\s+){{0,2}}?{key}", trial.haystack) is not None


def _numbered(text: str, noun: str) -> Iterator[tuple[int, int]]:
    """ "rack 14": the noun with a number."""
    key = re.escape(noun.rstrip("s"))
    for m in re.finditer(rf"\b{key}s?\s+#?(?P<number>[A-Z]?-?\d[\w-]*)(?![.,:]?\d|\s?%)", text, re.I):
        yield m.span()


def _versions(text: str, of: str) -> Iterator[tuple[int, int]]:
    """ "chartkit==1.9.0", "pinned libpq to 14.8": the versions of one thing."""
    for m in re.finditer(
        rf"\b{re.escape(of)}\b\W{{1,4}}(?:(?:to|at|version|release|build|is|=)\W+){{0,2}}{_VERSION}", text, re.I
    ):
        yield m.span("version")


def _exact(text: str, noun: str, window: int) -> Iterator[tuple[int, int]]:
    """Names beside the noun: identifiers, headers, options, versions, quoted names, and the noun with a number."""
    yield from _numbered(text, noun)
    for m in re.finditer(rf"\b{re.escape(noun.rstrip('s'))}s?\s+{_VERSION}", text, re.I):
        yield m.span("version")
    key = _singular(noun)
    words = [(m.start(), m.end(), _singular(m.group())) for m in WORD.finditer(text)]
    spans = [(a, b) for a, b, t, d in identifiers_in(text) if d and len(t) >= 3 and not _NOT_A_NAME.search(t)]
    spans += [m.span() for pattern in (_HEADER, _OPTION, _ADDRESS) for m in pattern.finditer(text)]
    spans += [m.span("name") for m in _QUOTED.finditer(text)]
    for a, b in sorted(set(spans)):
        inside = any(_singular(part) == key for part in re.findall(r"[A-Za-z]{3,}", text[a:b]))
        before = [w[2] for w in words if w[1] <= a][-window:]
        after = [w[2] for w in words if w[0] >= b][: min(_WINDOW_AFTER, window)]
        if inside or key in before or key in after:
            yield a, b


def _singular(word: str) -> str:
    """A noun for comparison: small, without the ending of a plural."""
    return re.sub(r"(?<=\w{3})(?:es|en|s|n)$", "", word.lower())


def _is_in(name: str, parent: str, squeezed: str) -> bool:
    """Whether the summary has the name, or its number, in any way of writing."""
    low = name.lower()
    core = re.sub(r"\W+", "", low)
    if low in parent or core in squeezed:
        return True
    last = low.split()[-1]
    number = last[next((i for i, c in enumerate(last) if c.isdigit()), len(last)) :]
    return bool(number) and re.search(rf"(?<![\w.]){re.escape(number)}(?![\w]|\.\d)", parent) is not None
