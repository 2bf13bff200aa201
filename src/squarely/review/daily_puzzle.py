"""The puzzle of the day: it follows from the date and the games that are installed, and from nothing else."""

from collections.abc import Sequence
from datetime import date
from itertools import islice
from random import Random

from squarely.core.errors import TooLarge
from squarely.core.rules.game import Game
from squarely.review.puzzles import LEVELS, Puzzle, find_puzzles

_PASSED = 12  # puzzles at most that a day's is taken behind: the first ones found are the same too often
_WEEK = (1, 2, 2, 3, 3, 4, 5)  # the hardest level from Monday to Sunday


def find_daily_puzzle(day: date, games: Sequence[Game]) -> Puzzle | None:
    """The puzzle of a day, the same wherever the same games are installed; None if none of them has a puzzle.

    One game after the other has its turn, in another order each time round. The week begins easy and ends hard, as far
    as the game has such puzzles.
    """
    if not games:
        return None
    order = list(games)
    round_, turn = divmod(day.toordinal(), len(order))
    Random(f"round {round_}").shuffle(order)
    random, hardest = Random(f"day {day.isoformat()}"), _WEEK[day.weekday()]
    for game in order[turn:] + order[:turn]:
        for level in sorted(LEVELS, key=lambda level: (level > hardest, abs(level - hardest))):
            try:
                found = list(islice(find_puzzles(game, random, level), 1 + random.randrange(_PASSED)))
            except TooLarge:
                break
            if found:
                return found[-1]
    return None
