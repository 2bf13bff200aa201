"""Views: one position shown in several ways. What is true of it stays true; only what has to be read changes."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from random import Random

from squarely.game import Game, Position, Side
from squarely.tabletop import Square, Tabletop

PLAIN, TURNED, MIRRORED, RENAMED, COORDINATES, LAYOUT = VIEWS = (
    "plain", "turned", "mirrored", "renamed", "coordinates", "layout",
)  # fmt: skip

_OTHER_NAMES = (("Alder", "Birch"), ("North", "South"), ("Ruby", "Jade"))
_OTHER_MARKS = (("#", "@"), ("%", "&"), ("+", "="))


class View(ABC):
    """A position as somebody is shown it, and the words in which they answer."""

    def __init__(self, name: str, game: Game, position: Position) -> None:
        self.name, self.game = name, game
        self.position = self.seen(position)
        self.tabletop = Tabletop(game)
        self.sides = game.rules.NAMES
        self.marks = game.rules.MARKS

    def seen(self, position: Position) -> Position:
        """A position as it lies in this view."""
        return position

    def words(self, position: Position, move: int) -> str:
        """A move that is legal in a position, in the words of this view."""
        return str(self.game.named(position, int(move)))

    @abstractmethod
    def shown(self) -> list[str]:
        """The position, line by line."""

    def held(self) -> list[str]:
        """What each side holds."""
        holdings = self.tabletop.holdings(self.position)
        return [f"{name} has {held}" for name, held in zip(self.sides, holdings, strict=True) if held]

    def piece(self, at: int) -> str:
        """What stands on a square, in words that need no drawing: a sign of a page as its letter in the line."""
        square = self.squares[at]
        if not square.text:
            return "empty"
        text = square.text if square.text.isascii() else self.line[0].replace("/", "")[at]
        return text if square.side is None else f"{text} of {self.sides[square.side]}"

    @property
    def squares(self) -> tuple[Square, ...]:
        return self.tabletop.squares(self.position)

    @property
    def columns(self) -> int:
        return len(self.tabletop.labels(self.position)[0])

    @property
    def line(self) -> list[str]:
        """The position line: the board, the side to move, and what else matters."""
        return self.game.write_position(self.position).split()


class Plain(View):
    """As the rulebook draws it, lying on the table in any of the ways that make no difference."""

    def __init__(self, name: str, game: Game, position: Position, turn: int = 0) -> None:
        self._turn = turn
        super().__init__(name, game, position)

    def seen(self, position: Position) -> Position:
        return self.game.rules.turned(self.game.law, position, self._turn) if self._turn else position  # type: ignore[attr-defined]

    def words(self, position: Position, move: int) -> str:
        if not self._turn:
            return super().words(position, move)
        turned: int = self.game.rules.turned_move(self.game.law, position, int(move), self._turn)  # type: ignore[attr-defined]
        return super().words(self.seen(position), turned)

    def shown(self) -> list[str]:
        return [self.game.draw(self.position), f"As a line: {' '.join(self.line)}", *self.held()]


class Renamed(View):
    """With other names and marks for the two sides, on a bare grid."""

    def __init__(self, game: Game, position: Position, chance: Random) -> None:
        super().__init__(RENAMED, game, position)
        self._rulebook = self.sides
        self.sides = chance.choice(_OTHER_NAMES)
        taken = "".join(self.line)
        self.marks = next(marks for marks in _OTHER_MARKS if not any(mark in taken for mark in marks))

    def shown(self) -> list[str]:
        board, mover, *rest = self.line
        sides = iter(square.side for square in self.squares)
        cells = "".join(glyph if glyph == "/" else self._mark(glyph, next(sides)) for glyph in board)
        columns, rows = self.tabletop.labels(self.position)
        turn = self.marks[self.position.mover] if mover in self.game.rules.MARKS else mover
        return [
            *(f"{old} of the rules is called {new} here." for old, new in zip(self._rulebook, self.sides, strict=True)),
            *(f"{name} is written {mark}." for name, mark in zip(self.sides, self.marks, strict=True)),
            f"  {' '.join(columns)}",
            *(f"{label} {' '.join(row)}" for label, row in zip(rows, cells.split("/"), strict=True)),
            f"As a line: {' '.join([cells, turn, *rest])}",
            *self.held(),
        ]

    def _mark(self, glyph: str, side: Side | None) -> str:
        return glyph if side is None else self.marks[side]


class Coordinates(View):
    """With other names for the squares. A move is the squares that a hand touches for it, in order."""

    def __init__(self, game: Game, position: Position, chance: Random) -> None:
        super().__init__(COORDINATES, game, position)
        self._scheme = chance.randrange(3)

    def words(self, position: Position, move: int) -> str:
        touched = self.tabletop.touched(position, int(move))
        return " ".join(map(self.called, touched)) or super().words(position, move)

    def called(self, square: int) -> str:
        """`s7`, `r2c3`, or a letter from the right and a number from the bottom."""
        row, column = divmod(square, self.columns)
        rows = len(self.squares) // self.columns
        names = (
            f"s{square + 1}",
            f"r{row + 1}c{column + 1}",
            f"{chr(ord('a') + self.columns - 1 - column)}{rows - row}",
        )
        return names[self._scheme]

    def shown(self) -> list[str]:
        _, _, *rest = self.line
        return [
            "The squares have other names here. Row by row from the top, new name = name in the rules:",
            *self._grid(),
            "A move is written as the squares that are touched to make it, in order.",
            *([f"What else matters, as in the line of a position: {' '.join(rest)}"] if rest else []),
            *self.held(),
        ]

    def _grid(self) -> Iterator[str]:
        cells = [f"{self.called(at)} = {each.name}: {self.piece(at)}" for at, each in enumerate(self.squares)]
        for start in range(0, len(cells), self.columns):
            yield "; ".join(cells[start : start + self.columns])


class Layout(View):
    """As a list of what stands where, in no order, instead of a board."""

    def __init__(self, game: Game, position: Position, chance: Random) -> None:
        super().__init__(LAYOUT, game, position)
        self._order = [at for at, square in enumerate(self.squares) if square.text]
        chance.shuffle(self._order)

    def shown(self) -> list[str]:
        _, _, *rest = self.line
        rows = len(self.squares) // self.columns
        stands = [f"- {self.squares[at].name}: {self.piece(at)}" for at in self._order]
        return [
            f"The board has {rows} rows and {self.columns} columns. The first square of the first row is "
            f"{self.squares[0].name}, the last of it {self.squares[self.columns - 1].name}, and the last square of all "
            f"{self.squares[-1].name}.",
            "Every square is empty except these:" if stands else "Every square is empty.",
            *stands,
            *([f"What else matters, as in the line of a position: {' '.join(rest)}"] if rest else []),
            *self.held(),
        ]


def views(game: Game, position: Position, chance: Random) -> list[View]:
    """Every way to show a position, the plain one first. A game that declares no turns is not turned."""
    found: list[View] = [Plain(PLAIN, game, position)]
    for name, turns in _turns(game, len(Tabletop(game).labels(position)[0])).items():
        if turns:
            found.append(Plain(name, game, position, chance.choice(turns)))
    return [*found, *(made(game, position, chance) for made in (Renamed, Coordinates, Layout))]


def _turns(game: Game, columns: int) -> dict[str, list[int]]:
    """The turns that a game declares, those that turn it over apart."""
    found: dict[str, list[int]] = {TURNED: [], MIRRORED: []}
    if hasattr(game.rules, "turned"):
        for number, table in enumerate(game.law.turns):
            if number:
                found[MIRRORED if _is_mirror(table, columns) else TURNED].append(number)
    return found


def _is_mirror(table: tuple[int, ...], columns: int) -> bool:
    """Whether what was clockwise no longer is: seen by where the first square and its two neighbours go."""
    (y, x), (y_right, x_right), (y_down, x_down) = (divmod(table[square], columns) for square in (0, 1, columns))
    return (x_right - x) * (y_down - y) - (y_right - y) * (x_down - x) < 0
