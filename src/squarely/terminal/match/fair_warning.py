"""A seat from which nobody can win: whoever is about to take it is told before the match."""

from collections.abc import Iterator

from squarely.core.match.match import Match
from squarely.core.rules.game import FIRST_WINS, ONGOING, SECOND_WINS, Game, Position, Side
from squarely.play.seats import Seats

_ENOUGH = 1500  # positions that are looked at while somebody waits for the first question
_WINNERS = {FIRST_WINS: Side.FIRST, SECOND_WINS: Side.SECOND}


def warn_of_seats(match: Match, seats: Seats) -> str:
    """A sentence for people in a seat from which nobody can win; empty where nobody sits there, or it is not known."""
    hopeless = [side for side in find_hopeless(match) if seats.computers[side] is None]
    if not hopeless:
        return ""
    never = "cannot win here, however both sides play"
    if seats.only_person is not None:
        return f"Fair warning: as {match.names[hopeless[0]]} you {never}; your aim is not to lose."
    if len(hopeless) == len(Side):
        return "Fair warning: nobody can win here, however both sides play."
    return f"Fair warning: {match.names[hopeless[0]]} {never}; the aim in that seat is not to lose."


def find_hopeless(match: Match) -> tuple[Side, ...]:
    """The sides that win nowhere in the play that can follow; none where that is too much to be looked through."""
    winners: set[Side] = set()
    seen, untried = {match.position}, [iter((match.position,))]
    while untried:  # deep first: where both sides can win, that is soon found
        position = next(untried[-1], None)
        if position is None:
            untried.pop()
            continue
        result = match.game.outcome(position)
        if result in _WINNERS:
            winners.add(_WINNERS[result])
        if len(winners) == len(Side) or len(seen) > _ENOUGH:
            return ()
        if result == ONGOING:
            untried.append(_list_unseen(match.game, position, seen))
    return tuple(side for side in Side if side not in winners)


def _list_unseen(game: Game, position: Position, seen: set[Position]) -> Iterator[Position]:
    """What a move leads to that was not seen before."""
    for move in game.legal_moves(position):
        after = game.play(position, move)
        if after not in seen:
            seen.add(after)
            yield after
