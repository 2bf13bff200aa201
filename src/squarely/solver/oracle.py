"""The oracle: the exact value of any position of any game, from wherever it is known or can be worked out."""

import shlex
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from typing import NamedTuple

from squarely.core.errors import BrokenRules, TooLarge
from squarely.core.game import Game, Move, Side
from squarely.core.rules import Position
from squarely.solver.free_memory import NO_MEMORY
from squarely.solver.packed_table import load_packaged
from squarely.solver.scoring import end_value, find_terms
from squarely.solver.solution import SMALL, SmallSolution, Solution
from squarely.solver.values import Value

QUICK = 20_000  # positions that are worked out while somebody waits at a prompt


class ValuedMove(NamedTuple):
    """A legal move, where it leads and what that is worth."""

    move: Move
    position: Position
    value: Value


class Oracle:
    """Knows the value of every position of one game. Ask it often: what it worked out it remembers.

    A patient oracle solves what it must, compiling the rules if they need it; any other answers within a moment
    or raises TooLarge.
    """

    def __init__(self, game: Game, patient: bool = False, progress: Callable[[int], None] | None = None) -> None:
        self.game = game
        self._patient = patient
        self._progress = progress
        table = load_packaged(game)
        self._solutions: list[Solution] = [table] if table else []

    def value(self, position: Position) -> Value:
        """The truth about a position."""
        if ended := end_value(self.game, position):
            return ended
        for solution in self._solutions:
            if value := solution.value(position):
                return value
        value = self.solution(position).value(position)
        if value is None:
            raise AssertionError("a solution knows its own root")
        return value

    @property
    def note(self) -> str:
        """Why no margin is told although the game has points; else nothing."""
        return find_terms(self.game).note if self.game.points(self.game.start()) else ""

    def value_moves(self, position: Position) -> tuple[ValuedMove, ...]:
        """Every legal move with its value, the mover's best first; equal ones in the order of the rules."""
        mover = Side(position.mover)
        self.value(position)  # first, so that all of its moves are judged on the same terms
        moves = []
        for move in self.game.legal_moves(position):
            after = self.game.play(position, move)
            moves.append(ValuedMove(move, after, self.value(after)))
        return tuple(sorted(moves, key=lambda judged: judged.value.appeal(mover), reverse=True))

    def find_keeping_moves(self, position: Position) -> tuple[ValuedMove, ...]:
        """The moves after which the result is still what it was."""
        value = self.value(position)
        return tuple(judged for judged in self.value_moves(position) if judged.value.has_same_result(value))

    def positions(self, start: Position | None = None) -> Iterator[tuple[Position, Value]]:
        """Every position that play can come to from the start, or from this one, the nearest first, with its value.

        They are found by the rules while they are asked for: a large game can be left as soon as there are enough.
        """
        todo = [self.game.start() if start is None else start]
        found = set(todo)
        self.value(todo[0])  # first, so that all that follows is solved at once
        for position in todo:  # grows while it is read
            yield position, self.value(position)
            for move in self.game.rules.legal_moves(self.game.law, position):
                after = self.game.rules.play(self.game.law, position, move)
                if after not in found:
                    found.add(after)
                    todo.append(after)

    def solution(self, root: Position) -> Solution:
        """The solution of everything that can follow a position."""
        for solution in self._solutions:
            if root == self.game.start() and solution.value(root):
                return solution
        before = find_terms(self.game)
        solved = self._solve(root)
        if find_terms(self.game) != before:
            self._solutions.clear()  # they tell margins that are none
        self._solutions.append(solved)
        return solved

    def _solve(self, root: Position) -> Solution:
        from squarely.solver.cache import load_solution, solve_and_keep

        if solution := load_solution(self.game, root):
            return solution
        compiles = self._patient and find_spec("numba") is not None
        try:
            limit = SMALL if self._patient and not compiles else QUICK
            return SmallSolution(self.game, [root], limit, self._progress)
        except BrokenRules:
            raise
        except MemoryError:
            raise TooLarge(NO_MEMORY) from None
        except TooLarge as too_large:
            if compiles:  # whatever could not be worked out at a prompt is kept, so that from then on it can
                return solve_and_keep(self.game, root, self._progress)
            if self._patient:
                raise TooLarge(f"{too_large}; to solve it, install the extra: pip install 'squarely[solve]'") from None
            raise TooLarge(
                f"this game is too large to be solved while you wait; try: {write_solve_command(self.game, root)}"
            ) from None


def write_solve_command(game: Game, root: Position) -> str:
    """What to type to have everything solved and kept that can follow a position."""
    options = ["--option", game.options] if game.options else []
    position = ["--position", game.write_position(root)] if game.is_dealt or root != game.start() else []
    return shlex.join(["squarely", "solve", game.name, *options, *position])
