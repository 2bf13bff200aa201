"""Which rule sets are looked at: every combination of the settings that are swept, each game once."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from math import prod
from typing import NamedTuple

from squarely.core import registry
from squarely.core.errors import BadOption, SquarelyError
from squarely.core.game import Game
from squarely.core.notation import join_with_and, quote
from squarely.core.options import Dial, Option, Place, Setting
from squarely.core.suggestions import find_folded, suggest

MOST = 20_000  # combinations of one sweep
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


def read_axes(base: Game, texts: Sequence[str], fixed: Iterable[str] = ()) -> tuple[Axis, ...]:
    """What `--sweep` says, such as `size=3-5`, `reach=1,2` or `reach`: all that it can be. BadSweep says what is wrong.

    `fixed` are the names of options that were chosen, which cannot be swept as well.
    """
    axes: list[Axis] = []
    for text in texts:
        axis = _read_axis(base, text)
        if axis.name in [other.name for other in axes]:
            raise BadSweep(f"--sweep {axis.name} is given twice; write all of it in one: --sweep {axis.name}=…,…")
        if axis.name in fixed:
            raise BadSweep(f"{axis.name} is both fixed and swept; leave one of the two out")
        axes.append(axis)
    return tuple(axes)


def choose_axes(base: Game, fixed: Iterable[str] = ()) -> tuple[Axis, ...]:
    """Every dial and ruling of the game itself that was not chosen; squares stay where they are."""
    kept = set(fixed)
    return tuple(
        Axis(option.name, list_settings(option))
        for option in base.rules.OPTIONS
        if option.name not in kept and not isinstance(option, Place)
    )


def list_settings(option: Option) -> tuple[Setting, ...]:
    """All that an option can be set to."""
    return tuple(range(option.low, option.high + 1)) if isinstance(option, Dial) else option.choices


def list_rule_sets(base: Game, axes: Sequence[Axis]) -> RuleSets:
    """Every combination that makes a game, the nearest to the base first; of those that make the same one, the first.

    BadSweep where there are too many.
    """
    if (count := prod(len(axis.settings) for axis in axes)) > MOST:
        sizes = join_with_and([f"{axis.name} ({len(axis.settings)})" for axis in axes])
        raise BadSweep(
            f"{count:,} combinations are more than a sweep takes, {MOST:,}: {sizes}; "
            f"sweep fewer of them, or narrower, such as --sweep {axes[0].name}={axes[0].settings[0]}"
        )
    found, refused, repeated = dict[object, str](), Counter[str](), dict[str, str]()
    for settings in _generate_settings(base, axes):
        try:
            game = registry.load(base.name, settings)
        except BadOption as error:
            refused[str(error)] += 1
            continue
        if (same := found.setdefault(identify(game), game.options)) != game.options:
            repeated[game.options] = same
    reasons = dict(sorted(refused.items(), key=lambda item: -item[1]))
    return RuleSets(tuple(found.values()), count, reasons, repeated)


def identify(game: Game) -> object:
    """What two rule sets of a game have in common if and only if nothing that can happen differs."""
    every_game = {option.name for option in game.declared} - {option.name for option in game.rules.OPTIONS}
    return type(game.law), game.law, *(game.settings[name] for name in sorted(every_game))


def count_changes(game: Game) -> int:
    """How many options are not as in the rulebook."""
    return sum(game.settings[option.name] != option.default for option in game.declared)


def _generate_settings(base: Game, axes: Sequence[Axis]) -> Iterator[dict[str, Setting]]:
    """Every combination, those with the fewest changes from the base first."""
    names = [axis.name for axis in axes]
    combinations = [dict(zip(names, settings, strict=True)) for settings in product(*(axis.settings for axis in axes))]
    combinations.sort(key=lambda settings: sum(base.settings[name] != settings[name] for name in names))
    return ({**base.settings, **settings} for settings in combinations)


def _read_axis(base: Game, text: str) -> Axis:
    options = {option.name: option for option in base.declared}
    typed, equals, values = text.partition("=")
    name = find_folded(typed.strip(), options)
    if name is None:
        raise BadSweep(f"--sweep {quote(text)}: there is no option {quote(typed.strip())}; {suggest(typed, options)}")
    option = options[name]
    if not equals:
        if isinstance(option, Place):
            raise BadSweep(f"--sweep {name}: say which squares, such as --sweep {name}=1-1,1-2")
        return Axis(name, list_settings(option))
    settings: list[Setting] = []
    for part in values.split(","):
        settings += [each for each in _read_settings(option, part.strip()) if each not in settings]
    return Axis(name, tuple(settings))


def _read_settings(option: Option, text: str) -> Iterable[Setting]:
    """A setting, or of a dial all settings from one number to another."""
    if isinstance(option, Dial) and (ends := _RANGE.fullmatch(text)):
        low, high = int(ends[1]), int(ends[2])
        if not option.low <= low <= high <= option.high:
            raise BadSweep(
                f"--sweep {option.name}={text} is not possible: {option.name} is {option.allowed}, the smaller first"
            )
        return range(low, high + 1)
    setting = option.read(text)
    if setting is None:
        example = f"{option.name}={option.low}-{option.high}" if isinstance(option, Dial) else option.name
        raise BadSweep(
            f"--sweep {option.name}={quote(text)[1:-1]} is not possible: {option.name} is {option.allowed}; "
            f"all of it is --sweep {example}"
        )
    return [setting]
