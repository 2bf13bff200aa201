"""Views: one position shown in several ways. What is true of it stays true; only what has to be read changes."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from random import Random

from squarely.core.board.grid import Squares
from squarely.core.match.tabletop import SeenSquare, Tabletop
from squarely.core.rules.fields import PositionLine
from squarely.core.rules.game import Game, Position, Side

PLAIN, TURNED, MIRRORED, RENAMED, COORDINATES, LAYOUT = VIEWS = (
    "plain", "turned", "mirrored", "renamed", "coordinates", "layout",
)  # fmt: skip

_OTHER_NAMES = (("Alder", "Birch"), ("North", "South"), ("Ruby", "Jade"))
_OTHER_MARKS = (("#", "@"), ("%", "&"), ("+", "="))


class PositionView(ABC):
    """A position as somebody is shown it, and the words in which they answer."""

    def __init__(self, name: str, game: Game, position: Position) -> None:
        self.name, self.game = name, game
        self.position = self.transform(position)
        self.tabletop = Tabletop(game)
        self.sides = game.players
        self.marks = self.tabletop.marks(self.position)

    def transform(self, position: Position) -> Position:
        """A position as it lies in this view."""
        return position

    def write_move(self, position: Position, move: int) -> str:
        """A move that is legal in a position, in the words of this view."""
        return str(self.game.name_move(position, int(move)))

    @abstractmethod
    def draw(self) -> list[str]:
        """The position, line by line."""

    def describe_beside(self) -> tuple[str, ...]:
        """What decides and is in no drawing: what each side holds, a step that is forbidden."""
        return self.game.words.beside(self.position, self.sides, self.marks)

    def describe_piece(self, at: int) -> str:
        """What stands on a square, in words that need no drawing: a sign of a page as its letter in the line."""
        square = self.squares[at]
        if not square.text:
            return "empty"
        text = square.text if square.text.isascii() else self.line.glyphs[at]
        return text if square.side is None else f"{text} of {self.sides[square.side]}"

    @property
    def squares(self) -> tuple[SeenSquare, ...]:
        return self.tabletop.squares(self.position)

    @property
    def columns(self) -> int:
        return len(self.tabletop.labels()[0])

    @property
    def line(self) -> PositionLine:
        """The position line: the board, the side to move, and what else matters."""
        return self.game.position_line(self.position)


class PlainView(PositionView):
    """As the rulebook draws it, under any symmetry of the game."""

    def __init__(self, name: str, game: Game, position: Position, symmetry: int = 0) -> None:
        self._symmetry = symmetry
        super().__init__(name, game, position)

    def transform(self, position: Position) -> Position:
        return self.game.transform(position, self._symmetry)

    def write_move(self, position: Position, move: int) -> str:
        return super().write_move(self.transform(position), self.game.transform_move(position, move, self._symmetry))

    def draw(self) -> list[str]:
        return [
            self.game.words.draw(self.position),
            f"As a line: {self.game.write_position(self.position)}",
            *self.describe_beside(),
        ]


class RenamedView(PositionView):
    """With other names and marks for the two sides, on a bare grid."""

    def __init__(self, game: Game, position: Position, chance: Random) -> None:
        super().__init__(RENAMED, game, position)
        self._rulebook = self.sides
        self.sides = chance.choice(_OTHER_NAMES)
        taken = str(self.line)
        self.marks = next(marks for marks in _OTHER_MARKS if not any(mark in taken for mark in marks))

    def draw(self) -> list[str]:
        sides = iter(square.side for square in self.squares)
        rows = tuple(tuple(self._mark(glyph, next(sides)) for glyph in row) for row in self.line.rows)
        line = PositionLine(rows, self.marks[self.position.mover], self.line.rest)
        columns, labels = self.tabletop.labels()
        return [
            *(f"{old} of the rules is called {new} here." for old, new in zip(self._rulebook, self.sides, strict=True)),
            *(f"{name} is written {mark}." for name, mark in zip(self.sides, self.marks, strict=True)),
            f"  {' '.join(columns)}",
            *(f"{label} {' '.join(row)}" for label, row in zip(labels, rows, strict=True)),
            f"As a line: {line}",
            *self.describe_beside(),
        ]

    def _mark(self, glyph: str, side: Side | None) -> str:
        return glyph if side is None else self.marks[side]


class CoordinatesView(PositionView):
    """With other names for the squares. A move is the squares that a hand touches for it, in order."""

    def __init__(self, game: Game, position: Position, chance: Random) -> None:
        super().__init__(COORDINATES, game, position)
        self._scheme = chance.randrange(3)

    def write_move(self, position: Position, move: int) -> str:
        touched = self.tabletop.touched_squares(position, int(move))
        return " ".join(map(self.name_square, touched)) or super().write_move(position, move)

    def name_square(self, square: int) -> str:
        """`s7`, `r2c3`, or a letter from the right and a number from the bottom."""
        row, column = divmod(square, self.columns)
        rows = len(self.squares) // self.columns
        names = (
            f"s{square + 1}",
            f"r{row + 1}c{column + 1}",
            f"{chr(ord('a') + self.columns - 1 - column)}{rows - row}",
        )
        return names[self._scheme]

    def draw(self) -> list[str]:
        rest = self.line.rest
        return [
            "The squares have other names here. Row by row from the top, new name = name in the rules:",
            *self._draw_grid(),
            "A move is written as the squares that are touched to make it, in order.",
            *([f"What else matters, as in the line of a position: {' '.join(rest)}"] if rest else []),
            *self.describe_beside(),
        ]

    def _draw_grid(self) -> Iterator[str]:
        cells = [
            f"{self.name_square(at)} = {each.name}: {self.describe_piece(at)}" for at, each in enumerate(self.squares)
        ]
        for start in range(0, len(cells), self.columns):
            yield "; ".join(cells[start : start + self.columns])


class LayoutView(PositionView):
    """As a list of what stands where, in no order, instead of a board."""

    def __init__(self, game: Game, position: Position, chance: Random) -> None:
        super().__init__(LAYOUT, game, position)
        self._order = [at for at, square in enumerate(self.squares) if square.text]
        chance.shuffle(self._order)

    def draw(self) -> list[str]:
        rest, rows = self.line.rest, len(self.squares) // self.columns
        stands = [f"- {self.squares[at].name}: {self.describe_piece(at)}" for at in self._order]
        return [
            f"The board has {rows} rows and {self.columns} columns. The first square of the first row is "
            f"{self.squares[0].name}, the last of it {self.squares[self.columns - 1].name}, and the last square of all "
            f"{self.squares[-1].name}.",
            "Every square is empty except these:" if stands else "Every square is empty.",
            *stands,
            *([f"What else matters, as in the line of a position: {' '.join(rest)}"] if rest else []),
            *self.describe_beside(),
        ]


def make_views(game: Game, position: Position, chance: Random) -> list[PositionView]:
    """Every way to show a position, the plain one first; turned and mirrored where the game declares symmetries.

    One that has no squares is shown as its game draws it, and in no other way.
    """
    found: list[PositionView] = [PlainView(PLAIN, game, position)]
    if not Tabletop(game).fits(position):
        return found
    for name, symmetries in _symmetries(game).items():
        if symmetries:
            found.append(PlainView(name, game, position, chance.choice(symmetries)))
    return [*found, *(made(game, position, chance) for made in (RenamedView, CoordinatesView, LayoutView))]


def _symmetries(game: Game) -> dict[str, list[int]]:
    """The numbers of a game's symmetries, rotations and reflections apart."""
    found: dict[str, list[int]] = {TURNED: [], MIRRORED: []}
    columns = game.shape.columns
    for number, squares in enumerate(game.symmetries.squares[1:], 1):
        found[MIRRORED if _is_reflection(squares, columns) else TURNED].append(number)
    return found


def _is_reflection(squares: Squares, columns: int) -> bool:
    """Whether what was clockwise no longer is: seen by where the first square and its two neighbours go."""
    (y, x), (y_right, x_right), (y_down, x_down) = (divmod(squares[square], columns) for square in (0, 1, columns))
    return (x_right - x) * (y_down - y) - (y_right - y) * (x_down - x) < 0
