"""A short run of what `leadline bench fuzz` does at length, and a regression for each fault that fuzzing found."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leadline.bench import fuzz
from leadline.bench.fuzz_seeds import TRANSCRIPTS
from leadline.bench.fuzz_targets import TARGETS, Target, run_one


@pytest.mark.slow
@pytest.mark.parametrize("name", fuzz.SHARES)
def test_nothing_fails(name: str) -> None:
    """No crash, no hang, no unclear error."""
    (row,) = fuzz.run(20 if name == "check" else 120, 7, (name,))
    assert not row.failures, row.kept


@settings(deadline=None, max_examples=60)
@given(st.sampled_from(sorted(TRANSCRIPTS)), st.data())
def test_a_transcript_that_is_cut_or_joined_anywhere_is_read_or_refused(name: str, data: st.DataObject) -> None:
    """hypothesis chooses where, and shrinks what it finds."""
    seed = TRANSCRIPTS[name]
    a = data.draw(st.integers(0, len(seed)))
    middle = data.draw(st.binary(max_size=12))
    assert run_one(TARGETS["reader"], seed[:a] + middle + seed[data.draw(st.integers(0, len(seed))) :])[1] is None


@settings(deadline=None, max_examples=30)
@given(st.binary(max_size=200))
def test_a_policy_of_any_bytes_is_read_or_refused(data: bytes) -> None:
    """With a clear error."""
    assert run_one(TARGETS["policy"], data)[1] is None


@settings(deadline=None, max_examples=15)
@given(st.text(max_size=120), st.text(max_size=120))
def test_a_check_of_any_text_comes_back(child: str, parent: str) -> None:
    """With a report that is JSON."""
    assert run_one(TARGETS["check"], f"{child}\x1e{parent}".encode("utf-8", "surrogatepass"))[1] is None


def test_a_failure_is_seen() -> None:
    """A crash, a hang and an empty message are three failures, a promised error with words is none."""

    def crash(_: bytes) -> None:
        raise KeyError("x")

    def hang(_: bytes) -> None:
        while True:
            pass

    def mute(_: bytes) -> None:
        raise ValueError

    def clear(_: bytes) -> None:
        raise ValueError("line 3 is no JSON: give one object a line")

    told = [run_one(Target("t", call, ("ValueError",)), b"")[1] for call in (crash, mute, clear)]
    assert [t is not None for t in told] == [True, True, False]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("leadline.bench.fuzz_targets.SECONDS_MAX", 0.02)
        assert "took more" in (run_one(Target("t", hang, ()), b"")[1] or "")


def test_the_same_seed_gives_the_same_inputs() -> None:
    """A failure can be made again from the command line that the report prints."""
    for name in fuzz.SHARES:
        assert list(fuzz.inputs_for(name, 25, Random("1:x"))) == list(fuzz.inputs_for(name, 25, Random("1:x")))


def test_each_format_s_seed_is_read_as_that_format() -> None:
    """A seed that no reader takes would fuzz nothing but the refusal."""
    import io

    from leadline.core.text.messages import Message
    from leadline.readers import ReadOptions, Source, TranscriptMeta, read_source

    for name, data in TRANSCRIPTS.items():
        items = list(read_source(Source(io.BytesIO(data), "seed", ReadOptions())))
        assert {item.format for item in items if isinstance(item, TranscriptMeta)} == {
            name if name != "gemini" else "gemini-cli"
        }
        assert any(isinstance(item, Message) for item in items)
