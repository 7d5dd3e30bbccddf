"""Names of one family, called by the part that tells them apart, told of one another; and the right one."""

from __future__ import annotations

import pytest

from leadline.core.signals.aliases import find_aliased

from .helpers import Text, refusing


@pytest.mark.parametrize(
    ("children", "parent"),
    [
        (
            [
                ("tool", "service        state\nauth-gateway   up\nauth-worker    degraded"),
                ("user", "You may restart the worker at noon, the gateway stays as it is."),
            ],
            "auth-worker is degraded. auth-gateway may be restarted at noon.",
        ),
        (
            [
                ("assistant", "config/cache.yaml and config/queue.yaml are both stale."),
                ("user", "Regenerate the queue file tonight with the new broker address."),
            ],
            "config/cache.yaml is to be regenerated tonight with the new broker address.",
        ),
        (
            [
                ("tool", "job nightly-backup ok\njob nightly-report failed: template missing"),
                ("user", "Rerun the report with last week's template, please."),
            ],
            "nightly-backup is to be rerun with last week's template.",
        ),
        (
            [
                ("tool", "flag checkout_promo ON\nflag checkout_loyalty OFF"),
                ("user", "Raise loyalty to 10 % of the shops from Tuesday on."),
            ],
            "checkout_promo goes to 10 % of the shops from Tuesday on.",
        ),
        (
            [
                ("assistant", "Branches feature-login and feature-search are open."),
                ("user", "Squash the login branch and delete it afterwards."),
            ],
            "feature-search is to be squashed and deleted afterwards.",
        ),
        (
            [
                ("tool", "pump-inlet 3.1 bar\npump-outlet 5.0 bar"),
                ("user", "Close the outlet valve by a quarter turn before the test."),
            ],
            "The valve of pump-inlet is to be closed by a quarter turn before the test.",
        ),
        (
            [
                ("assistant", "`UserImporter` and `UserExporter` share the parser."),
                ("user", "Let the exporter write UTF-16 for the old client."),
            ],
            "`UserImporter` is to write UTF-16 for the old client.",
        ),
    ],
)
def test_what_was_said_of_a_sibling(children: list[Text], parent: str) -> None:
    assert "identifier_swapped" in refusing(find_aliased, children, parent)


@pytest.mark.parametrize(
    ("children", "parent"),
    [
        (
            [
                ("tool", "service        state\nauth-gateway   up\nauth-worker    degraded"),
                ("user", "You may restart the worker at noon, the gateway stays as it is."),
            ],
            "auth-worker may be restarted at noon; auth-gateway stays as it is.",
        ),
        (
            [
                ("tool", "tables: orders_eu 41 GB, orders_us 7 GB"),
                ("user", "The us one can be dropped after the export of Friday."),
            ],
            "orders_us may be dropped after the export of Friday.",
        ),
        (
            [
                ("assistant", "config/cache.yaml and config/queue.yaml are both stale."),
                ("user", "Regenerate the queue file tonight, and the cache file as well."),
            ],
            "config/cache.yaml is to be regenerated tonight.",
        ),
        (
            [
                ("tool", "job nightly-backup ok\njob nightly-report failed: template missing"),
                ("user", "Rerun the report before the backup starts."),
            ],
            "nightly-backup starts after the rerun of the report.",
        ),
        (
            [
                ("tool", "flag checkout_promo ON\nflag checkout_loyalty OFF"),
                ("user", "Raise loyalty to 10 %."),
                ("user", "And promo to 10 % of the shops from Tuesday on."),
            ],
            "checkout_promo goes to 10 % of the shops from Tuesday on.",
        ),
        (
            [
                ("assistant", "Branches feature-login and feature-search are open."),
                ("user", "Delete it afterwards, the search one I mean; the login stays."),
            ],
            "feature-search is to be deleted afterwards.",
        ),
        (
            [("assistant", "`UserImporter` and `UserExporter` share the parser, a parser of the exporter's age.")],
            "`UserImporter` shares the parser.",
        ),
        (
            [
                ("tool", "src/api/users.py failed\nsrc/api/orders.py ok"),
                ("assistant", "users fails because the orders fixture is gone."),
            ],
            "src/api/users.py fails because the fixture is gone.",
        ),
    ],
)
def test_what_was_said_of_the_name_itself(children: list[Text], parent: str) -> None:
    assert refusing(find_aliased, children, parent) == []
