"""How many planted secrets are found, and how often something harmless is taken for one.

In: texts of real transcripts, a number, a seed. Out: a `Row` a kind of secret (planted, found), and `Alarms`: what the detector reports in
texts that hold none, per million characters, with each alarm shown without its end. A secret is made at random in its vendor's shape and put
into a line as people and programs write it (shell, JSON, YAML, log, prose), with real text around it. Decoys are what looks random and is
none: commit hashes, UUIDs, digests of lock files, images in base64, etags, names of variables where values are expected.
"""

from __future__ import annotations

import base64
import string
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from random import Random
from typing import Any

from leadline.core.secrets.find import find_secrets

__all__ = ["DECOYS", "DETECTORS", "KINDS", "Alarms", "Row", "as_dict", "look_for_alarms", "plant", "render"]

Spans = Iterable[tuple[int, int]]
_LETTERS = string.ascii_letters + string.digits
_LINES = (
    "{name}={s}",
    'export {name}="{s}"',
    '{{"{low}": "{s}"}}',
    "{low}: {s}",
    "  {name} = '{s}'",
    "[12:04:11] INFO {low}={s} loaded",
)


@dataclass(frozen=True, slots=True)
class Row:
    kind: str
    planted: int
    found: int
    missed: tuple[str, ...] = ()  # the lines, shortened


@dataclass(frozen=True, slots=True)
class Alarms:
    """What was reported in texts without a planted secret. `shown`: the first ones, without the end of what was reported."""

    texts: int
    chars: int
    alarms: int
    seconds: float
    shown: tuple[str, ...] = ()


def _random(rng: Random, n: int, alphabet: str = _LETTERS) -> str:
    return "".join(rng.choice(alphabet) for _ in range(n))


def _password(rng: Random) -> str:
    return (
        rng.choice(("Winter", "hunter", "correct", "Tango", "pa55"))
        + _random(rng, rng.randint(4, 8))
        + rng.choice("0123456789!")
    )


def _pem(rng: Random) -> str:
    return (
        "\n".join(_random(rng, 64, _LETTERS + "+/") for _ in range(rng.randint(6, 24))) + "\n" + _random(rng, 30) + "=="
    )


def _jwt(rng: Random) -> str:
    head, body = (
        base64.urlsafe_b64encode(t.encode()).decode().rstrip("=")
        for t in ('{"alg":"HS256","typ":"JWT"}', f'{{"sub":"{_random(rng, 10)}","iat":1516239022}}')
    )
    return f"{head}.{body}.{_random(rng, 43, _LETTERS + '-_')}"


def _of_a_maker(rng: Random) -> str:
    """A key that only its own form tells."""
    hexes = "0123456789abcdef"
    return rng.choice(
        (
            "dckr_pat_" + _random(rng, 27), "glsa_" + _random(rng, 32) + "_" + _random(rng, 8, hexes), "sbp_" + _random(rng, 40, hexes),
            "GOCSPX-" + _random(rng, 28), "whsec_" + _random(rng, 32), "SK" + _random(rng, 32, hexes), "LTAI" + _random(rng, 20),
            _random(rng, 32, hexes) + "-us" + rng.choice("123456789"), "1234567890:AA" + _random(rng, 33), "tvly-" + _random(rng, 32),
        )
    )  # fmt: skip


