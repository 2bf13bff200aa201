"""Moves are numbers to the rules. From the kinds that a game declares follow how many moves there are, how each is
written, read and touched, and what it becomes under a symmetry.

The numbers of the first kind come first, from 0; within a kind the last part counts fastest.
"""

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from math import prod
from typing import NamedTuple

from squarely.core.errors import BadMove, IllegalMove, UnreadableMove
from squarely.core.grid import DIRECTIONS, EIGHT_DIRECTIONS, OFF, Squares, Symmetries, neighbours, step
from squarely.core.move_kinds import (
    CountPart,
    DirectionPart,
    MoveKind,
    NeighboursPart,
    Part,
    SquarePart,
    StepPart,
)
from squarely.core.notation import join_with_or, quote, split_words
from squarely.core.position import Kind
from squarely.core.rules import Law, Position, Rules
from squarely.core.squares import Shape

_REMEMBERED = 10_000  # what was worked out before, since every face asks again and again


class MoveParts(NamedTuple):
    """A move taken apart: its kind, and a number for each part."""

    kind: MoveKind
    numbers: tuple[int, ...]


def count_moves(rules: Rules, law: Law) -> int:
    """How many moves there are: every move is a number below it."""
    return sum(size for _, size, _ in _numbering(rules, law))


def split_move(rules: Rules, law: Law, move: int) -> MoveParts:
    """The kind and the parts of the move with this number."""
    for kind, size, choices in _numbering(rules, law):
        if move < size:
            numbers = []
            for count in reversed(choices):
                move, number = divmod(move, count)
                numbers.append(number)
            return MoveParts(kind, tuple(reversed(numbers)))
        move -= size
    raise IllegalMove(f"there is no move {move}.")


def join_move(rules: Rules, law: Law, kind: MoveKind, numbers: Sequence[int]) -> int:
    """The number of the move that consists of these parts."""
    before = 0
    for other, size, choices in _numbering(rules, law):
        if other == kind:
            number = 0
            for count, each in zip(choices, numbers, strict=True):
                number = number * count + each
            return before + number
        before += size
    raise IllegalMove(f"there is no kind of move {kind.word!r}.")


def write_move(rules: Rules, law: Law, position: Position, move: int) -> str:  # noqa: ARG001
    """The move in words: that of its kind, then its parts."""
    return _write(rules, law, move)


@lru_cache(_REMEMBERED)
def _write(rules: Rules, law: Law, move: int) -> str:
    kind, numbers = split_move(rules, law, move)
    shape, written = rules.shape(law), [kind.word] if kind.word else []
    squares = _squares(shape, kind, numbers)
    for part, number in zip(kind.parts, numbers, strict=True):
        match part:
            case SquarePart() | StepPart():
                written.append(rules.SQUARES.write(shape, next(squares)))
            case DirectionPart():
                written.append(EIGHT_DIRECTIONS[number])
            case CountPart():
                written.append(str(number + 1))
            case NeighboursPart():
                also = [rules.SQUARES.write(shape, square) for square in squares]
                written += [":", ", ".join(also)] if also else []
    return " ".join(written)


def read_move(rules: Rules, law: Law, position: Position, text: str) -> list[int]:
    """The moves that the words could mean, legal or not; UnreadableMove if they are no move.

    The word of a kind may be cut short or, where the rest is enough, left out; so may a count.
    """
    said, refused, meant = split_words(text.replace(":", " ")), list[BadMove](), list[int]()
    for kind, _, _ in _numbering(rules, law):
        rest = said[1:] if said and kind.word and kind.word.startswith(said[0]) else said
        if rest is said and kind.word and not kind.parts:
            continue
        try:
            meant += [join_move(rules, law, kind, numbers) for numbers in _read(rules, law, kind, rest)]
        except BadMove as error:
            refused.append(error)
    if meant:
        return meant
    off_the_grid = [error for error in refused if isinstance(error, IllegalMove)]
    if off_the_grid:
        raise off_the_grid[0]
    example = next(iter(rules.legal_moves(law, position)), 0)
    wanted = rules.write_move(law, position, example)
    raise UnreadableMove(f"{quote(text)} is not a move. Please enter one such as {wanted}.")


def why_illegal(rules: Rules, law: Law, position: Position, move: int) -> str:
    """That a move is not allowed, and which are."""
    legal = [rules.write_move(law, position, each) for each in rules.legal_moves(law, position)]
    return f"{rules.write_move(law, position, move)} is not allowed here. Please choose {join_with_or(legal)}."


def touch_squares(rules: Rules, law: Law, position: Position, move: int) -> Squares:
    """The squares a hand touches to make the move: the piece that moves first, then where it goes."""
    kind, numbers = split_move(rules, law, move)
    shape = rules.shape(law)
    ways = [number for part, number in zip(kind.parts, numbers, strict=True) if isinstance(part, DirectionPart)]
    if not ways:
        return tuple(_squares(shape, kind, numbers))
    here, side = _piece_to_move(rules, position), position.mover
    heading = rules.heading(law, side, ways[0])
    counts = (number for part, number in zip(kind.parts, numbers, strict=True) if isinstance(part, CountPart))
    return here, step(shape.rows, shape.columns, here, heading, next(counts, 0) + 1)


