"""A report of `check` as a colleague's note, and many of them as a table.

Takes the published JSON of a report (design.md, section 6) and the texts that its spans point into, and gives lines.
Places are `file:line`, so that an editor opens them. What refused comes first; the rest is told as notes below.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from leadline.views.terminal import columns, cut, paint, paragraph, quote

__all__ = ["TABLE_WIDTHS", "Place", "Places", "check_note", "check_row", "check_tally", "table_head"]

MEANINGS: dict[str, str] = {
    "promote": "The summary may take the place of its children.",
    "invalid": "The summary says something that its children do not bear out. Nobody should read it: discard it and write it anew from the children.",
    "halt": "The summary may not take the place of its children yet: it is incomplete, uncertain, or at a limit. Complete it, or keep the children.",
    "flatten": "So much would be lost over the levels above that the children should stand directly under the root.",
}  # fmt: skip
COLORS = {"promote": "green", "invalid": "red", "halt": "yellow", "flatten": "yellow"}
TABLE_WIDTHS = (20, 8, 30, 5, 8, 60)
DECIDES = ("hard", "warning")
DECIDING_MAX = 12  # a page of a terminal; who wants all takes --json
LEFT_OUT, LEFT_OUT_MIN = "missing_owed", 3  # so many facts that are left out are told in one paragraph
EXAMPLES = 3
SHARES = {
    "provenance": "Of what the summary asserts, {:.0%} has support in the children.",
    "retention": "Of what the children owe, {:.0%} is in the summary.",
    "referents": "Of the expressions that point at something, {:.0%} point at nothing that the children name.",
    "confidence": "Of what the children say with doubt, {:.0%} is stated flatly.",
}
OMISSIONS = frozenset(("missing_owed", "constraint_lost", "identifier_blurred"))
GONE_MAX = 5  # things that are left out, the likeliest to be missed first; the rest is counted
GONE_MIN = 0.1  # how likely somebody misses what is named; of what is less likely nobody needs a list
NOTES_MAX = 6  # what did not decide is told briefly, or it drowns what did


@dataclass(frozen=True, slots=True)
class Place:
    """A text that spans point into: the name that a reader finds it by, and the text."""

    label: str
    text: str

    def at(self, offset: int) -> str:
        """`label:line`, the line being 1-based."""
        return f"{self.label}:{self.text.count(chr(10), 0, offset) + 1}"


@dataclass(frozen=True, slots=True)
class Places:
    """The parent and the children of one case."""

    parent: Place
    children: Mapping[str, Place] = field(default_factory=dict)


def check_note(
    report: Mapping[str, Any], places: Places, *, color: bool = False, limit: int = 100, suspicions: bool = False
) -> list[str]:
    """The note, as lines: verdict, what it means, each deciding finding with both places (sure ones first), what was counted.

    Findings of one kind about one line of a child are told once. Of what is left out and decides nothing the likeliest to be missed are told;
    other suspicions are counted, and listed only if asked for.
    """
    verdict, rule = str(report["verdict"]), report.get("rule")
    head = paint(verdict, COLORS.get(verdict, "bold"), color)
    lines = [f"{head}  {paint(str(rule), 'bold', color)}" if rule else head]
    lines += paragraph(MEANINGS.get(verdict, ""), indent="  ", limit=limit)
    findings = _distinct(report.get("findings") or ())
    deciding = [f for f in findings if _decides(f, report)]
    notes = [f for f in findings if not _decides(f, report)]
    told = _by_line(deciding, places, rule)
    left_out = [
        finding for finding, _ in told[:DECIDING_MAX] if finding["kind"] == LEFT_OUT and not _in_parent(finding)
    ]
    for finding, more in told[:DECIDING_MAX]:
        if len(left_out) >= LEFT_OUT_MIN and finding in left_out:
            lines += ["", *_left_out(left_out, places, color, limit)] if finding is left_out[0] else []
            continue
        lines += ["", *_finding(finding, places, color=color, limit=limit)]
        if more:
            lines.append(f"  and {more} more of this kind on the same line")
    if rule and not deciding:
        lines += ["", *_weighed(report, notes, places, limit)]
    if len(told) > DECIDING_MAX:
        lines += ["", f"{_tally([f for f, _ in told[DECIDING_MAX:]], 'more')}: --json lists all"]
    gone = [] if suspicions else [f for f in notes if f["kind"] in OMISSIONS and not _in_parent(f)]
    if gone:
        lines += ["", *_gone(gone, places, limit)]
    notes = [f for f in notes if f not in gone]
    doubts = [f for f in notes if f.get("severity") == "suspicion"]
    shown = sorted(
        (f for f in notes if suspicions or f.get("severity") != "suspicion"),
        key=lambda f: -float(f.get("probability") or 0),
    )
    if notes:
        lines += ["", "Also seen; this did not decide the verdict:"]
        lines += [_brief(finding, places, limit) for finding in (shown if suspicions else shown[:NOTES_MAX])]
        if not suspicions and len(shown) > NOTES_MAX:
            lines.append(f"  and {len(shown) - NOTES_MAX} more: --format full")
        if doubts and not suspicions:
            word = "suspicion" if len(doubts) == 1 else "suspicions"
            lines += paragraph(
                f"{_tally(doubts, word)}. They may be wrong; --format full lists them.", indent="  ", limit=limit
            )
    lines += ["", *_counted(report, limit)]
    if judge := report.get("judge"):
        said = f"The judge {judge['name']} answered {judge['answered']} of {judge['questions']} questions"
        lines += paragraph(
            f"{said}: {judge['failure']}." if judge.get("failure") else f"{said}.", indent="", limit=limit
        )
    if rule:
        lines.append(f"The rule and what to do: leadline explain {rule}")
    return lines


def table_head() -> str:
    """The header of the table of many cases."""
    return columns(("case", "verdict", "rule", "score", "findings", "what decided it"), TABLE_WIDTHS)


def check_row(report: Mapping[str, Any], *, color: bool = False) -> str:
    """One line of the table of many cases."""
    findings: Sequence[Mapping[str, Any]] = report.get("findings") or ()
    first = next((f for f in findings if _decides(f, report)), None)
    score = report.get("score")
    cells = (
        str(report.get("id") or "-"), str(report["verdict"]), str(report.get("rule") or "-"),
        "-" if score is None else f"{score:.2f}", str(len(findings)), str(first["message"]) if first else "",
    )  # fmt: skip
    row = columns(cells, TABLE_WIDTHS)
    return paint(row, COLORS[cells[1]], color) if cells[1] in ("invalid", "halt", "flatten") else row


def check_tally(counts: Mapping[str, int]) -> str:
    """The closing line of the table: how many of each verdict, in a fixed order."""
    order = ("promote", "halt", "flatten", "invalid", "unreadable")
    parts = [f"{counts[name]} {name}" for name in order if counts.get(name)]
    total = sum(counts.values())
    return f"{total} {'case' if total == 1 else 'cases'}: " + (", ".join(parts) or "none")


def _distinct(findings: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Two signals may see one fault; it is told once, by the one that saw it first."""
    seen: dict[tuple[object, ...], Mapping[str, Any]] = {}
    for finding in findings:
        spans = (*(finding.get("parent_span") or ()), *(finding.get("child_span") or ()))
        seen.setdefault((finding["kind"], finding.get("child"), *spans), finding)
    return list(seen.values())


