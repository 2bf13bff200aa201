"""Functions over arrays, compiled once for all games, and kept between processes where that is possible."""

import hashlib
import inspect
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any

from squarely.solver.compiled import jit


@cache
def compile_kernel(function: Callable[..., Any]) -> Any:
    """A function as machine code, with those that it calls. None of them is a rule of a game.

    So what was compiled can be kept on the disk, under a name that says from which texts it was made: a changed file
    is never answered with what was compiled from the old one.
    """
    met: dict[Any, Any] = {}
    copy = _copy_function(function, met)
    files = sorted({inspect.getfile(each) for each in (function, *met)})
    digest = hashlib.sha256(b"".join(Path(file).read_bytes() for file in files)).hexdigest()[:12]
    copy.__qualname__ = f"{function.__qualname__}_{digest}"
    try:
        return jit(cache=True)(copy)
    except RuntimeError:  # no folder can be written to
        return jit(copy)


def _copy_function(function: Any, met: dict[Any, Any]) -> FunctionType:
    """A copy that finds machine code where it calls a function. `met` has those that were met."""
    names = dict(function.__globals__)
    copy = FunctionType(function.__code__, names, function.__name__, function.__defaults__)
    copy.__module__ = function.__module__
    for name in function.__code__.co_names:
        called = names.get(name)
        if isinstance(called, FunctionType):
            if called not in met:
                met[called] = jit(_copy_function(called, met))
            names[name] = met[called]
    return copy
