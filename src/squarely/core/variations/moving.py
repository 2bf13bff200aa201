"""Variations of games in which pieces move: diagonal steps, and what it means that a piece cannot move.

A piece that cannot move is stuck: its player passes, and loses, or wins, or waits. A game asks `is_open` of each of its
moves, and declares what it can mean there as a variation of its own:

    class Blocked(Snatchers):
        stuck = rule_on_stuck("on an open grid", "loses", "passes")

Where squares that a piece has left are closed behind it, a game also declares that option, and a field of the same name
that keeps these squares:

    class Burnt(ClosedSquares, Snatchers):
        burnt = Ruling("…", no="…", yes="…")
        fields, pieces = {"burnt": SquareSet}, {"burnt": "#"}
        closing, leaves = ("burnt=yes", "squares burn"), ("burnt square", "burns")
"""

from abc import abstractmethod
from collections.abc import Callable, Iterator
from typing import Any, ClassVar

from squarely.core.board.grid import Squares, count_squares
from squarely.core.errors import BadOption, BadPosition
from squarely.core.match.match import Match
from squarely.core.rules.game import FIRST, FIRST_WINS, ONGOING, SECOND_WINS, TIE, Game, Position
from squarely.core.rules.moves import PASS, MoveKind, MoveNumbers
from squarely.core.rules.options import Ruling
from squarely.core.rules.words import Asking, Words
from squarely.core.text.notation import capitalise, count_noun, split_words

LARGEST = 7  # the largest grid on which squares are closed: they fit into one number
_STUCK = {
    "loses": "a player who cannot move loses",
    "wins": "a player who cannot move wins",
    "ties": "if a player cannot move, the game is a tie",
    "passes": "a player who cannot move passes; if no player can move, the game is a tie",
}
_TO_YOU = {"loses": "if you cannot move, you lose", "wins": "if you cannot move, you win"}


def rule_on_stuck(usually: str, *readings: str) -> Ruling:
    """The option: when no side is ever stuck, and some of the things that it can mean, the default first."""
    says = f"The rulebook is silent, since {usually} there is always a move."
    return Ruling(says, **{name: _STUCK[name] for name in readings})


class StuckWords(Words[Any]):
    game: "Stuck"
    piece, passes = "your token", "{name} cannot move and passes."

    def read_move(self, position: Position, text: str) -> list[int]:
        passes = self.game.can_be_stuck and split_words(text) == ["pass"]
        return [self.game.steps] if passes else super().read_move(position, text)

    def read_touch(self, position: Position, squares: Squares) -> str | None:
        return "pass" if self.game.can_be_stuck and not squares else super().read_touch(position, squares)

    def ask(self, match: Match) -> Asking:
        if self.game.is_stuck(match.position):
            return (yield f"{capitalise(self.piece)} cannot move. Enter pass: ")
        return (yield from super().ask(match))

    def say_stuck(self) -> str:
        return f"{capitalise(_STUCK[str(self.game.settings['stuck'])])}."

    def say_no_move(self, name: str, square: int) -> str:
        """`Player 2 has no move from (1,3) and loses`: why a game is over."""
        then = "loses" if self.game.stuck_loses != self.turned else "wins"
        ends = ", and the game is a tie" if self.game.stuck_ties else f" and {then}"
        return f"{name} has no move from {self.square_name(square)}{ends}"

    def changes(self) -> dict[str, str]:
        stuck = str(self.game.settings["stuck"])
        return {**super().changes(), **({"stuck": (_STUCK | _TO_YOU)[stuck]} if self.game.can_be_stuck else {})}

    def news(self, match: Match) -> str:
        name = match.names[match.mover.other]
        return self.passes.format(name=name) if self.was_pass(match) else super().news(match)

    def was_pass(self, match: Match) -> bool:
        return bool(match.moves) and match.moves[-1] == self.game.steps


