"""Form: whether the parent is a summary at all, whatever it says.

In: a trial. Out: a signal with the share of checks passed and findings `degenerate` and `secret_leaked`: empty, only
headings, talk about the summary, a refusal, going on with the work, loops, cut off, another language, a child without
a trace. Cheapest and surest of all checks (signals-notes, section 3). Reads no facts.
"""

from __future__ import annotations

import re
from collections import Counter

from leadline.core.signals.findings import make
from leadline.core.signals.index import Passage, Trial
from leadline.core.signals.lexis import STOP, WORD, is_cjk
from leadline.core.signals.model import Finding, Signal

__all__ = ["measure"]

_META = re.compile(
    r"^\W*(?:(?:sure|certainly|of course|okay|ok)\b[!,.]?\s*)?(?:here(?:'s| is| are| comes)|below (?:is|you)|this (?:is|summary|text|document|parent)\b|the (?:above|following) (?:is|text|summary|conversation)"
    r"|(?:the|this) (?:summary|conversation|dialogue|transcript|discussion|text|children|messages?|texts?|chat|session) (?:covers?|contains?|discuss\w*|describes?|is about|are about|deals?|concerns?|touch\w*|summari[sz]es?|include[sd]?|mentions?|revolves?)"
    r"|in (?:this|the) (?:conversation|summary|discussion|chat|session)\b|(?:hier (?:ist|folgt)|voici|aquí (?:está|tienes|va)|a continuación|以下(?:は|是)|这(?:是|里是)|本(?:要約|摘要)))",
    re.I,
)
_REFUSAL = re.compile(
    r"\b(?:i(?:'m| am) (?:sorry|unable|afraid|not able)|i (?:cannot|can't|can not|won't|will not) (?:help|assist|summari[sz]e|provide|comply|process|share|create|write)|as an ai\b|as a language model"
    r"|(?:cannot|can't|unable to) (?:summari[sz]e|be summari[sz]ed)|no summary (?:can|could|is)|please provide (?:the|more|me)|ich kann (?:dabei |das |hier )?nicht (?:helfen|zusammenfassen)|je ne peux pas|no puedo (?:ayudar|resumir))",
    re.I,
)
_CONTINUES = re.compile(
    r"^\W*(?:(?:ok(?:ay)?|great|alright|now|next|first|then|good|perfect|done|so|sure)[,.!:]?\s+)*(?:let me\b|let's\b|i(?:'ll| will| am going to|'m going to)\s+(?:now\s+|then\s+|next\s+|first\s+|start|begin|go|check|run|look|open|fix|continue|proceed|take|try|write|create|apply|update|implement|add|call|send|make)"
    r"|i am now\b|i'm now\b|running\s.{0,60}\bnow\b|ich werde (?:jetzt|nun|als)|jetzt (?:werde|schaue|prüfe|starte) ich|je vais\b|maintenant je|voy a\b|ahora voy|我现在|我将|接下来我|これから|では、)",
    re.I,
)
_OFFER = re.compile(
    r"(?:let me know|would you like|shall i|should i (?:go|continue|proceed|start)|do you want me|how can i help|feel free to|happy to help|want me to)\b[^.!]*[?.!]?\s*$",
    re.I,
)
_SCRATCH = re.compile(
    r"<(analysis|thinking|scratchpad)>.*?</\1>", re.S
)  # what a writer is told to think before it writes
_SECRET = re.compile(
    r"\bsk-[A-Za-z0-9_-]{20,}|\bgh[pousr]_[A-Za-z0-9]{30,}|\bAKIA[0-9A-Z]{16}\b|\bxox[abprs]-[A-Za-z0-9-]{20,}|-----BEGIN [A-Z ]*PRIVATE KEY-----|\beyJ[A-Za-z0-9_-]{15,}\.eyJ[A-Za-z0-9_-]{15,}\.[A-Za-z0-9_-]{10,}"
    r"|\b(?:password|passwd|secret|api[_-]?key|token)\s*[=:]\s*['\"]?(?=[^\s'\"]*\d)(?=[^\s'\"]*[A-Za-z])[A-Za-z0-9/+_!@#$%^&*-]{12,}",
    re.I,
)
_ENDS = re.compile(r"[.!?…。！？:;)\]}»\"'”’`*|>_]\s*$|\d\s*$|%\s*$")
_LANGUAGES: dict[str, frozenset[str]] = {
    "English": frozenset(["the", "is", "are", "was", "were", "of", "and", "to", "in", "that", "it", "for", "with", "not", "on", "be", "by", "this", "have", "has", "been", "which", "from", "at", "as", "an", "but", "they", "will"]),
    "German": frozenset(["der", "die", "das", "und", "ist", "nicht", "ein", "eine", "den", "dem", "mit", "auf", "für", "von", "zu", "im", "wird", "sich", "auch", "noch", "des", "wurde", "sind", "bei", "nach", "aus", "wenn"]),
    "French": frozenset(["le", "la", "les", "et", "est", "des", "une", "du", "dans", "pour", "pas", "que", "qui", "sur", "au", "avec", "ne", "il", "sont", "aux", "ce", "par", "plus", "été", "ont"]),
    "Spanish": frozenset(["el", "los", "las", "y", "una", "del", "para", "que", "por", "con", "no", "se", "está", "es", "en", "su", "al", "lo", "como", "pero", "más", "ha", "han", "sin"]),
}  # fmt: skip
_TRACE_MIN = 16  # distinct content words of a child below which no trace proves nothing
_HEAD = 2  # sentences of a text in which it says what it is
_FULL_MIN = 4  # content words of the children in "This text describes how ...", from which on it says what is in it
_ONE_LINE = 0.75  # measured: where no other sentence shows that sentences end here, many lines simply have no end
_RATIO_MIN = 0.25
_SIZE_MIN = 0.5  # of the mean length of a child
_TRACE_FLOOR = 0.04  # share of a child's own words that even terse faithful parents repeat; measured on bench/trees


