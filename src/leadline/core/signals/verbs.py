"""Forms of English verbs: one key for all forms of a verb, and what a form can be (base, past, participle, noun of the act).

In: a lower-case word. Out: `verb_key` ("tell", "told" -> "tell"; "approve", "approved" -> "approv"), the forms that a key may
have in a text, whether a word can be a past form, and the verb that a noun of an act comes from ("approval" -> "approv").
Inflection is a law of the language: regular endings by rule, the irregular verbs as the closed class that they are.
"""

from __future__ import annotations

from leadline.core.text.kept import kept

__all__ = ["EITHER", "forms_of", "is_base", "is_participle", "is_past", "noun_keys", "verb_key"]

# base, past, participle (where they differ); forms equal to the base are left out
_IRREGULAR = """
become became become|begin began begun|bend bent|bind bound|bleed bled|blow blew blown|break broke broken|bring brought|build built|buy bought
catch caught|choose chose chosen|come came come|cost|cut|deal dealt|dig dug|draw drew drawn|drive drove driven|eat ate eaten|fall fell fallen
feed fed|find found|fly flew flown|forbid forbade forbidden|forget forgot forgotten|freeze froze frozen|get got gotten|give gave given|go went gone
grow grew grown|hang hung|hear heard|hide hid hidden|hit|hold held|keep kept|lay laid|lead led|leave left|lend lent|let|lose lost|make made
meet met|mow mowed mown|pay paid|prove proved proven|put|quit|read|rise rose risen|run ran run|say said|see saw seen|seek sought|sell sold|send sent
set|sew sewed sewn|shake shook shaken|show showed shown|shrink shrank shrunk|shut|sink sank sunk|speak spoke spoken|spend spent|split|spread
stand stood|stick stuck|strike struck|swear swore sworn|sweep swept|swing swung|take took taken|teach taught|tear tore torn|tell told
think thought|throw threw thrown|understand understood|wear wore worn|win won|wind wound|withdraw withdrew withdrawn|write wrote written
""".replace("\n", "|").strip("|")
_PREFIXES = ("re", "over", "un", "under", "out", "mis")
# nouns of an act that no ending leads back to their verb
_NOUNS = {
    "decision": "decide", "delivery": "deliver", "payment": "pay", "sale": "sell", "choice": "choose", "permission": "permit", "submission": "submit",
    "omission": "omit", "division": "divide", "proof": "prove", "signature": "sign", "replies": "reply", "renewal": "renew", "removal": "remove",
    "refusal": "refuse", "approval": "approve", "arrival": "arrive", "dismissal": "dismiss", "withdrawal": "withdraw", "extension": "extend", "expansion": "expand",
    "conversion": "convert", "inclusion": "include", "exclusion": "exclude", "conclusion": "conclude", "consent": "consent", "verification": "verify", "notification": "notify",
    "clarification": "clarify", "certification": "certify", "classification": "classify", "modification": "modify", "identification": "identify", "repetition": "repeat",
    "explanation": "explain", "reception": "receive", "receipt": "receive", "reduction": "reduce", "production": "produce", "description": "describe", "subscription": "subscribe",
    "agreement": "agree", "acceptance": "accept", "clearance": "clear", "closure": "close", "failure": "fail", "discovery": "discover", "recovery": "recover",
}  # fmt: skip
EITHER = frozenset(
    ("put", "cut", "set", "shut", "split", "read", "let", "hit", "cost", "quit", "spread", "run", "rerun", "reset")
)
# ^ past or participle and plain form alike
_NO_PAST = frozenset(  # they end like a past form and are none
    [
        "output",
        "outset",
        "outlet",
        "embed",
        "shred",
        "exceed",
        "proceed",
        "succeed",
        "speed",
        "breed",
        "indeed",
        "hundred",
        "hatred",
        "sacred",
        "naked",
        "wicked",
        "rugged",
    ]
)
_ENDINGS = ("ing", "ied", "ies", "ed", "es", "s", "e")
_NOUN_ENDINGS = ("isation", "ization", "ation", "ition", "ion", "ment", "ance", "ence", "al", "ure")

