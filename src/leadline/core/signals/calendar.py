"""Clock times, dates and weekdays of the parent that the children neither give nor imply.

In: a trial, its inventory and the spans already taken. Out: findings and the spans looked at. A weekday counts as
given when a dated day of the children falls on it. Where the children speak of days relatively ("tomorrow", "in two
weeks") a date cannot be refuted, and the finding is a suspicion.
"""

from __future__ import annotations

import datetime
import re
from functools import lru_cache

from leadline.core.signals.findings import make
from leadline.core.signals.identifiers import VERSION, in_place_of
from leadline.core.signals.index import Trial
from leadline.core.signals.inventory import Inventory
from leadline.core.signals.lexis import WORD
from leadline.core.signals.model import Finding
from leadline.core.signals.moments import listed_days
from leadline.core.signals.quantities import WEEKDAYS, dates
from leadline.core.signals.slips import Place, find_date_slip, find_time_slip

__all__ = ["find_calendar"]

_TIME = re.compile(r"(?<![\d:.,/])(\d{1,2})[:h](\d{2})(?::(\d{2}))?(?![\d:])(?:\s?([ap])\.?m\b)?", re.I)
_NEAR = 0.45
_DAYS = re.compile(
    r"\b(?:week\w*|work(?:ing)? ?days?|business days?|daily|nightly|every ?day|each day|any day|M-F|Wochen\w*|werktag\w*|täglich|semaine|jours? ouvr\w+|semana|laborables?|diario)\b|平日|每天|毎日|周末|週末|工作日",
    re.IGNORECASE,
)
_RANGE = re.compile(r"\b([A-Z]?[a-zäéáûô]{2,9})\s?(?:-|–|to|through|till|until|bis|à|al?)\s?([A-Z]?[a-zäéáûô]{2,9})\b")
_FEIRA = ("segunda-feira", "terça-feira", "quarta-feira", "quinta-feira", "sexta-feira")
_OPEN_DATE = re.compile(r"\d{1,2}\.\d{1,2}\.?")  # "4.6." at a sentence's end is a number as often as a day
_EDGE = re.compile(
    r"\b(?:before|after|since|prior to|vor|nach|seit|avant|après|depuis|antes del?|desde)\s(?:the\s|dem\s|le\s|el\s)?$",
    re.IGNORECASE,
)
_GROUPED = re.compile(r"[A-Za-zäéûô.]+\s\d{1,2}$")  # "May 2" of "in May 2 118 sheets"
_GROUP = re.compile(r"[ \u00a0\u202f]\d{3}(?!\d)")
_DAY_BEFORE = re.compile(r"\b(?:am|vom|bis|zum|den|ab|seit|der|dem|beim)\s+$", re.IGNORECASE)
_CRON = re.compile(
    r"(?<![\d*/,-])(?:[\d*/,-]{1,40} ){4}[0-7](?:[-,][0-7])*(?=\s)"
)  # its last field names weekdays by number
_RELATIVE = re.compile(
    r"\b(?:tomorrow|yesterday|today|tonight|next (?:week|month|day)|(?:in|within) (?:\w+) (?:day|week|month|hour)s?|(?:last|this|past|coming|following|same) (?:week|month|day|morning|evening|night|afternoon)|ago|week from|(?:days?|weeks?|months?) (?:later|after|before|earlier|ahead|beforehand|prior)|weekdays?|working days?|weekend|fortnight"
    r"|morgen|gestern|heute|übermorgen|nächste|kommende|demain|hier|aujourd'hui|prochaine?|mañana|ayer|hoy|próxim[oa])\b|letzte[rnms]?|diese[rnms]? (?:Woche|Monat)|vorgestern|avant-hier|dernière?|pasad[oa]|明後日|一昨日|后天|後天|前天|上周|今週|本周|来周|先週|下个|明日|明天|昨日|昨天|今日|今天|来週|下周",
    re.I,
)


_PERIOD = re.compile(
    r"\b(?:(?:end|close|beginning|start|turn|last day|first day) of (?:the )?(?:\w+ )?(?:month|quarter|year|january|february|march|april|may|june|july|august|september|october|november|december|q[1-4]|20\d\d)"
    r"|(?:month|quarter|year)[- ]?end|(?:ende|anfang|mitte) (?:des |der )?(?:\w+ )?(?:monats?|quartals?|jahr(?:es|s)?|januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember)"
    r"|monatsende|quartalsende|jahresende|fin (?:de|du) (?:mois|trimestre|l['’]année)|fin(?:ales)? de (?:mes|trimestre|año))\b|月末|月底|年底|季度末",
    re.I,
)


