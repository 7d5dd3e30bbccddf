"""Values cut off instead of rounded, limits that were rounded at all, digits that nobody measured, and roundings that are right."""

from __future__ import annotations

import pytest

from leadline.core.signals.values import find_values

from .helpers import Text, refusing


@pytest.mark.parametrize(
    ("children", "parent"),
    [
        (
            ["Load test: the p95 latency came to 187.6 ms after the change, with 40 workers."],
            "After the change the p95 latency of the load test is 187 ms with 40 workers.",
        ),
        (
            ["Run 12 of the reactor gave a yield of 92.78 % at 64 degrees."],
            "Run 12 of the reactor yielded 92.7 % at 64 degrees.",
        ),
        (
            ["The contract sets the nitrate limit to 4.75 mg/l; the last sample was clean."],
            "The contract's nitrate limit is 4.8 mg/l; the last sample was clean.",
        ),
        (
            ["Our objective for the gateway is an availability of 99.95 % a month."],
            "The gateway has to reach 99.9 % availability a month.",
        ),
        (["alarm_threshold_bar = 0.275\nalarm_delay_s = 30"], "The alarm threshold is 0.28 bar with a delay of 30 s."),
        (
            ["The tank held 35 litres when the crew read the gauge at noon."],
            "The tank held 35.0 litres when the crew read the gauge at noon.",
        ),
        (
            ["Die Toleranz der Welle darf höchstens 12,5 mm betragen, sagt die Norm."],
            "Die Toleranz der Welle darf laut Norm höchstens 13 mm betragen.",
        ),
        (
            ["Transfers above 2,499.50 EUR must be signed by two people."],
            "Transfers above 2,500 EUR must be signed by two people.",
        ),
        (["Maximum load ratio: 1.25. Minimum: 0.40."], "The maximum load ratio is 1.3, the minimum 0.40."),
    ],
)
def test_a_rounding_that_is_none(children: list[Text], parent: str) -> None:
    assert "value_changed" in refusing(find_values, children, parent)


@pytest.mark.parametrize(
    ("children", "parent"),
    [
        (
            ["Load test: the p95 latency came to 187.6 ms after the change, with 40 workers."],
            "After the change the p95 latency of the load test is 188 ms with 40 workers.",
        ),
        (
            ["Run 12 of the reactor gave a yield of 92.78 % at 64 degrees."],
            "Run 12 of the reactor yielded 92.8 % at 64 degrees.",
        ),
        (
            ["Run 12 of the reactor gave a yield of 92.78 % at 64 degrees."],
            "Run 12 of the reactor yielded over 92 % at 64 degrees.",
        ),
        (
            ["The repair bill of the van was 35 EUR, paid in cash."],
            "The repair bill of the van was 35.00 EUR, paid in cash.",
        ),
        (
            ["Line coverage of the parser rose to 84.449 % this week."],
            "Line coverage of the parser rose to 84.4 % this week.",
        ),
        (
            ["The nitrate limit is 4.75 mg/l; the last sample had 4.712 mg/l."],
            "The last sample had 4.71 mg/l of nitrate against the limit of 4.75 mg/l.",
        ),
        (["The drift of the clock was 0.125 s a day."], "The drift of the clock was 0.13 s a day."),
        (["The drift of the clock was 0.125 s a day."], "The drift of the clock was 0.12 s a day."),
        (["The probe showed 3.96 bar in the last hour."], "The probe showed about 4.0 bar in the last hour."),
        (
            ["The objective is 99.95 % a month; last month the gateway reached 99.912 %."],
            "Last month the gateway reached 99.9 % against an objective of 99.95 % a month.",
        ),
        (["Kernel 6.10 boots, 6.1 hangs at the splash screen."], "Kernel 6.10 boots, 6.1 hangs at the splash screen."),
        (["The trip meter showed 1 204.7 km at the border."], "The trip meter showed some 1,205 km at the border."),
    ],
)
def test_a_rounding_that_is_right(children: list[Text], parent: str) -> None:
    assert refusing(find_values, children, parent) == []


def test_the_half_goes_up_or_to_the_even_digit() -> None:
    source: list[Text] = ["The gauge of the boiler read 17.45 bar and 6.25 bar at the return."]
    assert refusing(find_values, source, "The gauge of the boiler read 17.4 bar.") == []
    assert refusing(find_values, source, "The gauge of the boiler read 17.5 bar.") == []
    source = ["The gauge of the boiler read 17.55 bar at the return."]
    assert refusing(find_values, source, "The gauge of the boiler read 17.5 bar.") == ["value_changed"]


@pytest.mark.parametrize(
    ("source", "parent"),
    [
        (
            "The oven took 2100 s, that is 35 min, for the cake.",
            "The oven took 35.0 min for the cake, which is 2100.0 s.",
        ),
        ("Release 3 of the viewer is out.", "Release 3.0 of the viewer is out."),
        ("Rows of the sheet: north 35 %, south 41.5 %.", "Rows of the sheet: north 35.0 %, south 41.5 %."),
        ("The lift carries at most 2.5 t; 3.5 t is the truck.", "The crew of the lift made 3 trips."),
        ("The ceiling is 12.75 m; the mast measures 12.8 m.", "The mast under the ceiling measures 12.8 m."),
    ],
)
def test_what_is_no_false_rounding(source: str, parent: str) -> None:
    assert refusing(find_values, [source], parent) == []
