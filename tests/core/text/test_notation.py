"""What is said alike everywhere: counts with their nouns, and lists of choices."""

import pytest

from squarely.core.text.notation import count_noun, join_with_and, join_with_or, plural


@pytest.mark.parametrize(
    ("number", "noun", "form", "said"),
    [
        (0, "move", "", "0 moves"),
        (1, "move", "", "1 move"),
        (2, "smaller mistake", "", "2 smaller mistakes"),
        (1, "entry", "", "1 entry"),
        (3, "reply", "", "3 replies"),
        (3, "way", "", "3 ways"),
        (2, "match", "", "2 matches"),
        (1000, "turn", "", "1000 turns"),
        (1250, "entry", ",", "1,250 entries"),
        (1, "entry", ",", "1 entry"),
        (0.5, "second", "", "0.5 seconds"),
        (1.0, "second", "", "1 second"),
        (90.0, "second", "", "90 seconds"),
    ],
)
def test_a_number_and_its_noun(number: float, noun: str, form: str, said: str) -> None:
    assert count_noun(number, noun, form) == said
    assert said.endswith(f" {plural(number, noun)}")


def test_lists() -> None:
    assert [join_with_or(["1"]), join_with_or(["1", "2"]), join_with_or(["1", "2", "3"])] == [
        "1",
        "1 or 2",
        "1, 2 or 3",
    ]
    assert [join_with_and(["1"]), join_with_and(["1", "2"]), join_with_and(["1", "2", "3"])] == [
        "1",
        "1 and 2",
        "1, 2 and 3",
    ]
