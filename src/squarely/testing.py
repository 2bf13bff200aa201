"""For the tests of a game: the laws that every game obeys, to be given yours.

    from squarely.testing import LAWS, check_game, positions

`check_game("hop")` tries everything that `squarely check-game hop` tries. `LAWS` are functions of a game and a
position: give them to `pytest.mark.parametrize` and each law becomes a test.
"""

from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import Any

from squarely.core.game import Game
from squarely.core.registry import load, make_game
from squarely.core.rules import Position
from squarely.laws.every_law import LAWS
from squarely.laws.examine import Report, examine
from squarely.laws.faults import Fault
from squarely.laws.law import BrokenLaw, Law
from squarely.laws.report_text import render_report
from squarely.laws.walk import MOST, find_reachable, walk_through

__all__ = ["LAWS", "BrokenLaw", "Fault", "Law", "Report", "check_game", "examine_game", "find_reachable", "positions"]


def check_game(
    game: Game | str | ModuleType | Mapping[str, Any],
    options: str = "",
    *,
    most: int = MOST,
    under_options: bool = True,
    laws: Sequence[Law] = LAWS,
) -> Report:
    """Try all laws, and give what else is worth knowing; BrokenLaw with every broken one if there are any.

    A game is given as itself, by its name, or as the module that it is written in. Up to `most` positions are looked
    at: all of a small game.
    """
    report = examine_game(game, options, most=most, under_options=under_options, laws=laws)
    if not report.is_lawful:
        raise BrokenLaw(render_report(report))
    return report


def examine_game(
    game: Game | str | ModuleType | Mapping[str, Any],
    options: str = "",
    *,
    most: int = MOST,
    under_options: bool = True,
    laws: Sequence[Law] = LAWS,
) -> Report:
    """Like `check_game`, but what is broken is in the report."""
    return examine(_find_game(game, options), most, under_options, laws)


def positions(game: Game, most: int = MOST) -> list[Position]:
    """Positions to try something in, nearest first: all of a small game; some of a large one."""
    return walk_through(game, most).positions


def _find_game(game: Game | str | ModuleType | Mapping[str, Any], options: str) -> Game:
    if isinstance(game, Game):
        return Game.of(game.name, game.rules, options) if options else game
    if isinstance(game, str):
        return load(game, options)
    name = game.__name__ if isinstance(game, ModuleType) else str(game.get("TITLE", "game")).lower()
    return make_game(name.rpartition(".")[2].removeprefix("squarely_"), game, options)
