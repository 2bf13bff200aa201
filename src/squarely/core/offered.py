"""What an author offers, looked through before anything is made of it: each mistake is a sentence.

The sentences are the ends of such as begin with `the game 'hop' from squarely_hop`.
"""

from collections.abc import Iterable, Mapping
from types import FunctionType
from typing import Any

from squarely.core.errors import UnknownGame
from squarely.core.move_kinds import DIRECTION, MoveKind, NeighboursPart, Part, StepPart
from squarely.core.notation import count_noun, is_printable
from squarely.core.offered_options import check_options
from squarely.core.position import COUNTED, PIECES, Kind, is_declared, kinds_of
from squarely.core.squares import LetterAndNumber, SquareNames

_NEEDED = ("TITLE", "GOAL", "NAMES", "MARKS", "OPTIONS", "enact", "start", "legal_moves", "play", "outcome", "reason")
_LINE = ("write_position", "read_position")
_MOVES = ("write_move", "read_move")
_TEXTS = ("TITLE", "GOAL", "SUBTITLE")
_MAPPINGS = ("RULE_SETS", "PIECES", "LOOKS", "FIELD_NAMES", "EXTRA_PLANES")

_GIVEN = {  # what each function is given
    "options": "enact",
    "law": "start deals maxima symmetries plane_maxima moves move_count places reworded shape ranges",
    "law, position": "legal_moves outcome points scoreless position_line write_position check reason draw shown "
    "holdings unseen",
    "law, position, move": "play write_move why_illegal touched_squares",
    "law, position, text": "read_move",
    "law, position, squares": "read_touch",
    "law, before, after": "captured_squares",
    "law, number": "deal",
    "law, symmetry": "is_symmetry",
    "law, square": "square_name",
    "law, text": "read_position",
    "law, position, planes": "observe",
    "law, side, direction": "heading",
    "symmetries, position, number": "transform",
    "law, symmetries, position, move, number": "transform_move",
    "match": "deciding_squares welcome announce_turn ask news closing",
    "match, by_reader": "show_move",
    "game": "claims",
}
PARAMETERS = {name: given.split(", ") for given, names in _GIVEN.items() for name in names.split()}


def read_kinds(position_type: Any) -> dict[str, Kind]:
    """What the fields of an author's Position are; UnknownGame if it is none."""
    if position_type is None:
        return {}
    if (
        not isinstance(position_type, type)
        or not issubclass(position_type, tuple)
        or "_fields" not in vars(position_type)
    ):
        raise UnknownGame("has a Position that is not a NamedTuple: class Position(NamedTuple)")
    try:
        kinds = kinds_of(position_type)
    except Exception as error:  # an annotation is an expression, and may be anything
        raise UnknownGame(f"has a Position whose annotations cannot be read: {error}") from None
    if "mover" not in kinds:
        raise UnknownGame("has a Position without a field `mover`, which says whose turn it is: mover: Mover")
    return kinds


def check_offered(offered: Mapping[str, Any], kinds: Mapping[str, Kind]) -> None:
    """Refuse a game that cannot be completed, with what would do it."""
    _check_presence(offered, kinds)
    _check_functions(offered)
    _check_texts(offered)
    _check_looks(offered)
    check_options(offered["OPTIONS"])
    if "MOVES" in offered:
        check_moves_declared(offered["MOVES"], "MOVES")
        _check_touching(offered, kinds)
    _check_symmetry(offered, is_declared(kinds))
    if is_declared(kinds):
        _check_pieces(offered, kinds)


