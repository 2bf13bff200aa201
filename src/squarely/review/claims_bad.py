"""What is said of a move that loses something."""

from collections.abc import Sequence
from dataclasses import dataclass

from squarely.core.rules.game import Move, Position, Side
from squarely.core.text.notation import capitalise, count_noun, whose, with_verb
from squarely.review.best_line import BestLine
from squarely.review.claims import MoveClaim, is_threat, list_alternatives, wins_at_once
from squarely.solver.oracle import Oracle
from squarely.solver.values import TIE, Value, describe_distance


@dataclass(frozen=True)
class Overlooks(MoveClaim):
    """A threat that was there is left standing: the reply wins at once. The better moves stop it, and nothing is lost.

    If the mover loses in any case, the better moves are those that last longest.
    """

    reply: Move
    better: tuple[Move, ...]
    before: Value

    def text(self, names: Sequence[str]) -> str:
        other = names[self.side.other]
        told = f"{self.move} overlooks {whose(other)} {self.reply}, which wins at once"
        instead = list_alternatives(self.better)
        if self.before.winner != self.side.other:
            return f"{told}. It had to be stopped, with {instead}."
        stops = "stops it and lasts" if len(self.better) == 1 else "stop it and last"
        moves = describe_distance(self.before.distance or 0)
        return f"{told}. {instead} {stops} {moves}, but {with_verb(other, 'wins')} in any case."

    def holds(self, oracle: Oracle) -> bool:
        reply = str(self.reply)
        return (
            self.before == self.value_before(oracle)
            and is_threat(oracle, self.position, reply)
            and wins_at_once(oracle, self.position_after(oracle), reply)
            and self.better == find_better_moves(self.position, oracle)
            and not any(wins_at_once(oracle, oracle.game.play(self.position, move), reply) for move in self.better)
        )


@dataclass(frozen=True)
class Allows(MoveClaim):
    """The opponent, who could not force a win, now can: by this line, the shortest."""

    line: BestLine

    def text(self, names: Sequence[str]) -> str:
        return f"{self.move} allows {names[self.side.other]} to win {self.line.tell_end(names)}."

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
        other = names[self.side.other]
        if self.now.distance == 0:
            then = "The game ends " + ("in a tie" if self.now.winner is None else f"and {with_verb(other, 'wins')}")
        elif self.refutation:
            then = f"Now {with_verb(other, 'wins')} {self.refutation.tell_end(names)}"
        elif len(self.escapes) == 1:
            then = f"{capitalise(with_verb(other, 'has'))} one way out, {self.escapes[0]}"
        else:
            then = f"Now {'it is ' if self.now.ending == TIE else ''}{self.now.describe(names)}"
        return f"{self.move} misses {what} {self.line.tell_end(names)}. {then}."

    def holds(self, oracle: Oracle) -> bool:
        replies = (
            []
            if oracle.game.result(self.position_after(oracle))
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
            f"and with {self.line.moves[0]} by {best.margin}: {self.line.tell(names)}."
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


def find_better_moves(position: Position, oracle: Oracle) -> tuple[Move, ...]:
    """The moves that keep the result; where that is lost, those that hold out longest."""
    keeping = oracle.find_keeping_moves(position)
    if oracle.value(position).winner != Side(position.mover).other:
        return tuple(each.move for each in keeping)
    return tuple(each.move for each in keeping if each.value == keeping[0].value)
