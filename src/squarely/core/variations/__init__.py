"""Variations that every game has, from outside too. Each is an option of every game and a class that changes a rule."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from squarely.core.rules.game import Game


def list_universal(printed: "type[Game]") -> "tuple[type[Game], ...]":
    """Those that a game can have: komi where there are points. The later ones go round the earlier."""
    from squarely.core.variations.endings import Komi, Misere, Repetition
    from squarely.core.variations.named_moves import ForbiddenFirst, Opening
    from squarely.core.variations.pie import Pie
    from squarely.core.variations.turns import DoubleMoves, TurnLimit

    has_its_own = any(issubclass(kind, Komi) for kind in printed.variations())
    komi = (Komi,) if printed.has_points and not has_its_own else ()
    return Repetition, *komi, Misere, TurnLimit, DoubleMoves, Pie, ForbiddenFirst, Opening  # the last two make moves
