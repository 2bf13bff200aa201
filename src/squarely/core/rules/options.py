"""Options: a game's dials and rulings, declared as attributes of its class, read from text, checked in one place.

On the class an option is itself, `Quad.size`; on a game it is its setting, `Quad(size=5).size == 5`.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Generic, Self, TypeAlias, TypeVar, overload

from squarely.core.errors import BadOption
from squarely.core.text.notation import join_with_or, quote, strip_controls
from squarely.core.text.suggestions import find_folded, find_nearest, propose, suggest

Setting: TypeAlias = int | str
Options: TypeAlias = Mapping[str, Setting]
T = TypeVar("T", int, str)

MOST_OF_A_DIAL = 999_999  # all of its numbers are listed, to be chosen and to be tried
RULES = "rules"  # where options are given, names a rule set
_LONGEST = 40  # of what somebody typed and is told back


class Option(Generic[T]):
    """What a rulebook leaves open, or what somebody may want otherwise: its default is the rulebook's."""

    name = ""  # that of the attribute which it is, where no other is given
    allowed: str  # what it can be set to, in words
    choices: tuple[str, ...]  # and as it is written, without the squares of a SquareDial

    def __init__(self, default: T, says: str, name: str = "") -> None:
        self.default: T = default
        self.says, self.name = says, name

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = self.name or name

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
        """What is different where the option is not as in the rulebook, as a phrase."""
        what, _, _ = self.says.partition(";")  # what follows says what numbers mean that are not chosen here
        return f"{what}: {setting}"

    def write_paragraph(self, setting: Setting) -> str:
        """The option on the page of rules: its setting, what it decides, and what else is allowed."""
        return f"{self._in_force(setting)}\n    {self.says}: {self.allowed}"

    def write_line(self, setting: Setting) -> str:
        """The option in a prompt: the setting and what it means, nothing about what else there is."""
        rulebook = "" if setting == self.default else f" (the rulebook has {self.default})"
        return f"- {self.name}={setting}{rulebook}: {self._meaning(setting)}"

    def list_settings(self) -> list[tuple[Setting, str]]:
        """Every setting that can be chosen from, each with what it means; none where it is written."""
        return []

    def as_data(self, setting: Setting) -> dict[str, Any]:
        """The option for programs: name, default, setting, what it takes and what it says."""
        about = {"name": self.name, "default": self.default, "setting": setting}
        return {**about, **self._range_as_data(), "says": self.says}

    def _in_force(self, setting: Setting) -> str:
        return f"  {self.name}={setting}" + ("" if setting == self.default else f" (rulebook: {self.default})")

    def _meaning(self, setting: Setting) -> str:
        return self.says

    def _range_as_data(self) -> dict[str, Any]:
        return {"allowed": self.allowed}


class Dial(Option[int]):
    """A number that may be turned."""

    def __init__(self, default: int, low: int, high: int, says: str, name: str = "") -> None:
        super().__init__(default, says, name)
        self.low, self.high = low, high
        self.allowed = f"a whole number from {low} to {high}"
        self.choices = tuple(map(str, range(low, min(high, MOST_OF_A_DIAL) + 1)))

    def read(self, text: str) -> int | None:
        digits = text.removeprefix("-")
        if not (digits.isascii() and digits.isdigit() and len(digits) <= len(str(MOST_OF_A_DIAL))):
            return None
        return int(text) if self.low <= int(text) <= self.high else None

    def list_settings(self) -> list[tuple[Setting, str]]:
        return [(number, f"{self.says}, {self.low} to {self.high}") for number in range(self.low, self.high + 1)]

    def _range_as_data(self) -> dict[str, Any]:
        return {"lowest": self.low, "highest": self.high}


