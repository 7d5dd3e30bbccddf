"""Units that stand beside their number in other ways than right behind it, and rows that are a number with its name."""

import pytest
from tests.core.signals.helpers import Text, refusals

SOURCES: list[tuple[str, list[Text], str, str]] = [
    ("cell of a row", [("tool", "metal,value,unit\nlead,6.3,ug/L\nzinc,0.41,mg/L")], "Lead 6.3 µg/L, zinc 0.41 mg/L.", "Lead 6.3 mg/L, zinc 0.41 mg/L."),
    ("within a time", ["The humidity may change by at most 4 % within 24 hours."], "Humidity: change of at most 4 % within 24 hours.", "Humidity: change of at most 4 % per hour."),
    ("bits written out", [("tool", "iperf: 420 Mbits/sec"), "The link gives 420 Mbits/sec."], "The link gives 420 Mbit/s.", "The link gives 420 MB/s."),
    ("bits per second in one word", ["The link gives 310 Mbps."], "The link gives 310 Mbit/s.", "The link gives 310 MB/s."),
    ("and the other way", ["The link gives 310 Mbit/s."], "The link gives 310 Mbps.", "The link gives 310 kbps."),
    ("a number and its name", [("tool", "rows merged      36000\nprecision        0.971"), "Nothing has been written so far."],
     "36,000 merged rows; precision 0.971.", "3,600 merged rows; precision 0.971."),
]  # fmt: skip


@pytest.mark.parametrize(("children", "faithful", "faulty"), [s[1:] for s in SOURCES], ids=[s[0] for s in SOURCES])
def test_units_and_numbers(children: list[Text], faithful: str, faulty: str) -> None:
    assert refusals(children, faithful) == []
    assert refusals(children, faulty)
