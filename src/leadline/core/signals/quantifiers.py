"""Quantifiers: the parent says it of all, always or of the whole where the children say it of a part.

In: a trial. Out: findings `scope_widened`, surest first: arithmetic ("all 64 were fixed" where the children have 64 and "61 fixed",
or "61 of 64", and no child gives the whole number or a universal for the same thing afterwards); "the whole", "everywhere" or
an "all" put into the sources' own words, where no child sentence about the same thing has a universal of any kind; "in every run"
for "3 of 40 runs". Any other universal without a licence is weak: faithful summaries say "all three" of a list. Exceptions that
the parent keeps ("all but one") are no fault. Probabilities: measured on training items, authors used and unused in making this.
"""

from __future__ import annotations

import re
from collections import Counter

from leadline.core.signals.counts import (
    COUNT,
    NUMBERS,
    UNIVERSAL,
    Claim,
    Count,
    adds_up,
    claims_of,
    counts_of,
    is_full,
    is_part,
    value_of,
)
from leadline.core.signals.findings import make
from leadline.core.signals.index import Passage, Trial, clauses_of
from leadline.core.signals.lexis import WORD, stems_of
from leadline.core.signals.model import Finding
from leadline.core.signals.quantities import scan
from leadline.core.text.gates import gated

__all__ = ["find_widened"]

_THERE = re.compile(r"\W*all (?:that )?(?:there|they|it) (?:is|are|was|were|ha[sd]|have)\b", re.I)

_FORBIDS = re.compile(
    r"\b(?:ban(?:s|ned)?|forb[ai]d\w*|prohibit\w*|exclude[sd]?|out|off limits|kept? out|taboo|barred|disallowed|verboten|untersagt|interdite?s?|prohibid[oa]s?|not|no|never)\b",
    re.I,
)
_EITHER_WAY = re.compile(
    r"\b(?:whether or not|whether .{1,60} or not|regardless|no matter|either way|whatever|anyway|even if|ob .{1,60} oder nicht|que ce soit)\b",
    re.I,
)
_BARE_PLURAL = re.compile(r"(?:^|[,;:.] |\b(?:the|please|and|no) )([A-Za-z]{3,}s)\b")
_LIMITED = re.compile(r"\b(?:some|most|many|few|several|two|three|four|five|\d+|the)\s+$", re.I)
_FOR_EACH = re.compile(r"\b(?:for|per|in|on|at|of)\s+$", re.I)
_NEVER = re.compile(r"\b(?:never|at no time|at any time|nie|niemals|jamais|nunca)\b", re.I)
_TIMES = frozenset(
    ("always", "throughout", "every time", "whenever", "in any case", "at any time", "immer", "siempre", "sempre")
)
_LASTING = re.compile(
    r"\b(?:keeps?|kept|goes? on|continues? to) \w+ing\b", re.I
)  # "we keep sleeping there": throughout
_PUBLIC = re.compile(r"\b(?:internet|world|public)\b", re.I)  # has no parts that one could count
_OPEN_TO_ALL = re.compile(r"0\.0\.0\.0/0|(?<!\w)::/0|\bthe (?:world|internet|public|outside)\b", re.I)
_OWN_WORDS = 4  # words of a claim that a source has in this order
_ONLY_SO = re.compile(
    r"\b(?:only|nur|seulement|solo|sólo) (?:with|when|if|after|under|in|once|mit|wenn|nach|avec|si|con)\b|\b(?:never|not|nie|jamais|nunca) without\b|\bmust\b",
    re.I,
)
_ANY = re.compile(
    r"\b(?:any(?:where|one|body|thing|time|how| \w+)?|irgendwo\w*|nirgend\w*|nulle part|ningún|ninguna|no ?where|no ?body|at all|ever)\b",
    re.I,
)
_ALWAYS = gated(
    r"\b(?:always|every (?:time|run|start|day|case|attempt|request|single)|each (?:time|run|start|request)|in (?:all|every|each)|whenever|consistently|constantly|permanently|throughout|invariably|without exception|all the time|on (?:every|each)|immer|jedes Mal|toujours|siempre|sempre)\b",
    flags=re.I,
)
_ANYWHERE = gated(
    r"\b(?:everywhere|always|whenever|(?<!, )(?:whatever|whichever)|every time|throughout(?! (?:the|an?|its|his|her|their|all)\b)|across the board|regardless|in any case|of any kind|of every kind|without (?:any )?(?:condition|restriction|exception|limit|reserv)\w*"
    r"|no conditions?|unconditional\w*|forever|at any time|as often as|immer(?! noch\b)|überall|partout|siempre|sempre|ovunque)\b",
    flags=re.I,
)
_BOUNDED = gated(
    r"\b(?:except\w*|apart from|other than|but|only|if|unless|until|besides|almost|nearly|not|no(?! conditions?\b)|never|neither|nor|cannot|nicht|ne|pas|whether)\b|n['’]t\b",
    flags=re.I,
)
_ALL_OF_THEM = re.compile(
    rf"\b(?:all|alle|both|every|tous les|los) (?:of )?(?:the |these |its )?(\d{{1,6}}|{NUMBERS})\b"
)
_NONE_LEFT = re.compile(
    r"(?<![\w.,])0 (?:fail|error|problem|remaining|left|open|skipped|missing|broken)|\bok\b.*\bok\b|\bpass(?:ed)?\b.*\bpass",
    re.I,
)
_REST = re.compile(
    r"\b(?:the (?:others?|rest|remaining|last|missing|final|open)|too|as well|also|finally|meanwhile|by now|übrigen|restlichen|auch|reste|aussi|resto|también|demás)\b",
    re.I,
)
_THE_REST = re.compile(
    r"\b(?:the (?:others?|other (?:one|two|three|four|\d+)|rest|remaining|last|missing|final)|too|as well|übrigen|restlichen|reste|aussi|resto|también|demás)\b",
    re.I,
)
_UNDONE = re.compile(
    r"\b(?:not|no|never|none|without|still|open|pending|wait\w*|fail\w*|nicht|kein\w*|pas|aún|ne)\b|n['’]t\b", re.I
)
_GOES_ON = 3  # sentences in which a text goes on about one thing
_SOON = 8  # sentences within which "the others, too" speaks of the same thing without naming it
_EXCEPTS = re.compile(
    r"\b(?:except\w*|apart from|other than|all but|but not|the others?|others|the rest|the remaining|elsewhere|only|unless|not)\b",
    re.I,
)
_WISH_REACH = 40
_WISHED = re.compile(
    r"\b(?:wants?|wanted|asked|asks|requested|demanded|wishes|goal|task|is to|are to|should|must|to be|soll\w*|will)\b[^.;:\n]*$",
    re.I,
)


