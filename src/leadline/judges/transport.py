"""One bounded HTTP exchange: JSON out, JSON back, with retries; the only module of the judges that knows the network.

In: an address, headers, a body, limits. Out: the decoded object. Raises JudgeError with a short reason for everything that can go
wrong: no such host, refused, slow, 429 and 5xx after the retries, any other status, a body that is no JSON or too long.
`Retry-After` is honoured up to a limit; the whole exchange has a deadline. Redirects are not followed, so a key goes nowhere
but to the host that the user named. Neither key nor text of the session is ever put into an error.
"""

from __future__ import annotations

import email.utils
import json
import threading
import time
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

from leadline.judges.port import JudgeError

__all__ = ["Refused", "Transport", "load_httpx"]

BODY_MAX = 2_000_000  # bytes of an answer; a model's is a few thousand
TOLD_MAX = 160  # characters of an endpoint's own message that are passed on
_AGAIN = frozenset((408, 409, 425, 429, 500, 502, 503, 504, 529))


class Refused(JudgeError):
    """The endpoint refused the request as it was written (400, 404, 422): `said` is its message, for adapting the request."""

    def __init__(self, status: int, said: str) -> None:
        super().__init__(f"the judge's endpoint answered {status}" + (f": {said}" if said else ""))
        self.status = status
        self.said = said


@dataclass(frozen=True, slots=True)
class Transport:
    """Limits of one exchange. `sleep` and `clock` are arguments so that nothing has to wait in a test."""

    timeout: float = (
        180.0  # seconds for one attempt: 60 answers are some 4,000 tokens, which a slow model takes two minutes for
    )
    deadline: float = 300.0  # seconds for all attempts and waits of one call together
    retries: int = 2
    wait_max: float = 20.0  # seconds that a Retry-After may ask for; more is not waited for
    sleep: Callable[[float], None] = field(default=time.sleep, compare=False)
    clock: Callable[[], float] = field(default=time.monotonic, compare=False)

    def post(self, url: str, headers: Mapping[str, str], body: Mapping[str, Any]) -> dict[str, Any]:
        """The endpoint's JSON object."""
        httpx = load_httpx()
        started = self.clock()
        secrets = [v.removeprefix("Bearer ") for k, v in headers.items() if k.lower() in ("authorization", "x-api-key")]
        reason = ""
        for attempt in range(self.retries + 1):
            left = self.deadline - (self.clock() - started)
            if left <= 0:
                break
            wait = min(0.5 * 2**attempt, 4.0)
            try:
                status, text, after = _bounded(url, headers, body, min(self.timeout, left), self.clock)
            except httpx.TimeoutException:
                reason = "the judge's endpoint did not answer in time"
            except httpx.DecodingError:
                raise JudgeError("the judge's endpoint sent an answer that cannot be unpacked") from None
            except UnicodeEncodeError:
                raise JudgeError("the key has characters that no HTTP header can carry") from None
            except (httpx.InvalidURL, httpx.UnsupportedProtocol, UnicodeError):
                raise JudgeError("the judge's address is none") from None
            except httpx.TransportError as error:
                reason = f"the judge's endpoint could not be reached ({type(error).__name__})"
            else:
                if status == 200:
                    return _decoded(text)
                if status not in _AGAIN:
                    raise Refused(status, _said(text, secrets))
                reason = f"the judge's endpoint answered {status}"
                if after is not None:
                    if after > self.wait_max:
                        raise JudgeError(f"{reason} and asks to wait {after:.0f} s")
                    wait = after
            if attempt < self.retries:
                if self.clock() - started + wait > self.deadline:
                    break
                self.sleep(wait)
        raise JudgeError(reason or "the judge's endpoint did not answer in time")


def load_httpx() -> ModuleType:
    """httpx, or a JudgeError that names the extra."""
    try:
        import httpx
    except ImportError as error:
        raise JudgeError(
            "a model judge needs the package httpx, which is not installed", 'Run: pip install "leadline[judge]"'
        ) from error
    return httpx


def _bounded(
    url: str, headers: Mapping[str, str], body: Mapping[str, Any], seconds: float, clock: Callable[[], float]
) -> tuple[int, str, float | None]:
    """One attempt that is given up after `seconds`, whatever the server does. httpx bounds each piece that is read: a server
    that sends its headers byte by byte, or a resolver that never answers, would hold it for ever. So the exchange
    runs in a thread that is left behind; its connection is closed, and the process does not wait for it."""
    httpx = load_httpx()
    done: list[tuple[int, str, float | None]] = []
    failed: list[BaseException] = []
    client = httpx.Client(timeout=seconds, follow_redirects=False)

    def run() -> None:
        try:
            done.append(_exchange(client, url, headers, body, seconds, clock))
        except BaseException as error:  # handed to the caller below
            failed.append(error)

    worker = threading.Thread(target=run, name="leadline judge", daemon=True)
    worker.start()
    try:
        worker.join(seconds + 0.05)  # httpx's own timeouts come first, and say more
    finally:
        client.close()
    if failed:
        raise failed[0]
    if not done:
        raise httpx.ReadTimeout("the exchange took too long in all")
    return done[0]


def _exchange(
    client: Any,
    url: str,
    headers: Mapping[str, str],
    body: Mapping[str, Any],
    seconds: float,
    clock: Callable[[], float],
) -> tuple[int, str, float | None]:
    """One attempt: status, text, seconds of Retry-After. The timeout holds for the whole answer, not for each piece."""
    httpx = load_httpx()
    ends = clock() + seconds
    content = json.dumps(body, ensure_ascii=True).encode()
    sent = {"content-type": "application/json", "accept": "application/json", **headers}
    with client.stream("POST", url, headers=sent, content=content, timeout=seconds) as response:
        chunks: list[bytes] = []
        size = 0
        for chunk in response.iter_bytes():
            size += len(chunk)
            if size > BODY_MAX:
                raise JudgeError("the judge's endpoint sent far more than an answer")
            if clock() > ends:
                raise httpx.ReadTimeout("the answer took too long in all")
            chunks.append(chunk)
        text = b"".join(chunks).decode("utf-8", "replace")
        return response.status_code, text, _seconds(response.headers.get("retry-after"))


def _seconds(value: str | None) -> float | None:
    """Retry-After as seconds, given as a number or as a date."""
    if not value:
        return None
    try:
        return max(0.0, float(value))
    except ValueError:
        pass
    try:
        parsed = email.utils.parsedate_tz(value)
        return None if parsed is None else max(0.0, email.utils.mktime_tz(parsed) - time.time())
    except (ValueError, OverflowError):  # a date that no calendar has
        return None


def _decoded(text: str) -> dict[str, Any]:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):  # a number of thousands of digits is a plain ValueError
        raise JudgeError("the judge's endpoint sent no JSON") from None
    if not isinstance(value, dict):
        raise JudgeError("the judge's endpoint sent JSON of another shape")
    return value


def _said(text: str, secrets: list[str]) -> str:
    """The endpoint's own message, on one line, without the key should it echo one."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return ""
    inner = value.get("error", value) if isinstance(value, dict) else value
    said = inner.get("message", "") if isinstance(inner, dict) else inner
    # signs without width first: a key that is echoed with one in its middle is the key
    plain = "".join(c for c in str(said) if unicodedata.category(c) != "Cf")
    line = " ".join("".join(c if c.isprintable() else " " for c in plain).split())
    for secret in secrets:
        if secret:
            line = line.replace(secret, "***")
    return line[:TOLD_MAX]
