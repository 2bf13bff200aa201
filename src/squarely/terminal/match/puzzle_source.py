"""Where puzzles come from: new ones of one game or of every game, and somebody's own mistakes."""

from collections.abc import Iterator
from random import Random

from squarely.command_line.printing import echo
from squarely.core.errors import SquarelyError, TooLarge
from squarely.core.match.record import Record
from squarely.core.rules.game import Game
from squarely.files import saved_matches
from squarely.review.puzzle_progress import PuzzleProgress
from squarely.review.puzzles import Puzzle, find_mistakes, find_puzzles
from squarely.terminal.games import load_installed
from squarely.terminal.match.record_file import load_record


def find_new_puzzles(
    game: Game | None, level: int | None, random: Random, progress: PuzzleProgress | None
) -> Iterator[Puzzle]:
    """Puzzles of a game, or of every game that can be solved at once; none that was solved before."""
    games = [game] if game else load_installed()
    sources = [
        find_puzzles(each, random, level, progress.solved_puzzles(each.name) if progress else ()) for each in games
    ]
    while sources:
        source = random.choice(sources)
        try:
            yield next(source)
        except StopIteration:
            sources.remove(source)
        except TooLarge:
            if game:
                raise
            sources.remove(source)


def find_own_mistakes(game: Game | None, level: int | None, progress: PuzzleProgress) -> Iterator[Puzzle]:
    """The player's own mistakes, the latest first, those that were solved since at the end; none twice."""
    solved, seen = [], set()
    for one in find_mistakes(_read_finished(), game):
        if (one.game.name, one.key) in seen or level not in (None, one.level):
            continue
        seen.add((one.game.name, one.key))
        if one.key in progress.solved_puzzles(one.game.name):
            solved.append(one)
        else:
            yield one
    yield from solved


def _read_finished() -> Iterator[Record]:
    for path in saved_matches.list_finished():
        try:
            yield load_record(path)
        except SquarelyError as error:
            echo(f"(left out: {error})", err=True)


def explain_none(game: Game | None, level: int | None, own: bool) -> str:
    """What is said when there is no puzzle, or no more."""
    of_level = f" of level {level}" if level else ""
    where = f" of {game.name}" if game else ""
    if own:
        return f"there is no{' such' if level else ''} mistake of yours{of_level} in your finished matches{where}"
    return f"there is no puzzle{of_level}{where} that you have not solved"