def find_widened(trial: Trial) -> list[Finding]:
    """At most one finding a universal, the surest first."""
    out: list[Finding] = []
    before = ""  # the sentence before may have told the part ("79 of 84 answered. All letters ...")
    for sentence in trial.parent_sentences:
        if sentence.kind in ("code", "data", "heading", "log") or sentence.text.rstrip().endswith("?"):
            continue
        claims = [c for c in claims_of(sentence) if not _THERE.match(trial.parent, c.start)]
        told = {
            (value_of(m["a"]), value_of(m["b"]) if m["b"] else None)
            for m in COUNT.finditer(f"{before} {sentence.text}")
            if m["a"].lower() != "one"
        }
        before = sentence.text
        found = next(filter(None, (_part_of(trial, claim, told) for claim in claims)), None)
        found = found or _always(trial, sentence) or _anywhere(trial, sentence)
        found = found or next(filter(None, (_unlicensed(trial, sentence, claim) for claim in claims)), None)
        if found is not None:
            out.append(found)
    return out


def _part_of(trial: Trial, claim: Claim, told: set[tuple[float | None, float | None]]) -> Finding | None:
    """A count of the children that is smaller than the whole and stands beside what the claim says of all."""
    if _WISHED.search(trial.parent, max(0, claim.start - _WISH_REACH), claim.end):
        return None  # what is wanted of all is not said of all
    quote = trial.parent[claim.start : claim.end].strip().lower()
    if len(quote.split()) >= _OWN_WORDS and quote in trial.haystack:
        return None  # "2 helpers each at km 5", as the source has it
    counts = counts_of(trial, claim)
    wholes = [c for c in counts if c.counted & claim.noun]
    if claim.word == "every" and re.search(r"\bevery\s+\d", trial.parent[claim.start : claim.end], re.I):
        return None  # "every 2,000 steps": how often
    if claim.word in ("each", "every") and _FOR_EACH.search(
        trial.parent, 0, claim.start + len(trial.parent[claim.start : claim.end].partition(claim.word)[0])
    ):
        return None  # "five seeds for each rate" counts the seeds of one
    own = {stem for q in scan(trial.parent[claim.start : claim.end]) for stem in stems_of(q.noun)}
    last: Count | None = None
    for count in counts:
        whole = (
            count.whole or claim.number or max((c.value for c in wholes if c.sentence <= count.sentence), default=None)
        )
        if whole is None or (claim.word == "both" and count.whole is None):
            continue  # beside a pair, a bare "1" says nothing
        if count.whole is None and count.counted & own - claim.noun:
            continue  # "1 fault" is no part of "each of the three changes ... 0 faults": the summary counts those itself
        about = count.near & claim.said or (count.whole is not None and count.near & claim.noun)
        if not about:
            continue
        if any(c.value == whole and (c.start, c.end) == (count.start, count.end) for c in counts):
            last = None  # the whole number, said of the same thing
        elif 0 < count.value < whole and (claim.number is None or whole == claim.number):
            last = last or count
    if last is None or any(c.sentence >= last.sentence and c.value == c.whole for c in counts):
        return None
    if adds_up(claim, counts) or told & {(last.value, last.whole or claim.number), (last.value, None)}:
        return None
    about_all = claim.noun | claim.said
    for number in range(last.sentence, len(trial.sentences)):
        s = trial.sentences[number]
        if s.stems & about_all and UNIVERSAL.search(s.text):
            return None
        if not last.sentence < number <= last.sentence + _SOON and not s.stems & about_all:
            continue
        rest = _REST if s.stems & about_all else _THE_REST  # "more of them by now" is of whatever
        if number > last.sentence and rest.search(s.text) and not _UNDONE.search(s.text):
            return None  # "the other three went through as well"
    owner = trial.sentences[last.sentence].owner
    quote = trial.pool[owner].text[last.start : last.end].strip()
    return make(
        trial, "scope_widened", "suspicion",
        f'The summary says "{trial.parent[claim.start : claim.end].strip()}"; "{trial.pool[owner].id}" counts only "{quote}", and nobody says that it holds of the rest.',
        parent=(claim.start, claim.end), child=(owner, last.start, last.end), probability=0.94,
    )  # fmt: skip


