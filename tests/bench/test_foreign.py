"""The two bad summarizers do the damage that they are for, and the same damage every time."""

from leadline.bench.foreign import FOREIGN
from leadline.core.facts import extract
from leadline.core.text.messages import Child
from leadline.core.tree.nodes import Draft
from leadline.summarizers import extractive
from leadline.summarizers.port import ChildView, Request

TEXT = (
    "You must never restart db-lark-07 during the audit.\n\n"
    "The deploy of quill-router-58 failed with ERR_QUOTA_417 and is still broken.\n\n"
    "The migration of billing_ledger_9 is incomplete: 11 of 40 partitions are in.\n\n"
    "The timeout of rebuild_index_3() has to stay at 5433 ms.\n\n"
)


def request(text: str = TEXT) -> Request:
    child = Child("n0", text, "user")
    return Request([ChildView(child, (0, 1), tuple(extract(child)))], budget=2000, level=1)


def written(name: str, seed: int) -> str:
    draft = FOREIGN[name](seed)(request())
    assert isinstance(draft, Draft)
    assert not draft.structured
    return draft.text


def test_same_seed_same_draft() -> None:
    """A draft depends on the seed and the request alone."""
    for name in FOREIGN:
        assert written(name, 7) == written(name, 7)
        assert len({written(name, seed) for seed in range(30)}) > 5


def test_dropper_only_leaves_out() -> None:
    """What the dropper keeps is word for word of the honest draft; over many seeds each line goes missing."""
    honest = extractive.summarize(request()).text.splitlines()
    gone = set()
    for seed in range(60):
        lines = written("dropper", seed).splitlines()
        assert [line for line in honest if line in lines] == lines
        gone |= set(honest) - set(lines)
    assert gone == {line for line in honest if not line.startswith("#")}


def test_reworder_blurs_changes_weakens_and_finishes() -> None:
    """Over many seeds each kind of harm is done: a code blurred, a value changed, an order weakened, a state reversed."""
    drafts = "\n".join(written("reworder", seed) for seed in range(80))
    assert "failed with a related error" in drafts
    assert "should preferably not restart" in drafts
    assert "billing_ledger_9 is complete" in drafts
    assert "finished with ERR_QUOTA_417" in drafts
    assert any(word.isdigit() and word not in ("11", "40", "5433") for word in drafts.split())


def test_reworder_drops_no_line() -> None:
    """The reworder harms inside of lines; it leaves out none."""
    honest = len(extractive.summarize(request()).text.splitlines())
    assert {len(written("reworder", seed).splitlines()) for seed in range(30)} == {honest}
