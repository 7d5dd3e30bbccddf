"""Design two: what differs between a claim and its evidence, as numbers.

In: evidence (role, text) in time order and the claim. Out: a list of floats, named by `NAMES`. Closed word classes only: what the
claim has and its best evidence lacks, what the best evidence has and the claim lacks, what the rest of the evidence says about the
same things; coverage, order and closeness. Nothing here knows a topic.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import SequenceMatcher
from itertools import pairwise

from leadline.core.signals.index import Trial, clauses_of
from leadline.core.signals.lexis import STOP, stem
from leadline.core.text.messages import Child

_CLASSES = {
    "negation": "not no never none nobody nothing nowhere neither nor without cannot n't fail failed fails failing refuse refused lack lacks lacking missing declined rejected denied deny unable hardly",
    "hedge": "may might could can possibly perhaps maybe probably likely seems seem seemed appears appear apparently suspect suspected suspects suspicion guess guessed think thinks believe believes suggests suggest presumably assume assumed assumes hypothesis candidate plausible expected estimate estimated roughly about unverified unconfirmed unproven",
    "unknown": "unknown unclear unsure undecided open whether why sure question wonder idea cannot tell knows know proven proof evidence",
    "duty": "must should shall has have need needs needed required requires mandatory obliged ought supposed never forbidden prohibited allowed may not",
    "wish": "prefer preferred preferably ideally possible would like nice optional recommended wish wishes hope rather suggest suggested try where",
    "future": "will going plan plans planned planning next tomorrow later tonight soon scheduled schedule intend intends wants want would upcoming then until once when pending about",
    "done": "done finished completed complete merged deployed sent fixed released shipped closed resolved passed delivered installed ran executed applied made was were has been had already now replaced removed added deleted restored paid booked moved wrote updated",
    "undone": "yet still pending outstanding waiting awaiting unfinished started begun ongoing partly partial partially half remaining remains left todo blocked draft unmerged in progress running half-way open",
    "all": "all every each both always entire entirely whole wholly everything everyone everybody everywhere any across throughout full fully completely total totally overall permanently",
    "some": "some several few many most part parts partly half one two sometimes often mostly almost nearly majority certain occasionally rarely least once except",
    "only": "only solely just exclusively alone except excluding unless until apart besides but limited merely other than beyond nothing",
    "cause": "because since due caused cause causes led leads hence therefore thus thanks result resulted results reason owing so triggered trigger blame blamed explains explained responsible behind thereby as",
    "order": "before after then first second last later earlier afterwards once until when while following followed previously prior meanwhile subsequently beforehand since finally next ahead",
    "consent": "approved approve approves approval agreed agree agrees accepted accept confirmed confirm confirms signed allowed allow permission permitted consent cleared authorised authorized ok okay yes fine green granted endorsed blessed go",
    "silence": "no answer reply replied unanswered silent silence response respond asked ask asks waiting objection objected heard back yet",
    "said": "said says say according reported reports report claims claimed told tells wrote writes mentioned states stated announced reads quotes demands asks asked wants suggests advises recommends note notes line comment page mail readme",
    "doubt": "but however though although yet despite disagree disagrees contradict contradicts contradicts conflict conflicts differ differs versus instead whereas while against wrong mistaken false incorrect disputed",
    "change": "now instead changed change replaced longer new anymore again back revised corrected correction updated superseded formerly previously used old moved withdrawn cancelled canceled scrapped reverted undo undone dropped",
    "up": "more higher greater larger up increase increased increases rose raised above over longer faster better most best exceeds improved gained bigger maximum earlier",
    "down": "less lower fewer smaller down decrease decreased fell dropped below under shorter slower worse least worst reduced declined lost minimum later",
}  # fmt: skip
_SETS = {name: frozenset(words.split()) for name, words in _CLASSES.items()}
_PAIRS = (("before", "after"), ("with", "without"), ("more", "less"), ("first", "last"), ("allow", "deny"), ("in", "out"), ("on", "off"), ("up", "down"), ("open", "closed"),
          ("add", "remove"), ("all", "some"), ("must", "should"), ("always", "never"), ("above", "below"), ("over", "under"), ("and", "or"), ("start", "stop"), ("enable", "disable"),
          ("pass", "fail"), ("old", "new"), ("true", "false"), ("same", "different"), ("increase", "decrease"), ("higher", "lower"), ("left", "right"), ("internal", "external"))  # fmt: skip
_OPPOSITE = {stem(a): stem(b) for a, b in _PAIRS} | {stem(b): stem(a) for a, b in _PAIRS}
_WORD = re.compile(r"[^\W_]+(?:['’][^\W\d_]+)?")
_DIGITS = re.compile(r"\d+(?:[.,]\d+)*")
_GENERAL = ("coverage1", "coverage3", "coverage_all", "evidence_covered", "closeness", "bigrams", "inversions", "new_words", "lost_words", "new_numbers", "lost_numbers", "opposites",
            "words", "evidence_words", "best_user", "best_tool", "best_last", "question", "not_in_next", "hedge_in_next", "names_new", "exact_clause", "second_close")  # fmt: skip
NAMES = (*_GENERAL, *(f"{how}_{c}" for c in _SETS for how in ("new", "lost", "kept", "near")))


def features(evidence: Sequence[tuple[str, str]], claim: str) -> list[float]:
    """The numbers, in the order of `NAMES`."""
    trial = Trial(
        [
            Child(str(n), text, role=role if role in ("user", "assistant", "tool", "system") else "summary")
            for n, (role, text) in enumerate(evidence)
        ],
        claim,
    )  # type: ignore[arg-type]
    sentences = trial.sentences
    passage = trial.parent_sentences[0] if len(trial.parent_sentences) == 1 else None
    mine = _words(claim)
    stems = {stem(w) for w in mine if w not in STOP}
    if passage is not None:
        hits = trial.align(passage, 4)
    else:
        hits = trial._rank(frozenset(s for p in trial.parent_sentences for s in p.stems))[:4]
    order = [h.sentence for h in hits] or [len(sentences) - 1]
    best = sentences[order[0]]
    clauses = clauses_of(best)
    clause = max(clauses, key=lambda c: len(c.stems & stems) - 0.1 * len(c.stems))
    theirs = _words(best.text)
    clause_words = _words(clause.text)
    three = [w for n in order[:3] for w in _words(sentences[n].text)]
    every = [w for s in sentences for w in _words(s.text)]
    their_stems, three_stems, all_stems = ({stem(w) for w in x if w not in STOP} for x in (theirs, three, every))
    matcher = SequenceMatcher(None, [stem(w) for w in clause_words], [stem(w) for w in mine], autojunk=False)
    shared = [stem(w) for w in mine if w not in STOP and stem(w) in their_stems]
    places = {stem(w): n for n, w in reversed(list(enumerate(theirs)))}
    positions = [places[s] for s in dict.fromkeys(shared)]
    pairs = len(positions) * (len(positions) - 1) / 2
    inversions = sum(a > b for n, a in enumerate(positions) for b in positions[n + 1 :]) / pairs if pairs else 0.0
    my_bigrams = set(pairwise(mine))
    numbers, their_numbers, all_numbers = (
        set(_DIGITS.findall(claim)),
        set(_DIGITS.findall(best.text)),
        set(_DIGITS.findall(" ".join(t for _, t in evidence))),
    )
    n = max(1, len(stems))
    after = [w for s in sentences[order[0] + 1 : order[0] + 3] for w in _words(s.text)]
    rest = [w for k in order[1:] for w in _words(sentences[k].text)] + after
    out = [
        len(stems & their_stems) / n, len(stems & three_stems) / n, len(stems & all_stems) / n, len(stems & their_stems) / max(1, len(their_stems)),
        matcher.ratio(), len(my_bigrams & set(pairwise(every))) / max(1, len(my_bigrams)), inversions,
        float(len(stems - all_stems)), float(len({stem(w) for w in clause_words if w not in STOP} - stems)), float(len(numbers - all_numbers)), float(len(their_numbers - numbers)),
        float(sum(_OPPOSITE.get(s) in their_stems | {stem(w) for w in theirs} and s not in {stem(w) for w in theirs} for s in {stem(w) for w in mine} if s in _OPPOSITE)),
        float(len(mine)), float(len(theirs)), float(best.role == "user"), float(best.role == "tool"), float(order[0] == len(sentences) - 1), float("?" in best.text),
        float(bool(_SETS["negation"] & set(after))), float(bool((_SETS["hedge"] | _SETS["unknown"]) & set(after))),
        float(sum(w[:1].isupper() and stem(w.lower()) not in all_stems for w in _WORD.findall(claim)[1:])), float(" ".join(clause_words) in " ".join(mine)),
        len(stems & ({stem(w) for w in _words(sentences[order[1]].text)} if len(order) > 1 else set())) / n,
    ]  # fmt: skip
    mine_set, theirs_set, clause_set, rest_set = set(mine), set(theirs), set(clause_words), set(rest)
    for words in _SETS.values():
        here, there = mine_set & words, theirs_set & words
        out += [
            float(bool(here - theirs_set) and not there),
            float(bool((clause_set & words) - mine_set) and not here),
            float(bool(here & theirs_set)),
            float(bool(rest_set & words)),
        ]
    return out


def _words(text: str) -> list[str]:
    out: list[str] = []
    for w in _WORD.findall(text.lower().replace("’", "'")):
        if w.endswith("n't"):
            out += [w[:-3], "n't"]
        else:
            out.append(w)
    return out
