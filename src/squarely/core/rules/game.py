"""A game: a class that reads as its rulebook. What its author does not say is inherited from here.

    class TicTacToe(Game):
        title, players, marks = "Tic-tac-toe", ("Crosses", "Noughts"), ("X", "O")
        size = Dial(3, 3, 5, "rows and columns of the grid")

`TicTacToe(size=4)` is a game: immutable, equal to every other with the same options, and what everybody talks to.
The four verbs, and whatever methods they call, also run compiled: they hold plain numbers, and tuples of them.
"""

import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from enum import IntEnum
from functools import cached_property
from importlib import import_module
from random import Random
from typing import Any, ClassVar, NamedTuple, Self, TypeAlias

from squarely.core.board.grid import Symmetries, Symmetry, symmetries
from squarely.core.board.square_names import Shape
from squarely.core.rules.argument import Argument
from squarely.core.rules.compose import compose, find_variations, list_options, list_own_options, sum_up
from squarely.core.rules.fields import (
    ON_THE_BOARD,
    Kind,
    PositionLine,
    Range,
    derive_observe,
    derive_transform,
    extend_position,
    find_ranges,
    is_declared,
    kinds_of,
    list_planes,
)
from squarely.core.rules.moves import MoveKind, MoveNumbers, MoveParts
from squarely.core.rules.options import Option, Options, settle_options, write_options
from squarely.core.rules.position_line import find_square_of, read_line, split_position
from squarely.core.rules.rulebook import PRINTED, find_goal
from squarely.core.rules.words import Words as InheritedWords

Position: TypeAlias = Any  # the game's own NamedTuple: everything that decides the future; has a field `mover`

FIRST, SECOND = 0, 1  # named integers, not enums: a compiled position cannot hold an enum
ONGOING, FIRST_WINS, SECOND_WINS, TIE = 0, 1, 2, 3


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
WINNERS = {FIRST_WINS: Side.FIRST, SECOND_WINS: Side.SECOND, TIE: None}


class Outcome(NamedTuple):
    """How a match ended: who won, None for a tie, and why, in words."""

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


