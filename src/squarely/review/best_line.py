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

    start: Position
    value: Value  # of the start
    moves: tuple[Move, ...]
    movers: tuple[Side, ...]  # who makes each of them
    forced: tuple[int, ...]  # which of them are forced replies: every other move is worse
    reason: str  # why it is over at the end

    @classmethod
    def of(cls, oracle: Oracle, start: Position, first: Move | None = None) -> "BestLine":
        """The line from a position, with this first move if it is one of several best; none where play can go on."""
        moves: list[Move] = []
        movers: list[Side] = []
        position, forced = start, []
        while oracle.value(position).distance:
            mover, judged = Side(position.mover), oracle.value_moves(position)
            alike = [each for each in judged if each.value == judged[0].value]
            best = next((each for each in alike if not moves and each.move == first), judged[0])
            others = [each.value for each in judged if each is not best]
            if _is_reply(movers, mover, best.value) and is_forced(best.value, others, mover):
                forced.append(len(moves))
            moves.append(best.move)
            movers.append(mover)
            position = best.position
        outcome = oracle.game.result(position)
        reason = outcome.reason if outcome else ""
        return cls(start, oracle.value(start), tuple(moves), tuple(movers), tuple(forced), reason)

    def holds(self, oracle: Oracle) -> bool:
        """Whether every move is legal, loses nothing and hurries or holds out as it should, up to an end as claimed."""
        position, value = self.start, self.value
        if value.is_by_repetition:
            return oracle.value(position) == value and not self.moves
        if oracle.value(position) != value or not value.distance == len(self.moves) == len(self.movers):
            return False
        for number, (move, mover) in enumerate(zip(self.moves, self.movers, strict=True)):
            judged = oracle.value_moves(position)
            made = next((each for each in judged if each.move == move and each.move.text == move.text), None)
            if made is None or made.value != value._replace(distance=len(self.moves) - number - 1):
                return False
            others = [each.value for each in judged if each is not made]
            if mover != position.mover or (number in self.forced and not is_forced(made.value, others, mover)):
                return False
            position, value = made.position, made.value
        outcome = oracle.game.result(position)
        return outcome is not None and (outcome.winner, outcome.reason) == (self.value.winner, self.reason)

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
        if ends and str(moves[-1]) == PASS.word:  # which says no more than the reason
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
        return join_moves(parts) + ends


def _is_reply(movers: Sequence[Side], mover: Side, value: Value) -> bool:
    """Whether a move can be called forced: a reply of the side that does not win; every second one where none does."""
    if not movers or movers[-1] == mover or value.winner == mover:
        return False
    return value.winner is not None or len(movers) % 2 == 1


def is_forced(value: Value, others: Sequence[Value], side: Side) -> bool:
    """Whether all other moves lead to something worse for the side that makes them."""
    return all(other.appeal(side) < value.appeal(side) for other in others)


def join_moves(texts: Sequence[str]) -> str:
    """Moves one after the other; apart by semicolons where a move has commas of its own."""
    return ("; " if any("," in text for text in texts) else ", ").join(texts)
