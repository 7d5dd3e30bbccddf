"""Values in other languages: one sentence a language with a value in it, told again in another of its forms, or changed.

In: nothing but a seed. Out: `Told` cases: a child's sentence, the same value in another form of that language, and two changed values. Digits,
decimal signs, grouping, full-width forms and units are those of the language; the sentences are our own.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

__all__ = ["LANGUAGES", "Told", "cases"]


@dataclass(frozen=True, slots=True)
class Told:
    """One sentence with its value, with the same value in another form, and with another value."""

    language: str
    child: str
    same: str
    changed: str


_SENTENCES = {
    "en": ("The timeout of the {w} is {v} now.", "We measured {v} for the {w}.", "The limit of the {w} was set to {v}.", "Each run of the {w} takes {v}."),
    "de": ("Das Zeitlimit des Dienstes {w} beträgt jetzt {v}.", "Für {w} haben wir {v} gemessen.", "Die Grenze von {w} wurde auf {v} gesetzt.", "Jeder Lauf von {w} braucht {v}."),
    "fr": ("Le délai du service {w} est maintenant de {v}.", "Nous avons mesuré {v} pour {w}.", "La limite de {w} a été fixée à {v}.", "Chaque exécution de {w} prend {v}."),
    "es": ("El límite de tiempo de {w} es ahora de {v}.", "Hemos medido {v} para {w}.", "El tope de {w} se fijó en {v}.", "Cada ejecución de {w} tarda {v}."),
    "zh": ("{w} 的超时时间现在是 {v}。", "我们测得 {w} 为 {v}。", "{w} 的上限设置为 {v}。", "{w} 每次运行需要 {v}。"),
    "ja": ("{w} のタイムアウトは現在 {v} です。", "{w} では {v} を計測しました。", "{w} の上限は {v} に設定されました。", "{w} の実行には毎回 {v} かかります。"),
}  # fmt: skip
LANGUAGES = tuple(_SENTENCES)
_THINGS = ("parser-7", "import_orders", "gateway", "db-02", "worker_pool", "cache.front")


def _decimal(value: float, language: str) -> str:
    text = f"{value:.1f}"
    return text.replace(".", ",") if language in ("de", "fr", "es") else text


def _grouped(value: int, language: str) -> str:
    sign = {"de": ".", "es": ".", "fr": " ", "en": ",", "zh": ",", "ja": ","}[language]
    return f"{value:,}".replace(",", sign)


def _wide(text: str) -> str:
    return "".join(chr(ord(c) + 0xFEE0) if c.isdigit() else c for c in text)


def cases(n: int, seed: int) -> Iterator[Told]:
    """`n` cases of each language."""
    for language, sentences in _SENTENCES.items():
        rng = Random(f"languages {seed} {language}")
        for _ in range(n):
            sentence, thing = rng.choice(sentences), rng.choice(_THINGS)
            first, same, changed = rng.choice((_seconds, _large, _size, _share))(language, rng)
            yield Told(language, *(sentence.format(w=thing, v=v) for v in (first, same, changed)))


def _seconds(language: str, rng: Random) -> tuple[str, str, str]:
    """2,5 s is 2500 ms; 25 s is not."""
    value = rng.randrange(11, 99) / 10
    other = value * rng.choice((10, 2))
    ms = str(round(value * 1000))
    unit, short = {"zh": (" 秒", " 毫秒"), "ja": (" 秒", " ミリ秒")}.get(language, (" s", " ms"))
    return _decimal(value, language) + unit, ms + short, _decimal(other, language) + unit


def _large(language: str, rng: Random) -> tuple[str, str, str]:
    """5.902 Zeilen is 5902 Zeilen."""
    value = rng.randrange(2_100, 99_000)
    other = value + rng.choice((1, 10, 100, -100))
    unit = {"en": " rows", "de": " Zeilen", "fr": " lignes", "es": " filas", "zh": " 行", "ja": " 行"}[language]
    plain = _wide(str(value)) if language in ("zh", "ja") else str(value)
    return _grouped(value, language) + unit, plain + unit, _grouped(other, language) + unit


def _size(language: str, rng: Random) -> tuple[str, str, str]:
    """1,5 GB is 1500 MB; 1,5 MB is not."""
    value = rng.randrange(11, 90) / 10
    return f"{_decimal(value, language)} GB", f"{round(value * 1000)} MB", f"{_decimal(value, language)} MB"


def _share(language: str, rng: Random) -> tuple[str, str, str]:
    """87,4 % is 87,4% and 0,874 is the same ratio."""
    value = rng.randrange(105, 985) / 10
    other = round(value + rng.choice((-7.0, 0.3, 1.0, 9.0)), 1)
    first = _decimal(value, language)
    same = _wide(first) + "％" if language in ("zh", "ja") else first + "%"
    return first + " %", same, _decimal(other, language) + " %"
