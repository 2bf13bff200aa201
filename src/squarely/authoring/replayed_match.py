"""A match under other rules: the same moves, as far as they are still allowed."""

from typing import NamedTuple

from squarely.core.errors import BadMove, SquarelyError
from squarely.core.game import Game
from squarely.core.match import Match
from squarely.core.notation import count_noun


class ReplayedMatch(NamedTuple):
    """The match as it is now, and what has become of it, as a sentence."""

    match: Match
    says: str


def replay_match(before: Match, game: Game, seed: int, position: str | None = None) -> ReplayedMatch:
    """Play the moves of a match again, under these rules, from the start or from a given position's line."""
    try:
        start = game.start(seed) if position is None else game.read_position(position)
    except SquarelyError as error:
        return ReplayedMatch(
            Match.of(game, game.start(seed)), f"The position it began from is gone ({error}): a new match."
        )
    match = Match.of(game, start, _choose_names(before, game))
    for number, move in enumerate(before.moves, 1):
        if match.outcome:
            when = "at the start" if number == 1 else f"after {_count(number - 1)}"
            return ReplayedMatch(match, f"Under the new rules it is over {when}.")
        try:
            match = match.play(str(move))
        except BadMove:
            return ReplayedMatch(match, f"Move {number}, {move}, is no longer allowed: it goes on {_before(number)}.")
    return ReplayedMatch(match, f"All {_count(len(match.moves))} still stand." if len(match.moves) > 1 else "")


def _before(number: int) -> str:
    return "from the start" if number == 1 else f"after {_count(number - 1)}"


def _count(moves: int) -> str:
    return count_noun(moves, "move")


def _choose_names(before: Match, game: Game) -> tuple[str, str]:
    """The players' own names; those that the rulebook gave them may have changed with it."""
    return game.rules.NAMES if before.names == before.game.rules.NAMES else before.names
