"""The text with a placeholder for each secret: `[secret:ab12cd]`, the same for the same secret wherever it stands.

In: a text, or one after the other with what was found before (`Redactor`). Out: `Redacted`: the text, and for each placeholder its
place and what stood there; `original` puts it back. The six characters are the beginning of a SHA-256 over the secret
under a name of its own: enough to see that two places mean one secret, too little to confirm a guess. Redacting twice changes nothing.
"""

from __future__ import annotations

import hashlib
import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from leadline.core.secrets.find import find_secrets
from leadline.core.text.messages import Child, Message, Part

__all__ = ["PLACEHOLDER", "Hidden", "Redacted", "Redactor", "redact", "redact_text", "without_secrets"]

PLACEHOLDER = re.compile(r"\[secret:[0-9a-f]{6}\]")
KNOWN_MIN = 8  # characters of a secret that is looked for again where nothing calls it one
KNOWN_MAX = 256  # secrets that are remembered: each costs a search of every later text
_DOMAIN = b"leadline secret v1\0"
_Span = tuple[int, int, str]  # start, end, kind


@dataclass(frozen=True, slots=True)
class Hidden:
    """One placeholder, `redacted[start:end]`, and what stood in its place."""

    start: int
    end: int
    secret: str
    kind: str = "secret"


@dataclass(frozen=True, slots=True)
class Redacted:
    """A text without its secrets. `hidden` is in order and empty for most texts; `text` then is the text that was given."""

    text: str
    hidden: tuple[Hidden, ...] = ()

    @property
    def original(self) -> str:
        return spliced(self.text, self.hidden)

    def at(self, place: int) -> int:
        """The place in the original of a place in `text`; inside of a placeholder, the secret's beginning."""
        before = bisect_right([h.start for h in self.hidden], place)
        shift = sum(len(h.secret) - (h.end - h.start) for h in self.hidden[: max(0, before - 1)])
        if not before:
            return place
        last = self.hidden[before - 1]
        if place >= last.end:
            return place + shift + len(last.secret) - (last.end - last.start)
        return last.start + shift

    def span(self, start: int, end: int) -> tuple[int, int]:
        """A span of the original for a span of `text`; (-1, -1) stays what it is."""
        if start < 0 or not self.hidden:
            return start, end
        last = next((h for h in self.hidden if h.start < end < h.end), None)
        return self.at(start), (self.at(last.end) if last else self.at(end))


def spliced(text: str, hidden: Sequence[Hidden]) -> str:
    """The text with the secrets back in their places."""
    pieces, at = [], 0
    for h in hidden:
        pieces += [text[at : h.start], h.secret]
        at = h.end
    return "".join([*pieces, text[at:]])


def placeholder_of(secret: str) -> str:
    """The placeholder; behind it as many line breaks as the secret had, so that line numbers stay."""
    digest = hashlib.sha256(_DOMAIN + secret.encode("utf-8", "surrogatepass")).hexdigest()
    return f"[secret:{digest[:6]}]" + "\n" * secret.count("\n")


def redact(text: str, known: Sequence[str] = ()) -> Redacted:
    """`text` without its secrets, wherever they stand in it, and without those that are `known` from elsewhere.

    A placeholder can lay open what stood in the secret's shadow ("sid=API_KEY=...", of which the name is no cookie, but the rest is
    one), so the redacted text is read again until nothing is found in it: only then does redacting twice change nothing.
    """
    spans: list[_Span] = []
    found = Redacted(text)
    while more := _places(found.text, known):
        wider = _joined(sorted((*spans, *((*found.span(a, b), kind) for a, b, kind in more)), key=_in_order))
        if wider == spans:
            break
        spans = wider
        found = _hiding(text, spans)
    return found


