"""A line: the moves that follow when both sides play their best, and what ends it."""

from collections.abc import Sequence
from typing import NamedTuple

from squarely.core.rules.game import Move, Position, Side
from squarely.core.rules.moves import PASS
from squarely.core.text.notation import count_noun
from squarely.solver.oracle import Oracle
from squarely.solver.values import Value

_LONG = 7  # moves of a line that is still written out; of a longer one the beginning, and the move that ends it
_BEGINNING = 4


class BestLine(NamedTuple):
    """Best play from a position to the end: the winner hurries, the loser holds out."""

    value: Value  # of the position
    moves: tuple[Move, ...]
    movers: tuple[Side, ...]  # who makes each of them
    forced: tuple[int, ...]  # which of them are forced: replies of the side that does not win, all others worse
    reason: str  # why it is over at the end

    @classmethod
    def of(cls, oracle: Oracle, start: Position, first: Move | None = None) -> "BestLine":
        """The line from a position, with this first move if it is one of several best; none where play can go on."""
        moves, movers, forced, position = list[Move](), list[Side](), list[int](), start
        while oracle.value(position).distance:
            mover, judged = Side(position.mover), oracle.value_moves(position)
            alike = [each for each in judged if each.value == judged[0].value]
            best = next((each for each in alike if not moves and each.move == first), judged[0])
            is_reply = bool(movers) and movers[-1] != mover != best.value.winner
            if is_reply and len(alike) == 1 and (best.value.winner is not None or len(moves) % 2 == 1):
                forced.append(len(moves))
            moves.append(best.move)
            movers.append(mover)
            position = best.position
        outcome = oracle.game.result(position)
        reason = outcome.reason if outcome else ""
        return cls(oracle.value(start), tuple(moves), tuple(movers), tuple(forced), reason)

    @property
    def first(self) -> str:
        return str(self.moves[0]) if self.moves else ""

    def tell_end(self, names: Sequence[str]) -> str:
        """`in 3 moves (both sides counted): Ann C3, …`, `at once: C3`; `by repetition`, where there is no line."""
        end = self.value.describe_end()
        return end if self.value.is_by_repetition else f"{end}: {self.tell(names)}"

    def tell(self, names: Sequence[str]) -> str:
        """`Ann C3 (forcing A1), Ann B4; the end: X formed a square`; a single move alone, as it follows `at once`."""
        if len(self.moves) == 1:
            return str(self.moves[0])
        ends = f"; the end: {self.reason}" if self.value.margin is None and self.reason else ""
        moves = self.moves
        if ends and moves and str(moves[-1]) == PASS.word:  # which says no more than the reason
            moves, ends = moves[:-1], f"; {self.reason}"
        shown = len(moves) if len(moves) <= _LONG else _BEGINNING
        apart = ": " if any(str(move)[:1].isdigit() for move in moves) else " "  # not `Player 1 2 3`
        parts: list[str] = []
        for number, (move, mover) in enumerate(zip(moves[:shown], self.movers, strict=False)):
            if number in self.forced:
                parts[-1] += f" (forcing {move})"
            else:
                parts.append(f"{names[mover]}{apart}{move}")
        if left := len(moves) - shown:
            mover = self.movers[len(moves) - 1]
            parts += [count_noun(left - 1, "more move"), f"then {names[mover]}{apart}{moves[-1]}"]
        return ("; " if any("," in part for part in parts) else ", ").join(parts) + ends
