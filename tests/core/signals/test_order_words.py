"""The order of two events turned round, with other words between, in trailing adverbs, and against dated rows."""

from __future__ import annotations

import pytest

from .helpers import Text, refused


@pytest.mark.parametrize(
    ("children", "fault"),
    [
        ([("assistant", "The pump trips before the valve opens.")], "The pump trips two seconds after the valve opens."),
        ([("assistant", "The cache is cleared well before the new build is published.")], "The cache is cleared shortly after the new build is published."),
        ([("tool", "2031-03-04 deposit received\n2031-03-09 reservation cancelled by the guest")], "The guest cancelled the reservation and the deposit was received afterwards."),
        ([("tool", "12 May  invoice sent\n1 June  payment booked\n3 June  reminder sent")], "The customer paid only after the reminder had been sent."),
        ([("tool", "07:55 door opened with badge 12\n08:20 alarm disarmed")], "The alarm was disarmed before the door was opened."),
        ([("tool", "10:02 configuration reload\n10:05 certificate renewal")], "The configuration was reloaded after the certificate had been renewed."),
        ([("tool", "4 Oct: ticket closed\n6 Oct: customer reply")], "The customer replied first, then the ticket was closed."),
        ([("assistant", "The message is acknowledged only after it has been written to disk.")], "The message is acknowledged up to 5 ms before it is written to disk."),
        ([("tool", "| 2030-01-07 | vaccination of the calf |\n| 2030-01-11 | fever |")], "The fever began before the vaccination of the calf."),
        ([("tool", "2030-04-02 complaint filed\n2030-04-09 refund issued")], "The refund was issued four days before the complaint was filed."),
        ([("tool", "06:10 licence renewal: success\n06:30 proxy reload: ok\n06:55 cache-2 process restarted")], "The licence had run out. cache-2 was restarted first and then the licence was renewed and the proxy reloaded, after which all was well."),
        ([("tool", "3 Mar 09:00 seat held, 24 h\n3 Mar 16:20 payment 88.50 EUR captured\n4 Mar 09:00 auto-release: hold expired")], "Order 71 (Graz, 9 April): the seat was auto-released on 4 March when the hold expired, and the guest paid 88.50 EUR afterwards; a refund is due."),
    ],
)  # fmt: skip
def test_the_fault_is_refused(children: list[Text], fault: str) -> None:
    assert {"invented_order", "invented_detail"} & set(refused(children, fault))


@pytest.mark.parametrize(
    ("children", "faithful"),
    [
        ([("assistant", "The pump trips before the valve opens.")], "The pump trips two seconds before the valve opens."),
        ([("assistant", "The cache is cleared well before the new build is published.")], "The new build is published some time after the cache is cleared."),
        ([("tool", "2031-03-04 deposit received\n2031-03-09 reservation cancelled by the guest")], "The deposit was received, and the guest cancelled the reservation afterwards."),
        ([("tool", "12 May  invoice sent\n1 June  payment booked\n3 June  reminder sent")], "The customer paid two days before the reminder was sent."),
        ([("tool", "07:55 door opened with badge 12\n08:20 alarm disarmed")], "The alarm was disarmed 25 minutes after the door was opened."),
        ([("tool", "1 June  payment booked\n3 June  reminder sent\n5 June  payment booked")], "After the reminder had been sent, another payment was booked."),
        ([("tool", "4 Oct: ticket closed\n6 Oct: customer reply")], "The ticket was closed on 4 Oct, and the customer replied later."),
        ([("assistant", "The message is acknowledged only after it has been written to disk.")], "The message is written to disk before it is acknowledged."),
        ([("tool", "| 2030-01-07 | vaccination of the calf |\n| 2030-01-11 | fever |")], "The fever began four days after the vaccination of the calf."),
        ([("assistant", "The pump trips before the valve opens on unit 1; on unit 2 it trips after the valve opens.")], "On unit 2 the pump trips two seconds after the valve opens."),
        ([("tool", "poll: 9 want the talk before lunch, 11 want it after")], "The talk comes after lunch, as most of the poll want."),
        ([("tool", "08:05 valve B opened; 08:06 pressure falls; 08:20 valve B closed; 08:25 pressure normal")], "Pressure fell after valve B had been opened and recovered after its closure."),
        (["Card 31 was declined once because of its limit, which was raised at ten."], "Card 31 was declined because of its limit and the limit was raised afterwards."),
    ],
)  # fmt: skip
def test_the_faithful_near_miss_is_not(children: list[Text], faithful: str) -> None:
    assert refused(children, faithful) == []
