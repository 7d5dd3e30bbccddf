"""Policies by name or from a TOML file: `remediation`, `narrative`, or a path.

A file may say `extends = "narrative"` (default: remediation) and then names only what differs. Whatever is wrong comes
out as a `PolicyError` with file, line where it is known, and remedy; the meaning of the keys is `core/policy/model.py`.
"""

from __future__ import annotations

import os
import re
import tomllib
from functools import cache
from importlib import resources
from pathlib import Path

from leadline.core.policy.model import Policy, PolicyValueError, policy_from_mapping

__all__ = ["PRESETS", "PolicyError", "load_policy"]

PRESETS = ("remediation", "narrative")

_BYTES_MAX = 1_000_000  # a policy is a page; a larger file was named by mistake
_LINE = re.compile(r"\(at line (\d+), column \d+\)|\(at end of document\)")


class PolicyError(Exception):
    """A policy that cannot be used: `path` and `line` where known, and what to do. The CLI prints it and exits 2."""

    def __init__(self, message: str, remedy: str = "", *, path: str | None = None, line: int | None = None) -> None:
        where = f"{path}:{line}: " if path and line else f"{path}: " if path else ""
        super().__init__(where + message)
        self.remedy = remedy
        self.path = path
        self.line = line


def load_policy(name_or_path: str | os.PathLike[str] | Policy) -> Policy:
    """The preset of this name, else the policy of this file. A `Policy` is given back as it is."""
    if isinstance(name_or_path, Policy):
        return name_or_path
    if name_or_path in PRESETS:
        return _preset(str(name_or_path))
    try:
        path = Path(name_or_path)
    except TypeError as error:
        raise TypeError(f"policy: expected a name, a path or a Policy, got {type(name_or_path).__name__}") from error
    if not path.suffix and not _exists(path):
        raise PolicyError(
            f"no policy named {str(name_or_path)!r}",
            f"Use one of {', '.join(PRESETS)}, or the path of a .toml file.",
        )
    return _from_text(_read(path), str(path), default_name=path.stem)


@cache
def _preset(name: str) -> Policy:
    text = resources.files("leadline.core.policy").joinpath("presets", f"{name}.toml").read_text("utf-8")
    return policy_from_mapping(tomllib.loads(text))


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:  # no file has such a name: it is too long
        return False


def _read(path: Path) -> str:
    remedy = f"Give a readable .toml file, or one of {', '.join(PRESETS)}."
    try:
        with path.open("rb") as file:
            body = file.read(_BYTES_MAX + 1)
    except (OSError, ValueError) as error:
        reason = (error.strerror if isinstance(error, OSError) else None) or error
        raise PolicyError(f"cannot be read: {reason}", remedy, path=str(path)) from error
    if len(body) > _BYTES_MAX:
        raise PolicyError(f"is longer than {_BYTES_MAX} bytes, which no policy is", remedy, path=str(path))
    try:
        return body.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = body.count(b"\n", 0, error.start) + 1
        raise PolicyError("is not UTF-8", "Save the file as UTF-8.", path=str(path), line=line) from error


def _from_text(text: str, path: str, default_name: str) -> Policy:
    try:
        mapping = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = _LINE.search(str(error))
        line = int(found[1]) if found and found[1] else text.count("\n") + 1 if found else None
        message = f"is not TOML: {_LINE.sub('', str(error)).strip()}"
        raise PolicyError(message, "See https://toml.io for the form.", path=path, line=line) from error
    except ValueError as error:  # a number of thousands of digits
        raise PolicyError(f"is not TOML: {error}", "See docs/policy.md for the keys.", path=path) from error
    except RecursionError as error:
        raise PolicyError(
            "is nested too deeply to be a policy", "See docs/policy.md for the keys.", path=path
        ) from error
    parent = mapping.pop("extends", "remediation")
    if parent not in PRESETS:
        raise PolicyError(
            f"extends = {parent!r}: there is no such preset",
            f"Use one of {', '.join(PRESETS)}.",
            path=path,
            line=_line_of("extends", text),
        )
    try:
        return policy_from_mapping({"name": default_name} | mapping, base=_preset(parent))
    except PolicyValueError as error:
        raise PolicyError(
            str(error), f"Correct or remove the key {error.key} .", path=path, line=_line_of(error.key, text)
        ) from error


def _line_of(key: str, text: str) -> int | None:
    """The 1-based line where `key` is set: flat, as `[[key]]`, or inside the section that its first words name."""
    key = key.partition(".")[0]
    section = ""
    for number, line in enumerate(text.splitlines(), start=1):
        if header := re.match(r"\s*\[\[?\s*([\w.-]+)\s*\]\]?", line):
            section = header[1]
            if section == key:
                return number
        elif (item := re.match(r"\s*[\"']?([\w.-]+)[\"']?\s*=", line)) and key in (
            item[1].replace(".", "_"),
            f"{section}_{item[1]}",
        ):
            return number
    return None
