"""Tool output: the few lines of it that state a failure, and the fact that a call went well.

In: the text of one tool result, whether the format marks it as an error, and a key of the call that it answers. Out: `ToolLine`s.
Dumps, listings, searches and code that merely *mention* errors are not failures: a line counts when the failure stands where
programs put it (line start, after a time stamp or a position, a level, an exit code). Near-identical lines collapse to
the first and the last. Cost: one combined search over the text; everything else only on its hits.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import NamedTuple

from leadline.core.facts.errors import FAILURE_LINE, find_errors
from leadline.core.facts.model import Criticality

__all__ = [
    "SHELL",
    "ToolLine",
    "after_header",
    "changes_the_world",
    "read_tool_output",
    "refuses",
    "tool_key",
    "tool_keys",
]

LINES_MAX = 8  # failing lines kept of one result: the first four and the last four
_SHORT_RESULT = 600  # characters; in such a result any failure word counts


class ToolLine(NamedTuple):
    """One line (trimmed) of the result, with what it is worth."""

    start: int
    end: int
    criticality: Criticality
    reason: str
    exception: tuple[int, int] = (0, 0)  # the exception's name inside of the line, known by its place beside the frames


_AT_PLACE = re.compile(
    r"""^\s{0,40}(?:[E>|✗❌●×]\s{1,6}|\[?\d{4}[-/]\d\d[-/]\d\d[T ][\d:.,Z+-]{5,20}\]?\s{1,3}|\[?\d\d:\d\d:\d\d[.,\d]{0,8}\]?\s{1,3}|(?>\S{1,160}?:\d{1,6}(?::\d{1,5})?(?::|\s-))\s{0,3}|[\w./@-]{1,60}:\s|<[\w-]{1,30}>|\[[\w ./:-]{1,40}\]\s{0,3}|\S{1,40}\s){0,3}?
    (?:(?:\w{1,40}\.){1,6}[A-Z]\w{2,60}:\s|[\w.]{0,80}(?:Error|Exception)\d{0,6}\b(?:[:\s(]|$)|Traceback|panic:|Error\b|FATAL\b|fatal(?:\ error)?:|ERROR\b|[Ee]rror(?:\ ?[\[(]?\w{1,12}[\])]?)?:|error\ TS\d|---\ FAIL|FAILED\b|FAIL\b|[Ee]xit(?:ed)?(?:\ with)?(?:\ (?:code|status))\ ?[:=]?\ ?[1-9]|
       Process\ exited\ with\ code\ [1-9]|[Pp]ermission\ denied|[Cc]onnection\ refused|command\ not\ found|No\ such\ file|Segmentation\ fault|Killed\b|[Ff]ailed\b|npm\ ERR!|undefined:|cannot\ |HTTP(?:/\d(?:\.\d)?)?\ [45]\d\d|["']?[Ss]tatus(?:[\ _-]?[Cc]ode)?["']?[=:\ ]{1,3}[45]\d\d|[Rr]eason:\ {1,12}[A-Z][a-z]+[A-Z]|[Ee]xit[\ _]?code:\ [1-9]|
       (?:is|was|has)\ (?:a\ directory|denied|refused)|[Ff]ehler|[Uu]nauthorized|[Ff]orbidden|[Uu]nable\ to|[Cc]ould\ not|CRITICAL\b|E[A-Z]{4,12}:|ORA-\d)""",
    re.VERBOSE,
)
_CODE_LINE = re.compile(
    r"""^\s*(?:\S{1,160}?:\d{1,6}[:-]\s*)?(?:\d{1,7}(?:→|\ ?\t|\ ?[│|]|[:-](?!\d))|[-+]\s|[-+]\t|//|\#|\*|/\*|return\b|if\b|throw\b|raise\b|except\b|catch\b|import\b|from\b|func\b|def\b|class\b|const\b|let\b|var\b|export\b|type\b|t\.|assert|expect\(|console\.|log\.|fmt\.|print|logger|case\b|[\w.]+\s?:?=\s)
      |^\S{1,200}?\.\w{1,8}[:-]\d{1,6}[:-].*[;{}()]\s*$|[;{]\s*$|^\s*\w{1,40}:\ (?:\w[\w.]{0,60}|'[^'\n]*'|"[^"\n]*"|`[^`\n]*`),\s*$|^\s*(?:'[^'\n]*'|"[^"\n]*"|`[^`\n]*`)[,;)]\s*$|\$?\{\w{1,40}(?:\.\w{1,40}){1,4}\}""",
    re.VERBOSE,
)
_REFUSED = re.compile(
    r"\b(?:edits?|patch|changes?|hunks?|command) (?:(?:was|were|has|have|is|are) )?(?:not (?:been )?applied|rejected)|[Nn]o changes (?:were |have been )?(?:made|applied)|(?:introduced|has) new (?:syntax|lint\w*|type) errors?"
)  # a tool says that it did not do what it was asked
# A run that sums itself up as failed, whatever else it counts: "RESULT: FAIL (3 of 5 passed)".
_VERDICT = re.compile(
    r"\W{0,12}(?:(?:overall|test|final|run|suite|build|check|eval\w*) ){0,2}(?:results?|verdict|outcome|overall)[ \t]?[:=][ \t]{0,3}fail(?:ed|ure)?\b",
    re.IGNORECASE,
)
_PLACE = re.compile(
    r"\r?\n[ \t]*+(?:(?:-->|at|in)[ \t]*+)?[\w./@-]{1,160}\.\w{1,8}(?::\d{1,6}){1,2}(?=[^\S\n]*+(?:\n|$))"
)  # where it failed, below
_LOOKUP = re.compile(
    r"call:(?:Read|Grep|Glob|LS|view|read_file|list_files|search_files):|call:[^:]*:(?:rg|grep|egrep|sed|cat|nl|ls|head|tail|find|fd|which|stat|wc|file|tree|less)\b",
    re.IGNORECASE,
)
_MISSED = re.compile(
    r"No such file|cannot access|can't read|not found|does not exist|is a directory"
)  # a look-up that found nothing
_MASK = re.compile(r"0x[0-9a-fA-F]+|[0-9a-f]{7,64}|\d+")
_CALM = re.compile(
    r"\berrors?: ?\(?(?:none|null|nil|empty)\)?\s*$|\b(?:0 (?:errors?|failed|failures?)|no errors?|errors?: ?0|failed: ?0|passed|exit(?:ed)?(?: with)? (?:code|status) 0)\b",
    re.IGNORECASE,
)
_KEY_WORD = re.compile(r"[\w./@-]{2,80}")
_PATH_ARG = re.compile(r"(?:file_?path|path|filename|file|notebook_path|uri)[\"']?\s?[:=]\s?[\"']?([^\s\"',}]{2,200})")
_COMMAND = re.compile(r"(?:command|cmd|script|code)[\"']?\s?[:=]\s?\[?[\"']?(.{2,300})", re.DOTALL)
_SKIP = re.compile(r"^(?:cd|export|set|source|sudo|env|timeout|time|bash|sh|-lc|-c|&&|;|\|\||[\w.]+=\S*|\d+)$")


SHELL = re.compile(
    r"bash|shell|exec|terminal|command|^(?:sh|run)$", re.IGNORECASE
)  # a tool that runs commands, by its name
_QUOTED = re.compile(
    r"'[^']*+(?:'|\Z)|\"(?>(?:[^\"\\]++|\\.)*)(?:\"|\Z)", re.DOTALL
)  # a message of a commit runs nothing
_NEXT = re.compile(r"&&|;|\n")
_COMMANDS_MAX = 8
_REFUSES = re.compile(
    r"\bnot (?:been )?applied\b|\bintroduced new (?:syntax|lint\w*|type) error|\bNo (?:exact )?match(?:es)? (?:was |were )?found\b|\b(?:string|text|snippet|context|lines?) (?:to \w+ )?(?:was |were )?not found\b"
    r"|\b[Nn]o changes (?:were |have been )?made\b|\bdid not (?:appear|match|apply)\b|\b(?:edit|patch|change)s? (?:was |were )?(?:rejected|refused)\b"
)
_ANSWER_MAX = 400  # characters of an answer in which a tool says that it did not do what it was asked
_TOLD_MIN = 5  # words
_NEAR = 200  # characters
_PLAIN = re.compile(r"(?:[-*•] )?[\w\s'’\"“”().,;`/-]+")  # no colon: no level, no place, no program's name
_RUNS_ON = re.compile(r"(?<=[a-z]{2} )[\w'’/-]{2,40},?$")


def tool_keys(name: str | None, call: str) -> tuple[str, ...]:
    """`tool_key`, and the keys of what else a shell ran in the same call: all of it went well where the call did."""
    first = tool_key(name, call)
    if not first or _PATH_ARG.search(call) or not SHELL.search(name or ""):
        return (first,) if first else ()
    plain = _QUOTED.sub(" ", call).partition("<<")[0]
    ran = [part for part in _NEXT.split(plain)[1 : _COMMANDS_MAX + 1] if "||" not in part]
    return tuple(dict.fromkeys((first, *(key for part in ran if (key := tool_key(name, part))))))


def tool_key(name: str | None, call: str) -> str:
    """What a call works on, so that a later success clears an earlier failure: tool and file, or the command's first words."""
    path = _PATH_ARG.search(call)
    if path:
        return f"call:{name or ''}:{path.group(1)}"
    command = _COMMAND.search(call)
    body = command.group(1) if command else call
    body = re.split(r"\bcd\s+\S+\s*(?:&&|;)\s*", body)[-1]
    words = [w for w in _KEY_WORD.findall(body[:200]) if not _SKIP.match(w) and w != name]
    words = words[: 3 if words and words[0] in _NESTED else 2]
    return f"call:{name or ''}:{' '.join(words)}" if name or words else ""


_NESTED = frozenset(("gh", "glab"))  # tools whose third word says what they do
_OUTPUT = re.compile(r"(?m)^(?:Output|stdout):[ \t]*\n")  # the header of a runner ends there
_HEADER_MAX = 400  # characters
_VERBS = (
    "book|cancel|close|comment|create|delete|deploy|destroy|edit|insert|invite|merge|modify|open|order|pay|publish|push|refund|register|release|remove|rename|reply|reserve|"
    "reschedule|revert|schedule|send|start|stop|submit|tag|transfer|update|upload"
)
_WORLD = re.compile(
    rf"call:(?:(?:mcp__[\w-]{{1,60}}__)?(?:{_VERBS})_\w+:|[^:]*:(?:git (?:commit|push|tag|merge|revert|cherry-pick)|(?:gh|glab) (?:pr|mr|issue|release|repo|run) (?:create|merge|close|reopen|comment|edit|review|delete|upload|rerun)|(?:kubectl|helm|terraform|docker|npm|yarn|cargo|az|aws|gcloud) "
    r"(?:apply|create|delete|destroy|deploy|install|publish|push|rollback|rollout|scale|upgrade))\b)"
)
_FILE_CALL = re.compile(r"call:\w*(?:file|edit|dir|todo|task|plan|note|memory|browser|cell|notebook)", re.IGNORECASE)


def changes_the_world(key: str) -> bool:
    """Whether the call behind `key` leaves something behind outside of the working copy: a commit, a booking, a ticket, a message.
    What such a call answers (the id, the address) is named nowhere else."""
    return _WORLD.match(key) is not None and not _FILE_CALL.match(key)


def refuses(text: str) -> bool:
    """Whether the answer to an edit says that nothing was edited."""
    return _REFUSES.search(text, 0, _ANSWER_MAX) is not None


def after_header(text: str) -> int:
    """Where the program's own output begins behind what the runner says of it (ids, times, exit state)."""
    m = _OUTPUT.search(text, 0, _HEADER_MAX)
    return m.end() if m else 0


def read_tool_output(text: str, *, is_error: bool, key: str) -> list[ToolLine]:
    """Failing lines in order (at most LINES_MAX), else one `tool_ok` line where the call has a key. May be empty."""
    found = _failing_lines(text, is_error, code=False) or (_failing_lines(text, True, code=True) if is_error else [])
    if not found and is_error:
        first = _first_line(text)
        found = [first] if first else []
    if not found:
        ok = _first_line(text)
        return [ToolLine(ok[0], ok[1], "incidental", "tool_ok")] if ok and key else []
    out: list[ToolLine] = []
    for start, end in found:
        place = _PLACE.match(text, end)
        end = place.end() if place and end - start < _SHORT_RESULT else end
        line = text[start:end]
        name = _exception(text, start, end)
        coded = (
            is_error
            or name[1] > 0
            or any(True for _ in find_errors(line))
            or _AT_PLACE.match(line) is not None
            or _REFUSED.search(line) is not None
        )
        coded = coded and not (_LOOKUP.match(key) and _MISSED.search(line))
        out.append(ToolLine(start, end, "owed" if coded else "supporting", "tool_failed", name))
    return out


_FENCE = re.compile(r"(?m)^[ \t\d→|:]{0,12}```")


def _failing_lines(text: str, is_error: bool, *, code: bool) -> list[tuple[int, int]]:
    short = len(text) <= _SHORT_RESULT
    kept: dict[str, list[tuple[int, int]]] = {}
    fences = [] if is_error else [m.start() for m in _FENCE.finditer(text)]
    at = 0
    while (m := FAILURE_LINE.search(text, at)) is not None:
        if bisect_left(fences, m.start()) % 2 and fences[-1] > m.start():
            at = m.end()  # an example in a document that was printed: nothing failed here
            continue
        spans = (
            _traceback(text, m.start())
            if m.group().startswith(("Traceback", "File "))
            else [_line_around(text, m.start(), m.end())]
        )
        at = max(spans[-1][1], m.end())
        for start, end in spans:
            line = text[start:end]
            if len(spans) == 1 and not _counts(line, is_error, short, code):
                continue
            if len(spans) == 1 and not is_error and _is_told(text, start, end):
                continue
            same = kept.setdefault(_MASK.sub("#", line)[:120], [])
            if len(same) < 2:
                same.append((start, end))
            else:
                same[1] = (start, end)
    lines = sorted({span for spans in kept.values() for span in spans})
    return lines if len(lines) <= LINES_MAX else lines[: LINES_MAX // 2] + lines[-LINES_MAX // 2 :]


def _counts(line: str, is_error: bool, short: bool, code: bool) -> bool:
    """Whether a line with a failure word states a failure, rather than quoting or counting one. `code`: lines of code may do so."""
    if _VERDICT.match(line):
        return True
    if _CALM.search(line) or (not code and _CODE_LINE.search(line)):
        return False
    return is_error or short or _AT_PLACE.match(line) is not None or _REFUSED.search(line) is not None


def _is_told(text: str, start: int, end: int) -> bool:
    """Whether a line of plain words is part of a sentence that was wrapped: a report of what somebody else saw, on a screen or in a
    document that was printed. Programs end their failure with its line."""
    line = text[start:end]
    words = line.split()
    if len(words) < _TOLD_MIN or not _PLAIN.fullmatch(line) or any(True for _ in find_errors(line)):
        return False
    above = text[max(0, start - 2 * _NEAR) : start].rstrip(" \t")[:-1].rpartition("\n")[2].rstrip()
    below = text[end : end + _NEAR].partition("\n")[2].partition("\n")[0].strip()
    goes_on = _RUNS_ON.search(line) is not None and below[:1].islower()
    return goes_on or (line[:1].islower() and _RUNS_ON.search(above[-_NEAR:]) is not None)


def _line_around(text: str, start: int, end: int) -> tuple[int, int]:
    """The line that holds [start, end), trimmed, and cut where it is very long."""
    left = text.rfind("\n", 0, start) + 1
    right = text.find("\n", end)
    left, right = max(left, start - 300), min(len(text) if right < 0 else right, end + 500)
    while left < right and text[left].isspace():
        left += 1
    while right > left and text[right - 1].isspace():
        right -= 1
    return left, right


def _exception(text: str, start: int, end: int) -> tuple[int, int]:
    """Place of the exception's name where the line is the last one of a stack trace: not indented, below frames or above
    `at` frames, whatever its class is called. (0, 0) elsewhere."""
    m = _EXCEPTION.match(text, start, end)
    if not m or (start and text[start - 1] != "\n"):
        return 0, 0
    above = text[max(0, start - 400) : start].rstrip("\n").rsplit("\n", 2)[-2:]
    framed = any(_FRAME.match(line) for line in above) or _AT_FRAME.match(text, end) is not None
    return (m.start("name") - start, m.end("name") - start) if framed else (0, 0)


_EXCEPTION = re.compile(
    r"(?:Exception in thread \"[^\"\n]{1,60}\" |Uncaught |Caused by: )?(?P<name>(?:\w{1,60}\.){0,8}[A-Z]\w{2,80})(?=: |:?$|\n)"
)
_FRAME = re.compile(r"\s+File \"[^\"\n]{1,200}\", line \d")
_AT_FRAME = re.compile(r"\n\s+at \S")


def _traceback(text: str, start: int) -> list[tuple[int, int]]:
    """The innermost place and the exception of a Python traceback, with or without its head; the head says nothing."""
    place: tuple[int, int] | None = None
    at = text.rfind("\n", 0, start) if text.startswith("File ", start) else text.find("\n", start)
    if at < 0 and text.startswith("File ", start):
        place, at = _line_around(text, start, start), text.find("\n", start)
    for _ in range(80):  # lines of one traceback
        if at < 0 or at + 1 >= len(text):
            break
        span = _line_around(text, at + 1, at + 1)
        if text[at + 1].isspace():
            if text.startswith("File ", span[0]):
                place = span
        elif span[1] > span[0]:
            return [place, span] if place else [span]
        at = text.find("\n", at + 1)
    return [_line_around(text, start, start)]


def _first_line(text: str) -> tuple[int, int] | None:
    m = re.search(r"\S[^\n]{0,200}", text)
    if not m:
        return None
    return m.start(), m.start() + len(m.group().rstrip())
