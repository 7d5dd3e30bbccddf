"""A summary in another language than its sources, where some of these are logs, and summaries that somebody asked for in that language."""

from __future__ import annotations

import pytest

from leadline.core.signals.languages import find_foreign

from .helpers import Text, refusing


@pytest.mark.parametrize(
    ("children", "parent"),
    [
        (
            [
                (
                    "tool",
                    "2026-04-02T07:11:09Z INFO worker=3 job=8812 state=done rows=4410\n2026-04-02T07:11:40Z WARN worker=1 job=8813 retry=2 reason=timeout\n2026-04-02T07:12:02Z ERROR worker=1 job=8813 state=failed",
                ),
                (
                    "assistant",
                    "Job 8813 failed after two retries because the source timed out. I have not restarted it.",
                ),
                ("user", "Leave it until Monday and tell me what the source team says."),
            ],
            "Auftrag 8813 ist nach zwei Versuchen wegen einer Zeitüberschreitung der Quelle gescheitert und wurde nicht neu gestartet. Der Nutzer will, dass er bis Montag liegen bleibt und dass die Antwort des Quellteams gemeldet wird.",
        ),
        (
            [
                (
                    "tool",
                    "2026-04-02T07:11:09Z INFO worker=3 job=8812 state=done rows=4410\n2026-04-02T07:11:40Z WARN worker=1 job=8813 retry=2 reason=timeout\n2026-04-02T07:12:02Z ERROR worker=1 job=8813 state=failed",
                ),
                ("user", "Why did it fail?"),
                ("assistant", "The source timed out twice."),
            ],
            "Der Auftrag 8813 ist gescheitert, weil die Quelle zweimal nicht rechtzeitig geantwortet hat; die anderen Aufträge sind durchgelaufen.",
        ),
        (
            [
                ("tool", "+---+------+\n| a | 12.4 |\n| b | 19.0 |\n+---+------+"),
                ("user", "Put the table on the poster, but leave out row b."),
                ("assistant", "Done, row b is left out."),
            ],
            "Die Tabelle kommt auf das Plakat, aber ohne die Zeile b; das ist erledigt.",
        ),
        (
            [
                (
                    "tool",
                    "2026-04-02T07:11:09Z INFO worker=3 job=8812 state=done rows=4410\n2026-04-02T07:11:40Z WARN worker=1 job=8813 retry=2 reason=timeout\n2026-04-02T07:12:02Z ERROR worker=1 job=8813 state=failed",
                ),
                ("user", "What happened to the job?"),
                ("assistant", "It failed."),
            ],
            "作业 8813 在两次重试之后因为超时而失败，其他作业都已完成，用户想知道原因。",
        ),
        (
            [
                "任务 8813 因为超时失败了，请在周一之前不要重启，先问一下数据源团队。",
                (
                    "tool",
                    "2026-04-02T07:11:09Z INFO worker=3 job=8812 state=done rows=4410\n2026-04-02T07:11:40Z WARN worker=1 job=8813 retry=2 reason=timeout\n2026-04-02T07:12:02Z ERROR worker=1 job=8813 state=failed",
                ),
            ],
            "Job 8813 failed because of a timeout and is not to be restarted before Monday; the source team has to be asked first.",
        ),
        (
            [
                (
                    "tool",
                    "2026-04-02T07:11:09Z INFO worker=3 job=8812 state=done rows=4410\n2026-04-02T07:11:40Z WARN worker=1 job=8813 retry=2 reason=timeout\n2026-04-02T07:12:02Z ERROR worker=1 job=8813 state=failed",
                ),
                ("assistant", "Der Auftrag ist gescheitert, die Quelle war nicht erreichbar."),
                ("user", "Dann warten wir bis Montag."),
            ],
            "The job has failed because the source was not reachable, and it is to wait until Monday.",
        ),
    ],
)
def test_another_language_than_its_sources(children: list[Text], parent: str) -> None:
    assert "degenerate" in refusing(find_foreign, children, parent)


