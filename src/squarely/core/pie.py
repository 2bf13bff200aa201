"""The pie rule, for every game: whoever answers the first move may swap sides instead. One cuts, the other chooses.

It is added to the rules of a game from outside, so no game knows of it. The sides of the wrapped game are seats: after
a swap, the first seat plays what the game itself calls the second side, its role. A position has one number more,
the last, which says how far the swap is; `own_position` is the position as the game itself knows it, whose mover is
the role that is to move. What was generated here runs interpreted and compiled, like the rules that it calls.
"""

import copyreg
import re
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple, get_type_hints

from squarely.core.errors import BadMove, BadPosition
from squarely.core.generated import define_functions
from squarely.core.move_kinds import MoveKind
from squarely.core.notation import join_with_or, split_words
from squarely.core.options import Options
from squarely.core.pie_dialogue import make_dialogue
from squarely.core.position import Count, Kind, PositionLine, Range
from squarely.core.rules import FIRST_WINS, ONGOING, SECOND_WINS, Law, Position, Rules

OPENING, CHOICE, KEPT, SWAPPED = 0, 1, 2, 3
STATES = ("opening", "choice", "kept", "swapped")  # as a position line ends
SWAP = "swap sides"
_ALSO_SWAP = (["swap", "sides"], ["swap", "side"], ["pie"])
_BEYOND_ALL = 1 << 62  # the number of the swap where a game does not say how many moves it has
_PLANE = "the swap of sides: 0 before it, 1 now, 2 not made, 3 made"
_TOO_LATE = "sides can be swapped once only, instead of the answer to the first move."

_VERBS = """
def own_position(position):
    return Own({own})

def with_state(position, state):
    return Pie({pie}, state)

def play(law, position, move):
    before = own_position(position)
    if move == law.swap:
        after = before
        state = SWAPPED
    else:
        after = own_play(law.own, before, move)
        state = position.{state}
        if state == OPENING and after.mover != before.mover:
            state = CHOICE
        elif state == CHOICE:
            state = KEPT
    return with_state(after, state)

def legal_moves(law, position):
    here = own_position(position)
    for move in own_legal_moves(law.own, here):
        yield move
    if position.{state} == CHOICE and own_outcome(law.own, here) == ONGOING:
        yield law.swap

def outcome(law, position):
    result = own_outcome(law.own, own_position(position))
    if position.{state} == SWAPPED and (result == FIRST_WINS or result == SECOND_WINS):
        return FIRST_WINS + SECOND_WINS - result
    return result

def start(law):
    return with_state(own_start(law.own), OPENING)

def deal(law, number):
    return with_state(own_deal(law.own, number), OPENING)

def points(law, position):
    first, second = own_points(law.own, own_position(position))
    if position.{state} == SWAPPED:
        return second, first
    return first, second

def transform(symmetries, position, number):
    return with_state(own_transform(symmetries, own_position(position), number), position.{state})

def observe(law, position, planes):
    own_observe(law.own, own_position(position), planes[:len(planes) - 1])
    planes[len(planes) - 1] = position.{state}
"""
_WRITTEN = ("play", "legal_moves", "outcome", "start", "deal", "points", "transform", "observe")
_BY_LAW = ("reworded", "shape", "is_symmetry", "symmetries", "square_name", "places", "deals", "heading", "check_law")
_BY_POSITION = ("draw", "shown", "check")


class PieLaw(NamedTuple):
    """The game's own law, and the number of the move that swaps sides: the last of all."""

    own: Law
    swap: int


