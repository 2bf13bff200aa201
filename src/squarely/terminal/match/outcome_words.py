"""How a match has ended, in the words of whoever reads it."""

from squarely.core.match.match import Match
from squarely.core.text.notation import YOU
from squarely.play.seats import Seats


def tell_outcome(match: Match, seats: Seats) -> str:
    """`You lost: …` to a person who has played a computer, with names to anybody else; empty while it goes on."""
    if (outcome := match.outcome) is None:
        return ""
    person = seats.only_person
    if outcome.winner is None:
        is_tie = match.game.result(match.position) is not None
        return f"{'A draw' if is_tie else 'The match ends without a winner'}: {outcome.reason}."
    if person is None:
        return f"{match.names[outcome.winner]} wins: {outcome.reason}."
    own = f"{match.names[person]} "  # a person who ended the match is told so as `you resigned`
    reason = f"{YOU} {outcome.reason.removeprefix(own)}" if match.ending and outcome.reason.startswith(own) else ""
    return f"You {'won' if outcome.winner == person else 'lost'}: {reason or outcome.reason}."
