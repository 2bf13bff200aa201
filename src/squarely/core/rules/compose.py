"""One class from the printed game and the variations that its options ask for.

A variation is a class of its own, and belongs to one game (a subclass of it) or to every game (a subclass of Game). It
declares options; if one of them is not as by default, the variation is in force: it is put in front of the printed
class, and its verbs call `super()`. So are its words.
"""

import copyreg
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from squarely.core.rules.options import Option, Options

if TYPE_CHECKING:
    from squarely.core.rules.game import Game


@cache
def list_variations(printed: "type[Game]") -> "tuple[type[Game], ...]":
    """Every variation of a game: its own, then those of every game; the later ones go round the earlier."""
    return (*printed.variations(), *list_universal(printed))


def list_universal(printed: "type[Game]") -> "tuple[type[Game], ...]":
    """The variations of every game, those from outside too: komi where there are points."""
    from squarely.core.variations.endings import Komi, Misere, Repetition, TurnLimit
    from squarely.core.variations.openings import DoubleMoves, ForbiddenFirst, Opening
    from squarely.core.variations.pie import Pie

    has_its_own = any(issubclass(kind, Komi) for kind in printed.variations())
    komi = (Komi,) if printed.has_points and not has_its_own else ()
    return Repetition, *komi, Misere, TurnLimit, DoubleMoves, Pie, ForbiddenFirst, Opening  # the last two make moves


@cache
def list_options(printed: "type[Game]") -> tuple[Option[Any], ...]:
    """Every option of a game: the printed game's first, then those of its variations."""
    found = [sum_up(kind, Option) for kind in (printed, *list_variations(printed))]
    return tuple({name: option for each in found for name, option in each.items()}.values())


def find_variations(printed: "type[Game]", settings: Options) -> "tuple[type[Game], ...]":
    """Those of its variations that these settings bring into force."""
    changed = {option for option in list_options(printed) if settings[option.name] != option.default}
    return tuple(kind for kind in list_variations(printed) if changed & {*list_own_options((kind,))})


def list_own_options(variations: "tuple[type[Game], ...]") -> list[Option[Any]]:
    """What these classes declare themselves, not what they inherit."""
    return [value for kind in variations for value in vars(kind).values() if isinstance(value, Option)]


@cache
def compose(printed: "type[Game]", variations: "tuple[type[Game], ...]") -> "type[Game]":
    """The printed class with these variations in front of it."""
    if not variations:
        return printed
    own = [kind.Words for kind in reversed(variations) if not issubclass(printed.Words, kind.Words)]
    words = tuple(dict.fromkeys([*own, printed.Words]))
    together = {"printed": printed, "name": printed.name, "__doc__": printed.__doc__, "__module__": printed.__module__}
    if len(words) > 1:
        together["Words"] = type(words[-1].__name__, words, {"__module__": __name__})
    meta: Any = type(printed)
    composed: type[Game] = meta(printed.__name__, (*reversed(variations), printed), together)
    if composed.Position is not printed.Position:  # which is found in no module
        copyreg.pickle(composed.Position, lambda position: (_restore, (printed, variations, tuple(position))))
    return composed


def widen(game: "Game", variations: "tuple[type[Game], ...] | None" = None) -> "Game":
    """An equal game that carries these variations, in force or not: all that do compile to the same machine code.

    Without any given, all of its author's and those in force: so the rule sets of a game are of one class.
    """
    if variations is None:
        variations = (*game.printed.variations(), *find_variations(game.printed, game.settings))
    kind = compose(game.printed, tuple(each for each in list_variations(game.printed) if each in variations))
    wide = object.__new__(kind)
    wide.settings = game.settings
    wide.__init__()  # type: ignore[misc]
    return wide


def _restore(printed: "type[Game]", variations: "tuple[type[Game], ...]", values: tuple[Any, ...]) -> Any:
    return compose(printed, variations).Position(*values)


def sum_up(kind: type, what: "str | type[Option[Any]]") -> dict[str, Any]:
    """What a class and its bases declare, the bases' first: mappings of this name, or attributes of this type."""
    found: dict[str, Any] = {}
    for each in reversed(kind.__mro__):
        if isinstance(what, str):
            own = vars(each).get(what, {})
            found |= own if isinstance(own, Mapping) else {}
        else:
            found |= {name: value for name, value in vars(each).items() if isinstance(value, what)}
    return found
