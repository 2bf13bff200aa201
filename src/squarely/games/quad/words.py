"""What Capture Square with markers prints, asks, draws and refuses."""

from typing import TYPE_CHECKING

from squarely.core.board.grid import Squares
from squarely.core.board.square_names import LetterAndNumber
from squarely.core.errors import UnreadableMove
from squarely.core.match.match import Match
from squarely.core.rules.words import Drawing, Words
from squarely.core.text.notation import join_with_and, quote, split_words

if TYPE_CHECKING:
    from squarely.games.quad.rules import Quad

TOO_EARLY = "markers are swapped in Sudden Death only, when all cells are filled. Please choose an empty cell."


class QuadWords(Words["Quad"]):
    squares = LetterAndNumber("cell")
    drawing = Drawing(header=("  ", "   "), row=("{row} ", " | ", " "), rule=("  ", "---", "+", ""))
    says = {
        "welcome": "Welcome to {title}!\n\n{mover} ({mark}), you go first.\n\n{board}\n{news}",
        "ask": "{mover} ({mark}), enter your {what} (e.g., {example}): ",
        "show_move": "\n{board}\n{news}",
        "closing": "Congratulations, {winner}! You've formed a {noun} and won the game!",
        "tie": "All cells are filled and nobody formed a {noun}: the game is a tie.",
    }
    instead = {
        "1 to 4": "1 to {game.size}",
        "a 2x2 square": "a {game.block}x{game.block} square",
        "swap completes a square": "swap completes a {game.noun}",
    }
    swapping = "one of your markers and one of your opponent's exchange places"

    def phrases(self) -> dict[str, str]:
        return {**super().phrases(), "A to D": f"A to {self.squares.columns(self.game.shape)[-1]}"}

    def reason(self, position: "Quad.Position") -> str:
        side = self.game.outcome(position) - 1
        formed = next(block for block in self.game.blocks if position[side] & block == block)
        return f"{self.game.marks[side]} formed a {self.game.noun} on {join_with_and(self.name_squares(formed))}"

    def note(self, position: "Quad.Position", move: int) -> str:
        return super().note(position, move).replace("→", "⇄")

    def tell_move(self, position: "Quad.Position", move: int) -> str:
        return f"played {self.write_move(position, move)}"

    def read_move(self, position: "Quad.Position", text: str) -> list[int]:
        words = [word for word in split_words(text) if word not in ("with", "and", "for")]
        swap = words[:1] == ["swap"]
        if len(words) == 2 and not swap and words[0].isalpha() and words[1].isdigit():
            words = ["".join(words)]
        try:
            named = [cell for word in words[swap:] for cell in self.squares.read(self.game.shape, [word])]
        except UnreadableMove as error:
            raise UnreadableMove(f"{quote(text)} is not a move. {error}") from None
        return self.read_cells(position, text, swap, named)

    def read_cells(self, position: "Quad.Position", text: str, swap: bool, named: list[int]) -> list[int]:
        """The moves of these cells: to place, or to swap, which any order of them does."""
        cells = self.game.cells
        match swap, named:
            case False, [_]:
                return named
            case True, [cell]:
                pairs = [(a, b) for a in range(cells) for b in range(cells) if cell in (a, b)]
            case _, [one, other]:
                pairs = [(one, other), (other, one)]
            case _:
                raise UnreadableMove(f"{quote(text)} is not a move. Please enter {self.wanted(position)}.")
        return [cells + mine * cells + theirs for mine, theirs in pairs]

    def why_illegal(self, position: "Quad.Position", move: int) -> str:
        game, mark, their_mark = self.game, self.game.marks[position.mover], self.game.marks[1 - position.mover]
        if move < game.cells:
            swap = f"All cells are filled: please enter {self.wanted(position)}"
            please = swap if game.is_full(position) else "Please choose another cell"
            return f"{self.square_name(move)} is already occupied. {please}."
        if not game.is_full(position):
            return TOO_EARLY
        mine, theirs = divmod(move - game.cells, game.cells)
        owner = "both yours" if position[position.mover] >> mine & 1 else "both the opponent's"
        both = f"{self.square_name(mine)} and {self.square_name(theirs)} are {owner}"
        what = both if mine != theirs else "a marker cannot swap with itself"
        return f"{what}. Please swap one of your markers ({mark}) with one of the opponent's ({their_mark})."

    def read_touch(self, position: "Quad.Position", squares: Squares) -> str:
        names = " ".join(map(self.square_name, squares))
        return f"swap {names}" if len(squares) > 1 or self.game.is_full(position) else names

    def news(self, match: Match) -> str:
        game = self.game
        swapped = match.moves and game.is_full(match.positions[-2])
        if match.outcome or swapped or not game.is_full(match.position):
            return ""
        return (
            "All cells are filled without a winner: Sudden Death begins!\n"
            f"On your turn, make a swap: {self.swapping} (e.g., {self.example(match.position)}).\n"
            f"Swaps continue until a player forms a {self.game.noun} and wins."
        )

    def slots(self, match: Match) -> dict[str, str]:
        what = "swap" if self.game.is_full(match.position) else "move"
        return {"what": what, "noun": self.game.noun, "example": "" if match.outcome else self.example(match.position)}

    def deciding_squares(self, match: Match) -> Squares:
        markers = match.position[self.game.outcome(match.position) - 1]
        formed = [block for block in self.game.blocks if markers & block == block]
        return tuple(cell for cell in range(self.game.cells) if any(block >> cell & 1 for block in formed))

    def example(self, position: "Quad.Position") -> str:
        """A move to show in a prompt. Placing shows A1 whatever is there, as the rulebook does."""
        return self.write_move(position, next(self.game.legal_moves(position))) if self.game.is_full(position) else "A1"

    def wanted(self, position: "Quad.Position") -> str:
        return f"a {'swap' if self.game.is_full(position) else 'cell'} such as {self.example(position)}"
