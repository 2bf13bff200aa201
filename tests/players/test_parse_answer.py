"""What an answer means: the last word counts, in whatever dress, and nothing is guessed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from squarely import BadMove, Match
from squarely.core.rules import registry
from squarely.players.llm import is_refusal, parse_move_words


@pytest.mark.parametrize(
    ("answer", "word"),
    [
        ("MOVE: B2", "B2"),
        ("move: b2", "b2"),
        ("B2", "B2"),
        ("`B2`", "B2"),
        ("**B2**", "B2"),
        ("B2.", "B2"),
        ('"B2"', "B2"),
        ("I take the middle.\n\nMOVE: B2\n", "B2"),
        ("**MOVE: B2**", "B2"),
        ("**MOVE:** B2", "B2"),
        ("**Move**: `B2`", "B2"),
        ("- MOVE: B2", "B2"),
        ("> MOVE: B2", "B2"),
        ("### Final answer: B2", "B2"),
        ("MOVE = B2", "B2"),
        ("MOVE: `up 2` (1,1) to (1,3)", "up 2"),
        ("MOVE: 2 2 : 1 2, 2 1", "2 2 : 1 2, 2 1"),
        ("MOVE: A1\nNo, that loses.\nMOVE: B2", "B2"),
        ("I would move: somewhere.\nB2", "B2"),
        ("The move B2 is good.\nplace 0 1", "place 0 1"),
        ('{"move": "B2"}', "B2"),
        ('```json\n{\n  "move": "B2"\n}\n```', "B2"),
        ('{"thought": "A1 loses", "Move": "B2"} I am sure.', "B2"),
        ('{"move": "A1"} or rather {"move": "B2"}', "B2"),
        ('{"analysis": {"A1": "loses", "depth": 3}, "move": "B2"}', "B2"),
        ('{"analysis": {"A1": {"move": "A1", "good": false}}, "move": "B2"}', "B2"),
        ('{"move": "B2", "others": [{"move": "A1"}, {"move": "C3"}], "why": {"move": "D4"}}', "B2"),
        ('```json\n{\n "steps": [{"a": {}}],\n "answer": {"move": 3, "text": "{"},\n "move": "B2"\n}\n```', "B2"),
        ('{"result": {"move": "B2"}, "sure": true}', "B2"),
        ('Braces {like these} do not matter: {"move": "B2"}', "B2"),
        ('{"move": "A1", "x": {"y": 1}} or rather {"why": {"z": {}}, "move": "B2"}.', "B2"),
        ("```\nB2\n```", "B2"),
        ("<think>MOVE: A1</think>B2", "B2"),
        ("A1 is bad</think>\n\nMOVE: B2", "B2"),
        ("<think>MOVE: A1, or else", ""),
        ("", ""),
        ("```\n```", ""),
        ("MOVE:", "MOVE:"),
        ("MOVE:\nB2", "B2"),
        ('{"move": 2}', '{"move": 2}'),
        ('{"move": ["B2"]}', '{"move": ["B2"]}'),
    ],
)
def test_the_last_word(answer: str, word: str) -> None:
    assert parse_move_words(answer) == word


@pytest.mark.parametrize(
    "answer",
    [
        "B2 or C3",
        "MOVE: B2 or C3",
        "MOVE: B2, then C3 and D4",
        "I like B2 best of all.",
        "Legal moves are A1, B2, C3. All of them are good",
        "MOVE: A1 B2 C3",
        "MOVE: B2 (the center)",
        "MOVE: `B2` or `C3`",
        "MOVE: B22",
        "B2\nThat is my move",
    ],
)
def test_nothing_is_guessed(answer: str) -> None:
    """There is a legal move in each of these, and none of them says which is meant."""
    with pytest.raises(BadMove):
        Match.of(registry.load("quad")).play(parse_move_words(answer))


@pytest.mark.parametrize(
    "answer",
    [
        "I'm sorry, but I can't help with that.",
        "I’m sorry, no.",
        "I cannot play games.",
        "I can't do that",
        "Sorry, I must not.",
        "As an AI I do not play.",
        "I won't.",
        "I am unable to continue with this game",
        "<think>hm</think>I refuse.",
        "MOVE: resign",
        "I resign.",
        '{"move": "resign"}',
    ],
)
def test_refusals(answer: str) -> None:
    assert is_refusal(answer)


@pytest.mark.parametrize(
    "answer",
    [
        "",
        "Z9",
        "I cannot place on B2, so:\nMOVE: Z9",
        "It cannot be B2",
        "I am thinking",
        'I can\'t use A1. {"move": "Z9"}',
    ],
)
def test_no_refusals(answer: str) -> None:
    assert not is_refusal(answer)


@given(st.text())
def test_any_text_has_a_last_word_or_none(text: str) -> None:
    word = parse_move_words(text)
    assert word == word.strip()
    assert "\n" not in word
    assert isinstance(is_refusal(text), bool)


def test_huge_answers_are_read_in_a_moment() -> None:
    for text in (
        "{" * 500_000,
        "move " * 100_000,
        "</think" * 70_000,
        "*" * 500_000,
        "\n" * 500_000,
        '{"a": 1}' * 60_000,
    ):
        assert parse_move_words(f"{text}\nMOVE: B2") == "B2"


@pytest.mark.parametrize(
    "hostile", ["{" * 900_000, '{"a":' * 200_000, '{"a":[' * 150_000 + "B2", '{"move": {' * 90_000]
)
def test_braces_without_end_are_read_in_the_end(hostile: str) -> None:
    assert parse_move_words(f"{hostile}\nB2") == "B2"
