"""Values written in five languages: the three answers of a comparison, and the same values told in another language.

The first table is about facts, the second about a parent in one language over a child in another one.
"""

from __future__ import annotations

import pytest

from leadline.core.facts import compare, normal_form
from leadline.core.facts.model import Fact
from leadline.core.facts.numbers import find_numbers
from leadline.core.signals.index import Trial
from leadline.core.signals.values import find_values
from leadline.core.text.messages import Child


def fact(kind, text):
    return Fact("f", kind, text, normal_form(kind, text), "a", 0, len(text), (0, len(text)), "user")


COMPARISONS = [
    # German: point for thousands, comma for decimals
    ("quantity", "5.902 Zeilen", "5902 rows", "incomparable"),
    ("quantity", "5.902", "5902", "same"),
    ("quantity", "5.902,5 kg", "5902.5 kg", "same"),
    ("quantity", "2,5 Millionen", "2500000", "same"),
    ("quantity", "2,5 kg", "2.5 kg", "same"),
    ("quantity", "2,5 kg", "25 kg", "different"),
    ("quantity", "48 Stunden", "172800 s", "same"),
    ("quantity", "30 Sekunden", "30 ms", "different"),
    ("ratio", "85 Prozent", "85 %", "same"),
    ("datetime", "22. August 2026", "2026-08-22", "same"),
    ("datetime", "22.08.2026", "2026-08-22", "same"),
    ("datetime", "3. März 2026", "2026-03-04", "different"),
    ("datetime", "14 Uhr", "14:00", "same"),
    # French: blank for thousands
    ("quantity", "5 902", "5902", "same"),
    ("quantity", "5\u202f902", "5902", "same"),
    ("quantity", "2,5 millions", "2500000", "same"),
    ("quantity", "90 minutes", "1,5 h", "same"),
    ("quantity", "30 secondes", "0,5 min", "same"),
    ("ratio", "12,5 %", "0.125", "same"),
    ("datetime", "22 août 2026", "2026-08-22", "same"),
    ("datetime", "1er mars 2026", "2026-03-01", "same"),
    ("datetime", "14h30", "14:30", "same"),
    # Spanish
    ("quantity", "1.200,75 km", "1200.75 km", "same"),
    ("quantity", "2 horas", "120 min", "same"),
    ("quantity", "3 días", "72 h", "same"),
    ("datetime", "22 de agosto de 2026", "2026-08-22", "same"),
    ("datetime", "22 de agosto de 2026", "2026-08-23", "different"),
    # Chinese and Japanese, full-width digits
    ("quantity", "５９０２", "5902", "same"),
    ("quantity", "２．５ kg", "2.5 kg", "same"),
    ("quantity", "3.2万", "32000", "same"),
    ("quantity", "1億", "100000000", "same"),
    ("quantity", "30秒", "30 s", "same"),
    ("quantity", "30分钟", "1800 s", "same"),
    ("quantity", "2小时", "120 min", "same"),
    ("quantity", "2時間", "90 min", "different"),
    ("ratio", "８５％", "85 %", "same"),
    ("datetime", "2026年8月22日", "22 Aug 2026", "same"),
    ("datetime", "２０２６年８月２２日", "2026-08-22", "same"),
    ("datetime", "8月22日", "2026-08-23", "different"),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "a", "b", "expected"), COMPARISONS)
def test_comparisons_over_languages(kind, a, b, expected):
    x, y = fact(kind, a), fact(kind, b)
    assert compare(x, y) == expected
    assert compare(y, x) == expected


def hard(child: str, parent: str) -> list[str]:
    return [f.parent_quote for f in find_values(Trial([Child("a", child)], parent)) if f.severity == "hard"]


TOLD = [
    ("Der Lauf nahm 5.902 Zeilen in 2,5 Stunden auf, am 22. August.", "The run took in 5,902 rows in 150 minutes on 22 August."),
    ("Die Halle fasst 2,5 Millionen Liter.", "The hall holds 2,500,000 litres."),
    ("Le 3 mars, 1 250 colis sont partis à 14h30, soit 12,5 % de plus.", "On 3 March 1,250 parcels left at 14:30, which is 12.5 % more."),
    ("El depósito tiene 1.200,75 km de tubo desde el 5 de mayo.", "The depot has had 1,200.75 km of pipe since 5 May."),
    ("批次上限为 3.2万 行，每 30 分钟一次。", "The batch limit is 32,000 rows, once every 1800 s."),
    ("会議は８月２２日の１４時、参加は７割。", "The meeting is on 22 August at 14:00, with 70 % taking part."),
    ("Die Frist ist Donnerstag, halb neun.", "The deadline is Thursday at 8:30."),
    ("三百二十人が登録した。", "320 people have registered."),
    ("La moitié des 84 tests échoue.", "50 % of the 84 tests fail."),
    ("Alle zwei Wochen wird gesichert.", "A backup is made every 14 days."),
]  # fmt: skip


@pytest.mark.parametrize(("child", "parent"), TOLD)
def test_a_value_told_in_another_language_passes(child, parent):
    assert hard(child, parent) == []


CHANGED = [
    ("Der Lauf nahm 5.902 Zeilen auf.", "Der Lauf nahm 5.920 Zeilen auf.", "5.920"),
    ("Le colis pèse 2,5 kg à vide.", "Le colis pèse 2,9 kg à vide.", "2,9 kg"),
    ("El tubo mide 1.200 metros de largo.", "El tubo mide 1.210 metros de largo.", "1.210 metros"),
    ("每批最多 500 行数据，超时 30 秒。", "每批最多 500 行数据，超时 45 秒。", "45 秒"),
    ("会議は８月２２日に行われる予定です。", "会議は８月２３日に行われる予定です。", "８月２３日"),
]  # fmt: skip


@pytest.mark.parametrize(("child", "parent", "quote"), CHANGED)
def test_a_value_changed_in_its_language_is_sure(child, parent, quote):
    assert hard(child, parent) == [quote]


@pytest.mark.parametrize(
    ("text", "hits"),
    [
        ("会议持续了2小时。", ["2小时"]),
        ("待機は30分間、上限は3.2万行です。", ["30分間", "3.2万行"]),
        ("Es waren 2,5 Millionen Zeilen.", ["2,5 Millionen"]),
        ("Le dépôt pèse 5.902,5 kg.", ["5.902,5 kg"]),
    ],
)
def test_whole_quantities_are_found(text, hits):
    assert [text[h.start : h.end] for h in find_numbers(text)] == hits
