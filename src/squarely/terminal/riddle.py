"""Puzzles at the terminal: the board, the question, the answer held against the truth."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, cast

from squarely.dialogue import Questions
from squarely.errors import BadMove
from squarely.match import Match
from squarely.notation import choice
from squarely.review.because import because
from squarely.review.grading import grade
from squarely.review.progress import Progress
from squarely.review.puzzles import LEVELS, Puzzle
from squarely.solver.oracle import Judged, Oracle
from squarely.tabletop import Tabletop
from squarely.terminal.commands import COMMANDS, Quit
from squarely.terminal.counsel import Counsel
from squarely.terminal.screen import EndOfInput, Screen
from squarely.terminal.session import standing_out

if TYPE_CHECKING:
    from squarely.terminal.session import Session

NOTHING_TO_ASK, DONE = 1, 0  # exit codes
_SHARED = ("rules", "board", "moves", "hint")  # the commands of a match that need no more than a position
_LISTED = 4  # best moves that are named
_SKIP, _QUIT, _HELP = "skip", "quit", "help"
_OURS = {_SKIP: "show the answer; the puzzle counts as failed", _QUIT: "leave", _HELP: "this list"}


class Riddles:
    """Puzzles asked one after the other. Whatever happens, what was answered is remembered."""

    def __init__(self, puzzles: Iterator[Puzzle], progress: Progress, screen: Screen, none_left: str) -> None:
        self._puzzles = puzzles
        self._progress = progress
        self._screen = screen
        self._none_left = none_left
        self._asked = 0
        self._solved = 0

    def ask_all(self) -> int:
        """Ask until nobody wants more; returns the exit code."""
        if self._progress.trouble:
            self._screen.say(f"({self._progress.trouble}.)")
        code = NOTHING_TO_ASK
        try:
            for puzzle in self._puzzles:
                code = DONE
                self._ask(puzzle)
            none_left = f"{self._none_left[0].upper()}{self._none_left[1:]}."
            self._screen.say("That was the last one." if self._asked else none_left)
        except EndOfInput:
            self._screen.say("The input has ended.")
        except Quit:
            pass
        if self._asked:
            self._screen.say(f"Solved {self._solved} of {self._asked}.")
        return code

    def _ask(self, puzzle: Puzzle) -> None:
        riddle = _Riddle(puzzle, self._screen)
        made = riddle.answer()
        right = made is not None and made in puzzle.keeping
        self._asked += 1
        self._solved += right
        riddle.say(_verdict(puzzle, made, riddle.match.names))
        noted = self._progress.note(puzzle.game.name, puzzle.key, right)
        solved, failed = self._progress.counts(puzzle.game.name)
        kept = f"{puzzle.game.name}: {solved} solved, {failed} failed so far." if noted else ""
        riddle.say(f"{kept or f'This cannot be remembered ({self._progress.trouble}).'}\n")


class _Riddle:
    """One puzzle while it is asked. The shared commands find here what they would find in a match."""

    def __init__(self, puzzle: Puzzle, screen: Screen) -> None:
        self.match = Match.of(puzzle.game, puzzle.position)
        self.counsel = Counsel(puzzle.game)
        self.screen = screen
        self._puzzle = puzzle

    @property
    def drawn(self) -> str:
        """The board, with what the drawing does not show."""
        return Tabletop(self.match.game).drawn(self.match.position, self.match.names, self.screen.width)

    def say(self, text: str) -> None:
        """Print prose, what belongs to the two sides standing out."""
        self.screen.say(text, standing_out(self.match))

    def show(self, text: str) -> None:
        """Print what has its own lines."""
        self.screen.show(text, standing_out(self.match))

    def answer(self) -> Judged | None:
        """The move that was found, right or wrong; None if somebody would rather be told."""
        puzzle, match = self._puzzle, self.match
        options = f" ({puzzle.game.options})" if puzzle.game.options else ""
        self.say(f"{puzzle.game.rules.TITLE} ({puzzle.game.name}){options}, level {puzzle.level} of {max(LEVELS)}\n")
        self.show(f"{self.drawn}\n")
        legal = len(puzzle.keeping) + len(puzzle.losing)
        right = f"{len(puzzle.keeping)} of {legal} moves {'is' if len(puzzle.keeping) == 1 else 'are'} right"
        self.say(f"{match.mover_name} is to move: find {puzzle.task}. {right}.")
        questions = Questions(match)
        while True:
            try:
                after = self._asked(questions)
                if after is None:
                    return None
                return next(each for each in (*puzzle.keeping, *puzzle.losing) if each.move == after.moves[-1])
            except BadMove as refused:
                self.say(f"Sorry, {refused}")

    def _asked(self, questions: Questions) -> Match | None:
        """The match after a move, or None for the answer."""
        while True:
            said = self.screen.ask(questions.question)
            word = said.strip().lower()
            if word == _QUIT:
                raise Quit
            if word == _SKIP:
                return None
            if word in (*_SHARED, _HELP):
                self._run(word)
            elif after := questions.answer(said):
                return after

    def _run(self, word: str) -> None:
        if word == _HELP:
            says = {**{name: COMMANDS[name].says for name in _SHARED}, **_OURS}
            lines = [f"  {name:<12}{meaning}" for name, meaning in says.items()]
            self.say("\n".join(["Answer the question, or enter one of these:", *lines, ""]))
        else:
            COMMANDS[word].run(cast("Session", self), "")


def _verdict(puzzle: Puzzle, made: Judged | None, names: tuple[str, str]) -> str:
    """Right or wrong, what the move is worth, why, and what is best."""
    best, lines = puzzle.keeping[0], []
    if made is not None:
        right = "Right" if made in puzzle.keeping else "Wrong"
        lines.append(f"{right}. With {made.move}: {made.value.earlier().told(names)}.")
        if made in puzzle.losing:
            oracle = Oracle(puzzle.game)
            lines.append(because(grade(oracle, puzzle.position, made.move), oracle).text(names))
    if made is None or made.value.appeal(puzzle.mover) < best.value.appeal(puzzle.mover):
        alike = [str(each.move) for each in puzzle.keeping if each.value == best.value]
        lines.append(f"Best is {choice(alike[:_LISTED])}: {best.value.earlier().told(names)}.")
    if puzzle.played is not None:
        lines.append(f"In your match {puzzle.played} was played.")
    return "\n".join(lines)
