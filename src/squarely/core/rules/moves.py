"""Moves are numbers to the rules. A game declares their kinds as `moves`:

    moves = (MoveKind("", SQUARE), MoveKind("swap", SQUARE, SQUARE))

From these follow how many moves there are, how each is written, read and touched, and what it becomes under a symmetry.
The numbers of the first kind come first, from 0; within a kind the last part counts fastest.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from math import prod
from typing import NamedTuple, TypeAlias

from squarely.core.board.grid import DIRECTIONS, EIGHT_DIRECTIONS, OFF, Squares, Symmetries, neighbours
from squarely.core.board.square_names import Shape, SquareNames
from squarely.core.errors import BadMove, IllegalMove, UnreadableMove
from squarely.core.text.notation import quote, split_words


@dataclass(frozen=True)
class SquarePart:
    """A square of the board, whichever it is."""


@dataclass(frozen=True)
class StepPart:
    """The square next to the one before it, in one of 4 or 8 directions; written as the square it leads to."""

    directions: int = 4


@dataclass(frozen=True)
class DirectionPart:
    """Up, down, left or right, from where the mover's own or the common piece stands; or one of eight directions."""

    directions: int = 4


@dataclass(frozen=True)
class CountPart:
    """A number from 1 to the greatest."""

    most: int


@dataclass(frozen=True)
class NeighboursPart:
    """Any of the squares next to the one before it, one bit for each of these directions."""

    directions: Squares


Part: TypeAlias = SquarePart | StepPart | DirectionPart | CountPart | NeighboursPart
SQUARE, DIRECTION = SquarePart(), DirectionPart()
Heading: TypeAlias = Callable[[int], int]  # where a direction leads on the board


@dataclass(init=False, unsafe_hash=True)
class MoveKind:
    """One kind of move: the word that begins it, which may be empty, and its parts."""

    word: str
    parts: tuple[Part, ...]

    def __init__(self, word: str, *parts: Part) -> None:
        self.word, self.parts = word, parts


PLACE, PASS = MoveKind("", SQUARE), MoveKind("pass")


class MoveParts(NamedTuple):
    """A move taken apart: its kind, and a number for each part."""

    kind: MoveKind
    numbers: tuple[int, ...]


