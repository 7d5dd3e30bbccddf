"""Identifiers: paths, URLs, hosts, ids, code symbols, packages and versions.

In: one sentence. Out: hits, longest form first. Shapes only: nothing here knows a product. A shape that prose also has
("and/or", "base64", "3rd") is refused. Every pattern starts at a token edge and has bounded parts, so the cost is linear.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from leadline.core.facts.hits import Hit
from leadline.core.text.openings import opened
from leadline.core.text.words import word_set

__all__ = [
    "LABELLED",
    "LOCATION_GATE",
    "SYMBOL_GATE",
    "UUID",
    "find_ids",
    "find_locations",
    "find_symbols",
    "find_versions",
]

_EXTENSIONS = (
    "py|pyi|ipynb|js|jsx|mjs|cjs|ts|tsx|mts|cts|vue|svelte|go|rs|rb|java|kt|kts|scala|c|cc|cpp|cxx|h|hpp|cs|php|swift|m|mm|r|jl|lua|pl|sh|"
    "bash|zsh|fish|ps1|bat|sql|json|jsonl|json5|ndjson|yaml|yml|toml|ini|cfg|conf|env|lock|xml|html|htm|css|scss|sass|less|md|mdx|rst|txt|"
    "log|csv|tsv|parquet|pdf|png|jpg|jpeg|gif|svg|webp|ico|zip|tar|gz|tgz|whl|jar|war|proto|graphql|tf|tfvars|tmpl|gradle|mod|sum|service|"
    "sock|pid|db|sqlite|sqlite3|dump|bak|patch|diff|dockerfile|onnx|pt|bin|exe|dll|so|dylib|deb|rpm|dmg|docx|xlsx|pptx|key|pem|crt|tex|bib"
)
_LOCATION = re.compile(
    rf"""
    (?P<url>\b(?:https?|ssh|git|ftp|wss?|postgres(?:ql)?|redis|amqp|s3|gs|jdbc:\w{{1,20}}|file|mongodb(?:\+srv)?)://[^\s<>"'`）】」]{{1,600}})
  | (?P<host>(?<![\w.])\d{{1,3}}\.\d{{1,3}}\.\d{{1,3}}\.\d{{1,3}}(?:/\d{{1,2}})?(?::\d{{1,5}})?(?![\w.]\d)
      | \blocalhost(?::\d{{1,5}})?\b
      | (?<![\w./@-])(?:[a-z0-9-]{{1,63}}\.){{1,6}}(?:com|org|net|io|dev|app|ai|cloud|internal|local|lan|corp|intra|svc|example|test|de|fr|es|jp|cn|uk|eu|us|ch|at|gov|edu)(?::\d{{1,5}})?(?![\w-]|\.[a-z])
      | (?<![\w./@-])[a-z][a-z0-9-]{{1,62}}(?:\.[a-z0-9-]{{1,62}}){{0,5}}:\d{{2,5}}(?![\w.:])
      | \b[Pp]orts?\ \d{{2,5}}\b)
  | (?P<mail>(?<![\w.+-])[\w.+-]{{1,64}}@[\w-]{{1,64}}(?:\.[\w-]{{2,24}}){{1,4}})
  | (?P<package>(?<![\w@/.-])@?[A-Za-z][\w./-]{{0,80}}(?:@|==)\^?v?\d{{1,5}}(?:\.\d{{1,6}}){{1,3}}[\w.+-]{{0,30}})
  | (?P<win>(?<![\w])[A-Za-z]:\\[^\s"'<>|*?`,;]{{1,260}})
  | (?P<path>(?<![\w.@/:~-])(?:~|\.{{1,2}})?/[\w.@+%=~*{{}}\[\]-]{{1,120}}(?:/[\w.@+%=~*{{}}\[\]-]{{0,120}}){{0,24}}
      | (?<![\w.@/:~-])[\w.@+~-]{{1,120}}(?:/[\w.@+%~*{{}}\[\]-]{{0,120}}){{1,24}}
      | (?<![\w.@/-])\.?[\w-]{{1,80}}(?:\.[\w-]{{1,40}}){{0,4}}(?<!\b[ap])\.(?:{_EXTENSIONS})(?![\w-]|\.\w)
      | (?<![\w.@/-])\.[a-z][a-z0-9_-]{{2,30}}(?:\.[a-z]{{2,8}})?(?![\w.(-]))
    """,
    re.VERBOSE,
)
_LOCATION_OPENING = re.compile(r"\w+|[.+@~/-]")  # what each match begins with, as below
LOCATION_GATE = re.compile(r"[/\\]|\w@\w|\w==|[\w-]\.[a-z]|\.\w{3}|\d\.\d|:\d|[Pp]orts? \d|localhost")
_TRAILING = ".,;:!?)]}'\"*_"
_WORDS_WITH_SLASH = re.compile(r"[A-Za-zÀ-ÿ]{1,20}(?:/[A-Za-zÀ-ÿ]{1,20}){1,3}")
_PROTOCOL = re.compile(r"(?:HTTP|TLS|SSH|UDP|TCP)/\d(?:\.\d)?")
_NUMBER_SLASH = re.compile(r"[\d.,:%]+(?:/[\d.,:%a-zA-Z]*)+")

_ID = re.compile(
    r"""
    (?P<uuid>\b[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}\b)
  | (?P<digest>\bsha(?:1|256|512)[:-][0-9a-fA-F]{6,128}\b)
  | (?P<ref>(?<![\w&/])\#\d{1,7}\b)
  | (?P<said>\b(?:PR|MR|[Ii]ssue|[Tt]icket|[Cc]ase|[Bb]ug|[Oo]rder|[Ii]nvoice|[Rr]un|[Jj]ob|[Bb]uild|[Rr]equest|RFC|CR|Nr\.?|No\.)[ ]\#?\d{2,10}\b(?![.,]\d|[ ]?%))
  | (?:(?:\b|_)(?:ID|[Ii]d|[Cc]ode|[Rr]ef|[Rr]eference|[Nn]umber|PNR)(?:[ ]is)?["'*_`]{0,3}[ ]?[:=#]?[*_`"']{0,4}[ ]?[*_`"']{0,3}(?P<labelled>(?=[A-Z0-9]{0,11}[A-Z])[A-Z0-9]{5,12})(?![\w-]))
  | (?P<ticket>\b[A-Z][A-Z0-9]{0,9}-\d{1,8}(?:-\d{1,8}){0,2}\b)
  | (?P<mixed>(?<![\w./@%$€£#-])[A-Za-zÀ-ÿ_][\w-]{0,80}\d[\w-]{0,80}(?:\.[A-Za-z][\w-]{0,40}){0,3})
  | (?P<lead>(?<![\w./@%$€£#,-])\d[\w-]{0,40}[A-Za-z][\w-]{1,80})
  | (?P<long>(?<![\w.,/$€£-])\d{7,20}(?![\w.,%]\w|%))
    """,
    re.VERBOSE,
)
_ID_OPENING = re.compile(r"[^\W_]+|[_#À-ÿ]")
_NO_ID = re.compile(
    r"(?:utf|sha|md|base|http|h|ipv|oauth|int|uint|float|i18n|l10n|a11y|k8s|e2e|x86|x64|amd|arm|mp|es|python|p|v|q|s|ec|log|top|covid|t)-?\d{1,3}$|"
    r"(?:i18n|l10n|a11y|k8s|e2e|b2b|b2c|x86_64|s3|ec2|2fa|3d|2d|4k|8k|1password|h2o|w3c|utf-8|utf8)$|"
    r"\d{1,9}(?:st|nd|rd|th|s|x|k|m|mm|cm|km|nm|µm|kg|g|mg|ms|us|ns|µs|h|hr|hrs|min|mins|sec|secs|d|days?|w|y|am|pm|gb|mb|kb|tb|gib|mib|kib|tib|gi|mi|ki|ti|b|px|em|"
    r"rem|vh|vw|pt|fps|hz|khz|mhz|ghz|mw|kw|w|v|a|ma|mah|kwh|wh|bn|mm|rpm|rps|qps|dpi|c|f|k8|ml|l|cl|dl|bps|kbps|mbps|gbps|tok|tokens?|loc)$|"
    r"\d{1,6}-[a-zà-ÿ]{2,}(?:-[a-z]+)*$|\d{1,4}(?:px|ms|s|m|h|d|k)?-\d{1,6}(?:px|ms|s|m|h|d|k|gb|mb|%)?$|\d{1,2}h\d{1,2}(?:m(?:in)?)?$|\d{1,3}m\d{1,2}s?$",
    re.IGNORECASE,
)
_HEXISH = re.compile(r"(?=[a-f]{0,63}\d)(?=\d{0,63}[a-f])[0-9a-f]{7,64}$")
_TIMEY = re.compile(r"\d{4}-\d\d-\d\dT|\d{8}T\d")

_SYMBOL = re.compile(
    r"""
    (?P<tick>`[^`\n]{1,160}`)
  | (?P<header>\bX-[A-Za-z0-9]{1,30}(?:-[A-Za-z0-9]{1,30}){0,4}\b)
  | (?P<flag>(?<![\w-])--[a-z][\w-]{1,50}(?:=[^\s`"',;)]{1,80})?)
  | (?P<env>(?<![\w.])\$\{?[A-Z][A-Z0-9_]{1,60}\}?)
  | (?P<call>(?<![\w.])[A-Za-z_][\w.:]{1,80}\(\))
  | (?P<snake>(?<![\w./-])[A-Za-z0-9]{1,60}(?:_[A-Za-z0-9]{1,60}){1,12}(?:\.[A-Za-z_]\w{0,60}){0,4}(?![\w/]))
  | (?P<camel>(?<![\w./@-])(?:[a-z]{1,40}[A-Z][A-Za-z0-9]{1,60}|[A-Z][a-z0-9]{1,40}[A-Z][A-Za-z0-9]{1,60})(?:\.[A-Za-z_]\w{0,60}){0,4}(?![\w/]))
  | (?P<dotted>(?<![\w./@-])[a-z_]\w{1,40}(?:\.[a-z_]\w{1,40}){1,5}(?![\w/(-]))
    """,
    re.VERBOSE,
)
_SYMBOL_OPENING = re.compile(r"\w+|[`$]|--")
SYMBOL_GATE = re.compile(r"[`_$]|--[a-z]|\(\)|[a-z0-9][A-Z]|\w\.[a-z_]|X-")
_NO_SYMBOL = word_set(
    "iPhone iPad iOS macOS GitHub GitLab JavaScript TypeScript PostgreSQL MySQL YouTube LinkedIn OpenAI McDonald eBay "
    "PhD JSONs APIs PRs IDs URLs"
)

_VERSION = re.compile(
    r"""
    (?P<v>(?<![\w.-])[vV]\d{1,5}(?:\.\d{1,6}){0,3}(?:-(?:alpha|beta|rc|dev|pre|next|canary)[\w.]{0,20})?(?![\w]|\.\d))
  | (?P<three>(?<![\w.,/-])\^?\d{1,5}\.\d{1,6}\.\d{1,6}(?:[-+][A-Za-z][\w.]{0,24})?(?!\.?\d|[\w-]))
  | (?P<said>\b(?:[Vv]ersions?|[Vv]er\.|[Rr]elease|[Uu]pgraded?\ to|[Uu]pdated?\ to|[Uu]pdate\ to|[Pp]ython|[Nn]ode(?:\.js)?|[Jj]ava|[Gg]o|[Pp]ostgres(?:ql|QL)?|[Rr]uby|PHP|[Uu]buntu|[Dd]ebian|[Kk]ubernetes|TLS)[ ]
      (?P<num>\d{1,4}(?:\.\d{1,4}){1,2})(?![\w%]|\.\d|[ ]?(?:%|percent|ms|s|min|h|GB|MB|x)\b))
    """,
    re.VERBOSE,
)
_VERSION_OPENING = re.compile(r"\w+|\^")


def find_locations(s: str, *, gated: bool = True) -> Iterator[Hit]:
    """URLs, hosts with or without port, mail addresses (id), packages with a version, and paths."""
    if gated and not LOCATION_GATE.search(s):
        return
    for m in opened(_LOCATION, _LOCATION_OPENING, s):
        kind = m.lastgroup
        start, end = m.span()
        while (
            end > start
            and s[end - 1] in _TRAILING
            and not (s[end - 1] in ")]}" and s.count(_OPEN[s[end - 1]], start, end) >= s.count(s[end - 1], start, end))
        ):
            end -= 1
        token = s[start:end]
        if kind == "path":
            if not _is_path(token):
                continue
            yield Hit("path", start, end)
        elif kind == "win":
            yield Hit("path", start, end)
        elif kind == "mail":
            yield Hit("id", start, end)
        elif kind == "host":
            if ":" in token and token.split(":")[0] in _NOT_HOST:
                continue
            yield Hit("host", start, end)
        else:
            yield Hit("url" if kind == "url" else "package", start, end)


_OPEN = {")": "(", "]": "[", "}": "{"}
_NOT_HOST = word_set(
    "line lines row col at from to and or in on is was the step page section chapter note fig table item no id"
)


def _is_path(token: str) -> bool:
    """Refuses words joined by a slash, rates and fractions."""
    if len(token) < 3 or not any(c.isalpha() for c in token):
        return False
    if "/" not in token:
        return token[0] != "." or len(token) > 4
    if _NUMBER_SLASH.fullmatch(token) or _PROTOCOL.fullmatch(token):
        return False
    if token[0] in "/~.":
        return any(c.isalnum() for c in token[1:]) and len(token) > 3
    if _WORDS_WITH_SLASH.fullmatch(token):
        return token.count("/") >= 2 and token.islower()
    return "." in token or "_" in token or "-" in token or token.count("/") >= 2 or token.endswith("/")


def find_ids(s: str) -> Iterator[Hit]:
    """UUIDs, hashes, tickets, "PR 488", and tokens that mix letters with digits; never units, ordinals or clock times."""
    for m in opened(_ID, _ID_OPENING, s):
        kind = m.lastgroup
        start, end = m.span(kind or 0)
        while s[end - 1] in "-_.":
            end -= 1
        token = s[start:end]
        if kind == "mixed":
            if _NO_ID.fullmatch(token) or len(token) < 3 or (token[0] == "x" and token[1:].isdigit()):
                continue
            if "-" in token and token.split("-")[-1].isalpha() and token.split("-")[0].isalpha() and len(token) > 24:
                continue
        elif kind == "lead":
            if _NO_ID.fullmatch(token) or _TIMEY.match(token):
                continue
            letters = sum(c.isalpha() for c in token)
            if letters < 2 or (len(token) < 5 and "-" not in token):
                continue
        elif kind == "ticket" and token.split("-")[0] in (
            "UTF",
            "ISO",
            "SHA",
            "GMT",
            "UTC",
            "COVID",
            "GPT",
            "AES",
            "CET",
            "EST",
        ):
            continue
        yield Hit("id", start, end)
    if len(s) >= _HEX_MIN:
        for m in _HEX_TOKEN.finditer(s):
            if _HEXISH.match(m.group()):
                yield Hit("id", *m.span())


UUID = re.compile(r"[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-")  # its beginning: the one id that may hold no digit
LABELLED = re.compile(r"(?:ID|[Ii]d|[Cc]ode|[Rr]ef|[Nn]umber|PNR)\b(?: is)?[^a-z]{1,8}[A-Z]{5}")
_SON_OF = re.compile(r"Ma?c[A-Z][a-z]+")  # a surname
_HEX_MIN = 7  # digits of a short commit id
_HEX_TOKEN = re.compile(rf"(?<![\w./-])[0-9a-f]{{{_HEX_MIN},64}}(?![\w-])")


def find_symbols(s: str, *, gated: bool = True) -> Iterator[Hit]:
    """Names out of code and configuration: back-ticked, snake_case, CamelCase, dotted, called, flags and variables."""
    if gated and not SYMBOL_GATE.search(s):
        return
    for m in opened(_SYMBOL, _SYMBOL_OPENING, s):
        kind = m.lastgroup
        start, end = m.span()
        if kind == "tick":
            inner = s[start + 1 : end - 1].strip()
            if not inner or not any(c.isalnum() for c in inner):
                continue
            start = s.index(inner, start)
            end = start + len(inner)
        elif kind == "camel" and (
            m.group() in _NO_SYMBOL
            or (m.group()[-1] == "s" and m.group()[:-1].isupper())
            or _SON_OF.fullmatch(m.group())
        ):
            continue
        elif kind == "snake":
            token = m.group()
            if not any(c.isalpha() for c in token) or token.startswith("_"):
                continue
        elif kind == "dotted" and (m.group().count(".") == 1 and len(m.group()) < 6):
            continue
        yield Hit("symbol", start, end)


def find_versions(s: str) -> Iterator[Hit]:
    """`v2`, `1.2.3-rc1`, and two-part numbers that the sentence calls a version."""
    for m in opened(_VERSION, _VERSION_OPENING, s):
        if m.lastgroup in ("said", "num") or m.group("num"):
            yield Hit("version", *m.span("num"))
        else:
            yield Hit("version", *m.span())