def measure(trial: Trial) -> Signal:
    """The form signal: 1 without a finding, else less by a third for each, never below 0."""
    findings = tuple(_find(trial))
    return Signal("form", max(0.0, 1.0 - len(findings) / 3), 1, findings)


def _find(trial: Trial) -> list[Finding]:
    parent = trial.parent
    words = WORD.findall(parent)
    out: list[Finding] = []
    source = sum(len(c.text) for c in trial.children)
    if not words:
        return [
            make(trial, "degenerate", "hard", "The summary is empty.", parent=(0, len(parent)) if parent else (-1, -1))
        ]
    sentences = trial.parent_sentences
    body = [s for s in sentences if s.kind != "heading" and not _is_label(s.text)]
    bare = source > 400 and (not body or sum(len(s.stems) for s in body) < 3)
    if bare and (len(body) < len(sentences) or not any(s.stems & set(trial.postings) for s in body)):
        out.append(
            make(
                trial,
                "degenerate",
                "hard",
                "The summary has headings but says nothing under them."
                if len(body) < len(sentences)
                else "The summary says nothing.",
                parent=(sentences[0].start, sentences[-1].end),
            )
        )
    out += _empty_sections(trial)
    out += _talk(trial, sentences)
    out += _loops(trial, sentences)
    out += _cut_off(trial, sentences)
    out += _language(trial)
    out += _untraced(trial)
    for match in _SECRET.finditer(parent):
        out.append(
            make(
                trial,
                "secret_leaked",
                "hard",
                "The summary carries what looks like a credential; summaries travel further than their sources.",
                parent=match.span(),
            )
        )
    return out


def _is_label(text: str) -> bool:
    return len(text) < 60 and text.rstrip().endswith(":") and len(WORD.findall(text)) <= 6


def _empty_sections(trial: Trial) -> list[Finding]:
    """Two or more headings with nothing under them, and no fewer than those that have something."""
    lines = [(m.start(), m.group()) for m in re.finditer(r"[^\n]+", trial.parent) if m.group().strip()]

    def is_head(text: str) -> bool:
        return bool(re.match(r"\s*(?:#{1,6}\s|\*\*[^*]+\*\*:?\s*$)", text)) or _is_label(text)

    empty = [
        (at, text) for i, (at, text) in enumerate(lines)
        if is_head(text) and (i + 1 == len(lines) or (is_head(lines[i + 1][1]) and _rank(lines[i + 1][1]) <= _rank(text)))
    ]  # fmt: skip
    full = sum(1 for _, text in lines if is_head(text)) - len(empty)
    filler = [
        (at, t)
        for at, t in lines
        if re.fullmatch(r"\W*(?:n/?a|none|tbd|todo|\(?empty\)?|\.\.\.|…|see above|nothing)\W*", t, re.I)
    ]
    if len(empty) >= 2 and len(empty) >= full:
        at, text = empty[0]
        return [
            make(
                trial,
                "degenerate",
                "hard",
                f"{len(empty)} headings have nothing under them.",
                parent=(at, at + len(text)),
            )
        ]
    if len(filler) >= 3 and len(filler) * 2 >= len(lines) - len(empty) - full:
        at, text = filler[0]
        return [
            make(trial, "degenerate", "hard", "Most sections hold only a placeholder.", parent=(at, at + len(text)))
        ]
    return []


