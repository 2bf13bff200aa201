"""Computers that play against each other without end: when it is time to stop them, and why."""

from squarely.core.match.match import Match
from squarely.core.text.notation import count_noun
from squarely.play.seats import Seats

_PERFECT = "perfect"
_CERTAIN = 3  # times that a position comes where nobody will ever play otherwise
_HOPELESS = 25  # times where somebody still might, by chance


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
