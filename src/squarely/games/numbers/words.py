"""What Capture Squares prints, asks, draws and refuses."""

from itertools import pairwise
from typing import TYPE_CHECKING

from squarely.core.board.grid import Squares, at
from squarely.core.board.square_names import Coordinates
from squarely.core.errors import IllegalMove, UnreadableMove
from squarely.core.match.last_move import find_remains
from squarely.core.match.match import Match
from squarely.core.rules.words import Drawing, Words
from squarely.core.text.notation import count_noun, join_with_and, quote, read_numbers, split_words

if TYPE_CHECKING:
    from squarely.games.numbers.rules import Numbers

HIGHER_WINS, TIED = ", the higher total wins", "; equal totals are a tie"
EVERY = "every smaller neighbour"
SETS = 16  # sets of neighbours, one bit each


class NumbersWords(Words["Numbers"]):
    squares = Coordinates(1)
    says = {
        "welcome": "Welcome to {title}!\n\nInitial Grid:\n{board}\n",
        "turn": "{mover}, it's your turn.",
        "ask": "Please enter the position of the square you want to capture{example}:\n{mover}: ",
    }

    def draw(self, position: "Numbers.Position") -> str:
        width = len(str(self.game.squares))
        rule = ("+", "-" * (width + 2), "+", "+")
        grid = Drawing(None, ("| ", " | ", " |"), rule, top="+", cell=f"{{:>{width}}}", blank="", uses_looks=True)
        return self.draw_as(grid, position)

    def slots(self, match: Match) -> dict[str, str]:
        return {"example": "" if match.moves else " (e.g., 2 2 for row 2, column 2)"}

    def phrases(self) -> dict[str, str]:
        tie = "" if self.game.total % 2 else TIED
        return {**super().phrases(), "1 to 9": f"1 to {self.game.squares}", HIGHER_WINS: HIGHER_WINS + tie}

    def changes(self) -> dict[str, str]:
        said, points = super().changes(), self.game.total + int(self.game.settings["komi"])
        if "size" in said:
            said["size"] += f", with the numbers 1 to {self.game.squares}"
        return {**said, **({} if points % 2 else {"tie": "equal totals are a tie"})}

    def reason(self, position: "Numbers.Position") -> str:
        first, second = self.game.points(position)
        return f"all squares are captured, {first} to {second}"

    def write_move(self, position: "Numbers.Position", move: int) -> str:
        return self.read_touch(position, self.touched_squares(position, move))

    def captured(self, position: "Numbers.Position", move: int) -> list[int]:
        """The numbers that a move captures, the selected one first."""
        return [at(position.board, square) for square in self.game.move_numbers.squares(move)]

    def note(self, position: "Numbers.Position", move: int) -> str:
        taken = self.captured(position, move)
        return " +".join(map(str, taken)) + (f" = {sum(taken)}" if len(taken) > 1 else "")

    def tell_move(self, position: "Numbers.Position", move: int) -> str:
        taken = self.captured(position, move)
        return f"took {join_with_and([*map(str, taken)])}: {count_noun(sum(taken), 'point')}"

    def read_move(self, position: "Numbers.Position", text: str) -> list[int]:
        selected, colon, also = text.partition(":")
        typed, more = read_numbers(selected), read_numbers(also) or []
        if typed is None or len(typed) != 2 or len(more) % 2 or (colon and not more):
            raise UnreadableMove(f"{quote(text)} is not a position. Please enter a row and a column, such as 2 2.")
        (square,), said, taken = self.squares.read(self.game.shape, split_words(selected)), split_words(also), 0
        around = self.game.neighbours[square]
        for pair in zip(said[::2], said[1::2], strict=True):
            (neighbour,) = self.squares.read(self.game.shape, pair)
            if neighbour not in around:
                apart = f"{self.square_name(neighbour)} is not next to {self.square_name(square)}"
                raise IllegalMove(f"{apart}. Only neighbours are captured too.")
            taken |= 1 << around.index(neighbour)
        if not colon:
            taken = self.game.least_taken(self.game.smaller_neighbours(position, square))
        return [square * SETS + taken]

    def why_illegal(self, position: "Numbers.Position", move: int) -> str:
        square = move // SETS
        if not at(position.board, square):
            return f"{self.square_name(square)} is already captured. Please choose an available square."
        return f"{EVERY} is captured, no other. Please enter the selected square alone."

    def touched_squares(self, position: "Numbers.Position", move: int) -> Squares:
        return (move // SETS,)

    def read_touch(self, position: "Numbers.Position", squares: Squares) -> str:
        typed = [self.squares.write(self.game.shape, square) for square in squares]
        return "".join(typed[:1]) + (f" : {', '.join(typed[1:])}" if len(typed) > 1 else "")

    def captured_squares(self, before: "Numbers.Position", after: "Numbers.Position") -> Squares:
        return tuple(s for s in range(self.game.squares) if at(before.board, s) and not at(after.board, s))

    def deciding_squares(self, match: Match) -> Squares:
        winner = match.outcome.winner if match.outcome else None
        return tuple(square for square, captured in find_remains(match).items() if captured.captor == winner)

    def show_move(self, match: Match, by_reader: bool = True) -> str:
        before = match.positions[-2]
        mover = match.names[before.mover]
        has, whose = ("You have", "Your") if by_reader else (f"{mover} has", f"{mover}'s")
        captured = {square: at(before.board, square) for square in self.game.move_numbers.squares(match.moves[-1])}
        selected, listed = next(iter(captured)), [f"{self.square_name(at)}={number}" for at, number in captured.items()]
        return (
            f"\n{has} selected number {captured[selected]} at position {self.square_name(selected)}.\n"
            f"Captured squares: {', '.join(listed)}\n{whose} turn score: {sum(captured.values())}\n"
            f"{' '.join(self.beside(match.position, match.names))}\n\nUpdated Grid:\n{self.draw(match.position)}\n"
        )

    def closing(self, match: Match) -> str:
        told, outcome = ["Final Scores"], match.outcome
        for name, gains, total in zip(match.names, self.gains(match), self.game.points(match.position), strict=True):
            sum_of = f"{' + '.join(gains)} = " if len(gains) > 1 else ""
            told.append(f"{name} Total Score: {sum_of}{total}")
        won = match.names[outcome.winner] if outcome and outcome.winner is not None else "nobody, the scores are equal"
        return "\n".join([*told, f"Winner: {won}"])

    def gains(self, match: Match) -> tuple[list[str], list[str]]:
        """What each side scored turn by turn, what it began with first."""
        totals = ([0, *(getattr(p, side) for p in match.positions)] for side in ("first", "second"))
        first, second = ([str(now - was) for was, now in pairwise(each) if now > was] for each in totals)
        return first, second