def _check_presence(offered: Mapping[str, Any], kinds: Mapping[str, Kind]) -> None:
    declared, has_moves = is_declared(kinds), "MOVES" in offered or "moves" in offered
    needed = (*_NEEDED, *(() if declared else _LINE), *(() if has_moves else _MOVES), *(() if declared else ("draw",)))
    missing = [each for each in needed if each not in offered]
    if missing:
        raise UnknownGame(f"lacks {', '.join(missing)}")
    counted = [field for field, kind in kinds.items() if kind in COUNTED]
    if counted and "maxima" not in offered:
        raise UnknownGame(f"lacks maxima(law), which says the greatest number of {' and '.join(counted)}")
    if "deal" in offered and "deals" not in offered:
        raise UnknownGame("lacks deals(law), which says how many starts `deal` can give")
    if "deals" in offered and "deal" not in offered:
        raise UnknownGame("lacks deal(law, number), which gives the starts that `deals` counts")


def _check_functions(offered: Mapping[str, Any]) -> None:
    """Whether what should be a function is one, and takes what it is given."""
    for name, given in PARAMETERS.items():
        function = offered.get(name)
        if function is None:
            continue
        if not callable(function):
            raise UnknownGame(f"has {function!r} as its `{name}`; it is a function: {name}({', '.join(given)})")
        if isinstance(function, FunctionType) and not _takes(function, len(given)):
            count = count_noun(function.__code__.co_argcount, "parameter")
            raise UnknownGame(f"has a function `{name}` with {count}; it is {name}({', '.join(given)})")


def _takes(function: FunctionType, count: int) -> bool:
    code, defaults = function.__code__, function.__defaults__ or ()
    most = 1 << 30 if code.co_flags & 4 else code.co_argcount  # 4: *args
    needs_named = code.co_kwonlyargcount - len(function.__kwdefaults__ or ())
    return code.co_argcount - len(defaults) <= count <= most and not needs_named


def _check_texts(offered: Mapping[str, Any]) -> None:
    for name in _TEXTS:
        text = offered.get(name, "-")
        if not isinstance(text, str) or not text.strip() or not is_printable(text):
            raise UnknownGame(f"has {text!r} as its {name}, which is a line of text")
    for name in ("NAMES", "MARKS"):
        pair = offered[name]
        if not isinstance(pair, tuple | list) or len(pair) != 2:
            raise UnknownGame(f"has {pair!r} as its {name}, which are two: {name} = ({_EXAMPLES[name]})")
        for text in pair:
            if not isinstance(text, str) or not text.strip() or not is_printable(text):
                raise UnknownGame(f"has {text!r} among its {name}; each is a text that can be printed")
        if pair[0] == pair[1]:
            raise UnknownGame(f"has {pair[0]!r} twice as its {name}: the sides could not be told apart")
    for mark in offered["MARKS"]:
        if len(mark.split()) != 1 or mark != mark.strip():
            raise UnknownGame(f"has a space in its mark {mark!r}: a position line is split there")
    for name in _MAPPINGS:
        if not isinstance(offered.get(name, {}), Mapping):
            raise UnknownGame(f"has {offered[name]!r} as its {name}, which is a dict")


_EXAMPLES = {"NAMES": '"Light", "Dark"', "MARKS": '"L", "D"'}


def _check_looks(offered: Mapping[str, Any]) -> None:
    """Whether what is shown has the form that is shown."""
    for name in ("LOOKS", "FIELD_NAMES"):
        if odd := [part for pair in offered.get(name, {}).items() for part in pair if not isinstance(part, str)]:
            raise UnknownGame(f"has {odd[0]!r} in its {name}, which has texts only")
    for name, plane in offered.get("EXTRA_PLANES", {}).items():
        if not isinstance(name, str) or not isinstance(plane, FunctionType) or not _takes(plane, 2):
            raise UnknownGame(f"has {name!r} in its EXTRA_PLANES; they are names and functions of (law, position)")
    if not isinstance(offered.get("SQUARES", LetterAndNumber()), SquareNames):
        raise UnknownGame(f"has {offered['SQUARES']!r} as its SQUARES; they are LetterAndNumber() or Coordinates(1)")
    if not isinstance(offered.get("__doc__") or "", str):
        raise UnknownGame(f"has {offered['__doc__']!r} as its docstring, which is the rulebook")


