"""Variations that count turns: two moves a turn after the first, so that to begin is worth less; a limit of turns."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from squarely.core.errors import BadOption, BadPosition
from squarely.core.rules.fields import Count, PositionLine
from squarely.core.rules.game import ONGOING, TIE, Game, Position
from squarely.core.rules.options import Dial, Ruling
from squarely.core.rules.words import Words
from squarely.core.text.notation import count_noun, is_number, quote

if TYPE_CHECKING:
    from squarely.core.board.grid import Squares
    from squarely.core.match.match import Match

ONLY, FIRST_OF_TWO, SECOND_OF_TWO = 0, 1, 2


class DoubleMovesWords(Words[Any]):
    """Between the two moves of a turn, the game itself takes the other side to be next, and is told so."""

    def reason(self, position: Position) -> str:
        played = self.game.as_played(position)
        return super().reason(played if self.game.outcome(played) != ONGOING else position)

    def show_move(self, match: "Match", by_reader: bool = True) -> str:
        return super().show_move(self.as_played(match), by_reader)

    def news(self, match: "Match") -> str:
        return super().news(self.as_played(match))

    def closing(self, match: "Match") -> str:
        return super().closing(self.as_played(match))

    def deciding_squares(self, match: "Match") -> "Squares":
        return super().deciding_squares(self.as_played(match))

    def as_played(self, match: "Match") -> "Match":
        return replace(match, positions=(*match.positions[:-1], self.game.as_played(match.position)))

    def unseen(self, position: Position) -> str:
        again = "" if position.move_of_turn == ONLY else f"This is move {position.move_of_turn} of two."
        return f"{super().unseen(position)} {again}".strip()

    def announce_turn(self, match: "Match") -> str:
        again, said = f"{match.mover_name}, it is your turn again.", super().announce_turn(match)
        if match.position.move_of_turn != SECOND_OF_TWO or again in said:
            return said
        return f"{again}\n{said}".strip()


class DoubleMoves(Game):
    double_moves = Ruling(
        "Where the first move is an advantage, two moves in answer take it away.",
        no="a turn is one move",
        yes="the first turn is one move; every other turn is two moves",
    )
    fields = {"move_of_turn": Count}
    field_names = {"move_of_turn": "the move of the turn"}
    Words = DoubleMovesWords

    def set_up(self) -> None:
        super().set_up()
        self.doubles = self.double_moves == "yes"
        if self.doubles and self.counts_turns:
            raise BadOption("double_moves=yes makes no game here: another rule counts on turns that alternate")

    def legal_moves(self, position: Position) -> Iterator[int]:
        # Not `self.outcome`: that of a game in which a player who cannot move loses asks for the legal moves.
        if position.move_of_turn != SECOND_OF_TWO or super().outcome(self.as_played(position)) == ONGOING:
            for move in super().legal_moves(position):
                yield move

    def play(self, position: Position, move: int) -> Position:
        after = super().play(position, move)
        if self.doubles and position.move_of_turn == FIRST_OF_TWO:
            return after._replace(mover=position.mover, move_of_turn=SECOND_OF_TWO)
        return after._replace(move_of_turn=FIRST_OF_TWO) if self.doubles else after

    def outcome(self, position: Position) -> int:
        result = super().outcome(self.as_played(position))
        between = position.move_of_turn == SECOND_OF_TWO  # who moves again may be unable to
        return super().outcome(position) if between and result == ONGOING else result

    def as_played(self, position: Position) -> Position:
        """The position as the game itself leaves it after a move: the other side is next, not the same again."""
        between = position.move_of_turn == SECOND_OF_TWO
        return position._replace(mover=1 - position.mover, move_of_turn=ONLY) if between else position

    def position_line(self, position: Position) -> PositionLine:
        """Where two pieces meet, the one that moved last is seen: between two moves, that of whoever is next."""
        if position.move_of_turn != SECOND_OF_TWO:
            return super().position_line(position)
        line = super().position_line(position._replace(mover=1 - position.mover))
        return line._replace(mover=self.marks[position.mover])

    def find_piece(self, field: str, glyphs: str, mover: int) -> int:
        try:
            return super().find_piece(field, glyphs, mover)
        except BadPosition:
            return super().find_piece(field, glyphs, 1 - mover)

    def write_position(self, position: Position) -> str:
        return write_behind(self, super().write_position(position), position, "move_of_turn")

    def read_position(self, text: str) -> Position:
        return read_behind(self, super().read_position, text, "move_of_turn")

    def maxima(self) -> dict[str, int]:
        return {**super().maxima(), "move_of_turn": SECOND_OF_TWO if self.doubles else 0}

    def check(self, position: Position) -> None:
        """What a game says of turns that alternate does not hold here."""
        if position.move_of_turn > SECOND_OF_TWO:
            raise BadPosition(f"a turn has {SECOND_OF_TWO} moves, not {position.move_of_turn}")


class TurnLimitWords(Words[Any]):
    def is_over(self, position: Position) -> bool:
        return bool(position.turns >= self.game.turn_limit and self.game.outcome(position) == TIE)

    def reason(self, position: Position) -> str:
        limit = f"the limit of {self.game.turn_limit} turns is reached"
        return limit if self.is_over(position) else super().reason(position)

    def unseen(self, position: Position) -> str:
        return f"{super().unseen(position)} {position.turns} of {self.game.turn_limit} turns are made.".strip()

    def closing(self, match: "Match") -> str:
        said = f"The limit of {self.game.turn_limit} turns is reached: the game is a tie."
        return said if self.is_over(match.position) else super().closing(match)


class TurnLimit(Game):
    turn_limit = Dial(0, 0, 200, "turns in all; 0 for no limit", change="after {:turn} in all, the game is a tie")
    fields = {"turns": Count}
    field_names = {"turns": "the number of turns"}
    Words = TurnLimitWords

    def legal_moves(self, position: Position) -> Iterator[int]:
        if self.turn_limit == 0 or position.turns < self.turn_limit:
            for move in super().legal_moves(position):
                yield move

    def play(self, position: Position, move: int) -> Position:
        after = super().play(position, move)
        return after._replace(turns=position.turns + 1) if self.turn_limit > 0 else after

    def outcome(self, position: Position) -> int:
        result = super().outcome(position)
        return TIE if result == ONGOING and 0 < self.turn_limit <= position.turns else result

    def write_position(self, position: Position) -> str:
        return write_behind(self, super().write_position(position), position, "turns")

    def read_position(self, text: str) -> Position:
        return read_behind(self, super().read_position, text, "turns")

    def maxima(self) -> dict[str, int]:
        return {**super().maxima(), "turns": self.turn_limit}

    def check(self, position: Position) -> None:
        if position.turns > self.turn_limit:
            raise BadPosition(f"{count_noun(position.turns, 'turn')} cannot be made: the limit is {self.turn_limit}")
        kind = self.unlimited.Position  # the game itself knows nothing of turns
        self.unlimited.check(kind(*(getattr(position, field) for field in kind._fields)))

    @cached_property
    def unlimited(self) -> Game:
        return self.with_options(turn_limit=0)


# What a variation counts, at the end of the position lines of games that write lines of their own


def write_behind(game: Game, line: str, position: Position, field: str) -> str:
    """The line of a position, with this field behind what the game itself writes."""
    return f"{line} {getattr(position, field)}" if _is_left_out(game, field) else line


def read_behind(game: Game, read: Callable[[str], Position], text: str, field: str) -> Position:
    """The position of such a line."""
    if not _is_left_out(game, field):
        return read(text)
    line, _, last = text.rstrip().rpartition(" ")
    if not is_number(last, 3):
        raise BadPosition(f"{quote(text)} does not end with a whole number: {field.replace('_', ' ')}")
    return read(line)._replace(**{field: int(last)})


def _is_left_out(game: Game, field: str) -> bool:
    """Whether the field is in use, and the game, which does not know it, writes the line."""
    return game.printed.write_position is not Game.write_position and field in game.fields_in_use