def _by_line(
    findings: Sequence[Mapping[str, Any]], places: Places, rule: object
) -> list[tuple[Mapping[str, Any], int]]:
    """(finding, how many more like it): one a kind and line of a child, what named the verdict and then the sure ones first; what
    has a place in the parent stands alone."""
    order = sorted(
        findings,
        key=lambda f: (
            f.get("rule") != rule,
            DECIDES.index(f["severity"]) if f.get("severity") in DECIDES else len(DECIDES),
        ),
    )
    groups: dict[tuple[object, ...], list[Mapping[str, Any]]] = {}
    for number, finding in enumerate(order):
        start = (finding.get("child_span") or (-1, -1))[0]
        child = str(finding.get("child"))
        lone = start < 0 or (finding.get("parent_span") or (-1, -1))[0] >= 0
        line = number if lone else (places.children.get(child) or Place(child, "")).at(start)
        groups.setdefault((finding["kind"], lone, child, line), []).append(finding)
    return [(group[0], len(group) - 1) for group in groups.values()]


def _tally(findings: Sequence[Mapping[str, Any]], word: str) -> str:
    """ "12 suspicions: 7 missing_owed, 5 invented_cause", the most frequent kind first."""
    kinds = Counter(str(f["kind"]) for f in findings)
    parts = ", ".join(f"{n} {kind}" for kind, n in sorted(kinds.items(), key=lambda item: (-item[1], item[0])))
    return f"{len(findings)} {word} ({parts})"


def _decides(finding: Mapping[str, Any], report: Mapping[str, Any]) -> bool:
    if report["verdict"] == "promote":
        return False
    return finding.get("severity") in DECIDES or finding.get("rule") == report.get("rule")


def _finding(finding: Mapping[str, Any], places: Places, *, color: bool, limit: int) -> list[str]:
    lines = [paint(str(finding["kind"]), "bold", color)]
    start, end = finding.get("parent_span") or (-1, -1)
    if 0 <= start < end:
        lines.append(f"  parent  {places.parent.at(start)}  {quote(str(finding.get('parent_quote') or ''))}")
    child = finding.get("child")
    start, end = finding.get("child_span") or (-1, -1)
    if child is not None and 0 <= start < end:
        place = places.children.get(str(child)) or Place(str(child), "")
        lines.append(f"  child   {place.at(start)}  {quote(str(finding.get('child_quote') or ''))}")
    text = " ".join(str(finding.get(key) or "").strip() for key in ("message", "remedy")).strip()
    return lines + paragraph(text, indent="  ", limit=limit)


