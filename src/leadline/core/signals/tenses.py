"""A plan told as done, by the tense of the verb: German, French, Spanish ("wird am Samstag kopiert", "ist kopiert worden").

In: a trial. Out: findings `status_changed`. A clause of the parent that tells an act as done and a sentence of the children that plans the same act
of the same thing: by a future or modal auxiliary, or by the present passive with a time to come. Any sentence that tells the act as done,
and any short one with "done" in it after the plan, clears it. Forms of one verb are known by their consonants (gestrichen, streichen) or
by their stem (enviarán, enviaron); the auxiliaries are closed classes. English has `deeds`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from leadline.core.signals.findings import make, shortened
from leadline.core.signals.index import Passage, Trial
from leadline.core.signals.lexis import STOP, WORD, stems_of
from leadline.core.signals.model import Finding
from leadline.core.text.gates import gated
from leadline.core.text.kept import kept
from leadline.core.text.words import word_set

__all__ = ["find_planned_as_done"]

_P = 0.92
_CUT = re.compile(
    r"[;\n]|[.:](?=\s|$)|,\s(?:und|aber|et|mais|y|pero|doch)\s|\b(?:aber|mais|pero|doch|während|tandis que|mientras)\b"
)
_BRACKETS = re.compile(r"\([^()]*\)")
_FOREIGN = gated(
    r"\b(?:ist|sind|wurde|wurden|hat|haben|worden|ont|est|sont|été|a|se|ha|han|fue|fueron|está|están|je)\b", flags=re.I
)
_OTHERS = re.compile(
    r"[ãõìò]|\b(?:em|da|do|das|dos|na|nas|uma|os|pela|pelo|della|dei|gli|il|sono|stat[oaie])\b", re.I
)  # Portuguese and Italian, whose forms are like these
_NO = word_set("nicht kein keine keinen noch nie pas jamais non ni no nunca sin ohne sans aún todavía encore ne n")
_NOT_YET = word_set(
    "wenn falls sobald bevor bis si lorsque quand avant dès cuando hasta antes soll sollen muss müssen wird werden doit debe"
)
_COMING = gated(
    r"\b(?:erst|morgen|übermorgen|demnächst|bald|später|nächste\w*|kommende\w*|heute abend|heute nacht|ab|geplant|am (?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag)|im (?:januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember)|um \d{1,2}|in \d+ (?:tagen|wochen))\b",
    flags=re.I,
)
_DONE_SINCE = re.compile(
    r"\b(?:erledigt|fertig|gemacht|abgeschlossen|terminé\w*|fait\w*|c'est fait|hecho|hecha|listo|lista|terminado\w*)\b",
    re.I,
)
_DE_DONE = word_set("ist sind wurde wurden hat haben war waren worden")
_DE_MODAL = word_set("soll sollen sollte sollten muss müssen will wollen kann können darf dürfen")
_DE_BE = word_set("wird werden")
_FR_DONE = word_set("a ont été avons ai")
_FR_PLAN = re.compile(
    r"\b(?:sera|seront|serons|doit|doivent|devra|devront|va|vont|reste|restent|faut|faudra|prévoi\w*|prévu\w*)\b", re.I
)
_ES_DONE = word_set("ha han hemos fue fueron está están")
_ES_PLAN = re.compile(
    r"\b(?:será|serán|debe|deben|deberá|deberán|va|van|vamos|falta|faltan|hay que|pendientes? de|previst\w*)\b", re.I
)
_ES_FUTURE = re.compile(r"^(.{3,})(?:aré|ará|arán|aremos|eré|erá|erán|eremos|iré|irá|irán|iremos)$")
_ES_PAST = re.compile(r"^(.{3,})(?:aron|ieron|yeron|ó|ió|amos|imos|é)$")
_ES_PARTICIPLE = re.compile(r"^(.{3,})(?:ad|id)[oa]s?$")
_ES_INFINITIVE = re.compile(r"^(.{3,})(?:ar|er|ir)(?:se|lo|la|los|las)?$")
_FR_PARTICIPLE = re.compile(r"^(.{3,}?)(?:é|i|u|is|it|ert|aint)(?:e|s|es)?$")
_FR_INFINITIVE = re.compile(r"^(.{3,}?)(?:er|ir|re|oir)$")
_DE_PREFIXES = (
    "ab",
    "an",
    "auf",
    "aus",
    "bei",
    "ein",
    "her",
    "hin",
    "los",
    "mit",
    "nach",
    "um",
    "vor",
    "weg",
    "zu",
    "zurück",
    "fertig",
    "frei",
    "hoch",
    "zusammen",
)
_VOWELS = re.compile(r"[aeiouyäöü]+")
_NEAR = 14  # words between an auxiliary and its verb


class _Verb(NamedTuple):
    """A verb of a clause in the tense that is looked for: its key, and where it stands among the words."""

    key: str
    at: int


def find_planned_as_done(trial: Trial) -> list[Finding]:
    """At most one finding a parent sentence."""
    out: list[Finding] = []
    for sentence in trial.parent_sentences:
        if (
            sentence.kind in ("code", "heading")
            or not _FOREIGN.search(sentence.text)
            or _OTHERS.search(sentence.text)
            or trial.is_verbatim(sentence.text)
        ):
            continue
        found = next((f for done, plan in _LANGUAGES for f in _in(trial, sentence, done, plan)), None)
        if found is not None:
            out.append(found)
    return out


_Reader = Callable[[list[str], str], list[_Verb]]


def _in(trial: Trial, sentence: Passage, done: _Reader, plan: _Reader) -> list[Finding]:
    for start, end in _pieces(sentence.text):
        piece = _BRACKETS.sub(lambda m: " " * len(m.group()), sentence.text[start:end])
        words = _words(piece)
        if set(words) & (_NO | _NOT_YET):
            continue
        for verb in done(words, piece):
            about = frozenset(
                s
                for k, w in enumerate(words)
                if k != verb.at and w not in STOP
                for s in stems_of(w)
                if len(s) > 2 and s not in _DATES
            )
            planned = _planned(trial, verb, about, done, plan)
            if planned is not None:
                owner = trial.pool[planned.owner]
                span = (sentence.start + start, sentence.start + end)
                return [
                    make(
                        trial, "status_changed", "suspicion",
                        f'The summary tells it as done ("{shortened(trial.parent[span[0] : span[1]])}"); "{owner.id}" only plans it ("{shortened(planned.text)}"), and no source '
                        "says that it was done. What is believed to be done is never looked at again.",
                        parent=span, child=(planned.owner, planned.start, planned.end), probability=_P,
                    )
                ]  # fmt: skip
    return []


def _planned(trial: Trial, verb: _Verb, about: frozenset[str], done: _Reader, plan: _Reader) -> Passage | None:
    """The last sentence that plans the act of the same thing, where none tells it as done."""
    last: Passage | None = None
    for s in trial.sentences:
        if last is not None and _DONE_SINCE.search(s.text) and len(s.stems) <= 12:
            return None
        if not s.stems & about and len(s.stems) > 6:
            continue
        for start, end in _pieces(s.text):
            piece = _BRACKETS.sub(" ", s.text[start:end])
            words = _words(piece)
            denied = bool(set(words) & _NO)
            if not denied and any(v.key == verb.key for v in done(words, piece)):
                return None
            if not denied and len(words) <= 4 and any(_bare_done(w, verb.key) for w in words[-1:]):
                return None  # "cajas enviadas"
            if not denied and len(words) > 1 and _bare_done(words[0], verb.key) and _es_key(words[1], _ES_PARTICIPLE):
                return None  # "pedido enviado hoy": the noun of the act, and that it went out
            if (
                s.stems & about
                and not s.text.rstrip().endswith("?")
                and any(v.key == verb.key for v in plan(words, piece))
            ):
                last = s
    return last


def _bare_done(word: str, key: str) -> bool:
    return key in (_de_key(word), _fr_key(word), _es_key(word, _ES_PARTICIPLE))


# -- reading verbs ----------------------------------------------------------------------------------------------


def _pieces(text: str) -> list[tuple[int, int]]:
    out: list[tuple[int, int]] = []
    at = 0
    for m in _CUT.finditer(text):
        out.append((at, m.start()))
        at = m.end()
    out.append((at, len(text)))
    return [(a + len(text[a:b]) - len(text[a:b].lstrip()), b) for a, b in out if text[a:b].strip()]


def _words(piece: str) -> list[str]:
    return [w.lower() for w in WORD.findall(piece)]


def _german_done(words: list[str], piece: str) -> list[_Verb]:
    return [
        _Verb(key, i) for i, w in enumerate(words)
        if (key := _de_key(w)) and (set(words[max(0, i - _NEAR) : i]) | set(words[i + 1 : i + 3])) & _DE_DONE
    ]  # fmt: skip


def _german_plan(words: list[str], piece: str) -> list[_Verb]:
    out: list[_Verb] = []
    for i, w in enumerate(words):
        before, behind = set(words[max(0, i - _NEAR) : i]), set(words[i + 1 : i + 3])
        participle = _de_key(w)
        if participle and (
            ((before | behind) & _DE_MODAL and "werden" in behind)
            or (before & _DE_BE and "werden" in behind)
            or ((before | behind) & _DE_BE and _COMING.search(piece))
        ):
            out.append(_Verb(participle, i))
        elif w.endswith("n") and len(w) > 5 and before & (_DE_BE | _DE_MODAL) and i >= len(words) - 2:
            out.append(_Verb(_skeleton(w), i))
    return out


@kept(8192)
def _de_key(word: str) -> str:
    """The key of a German participle ("abgeschlossen", "verschickt", "kopiert"); "" for other words."""
    if len(word) < 6 or not word.endswith(("t", "en")):
        return ""
    for prefix in ("", *_DE_PREFIXES):
        if word.startswith(prefix + "ge") and len(word) > len(prefix) + 5:
            return _skeleton(prefix + word[len(prefix) + 2 :])
    if word.startswith(("be", "emp", "ent", "er", "miss", "ver", "zer", "über", "unter", "wider")) or word.endswith(
        "iert"
    ):
        return _skeleton(word)
    return ""


@kept(8192)
def _skeleton(word: str) -> str:
    """The consonants of a German verb form without its ending: strong verbs change their vowels only."""
    for ending in ("et", "en", "t", "n"):
        if word.endswith(ending):
            word = word[: -len(ending)]
            break
    return _VOWELS.sub("", word.replace("ß", "ss"))


def _french_done(words: list[str], piece: str) -> list[_Verb]:
    return [
        _Verb(key, i) for i, w in enumerate(words)
        if (key := _fr_key(w)) and w != "été" and set(words[max(0, i - 3) : i]) & _FR_DONE and not _FR_PLAN.search(piece)
    ]  # fmt: skip


def _french_plan(words: list[str], piece: str) -> list[_Verb]:
    if not _FR_PLAN.search(piece):
        return []
    out = [_Verb(key, i) for i, w in enumerate(words) if (key := _fr_key(w)) and w != "été"]
    return out + [_Verb("fr " + m[1], i) for i, w in enumerate(words) if (m := _FR_INFINITIVE.match(w))]


@kept(8192)
def _fr_key(word: str) -> str:
    m = _FR_PARTICIPLE.match(word)
    return "fr " + m[1] if m and word not in STOP else ""


def _spanish_done(words: list[str], piece: str) -> list[_Verb]:
    out: list[_Verb] = []
    for i, w in enumerate(words):
        before = set(words[max(0, i - 3) : i])
        key = _es_key(w, _ES_PARTICIPLE)
        if (key and before & _ES_DONE and not _ES_PLAN.search(piece)) or (
            (key := _es_key(w, _ES_PAST)) and "se" in before | set(words[i + 1 : i + 2])
        ):
            out.append(_Verb(key, i))
    return out


def _spanish_plan(words: list[str], piece: str) -> list[_Verb]:
    out = [_Verb(key, i) for i, w in enumerate(words) if (key := _es_key(w, _ES_FUTURE))]
    if _ES_PLAN.search(piece):
        out += [
            _Verb(key, i)
            for i, w in enumerate(words)
            if (key := _es_key(w, _ES_PARTICIPLE) or _es_key(w, _ES_INFINITIVE))
        ]
    return out


def _es_key(word: str, form: re.Pattern[str]) -> str:
    m = form.match(word)
    return "es " + m[1] if m and word not in STOP else ""


_DATES = frozenset(
    s for w in ["montag", "dienstag", "mittwoch", "donnerstag", "freitag", "samstag", "sonntag", "lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche", "lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo", "januar", "februar", "märz", "april", "mai", "juni", "juli", "august", "september", "oktober", "november", "dezember", "janvier", "février", "mars", "avril", "juin", "juillet", "août", "enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto"]
    for s in stems_of(w)
)  # fmt: skip
_LANGUAGES: tuple[tuple[_Reader, _Reader], ...] = (
    (_german_done, _german_plan),
    (_french_done, _french_plan),
    (_spanish_done, _spanish_plan),
)
