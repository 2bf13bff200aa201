"""Whose turn comes next: computers move by themselves, matches stop at a limit or are stopped, moves are taken back."""

from collections.abc import Container, Iterator, Mapping

from squarely.core.match.match import Match
from squarely.core.rules.game import Side
from squarely.core.text.notation import count_noun
from squarely.play.seats import Seats
from squarely.players import Player

_PERFECT = "perfect"
_CERTAIN = 3  # occurrences of a position after which two perfect players are stopped
_HOPELESS = 25  # the same for players that choose by chance


def is_stopped(match: Match, turn_limit: int | None, opening: int = 0) -> bool:
    """Whether the limit has stopped a match unfinished. The moves of an opening do not count."""
    return turn_limit is not None and len(match.moves) - opening >= turn_limit and match.outcome is None


def computer_moves(match: Match, players: Mapping[Side, Player], turn_limit: int | None = None) -> Iterator[Match]:
    """Play computer moves until a person is to move; yields the match after each.

    What goes wrong with a player is raised, BadPlayer or BadMove; the match is then as it was given last.
    """
    while match.mover in players and match.outcome is None and not is_stopped(match, turn_limit):
        match = match.play(players[match.mover].choose(match))
        yield match


def count_moves_back(match: Match, sides: Container[Side]) -> int:
    """How many moves to take back until one of these sides is to move again, one at least; 0 where that never was."""
    before = reversed(match.positions[:-1])
    return next((back for back, position in enumerate(before, 1) if Side(position.mover) in sides), 0)


def describe_endless(match: Match, seats: Seats, since: int = 0) -> str:
    """Why two computers should be stopped, as a sentence; empty where they may go on, or a person plays.

    Two perfect players that come to the same position again have nothing to gain: both keep what they have for ever.
    Others choose by chance, and are given time to play otherwise. Only what was played since that move counts, so that
    a match that is resumed goes on for a while.
    """
    if None in seats.computers or match.outcome:
        return ""
    times = match.positions[since:].count(match.position)
    moves = count_noun(len(match.moves), "move")
    if seats.computers == (_PERFECT, _PERFECT) and times >= _CERTAIN:
        return f"Stopped after {moves}: the same positions come again and again, and no player will change that."
    if times >= _HOPELESS:
        return f"Stopped after {moves}: the same position has come {times} times, and nobody seems to get anywhere."
    return ""
