"""Whose turn comes next: computers move by themselves, matches stop at a limit, moves are taken back."""

from collections.abc import Container, Iterator, Mapping

from squarely.core.match.match import Match
from squarely.core.rules.game import Side
from squarely.players import Player


def is_stopped(match: Match, turn_limit: int | None, opening: int = 0) -> bool:
    """Whether the limit has stopped a match unfinished. The moves of an opening do not count."""
    return turn_limit is not None and len(match.moves) - opening >= turn_limit and match.outcome is None


def computer_moves(match: Match, players: Mapping[Side, Player], turn_limit: int | None = None) -> Iterator[Match]:
    """The match after each move that computers make, until it is somebody else's turn: one may have several in a row.

    What goes wrong with a player is raised, BadPlayer or BadMove; the match is then as it was given last.
    """
    while match.mover in players and match.outcome is None and not is_stopped(match, turn_limit):
        match = match.play(players[match.mover].choose(match))
        yield match


def count_moves_back(match: Match, sides: Container[Side]) -> int:
    """How many moves to take back until one of these sides is to move again, one at least; 0 where that never was."""
    before = reversed(match.positions[:-1])
    return next((back for back, position in enumerate(before, 1) if Side(position.mover) in sides), 0)
