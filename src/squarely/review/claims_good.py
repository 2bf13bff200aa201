"""What is said of a move that loses nothing."""

from collections.abc import Sequence
from dataclasses import dataclass

from squarely.core.rules.game import Move, Outcome
from squarely.core.text.notation import YOU, capitalise, count_noun, whose, with_verb
from squarely.review.best_line import BestLine
from squarely.review.claims import MoveClaim, is_threat, wins_at_once
from squarely.solver.oracle import Oracle
from squarely.solver.values import Value, describe_distance


@dataclass(frozen=True)
class Ends(MoveClaim):
    """The move ends the game."""

    outcome: Outcome

    def text(self, names: Sequence[str]) -> str:
        if self.outcome.winner == self.side:
            return f"{self.move} wins at once: {self.outcome.reason}."
        how = "in a tie" if self.outcome.winner is None else f"and {with_verb(names[self.outcome.winner], 'wins')}"
        return f"{self.move} ends the game {how}: {self.outcome.reason}."

    def holds(self, oracle: Oracle) -> bool:
        return oracle.game.result(self.position_after(oracle)) == self.outcome


@dataclass(frozen=True)
class Forced(MoveClaim):
    """There was nothing else to play."""

    now: Value

    def text(self, names: Sequence[str]) -> str:
        return f"{self.move} is the only legal move; with it: {self.now.earlier().describe(names)}."

    def holds(self, oracle: Oracle) -> bool:
        return len(oracle.game.named_moves(self.position)) == 1 and self.value_after(oracle) == self.now


@dataclass(frozen=True)
class CountedClaim(MoveClaim):
    """A claim that also says how many of the legal moves do as well."""

    good: int
    legal: int

    @property
    def is_only(self) -> bool:
        return self.good == 1 and self.legal > 1

    def holds(self, oracle: Oracle) -> bool:
        good, legal = len(oracle.find_keeping_moves(self.position)), len(oracle.game.named_moves(self.position))
        return (self.good, self.legal) == (good, legal) and self.value_after(oracle).has_same_result(
            self.value_before(oracle)
        )


@dataclass(frozen=True)
class Wins(CountedClaim):
    """The move wins as soon as possible, by force: the line begins with it."""

    line: BestLine

    def text(self, names: Sequence[str]) -> str:
        value, moves = self.line.value, self.line.moves
        only = f"is the only one of {self.legal} moves that " if self.is_only else ""
        opening = f"{self.move} {only}wins"
        if value.distance == 3:
            me = with_verb(names[self.side], "wins")
            return f"{opening}: after any reply {me} at once, after {moves[1]} with {moves[2]}."
        return f"{opening} {self.line.tell_end(names)}."

    def holds(self, oracle: Oracle) -> bool:
        return (
            super().holds(oracle)
            and self.line.value.winner == self.side
            and self.line.start == self.position
            and self.line.moves[0] == self.move
            and self.line.holds(oracle)
        )


@dataclass(frozen=True)
class Dawdles(MoveClaim):
    """The move still wins, but later than the line would have."""

    line: BestLine
    now: Value

    def text(self, names: Sequence[str]) -> str:
        later, me = describe_distance((self.now.distance or 0) + 1), names[self.side]
        still = f"{me} still win" if me.lower() == YOU else f"{me} still wins"
        slow, best = f"With {self.move} {still}, but only in {later}", self.line.moves[0]
        if self.line.value.distance == 1:
            return f"{slow}. {best} wins at once: {self.line.reason}."
        return f"{slow}. {best} wins in {self.line.value.distance}: {self.line.tell(names)}."

    def holds(self, oracle: Oracle) -> bool:
        return (
            self.now == self.value_after(oracle)
            and self.now.winner == self.side == self.line.value.winner
            and (self.now.distance or 0) + 1 > (self.line.value.distance or 0)
            and self.line.start == self.position
            and self.line.holds(oracle)
        )


