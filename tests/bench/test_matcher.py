"""The bench's own matcher: what counts as readable, and what must not."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leadline.bench.matcher import WIDTH, Page, normalise, readable


def check(text: str, *needles: str, expected: bool, across_lines: bool = False) -> None:
    assert readable(needles, Page.of(text), across_lines=across_lines) is expected


@pytest.mark.parametrize(
    ("text", "needles"),
    [
        ("- **Never** touch `db-7` before the audit", ("never", "db-7")),
        ("the timeout   is\u00a05,433 ms now", ("5,433 ms",)),
        ("> user: The backfill of quill_58 is INCOMPLETE: 11 of 40", ("quill_58", "incomplete", "11 of 40")),
        ("Use rebuild_index_9() only.", ("rebuild_index_9()",)),
        ("merged #4471, deployed.", ("#4471", "merged")),
    ],
)
def test_faithful_copy_is_readable(text: str, needles: tuple[str, ...]) -> None:
    """Marks, case, white space and the end of a sentence do not hide a fact."""
    check(text, *needles, expected=True)


@pytest.mark.parametrize(
    ("text", "needles"),
    [
        ("the port is 15433", ("5433",)),
        ("took 5,433.7 ms", ("5,433",)),
        ("the backfill of quill_58 is complete", ("quill_58", "incomplete")),
        ("abandoned quill_58", ("quill_58", "done")),
        ("the deploy failed with a related error", ("E44171",)),
        ("quill_581 is done", ("quill_58",)),
        ("", ("x",)),
    ],
)
def test_changed_or_blurred_is_not_readable(text: str, needles: tuple[str, ...]) -> None:
    """A needle inside of a longer word or number is another value."""
    check(text, *needles, expected=False)


def test_force_of_the_next_line_does_not_count() -> None:
    """A "never" in another line is about something else, unless the fact itself was planted over several lines."""
    text = "- you may restart db-7\n- never delete the bucket"
    check(text, "db-7", "never", expected=False)
    check(text, "db-7", "never", expected=True, across_lines=True)


@pytest.mark.parametrize(("gap", "expected"), [(WIDTH, True), (WIDTH + 1, False)])
def test_width_is_inclusive(gap: int, expected: bool) -> None:
    """Needles count as together up to 400 characters from the start of the first, and no farther."""
    check("ab" + " " + "x" * (gap - 4) + " cd", "ab", "cd", expected=expected)


def test_no_needles_is_an_error() -> None:
    """A fact without needles would be readable everywhere."""
    with pytest.raises(ValueError, match="at least one"):
        readable((), Page.of("x"))
    with pytest.raises(ValueError, match="at least one"):
        readable(("**",), Page.of("x"))


@settings(deadline=None)
@given(st.text(), st.text(alphabet="abcxyz019_", min_size=1), st.text())
def test_a_text_contains_itself_between_spaces(before: str, needle: str, after: str) -> None:
    """Whatever stands around it, a needle between two spaces is found."""
    check(f"{before} {needle} {after}", needle, expected=True)


@settings(deadline=None)
@given(st.text())
def test_normalising_twice_changes_nothing_more(text: str) -> None:
    """A normalised line without marks stays as it is."""
    once = normalise(text)
    assert "`" not in once
    assert "*" not in once
    assert "  " not in once
