"""Laws of redaction: nothing of a secret is left, everything else is; twice is once; places lead back."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leadline.core.secrets.find import find_secrets
from leadline.core.secrets.redact import PLACEHOLDER, Redactor, redact, redact_text, without_secrets
from leadline.core.text.messages import Child, Message, Part, Segment, hidden_in, join_messages

_VALUE = st.text("abcdefghjkmnpqrstuvwxyzABCDEFGHJKLM0123456789", min_size=24, max_size=40).map(
    lambda s: "aZ3" + s + "b7Q"
)
PIECES = st.one_of(
    st.sampled_from(["The retry waits 250 ms.\n", "né à 7 h; ", "password=", "token: ", " ", "\n", "[secret:ab12cd]", "://", "@", "Bearer ", " mysql -phunter2XyZ9k ",
                     "Cookie: ", "sid=", "; ", "machine h login u password ", "machine a.io login ", " password ", "the password for x is ", "use ", " as the password", "SK"]),
    _VALUE, _VALUE.map("Cookie: sid={}; ".format), _VALUE.map("machine h login u password {}\n".format), _VALUE.map("use {} as the password".format),
    _VALUE.map("API_KEY=sk-proj-{}".format), _VALUE.map("client_secret: {}\n".format), _VALUE.map("ssh://me:{}@host/x ".format),
    st.text(max_size=12),
)  # fmt: skip
TEXTS = st.lists(PIECES, max_size=10).map("".join)


@settings(deadline=None)
@given(TEXTS)
def test_the_original_comes_back_whole(text: str) -> None:
    """Redaction loses nothing: text and hidden together are the original."""
    assert redact(text).original == text


@settings(deadline=None)
@given(TEXTS)
def test_redacting_again_changes_nothing(text: str) -> None:
    """A placeholder is never taken for a secret, also not where a name stands before it."""
    once = redact_text(text)
    assert redact_text(once) == once
    assert find_secrets(once) == ()


@settings(deadline=None)
@given(TEXTS, st.data())
def test_places_lead_back(text: str, data: st.DataObject) -> None:
    """A span of the redacted text that cuts no placeholder is the same text in the original."""
    found = redact(text)
    start = data.draw(st.integers(0, len(found.text)))
    end = data.draw(st.integers(start, len(found.text)))
    inside = [h for h in found.hidden if h.start < end and start < h.end]
    a, b = found.span(start, end)
    if not inside:
        assert text[a:b] == found.text[start:end]
    for h in inside:
        assert h.secret in text[a:b]


@settings(deadline=None)
@given(TEXTS)
def test_line_numbers_stay(text: str) -> None:
    """A place in the redacted text has the line that it had."""
    assert redact_text(text).count("\n") == text.count("\n")


def test_one_secret_has_one_placeholder_everywhere() -> None:
    """Stable over texts and runs, different for different secrets."""
    a, b = redact_text("API_KEY=sk-proj-Ab12Cd34Ef56Gh78Ij90"), redact_text("see sk-proj-Ab12Cd34Ef56Gh78Ij90")
    assert PLACEHOLDER.findall(a) == PLACEHOLDER.findall(b) == ["[secret:36f977]"]
    assert PLACEHOLDER.findall(redact_text("API_KEY=sk-proj-Ab12Cd34Ef56Gh78Ij91")) != ["[secret:36f977]"]


def test_a_secret_that_is_known_is_found_without_its_name() -> None:
    """What follows is searched for it; what came before is not, so that a stream cut anywhere gives the same."""
    redactor = Redactor()
    assert redactor.text("I typed hunter22xyz").hidden == ()
    assert redactor.text("password=hunter22xyz").hidden
    assert redactor.text("I typed hunter22xyz").text == "I typed [secret:2ea90d]"


def test_a_secret_is_found_wherever_it_stands_in_its_text() -> None:
    """Named once, before or behind; of children that are there all at once also in another one."""
    assert "hunter22xyz" not in redact_text("I typed hunter22xyz; password=hunter22xyz. Then hunter22xyz again.")
    texts = ("I typed hunter22xyz.", "password=hunter22xyz", "hunter22xyz")
    told = without_secrets([Child(str(n), text, "user") for n, text in enumerate(texts)])
    assert [child.text.partition("[")[0] for child in told] == ["I typed ", "password=", ""]


def test_a_message_carries_what_was_hidden_in_it() -> None:
    """Spans are those of the joined text; a message without a secret is the same object."""
    plain = Message("m0", "user", (Part("text", "Hello"),), 1)
    told = Message("m1", "user", (Part("text", "a"), Part("text", "password=hunter22xyz!")), 2)
    redactor = Redactor()
    assert redactor.message(plain) is plain
    messages = (plain, redactor.message(told))
    text, _ = join_messages(messages)
    ((start, end, secret),) = hidden_in(messages)
    assert (text[start:end], secret) == (redact_text("password=hunter22xyz!").removeprefix("password="), "hunter22xyz!")


def test_a_child_s_segments_move_along() -> None:
    """The second speaker's words stay the second speaker's."""
    text = "password=hunter22xyz9\n\nNever restart db-7."
    child = Child("a", text, "user", None, (Segment(0, 21, "user"), Segment(23, len(text), "assistant")))
    moved, found = Redactor().child(child)
    assert [moved.text[s.start : s.end] for s in moved.segments] == [found.text.split("\n")[0], "Never restart db-7."]


@pytest.mark.parametrize(
    "text",
    [
        f"Cookie: sid=API_KEY=sk-proj-{'aZ3' + 'a' * 24 + 'b7Q'}",
        f"Cookie: sid=ssh://me:{'aZ3' + '0' * 24 + 'b7Q'}@host/x ",
        f"API_KEY=sk-proj-{'aZ3' + 'A' * 24 + 'b7Q'}@client_secret: aZ31eth8dgMkdmgeKKBevq2nMjeEvcdMc5b7Q\n",
        f"API_KEY=sk-proj-{'aZ3' + 'A' * 24 + 'b7Q'}API_KEY=sk-proj-{'aZ3' + 'A' * 24 + 'b7Q'}password=client_secret: aZ31eth8dgMkdmgeKKBevq2nMjeEvcdMc5b7Q\n",
    ],
)
def test_what_a_placeholder_lays_open_is_redacted_at_once(text: str) -> None:
    """A secret inside of what another one's name stands before: the first placeholder shows the second secret."""
    found = redact(text)
    assert redact_text(found.text) == found.text
    assert find_secrets(found.text) == ()
    assert found.original == text
