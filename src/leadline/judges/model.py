"""The model judge: one call a parent to a model behind an endpoint or a command, bounded in every direction.

In: questions. Out: an opinion. A call has at most `questions_max` of them and `chars_max` characters; a long parent takes up to
`calls_max` calls; what is over that stays undecided and says so. One answer that is no JSON is asked for once more, then all questions stay open. Which model,
which words and which limits are in `digest`; the key is not, and stands in no name, error or log.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol
from urllib.parse import urlsplit, urlunsplit

from leadline.core.receipts.hashes import digest as value_digest
from leadline.judges.anthropic_messages import AnthropicMessages
from leadline.judges.asking import PROMPT, prompt_digest, system_text, user_text
from leadline.judges.command import COMMAND, open_command
from leadline.judges.openai_chat import OpenAIChat
from leadline.judges.port import Answer, JudgeError, Opinion, Question
from leadline.judges.reading import read_answers
from leadline.judges.transport import Transport, load_httpx

__all__ = ["KEY_NAMES", "PROVIDERS", "Client", "ModelJudge", "model_judge", "parse_spec"]

PROVIDERS: dict[str, type[OpenAIChat] | type[AnthropicMessages]] = {
    "openai": OpenAIChat,
    "anthropic": AnthropicMessages,
}
KEY_NAMES = {
    "openai": "OPENAI_API_KEY",
    "anthropic": "ANTHROPIC_API_KEY",
}  # read by compose/judge.py, and only when chosen
QUESTIONS_MAX = 60  # a compaction of 600 words has about 40 sentences that assert something
CALLS_MAX = 3  # a parent; most take one
CHARS_MAX = 110_000  # about 30,000 tokens; of the sources 40,000 characters are shown at most


class Client(Protocol):
    """One endpoint and one model."""

    @property
    def model(self) -> str: ...

    @property
    def url(self) -> str: ...

    @property
    def provider(self) -> str: ...

    def complete(self, system: str, user: str) -> tuple[str, tuple[int, int]]: ...


@dataclass(frozen=True, slots=True)
class ModelJudge:
    """A `ParentJudge` over any client."""

    client: Client
    questions_max: int = QUESTIONS_MAX
    chars_max: int = CHARS_MAX
    calls_max: int = CALLS_MAX

    @property
    def name(self) -> str:
        return f"{self.client.provider}:{self.client.model}"

    @property
    def digest(self) -> str:
        about: dict[str, Any] = {
            "provider": self.client.provider, "model": self.client.model, "url": bare_url(self.client.url), "prompt": PROMPT,
            "words": prompt_digest(), "questions_max": self.questions_max, "chars_max": self.chars_max,
            "calls_max": self.calls_max,
        }  # fmt: skip
        return value_digest("judge/v1", about)

    def ask(self, questions: Sequence[Question]) -> Opinion:
        """One call, for a long parent up to `calls_max`, the most doubted first; a second try where an answer was no JSON.

        JudgeError when the endpoint fails at the first call; what later calls do not answer stays open.
        """
        answers: list[Answer] = []
        left: list[tuple[str, str]] = []
        calls = read = written = 0
        rest = questions
        for turn in range(self.calls_max):
            asked, user = self._fitting(rest[: self.questions_max])
            if not asked:
                break
            try:
                got = self._one(asked, user)
            except JudgeError as error:
                if not turn:
                    raise
                got = Opinion((), tuple((q.id, error.reason) for q in asked), error.calls)
            answers += got.answers
            left += got.open
            calls, read, written = calls + got.calls, read + got.tokens[0], written + got.tokens[1]
            rest = rest[len(asked) :]
        over = (
            f"the judge is asked at most {self.questions_max} questions of {self.chars_max:,} characters at once, and "
            f"{self.calls_max} times a parent"
        )
        return Opinion(tuple(answers), (*left, *((q.id, over) for q in rest)), calls, (read, written))

    def _one(self, asked: Sequence[Question], user: str) -> Opinion:
        """One call; a second one if the first answer was no JSON. JudgeError, with the calls made, when the endpoint fails."""
        read = written = 0
        for calls in (1, 2):
            try:
                text, (a, b) = self.client.complete(system_text(), user)
            except JudgeError as error:
                error.calls = calls
                raise
            read, written = read + a, written + b
            try:
                answers, left = read_answers(text, asked)
            except JudgeError as error:
                answers, left = (), tuple((q.id, error.reason) for q in asked)
                if calls == 1:
                    continue
            return Opinion(answers, left, calls, (read, written))
        raise AssertionError("the second answer was read or given up")

    def _fitting(self, questions: Sequence[Question]) -> tuple[Sequence[Question], str]:
        """As many of the first questions as fit into `chars_max`, and their text."""
        while questions:
            user = user_text(questions)
            if len(user) <= self.chars_max:
                return questions, user
            questions = questions[: max(0, min(len(questions) - 1, int(len(questions) * self.chars_max / len(user))))]
        return (), ""


def parse_spec(spec: str) -> tuple[str, str]:
    """`openai:MODEL`, `anthropic:MODEL` or `command:PROGRAM ARGS` as (provider, what follows). ValueError for anything else."""
    provider, colon, model = spec.partition(":")
    if not colon or provider not in (*PROVIDERS, COMMAND) or not model.strip():
        forms = f"{', '.join(f'{p}:MODEL' for p in PROVIDERS)} or {COMMAND}:PROGRAM ARGS"
        raise ValueError(f"judge = {_first_word(spec)!r}: expected {forms}")
    return provider, model.strip()


def _first_word(spec: str) -> str:
    """As much of a wrong spec as can be shown: a command whose `command:` was left out may have keys in its arguments."""
    word = re.split(r"(?<=:)|(?=[\s=])", spec.strip(), maxsplit=1)[0]
    return word if word == spec.strip() else f"{word}…"


def model_judge(
    spec: str, *, url: str | None = None, key: str | None = None, transport: Transport | None = None, tokens_max: int = 8_000,
    questions_max: int = QUESTIONS_MAX, chars_max: int = CHARS_MAX, environment: Mapping[str, str] | None = None,
) -> ModelJudge:  # fmt: skip
    """The judge that `spec` names, at `url` or the provider's own address. JudgeError if httpx is not installed.

    A command has no address, key or transport; it is run with `environment` (None: that of this process), and JudgeError
    says that its program is not there.
    """
    provider, model = parse_spec(spec)
    if provider == COMMAND:
        if url is not None:
            raise ValueError("judge_url is given with a command, which has no address: leave it out (--judge-url)")
        return ModelJudge(open_command(model, environment=environment), questions_max, chars_max)
    load_httpx()
    kind = PROVIDERS[provider]
    more: dict[str, Any] = {} if url is None else {"url": url}
    if url is not None and not _is_address(url):
        raise ValueError(
            f"judge url = {bare_url(url)!r}: expected an http or https address, as http://127.0.0.1:8000/v1"
        )
    return ModelJudge(
        kind(model, key=key, tokens_max=tokens_max, transport=transport or Transport(), **more),
        questions_max,
        chars_max,
    )


def _is_address(url: str) -> bool:
    """Scheme, host and port are such as can be asked; whether anybody answers is seen later."""
    try:
        parts = urlsplit(url)
        labels = (parts.hostname or "").rstrip(".").split(".")
        return parts.scheme in ("http", "https") and "" not in labels and parts.port != 0
    except ValueError:  # a port beyond 65535, or a bracket that stays open
        return False


def bare_url(url: str) -> str:
    """The address without a user name or password in it."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return url.rpartition("@")[2]
    return urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path, "", ""))
