"""What the lab changes in Capture Square with tokens. Each class is one change."""

from typing import ClassVar

from squarely.core.board.grid import OFF, Squares, count_squares
from squarely.core.errors import BadOption, BadPosition
from squarely.core.match.match import Match
from squarely.core.rules.game import FIRST, FIRST_WINS, ONGOING, SECOND_WINS, TIE, Position
from squarely.core.rules.options import Ruling
from squarely.core.text.notation import capitalise
from squarely.core.variations.moving import DiagonalSteps, forbid_diagonals
from squarely.games.center.rules import Center
from squarely.games.center.words import ON_CENTER, WAYS, CenterWords

NEVER = "A token is never placed there."
_BLOCKED = "a player who cannot place or move a token"


class StalemateWords(CenterWords):
    instead = {NEVER: f"{NEVER} A player who cannot place or move a token loses."}

    def is_captured(self, position: Position) -> bool:
        return bool((position.first | position.second) >> self.game.center & 1)

    def reason(self, position: Position) -> str:
        blocked = f"{self.game.marks[position.mover]} cannot place or move a token"
        return super().reason(position) if self.is_captured(position) else blocked

    def slots(self, match: Match) -> dict[str, str]:
        blocked = {"how": f"{match.mover_name} cannot place or move a token, and you have won the game!"}
        return super().slots(match) | ({} if self.is_captured(match.position) else blocked)

    def deciding_squares(self, match: Match) -> Squares:
        """The center; where somebody is blocked, their tokens."""
        if self.is_captured(match.position):
            return super().deciding_squares(match)
        return tuple(s for s in range(self.game.squares) if match.position[match.mover] >> s & 1)


class Stalemate(Center):
    stalemate = Ruling(
        "The rulebook is silent on a player whose tokens are all placed and blocked, and says that the game "
        "continues until there is a winner.",
        **{"pass": f"{_BLOCKED} passes", "loses": f"{_BLOCKED} loses"},
    )
    Words: ClassVar[type[CenterWords]] = StalemateWords

    def outcome(self, position: Position) -> int:
        result = super().outcome(position)
        if result == ONGOING and self.stalemate == "loses" and self.is_blocked(position):
            return SECOND_WINS if position.mover == FIRST else FIRST_WINS
        return result


class Diagonal(DiagonalSteps, Center):
    diagonal = forbid_diagonals("tokens move up, down, left and right", "tokens may also move diagonally")


class BesideCenterWords(CenterWords):
    instead = {"but the center, or": "but the center and the squares beside it, or"}

    def why_illegal(self, position: Position, move: int) -> str:
        said = super().why_illegal(position, move)
        return said if move == self.game.center else said.replace(ON_CENTER, "next to the center, on")


class BesideCenter(Center):
    beside_center = Ruling(
        "The rulebook keeps only the center itself free of placed tokens.",
        allowed="a token may be placed on any empty square but the center",
        forbidden="you may not place a token on the center or beside it",
    )
    Words = BesideCenterWords

    def set_up(self) -> None:
        super().set_up()
        if self.beside_center == "forbidden":
            self.open &= ~self.find_beside()
        if 2 * self.tokens > (free := self.open.bit_count()):
            few = f"only {free} squares of the {self.size}x{self.size} grid may be placed on"
            raise BadOption(f"tokens={self.tokens} makes no game here: {few}")


class RetreatWords(CenterWords):
    no_target = "may be moved to"
    instead = {"onto an empty square.": "onto an empty square. A token may only move closer to the center."}

    def why_not_there(self, position: Position, origin: int, way: int, where: str) -> str:
        if way >= self.game.ways or self.game.steps[origin][way] != OFF:
            return super().why_not_there(position, origin, way, where)
        return f"{where} is no closer to the center than {self.square_name(origin)}. Please choose a square that is."


class Retreat(Center):
    retreat = Ruling(
        "The rulebook lets a token go back where it came from.",
        allowed="a token may move away from the center",
        forbidden="a token may only move closer to the center",
    )
    Words = RetreatWords

    def set_up(self) -> None:
        super().set_up()
        if self.retreat == "forbidden":
            add = max if self.ways == WAYS else sum  # how many moves a token is from the center
            middle, squares = self.size // 2, range(self.squares)
            far = [add(abs(part - middle) for part in divmod(square, self.size)) for square in squares]
            self.steps = tuple(
                tuple(OFF if far[target] >= far[origin] else target for target in targets)
                for origin, targets in enumerate(self.steps)
            )


class GuardedWords(CenterWords):
    game: "Guarded"
    no_target = "may be moved to"

    def phrases(self) -> dict[str, str]:
        said = super().phrases()
        guarded = " You may move there only if you have more tokens beside the center than your opponent."
        tie = f" {capitalise(_BLOCKED)} passes. When no player can place or move a token, the game is a tie."
        return {**said, NEVER: NEVER + guarded + (said.get(NEVER, "").removeprefix(NEVER) or tie)}

    def changes(self) -> dict[str, str]:
        said = super().changes()
        if self.game.is_guarded:
            said.setdefault("stalemate", "if you cannot place or move, you pass; if no player can, the game is a tie")
        return said

    def reason(self, position: Position) -> str:
        tied = self.game.outcome(position) == TIE
        return "no player can place or move a token" if tied else super().reason(position)

    def why_not_there(self, position: Position, origin: int, way: int, where: str) -> str:
        game, taken = self.game, position.first | position.second
        if way >= game.ways or game.steps[origin][way] != game.center or taken >> game.center & 1:
            return super().why_not_there(position, origin, way, where)
        return "the center is guarded: you need more tokens beside it than your opponent. Please choose another move."


class Guarded(Stalemate):
    """The center is entered by the side that has more tokens beside it, so that both may be blocked."""

    guarded = Ruling(
        "The rulebook asks only that the center is empty, so that nobody can stop a token beside it.",
        no="any token beside the center may move onto it",
        yes="you may move onto the center only if you have more tokens beside it than your opponent",
    )
    Words = GuardedWords

    def set_up(self) -> None:
        super().set_up()
        self.is_guarded, self.beside = self.guarded == "yes", self.find_beside()

    def free_squares(self, position: Position) -> int:
        free = super().free_squares(position)
        return free & ~(1 << self.center) if self.is_guarded and self.lead(position) <= 0 else free

    def lead(self, position: Position) -> int:
        """How many more tokens the mover has beside the center than the other side."""
        more = count_squares(position.first & self.beside) - count_squares(position.second & self.beside)
        return more if position.mover == FIRST else -more

    def outcome(self, position: Position) -> int:
        result = super().outcome(position)
        if result != ONGOING or not self.is_guarded or not self.is_blocked(position):
            return result
        return TIE if self.is_blocked(position._replace(mover=1 - position.mover)) else ONGOING

    def check(self, position: Position) -> None:
        super().check(position)
        if (position.first | position.second) >> self.center & 1 and self.lead(position) > 0:
            mark, holder = self.marks[position.mover], self.marks[1 - position.mover]
            raise BadPosition(f"{holder} cannot have moved onto the center square: {mark} has as many tokens beside it")