class Stuck(Game):
    can_be_stuck: bool  # under these options; else there is no pass
    is_open: Callable[[Position, int], bool]
    Words = StuckWords

    def set_up(self) -> None:
        super().set_up()
        self.steps = MoveNumbers(self.shape, super().move_kinds()).count  # the number of a pass: behind all of them
        stuck = self.settings["stuck"]
        self.stuck_loses, self.stuck_ties, self.stuck_passes = stuck == "loses", stuck == "ties", stuck == "passes"

    def move_kinds(self) -> tuple[MoveKind, ...]:
        return (*super().move_kinds(), PASS) if self.can_be_stuck else super().move_kinds()

    def legal_moves(self, position: Position) -> Iterator[int]:
        if self.outcome(position) == ONGOING:
            stuck = True
            for move in range(self.steps):
                if self.is_open(position, move):
                    stuck = False
                    yield move
            if stuck:
                yield self.steps

    def play(self, position: Position, move: int) -> Position:
        return position._replace(mover=1 - position.mover) if move == self.steps else super().play(position, move)

    def outcome(self, position: Position) -> int:
        result = super().outcome(position)
        if result != ONGOING or not self.can_be_stuck:
            return result
        if self.stuck_passes:
            return TIE if self.are_both_stuck(position) else ONGOING
        if not self.has_passed(position):
            return ONGOING
        if self.stuck_ties:
            return TIE
        return FIRST_WINS if (position.mover == FIRST) == self.stuck_loses else SECOND_WINS

    @abstractmethod
    def has_passed(self, position: Position) -> bool:
        """Whether the game has ended with a pass."""
        raise TypeError

    def is_stuck(self, position: Position) -> bool:
        for move in range(self.steps):
            if self.is_open(position, move):
                return False
        return True

    def are_both_stuck(self, position: Position) -> bool:
        return self.is_stuck(position) and self.is_stuck(position._replace(mover=1 - position.mover))


class ClosedSquares(Stuck):
    closing: ClassVar[tuple[str, str]]  # the setting that closes squares, and what happens then
    leaves: ClassVar[tuple[str, str]]  # what every turn leaves behind, and what it does

    def set_up(self) -> None:
        setting, happens = self.closing
        option, _, reading = setting.partition("=")
        self.closes = self.can_be_stuck = self.settings[option] == reading
        super().set_up()
        self.begins: int = super().start().mover
        if self.closes and (size := max(self.shape)) > LARGEST:
            raise BadOption(f"{setting} with size={size} makes no game: {happens} on grids up to size={LARGEST}")

    @abstractmethod
    def closed(self, position: Position) -> int:
        """The squares that are closed."""
        raise TypeError

    @abstractmethod
    def close(self, before: Position, after: Position) -> Position:
        """The position after a step, with the square closed that it has left."""
        raise TypeError

    def play(self, position: Position, move: int) -> Position:
        after = super().play(position, move)
        return self.close(position, after) if self.closes and move != self.steps else after

    def may_enter(self, position: Position, square: int) -> bool:
        return super().may_enter(position, square) and not self.closed(position) >> square & 1  # type: ignore[misc]

    def has_passed(self, position: Position) -> bool:
        """Every step closes a square, so that only a pass brings the turn out of step."""
        if not self.closes or self.stuck_passes:
            return False
        turns: int = count_squares(self.closed(position)) + self.begins + position.mover
        return turns % 2 == 1

    def maxima(self) -> dict[str, int]:
        option, _, _ = self.closing[0].partition("=")
        return {**super().maxima(), option: (1 << self.shape.squares) - 1 if self.closes else 0}

    @property
    def counts_turns(self) -> bool:  # type: ignore[override]
        return self.closes and not self.stuck_passes

    def check_turn(self, position: Position) -> None:
        """Refuse a turn that is out of step otherwise than by a pass."""
        before = position._replace(mover=1 - position.mover)
        if self.has_passed(position) and self.steps not in self.legal_moves(before):
            closed, (square, does) = count_squares(self.closed(position)), self.leaves
            player = self.players[position.mover]
            raise BadPosition(f"with {count_noun(closed, square)} it cannot be {player}'s turn: every turn {does} one")


def forbid_diagonals(straight: str, also: str) -> Ruling:
    """The option: how pieces move in the rulebook, and how where it is allowed."""
    return Ruling("The rulebook forbids diagonal moves.", forbidden=straight, allowed=also)


class DiagonalWords(Words[Any]):
    def phrases(self) -> dict[str, str]:
        also = {"left or right": "left, right or diagonally"} if self.game.ways == 8 else {}
        return {**super().phrases(), **also}


class DiagonalSteps(Game):
    """For a game that counts its directions in `ways`."""

    diagonal: Ruling
    Words: ClassVar[type[Any]] = DiagonalWords  # whatever those of the game are

    def set_up(self) -> None:
        super().set_up()
        self.ways = 8 if self.diagonal == "allowed" else 4
