"""Options: a game's dials and rulings, declared as attributes of its class, read from text, checked in one place.

On the class an option is itself, `Quad.size`; on a game it is its setting, `Quad(size=5).size == 5`.

A class names choices of them in `rule_sets`, each as text, such as `{"roomy": "rows=4,columns=5"}`. Where options are
given, `rules=roomy` stands for those it chooses, and in a text so does its name alone; what is given beside it wins.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Generic, Self, TypeAlias, TypeVar, overload

from squarely.core.errors import BadOption
from squarely.core.text.notation import count_noun, is_number, join_with_or, quote, strip_controls
from squarely.core.text.suggestions import find_folded, find_nearest, propose, suggest

Setting: TypeAlias = int | str
Options: TypeAlias = Mapping[str, Setting]
T = TypeVar("T", int, str)

MOST_OF_A_DIAL = 999_999  # all of its numbers are listed, to be chosen and to be tried
RULES = "rules"  # where options are given, names a rule set
_LONGEST = 40  # of what a person typed and is told back
_OF_THE_GRID = {"size": "the grid is {0}x{0}", "rows": "the grid has {:row}", "columns": "the grid has {:column}"}


class Option(Generic[T]):
    """What a rulebook leaves open, or what may be changed: its default is the rulebook's."""

    name = ""  # that of the attribute which it is, where no other is given
    allowed: str  # what it can be set to, in words
    choices: tuple[str, ...]  # and as it is written, without the squares of a SquareDial
    takes: Mapping[str, object] = {}  # and for programs, where these need no words
    readings: Mapping[str, str] = {}  # each setting that has a meaning of its own, and which

    def __init__(self, default: T, says: str, name: str = "", change: str = "") -> None:
        self.default: T = default
        self.says, self.name, self.change = says, name, change  # `change` tells a setting that is not the rulebook's

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = self.name or name
        self.change = self.change or _OF_THE_GRID.get(self.name, "")

    @overload
    def __get__(self, game: None, kind: Any) -> Self: ...
    @overload
    def __get__(self, game: object, kind: Any) -> T: ...
    def __get__(self, game: object | None, kind: Any) -> Self | T:
        return self if game is None else game.settings[self.name]  # type: ignore[attr-defined]

    def read(self, text: str) -> T | None:
        """The setting that these words mean, or None."""
        raise NotImplementedError

    def describe_change(self, setting: Setting) -> str:
        """What is different where the option is not as in the rulebook: a sentence, without capital and full stop."""
        what, _, _ = self.says.partition(";")  # what follows says what numbers mean that are not chosen here
        return self.readings.get(str(setting)) or self.change.format(setting) or f"{what}: {setting}"

    def write_paragraph(self, setting: Setting) -> str:
        """The option on the page of rules: its setting, what it decides, and what else is allowed."""
        rulebook = "" if setting == self.default else f" (rulebook: {self.default})"
        says = self.says if self.readings else f"{self.says}: {self.allowed}"
        readings = "".join(f"\n      {name}:  {meaning}" for name, meaning in self.readings.items())
        return f"  {self.name}={setting}{rulebook}\n    {says}{readings}"

    def write_line(self, setting: Setting) -> str:
        """The option in a prompt: the setting and what it means, nothing about what else there is."""
        rulebook = "" if setting == self.default else f" (the rulebook has {self.default})"
        means = [f"{self.readings[str(setting)]}."] if self.readings else []
        if not means or setting == self.default:  # of readings, what is said gives reasons for the rulebook's
            means.append(self.says)
        return f"- {self.name}={setting}{rulebook}: {' '.join(means)}"

    def as_data(self, setting: Setting) -> dict[str, Any]:
        """The option for programs: name, default, setting, what it takes and what it says."""
        about = {"name": self.name, "default": self.default, "setting": setting}
        return {**about, **(self.takes or {"allowed": self.allowed}), "says": self.says}


class Dial(Option[int]):
    """A number that may be turned. In its `change`, `{:token}` is `1 token`, `2 tokens`."""

    def __init__(self, default: int, low: int, high: int, says: str, name: str = "", change: str = "") -> None:
        super().__init__(default, says, name, change)
        self.low, self.high = low, high
        self.allowed, self.takes = f"a whole number from {low} to {high}", {"lowest": low, "highest": high}
        self.choices = tuple(map(str, range(low, min(high, MOST_OF_A_DIAL) + 1)))

    def read(self, text: str) -> int | None:
        plain = is_number(text.removeprefix("-"), len(str(MOST_OF_A_DIAL)))
        return int(text) if plain and self.low <= int(text) <= self.high else None

    def describe_change(self, setting: Setting) -> str:
        return super().describe_change(_Counted(setting))


