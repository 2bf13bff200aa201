"""`squarely puzzle`: find the move that matters."""

from typing import Any

import click

from squarely import BadOption, Game, Match, Side, capitalise
from squarely.command_line.click_help import CommandWithExamples, option_option, optional_game_argument
from squarely.command_line.printing import echo_json
from squarely.core.rules import registry
from squarely.review.puzzle_session import PuzzleSession, describe_puzzle, describe_task
from squarely.review.puzzles import LEVELS, NoPuzzle, Puzzle
from squarely.terminal.line_mode.console import Console, EndOfInput, Quit
from squarely.terminal.line_mode.prompt import KNOW, Command, Prompt
from squarely.terminal.match.match_events import name_with_token
from squarely.terminal.match.match_list import read_finished
from squarely.terminal.options import open_screen, plain_option, screen_option
from squarely.terminal.rules import load_installed

_DONE, _FAILED = 0, 1  # exit codes; there is nothing to ask, or the input has ended
_EXAMPLES = """
squarely puzzle                   one after the other, from every game
squarely puzzle quad --level 3    of one game and one level, from 1 to 5
squarely puzzle --mistakes        from your own finished matches
squarely puzzle quad --screen     in the full-screen app
squarely puzzle quad --seed 7     the same puzzles every time
"""


@click.command(cls=CommandWithExamples, examples=_EXAMPLES)
@optional_game_argument
@option_option
@click.option("--mistakes", "own", is_flag=True, help="Positions of your finished matches where you went wrong.")
@click.option("--level", type=click.IntRange(min(LEVELS), max(LEVELS)), help="How hard, from 1 to 5.")
@click.option("--seed", type=click.IntRange(0), help="Decides which puzzles are asked.")
@click.option("--json", "as_json", is_flag=True, help="Print one puzzle with its solution for programs.")
@plain_option
@screen_option
def puzzle(game: str | None, options: tuple[str, ...], as_json: bool, plain: bool, screen: bool, **asked: Any) -> int:
    """Solve puzzles of GAME, or of every game: positions where few moves are right.

    Enter a move as in a match; `help` at any prompt. What you have solved is remembered.
    """
    if options and game is None:
        raise BadOption("options belong to a game; name it, such as: squarely puzzle quad --option size=3")
    chosen = registry.load(game, ",".join(options)) if game else None
    if screen:
        open_screen("puzzles", chosen, asked["level"], asked["seed"], asked["own"], plain=plain, json=as_json)
    session = begin_puzzles(chosen, **asked)
    if not as_json:
        return ask_puzzles(session, Console(plain))
    echo_json(_puzzle_data(session.find_next()))
    return _DONE


def begin_puzzles(
    game: Game | None, level: int | None = None, seed: int | None = None, own: bool = False
) -> PuzzleSession:
    """A session with puzzles of a game, or of every game; the person's own mistakes come from their matches."""
    session = PuzzleSession([game] if game else load_installed(), lambda: (found for _, found in read_finished()), seed)
    session.choose(level, own)
    return session


def _puzzle_data(one: Puzzle) -> dict[str, Any]:
    return {
        "game": one.game.name,
        "options": one.game.options,
        "position": one.game.write_position(one.position),
        "mover": str(one.mover),
        "level": one.level,
        **one.value.as_data(),
        "keeping": [str(each.move) for each in one.keeping],
        "moves": [{"move": str(each.move), **each.value.as_data()} for each in (*one.keeping, *one.losing)],
        **({"played": str(one.played)} if one.played is not None else {}),
    }


# At a prompt


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
    """A prompt with hints that do not tell the answer."""

    def __init__(self, session: PuzzleSession, puzzle: Puzzle, console: Console) -> None:
        super().__init__(Match.of(puzzle.game, puzzle.position), console)
        self._session, self._puzzle = session, puzzle
        self.commands |= {
            "hint": Command("a hint; ask again for more;\nnone tells the answer", self._give_hint, group=KNOW),
            "skip": Command("show the answer; the puzzle\ncounts as failed", _skip),
            **self.end_commands("leave"),
        }

    def _give_hint(self, _: str) -> None:
        self.console.say(self._session.give_hint(self._puzzle, self.match.names)[0])


def _skip(_: str) -> None:
    raise _Skip
