"""What the levels are called, and what each is like. Cheap to load: no player is needed for it."""

from typing import NamedTuple


class LevelWord(NamedTuple):
    """A word for a level, and a phrase that tells what it does."""

    word: str
    says: str


LEVEL_WORDS = {
    1: LevelWord("beginner", "takes a win that lies on the board, walks into most threats"),
    2: LevelWord("learner", "knows the rules, overlooks a lot"),
    3: LevelWord("relaxed", "sees the next move or two: good to begin with"),
    4: LevelWord("careful", "sees simple threats, misses plans"),
    5: LevelWord("solid", "a good casual player"),
    6: LevelWord("watchful", "sees most of what is a few moves away"),
    7: LevelWord("strong", "errs only where it is hard to see"),
    8: LevelWord("very strong", "errs rarely"),
    9: LevelWord("nearly perfect", "hardly ever errs"),
}


def find_level(player: str) -> int | None:
    """The number of a level by its name, `level:4`; None for any other player."""
    return next((level for level in LEVEL_WORDS if player == f"level:{level}"), None)


def describe_level(player: str) -> str:
    """`level 4 (careful)` for `level:4`; the name of any other player as it is."""
    level = find_level(player)
    return f"level {level} ({LEVEL_WORDS[level].word})" if level else player
