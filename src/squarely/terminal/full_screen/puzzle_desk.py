"""Puzzles one after the other, whoever shows them: which comes next, what is said to an answer, how it went so far."""

from collections.abc import Iterator
from datetime import date
from random import Random, SystemRandom
from typing import NamedTuple

from squarely.core.errors import SquarelyError
from squarely.core.match.match import Match
from squarely.core.rules.game import Game, Move
from squarely.review.daily_puzzle import find_daily_puzzle
from squarely.review.puzzle_progress import PuzzleProgress
from squarely.review.puzzles import LEVELS, Puzzle
from squarely.terminal.games import load_installed
from squarely.terminal.line_mode.puzzle_session import describe_verdict, remember_answer
from squarely.terminal.match.puzzle_source import explain_none, find_new_puzzles, find_own_mistakes

_SEEDS = 10**6


class NoPuzzle(SquarelyError):
    """There is none of this kind, or none any more."""


class Answered(NamedTuple):
    """What came of an answer: whether it was right, the verdict in words, and how often so far."""

    right: bool
    verdict: str
    so_far: str


class PuzzleDesk:
    """Hands out puzzles of a game, or of every game. What was answered is remembered. Looking for one takes a while."""

    def __init__(
        self, game: Game | None = None, level: int | None = None, seed: int | None = None, own: bool = False
    ) -> None:
        self._game, self._seed = game, seed  # with a seed, the same puzzles every time
        self._progress = PuzzleProgress()
        self.level = level  # None: of any level
        self.own = own  # somebody's own mistakes instead of new ones
        self.asked = self.solved = 0
        self._source: Iterator[Puzzle] | None = None

    @property
    def trouble(self) -> str:
        """Why nothing is remembered; nothing if it is."""
        return self._progress.trouble

    @property
    def choice(self) -> str:
        """Which puzzles are asked, in a few words."""
        kind = "your own mistakes" if self.own else self._game.name if self._game else "every game"
        return f"{kind}, {f'level {self.level}' if self.level else 'any level'}"

    def change_level(self) -> None:
        """From any level to 1, up to the hardest, then to any again."""
        levels: list[int | None] = [None, *LEVELS]
        self.level = levels[(levels.index(self.level) + 1) % len(levels)]
        self._source = None

    def change_kind(self) -> None:
        """From new puzzles to one's own mistakes, or back."""
        self.own = not self.own
        self._source = None

    def find_next(self) -> Puzzle:
        """The next puzzle; NoPuzzle says that there is none."""
        if self._source is None:
            if self.own:
                self._source = find_own_mistakes(self._game, self.level, self._progress)
            else:
                random = Random(f"puzzle {draw_seed() if self._seed is None else self._seed}")
                solved = self._progress if self._seed is None else None
                self._source = find_new_puzzles(self._game, self.level, random, solved)
        if one := next(self._source, None):
            return one
        raise NoPuzzle(explain_none(self._game, self.level, self.own))

    def find_daily(self, day: date) -> Puzzle:
        """The puzzle of a day, of whichever game has its turn; NoPuzzle if no game has any."""
        if one := find_daily_puzzle(day, load_installed()):
            return one
        raise NoPuzzle("none of the games here has a puzzle")

    def judge(self, puzzle: Puzzle, move: Move | None) -> Answered:
        """The verdict on a move, or the solution where somebody would rather be told; it counts either way."""
        made = next(
            (each for each in (*puzzle.keeping, *puzzle.losing) if move is not None and each.move == move), None
        )
        right = made is not None and made in puzzle.keeping
        verdict = describe_verdict(puzzle, made, Match.of(puzzle.game, puzzle.position).names)
        self.asked += 1
        self.solved += right
        return Answered(right, verdict, remember_answer(self._progress, puzzle, right))


def draw_seed() -> int:
    """Other puzzles each time."""
    return SystemRandom().randrange(_SEEDS)
