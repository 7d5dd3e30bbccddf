"""Token counts: ordinary text for special strings, and no limit of length."""

from leadline.core.text.tokens import PIECE, count_tokens


def test_special_token_strings_are_ordinary_text():
    assert count_tokens("<|endoftext|>") > 1


def test_nothing_is_nothing():
    assert count_tokens("") == 0


def test_a_text_longer_than_the_encoder_takes_is_counted_in_pieces():
    words = 3 * PIECE // 5
    assert abs(count_tokens("word " * words) - words) < 10


def test_a_lone_surrogate_is_counted():
    assert count_tokens("a \ud800 b") >= 3