@pytest.mark.parametrize(
    ("children", "parent"),
    [
        (
            [
                (
                    "tool",
                    "2026-04-02T07:11:09Z INFO worker=3 job=8812 state=done rows=4410\n2026-04-02T07:11:40Z WARN worker=1 job=8813 retry=2 reason=timeout\n2026-04-02T07:12:02Z ERROR worker=1 job=8813 state=failed",
                ),
                ("user", "Warum ist der Auftrag gescheitert?"),
                ("assistant", "The source timed out twice."),
            ],
            "Der Auftrag 8813 ist gescheitert, weil die Quelle zweimal nicht geantwortet hat; der Nutzer wollte den Grund wissen.",
        ),
        (
            [
                (
                    "tool",
                    "2026-04-02T07:11:09Z INFO worker=3 job=8812 state=done rows=4410\n2026-04-02T07:11:40Z WARN worker=1 job=8813 retry=2 reason=timeout\n2026-04-02T07:12:02Z ERROR worker=1 job=8813 state=failed",
                )
            ],
            "Der Auftrag 8813 ist nach zwei Versuchen gescheitert, die anderen sind durchgelaufen und es ist nichts weiter zu tun.",
        ),
        (
            [
                (
                    "tool",
                    "2026-04-02T07:11:09Z INFO worker=3 job=8812 state=done rows=4410\n2026-04-02T07:11:40Z WARN worker=1 job=8813 retry=2 reason=timeout\n2026-04-02T07:12:02Z ERROR worker=1 job=8813 state=failed",
                ),
                ("user", "Write the summary in German please, my boss reads it."),
                ("assistant", "I will, the job failed twice."),
            ],
            "Der Auftrag 8813 ist zweimal gescheitert; der Chef des Nutzers liest die Zusammenfassung und will sie auf Deutsch.",
        ),
        (
            [
                (
                    "tool",
                    "2026-04-02T07:11:09Z INFO worker=3 job=8812 state=done rows=4410\n2026-04-02T07:11:40Z WARN worker=1 job=8813 retry=2 reason=timeout\n2026-04-02T07:12:02Z ERROR worker=1 job=8813 state=failed",
                ),
                ("assistant", "Job 8813 failed, and the source team is asked."),
            ],
            "Job 8813 failed, and the source team has been asked.",
        ),
        (
            [
                (
                    "tool",
                    "src/app/main.py:14: error: Name 'foo' is not defined\nFound 1 error in 1 file (checked 12 source files)",
                ),
                ("user", "ok, mach das bitte weg"),
            ],
            "In main.py steht in Zeile 14 ein nicht definierter Name; der Nutzer will, dass das behoben wird, und es ist noch offen.",
        ),
        (
            [
                (
                    "tool",
                    "2026-04-02T07:11:09Z INFO worker=3 job=8812 state=done rows=4410\n2026-04-02T07:11:40Z WARN worker=1 job=8813 retry=2 reason=timeout\n2026-04-02T07:12:02Z ERROR worker=1 job=8813 state=failed",
                ),
                ("assistant", "Bericht in German for the client, as you asked: Auftrag gescheitert."),
            ],
            "Der Auftrag ist gescheitert, und der Bericht für den Kunden ist auf Deutsch geschrieben.",
        ),
        (
            [
                ("user", "please translate the note into French"),
                ("assistant", "La note est prête : le magasin ferme à midi et les clés sont chez le voisin."),
            ],
            "La note est traduite : le magasin ferme à midi et les clés sont chez le voisin.",
        ),
        (
            [("user", "状況は？"), ("assistant", "Job failed with a timeout.")],
            "ジョブはタイムアウトで失敗しました。利用者は状況を尋ねています。",
        ),
    ],
)
def test_a_language_that_a_source_speaks_or_asks_for(children: list[Text], parent: str) -> None:
    assert refusing(find_foreign, children, parent) == []
