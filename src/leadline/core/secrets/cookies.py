"""Cookies: the values by which whoever has them is signed in, in headers, command lines and cookie files.

In: nothing. Out: patterns for `shapes.py`. A header holds many cookies, and most of them are harmless (a theme, a language): a value counts
where its cookie is named after a session, a token or a sign-in, or where it is random like a key. RFC 6265 (the headers); the file of
Netscape, which curl still writes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

__all__ = ["ANY_COOKIE", "COOKIE_CUES", "COOKIE_FILE", "SESSION_COOKIE", "Within"]


@dataclass(frozen=True, slots=True)
class Within:
    """Matches of `inner` inside of what `outer` calls `value`; `finditer` as of a pattern."""

    outer: re.Pattern[str]
    inner: re.Pattern[str]

    def finditer(self, text: str) -> Iterator[re.Match[str]]:
        for around in self.outer.finditer(text):
            yield from self.inner.finditer(text, *around.span("value"))


COOKIE_CUES = ("cookie", "curl")
_HEADER = re.compile(
    r"(?:(?i:cookie2?\\?[\"']?\s{0,3}[:=]\s{0,3}\[?\s{0,3})|\b(?<!\[secret:[0-9a-f]{6}\])curl\b[^\n]{0,400}?\s(?:-b|--cookie)[ =])\\?[\"']?(?P<value>[^\n\"'`\\]{6,8000}+)"
)
_SAYS = r"(?:sess|(?<![A-Za-z])sid|sid(?![A-Za-z])|token|auth|jwt|csrf|xsrf|login|remember|secret|credential)"
_VALUE = r"(?P<value>(?!\[secret:)[^;\s\"'`,\\]{8,4000}+)"
SESSION_COOKIE = Within(
    _HEADER, re.compile(rf"(?<![^;\s\"'])(?i:(?=[\w.$-]{{0,60}}?{_SAYS})[\w.$-]{{1,80}}+)=" + _VALUE)
)
ANY_COOKIE = Within(_HEADER, re.compile(r"(?<![^;\s\"'])[\w.$-]{1,80}+=" + _VALUE))
# domain, subdomains too, path, secure, until, name, value
COOKIE_FILE = re.compile(
    r"(?m)^(?:[ \t]{0,8}\d{1,6}[ \t])?(?:#HttpOnly_)?[\w.-]{3,250}\t(?:TRUE|FALSE)\t/[^\t\n]{0,200}\t(?:TRUE|FALSE)\t\d{1,12}\t[^\t\n]{1,100}\t(?P<value>(?!\[secret:)[^\s]{8,4000}+)"
)
