"""Policies from files: whatever stands in one, the answer is a policy or a `PolicyError` that names file and remedy."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from leadline.core.policy.model import Policy
from leadline.policies import PolicyError, load_policy

KEYS = [*Policy().as_mapping(), "extends", "nonsense"]
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.sampled_from(["", "x", "lower", "("]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("ab"), inner, max_size=2),
    max_leaves=5,
)


def toml(value: object) -> str:
    match value:
        case None:
            return '""'
        case bool():
            return str(value).lower()
        case str():
            return f'"{value}"'
        case list():
            return f"[{', '.join(map(toml, value))}]"
        case dict():
            return "{" + ", ".join(f"{k} = {toml(v)}" for k, v in value.items()) + "}"
    return str(value)


@given(st.dictionaries(st.sampled_from(KEYS), VALUES, max_size=4))
@settings(deadline=None, max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_value_of_any_key_is_a_policy_or_told(tmp_path: Path, mapping: dict[str, object]) -> None:
    """Wrong types, NaN, infinities and numbers of any size never come out as another error."""
    path = tmp_path / "mine.toml"
    path.write_text("".join(f"{key} = {toml(value)}\n" for key, value in mapping.items()), encoding="utf-8")
    told: PolicyError | None = None
    try:
        assert load_policy(path).digest()
    except PolicyError as error:
        told = error
    assert told is None or (told.path == str(path) and told.remedy)


@pytest.mark.parametrize(
    "body",
    [
        b"a = " + b"[" * 5000,
        b"budget",
        b"budget = 1\nbudget = 2\n",
        b"\xff\xfe",
        b"bud\0get = 5",
        b"\x89PNG\r\n\x1a\n",
        b"#" * 1_100_000,
    ],
)
def test_a_file_that_is_no_policy_is_told(tmp_path: Path, body: bytes) -> None:
    """However deep, large, doubled or binary."""
    path = tmp_path / "mine.toml"
    path.write_bytes(body)
    with pytest.raises(PolicyError, match=r"mine\.toml") as told:
        load_policy(path)
    assert told.value.remedy


def test_a_byte_order_mark_is_no_error(tmp_path: Path) -> None:
    """Editors on Windows write one."""
    path = tmp_path / "mine.toml"
    path.write_bytes(b"\xef\xbb\xbfbudget = 5000\n")
    assert load_policy(path).budget == 5000


@pytest.mark.parametrize("wrong", [5, None, 1.5])
def test_what_is_no_policy_at_all_is_a_type_error(wrong: object) -> None:
    """The argument is named."""
    with pytest.raises(TypeError, match="policy: expected"):
        load_policy(wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["a" * 5000, "a" * 5000 + ".toml", "a\x00.toml", "a\x00b"])
def test_a_name_that_no_file_has_is_a_policy_error(name: str) -> None:
    """Found by fuzzing: a case may name any policy, and the system refuses some names before it looks."""
    with pytest.raises(PolicyError):
        load_policy(name)


def test_a_number_of_thousands_of_digits_is_a_policy_error(tmp_path: Path) -> None:
    """Found by fuzzing: the parser of TOML passes on what `int` says."""
    (tmp_path / "p.toml").write_text("fact_floor = " + "1" * 5000)
    with pytest.raises(PolicyError):
        load_policy(tmp_path / "p.toml")
