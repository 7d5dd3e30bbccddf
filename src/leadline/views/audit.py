"""What the compactions of a transcript lost, for people: one block a compaction, the surest losses first.

Takes an audit as plain values (views/json.plain of it) and gives lines with places and ready commands.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from leadline.views.terminal import paint, paragraph, quote, table

__all__ = ["audit_lines"]

STATUS = {
    "lost": ("red", "something owed was lost or changed"),
    "fine": ("green", "nothing owed was lost for sure"),
    "opaque": ("yellow", "the summary is encrypted: it cannot be judged, which is neither lost nor fine"),
    "empty": ("yellow", "text was deleted without a summary; nothing in it was surely owed"),
    "unverifiable": ("yellow", "what it replaced is not in this file: it cannot be judged"),
}
MISSED_MIN, MISSED_MAX = 0.1, 5  # of what may be left out: how likely somebody misses what is named, and how many of it


def audit_lines(
    audit: Mapping[str, Any], source: str, *, color: bool = False, everything: bool = False, limit: int = 20
) -> list[str]:
    """All compactions in order. Without `everything` at most `limit` sure losses a compaction, what is likeliest to be missed first, and
    a few that are not sure but may be missed; the rest is counted."""
    found: Sequence[Mapping[str, Any]] = audit["compactions"]
    if not found:
        return [f"{source} holds no compaction: nothing was replaced by a summary, so nothing was lost to one"]
    lines: list[str] = []
    for n, item in enumerate(found, start=1):
        lines += ([""] if lines else []) + _compaction(n, len(found), item, source, color, everything, limit)
    return lines


def _compaction(
    n: int, of: int, item: Mapping[str, Any], source: str, color: bool, everything: bool, limit: int
) -> list[str]:
    compaction = item["compaction"]
    style, meaning = STATUS[item["status"]]
    trigger = f", {compaction['trigger']}" if compaction.get("trigger") else ""
    head = f"compaction {n} of {of}  {source}:{compaction['line']}{trigger}, generation {compaction['generation']}"
    lines = [f"{paint(head, 'bold', color)}  {paint(item['status'], style, color)}", *paragraph(meaning, indent="  ")]
    if item["status"] in ("opaque", "unverifiable"):
        return lines
    lines.append(
        f"  {item['tokens_before']:,} tokens became {item['tokens_after']:,}; "
        f"{item['n_kept']} of {item['n_owed']} owed facts are still readable"
    )
    if asked := item.get("judge"):
        told = f"the judge {asked['judge']} answered {asked['answered']} of {asked['questions']} questions"
        lines += paragraph(f"{told}: {asked['failure']}" if asked["failure"] else told, indent="  ")
    lines += _side_by_side(item)
    losses = sorted(item["losses"], key=lambda loss: (not loss["sure"], -loss.get("missed", 0.0), loss["line"]))
    shown = losses if everything else [loss for loss in losses if loss["sure"]][:limit]
    if not everything:
        shown += [loss for loss in losses if not loss["sure"] and loss.get("missed", 0.0) >= MISSED_MIN][:MISSED_MAX]
    for group in _by_sentence(shown):
        lines += ["", *_losses(group, source, color)]
    sure = sum(loss["sure"] for loss in losses)
    told = sum(loss["sure"] for loss in shown)
    unsure = len(losses) - sure - (len(shown) - told)
    if not everything and told < sure:
        lines += ["", f"  and {sure - told} more of these: leadline audit {source} --all"]
    if not everything and unsure:
        text = f"{unsure} more are owed by their form, though a faithful summary may leave them out: leadline audit {source} --all"
        lines += ["", *paragraph(text, indent="  ")]
    said = [f for f in item["findings"] if everything or f["severity"] in ("hard", "warning")]
    for finding in said:
        lines += ["", *_finding(finding, item, source, color)]
    quiet = len(item["findings"]) - len(said)
    if quiet:
        lines += ["", f"  {quiet} suspicions and notes about what the summary says: leadline audit {source} --all"]
    return lines


def _side_by_side(item: Mapping[str, Any]) -> list[str]:
    """Lost against kept, by kind: owed facts where the audit counted them, supporting ones beside them."""
    lost = Counter(loss["fact"]["kind"] for loss in item["losses"])
    kept: Mapping[str, int] = item.get("kept_by_kind") or {}
    supporting: Mapping[str, Sequence[int]] = item.get("supporting_lost") or {}
    kinds = sorted({*lost, *kept, *supporting})
    if not kinds:
        return []
    header = ("kind", *(("owed kept",) if kept else ()), "owed lost", "others kept", "others lost")
    rows = [
        (
            kind, *((str(kept.get(kind, 0)),) if kept else ()), str(lost[kind]),
            str(supporting.get(kind, (0, 0))[0]), str(supporting.get(kind, (0, 0))[1] - supporting.get(kind, (0, 0))[0]),
        )
        for kind in kinds
    ]  # fmt: skip
    return ["", *("  " + line for line in table([header, *rows], right=frozenset(range(1, len(header)))))]


def _by_sentence(losses: Sequence[Mapping[str, Any]]) -> list[list[Mapping[str, Any]]]:
    """Losses of one source sentence together, in the order of the first."""
    groups: dict[tuple[object, ...], list[Mapping[str, Any]]] = {}
    for loss in losses:
        place = loss["fact"].get("sentence") or (loss["line"], loss["fact"]["text"])
        groups.setdefault((loss["line"], *place, loss["sure"], loss["state"]), []).append(loss)
    return list(groups.values())


def _losses(group: Sequence[Mapping[str, Any]], source: str, color: bool) -> list[str]:
    first = group[0]
    fact = first["fact"]
    sure = "" if first["sure"] else "  (owed by its form; a faithful summary may leave it out)"
    style = "red" if first["sure"] else "yellow"
    quoted = first.get("quote") or fact["text"]
    exact = [one["fact"] for one in group if one["fact"]["text"] != quoted]
    what = ", ".join(dict.fromkeys(f"{f['kind']} {quote(f['text'])}" for f in exact)) or fact["kind"]
    lines = [f"  {paint(first['state'], style, color)}  {what}{sure}"]
    lines.append(f"    source   {source}:{first['line']}  {fact['role']}  {quote(quoted)}")
    if first.get("summary_quote"):
        lines.append(f"    summary  {quote(first['summary_quote'])}")
    elif first["state"] == "missing":
        lines.append("    summary  says nothing of it")
    lines.append(f"    leadline expand {source}:{first['line']}")
    return lines


def _finding(finding: Mapping[str, Any], item: Mapping[str, Any], source: str, color: bool) -> list[str]:
    lines = [
        f"  {paint(finding['kind'], 'red' if finding['severity'] == 'hard' else 'yellow', color)}  {finding['rule']}"
    ]
    at = item["compaction"].get("summary_line") or item["compaction"]["line"]
    lines.append(f"    summary  {source}:{at}  {quote(finding['parent_quote'])}")
    line = (item.get("children") or {}).get(finding.get("child"))
    if line is not None and finding.get("child_quote"):
        lines.append(f"    source   {source}:{line}  {quote(finding['child_quote'])}")
        lines.append(f"    leadline expand {source}:{line}")
    return lines + paragraph(f"{finding['message']} {finding['remedy']}".strip(), indent="    ")