class Game(ABC):
    """The rules of one game with its options."""

    name: ClassVar[str]  # in commands and records: the class's in small letters, or what its package declares
    title: ClassVar[str]
    subtitle: ClassVar[str] = ""  # what tells it from others of the same title, in a few words; else its goal
    goal: ClassVar[str] = ""  # in a sentence; else what the rulebook says behind `Goal.`
    players: ClassVar[tuple[str, str]]  # what the rulebook calls the two sides
    marks: ClassVar[tuple[str, str]]  # how a position line writes them
    rule_sets: ClassVar[Mapping[str, str]] = {PRINTED: ""}  # named choices of options, as text; the printed one first
    mended_because: ClassVar[str] = ""  # why the rule set `mended` is better than the printed rules, in a sentence

    Position: ClassVar[Any]  # a NamedTuple whose annotations say what its fields are
    fields: ClassVar[Mapping[str, Any]] = {}  # what a variation adds to it
    pieces: ClassVar[Mapping[str, str]] = {}  # how a position line writes the pieces of each field
    empty: ClassVar[str] = "."  # and a square where nothing is
    field_names: ClassVar[Mapping[str, str]] = {}  # what the game calls some of its fields
    extra_planes: ClassVar[Mapping[str, Callable[[Any, Any], int]]] = {}  # methods that count, each with a name
    moves: ClassVar[tuple[MoveKind, ...]] = ()
    has_points: ClassVar[bool] = False  # whether sides score: `first` and `second` are points, or `points` says so
    points_only_at_end: ClassVar[bool] = False  # whether points decide nothing but the end: no move, and when it ends
    counts_turns: ClassVar[bool] = False  # whether a rule tells from the turn how many moves were made
    symmetric: ClassVar[bool] = False  # whether the rules are the same, however the board is turned or reflected
    # Whether a move puts a marker on any empty square, and on a full board brings any of the mover's to any square of
    # the other side. Turns alternate; when the board is full it is always the same side's. Proofs by pairs rely on it.
    places_markers: ClassVar[bool] = False
    Words: ClassVar[type[InheritedWords[Any]]] = InheritedWords
    variations_in: ClassVar[str] = ""  # the module that has them; the later ones go round the earlier

    printed: ClassVar["type[Game]"]  # the class as its author wrote it, without variations
    settings: Options  # every option, by its name

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "printed" not in vars(cls):
            cls.printed, cls.name = cls, vars(cls).get("name", cls.__name__.lower())
            if "title" in vars(cls):
                cls.goal = cls.goal or find_goal(cls)
                cls.subtitle = cls.subtitle or cls.goal.rstrip(".")
        elif fields := sum_up(cls, "fields"):
            cls.Position = extend_position(cls.printed.Position, fields)
        if hasattr(getattr(cls, "Position", None), "_fields"):
            kinds = kinds_of(cls.Position)
            scored = kinds.get("first") is Kind.POINTS and kinds.get("second") is Kind.POINTS
            cls.has_points = scored or cls.printed.points is not Game.points
        marks = dict(zip(("first", "second"), cls.__dict__.get("marks", ()), strict=False))
        cls.pieces = {**sum_up(cls, "pieces"), **marks, **cls.__dict__.get("pieces", {})}
        cls.field_names, cls.rule_sets = sum_up(cls, "field_names"), {**Game.rule_sets, **cls.printed.rule_sets}

    def __new__(cls, options: str | Mapping[str, object] = "", /, **given: object) -> Self:
        """The game under these options, the rulebook's where none is given."""
        settings = settle_options(list_options(cls.printed), cls.printed.rule_sets, options, given)
        kind: Any = compose(cls.printed, find_variations(cls.printed, settings))
        game: Self = super().__new__(kind)
        game.settings = settings
        return game

    def __init__(self, options: str | Mapping[str, object] = "", /, **given: object) -> None:
        for attribute, option in sum_up(type(self), Option).items():  # without those of variations not in force
            object.__setattr__(self, attribute, self.settings[option.name])
        self.set_up()
        self.__dict__["is_set_up"] = True

    def __setattr__(self, name: str, value: object) -> None:
        if "is_set_up" in self.__dict__:
            raise AttributeError(f"a game does not change: `{name}` is worked out in set_up")
        object.__setattr__(self, name, value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and (self.printed, self.settings) == (other.printed, other.settings)

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:  # games are looked up all the time
        return hash((self.printed, self.options))

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (self.printed, self.name, self.options)

    def __repr__(self) -> str:
        return f"<{self.name} {self.options or 'as printed'}>"

    # What an author writes

    def set_up(self) -> None:
        """Work out what the verbs need, once: geometry, goals. BadOption where the options make no game."""

    @abstractmethod
    def start(self) -> Position:
        """The position before the first move."""
        raise TypeError

    @abstractmethod
    def legal_moves(self, position: Position) -> Iterator[int]:
        """The number of every legal move, ascending; none at an end."""
        raise TypeError

    @abstractmethod
    def play(self, position: Position, move: int) -> Position:
        """The position after a legal move. `Match` is where legality is checked."""
        raise TypeError

    @abstractmethod
    def outcome(self, position: Position) -> int:
        """ONGOING, FIRST_WINS, SECOND_WINS or TIE."""
        raise TypeError

    # What an author may write, too

    @classmethod
    def variations(cls) -> "tuple[type[Game], ...]":
        """Classes that change a rule each: an option of theirs, set otherwise than by default, brings them in."""
        home = cls.variations_in
        kinds = vars(import_module(home)).values() if home else ()  # only when they are asked for: they import the game
        return tuple(kind for kind in kinds if getattr(kind, "__module__", "") == home and list_own_options((kind,)))

    def deals(self) -> int:
        """How many different starts there are."""
        return 1

    def deal(self, number: int) -> Position:
        """The start with this number, counted from 0."""
        return self.start()

    def points(self, position: Position) -> tuple[int, int] | None:
        """What each side has scored so far, or None if the game has no points."""
        return (position.first, position.second) if self.has_points else None

    def maxima(self) -> dict[str, int]:
        """The greatest number of each field, or extra plane, that counts something; 0 for a field that is not used."""
        return {}

    def is_symmetry(self, symmetry: Symmetry) -> bool:
        """Whether the rules are the same under this rotation or reflection of the board."""
        return self.symmetric

    def move_kinds(self) -> tuple[MoveKind, ...]:
        """The kinds of moves that there are under these options."""
        return self.moves

    def move_count(self) -> int:
        """How many moves there are: every move is a number below it."""
        return self.move_numbers.count

    def argue(self) -> Argument | None:
        """What the start is worth where that is known without playing everything out."""
        return None

    def heading(self, side: int, direction: int) -> int:
        """Where a direction leads on the board, for this side."""
        return direction

    def find_piece(self, field: str, glyphs: str, mover: int) -> int:
        """Where the one piece of a field stands, on a board that was read; BadPosition if it does not."""
        return find_square_of(self, field, glyphs)

    def check(self, position: Position) -> None:
        """BadPosition if a position that was read cannot be."""

    def role(self, position: Position, side: int) -> Side:
        """Which of the game's two sides a seat plays here: its own, until the seats have swapped. And whose one is."""
        return SIDES[side]

    # What follows from the options

    @property
    def declared(self) -> tuple[Option[Any], ...]:
        """Every option there is, the game's own first."""
        return list_options(self.printed)

    @cached_property
    def options(self) -> str:
        """The options that differ from the rulebook's, as `name=value,name=value`."""
        return write_options(self.declared, self.settings)

    @cached_property
    def rules_name(self) -> str:
        """The rule set in force, by its name; the options where they make none; nothing where they are as printed."""
        sets = {name: self.printed(text).options for name, text in self.rule_sets.items()}
        return next((name for name, text in sets.items() if text == self.options and text), self.options)

    def with_options(self, **given: object) -> "Game":
        return self.printed(self.settings, **given)

    @property
    def has_source(self) -> bool:
        """Whether there is a file in which the rules can be read, as compiling them takes."""
        return hasattr(sys.modules.get(self.printed.__module__), "__file__")

    # What follows from the verbs

    @property
    def is_dealt(self) -> bool:
        """Whether the start is drawn by lot."""
        return self.deals() > 1

    def start_for(self, seed: int | None = None) -> Position:
        """The position before the first move; where it is dealt, the deal that the seed gives."""
        if seed is None or not self.is_dealt:
            return self.start()
        return self.deal(Random(f"deal {seed}").randrange(self.deals()))

    def name_move(self, position: Position, number: int) -> Move:
        """The move with this number, able to say its name."""
        return Move(number, self.words.write_move(position, number))

    def named_moves(self, position: Position) -> tuple[Move, ...]:
        """Every legal move, able to say its name."""
        write = self.words.write_move
        return tuple([Move(number, write(position, number)) for number in self.legal_moves(position)])

    def result(self, position: Position) -> Outcome | None:
        """How the game has ended and why, in words; None while it goes on."""
        ended = self.outcome(position)
        return None if ended == ONGOING else Outcome(WINNERS[ended], self.words.reason(position))

    # What follows from the fields of a position

    @cached_property
    def words(self) -> InheritedWords[Any]:
        return self.Words(self)

    @cached_property
    def kinds(self) -> Mapping[str, Kind]:
        return kinds_of(self.Position)

    @cached_property
    def fields_in_use(self) -> Mapping[str, Kind]:
        """The fields that decide something under these options."""
        maxima, added = self.maxima(), self.Position._field_defaults
        return {name: kind for name, kind in self.kinds.items() if name not in added or maxima.get(name, 1) > 0}

    def without_points(self, position: Position) -> Position:
        """The same position without points."""
        return position._replace(**{name: 0 for name, kind in self.kinds.items() if kind is Kind.POINTS})

    def take_over(self, position: Position) -> Position:
        """A position of the same game under other options, without the fields that this one does not have."""
        return self.Position(*(getattr(position, name) for name in self.Position._fields))

    @cached_property
    def has_board(self) -> bool:
        """Whether there is a board whose squares can be seen and touched."""
        return any(kind in ON_THE_BOARD for kind in self.kinds.values())

    @cached_property
    def shape(self) -> Shape:
        """The board, of `rows` and `columns`, or `size` where they are equal; of no squares where there is none."""
        numbers = vars(self)
        rows, columns = ((numbers.get(name, numbers.get("size", 0))) for name in ("rows", "columns"))
        return Shape(rows, columns) if self.has_board else Shape(0, 0)

    @cached_property
    def ranges(self) -> Mapping[str, tuple[Range, ...]] | None:
        """For each field its parts and the bits that they use; None where a field is a bare number."""
        return find_ranges(self) if self.has_board else None

    @cached_property
    def symmetries(self) -> Symmetries:
        """The rotations and reflections under which the rules are the same, the one that changes nothing first."""
        if not is_declared(self.kinds):
            return Symmetries(((),), ((),))
        same, *others = symmetries(*self.shape)
        kept = [same, *(each for each in others if self.is_symmetry(each))]
        return Symmetries(tuple(each.squares for each in kept), tuple(each.directions for each in kept))

    @property
    def has_symmetry(self) -> bool:
        """Whether there is any besides the one that changes nothing."""
        return len(self.symmetries.squares) > 1

    def transform(self, position: Position, number: int) -> Position:
        return derive_transform(self.Position)(self.symmetries, position, number) if number else position

    def position_line(self, position: Position) -> PositionLine:
        return split_position(self, position)

    def write_position(self, position: Position) -> str:
        return str(self.position_line(position))

    def read_position(self, text: str) -> Position:
        """The position of such a line; BadPosition says why there is none."""
        position = read_line(self, text)
        self.check(position)
        return position

    # What learning machines see

    @cached_property
    def has_planes(self) -> bool:
        """Whether a position can be shown as planes: every field says what it is."""
        return is_declared(self.kinds)

    @cached_property
    def planes(self) -> tuple[str, ...]:
        return tuple(name for name, _ in self._planes)

    @cached_property
    def plane_maxima(self) -> tuple[int, ...]:
        return tuple(most for _, most in self._planes)

    @cached_property
    def _planes(self) -> tuple[tuple[str, int], ...]:
        return list_planes(self) if self.has_planes else ()

    def observe(self, position: Position, planes: Any) -> None:
        """Fill in the planes, an array with a number for each plane and square."""
        counted = [count(self, position) for count in self.extra_planes.values()]
        derive_observe(self.Position, len(counted))(position, planes, *counted)

    # What follows from the kinds of moves

    @cached_property
    def has_moves(self) -> bool:
        return bool(self.move_kinds())

    @cached_property
    def move_numbers(self) -> MoveNumbers:
        return MoveNumbers(self.shape, self.move_kinds())

    def split_move(self, move: int) -> MoveParts:
        return self.move_numbers.split(int(move))

    def join_move(self, kind: MoveKind, *numbers: int) -> int:
        return self.move_numbers.join(kind, numbers)

    def transform_move(self, position: Position, move: int, number: int) -> int:
        """The move that is the same one under the symmetry with this number."""
        if not number or not self.has_moves:
            return int(move)
        return self.move_numbers.transform(
            self.symmetries, int(move), number, lambda said: self.heading(position.mover, said)
        )


def _restore(printed: type[Game], name: str, options: str) -> Game:
    printed.name = name  # which its package declares: a process that only imports the class does not know it
    return printed(options)
