"""Small two-player grid games, fair and square.

>>> import squarely
>>> quad = squarely.load("quad")
>>> match = squarely.Match.of(quad).play("B2").play("A1")
>>> quad.write_position(match.position)
'O.../.X../..../.... X'
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from squarely.errors import AmbiguousMove, BadMove, IllegalMove, SquarelyError, UnreadableMove
    from squarely.game import Game, Move, Outcome, Side
    from squarely.match import Match
    from squarely.registry import load, names

__all__ = [
    "AmbiguousMove",
    "BadMove",
    "Game",
    "IllegalMove",
    "Match",
    "Move",
    "Outcome",
    "Side",
    "SquarelyError",
    "UnreadableMove",
    "load",
    "names",
]
__version__ = "0.1.0"

_ROOMS = ("errors", "game", "match", "registry")


def __getattr__(name: str) -> Any:
    """Loaded when first asked for, so that `squarely --help` does not wait for what it does not need."""
    if name in __all__:
        from importlib import import_module

        for room in map(import_module, (f"squarely.{room}" for room in reversed(_ROOMS))):
            if name in vars(room):
                return vars(room)[name]
    raise AttributeError(f"squarely has no {name!r}")
