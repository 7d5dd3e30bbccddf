"""The judge that a name means, with its key out of the environment, read only when somebody chose one."""

from __future__ import annotations

import os

from leadline.judges.model import KEY_NAMES, model_judge, parse_spec
from leadline.judges.port import JudgeError, ParentJudge
from leadline.judges.transport import Transport

__all__ = ["chosen_judge", "open_judge"]


def open_judge(spec: str, *, url: str | None = None, transport: Transport | None = None) -> ParentJudge:
    """The judge that `spec` names (`openai:MODEL`, `anthropic:MODEL`), at `url` or the provider's own address, or
    `command:PROGRAM ARGS`, which is run as it is given and with the environment of this process.

    Its key is read here and only now, since somebody chose it: LEADLINE_JUDGE_KEY, else the provider's usual variable. An address
    of one's own may need none; the provider's key is sent there only where LEADLINE_JUDGE_KEY says so. ValueError for a spec
    that names no judge, JudgeError where the key, the package or the program for it is missing.
    """
    provider, _ = parse_spec(spec)
    key = os.environ.get("LEADLINE_JUDGE_KEY")
    if not key and url is None and provider in KEY_NAMES:
        key = os.environ.get(KEY_NAMES[provider])
        if not key:
            raise JudgeError(
                f"no key for the judge {spec}",
                f"Set {KEY_NAMES[provider]} or LEADLINE_JUDGE_KEY, or name a server of your own.",
            )
    return model_judge(spec, url=url, key=key or None, transport=transport, environment=os.environ)


def chosen_judge(judge: str | ParentJudge | None, url: str | None) -> ParentJudge | None:
    """The judge to ask: by its name, or as it is; None where nobody is to be asked. ValueError for an address without a judge."""
    if judge is None or judge == "builtin":
        if url is not None:
            raise ValueError(
                "judge_url is given without a judge: expected judge = 'openai:MODEL' or 'anthropic:MODEL' with it "
                "(--judge and --judge-url)"
            )
        return None
    return open_judge(judge, url=url) if isinstance(judge, str) else judge
