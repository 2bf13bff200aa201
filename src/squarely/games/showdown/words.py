"""What Center Square Showdown prints, asks, draws and refuses."""

from typing import TYPE_CHECKING

from squarely.core.board.grid import EIGHT_DIRECTIONS, NO_DIRECTION, OFF, Squares, decode_direction, opposite
from squarely.core.board.square_names import Coordinates
from squarely.core.errors import IllegalMove, UnreadableMove
from squarely.core.match.match import Match
from squarely.core.rules.moves import read_direction
from squarely.core.rules.words import Drawing, Words
from squarely.core.text.notation import join_with_or, quote, split_words

if TYPE_CHECKING:
    from squarely.games.showdown.rules import Showdown

_CURRENT = "Current Grid Position:\n{board}\n{below}"


class ShowdownWords(Words["Showdown"]):
    squares = Coordinates(1)
    looks = {"*": "★"}
    picture = "...../...../.*.../...../..... 2 right"
    drawing = Drawing(("    ", "   "), ("{row} | ", " | ", " |"), rule=("  ", "-----", "", ""), top="  ", blank=" ")
    says = {
        "welcome": "Welcome to {title}!\n\n" + _CURRENT,
        "turn": "{mover}'s Turn.",
        "ask": "Enter move ({ways}): ",
        "show_move": "\n{moved}\n\n" + _CURRENT,
        "closing": "Winner: {winner} wins by moving the token to the {goal} {where}.",
    }

    def slots(self, match: Match) -> dict[str, str]:
        where = self.square_name(match.position.token)
        ways = "/".join(EIGHT_DIRECTIONS[: self.game.ways])
        moved = f"Token moved to position {where}.\n{self.news(match)}".rstrip()
        return {"ways": ways, "moved": moved, "below": "", "goal": self.game.goal_name, "where": where}

    def phrases(self) -> dict[str, str]:
        return {**super().phrases(), "here Player 1": f"here {self.game.players[self.game.begins]}"}

    def reason(self, position: "Showdown.Position") -> str:
        return f"the token reached the {self.game.goal_name} {self.square_name(position.token)}"

    def places(self) -> dict[int, str]:
        return {self.game.goal_square: "goal"}

    def unseen(self, position: "Showdown.Position") -> str:
        if position.last == NO_DIRECTION or position.token == self.game.goal_square:
            return ""
        last = decode_direction(position.last)
        return f"The last step was {EIGHT_DIRECTIONS[last]}: {EIGHT_DIRECTIONS[opposite(last)]} is forbidden."

    def read_move(self, position: "Showdown.Position", text: str) -> list[int]:
        said, ways = split_words(text), self.game.ways
        if said == ["pass"]:
            raise IllegalMove(f"passing is not permitted. {self.say_choices(position)}")
        meant = read_direction("".join(said), ways) if len(said) == 1 or ways > 4 else []
        if not meant:
            every = join_with_or(EIGHT_DIRECTIONS[:ways])
            raise UnreadableMove(f"{quote(text)} is not a direction. Please enter {every}.")
        return meant

    def why_illegal(self, position: "Showdown.Position", move: int) -> str:
        return f"{self.why_not(position, move)}. {self.say_choices(position)}"

    def say_choices(self, position: "Showdown.Position") -> str:
        legal = [self.write_move(position, each) for each in self.game.legal_moves(position)]
        return f"Please choose {join_with_or(legal)}."

    def why_not(self, position: "Showdown.Position", move: int) -> str:
        """What keeps the token from making this step."""
        if self.game.target(position, move) == OFF:
            return f"{EIGHT_DIRECTIONS[move]} of {self.square_name(position.token)} is off the grid"
        return f"{EIGHT_DIRECTIONS[move]} would take back the last move"

    def read_touch(self, position: "Showdown.Position", squares: Squares) -> str | None:
        if len(squares) != 2 or squares[0] != position.token:
            where = self.square_name(position.token)
            raise IllegalMove(f"a move touches the token on {where}, then a square next to it.")
        for direction, name in enumerate(EIGHT_DIRECTIONS[: self.game.ways]):
            if self.game.target(position, direction) == squares[1]:
                return name
        raise IllegalMove(self.why_unreachable(position, squares[1]))

    def why_unreachable(self, position: "Showdown.Position", square: int) -> str:
        where, there = self.square_name(position.token), self.square_name(square)
        targets = [self.square_name(self.game.target(position, way)) for way in self.game.legal_moves(position)]
        return f"{there} is not next to the token on {where}. Please choose {join_with_or(targets)}."

    def deciding_squares(self, match: Match) -> Squares:
        return (match.position.token,)
