"""What the lab changes in Capture Square with markers. Each class is one change."""

from squarely.core.board.grid import Symmetry
from squarely.core.errors import BadPosition, IllegalMove
from squarely.core.rules.game import FIRST, ONGOING, SECOND, TIE, Position
from squarely.core.rules.moves import MoveKind
from squarely.core.rules.options import Ruling
from squarely.core.text.notation import join_with_or, spell_number, split_words
from squarely.games.quad.rules import Quad
from squarely.games.quad.words import TOO_EARLY, QuadWords

_BEGINS = "sudden death begins: the players take turns "
_EXCHANGE = "swapping one of the opponent's markers with one of their own, until a swap completes a square"
_CONVERT = "making one of the opponent's markers their own, until that completes a square"


class SuddenDeathWords(QuadWords):
    game: "SuddenDeath"

    def phrases(self) -> dict[str, str]:
        said, game = super().phrases(), self.game
        if game.has_no_end_game:
            return {**said, " until sudden death.": ".", f"{_BEGINS}{_EXCHANGE}.": "the game is a tie."}
        how = (_CONVERT if game.converts else _EXCHANGE).replace("a square", f"a {self.game.noun}")
        begins = "" if game.swapper == game.cells % 2 else f" {game.players[game.swapper]} begins them."
        return {**said, f"{_BEGINS}{_EXCHANGE}.": f"{_BEGINS}{how}.{begins}"}

    def reason(self, position: Position) -> str:
        tied = self.game.outcome(position) == TIE
        return f"all cells are filled and nobody formed a {self.game.noun}" if tied else super().reason(position)

    def write_move(self, position: Position, move: int) -> str:
        words = super().write_move(position, move)
        return f"swap {words}" if self.game.converts and self.game.is_full(position) else words

    def read_cells(self, position: Position, text: str, swap: bool, named: list[int]) -> list[int]:
        if len(named) == 1 and self.game.sudden_death != "exchange":
            if swap and not self.game.is_full(position):
                raise IllegalMove(TOO_EARLY)
            return named
        return super().read_cells(position, text, swap, [] if self.game.sudden_death != "exchange" else named)

    def why_illegal(self, position: Position, move: int) -> str:
        if self.game.converts and self.game.is_full(position):
            theirs = f"one of the opponent's markers ({self.game.marks[1 - position.mover]})"
            return f"{self.square_name(move)} is yours already. Please swap {theirs}."
        return super().why_illegal(position, move)

    @property
    def swapping(self) -> str:  # type: ignore[override]
        return "one of your opponent's markers becomes yours" if self.game.converts else super().swapping


class SuddenDeath(Quad):
    sudden_death = Ruling(
        "The rulebook lets players swap one opponent's marker with their own. A swap of two markers exchanges "
        "their places.",
        exchange="a swap exchanges the places of one of your markers and one of the opponent's; if it completes "
        "squares for both players, the mover wins; if only for the opponent, the opponent wins",
        convert="in sudden death, one of the opponent's markers becomes yours",
        none="a full board without a winner is a tie",
    )
    begins_sudden_death = Ruling(
        "The rulebook does not say who swaps first.",
        next="turns go on alternating",
        first="Player 1 begins sudden death",
        second="Player 2 begins sudden death",
    )
    Words = SuddenDeathWords

    def set_up(self) -> None:
        self.converts, self.has_no_end_game = self.sudden_death == "convert", self.sudden_death == "none"
        super().set_up()
        self.swapper = {"first": FIRST, "second": SECOND}.get(self.begins_sudden_death, self.cells % 2)
        self.swapper = self.cells % 2 if self.has_no_end_game else self.swapper

    def most_markers(self) -> int:
        return self.cells // 2 + 1 if self.converts else super().most_markers()

    def move_kinds(self) -> tuple[MoveKind, ...]:
        return self.moves if self.sudden_death == "exchange" else self.moves[:1]

    def open_cells(self, position: Position) -> int:
        if self.converts and self.is_full(position):
            return int(position.second if position.mover == FIRST else position.first)
        return super().open_cells(position)

    def play(self, position: Position, move: int) -> Position:
        after = super().play(position, move)
        if self.converts and position.mover == FIRST:
            after = after._replace(second=after.second & ~after.first)
        elif self.converts:
            after = after._replace(first=after.first & ~after.second)
        begins = self.is_full(after) and not self.is_full(position)
        return after._replace(mover=self.swapper) if begins else after

    def outcome(self, position: Position) -> int:
        result = super().outcome(position)
        return TIE if result == ONGOING and self.has_no_end_game and self.is_full(position) else result

    def expected_lead(self, position: Position) -> int:
        if self.has_no_end_game:
            return int(position.mover)
        lead = super().expected_lead(position)
        if self.converts and self.is_full(position) and position.mover != self.swapper:
            lead += 2 if self.swapper == FIRST else -2
        return lead