@cache
def add_pie(own: Rules, own_type: Any) -> Rules:
    """The rules of a game, whose positions are of this type, with the swap of sides."""
    kind = make_position_type(own_type)
    verbs = _define_verbs(own, own_type, kind)
    wrapped = Rules({**vars(own), **{name: verbs[name] for name in _WRITTEN if name in vars(own)}})
    here = verbs["own_position"]
    wrapped.position_type = kind
    wrapped.kinds = {**own.kinds, kind._fields[-1]: Kind.COUNT} if own.kinds else {}
    vars(wrapped).pop("scoreless", None)
    wrapped.has_scoreless = False  # what a swap is worth depends on the points that it exchanges
    wrapped.PLANES = (*own.PLANES, _PLANE) if own.has_planes else ()
    wrapped.planes = lambda law: (*own.planes(law.own), _PLANE) if own.has_planes else ()
    wrapped.enact = lambda options: _enact(own, options)
    wrapped.role = lambda position, side: 1 - side if position[-1] == SWAPPED else side
    vars(wrapped).update({name: _by_law(vars(own)[name]) for name in _BY_LAW if name in vars(own)})
    vars(wrapped).update({name: _by_position(vars(own)[name], here) for name in _BY_POSITION})
    _add_derived(own, wrapped, kind)
    _add_line(own, wrapped, here, verbs["with_state"])
    _add_moves(own, wrapped, here)
    _add_words(own, wrapped, here)
    vars(wrapped).update(make_dialogue(own, wrapped, here, CHOICE, SWAP))
    return wrapped


@cache
def make_position_type(own_type: Any) -> Any:
    """The type of a game's positions with one number more: how far the swap of sides is."""
    hints, name = get_type_hints(own_type, include_extras=True), "pie"
    while name in own_type._fields:
        name += "_"
    fields = [*((field, hints[field]) for field in own_type._fields), (name, Count)]
    kind: Any = NamedTuple("PiePosition", fields)  # type: ignore[misc]
    copyreg.pickle(kind, lambda position: (_make_position, (own_type, tuple(position))))  # it is found in no module
    return kind


def _make_position(own_type: Any, values: tuple[Any, ...]) -> Position:
    return make_position_type(own_type)(*values)


def _define_verbs(own: Rules, own_type: Any, kind: Any) -> dict[str, Any]:
    state = kind._fields[-1]
    mover = f"1 - position.mover if {{}} == {SWAPPED} else position.mover"
    seats, roles = mover.format("state"), mover.format(f"position.{state}")
    source = _VERBS.format(
        own=", ".join(roles if field == "mover" else f"position.{field}" for field in own_type._fields),
        pie=", ".join(seats if field == "mover" else f"position.{field}" for field in own_type._fields),
        state=state,
    )
    names = {f"own_{name}": function for name, function in vars(own).items() if name in _WRITTEN}
    numbers = {"OPENING": OPENING, "CHOICE": CHOICE, "KEPT": KEPT, "SWAPPED": SWAPPED, "ONGOING": ONGOING}
    results = {"FIRST_WINS": FIRST_WINS, "SECOND_WINS": SECOND_WINS}
    return define_functions(source, Own=own_type, Pie=kind, **names, **numbers, **results)


def _enact(own: Rules, options: Options) -> PieLaw:
    law = own.enact(options)
    return PieLaw(law, own.move_count(law) if own.has_move_count else _BEYOND_ALL)


def _by_law(function: Callable[..., Any]) -> Callable[..., Any]:
    return lambda law, *rest: function(law.own, *rest)


def _by_position(function: Callable[..., Any], here: Callable[[Position], Position]) -> Callable[..., Any]:
    return lambda law, position: function(law.own, here(position))


def _add_derived(own: Rules, wrapped: Rules, kind: Any) -> None:
    """What follows from the fields, with that of one more."""
    state = kind._fields[-1]

    def ranges(law: Law) -> dict[str, tuple[Range, ...]] | None:
        found = own.ranges(law.own)
        return None if found is None else {**found, state: (Range(state, SWAPPED),)}

    wrapped.ranges = ranges
    wrapped.maxima = lambda law: {**own.maxima(law.own), state: SWAPPED}
    if own.has_planes and own.knows_plane_maxima:
        wrapped.plane_maxima = lambda law: (*own.plane_maxima(law.own), SWAPPED)


