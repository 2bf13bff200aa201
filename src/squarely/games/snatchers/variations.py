"""What the lab changes in Grid Snatchers. Each class is one change."""

from squarely.core.board.grid import OFF, flip
from squarely.core.errors import BadPosition
from squarely.core.match.match import Match
from squarely.core.rules.fields import SquareSet
from squarely.core.rules.game import FIRST, Position
from squarely.core.rules.options import Ruling
from squarely.core.variations.moving import ClosedSquares, DiagonalSteps, StuckWords, forbid_diagonals, rule_on_stuck
from squarely.games.snatchers.rules import Snatchers
from squarely.games.snatchers.words import TOKENS, SnatchersWords


class UpWords(SnatchersWords):
    game: "Up"

    def phrases(self) -> dict[str, str]:
        forward = "toward the opponent's home edge"
        leads = {
            "forward": forward,
            "screen": "from the bottom to the top for both players",
            "cartesian": "from the top to the bottom for both players",
        }
        return {**super().phrases(), forward: leads[self.game.up]}


class Up(Snatchers):
    up = Ruling(
        "The printed example moves Player 1 up from (1,1) to (1,3) and Player 2 up from (3,5) to (3,3), and calls "
        "(1,1) the top-left corner. Only `forward` reproduces every printed move.",
        forward="up leads toward the opponent's home edge; left is -x and right is +x for both players",
        screen="up leads toward the top of the board for both players",
        cartesian="up leads toward the bottom of the board for both players",
    )
    Words = UpWords

    def heading(self, side: int, direction: int) -> int:
        if self.up == "screen":
            return direction
        return flip(direction) if self.up == "cartesian" else super().heading(side, direction)


class Diagonal(DiagonalSteps, Snatchers):
    diagonal = forbid_diagonals("tokens move up, down, left or right", "tokens may also move diagonally")


class BurntWords(StuckWords, SnatchersWords):
    game: "Burnt"
    looks = {**SnatchersWords.looks, "#": "##"}

    def phrases(self) -> dict[str, str]:
        if not self.game.closes:
            return super().phrases()
        through = "does not pass through the other one."
        burns = "The square that it leaves is burnt: nobody may stand on it or pass over it again."
        return {**super().phrases(), through: f"{through} {burns} {self.say_stuck()}"}

    def reason(self, position: Position) -> str:
        if position.first == position.second:
            return super().reason(position)
        if self.game.stuck_passes:
            return "no token can move: every way is burnt or off the grid"
        return self.say_no_move(TOKENS[1 - position.mover], position[1 - position.mover])

    def why_not(self, position: Position, move: int) -> str:
        game = self.game
        if move == game.steps:
            return "you may not pass while your token can move"
        if game.target(position, move) != OFF:
            for shorter in range(move - move % game.reach, move + 1):
                square = game.target(position, shorter)
                if position.burnt >> square & 1:
                    return f"{self.square_name(square)} is burnt: nobody may stand on it or pass over it"
                if square == position[1 - position.mover]:
                    break
        return super().why_not(position, move)

    def say_choices(self, position: Position) -> str:
        if not self.game.is_stuck(position):
            return super().say_choices(position)
        return f"From {self.square_name(position[position.mover])} your token cannot move: please pass."

    def closing(self, match: Match) -> str:
        if match.position.first == match.position.second:
            return super().closing(match)
        if self.game.stuck_passes:
            return "No token can move: the game is a tie."
        stuck = match.mover.other
        return f"{self.say_no_move(match.names[stuck], match.position[stuck])}.\n{match.mover_name} wins the game."


class Burnt(ClosedSquares, Snatchers):
    burnt = Ruling(
        "The rulebook knows no obstacles, so tokens can keep out of each other's way for ever.",
        no="squares stay as they are",
        yes="a square that a token has left is burnt: nobody may stand on it or pass over it",
    )
    fields, pieces, field_names = {"burnt": SquareSet}, {"burnt": "#"}, {"burnt": "burnt squares"}
    closing, leaves = ("burnt=yes", "squares burn"), ("burnt square", "burns")
    Words = BurntWords

    def closed(self, position: Position) -> int:
        return position.burnt  # type: ignore[no-any-return]

    def close(self, before: Position, after: Position) -> Position:
        left = before.first if before.mover == FIRST else before.second
        return after._replace(burnt=before.burnt | 1 << left)

    def check(self, position: Position) -> None:
        super().check(position)
        if self.closes:
            self.check_homes(position)
            self.check_turn(position)

    def check_homes(self, position: Position) -> None:
        """Refuse burnt squares that do not begin where the tokens began."""
        homes = (0, self.size**2 - 1)
        for side, (token, home, square) in enumerate(zip(TOKENS, homes, position[:2], strict=True)):
            if square != home and not position.burnt >> home & 1:
                name = self.words.square_name(home)
                raise BadPosition(f"{token} began on {name}, so that square is burnt once it has left")
            if square == home and position.burnt.bit_count() > side:
                raise BadPosition(f"{token} stands where it began, but the burnt squares show that it has moved")


class StuckTokens(Snatchers):
    stuck = rule_on_stuck("without burnt squares", "loses", "passes")
