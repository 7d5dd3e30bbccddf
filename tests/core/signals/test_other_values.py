"""A field of a record told with the opposite of its value."""

from __future__ import annotations

import pytest

from .helpers import Text, refused


@pytest.mark.parametrize(
    ("children", "fault"),
    [
        ([("tool", "interface eth3 link: down speed: 1000")], "The link of eth3 is up."),
        ([("tool", "{\"feature\":\"dark_mode\",\"enabled\":false,\"owner\":\"web\"}")], "dark_mode is enabled."),
        ([("tool", "bucket media-archive\n  public_access: blocked\n  versioning: ON")], "Versioning is off on media-archive."),
        ([("tool", "PermitRootLogin no\nPasswordAuthentication yes\nX11Forwarding no")], "PasswordAuthentication is set to no."),
        ([("tool", "| gate B | closed |\n| gate C | open |")], "Gate B is open."),
        ([("tool", "rule 40 policy: allow src: any dst: 10.2.0.0/16")], "Rule 40 has the policy deny for 10.2.0.0/16."),
        ([("tool", "volume vol-9 mode: read-only size: 80G")], "vol-9 is writable."),
        ([("tool", "email: string, required: true\nnick: string, required: false")], "The email field is optional."),
        ([("assistant", "Pump P2 status on; pump P3 status off.")], "Pump P3 has the status on."),
        ([("tool", "group web-asg autoscaling=disabled min=2 max=6")], "web-asg runs with autoscaling enabled (min 2, max 6)."),
        ([("tool", "lint: pass\ntypes: fail\nbuild: pass")], "The types check passed."),
        (["Schalter S4: offen\nSchalter S5: geschlossen"], "Der Schalter S4 ist geschlossen."),
        ([("tool", "gw> show policy 77\npolicy 77  name guest-dns\n  from guests  to 10.8.0.2\n  action permit   log no"), ("assistant", "Policy 77 lets the guests ask the resolver.")], "Policy 77 (guest-dns) has the action deny for 10.8.0.2."),
    ],
)  # fmt: skip
def test_the_fault_is_refused(children: list[Text], fault: str) -> None:
    assert {"polarity", "status_changed"} & set(refused(children, fault))


@pytest.mark.parametrize(
    ("children", "faithful"),
    [
        ([("tool", "{\"feature\":\"dark_mode\",\"enabled\":false}"), ("assistant", "I switched dark_mode on.")], "dark_mode is enabled."),
        ([("tool", "bucket media-archive\n  public_access: blocked\n  versioning: ON")], "On media-archive public access is blocked and versioning is on."),
        ([("tool", "| gate B | closed |\n| gate C | open |")], "Gate C is open."),
        ([("tool", "default action: deny\nrule 12: allow tcp/443")], "The default action is deny, with an allow for tcp/443."),
        ([("tool", "email: string, required: false")], "The email field is optional."),
        ([("tool", "group web-asg autoscaling=disabled min=2")], "Autoscaling is not enabled on web-asg."),
        ([("tool", "09:10 eth3 link: down\n09:12 eth3 link: up")], "The link of eth3 is up again."),
        ([("tool", "issue 40 status=closed reason=duplicate\nissue 41 status=open")], "Issue 41 is still open, 40 was closed as a duplicate."),
        ([("tool", "dry_run: true"), ("user", "Set dry_run to false before the live run.")], "dry_run has to be false for the live run."),
        ([("tool", "fail_open: true")], "The proxy fails open."),
        ([("tool", "volume vol-9 mode: read-only"), ("assistant", "Remounted vol-9 read-write.")], "vol-9 is writable."),
        ([("tool", "lint: pass\ntypes: fail")], "Lint passed, types failed."),
        ([("tool", "PermitRootLogin no\nPasswordAuthentication yes")], "PasswordAuthentication should be set to no."),
        ([("tool", "build A (-O3)  wave_test  FAILED\nbuild B (-O2)  wave_test  Passed")], "The wave_test passes without it."),
        ([("tool", "test_pull PASSED, test_pull_large XFAIL")], "test_pull_large fails as expected."),
        ([("tool", "login ok, pay FAIL, refund SKIPPED"), ("tool", "login ok, pay ok, refund FAIL")], "Pay passes after the change, refund fails."),
        ([("assistant", "Heater yes, window no.")], "For the window a hinge is on order."),
    ],
)  # fmt: skip
def test_the_faithful_near_miss_is_not(children: list[Text], faithful: str) -> None:
    assert refused(children, faithful) == []
