"""Puzzles at the terminal: the board, the question, the answer held against the truth."""

from collections.abc import Iterator

from squarely.core.match.match import Match
from squarely.core.text.notation import join_with_or
from squarely.review.explain import explain_move
from squarely.review.grading import grade_move
from squarely.review.puzzle_progress import PuzzleProgress
from squarely.review.puzzles import LEVELS, Puzzle
from squarely.solver.oracle import Oracle, ValuedMove
from squarely.terminal.line_mode.commands import REST, Quit, help_command, leave_command, view_commands
from squarely.terminal.line_mode.console import Console, EndOfInput
from squarely.terminal.line_mode.match_view import MatchView
from squarely.terminal.line_mode.prompt_loop import Command, ask_for_move

NOTHING_TO_ASK, INPUT_ENDED, DONE = 1, 1, 0  # exit codes
_LISTED = 4  # best moves that are named


class PuzzleSession:
    """Puzzles asked one after the other. Whatever happens, what was answered is remembered."""

    def __init__(self, puzzles: Iterator[Puzzle], progress: PuzzleProgress, console: Console, none_left: str) -> None:
        self._puzzles = puzzles
        self._progress = progress
        self._console = console
        self._none_left = none_left
        self._asked = 0
        self._solved = 0

    def ask_all(self) -> int:
        """Ask until nobody wants more; returns the exit code."""
        if self._progress.trouble:
            self._console.say(f"({self._progress.trouble}.)")
        code = NOTHING_TO_ASK
        try:
            for puzzle in self._puzzles:
                code = DONE
                self._ask(puzzle)
            none_left = f"{self._none_left[0].upper()}{self._none_left[1:]}."
            self._console.say("That was the last one." if self._asked else none_left)
        except EndOfInput:
            self._console.say("The input has ended.")
            code = INPUT_ENDED
        except Quit:
            pass
        if self._asked:
            self._console.say(f"Solved {self._solved} of {self._asked}.")
        return code

    def _ask(self, puzzle: Puzzle) -> None:
        prompt = _PuzzlePrompt(puzzle, self._console)
        made = prompt.answer()
        right = made is not None and made in puzzle.keeping
        self._asked += 1
        self._solved += right
        prompt.say(describe_verdict(puzzle, made, prompt.match.names))
        prompt.say(f"{remember_answer(self._progress, puzzle, right)}\n")


class _Skip(Exception):
    """Somebody would rather be told."""


class _PuzzlePrompt(MatchView):
    """One puzzle while it is asked."""

    def __init__(self, puzzle: Puzzle, console: Console) -> None:
        super().__init__(Match.of(puzzle.game, puzzle.position), console)
        self._puzzle = puzzle
        self._commands = view_commands(self)
        self._commands |= {
            "skip": Command("show the answer; it counts as\nfailed", _skip, group=REST),
            "quit": leave_command("leave"),
            "help": help_command(self, self._commands),
        }

    def answer(self) -> ValuedMove | None:
        """The move that was found, right or wrong; None if somebody would rather be told."""
        puzzle, match = self._puzzle, self.match
        self.say(f"{describe_puzzle(puzzle)}\n")
        self.show(f"{self.drawing}\n")
        self.say(describe_task(puzzle, match.names))
        try:
            after = ask_for_move(self, self._commands)
        except _Skip:
            return None
        assert after, "no command here changes the match"
        return next(each for each in (*puzzle.keeping, *puzzle.losing) if each.move == after.moves[-1])


def describe_puzzle(puzzle: Puzzle) -> str:
    """Which game it is of, and how hard it is."""
    options = f" ({puzzle.game.rules_name})" if puzzle.game.options else ""
    return f"{puzzle.game.title} ({puzzle.game.name}){options}, level {puzzle.level} of {max(LEVELS)}"


def describe_task(puzzle: Puzzle, names: tuple[str, str]) -> str:
    """Who is to find what, and how many moves do."""
    legal = len(puzzle.keeping) + len(puzzle.losing)
    right = f"{len(puzzle.keeping)} of {legal} moves {'is' if len(puzzle.keeping) == 1 else 'are'} right"
    return f"{names[puzzle.mover]} is to move: find {puzzle.task}. {right}."


def _skip(_: str) -> None:
    raise _Skip


def remember_answer(progress: PuzzleProgress, puzzle: Puzzle, right: bool) -> str:
    """Keep how it went; returns how it went so far, or why it cannot be kept."""
    if not progress.note_answer(puzzle.game.name, puzzle.key, right):
        return f"This cannot be remembered ({progress.trouble})."
    solved, failed = progress.counts(puzzle.game.name)
    return f"{puzzle.game.name}: {solved} solved, {failed} failed so far."


def describe_verdict(puzzle: Puzzle, made: ValuedMove | None, names: tuple[str, str]) -> str:
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
