"""Words that turn a clause round: opposites, negations, hedges, exceptions; English with German, French and Spanish.

In: nothing, or two words. Out: `PAIR` (source word, summary word) -> the kind of fault that the exchange is, closed classes, and
`prefixed` for opposites that nobody has to list (un-, non-, dis-, mis-, in-). Classes of the language, not of a workload.
"""

from __future__ import annotations

import re

from leadline.core.text.words import word_set

__all__ = [
    "EXCEPTIONS",
    "HEDGES",
    "LIMITS",
    "NEGATIONS",
    "NOBODY_BUT",
    "PAIR",
    "PLAIN_NOT",
    "STATES",
    "TURNS",
    "WISHES",
    "prefixed",
]

_OPPOSITES: tuple[tuple[str, str, str], ...] = (
    # (kind, words, opposite words): an exchange of one for the other changes the sense
    ("polarity", "allow allows allowed permit permits permitted accept accepts accepted", "deny denies denied forbid forbids forbidden reject rejects rejected refuse refuses refused block blocks blocked prohibited disallowed"),
    ("polarity", "with including", "without excluding"),
    ("polarity", "enable enables enabled on", "disable disables disabled off"),
    ("polarity", "can could may", "cannot can't couldn't"),
    ("polarity", "include includes included", "exclude excludes excluded omit omits omitted"),
    ("polarity", "increase increases increased increasing rise rises rose grew up raise raised", "decrease decreases decreased decreasing fall falls fell dropped down lower lowered reduce reduced"),
    ("polarity", "above over exceeds exceed more higher greater larger longer", "below under less lower fewer smaller shorter"),
    ("polarity", "minimum min least earliest", "maximum max most latest"),
    ("polarity", "present available found known", "absent unavailable missing unknown"),
    ("polarity", "safe valid correct right true", "unsafe invalid incorrect wrong false"),
    ("polarity", "public open", "private closed"),
    ("polarity", "add adds added adding", "remove removes removed removing delete deleted drop dropped"),
    ("polarity", "start starts started starting", "stop stops stopped stopping"), ("polarity", "yes", "no"), ("polarity", "online", "offline"),
    ("polarity", "install installed", "uninstall uninstalled remove removed"), ("polarity", "keep keeps kept", "delete deletes deleted drop drops dropped remove removes removed"),
    ("polarity", "more most", "fewer less fewest least"), ("polarity", "better best", "worse worst"), ("polarity", "faster fastest", "slower slowest"),
    ("polarity", "early", "late"), ("polarity", "succeed", "fail"), ("polarity", "optional", "required mandatory"), ("polarity", "agree agrees agreed", "disagree disagrees disagreed refuse refused"),
    ("polarity", "read", "write"),
    ("polarity", "mit inklusive", "ohne"), ("polarity", "avec", "sans"), ("polarity", "con", "sin"),
    ("polarity", "always", "never"),
    ("status_changed", "passed passes pass passing succeeded succeeds successful successfully ok green", "failed fails fail failing unsuccessful red"),
    ("status_changed", "complete completed finished done full fully", "partial partially incomplete unfinished started planned pending running failed"),
    ("status_changed", "approved granted confirmed accepted", "pending requested rejected declined denied unconfirmed"),
    ("status_changed", "open opened", "closed"), ("status_changed", "merged", "open unmerged"), ("status_changed", "resolved fixed solved", "open unresolved pending failing broken"), ("status_changed", "active running", "inactive stopped paused"),
    ("status_changed", "merged deployed released sent submitted", "drafted unsent prepared"),
    ("invented_order", "before until", "after since"), ("invented_order", "first", "last second"), ("invented_order", "earlier", "later"),
    ("invented_order", "previous", "next"), ("invented_order", "vor", "nach"), ("invented_order", "avant", "après"), ("invented_order", "antes", "después"),
    ("constraint_lost", "must shall", "should may can could might"), ("constraint_lost", "muss müssen", "soll sollte kann können"),
    ("constraint_lost", "never", "rarely seldom"), ("constraint_lost", "required mandatory", "optional recommended"),
    ("scope_widened", "some several many most few one half", "all every each everything everyone"),
    ("scope_widened", "sometimes often occasionally", "always"), ("scope_widened", "einige manche", "alle"), ("scope_widened", "algunos algunas", "todos todas"), ("scope_widened", "certains certaines", "tous toutes"),
    ("scope_widened", "staging test testing dev development", "production prod live"),
    ("identifier_swapped", "left", "right"), ("identifier_swapped", "north northern", "south southern"), ("identifier_swapped", "east eastern", "west western"),
    ("identifier_swapped", "upper top", "lower bottom"), ("identifier_swapped", "source sender", "target destination recipient"),
    ("identifier_swapped", "primary", "secondary replica standby"), ("identifier_swapped", "input", "output"), ("identifier_swapped", "morning", "evening afternoon"),
    ("identifier_swapped", "client", "server"), ("identifier_swapped", "minor", "major"),
)  # fmt: skip
TURNS: tuple[str, ...] = (  # words, opposite words: of one thing only one side can be said at a time
    # verbs
    "allow permit let authorise authorize|forbid ban prohibit disallow",
    "accept approve|reject refuse decline",
    "pass succeed|fail crash",
    "keep retain preserve|remove delete drop discard erase",
    "open|close shut",
    "enable activate|disable deactivate",
    "include|exclude omit",
    "increase rise grow climb|decrease fall shrink decline sink",
    "raise|lower reduce",
    "start begin|stop end",
    "lock|unlock",
    "connect|disconnect",
    "confirm|deny refute contradict",
    "win|lose",
    "agree|disagree",
    "support|oppose",
    "improve|worsen deteriorate",
    "match fit|differ",
    "gain|lose",
    "attach|detach",
    "lengthen prolong extend|shorten curtail",
    "widen|narrow",
    "tighten|loosen",
    "strengthen|weaken",
    "heat|cool",
    "appear|disappear vanish",
    "join|leave",
    "attend|miss",
    "comply obey|violate breach",
    "heed follow|ignore disregard",
    "help|harm hurt",
    "trust|distrust",
    "continue|stop",
    "hire|fire dismiss",
    "encourage recommend advise|discourage",
    "require demand|waive",
    "contain|lack",
    "share publish|withhold",
    "show reveal|hide conceal",
    "remember|forget",
    "survive|die perish",
    "freeze|thaw",
    "charge|exempt waive",
    # predicates
    "available|unavailable missing",
    "present|absent missing",
    "known|unknown",
    "valid|invalid",
    "complete|incomplete",
    "reachable|unreachable",
    "stable|unstable",
    "safe|unsafe",
    "possible|impossible",
    "able|unable",
    "signed|unsigned",
    "tested|untested",
    "changed|unchanged",
    "affected|unaffected",
    "resolved|unresolved",
    "online|offline",
    "correct right true|incorrect wrong false",
    "same identical equal|different",
    "full|empty",
    "cheap|expensive",
    "wide|narrow",
    "strong|weak",
    "visible|hidden invisible",
    "legal|illegal",
    "relevant|irrelevant",
    "dependent|independent",
    "temporary provisional|permanent final",
    "manual|automatic",
    "internal|external",
    "healthy|sick degraded unhealthy",
    "normal|abnormal elevated",
    "positive|negative",
    "early|late",
    "high|low",
    "fast|slow",
    "good|bad poor",
    "clean|dirty",
    "public|private",
    "optional voluntary|mandatory compulsory obligatory",
)
STATES: tuple[str, ...] = (  # of a task: the newest is what counts
    "complete finished done|incomplete unfinished running pending ongoing partial queued aborted",
    "paid settled|unpaid overdue outstanding",
    "closed resolved settled|open unresolved pending reopened",
    "green|red",
    "fixed repaired|broken failing",
    "active running|inactive suspended stopped paused idle",
    "final published|draft provisional",
    "live deployed|reverted undeployed",
    "approved granted cleared|pending rejected denied refused",
    "merged|open unmerged reverted",
    "sent submitted|drafted unsent queued",
    "ready|unready",
    "locked|unlocked",
    "booked confirmed|cancelled canceled",
)
_ONE_WAY = frozenset(
    ("constraint_lost", "scope_widened")
)  # source word first, summary word second: the other way is no such fault
NEGATIONS = word_set(
    "not no never without cannot can't don't doesn't didn't won't isn't aren't wasn't weren't nicht kein "
    "keine keinen nie ne pas jamais nunca nobody none neither nor sin ohne sans"
)
HEDGES = word_set(
    "may might possibly probably likely perhaps maybe apparently allegedly reportedly presumably "
    "supposedly suspected potentially preliminary provisional tentative estimated seemingly seems appears "
    "suspect vermutlich wahrscheinlich vielleicht möglicherweise angeblich probablement peut-être "
    "probablemente quizás posiblemente unconfirmed unverified"
)
WISHES = word_set(
    "preferably ideally hopefully vorzugsweise lieber möglichst idéalement préférablement preferiblemente idealmente"
)
EXCEPTIONS = word_set(
    "except unless only until than anybody anyone just merely solely other nur sondern außer sauf sino excepto"
)
LIMITS = word_set("only solely exclusively nur seulement solamente partly partially roughly approximately")
PAIR: dict[tuple[str, str], str] = {}
for _kind, _left, _right in _OPPOSITES:
    for _a in _left.split():
        for _b in _right.split():
            PAIR[_a, _b] = _kind
            if _kind not in _ONE_WAY:
                PAIR[_b, _a] = _kind

