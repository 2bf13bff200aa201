"""A match under other rules: the same moves, as far as they are still allowed."""

from squarely.core.errors import BadMove, SquarelyError
from squarely.core.match.match import Match
from squarely.core.rules.game import Game
from squarely.core.text.notation import count_noun


def replay_match(before: Match, game: Game, seed: int, position: str | None = None) -> tuple[Match, str]:
    """The moves of a match again, under these rules, from the start or a position's line; and what became of it."""
    names = game.players if before.names == before.game.players else before.names
    try:
        start = game.start_for(seed) if position is None else game.read_position(position)
    except SquarelyError as error:
        again = Match.of(game, game.start_for(seed), names)
        return again, f"The position it began from is gone ({error}): a new match."
    match = Match.of(game, start, names)
    for number, move in enumerate(before.moves):
        after = f"after {count_noun(number, 'move')}" if number else ""
        if match.outcome:
            return match, f"Under the new rules it is over {after or 'at the start'}."
        try:
            match = match.play(str(move))
        except BadMove:
            gone = f"Move {number + 1}, {move}, is no longer allowed"
            return match, f"{gone}: it goes on {after or 'from the start'}."
    return match, f"All {len(match.moves)} moves still stand." if len(match.moves) > 1 else ""
