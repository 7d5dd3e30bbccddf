"""One of several rows failed, and the summary tells the success of all."""

from __future__ import annotations

import pytest

from leadline.core.signals.row_outcomes import find_row_outcomes

from .helpers import RISK, Text, refused, trial


@pytest.mark.parametrize(
    ("children", "fault"),
    [
        ([("tool", "ok   parse_date\nFAIL parse_zone (0.2s)\nok   parse_month")], "parse_date, parse_zone and parse_month pass."),
        ([("tool", "node-a: upgraded\nnode-b: error: disk full\nnode-c: upgraded")], "The upgrade succeeded on node-a, node-b and node-c."),
        ([("tool", "| north kiln | passed |\n| south kiln | failed |")], "Both kilns passed the inspection."),
        ([("tool", "books  ✓\norders ✗ timeout\nusers  ✓")], "books, orders and users were synced successfully."),
        ([("tool", "web-1 rc=0\nweb-2 rc=1\nweb-3 rc=0")], "The playbook ran successfully on web-1, web-2 and web-3."),
        ([("tool", "invoice 1201 sent\ninvoice 1202 failed: mailbox full\ninvoice 1203 sent")], "Invoices 1201, 1202 and 1203 were sent successfully."),
        ([("assistant", "Door 4 updated, door 5 failed twice, door 6 updated.")], "Doors 4, 5 and 6 were updated successfully."),
        ([("tool", "backup pg-main SUCCESS\nbackup pg-audit FAILED (exit 2)")], "The backups of pg-main and pg-audit succeeded."),
        ([("tool", "sensor update 2.4.1\nhall_north   2.4.0 -> 2.4.1  success\nhall_south   2.4.0 -> 2.4.1  FAILED (no answer, back on 2.4.0)\nyard   2.4.0 -> 2.4.1  success"), ("assistant", "Two of three run 2.4.1.")], "The update to 2.4.1 succeeded on hall_north, hall_south and yard."),
    ],
)  # fmt: skip
def test_the_fault_is_refused(children: list[Text], fault: str) -> None:
    assert {"status_changed", "scope_widened"} & set(refused(children, fault))


@pytest.mark.parametrize(
    ("children", "faithful"),
    [
        ([("tool", "ok   parse_date\nFAIL parse_zone (0.2s)\nok   parse_month"), ("tool", "ok   parse_zone")], "parse_date, parse_zone and parse_month pass."),
        ([("tool", "ok   parse_date\nFAIL parse_zone (0.2s)\nok   parse_month")], "parse_date and parse_month pass; parse_zone fails."),
        ([("tool", "node-a: upgraded\nnode-b: error: disk full\nnode-c: upgraded")], "The upgrade succeeded on node-a and node-c, but not on node-b."),
        ([("tool", "node-a: upgraded\nnode-b: error: disk full\nnode-c: upgraded")], "The upgrade was tried on node-a, node-b and node-c."),
        ([("tool", "| north kiln | passed |\n| south kiln | failed |")], "Both kilns were inspected; only the north one passed."),
        ([("tool", "test_error_page ok\ntest_failed_login ok")], "test_error_page and test_failed_login pass."),
        ([("tool", "web-1 ok=5 failed=0\nweb-2 ok=5 failed=0")], "The playbook succeeded on web-1 and web-2."),
        ([("tool", "books  ✓\norders ✗ timeout\nusers  ✓")], "Everything but orders was synced successfully."),
        ([("tool", "node-a: upgraded\nnode-b: error: disk full\nnode-c: upgraded"), ("assistant", "I freed the disk, and node-b went through on the second run.")], "The upgrade succeeded on node-a, node-b and node-c."),
        ([("tool", "backup pg-main SUCCESS\nbackup pg-audit FAILED (exit 2)")], "The backup of pg-main succeeded, that of pg-audit failed with exit 2."),
        ([("tool", "check lint passed\ncheck docs passed\ncheck links failed"), ("assistant", "I mended the links; every check passes now.")], "Every check passed."),
        ([("tool", "web-1 rc=0\nweb-2 rc=1\nweb-3 rc=0")], "The playbook succeeded on web-1 and web-3; web-2 returned 1."),
        (["Claim 31: paid. Claim 32: rejected. Claim 33: paid."], "All claims but 32 have been paid."),
        ([("assistant", "All three were upgraded, nothing failed, and the check passed.")], "All three were upgraded."),
    ],
)  # fmt: skip
def test_the_faithful_near_miss_is_not(children: list[Text], faithful: str) -> None:
    assert refused(children, faithful) == []


def test_all_without_a_number_is_told_but_does_not_refuse() -> None:
    """ "Every check" may be of another run than the rows."""
    rows: list[Text] = [("tool", "check lint passed\ncheck docs passed\ncheck links failed")]
    found = find_row_outcomes(trial(rows, "Every check passed."))
    assert [(f.kind, f.probability < RISK) for f in found] == [("status_changed", True)]
    plates: list[Text] = [("tool", "plate 1 accepted\nplate 2 accepted\nplate 3 rejected")]
    assert [f.probability < RISK for f in find_row_outcomes(trial(plates, "All plates were accepted."))] == [True]
