"""A context without a goal leaves its reader without a thread: the newest request stands there, reported on or not."""

from leadline.core.text.messages import Message, Part
from leadline.core.tree.nodes import DraftSentence, Evidence
from leadline.views.last_request import REPORTED, with_last_request
from leadline.views.spoken import Spoken

SPOKEN = Spoken(typed=((0, 0), (3, 0)))


def say(text, leaf, section="done", label="user", at=0):
    return DraftSentence(section, text, (Evidence(leaf, at, at + len(text)),), label)


FIRST, SECOND = say("make the icon smaller", 0), say("also drop the spacing", 3)
TAIL = say("of the last button too", 3, at=30)
HELLO = Message("m", "user", (Part("text", "hello"),), 9)


def goals(now, history=(FIRST, SECOND, TAIL), fresh=(HELLO,)):
    told, left = with_last_request(now, history, fresh, SPOKEN)
    return [(s.label, s.text) for s in told if s.section == "goal"], left


def test_the_newest_request_is_the_goal_where_nothing_else_is_and_says_that_it_was_reported_on():
    told, left = goals([])
    assert told == [(REPORTED, SECOND.text), (REPORTED, TAIL.text)]
    assert left == [FIRST]


def test_a_goal_or_a_choice_that_stands_is_enough():
    for section in ("goal", "decisions"):
        standing = say("never touch the vault", 1, section)
        assert with_last_request([standing], [FIRST], [], SPOKEN) == ([standing], [FIRST])


def test_a_request_in_the_newest_messages_is_the_goal():
    asks = Message("m", "user", (Part("text", "please push"),), 9)
    told, left = goals([], fresh=[asks])
    assert told == [("user", "please push")]
    assert left == [FIRST, SECOND, TAIL]


def test_words_that_want_nothing_and_what_a_client_put_in_are_no_request():
    for message in (HELLO, Message("m", "user", (Part("text", "please wait"),), 9, injected=True)):
        assert goals([], fresh=[message])[0][0][0] == REPORTED