_ADJECTIVE = re.compile(r"(?:able|ible|ent|ant|ive|ate|al|ct|id|te|ar|re|ly|it|ous|ed)$")
_NO_ANTONYM = frozenset(("like", "less", "cover", "play", "tend", "valuable", "flammable", "invaluable", "inflammable", "discover", "display", "tinct",
                         "patch", "dispatch", "tract", "course", "pose", "till", "ally", "missal", "solve", "charge", "creet", "count", "discount"))  # fmt: skip
PLAIN_NOT = frozenset(("not", "never", "nicht", "pas"))
NOBODY_BUT = re.compile(r"\b(?:no\w*|any\w*|all|every\w*|none)\b[^.;,]{0,40}\bbut\b|\bnot \w+(?: \w+){0,3} but\b", re.I)


def prefixed(one: str, two: str) -> str | None:
    """ "polarity" where one word is the other with a prefix of negation (un-, non-, dis-, mis-; in- before an adjective)."""
    short, long = sorted((one, two), key=len)
    if len(short) < 4 or not long.endswith(short) or short in _NO_ANTONYM or long in _NO_ANTONYM:
        return None
    prefix = long[: len(long) - len(short)].rstrip("-")
    if prefix in ("un", "non", "dis", "mis") or (
        prefix in ("in", "im", "il", "ir") and len(short) >= 5 and _ADJECTIVE.search(short)
    ):
        return "polarity"
    return None
