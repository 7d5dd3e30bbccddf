"""Normal forms and comparison: when two facts say the same."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leadline.core.facts import compare, normal_form
from leadline.core.facts.model import EXACT_KINDS, Fact


def fact(kind, text):
    return Fact("f", kind, text, normal_form(kind, text), "a", 0, len(text), (0, len(text)), "user")


TABLE = [
    ("ratio", "85 %", "quantity", "0.85", "same"),
    ("ratio", "87.4%", "ratio", "87.4 percent", "same"),
    ("quantity", "250 ms", "quantity", "0.25 s", "same"),
    ("quantity", "172800 s", "quantity", "48 hours", "same"),
    ("quantity", "5,902", "quantity", "5902", "same"),
    ("quantity", "5,902 rows", "quantity", "5902", "same"),
    ("quantity", "2 GB", "quantity", "2000 MB", "same"),
    ("quantity", "1.5 GiB", "quantity", "1.5 GB", "different"),
    ("quantity", "250 ms", "quantity", "2500 ms", "different"),
    ("quantity", "250 ms", "quantity", "250 s", "different"),
    ("quantity", "3 g", "quantity", "3 mg", "different"),
    ("quantity", "3 s", "quantity", "3 MB", "different"),
    ("quantity", "212 events", "quantity", "213 events", "different"),
    ("quantity", "212 events", "quantity", "212 tickets", "incomparable"),
    ("quantity", "250 ms", "quantity", "250", "incomparable"),
    ("threshold", "at most 5 attempts", "threshold", "at least 5 attempts", "different"),
    ("threshold", "at most 5 attempts", "quantity", "5 attempts", "same"),
    ("threshold", "no more than 30 s", "threshold", "up to 0.5 min", "same"),
    ("money", "$6,594", "money", "6594 USD", "same"),
    ("money", "$100", "money", "100 EUR", "different"),
    ("money", "$1.5 million", "money", "$1,500,000", "same"),
    ("ratio", "3 of 40", "ratio", "3/40", "same"),
    ("ratio", "3 of 40", "ratio", "4 of 40", "different"),
    ("datetime", "2026-08-22", "datetime", "22 Aug 2026", "same"),
    ("datetime", "22 August", "datetime", "2026-08-22", "same"),
    ("datetime", "August 22, 2026", "datetime", "22.08.2026", "same"),
    ("datetime", "2026年8月22日", "datetime", "2026-08-22", "same"),
    ("datetime", "2026-08-22", "datetime", "2026-08-23", "different"),
    ("datetime", "5 pm", "datetime", "17:00", "same"),
    ("datetime", "17:00", "datetime", "17:30", "different"),
    ("datetime", "Friday", "datetime", "Monday", "incomparable"),
    ("datetime", "12 am", "datetime", "00:00", "same"),
    ("version", "v18", "version", "18", "same"),
    ("version", "v2", "version", "v3", "different"),
    ("host", "port 5433", "host", "port 5432", "different"),
    ("path", "/srv/a/b.py", "path", "srv/a/b.py", "different"),
    ("path", "./a/b.py", "path", "a/b.py", "same"),
    ("error", "exit code 137", "error", "exited with status 137", "same"),
    ("error", "HTTP 409", "error", "409", "same"),
    ("error", "HTTP 409", "error", "HTTP 404", "different"),
    ("id", "PR 488", "id", "#488", "same"),
    ("id", "PR 488", "id", "PR 489", "different"),
    ("symbol", "getUser()", "symbol", "getUser", "same"),
    ("symbol", "getUser", "symbol", "getUsers", "different"),
    ("path", "a/b.py", "quantity", "5", "incomparable"),
]  # fmt: skip


@pytest.mark.parametrize(("kind_a", "a", "kind_b", "b", "expected"), TABLE)
def test_table_of_comparisons(kind_a, a, kind_b, b, expected):
    x, y = fact(kind_a, a), fact(kind_b, b)
    assert compare(x, y) == expected
    assert compare(y, x) == expected


@settings(deadline=None)
@given(
    st.sampled_from(sorted(EXACT_KINDS)),
    st.sampled_from(sorted(EXACT_KINDS)),
    st.one_of(st.text(min_size=1, max_size=20), st.from_regex(r"[$<]?\d{1,4}[.,:/-]?\d{0,3} ?(ms|s|GB|%|of 9|EUR|pm)?", fullmatch=True)),
    st.one_of(st.text(min_size=1, max_size=20), st.from_regex(r"\d{1,4}[.,:/-]?\d{0,3} ?(ms|s|GiB|%|USD|am)?", fullmatch=True)),
)  # fmt: skip
def test_compare_is_symmetric_and_reflexive(kind_a, kind_b, a, b):
    x, y = fact(kind_a, a), fact(kind_b, b)
    assert compare(x, y) == compare(y, x)
    if x.form and any(c.isalnum() for c in a):
        assert compare(x, x) != "different"