def check_moves_declared(kinds: Any, where: str) -> None:
    """Whether these are kinds of moves."""
    if isinstance(kinds, MoveKind) or not isinstance(kinds, tuple | list) or not kinds:
        raise UnknownGame(f'has {where} that are no tuple; a tuple of one ends with a comma: (MoveKind("", SQUARE),)')
    for kind in kinds:
        if not isinstance(kind, MoveKind):
            raise UnknownGame(f"has {kind!r} among its {where}; each is a MoveKind")
        if not isinstance(kind.word, str):
            raise UnknownGame('has a MoveKind that begins with no word; it may be empty: MoveKind("", SQUARE)')
        for part in kind.parts:
            if not isinstance(part, Part):
                raise UnknownGame(
                    f"has {part!r} in a MoveKind; a part is SQUARE, DIRECTION, StepPart, CountPart or such"
                )
        if kind.parts and isinstance(kind.parts[0], StepPart | NeighboursPart):
            raise UnknownGame("has a MoveKind that begins with a step; before it comes the SQUARE that it leaves")
    written = [(kind.word, len(kind.parts)) for kind in kinds]
    if ("", 0) in written or len({*written}) < len(written):
        raise UnknownGame("has two kinds of moves with the same word and as many parts, or one without words and parts")


def _check_touching(offered: Mapping[str, Any], kinds: Mapping[str, Kind]) -> None:
    steered = any(DIRECTION in kind.parts for kind in offered["MOVES"])
    if steered and Kind.SQUARE not in kinds.values() and "touched_squares" not in offered:
        raise UnknownGame(
            "has moves by DIRECTION, but no field of its Position is a Square, so that nobody knows what moves; "
            "declare it, or write touched_squares"
        )


def _check_symmetry(offered: Mapping[str, Any], declared: bool) -> None:
    says = [name for name in ("is_symmetry", "symmetries") if name in offered]
    if says and not declared and "transform" not in offered:
        raise UnknownGame(f"has {says[0]}, but its fields do not say what they are: annotate them, or write transform")
    if "is_symmetry" in offered and not declared and "shape" not in offered and "symmetries" not in offered:
        raise UnknownGame("has is_symmetry, but no board that could be turned: write shape(law)")
    if "transform" in offered and not says:
        raise UnknownGame("has transform, but neither is_symmetry nor symmetries, which say when it holds")


def _check_pieces(offered: Mapping[str, Any], kinds: Mapping[str, Kind]) -> None:
    """Whether what a position line writes on a square can be told apart."""
    given = offered.get("PIECES", {})
    if unknown := [field for field in given if kinds.get(field) not in PIECES]:
        raise UnknownGame(
            f"says in PIECES how {unknown[0]} is written, which is no Square or SquareSet of its Position"
        )
    own = dict(zip(("first", "second"), offered["MARKS"], strict=True)) | dict(given)
    bare = [field for field, kind in kinds.items() if kind in PIECES and field not in own]
    if bare:
        raise UnknownGame(f"does not say in PIECES how {bare[0]} is written")
    written = {"EMPTY": offered.get("EMPTY", ".")} | {
        field: own[field] for field, kind in kinds.items() if kind in PIECES
    }
    for name, glyph in written.items():
        if not isinstance(glyph, str) or len(glyph) != 1 or glyph == "/" or glyph.isspace() or not glyph.isprintable():
            raise UnknownGame(f"writes {name} as {glyph!r} on a board; that is one character, no space and no slash")
    if twice := _find_twice(written):
        raise UnknownGame(f"writes {twice[0]} and {twice[1]} alike, as {written[twice[0]]!r}; see PIECES and EMPTY")


def _find_twice(written: Mapping[str, str]) -> list[str]:
    """Names of which two have the same glyph."""
    names: Iterable[str] = written
    return next(
        ([one, other] for one in names for other in written if one < other and written[one] == written[other]), []
    )
