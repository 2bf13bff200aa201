"""Options: a game's dials and rulings, declared as attributes of its class, read from text, checked in one place.

On the class an option is itself, `Quad.size`; on a game it is its setting, `Quad(size=5).size == 5`.

A class names choices of them in `rule_sets`, each as text, such as `{"roomy": "rows=4,columns=5"}`. Where options are
given, `rules=roomy` stands for those it chooses, and in a text so does its name alone; what is given beside it wins.
"""

from collections.abc import Collection, Iterable, Mapping
from typing import Any, Generic, Self, TypeAlias, TypeVar, overload

from squarely.core.errors import BadOption
from squarely.core.text.notation import count_noun, is_number, join_with_or, quote, strip_controls
from squarely.core.text.suggestions import find_folded, find_nearest, propose, suggest

Setting: TypeAlias = int | str
Options: TypeAlias = Mapping[str, Setting]
T = TypeVar("T", int, str)

MOST_OF_A_DIAL = 999_999  # all of its numbers are listed, to be chosen and to be tried
RULES = "rules"  # where options are given, names a rule set
_LONGEST = 40  # of what somebody typed and is told back
_OF_THE_GRID = {"size": "the grid is {0}x{0}", "rows": "the grid has {:row}", "columns": "the grid has {:column}"}


class Option(Generic[T]):
    """What a rulebook leaves open, or what somebody may want otherwise: its default is the rulebook's."""

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

    def list_settings(self) -> list[tuple[Setting, str]]:
        """Every setting that can be chosen from, each with what it means; none where it is written."""
        return list(self.readings.items())

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

    def list_settings(self) -> list[tuple[Setting, str]]:
        return [(number, f"{self.says}, {self.low} to {self.high}") for number in range(self.low, self.high + 1)]


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


def settle_options(declared: Iterable[Option[Any]], given: str | Mapping[str, object]) -> dict[str, Setting]:
    """Every declared option with its setting: the given one where there is one, else the rulebook's."""
    by_name = {option.name: option for option in declared}
    settings: dict[str, Setting] = {name: option.default for name, option in by_name.items()}
    pairs = _split_pairs(given, by_name) if isinstance(given, str) else [(n, str(value)) for n, value in given.items()]
    names = [find_folded(name, by_name) or name for name, _ in pairs]
    if twice := [name for at, name in enumerate(names) if name in names[:at]]:
        raise BadOption(f"the option {twice[0]} is given twice")
    for name, (_, text) in zip(names, pairs, strict=True):
        option = by_name.get(name)
        if option is None:
            raise BadOption(f"there is no option {quote(name)}; {suggest(name, by_name)}")
        setting = option.read(text)
        if setting is None:
            near = None if isinstance(option, Dial) else find_nearest(text, option.choices)
            meant = f"; {propose(f'{name}={near}')}" if near else ""
            typed = strip_controls(text)[:_LONGEST]
            raise BadOption(f"{name}={typed} is not possible: {name} is {option.allowed}{meant}")
        settings[name] = setting
    return settings


def write_options(declared: Iterable[Option[Any]], settings: Options) -> str:
    """The options that differ from the rulebook's, as `name=value,name=value`."""
    return ",".join(f"{o.name}={settings[o.name]}" for o in declared if settings[o.name] != o.default)


def _split_pairs(text: str, by_name: Mapping[str, Option[Any]]) -> list[tuple[str, str]]:
    pairs = []
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, equals, value = part.partition("=")
        if not equals:
            example = next((f", such as {name}={option.default}" for name, option in by_name.items()), "")
            raise BadOption(f"{quote(part)} is not an option; options are written name=value{example}")
        pairs.append((name.strip(), value.strip()))
    return pairs


def spell_out(sets: Mapping[str, str], options: str | Mapping[str, object]) -> str | Mapping[str, object]:
    """The options with those that a rule set stands for instead of its name; what is given beside it wins."""
    return spell_out_text(sets, options) if isinstance(options, str) else spell_out_mapping(sets, options)


def spell_out_text(sets: Mapping[str, str], options: str) -> str:
    """The same, of options as a text."""
    chosen, others = list[str](), list[str]()
    for part in filter(None, map(str.strip, options.split(","))):
        name, equals, value = part.partition("=")
        if equals and name.strip().casefold() == RULES:
            chosen.append(_find_options(sets, value.strip()))
        elif not equals and (find_folded(part, sets) or find_nearest(part, sets)):
            chosen.append(_find_options(sets, part))
        else:
            others.append(part)
    return ",".join([*_leave_out(chosen, [part.partition("=")[0].strip() for part in others]), *others])


def spell_out_mapping(sets: Mapping[str, str], options: Mapping[str, object]) -> dict[str, object]:
    """The same, of options by their names."""
    chosen = {name: _find_options(sets, str(value)) for name, value in options.items() if name.casefold() == RULES}
    others = {name: value for name, value in options.items() if name not in chosen}
    pairs = (part.partition("=") for part in _leave_out(chosen.values(), others))
    return {name.strip(): value.strip() for name, _, value in pairs} | others


def _find_options(sets: Mapping[str, str], name: str) -> str:
    """The options of the rule set of this name, in capitals or not, as text; BadOption where there is none."""
    found = find_folded(name, sets)
    if found is None:
        there_are = suggest(name, sets) if len(sets) > 1 else f"there is only {next(iter(sets))}"
        raise BadOption(f"there is no rule set {quote(name)}; {there_are}")
    return sets[found]


def _leave_out(chosen: Iterable[str], others: Collection[str]) -> list[str]:
    """What rule sets choose, without the options that are given beside them."""
    parts = ",".join(chosen).split(",")
    return [part for part in parts if part and not find_folded(part.partition("=")[0], others)]
