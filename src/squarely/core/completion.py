"""A game's rules made complete: what its author left out follows from what the fields and moves are declared to be.

Each default is a plain function that can be opened: of the position in `position`, `position_line` and `planes`, of
moves in `moves`, of what is seen in `tabletop` and `last_move`, of what is said in `dialogue`. An author who knows
better has a function of the same name in the game's file.
"""

from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Any

from squarely.core import dialogue, last_move, moves, planes, position, position_line, tabletop
from squarely.core.author_errors import remember_files
from squarely.core.errors import BadPosition, UnknownGame
from squarely.core.first_look import check_law
from squarely.core.grid import Symmetries, Symmetry, symmetries
from squarely.core.hook_results import guard_hooks
from squarely.core.offered import check_offered, read_kinds
from squarely.core.options import settle_options
from squarely.core.position import PIECES
from squarely.core.rule_sets import complete_rule_sets
from squarely.core.rules import ONGOING, Law, Rules
from squarely.core.squares import LetterAndNumber, Shape, shape_of

_CONSTANTS: dict[str, Any] = {
    "EMPTY": ".",
    "LOOKS": {},
    "FIELD_NAMES": {},
    "EXTRA_PLANES": {},
    "RULE_SETS": {},
    "PICTURE": "",
    "SQUARES": LetterAndNumber(),
    "touched_squares": None,
    "read_touch": None,
    "captured_squares": None,
}


_OURS = ("role", "planes", "TOKENS")  # what rules are asked, and no author says: these are names of helpers there


def complete(offered: Mapping[str, Any]) -> Rules:
    """The rules of a game from what its author offers; UnknownGame says what they lack."""
    offered = {name: value for name, value in offered.items() if name not in _OURS}
    rules = Rules({**_CONSTANTS, **_nothing_declared(), **offered})
    position_type = offered.get("Position")
    rules.own = rules
    rules.position_type = position_type
    rules.kinds = read_kinds(position_type)
    check_offered(offered, rules.kinds)
    remember_files(offered, rules)
    vars(rules).update({"OPTIONS": tuple(rules.OPTIONS), **guard_hooks(offered)})
    defaults = {
        **dialogue.DEFAULTS,
        **last_move.DEFAULTS,
        **{name: partial(default, rules) for name, default in tabletop.DEFAULTS.items()},
        **_of_position(offered, rules),
        **_of_moves(offered, rules),
    }
    vars(rules).update({name: default for name, default in defaults.items() if name not in offered})
    rules.has_source = bool(offered.get("__file__"))
    rules.is_dealt = "deal" in offered
    rules.has_points = "points" in offered or "points" in defaults
    rules.has_scoreless = "scoreless" in offered or "scoreless" in defaults
    vars(rules).setdefault("TOKENS", tabletop.tokens(rules))
    rules.names_squares = rules.has_board or "square_name" in offered
    rules.check_law = partial(check_law, rules)
    vars(rules).setdefault("SUBTITLE", rules.GOAL.rstrip("."))
    rules.RULE_SETS = complete_rule_sets(rules)
    _check_picture(rules)
    return rules


def _nothing_declared() -> dict[str, Callable[..., Any]]:
    """What holds where a game says nothing about it."""
    return {
        "maxima": lambda law: {},  # noqa: ARG005
        "is_symmetry": lambda law, symmetry: False,  # noqa: ARG005
        "reworded": lambda law: {},  # noqa: ARG005
        "check": lambda law, position: None,  # noqa: ARG005
        "heading": lambda law, side, direction: direction,  # noqa: ARG005
        "claims": lambda game: (),  # noqa: ARG005
        "role": lambda position, side: side,  # noqa: ARG005
    }


