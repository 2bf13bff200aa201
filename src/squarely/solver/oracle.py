"""The oracle: the exact value of any position of any game, from wherever it is known or can be worked out."""

import shlex
from collections.abc import Callable
from importlib.util import find_spec
from typing import NamedTuple

from squarely.game import Game, Move, Position, Side
from squarely.solver.graph import TooLarge
from squarely.solver.refusals import NO_MEMORY, BrokenRules
from squarely.solver.scoring import margin, terms_of
from squarely.solver.solution import SMALL, SmallSolution, Solution
from squarely.solver.table import packaged
from squarely.solver.values import TIE, WIN, Value

QUICK = 20_000  # positions that are worked out while somebody waits at a prompt


class Judged(NamedTuple):
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
        table = packaged(game)
        self._solutions: list[Solution] = [table] if table else []

    def value(self, position: Position) -> Value:
        """The truth about a position."""
        if outcome := self.game.outcome(position):
            return Value(outcome.winner, TIE if outcome.winner is None else WIN, 0, margin(self.game, position))
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
        return terms_of(self.game).note if self.game.points(self.game.start()) else ""

    def judged(self, position: Position) -> tuple[Judged, ...]:
        """Every legal move with its value, the mover's best first; equal ones in the order of the rules."""
        mover = Side(position.mover)
        self.value(position)  # first, so that all of its moves are judged on the same terms
        moves = []
        for move in self.game.legal_moves(position):
            after = self.game.play(position, move)
            moves.append(Judged(move, after, self.value(after)))
        return tuple(sorted(moves, key=lambda judged: judged.value.appeal(mover), reverse=True))

    def keeping(self, position: Position) -> tuple[Judged, ...]:
        """The moves after which the result is still what it was."""
        value = self.value(position)
        return tuple(judged for judged in self.judged(position) if judged.value.agrees(value))

    def solution(self, root: Position) -> Solution:
        """The solution of everything that can follow a position."""
        for solution in self._solutions:
            if root == self.game.start() and solution.value(root):
                return solution
        before = terms_of(self.game)
        solved = self._solved(root)
        if terms_of(self.game) != before:
            self._solutions.clear()  # they tell margins that are none
        self._solutions.append(solved)
        return solved

    def _solved(self, root: Position) -> Solution:
        from squarely.solver.cache import cached, kept

        if solution := kept(self.game, root):
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
                return cached(self.game, root, self._progress)
            if self._patient:
                raise TooLarge(f"{too_large}; to solve it, install the extra: pip install 'squarely[solve]'") from None
            raise TooLarge(
                f"this game is too large to be solved while you wait; try: {solve_command(self.game, root)}"
            ) from None


def solve_command(game: Game, root: Position) -> str:
    """What to type to have everything solved and kept that can follow a position."""
    options = ["--option", game.options] if game.options else []
    position = ["--position", game.write_position(root)] if game.is_dealt or root != game.start() else []
    return shlex.join(["squarely", "solve", game.name, *options, *position])
