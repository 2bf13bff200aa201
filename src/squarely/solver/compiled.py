"""Turn a game's rules, unchanged, into machine code: the verbs and every function they call."""

import linecache
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dis import get_instructions
from functools import cache
from inspect import isgeneratorfunction
from itertools import chain
from pathlib import Path
from types import FunctionType
from typing import Any

import numba
import numpy as np

from squarely.core.errors import BrokenRules
from squarely.core.rules.game import Game, Position
from squarely.laws.law import WIDEST
from squarely.solver.checked import COMPILED, flatten_checked
from squarely.solver.flatten import Flat, find_callees, flatten
from squarely.solver.kept_code import jit_kept

jit: Any = numba.njit  # untyped, since what it makes depends on the game

_LONGEST = 250  # instructions of a function that is inlined, with those that are inlined into it
_MOST_TOLD = 1 << 14  # numbers of a position: its outcome, its points, its moves, and where each leads
_PLACE = re.compile(r'File "([^"]+)", line (\d+)')
_SEE = "docs/adding-a-game.md says what compiled rules do without"


class Compiled:
    """The functions of a game as machine code that calls itself. Each is compiled when it is first called."""

    def __init__(self, flat: Flat) -> None:
        done = dict(COMPILED)
        for name, function in flat._asdict().items():
            if isinstance(function, FunctionType):
                setattr(self, name, compile_function(function, done))

    def __getattr__(self, name: str) -> Any:  # of what depends on the game
        raise AttributeError(f"this game has no {name}")


_compiled: dict[tuple[type[Game], bool], Compiled] = {}


def compile_game(game: Game, is_checked: bool = True) -> Compiled:
    """The functions of a game as machine code; all games of its class share them.

    Checked ones raise OverflowError or IndexError where they would do otherwise than Python.
    """
    key = type(game), is_checked
    if key not in _compiled:
        _compiled[key] = Compiled(flatten_checked(game) if is_checked else flatten(game))
    return _compiled[key]


def compile_function(function: Any, done: dict[Any, Any] | None = None) -> Any:
    """A function as machine code, with every function it calls. `done` has those that were met before."""
    done = dict(COMPILED) if done is None else done
    if function not in done:
        # A copy that looks its callees up where they are machine code too; noted first, so that it may call itself.
        names = dict(function.__globals__)
        copy = FunctionType(function.__code__, names, function.__name__, function.__defaults__, function.__closure__)
        # Inlined, since handing the law from function to function costs more than most of them do.
        done[function] = jit(copy, inline="always" if _is_inlined(function) else "never")
        for name, called in find_callees(function):
            names[name] = compile_function(called, done)
    return done[function]


def geometry_as_arrays(law: Any) -> Any:
    """The law with its tables as arrays, which compile sooner and are looked up faster."""
    if law == ():  # of a game without options there may be nothing
        return law
    tables = {name: field for name, field in law._asdict().items() if len(_measure_table(field) or ()) > 1}
    return law._replace(**{name: np.array(field) for name, field in tables.items()})


def _measure_table(field: object) -> tuple[int, ...] | None:
    """How long a table is, and its rows, and so on; nothing for a number, None where rows are not equally long."""
    if not isinstance(field, tuple):
        return ()
    rows = {_measure_table(row) for row in field}
    below = rows.pop() if len(rows) == 1 else None
    return None if below is None else (len(field), *below)


def compile_teller(game: Game) -> Callable[[Position], list[int]]:
    """What compiled rules say of a position: outcome, points, and each legal move with a hash of where it leads."""
    with explain_compile_errors(game):
        law, buffer = geometry_as_arrays(flatten(game).law), np.zeros(_MOST_TOLD, np.int64)
        tell = _compile_teller(compile_game(game), game.has_points)

    def ask(position: Position) -> list[int]:
        with explain_compile_errors(game):
            return list(buffer[: tell(law, position, buffer)].tolist())

    return ask