class MoveNumbers:
    """The moves of one game by their numbers: some kinds of moves on a board."""

    def __init__(self, shape: Shape, kinds: Sequence[MoveKind]) -> None:
        self._shape = shape
        self._choices = {kind: tuple(map(self._count_choices, kind.parts)) for kind in kinds}
        self._first, self.count = dict[MoveKind, int](), 0  # every move is a number below the count
        for kind, choices in self._choices.items():
            self._first[kind] = self.count
            self.count += prod(choices)

    def split(self, move: int) -> MoveParts:
        """The kind and the parts of the move with this number."""
        if not 0 <= move < self.count:
            raise IllegalMove(f"there is no move {move}.")
        for kind, first in self._first.items():  # the last one that does not begin behind it
            if first > move:
                break
            found, rest = kind, move - first
        numbers = list[int]()
        for count in reversed(self._choices[found]):
            rest, number = divmod(rest, count)
            numbers.insert(0, number)
        return MoveParts(found, tuple(numbers))

    def join(self, kind: MoveKind, numbers: Sequence[int]) -> int:
        """The number of the move that consists of these parts."""
        if kind not in self._first:
            raise IllegalMove(f"there is no kind of move {kind.word!r}.")
        number = 0
        for count, each in zip(self._choices[kind], numbers, strict=True):
            number = number * count + each
        return self._first[kind] + number

    def write(self, names: SquareNames, move: int) -> str:
        """The move in words: that of its kind, then its parts."""
        kind, numbers = self.split(move)
        written, squares = [kind.word] if kind.word else [], self.squares(move)
        for part, number in zip(kind.parts, numbers, strict=True):
            match part:
                case SquarePart() | StepPart():
                    written.append(names.write(self._shape, next(squares)))
                case DirectionPart():
                    written.append(EIGHT_DIRECTIONS[number])
                case CountPart():
                    written.append(str(number + 1))
                case NeighboursPart():
                    also = [names.write(self._shape, square) for square in squares]
                    written += [":", ", ".join(also)] if also else []
        return " ".join(written)

    def squares(self, move: int) -> Iterator[int]:
        """The squares that the parts of a move name, in order."""
        kind, numbers = self.split(move)
        here = OFF
        for part, number in zip(kind.parts, numbers, strict=True):
            around = _around(*self._shape)[here]
            if isinstance(part, SquarePart):
                here = number
                yield here
            elif isinstance(part, StepPart):
                yield around[number]
            elif isinstance(part, NeighboursPart):
                yield from (around[way] for at, way in enumerate(part.directions) if number >> at & 1)

    def steer(self, move: int) -> tuple[int, int] | None:
        """The direction and the number of steps of a move that says a direction; None of any other."""
        kind, numbers = self.split(move)
        parts = {type(part): number for part, number in zip(kind.parts, numbers, strict=True)}
        return (parts[DirectionPart], parts.get(CountPart, 0) + 1) if DirectionPart in parts else None

    def read(self, names: SquareNames, text: str, example: str) -> list[int]:
        """The moves that the words could mean, legal or not; UnreadableMove if they are no move.

        The word of a kind may be cut short or, where the rest is enough, left out; so may a count.
        """
        said, off_the_grid, meant = split_words(text.replace(":", " ")), list[IllegalMove](), list[int]()
        for kind in self._choices:
            rest = said[1:] if said and kind.word and kind.word.startswith(said[0]) else said
            if rest is said and kind.word and not kind.parts:
                continue
            try:
                meant += [self.join(kind, numbers) for numbers in self._read_parts(names, kind, rest)]
            except IllegalMove as error:
                off_the_grid.append(error)
            except BadMove:
                continue
        if not meant:
            unreadable = UnreadableMove(f"{quote(text)} is not a move. Please enter one such as {example}.")
            raise [*off_the_grid, unreadable][0]
        return meant

    def transform(self, symmetries: Symmetries, move: int, number: int, heading: Heading) -> int:
        """The move that is the same one under a symmetry."""
        kind, numbers = self.split(move)
        squares, directions = symmetries.squares[number], symmetries.directions[number]
        changed = []
        for part, each in zip(kind.parts, numbers, strict=True):
            match part:
                case SquarePart():
                    changed.append(squares[each])
                case StepPart():
                    changed.append(directions[each])
                case DirectionPart():
                    way = directions[heading(each)]
                    changed.append(next(said for said in range(part.directions) if heading(said) == way))
                case CountPart():
                    changed.append(each)
                case NeighboursPart():
                    ways = part.directions
                    changed.append(sum(1 << ways.index(directions[w]) for at, w in enumerate(ways) if each >> at & 1))
        return self.join(kind, changed)

    def _count_choices(self, part: Part) -> int:
        match part:
            case SquarePart():
                return self._shape.squares
            case StepPart() | DirectionPart():
                return part.directions
            case CountPart():
                return part.most
            case NeighboursPart():
                return 1 << len(part.directions)

    def _read_parts(self, names: SquareNames, kind: MoveKind, said: Sequence[str]) -> list[list[int]]:
        """The numbers of the parts that these words say, each way they can be meant; BadMove where they say none."""
        counts = [part.most for part in kind.parts if isinstance(part, CountPart)]
        ways = [part.directions for part in kind.parts if isinstance(part, DirectionPart)]
        if not ways:
            return self._read_squares(names, kind, names.read(self._shape, said))
        directions = read_direction(said[0], ways[0]) if 0 < len(said) <= 1 + len(counts) else []
        spaces = [[number] for most in counts for number in range(most) if said[1:] in ([], [str(number + 1)])]
        return [[direction, *number] for direction in directions for number in (spaces if counts else [[]])]

    def _read_squares(self, names: SquareNames, kind: MoveKind, squares: list[int]) -> list[list[int]]:
        numbers: list[int] = []
        for part in kind.parts:
            around = _around(*self._shape)[numbers[-1]] if numbers else ()
            if isinstance(part, NeighboursPart):
                ways = [around[way] for way in part.directions]
                if any(square not in ways for square in squares):
                    raise IllegalMove("only neighbours of the first square can follow it.")
                numbers.append(sum(1 << ways.index(square) for square in {*squares}))
                squares = []
            elif not squares:
                return []
            elif isinstance(part, StepPart):
                target = squares.pop(0)
                if target not in around[: part.directions]:
                    raise IllegalMove(f"{names.name(self._shape, target)} is not next to the square before it.")
                numbers.append(around.index(target))
            else:
                numbers.append(squares.pop(0))
        return [] if squares else [numbers]


def read_direction(said: str, directions: int = 4) -> list[int]:
    """The directions, of four or eight, that a word could mean: `up`, `u`; `up-left`, `upleft`, `ul`."""
    straight = [at for at, name in enumerate(DIRECTIONS) if said and name.startswith(said)]
    if straight or directions == len(DIRECTIONS) or not said:
        return straight
    diagonal, bare = range(len(DIRECTIONS), directions), said.replace("-", "")
    initials = {at: "".join(word[0] for word in EIGHT_DIRECTIONS[at].split("-")) for at in diagonal}
    return [at for at in diagonal if EIGHT_DIRECTIONS[at].replace("-", "").startswith(bare) or initials[at] == bare]


@cache
def _around(rows: int, columns: int) -> tuple[Squares, ...]:
    return neighbours(rows, columns, tuple(range(8)))
