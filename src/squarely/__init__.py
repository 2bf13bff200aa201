"""Small two-player grid games, fair and square.

>>> import squarely
>>> quad = squarely.load("quad")
>>> match = squarely.Match.of(quad).play("B2").play("A1")
>>> quad.write_position(match.position)
'O.../.X../..../.... X'

`docs/python.md` lists the names below: what is importable from here stays, whatever moves inside.
"""

from typing import Any

# Where a name is looked for when it is first asked for, so that `import squarely` waits for nothing it does not need.
HOMES = {
    "squarely.core.rules.registry": ("load", "names"),
    "squarely.core.match.match": ("Match",),
    "squarely.core.match.record": (
        *("Record", "read_record", "read_record_json", "write_record", "write_record_json"),
    ),
    "squarely.core.errors": (
        *("SquarelyError", "UnknownGame", "BadOption", "BadPosition", "BadRecord", "BadProof", "BadPlayer", "TooLarge"),
        *("BadMove", "UnreadableMove", "IllegalMove", "AmbiguousMove"),
    ),
    "squarely.solver.oracle": ("Oracle",),
    "squarely.solver.values": ("Value",),
    "squarely.players": ("Player", "seat_player"),
    "squarely.core.rules.game": (
        *("Game", "Move", "Outcome", "Position", "Side"),
        *("FIRST", "SECOND", "ONGOING", "FIRST_WINS", "SECOND_WINS", "TIE"),
    ),
    "squarely.core.rules.argument": ("Argument", "Hold"),
    "squarely.core.rules.words": ("Words", "Drawing", "Asking"),
    "squarely.core.rules.fields": ("Contents", "Count", "Direction", "Mover", "Points", "Square", "SquareSet"),
    "squarely.core.rules.moves": (
        *("PLACE", "PASS", "SQUARE", "DIRECTION", "CountPart", "DirectionPart", "MoveKind", "NeighboursPart"),
        *("SquarePart", "StepPart", "read_direction"),
    ),
    "squarely.core.variations.endings": ("Komi",),
    "squarely.core.variations.moving": (
        *(
            "ClosedSquares",
            "DiagonalSteps",
            "DiagonalWords",
            "Stuck",
            "StuckWords",
            "forbid_diagonals",
            "rule_on_stuck",
        ),
    ),
    "squarely.core.rules.options": ("CoinToss", "Dial", "Ruling", "SquareDial", "find_square"),
    "squarely.core.board.square_names": ("Coordinates", "LetterAndNumber", "Shape"),
    "squarely.core.board.grid": (
        *("UP", "DOWN", "LEFT", "RIGHT", "UP_LEFT", "UP_RIGHT", "DOWN_LEFT", "DOWN_RIGHT", "OFF", "DIRECTIONS"),
        *("EIGHT_DIRECTIONS", "NO_DIRECTION", "decode_direction", "encode_direction", "flip"),
        *("EMPTY_BOARD", "Board", "Squares", "arrange_numbers"),
        *("Symmetry", "at", "each_square", "neighbours", "opposite", "count_squares", "put", "step"),
    ),
    "squarely.core.board.square_sets": (
        *(
            "STRAIGHT",
            "all_squares",
            "covers_any",
            "edge",
            "lines",
            "neighbour_sets",
            "place_patterns",
            "spread",
            "squares_in",
        ),
    ),
    "squarely.core.text.notation": (
        *("capitalise", "count_noun", "join_with_and", "join_with_or", "plural", "quote", "read_numbers"),
        *("spell_number", "split_words"),
    ),
    "squarely.core.rules.position_line": ("read_board", "read_mover", "split_fields"),
    "squarely.core.match.last_move": ("find_remains",),
    "squarely.core.match.tabletop": ("Tabletop",),
    "squarely.core.version": ("__version__",),
    "squarely.review.court.case": ("Case", "Step"),
    "squarely.review.court": ("Claims", "Verdict", "decide", "decide_contradiction", "find_silent", "opinion"),
}
_CALLED = {  # there, where its module says what it is about
    "read_record": "read",
    "read_record_json": "read_json",
    "write_record": "write",
    "write_record_json": "write_json",
}

__all__ = [name for names in HOMES.values() for name in names]  # with their types: __init__.pyi


def __getattr__(name: str) -> Any:
    from importlib import import_module

    for module, names in HOMES.items():
        if name in names:
            return getattr(import_module(module), _CALLED.get(name, name))
    raise AttributeError(f"squarely has no {name!r}")


def __dir__() -> list[str]:
    return [*globals(), *__all__]
