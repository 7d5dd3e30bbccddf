"""Numbers and dates that a source says nobody has: "about 900 visitors" of visitors whom nobody has counted.

In: a trial and the findings about values. Out: the same findings; those on a number or date are worth 0.9 where a child says that this very thing
is not counted, not measured, not fixed, not known or open, since no later source gave it and nothing adds up to it. The child's clause has
to speak of what the summary's clause speaks of; for a date it has to speak of a date. Round estimates ("about 48,000") out of
nothing count as well: where no two numbers of the sources come near it in any way of working it out, it was made up.
"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import combinations

from leadline.core.signals.findings import shortened
from leadline.core.signals.index import Passage, Trial
from leadline.core.signals.inventory import Inventory
from leadline.core.signals.lexis import content_stems
from leadline.core.signals.model import Finding
from leadline.core.signals.quantities import scan
from leadline.core.text.gates import gated

__all__ = ["raise_disclaimed"]

_KINDS = ("invented_detail", "value_changed")
_P = 0.9
_UNKNOWN = gated(
    r"\b(?:(?:not|never|n['’]t|nobody|no one|none of us|yet to|without)\b[^.;\n]{0,40}?\b(?:count\w*|measur\w*|weigh\w*|know\w*|fix(?:ed)?|decid\w*|set|determin\w*|establish\w*|calculat\w*|estimat\w*|quantif\w*|agreed|settled|announced|scheduled|recorded)"
    r"|(?:is|are|was|were|remains?|stays?|stands?)\s+(?:still\s+|as yet\s+)?(?:open|unknown|unclear|undecided|unsettled|not clear|uncertain|to be (?:announced|decided|confirmed|determined|fixed|set))"
    r"|to be (?:announced|decided|determined|fixed)|tbd|tba|unclear (?:how|when|what)|unknown (?:how|when|number)"
    r"|(?:steht|stehen)\b[^.;\n]{0,20}?\bnicht fest|(?:nicht|nie|niemand|keiner)\b[^.;\n]{0,30}?\b(?:gezählt|gemessen|gewogen|bekannt|festgelegt|entschieden|weiß|berechnet|geschätzt)|(?:noch|ist|sind|bleibt) (?:offen|unklar|unbekannt)"
    r"|(?:n['’]est|n['’]a|pas)\b[^.;\n]{0,30}?\b(?:fixée?|connue?|compté\w*|mesuré\w*|décidée?)|inconnue?s?|(?:no se sabe|sin fecha|por determinar|por decidir|nadie sabe))\b"
    r"|未定|不明|尚未(?:统计|确定|测量)|没有(?:统计|测量)|まだ決まって|数えていない",
    flags=re.I,
)
_SETTLING = re.compile(
    r"\b(?:fix(?:ed)?|decid\w*|set|agreed|settled|announced|scheduled|undecided|unsettled|festgelegt|entschieden|fixée?|décidée?|decidir)\b",
    re.I,
)
_DATE_WORD = re.compile(
    r"\b(?:dates?|days?|when|deadline|schedul\w*|term\w*|datum|tag|frist|wann|zeitpunkt|fecha|plazo|cuándo|délai|quand|jour)\b|日|期限|时间",
    re.I,
)
_COUNT_WORD = re.compile(
    r"\b(?:how (?:many|much|long|far|often|big|heavy|large)|number|amount|counts?|price|cost|size|weight|length|duration|figures?|quantit\w+|wie (?:viele?|lange|oft|schwer|groß)|anzahl|preis|gewicht|combien|nombre|prix|cuánt\w*|número|precio)\b|多少|几|数量|价格",
    re.I,
)
_ABOUT = re.compile(
    r"(?:about|around|approx\w*|roughly|some|nearly|almost|circa|ca\.|~|≈|rund|etwa|knapp|environ|près de|unos|unas|casi|约|約)\s*$",
    re.I,
)
_JOINT = re.compile(r"[_/#@]")  # of an identifier
_QUOTE_MAX = 40  # characters of a number with a unit, or of a date
_CLAUSE = re.compile(r"[;\n]|,(?=\s)|[.!?](?=\s|$)|\b(?:but|and|aber|und|mais|et|pero|y)\b")
_ESTIMATE_MIN = 500
_POOL_MAX = 40
_REACH = 0.08
_SCALES = (7.0, 12.0, 24.0, 30.0, 52.0, 60.0, 365.0, 1000.0, 1024.0, 3600.0, 100.0)
_OWN_WORDS = 0.3  # share of the clause that the best evidence bears, from which on an estimate is put into the source's own statement


def raise_disclaimed(trial: Trial, inventory: Inventory, findings: list[Finding]) -> list[Finding]:
    """The findings in their order, those of them surer that a child's own words or plain arithmetic leave no ground for."""
    if not any(map(_is_weak, findings)):
        return findings
    disclaimers: list[tuple[Passage, int, int]] | None = None
    out: list[Finding] = []
    for f in findings:
        if _is_weak(f):
            if disclaimers is None:
                disclaimers = list(_disclaimers(trial))
            f = _raised(trial, inventory, f, disclaimers)
        out.append(f)
    return out


