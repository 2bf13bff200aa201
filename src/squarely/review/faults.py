"""What is said of a move that loses something."""

from collections.abc import Sequence
from dataclasses import dataclass

from squarely.game import Move
from squarely.review.claims import Claim, either, is_threat, wins_at_once
from squarely.review.line import Line
from squarely.review.standing import counted, result, soon
from squarely.solver.oracle import Oracle
from squarely.solver.values import TIE, Value


@dataclass(frozen=True)
class Ignores(Claim):
    """A threat is left standing: the reply wins at once, and does so after most moves; the better ones stop it."""

    reply: Move
    better: tuple[Move, ...]

    def text(self, names: Sequence[str]) -> str:
        threat = f"{names[self.side.other]}'s {self.reply}"
        return f"{self.move} does not stop {threat}, which wins at once; {either(self.better)} does."

    def holds(self, oracle: Oracle) -> bool:
        reply = str(self.reply)
        return (
            is_threat(oracle, self.position, reply)
            and wins_at_once(oracle, self.reached(oracle), reply)
            and self.better == keeping(self, oracle)
            and self.before(oracle).winner is None
        )


@dataclass(frozen=True)
class Allows(Claim):
    """The opponent, who could not force a win, now can: by this line, the shortest."""

    line: Line

    def text(self, names: Sequence[str]) -> str:
        return f"{self.move} allows {names[self.side.other]} to win {soon(self.line.value)}: {self.line}."

    def holds(self, oracle: Oracle) -> bool:
        return (
            self.before(oracle).winner != self.side.other
            and self.line.value.winner == self.side.other
            and self.line.start == self.reached(oracle)
            and self.line.holds(oracle)
        )


@dataclass(frozen=True)
class Misses(Claim):
    """A win, or a tie, could have been had by this line and now cannot. `escapes`: the replies that keep it so."""

    line: Line
    now: Value
    escapes: tuple[Move, ...]
    refutation: Line | None  # how the opponent wins instead, who now can

    def text(self, names: Sequence[str]) -> str:
        what = "a tie" if self.line.value.ending == TIE else "a win"
        if self.now.distance == 0:
            then = "the game ends " + ("in a tie" if self.now.winner is None else f"and {names[self.side.other]} wins")
        elif self.refutation:
            then = f"now {names[self.side.other]} wins {soon(self.now)}: {self.refutation}"
        elif len(self.escapes) == 1:
            then = f"{names[self.side.other]} has one way out, {self.escapes[0]}"
        else:
            then = f"now it is {self.now.told(names)}" if self.now.ending == TIE else "now play need never end"
        return f"{self.move} misses {what} {soon(self.line.value)}: {self.line}; {then}."

    def holds(self, oracle: Oracle) -> bool:
        replies = [] if oracle.game.outcome(self.reached(oracle)) else oracle.keeping(self.reached(oracle))
        return (
            (self.now.winner is None if self.refutation is None else self._is_refuted(oracle, self.refutation))
            and self.line.start == self.position
            and self.line.value.winner in (self.side, None)
            and self.line.holds(oracle)
            and self.now == self.after(oracle)
            and not self.now.agrees(self.line.value)
            and self.escapes == tuple(each.move for each in replies)
        )

    def _is_refuted(self, oracle: Oracle, line: Line) -> bool:
        reached, loses = self.reached(oracle), self.now.winner == self.side.other
        return loses and line.value == self.now and line.start == reached and line.holds(oracle)


@dataclass(frozen=True)
class Costs(Claim):
    """The result stays, but points are lost against the best line."""

    line: Line
    now: Value

    def text(self, names: Sequence[str]) -> str:
        best, lost = self.line.value, abs((self.line.value.margin or 0) - (self.now.margin or 0))
        return (
            f"{self.move} costs {counted(lost, 'point')}: {result(best, names)} by {self.now.margin}, "
            f"and with {self.line.moves[0]} by {best.margin}: {self.line}."
        )

    def holds(self, oracle: Oracle) -> bool:
        best, now = self.line.value, self.after(oracle)
        if best.winner is None or best.margin is None or now.margin is None:
            return False
        worse = now.margin < best.margin if best.winner == self.side else now.margin > best.margin
        return (
            worse
            and now == self.now
            and now.agrees(best)
            and self.line.start == self.position
            and self.line.holds(oracle)
        )


def keeping(claim: Claim, oracle: Oracle) -> tuple[Move, ...]:
    """The moves that keep the result where the claim's move was made."""
    return tuple(each.move for each in oracle.keeping(claim.position))