def find_calendar(
    trial: Trial, inventory: Inventory, taken: list[tuple[int, int]]
) -> tuple[list[Finding], list[tuple[int, int]]]:
    """Findings about times, dates and weekdays, and the spans of those times and dates."""
    findings: list[Finding] = []
    spans: list[tuple[int, int]] = []
    for match in _TIME.finditer(trial.parent):
        spans.append(match.span())
        finding = _time(trial, inventory, match)
        if finding:
            findings.append(finding)
    named = dates(trial.parent)
    known = {(m, d) for m, d, _ in inventory.dates} if named else set()
    if any((m, d) not in known for m, d, *_ in named):
        known.update(day for child in trial.pool for day in listed_days(child.text))
    seen: dict[tuple[int, int], bool] = {}
    for month, day, _, start, end in named:
        if _OPEN_DATE.fullmatch(trial.parent, start, end) and not _DAY_BEFORE.search(
            trial.parent, max(0, start - 8), start
        ):
            if (month, day) in known:
                spans.append((start, end))
            continue
        if VERSION.search(trial.parent, max(0, start - 12), start):
            continue  # "firmware 6.5.28"
        if _GROUPED.match(trial.parent, start, end) and _GROUP.match(trial.parent, end):
            continue  # the first digits of a number
        spans.append((start, end))
        seen[start, end] = seen.get((start, end), False) or (month, day) in known
    for (start, end), fine in seen.items():
        if fine:
            other_year = _other_year(trial, inventory, named, (start, end))
            if other_year is not None:
                findings.append(_slipped(trial, "date", (start, end), other_year))
            continue
        edge = _is_edge(trial, start, known)
        implied = _is_relative(trial) or _is_period_end(trial, start, end)
        slip = None if edge else _date_slip(trial, named, (start, end), implied=implied)
        if slip is not None:
            findings.append(_slipped(trial, "date", (start, end), slip))
            continue
        numbered = re.search(r"\d+", trial.parent[start:end])
        loose = implied or _days_named(inventory, trial.parent[start:end])
        sure = numbered is not None and not loose and _is_borne_out(trial, start) and not edge
        other = _first_date(trial) if known and not loose else None
        instead = other is not None and in_place_of(
            trial, (start, end), trial.pool[other[0]].text[other[1] : other[2]], 0.5
        )
        findings.append(
            make(
                trial, "invented_detail" if not known else "value_changed", "hard" if sure else "suspicion",
                f'The summary gives the date "{trial.parent[start:end]}"; no source gives that date.',
                parent=(start, end), child=_first_date(trial) if known else None, probability=0.95 if sure else 0.5 if loose else 0.9 if instead else 0.75,
            )
        )  # fmt: skip
    findings += _weekdays(trial, inventory)
    return findings, spans


def _date_slip(
    trial: Trial, named: list[tuple[int, int, int | None, int, int]], span: tuple[int, int], *, implied: bool
) -> Place | None:
    """The sources' date that the one at `span` is a slip of, in any of its readings. `implied`: days follow from words of the sources."""
    if _day_alone(trial, span):
        return None
    slips = (find_date_slip(trial, span, m, d, worked_out=implied) for m, d, _, a, b in named if (a, b) == span)
    return next((slip for slip in slips if slip is not None), None)


def _other_year(
    trial: Trial, inventory: Inventory, named: list[tuple[int, int, int | None, int, int]], span: tuple[int, int]
) -> Place | None:
    """The children's date of that day and month, where they give it with other years only and name the parent's year nowhere."""
    mine = [(m, d, y) for m, d, y, a, b in named if (a, b) == span and y is not None]
    if not mine or any(inventory.places(float(y)) for _, _, y in mine if y is not None):
        return None
    days = {(m, d) for m, d, _ in mine}
    if any((m, d) in days and (y is None or (m, d, y) in mine) for m, d, y in inventory.dates):
        return None
    return _first_date(trial, days)


def _day_alone(trial: Trial, span: tuple[int, int]) -> bool:
    """The children name the day by its number alone: "on the 11th"."""
    numbers = "|".join(str(int(n)) for n in re.findall(r"\d{1,2}(?!\d)", trial.parent[span[0] : span[1]]))
    return (
        bool(numbers)
        and re.search(
            rf"(?<!\d)0?(?:{numbers})(?:st|nd|rd|th|er|º)\b|\b(?:am|zum|bis|vom|den|dem|le|au|du|el|al|del) 0?(?:{numbers})(?!\d)",
            trial.haystack,
        )
        is not None
    )


def _slipped(trial: Trial, what: str, span: tuple[int, int], place: Place) -> Finding:
    owner, start, end = place
    return make(
        trial, "value_changed", "hard",
        f'The summary gives the {what} "{trial.parent[span[0] : span[1]]}"; no source gives that {what}, and "{trial.pool[owner].id}" has '
        f'"{trial.pool[owner].text[start:end]}" there, which is missing from the summary.',
        parent=span, child=place, probability=0.95,
    )  # fmt: skip


