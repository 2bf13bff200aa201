"""What is said of a move that loses something."""

from collections.abc import Sequence
from dataclasses import dataclass

from squarely.core.game import Move
from squarely.core.notation import count_noun
from squarely.review.best_line import BestLine
from squarely.review.claims import MoveClaim, is_threat, list_alternatives, wins_at_once
from squarely.solver.oracle import Oracle
from squarely.solver.values import TIE, Value


@dataclass(frozen=True)
class Ignores(MoveClaim):
    """A threat is left standing: the reply wins at once, and does so after most moves; the better ones stop it."""

    reply: Move
    better: tuple[Move, ...]

    def text(self, names: Sequence[str]) -> str:
        threat = f"{names[self.side.other]}'s {self.reply}"
        return f"{self.move} does not stop {threat}, which wins at once; {list_alternatives(self.better)} does."

    def holds(self, oracle: Oracle) -> bool:
        reply = str(self.reply)
        return (
            is_threat(oracle, self.position, reply)
            and wins_at_once(oracle, self.position_after(oracle), reply)
            and self.better == find_keeping_moves(self, oracle)
            and self.value_before(oracle).winner is None
        )


@dataclass(frozen=True)
class Allows(MoveClaim):
    """The opponent, who could not force a win, now can: by this line, the shortest."""

    line: BestLine

    def text(self, names: Sequence[str]) -> str:
        return f"{self.move} allows {names[self.side.other]} to win {self.line.value.describe_end()}: {self.line}."

    def holds(self, oracle: Oracle) -> bool:
        return (
            self.value_before(oracle).winner != self.side.other
            and self.line.value.winner == self.side.other
            and self.line.start == self.position_after(oracle)
            and self.line.holds(oracle)
        )


@dataclass(frozen=True)
class Misses(MoveClaim):
    """A win, or a tie, could have been had by this line and now cannot. `escapes`: the replies that keep it so."""

    line: BestLine
    now: Value
    escapes: tuple[Move, ...]
    refutation: BestLine | None  # how the opponent wins instead, who now can

    def text(self, names: Sequence[str]) -> str:
        what = "a tie" if self.line.value.ending == TIE else "a win"
        if self.now.distance == 0:
            then = "the game ends " + ("in a tie" if self.now.winner is None else f"and {names[self.side.other]} wins")
        elif self.refutation:
            then = f"now {names[self.side.other]} wins {self.now.describe_end()}: {self.refutation}"
        elif len(self.escapes) == 1:
            then = f"{names[self.side.other]} has one way out, {self.escapes[0]}"
        else:
            then = f"now {'it is ' if self.now.ending == TIE else ''}{self.now.describe(names)}"
        return f"{self.move} misses {what} {self.line.value.describe_end()}: {self.line}; {then}."

    def holds(self, oracle: Oracle) -> bool:
        replies = (
            []
            if oracle.game.outcome(self.position_after(oracle))
            else oracle.find_keeping_moves(self.position_after(oracle))
        )
        return (
            (self.now.winner is None if self.refutation is None else self._is_refuted(oracle, self.refutation))
            and self.line.start == self.position
            and self.line.value.winner in (self.side, None)
            and self.line.holds(oracle)
            and self.now == self.value_after(oracle)
            and not self.now.has_same_result(self.line.value)
            and self.escapes == tuple(each.move for each in replies)
        )

    def _is_refuted(self, oracle: Oracle, line: BestLine) -> bool:
        reached, loses = self.position_after(oracle), self.now.winner == self.side.other
        return loses and line.value == self.now and line.start == reached and line.holds(oracle)


@dataclass(frozen=True)
class Costs(MoveClaim):
    """The result stays, but points are lost against the best line."""

    line: BestLine
    now: Value

    def text(self, names: Sequence[str]) -> str:
        best, lost = self.line.value, abs((self.line.value.margin or 0) - (self.now.margin or 0))
        return (
            f"{self.move} costs {count_noun(lost, 'point')}: {best.describe_result(names)} by {self.now.margin}, "
            f"and with {self.line.moves[0]} by {best.margin}: {self.line}."
        )

    def holds(self, oracle: Oracle) -> bool:
        best, now = self.line.value, self.value_after(oracle)
        if best.winner is None or best.margin is None or now.margin is None:
            return False
        worse = now.margin < best.margin if best.winner == self.side else now.margin > best.margin
        return (
            worse
            and now == self.now
            and now.has_same_result(best)
            and self.line.start == self.position
            and self.line.holds(oracle)
        )


def find_keeping_moves(claim: MoveClaim, oracle: Oracle) -> tuple[Move, ...]:
    """The moves that keep the result where the claim's move was made."""
    return tuple(each.move for each in oracle.find_keeping_moves(claim.position))
