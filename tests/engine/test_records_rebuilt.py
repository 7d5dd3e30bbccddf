"""The incidents of the seed records, rebuilt with scripted summarizers: the gate fires at the first bad parent."""

from leadline.core.policy.model import Policy
from leadline.engine.audit import audit_session
from leadline.readers.port import Compaction

from .sessions import compact, filled, message, rewriting, root_text

CODES = {
    11: ("tool", "ERROR E-4711: quota exceeded on volume vol-33, exit code 3"),
    29: ("tool", "ERROR E-9020: replica set rs-7 lost its primary, exit code 5"),
}


def test_record_000_a_blurred_error_code_stops_the_parent_that_blurs_it():
    """48 leaves, six intermediates, two error codes; one becomes "a related error" on its way up."""
    blur = rewriting(lambda text: text.replace("E-9020", "a related error"))
    state, _ = compact(filled(51, CODES), summarizer=blur)
    parents = [r for r in state.nodes if r.node.level == 1]
    assert len([r for r in parents if r.node.sealed]) == 6
    refused = [r for r in parents if r.attempts[0].verdict != "promote"]
    assert [r.node.id for r in refused] == ["p1.3"]
    assert refused[0].attempts[0].rule in (
        "fidelity.identifier_blurred", "fidelity.missing_owed", "fidelity.value_changed",
    )  # fmt: skip
    assert refused[0].node.state == "promoted"
    assert refused[0].attempts[-1].kind == "rebuild"
    assert "E-9020" in root_text(state)
    assert "E-4711" in root_text(state)


def test_record_000_without_the_gate_the_code_is_gone_and_everything_reports_success():
    """The same run with the gate off: this is the accident that leadline exists for."""
    blur = rewriting(lambda text: text.replace("E-9020", "a related error"), only_first=False)
    state, _ = compact(filled(51, CODES), summarizer=blur, gate=False)
    assert all(r.node.state == "promoted" for r in state.nodes)
    assert "E-9020" not in root_text(state)


def test_a_summarizer_that_never_learns_is_replaced_by_quoting():
    """Each rebuild blurs again: repair or the embedded draft takes over, and nothing is lost."""
    blur = rewriting(lambda text: text.replace("E-9020", "a related error"), only_first=False)
    state, _ = compact(filled(51, CODES), summarizer=blur)
    assert "E-9020" in root_text(state)
    assert not [r for r in state.nodes if r.node.state == "halted"]


MIGRATION = {
    3: ("assistant", "The migration of table orders_v2 is incomplete: 312 of 400 partitions copied."),
    4: ("user", "Do not switch the readers to orders_v2 before the migration is complete."),
}


def test_record_004_incomplete_never_becomes_completed_successfully():
    """Cycle 5: the sentence that turns an incomplete migration into a success makes the parent invalid or halts it."""
    lie = rewriting(
        lambda text: text.replace(
            "is incomplete: 312 of 400 partitions copied.", "was completed successfully; all partitions were copied."
        )
    )
    state, _ = compact(filled(16, MIGRATION), summarizer=lie)
    first = next(r for r in state.nodes if r.node.id == "p1.0")
    assert first.attempts[0].verdict in ("invalid", "halt")
    assert first.attempts[0].rule.startswith("fidelity.")
    assert "completed successfully" not in root_text(state)
    assert "312 of 400" in root_text(state)


def test_record_004_as_a_rolling_chain_is_found_by_audit():
    """The same cycle as a chain that a host made: audit measures generation 2 against the original messages."""
    originals = filled(8, MIGRATION)
    later = message(90, "assistant", "Read the dashboards again.")
    first = Compaction("c1", 50, "Migration of orders_v2 incomplete: 312 of 400 partitions copied. Do not switch the "
                       "readers to orders_v2 before the migration is complete.", False, tuple(m.id for m in originals))  # fmt: skip
    second = Compaction("c2", 91, "The migration of table orders_v2 was completed successfully.", False,
                        ("c1", later.id), generation=2)  # fmt: skip
    report = audit_session([*originals, later], [first, second], Policy(name="remediation"))
    assert [c.status for c in report.compactions] == ["fine", "lost"]
    lost = report.compactions[1]
    assert any("orders_v2" in loss.fact.text or "switch" in loss.fact.text for loss in lost.losses)
    assert all(loss.line > 0 for loss in lost.losses)


def test_a_summary_that_also_stands_for_absent_messages_is_not_called_a_liar():
    """An exported stretch: what the summary says otherwise may stand in the messages that the file does not hold."""
    said = "The retry limit is 9."
    originals = [message(0, "assistant", "The retry limit is 7."), message(1, "user", "Go on.")]
    whole = Compaction("c", 5, said, False, ("m0", "m1"))
    assert audit_session(originals, [whole], Policy()).lost
    stretch = Compaction("c", 5, said, False, ("m0", "m1"), partial=True)
    report = audit_session(originals, [stretch], Policy())
    assert not any(f.severity == "hard" for f in report.compactions[0].findings)