# kind -> (makes one, lines that it stands in)
KINDS: dict[str, tuple[Callable[[Random], str], tuple[str, ...]]] = {
    "OpenAI key": (lambda r: "sk-proj-" + _random(r, 48), (*_LINES, "I used {s} for the call.")),
    "Anthropic key": (lambda r: "sk-ant-api03-" + _random(r, 90, _LETTERS + "-_") + "AA", (*_LINES, "the key is {s}, please rotate it")),
    "AWS key id": (lambda r: "AKIA" + _random(r, 16, string.ascii_uppercase + string.digits), (*_LINES, "credentials: {s}")),
    "AWS secret key": (lambda r: _random(r, 40, _LETTERS + "+/"), ("aws_secret_access_key = {s}", 'AWS_SECRET_ACCESS_KEY="{s}"', '{{"SecretAccessKey": "{s}"}}')),
    "GitHub token": (lambda r: r.choice(("ghp_", "gho_", "ghs_")) + _random(r, 36), (*_LINES, "https://{s}@github.com/acme/tool.git", "git clone with {s}")),
    "Slack token": (lambda r: f"xoxb-{_random(r, 12, string.digits)}-{_random(r, 24)}", _LINES),
    "Google key": (lambda r: "AIza" + _random(r, 35, _LETTERS + "-_"), _LINES),
    "signed token": (_jwt, ("Authorization: Bearer {s}", "token={s}", "{s}")),
    "bearer token": (lambda r: _random(r, r.randint(24, 48)), ("Authorization: Bearer {s}", "-H 'Authorization: Bearer {s}'", '{{"Authorization": "Bearer {s}"}}')),
    "private key": (_pem, ("-----BEGIN RSA PRIVATE KEY-----\n{s}\n-----END RSA PRIVATE KEY-----", "-----BEGIN PRIVATE KEY-----\n{s}\n-----END PRIVATE KEY-----", "-----BEGIN OPENSSH PRIVATE KEY-----\n{s}\n-----END OPENSSH PRIVATE KEY-----")),
    "password in a URL": (_password, ("postgres://app:{s}@db.internal:5432/orders", "DATABASE_URL=mysql://root:{s}@10.0.0.7/x", "redis://:{s}@cache:6379/0", "https://ci:{s}@git.acme.example/x.git")),
    "password": (_password, ("password={s}", "DB_PASSWORD={s}", '{{"password": "{s}"}}', "  password: {s}", "The password is {s}", "PGPASSWORD='{s}' psql", "passwd: {s}", "mysql -u root -p{s} orders")),
    "API key in hex": (lambda r: _random(r, 32, "0123456789abcdef"), ("api_key={s}", '{{"apiKey": "{s}"}}', "X-API-Key: {s}", "API_TOKEN={s}")),
    "client secret": (lambda r: _random(r, 32, _LETTERS + "-_~"), ("client_secret={s}", '{{"client_secret": "{s}"}}', "CLIENT_SECRET: {s}")),
    "netrc password": (_password, ("machine git.acme.io login bob password {s}", "machine git.acme.io\n  login bob\n  password {s}", "echo 'machine h login u password {s}' > ~/.netrc", "default login bob password {s}")),
    "session cookie": (lambda r: _random(r, r.randint(20, 40)), ("Cookie: theme=dark; sessionid={s}; lang=en", "Set-Cookie: connect.sid={s}; Path=/; HttpOnly", "curl -b 'PHPSESSID={s}' http://127.0.0.1/", '{{"Cookie": "auth_token={s}"}}')),
    "password in prose": (_password, ("the password for staging is {s}", "use {s} as the password.", "log in as user bob with the password {s}", "My password was {s}")),
    "other makers' key": (_of_a_maker, ("I used {s} for the call.", "see {s}", "x = '{s}'", '{{"a": "{s}"}}')),
}  # fmt: skip

_HEX = "0123456789abcdef"


def _uuid(rng: Random) -> str:
    return "-".join(_random(rng, n, _HEX) for n in (8, 4, 4, 4, 12))


DECOYS: tuple[Callable[[Random], str], ...] = (
    lambda r: f"commit {_random(r, 40, _HEX)}",
    lambda r: f"[main {_random(r, 7, _HEX)}] fix the loader",
    lambda r: f"request_id={_uuid(r)} status=200",
    lambda r: f'"integrity": "sha512-{base64.b64encode(r.randbytes(64)).decode()}",',
    lambda r: f'    "sha256:{_random(r, 64, _HEX)}",',
    lambda r: f"data:image/png;base64,iVBORw0KGgo{_random(r, 400, _LETTERS + '+/')}==",
    lambda r: f'ETag: "{_random(r, 32, _HEX)}"',
    lambda r: f"session {_uuid(r)} opened, trace {_random(r, 32, _HEX)}",
    lambda r: f'{{"id": "toolu_{_random(r, 24)}", "type": "tool_use"}}',
    lambda r: f'{{"id": "msg_{_random(r, 24)}", "input_tokens": {r.randint(1, 99999)}}}',
    lambda r: "password: os.environ['DB_PASSWORD']",
    lambda r: "api_key = settings.api_key or get_key(name)",
    lambda r: f"max_tokens={r.randint(100, 9999)} token_count: {r.randint(100, 9999)}",
    lambda r: "const token = await getAccessToken(user.id)",
    lambda r: "OPENAI_API_KEY=your-key-here",
    lambda r: f"https://example.com/files/{_random(r, 40, _HEX)}?v={_random(r, 8, _HEX)}",
    lambda r: f"drwxr-xr-x 2 root root 4096 Nov {r.randint(1, 28)} 12:00 {_random(r, 12, _HEX)}.cache",
)


def _own(text: str) -> Spans:
    return [(s.start, s.end) for s in find_secrets(text)]


