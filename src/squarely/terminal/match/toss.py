"""The coin: what it has decided, told so that whoever is there knows which side is theirs."""

from squarely.core.match.match import Match
from squarely.players import HUMAN

_PLACES = ("whoever sits on the left", "whoever sits on the right")  # what tells two people at one keyboard apart


def describe_toss(match: Match, players: tuple[str, str], swapped: bool) -> str:
    """Who begins and who is who. `swapped` says that the seats were tossed for, and changed hands."""
    sides = match.game.players
    named = match.names != sides
    who = _name_players(match, players) if named else _name_people(players, swapped)
    seats = ", ".join(f"{side} is {each}" for side, each in zip(sides, who, strict=True))
    return f"The coin is tossed: {match.mover_name} begins. {seats}."


def _name_players(match: Match, players: tuple[str, str]) -> tuple[str, str]:
    """The players by their names, computers as what they are."""
    first, second = (
        name if player == HUMAN else f"{name} (the computer, {player})"
        for name, player in zip(match.names, players, strict=True)
    )
    return first, second


def _name_people(players: tuple[str, str], swapped: bool) -> tuple[str, str]:
    """Whoever sits on each side, as far as the machine can know."""
    if players == (HUMAN, HUMAN):
        return (_PLACES[1], _PLACES[0]) if swapped else _PLACES
    first, second = ("you" if player == HUMAN else f"the computer ({player})" for player in players)
    return first, second
