"""What is told before the first move: the coin, who is who, the rules, and a seat from which nobody can win."""

from squarely import FIRST_WINS, ONGOING, SECOND_WINS, Match, Side, Tabletop, join_with_and
from squarely.core.rules.rulebook import describe_options
from squarely.play.seats import Seats
from squarely.terminal.match.live_match import LiveMatch
from squarely.terminal.match.match_events import find_token, name_with_token

_ENOUGH = 1500  # positions that are looked at before the first question
_WINNERS = {FIRST_WINS: Side.FIRST, SECOND_WINS: Side.SECOND}
_PLACES = ("the player on the left", "the player on the right")  # what tells two people at one keyboard apart


def introduce(live: LiveMatch, toss: str = "") -> list[str]:
    """Sentences, in order; of a match that is resumed, only where it stands and who is who."""
    match = live.match
    who = introduce_players(match, live.seats, is_told=bool(toss))
    if match.moves:
        return [f"{match.game.title}, resumed after move {len(match.moves)} ({match.moves[-1]}).", *filter(None, [who])]
    return [*filter(None, [toss, who, describe_options(match.game), warn_of_seats(match, live.seats)])]


def describe_toss(match: Match, seats: Seats, is_swapped: bool) -> str:
    """Who begins and who is who. `is_swapped`: the seats were tossed for, and changed hands."""
    people = (_PLACES[1], _PLACES[0]) if is_swapped else _PLACES
    who = []
    for side in Side:
        computer, is_named = seats.computers[side], match.names != match.game.players
        if is_named:
            who.append(match.names[side] + (f" (the computer, {computer})" if computer else ""))
        elif computer:
            who.append(f"the computer ({computer})")
        else:
            who.append(people[side] if seats.between_people else "you")
    told = ", ".join(f"{side} is {each}" for side, each in zip(match.game.players, who, strict=True))
    return f"The coin is tossed: {match.mover_name} begins. {told}."


def introduce_players(match: Match, seats: Seats, is_told: bool = False) -> str:
    """Who has which side, in a sentence; empty where the rulebook's own names are all there is to say.

    Where it was told already who has which side, only whose token is whose is left.
    """
    if is_told and not find_token(match, Side.FIRST):
        return ""
    if is_told or seats.only_person is None:
        return f"{join_with_and([_describe_side(match, side) for side in Side])}." if _are_named(match) else ""
    person, computer = seats.only_person, seats.only_person.other
    begins = " and it is your turn" if match.moves else " and begin"
    turn = begins if match.mover == person else ""
    return (
        f"You are {_tell_apart(match, person)}{turn}; "
        f"{_tell_apart(match, computer)} is the computer ({seats.computers[computer]})."
    )


def remind_of_token(match: Match) -> str:
    """Which token the mover has, where they have a name of their own and the game's question does not say it."""
    words, token = match.game.words, find_token(match, match.mover)
    is_said = any("{mark}" in words.says.get(part, "") for part in ("turn", "ask")) or token in match.mover_name.split()
    return f"({_describe_side(match, match.mover)}.)" if token and _are_named(match) and not is_said else ""


def _describe_side(match: Match, side: Side) -> str:
    if _are_swapped(match):
        return f"{match.names[side]} plays {_find_role(match, side)}"
    return f"{match.names[side]} is {find_token(match, side) or match.game.players[side]}"


def _tell_apart(match: Match, side: Side) -> str:
    """The name with the token or, where there are none, with what the rulebook calls this side."""
    if find_token(match, side) or not _are_named(match):
        return name_with_token(match, side)
    return f"{match.names[side]} ({_find_role(match, side) if _are_swapped(match) else match.game.players[side]})"


def _are_named(match: Match) -> bool:
    """Whether the names do not say who has which side: they are people's, or sides have been swapped."""
    return match.names != match.game.players or _are_swapped(match)


def _are_swapped(match: Match) -> bool:
    return match.game.role(match.position, Side.FIRST) != Side.FIRST


def _find_role(match: Match, side: Side) -> str:
    return Tabletop(match.game).roles(match.position)[side]


def warn_of_seats(match: Match, seats: Seats) -> str:
    """A sentence for people in a seat from which nobody can win; empty where nobody sits there, or it is not known."""
    hopeless = [side for side in find_hopeless(match) if seats.computers[side] is None]
    if not hopeless:
        return ""
    name = match.names[hopeless[0]]
    if len(hopeless) == len(Side):
        return "Note: nobody can ever win from here."
    return f"Note: {name} can never win this game. As {name}, try not to lose."


def find_hopeless(match: Match) -> tuple[Side, ...]:
    """The sides that win nowhere in the play that can follow; none where that is too much to be looked through."""
    game, winners, seen, untried = match.game, set[Side](), {match.position}, [match.position]
    while untried:  # deep first: where both sides can win, that is soon found
        position = untried.pop()
        result = game.outcome(position)
        if result in _WINNERS:
            winners.add(_WINNERS[result])
        if len(winners) == len(Side) or len(seen) > _ENOUGH:
            return ()
        if result == ONGOING:
            after = {game.play(position, move) for move in game.legal_moves(position)} - seen
            seen |= after
            untried += after
    return tuple(side for side in Side if side not in winners)
