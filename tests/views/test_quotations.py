"""Quotations in an earlier summary: whole, with whose words they are, behind what the summary says itself."""

from leadline.core.tree.nodes import DraftSentence, Evidence
from leadline.views.earlier import within
from leadline.views.quotations import is_quotation, whole_quotations, with_whose_words

SUMMARY = (
    "2. Work so far:\n   - Added the reader of labels.\n\n3. All messages of the user:\n"
    '   - "why are the labels so small? couldn\'t we print them larger? or leave them out?"\n'
    '   - "the tests fail"\n\n4. Next:\n   - The user said "no new shelf" and meant "no new place".\n'
)


def line(words, section="state"):
    at = SUMMARY.index(words)
    return DraftSentence(section, words, (Evidence(0, at, at + len(words)),), "")


def texts(*words):
    told = whole_quotations([line(w) for w in words], SUMMARY)
    return with_whose_words([s.text for s in told], told, SUMMARY)


def test_half_a_quotation_becomes_the_whole_of_it_once():
    whole = '"why are the labels so small? couldn\'t we print them larger? or leave them out?"'
    above = "3. All messages of the user … "
    assert texts('"why are the labels so small?', "couldn't we print them larger?", 'or leave them out?"') == [
        above + whole
    ]
    assert texts("couldn't we print them larger?") == [above + whole]


def test_a_dash_inside_of_a_quotation_is_the_persons_own():
    text = '- "print them larger - or leave them out? 1. the small ones"'
    at = text.index("or leave")
    (told,) = whole_quotations([DraftSentence("state", "or leave them out?", (Evidence(0, at, at + 18),), "")], text)
    assert told.text == text.removeprefix("- ")


def test_a_remark_behind_a_quotation_brings_it_along():
    text = '- "1." (choosing the blue shelf)\n- Wrote "1." (the first row) on it.'
    first, second = text.index("(choosing"), text.index("(the first")
    s = DraftSentence("state", "(choosing the blue shelf)", (Evidence(0, first, first + 25),), "")
    other = DraftSentence("state", "(the first row) on it.", (Evidence(0, second, second + 22),), "")
    assert [t.text for t in whole_quotations([s, other], text)] == ['"1." (choosing the blue shelf)', other.text]


def test_what_is_only_a_quotation_stands_with_whose_words_it_is():
    assert texts('"the tests fail"') == ['3. All messages of the user … "the tests fail"']


def test_whose_words_they_are_is_told_with_the_first_quotation_that_is_told():
    told = whole_quotations([line("couldn't we print them larger?"), line('"the tests fail"')], SUMMARY)
    assert with_whose_words(['"the tests fail"'], told, SUMMARY) == ['3. All messages of the user … "the tests fail"']
    both = with_whose_words([s.text for s in told], told, SUMMARY)
    assert [text.startswith("3. All messages of the user … ") for text in both] == [True, False]


def test_a_sentence_of_the_summary_with_quotations_in_it_stays():
    said = 'The user said "no new shelf" and meant "no new place".'
    assert texts("Added the reader of labels.", said) == ["Added the reader of labels.", said]
    assert not is_quotation(said)
    assert is_quotation('3. All messages … "the tests fail"')


def test_a_very_long_quotation_is_cut_visibly():
    text = '- "' + "please sort the parcels of the upper shelf, " * 12 + 'all of them"'
    at = text.index("shelf")
    s = DraftSentence("state", "shelf, please", (Evidence(0, at, at + 13),), "")
    (told,) = whole_quotations([s], text)
    assert told.text.startswith('"please sort')
    assert told.text.endswith('[…]"')
    assert len(told.text) < len(text) / 1.5


def test_what_somebody_once_typed_has_room_after_everything_else():
    said = DraftSentence("goal", '"can we drop the shelf?"', (Evidence(0, 0, 24),), "")
    own = DraftSentence("state", "The shelf was painted blue on the second day.", (Evidence(0, 30, 75),), "")
    assert within([said, own], "", 12) == ([own.text], 1)
