"""The rules of a game, complete: everything that anybody may ask of them.

An author writes the four verbs and what the rulebook words in its own way; `squarely.core.completion` adds the rest.
So nobody has to ask whether a game has a function: it has, and what it can do is said by `has_symmetry` and the like.
"""

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from squarely.core.grid import Squares, Symmetries, Symmetry
from squarely.core.move_kinds import MoveKind
from squarely.core.options import Option, Options
from squarely.core.position import Kind, PositionLine, Range
from squarely.core.squares import Shape, SquareNames

Law: TypeAlias = Any  # the game's own NamedTuple: its options, worked out once
Position: TypeAlias = Any  # the game's own NamedTuple: everything that decides the future; has a field `mover`
Planes: TypeAlias = Any  # what `observe` fills in: a number for each plane and square
Asking: TypeAlias = Generator[str, str, str]  # yields questions, is sent answers, returns the words of a move

FIRST, SECOND = 0, 1  # named integers, not enums: a compiled position cannot hold an enum
ONGOING, FIRST_WINS, SECOND_WINS, TIE = 0, 1, 2, 3


class Rules:
    """Everything a game says about itself. Functions whose comment says so run interpreted and compiled."""

    own: "Rules"  # as its author wrote them, without what an option of every game adds

    # What it is called, and its options
    has_source: bool  # whether there is a file in which the rules can be read
    TITLE: str
    SUBTITLE: str  # what tells it from others of the same title, in a few words
    GOAL: str
    NAMES: tuple[str, str]  # what the rulebook calls the two sides
    MARKS: tuple[str, str]  # how a position line writes them
    OPTIONS: tuple[Option, ...]
    RULE_SETS: Mapping[str, str]  # named choices of options, as text; `printed` is there always, and first
    __doc__: str | None  # the rulebook in our words
    reworded: Callable[[Law], Mapping[str, str]]  # what options change about it: words, and what replaces them
    claims: Callable[[Any], Sequence[Any]]  # what the rulebook claims, for the court

    # The verbs, compiled too
    enact: Callable[[Options], Law]  # the options, worked out once; BadOption where they make no game
    check_law: Callable[[Law], None]  # UnknownGame if it lacks what the declarations refer to
    start: Callable[[Law], Position]
    legal_moves: Callable[[Law, Position], Iterator[int]]  # in ascending order, each once; none at an end
    play: Callable[[Law, Position, int], Position]
    outcome: Callable[[Law, Position], int]  # ONGOING, FIRST_WINS, SECOND_WINS or TIE
    role: Callable[[Position, int], int]  # which of its two sides a seat plays here; also whose a side is
    is_dealt: bool
    deals: Callable[[Law], int]  # how many starts there are
    deal: Callable[[Law, int], Position]  # one of them
    has_points: bool
    points: Callable[[Law, Position], tuple[int, int]]
    has_scoreless: bool
    scoreless: Callable[[Law, Position], Position]  # the same position before anybody scored

    # What its fields are, and what follows
    position_type: Any  # its class Position
    kinds: Mapping[str, Kind]
    maxima: Callable[[Law], Mapping[str, int]]  # the greatest number of each field, or extra plane, that counts
    ranges: Callable[[Law], Mapping[str, tuple[Range, ...]] | None]
    has_board: bool
    shape: Callable[[Law], Shape]
    is_symmetry: Callable[[Law, Symmetry], bool]  # whether the rules are the same under it
    symmetries: Callable[[Law], Symmetries]
    transform: Callable[[Symmetries, Position, int], Position]  # compiled too
    has_planes: bool
    EXTRA_PLANES: Mapping[str, Callable[[Law, Position], int]]
    PLANES: tuple[str, ...]  # what each plane shows, under all options
    planes: Callable[[Law], tuple[str, ...]]  # those that there are under these
    knows_plane_maxima: bool
    plane_maxima: Callable[[Law], tuple[int, ...]]
    observe: Callable[[Law, Position, Planes], None]  # compiled too
    position_line: Callable[[Law, Position], PositionLine]
    write_position: Callable[[Law, Position], str]
    read_position: Callable[[Law, str], Position]  # BadPosition if it cannot be read or cannot be
    check: Callable[[Law, Position], None]  # BadPosition if a position that was read cannot be

    # Its moves
    has_moves: bool  # whether their kinds are declared
    moves: Callable[[Law], tuple[MoveKind, ...]]
    has_move_count: bool
    move_count: Callable[[Law], int]
    heading: Callable[[Law, int, int], int]  # where a direction leads on the board, for this side
    transform_move: Callable[[Law, Symmetries, Position, int, int], int]
    write_move: Callable[[Law, Position, int], str]
    read_move: Callable[[Law, Position, str], Iterable[int]]  # what the words could mean; UnreadableMove if nothing
    why_illegal: Callable[[Law, Position, int], str]  # a sentence that can follow `Sorry, `
    reason: Callable[[Law, Position], str]  # why an ended position has ended

    # What is seen and touched
    SQUARES: SquareNames
    PIECES: Mapping[str, str]  # how the line writes the pieces of each field
    EMPTY: str  # and a square where nothing is
    LOOKS: Mapping[str, str]  # what is shown instead of what the line writes
    FIELD_NAMES: Mapping[str, str]  # what the game calls some of its fields
    PICTURE: str  # the line of a position by which the game is recognised; empty: one is found
    TOKENS: tuple[str, ...]  # the texts that are pieces of the two sides
    draw: Callable[[Law, Position], str]
    shown: Callable[[Law, Position], Sequence[str]]  # the text on each square
    names_squares: bool
    square_name: Callable[[Law, int], str]
    places: Callable[[Law], Mapping[int, str]]  # what some squares are
    holdings: Callable[[Law, Position], tuple[str, str]]  # what each side holds, in words
    unseen: Callable[[Law, Position], str]  # what else decides and is not in the drawing, as a sentence
    touched_squares: Callable[[Law, Position, int], Squares] | None  # None: seen from what a move changes
    read_touch: Callable[[Law, Position, Squares], str] | None  # the words that touching squares means; None: the same
    captured_squares: Callable[[Law, Position, Position], Squares] | None  # bared by a capture; None: there are none
    deciding_squares: Callable[[Any], Squares]  # of a match that was won: where that is seen

    # What is said around a match, see `squarely.core.dialogue`
    welcome: Callable[[Any], str]
    announce_turn: Callable[[Any], str]
    ask: Callable[[Any], Asking]
    show_move: Callable[[Any, bool], str]
    news: Callable[[Any], str]
    closing: Callable[[Any], str]

    def __init__(self, names: Mapping[str, Any]) -> None:
        vars(self).update(names)
