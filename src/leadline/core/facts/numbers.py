"""Numbers with what they count: quantities, thresholds, money and ratios, and their normal forms.

In: one sentence in which ids, dates and versions are already taken. Units are whatever word follows (no closed list: unknown
units must survive); known ones convert inside of one family only (ms to s, GiB to B), never GB to GiB. Values are exact
decimals, so 0.85 and 85 % are equal and 0.1 + 0.2 is nobody's business.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal, InvalidOperation
from typing import NamedTuple

from leadline.core.facts.hits import Hit
from leadline.core.text.kept import kept
from leadline.core.text.openings import opened
from leadline.core.text.words import even, stem, word_set

__all__ = ["Amount", "find_numbers", "parse_amount"]

_NUM = r"\d{1,3}(?:\.\d{3})+,\d{1,12}(?!\d)|\d{1,3}(?:\.\d{3}){2,}(?![\d.])|\d{1,3}(?:[,' \u202f\u00a0]\d{3})+(?:\.\d{1,12})?(?!\d)|\d{1,15}(?:[.,]\d{1,12})?"
_CMP = (
    r"at\ most|no\ more\ than|not\ more\ than|up\ to|less\ than|fewer\ than|lower\ than|below|under|maximum(?:\ of)?|max\.?|capped\ at|limited\ to|"
    r"limit(?:\ is|\ of|\ to|:)?|ceiling(?:\ at|\ of|\ is)?|not\ (?:to\ )?exceed|never\ exceed|exceed(?:s|ing)?|within|at\ least|no\ less\ than|not\ less\ than|"
    r"minimum(?:\ of)?|min\.?|more\ than|greater\ than|higher\ than|above|over|threshold(?:\ of|\ is|\ at|:)?|budget(?:\ of|\ is|:)?|"
    r"höchstens|maximal|mindestens|unter|über|mehr\ als|weniger\ als|au\ plus|au\ moins|maximum\ de|moins\ de|plus\ de|como\ máximo|al\ menos|menos\ de|más\ de|"
    r"<=|>=|≤|≥|<|>|最大|最多|至少|以上|以下"
)
_NUMBER = re.compile(
    rf"""
    (?P<money>(?:[$€£¥₹]|US\$|\b(?:USD|EUR|GBP|CHF|JPY)\ )-?(?:{_NUM})(?:\ ?(?:k|m|bn|million|billion|thousand)\b)?
      |(?<![\w.,])(?:{_NUM})\ ?(?:[€£¥₹]|(?:USD|EUR|GBP|CHF|JPY|dollars?|euros?|pounds?|yen|cents?|Euro)\b))
  | (?P<percent>(?<![\w.,])[-+]?(?:{_NUM})\ ?(?:%|percent\b|per\ cent\b|Prozent\b|pour\ cent\b|por\ ciento\b|％))
  | (?P<ratio>(?<![\w.,/])\d{{1,9}}(?:\ of\ (?:the\ |these\ |all\ )?|\ out\ of\ |\ von\ |\ sur\ |\ de\ |/)\d{{1,9}}(?![\w/]|[.,]\d))
  | (?P<number>(?<![\w.,/:#])[-+]?(?:{_NUM})(?P<unit>\ ?[-/]?[A-Za-zÀ-ÿµμ°Ω]{{1,24}}(?:/[A-Za-z]{{1,8}})?(?![\w=])|/[a-z]{{1,8}})?(?![\w/]|[.,]\d))
  | (?P<cjk>\d{{1,12}}(?:[.,]\d{{1,6}})?\ ?(?:分[钟間]|秒[钟間]|小[时時]|時間|日間|週間|[万萬亿億]?[分秒年个件本人円元間间次台回週周天行条]|[万萬亿億％]))
    """,
    re.VERBOSE,
)
_OPENING = re.compile(r"[-+\d$€£¥₹UEGCJ]")  # what a number begins with: a digit, a sign, a currency
_CMP_BEFORE = re.compile(rf"(?:(?<!\w)(?:{_CMP}))\ ?(?:of\ |is\ |to\ |a\ |the\ |about\ |von\ |de\ )?$", re.IGNORECASE)
_CMP_AFTER = re.compile(
    r"\ ?(?:or\ (?:less|fewer|more|under|over|above|below)|max(?:imum)?\b|minimum\b|at\ most|at\ least|以上|以下|未満)",
    re.IGNORECASE,
)
_UPPER = re.compile(
    r"most|no more|not more|up to|less|fewer|lower|below|under|max|capped|limit|ceiling|exceed|within|budget|höchst|maximal|unter|weniger|au plus|moins de|máximo|menos de|<|≤|最大|最多|以下|未満",
    re.IGNORECASE,
)
_NOT_UNIT = word_set(
    "and or of in on at to for from by with is are was were the a an as but if then than that this which when while "
    "until before after not no will would can could may has have had do does did it its we they you i he she be been "
    "so because per via vs und oder von am im mit zu für et ou de du des à au y o en por con para times each both "
    "only more less other new old different separate further additional"
)

_TIME = {"ns": "0.000000001", "µs": "0.000001", "μs": "0.000001", "us": "0.000001", "ms": "0.001", "msec": "0.001", "millisecond": "0.001", "s": "1", "sec": "1",
         "second": "1", "seconds": "1", "min": "60", "mins": "60", "minute": "60", "minutes": "60", "h": "3600", "hr": "3600", "hrs": "3600", "hour": "3600", "hours": "3600",
         "d": "86400", "day": "86400", "days": "86400", "week": "604800", "weeks": "604800",
         "secs": "1", "milliseconds": "0.001", "sekunden": "1", "sekunde": "1", "minuten": "60", "stunden": "3600", "stunde": "3600", "tage": "86400", "tagen": "86400", "wochen": "604800",
         "seconde": "1", "secondes": "1", "segundo": "1", "segundos": "1", "minuto": "60", "minutos": "60", "heure": "3600", "heures": "3600", "hora": "3600", "horas": "3600",
         "tag": "86400", "jour": "86400", "jours": "86400", "día": "86400", "días": "86400", "woche": "604800", "semaine": "604800", "semaines": "604800",
         "semana": "604800", "semanas": "604800", "秒": "1", "秒钟": "1", "秒間": "1", "分": "60", "分钟": "60", "分間": "60", "小时": "3600", "小時": "3600", "時間": "3600",
         "天": "86400", "日間": "86400", "周": "604800", "週": "604800", "週間": "604800"}  # fmt: skip
_BYTES = {"b": "1", "byte": "1", "bytes": "1", "kb": "1000", "mb": "1000000", "gb": "1000000000", "tb": "1000000000000",
          "kib": "1024", "mib": "1048576", "gib": "1073741824", "tib": "1099511627776",
          "ki": "1024", "mi": "1048576", "gi": "1073741824", "ti": "1099511627776"}  # fmt: skip
_LENGTH = {"nm": "0.000000001", "µm": "0.000001", "mm": "0.001", "cm": "0.01", "m": "1", "km": "1000"}
_MASS = {"mg": "0.000001", "g": "0.001", "kg": "1", "t": "1000"}
_FREQUENCY = {"Hz": "1", "kHz": "1000", "MHz": "1000000", "GHz": "1000000000"}
_CURRENCY = {"$": "usd", "us$": "usd", "usd": "usd", "dollar": "usd", "dollars": "usd", "€": "eur", "eur": "eur", "euro": "eur", "euros": "eur", "£": "gbp", "gbp": "gbp",
             "pound": "gbp", "pounds": "gbp", "¥": "jpy", "jpy": "jpy", "yen": "jpy", "chf": "chf", "₹": "inr", "cent": "cent", "cents": "cent"}  # fmt: skip
_SCALE = {"k": 1000, "m": 1000000, "bn": 1000000000, "million": 1000000, "billion": 1000000000, "thousand": 1000,
          "tausend": 1000, "mille": 1000, "mio": 1000000, "millions": 1000000, "millionen": 1000000, "millones": 1000000, "millón": 1000000, "mrd": 1000000000,
          "milliarden": 1000000000, "milliards": 1000000000, "万": 10000, "萬": 10000, "亿": 100000000, "億": 100000000}  # fmt: skip
_SCALED = frozenset(_SCALE) - {"k", "m"}  # those that are no unit as well
FIXED = frozenset(("second", "byte", "metre", "kg", "hertz", "ratio"))  # units inside of which values convert


class Amount(NamedTuple):
    """A value in base units; `unit` "" = none said; `comparator` "", "<=" or ">="."""

    value: Decimal
    unit: str
    comparator: str

    @property
    def form(self) -> str:
        """`0.25 second`, `5902`, `<= 5 attempt`, `0.85` for 85 %."""
        number = format(self.value.normalize(), "f")
        unit = "" if self.unit in ("", "ratio") else f" {self.unit}"
        return f"{self.comparator} {number}{unit}".strip()


def find_numbers(s: str) -> Iterator[Hit]:
    """Money, percentages, "3 of 40", thresholds (with their comparator) and plain quantities (with their unit or noun)."""
    for m in opened(_NUMBER, _OPENING, s):
        kind = m.lastgroup if m.lastgroup != "unit" else "number"
        start, end = m.span()
        if m.group("number"):
            unit = m.group("unit")
            if (unit and unit.strip().lstrip("-/").lower() in _NOT_UNIT) or (unit and unit.startswith(" -")):
                end = m.start("unit")
            if s[start] in "-+" and start and not s[start - 1].isspace() and s[start - 1] not in "(=:":
                start += 1
        before = _CMP_BEFORE.search(s, max(0, start - 28), start)
        if (
            before
            and before.group().strip().lower() in ("over", "under", "within", "above", "below")
            and kind == "ratio"
        ):
            before = None
        if before:
            yield Hit("threshold", before.start(), end)
            continue
        after = _CMP_AFTER.match(s, end)
        if after and kind != "ratio":
            yield Hit("threshold", start, after.end())
        elif kind == "money":
            yield Hit("money", start, end)
        elif kind in ("percent", "ratio"):
            yield Hit("ratio", start, end)
        else:
            yield Hit("quantity", start, end)


_PARSE = re.compile(rf"(?P<num>{_NUM})(?P<tail>.*)$", re.DOTALL)
_OF = re.compile(r"(?<!\d)(\d++)(?: of (?:the |these |all )?| out of | von | sur | de |/)(\d+)")


@kept(32768)
def parse_amount(text: str) -> Amount | None:
    """The amount that `text` (a hit of this module, or anything with one number) states, or None."""
    low = even(text).strip()
    part = _OF.search(low)
    m = _PARSE.search(low)
    if not m:
        return None
    value = _decimal(m["num"])
    if value is None:
        return None
    lead, tail = low[: m.start()], m["tail"].strip()
    comparator = ""
    after = _AFTER_WORDS.search(tail)
    cue = _BEFORE_WORDS.search(lead)
    if after or cue:
        said = after.group() if after else re.sub(r"no less|not less", "", lead)
        comparator = "<=" if _UPPER.search(said) else ">="
    if re.search(r"(?<!\d)-$", lead.rstrip()) and not re.search(r"\w-$", lead):
        value = -value
    if part and part.start() <= m.start():
        return Amount(value, f"of {part[2]}", comparator)
    unit = tail.split()[0] if tail.split() else ""
    symbol = re.search(r"[$€£¥₹]|US\$|\b(?:USD|EUR|GBP|CHF|JPY)\b", lead, re.IGNORECASE)
    if symbol:
        scale = _SCALE.get(unit.lower(), 1)
        return Amount(value * scale, _CURRENCY.get(symbol.group().lower(), "money"), comparator)
    return _with_unit(value, unit.lstrip("-"), tail, comparator)


_BEFORE_WORDS = re.compile(rf"(?<!\w)(?:{_CMP})".replace("\\ ", " "), re.IGNORECASE)
_AFTER_WORDS = re.compile(
    r"or (?:less|fewer|more|under|over|above|below)|\bmax(?:imum)?\b|\bminimum\b|\bat (?:most|least)|以上|以下|未満"
)


def _with_unit(value: Decimal, unit: str, tail: str, comparator: str) -> Amount:
    low = unit.lower().rstrip(".,;:")
    if low in ("%", "percent", "prozent", "％") or tail.lower().startswith(("per cent", "pour cent", "por ciento")):
        return Amount(value / 100, "ratio", comparator)
    if low in _SCALED:
        value *= _SCALE[low]
        rest = tail.split()[1:2]
        unit = rest[0] if rest else ""
        low = unit.lower().rstrip(".,;:")
    if low in _CURRENCY:
        return Amount(value, _CURRENCY[low], comparator)
    if low in ("or", "max", "maximum", "minimum", "at", "以上", "以下", "未満"):
        return Amount(value, "", comparator)
    if unit == "M":
        return Amount(value * 1000000, "", comparator)
    if unit in ("k", "K"):
        return Amount(value * 1000, "", comparator)
    if unit in _FREQUENCY:
        return Amount(value * Decimal(_FREQUENCY[unit]), "hertz", comparator)
    rate = low.split("/")
    for table, base in ((_TIME, "second"), (_BYTES, "byte"), (_LENGTH, "metre"), (_MASS, "kg")):
        if rate[0] in table and unit != "b":
            unit_form = base if len(rate) == 1 else f"{base}/{rate[1]}"
            return Amount(value * Decimal(table[rate[0]]), unit_form, comparator)
    return Amount(value, "/".join(stem(p) for p in rate), comparator)


def _decimal(number: str) -> Decimal | None:
    plain = re.sub(r"[' \u202f\u00a0]", "", number)
    if re.fullmatch(r"\d{1,3}(?:\.\d{3})+,\d+|\d{1,3}(?:\.\d{3}){2,}", plain):
        plain = plain.replace(".", "").replace(",", ".")
    elif re.fullmatch(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?", plain):
        plain = plain.replace(",", "")
    else:
        plain = plain.replace(",", ".")
    try:
        return Decimal(plain)
    except InvalidOperation:
        return None
