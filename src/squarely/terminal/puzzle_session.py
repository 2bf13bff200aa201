"""Puzzles at the terminal: the board, the question, the answer held against the truth."""

from collections.abc import Iterator

from squarely.core.match import Match
from squarely.core.notation import join_with_or
from squarely.review.explain import explain_move
from squarely.review.grading import grade_move
from squarely.review.puzzle_progress import PuzzleProgress
from squarely.review.puzzles import LEVELS, Puzzle
from squarely.solver.oracle import Oracle, ValuedMove
from squarely.terminal.commands import Quit, help_command, leave, view_commands
from squarely.terminal.match_view import MatchView
from squarely.terminal.prompt_loop import Command, ask_for_move
from squarely.terminal.screen import EndOfInput, Screen

NOTHING_TO_ASK, DONE = 1, 0  # exit codes
_LISTED = 4  # best moves that are named


class PuzzleSession:
    """Puzzles asked one after the other. Whatever happens, what was answered is remembered."""

    def __init__(self, puzzles: Iterator[Puzzle], progress: PuzzleProgress, screen: Screen, none_left: str) -> None:
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
        prompt = _PuzzlePrompt(puzzle, self._screen)
        made = prompt.answer()
        right = made is not None and made in puzzle.keeping
        self._asked += 1
        self._solved += right
        prompt.say(_verdict(puzzle, made, prompt.match.names))
        noted = self._progress.note_answer(puzzle.game.name, puzzle.key, right)
        solved, failed = self._progress.counts(puzzle.game.name)
        kept = f"{puzzle.game.name}: {solved} solved, {failed} failed so far." if noted else ""
        prompt.say(f"{kept or f'This cannot be remembered ({self._progress.trouble}).'}\n")


class _Skip(Exception):
    """Somebody would rather be told."""


class _PuzzlePrompt(MatchView):
    """One puzzle while it is asked."""

    def __init__(self, puzzle: Puzzle, screen: Screen) -> None:
        super().__init__(Match.of(puzzle.game, puzzle.position), screen)
        self._puzzle = puzzle
        self._commands = view_commands(self)
        self._commands |= {
            "skip": Command("show the answer; the puzzle counts as failed", _skip),
            "quit": Command("leave", leave),
            "help": help_command(self, self._commands),
        }

    def answer(self) -> ValuedMove | None:
        """The move that was found, right or wrong; None if somebody would rather be told."""
        puzzle, match = self._puzzle, self.match
        options = f" ({puzzle.game.options})" if puzzle.game.options else ""
        self.say(f"{puzzle.game.rules.TITLE} ({puzzle.game.name}){options}, level {puzzle.level} of {max(LEVELS)}\n")
        self.show(f"{self.drawing}\n")
        legal = len(puzzle.keeping) + len(puzzle.losing)
        right = f"{len(puzzle.keeping)} of {legal} moves {'is' if len(puzzle.keeping) == 1 else 'are'} right"
        self.say(f"{match.mover_name} is to move: find {puzzle.task}. {right}.")
        try:
            after = ask_for_move(self, self._commands)
        except _Skip:
            return None
        assert after, "no command here changes the match"
        return next(each for each in (*puzzle.keeping, *puzzle.losing) if each.move == after.moves[-1])


def _skip(_: str) -> None:
    raise _Skip


def _verdict(puzzle: Puzzle, made: ValuedMove | None, names: tuple[str, str]) -> str:
    """Right or wrong, what the move is worth, why, and what is best."""
    best, lines = puzzle.keeping[0], []
    if made is not None:
        right = "Right" if made in puzzle.keeping else "Wrong"
        lines.append(f"{right}. With {made.move}: {made.value.earlier().describe(names)}.")
        if made in puzzle.losing:
            oracle = Oracle(puzzle.game)
            lines.append(explain_move(grade_move(oracle, puzzle.position, made.move), oracle).text(names))
    if made is None or made.value.appeal(puzzle.mover) < best.value.appeal(puzzle.mover):
        alike = [str(each.move) for each in puzzle.keeping if each.value == best.value]
        lines.append(f"Best is {join_with_or(alike[:_LISTED])}: {best.value.earlier().describe(names)}.")
    if puzzle.played is not None:
        lines.append(f"In your match {puzzle.played} was played.")
    return "\n".join(lines)
