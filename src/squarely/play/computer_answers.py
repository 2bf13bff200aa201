"""What a computer answers to an offer, whoever asks it."""

from squarely.core.match.match import Match
from squarely.core.rules.game import Side
from squarely.play.offers import OfferKind
from squarely.players import LLM, PROGRAM
from squarely.solver.oracle import find_oracle


def accepts_offer(match: Match, kind: OfferKind, side: Side, player: str) -> bool:
    """Whether the computer player of this name, on this side, agrees. It never minds an undo or a rematch.

    It takes a draw where the truth is known and does not say that it wins: where it loses, where the game is tied and
    where play can go on for ever. A language model and a program are told of moves only, and play on.
    """
    if kind != "draw":
        return True
    if player.startswith((LLM, PROGRAM)):
        return False
    oracle = find_oracle(match)
    return oracle is not None and oracle.value(match.position).winner != side