def _is_weak(f: Finding) -> bool:
    return f.kind in _KINDS and f.severity == "suspicion" and 0.3 < f.probability < 0.85 and _is_number(f.parent_quote)


def _is_number(quote: str) -> bool:
    """A number with or without its unit, or a date; no name that has digits in it."""
    if len(quote) > _QUOTE_MAX or _JOINT.search(quote) or not any(c.isdigit() for c in quote):
        return False
    return quote[0].isdigit() or quote[0] in "$€£~" or " " in quote


def _disclaimers(trial: Trial) -> list[tuple[Passage, int, int]]:
    """(sentence, start, end) of every clause of the children that says that something is not known; offsets in the sentence."""
    out: list[tuple[Passage, int, int]] = []
    for s in trial.sentences:
        if s.kind in ("code", "data"):
            continue
        for m in _UNKNOWN.finditer(s.text):
            start = max((c.end() for c in _CLAUSE.finditer(s.text, 0, m.start())), default=0)
            start += len(s.text[start : m.start()]) - len(s.text[start : m.start()].lstrip())
            stop = _CLAUSE.search(s.text, m.end())
            out.append((s, start, stop.start() if stop else len(s.text)))
    return out


def _raised(trial: Trial, inventory: Inventory, f: Finding, disclaimers: list[tuple[Passage, int, int]]) -> Finding:
    pair = next(((c, s) for c, s in trial.parent_clauses if c.start <= f.parent_span[0] < c.end), None)
    if pair is None:
        return f
    clause, sentence = pair
    if _UNKNOWN.search(clause.text):
        return f  # it says itself that it is not known
    date = "date" in f.message
    for s, start, end in disclaimers:
        words = s.text[start:end]
        near = {w for w in clause.stems & s.stems if not w.isdigit()}
        topical = near & content_stems(words)
        asked = (_DATE_WORD if date else _COUNT_WORD).search(words) is not None
        if _SETTLING.search(words) and not asked:
            continue  # "not decided whether": of a thing to do, not of a number
        if (topical and (not date or asked)) or (asked and sum(not w.isdigit() for w in sentence.stems & s.stems) >= 2):
            return replace(
                f, severity="suspicion", probability=_P, child=trial.pool[s.owner].id, child_span=(s.start + start, s.start + end), child_quote=words,
                message=f'The summary gives "{f.parent_quote}"; "{trial.pool[s.owner].id}" says that it is not known: "{shortened(words)}". '
                "No source gives it later, so it is made up.",
            )  # fmt: skip
    if not date and _is_estimate(trial, inventory, clause, f):
        return replace(f, severity="suspicion", probability=_P)
    return f


def _is_estimate(trial: Trial, inventory: Inventory, clause: Passage, f: Finding) -> bool:
    """A round number behind "about" that nothing in the sources comes near."""
    start = f.parent_span[0]
    if f.kind != "invented_detail" or not _ABOUT.search(trial.parent, max(0, start - 16), start):
        return False
    numbers = scan(trial.parent[start : f.parent_span[1]])
    if not numbers or numbers[0].values[0] < _ESTIMATE_MIN:
        return False
    if max((h.score for h in trial.align(clause, 1)), default=0.0) < _OWN_WORDS:
        return False
    value = numbers[0].values[0]
    pool = sorted({abs(v) for v in inventory.table if v})
    if len(pool) > _POOL_MAX:
        return False  # among so many numbers some two give anything
    made = [x for v in pool for x in (v, *(v * s for s in _SCALES), *(v / s for s in _SCALES))]
    made += [x for a, b in combinations(pool, 2) for x in (a + b, b - a, a * b, b / a, a / b)]
    return not any(abs(x - value) <= _REACH * value for x in made)
