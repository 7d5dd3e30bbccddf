"""One of several failed, and the parent tells the success of all: "succeeded on a, b and c" where the row of b says FAILED.

In: a trial. Out: findings `status_changed`. Rows are lines of output (or the parts of one sentence) with a name and an outcome each, of which at
least one went well and one did not. A clause of the parent that tells a success of a list with the failed row's name in it, or of all of
the kind, is against that row, unless something later says that it went well after all or the parent tells the failure somewhere.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from leadline.core.signals.acts import governed
from leadline.core.signals.findings import make, shortened
from leadline.core.signals.index import Passage, Trial
from leadline.core.signals.lexis import NUMBER_WORDS, STOP, WORD, stem
from leadline.core.signals.model import Finding
from leadline.core.signals.verbs import is_participle
from leadline.core.text.gates import gated
from leadline.core.text.words import word_set

__all__ = ["find_row_outcomes"]

_P = 0.92
_P_ALL = 0.8  # "every check", without a number: it may be of another run; unseen authors: 2 of 3 right
_FAILED = re.compile(
    r"\b(?:FAIL(?:ED|URE|S)?|[Ff]ail(?:ed|s|ure)?|ERROR|[Ee]rror|NOK|[Rr]ejected|REJECTED|[Rr]efused|ABORTED|[Aa]borted|fehlgeschlagen|échoué|falló|not ok)\b"
    r"|[✗✘❌]|\b(?:rc|exit(?: code| status)?|code)[ =:]{1,2}[1-9]\d{0,2}\b"
)
_NO_FAILURE = re.compile(
    r"\b(?:0|no|without|not|never|nothing|none|nobody)\s(?:\w+\s)?(?:fail|error|reject|refus|abort)|\b(?:fail\w*|errors?)[=: ]{1,2}0\b|\bexpected|\bxfail|\b(?:raises?|handles?|error|failed|fail)_|_(?:error|failed|fail)",
    re.I,
)
_WENT_WELL = re.compile(
    r"\b(?:ok|OK|pass(?:ed|es)?|PASS(?:ED)?|success\w*|SUCCESS|succeed\w*|done|DONE|accepted|sent|green|bestanden|réussi|(?:rc|exit(?: code)?)[ =:]{1,2}0)\b|[✓✔✅]"
)
_SUCCESS = gated(
    r"\b(?:succeed\w*|success\w*|pass(?:ed|es|ing)?|accepted|went through|completed|finished|ok|green|erfolgreich|bestanden|réussi\w*|exitosamente|con éxito)\b",
    flags=re.I,
)
_OPEN = gated(
    r"\b(?:not|no|never|nor|none|neither|except|but|fail\w*|error\w*|only|partly|partially|tried|try|attempt\w*|if|until|unless|once|when|before|should|must|will|would|may|might|can|could|"
    r"to be|retr(?:y|ied)|other|others|rest|apart|some|most|either|or|rejected|refused|timed out|crash\w*|broke(?:n| off)|hung|stopped|whether|after|expected|nicht|nur|außer|pas|sauf|salvo)\b|n['’]t\b", flags=re.I
)  # fmt: skip
_AGAIN = re.compile(
    r"\b(?:went through|fixed|worked|works|mended|recovered|ok|passes|passed|pass|succeed\w*|success\w*|green|done|completed|accepted|resolved|both|all|every\w*|bestanden)\b",
    re.I,
)
_ALL = re.compile(
    r"\b(?:all|every|each|both|alle|beide|tous les|toutes les|todos los|todas las)\b(?: of)?(?: the| these| those)?(?: (?P<n>\w+))??\s+(?P<noun>[^\W\d_]{3,})",
    re.I,
)
_CUT = re.compile(r"[;\n]|[.:](?=\s|$)|,?\s\b(?:while|whereas|although|though)\b|,\s(?:but|aber|mais|pero)\b")
_SEGMENT = re.compile(r"[,;](?=\s)|\s\band\b\s")
_JOINT = re.compile(r",\s?(?:and\s|und\s|et\s|y\s)?|\s(?:and|und|et|y|&)\s")
_HEAD_MAX = 48  # characters in front of the outcome in which a row is named
_LATER_WORDS = word_set("now again second rerun retry retried later after")


class _Row(NamedTuple):
    """One row: its words in front of the outcome, where it stands, and whether it failed."""

    sentence: int
    words: frozenset[str]
    failed: bool
    start: int
    end: int


def find_row_outcomes(trial: Trial) -> list[Finding]:
    """At most one finding a parent sentence."""
    out: list[Finding] = []
    for sentence in trial.parent_sentences:
        if (
            sentence.kind in ("code", "heading")
            or trial.is_verbatim(sentence.text)
            or sentence.text.rstrip().endswith("?")
        ):
            continue
        at = 0
        for stop, after in [
            *((m.start(), m.end()) for m in _CUT.finditer(sentence.text)),
            (len(sentence.text), len(sentence.text)),
        ]:
            start, piece, at = at, sentence.text[at:stop], after
            found = _against(trial, sentence, piece, start)
            if found is not None:
                out.append(found)
                break
    return out


def _against(trial: Trial, sentence: Passage, piece: str, start: int) -> Finding | None:
    listed = _JOINT.search(piece) is not None
    universal = _ALL.search(piece)
    if not (listed or universal) or _OPEN.search(piece) or governed(sentence.text, start):
        return None
    done = (
        frozenset()
        if _SUCCESS.search(piece)
        else frozenset(stem(w) for w in WORD.findall(piece.lower()) if is_participle(w))
    )
    if not done and not _SUCCESS.search(piece):
        return None
    said = frozenset(_words(piece))
    for owner in range(len(trial.pool)):
        rows = _rows(trial, owner)
        for row in rows:
            if not row.failed or not _has_good(rows, row):
                continue
            if done and not any(done & trial.sentences[r.sentence].stems for r in rows if not r.failed):
                continue  # "both were inspected": no outcome of these rows
            in_list = listed and _in_list(piece, said, row, rows)
            told = in_list or (universal is not None and _of_all(trial, universal, row, rows))
            if told and not _made_good(trial, row, done) and not _told_failed(trial, row):
                span = (
                    sentence.start + start + len(piece) - len(piece.lstrip()),
                    sentence.start + start + len(piece.rstrip()),
                )
                name, text = trial.pool[owner].id, trial.pool[owner].text[row.start : row.end]
                return make(
                    trial, "status_changed", "suspicion",
                    f'The summary says "{shortened(trial.parent[span[0] : span[1]])}"; in "{name}" one of them did not: "{shortened(text)}", and nothing says that it went well later. '
                    "Whoever goes on from the summary will not look at it again.",
                    parent=span, child=(owner, row.start, row.end), probability=_P if in_list or _counts(universal) == len(rows) else _P_ALL,
                )  # fmt: skip
    return None


def _in_list(piece: str, said: frozenset[str], row: _Row, rows: list[_Row]) -> bool:
    """The failed row is named in the clause, and so is one that went well: they stand in one list."""
    own = row.words - frozenset().union(*(r.words for r in rows if r is not row and not r.failed))
    if not own or not own <= said:
        return False
    for other in rows:
        theirs = other.words - row.words
        if not other.failed and theirs and theirs <= said:
            return any(own & set(_words(part)) for part in _JOINT.split(piece))
    return False


def _of_all(trial: Trial, universal: re.Match[str], row: _Row, rows: list[_Row]) -> bool:
    """The clause tells it of all of a kind, whose noun stands in the rows or in the line above them; a number is that of the rows."""
    count = _counts(universal)
    if count is not None and count != len(rows):
        return False
    noun = stem(stem(universal["noun"]))
    return sum(noun in {stem(w) for w in trial.sentences[r.sentence].stems} for r in rows) * 2 > len(rows)


def _counts(universal: re.Match[str] | None) -> float | None:
    """The number that the universal gives: "all three", "both"."""
    if universal is None:
        return None
    if universal.group().lower().startswith(("both", "beide")):
        return 2.0
    number = universal["n"]
    return float(number) if number and number.isdigit() else NUMBER_WORDS.get(number.lower()) if number else None


def _has_good(rows: list[_Row], row: _Row) -> bool:
    """Some row beside it went well, and none about the same after it."""
    return any(not r.failed for r in rows) and not any(
        not r.failed and r.start > row.start and row.words <= r.words for r in rows
    )


def _made_good(trial: Trial, row: _Row, done: frozenset[str]) -> bool:
    """Something after the row says that it went well: with its name, or in general of a later run."""
    s = trial.sentences[row.sentence]
    for other in trial.sentences[row.sentence + 1 :]:
        if not _AGAIN.search(other.text) and not done & other.stems:
            continue
        words = frozenset(_words(other.text))
        if other.owner == s.owner and not row.words <= words:
            continue
        denied = _FAILED.search(other.text) and not row.words & words
        if row.words <= words or row.words & words or (words & _LATER_WORDS and not denied):
            return True
    return False


def _told_failed(trial: Trial, row: _Row) -> bool:
    """The parent tells the failure itself, somewhere."""
    return any(_FAILED.search(s.text) and row.words & frozenset(_words(s.text)) for s in trial.parent_sentences)


# -- reading rows -----------------------------------------------------------------------------------------------


def _rows(trial: Trial, owner: int) -> list[_Row]:
    """The rows of a child, none where no row failed; kept for the trial."""
    kept = trial.shared.setdefault("outcome rows", {})
    assert isinstance(kept, dict)
    if owner not in kept:
        kept[owner] = _read(trial, owner) if _FAILED.search(trial.pool[owner].text) else []
    found: list[_Row] = kept[owner]
    return found


def _read(trial: Trial, owner: int) -> list[_Row]:
    out: list[_Row] = []
    for number, s in enumerate(trial.sentences):
        if s.owner != owner or len(s.text) > 400:
            continue
        at, parts = 0, []
        for m in _SEGMENT.finditer(s.text):
            parts.append((at, m.start()))
            at = m.end()
        parts.append((at, len(s.text)))
        rows = [r for a, b in parts if (r := _row(number, s, a, b)) is not None] if len(parts) > 1 else []
        if len(rows) < 2 or len(rows) < len(parts):
            whole = _row(number, s, 0, len(s.text))
            rows = [whole] if whole is not None else []
        out += rows
    return out


def _row(number: int, s: Passage, a: int, b: int) -> _Row | None:
    text = s.text[a:b]
    failed = None if _NO_FAILURE.search(text) else _FAILED.search(text)
    outcome = (
        failed
        or _WENT_WELL.search(text)
        or next((m for m in WORD.finditer(text) if m.start() and is_participle(m.group().lower())), None)
    )
    if outcome is None:
        return None
    head = text[: outcome.start()]
    if not head.strip(" |[(-*"):
        head = " ".join(text[outcome.end() :].split()[:1])
    words = frozenset(_words(head[:_HEAD_MAX].split(" -> ")[0]))
    return _Row(number, words, failed is not None, s.start + a, s.start + b) if words else None


def _words(text: str) -> list[str]:
    """The words that can name a row: nouns in one form, numbers, single letters; joined names as they are."""
    out = []
    for token in re.findall(r"[\w][\w./@-]*\w|\w", text):
        low = token.lower()
        if low not in STOP or len(low) == 1:
            out.append(low if any(not c.isalpha() for c in low) else stem(low))
    return out
