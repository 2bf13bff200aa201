"""What can be said about a move: each kind of sentence with its data, its words and what proves it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from squarely.core.rules.game import Move, Position, Side
from squarely.core.text.notation import join_with_or
from squarely.review.best_line import BestLine
from squarely.solver.oracle import Oracle
from squarely.solver.values import Value

_NAMED = 3  # of several moves that would do, so many are named


@dataclass(frozen=True)
class MoveClaim:
    """A statement about a move made, or about to be made, in a position."""

    position: Position
    move: Move

    @property
    def kind(self) -> str:
        """One word for programs: `allows`, `wins`, …"""
        return type(self).__name__.lower()

    @property
    def side(self) -> Side:
        """Who makes the move."""
        return Side(self.position.mover)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The line of moves that the statement shows; the first is made here, or in reply to the move."""
        line: BestLine | None = getattr(self, "line", None)
        return line.moves if line else ()

    def text(self, names: Sequence[str]) -> str:
        """The statement as a sentence."""
        raise NotImplementedError

    def holds(self, oracle: Oracle) -> bool:
        """Whether the oracle proves all that the sentence says."""
        raise NotImplementedError

    def position_after(self, oracle: Oracle) -> Position:
        """Where the move leads."""
        return oracle.game.play(self.position, self.move)

    def value_before(self, oracle: Oracle) -> Value:
        return oracle.value(self.position)

    def value_after(self, oracle: Oracle) -> Value:
        return oracle.value(self.position_after(oracle))


def is_proved(claim: MoveClaim, oracle: Oracle) -> bool:
    """Whether the move is legal and the oracle proves what is said about it."""
    return is_legal(oracle, claim.position, claim.move) and claim.holds(oracle)


def is_legal(oracle: Oracle, position: Position, move: Move) -> bool:
    """Whether the rules allow this move here, by this name."""
    return str(move) in map(str, oracle.game.named_moves(position))


def wins_at_once(oracle: Oracle, position: Position, reply: str) -> bool:
    """Whether the mover wins with this move, by its name, and the game is over."""
    for move in oracle.game.named_moves(position):
        if str(move) == reply:
            outcome = oracle.game.result(oracle.game.play(position, move))
            return outcome is not None and outcome.winner == position.mover
    return False


def is_threat(oracle: Oracle, position: Position, reply: str) -> bool:
    """Whether this reply of the opponent would win at once after more than half of the legal moves."""
    after = [oracle.game.play(position, move) for move in oracle.game.named_moves(position)]
    return 2 * sum(wins_at_once(oracle, each, reply) for each in after) > len(after)


def list_alternatives(moves: Iterable[Move]) -> str:
    """`A1`, `A1 or B2`, `A1, B2 or 4 more`; quoted where a move has commas of its own."""
    texts = [f"'{move}'" if "," in str(move) else str(move) for move in moves]
    if len(texts) > _NAMED:
        texts = [*texts[: _NAMED - 1], f"{len(texts) - _NAMED + 1} more"]
    return join_with_or(texts)
