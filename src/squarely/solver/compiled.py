"""Turn a game's rules, unchanged, into machine code: the verbs and every function they call."""

from inspect import isgeneratorfunction
from types import FunctionType
from typing import Any

import numba

from squarely.game import Rules

jit: Any = numba.njit  # untyped, since what it makes depends on the game


class Compiled:
    """The functions of a rules file as machine code that calls itself. Each is compiled when it is first called."""

    def __init__(self, rules: Rules) -> None:
        done: dict[Any, Any] = {}
        for name, function in vars(rules).items():
            if isinstance(function, FunctionType):
                setattr(self, name, compiled(function, done))

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"these rules have no function {name!r}")


def compiled(function: Any, done: dict[Any, Any] | None = None) -> Any:
    """A function as machine code, with every function it calls. `done` has those that were met before."""
    done = {} if done is None else done
    if function not in done:
        # A copy that looks its callees up where they are machine code too; noted first, so that it may call itself.
        names = dict(function.__globals__)
        copy = FunctionType(function.__code__, names, function.__name__, function.__defaults__)
        # Inlined, since handing the law from function to function costs more than most of them do.
        done[function] = jit(copy, inline="never" if isgeneratorfunction(function) else "always")
        for name in function.__code__.co_names:
            if isinstance(names.get(name), FunctionType):
                names[name] = compiled(names[name], done)
    return done[function]
