"""Looking only where the runs between spaces may hold something finds what looking everywhere finds."""

from itertools import chain

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leadline.core.facts import dates, errors, identifiers, numbers
from leadline.core.facts.exact import find_exact, find_named, mark_length
from leadline.core.facts.hits import merge
from leadline.core.facts.names import find_names, find_quotes
from leadline.core.facts.shapes import shapes_of
from leadline.core.text.openings import opened
from leadline.core.text.words import even

PIECES = (
    "the", "run", "Run", "PR", "488", "exit", "code", "1", "exit-with", "5", "rc5", "JSON", "E_AB", "port", "8443", "Ports", "db-7:5432", "a/b.py", "x+@b.CO", ".n-e",
    "4 May", "marbles", "tues", "Thursday", "2026-08-22", "5", "pm", "17:30", "q3", "day", "Sonntag", "HTTP", "503", "status:", "ref:", "JG7FMM", "ID", "(ID)", "is",
    "Anna Lee said", "by", "Ben Ode", "@kim", '"as it was"', "`a b`", "--dry-run", "snake_case", "retryLimit", "v2.1", "1.2.3", "12", "000", "ms", "at most", "$ 5", "3 of 4",
    "0b5c8a9e-abcd-4222-8333-abcdefabcdef", "deadbeef-abcd-abcd-abcd-abcdefabcdef", "5a6fe71", "ORA", "ORA-12541", "ValueError:", "server", "(NotFound):", "月", "5月3日",
    "C:\\x", "https://x.io/a(b).", "No.", "Nr.", "barcode", "error", "-", ":", "=", "\u00a0", "\t", "reason:", "OOM", "killed", "X-Id", "$HOME", "run()", "a.b.c",
)  # fmt: skip
texts = st.lists(st.sampled_from(PIECES), min_size=1, max_size=9).flatmap(
    lambda pieces: st.lists(
        st.sampled_from((" ", " ", " ", " (", ", ", "")), min_size=len(pieces), max_size=len(pieces)
    ).map(lambda joints: "".join(chain.from_iterable(zip(pieces, joints, strict=True))))
)


def everywhere(s, *, named=False):
    s = even(s)
    digits = any(c.isdecimal() for c in s)
    finders = [identifiers.find_locations(s)]
    if digits or "day" in s or "tag" in s:
        finders.append(dates.find_dates(s))
    finders.append(errors.find_errors(s))
    if digits:
        finders.append(identifiers.find_versions(s))
    if digits or identifiers.LABELLED.search(s):
        finders.append(identifiers.find_ids(s))
    finders.append(identifiers.find_symbols(s))
    if not named:
        if digits:
            finders.append(numbers.find_numbers(s))
        finders += [find_names(s), find_quotes(s)]
    return merge(finders)


@given(texts)
def test_the_hits_are_those_of_all_finders(s):
    lead = mark_length(s)
    rest = s[lead:]
    assert [(h.kind, h.start - lead, h.end - lead) for h in find_exact(s)] == [tuple(h) for h in everywhere(rest)]
    assert [(kind, start - lead, end - lead) for kind, start, end in find_named(s)] == [
        tuple(h) for h in everywhere(rest, named=True)
    ]


@given(texts)
def test_numbers_and_dates_begin_where_they_are_tried(s):
    assert [m.span() for m in opened(numbers._NUMBER, numbers._OPENING, s)] == [
        m.span() for m in numbers._NUMBER.finditer(s)
    ]
    low = s.lower()
    assert [m.span() for m in dates._matches(low)] == [m.span() for m in dates._DATE.finditer(low)]


SIGNS = st.lists(
    st.sampled_from(
        ["a", "b", "ID", "id", "d", "1", "23", "-", "_", ".", "/", ":", "`", "$", "--", "@", "(", ")", "=", "X-", "é", "×", "#", "~", "+", " ", "E",
         "ERR", "foo", "Bar", "sha1:", "0x", "\\", "C:", "http://", "com", "v1", "^", "issue 12", "PR 33", "port 80", "code", "'", "%", "１", "月"]
    ),
    max_size=12,
).map("".join)  # fmt: skip


@given(texts | SIGNS)
def test_names_begin_where_they_are_tried(s):
    for pattern, opening in (
        (identifiers._LOCATION, identifiers._LOCATION_OPENING), (identifiers._ID, identifiers._ID_OPENING), (errors._ERROR, errors._OPENING),
        (identifiers._SYMBOL, identifiers._SYMBOL_OPENING), (identifiers._VERSION, identifiers._VERSION_OPENING),
    ):  # fmt: skip
        assert [m.span() for m in opened(pattern, opening, s)] == [m.span() for m in pattern.finditer(s)]


@pytest.mark.parametrize("s", ["the pump waits for its filter", "nobody knows; we wait", "so (it seems) it was"])
def test_plain_words_are_not_searched(s):
    assert shapes_of(s) == 0
    assert find_exact(s) == ()


@pytest.mark.parametrize("s", ["see PR 488", "exit code 1", "port 8443", "on 4 May", "Anna said so"])
def test_what_stands_on_both_sides_of_a_space_is_found(s):
    assert find_exact(s)