class _Counted(int):
    def __format__(self, noun: str) -> str:
        return count_noun(int(self), noun) if noun else str(int(self))


class Ruling(Option[str]):
    """A place where a rulebook is silent or has several readings. The first reproduces most of what it prints."""

    def __init__(self, says: str, /, *, name: str = "", **readings: str) -> None:
        super().__init__(next(iter(readings)), says, name)
        self.readings = readings
        self.allowed, self.choices, self.takes = join_with_or([*readings]), tuple(readings), {"readings": readings}

    def read(self, text: str) -> str | None:
        return find_folded(text, self.readings)


class CoinToss(Ruling):
    """A ruling that players may leave to a coin."""


class SquareDial(Option[str]):
    """A square of the grid, written row-column and counted from 1, or a word that names one."""

    def __init__(self, default: str, says: str, name: str = "") -> None:
        super().__init__(default, says, name)
        self.allowed, self.choices = f"{default} or a square as row-column, such as 1-2", (default,)

    def read(self, text: str) -> str | None:
        row, _, column = text.partition("-")
        return text if is_number(row, 2) and is_number(column, 2) else find_folded(text, [self.default])


def find_square(setting: str, size: int) -> int | None:
    """The number of the square that is written row-column, or None if the grid has no such square."""
    row, column = (int(part) - 1 for part in setting.split("-"))
    return row * size + column if 0 <= row < size and 0 <= column < size else None


def settle_options(
    declared: Iterable[Option[Any]], sets: Mapping[str, str], *given: str | Mapping[str, object]
) -> dict[str, Setting]:
    """Every declared option with its setting: the one that was given last, else the rulebook's."""
    by_name = {option.name: option for option in declared}
    settings: dict[str, Setting] = {name: option.default for name, option in by_name.items()}
    for options in given:
        pairs = [(find_folded(name, by_name) or name, text) for name, text in spell_out(sets, options)]
        for name, text in pairs:
            if text is None:
                example = next((f", such as {name}={option.default}" for name, option in by_name.items()), "")
                raise BadOption(f"{quote(name)} is not an option; options are written name=value{example}")
        names = [name for name, _ in pairs]
        if twice := [name for at, name in enumerate(names) if name in names[:at]]:
            raise BadOption(f"the option {twice[0]} is given twice")
        settings |= {name: _read_setting(by_name, name, str(text)) for name, text in pairs}
    return settings


def _read_setting(by_name: Mapping[str, Option[Any]], name: str, text: str) -> Setting:
    if name not in by_name:
        raise BadOption(f"there is no option {quote(name)}; {suggest(name, by_name)}")
    setting: Setting | None = by_name[name].read(text)
    if setting is None:
        option = by_name[name]
        near = None if isinstance(option, Dial) else find_nearest(text, option.choices)
        meant = f"; {propose(f'{name}={near}')}" if near else ""
        typed = strip_controls(text)[:_LONGEST]
        raise BadOption(f"{name}={typed} is not possible: {name} is {option.allowed}{meant}")
    return setting


def write_options(declared: Iterable[Option[Any]], settings: Options) -> str:
    """The options that differ from the rulebook's, as `name=value,name=value`."""
    return ",".join(f"{o.name}={settings[o.name]}" for o in declared if settings[o.name] != o.default)


def spell_out(sets: Mapping[str, str], options: str | Mapping[str, object]) -> list[tuple[str, str | None]]:
    """The options by name, with those that a rule set chooses instead of its name; what is given beside it wins.

    A word alone that is no rule set has None.
    """
    chosen, others = list[tuple[str, str | None]](), list[tuple[str, str | None]]()
    for name, value in _split_pairs(options) if isinstance(options, str) else options.items():
        if value is not None and name.casefold() == RULES:
            chosen += _split_pairs(_find_options(sets, str(value)))
        elif value is None and (find_folded(name, sets) or find_nearest(name, sets)):
            chosen += _split_pairs(_find_options(sets, name))
        else:
            others.append((name, value if value is None else str(value)))
    given = [name for name, _ in others]
    return [*(pair for pair in chosen if not find_folded(pair[0], given)), *others]


def _split_pairs(text: str) -> Iterator[tuple[str, str | None]]:
    for part in filter(None, map(str.strip, text.split(","))):
        name, equals, value = part.partition("=")
        yield name.strip(), value.strip() if equals else None


def _find_options(sets: Mapping[str, str], name: str) -> str:
    """The options of the rule set of this name, in capitals or not, as text; BadOption where there is none."""
    found = find_folded(name, sets)
    if found is None:
        there_are = suggest(name, sets) if len(sets) > 1 else f"there is only {next(iter(sets))}"
        raise BadOption(f"there is no rule set {quote(name)}; {there_are}")
    return sets[found]
