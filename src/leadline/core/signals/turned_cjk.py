"""A clause of Japanese or Chinese told with its negation taken out or put in: 無効にしない, 無効にする; 不支持, 支持.

In: a trial. Out: findings `polarity`. These scripts write the content of a clause in kanji, katakana, letters and digits; a negation is one of a
closed class of endings (ない, ません, ず) or characters (不, 没, 未, 无). Two clauses are the same statement where their content is the same but
for those; they contradict each other where one has an odd number of negations and the other an even one. Words in which such
a character denies nothing (不同, 未来, だけでなく, なければならない) are a closed class as well.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from rapidfuzz.distance import LCSseq

from leadline.core.signals.findings import make, shortened
from leadline.core.signals.index import Trial
from leadline.core.signals.lexis import is_cjk
from leadline.core.signals.model import Finding

__all__ = ["find_turned_cjk"]

_P = 0.93
_KANA = re.compile(r"[\u3040-\u309f]")
_SCRIPT = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
_CUT = re.compile(r"[、，。；;：！!\n]|:(?!\d)|,(?!\d)|(?<=[\u3040-\u9fff])[ 　](?=[\u3040-\u9fff])")
# Japanese: what looks like a negation and is none, or turns twice.
_JA_NONE = re.compile(
    r"(?:なければ|なくては|ないと|なきゃ)(?:なら|いけ|だめ)\w{0,4}|ざるを得\w*|だけで(?:は)?なく|のみならず|ばかりでなく|ではなく|じゃなく|しかない|ほかない|かもしれ(?:ない|ません)|に過ぎない|にすぎない|"
    r"少な[いく]|危な[いく]|切ない|もったいな\w|間違いな[いく]|問題な[いく]|とんでもない|やむを得(?:ない|ず)|必ず|まず|わず(?=か)|はず|ずつ|ずっと|ないし|なお"
)
_JA_NOT = re.compile(r"ないで|ない|ません|なかった|なく(?=[てなは、]|$)|ず(?=に|、|$)|[不未無非](?=[\u3400-\u9fff])")
_JA_IF = re.compile(
    r"(?:ない(?:と|なら|場合|限り|うち|まま|前)|なければ|なくても|れば|たら|場合|とき|時は|なら)\s*$|(?:ないと|ない限り|なければ)"
)
_JA_KEPT = re.compile(
    r"不(?:明|具合|足|在|良|正|備|安|調|思議|動産|審)|未(?:来|満|定|知|明)|無(?:料|線|事|効|人|償|期限|視|断)|非(?:常|公開)|ない(?:よう|ため)"
)
# Chinese: words in which the character denies nothing of the clause, or that turn twice.
_ZH_KEPT = re.compile(
    r"不仅|不但|不只|不光|不得不|不能不|不会不|无不|不同|不过|不少|不断|不管|不论|不如|不久|不料|不良|不足|不锈|不便|不满|差不多|不得已|未来|未必|无论|无线|无人|无关|无故|无法|非常|除非|并非|是否|能否|否则|没关系|没收|"
    r"别人|别的|区别|级别|性别|特别|分别|类别|个别|识别|告别|辨别"
)
_ZH_NOT = re.compile(r"没有|[不没未无勿莫别]")
_ZH_LIGHT = re.compile(r"[的了已将会请要应该在把被是有就也都还着过需须到于]")
_QUESTION = re.compile(r"[?？]|(?:か|吗|呢|吧)$")
_LENGTH_MIN = 3  # characters of content in a clause
_ALIKE = 0.8  # of the longer clause's content


class _Clause(NamedTuple):
    """A clause: its content without negations, whether their number is odd, its span."""

    content: str
    denied: bool
    start: int
    end: int


def find_turned_cjk(trial: Trial) -> list[Finding]:
    """At most one finding a parent clause."""
    if not _SCRIPT.search(trial.parent) or not is_cjk(trial.parent):
        return []
    theirs = [
        (owner, c) for owner, child in enumerate(trial.pool) if _SCRIPT.search(child.text) for c in _clauses(child.text)
    ]
    out: list[Finding] = []
    for mine in _clauses(trial.parent):
        like = [(owner, c) for owner, c in theirs if _same(mine.content, c.content)]
        if not like or any(c.denied == mine.denied for _, c in like):
            continue
        owner, last = like[-1]
        quote, source = trial.parent[mine.start : mine.end], trial.pool[owner].text[last.start : last.end]
        out.append(
            make(
                trial, "polarity", "hard",
                f'The summary says "{shortened(quote)}"; "{trial.pool[owner].id}" says "{shortened(source)}": the same clause with the negation '
                f'{"put in" if mine.denied else "taken out"}. Whoever goes on from the summary does the opposite.',
                parent=(mine.start, mine.end), child=(owner, last.start, last.end), probability=_P,
            )
        )  # fmt: skip
    return out


def _same(one: str, two: str) -> bool:
    """The content is the same, or the shorter stands in the longer in one order and is most of it, with the same end."""
    if one == two:
        return True
    short, long = sorted((one, two), key=len)
    if len(short) < _LENGTH_MIN + 1 or len(short) < _ALIKE * len(long) or one[-2:] != two[-2:]:
        return False
    return LCSseq.similarity(one, two) >= len(short) and _figures(one) == _figures(two)


def _figures(text: str) -> list[str]:
    return re.findall(r"[\dA-Za-z]+", text)


@lru_cache(maxsize=256)
def _clauses(text: str) -> tuple[_Clause, ...]:
    """The clauses of a text that state something: no questions, no conditions."""
    out: list[_Clause] = []
    at = 0
    japanese = len(_KANA.findall(text[:2000])) * 10 > len(_SCRIPT.findall(text[:2000]))
    for stop, after in [*((m.start(), m.end()) for m in _CUT.finditer(text)), (len(text), len(text))]:
        start, at = at, after
        piece = text[start:stop]
        start += len(piece) - len(piece.lstrip())
        piece = piece.strip()
        if (
            not _SCRIPT.search(piece)
            or _QUESTION.search(piece)
            or (text[stop : stop + 1] in "?？" and stop < len(text))
        ):
            continue
        content, count = _read_ja(piece) if japanese else _read_zh(piece)
        if content is not None and len(content) >= _LENGTH_MIN:
            out.append(_Clause(content, count % 2 == 1, start, start + len(piece)))
    return tuple(out)


def _read_ja(piece: str) -> tuple[str | None, int]:
    """(content, negations); None for a condition. Content: everything but hiragana and marks."""
    plain = _JA_NONE.sub(lambda m: "〓" if "な" in m.group() and "だけ" in m.group() else "", piece)
    if "〓" in plain or _JA_IF.search(plain):
        return None, 0
    kept = _JA_KEPT.sub(lambda m: m.group().translate(_HIDDEN), plain).replace("必要", "要")
    count = len(_JA_NOT.findall(kept))
    rest = _JA_NOT.sub("", kept).translate(_SHOWN)
    return re.sub(r"[\u3040-\u309f\W_]+", "", rest), count


def _read_zh(piece: str) -> tuple[str | None, int]:
    """(content, negations); None for "not only" and for conditions."""
    if re.search(r"不仅|不但|不只|不光|如果|若|除非|只有|只要|是否|能否|不是.{1,12}而是", piece):
        return None, 0
    kept = _ZH_KEPT.sub(lambda m: m.group().translate(_HIDDEN), piece)
    count = len(_ZH_NOT.findall(kept))
    rest = _ZH_LIGHT.sub("", _ZH_NOT.sub("", kept)).translate(_SHOWN)
    return re.sub(r"[\W_]+", "", rest), count


_NEGATIVE = "不没未无無非勿莫别な"
_HIDDEN = {ord(c): chr(0xE000 + i) for i, c in enumerate(_NEGATIVE)}  # of a word in which it denies nothing
_SHOWN = {0xE000 + i: c for i, c in enumerate(_NEGATIVE)}
