"""A numbered list is told whole, or with the line above it; nothing but its own message is added."""

from leadline.core.tree.nodes import DraftSentence, Evidence
from leadline.views.lists import SMALL, WHOLE_MAX, with_lists

FLOW = "That makes sense. The flow:\n\n1. The agent streams\n2. Bash runs\n   and is queued\n3. The agent ends\n4. The user submits\n\nI go on."
LONG = "Now I see. The problem:\n" + "\n".join(
    f"{n}. Step {n} " + "of the sequence that breaks the order of messages " * 2 for n in range(1, 6)
)


def quote(text, words, section="state", label="assistant", leaf=3):
    at = text.index(words)
    return DraftSentence(section, words, (Evidence(leaf, at, at + len(words)),), label)


def told(text, *sentences):
    return [(s.section, s.text) for s in with_lists(sentences, {3: text})]


def test_a_list_of_which_much_is_told_is_told_whole_in_the_section_of_most():
    sentences = (
        quote(FLOW, "3. The agent ends", "open"),
        quote(FLOW, "4. The user submits"),
        quote(FLOW, "2. Bash runs", "open"),
    )
    whole = "That makes sense. The flow: 1. The agent streams 2. Bash runs and is queued 3. The agent ends 4. The user submits"
    assert told(FLOW, *sentences) == [("open", whole)]


def test_the_reference_leads_to_the_whole_list():
    (s,) = with_lists([quote(FLOW, "3. The agent ends"), quote(FLOW, "4. The user submits")], {3: FLOW})
    at = s.evidence[0]
    assert " ".join(FLOW[at.start : at.end].split()) == s.text


def test_one_item_of_a_small_list_brings_the_list_and_one_of_a_long_list_the_line_above_it():
    assert len(told(FLOW, quote(FLOW, "3. The agent ends"))[0][1]) < SMALL
    item = LONG[LONG.index("3. Step") : LONG.index("\n4. Step")]
    assert told(LONG, quote(LONG, item)) == [("state", f"Now I see. The problem: … {item}")]


def test_a_list_that_is_too_long_or_holds_code_stays_in_items():
    items = [LONG[LONG.index(f"{n}. Step") : LONG.index(f"\n{n + 1}. Step")] for n in (2, 3, 4)]
    longer = LONG.replace("messages", "messages of the one session that was looked at")
    assert len(longer) > WHOLE_MAX
    quotes = [
        quote(longer, item.replace("messages", "messages of the one session that was looked at")) for item in items
    ]
    assert len(told(longer, *quotes)) == 3
    code = "The fix:\n1. Call it\n   ```py\n   run()\n   ```\n2. Wait for it\n"
    assert [text for _, text in told(code, quote(code, "2. Wait for it"), quote(code, "1. Call it"))] == [
        "The fix: … 2. Wait for it",
        "1. Call it",
    ]


def test_the_next_list_is_another_list():
    two = "First:\n1. Read it\n2. Write it\n\nSecond:\n1. Run it\n2. Stop it\n"
    assert told(two, quote(two, "2. Write it"), quote(two, "1. Run it")) == [
        ("state", "First: 1. Read it 2. Write it"),
        ("state", "Second: 1. Run it 2. Stop it"),
    ]


def test_what_is_no_list_of_the_agent_stays_as_it_is():
    theirs = quote(FLOW, "3. The agent ends", "goal", "user")
    assert with_lists([theirs], {3: FLOW}) == [theirs]
    year = "Costs rose.\n2. half of 2024 was worse.\nNothing else."
    assert told(year, quote(year, "2. half of 2024 was worse.")) == [("state", "2. half of 2024 was worse.")]


def test_a_text_that_is_not_there_any_more_changes_nothing():
    s = quote(FLOW, "3. The agent ends")
    assert with_lists([s], {}) == [s]
    assert with_lists([s], {3: " " * len(FLOW)}) == [s]
    swept = "".join(c if s.evidence[0].start <= n < s.evidence[0].end or c == "\n" else " " for n, c in enumerate(FLOW))
    assert with_lists([s], {3: swept}) == [s]


def test_a_list_with_a_gap_that_a_sweep_left_is_not_told_as_whole():
    gap = FLOW.replace("   and is queued", " " * len("   and is queued"))
    s = quote(gap, "3. The agent ends")
    assert told(gap, s) == [("state", "That makes sense. The flow: … 3. The agent ends")]


PRICES = "Two ways:\n\n1. **Route A7 (by sea)**\n   - Price: $121\n   - Days: 9\n2. **Route B2 (by rail)**\n   - Price: $158\n\nWhich one?"
CASES = "Possible causes:\n- **A**: The lock was never taken.\n- **B**: The lock was dropped.\n\nEither:\na) wait for it\nb) drop it\n"


def test_a_bullet_brings_the_line_that_it_hangs_under():
    assert told(PRICES, quote(PRICES, "Price: $121"), quote(PRICES, "Price: $158")) == [
        ("state", "1. **Route A7 (by sea)** … Price: $121"),
        ("state", "2. **Route B2 (by rail)** … Price: $158"),
    ]
    brief = with_lists([quote(PRICES, "Price: $121")], {3: PRICES}, brief=True)
    assert [s.text for s in brief] == ["Price: $121"]


def test_bullets_of_which_much_is_told_are_told_with_their_line():
    two = (quote(CASES, "**A**: The lock was never taken."), quote(CASES, "**B**: The lock was dropped."))
    whole = "Possible causes: - **A**: The lock was never taken. - **B**: The lock was dropped."
    assert told(CASES, *two) == [("state", whole)]


def test_what_is_open_does_not_go_under_what_is_done():
    two = (quote(CASES, "**A**: The lock was never taken."), quote(CASES, "**B**: The lock was dropped.", "open"))
    assert told(CASES, *two) == [
        ("state", "Possible causes: … **A**: The lock was never taken."),
        ("open", "Possible causes: … **B**: The lock was dropped."),
    ]


def test_a_letter_does_not_stand_without_the_ones_before_it():
    assert told(CASES, quote(CASES, "b) drop it", "open")) == [("open", "Either: a) wait for it b) drop it")]


def test_a_line_that_is_put_in_front_is_not_told_a_second_time():
    text = "The lock survives. Because:\n" + "\n".join(
        f"- Reason {n} " + "of the lock that stays " * 6 for n in range(6)
    )
    item = text[text.index("Reason 2") : text.index("\n- Reason 3")]
    assert told(text, quote(text, "The lock survives."), quote(text, item)) == [
        ("state", f"The lock survives. Because: … {item}")
    ]


def test_a_bullet_without_a_line_above_stays_as_it_is():
    text = "I am done.\n\n- The lock is gone.\n- The shelf is new.\n"
    assert told(text, quote(text, "The lock is gone."), quote(text, "The shelf is new.")) == [
        ("state", "The lock is gone."),
        ("state", "The shelf is new."),
    ]