def _places(text: str, known: Sequence[str]) -> list[_Span]:
    """Where secrets stand: those that the text shows as such, these again wherever they stand, and the known ones."""
    spans = [(s.start, s.end, s.kind) for s in find_secrets(text)]
    own = [secret for start, end, _ in spans if _is_sought(secret := text[start:end])]
    for secret in dict.fromkeys((*known, *own[:KNOWN_MAX])):
        at = text.find(secret)
        while at >= 0:
            spans.append((at, at + len(secret), "secret"))
            at = text.find(secret, at + len(secret))
    return spans


def _in_order(span: _Span) -> tuple[int, int]:
    return span[0], -span[1]


def _hiding(text: str, spans: Sequence[_Span]) -> Redacted:
    """The text with placeholders for these spans, which are in order and apart."""
    pieces: list[str] = []
    hidden: list[Hidden] = []
    at = length = 0
    for start, end, kind in spans:
        secret = text[start:end]
        mark = placeholder_of(secret)
        pieces += [text[at:start], mark]
        length += start - at
        hidden.append(Hidden(length, length + len(mark), secret, kind))
        length += len(mark)
        at = end
    return Redacted("".join([*pieces, text[at:]]), tuple(hidden))


def _is_sought(secret: str) -> bool:
    """Long enough to mean itself wherever it stands."""
    return len(secret) >= KNOWN_MIN and "\n" not in secret


def redact_text(text: str) -> str:
    """Only the text."""
    return redact(text).text


def _joined(spans: Sequence[_Span]) -> list[_Span]:
    out = [spans[0]]
    for start, end, kind in spans[1:]:
        if start < out[-1][1]:
            out[-1] = (out[-1][0], max(out[-1][1], end), out[-1][2])
        else:
            out.append((start, end, kind))
    return out


@dataclass(slots=True)
class Redactor:
    """Texts of one session in their order: a secret that was found once is found again without its name.

    What is found depends on the text and on what came before, never on what follows: a stream that is cut anywhere gives the same.
    `children` are no stream: they are there all at once.
    """

    _known: dict[str, None] = field(default_factory=dict)

    def text(self, text: str) -> Redacted:
        found = redact(text, tuple(self._known))
        for h in found.hidden:
            if _is_sought(h.secret) and len(self._known) < KNOWN_MAX:
                self._known[h.secret] = None
        return found

    def message(self, message: Message) -> Message:
        """The message without secrets, the same object where it has none; its parts carry what was hidden."""
        parts = tuple(map(self._part, message.parts))
        return (
            message if all(a is b for a, b in zip(parts, message.parts, strict=True)) else replace(message, parts=parts)
        )

    def _part(self, part: Part) -> Part:
        found = self.text(part.text)
        if not found.hidden:
            return part
        return replace(part, text=found.text, hidden=tuple((h.start, h.end, h.secret) for h in found.hidden))

    def child(self, child: Child) -> tuple[Child, Redacted]:
        """The child without secrets, its segments moved along; the same object where it has none."""
        found = self.text(child.text)
        if not found.hidden:
            return child, found
        starts = [h.start for h in found.hidden]
        moved = tuple(
            replace(s, start=_forward(found, starts, s.start), end=_forward(found, starts, s.end))
            for s in child.segments
        )
        return replace(child, text=found.text, segments=moved), found

    def children(self, children: Sequence[Child]) -> list[tuple[Child, Redacted]]:
        """`child` for each of them; what a later one names is found in an earlier one too."""
        pairs = [self.child(child) for child in children]
        if any(found.hidden for _, found in pairs[1:]):
            pairs = [self.child(child) for child in children]
        return pairs


def without_secrets(children: Sequence[Child]) -> tuple[Child, ...]:
    """The children with placeholders, in their order."""
    return tuple(child for child, _ in Redactor().children(children))


def _forward(found: Redacted, starts: Sequence[int], place: int) -> int:
    """The place in the redacted text of a place in the original; inside of a secret, the placeholder's end."""
    shift = 0
    for h in found.hidden:
        start = h.start - shift  # of the secret in the original
        if place <= start:
            break
        if place < start + len(h.secret):
            return h.end
        shift += (h.end - h.start) - len(h.secret)
    return place + shift
