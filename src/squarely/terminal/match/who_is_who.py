"""Who plays what: said before a match, when it is resumed, and at a turn where the rulebook does not say it."""

import re

from squarely.core.match.match import Match
from squarely.core.match.tabletop import Tabletop
from squarely.core.rules.game import Side
from squarely.core.text.notation import join_with_and
from squarely.play.seats import Seats


def name_with_token(match: Match, side: Side) -> str:
    """`Player 1 (X)`, `Ann (A)`; the name alone where it tells the token already, or there are none."""
    name, token = match.names[side], _find_token(match, side)
    return f"{name} ({token})" if token and not _contains(name, token) else name


def introduce_players(match: Match, seats: Seats, is_told: bool = False) -> str:
    """Who has which side, in a sentence; empty where the rulebook's own names are all there is to say.

    Where it was told already who has which side, only whose token is whose is left.
    """
    if is_told and not _find_token(match, Side.FIRST):
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


def remind_of_token(match: Match, asked: str) -> str:
    """Which token the mover has, where they have a name of their own and what they are asked does not say it."""
    token = _find_token(match, match.mover)
    if not token or not _are_named(match) or _contains(asked, token) or _contains(match.mover_name, token):
        return ""
    return f"({_describe_side(match, match.mover)}.)"


def _describe_side(match: Match, side: Side) -> str:
    if _are_swapped(match):
        return f"{match.names[side]} plays {_find_role(match, side)}"
    return f"{match.names[side]} is {_find_token(match, side) or match.game.players[side]}"


def _tell_apart(match: Match, side: Side) -> str:
    """The name with the token or, where there are none, with what the rulebook calls this side."""
    if _find_token(match, side) or not _are_named(match):
        return name_with_token(match, side)
    return f"{match.names[side]} ({_find_role(match, side) if _are_swapped(match) else match.game.players[side]})"


def _are_named(match: Match) -> bool:
    """Whether the names do not say who has which side: they are people's, or sides have been swapped."""
    return match.names != match.game.players or _are_swapped(match)


def _are_swapped(match: Match) -> bool:
    return match.game.role(match.position, Side.FIRST) != Side.FIRST


def _find_role(match: Match, side: Side) -> str:
    return Tabletop(match.game).roles(match.position)[side]


def _find_token(match: Match, side: Side) -> str:
    tokens = Tabletop(match.game).tokens(match.position)
    return tokens[side] if tokens else ""


def _contains(text: str, token: str) -> bool:
    """Whether the token stands in the text as a word."""
    return re.search(rf"(?<!\w){re.escape(token)}(?!\w)", text) is not None
