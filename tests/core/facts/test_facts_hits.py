"""Exact kinds: what is found in one sentence, and which look-alikes are refused."""

from itertools import pairwise

import pytest
from tests.growth import grows_linearly

from leadline.core.facts import extract, normal_form
from leadline.core.facts.exact import find_exact
from leadline.core.facts.retain import ParentIndex, retained
from leadline.core.text.messages import Child


def found(s):
    return [(h.kind, s[h.start : h.end]) for h in find_exact(s)]


@pytest.mark.parametrize(
    ("s", "expected"),
    [
        ("See https://x.io/a(b).", ("url", "https://x.io/a(b)")),
        ("open cmd/cli/hooks_main.go, line 4", ("path", "cmd/cli/hooks_main.go")),
        ("write to ~/notes/a.md now", ("path", "~/notes/a.md")),
        (r"copy C:\Users\x\a.txt", ("path", r"C:\Users\x\a.txt")),
        ("only Makefile.toml changed", ("path", "Makefile.toml")),
        ("host 10.2.3.4:5433 is down", ("host", "10.2.3.4:5433")),
        ("db-prod-7.internal:5432 is up", ("host", "db-prod-7.internal:5432")),
        ("listen on port 8443 instead", ("host", "port 8443")),
        ("request 0b5c8a9e-1111-4222-8333-abcdefabcdef hung", ("id", "0b5c8a9e-1111-4222-8333-abcdefabcdef")),
        ("commit 5a6fe71 is bad", ("id", "5a6fe71")),
        ("PR 488 is merged", ("id", "PR 488")),
        ("OPS-412 is open", ("id", "OPS-412")),
        ("rotate evt_8813 please", ("id", "evt_8813")),
        ("moved to JG7FMM today", ("id", "JG7FMM")),
        ("mail ops@corp.example about it", ("id", "ops@corp.example")),
        ("call `retryLimit` here", ("symbol", "retryLimit")),
        ("set MAX_RETRIES to 3", ("symbol", "MAX_RETRIES")),
        ("the header X-Store-Id is gone", ("symbol", "X-Store-Id")),
        ("pass --dry-run=1 to it", ("symbol", "--dry-run=1")),
        ("use requests==2.31.0 only", ("package", "requests==2.31.0")),
        ("go to v2.1.3 first", ("version", "v2.1.3")),
        ("runs on Python 3.11 only", ("version", "3.11")),
        ("it died with exit code 137.", ("error", "exit code 137")),
        ("the gateway answered 503 twice", ("error", "503")),
        ("HTTP 409 came back", ("error", "HTTP 409")),
        ("ORA-12541: no listener", ("error", "ORA-12541")),
        ("open: ENOENT, no such file", ("error", "ENOENT")),
        ("a sqlalchemy.exc.OperationalError hit us", ("error", "sqlalchemy.exc.OperationalError")),
        ("status=409 code=KEY_REUSE attempt=2", ("error", "KEY_REUSE")),
        ("killed by SIGKILL", ("error", "SIGKILL")),
        ("it takes 250 ms", ("quantity", "250 ms")),
        ("measured 12.5 Sv there", ("quantity", "12.5 Sv")),
        ("we saw 2000/s", ("quantity", "2000/s")),
        ("5,902 rows moved", ("quantity", "5,902 rows")),
        ("at most 5 attempts", ("threshold", "at most 5 attempts")),
        ("lag above 30 s aborts", ("threshold", "above 30 s")),
        ("10 minutes or less", ("threshold", "10 minutes or less")),
        ("refunded $6,594 to her", ("money", "$6,594")),
        ("costs 130 EUR a night", ("money", "130 EUR")),
        ("87.4 % passed", ("ratio", "87.4 %")),
        ("6 of 9 answers", ("ratio", "6 of 9")),
        ("by 22 Aug 2026 at the latest", ("datetime", "22 Aug 2026")),
        ("on 2026-08-22T17:30:00Z it began", ("datetime", "2026-08-22T17:30:00Z")),
        ("at 17:35 sharp", ("datetime", "17:35")),
        ("not before Friday", ("datetime", "Friday")),
        ("bis zum 22. August fertig", ("datetime", "22. August")),
        ("8月22日までに", ("datetime", "8月22日")),
        ('she wrote "hands off the index"', ("quote", "hands off the index")),
        ("signed off by Anna Weber", ("name", "Anna Weber")),
        ("Ravi approved the plan", ("name", "Ravi")),
    ],
)
def test_a_shape_is_found_with_its_kind(s, expected):
    assert expected in found(s)