def _kept(text: str) -> Spans:
    """detect-secrets with its default plugins and filters, as it scans a file: its line mode takes every word for a secret."""
    try:
        from detect_secrets.core.scan import scan_file
        from detect_secrets.settings import default_settings
    except ImportError as error:
        raise ValueError(
            'the detector detect-secrets is not installed. Run: pip install "leadline[secrets]"'
        ) from error
    lines = text.split("\n")
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)
    with tempfile.NamedTemporaryFile("w", suffix=".txt", encoding="utf-8", errors="replace") as file:
        file.write(text)
        file.flush()
        with default_settings():
            found = list(scan_file(file.name))
    spans = []
    for one in found:
        row, value = min(one.line_number, len(lines)) - 1, one.secret_value or ""
        column = max(0, lines[row].find(value))
        end = (
            text.find("-----END", starts[row]) if one.type == "Private Key" else -1
        )  # it names the block's first line only
        spans.append((starts[row] + column, end if end > 0 else starts[row] + column + len(value)))
    return spans


DETECTORS: dict[str, Callable[[str], Spans]] = {"leadline": _own, "detect-secrets": _kept}


def plant(texts: Sequence[str], each: int, seed: int, detect: Callable[[str], Spans]) -> list[Row]:
    """`each` secrets of every kind, each between two pieces of real text; found where the report covers all of it but the ends."""
    rows = []
    for kind, (make, lines) in KINDS.items():
        rng = Random(f"{seed}:{kind}")
        found, missed = 0, []
        for n in range(each):
            secret = make(rng)
            name = rng.choice(("API_KEY", "SERVICE_TOKEN", "ACME_SECRET", "AUTH_TOKEN"))
            line = lines[n % len(lines)].format(s=secret, name=name, low=name.lower())
            before, after = rng.choice(texts)[-300:], rng.choice(texts)[:300]
            text = f"{before}\n{line}\n{after}"
            at = len(before) + 1 + line.index(secret)
            covered = any(a <= at + 1 and at + len(secret) - 2 <= b for a, b in detect(text))
            found += covered
            if not covered:
                missed.append(line[:40].replace("\n", " "))
        rows.append(Row(kind, each, found, tuple(dict.fromkeys(missed))[:4]))
    return rows


def look_for_alarms(texts: Sequence[str], detect: Callable[[str], Spans]) -> Alarms:
    """Every report in these texts is counted: they hold no secret that anybody planted."""
    started = time.process_time()
    alarms, shown = 0, []
    for text in texts:
        for start, end in detect(text):
            alarms += 1
            shown.append(
                " ".join(text[max(0, start - 30) : start].split())
                + " >> "
                + text[start : start + max(4, (end - start) // 3)][:24]
            )
    return Alarms(len(texts), sum(map(len, texts)), alarms, time.process_time() - started, tuple(shown))


def decoys(each: int, seed: int) -> list[str]:
    rng = Random(seed)
    return [make(rng) for make in DECOYS for _ in range(each)]


def render(rows: Sequence[Row], real: Alarms, harmless: Alarms, detector: str, shown: int = 8) -> list[str]:
    """The table of kinds, the sums, and what was taken for a secret."""
    lines = [f"{'kind of secret':<20} {'planted':>8} {'found':>8}"]
    lines += [
        f"{r.kind:<20} {r.planted:>8} {r.found:>8}" + (f"   not in: {' | '.join(r.missed)}" if r.missed else "")
        for r in rows
    ]
    planted, found = sum(r.planted for r in rows), sum(r.found for r in rows)
    speed = real.chars / real.seconds / 1e6 if real.seconds else 0.0
    lines += [
        "",
        f"{detector}: found {found:,} of {planted:,} ({found / planted:.1%})",
        f"false alarms in real texts: {real.alarms:,} in {real.texts:,} messages, {real.chars:,} characters; {speed:.1f} million characters a second",
        f"false alarms in decoys: {harmless.alarms:,} in {harmless.texts:,} lines (hashes, UUIDs, digests, images, variables)",
    ]
    return lines + [f"  {line}" for line in (*real.shown[:shown], *harmless.shown[:shown])]


def as_dict(rows: Sequence[Row], real: Alarms, harmless: Alarms, detector: str) -> dict[str, Any]:
    return {
        "bench": "secrets", "detector": detector, "kinds": [asdict(r) for r in rows], "planted": sum(r.planted for r in rows),
        "found": sum(r.found for r in rows), "real": asdict(real), "decoys": asdict(harmless),
    }  # fmt: skip
