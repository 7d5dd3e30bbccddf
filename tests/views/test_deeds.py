"""What was done outside says only the call: with which payment, for whom, under which terms."""

from leadline.views.checks import Exchange
from leadline.views.deeds import deeds_of

BOOK = "book_hall\nhall: H2\nday: 2026-05-20\nguests:\n- name: Mia; badge: 17\n- name: Ben; badge: 18\npayments:\n- id: voucher_7504; amount: 250\n- id: card_4421; amount: 55"


def told(*calls, newest=9):
    return [(s.label, s.text) for s in deeds_of(calls, newest)]


def made(call, answer='{"booking": "HALL-7"}', leaf=1, name="book_hall", is_error=False):
    return Exchange((leaf, 40), name, call, answer, is_error)


def test_an_act_is_told_with_what_it_was_given_and_its_place():
    assert told(made(BOOK)) == [
        (
            "done by book_hall",
            "hall: H2; day: 2026-05-20; guests: name: Mia; badge: 17 / name: Ben; badge: 18; payments: id: voucher_7504; amount: 250 / id: card_4421; amount: 55",
        )
    ]
    [deed] = deeds_of([made(BOOK)], 9)
    assert (deed.evidence[0].leaf, deed.evidence[0].start) == (1, 40)


def test_what_failed_only_looked_ran_in_a_shell_or_stands_below_is_not_told():
    assert told(made(BOOK, "Error: the payment does not add up, 305 are due")) == []
    assert told(made(BOOK, is_error=True)) == []
    assert told(made("search_halls\nday: 2026-05-20", name="search_halls")) == []
    assert told(made('Bash git commit -m "labels"', name="Bash")) == []
    assert told(made(BOOK, leaf=9)) == []


def test_of_acts_on_the_same_thing_the_last_one_is_told():
    first = made("mcp__my-board__update_card\nid: C-7\ntitle: old", name="mcp__my-board__update_card")
    then = made("mcp__my-board__update_card\nid: C-7\ntitle: new", name="mcp__my-board__update_card", leaf=2)
    other = made("mcp__my-board__update_card\nid: C-8\ntitle: third", name="mcp__my-board__update_card", leaf=3)
    assert [text for _, text in told(first, then, other)] == ["id: C-7; title: new", "id: C-8; title: third"]
    halls = [made(f"book_hall\nuser_id: mia\nhall: H{n}", leaf=n) for n in (1, 2)]
    assert len(told(*halls)) == 2  # two bookings of one person


def test_of_a_long_text_the_beginning_is_told():
    mail = "send_mail\nto: dana@depot.example\nbody:\n# Labels\nThe first line of many.\nThe second line of many.\nurgent: no"
    assert [text for _, text in told(made(mail, name="send_mail"))] == [
        "to: dana@depot.example; body: # Labels …; urgent: no"
    ]
