"""What decides the truth about a game, as a short hash: solutions that are kept and tables that are shipped bear it.

That is the source of its methods, of every function that they call, the values that these use, the numbers of the game,
what its fields are, and its symmetries. Words, comments and docstrings are no part of it.
"""

import ast
import hashlib
from types import FunctionType, ModuleType
from typing import Any

from squarely.core.rules.game import Game
from squarely.solver.flatten import find_definition, flatten


def fingerprint(game: Game) -> str:
    """The same wherever the same rules are installed. BrokenRules where their source cannot be had."""
    flat = flatten(game)
    parts = [repr(each) for each in (flat.law, game.kinds, game.symmetries, game.points_only_at_end)]
    functions: list[Any] = [each for each in flat[1:] if each]
    for function in functions:  # grows while it is read
        if function.__code__.co_filename != "<string>":  # what is written out for the fields of a position
            parts.append(getattr(function, "source", "") or ast.unparse(find_definition(function)))
        for name in sorted({*function.__code__.co_names} & function.__globals__.keys()):
            value = function.__globals__[name]
            if not isinstance(value, FunctionType):
                parts.append(f"{name} {'' if isinstance(value, type | ModuleType) else repr(value)}")
            elif value not in functions:
                functions.append(value)
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]
