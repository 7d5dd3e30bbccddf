"""The shadow: what it sees must have been classified by the extractor."""

from leadline.core.facts import extract, shadow
from leadline.core.text.messages import Child, Message, Part, child_of

TEXT = "Never touch /srv/a/b_1.yaml before 9 March.\nThe build failed with code IMP_417."


def test_hits_of_extracted_sentences_carry_their_rule():
    child = Child("a", TEXT, "user")
    hits = shadow(child, extract(child))
    assert {h.kind for h in hits} == {"token", "demand", "error_line"}
    assert {h.classified for h in hits} == {"owed"}
    assert all(h.reason for h in hits)


def test_what_the_extractor_left_out_is_unclassified():
    child = Child("a", TEXT, "user")
    half = [f for f in extract(child) if f.sentence[0] == 0]
    blind = [h for h in shadow(child, half) if h.classified == "unclassified"]
    assert {h.text for h in blind} >= {"The build failed with code IMP_417.", "IMP_417"}


def test_regions_that_are_incidental_by_rule_say_which():
    call = Message("a", "assistant", (Part("tool_call", '{"path": "/x/y_1"} error', "Edit", "c"),), 1)
    injected = Message("u", "user", (Part("text", "You must never push /x/y_1."),), 2, None, True)
    child = child_of("n", (call, injected))
    assert {h.reason for h in shadow(child, ()) if h.classified == "incidental"} == {"tool_call", "injected"}
    assert not [h for h in shadow(child, ()) if h.classified == "unclassified"]


def test_quotes_are_exact():
    child = Child("a", TEXT + "\n(see `evt_8813`, and svc-7.)", "user")
    for hit in shadow(child, extract(child)):
        assert child.text[hit.start : hit.end] == hit.text
        assert hit.text == hit.text.strip()
