"""Variations by which to begin is worth less: two moves a turn after the first, a first move that is forbidden, and an
opening that is played for both."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from squarely.core.board.grid import Squares, Symmetries, Symmetry
from squarely.core.errors import BadMove, BadOption, BadPosition
from squarely.core.match.match import Match
from squarely.core.rules.fields import Count, PositionLine, derive_transform
from squarely.core.rules.game import ONGOING, Game, Position
from squarely.core.rules.options import Option, Ruling, Setting
from squarely.core.rules.words import Words
from squarely.core.variations.endings import Counting

ONLY, FIRST_OF_TWO, SECOND_OF_TWO = 0, 1, 2
NONE = "none"


class DoubleMovesWords(Words[Any]):
    """Between the two moves of a turn, the game itself takes the other side to be next, and is told so."""

    def reason(self, position: Position) -> str:
        played = self.game.as_played(position)
        return super().reason(played if self.game.outcome(played) != ONGOING else position)

    def show_move(self, match: Match, by_reader: bool = True) -> str:
        return super().show_move(self.as_played(match), by_reader)

    def news(self, match: Match) -> str:
        return super().news(self.as_played(match))

    def closing(self, match: Match) -> str:
        return super().closing(self.as_played(match))

    def deciding_squares(self, match: Match) -> Squares:
        return super().deciding_squares(self.as_played(match))

    def as_played(self, match: Match) -> Match:
        return replace(match, positions=(*match.positions[:-1], self.game.as_played(match.position)))

    def unseen(self, position: Position) -> str:
        again = "" if position.move_of_turn == ONLY else f"This is move {position.move_of_turn} of two."
        return f"{super().unseen(position)} {again}".strip()

    def announce_turn(self, match: Match) -> str:
        again, said = f"{match.mover_name}, it is your turn again.", super().announce_turn(match)
        if match.position.move_of_turn != SECOND_OF_TWO or again in said:
            return said
        return f"{again}\n{said}".strip()


class DoubleMoves(Counting):
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
        """Where two pieces meet, the one that moved last is seen: between two moves, that of the side to move."""
        if position.move_of_turn != SECOND_OF_TWO:
            return super().position_line(position)
        line = super().position_line(position._replace(mover=1 - position.mover))
        return line._replace(mover=self.marks[position.mover])

    def find_piece(self, field: str, glyphs: str, mover: int) -> int:
        try:
            return super().find_piece(field, glyphs, mover)
        except BadPosition:
            return super().find_piece(field, glyphs, 1 - mover)

    def maxima(self) -> dict[str, int]:
        return {**super().maxima(), "move_of_turn": SECOND_OF_TWO if self.doubles else 0}

    def check(self, position: Position) -> None:
        """What a game says of turns that alternate does not hold here."""
        if position.move_of_turn > SECOND_OF_TWO:
            raise BadPosition(f"a turn has {SECOND_OF_TWO} moves, not {position.move_of_turn}")


class MoveOption(Option[str]):
    """Moves in the words of the game, joined by + and with _ for spaces: `B2+C3`, `up_2`; or none."""

    allowed, choices = "none or moves, joined by + and with _ for spaces", (NONE,)

    def read(self, text: str) -> str | None:
        plain = text.replace("_", "").replace("+", "").replace("-", "").isalnum()
        return NONE if text.casefold() == NONE else text if plain else None

    def describe_change(self, setting: Setting) -> str:
        return super().describe_change(str(setting).replace("+", ", then ").replace("_", " "))


def follow_moves(game: Game, position: Position, setting: str) -> list[tuple[Position, int]]:
    """Each position that these moves come to, with the move that is made there; BadOption where one is not legal."""
    if setting != NONE and game.is_dealt:
        raise BadOption(f"{setting} makes no game: the start is dealt, and it may not be legal there")
    made: list[tuple[Position, int]] = []
    for text in [] if setting == NONE else setting.split("+"):
        try:
            meant = game.words.read_move(position, text.replace("_", " "))
        except BadMove as error:
            raise BadOption(f"{setting} makes no game: {error}") from None
        legal = [move for move in game.legal_moves(position) if move in meant]
        if len(legal) != 1:
            raise BadOption(f"{setting} makes no game: {text.replace('_', ' ')} is not one legal move there")
        made.append((position, legal[0]))
        position = game.play(position, legal[0])
    return made


class ForbiddenFirst(Game):
    """The first move may not be this one, nor one that is the same when the board is turned or reflected."""

    forbidden_first = MoveOption(
        NONE, "the forbidden first move", change="nobody may begin with {}, or with the same move on a turned board"
    )

    def set_up(self) -> None:
        super().set_up()
        self.banned: tuple[int, ...] = (-1,)
        if "+" in self.forbidden_first:
            raise BadOption(f"forbidden_first={self.forbidden_first} makes no game: it is one move")
        start, turned = super().start(), range(len(self.symmetries.squares))
        for _, move in follow_moves(self, start, self.forbidden_first):
            self.banned = tuple(sorted({self.transform_move(start, move, number) for number in turned}))
            if not list(self.legal_moves(start)):
                raise BadOption(f"forbidden_first={self.forbidden_first} makes no game: there is no other move")

    def legal_moves(self, position: Position) -> Iterator[int]:
        begins = position == super().start()
        for move in super().legal_moves(position):
            if not (begins and move in self.banned):
                yield move

    def is_symmetry(self, symmetry: Symmetry) -> bool:
        """Only what leaves the start as it is: on a board that is turned otherwise nothing is forbidden."""
        start, turned = super().start(), Symmetries((symmetry.squares,), (symmetry.directions,))
        same = self.forbidden_first == NONE or derive_transform(self.Position)(turned, start, 0) == start
        return same and super().is_symmetry(symmetry)


class Opening(Game):
    """A start that is fairer than the usual one: the lab names those of equal value."""

    opening = MoveOption(NONE, "the moves with which every match begins", change="every match begins with {}")

    def set_up(self) -> None:
        self.opening_moves: tuple[int, ...] = ()
        super().set_up()
        self.opening_moves = tuple(move for _, move in follow_moves(self, super().start(), self.opening))
        if self.outcome(self.start()) != ONGOING:
            raise BadOption(f"opening={self.opening} makes no game: it is over then")

    def start(self) -> Position:
        position = super().start()
        for move in self.opening_moves:
            position = self.play(position, move)
        return position
