"""The edits of `bench metamorphic` do what they say, and the laws can break."""

import json
from random import Random

import pytest
from click.testing import CliRunner

import leadline
from leadline.bench import bench
from leadline.bench.languages import LANGUAGES, cases
from leadline.bench.metamorphic import Law, render
from leadline.bench.metamorphic_edits import PARAPHRASES, SOFT, SURE

TEXT = (
    "I updated the parser and it now probably reads all files of `lib/orders.py` before the import.",
    "We saw that most of the rows are not valid if the header is missing in staging.",
)


@pytest.mark.parametrize("kind", ["synonym", "hedge lost", "negation lost", "part told as all", "place lost", "closed class", "vague stand-in", "order added", "cause added"])  # fmt: skip
def test_an_edit_edits_or_says_that_it_cannot(kind: str) -> None:
    table = PARAPHRASES | SOFT | SURE
    edited = [table[kind](TEXT, at, "\n".join(TEXT), Random(1)) for at in (0, 1)]
    assert any(e is not None and e != "\n".join(TEXT) for e in edited)
    assert table[kind](("Nothing.",), 0, "Nothing.", Random(1)) is None


def test_a_passive_keeps_verb_and_object() -> None:
    assert (
        PARAPHRASES["passive"](("I removed the old cache from the worker.",), 0, "", Random(1))
        == "The old cache was removed from the worker."
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_values_in_every_language(language: str) -> None:
    """Another form of the same value passes, another value is refused, whatever the language around it."""
    mine = [c for c in cases(12, seed=5) if c.language == language]
    assert [c for c in mine if not leadline.check([c.child], c.same).promoted] == []
    assert [c for c in mine if leadline.check([c.child], c.changed).promoted] == []


def test_a_broken_law_is_said() -> None:
    laws = [
        Law("kept meaning", "case", 10, 5, 0),
        Law("sure change", "value", 10, 0, 0),
        Law("soft change", "hedge lost", 0, 0, 0),
    ]
    lines = render(laws)
    assert any(line.startswith("kept meaning") and "not met" in line for line in lines)
    assert any(line.startswith("sure change") and line.endswith("met") and "not met" not in line for line in lines)


@pytest.mark.slow
def test_the_command_prints_every_family_and_json() -> None:
    """Both shapes of output, on the samples that ship."""
    shown = CliRunner().invoke(bench, ["metamorphic", "--each", "1"], standalone_mode=False)
    assert shown.exception is None
    assert all(family in shown.output for family in ("kept meaning", "sure change", "soft change"))
    assert "leadline bench metamorphic --each 1 --seed 1" in shown.output
    told = CliRunner().invoke(bench, ["metamorphic", "--each", "1", "--json"], standalone_mode=False)
    laws = json.loads(told.output[told.output.index("{") :])["laws"]
    assert {law["family"] for law in laws} == {"kept meaning", "sure change", "soft change"}
