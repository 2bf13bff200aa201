"""A position as one line: the rows of the board joined by slashes, the side to move, then what else matters."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from squarely.core.board.grid import EIGHT_DIRECTIONS, EMPTY_BOARD, NO_DIRECTION, at, put
from squarely.core.board.square_names import Shape
from squarely.core.errors import BadPosition
from squarely.core.rules.fields import ON_THE_BOARD, PIECES, Kind, PositionLine
from squarely.core.text.notation import count_noun, is_number, join_with_or, quote

if TYPE_CHECKING:
    from squarely.core.rules.game import Game

DIGITS = "123456789ABCDEFGHIJKLMNOPQRSTUV"  # of what stands on a square as a number
_DIRECTIONS = (*EIGHT_DIRECTIONS[:NO_DIRECTION], "-", *EIGHT_DIRECTIONS[NO_DIRECTION:])  # as a field has them


def split_position(game: "Game", position: Any) -> PositionLine:
    """The parts of the line of a position. Where two pieces meet, the one that moved last is seen."""
    glyphs = [game.empty] * game.shape.squares
    fields = [field for field, kind in game.kinds.items() if kind in ON_THE_BOARD]
    if (last := ("second", "first")[position.mover]) in fields:
        fields.remove(last)
        fields.append(last)
    for field in fields:
        value, kind = getattr(position, field), game.kinds[field]
        if kind is Kind.SQUARE:
            glyphs[value] = game.pieces[field]
        elif kind is Kind.SQUARE_SET:
            glyphs = [game.pieces[field] if value >> at & 1 else glyph for at, glyph in enumerate(glyphs)]
        else:
            written = game.empty + DIGITS
            glyphs = [written[at(value, square)] for square in range(len(glyphs))]
    rest, columns = [], game.shape.columns
    for kind, others in _find_others(game) if len(position) > len(fields) + 1 else ():
        values = [getattr(position, field) for field in others]
        rest.append("-".join(_DIRECTIONS[value] if kind is Kind.DIRECTION else str(value) for value in values))
    rows = tuple(zip(*[iter(glyphs)] * columns, strict=True))
    return PositionLine(rows, game.marks[position.mover], tuple(rest))


def read_line(game: "Game", text: str) -> Any:
    """The position of such a line; BadPosition if it cannot be read."""
    others = _find_others(game)
    names = ["SCORE" if kind is Kind.POINTS else fields[0].upper() for kind, fields in others]
    board, mark, *rest = split_fields(text, "BOARD", "MOVER", *names)
    glyphs = read_board(board, game.shape, _find_alphabet(game))
    values: dict[str, Any] = {**game.Position._field_defaults, "mover": read_mover(mark, game.marks)}
    for field, kind in game.fields_in_use.items():
        if kind is Kind.SQUARE_SET:
            values[field] = sum(1 << square for square, glyph in enumerate(glyphs) if glyph == game.pieces[field])
        elif kind is Kind.SQUARE:
            values[field] = game.find_piece(field, glyphs, values["mover"])
        elif kind is Kind.CONTENTS:
            values[field] = EMPTY_BOARD
            for square, glyph in enumerate(glyphs):
                values[field] = put(values[field], square, (game.empty + DIGITS).index(glyph))
    for (kind, fields), part in zip(others, rest, strict=True):
        values |= _read_other(game, kind, fields, part)
    return game.Position(*(values[field] for field in game.kinds))


def _find_others(game: "Game") -> list[tuple[Kind, list[str]]]:
    """The fields behind the board and the mover, all points as one."""
    in_use, alone = game.fields_in_use, (Kind.DIRECTION, Kind.COUNT)
    points = [field for field, kind in in_use.items() if kind is Kind.POINTS]
    fields = {field: points if field in points else [field] for field in in_use}
    return [(kind, fields[field]) for field, kind in in_use.items() if kind in alone or field in points[:1]]


def _find_alphabet(game: "Game") -> str:
    in_use = game.fields_in_use
    for field, kind in in_use.items():
        if kind is Kind.CONTENTS:
            return game.empty + DIGITS[: game.maxima()[field]]
    return "".join(glyph for field, glyph in game.pieces.items() if in_use.get(field) in PIECES) + game.empty


def find_square_of(game: "Game", field: str, glyphs: str) -> int:
    """Where the one piece of a field stands."""
    glyph = game.pieces[field]
    if glyphs.count(glyph) != 1:
        noun = game.field_names.get(field, field).removeprefix("the ")
        raise BadPosition(f"there are {glyphs.count(glyph)} {noun}s on the board; there is one, {glyph}")
    return glyphs.index(glyph)


def _read_other(game: "Game", kind: Kind, fields: list[str], part: str) -> dict[str, int]:
    if kind is Kind.POINTS:
        scores = part.split("-")
        if len(scores) != len(fields) or not all(is_number(score, 3) for score in scores):
            example = "-".join(["19", "0", "0"][: len(fields)])
            raise BadPosition(f"the score is written like {example}, not {quote(part)}")
        return dict(zip(fields, map(int, scores), strict=True))
    (field,) = fields
    name = game.field_names.get(field, f"the {field}")
    if kind is Kind.DIRECTION:
        directions = _DIRECTIONS[: 1 + max(NO_DIRECTION, game.maxima().get(field, 0))]
        if part not in directions:
            named = [direction for direction in directions if direction != "-"]
            raise BadPosition(f"{name} is {join_with_or([*named, '-'])}, not {quote(part)}")
        return {field: _DIRECTIONS.index(part)}
    if not is_number(part, 3):
        raise BadPosition(f"{name} is a whole number, not {quote(part)}")
    return {field: int(part)}


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
