"""What Grid Snatchers prints, asks, draws and refuses."""

from functools import lru_cache
from typing import TYPE_CHECKING

from squarely.core.board.grid import EIGHT_DIRECTIONS, OFF, Squares
from squarely.core.board.square_names import Coordinates
from squarely.core.errors import IllegalMove, UnreadableMove
from squarely.core.match.match import Match
from squarely.core.rules.moves import read_direction
from squarely.core.rules.words import Asking, Drawing, Words
from squarely.core.text.notation import join_with_or, plural, quote, spell_number, split_words

if TYPE_CHECKING:
    from squarely.games.snatchers.rules import Snatchers

TOKENS = ("P1", "P2")


class SnatchersWords(Words["Snatchers"]):
    squares = Coordinates(1, x_first=True)
    looks = {"1": TOKENS[0], "2": TOKENS[1]}
    picture = "...../.1.../...../...2./..... 1"
    drawing = Drawing(
        ("x    ", "    "), ("{row} |", "|", "|"), ("  +", "----", "+", "+"), "y +", "{:^4}", blank="", uses_looks=True
    )
    says = {
        "turn": "{choices}\n{mover}, enter your move:",
        "ask": "Direction ({ways}): ",
        "closing": "{moved} captures {mover}'s token.\n{moved} wins the game.",
    }

    def slots(self, match: Match) -> dict[str, str]:
        ways, moved = "/".join(EIGHT_DIRECTIONS[: self.game.ways]), match.names[match.mover.other]
        return {"ways": ways, "moved": moved, "choices": self.say_choices(match.position)}

    def phrases(self) -> dict[str, str]:
        size, reach = self.game.size, self.game.reach
        spaces = f"{join_with_or([spell_number(count) for count in range(1, reach + 1)])} {plural(reach, 'space')}"
        return {**super().phrases(), "(5,5)": f"({size},{size})", "one or two spaces": spaces}

    def reason(self, position: "Snatchers.Position") -> str:
        captor, captured = TOKENS[1 - position.mover], TOKENS[position.mover]
        return f"{captor} captured {captured} at {self.square_name(position.first)}"

    def read_move(self, position: "Snatchers.Position", text: str) -> list[int]:
        said, reach = split_words(text), self.game.reach
        if said == ["pass"]:
            raise IllegalMove(f"passing is not permitted. {self.say_choices(position)}")
        if self.game.ways > 4 and len(said) > 1 and said[1].isalpha():  # up left 2
            said[:2] = ["".join(said[:2])]
        directions = read_direction(said[0], self.game.ways) if said else []
        if not directions or len(said) > 2:
            wanted = f"a direction and a number, such as up {reach}"
            raise UnreadableMove(f"{quote(text)} is not a move. Please enter {wanted}.")
        if len(said) == 2 and said[1] not in self.counts:
            wanted = join_with_or(self.counts)
            raise UnreadableMove(f"{quote(said[1])} is not a number of spaces. Please enter {wanted}.")
        spaces = [int(said[1])] if len(said) == 2 else range(1, reach + 1)
        return [directions[0] * reach + count - 1 for count in spaces]

    @property
    def counts(self) -> list[str]:
        return [str(count) for count in range(1, self.game.reach + 1)]

    def ask(self, match: Match) -> Asking:
        direction = yield self.say("ask", match)
        if len(split_words(direction)) != 1 or split_words(direction) == ["pass"]:
            return direction
        meant = self.read_move(match.position, direction)
        if not any(move in meant for move in match.legal_moves):
            raise IllegalMove(self.why_illegal(match.position, meant[0]))
        return f"{direction} {(yield f'Number of spaces ({join_with_or(self.counts)}): ')}"

    def why_illegal(self, position: "Snatchers.Position", move: int) -> str:
        return f"{self.why_not(position, move)}. {self.say_choices(position)}"

    def why_not(self, position: "Snatchers.Position", move: int) -> str:
        """What keeps the token from making this move."""
        if self.game.target(position, move) == OFF:
            here = self.square_name(position[position.mover])
            return f"{self.write_move(position, move)} from {here} is off the grid"
        return "the path is blocked: a token cannot pass through the other one"

    def say_choices(self, position: "Snatchers.Position") -> str:
        """Where each direction leads, since the rulebook's up and down depend on the player."""
        return _say_choices(self, position)

    def read_touch(self, position: "Snatchers.Position", squares: Squares) -> str | None:
        here = self.square_name(position[position.mover])
        if len(squares) != 2 or squares[0] != position[position.mover]:
            raise IllegalMove(f"a move touches your token on {here}, then the square where it lands.")
        for move in range(self.game.ways * self.game.reach):
            if self.game.target(position, move) == squares[1]:
                return self.write_move(position, move)
        wrong = f"no move leads from {here} to {self.square_name(squares[1])}"
        rule = f"a token moves in a straight line, by at most {self.game.reach}"
        raise IllegalMove(f"{wrong}: {rule}. {self.say_choices(position)}")

    def show_move(self, match: Match, by_reader: bool = True) -> str:
        who, landed = "You" if by_reader else match.names[match.mover.other], match.position[match.mover.other]
        moved = self.news(match) or f"{who} moved to position {self.square_name(landed)}."
        return f"{moved}\n\n{self.draw(match.position)}\n"

    def deciding_squares(self, match: Match) -> Squares:
        """Where the capture was made, or the token that cannot move."""
        return (match.position[match.mover.other],)


@lru_cache(maxsize=1024)  # a server says it after every turn
def _say_choices(words: SnatchersWords, position: "Snatchers.Position") -> str:
    targets: dict[str, list[str]] = {}
    for move in words.game.legal_moves(position):
        way = EIGHT_DIRECTIONS[move // words.game.reach]
        targets.setdefault(way, []).append(words.square_name(words.game.target(position, move)))
    ways = ", ".join(f"{way} to {join_with_or(squares)}" for way, squares in targets.items())
    return f"From {words.square_name(position[position.mover])}: {ways}."
