"""A line: the moves that follow when both sides play their best."""

from collections.abc import Sequence
from typing import NamedTuple

from squarely.core.game import Move, Side
from squarely.core.rules import Position
from squarely.solver.oracle import Oracle
from squarely.solver.values import Value

_SHOWN = 9  # moves of a line that are written out; the rest is counted


class BestLine(NamedTuple):
    """Best play from a position to the end: the winner hurries, the loser holds out."""

    start: Position
    value: Value  # of the start
    moves: tuple[Move, ...]
    forced: tuple[int, ...]  # which of them are forced replies: every other move is worse

    @classmethod
    def of(cls, oracle: Oracle, start: Position, first: Move | None = None) -> "BestLine":
        """The line from a position, with this first move if there are several best; none where play need never end."""
        moves: list[Move] = []
        position, forced = start, []
        while oracle.value(position).distance:
            judged = oracle.value_moves(position)
            best = next((each for each in judged if not moves and each.move == first), judged[0])
            others = [each for each in judged if each is not best]
            if len(moves) % 2 and is_forced(best.value, [other.value for other in others], Side(position.mover)):
                forced.append(len(moves))
            moves.append(best.move)
            position = best.position
        return cls(start, oracle.value(start), tuple(moves), tuple(forced))

    def holds(self, oracle: Oracle) -> bool:
        """Whether every move is legal, loses nothing and hurries or holds out as it should, up to an end as claimed."""
        position, value = self.start, self.value
        if oracle.value(position) != value or value.distance != len(self.moves):
            return False
        for number, move in enumerate(self.moves):
            judged = oracle.value_moves(position)
            made = next((each for each in judged if each.move == move and each.move.text == move.text), None)
            if made is None or made.value != value._replace(distance=len(self.moves) - number - 1):
                return False
            others = [each.value for each in judged if each is not made]
            if number in self.forced and not is_forced(made.value, others, Side(position.mover)):
                return False
            position, value = made.position, made.value
        outcome = oracle.game.outcome(position)
        return outcome is not None and outcome.winner == self.value.winner

    def __str__(self) -> str:
        """`C3 (forcing A1), B4`; a long one is cut and its length told."""
        parts: list[str] = []
        for number, move in enumerate(self.moves[:_SHOWN]):
            if number in self.forced:
                parts[-1] += f" (forcing {move})"
            else:
                parts.append(str(move))
        more = f" and so on, {len(self.moves)} moves" if len(self.moves) > _SHOWN else ""
        return join_moves(parts) + more


def is_forced(value: Value, others: Sequence[Value], side: Side) -> bool:
    """Whether all other moves lead to something worse for the side that makes them."""
    return all(other.appeal(side) < value.appeal(side) for other in others)


def join_moves(texts: Sequence[str]) -> str:
    """Moves one after the other; apart by semicolons where a move has commas of its own."""
    return ("; " if any("," in text for text in texts) else ", ").join(texts)
