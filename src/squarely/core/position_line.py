"""A position as one line: the rows of the board joined by slashes, the side to move, then what else matters."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from squarely.core.errors import BadPosition
from squarely.core.grid import EIGHT_DIRECTIONS, EMPTY_BOARD, NO_DIRECTION, at, put
from squarely.core.notation import count_noun, join_with_or, quote
from squarely.core.position import ON_THE_BOARD, PIECES, Kind, PositionLine, fields_in_use, side_of_field
from squarely.core.rules import Law, Position, Rules
from squarely.core.squares import Shape

_DIGITS = "123456789ABCDEFGHIJKLMNOPQRSTUV"
_DIRECTIONS = (*EIGHT_DIRECTIONS[:NO_DIRECTION], "-", *EIGHT_DIRECTIONS[NO_DIRECTION:])  # as a field has them


def position_line(rules: Rules, law: Law, position: Position) -> PositionLine:
    """The parts of the line of a position."""
    shape, glyphs = rules.shape(law), _glyphs(rules, law, position)
    rows = tuple(tuple(glyphs[start : start + shape.columns]) for start in range(0, shape.squares, shape.columns))
    return PositionLine(rows, rules.MARKS[position.mover], tuple(_rest(_in_use(rules, law), position)))


def write_position(rules: Rules, law: Law, position: Position) -> str:
    """The position as one line."""
    return str(rules.position_line(law, position))


def read_position(rules: Rules, law: Law, text: str) -> Position:
    """The position of such a line; BadPosition if it cannot be read, or if the game says that it cannot be."""
    in_use = _in_use(rules, law)
    others = _others(in_use)
    board, mark, *rest = split_fields(text, "BOARD", "MOVER", *others.values())
    shape = rules.shape(law)
    glyphs = read_board(board, shape, _alphabet(rules, law))
    values: dict[str, Any] = dict(rules.position_type._field_defaults)
    for field, kind in in_use.items():
        if kind is Kind.SQUARE_SET:
            values[field] = sum(1 << square for square, glyph in enumerate(glyphs) if glyph == rules.PIECES[field])
        elif kind is Kind.SQUARE:
            values[field] = _read_square(rules, field, glyphs)
        elif kind is Kind.CONTENTS:
            values[field] = _read_contents(rules, glyphs)
    for (field, kind), part in zip(_kinds_of_others(in_use), rest, strict=True):
        values |= _read_other(rules, law, field, kind, part)
    values["mover"] = read_mover(mark, rules.MARKS)
    position = rules.position_type(*(values[field] for field in rules.kinds))
    rules.check(law, position)
    return position


def shown(rules: Rules, law: Law, position: Position) -> list[str]:
    """The text on each square; nothing where it is empty. What stands there as a number is shown in figures."""
    looks = _looks(rules)
    return [looks.get(glyph, glyph) for glyph in _glyphs(rules, law, position)]


@cache
def _looks(rules: Rules) -> dict[str, str]:
    figures = {digit: str(number) for number, digit in enumerate(_DIGITS, 1)} if _contents(rules) else {}
    return {rules.EMPTY: "", **figures, **rules.LOOKS}


def _glyphs(rules: Rules, law: Law, position: Position) -> list[str]:
    """What is written on each square. Where two pieces meet, the one that moved last is seen."""
    glyphs = [rules.EMPTY] * rules.shape(law).squares
    for field, kind in _fields_on_the_board(rules)[position.mover]:
        value = getattr(position, field)
        if kind is Kind.SQUARE_SET:
            piece = rules.PIECES[field]
            for square in range(len(glyphs)):
                if value >> square & 1:
                    glyphs[square] = piece
        elif kind is Kind.SQUARE:
            glyphs[value] = rules.PIECES[field]
        else:
            written = rules.EMPTY + _DIGITS
            glyphs = [written[at(value, square)] for square in range(len(glyphs))]
    return glyphs


@cache
def _fields_on_the_board(rules: Rules) -> tuple[list[tuple[str, Kind]], list[tuple[str, Kind]]]:
    """For either mover the fields to write, those of whoever moved last behind the others."""
    fields = [(field, kind) for field, kind in rules.kinds.items() if kind in ON_THE_BOARD]
    by_first, by_second = (sorted(fields, key=lambda each: side_of_field(each[0]) == side) for side in (1, 0))
    return by_first, by_second


def _rest(kinds: Mapping[str, Kind], position: Position) -> Iterator[str]:
    points = [str(getattr(position, field)) for field, kind in kinds.items() if kind is Kind.POINTS]
    for field, kind in _kinds_of_others(kinds):
        if kind is Kind.POINTS:
            yield "-".join(points)
        else:
            value = getattr(position, field)
            yield _DIRECTIONS[value] if kind is Kind.DIRECTION else str(value)


def _kinds_of_others(kinds: Mapping[str, Kind]) -> list[tuple[str, Kind]]:
    """The fields behind the board and the mover, all points as one."""
    points = [field for field, kind in kinds.items() if kind is Kind.POINTS]
    return [
        (field, kind) for field, kind in kinds.items() if kind in (Kind.DIRECTION, Kind.COUNT) or points[:1] == [field]
    ]


def _others(kinds: Mapping[str, Kind]) -> dict[str, str]:
    return {field: "SCORE" if kind is Kind.POINTS else field.upper() for field, kind in _kinds_of_others(kinds)}


def _in_use(rules: Rules, law: Law) -> dict[str, Kind]:
    return fields_in_use(rules.position_type, rules.maxima(law))


def _contents(rules: Rules) -> list[str]:
    return [field for field, kind in rules.kinds.items() if kind is Kind.CONTENTS]


def _alphabet(rules: Rules, law: Law) -> str:
    """Everything that can be written on a square."""
    if contents := _contents(rules):
        return rules.EMPTY + _DIGITS[: rules.maxima(law)[contents[0]]]
    in_use = _in_use(rules, law)
    return "".join(glyph for field, glyph in rules.PIECES.items() if in_use.get(field) in PIECES) + rules.EMPTY


def _read_square(rules: Rules, field: str, glyphs: str) -> int:
    glyph = rules.PIECES[field]
    if glyphs.count(glyph) != 1:
        noun = rules.FIELD_NAMES.get(field, field).removeprefix("the ")
        raise BadPosition(f"there are {glyphs.count(glyph)} {noun}s on the board; there is one, {glyph}")
    return glyphs.index(glyph)


def _read_contents(rules: Rules, glyphs: str) -> Any:
    board = EMPTY_BOARD
    for square, glyph in enumerate(glyphs):
        board = put(board, square, (rules.EMPTY + _DIGITS).index(glyph))
    return board


def _read_other(rules: Rules, law: Law, field: str, kind: Kind, part: str) -> dict[str, int]:
    if kind is Kind.POINTS:
        names = [name for name, each in rules.kinds.items() if each is Kind.POINTS]
        scores = [int(score) for score in part.split("-") if _is_number(score)]
        if part.count("-") != len(names) - 1 or len(scores) != len(names):
            raise BadPosition(
                f"the score is written like {'-'.join(['19', '0', '0'][: len(names)])}, not {quote(part)}"
            )
        return dict(zip(names, scores, strict=True))
    name = rules.FIELD_NAMES.get(field, f"the {field}")
    if kind is Kind.DIRECTION:
        directions = _DIRECTIONS[: 1 + max(NO_DIRECTION, rules.maxima(law).get(field, 0))]
        if part not in directions:
            named = [direction for direction in directions if direction != "-"]
            raise BadPosition(f"{name} is {join_with_or([*named, '-'])}, not {quote(part)}")
        return {field: _DIRECTIONS.index(part)}
    if not _is_number(part):
        raise BadPosition(f"{name} is a whole number, not {quote(part)}")
    return {field: int(part)}


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 4


# Also for games that read lines of their own


def split_fields(text: str, *names: str) -> list[str]:
    """The parts of a position line: the board first, then what else matters."""
    parts = text.split()
    if len(parts) != len(names):
        raise BadPosition(f"{quote(text)} has {count_noun(len(parts), 'part')}; a position is {' '.join(names)}")
    return parts


def read_board(text: str, shape: Shape, glyphs: str) -> str:
    """The squares of a board row by row, as one string without the slashes."""
    rows = text.split("/")
    if len(rows) != shape.rows:
        raise BadPosition(f"the board has {count_noun(len(rows), 'row')}; it needs {shape.rows}, joined by /")
    for number, row in enumerate(rows, 1):
        if len(row) != shape.columns:
            raise BadPosition(f"row {number} has {count_noun(len(row), 'square')}; it needs {shape.columns}")
        for glyph in row:
            if glyph not in glyphs:
                raise BadPosition(f"row {number} has {quote(glyph)}; a square is one of {' '.join(glyphs)}")
    return "".join(rows)


def read_mover(text: str, marks: Sequence[str]) -> int:
    """Which side is to move."""
    if text not in marks:
        raise BadPosition(f"the side to move is {join_with_or(list(marks))}, not {quote(text)}")
    return marks.index(text)