def _of_position(offered: Mapping[str, Any], rules: Rules) -> dict[str, Any]:
    """What follows from the fields of a position."""
    kind, declared = rules.position_type, position.is_declared(rules.kinds)
    rules.has_board = declared or "shape" in offered
    transform = position.derive_transform(kind) if kind else None
    rules.has_planes = declared or "observe" in offered
    rules.knows_plane_maxima = "plane_maxima" in offered or (declared and "observe" not in offered)
    extra = offered.get("EXTRA_PLANES", {})
    found: dict[str, Any] = {
        "shape": shape_of if rules.has_board else lambda law: Shape(0, 0),  # noqa: ARG005
        "symmetries": partial(_symmetries, rules, bool(transform or "transform" in offered)),
        "transform": transform or (lambda symmetries, position, number: position),  # noqa: ARG005
        "planes": lambda law: rules.PLANES,  # noqa: ARG005
        "ranges": lambda law: position.ranges(rules.kinds, rules.shape(law), rules.maxima(law)) if declared else None,
        "position_line": partial(tabletop.bare_line, rules),
    }
    if kind:
        derived = {"scoreless": position.derive_scoreless(kind), "points": position.derive_points(kind)}
        found |= {name: function for name, function in derived.items() if function}
    if not declared:
        return found
    own_planes = "observe" in offered or "plane_maxima" in offered
    rules.PIECES = {
        field: mark
        for field, mark in zip(("first", "second"), rules.MARKS, strict=True)
        if rules.kinds.get(field) in PIECES
    } | dict(offered.get("PIECES", {}))
    return found | {
        "PLANES": planes.name_planes(kind, rules.MARKS, rules.FIELD_NAMES, extra),
        "plane_maxima": lambda law: planes.greatest_numbers(kind, rules.maxima(law), extra),
        "planes": lambda law: rules.PLANES[: len(rules.plane_maxima(law))] if not own_planes else rules.PLANES,
        "observe": planes.derive_observe(kind, extra),
        "position_line": partial(position_line.position_line, rules),
        "write_position": partial(position_line.write_position, rules),
        "read_position": partial(position_line.read_position, rules),
        "shown": partial(position_line.shown, rules),
    }


def _of_moves(offered: Mapping[str, Any], rules: Rules) -> dict[str, Any]:
    """What follows from the kinds of moves."""
    rules.has_moves = "MOVES" in offered or "moves" in offered
    rules.has_move_count = rules.has_moves or "move_count" in offered
    found: dict[str, Any] = {"why_illegal": partial(moves.why_illegal, rules)}
    if not rules.has_moves:
        return found | {"moves": lambda law: (), "transform_move": lambda law, all_, position, move, number: move}  # noqa: ARG005
    return found | {
        "moves": lambda law: rules.MOVES,  # type: ignore[attr-defined]  # noqa: ARG005
        "move_count": partial(moves.count_moves, rules),
        "transform_move": partial(moves.transform_move, rules),
        "write_move": partial(moves.write_move, rules),
        "read_move": partial(moves.read_move, rules),
        "touched_squares": partial(moves.touch_squares, rules),
    }


def _symmetries(rules: Rules, can_transform: bool, law: Law) -> Symmetries:
    """Those of the board's symmetries under which the rules are the same, the one that changes nothing first."""
    if not (rules.has_board and can_transform):
        return Symmetries(((),), ((),))
    same, *others = _of_shape(rules.shape(law))
    kept = [same, *(each for each in others if rules.is_symmetry(law, each))]
    return Symmetries(tuple(each.squares for each in kept), tuple(each.directions for each in kept))


@cache
def _of_shape(shape: Shape) -> tuple[Symmetry, ...]:
    return symmetries(shape.rows, shape.columns)


def _check_picture(rules: Rules) -> None:
    """Refuse a picture that is no position of the game, or an end of it."""
    if not rules.PICTURE:
        return
    law = rules.enact(settle_options(rules.OPTIONS, ""))
    try:
        result = rules.outcome(law, rules.read_position(law, rules.PICTURE))
    except BadPosition as error:
        raise UnknownGame(f"has a PICTURE that is no position: {error}") from None
    if result != ONGOING:
        raise UnknownGame("has a PICTURE in which the match is over")
