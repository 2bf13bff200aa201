"""Every level has its word and its phrase, in the program and on the page."""

from pathlib import Path

from squarely.players.level import LEVELS
from squarely.players.level_words import LEVEL_WORDS, describe_level, find_level

PAGE = Path(__file__).resolve().parents[2] / "docs" / "opponents.md"


def test_every_level_has_its_words_on_the_page_too() -> None:
    assert list(LEVEL_WORDS) == list(LEVELS)
    rows = [f"| {level} | {word} | {says} |" for level, (word, says) in LEVEL_WORDS.items()]
    assert "\n".join(rows) in PAGE.read_text(encoding="utf-8")


def test_a_level_is_told_with_its_word_and_other_players_by_their_names() -> None:
    assert [describe_level(name) for name in ("level:4", "perfect")] == ["level 4 (careful)", "perfect"]
    assert [find_level(name) for name in ("level:9", "level:10", "Ann")] == [9, None, None]
