"""The oracle: the exact value of any position of any game, from wherever it is known or can be worked out."""

import shlex
from collections import Counter
from collections.abc import Callable, Iterator
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from typing import NamedTuple

from squarely.core.errors import BrokenRules, TooLarge
from squarely.core.match.match import OCCURRENCES_FOR_AN_END, Match
from squarely.core.rules.game import Game, Move, Position, Side
from squarely.laws.examine import require_laws
from squarely.solver.free_memory import NO_MEMORY
from squarely.solver.packed_table import load_packaged
from squarely.solver.scoring import end_value, find_scoring
from squarely.solver.solution import SMALL, SmallSolution, Solution
from squarely.solver.values import TIE, WIN, Value, find_endless_result, find_endless_value, has_repetition_rule

QUICK = 20_000  # positions that are worked out while a person waits at a prompt
_REMEMBERED = 10_000
_refused = set[tuple[Game, Position, int]]()  # from which more positions follow than that: found out once in a process


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

    def __init__(
        self,
        game: Game,
        patient: bool = False,
        progress: Callable[[int], None] | None = None,
        disk: Path | None = None,
    ) -> None:
        """What a patient one needs while it solves may lie on `disk`."""
        self.game = game
        self._patient, self._disk = patient, disk
        self._progress = progress
        table = load_packaged(game)
        self._solutions: list[Solution] = [table] if table else []

    def value(self, position: Position) -> Value:
        if ended := end_value(self.game, position):
            return ended
        for solution in self._solutions:
            if value := solution.value(position):
                return value
        value = self.solution(position).value(position)
        assert value, "a solution knows its own root"
        return value

    @property
    def note(self) -> str:
        """Why no margin is told although the game has points; else nothing."""
        return find_scoring(self.game).note

    def value_moves(self, position: Position) -> tuple[ValuedMove, ...]:
        """Every legal move with its value, the mover's best first; equal ones in the order of the rules."""
        mover = Side(position.mover)
        self.value(position)  # first, so that all of its moves are judged on the same terms
        moves = []
        for move in self.game.named_moves(position):
            after = self.game.play(position, int(move))  # a position holds plain numbers
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
            for move in self.game.legal_moves(position):
                after = self.game.play(position, move)
                if after not in found:
                    found.add(after)
                    todo.append(after)

    def solution(self, root: Position) -> Solution:
        for solution in self._solutions:
            if root == self.game.start() and solution.value(root):
                return solution
        before = find_scoring(self.game)
        solved = self._solve(root)
        if find_scoring(self.game) != before:
            self._solutions.clear()  # they tell margins that are none
        self._solutions.append(solved)
        return solved

    def _solve(self, root: Position) -> Solution:
        from squarely.solver.cache import load_solution, solve_and_keep

        if solution := load_solution(self.game, root):
            return solution
        compiles = self._patient and find_spec("numba") is not None
        limit = SMALL if self._patient and not compiles else QUICK
        require_laws(self.game)
        try:
            if (self.game, root, limit) in _refused:
                raise TooLarge(f"this game has more than {limit:,} positions")
            return SmallSolution(self.game, [root], limit, self._progress)
        except BrokenRules:
            raise
        except MemoryError:
            raise TooLarge(NO_MEMORY) from None
        except TooLarge as too_large:
            if len(_refused) >= _REMEMBERED:
                _refused.clear()
            _refused.add((self.game, root, limit))
            if compiles:  # whatever could not be worked out at a prompt is kept, so that from then on it can
                return solve_and_keep(self.game, root, self._progress, self._disk)
            if self._patient:
                raise TooLarge(f"{too_large}; to solve it, install the extra: pip install 'squarely[solve]'") from None
            raise TooLarge(
                f"this game is too large to be solved while you wait; try: {write_solve_command(self.game, root)}"
            ) from None


def argue_value(game: Game, position: Position, refusal: TooLarge) -> tuple[Value, str]:
    """What a game says of its start that is too large to be solved, and why; the refusal where it says nothing."""
    argument = game.argue() if position == game.start() and not isinstance(refusal, BrokenRules) else None
    if argument is None or argument.advise is None:
        raise TooLarge(f"{refusal}; {argument.because}") if argument else refusal
    return Value(argument.winner, TIE if argument.winner is None else WIN, argument.moves), argument.because


def find_oracle(match: Match) -> Oracle | None:
    """The oracle that knows every position of this match, or None where the game is too large for that.

    It depends on where the match began and not on where it stands, so that a resumed match goes on as it would have.
    All matches of a game from the same start share one.
    """
    with _find_lock(match.game, match.start):  # two threads never work out the same
        return _make_oracle(match.game, match.start)


@lru_cache(maxsize=64)
def _find_lock(_game: Game, _start: Position) -> Lock:
    return Lock()


@lru_cache(maxsize=8)
def _make_oracle(game: Game, start: Position) -> Oracle | None:
    oracle = Oracle(game)
    try:
        oracle.value(start)
    except TooLarge:
        return None
    return oracle


def value_match_moves(oracle: Oracle, match: Match) -> tuple[ValuedMove, ...]:
    """Every legal move of a match with its value, the mover's best first, what has occurred before taken into account.

    A position that occurred twice ends the match when it comes again. So the match is worth what the game would be in
    which such positions are ends: whoever can force another end does so without coming to any position twice from now
    on. Where too much can follow to be worked out anew, only the moves that end the match by repetition count as that.
    """
    judged, game = oracle.value_moves(match.position), match.game
    if not has_repetition_rule(game):
        return judged
    twice = [position for position, times in Counter(match.positions).items() if times == OCCURRENCES_FOR_AN_END - 1]
    ended = dict.fromkeys(twice, find_endless_result(game))
    try:
        known = SmallSolution(game, [each.position for each in judged], QUICK, ended=ended).value if ended else None
    except TooLarge:
        known = None

    def value(position: Position) -> Value:
        if position in ended:
            return find_endless_value(game)._replace(distance=0)
        return (known and known(position)) or oracle.value(position)

    again = [each._replace(value=value(each.position)) for each in judged]
    return tuple(sorted(again, key=lambda each: each.value.appeal(match.mover), reverse=True))


def write_solve_command(game: Game, root: Position) -> str:
    """What to type to have everything solved and kept that can follow a position."""
    options = ["--option", game.options] if game.options else []
    position = ["--position", game.write_position(root)] if game.is_dealt or root != game.start() else []
    return shlex.join(["squarely", "solve", game.name, *options, *position])