def _rank(line: str) -> int:
    mark = re.match(r"\s*(#{1,6})\s", line)
    return len(mark[1]) if mark else 7


def _talk(trial: Trial, sentences: tuple[Passage, ...]) -> list[Finding]:
    out: list[Finding] = []
    # a refusal opens a text or is most of it; behind a summary it is a caveat
    scratch = [m.span() for m in _SCRATCH.finditer(trial.parent)]
    prose = [s for s in sentences if s.kind != "heading" and not any(a <= s.start < b for a, b in scratch)]
    going_on = [
        s for s in prose if _CONTINUES.match(s.text) and not _is_quoted(trial, s) and not _said_by_children(trial, s)
    ]
    specifics = len(re.findall(r"\d", trial.parent))
    for i, s in enumerate(prose):
        if _REFUSAL.search(s.text) and not _said_by_children(trial, s) and (i < _HEAD or len(prose) < 2 * _HEAD):
            out.append(
                make(
                    trial,
                    "degenerate",
                    "hard",
                    "The summary refuses or asks for its text instead of summing it up.",
                    parent=(s.start, s.end),
                )
            )
        elif s in going_on and (i == len(prose) - 1 or len(going_on) * 4 >= len(prose)):
            out.append(
                make(
                    trial,
                    "degenerate",
                    "hard",
                    "The summary goes on working in the first person instead of recording what was done.",
                    parent=(s.start, s.end),
                )
            )
        elif i == len(prose) - 1 and _OFFER.search(s.text) and not _said_by_children(trial, s):
            out.append(
                make(
                    trial,
                    "degenerate",
                    "hard",
                    "The summary ends with an offer to somebody instead of a record.",
                    parent=(s.start, s.end),
                )
            )
    # "Here is a summary:" before a summary is a bad habit; with nothing behind it, it is all there is
    body = [s for s in prose if not s.text.rstrip().endswith(":")] or prose
    meta = [s for s in body if _META.match(s.text) and not _said_by_children(trial, s) and not _is_full(trial, s)]
    if meta and (len(meta) * 2 >= len(body) or (len(meta) >= 2 and specifics < 3)):
        s = meta[0]
        out.append(
            make(
                trial,
                "degenerate",
                "hard",
                "The summary talks about the text instead of saying what is in it.",
                parent=(s.start, s.end),
            )
        )
    return out


def _is_full(trial: Trial, s: Passage) -> bool:
    """A sentence that starts like talk about the text and then says what is in it."""
    return len(s.stems & set(trial.postings)) >= _FULL_MIN


def _is_quoted(trial: Trial, s: Passage) -> bool:
    """Inside quotation marks: somebody's words, told."""
    line = trial.parent.rfind("\n", 0, s.start) + 1
    stop = trial.parent.find("\n", s.end)
    whole = trial.parent[line : len(trial.parent) if stop < 0 else stop]
    return len(re.findall(r"[\"“”„]", whole)) >= 1


def _said_by_children(trial: Trial, s: Passage) -> bool:
    return " ".join(s.text.lower().split()).strip(" .!?-*") in " ".join(trial.haystack.split())


def _loops(trial: Trial, sentences: tuple[Passage, ...]) -> list[Finding]:
    """One sentence three times, or a long one twice in a row of prose, or a run of words over and over."""
    keys = [" ".join(w.lower() for w in WORD.findall(s.text)) for s in sentences]
    counts = Counter(k for k, s in zip(keys, sentences, strict=True) if s.kind in ("prose", "bullet"))
    for i, (key, s) in enumerate(zip(keys, sentences, strict=True)):
        if len(key) < 12 or counts[key] < 2 or trial.haystack.count(s.text.lower()) >= counts[key]:
            continue
        again = [j for j in range(max(0, i - 2), i) if keys[j] == key]  # once more right behind itself
        if (again and len(key) >= 40 and s.kind == "prose") or (counts[key] >= 3 and counts[key] * 3 >= len(keys)):
            return [
                make(
                    trial,
                    "degenerate",
                    "hard",
                    f"The summary says the same sentence {counts[key]} times.",
                    parent=(s.start, s.end),
                )
            ]
    match = re.search(r"(\b\w+(?:\W+\w+){1,12}?\W+)\1{3,}", trial.parent)
    if (
        match
        and len(WORD.findall(match.group(1))) >= 2
        and match.group().lower() not in trial.haystack
        and not match.group(1).replace(" ", "").isdigit()
    ):
        return [make(trial, "degenerate", "hard", "The summary repeats itself in a loop.", parent=match.span())]
    return []


