"""Exact values written wrong: what the parent has stands nowhere, and the sources' value is gone from it."""

from __future__ import annotations

import pytest

from leadline.core.signals.slips import is_slip

from .helpers import Text, refused

SCAN: list[Text] = [
    (
        "tool",
        "openssl 3.0.11 CVE-2026-10441, fixed in 3.0.16\nhost  web-12  addr 198.51.100.17\nbackup ended 18:40, 1,279 rows",
    ),
    ("assistant", "The scan of web-12 found one critical hole in openssl. The backup ran from Monday, 14 March."),
]
RULES: list[Text] = [
    (
        "user",
        "Mrs Lind, 47, takes 5 mg daily. The target stays between 2.0 and 3.0; her next visit is on 31 July at 10:15.",
    ),
    ("assistant", "Noted: 47 years, next visit 31 July at 10:15, with Dr Novak."),
]

FIT: list[Text] = [
    ("tool", "fit: beta = -0.038, SE 0.011, r = -0.47, n 212"),
    ("assistant", "The coefficient is -0.038."),
]


@pytest.mark.parametrize(
    ("children", "parent"),
    [
        (SCAN, "The openssl of web-12 (3.0.11) has a critical hole, which 3.0.61 closes (CVE-2026-10441)."),
        (FIT, "The coefficient is -.083 (SE .011)."),
        (FIT, "The coefficient is -.038 (SE .011), the correlation r=-.74."),
        (SCAN, "On web-12 (198.51.100.71) the scan found one critical hole in openssl."),
        (SCAN, "One critical hole in openssl was found on web-21."),
        (SCAN, "The backup, of 1,297 rows, was over at 18:40."),
        (SCAN, "The backup was over at 18:04 with 1,279 rows."),
        (RULES, "Mrs Lind, 74, is on 5 mg daily; Dr Novak sees her next on 31 July at 10:15."),
        (RULES, "Dr Novak sees Mrs Lind (47) next on 13 July at 10:15; she is on 5 mg daily."),
        (RULES, "Dr Novak sees Mrs Lind (47) on 31 July at 10:51; she is on 5 mg daily."),
        (RULES, "Dr Novak sees Mrs Lind (47) on 31 July at 10:75; she is on 5 mg daily."),
        ([("tool", "expires 2026-06-03 08:14\nname shop.example"), ("user", "Renew shop.example in time.")], "The certificate of shop.example expires on 2062-06-03."),
        ([("tool", "pairs scored     24000\nprecision        0.981"), ("user", "Report the pairs scored.")], "The model scored 240000 pairs with a precision of 0.981."),
    ],
)  # fmt: skip
def test_a_slip_of_an_exact_value_refuses(children: list[Text], parent: str) -> None:
    """One digit another, two exchanged, a zero too many: in versions, addresses, names, times, dates, years and numbers."""
    assert "value_changed" in refused(children, parent)


@pytest.mark.parametrize(
    ("children", "parent"),
    [
        (SCAN, "The openssl of web-12 (3.0.11) has a critical hole, which 3.0.16 closes (CVE-2026-10441)."),
        (SCAN, "One critical hole in openssl was found on web-12, at 198.51.100.17."),
        (SCAN, "The backup was over at 6:40 pm with 1279 rows."),
        (RULES, "Mrs Lind (47 years) takes 5 mg a day. Dr Novak: 31 July, quarter past ten."),
        (FIT, "The coefficient is -.038 (SE .011), the correlation r=-.47."),
        # worked out, not written wrong
        ([("user", "The hall costs 240 euros for two days, so five days are 600."), ("assistant", "A sixth day is 120 more: 720.")], "Six days in the hall cost 720 euros."),
        ([("tool", "07:55 door opened\n08:20 alarm off")], "The alarm went off 25 minutes after the door was opened."),
        ([("assistant", "Pages 56 and 58 are there.")], "Page 57 is missing."),
        ([("assistant", "Hosts img-1 to img-4 were restarted.")], "Host img-3 was restarted as well."),
        # both are told, so that neither stands for the other
        ([("assistant", "The nightly job runs on job-03.")], "The nightly job runs on job-03; a twin could be called job-30."),
        # a day that follows from another one
        ([("user", "Today is 16 April. The draft is due tomorrow.")], "The draft is due on 17 April."),
        ([("user", "The press event is on 12 June, the app must be out on the 11th.")], "The app has to be out by 11 June."),
        # written otherwise
        ([("tool", "median duration 6:20 min, 14 bounces")], "The median duration was 6 min 20 s, with 14 bounces."),
        ([("tool", "flat 07A  meter 4410229706\nflat 07B  meter 4410229707")], "Flat 7A has the meter 4410229706."),
        ([("user", "Three sets of 15 squats each.")], "Squats: 3x15."),
        ([("assistant", "El total es de 13.200,00 EUR sin IVA.")], "Total: 13.200 s/IVA."),
        ([("tool", "file is 640 kb big"), ("user", "How big?")], "The file is 640 kB big."),
        ([("tool", "18mb used of 2gb"), ("user", "How much?")], "18 MB of 2 GB are used."),
        ([("tool", "heap_mb: 18\ntimeoutMs: 750"), ("user", "What is set?")], "The heap is 18 MB, the timeout 750 ms."),
        ([("tool", "coût: 1 250,50 €"), ("user", "Combien ?")], "Le coût est de 1250,50 €."),
        ([("tool", "Whg 3: 115,5 m³"), ("user", "Wie viel?")], "Wohnung 3 115,5 m³."),
        ([("tool", "build ok (3m12s)\nbuild bad (58s)"), ("user", "How long?")], "It was measured: build ok in 192 s."),
        ([("tool", "price 1.299,00 EUR, Rabatt 10 %"), ("user", "Rechne den Endpreis aus.")], "Der Preis beträgt 1299 EUR bei 10 % Rabatt, also 1169,10 EUR."),
        # rounded
        ([("tool", "consumer 3 lag 1302\nconsumer 1 lag 87")], "Consumer 3 lags by 1,300."),
        ([("tool", "consumer 3 lag 1302\nconsumer 1 lag 1187")], "Consumers 1 and 3 lag by some 1,200 to 1,300."),
        ([("tool", "rows 21170000 done")], "Some 21.2 million rows are done."),
    ],
)  # fmt: skip
def test_the_faithful_near_miss_does_not(children: list[Text], parent: str) -> None:
    """Other forms of the same value, what follows from values, and roundings are no slips."""
    assert not {"value_changed", "unit_changed", "invented_detail"} & set(refused(children, parent))


