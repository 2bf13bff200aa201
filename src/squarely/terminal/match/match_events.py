"""A match at this machine in words, printed and shown: what is told before it, what happens in it, how it ends."""

from typing import Literal, NamedTuple, TypeAlias

from squarely import ONGOING, Match, Side, SquarelyError, join_with_and
from squarely.core.rules.game import WINNERS
from squarely.core.rules.rulebook import describe_options
from squarely.core.text.notation import as_sentence, count_noun
from squarely.play.events import Event
from squarely.play.seats import Seats

_ENOUGH = 1500  # positions that are looked at before the first question
_PLACES = ("the player on the left", "the player on the right")  # what tells two people at one keyboard apart


Kind: TypeAlias = Literal[
    "move", "news", "back", "again", "refused", "repeated", "time", "unsaved", "failed", "stopped", "declined", "over"
]


class Told(NamedTuple):
    """One thing that happened, in whole sentences."""

    kind: Kind
    text: str


def tell_refusal(why: SquarelyError) -> Told:
    """Why something was not done."""
    return Told("refused", as_sentence(f"Sorry, {why}"))


def name_with_token(match: Match, side: Side) -> str:
    """`Player 1 (X)`, `Ann (A)`; the name alone where the token is a word of it, or there are none."""
    name, token = match.names[side], find_token(match, side)
    return f"{name} ({token})" if token and token not in name.split() else name


def find_token(match: Match, side: Side) -> str:
    """What stands on the board for this side; nothing where both move the same pieces."""
    tokens = match.game.words.tokens
    return tokens[match.game.role(match.position, side)] if tokens else ""


class Ending(NamedTuple):
    """How a match has ended: `You won in 11 moves`, and why."""

    headline: str
    reason: str

    @property
    def text(self) -> str:
        return f"{self.headline}: {self.reason}."


def tell_end(match: Match, seats: Seats, event: Event | None = None) -> Ending:
    """The end for the person who played a computer; with names for other readers. `event` is the last one."""
    assert match.outcome
    person, winner = seats.only_person, match.outcome.winner
    does = {"resign": "resigned", "timeout": "ran out of time"}.get(event.kind) if event else None
    reason = f"you {does}" if event and does and event.side == person else match.outcome.reason
    if winner is None:
        return Ending("A draw" if match.game.result(match.position) else "The match ends without a winner", reason)
    won = match.names[winner] if person is None else "You"
    verb = "wins" if person is None else "won" if winner == person else "lost"
    moves = "" if match.ending else f" in {count_noun(len(match.moves), 'move')}"
    return Ending(f"{won} {verb}{moves}", reason)


def describe_result(match: Match) -> str:
    """How a match stands or has ended, in the rulebook's words where it has some for that."""
    if match.outcome is None:
        return f"Unfinished; {match.mover_name} is to move."
    by_rules = match.outcome == match.game.result(match.position)
    return match.game.words.closing(match) if by_rules else tell_end(match, Seats()).text


# Before the first move


def introduce(match: Match, seats: Seats, toss: str = "") -> list[str]:
    """Sentences, in order; of a match that is resumed, only where it stands and who is who."""
    who = introduce_players(match, seats, is_told=bool(toss))
    if match.moves:
        told = [f"{match.game.title}, resumed after move {len(match.moves)} ({match.moves[-1]}).", who]
    else:
        told = [toss, who, describe_options(match.game), warn_of_seats(match, seats)]
    return [*filter(None, told)]


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
    """Who has which side, in a sentence; if that `is_told`, whose token is whose. "" where the names alone say it."""
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
    return f"{match.names[side]} {'plays' if _are_swapped(match) else 'is'} {_name_side(match, side)}"


def _tell_apart(match: Match, side: Side) -> str:
    """The name with the token or, where there are none, with what this side is called."""
    if find_token(match, side) or not _are_named(match):
        return name_with_token(match, side)
    return f"{match.names[side]} ({_name_side(match, side)})"


def _name_side(match: Match, side: Side) -> str:
    """Its token or, where there are none, what the rulebook calls it; once sides are swapped, `side 2`."""
    role, words = match.game.role(match.position, side), match.game.words
    return words.name_role(match.position, side) if words.tokens or role != side else match.game.players[side]


def _are_named(match: Match) -> bool:
    """Whether the names do not say who has which side: they are people's, or sides have been swapped."""
    return match.names != match.game.players or _are_swapped(match)


def _are_swapped(match: Match) -> bool:
    return match.game.role(match.position, Side.FIRST) != Side.FIRST


def warn_of_seats(match: Match, seats: Seats) -> str:
    """A sentence for people in a seat that cannot win; empty where no person sits there, or it is not known."""
    names = [match.names[side] for side in find_hopeless(match) if seats.computers[side] is None]
    if len(names) == len(Side):
        return "Note: nobody can ever win from here."
    return f"Note: {names[0]} can never win this game. As {names[0]}, try not to lose." if names else ""


def find_hopeless(match: Match) -> tuple[Side, ...]:
    """The sides that win nowhere in the play that can follow; none where that is too much to be looked through."""
    game, winners, seen, untried = match.game, set[Side | None](), {match.position}, [match.position]
    while untried:  # deep first: where both sides can win, that is soon found
        position = untried.pop()
        result = game.outcome(position)
        winners.add(WINNERS.get(result))
        if winners.issuperset(Side) or len(seen) > _ENOUGH:
            return ()
        if result == ONGOING:
            after = {game.play(position, move) for move in game.legal_moves(position)} - seen
            seen |= after
            untried += after
    return tuple(side for side in Side if side not in winners)