class ShapeWords(QuadWords):
    game: "Shape"

    def phrases(self) -> dict[str, str]:
        pattern = {
            "square": super().phrases()["a 2x2 square"],
            "corners": "the four corners of a straight square",
            "tilted": "the four corners of any square",
            "line": f"a line of {spell_number(self.game.block)}",
        }
        return {**super().phrases(), "a 2x2 square": pattern[self.game.form]}

    def changes(self) -> dict[str, str]:
        said, line = super().changes(), f"a line of {spell_number(self.game.block)} markers, straight or diagonal"
        if self.game.form == "square":
            return said
        said.pop("block", None)  # corners are of any size, a line says its own
        shape = said.pop("shape")
        return {"shape": f"you win with {line}" if self.game.form == "line" else shape, **said}


class Shape(Quad):
    form = Ruling(
        "The rulebook wants four markers on adjacent cells that form a square.",
        square="you win with a square of your markers",
        corners="you win with the four corners of any straight square, large or small",
        tilted="you win with the four corners of any square, large or small, straight or tilted",
        line="you win with a line of markers, straight or diagonal, as long as `block` says",
        name="shape",
    )
    Words = ShapeWords

    def set_up(self) -> None:
        self.noun = "line" if self.form == "line" else "square"
        super().set_up()

    def patterns(self) -> list[set[tuple[int, int]]]:
        if self.form == "square":
            return super().patterns()
        if self.form == "line":
            ways = ((0, 1), (1, 0), (1, 1), (1, -1))
            return [{(down * at, right * at) for at in range(self.block)} for down, right in ways]
        # One side of the square leads so far down and right, the next as far right and up.
        downs = range(self.size if self.form == "tilted" else 1)
        sides = [(down, right) for down in downs for right in range(1, self.size)]
        return [{(0, 0), (down, right), (down - right, right + down), (-right, down)} for down, right in sides]


class GravityWords(QuadWords):
    instead = {"on any empty cell.": "in any column that is not full: it falls to the lowest empty cell."}

    def read_move(self, position: Position, text: str) -> list[int]:
        """Any cell of a column means the marker that falls there, and so does the column alone."""
        said, columns = split_words(text), self.squares.columns(self.game.shape)
        if len(said) == 1 and said[0].upper() in columns:
            return self.drop(position, columns.index(said[0].upper()))
        meant = super().read_move(position, text)
        return self.drop(position, meant[0]) if meant[0] < self.game.cells else meant

    def drop(self, position: Position, cell: int) -> list[int]:
        """The lowest empty cell of a cell's column; the cell itself where there is none."""
        filled = position.first | position.second
        column = range(cell % self.game.size, self.game.cells, self.game.size)
        return [each for each in column if not filled >> each & 1][-1:] or [cell]

    def why_illegal(self, position: Position, move: int) -> str:
        if move >= self.game.cells or self.game.is_full(position):
            return super().why_illegal(position, move)
        column = self.squares.columns(self.game.shape)[move % self.game.size]
        cells = map(self.square_name, self.game.legal_moves(position))
        return f"column {column} is full. Please choose {join_with_or([*cells])}."

    def example(self, position: Position) -> str:
        return self.write_move(position, next(self.game.legal_moves(position)))


class Gravity(Quad):
    gravity = Ruling(
        "The rulebook lets players choose any empty cell.",
        no="a marker is placed on any empty cell",
        yes="a marker falls to the lowest empty cell of its column",
    )
    Words, places_markers = GravityWords, False

    def open_cells(self, position: Position) -> int:
        if self.gravity == "no":
            return super().open_cells(position)
        empty = self.full & ~(position.first | position.second)
        return int(super().open_cells(position) & ~(empty >> self.size))  # none below which a cell is empty

    def is_symmetry(self, symmetry: Symmetry) -> bool:
        return self.gravity == "no" or max(symmetry.squares[: self.size]) < self.size  # what leaves the top row on top

    def check(self, position: Position) -> None:
        filled, lead = position.first | position.second, position.first.bit_count() - position.second.bit_count()
        for cell in range(self.cells - self.size if lead == self.expected_lead(position) else 0):
            if filled >> cell & 1 and not filled >> cell + self.size & 1:
                name, below = map(self.words.square_name, (cell, cell + self.size))
                raise BadPosition(f"the marker on {name} would have fallen: {below} below it is empty")
        super().check(position)
