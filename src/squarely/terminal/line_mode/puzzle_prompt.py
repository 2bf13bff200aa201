"""Puzzles at a prompt: the board, what is to be found, and what is said to the answer."""

from squarely.core.match.match import Match
from squarely.core.rules.game import Side
from squarely.core.text.notation import capitalise
from squarely.review.puzzle_session import NoPuzzle, PuzzleSession, describe_puzzle, describe_task
from squarely.review.puzzles import Puzzle
from squarely.terminal.line_mode.console import Console, EndOfInput
from squarely.terminal.line_mode.prompt import KNOW, SEE, Command, Prompt, Quit
from squarely.terminal.match.advice import Advice
from squarely.terminal.match.match_events import name_with_token

_DONE, _FAILED = 0, 1  # exit codes; there is nothing to ask, or the input has ended


def ask_puzzles(session: PuzzleSession, console: Console) -> int:
    """Ask one puzzle after the other until the player leaves; returns the exit code."""
    if session.progress.trouble:
        console.say(f"({session.progress.trouble}.)")
    code = _DONE
    try:
        while True:
            _ask(session, session.find_next(), console)
    except NoPuzzle as none_left:
        console.say("That was the last one." if session.asked else f"{capitalise(str(none_left))}.")
        code = _DONE if session.asked else _FAILED
    except EndOfInput:
        console.say("No more input.")
        code = _FAILED
    except Quit:
        pass
    if session.asked:
        console.say(f"Solved {session.solved} of {session.asked}.")
    return code


def _ask(session: PuzzleSession, puzzle: Puzzle, console: Console) -> None:
    prompt = _PuzzlePrompt(session, puzzle, console)
    console.say(describe_puzzle(puzzle))
    prompt.show_board()
    console.say(describe_task(puzzle, [name_with_token(prompt.match, side) for side in Side]))
    try:
        move = prompt.ask_for_move()
    except _Skip:
        move = None
    verdict = session.answer(puzzle, move, prompt.match.names)
    first = "" if move is None else "Right. " if verdict.right else "Wrong. "
    console.say(first + "\n".join([*verdict.sentences, session.describe_progress(puzzle), ""]))


class _Skip(Exception):
    """The player wants to be shown the answer."""


class _PuzzlePrompt(Prompt):
    """The prompt of a match without `moves values`, and with hints that do not tell the answer."""

    def __init__(self, session: PuzzleSession, puzzle: Puzzle, console: Console) -> None:
        super().__init__(Match.of(puzzle.game, puzzle.position), console, Advice(puzzle.game))
        self._session, self._puzzle = session, puzzle
        self.commands |= {
            "moves": Command("every legal move", self._show_moves, group=SEE),
            "hint": Command("a hint; ask again for more;\nnone tells the answer", self._give_hint, group=KNOW),
            "skip": Command("show the answer; the puzzle\ncounts as failed", _skip),
            **self.end_commands("leave"),
        }

    def _give_hint(self, _: str) -> None:
        self.console.say(self._session.give_hint(self._puzzle, self.match.names)[0])


def _skip(_: str) -> None:
    raise _Skip
