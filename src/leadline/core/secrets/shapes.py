"""The shapes of secrets: one row a kind, with the literals that a text must have before its pattern is tried.

A pattern names the secret itself `value`; what stands before it says that it is one. All are bounded or possessive (docs/security.md:
`leadline bench redos`). `sure` rows are keys by their form alone; the values of the others must look random too (`find.py`).
Makers by their prefixes alone stand in `makers.py`, cookies in `cookies.py`. Shapes: the vendors' own documentation of their key prefixes; RFC 7468 (private keys), RFC 6750 (bearer), RFC 3986 (user information).
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from leadline.core.secrets.cookies import ANY_COOKIE, COOKIE_CUES, COOKIE_FILE, SESSION_COOKIE, Within
from leadline.core.secrets.makers import MAKERS
from leadline.core.text.openings import Sparse

__all__ = ["SHAPES", "Shape"]

# A key begins a word, or stands behind what stands for a character: an escape in quoted text, a percent code, a colour.
_AFTER = r"(?<!\[secret:[0-9a-f]{6}\])"  # not right behind a placeholder: where a secret stood, no word began, and redacting twice changes nothing
_WORD = rf"(?:(?<![A-Za-z0-9]){_AFTER}|(?<=\\[nrtbf0])|(?<=%[0-9A-Fa-f][0-9A-Fa-f])|(?<=\\u[0-9A-Fa-f]{{4}})|(?<=\\x[0-9A-Fa-f]{{2}})|(?<=\[\dm)|(?<=\[\d\dm))"
_END = r"(?![A-Za-z0-9_]|\[secret:)"
_KEY_OWNERS = (
    "api",
    "access",
    "auth",
    "private",
    "account",
    "encryption",
    "signing",
    "shared",
    "secret",
    "client",
    "app",
)
_NAMES = (
    r"(?:pass(?:word|wd|phrase|wort)|pwd|secret|token|credentials?|contraseña|api[_-]?(?:token|secret)|(?:"
    + "|".join(f"(?<={owner}{joint})" for owner in _KEY_OWNERS for joint in ("", "_", "-"))
    + r")key)"
)

_SAID = r"(?P<value>[^\s\"'`,;(){}\[\]<>|]{6,200}+)"  # a password as people write it in a sentence
_GAP = r"(?>(?:\s|\\[nrt]){1,12})"  # also of a text that stands quoted in JSON
_NETRC = rf"{_GAP}(?:(?:login|user|account){_GAP}(?!(?:login|user|account|password)\b)[^\s\"'\\]{{1,120}}{_GAP}){{1,2}}pass(?:word|wd)?{_GAP}(?P<value>(?!\[secret:)[^\s\"'`\\]{{4,200}}+)"


@dataclass(frozen=True, slots=True)
class Shape:
    """One kind of secret. `cues` are literals in lower case; a text without any of them is not searched."""

    kind: str
    cues: tuple[str, ...]
    pattern: re.Pattern[str] | Sparse | Within
    sure: bool = True


def _key(kind: str, cues: tuple[str, ...], body: str, end: str = _END) -> Shape:
    return Shape(kind, cues, re.compile(rf"{_WORD}(?P<value>{body}){end}"))


def _maker(cue: str, body: str) -> Shape:
    """A row of `makers.py`; tried only where its cue stands, where the key begins with it."""
    pattern = rf"{_WORD}(?P<value>{body}){_END}"
    begins = re.match(r"[\w.:/-]*", body.replace("\\", "").lower())
    leads = begins is not None and begins[0].startswith(cue)
    return Shape("access token", (cue,), Sparse(pattern, (cue,)) if leads else re.compile(pattern))


SHAPES: tuple[Shape, ...] = (
    Shape(
        "private key",
        ("private key",),
        # to the end of the block; of one that was cut off, the long lines
        re.compile(
            r"-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----(?P<value>(?>(?:\\[nr]|[A-Za-z0-9+/=\s:,.]|-(?!----)){16,12000})(?=-----END)"
            r"|(?>(?:(?>(?:\s|\\[nr])*)[A-Za-z0-9+/=]{40,200}+){1,200}))"
        ),
    ),
    _key("API key", ("sk-", "sk_", "rk_", "pk_"), r"sk-(?:ant-|proj-|svcacct-|admin-|or-v1-|live-|test-)?[A-Za-z0-9_-]{20,250}+|[srp]k_(?:live|test)_[A-Za-z0-9]{16,120}+"),
    _key("AWS key id", ("akia", "asia", "aroa", "aida"), r"(?:AKIA|ASIA|AROA|AIDA)(?![A-Z0-9]{9}EXAMPLE)[A-Z0-9]{16}"),
    _key("GitHub token", ("ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"), r"gh[pousr]_[A-Za-z0-9]{36,255}+|github_pat_[A-Za-z0-9_]{22,255}+"),
    _key("GitLab token", ("glpat-", "gldt-", "glrt-"), r"gl(?:pat|dt|rt)-[A-Za-z0-9_-]{20,80}+"),
    _key("Slack token", ("xox",), r"xox[abeoprs]-[A-Za-z0-9-]{10,250}+"),
    Shape("webhook address", ("hooks.slack.com", "discord"), re.compile(r"(?:hooks\.slack\.com/services/|discord(?:app)?\.com/api/webhooks/)(?P<value>[A-Za-z0-9_/-]{20,200}+)")),
    _key("Google key", ("aiza", "ya29."), r"AIza[A-Za-z0-9_-]{35}|ya29\.[A-Za-z0-9_-]{20,400}+"),
    _key("access token", ("hf_", "npm_", "pypi-", "sg.", "gsk_", "xai-", "dop_v1_", "r8_"), r"hf_[A-Za-z0-9]{30,60}+|npm_[A-Za-z0-9]{36}|pypi-[A-Za-z0-9_-]{50,300}+|SG\.[A-Za-z0-9_-]{20,24}\.[A-Za-z0-9_-]{40,46}|gsk_[A-Za-z0-9]{40,60}+|xai-[A-Za-z0-9]{40,100}+|dop_v1_[a-f0-9]{64}|r8_[A-Za-z0-9]{37}"),
    _key(
        "access token",
        ("atatt3", "hvs.", "hvb.", "dapi", "shpat_", "shpca_", "shppa_", "shpss_", "nrak-", "dp.pt.", "pul-", "lin_api_", "figd_", "pmak-", "ntn_", "age-secret-key-"),
        r"ATATT3[A-Za-z0-9_=-]{50,250}+|hv[sb]\.[A-Za-z0-9_-]{24,300}+|dapi[a-f0-9]{32}|shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}|NRAK-[A-Z0-9]{27}|dp\.pt\.[A-Za-z0-9]{40,60}+|pul-[a-f0-9]{40}|lin_api_[A-Za-z0-9]{32,60}+"
        r"|figd_[A-Za-z0-9_-]{36,80}+|PMAK-[a-f0-9]{24}-[a-f0-9]{34}|ntn_[A-Za-z0-9]{40,60}+|AGE-SECRET-KEY-1[A-Z0-9]{58}",
    ),
    *(_maker(cue, body) for cue, body in MAKERS),
    _key("signed token", ("eyj",), r"eyJ[A-Za-z0-9_-]{15,4000}+\.eyJ[A-Za-z0-9_-]{10,8000}+\.[A-Za-z0-9_-]{10,2000}+"),
    Shape(
        "bearer token",
        ("bearer", "authorization"),
        re.compile(_AFTER + r"(?i:\bbearer\s{1,3}|\bauthorization[\"']?\s{0,3}[:=]\s{0,3}[\"']?(?:basic|token)\s{1,3})[\"']?(?P<value>[A-Za-z0-9._~+/-]{16,4000}+={0,2})"),
        sure=False,
    ),
    Shape(
        "password in a URL",
        ("://",),
        re.compile(_AFTER + r"(?<![A-Za-z0-9+.-])[A-Za-z][A-Za-z0-9+.-]{1,20}://[^\s:/@\"'<>\[\]`]{0,80}:(?P<value>[^\s/@\"'<>\[\]`{}$]{3,120})@(?=[\w\[.-])"),
        sure=False,
    ),
    Shape(
        "password",
        ("passw", "passp", "passe", "pwd", "contrase"),
        Sparse(
            r"(?i:(?:pass(?:word|wd|phrase|wort)|pwd|mot de passe|contraseña)\b[\"'`]?\s{0,3}(?:=>|:=|[=:]|\bis\b|\bwas\b|\blautet\b|\bist\b|\best\b|\bes\b)\s{0,3})[\"'`]?(?P<value>[^\s\"'`,;(){}\[\]<>|]{6,200}+)",
            ("passw", "passp", "pwd", "mot de passe", "contrase"),
        ),
        sure=False,
    ),
    Shape(
        "password in a sentence",
        ("passw", "passp"),
        # said to be one, with words between: "the password for staging is hunter2", "use hunter2 as the password", "user bob, password hunter2"
        Sparse(
            rf"(?i:pass(?:word|phrase|wd) (?:for|of|to|on) (?:[\w.@/-]{{1,40}} ){{1,5}}?(?:is|was)(?: now)?:?\s)[\"'`]?{_SAID}",
            ("passw", "passp"),
        ),
        sure=False,
    ),
    Shape(
        "password in a sentence",
        ("passw", "passp"),
        re.compile(rf"(?i:\b{_AFTER}(?:use|used|using|with|set|try|enter|type|typed|took) )[\"'`]?{_SAID}[\"'`]? (?i:as (?:the |your |my |its |his |her |our |their |a |new |\w{{1,20}} ){{0,3}}pass(?:word|phrase|wd))\b(?!\[secret:)"),
        sure=False,
    ),
    Shape(
        "password in a sentence",
        ("passw", "passp"),
        re.compile(rf"(?i:\b{_AFTER}(?:user(?:name)?|login|account|as)[ :=]{{1,2}})[\"'`]?[\w.@+-]{{1,60}}[\"'`]?(?:,| /)?(?i:(?: and| with)?(?: the| a)? pass(?:word|phrase|wd) )[\"'`]?{_SAID}"),
        sure=False,
    ),
    # the lines of a netrc file, also over several lines and quoted; on a line of its own, or with a host that is one, nothing else can stand there
    Shape("netrc password", ("machine",), Sparse(rf"(?<![^\n\"'])machine{_GAP}[\w.:-]{{1,250}}{_NETRC}(?=[ \t]{{0,8}}(?:[\r\n\"'\\]|\Z))", ("machine",)), sure=False),
    Shape("netrc password", ("machine",), Sparse(rf"\b{_AFTER}machine{_GAP}(?:[\w-]{{1,60}}(?=[.:])[\w.:-]{{1,250}}|localhost){_NETRC}", ("machine",)), sure=False),
    Shape("password", ("machine", "default"), Sparse(rf"\b{_AFTER}(?:machine{_GAP}[\w-]{{1,60}}|default){_NETRC}", ("machine", "default")), sure=False),
    Shape("session cookie", COOKIE_CUES, SESSION_COOKIE, sure=False),
    Shape("secret", COOKIE_CUES, ANY_COOKIE, sure=False),
    Shape("session cookie", ("\ttrue\t", "\tfalse\t"), COOKIE_FILE, sure=False),
    Shape(
        "password",
        (" -p",),
        re.compile(_AFTER + r"\b(?:mysql|mysqldump|mysqladmin|mariadb|sshpass)\b[^\n|;&]{0,80}? -p(?P<value>(?>(?:(?!\[secret:)[^\s\"'`$]){6,100}))"),
        sure=False,
    ),
    Shape(
        "password",
        ("curl",),
        re.compile(_AFTER + r"\bcurl\b[^\n|;&]{0,120}? (?:-u|--user)[ =]?[\"']?[\w.@-]{1,60}:(?P<value>(?>(?:(?!\[secret:)[^\s\"'`$]){6,100}))"),
        sure=False,
    ),
    Shape(
        "assigned secret",
        ("secret", "token", "key", "passw", "passp", "pwd", "credential", "contrase"),
        Sparse(
            rf"(?i:{_NAMES}\\?[\"'`]?\s{{0,3}}(?:=>|:=|[=:])\s{{0,3}})\\?[\"'`]?(?P<value>[A-Za-z0-9_+/.~!@#$%^&*-]{{8,300}}+={{0,2}})",
            ("secret", "token", "key", "passw", "passp", "pwd", "credential", "contrase"),
        ),
        sure=False,
    ),
    Shape(
        "secret",
        ("secret", "token", "api key", "apikey", "api_key", "credential", "password"),
        # a random word close behind one of the names, as people write it: "the token for staging is 8fKq2..."
        Sparse(
            _AFTER
            + r"(?i:\b(?:secret|token|api[ _-]?key|credential|password)s?\b)[^\n\"'`=:;.]{0,40}?(?:\s|[\"'`]|: )(?P<value>(?=[A-Za-z_+/-]{0,200}[0-9])(?=[A-Z0-9_+/-]{0,200}[a-z])[A-Za-z0-9_+/-]{20,200}+={0,2})(?![A-Za-z0-9_./-])",
            ("secret", "token", "api", "credential", "password"),
        ),
        sure=False,
    ),
)  # fmt: skip
