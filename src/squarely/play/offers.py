"""What one side proposes to the other, a draw, an undo or a rematch, and what a computer answers."""

from typing import Literal, NamedTuple, TypeAlias

from squarely.core.match.match import Match
from squarely.core.rules.game import Side
from squarely.players import LLM, PROGRAM

OfferKind: TypeAlias = Literal["draw", "undo", "rematch"]


class Offer(NamedTuple):
    """Something proposed by one side after that many events; it lapses with the next one.

    While the other side is asked, the offerer's clock stands still; `waited` is for how long it has done so before.
    `before` is what was offered in the same turn and is gone: each side offers each thing once a turn.
    """

    kind: OfferKind
    by: Side
    after: int
    asked_at: float = 0.0  # when the offerer's clock was stopped for it; 0 where it is not running
    waited: float = 0.0
    is_open: bool = True
    before: tuple[tuple[OfferKind, Side], ...] = ()

    @property
    def made(self) -> tuple[tuple[OfferKind, Side], ...]:
        """What was offered in this turn, by whom, this one included."""
        return (*self.before, (self.kind, self.by))

    def may_follow(self, kind: OfferKind, side: Side) -> bool:
        """Whether this side may offer that in the same turn: something else, or once more what is still open."""
        return (kind, side) not in (self.before if self.is_open else self.made)

    def close(self, at: float) -> "Offer":
        """The offer, declined or withdrawn: nothing is left of it but how long it was waited for."""
        return self._replace(asked_at=0.0, waited=self.waited_until(at), is_open=False)

    def waited_until(self, at: float) -> float:
        """The seconds of this turn for which the offerer's clock has stood still by then."""
        return self.waited + (max(0.0, at - self.asked_at) if self.asked_at else 0.0)


def accepts_offer(match: Match, kind: OfferKind, side: Side, player: str) -> bool:
    """Whether the computer player of this name, on this side, agrees. It never minds an undo or a rematch.

    It takes a draw where the truth is known and does not say that it wins: where it loses, where the game is tied and
    where play can go on for ever. A language model and a program are told of moves only, and play on.
    """
    from squarely.solver.oracle import find_oracle

    if kind != "draw":
        return True
    if player.startswith((LLM, PROGRAM)):
        return False
    oracle = find_oracle(match)
    return oracle is not None and oracle.value(match.position).winner != side