@pytest.mark.parametrize(
    ("one", "two", "slip"),
    [
        ("5433", "5432", True),
        ("31", "13", True),
        ("24000", "2400", True),
        ("240000", "2400", True),
        ("4194304", "419304", True),
        ("5433", "5433", False),
        ("5433", "3354", False),
        ("12", "34", False),
        ("7", "70", False),
    ],
)
def test_what_is_a_slip(one: str, two: str, slip: bool) -> None:
    """Symmetric: which of two is the slip is not to be seen in their digits."""
    assert is_slip(one, two) is slip
    assert is_slip(two, one) is slip


@pytest.mark.parametrize(
    ("children", "parent", "refuses"),
    [
        ([("tool", "upstream_timeout_ms: 750\nretries: 1")], "The route has an upstream timeout of 750 s and 1 retry.", True),
        ([("tool", "upstream_timeout_ms: 750\nretries: 1")], "The route has an upstream timeout of 0.75 s and 1 retry.", False),
        ([("tool", "node      p95_ms  conn\nedge-fra  204     5120\nedge-mad  241     3377")], "On edge-fra p95 is 204 s.", True),
        ([("tool", "node      p95_ms  conn\nedge-fra  204     5120\nedge-mad  241     3377")], "On edge-fra p95 is 204 ms.", False),
        ([("tool", "logcount --status 429 --since 24h\n17,204 lines"), ("user", "How many 429s?")], "In the last 24 minutes there were 17,204 lines with 429.", True),
        ([("user", "The bus costs 486 euros, back by 15:30.")], "The bus, 486 dollars, is back by 15:30.", True),
        ([("tool", "timeoutSeconds: 30\nmax_age_days: 45")], "The timeout is 30 ms.", True),
        ([("tool", "timeoutSeconds: 30\nmax_age_days: 45")], "The timeout is half a minute, the greatest age 45 days.", False),
        ([("tool", "timeoutSeconds: 30\nmax_age_days: 45")], "The greatest age is 45 hours.", True),
        # a rate whose key has no slash to write: its last letter is no unit of its own
        ([("tool", '{"well": 4, "NO3_mgL": 48.5, "wind_kmh": 31.5, "dust_ug_per_m3": 22.4}')], "Well 4 has 48.5 mg/l of nitrate; wind 31.5 km/h, dust 22.4 µg/m³.", False),
        ([("tool", '{"well": 4, "NO3_mgL": 48.5, "wind_kmh": 31.5, "dust_ug_per_m3": 22.4}')], "Well 4 has 48.5 µg/l of nitrate.", True),
        ([("tool", '{"well": 4, "NO3_mgL": 48.5, "wind_kmh": 31.5, "dust_ug_per_m3": 22.4}')], "The wind at well 4 is 31.5 m/s.", True),
        ([("tool", '{"well": 4, "NO3_mgL": 48.5, "wind_kmh": 31.5, "dust_ug_per_m3": 22.4}')], "At well 4 the dust is 22.4 mg/m³.", True),
        ([("tool", "time   flow_lmin\n05:00  12.5\n07:00  11.4")], "The flow fell from 12.5 to 11.4 l/min by seven.", False),
        ([("user", "Wait 30 s, then another 30 min at most.")], "After half a minute wait 30 min at most.", False),
    ],
)  # fmt: skip
def test_units_of_keys_and_columns_and_units_replaced(children: list[Text], parent: str, refuses: bool) -> None:
    """A key or the head of a column gives its numbers their unit; digits that have one unit everywhere have no other."""
    assert ("unit_changed" in refused(children, parent)) is refuses