@dataclass(frozen=True)
class Blocks(CountedClaim):
    """The move takes the win at once out of a threat, and is none the worse for it; with the line, if one side wins."""

    reply: Move
    line: BestLine | None  # none where nobody wins

    def text(self, names: Sequence[str]) -> str:
        only = f". It is the only one of {self.legal} moves that does this without losing" if self.is_only else ""
        opening = f"{self.move} blocks {whose(names[self.side.other])} {self.reply}, which would win at once"
        if self.line is None:
            return f"{opening}{only}."
        end = self.line.tell_end(names)
        if self.line.value.winner == self.side:
            return f"{opening}{only}. {capitalise(with_verb(names[self.side], 'wins'))} {end}."
        return f"{opening}. {capitalise(with_verb(names[self.side.other], 'wins'))} all the same, {end}."

    def holds(self, oracle: Oracle) -> bool:
        return (
            super().holds(oracle)
            and is_threat(oracle, self.position, str(self.reply))
            and not wins_at_once(oracle, self.position_after(oracle), str(self.reply))
            and (self.line is None) == (self.value_before(oracle).winner is None)
            and (self.line is None or self._begins(self.line, oracle))
        )

    def _begins(self, line: BestLine, oracle: Oracle) -> bool:
        return line.start == self.position and line.moves[0] == self.move and line.holds(oracle)


@dataclass(frozen=True)
class Keeps(CountedClaim):
    """The move keeps a result that nobody can improve on."""

    now: Value

    def text(self, names: Sequence[str]) -> str:
        stays = self.now.describe_result(names)
        if self.good == self.legal:
            return f"{self.move} keeps the result, as every move here does: {stays}."
        if self.is_only:
            return f"{self.move} is the only one of {self.legal} moves that keeps the result: {stays}."
        return f"{self.move} keeps the result, as {self.good} of the {self.legal} moves do: {stays}."

    def holds(self, oracle: Oracle) -> bool:
        return super().holds(oracle) and self.now == self.value_after(oracle)


@dataclass(frozen=True)
class Loses(MoveClaim):
    """The opponent wins in any case. The line lasts longest: after this move, or with another instead."""

    now: Value
    line: BestLine

    def text(self, names: Sequence[str]) -> str:
        opening = f"{capitalise(with_verb(names[self.side.other], 'wins'))} in any case. {self.move}"
        longest, told = self.line.value.distance or 0, self.line.tell(names)
        if self.line.moves[0] == self.move:
            return f"{opening} lasts longest, {describe_distance(longest)}: {told}."
        moves = count_noun((self.now.distance or 0) + 1, "move")
        return f"{opening} loses in {moves}; {self.line.moves[0]} would have lasted {longest}: {told}."

    def holds(self, oracle: Oracle) -> bool:
        before = self.value_before(oracle)
        longest = (before.distance or 0) - 1
        is_longest = self.now.distance == longest
        return (
            before.winner == self.side.other
            and self.now == self.value_after(oracle)
            and (is_longest or (self.now.distance or 0) < longest)
            and self.line.start == self.position
            and (self.line.moves[0] == self.move) == is_longest
            and self.line.holds(oracle)
        )


@dataclass(frozen=True)
class Scores(MoveClaim):
    """In a game with points: no move gets more. `good` of the `legal` moves get as much."""

    good: int
    legal: int
    line: BestLine

    def text(self, names: Sequence[str]) -> str:
        value = self.line.value
        same = "as no other move does" if self.good == 1 else f"as {self.good} of the {self.legal} moves do"
        same = "as every move here" if self.good == self.legal else same
        best = f"{value.describe_result(names)}{value.describe_margin()}"
        then = f"; then {self.line.tell(names)}" if self.line.moves else ""
        return f"{self.move} costs no points, {same}: {best}{then}."

    def holds(self, oracle: Oracle) -> bool:
        before, judged = self.value_before(oracle), oracle.value_moves(self.position)
        best = [each for each in judged if _is_same_score(each.value, before)]
        return (
            before.margin is not None
            and (self.good, self.legal) == (len(best), len(judged))
            and _is_same_score(self.line.value, before)
            and self.line.start == self.position_after(oracle)
            and self.line.holds(oracle)
        )


def _is_same_score(value: Value, other: Value) -> bool:
    return value.has_same_result(other) and value.margin == other.margin


@dataclass(frozen=True)
class Leaves(MoveClaim):
    """How things stand after the move: what can be said when nothing better can."""

    now: Value

    def text(self, names: Sequence[str]) -> str:
        return f"After {self.move}: {self.now.describe(names)}."

    def holds(self, oracle: Oracle) -> bool:
        return self.value_after(oracle) == self.now