def _in_parent(finding: Mapping[str, Any]) -> bool:
    start, end = finding.get("parent_span") or (-1, -1)
    return 0 <= start < end


def _left_out(findings: Sequence[Mapping[str, Any]], places: Places, color: bool, limit: int) -> list[str]:
    """Facts that the summary leaves out, a line each, and once what that means."""
    lines = [paint(f"{LEFT_OUT} ({len(findings)})", "bold", color)]
    for f in findings:
        place = places.children.get(str(f.get("child"))) or Place(str(f.get("child") or "-"), "")
        at = place.at(max((f.get("child_span") or (0, 0))[0], 0))
        lines.append(cut(f"  child   {at}  {quote(str(f.get('child_quote') or ''))}", limit))
    text = "The summary leaves these out: whoever goes on from it has nothing else to find them by."
    return lines + paragraph(
        f"{text} Add them with what they belong to, or record a decision to drop them.", indent="  ", limit=limit
    )


def _gone(findings: Sequence[Mapping[str, Any]], places: Places, limit: int) -> list[str]:
    """What is left out and did not decide: the few things that somebody may miss, the likeliest first, and how many more there are."""
    order = sorted(findings, key=lambda f: -float(f.get("probability") or 0))
    named = [f for f in order if float(f.get("probability") or 0) >= GONE_MIN][:GONE_MAX]
    rest = len(findings) - len(named)
    if not named:
        what = "1 thing that the sources state is" if rest == 1 else f"{rest} things that the sources state are"
        return paragraph(
            f"{what} not in the summary as they say it; nothing of it looks missed: --format full lists all.",
            indent="",
            limit=limit,
        )
    lines = ["Left out, what is likeliest to be missed first; this did not decide the verdict:"]
    lines += [_brief(f, places, limit) for f in named]
    return [*lines, *([f"  and {rest} more that hardly anybody misses: --format full"] if rest else [])]


def _weighed(report: Mapping[str, Any], notes: Sequence[Mapping[str, Any]], places: Places, limit: int) -> list[str]:
    """Why a summary is refused that no single finding refuses: a share lies below its limit. With the likeliest examples."""
    name = str(report.get("rule") or "").rpartition(".")[2].partition("_")[0]
    value = (report.get("signals") or {}).get(name)
    lines: list[str] = []
    if value is not None and name in SHARES:
        lines = paragraph(f"{SHARES[name].format(value)} No single place decides this.", indent="  ", limit=limit)
    likely: dict[
        int, Mapping[str, Any]
    ] = {}  # one a line of the summary: an example that repeats another shows nothing
    for f in sorted(notes, key=lambda f: -float(f.get("probability") or 0)):
        likely.setdefault(places.parent.text.count("\n", 0, max(0, (f.get("parent_span") or (0, 0))[0])), f)
    shown = list(likely.values())[:EXAMPLES]
    return [*lines, *(["  For example:"] if shown else []), *(_brief(f, places, limit) for f in shown)]


def _brief(finding: Mapping[str, Any], places: Places, limit: int) -> str:
    """One line: kind, how sure, the place that it is about, its quote."""
    probability = finding.get("probability")
    weighed = finding.get("severity") == "suspicion" or finding["kind"] in OMISSIONS
    sure = f"  {probability:.2f}" if weighed and probability is not None else ""
    start, end = finding.get("parent_span") or (-1, -1)
    if 0 <= start < end:
        where, words = places.parent.at(start), str(finding.get("parent_quote") or "")
    else:
        place = places.children.get(str(finding.get("child"))) or Place(str(finding.get("child") or "-"), "")
        where, words = place.at(max((finding.get("child_span") or (0, 0))[0], 0)), str(finding.get("child_quote") or "")
    return cut(f"  {finding['kind']}{sure}  {where}  {quote(words)}", limit)


def _counted(report: Mapping[str, Any], limit: int) -> list[str]:
    signals: Mapping[str, Any] = report.get("signals") or {}
    parts = [f"{name} {value:.2f}" for name, value in signals.items() if value is not None]
    unmeasured = [name for name, value in signals.items() if value is None]
    score = report.get("score")
    if score is not None:
        parts.append(f"score {score:.2f}")
    by = (
        " by rules" if report.get("judge") else ""
    )  # a judge adds findings and clears them; shares are counted without it
    text = f"Measured{by}: {', '.join(parts)}." + (f" Not measured: {', '.join(unmeasured)}." if unmeasured else "")
    return paragraph(text, limit=limit) if signals else []