def transform_move(rules: Rules, law: Law, symmetries: Symmetries, position: Position, move: int, number: int) -> int:
    """The move that is the same one under a symmetry."""
    kind, numbers = split_move(rules, law, move)
    squares, directions = symmetries.squares[number], symmetries.directions[number]
    changed = []
    for part, each in zip(kind.parts, numbers, strict=True):
        match part:
            case SquarePart():
                changed.append(squares[each])
            case StepPart():
                changed.append(directions[each])
            case DirectionPart():
                heading = directions[rules.heading(law, position.mover, each)]
                changed.append(
                    next(d for d in range(part.directions) if rules.heading(law, position.mover, d) == heading)
                )
            case CountPart():
                changed.append(each)
            case NeighboursPart():
                ways = part.directions
                changed.append(sum(1 << ways.index(directions[way]) for at, way in enumerate(ways) if each >> at & 1))
    return join_move(rules, law, kind, changed)


@lru_cache(_REMEMBERED)
def _numbering(rules: Rules, law: Law) -> tuple[tuple[MoveKind, int, tuple[int, ...]], ...]:
    """Each kind of move, how many there are of it, and how many choices each of its parts has."""
    choices = {kind: tuple(_choices(rules, law, part) for part in kind.parts) for kind in rules.moves(law)}
    return tuple((kind, prod(counts), counts) for kind, counts in choices.items())


def _choices(rules: Rules, law: Law, part: Part) -> int:
    match part:
        case SquarePart():
            return rules.shape(law).squares
        case StepPart():
            return part.directions
        case DirectionPart():
            return part.directions
        case CountPart():
            return int(getattr(law, part.most))
        case NeighboursPart():
            return 1 << len(part.directions)


def _squares(shape: Shape, kind: MoveKind, numbers: Sequence[int]) -> Iterator[int]:
    """The squares that the parts of a move name, in order."""
    here = OFF
    for part, number in zip(kind.parts, numbers, strict=True):
        around = _around(shape.rows, shape.columns)[here]
        if isinstance(part, SquarePart):
            here = number
            yield here
        elif isinstance(part, StepPart):
            yield around[number]
        elif isinstance(part, NeighboursPart):
            yield from (around[way] for at, way in enumerate(part.directions) if number >> at & 1)


def _piece_to_move(rules: Rules, position: Position) -> int:
    """Where the mover's own piece stands, or the one that both move."""
    standing = [field for field, kind in rules.kinds.items() if kind is Kind.SQUARE]
    own = ("first", "second")[position.mover]
    return int(getattr(position, own if own in standing else standing[0]))


def _read(rules: Rules, law: Law, kind: MoveKind, said: Sequence[str]) -> list[list[int]]:
    """The numbers of the parts that these words say, each way they can be meant; BadMove where they say none."""
    shape, counts = rules.shape(law), [part for part in kind.parts if isinstance(part, CountPart)]
    ways = [part.directions for part in kind.parts if isinstance(part, DirectionPart)]
    if ways:
        directions = read_direction(said[0], ways[0]) if said else []
        if not directions or len(said) > 1 + len(counts):
            raise UnreadableMove("Please enter a direction.")
        ranges = [range(int(getattr(law, part.most))) for part in counts]
        if len(said) > 1:
            if said[1] not in {str(number + 1) for number in ranges[0]}:
                raise UnreadableMove(f"{quote(said[1])} is not a number of spaces.")
            ranges = [range(int(said[1]) - 1, int(said[1]))]
        return (
            [[direction, number] for direction in directions for number in ranges[0]]
            if counts
            else [[direction] for direction in directions]
        )
    squares = rules.SQUARES.read(shape, said)
    numbers: list[int] = []
    for part in kind.parts:
        if isinstance(part, NeighboursPart):
            around = _around(shape.rows, shape.columns)[numbers[-1]]
            ways = [around[way] for way in part.directions]
            if any(square not in ways for square in squares):
                raise IllegalMove("only neighbours of the first square can follow it.")
            numbers.append(sum(1 << ways.index(square) for square in {*squares}))
            squares = []
        elif not squares:
            raise UnreadableMove("Please enter more squares.")
        elif isinstance(part, StepPart):
            target, around = squares.pop(0), _around(shape.rows, shape.columns)[numbers[-1]][: part.directions]
            if target not in around:
                raise IllegalMove(f"{rules.SQUARES.name(shape, target)} is not next to the square before it.")
            numbers.append(around.index(target))
        else:
            numbers.append(squares.pop(0))
    if squares:
        raise UnreadableMove("Please enter fewer squares.")
    return [numbers]


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