@pytest.mark.parametrize(
    ("s", "kind"),
    [
        ("yes and/or no", "path"),
        ("read/write access", "path"),
        ("24/7 support", "path"),
        ("base64 and utf-8 and sha256", "id"),
        ("the 3rd and the 21st", "id"),
        ("an 18-month term", "id"),
        ("3100-5600 characters", "id"),
        ("250ms and 2GB", "id"),
        ("PR 488 W5-11", "quantity"),
        ("it stayed at 0.07.", "datetime"),
        ("see section 4471) for it", "datetime"),
        ("2026-03-06T09:14:22 began", "id"),
        ("JavaScript and GitHub", "symbol"),
        ("Mr MacEwan and Ms McBride agreed", "symbol"),
        ("Doors open at 10 p.m. sharp", "path"),
        ("it returned 500 rows", "error"),
        ("12 of them and 5 or 6", "money"),
        ("The tests passed", "name"),
    ],
)
def test_a_look_alike_is_refused(s, kind):
    assert kind not in [k for k, _ in found(s)]


def test_hits_never_overlap():
    s = "At 09:14 v2.1.3 of a/b/c_1.py on db-7.internal:5432 failed with code=E_IO_17 after 250 ms (6 of 9)."
    hits = find_exact(s)
    assert len(hits) >= 7
    assert all(a.end <= b.start for a, b in pairwise(hits))


@pytest.mark.parametrize(
    "unit",
    ["a/", "1.", "1,", "a_", "aB", "a-", "a@", "#1", "`", "--a", "1:", "E1", "0x", '"', "Ab ", "at most ", "1 of "],
)
def test_hostile_repetition_stays_linear(unit):
    """Eight times the text costs nowhere near sixty-four times the time."""
    assert grows_linearly(find_exact, lambda n: unit * (n // len(unit)), 3000, 8)


@pytest.mark.parametrize(
    ("kind", "odd", "plain"),
    [
        ("datetime", "The talk begins at 1:45\u202fpm today.", "1:45 pm"),
        ("quantity", "It takes 250\u00a0ms on average.", "250 ms"),
        ("ratio", "So ８７.４\u2009％ of it is done.", "87.4 %"),
        ("money", "It costs 130\u00a0EUR a night.", "130 EUR"),
        ("error", "It died with exit\u00a0code\u202f137.", "exit code 137"),
        ("host", "Listen on port\u00a08443 instead.", "port 8443"),
        ("quantity", "処理は３０秒かかる。", "30秒"),
    ],
)
def test_odd_spaces_and_digits_are_the_plain_ones(kind, odd, plain):
    """The offsets stay, the normal form is the one of the plain text."""
    (hit,) = [h for h in find_exact(odd) if h.kind == kind]
    assert normal_form(kind, odd[hit.start : hit.end]) == normal_form(kind, plain)


@pytest.mark.parametrize(
    ("child", "parent"), [("1:45\u202fpm", "1:45 pm"), ("1:45 pm", "1:45\u202fpm"), ("130\u00a0EUR", "130 EUR")]
)
def test_a_parent_keeps_a_value_whatever_space_it_writes(child, parent):
    facts = [
        f
        for f in extract(Child("a", f"The train leaves at {child} from Aachen.", "user"))
        if f.kind in ("datetime", "money")
    ]
    assert [r.state for r in retained(facts, ParentIndex(f"From Aachen the train leaves at {parent}."))] == ["kept"]


@pytest.mark.parametrize(
    ("s", "id"),
    [
        ("Reservation ID: HATHAT", "HATHAT"),
        ("the code is QWERTZ for it", "QWERTZ"),
        ("the idea: LATER", None),
        ("ID: later", None),
    ],
)
def test_a_code_without_digits_is_an_id_where_it_is_called_one(s, id):
    found = [s[h.start : h.end] for h in find_exact(s) if h.kind == "id"]
    assert found == ([id] if id else [])
