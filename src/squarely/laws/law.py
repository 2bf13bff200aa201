"""A law: a promise that holds in every position of every game, and what to change where it is broken."""

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import islice
from typing import TypeAlias

from squarely.core.author_errors import describe_error, find_failure
from squarely.core.errors import SquarelyError
from squarely.core.game import Game
from squarely.core.rules import Position

Complaints: TypeAlias = Iterator[str]  # each the end of a sentence that begins with the position

_MOVES_TRIED = 40  # of the moves of a position, where there are more: evenly spread


class BrokenLaw(SquarelyError):
    """A game breaks a law. The message says where, how, and what to change."""


class Law:
    """One law. Called with a game and a position it raises BrokenLaw where it does not hold."""

    def __init__(self, function: Callable[[Game, Position], Complaints], mend: str, is_costly: bool) -> None:
        self._function, self.mend = function, mend
        self.is_costly = is_costly  # in a game of thousands of positions it is tried in some of them
        self.__name__ = function.__name__
        self.__doc__ = function.__doc__

    @property
    def name(self) -> str:
        """What the law is called."""
        return self.__name__.replace("_", " ")

    @property
    def promise(self) -> str:
        """What holds, as a sentence."""
        return (self.__doc__ or "").partition("\n")[0]

    def __call__(self, game: Game, position: Position) -> None:
        """Nothing where the law holds; else BrokenLaw."""
        if complaint := self.find_fault(game, position):
            options = f" ({game.options})" if game.options else ""
            raise BrokenLaw(f"{game.name}{options}: {describe_position(game, position)} {complaint}. {self.mend}")

    def find_fault(self, game: Game, position: Position) -> str:
        """What is wrong in a position, as the end of a sentence that begins with it; empty where nothing is."""
        try:
            return next(self._function(game, position), "")
        except SquarelyError as refused:
            return f"is refused by the game itself: {str(refused).rstrip('.')}"
        except (Exception, SystemExit) as error:  # whatever an author's function may raise
            failed = find_failure(error)
            return f"makes `{failed.function}` fail: {failed.place}" if failed else f"fails: {describe_error(error)}"

    def __repr__(self) -> str:
        return f"<Law {self.name}>"


def law(mend: str, is_costly: bool = False) -> Callable[[Callable[[Game, Position], Complaints]], Law]:
    """A function that yields what is wrong, as a law; `mend` says what to change."""
    return lambda function: Law(function, mend, is_costly)


def describe_position(game: Game, position: Position) -> str:
    """A position as its line, or as it is where the game cannot write it."""
    try:
        line = game.write_position(position)
    except Exception:  # whatever is wrong with the writing is told by another law
        return repr(position)
    return line if isinstance(line, str) else repr(position)


def list_moves(game: Game, position: Position) -> list[int]:
    """The legal moves of a position; of more than there can be, one more."""
    return list(islice(game.rules.legal_moves(game.law, position), game.most_moves + 1))


@lru_cache(maxsize=50_000)
def legal(game: Game, position: Position) -> tuple[int, ...]:
    """The legal moves, asked for once: several laws need those of the same position."""
    return tuple(list_moves(game, position))


@lru_cache(maxsize=20_000)
def reached(game: Game, position: Position) -> frozenset[Position]:
    """Where the legal moves lead."""
    return frozenset(game.rules.play(game.law, position, move) for move in legal(game, position))


def tried(game: Game, position: Position) -> tuple[int, ...]:
    """The moves that are tried in a position: all of them, or some from the first to the last."""
    moves = legal(game, position)
    return moves[:: len(moves) // _MOVES_TRIED + 1]