def _is_edge(trial: Trial, at: int, known: set[tuple[int, int]]) -> bool:
    """ "Before 12 April" for 11 April: an inequality that may hold, where no date of the sources is such an edge itself."""
    return (
        bool(known)
        and _EDGE.search(trial.parent, max(0, at - 16), at) is not None
        and not any(
            _EDGE.search(child.text, max(0, start - 16), start)
            for child in trial.pool
            for _, _, _, start, _ in dates(child.text)
        )
    )


def _is_relative(trial: Trial) -> bool:
    """Whether the children speak of days relatively, so that a date may follow from them."""
    return bool(_RELATIVE.search(trial.haystack))


def _is_period_end(trial: Trial, start: int, end: int) -> bool:
    """The first or last day of a month, where the children speak of the beginning or end of a month, quarter or year."""
    days = [(m, d) for m, d, _, a, b in dates(trial.parent) if (a, b) == (start, end)]
    return any(d == 1 or d >= 28 for _, d in days) and _PERIOD.search(trial.haystack) is not None


def _days_named(inventory: Inventory, date: str) -> bool:
    """The day number stands alone in the children ("the 24th"): the month may be understood."""
    numbers = [float(n) for n in re.findall(r"\d+", date)]
    return all(inventory.places(n) for n in numbers)


def _first_date(trial: Trial, days: set[tuple[int, int]] | None = None) -> Place | None:
    """Where the children first give a date, or one of these."""
    for owner, child in enumerate(trial.pool):
        for month, day, _, start, end in dates(child.text):
            if days is None or (month, day) in days:
                return owner, start, end
    return None


def _time(trial: Trial, inventory: Inventory, match: re.Match[str]) -> Finding | None:
    hour, minute, half = int(match[1]), int(match[2]), (match[4] or "").lower()
    if hour > 24 and {hour, minute} <= {
        int(n) for n in re.findall(r"(?<![\d.,])\d{1,3}(?![\d]|[.,]\d)", trial.haystack)
    }:
        return None  # "70:30" of 70 and 30: a ratio
    if minute > 59:
        return _mistimed(trial, inventory, match, hour, minute)
    candidates = (
        {(hour, minute), (hour + 12, minute), (hour - 12, minute)}
        if hour <= 12 or half
        else {(hour, minute), (hour - 12, minute)}
    )
    if re.search(rf"(?<![\d*/,-])0?{minute} 0?{hour} (?:[\d*/,?-]+ ){{2}}", trial.haystack):
        return None  # the time of a cron line
    if candidates & inventory.times or match.group().lower() in trial.haystack:
        return None
    written = rf"(?<!\d)0?{hour}\D{{1,9}}{minute:02d}(?!\d)|(?<!\d)0?{hour}{minute:02d}(?!\d)"
    if re.search(written, trial.haystack):
        return None
    slip = _mistimed(trial, inventory, match, hour, minute)
    if slip is not None:
        return slip
    twelve = (hour - 12) % 12 or 12
    if minute == 0 and re.search(rf"(?<![\d.,:])0?(?:{hour}|{twelve})(?![\d:]|[.,]\d)", trial.haystack):
        return None
    if minute == 0 and (inventory.has_word(hour) or inventory.has_word(twelve)):
        return None
    if _is_worked_out(inventory, hour * 60 + minute):
        return None
    if hour in (0, 12, 24) and minute == 0 and inventory.has_word(12):
        return None
    near = sorted(inventory.times, key=lambda t: (abs(t[0] - hour) + abs(t[1] - minute), t))
    place = _time_place(trial, near[0]) if near else None
    loose = (
        len(inventory.times) >= 1
        and re.search(r"\b(?:utc|gmt|cest?|[ecmp][sd]t|time zone|timezone)\b", trial.haystack) is not None
    )
    sure = not loose and _is_borne_out(trial, match.start())
    kind = "value_changed" if place else "invented_detail"
    return make(
        trial, kind, "hard" if sure else "suspicion", f'The summary gives the time "{match.group()}"; no source gives that time.',
        parent=match.span(), child=place, probability=(0.95 if place else 0.9) if sure else 0.6 if loose else 0.75,
    )  # fmt: skip


def _mistimed(trial: Trial, inventory: Inventory, match: re.Match[str], hour: int, minute: int) -> Finding | None:
    """The time is a slip of one of the sources."""
    if match[3] or (minute == 0 and (inventory.has_word(hour) or inventory.has_word((hour - 12) % 12 or 12))):
        return None
    worked_out = _is_worked_out(inventory, hour * 60 + minute)
    place = find_time_slip(trial, match.span(), hour, minute, worked_out=worked_out)
    return _slipped(trial, "time", match.span(), place) if place is not None else None