def _cut_off(trial: Trial, sentences: tuple[Passage, ...]) -> list[Finding]:
    """The last sentence breaks off where all others end."""
    last = sentences[-1]
    text = last.text.rstrip()
    if last.kind not in ("prose", "bullet") or _ENDS.search(text) or is_cjk(text):
        return []
    words = WORD.findall(text)
    if not words or text.lower() in trial.haystack or re.search(r"[\d/_.~\\]", text.rsplit(None, 1)[-1]):
        return []
    hanging = (words[-1].lower() in STOP and words[-1].lower() not in _MAY_END and len(words) > 3) or text.endswith(
        (",", "-", "(", "/", "–")
    )
    if any(s.text.rstrip(" .").lower().endswith(" ".join(text.lower().rsplit(None, 2)[-2:])) for s in trial.sentences):
        return []  # as its source does
    others = [s for s in sentences[:-1] if s.kind == "prose"]
    ended = sum(bool(_ENDS.search(s.text)) for s in others)
    alone = last.kind == "prose" and len(others) >= 2 and ended == len(others) and len(words) >= 4
    if hanging or alone:
        return [
            make(
                trial,
                "degenerate",
                "hard" if hanging and ended else "warning",
                "The summary breaks off in the middle of its last sentence.",
                parent=(last.start, last.end),
                probability=1.0 if hanging and ended else 0.9 if ended > 2 else _ONE_LINE,
            )
        ]
    return []


_MAY_END = frozenset(
    [
        "not",
        "more",
        "less",
        "most",
        "least",
        "same",
        "other",
        "each",
        "any",
        "all",
        "some",
        "done",
        "it",
        "they",
        "them",
        "off",
        "out",
        "up",
        "down",
        "over",
        "yet",
        "now",
        "too",
        "again",
        "both",
        "only",
        "here",
        "there",
        "this",
        "that",
        "these",
        "his",
        "hers",
        "one",
        "us",
    ]
)


def _language(trial: Trial) -> list[Finding]:
    parent = _language_of(trial.parent)
    if parent is None:
        return []
    asked = 0
    for child in trial.children:
        if len(child.text) > 40 or len(trial.children) == 1:
            asked += 1
            if _language_of(child.text) in (parent, None):
                return []
    if not asked:
        return []
    return [
        make(
            trial, "degenerate", "hard", f"The summary is written in {parent}, none of its sources is.",
            parent=(trial.parent_sentences[0].start, trial.parent_sentences[-1].end),
        )
    ]  # fmt: skip


def _language_of(text: str) -> str | None:
    """The language that the closed-class words speak for; None where they do not speak clearly."""
    sample = text[:3000]
    if is_cjk(sample):
        return "Japanese" if re.search(r"[\u3040-\u30ff]", sample) else "Chinese"
    words = [w.lower() for w in WORD.findall(sample)]
    if len(words) < 8:
        return None
    counts = sorted(((sum(w in lexicon for w in words), name) for name, lexicon in _LANGUAGES.items()), reverse=True)
    (best, name), (second, _) = counts[0], counts[1]
    return name if best >= 4 and best >= 2 * second and best >= 0.08 * len(words) else None


def _untraced(trial: Trial) -> list[Finding]:
    """A child that is no tool output and left no trace at all, where the others did."""
    source = sum(len(c.text) for c in trial.children)
    if not 2 <= len(trial.children) <= 12 or len(trial.parent) < _RATIO_MIN * source or len(trial.parent_sentences) < 2:
        return []  # so much is left out on purpose that a child without a trace proves nothing
    owners: dict[str, set[int]] = {}
    per: list[set[str]] = [set() for _ in trial.children]
    for s in trial.sentences:
        if s.owner < len(per) and not s.foreign and s.kind in ("prose", "bullet", "heading"):
            per[s.owner] |= s.stems
    for owner, stems in enumerate(per):
        for st in stems:
            owners.setdefault(st, set()).add(owner)
    out = []
    for owner, stems in enumerate(per):
        own = {st for st in stems if len(owners[st]) == 1}
        if len(own) < _TRACE_MIN or len(trial.children[owner].text) * len(trial.children) < _SIZE_MIN * source:
            continue  # too short, or much shorter than its siblings: a cover page, a greeting
        found = len(own & trial.parent_stems)
        if found / len(own) < _TRACE_FLOOR:
            child = trial.children[owner]
            end = min(len(child.text), 200)
            out.append(
                make(
                    trial, "degenerate", "warning", f'Nothing of "{child.id}" is in the summary ({found} of {len(own)} of its own words).',
                    child=(owner, 0, end), probability=0.9,
                )
            )  # fmt: skip
    return out if len(out) < len(trial.children) else out[:1]