_BASE_OF: dict[str, str] = {}
_PAST: set[str] = set()
_PARTICIPLE: set[str] = set()
_FORMS: dict[str, tuple[str, ...]] = {}
for _row in _IRREGULAR.split("|"):
    _parts = _row.split()
    if not _parts:
        continue
    _base, _past, _part = _parts[0], _parts[1] if len(_parts) > 1 else _parts[0], _parts[-1]
    _stem = _base[:-1] if _base.endswith("e") else _base
    _ing = {_base + "ing", _stem + "ing", _base + _base[-1] + "ing"}
    for _w in (_base, _past, _part, _base + "s", _base + "es", *_ing):
        _BASE_OF.setdefault(_w, _base)
    _PAST.add(_past)
    _PARTICIPLE.add(_part)
    _FORMS[_base] = (_base, _past, _part, _base + "s", _base + "es", *sorted(_ing))


@kept(16384)
def verb_key(word: str) -> str:
    """One key for all forms of a verb; of any other word some string of its own, which is as good."""
    found = _BASE_OF.get(word)
    if found is not None:
        return found
    for prefix in _PREFIXES if word.startswith(_PREFIXES) else ():
        rest = word[len(prefix) :]
        if word.startswith(prefix) and len(rest) > 2 and rest in _BASE_OF:
            return prefix + _BASE_OF[rest]
    for ending in _ENDINGS if word.endswith(_ENDINGS) else ():
        if ending == "ed" and word in _NO_PAST:
            break  # "succeed" is the base of "succeeded"
        if word.endswith(ending) and len(word) - len(ending) >= 3 and not word.endswith("ss"):
            word = word[: -len(ending)] + ("y" if ending in ("ied", "ies") else "")
            break
    if word.endswith("y") and len(word) > 3:
        return word[:-1] + "i"
    return word[:-1] if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "sl" else word


@kept(16384)
def noun_keys(word: str) -> tuple[str, ...]:
    """The keys of the verbs that a noun may name the act of ("migration": the key of "migrated"); none for other words."""
    single = word[:-1] if word.endswith("s") and not word.endswith("ss") else word
    known = _NOUNS.get(single)
    if known is not None:
        return (verb_key(known),)
    if not single.endswith(_NOUN_ENDINGS):
        return ()
    return tuple(verb_key(single[: -len(e)]) for e in _NOUN_ENDINGS if single.endswith(e) and len(single) - len(e) >= 4)


@kept(16384)
def is_past(word: str) -> bool:
    """Whether the word can be the past form of a verb."""
    return word not in _NO_PAST and ((word.endswith("ed") and len(word) > 4) or word in _PAST or _prefixed(word, _PAST))


@kept(16384)
def is_participle(word: str) -> bool:
    """Whether the word can be the past participle of a verb."""
    return word not in _NO_PAST and (
        (word.endswith("ed") and len(word) > 4) or word in _PARTICIPLE or _prefixed(word, _PARTICIPLE)
    )


def is_base(word: str) -> bool:
    """Whether the word can be the plain form (of an order, or behind "to"): no ending of person, past or course."""
    if word in _FORMS or (word in _BASE_OF and _BASE_OF[word] == word):
        return True
    return not (
        word in _BASE_OF
        or _prefixed(word, _PAST | _PARTICIPLE)
        or word.endswith(("ed", "ing", "tion", "ment"))
        or (word.endswith("s") and not word.endswith("ss"))
    )


def _prefixed(word: str, among: set[str]) -> bool:
    return word.startswith(_PREFIXES) and any(
        word.startswith(p) and len(word) > len(p) + 2 and word[len(p) :] in among for p in _PREFIXES
    )


@kept(4096)
def forms_of(key: str) -> tuple[str, ...]:
    """Words that a verb of this key may stand as in a text: its forms and its nouns, some of them no words at all."""
    known = _FORMS.get(key)
    nouns = tuple(n for n, verb in _NOUNS.items() if verb_key(verb) == key)
    if known is not None:
        return (*known, *nouns)
    for prefix in _PREFIXES:
        if key.startswith(prefix) and key[len(prefix) :] in _FORMS:
            return tuple(prefix + w for w in _FORMS[key[len(prefix) :]])
    roots = [key, key + "e", key + key[-1]]
    if key.endswith("i"):
        roots = [key, key[:-1] + "y"]
    endings = ("", "s", "es", "d", "ed", "ing", "ion", "ation", "al", "ment", "ance", "ure")
    return (*(r + e for r in roots for e in endings), *nouns)
