"""Turn a game's rules, unchanged, into machine code: the verbs and every function they call."""

import linecache
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dis import get_instructions
from functools import cache
from inspect import isgeneratorfunction
from pathlib import Path
from types import CellType, FunctionType
from typing import Any

import numba

from squarely.core.errors import BrokenRules
from squarely.core.game import Game
from squarely.core.rules import Position, Rules

jit: Any = numba.njit  # untyped, since what it makes depends on the game

_VERBS = ("legal_moves", "play", "outcome", "deal", "points", "scoreless", "transform", "observe")
_WIDEST = 63  # bits of a number in machine code, besides its sign
_LONGEST = 250  # instructions of a function that is inlined, with those that are inlined into it
_PLACE = re.compile(r'File "([^"]+)", line (\d+)')
_SEE = "docs/adding-a-game.md says what compiled rules do without"


class Compiled:
    """The functions of a rules file as machine code that calls itself. Each is compiled when it is first called."""

    def __init__(self, rules: Rules) -> None:
        done: dict[Any, Any] = {}
        self._others = {}  # that are something else than a function
        for name in _VERBS:
            if isinstance(function := vars(rules).get(name), FunctionType):
                setattr(self, name, compile_function(function, done))
            else:
                self._others[name] = type(function).__name__

    def __getattr__(self, name: str) -> Any:
        raise TypeError(f"`{name}` is a {self._others[name]}; machine code is made of a plain function: def {name}(…)")


def compile_function(function: Any, done: dict[Any, Any] | None = None) -> Any:
    """A function as machine code, with every function it calls. `done` has those that were met before."""
    done = {} if done is None else done
    if function not in done:
        # A copy that looks its callees up where they are machine code too; noted first, so that it may call itself.
        names, held = dict(function.__globals__), tuple(CellType() for _ in function.__closure__ or ())
        copy = FunctionType(function.__code__, names, function.__name__, function.__defaults__, held)
        # Inlined, since handing the law from function to function costs more than most of them do.
        done[function] = jit(copy, inline="always" if not held and _is_inlined(function) else "never")
        for name, called in _find_callees(function):
            names[name] = compile_function(called, done)
        for mine, its in zip(held, function.__closure__ or (), strict=True):
            value = its.cell_contents
            mine.cell_contents = compile_function(value, done) if isinstance(value, FunctionType) else value
    return done[function]


@contextmanager
def explain_compile_errors(game: Game) -> Iterator[None]:
    """What the compiler says of rules that it cannot compile, as a sentence that names the line."""
    _check_width(game, "the law", game.law)
    try:
        yield
    except MemoryError:
        raise  # that is not what the rules did
    except Exception as error:  # the compiler fails in many ways, not all of them its own
        raise BrokenRules(f"{game.name} cannot be compiled: {_describe_error(error)}; {_SEE}") from error


def check_width(game: Game, positions: Iterable[Position]) -> None:
    """BrokenRules if a position holds a number that machine code cannot: it would be another one there."""
    for position in positions:
        _check_width(game, f"the position {game.write_position(position)}", position)


def difference_error(game: Game, position: Position) -> BrokenRules:
    """Why rules are refused that do something else in this position when they are compiled."""
    return BrokenRules(
        f"the rules of {game.name} differ when they are compiled: look at {game.write_position(position)}. Numbers of "
        f"machine code have {_WIDEST} bits: a set of squares ends with square {_WIDEST - 1}, larger boards take two"
    )


def _find_callees(function: Any) -> Iterator[tuple[str, Any]]:
    """The functions that a function mentions, by the names it has for them."""
    for name in function.__code__.co_names:
        if isinstance(function.__globals__.get(name), FunctionType):
            yield name, function.__globals__[name]


def _is_recursive(function: Any) -> bool:
    """Whether a function can come back to itself: then it cannot be inlined."""
    met = [called for _, called in _find_callees(function)]
    for each in met:  # grows while it is read
        if each is function:
            return True
        met.extend(called for _, called in _find_callees(each) if called not in met)
    return False


def _is_inlined(function: Any) -> bool:
    """Whether a function is compiled wherever it is called. A long one is not: each time takes a second or more."""
    return not (isgeneratorfunction(function) or _is_recursive(function)) and _measure(function) <= _LONGEST


@cache
def _measure(function: Any) -> int:
    """The instructions of a function and of all that is inlined into it, which does not come back to it."""
    instructions = list(get_instructions(function))
    calls = Counter(each.argval for each in instructions if each.opname == "LOAD_GLOBAL")
    inlined = [(name, called) for name, called in _find_callees(function) if _is_inlined(called)]
    return len(instructions) + sum(calls[name] * _measure(called) for name, called in inlined)


def _check_width(game: Game, what: str, numbers: Any) -> None:
    todo = [numbers]
    while todo:
        number = todo.pop()
        if isinstance(number, tuple):
            todo.extend(number)
        elif isinstance(number, int) and not -(1 << _WIDEST) <= number < 1 << _WIDEST:
            raise BrokenRules(
                f"{what} of {game.name} holds a number of {number.bit_length()} bits; compiled rules have {_WIDEST}. "
                "A set of more squares takes two numbers"
            )


def _describe_error(error: BaseException) -> str:
    """Where and why, from what the compiler says: the last place that lies outside of the compiler, and its reason."""
    message = re.sub("\x1b\\[[0-9;]*m", "", str(error))  # without colours
    inside = str(Path(numba.__file__).parent)
    places = [(file, int(line)) for file, line in _PLACE.findall(message) if not file.startswith(inside)]
    reasons = [
        text.strip() for text in message.splitlines() if text.strip() and not text.startswith(("Failed in", "-"))
    ]
    reason = f"{type(error).__name__}: {reasons[0].rstrip('.')}" if reasons else type(error).__name__
    if not places:
        return reason
    file, line = places[-1]
    return f"{Path(file).name}, line {line}, `{linecache.getline(file, line).strip()}` ({reason})"
