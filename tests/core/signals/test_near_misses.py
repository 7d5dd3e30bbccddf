"""Faithful summaries that come near what the laws of values, names and accounts refuse: none of them is refused."""

from __future__ import annotations

import pytest

from leadline.core.signals.measure import measure

from .helpers import Text, trial

_MISSING = ("missing_owed", "constraint_lost")  # one sentence need not tell everything


@pytest.mark.parametrize(
    ("children", "parent"),
    [
        (
            [("tool", "build 1: 312 s\nbuild 2: 298 s"), ("assistant", "Two builds ran, 312 s and 298 s.")],
            "Two builds ran in about 305 s on average.",
        ),
        (
            [("user", "Ship to Lund (order 4471) and Oslo (order 4480). The Oslo one first.")],
            "Order 4480 (Oslo) ships first, then order 4471 (Lund).",
        ),
        (
            [("assistant", "I tried option A (cache) and it broke; option B (queue) is in place.")],
            "A cache was tried and broke. The queue, option B, is in place.",
        ),
        ([("assistant", "p95 fell from 182.4 ms to 121.6 ms.")], "p95 fell by about a third, from 182 ms to 122 ms."),
        (
            [("user", "We meet in room 4.12 on Tuesday, and Li's team in room 4.14.")],
            "The meeting is in room 4.12 on Tuesday; Li's team is in room 4.14.",
        ),
        (
            [("assistant", "One of the tests, test_upload_retry, is flaky. I left it.")],
            "One of the tests is flaky (test_upload_retry) and was left.",
        ),
        (
            [("assistant", "I have not counted the rows of the archive. The live table has 48,112 rows.")],
            "The live table has about 48,000 rows; the archive was not counted.",
        ),
        ([("user", "Date not fixed yet, between 3 and 7 June.")], "The date is not fixed, between 3 and 7 June."),
        ([("user", "The move date was not fixed. Now it is: 5 June.")], "The move is on 5 June."),
        (
            [("tool", "sensor A 21.4 C\nsensor B 21.9 C"), ("assistant", "Both read the same within tolerance.")],
            "Sensors A and B read 21.4 and 21.9 C, the same within tolerance.",
        ),
        (
            [
                (
                    "assistant",
                    "Ticket OPS-41: disk full on node-3. Ticket OPS-42: disk full on node-5. Both nodes were cleaned.",
                )
            ],
            "OPS-41 and OPS-42 were about full disks on node-3 and node-5, both cleaned.",
        ),
        (
            [("assistant", "feature_flag_x is on for 5 %, feature_flag_y for 10 %. y was raised from 5 %.")],
            "feature_flag_x and feature_flag_y are on for 5 % and 10 %.",
        ),
        (
            [("user", "Use the older version of the form if the new one fails; version 3.2 is the new one.")],
            "The older version of the form is the fallback, 3.2 is the new one.",
        ),
        (
            [("assistant", "A different approach is needed. v2.1.0 of the parser has the bug too.")],
            "A different approach is needed since v2.1.0 of the parser has the bug as well.",
        ),
        (
            [("assistant", "Server alpha: 12 GB, server beta: 12 GB, server gamma: 16 GB.")],
            "gamma has 16 GB, alpha and beta 12 GB each.",
        ),
        (
            [("user", "Ana got seat 14 and Ben seat 15, then Ben moved to seat 14 and Ana to 15.")],
            "Ben sits on seat 14, Ana on seat 15.",
        ),
        (
            [
                (
                    "user",
                    "Pay invoice 771 (1,240 EUR) today. Invoice 772 (880 EUR) can wait; its total does not match the order, ask them.",
                )
            ],
            "Invoice 771 (1,240 EUR) is paid today; 772 (880 EUR) waits as its total does not match the order.",
        ),
        (
            [
                ("tool", "counter north 1,204\ncounter south 1,198"),
                ("user", "They differ a little as always, take north."),
            ],
            "1,204 were counted (north).",
        ),
        (
            [("assistant", "The first run failed, the second succeeded. The third option in the menu was not tried.")],
            "The first run failed and the second succeeded; the third option in the menu was not tried.",
        ),
        (
            [("user", "bitte kurz auf Englisch zusammenfassen: der Server ist wieder da, die Platte war voll.")],
            "The server is back; the disk had been full and that was the reason for the outage.",
        ),
        (
            [("tool", "latency 35 ms"), ("assistant", "Latency is 35 ms, throughput 12.5 MB/s.")],
            "Latency 35.0 ms, throughput 12.5 MB/s.",
        ),
        (
            [("assistant", "The quote says 14 days, the mail says 10 days. The vendor confirmed 10 days.")],
            "Delivery takes 10 days, as the vendor confirmed.",
        ),
        (
            [("user", "Rack 14 first, it is the oldest; then rack 17.")],
            "Rack 14 goes first as the oldest rack, then rack 17.",
        ),
    ],
)
def test_a_faithful_sentence_passes_every_check(children: list[Text], parent: str) -> None:
    findings = [f for s in measure(trial(children, parent).children, parent).signals.values() for f in s.findings]
    sure = [f for f in findings if f.severity in ("hard", "warning") or f.probability >= 0.85]
    assert [f.kind for f in sure if f.kind not in _MISSING] == []
