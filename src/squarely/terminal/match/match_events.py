"""What happens in a match at this machine, in words. The line mode prints them, the app shows them."""

from typing import Literal, NamedTuple, TypeAlias

from squarely import Match, Side, SquarelyError
from squarely.core.text.notation import as_sentence, count_noun
from squarely.play.events import Event
from squarely.play.seats import Seats

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


def tell_end(match: Match, seats: Seats, event: Event | None = None) -> Told:
    """How the match has ended; `event` is the last one."""
    return Told("over", f"{head_end(match, seats)}: {find_reason(match, seats, event)}.")


def head_end(match: Match, seats: Seats) -> str:
    """`You won in 11 moves` for the person who played a computer; with names for anybody else."""
    person, winner = seats.only_person, match.outcome.winner if match.outcome else None
    if winner is None:
        return "A draw" if match.game.result(match.position) else "The match ends without a winner"
    won = match.names[winner] if person is None else "You"
    verb = "wins" if person is None else "won" if winner == person else "lost"
    moves = "" if match.ending else f" in {count_noun(len(match.moves), 'move')}"
    return f"{won} {verb}{moves}"


def find_reason(match: Match, seats: Seats, event: Event | None = None) -> str:
    """Why a match is over: `you resigned` for the person who played a computer and did so."""
    assert match.outcome
    does = {"resign": "resigned", "timeout": "ran out of time"}.get(event.kind) if event else None
    return f"you {does}" if event and does and event.side == seats.only_person else match.outcome.reason


def describe_result(match: Match) -> str:
    """How a match stands or has ended, in the rulebook's words where it has some for that."""
    if match.outcome is None:
        return f"Unfinished; {match.mover_name} is to move."
    by_rules = match.outcome == match.game.result(match.position)
    return match.game.words.closing(match) if by_rules else tell_end(match, Seats()).text