def _always(trial: Trial, sentence: Passage) -> Finding | None:
    """ "In every run" where a sentence that it was written from has "3 of 40 runs"."""
    if _ALWAYS.search(sentence.text) is None:
        return None
    for clause in clauses_of(sentence):
        said = _ALWAYS.search(clause.text)
        if said is None:
            continue
        for hit in trial.align(clause, 3):
            s = trial.sentences[hit.sentence]
            share = next((m for m in COUNT.finditer(s.text) if is_part(m)), None)
            if share is None:
                continue
            later = trial.sentences[hit.sentence :]
            if any(is_full(x.text) or UNIVERSAL.search(x.text) for x in later if x.stems & clause.stems):
                return None
            return make(
                trial, "scope_widened", "suspicion",
                f'The summary says "{said.group()}"; "{trial.pool[s.owner].id}" has it in "{share.group()}".',
                parent=(clause.start, clause.end), child=(s.owner, s.start + share.start(), s.start + share.end()), probability=0.75,
            )  # fmt: skip
    return None


def _anywhere(trial: Trial, sentence: Passage) -> Finding | None:
    """ "Everywhere", "whatever", "without conditions", where no child sentence about the same thing has a universal of any kind."""
    if _ANYWHERE.search(sentence.text) is None:
        return None
    for clause in clauses_of(sentence):
        said = _ANYWHERE.search(clause.text)
        if said is None or _BOUNDED.search(clause.text) or len(clause.stems) < 2:
            continue
        hits = trial.align(clause, 1)
        if not hits or said.group().lower() in trial.haystack:
            continue
        near = {n for stem in clause.stems for n in trial.postings.get(stem, ())}
        if said.group().lower() in _TIMES and any(_NEVER.search(trial.sentences[n].text) for n in near):
            continue  # "closes never" told as "always open"
        if said.group().lower().replace(" ", "") in trial.closed_up:
            continue  # "for ever"
        if any(_EITHER_WAY.search(trial.sentences[n].text) for n in near):
            continue  # "whether or not it has come" told as "in any case"
        if said.group().lower() == "throughout" and any(_LASTING.search(trial.sentences[n].text) for n in near):
            continue
        if said.group().lower() in _TIMES and any(_ONLY_SO.search(trial.sentences[n].text) for n in near):
            continue  # "may go in only with an adult" told as "always an adult beside him"
        if said.group().lower() == "regardless" and re.search(r"\A(?:\W|\Z)", clause.text[said.end() :]):
            continue  # "goes ahead regardless", of what stands before it
        if _FORBIDS.search(clause.text) and any(_ANY.search(trial.sentences[n].text) for n in near):
            continue  # "must not appear anywhere" told as "is banned everywhere"
        if any(UNIVERSAL.search(trial.sentences[n].text) or _ANYWHERE.search(trial.sentences[n].text) for n in near):
            continue
        source = trial.sentences[hits[0].sentence]
        return make(
            trial, "scope_widened", "suspicion", f'The summary says "{said.group()}"; no source says that it holds so widely.',
            parent=(clause.start, clause.end), child=(source.owner, source.start, source.end),
            probability=0.9 if hits[0].score >= (0.4 if said.group().lower() == "always" else 0.2) else 0.75,
        )  # fmt: skip
    return None


