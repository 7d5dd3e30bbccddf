"""Phrases that know which one and do not tell, where a source names it, and phrases that the sources use themselves."""

from __future__ import annotations

import pytest

from leadline.core.signals.vague import find_vague

from .helpers import Text, refusing


@pytest.mark.parametrize(
    ("children", "parent"),
    [
        (
            [("user", "Turn the feature flag checkout_v3_async off before the sale starts.")],
            "A certain feature flag has to be turned off before the sale starts.",
        ),
        (
            [("assistant", "libpq 15.2 leaks handles, so I pinned libpq to 14.8 in the image; the leak is gone.")],
            "libpq 15.2 leaks handles; an older version of libpq is pinned in the image and the leak is gone.",
        ),
        (
            [("tool", "spine-3: port Te2/1/7 carries the backup traffic, 71 % load")],
            "One of the ports of the spine carries the backup traffic at 71 % load.",
        ),
        (
            [("user", "The spare keys lie in locker 318, second shelf.")],
            "The spare keys lie in one particular locker on the second shelf.",
        ),
        (
            [("assistant", "The sort test fails only under the locale tr_TR.UTF-8, everywhere else it passes.")],
            "The sort test fails only under a specific locale and passes everywhere else.",
        ),
        (
            [("user", "On the meters use firmware 3.4.1 and not the current 3.6.0.")],
            "On the meters an earlier firmware is to be used, not the current 3.6.0.",
        ),
        (
            [("assistant", "Tank 7 is the fullest and must be emptied first, tank 4 can wait until Monday.")],
            "The fullest tank must be emptied first; tank 4 can wait until Monday.",
        ),
        (
            ["Das Ventil V-17 klemmt seit Dienstag und wird vor dem Wochenende getauscht."],
            "Ein bestimmtes Ventil klemmt seit Dienstag und wird vor dem Wochenende getauscht.",
        ),
        (
            [("assistant", "The crash goes away with driver 551.23; with 546.01 it stays.")],
            "The crash goes away with a newer release of the driver; with 546.01 it stays.",
        ),
        (
            [("tool", "proxy: header X-Trace-Parent dropped on 14 of 20 requests")],
            "The proxy dropped one of the headers on 14 of 20 requests.",
        ),
    ],
)
def test_a_phrase_that_keeps_the_name_to_itself(children: list[Text], parent: str) -> None:
    assert "identifier_blurred" in refusing(find_vague, children, parent)


@pytest.mark.parametrize(
    ("children", "parent"),
    [
        (
            [("user", "Turn the feature flag checkout_v3_async off before the sale starts.")],
            "checkout_v3_async: this flag has to be turned off before the sale starts. A certain flag was meant.",
        ),
        (
            [("user", "I think some older version of libpq was used in the image, I forgot which.")],
            "An older version of libpq was used in the image; which one is not known.",
        ),
        (
            [("tool", "spine-3: ports Te2/1/7 and Te2/1/9 carry the backup traffic")],
            "Some ports of the spine carry backup traffic, Te2/1/7 and Te2/1/9.",
        ),
        ([("user", "I am certain that locker 318 is empty.")], "The user is certain that locker 318 is empty."),
        ([("assistant", "One of the three nodes, n-17, was slow.")], "One of the three nodes was slow (n-17)."),
        (
            [("user", "Show a specific error message for each field, not only a red frame.")],
            "Each field needs a specific error message instead of only a red frame.",
        ),
        (
            [("assistant", "Tank 7 is the fullest and must be emptied first.")],
            "The fullest tank, 7, must be emptied first.",
        ),
        (
            [("assistant", "driver 546.01 crashes. A newer release of the driver should be tried.")],
            "Driver 546.01 crashes; a newer release of the driver should be tried.",
        ),
        (
            [("user", "We will buy another freezer of the type F-80 next year, the old one F-80-02 goes to storage.")],
            "Another freezer is bought next year; F-80-02 goes to storage.",
        ),
        (
            [("assistant", "Step 3 of the guide is outdated. One of the steps mentions Python 2.")],
            "One of the steps of the guide mentions Python 2, and step 3 is outdated.",
        ),
    ],
)
def test_a_phrase_that_hides_nothing(children: list[Text], parent: str) -> None:
    assert refusing(find_vague, children, parent) == []


SWITCHES = ["The plan routes the gateway traffic over gateway 10.8.0.1, the backup over gateway 10.8.0.9."]


@pytest.mark.parametrize(
    ("children", "parent", "hit"),
    [
        (SWITCHES, "Plan and backup differ in the route. The latter gateway takes the traffic.", True),
        (SWITCHES, "The gateways 10.8.0.1 and 10.8.0.9 differ; the latter gateway takes the traffic.", False),
        (
            ["All eleven hosts run kernel 6.6.52 since Monday."],
            "No host is left on an older kernel since Monday.",
            False,
        ),
        (
            ["The pod has a memory limit 512Mi and restarts."],
            "The pod restarts and needs a higher limit of memory.",
            False,
        ),
        (["Run `make check` for the status of the tree."], "The next step is another status call for the tree.", False),
        (
            ["Use the header X-Run-Key, the client sends X-Run-Id."],
            "The client sends another header than the server reads.",
            True,
        ),
    ],
)
def test_other_words_for_one_that_is_named(children: list[Text], parent: str, hit: bool) -> None:
    assert refusing(find_vague, children, parent) == (["identifier_blurred"] if hit else [])


KILNS: list[Text] = [
    ("tool", "kiln 1: 412 plates\nkiln 2: 96 plates; status OVEN-FAULT at night, restarts 4\npump P-31 fed by line L-9")
]


@pytest.mark.parametrize(
    ("children", "parent", "hit"),
    [
        (KILNS, "Kiln 1 fired 412 plates, kiln 2 just 96. The latter reports oven faults at night.", False),
        (KILNS, "Kiln 1 fired 412 plates, kiln 2 just 96. The latter regularly shows an oven fault.", False),
        (KILNS, "Kiln 1 fired 412 plates, kiln 2 just 96. The latter restarted pump and line.", False),
        (SWITCHES, "Plan and backup differ in the route. The latter gateways take the traffic.", True),
        (
            [("tool", "driver 546.01 crashes, driver 551.22 runs")],
            "Two versions were tried. The latter driver runs.",
            True,
        ),
    ],
)
def test_the_latter_that_stands_alone_points_back(children: list[Text], parent: str, hit: bool) -> None:
    """What follows a lone "the latter" is its verb, and no noun whose name the summary would owe."""
    assert refusing(find_vague, children, parent) == (["identifier_blurred"] if hit else [])
