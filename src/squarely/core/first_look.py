"""A game looked at when it is made: its law, where it begins and the first moves, before anybody plays."""

from collections.abc import Iterable
from itertools import islice
from typing import Any

from squarely.core.author_errors import describe_author_error, describe_error
from squarely.core.errors import UnknownGame
from squarely.core.move_kinds import CountPart
from squarely.core.offered import check_moves_declared
from squarely.core.position import COUNTED, Kind
from squarely.core.rules import FIRST_WINS, ONGOING, SECOND_WINS, TIE, Law, Position, Rules

_MOVES = 3  # that are tried
MOST_MOVES = 100_000  # of a game that does not say how many it has
_MOST_ON_A_SQUARE = 31


def check_law(rules: Rules, law: Law) -> None:
    """Refuse a law that lacks what the declarations refer to, or under which the first moves fail."""
    try:
        _check_parts(law)
        _check_declared(rules, law)
        _check_start(rules, law, rules.start(law), "start")
        if rules.is_dealt:
            _check_deals(rules, law)
    except UnknownGame:
        raise
    except (Exception, SystemExit) as error:  # whatever an author's function may raise
        raise UnknownGame(f"cannot be used: {describe_author_error(error) or describe_error(error)}") from error


def find_odd_part(value: Any, plain: tuple[type, ...] = (int,)) -> str:
    """The first part of a position or law that is not a plain number, with its name; empty where there is none."""
    names = getattr(value, "_fields", None)
    if not isinstance(value, tuple) or names is None:
        return f"{value!r}, a {type(value).__name__} and no NamedTuple"
    for name, part in zip(names, value, strict=True):
        todo = [part]
        while todo:
            each = todo.pop()
            if isinstance(each, tuple):
                todo += each
            elif type(each) not in plain:
                return f"a {type(value).__name__} with {each!r}, a {type(each).__name__}, in its {name}"
    return ""


def _check_parts(law: Law) -> None:
    if law != () and (odd := find_odd_part(law, (int, bool))):  # nothing at all is a law, too
        raise UnknownGame(f"enacts {odd}; a Law is a NamedTuple of whole numbers and tuples of them")


def _check_declared(rules: Rules, law: Law) -> None:
    if rules.has_board:
        shape = rules.shape(law)
        if type(shape.rows) is not int or type(shape.columns) is not int or shape.squares < 1:
            raise UnknownGame(f"has a board of {shape.rows} rows and {shape.columns} columns")
    maxima = rules.maxima(law)
    if unknown := {*maxima} - {*rules.kinds, *rules.EXTRA_PLANES}:
        raise UnknownGame(f"gives a maximum of {min(unknown)}, which is neither a field nor an extra plane")
    for field, kind in rules.kinds.items():
        most = maxima.get(field, None if kind in COUNTED else 0)
        if most is None:
            raise UnknownGame(f"says in maxima nothing about {field}, which counts")
        if type(most) is not int or most < 0 or (kind is Kind.CONTENTS and most > _MOST_ON_A_SQUARE):
            raise UnknownGame(f"gives {most!r} as the maximum of {field}")
    if rules.has_moves:
        check_moves_declared(rules.moves(law), "kinds of moves")
    counted = [part.most for kind in rules.moves(law) for part in kind.parts if isinstance(part, CountPart)]
    if missing := {*counted} - {*getattr(law, "_fields", ())}:
        raise UnknownGame(f"counts in its moves to {min(missing)}, which its Law does not have")


def _check_deals(rules: Rules, law: Law) -> None:
    count = rules.deals(law)
    if type(count) is not int or count < 1:
        raise UnknownGame(f"has {count!r} deals; there is one at least")
    for number in {0, count - 1}:
        _check_start(rules, law, rules.deal(law, number), f"deal {number}")


def _check_start(rules: Rules, law: Law, position: Position, where: str) -> None:
    _check_position(rules, position, where)
    result, given = rules.outcome(law, position), rules.legal_moves(law, position)
    if result not in (ONGOING, FIRST_WINS, SECOND_WINS, TIE):
        raise UnknownGame(f"has the outcome {result!r} at its {where}; it is ONGOING, FIRST_WINS, SECOND_WINS or TIE")
    if isinstance(given, list | set | dict | str) or not isinstance(given, Iterable):
        raise UnknownGame(f"has a function `legal_moves` that returns {_name(given)}; it yields its moves: yield move")
    given = iter(given)
    moves, most = list(islice(given, _MOVES)), rules.move_count(law) if rules.has_move_count else MOST_MOVES
    if next(islice(given, most, None), None) is not None:
        raise UnknownGame(f"has more than {most} legal moves at its {where}; does `legal_moves` come to an end?")
    if not moves and result == ONGOING:
        raise UnknownGame(f"has no legal move at its {where}, and has not ended")
    for move in moves:
        if type(move) is not int:
            raise UnknownGame(f"has the legal move {move!r} at its {where}; a move is a whole number")
        if not 0 <= move < most:
            raise UnknownGame(f"has the legal move {move} at its {where}; moves are numbers from 0 to {most - 1}")
        _check_position(rules, rules.play(law, position, move), f"`play` of the move {move}")
    if rules.has_points:
        points = rules.points(law, position)
        if not isinstance(points, tuple) or len(points) != 2 or any(type(each) is not int for each in points):
            raise UnknownGame(f"has the points {points!r}; they are two whole numbers, one of each side")


def _check_position(rules: Rules, position: Position, where: str) -> None:
    if odd := find_odd_part(position):
        raise UnknownGame(f"gives as its {where} {odd}; a position is a NamedTuple of whole numbers and tuples of them")
    if rules.position_type is not None and type(position) is not rules.position_type:
        raise UnknownGame(f"gives as its {where} a {type(position).__name__}, not its Position")
    kind: Any = type(position)
    if kind.__eq__ is not tuple.__eq__ or kind.__hash__ is not tuple.__hash__:
        raise UnknownGame(
            "has a Position with an __eq__ or __hash__ of its own; positions are equal if all numbers are"
        )
    if "mover" not in position._fields or position.mover not in (0, 1):
        mover = getattr(position, "mover", "nobody")
        raise UnknownGame(f"gives as its {where} a position with the mover {mover}; that is FIRST or SECOND")


def _name(value: Any) -> str:
    return "nothing" if value is None else f"a {type(value).__name__}"