def _is_borne_out(trial: Trial, at: int) -> bool:
    """The clause or sentence there is otherwise near its evidence; a far one may rest on what we cannot read."""
    found = trial.clause_at(at)
    return found is not None and any(h.score >= _NEAR for passage in found for h in trial.align(passage, 1))


def _is_worked_out(inventory: Inventory, at: int) -> bool:
    """A time of the children and a duration of theirs give it."""
    spans = [round(v / 60) for v in inventory.bases.get("time", ()) if 60 <= v < 86400]
    return any(
        (t + sign * span) % 1440 == at for t in inventory.minutes[:20] for span in spans[:20] for sign in (1, -1)
    )


def _time_place(trial: Trial, time: tuple[int, int]) -> tuple[int, int, int] | None:
    pattern = re.compile(rf"(?<!\d)0?{time[0]}[:h.]{time[1]:02d}(?!\d)")
    for owner, child in enumerate(trial.pool):
        found = pattern.search(child.text)
        if found:
            return owner, found.start(), found.end()
    return None


def _weekdays(trial: Trial, inventory: Inventory) -> list[Finding]:
    named = [
        (m.start(), m.end(), WEEKDAYS[_bare(m.group())])
        for m in WORD.finditer(trial.parent)
        if _is_weekday(m.group()) and _is_day(trial.parent, m)
    ]
    if not named:
        return []
    known = {WEEKDAYS[_bare(w)] for child in trial.pool for w in WORD.findall(child.text) if _is_weekday(w)}
    cjk = {
        i
        for i, c in enumerate("月火水木金土日")
        if f"{c}曜" in trial.haystack or f"({c})" in trial.haystack or f"（{c}）" in trial.haystack
    } | {
        i
        for i, c in enumerate("一二三四五六日")
        if f"周{c}" in trial.haystack
        or f"星期{c}" in trial.haystack
        or f"週{c}" in trial.haystack
        or f"礼拜{c}" in trial.haystack
    }
    for child in trial.pool:
        for m in _RANGE.finditer(child.text):
            if _is_weekday(m[1]) and _is_weekday(m[2]):
                first, last = WEEKDAYS[_bare(m[1])], WEEKDAYS[_bare(m[2])]
                known |= {(first + k) % 7 for k in range((last - first) % 7 + 1)}
    known |= cjk | {i for i, name in enumerate(_FEIRA) if name in trial.haystack}
    if all(day in known for _, _, day in named):
        return []
    told = set(known)
    years = sorted({y for _, _, y in inventory.dates if y}) or []
    for month, day, year in inventory.dates:
        for y in [year] if year else years:
            try:
                known.add(datetime.date(y, month, day).weekday())
            except ValueError:
                continue
    known_days = {(m, d) for m, d, y in inventory.dates if y}
    findings = []
    for start, end, day in named:
        if day in known:
            continue
        dated = any(0 < a - end <= 3 and (m, d) in known_days for m, d, _, a, _ in dates(trial.parent))
        loose = not dated and (
            _is_relative(trial)
            or _DAYS.search(trial.haystack) is not None
            or _CRON.search(trial.haystack) is not None
            or len(known) >= 5
            or (day >= 5 and "weekend" in trial.haystack)
            or (inventory.dates and not years)
        )
        # a weekday may follow from words that nobody listed; not where another one is gone, or a date is beside it
        sure = (
            known and not loose and (dated or (bool(told - {d for _, _, d in named}) and _is_borne_out(trial, start)))
        )
        findings.append(
            make(
                trial, "invented_detail", "hard" if sure else "suspicion",
                f'The summary says "{trial.parent[start:end]}"; no source names that day.', parent=(start, end),
                probability=0.5 if loose else 0.95 if sure else 0.85 if known else 0.9,
            )
        )  # fmt: skip
    return findings


def _is_day(text: str, match: re.Match[str]) -> bool:
    """Short names ("Sun", "Mar") count only beside something that dates have beside them."""
    if len(match.group()) > 3:
        return True
    return bool(
        re.match(r"[\s,.]{1,2}\d|\s(?:to|and|night|morning|noon)\b|\s?[-–/]", text[match.end() : match.end() + 8])
        or re.search(
            r"(?:\b(?:on|by|until|till|from|to|and|before|after)\s|[-–/(])$",
            text[max(0, match.start() - 8) : match.start()],
        )
    )


@lru_cache(maxsize=16384)
def _bare(word: str) -> str:
    """ "Thursday's" is Thursday."""
    return re.sub(r"['’]s?$", "", word.lower())


@lru_cache(maxsize=16384)
def _is_weekday(word: str) -> bool:
    low = _bare(word)
    if low not in WEEKDAYS:
        return False
    return word[0].isupper() if len(low) <= 4 or low.endswith("s") else True  # "sat", "sun" and "mon" are also words