def _unlicensed(trial: Trial, sentence: Passage, claim: Claim) -> Finding | None:
    """All, every or the whole, where no child sentence about the same thing has a universal of any kind."""
    if claim.word in ("both", "each"):
        return None  # a pair is often only implied by the text
    hits = trial.align(sentence, 2)
    about = claim.noun | claim.said
    if not hits or any(
        UNIVERSAL.search(trial.sentences[n].text) for stem in sorted(about) for n in trial.postings.get(stem, ())
    ):
        return None
    near = [trial.sentences[n] for stem in sorted(about) for n in trial.postings.get(stem, ())]
    if any(
        is_full(s.text)
        or _NONE_LEFT.search(s.text)
        or (_REST.search(s.text) and s.stems & claim.said and not _UNDONE.search(s.text))
        for s in near
    ):
        return None  # "14 of 14 components", "the others were greased as well"
    counts = counts_of(trial, claim)
    if adds_up(claim, counts):
        return None
    if claim.number is not None and any(c.value == claim.number and c.near & claim.said for c in counts):
        return None  # "all 77 tests pass" of "77 passed"
    if claim.number is not None and any(value_of(m[1]) == claim.number for m in _ALL_OF_THEM.finditer(trial.haystack)):
        return None  # "all four", of things that are named elsewhere
    if _said_of_each(claim, near):
        return None
    if _PUBLIC.search(trial.parent, claim.start, claim.end) and _OPEN_TO_ALL.search(trial.haystack):
        return None  # "closed to the world" told of what was open to the whole internet
    source = trial.sentences[hits[0].sentence]
    whole = claim.word.removeprefix("the ") in ("whole", "entire")
    own = claim.word.startswith(("all", "tous", "toutes", "todos", "todas")) and hits[0].score >= 0.6
    if _is_generic(source, claim):
        return None  # "phones are collected" says it of all
    if source.kind in ("data", "log", "code") or (source.foreign and "\n" in trial.pool[source.owner].text):
        own = whole = False  # the head of a table is said of all its rows
    own = (
        own and sum(not trial.postings.get(stem) for stem in about) <= 1
    )  # the sources' own words, only the universal is new
    at = hits[0].sentence
    if any(UNIVERSAL.search(s.text) for s in trial.sentences[at : at + _GOES_ON]):
        own = False  # "Sent to the owners. Answers came, each of them a yes."
    excepts = _EXCEPTS.search(source.text)
    return make(
        trial, "scope_widened", "suspicion",
        f'The summary says "{trial.parent[claim.start : claim.end].strip()}"; no source says that of all.',
        parent=(claim.start, claim.end), child=(source.owner, source.start, source.end),
        probability=0.92 if whole else 0.9 if own else 0.8 if excepts else 0.75,
    )  # fmt: skip


def _is_generic(source: Passage, claim: Claim) -> bool:
    """The source names the things in the plural, without a number or an article: it means all of them."""
    for m in _BARE_PLURAL.finditer(source.text):
        if set(stems_of(m[1].lower())) & claim.noun and not _LIMITED.search(source.text[: m.start(1)]):
            return True
    return False


def _said_of_each(claim: Claim, near: list[Passage]) -> bool:
    """As many assertions as things: "A was paid, B was paid, C was paid" of three."""
    said = Counter(s for p in set(near) for w in WORD.findall(p.text) for s in stems_of(w))
    return any(said[stem] >= max(claim.number or 3, 3) for stem in claim.said)
