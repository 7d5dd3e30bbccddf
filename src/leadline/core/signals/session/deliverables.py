"""What people ask agents for that has one name in the trade: things ("a pull request", "tests") and acts ("to push", "to deploy").

In: the words of a wish as a summary tells it. Out: the pattern of all that whoever asks for it may have called it instead, or None
where the wish names no such thing. The second column is wide on purpose: one hit in it and somebody may have asked.
"""

from __future__ import annotations

import re

__all__ = ["shown_by"]

_THINGS = (  # as a summary tells it, and as whoever asks for it calls it
    (r"pull requests?|PRs?|merge requests?|MRs?", r"\bpull[- ]?requests?|\bprs?\b|merge[- ]requests?|\bmrs?\b|/pull/\d|\breviewable\b"),
    (r"(?:unit |integration |regression |new |additional |e2e )?tests?(?: cases?| coverage)?", r"test|\bspecs?\b|coverage|\bTDD\b|verif|\bcheck|\bQA\b"),
    (r"benchmarks?|load tests?", r"bench|perf|\bspeed|\bfast|\bslow|measur|load|latenc|time"),
    (r"documentation|docs|docstrings?", r"\bdoc|readme|comment|describ|explain|manual|wiki|guide|write[- ]?up|\.md\b|\.rst\b"),
    (r"change ?log(?: entry)?|release notes?", r"change ?log|changes\b|release|news\b|history"),
    (r"commits?|commit message", r"commit|\bpush|check (?:it|them|this) in|merge|\bPR\b|git\b"),
    (r"(?:new |separate )?branch(?:es)?", r"branch|\bPR\b|pull|git\b|worktree|fork"),
    (r"back-?ups?|snapshots?", r"back(?:ed)?[- ]?up|snapshot|\bcop(?:y|ies)|dump|save|safe|archiv"),
    (r"roll-?backs?", r"roll(?:ed)?[- ]?back|revert|undo|restor|previous|back\b"),
    (r"deploy(?:ment|ing)?", r"deploy|releas|ship|live|prod|launch|publish|roll|host|stag"),
    (r"refactor(?:ing|ed)?", r"refactor|clean|restructur|reorgani[sz]|simplif|rewrit|move|split|extract|tidy|rework|improv|redesign"),
)  # fmt: skip
_ACTS = (
    (r"push", r"push|remote|upload|publish|origin|deploy|merge|ship|\bPRs?\b|pull|sync|send"),
    (r"commit", r"commit|push|check (?:it|them|this|that) in|\bgit\b|merge|\bPRs?\b|pull|save|record|version"),
    (r"merge", r"merg|land|pull|\bPRs?\b|combine|join|integrat|together|into"),
    (r"deploy|release|publish|roll out", r"deploy|releas|ship|live|prod|launch|publish|roll|upload|push|host|stag|tag|online|version"),
    (r"rebase|squash", r"rebas|squash|histor|clean|linear|onto|main|master|upstream|latest|update|sync|single commit|one commit"),
    (r"rename", r"renam|\bcall|\bname|title|label|instead of|\bas\b|change"),
    (r"revert|undo|roll back", r"rever|undo|undid|roll|back|restor|reset|previous|before|again|old|instead|remove|discard|drop"),
    (r"(?:notify|email|e-mail|inform|mail|message)", r"notif|mail|inform|messag|send|tell|told|write|let \w+ know|ping|contact|answer|reply|reach|call|ask"),
    (r"translate", r"translat|language|deutsch|english|german|french|spanish|chinese|japanese|locali[sz]|i18n"),
    (r"benchmark|profile", r"bench|perf|profil|speed|fast|slow|measur|latenc|time|memory"),
    (r"refund", r"refund|money|reimburs|pay|return|back|credit|compensat|cancel"),
    (r"downgrade|upgrade", r"upgrad|downgrad|class|version|latest|newer|newest|bump|update|business|economy|first|move|switch|change|lower|higher"),
)  # fmt: skip
_OPENED = r"(?:^|,|\b(?:and|plus|as(?: well as)?|via|through|with|by way of)\b)\W{0,12}+"
_TAIL = r"(?=\W*+$|[,.)]| (?:for|of|on|in|with|covering|that|as|from|against|and|too|before|after|first|instead|one)\b| (?:to be )?(?:added|opened|written|created|made|included|updated)\b)"
_TABLE = (
    *(
        (
            re.compile(
                rf"{_OPENED}(?:an?|some|more|separate|own|new|final)?\W{{0,12}}+(?:\w{{1,40}}+ )?(?:{named})\b{_TAIL}",
                re.I,
            ),
            re.compile(shown, re.I),
        )
        for named, shown in _THINGS
    ),
    *(
        (
            re.compile(
                rf"^\W*(?:to |that (?:it|they|this) (?:should )?(?:be )?)(?:also |then |now |\w+ly )?(?:{named})(?:ed|d)?\b",
                re.I,
            ),
            re.compile(shown, re.I),
        )
        for named, shown in _ACTS
    ),
)


def shown_by(wish: str) -> re.Pattern[str] | None:
    """What any mention of the first such thing or act in `wish` looks like; None where it names none."""
    return next((shown for named, shown in _TABLE if named.search(wish)), None)
