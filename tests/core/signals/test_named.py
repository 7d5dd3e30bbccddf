"""A predicate of one named thing, told with the other sign, whatever stands between name and verb."""

from __future__ import annotations

import pytest

from .helpers import Text, refused


@pytest.mark.parametrize(
    ("children", "fault"),
    [
        ([("assistant", "cfg.yaml (the copy under /etc/relay) is loaded at boot.")], "cfg.yaml is not loaded at boot."),
        ([("assistant", "The bearing SKF-6204, delivered on Tuesday, is not sealed.")], "SKF-6204 is sealed."),
        ([("assistant", "Valve V-12, which feeds the north tank, can be operated by hand.")], "V-12 cannot be operated by hand."),
        ([("assistant", "svc-a, svc-b and svc-c are covered by the nightly backup.")], "svc-b is not covered by the nightly backup."),
        ([("assistant", "CVE-2031-4411 (heap overflow in libtar, CVSS 7.8) affects our build because we link the static archive.")], "CVE-2031-4411 (libtar) does not affect our build."),
        ([("assistant", "parse_header() (src/http.c:88) does not check the length of the field.")], "parse_header() checks the length of the field."),
        ([("tool", "8443/tcp (metrics, bound by node_exporter) is exposed to the internet.")], "8443/tcp is not exposed to the internet."),
        (["Lot K-881 (barley, silo 3) is not suitable for malting."], "Lot K-881 is suitable for malting."),
        ([("assistant", "`useSession` (from lib/auth.ts) is called in the layout.")], "`useSession` is never called in the layout."),
        (["Serial D-5512 is watertight, D-5513 is not watertight since the drop test."], "D-5513 (second batch, grey) is watertight as well."),
    ],
)  # fmt: skip
def test_the_fault_is_refused(children: list[Text], fault: str) -> None:
    assert {"polarity", "status_changed"} & set(refused(children, fault))


@pytest.mark.parametrize(
    ("children", "faithful"),
    [
        ([("assistant", "cfg.yaml under /opt is not loaded at boot; cfg.yaml in /etc/relay is loaded at boot.")], "cfg.yaml in /etc/relay is loaded at boot."),
        ([("assistant", "Valve V-12, which is not painted, can be operated by hand.")], "V-12 can be operated by hand."),
        ([("assistant", "svc-b (staging) is covered by the backup. svc-d is not covered.")], "svc-d is not covered by the backup, svc-b is."),
        ([("assistant", "CVE-2031-4411 (libtar) affects our build."), ("assistant", "After dropping the static archive CVE-2031-4411 no longer affects it.")], "CVE-2031-4411 does not affect our build any more."),
        (["If SKF-6204 is not sealed, send it back.", "SKF-6204 (delivered on Tuesday) is sealed."], "SKF-6204 is sealed."),
        ([("user", "Is parse_header() not checking the length of the field?"), ("assistant", "parse_header() (src/http.c:88) checks it.")], "parse_header() checks the length of the field."),
        ([("assistant", "Not only CVE-2031-4411 (libtar) but also CVE-2031-5002 affects our build.")], "CVE-2031-4411 affects our build."),
        (["Pump P-7 (cellar) is not connected to the mains, only to the generator."], "P-7 is connected to the generator."),
        (["job-17 (nightly) is not retried before midnight."], "job-17 is retried after midnight."),
        (["Lot K-881 (barley, silo 3) is not suitable for malting."], "Lot K-881 is unsuitable for malting."),
        ([("assistant", "`useSession` (from lib/auth.ts) is called in the layout, not in the page.")], "`useSession` is not called in the page."),
    ],
)  # fmt: skip
def test_the_faithful_near_miss_is_not(children: list[Text], faithful: str) -> None:
    assert refused(children, faithful) == []
