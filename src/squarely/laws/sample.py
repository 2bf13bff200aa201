"""The laws tried in some positions: before a game is first solved, and each time its author saves it."""

import re
from functools import lru_cache
from inspect import isfunction
from pathlib import Path

from squarely.core.errors import BrokenRules
from squarely.core.rules.game import Game
from squarely.core.text.notation import count_noun
from squarely.laws.examine import LAWS
from squarely.laws.faults import Fault, try_laws
from squarely.laws.notes import find_counter

_BEFORE_SOLVING, _AT_EVERY_SAVE = 300, 120  # positions
_OURS = "squarely.games."  # which the tests hold against every law


@lru_cache(maxsize=1_000)
def require_laws(game: Game) -> None:
    """BrokenRules if a law is broken without which a solution would be wrong. What has passed is not tried again."""
    if game.printed.__module__.startswith(_OURS):
        return
    faults, walk = try_laws(game, [law for law in LAWS if law.is_for_truth], _BEFORE_SOLVING)
    if not faults and walk and not walk.is_whole and (field := find_counter(game)):
        what = f"has no end of positions: `{field}` grows with every move, and play need not end"
        faults = [Fault("", "", what, "Leave it out, or let the game end by it.")]
    if faults:
        raise BrokenRules(f"{game.name} cannot be solved: {faults[0].sentence}. {faults[0].mend.rstrip('.')}")


def find_broken_law(game: Game) -> str:
    """The first law that is seen to be broken, with where to look and what to change; empty if none is."""
    faults, _ = try_laws(game, LAWS, _AT_EVERY_SAVE)
    if not faults:
        return ""
    fault, *others = faults
    more = f" And {count_noun(len(others), 'other law')} broken: squarely check-game." if others else ""
    after = f" (after {', '.join(fault.moves)})" if fault.moves else ""
    return f"{_find_place(game, fault)}{fault.sentence}{after}. {fault.mend}{more}"


def _find_place(game: Game, fault: Fault) -> str:
    """The file and the line of the method to change, where the law names one; what failed names its own."""
    for name in re.findall(r"`(\w+)", fault.mend) if " fail: " not in fault.what else ():
        for owner in (type(game), game.Words):
            method = getattr(owner, name, None)
            if isfunction(method) and not method.__module__.startswith("squarely.core"):
                return f"{Path(method.__code__.co_filename).name}, line {method.__code__.co_firstlineno}: "
    return ""
