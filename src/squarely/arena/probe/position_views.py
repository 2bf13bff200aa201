"""Views: one position shown in several ways. What is true of it stays true; only what has to be read changes."""

from random import Random

from squarely.core.match.tabletop import Tabletop
from squarely.core.rules.fields import PositionLine
from squarely.core.rules.game import Game, Position

PLAIN, TURNED, MIRRORED, RENAMED, COORDINATES, LAYOUT = VIEWS = (
    "plain", "turned", "mirrored", "renamed", "coordinates", "layout",
)  # fmt: skip

_OTHER_NAMES = (("Alder", "Birch"), ("North", "South"), ("Ruby", "Jade"))
_OTHER_MARKS = (("#", "@"), ("%", "&"), ("+", "="))


class PositionView:
    """A position as it is shown, and the words of its moves: as the rulebook draws it, under any symmetry."""

    def __init__(self, game: Game, position: Position, name: str = PLAIN, symmetry: int = 0) -> None:
        self.name, self.game, self._symmetry = name, game, symmetry
        self.position = game.transform(position, symmetry)
        self.tabletop, self.sides = Tabletop(game), game.players
        self.marks = self.tabletop.marks(self.position)
        fits = self.tabletop.fits(self.position)
        self.squares = self.tabletop.squares(self.position) if fits else ()
        self.columns = len(self.tabletop.labels()[0]) if fits else 0

    @property
    def line(self) -> PositionLine:
        """The board, the side to move, and what else matters."""
        return self.game.position_line(self.position)

    def write_move(self, position: Position, move: int) -> str:
        """A move that is legal in a position, in the words of this view."""
        there, turned = self.game.transform(position, self._symmetry), self._symmetry
        return str(self.game.name_move(there, int(self.game.transform_move(position, move, turned))))

    def draw(self) -> list[str]:
        """The position, line by line."""
        drawn = [self.game.words.draw(self.position), f"As a line: {self.game.write_position(self.position)}"]
        return [*drawn, *self.describe_beside()]

    def describe_beside(self) -> tuple[str, ...]:
        """What decides and is in no drawing: what each side holds, a step that is forbidden."""
        return self.game.words.beside(self.position, self.sides, self.marks)

    def describe_rest(self) -> list[str]:
        """The same, with the end of the line where no line is shown."""
        rest = " ".join(self.line.rest)
        told = [f"What else matters, as in the line of a position: {rest}"] if rest else []
        return [*told, *self.describe_beside()]

    def describe_piece(self, at: int) -> str:
        """What stands on a square, in words that need no drawing: a sign of a page as its letter in the line."""
        square = self.squares[at]
        if not square.text:
            return "empty"
        text = square.text if square.text.isascii() else self.line.glyphs[at]
        return text if square.side is None else f"{text} of {self.sides[square.side]}"


class RenamedView(PositionView):
    """With other names and marks for the two sides, on a bare grid."""

    def __init__(self, game: Game, position: Position, chance: Random) -> None:
        super().__init__(game, position, RENAMED)
        self.sides = chance.choice(_OTHER_NAMES)
        taken = str(self.line)
        self.marks = next(marks for marks in _OTHER_MARKS if not any(mark in taken for mark in marks))

    def draw(self) -> list[str]:
        sides = iter(square.side for square in self.squares)
        rows = tuple(
            tuple(glyph if (side := next(sides)) is None else self.marks[side] for glyph in row)
            for row in self.line.rows
        )
        line = PositionLine(rows, self.marks[self.position.mover], self.line.rest)
        columns, labels = self.tabletop.labels()
        renamed = zip(self.game.players, self.sides, strict=True)
        return [
            *(f"{old} of the rules is called {new} here." for old, new in renamed),
            *(f"{name} is written {mark}." for name, mark in zip(self.sides, self.marks, strict=True)),
            f"  {' '.join(columns)}",
            *(f"{label} {' '.join(row)}" for label, row in zip(labels, rows, strict=True)),
            f"As a line: {line}",
            *self.describe_beside(),
        ]


class CoordinatesView(PositionView):
    """With other names for the squares. A move is the squares that a hand touches for it, in order."""

    def __init__(self, game: Game, position: Position, chance: Random) -> None:
        super().__init__(game, position, COORDINATES)
        self._scheme = chance.randrange(3)

    def write_move(self, position: Position, move: int) -> str:
        touched = self.tabletop.touched_squares(position, int(move))
        return " ".join(map(self.name_square, touched)) or super().write_move(position, move)

    def name_square(self, square: int) -> str:
        """`s7`, `r2c3`, or a letter from the right and a number from the bottom."""
        row, column = divmod(square, self.columns)
        letter, number = chr(ord("a") + self.columns - 1 - column), len(self.squares) // self.columns - row
        return (f"s{square + 1}", f"r{row + 1}c{column + 1}", f"{letter}{number}")[self._scheme]

    def draw(self) -> list[str]:
        cells = [
            f"{self.name_square(at)} = {each.name}: {self.describe_piece(at)}" for at, each in enumerate(self.squares)
        ]
        return [
            "The squares have other names here. Row by row from the top, new name = name in the rules:",
            *("; ".join(cells[at : at + self.columns]) for at in range(0, len(cells), self.columns)),
            "A move is written as the squares that are touched to make it, in order.",
            *self.describe_rest(),
        ]


class LayoutView(PositionView):
    """As a list of what stands where, in no order, instead of a board."""

    def __init__(self, game: Game, position: Position, chance: Random) -> None:
        super().__init__(game, position, LAYOUT)
        self._order = [at for at, square in enumerate(self.squares) if square.text]
        chance.shuffle(self._order)

    def draw(self) -> list[str]:
        names, rows = [square.name for square in self.squares], len(self.squares) // self.columns
        return [
            f"The board has {rows} rows and {self.columns} columns. The first square of the first row is {names[0]}, "
            f"the last of it {names[self.columns - 1]}, and the last square of all {names[-1]}.",
            "Every square is empty except these:" if self._order else "Every square is empty.",
            *(f"- {names[at]}: {self.describe_piece(at)}" for at in self._order),
            *self.describe_rest(),
        ]


def make_views(game: Game, position: Position, chance: Random) -> list[PositionView]:
    """Every way to show a position, the plain one first; turned and mirrored where the game declares symmetries.

    One that has no squares is shown as its game draws it, and in no other way.
    """
    found = [PositionView(game, position)]
    if not found[0].squares:
        return found
    symmetries: dict[str, list[int]] = {TURNED: [], MIRRORED: []}
    for number, squares in enumerate(game.symmetries.squares[1:], 1):
        # Mirrored is where what was clockwise no longer is: seen by where the first square and its two neighbours go.
        corner = (divmod(squares[at], game.shape.columns) for at in (0, 1, game.shape.columns))
        (y, x), (y_right, x_right), (y_down, x_down) = corner
        is_mirrored = (x_right - x) * (y_down - y) < (y_right - y) * (x_down - x)
        symmetries[MIRRORED if is_mirrored else TURNED].append(number)
    found += [PositionView(game, position, name, chance.choice(each)) for name, each in symmetries.items() if each]
    return [*found, *(made(game, position, chance) for made in (RenamedView, CoordinatesView, LayoutView))]
