"""A game: its rules with a choice of options. What everybody else talks to."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cached_property
from itertools import islice
from random import Random
from typing import NamedTuple

from squarely.core.errors import BrokenGame, UnknownGame
from squarely.core.first_look import MOST_MOVES
from squarely.core.grid import Symmetries
from squarely.core.options import PIE, Option, Options, list_options, settle_options, write_options
from squarely.core.rule_sets import name_options, spell_out_rule_sets
from squarely.core.rules import FIRST, FIRST_WINS, ONGOING, SECOND, SECOND_WINS, TIE, Law, Position, Rules


class Side(IntEnum):
    """A seat: Player 1, A or X is first even where Player 2 begins."""

    FIRST = FIRST
    SECOND = SECOND

    @property
    def other(self) -> "Side":
        return Side(1 - self)

    def __str__(self) -> str:
        return self.name.lower()


SIDES = tuple(Side)  # by their numbers: to look one up takes a tenth of the time of `Side(number)`


_WINNERS = {FIRST_WINS: Side.FIRST, SECOND_WINS: Side.SECOND, TIE: None}


class Outcome(NamedTuple):
    """How a match ended: who won, nobody if it was a tie, and why, in words."""

    winner: Side | None
    reason: str


class Move(int):
    """One legal choice: a number to the rules, the rulebook's words to people."""

    text: str

    def __new__(cls, number: int, text: str) -> "Move":
        move = super().__new__(cls, number)
        move.text = text
        return move

    def __getnewargs__(self) -> tuple[int, str]:  # type: ignore[override]
        return int(self), self.text

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Move {self.text}>"


@dataclass(frozen=True)
class Game:
    """The rules of one game with its options."""

    name: str
    rules: Rules
    settings: Options = field(hash=False)
    law: Law

    @classmethod
    def of(cls, name: str, rules: Rules, options: str | Mapping[str, object] = "") -> "Game":
        """The game under these options, the rulebook's where none is given."""
        own = rules.own
        settings = settle_options(list_options(own.OPTIONS), spell_out_rule_sets(own, options))
        law = own.enact(settings)
        try:
            own.check_law(law)
        except UnknownGame as lacking:
            raise UnknownGame(f"the game {name!r} {lacking}") from None
        if settings[PIE.name] == PIE.default:
            return cls(name, own, settings, law)
        from squarely.core.pie import add_pie  # late: few games are played with it

        with_pie = add_pie(own, own.position_type or own.start(law).__class__)
        return cls(name, with_pie, settings, with_pie.enact(settings))

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:  # a law is a large tuple, and games are looked up all the time
        return hash((self.name, self.law))

    @property
    def options(self) -> str:
        """The options that differ from the rulebook's, as `name=value,name=value`."""
        return write_options(self.declared, self.settings)

    @property
    def rules_name(self) -> str:
        """The rule set in force, by its name; the options where they make none; nothing where they are as printed."""
        return name_options(self.rules, self.options)

    @property
    def declared(self) -> tuple[Option, ...]:
        """Every option there is, the game's own first."""
        return list_options(self.rules.OPTIONS)

    def start(self, seed: int | None = None) -> Position:
        """The position before the first move; where it is dealt, the deal that the seed gives."""
        if seed is None or not self.is_dealt:
            return self.rules.start(self.law)
        return self.deal(Random(f"deal {seed}").randrange(self.deals))

    @property
    def is_dealt(self) -> bool:
        """Whether the start is drawn by lot."""
        return self.rules.is_dealt

    @property
    def deals(self) -> int:
        """How many different starts there are."""
        return self.rules.deals(self.law) if self.is_dealt else 1

    def deal(self, number: int) -> Position:
        """The start with this number, counted from 0."""
        position = self.rules.deal(self.law, number) if self.is_dealt else self.rules.start(self.law)
        if "mover" not in getattr(position, "_fields", ()):
            raise BrokenGame(f"`deal` of {self.name} gives {position!r} for the deal {number}; that is no position")
        return position

    @cached_property
    def symmetries(self) -> Symmetries:
        """The rotations and reflections under which the rules are the same, the one that changes nothing first."""
        return self.rules.symmetries(self.law)

    @property
    def has_symmetry(self) -> bool:
        """Whether there is any besides the one that changes nothing."""
        return len(self.symmetries.squares) > 1

    def transform(self, position: Position, number: int) -> Position:
        """The position under the symmetry with this number."""
        return self.rules.transform(self.symmetries, position, number) if number else position

    def transform_move(self, position: Position, move: int, number: int) -> int:
        """The move that is the same one under the symmetry with this number."""
        if not number:
            return int(move)
        return self.rules.transform_move(self.law, self.symmetries, position, int(move), number)

    def legal_moves(self, position: Position) -> tuple[Move, ...]:
        """Every legal move, in a fixed order; none at an end."""
        numbers = list(islice(self.rules.legal_moves(self.law, position), self.most_moves + 1))
        if len(numbers) > self.most_moves:
            raise BrokenGame(f"`legal_moves` of {self.name} gives more than {self.most_moves} moves; does it end?")
        return tuple([self.name_move(position, number) for number in numbers])

    @cached_property
    def most_moves(self) -> int:
        """How many legal moves a position can have at most."""
        return self.rules.move_count(self.law) if self.rules.has_move_count else MOST_MOVES

    def name_move(self, position: Position, number: int) -> Move:
        """The move with this number, able to say its name."""
        return Move(number, self.rules.write_move(self.law, position, number))

    def play(self, position: Position, move: int) -> Position:
        """The position after a legal move. `Match` is where legality is checked."""
        return self.rules.play(self.law, position, int(move))

    def outcome(self, position: Position) -> Outcome | None:
        """How the game has ended, or None while it goes on."""
        result = self.rules.outcome(self.law, position)
        if result == ONGOING:
            return None
        if result not in _WINNERS:
            raise BrokenGame(
                f"`outcome` of {self.name} gives {result!r}; it is ONGOING, FIRST_WINS, SECOND_WINS or TIE"
            )
        return Outcome(_WINNERS[result], self.rules.reason(self.law, position))

    def points(self, position: Position) -> tuple[int, int] | None:
        """What each side has scored so far, or None if the game has no points."""
        return self.rules.points(self.law, position) if self.rules.has_points else None

    def role(self, position: Position, side: Side) -> Side:
        """Which of the game's two sides a seat plays here: its own, until the seats have swapped. And whose one is."""
        return SIDES[self.rules.role(position, side)]

    def write_position(self, position: Position) -> str:
        """The position as one line."""
        return self.rules.write_position(self.law, position)

    def read_position(self, text: str) -> Position:
        """The position of such a line; BadPosition says why there is none."""
        return self.rules.read_position(self.law, text)

    def draw(self, position: Position) -> str:
        """The board, as the rulebook prints it."""
        return self.rules.draw(self.law, position)