@cache
def _compile_teller(rules: Compiled, has_points: bool) -> Any:
    legal_moves, play, outcome = rules.legal_moves, rules.play, rules.outcome
    points = rules.points if has_points else jit(lambda law, position: (0, 0))  # noqa: ARG005

    @jit_kept
    def tell(law: Any, position: Any, buffer: Any) -> Any:
        buffer[0] = outcome(law, position)
        buffer[1], buffer[2] = points(law, position)
        used = 3
        for move in legal_moves(law, position):
            buffer[used], buffer[used + 1] = move, hash(play(law, position, move))
            used += 2
        return used

    return tell


@contextmanager
def explain_compile_errors(game: Game) -> Iterator[None]:
    """What the compiler says of rules that it cannot compile, as a sentence that names the line."""
    try:
        yield
    except (MemoryError, BrokenRules, ArithmeticError, IndexError):
        raise  # that is not what the compiler says
    except Exception as error:  # the compiler fails in many ways, not all of them its own
        raise BrokenRules(f"{game.name} cannot be compiled: {_describe_error(error)}; {_SEE}") from error


def check_width(game: Game, positions: Iterable[Position]) -> None:
    """BrokenRules if a position holds a number that machine code cannot: it would be another one there."""
    for position in positions:
        for number in chain.from_iterable(part if isinstance(part, tuple) else (part,) for part in position):
            if not -(1 << WIDEST) <= number < 1 << WIDEST:
                raise BrokenRules(
                    f"the position {game.write_position(position)} of {game.name} holds a number of "
                    f"{number.bit_length()} bits; compiled rules have {WIDEST}. A set of more squares takes two"
                )


def difference_error(game: Game, position: Position) -> BrokenRules:
    """Why rules are refused that do something else in this position when they are compiled."""
    return BrokenRules(
        f"the rules of {game.name} differ when they are compiled: look at {game.write_position(position)}. Numbers of "
        f"machine code have {WIDEST} bits: a set of squares ends with square {WIDEST - 1}, larger boards take two"
    )


def _is_recursive(function: Any) -> bool:
    """Whether a function can come back to itself: then it cannot be inlined."""
    met = [called for _, called in find_callees(function)]
    for each in met:  # grows while it is read
        if each is function:
            return True
        met.extend(called for _, called in find_callees(each) if called not in met)
    return False


def _is_inlined(function: Any) -> bool:
    """Whether a function is compiled wherever it is called. A long one is not: each time takes a second or more."""
    return not (isgeneratorfunction(function) or _is_recursive(function)) and _measure(function) <= _LONGEST


@cache
def _measure(function: Any) -> int:
    """The instructions of a function and of all that is inlined into it, which does not come back to it."""
    instructions = list(get_instructions(function))
    calls = Counter(each.argval for each in instructions if each.opname == "LOAD_GLOBAL")
    callees = [each for each in find_callees(function) if each[1] not in COMPILED]  # which are an instruction each
    inlined = [(name, called) for name, called in callees if _is_inlined(called)]
    return len(instructions) + sum(calls[name] * _measure(called) for name, called in inlined)


def _describe_error(error: BaseException) -> str:
    """Where and why, from what the compiler says: the last place that lies outside of the compiler, and its reason."""
    message = re.sub("\x1b\\[[0-9;]*m", "", str(error))  # without colours
    inside = str(Path(numba.__file__).parent)
    places = [(file, int(line)) for file, line in _PLACE.findall(message) if not file.startswith(inside)]
    said = [text.strip() for text in message.splitlines() if text.strip() and not text.startswith(("Failed in", "-"))]
    reason = ": ".join([type(error).__name__, *(text.rstrip(".") for text in said[:1])])
    if not places:
        return reason
    file, line = places[-1]
    return f"{Path(file).name}, line {line}, `{linecache.getline(file, line).strip()}` ({reason})"
