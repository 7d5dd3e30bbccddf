"""Pasted output is nobody's words; the error in it is why it was pasted."""

from leadline.core.facts import extract, resolve
from leadline.core.text.messages import Child

PASTED = """~/work/depot (wip)
➜  depot git:(wip) npx tsx src/run.ts -c
node:fs:221

Error: EACCES: permission denied, open '/srv/depot/labels.json'
    at openFile (node:fs:221:20)
    at load (/srv/depot/src/labels.ts:14:9) {
  errno: -13,
  code: 'EACCES'
}

Node.js v22.1.0

the labels must stay readable for the printer"""


def owed(text):
    return {(f.kind, f.text) for f in resolve(extract(Child("c0", text, "user"))) if f.criticality == "owed"}


def test_prompts_and_fields_of_a_dump_are_no_goals():
    kinds = {
        kind
        for kind, text in owed(PASTED)
        if "depot git" in text or "Node.js" in text or "errno" in text or "wip" in text
    }
    assert not kinds & {"goal", "constraint", "decision"}


def test_the_error_and_the_words_below_it_stay():
    found = owed(PASTED)
    assert any(kind == "status" and "EACCES: permission denied" in text for kind, text in found)
    assert ("constraint", "the labels must stay readable for the printer") in found


def test_short_lines_of_a_message_without_output_are_its_words():
    assert {
        text for kind, text in owed("the labels go to core/labels.ts\nprinter: io/printer.ts please") if kind == "goal"
    }


def test_what_somebody_may_assume_is_no_approval_and_what_they_may_do_is():
    assert "decision" not in {kind for kind, _ in owed("You may assume that the depot is closed on Sundays.")}
    assert "decision" in {kind for kind, _ in owed("You may merge the branch depot-4.")}


def test_what_a_program_answered_demands_nothing_of_anybody():
    text = (
        'this results in\n\nError: 400 {"type":"error","error":{"kind":"bad_request","message":"rows.7: a `label` was found without a `shelf`.'
        ' Each\n`label` must have a shelf in the next\nrow."},"id":"req_011CV"}\n\nyou must never print such a label'
    )
    said = {text for _, text in owed(text)}
    assert not any("must have a shelf" in s for s in said)
    assert "you must never print such a label" in said
    open_ended = text.replace('row."},"id":"req_011CV"}', "row.")
    assert any("must have a shelf" in s for _, s in owed(open_ended))  # no value: the braces never close
