"""Which rule sets are looked at: every combination of the settings that are swept, each game once."""

import re
from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from itertools import product
from math import prod
from typing import Any, NamedTuple

from squarely.core.errors import BadOption, SquarelyError
from squarely.core.rules import registry
from squarely.core.rules.compose import sum_up, widen
from squarely.core.rules.game import Game
from squarely.core.rules.options import Dial, Option, Ruling, Setting, SquareDial, spell_out
from squarely.core.text.notation import join_with_and, quote
from squarely.core.text.suggestions import find_folded, suggest
from squarely.solver.flatten import flatten

MOST = 20_000  # combinations of one sweep
_TOGETHER, _FEW = 2, 500  # options of every game that are changed at once, where there are more combinations
_ALL = 12  # settings of a dial that are all tried; of wider ones these steps away from the one in force
_STEPS = (0, 1, 3, 8, 21, 55)
_RANGE = re.compile(r"\s*(-?\d{1,6})\s*-\s*(-?\d{1,6})\s*")


class BadSweep(SquarelyError):
    """A sweep that cannot be made."""


class Axis(NamedTuple):
    """An option that is swept, and its settings."""

    name: str
    settings: tuple[Setting, ...]


class RuleSets(NamedTuple):
    """The rule sets of a sweep, as their options are written, and what became of the other combinations."""

    options: tuple[str, ...]
    combinations: int
    refused: Mapping[str, int]  # why combinations make no game, and how many
    repeated: Mapping[str, str]  # combinations that make the same game as another, and as which


def choose_base(name: str, options: Sequence[str]) -> tuple[Game, set[str], set[str]]:
    """The game under these options, a rule set among them as `rules=NAME`. And the names of those that were set one by
    one, and of these with those that a rule set chooses."""
    typed = ",".join(options)
    game = registry.load(name, typed)

    def find_names(sets: Mapping[str, str]) -> set[str]:
        return {found for name, _ in spell_out(sets, typed) if (found := find_folded(name, game.settings))}

    return game, find_names(dict.fromkeys(game.printed.rule_sets, "")), find_names(game.printed.rule_sets)


def choose_axes(base: Game, fixed: Container[str] = (), is_mending: bool = False) -> tuple[Axis, ...]:
    """Every dial and ruling of the game itself that was not chosen; to mend it, squares and the rulings of every game,
    too. Where it has none that was not chosen, every option there is."""
    own = {name for name in _list_own(base) if name not in fixed}
    others: Any = Option if not own else SquareDial | Ruling if is_mending else ()
    options = [each for each in base.declared if each.name in own or isinstance(each, others)]
    axes = [Axis(each.name, tuple(list_settings(base, each, is_mending or not own))) for each in options]
    return tuple(axis for axis in axes if axis.name not in fixed and len(axis.settings) > 1)


def _list_own(game: Game) -> set[str]:
    """The dials and rulings that the author of a game gave it."""
    options = [each for kind in (game.printed, *game.printed.variations()) for each in sum_up(kind, Option).values()]
    return {option.name for option in options if isinstance(option, Dial | Ruling)}


def read_axes(base: Game, texts: Sequence[str], fixed: Container[str] = ()) -> tuple[Axis, ...]:
    """What `--sweep` says, such as `size=3-5`, `reach=1,2` or `reach`: all that it can be. BadSweep says what is wrong.

    `fixed` are the names of options that were chosen, which cannot be swept as well.
    """
    axes: dict[str, Axis] = {}
    options = {option.name: option for option in base.declared}
    for text in texts:
        typed, equals, values = text.partition("=")
        name = find_folded(typed.strip(), options)
        if name is None:
            near = suggest(typed, options)
            raise BadSweep(f"--sweep {quote(text)}: there is no option {quote(typed.strip())}; {near}")
        if name in axes:
            raise BadSweep(f"--sweep {name} is given twice; write all of it in one: --sweep {name}=…,…")
        if name in fixed:
            raise BadSweep(f"{name} is both fixed and swept; leave one of the two out")
        settings = list_settings(base, options[name])
        if equals:
            settings = [each for part in values.split(",") for each in _read_settings(options[name], part.strip())]
        axes[name] = Axis(name, tuple(dict.fromkeys(settings)))
    return tuple(axes.values())