def _add_line(own: Rules, wrapped: Rules, here: Callable[..., Any], with_state: Callable[..., Any]) -> None:
    """The position line: that of the game, whose mover is the role to move, and how far the swap is."""

    def position_line(law: Law, position: Position) -> PositionLine:
        line = own.position_line(law.own, here(position))
        return line._replace(rest=(*line.rest, STATES[position[-1]]))

    def write_position(law: Law, position: Position) -> str:
        return f"{own.write_position(law.own, here(position))} {STATES[position[-1]]}"

    def read_position(law: Law, text: str) -> Position:
        line, _, last = text.rstrip().rpartition(" ")
        is_said = last.casefold() in STATES
        try:
            position = own.read_position(law.own, line if is_said else text)
        except BadPosition as error:
            raise BadPosition(f"{error}; with pie=yes, {join_with_or(STATES)} follows") from None
        return with_state(position, STATES.index(last.casefold()) if is_said else OPENING)

    wrapped.position_line, wrapped.write_position, wrapped.read_position = position_line, write_position, read_position


def _add_moves(own: Rules, wrapped: Rules, here: Callable[..., Any]) -> None:
    """The moves of the game, and behind them the swap."""

    def read_move(law: Law, position: Position, text: str) -> list[int]:
        words, can_swap = split_words(text), position[-1] == CHOICE
        if words in _ALSO_SWAP:
            return [law.swap]
        try:
            meant = [*own.read_move(law.own, here(position), text)]
        except BadMove:
            if words != ["swap"] or not can_swap:
                raise
            return [law.swap]
        return [*meant, law.swap] if words == ["swap"] and can_swap else meant

    def why_illegal(law: Law, position: Position, move: int) -> str:
        return _TOO_LATE if move == law.swap else own.why_illegal(law.own, here(position), move)

    wrapped.moves = lambda law: (*own.moves(law.own), MoveKind(SWAP))
    wrapped.move_count = lambda law: law.swap + 1
    wrapped.write_move = lambda law, position, move: (
        SWAP if move == law.swap else own.write_move(law.own, here(position), move)
    )
    wrapped.read_move, wrapped.why_illegal = read_move, why_illegal
    wrapped.transform_move = lambda law, symmetries, position, move, number: (
        move if move == law.swap else own.transform_move(law.own, symmetries, here(position), move, number)
    )
    if touched := own.touched_squares:
        wrapped.touched_squares = lambda law, position, move: (
            () if move == law.swap else touched(law.own, here(position), move)
        )
    if read_touch := own.read_touch:
        wrapped.read_touch = lambda law, position, squares: (
            SWAP if not squares and position[-1] == CHOICE else read_touch(law.own, here(position), squares)
        )
    if captured := own.captured_squares:
        wrapped.captured_squares = lambda law, before, after: captured(law.own, here(before), here(after))


def _add_words(own: Rules, wrapped: Rules, here: Callable[..., Any]) -> None:
    """What is said of a position. After a swap, sides are called by their marks where the game calls them by names."""
    marks = dict(zip(own.NAMES, own.MARKS, strict=True))
    names = "|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in sorted(own.NAMES, key=len, reverse=True))

    def reason(law: Law, position: Position) -> str:
        said = own.reason(law.own, here(position))
        return re.sub(names, lambda found: marks[found[0]], said) if position[-1] == SWAPPED else said

    def holdings(law: Law, position: Position) -> tuple[str, str]:
        first, second = own.holdings(law.own, here(position))
        return (second, first) if position[-1] == SWAPPED else (first, second)

    def unseen(law: Law, position: Position) -> str:
        said = own.unseen(law.own, here(position))
        can_swap = position[-1] == CHOICE and own.outcome(law.own, here(position)) == ONGOING
        return f"{said} Sides may be swapped now.".strip() if can_swap else said

    wrapped.reason, wrapped.holdings, wrapped.unseen = reason, holdings, unseen
