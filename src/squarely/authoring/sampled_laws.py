"""The laws that every game obeys, tried in some positions: quick enough for every save."""

import re
from inspect import unwrap
from pathlib import Path
from types import FunctionType

from squarely.core.game import Game
from squarely.core.notation import count_noun
from squarely.laws.examine import examine
from squarely.laws.faults import Fault

_POSITIONS = 120
_NAMED = re.compile(r"`(\w+)")  # a function that is to be changed


def find_broken_law(game: Game) -> str:
    """The first law that is seen to be broken, with where to look and what to change; empty if none is."""
    faults = examine(game, _POSITIONS, False).faults
    if not faults:
        return ""
    fault, *others = faults
    more = f" And {count_noun(len(others), 'other law')} broken: squarely check-game." if others else ""
    after = f" (after {', '.join(fault.moves)})" if fault.moves else ""
    return f"{_find_place(game, fault)}{fault.sentence}{after}. {fault.mend}{more}"


def _find_place(game: Game, fault: Fault) -> str:
    """The file and the line of the function to change, where the law names one; what failed names its own."""
    if fault.what.startswith("fails:"):
        return ""
    for name in _NAMED.findall(fault.mend):
        function = vars(game.rules).get(name)
        written = unwrap(function) if callable(function) else None
        if isinstance(written, FunctionType) and game.rules.has_source:
            code = written.__code__
            return f"{Path(code.co_filename).name}, line {code.co_firstlineno}: "
    return ""
