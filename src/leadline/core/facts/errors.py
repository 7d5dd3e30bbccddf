"""Errors: codes, exit states, errno names, exception classes and signals; and whether a line tells of a failure at all.

In: one sentence. Out: hits of kind `error`, and a cheap test by which long tool output is skipped.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from leadline.core.facts.hits import Hit
from leadline.core.text.openings import opened

__all__ = ["FAILURE_LINE", "GATE", "find_errors"]

GATE = re.compile(
    r"[A-Z]{3}|[a-z](?:Error|Exception|Failure|Fault|Exit|Interrupt|Timeout|Overflow)|\b[45]\d\d|0x|(?:[Ee]xit|[Cc]ode|[Ss]tatus|return|rc|errno|[Ee]rror|err|[Rr]eason|fehler|erreur)\w{0,6}[\"']?[ :=_(-]{1,3}[\"']?[-0-9A-Z]|server \(|[A-Z]{1,2}-?\d{3}",
    re.ASCII,
)

_ERROR = re.compile(
    r"""
    (?P<exit>\b(?:exit(?:ed)?|returned|rc|return)[ _-]?(?:code|status|with)?(?:[ ]with)?(?:[ ]?(?:code|status))?[ ]?[:=]?[ ]?-?\d{1,5}\b(?![.,]\d|[ ]?[a-z%]))
  | (?P<http>\bHTTP(?:/\d(?:\.\d)?)?[ ](?:status[ ])?(?:code[ ])?[1-5]\d\d\b|\b(?:[Ss]tatus|[Cc]ode|answered|returns?|returned|error|with|a|an|got)(?:[ _-]?[Cc]ode)?["']?[ ]?[:=]?[ ]?["']?(?P<code>[45]\d\d)\b(?![.,]\d|[ ]?(?:ms|s|MB|GB|kB|rows?|items?|files?|%)\b)|\b[45]\d\ds?[ ](?:errors?|responses?|(?:Bad|Internal|Not|Forbidden|Unauthorized|Conflict|Too|Service|Gateway)\b))
  | (?P<vendor>\b(?:ORA|SQL|PLS|TNS|IMAP|RFC822|SQLSTATE|CORE|APP|SYS|DB|NET|SVC|AUTH|API)[-_ ][A-Z]{0,3}\d{2,6}\b|\bSQLSTATE[ :=\[]{1,3}[0-9A-Z]{5}\b)
  | (?P<ecode>\b(?:TS|CS|CA|RUST|RUF|SC|CVE-\d{4}-|BC|LNK|MSB|NU|NETSDK|AADSTS|ERR|KB|W|F|E)\d{3,7}\b|\bE-?\d{3,6}\b)
  | (?P<named>\b(?:ERR|E|ERROR|FATAL|INVALID|FAILED)_[A-Z0-9_]{2,60}\b|\bE(?:CONN[A-Z]{3,10}|NO[A-Z]{3,9}|ACCES|PERM|EXIST|XIST|AGAIN|PIPE|BUSY|INVAL|IO|ISDIR|MFILE|TIMEDOUT|ADDRINUSE|HOSTUNREACH|NETUNREACH|RESOLVE|LOOP|ROFS|DQUOT|OVERFLOW|PROTO)\b)
  | (?P<errno>\b(?:errno|os[ ]error|error[ ](?:code|no\.?|number)?|Fehler(?:code)?|erreur|code)[ ]?[:=#]?[ ]?-?(?:0x[0-9a-fA-F]{2,16}|\d{1,6})\b(?![.,]\d))
  | (?:\b[Ee]rror[ ]from[ ]server[ ]\((?P<server>[A-Z][A-Za-z]{2,40})\))
  | (?:\b[Rr]eason["']?[ ]?[:=][ ]?["']?(?P<reason>(?!Success|Complet|Ready)[A-Z]\w{0,40}[A-Z0-9_]\w{0,40})\b|\breason[ ](?P<bare>[A-Z][A-Z0-9]*(?:[_-][A-Z0-9]+){1,6}|[A-Z]{2,}\d{2,8})\b)
  | (?P<after>\b(?:error|err|fehler|reason|code|error_code|errorCode)["']?[ ]?(?:code[ ])?[:=][ ]?["']?(?P<name>[A-Z][A-Z0-9]*(?:[_-][A-Z0-9]+){1,6})\b)
  | (?P<class>\b(?:[A-Za-z_][\w]{0,40}\.){0,5}[A-Z][A-Za-z0-9]{1,60}(?:Error|Exception|Failure|Fault|Exit|Interrupt|Timeout|Overflow)\d{0,6}\b(?:::\w{1,60})?)
  | (?P<signal>\bSIG(?:KILL|SEGV|TERM|ABRT|INT|BUS|FPE|ILL|PIPE|HUP|QUIT)\b|\bOOM(?:[- ]?[Kk]illed|Killer)?\b)
  | (?P<hex>\b0x[0-9A-Fa-f]{4,16}\b)
    """,
    re.VERBOSE,
)

_OPENING = re.compile(r"\w+")  # where each match begins

FAILURE_LINE = re.compile(
    r"\b(?:[A-Z]\w{0,40}(?:Error|Exception)\d{0,6}\b|(?:errors?|exceptions?)\.[A-Z]\w{2,60}:|Traceback \(most|Exception in thread|Uncaught |Caused by: |panic:|Error\b|FATAL|fatal:|ERROR\b|error(?:\[\w+\])?:|Error:|--- FAIL|FAILED|FAIL\b(?=[ \t:|(]{1,4}\S)|(?:RESULT|[Rr]esult|VERDICT|[Vv]erdict|OUTCOME|[Oo]utcome|OVERALL|[Oo]verall)S?s?[ \t]?[:=][ \t]{0,3}(?:FAIL\b|[Ff]ail(?:ure)?\b)|Exit code [1-9]|exit(?:ed)?(?: with)?(?: code| status)? [1-9]|"
    r"[Pp]ermission denied|[Cc]onnection refused|command not found|No such file|Segmentation fault|Killed|timed out|[Ff]ailed\b|No space left|not found\b|unreachable|[Rr]efused|[Dd]enied|[Rr]ejected|[Aa]borted|E[A-Z]{4,12}:|ORA-\d|SQLSTATE|"
    r"Fehler:|Erreur|HTTP(?:/\d(?:\.\d)?)? [45]\d\d|[Ss]tatus(?:[ _-]?[Cc]ode)?[\"']?[=: ]{1,3}[45]\d\d|[Rr]eason[\"']?[:=] ?[\"']?[A-Z][a-z]+[A-Z]|File \"[^\"\n]{1,200}\", line \d|[Ee]xit[ _]?code: [1-9]|npm ERR!|[Nn]ot (?:been )?applied|[Nn]o changes (?:were |have been )?(?:made|applied)|new (?:syntax|lint\w*|type) errors?|undefined:|cannot find|is a directory|Unauthorized|Forbidden)"
)


def find_errors(s: str, *, gated: bool = True) -> Iterator[Hit]:
    """Codes and exception names; a bare number only right behind a word that makes it a code."""
    if gated and not GATE.search(s):
        return
    for m in opened(_ERROR, _OPENING, s):
        part = next((g for g in ("name", "code", "server", "reason", "bare") if m.group(g)), None)
        if part:
            yield Hit("error", *m.span(part))
        elif m.lastgroup == "exit" and not any(c.isdigit() for c in m.group()):
            continue
        else:
            yield Hit("error", *m.span())
