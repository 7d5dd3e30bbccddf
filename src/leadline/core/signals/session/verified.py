"""A check that nobody made: the parent says that tests were run, added or passed, or that a build is clean; no source knows of it.

In: a trial. Out: findings `status_changed`. Unlike other acts, these have few names (test, suite, spec, build, lint, and those of the
runners), so that silence says something: if no child that reports anything names the activity, it was not reported to have happened;
if those that name it show no sign of success, it was not reported to have succeeded. What is planned, asked, denied or hedged in
the parent claims nothing. How sure each shape is was measured on hand-written items: docs/signals.md.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from leadline.core.signals.findings import make
from leadline.core.signals.index import Passage, Trial
from leadline.core.signals.model import Finding

__all__ = ["find_unverified"]

_TESTS = r"(?:(?:unit|regression|integration|smoke|end-to-end|e2e|acceptance|automated|new|existing|full|whole|entire|all|test|\d+)[ -]){0,3}(?:tests?|suites?|specs?)(?: suites?| cases?| runs?)?"
_PASS = r"(?:pass(?:es|ed)?|succeed(?:s|ed)?|(?:is|are|was|were|came (?:back|out)|ran|runs|stays?|all) (?:now |all |still |fully )?(?:green|passing|clean|successful(?:ly)?|ok|fine))"
_WERE = r"(?:was|were|has been|have been)"
_GAP = r"(?: (?!(?:for|of|in|that|which|to|if|once|when|until)\b)[\w-]+){0,3}?"


@dataclass(frozen=True, slots=True)
class _Claim:
    """What a sentence may claim, what names the activity in a source, and what shows that it went well (or was done)."""

    said: re.Pattern[str]
    named: re.Pattern[str]
    shown: re.Pattern[str] | None
    what: str


_TEST_NAMES = re.compile(
    r"(?<![a-z])(?:tests?|testing|tested|retested|specs?|suites?)(?![a-z])|pytest|unittest|jest|vitest|mocha|rspec|junit|phpunit|nosetests|\btox\b|\bctest\b|playwright|cypress|"
    r"(?<!\d)\d++ pass(?:ed|ing)|\bpass(?:ed|ing)?\b",
    re.I,
)
_TOOLS = {  # what a parent may call it, and what a session shows of it
    r"lint(?:er|ing)?": r"lint|\bruff\b|flake8|clippy|rubocop|stylelint|\bvet\b|\bchecks?\b",
    r"type[- ]?check(?:er|s|ing)?": r"type[- ]?check|mypy|pyright|\btsc\b|\bty\b|\bchecks?\b",
    r"(?:build|compilation)": r"\bbuil[dt]|compil|\btsc\b|\bmake\b|\bcmake\b|cargo|gradle|maven|\bmvn\b|webpack|\bvite\b|bundl",
    r"(?:CI(?: run| build)?|pipeline)": r"\bCI\b|pipeline|workflow|\bchecks?\b|\bactions\b",
}
_WELL = re.compile(
    r"\bpass(?:es|ed|ing)?\b|\bgreen\b|\bsucce\w+|\bok\b|✓|✔|✅|\b(?:0|no|zero) (?:\S+ ){0,2}(?:failed|failures?|failing|errors?|issues|problems|warnings)\b|"
    r"\bwithout (?:any )?(?:errors?|failures?|issues)\b|\bclean\b|\bworks?\b|\bworking\b|\bcorrect(?:ly)?\b|\bexit(?:ed)?(?: code| status|:| with)* 0\b|\bfinished\b|\bdone\b|\bfine\b|\b100 ?%|\bbuilt\b|\bcomplet\w+|\b(\d+)/\1\b|\bconfirm\w*|\bverif\w+"
    r"|\b\d{1,7} (?:of|out of|in) (?:the |all )?\d{1,7}(?: \w+){0,2} (?:fail(?:s|ed|ing)?|(?:are|were|is|was) red)\b",  # the others did not
    re.I,
)
_RUN = re.compile(
    r"\b(?:ran|run|runs|running|rerun\w*|re-ran|execut\w+|pass(?:es|ed|ing)?|fail(?:s|ed|ing|ures?)?|green|red)\b|pytest|\b(?:npm|pnpm|yarn|bun|go|cargo|make|mise|just|dotnet|mvn|gradle) (?:run |exec )?\w*test|jest|vitest|mocha|rspec|phpunit|\btox\b|\bPASS\b|\bok\b",
    re.I,
)
_CLAIMS = (
    _Claim(
        re.compile(
            rf"\b{_TESTS}{_GAP} {_PASS}\b|\bpass(?:ed|es) (?:the |all |every |its )?{_TESTS}\b|\bsuite, which {_PASS}",
            re.I,
        ),
        _TEST_NAMES, _WELL, "tests passed",
    ),
    _Claim(
        re.compile(
            rf"\b(?:re-?)?(?:ran|executed) (?:the |all |its |a |every )?{_TESTS}\b|\b{_TESTS} (?:was|were|has been|have been) (?:re-?)?(?:run|executed)\b",
            re.I,
        ),
        _TEST_NAMES, _RUN, "tests were run",
    ),
    _Claim(
        re.compile(
            rf"\b(?:added|wrote|created|introduced) (?:an? |some |two |three |the |several |more )?{_TESTS}\b|\b{_TESTS} (?:was|were|has been|have been) (?:also )?(?:added|written|created)\b",
            re.I,
        ),
        _TEST_NAMES, None, "tests were written",
    ),
    *(
        _Claim(re.compile(rf"\b{name}(?: now| run)? {_PASS}\b", re.I), re.compile(names, re.I), _WELL, "it went well")
        for name, names in _TOOLS.items()
    ),
    *(
        _Claim(
            re.compile(rf"\b(?:re-?)?(?:ran|executed) (?:the |a )?{name}\b|\b{name} {_WERE} (?:re-?)?run\b", re.I),
            re.compile(names, re.I), None, "it was run",
        )
        for name, names in _TOOLS.items()
    ),
)  # fmt: skip
_UNTOLD = re.compile(
    r"\b(?:not|no|none|nobody|no[- ]one|never|neither|without|once|until|if|when|whether|should|must|will|would|can|could|may|might|unless|needs?|todo|plan\w*|pending|remain\w*|"
    r"next|suggest\w*|recommend\w*|ask\w*|want\w*|request\w*|require\w*|expect\w*|hop\w+|apparently|reportedly|probably|seem\w*|claim\w*|assum\w*|only|instead of|rather than|before)\b|n't\b|\?",
    re.I,
)
_TOLD = re.compile(r"\b(?:ran|passed|failed|added|wrote|green|red|broke|was|were|has|have)\b", re.I)
_BESIDE = 200  # characters: the lines of a run
_P = 0.88  # eight right hits of eight on hand-written claims: no more than that can be said
_CHEAP = re.compile(r"\b(?:tests?|suites?|specs?|build|compilation|lint\w*|type[- ]?check\w*|ci|pipeline)\b", re.I)


def find_unverified(trial: Trial) -> list[Finding]:
    """At most one finding a sentence, in the order of the parent."""
    if not _CHEAP.search(trial.parent):
        return []
    out: list[Finding] = []
    for sentence in trial.parent_sentences:
        if sentence.kind in ("code", "data", "heading"):
            continue
        for claim in _CLAIMS:
            said = claim.said.search(sentence.text)
            if said is None or _UNTOLD.search(sentence.text[: said.end()]):
                continue
            found = _unwitnessed(trial, claim, sentence, (sentence.start + said.start(), sentence.start + said.end()))
            if found is not None:
                out.append(found)
                break
    return out


def _unwitnessed(trial: Trial, claim: _Claim, sentence: Passage, span: tuple[int, int]) -> Finding | None:
    """The finding, unless a source that reports names the activity (and, for a success, shows one)."""
    named = [child for child in trial.pool if child.role != "user" and claim.named.search(child.text)]
    if named and (claim.shown is None or any(_shows(claim, claim.shown, child.text) for child in named)):
        return None
    told = _WELL if claim.shown is _WELL else _TOLD  # "you may run the tests" tells of no run
    if any(told.search(s.text) for s in trial.sentences if s.role == "user" and claim.named.search(s.text)):
        return None
    shown = claim.shown or _TOLD
    nearest = [trial.sentences[hit.sentence] for hit in trial.align(sentence, 3)]
    if any(shown.search(s.text) for s in nearest if s.role != "user"):
        return None  # "smoke: 20/20 ok" names no test
    quote = trial.parent[span[0] : span[1]]
    why = "the sources that speak of it show no success" if named else "no source reports it"
    return make(
        trial, "status_changed", "suspicion",
        f'The summary says "{quote}", that {claim.what}; {why}. Whoever goes on from the summary relies on a check that nobody made.',
        parent=span, probability=_P,
    )  # fmt: skip


def _shows(claim: _Claim, shown: re.Pattern[str], text: str) -> bool:
    """A sign of success beside a name of the activity."""
    return any(shown.search(text, max(0, m.start() - _BESIDE), m.end() + _BESIDE) for m in claim.named.finditer(text))
