"""A law: a promise that every game keeps, once or in each of its positions, and what to change where it is broken."""

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import islice
from typing import Any, TypeAlias

from squarely.core.errors import SquarelyError, describe_error
from squarely.core.rules.author import find_failure
from squarely.core.rules.game import Game, Position

Complaints: TypeAlias = Iterator[str]  # each the end of a sentence that begins with the position, or the game
Check: TypeAlias = Callable[[Game, Position], Complaints]

WIDEST = 63  # bits of a number in machine code, besides its sign
_MOST_MOVES = 100_000  # of a game that does not say how many it has
_MOVES_TRIED = 40  # of the moves of a position, where there are more: evenly spread


class BrokenLaw(SquarelyError):
    """A game breaks a law. The message says where, how, and what to change."""


class Law:
    """One law. Called with a game and a position it raises BrokenLaw where it does not hold."""

    def __init__(
        self, check: Check, mend: str, is_costly: bool = False, is_for_truth: bool = False, is_declared: bool = False
    ) -> None:
        self._check, self.mend = check, mend
        self.is_costly = is_costly  # in a game of thousands of positions it is tried in some of them
        self.is_for_truth = is_for_truth  # a game that breaks it would be solved wrongly
        self.is_declared = is_declared  # it is about the game as a whole, and tried once
        self.__name__, self.__doc__ = check.__name__, check.__doc__
        self.name, self.promise = self.__name__.replace("_", " "), (self.__doc__ or "").partition("\n")[0]

    def __call__(self, game: Game, position: Position) -> None:
        if complaint := self.find_fault(game, position):
            where = "it" if self.is_declared else describe_position(game, position)
            raise BrokenLaw(f"{game.name} {game.options}".rstrip() + f": {where} {complaint}. {self.mend}")

    def find_fault(self, game: Game, position: Position) -> str:
        """What is wrong, as the end of a sentence that begins with the position, or the game; empty if nothing is."""
        try:
            return next(self._check(game, position), "")
        except (Exception, SystemExit) as error:  # whatever an author's method may raise
            return describe_raised(error)

    def __repr__(self) -> str:
        return f"<Law {self.name}>"


def law(mend: str, **kind: bool) -> Callable[[Check], Law]:
    """A function that yields what is wrong, as a law of this kind; `mend` says what to change."""
    return lambda check: Law(check, mend, **kind)


def describe_raised(error: BaseException) -> str:
    """What a method of a game raised, as the end of a sentence."""
    if isinstance(error, SquarelyError):
        return f"is refused by the game itself: {str(error).rstrip('.')}"
    failed = find_failure(error)
    return f"makes `{failed[1]}` fail: {failed[2]}" if failed else f"fails: {describe_error(error)}"


def describe_position(game: Game, position: Position) -> str:
    """A position as its line, or as it is where the game cannot write it."""
    return say(game.write_position, position) or repr(position)


def say(words: Callable[..., Any], *given: Any) -> str:
    """A text, or nothing where the game fails to give it: that is told by the laws of words."""
    try:
        said = words(*given)
    except Exception:
        return ""
    return said if isinstance(said, str) else ""


def find_odd_part(game: Game, value: Any) -> str:
    """What makes a value no position of a game, as the end of `is …`; empty where it is one."""
    if type(value) is not game.Position:
        return f"{value!r}, a {type(value).__name__} and no Position"
    for name, part in zip(value._fields, value, strict=True):
        if type(part) is not int and (odd := [each for each in flatten(part) if type(each) is not int]):
            return f"a Position with {odd[0]!r}, a {type(odd[0]).__name__}, in its {name}"
    return "" if value.mover in (0, 1) else f"a Position with the mover {value.mover}"


def flatten(part: Any) -> Iterator[Any]:
    """What a tuple and the tuples in it hold."""
    for each in part if isinstance(part, tuple) else ():
        yield from flatten(each)
    if not isinstance(part, tuple):
        yield part


def list_moves(game: Game, position: Position) -> list[int]:
    """The legal moves of a position; of more than there can be, one more."""
    return list(islice(game.legal_moves(position), (game.move_count() or _MOST_MOVES) + 1))


@lru_cache(maxsize=50_000)
def legal(game: Game, position: Position) -> tuple[int, ...]:
    """The legal moves, asked for once: several laws need those of the same position."""
    return tuple(list_moves(game, position))


def tried(game: Game, position: Position, most: int = _MOVES_TRIED) -> tuple[int, ...]:
    """The moves that are tried in a position: all of them, or some from the first to the last."""
    moves = legal(game, position)
    return moves[:: len(moves) // most + 1]
