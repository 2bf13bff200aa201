"""For the tests of a game: the laws that every game obeys, to be given yours.

    from squarely.testing import LAWS, check_game, positions

`check_game(Hop())` tries everything that `squarely check-game hop` tries. `LAWS` are functions of a game and a
position: give them to `pytest.mark.parametrize` and each law becomes a test.
"""

from collections.abc import Sequence

from squarely.core.rules.game import Game, Position
from squarely.core.rules.registry import load
from squarely.laws.examine import LAWS, Report, examine, render_report
from squarely.laws.faults import Fault
from squarely.laws.law import BrokenLaw, Law
from squarely.laws.walk import MOST, walk_through

__all__ = ["LAWS", "BrokenLaw", "Fault", "Law", "Report", "check_game", "examine_game", "find_reachable", "positions"]


def check_game(
    game: Game | type[Game] | str,
    options: str = "",
    *,
    most: int = MOST,
    under_options: bool = True,
    laws: Sequence[Law] = LAWS,
) -> Report:
    """Try all laws, and give what else is worth knowing; BrokenLaw with every broken one if there are any.

    A game is given as itself, as its class, or by its name. Up to `most` positions are looked at: all of a small game.
    """
    report = examine_game(game, options, most=most, under_options=under_options, laws=laws)
    if not report.is_lawful:
        raise BrokenLaw(render_report(report))
    return report


def examine_game(
    game: Game | type[Game] | str,
    options: str = "",
    *,
    most: int = MOST,
    under_options: bool = True,
    laws: Sequence[Law] = LAWS,
) -> Report:
    """Like `check_game`, but what is broken is in the report."""
    if isinstance(game, str):
        game = load(game, options)
    elif not isinstance(game, Game) or options:
        game = (type(game).printed if isinstance(game, Game) else game)(options)
    return examine(game, most, under_options, laws)


def positions(game: Game, most: int = MOST) -> list[Position]:
    """Positions to try something in, nearest first: all of a small game; some of a large one."""
    return [*walk_through(game, most).steps]


def find_reachable(game: Game) -> list[Position]:
    """Every position that play from the usual start can reach, nearest first, however many there are."""
    found = dict.fromkeys([game.start()])
    todo = list(found)
    for position in todo:  # grows while it is read
        after = [game.play(position, move) for move in game.legal_moves(position)]
        todo += [each for each in dict.fromkeys(after) if each not in found]
        found |= dict.fromkeys(after)
    return todo