def _read_settings(option: Option[Any], text: str) -> Iterable[Setting]:
    """A setting, or of a dial all settings from one number to another."""
    wrong = f"--sweep {option.name}={quote(text)[1:-1]} is not possible: {option.name} is {option.allowed}"
    if isinstance(option, Dial) and (ends := _RANGE.fullmatch(text)):
        low, high = int(ends[1]), int(ends[2])
        if not option.low <= low <= high <= option.high:
            raise BadSweep(f"{wrong}, the smaller first")
        return range(low, high + 1)
    setting = option.read(text)
    if setting is None:
        example = f"{option.name}={option.low}-{option.high}" if isinstance(option, Dial) else option.name
        raise BadSweep(f"{wrong}; all of it is --sweep {example}")
    return [setting]


def list_settings(game: Game, option: Option[Any], is_thin: bool = False) -> list[Setting]:
    """All that an option can be set to: squares of the board, moves that can be made first, or next. Where `is_thin`,
    of a wide dial what is near, and ever fewer farther away."""
    if isinstance(option, Dial):
        settings, now = range(option.low, option.high + 1), int(game.settings[option.name])
        return [each for each in settings if not is_thin or len(settings) <= _ALL or abs(each - now) in _STEPS]
    if isinstance(option, SquareDial):
        rows, columns = game.shape
        return [f"{row}-{column}" for row in range(1, rows + 1) for column in range(1, columns + 1)]
    if isinstance(option, Ruling):
        return list(option.choices)
    before = "" if game.settings[option.name] == option.default else f"{game.settings[option.name]}+"
    moves = [] if game.is_dealt else [f"{before}{move}".replace(" ", "_") for move in game.named_moves(game.start())]
    return [option.default, *(text for text in moves if option.read(text) is not None)]


def list_rule_sets(base: Game, axes: Sequence[Axis]) -> RuleSets:
    """Every combination that makes a game, the nearest to the base first; of those that make the same one, the first.

    Where none is an option of the game's own, only some are changed at once. BadSweep where there are too many.
    """
    count, names = prod(len(axis.settings) for axis in axes), [axis.name for axis in axes]
    together = len(axes) if _list_own(base) & {*names} or count <= _FEW else _TOGETHER
    if count > MOST and together == len(axes):
        sizes = join_with_and([f"{axis.name} ({len(axis.settings)})" for axis in axes])
        raise BadSweep(
            f"{count:,} combinations are more than a sweep takes, {MOST:,}: {sizes}; "
            f"sweep fewer of them, or narrower, such as --sweep {axes[0].name}={axes[0].settings[0]}"
        )
    changed = [dict(zip(names, settings, strict=True)) for settings in product(*(axis.settings for axis in axes))]
    widths = [sum(base.settings[name] != setting for name, setting in each.items()) for each in changed]
    nearest = sorted((width, at) for at, width in enumerate(widths) if width <= together)
    found, refused, repeated = dict[object, str](), Counter[str](), dict[str, str]()
    for _, at in nearest:
        try:
            game = registry.load(base.name, {**base.settings, **changed[at]})
        except BadOption as error:
            refused[str(error)] += 1
            continue
        if (same := found.setdefault(identify(game), game.options)) != game.options:
            repeated[game.options] = same
    return RuleSets(tuple(found.values()), len(nearest), dict(refused.most_common()), repeated)


def identify(game: Game) -> object:
    """What two rule sets of a game have in common if and only if nothing that can happen differs."""
    wide = widen(game)
    return type(wide), flatten(wide).law if game.has_source else game.options, game.settings["repetition"]
