"""A game: rules written once, with their options.

The rules of a game are one file of plain functions over small NamedTuples. `Rules` says what such a file
offers; `Game` joins it with a choice of options and is what everybody else talks to.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cached_property
from random import Random
from typing import Any, NamedTuple, Protocol, TypeAlias

from squarely.options import REPETITION, Option, Options, settle, written

# Named integers, not enums, inside the rules: a compiled position cannot hold an enum.
FIRST, SECOND = 0, 1
ONGOING, FIRST_WINS, SECOND_WINS, TIE = 0, 1, 2, 3

Law: TypeAlias = Any  # the game's own NamedTuple: its options, worked out once
Position: TypeAlias = Any  # the game's own NamedTuple: everything that decides the future; has a field `mover`
Planes: TypeAlias = Any  # what `observe` fills in: a number for each plane and square


class Side(IntEnum):
    """A seat: Player 1, A or X is first even where Player 2 begins."""

    FIRST = FIRST
    SECOND = SECOND

    @property
    def other(self) -> "Side":
        return Side(1 - self)

    def __str__(self) -> str:
        return self.name.lower()


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


class Rules(Protocol):
    """What a game's file offers. The four verbs come first; they also run compiled, so they use plain values only.

    A file may offer more, each with a sensible default when it is missing:
    `deals` and `deal` (a start that is dealt), `turned` and `turned_move` with `law.turns` (symmetries),
    `reworded(law)` (what the options change about the docstring and GOAL, see `squarely.rulebook`),
    `points` (what each side has scored; a margin where every outcome agrees with it) and `scoreless` (the same
    position with no points yet, where points decide nothing but the outcome), the words of `squarely.dialogue`, and the
    hands and eyes of `squarely.tabletop`:
    `square_name(law, square)` and `places(law)` (what some squares are called, and are), `shown(law, position)` (the
    text on each square, with TOKENS as the pieces of the two sides), `touched(law, position, move)` and
    `said(law, position, squares)` (the squares to touch for a move, and the move that touching them means),
    `holdings(law, position)` (what each side holds, in words) and `unseen(law, position)` (what else decides and is not
    in the drawing, as a sentence). For machines that learn, and compiled like the verbs:
    `move_count(law)` (every move is a number below it) and `observe(law, position, planes)`, which fills in the planes
    that PLANES names, so that no two positions look the same; `plane_maxima(law)` is the greatest number of each.
    """

    TITLE: str
    GOAL: str
    NAMES: tuple[str, str]  # what the rulebook calls the two sides
    MARKS: tuple[str, str]  # how a position line writes them
    OPTIONS: tuple[Option, ...]

    def enact(self, options: Options, /) -> Law:
        """The options, worked out once; BadOption where they make no game."""

    def start(self, law: Law, /) -> Position:
        """The position before the first move."""

    def legal_moves(self, law: Law, position: Position, /) -> Iterator[int]:
        """Every legal move, each once, in a fixed order; none at an end."""

    def play(self, law: Law, position: Position, move: int, /) -> Position:
        """The position after a legal move."""

    def outcome(self, law: Law, position: Position, /) -> int:
        """ONGOING, FIRST_WINS, SECOND_WINS or TIE."""

    def reason(self, law: Law, position: Position, /) -> str:
        """Why an ended position has ended, in words."""

    def write_position(self, law: Law, position: Position, /) -> str:
        """The position as one line."""

    def read_position(self, law: Law, text: str, /) -> Position:
        """The position of such a line; BadPosition if it cannot be read or cannot be."""

    def write_move(self, law: Law, position: Position, move: int, /) -> str:
        """The move as the rulebook writes it."""

    def read_move(self, law: Law, position: Position, text: str, /) -> Iterable[int]:
        """The moves that the words could mean, legal or not; UnreadableMove if they are no move."""

    def why_illegal(self, law: Law, position: Position, move: int, /) -> str:
        """Why the move is not allowed here, as a sentence that can follow `Sorry, `."""

    def draw(self, law: Law, position: Position, /) -> str:
        """The board, as the rulebook prints it."""

    def __hash__(self) -> int: ...


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
        settings = settle((*rules.OPTIONS, REPETITION), options)
        return cls(name, rules, settings, rules.enact(settings))

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:  # a law is a large tuple, and games are looked up all the time
        return hash((self.name, self.law))

    def __reduce__(self) -> tuple[Callable[..., "Game"], tuple[str, str]]:
        """Travels to other processes by its name and options: a rules file cannot be sent."""
        from squarely.registry import load

        return load, (self.name, self.options)

    @property
    def options(self) -> str:
        """The options that differ from the rulebook's, as `name=value,name=value`."""
        return written(self.declared, self.settings)

    @property
    def declared(self) -> tuple[Option, ...]:
        """Every option there is, the game's own first."""
        return (*self.rules.OPTIONS, REPETITION)

    @property
    def is_dealt(self) -> bool:
        """Whether the start is drawn by lot."""
        return hasattr(self.rules, "deal")

    def start(self, seed: int | None = None) -> Position:
        """The position before the first move; where it is dealt, the deal that the seed gives."""
        if seed is None or not self.is_dealt:
            return self.rules.start(self.law)
        return self.deal(Random(f"deal {seed}").randrange(self.deals))

    @property
    def deals(self) -> int:
        """How many different starts there are."""
        count: int = self.rules.deals(self.law) if self.is_dealt else 1  # type: ignore[attr-defined]
        return count

    def deal(self, number: int) -> Position:
        """The start with this number, counted from 0."""
        return self.rules.deal(self.law, number) if self.is_dealt else self.rules.start(self.law)  # type: ignore[attr-defined]

    def legal_moves(self, position: Position) -> tuple[Move, ...]:
        """Every legal move, in a fixed order; none at an end."""
        return tuple(self.named(position, number) for number in self.rules.legal_moves(self.law, position))

    def named(self, position: Position, number: int) -> Move:
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
        winner = {FIRST_WINS: Side.FIRST, SECOND_WINS: Side.SECOND}.get(result)
        return Outcome(winner, self.rules.reason(self.law, position))

    def points(self, position: Position) -> tuple[int, int] | None:
        """What each side has scored so far, or None if the game has no points."""
        points = getattr(self.rules, "points", None)
        return points(self.law, position) if points else None

    def write_position(self, position: Position) -> str:
        """The position as one line."""
        return self.rules.write_position(self.law, position)

    def read_position(self, text: str) -> Position:
        """The position of such a line; BadPosition says why there is none."""
        return self.rules.read_position(self.law, text)

    def draw(self, position: Position) -> str:
        """The board, as the rulebook prints it."""
        return self.rules.draw(self.law, position)