class Ruling(Option[str]):
    """A place where a rulebook is silent or has several readings. The default reproduces most of what it prints."""

    def __init__(
        self, default: str, readings: Mapping[str, str], says: str, name: str = "", decided_by_toss: bool = False
    ) -> None:
        super().__init__(default, says, name)
        self.readings, self.decided_by_toss = readings, decided_by_toss  # each reading, and what it means
        self.allowed, self.choices = join_with_or(list(readings)), tuple(readings)

    @classmethod
    def of(cls, says: str, /, *, name: str = "", **readings: str) -> Self:
        """One whose readings are words: the first is the rulebook's."""
        return cls(next(iter(readings)), readings, says, name)

    def read(self, text: str) -> str | None:
        return find_folded(text, self.readings)

    def describe_change(self, setting: Setting) -> str:
        return self.readings[str(setting)]

    def write_paragraph(self, setting: Setting) -> str:
        readings = [f"      {name}:  {meaning}" for name, meaning in self.readings.items()]
        return "\n".join([self._in_force(setting), f"    {self.says}", *readings])

    def list_settings(self) -> list[tuple[Setting, str]]:
        return list(self.readings.items())

    def _meaning(self, setting: Setting) -> str:  # what the option says are reasons for the rulebook's reading
        return f"{self.readings[str(setting)]}." + (f" {self.says}" if setting == self.default else "")

    def _range_as_data(self) -> dict[str, Any]:
        return {"readings": dict(self.readings)}


class SquareDial(Option[str]):
    """A square of the grid, written row-column and counted from 1, or a word that names one."""

    def __init__(self, default: str, says: str, name: str = "") -> None:
        super().__init__(default, says, name)
        self.allowed, self.choices = f"{default} or a square as row-column, such as 1-2", (default,)

    def read(self, text: str) -> str | None:
        row, dash, column = text.partition("-")
        square = dash and all(part.isascii() and part.isdigit() and len(part) < 3 for part in (row, column))
        return text if square else find_folded(text, [self.default])


def find_square(setting: str, size: int) -> int | None:
    """The number of the square that is written row-column, or None if the grid has no such square."""
    row, _, column = setting.partition("-")
    if not (1 <= int(row) <= size and 1 <= int(column) <= size):
        return None
    return (int(row) - 1) * size + int(column) - 1


def settle_options(declared: Iterable[Option[Any]], given: str | Mapping[str, object]) -> dict[str, Setting]:
    """Every declared option with its setting: the given one where there is one, else the rulebook's."""
    by_name = {option.name: option for option in declared}
    settings: dict[str, Setting] = {name: option.default for name, option in by_name.items()}
    pairs = _split_pairs(given, by_name) if isinstance(given, str) else [(n, str(value)) for n, value in given.items()]
    pairs = [(find_folded(name, by_name) or name, text) for name, text in pairs]
    names = [name for name, _ in pairs]
    if twice := [name for at, name in enumerate(names) if name in names[:at]]:
        raise BadOption(f"the option {twice[0]} is given twice")
    for name, text in pairs:
        option = by_name.get(name)
        if option is None:
            raise BadOption(f"there is no option {quote(name)}; {suggest(name, by_name)}")
        setting = option.read(text)
        if setting is None:
            raise BadOption(f"{name}={strip_controls(text)[:_LONGEST]} is not possible: {_say_allowed(option, text)}")
        settings[name] = setting
    return settings


def write_options(declared: Iterable[Option[Any]], settings: Options) -> str:
    """The options that differ from the rulebook's, as `name=value,name=value`."""
    return ",".join(f"{o.name}={settings[o.name]}" for o in declared if settings[o.name] != o.default)


def _say_allowed(option: Option[Any], text: str) -> str:
    """What an option takes and, where one of its readings was probably meant, which."""
    near = None if isinstance(option, Dial) else find_nearest(text, option.choices)
    return f"{option.name} is {option.allowed}" + (f"; {propose(f'{option.name}={near}')}" if near else "")


def _split_pairs(text: str, by_name: Mapping[str, Option[Any]]) -> list[tuple[str, str]]:
    pairs = []
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, equals, value = part.partition("=")
        if not equals:
            raise BadOption(f"{quote(part)} is not an option; {_suggest_pair(part, by_name)}")
        pairs.append((name.strip(), value.strip()))
    return pairs


def _suggest_pair(part: str, by_name: Mapping[str, Option[Any]]) -> str:
    """The end of a sentence that refuses an option without its sign: the one that was meant, or how one is written."""
    words = part.replace(":", " ").split(maxsplit=1)
    meant = by_name.get(find_nearest(words[0], by_name) or "") if words else None
    setting = meant.read(words[1]) if meant and len(words) == 2 else None
    if meant and setting is not None:
        return propose(f"{meant.name}={setting}")
    example = meant or next(iter(by_name.values()), None)
    return "options are written name=value" + (f", such as {example.name}={example.default}" if example else "")
