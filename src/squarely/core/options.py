"""Options: a game's dials and rulings, declared as data, read from text, checked in one place."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple, TypeAlias

from squarely.core.errors import BadOption
from squarely.core.notation import join_with_or, quote, strip_controls
from squarely.core.suggestions import suggest

Setting: TypeAlias = int | str
Options: TypeAlias = Mapping[str, Setting]


class Dial(NamedTuple):
    """A number that may be turned."""

    name: str
    default: int
    low: int
    high: int
    says: str

    @property
    def allowed(self) -> str:
        return f"a whole number from {self.low} to {self.high}"

    def read(self, text: str) -> int | None:
        """The setting these words mean, or None."""
        digits = text.removeprefix("-")
        if not (digits.isascii() and digits.isdigit() and len(digits) < 7):
            return None
        return int(text) if self.low <= int(text) <= self.high else None


class Ruling(NamedTuple):
    """A place where a rulebook is silent or has several readings. The default reproduces most of what it prints."""

    name: str
    default: str
    readings: Mapping[str, str]  # each reading, and what it means
    says: str
    decided_by_toss: bool = False

    @property
    def allowed(self) -> str:
        return join_with_or(list(self.readings))

    def read(self, text: str) -> str | None:
        return text if text in self.readings else None


class Place(NamedTuple):
    """A square of the grid, written row-column and counted from 1, or a word that names one."""

    name: str
    default: str
    says: str

    @property
    def allowed(self) -> str:
        return f"{self.default} or a square as row-column, such as 1-2"

    def read(self, text: str) -> str | None:
        row, dash, column = text.partition("-")
        square = dash and all(part.isascii() and part.isdigit() and len(part) < 3 for part in (row, column))
        return text if text == self.default or square else None


Option: TypeAlias = Dial | Ruling | Place

_LONGEST = 40  # of what somebody typed and is told back

REPETITION = Ruling(
    "repetition",
    "play_on",
    {
        "play_on": "play goes on until somebody wins, as the rulebooks say",
        "draw": "a position that occurs for the third time ends the match without a winner",
    },
    "The rulebooks know no draws, and some games need never end. Whoever wants an end can choose one.",
)


def settle_options(declared: Iterable[Option], given: str | Mapping[str, object]) -> dict[str, Setting]:
    """Every declared option with its setting: the given one where there is one, else the rulebook's."""
    by_name = {option.name: option for option in declared}
    settings: dict[str, Setting] = {name: option.default for name, option in by_name.items()}
    pairs = _split_pairs(given) if isinstance(given, str) else [(name, str(value)) for name, value in given.items()]
    given_twice = [name for at, (name, _) in enumerate(pairs) if name in [before for before, _ in pairs[:at]]]
    if given_twice:
        raise BadOption(f"the option {given_twice[0]} is given twice")
    for name, text in pairs:
        option = by_name.get(name)
        if option is None:
            raise BadOption(f"there is no option {quote(name)}; {suggest(name, by_name)}")
        setting = option.read(text)
        if setting is None:
            raise BadOption(f"{name}={strip_controls(text)[:_LONGEST]} is not possible: {name} is {option.allowed}")
        settings[name] = setting
    return settings


def write_options(declared: Iterable[Option], settings: Options) -> str:
    """The options that differ from the rulebook's, as `name=value,name=value`."""
    return ",".join(f"{o.name}={settings[o.name]}" for o in declared if settings[o.name] != o.default)


def find_square(setting: Setting, size: int) -> int | None:
    """The number of the square that a Place names as row-column, or None if the grid has no such square."""
    row, _, column = str(setting).partition("-")
    if not (1 <= int(row) <= size and 1 <= int(column) <= size):
        return None
    return (int(row) - 1) * size + int(column) - 1


def _split_pairs(text: str) -> list[tuple[str, str]]:
    pairs = []
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, equals, value = part.partition("=")
        if not equals:
            raise BadOption(f"{quote(part)} is not an option; options are written name=value, such as size=5")
        pairs.append((name.strip(), value.strip()))
    return pairs
