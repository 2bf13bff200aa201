"""Options: a game's dials and rulings, declared as data, read from text, checked in one place."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple, TypeAlias

from squarely.core.errors import BadOption, UnknownGame
from squarely.core.notation import join_with_or, quote, strip_controls
from squarely.core.suggestions import find_folded, find_nearest, propose, suggest

Setting: TypeAlias = int | str
Options: TypeAlias = Mapping[str, Setting]

MOST_OF_A_DIAL = 999_999  # all of its numbers are listed, to be chosen and to be tried


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

    @property
    def choices(self) -> tuple[str, ...]:
        """What it can be set to, as it is written."""
        return tuple(map(str, range(self.low, self.high + 1)))

    def read(self, text: str) -> int | None:
        """The setting these words mean, or None."""
        digits = text.removeprefix("-")
        if not (digits.isascii() and digits.isdigit() and len(digits) <= len(str(MOST_OF_A_DIAL))):
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

    @property
    def choices(self) -> tuple[str, ...]:
        """What it can be set to."""
        return tuple(self.readings)

    def read(self, text: str) -> str | None:
        """The reading of that name, in capitals or not, or None."""
        return find_folded(text, self.readings)


class Place(NamedTuple):
    """A square of the grid, written row-column and counted from 1, or a word that names one."""

    name: str
    default: str
    says: str

    @property
    def allowed(self) -> str:
        return f"{self.default} or a square as row-column, such as 1-2"

    @property
    def choices(self) -> tuple[str, ...]:
        """The word that it can be set to, besides squares."""
        return (self.default,)

    def read(self, text: str) -> str | None:
        """The square these words name, or None."""
        row, dash, column = text.partition("-")
        square = dash and all(part.isascii() and part.isdigit() and len(part) < 3 for part in (row, column))
        return text if square else find_folded(text, [self.default])


Option: TypeAlias = Dial | Ruling | Place

_LONGEST = 40  # of what somebody typed and is told back

REPETITION = Ruling(
    "repetition",
    "play_on",
    {
        "play_on": "play goes on, however often a position comes back",
        "draw": "a position that occurs for the third time ends the match without a winner",
        "first_loses": "a position that occurs for the third time ends the match, and the first player has lost",
        "second_loses": "a position that occurs for the third time ends the match, and the second player has lost",
    },
    "Some games can go on for ever. Whoever wants an end can choose one.",
)
PIE = Ruling(
    "pie",
    "no",
    {
        "no": "the sides stay as they are",
        "yes": "whoever answers the first move may swap sides instead: from then on each plays what the other had",
    },
    "Where it is good to begin, whoever begins is made to share: one cuts, the other chooses.",
)
FOR_EVERY_GAME: tuple[Option, ...] = (REPETITION, PIE)  # whatever the game
RULES = "rules"  # where options are given, names a rule set


def list_options(own: Iterable[Option]) -> tuple[Option, ...]:
    """Every option that there is where a game has these of its own, which come first."""
    return (*own, *FOR_EVERY_GAME)


def check_names(own: Iterable[Option]) -> None:
    """UnknownGame where two options have one name, or one has the name of an option that every game has."""
    met: set[str] = set()
    for name in (option.name for option in own):
        if name in (each.name for each in FOR_EVERY_GAME):
            raise UnknownGame(f"has an option {name}, which every game has already; call it something else")
        if name == RULES:
            raise UnknownGame(f"has an option {name}, which names a rule set; call it something else")
        if name in met:
            raise UnknownGame(f"has two options {name}; each option has a name of its own")
        met.add(name)


def settle_options(declared: Iterable[Option], given: str | Mapping[str, object]) -> dict[str, Setting]:
    """Every declared option with its setting: the given one where there is one, else the rulebook's."""
    by_name = {option.name: option for option in declared}
    settings: dict[str, Setting] = {name: option.default for name, option in by_name.items()}
    pairs = (
        _split_pairs(given, by_name)
        if isinstance(given, str)
        else [(name, str(value)) for name, value in given.items()]
    )
    pairs = [(find_folded(name, by_name) or name, text) for name, text in pairs]
    given_twice = [name for at, (name, _) in enumerate(pairs) if name in [before for before, _ in pairs[:at]]]
    if given_twice:
        raise BadOption(f"the option {given_twice[0]} is given twice")
    for name, text in pairs:
        option = by_name.get(name)
        if option is None:
            raise BadOption(f"there is no option {quote(name)}; {suggest(name, by_name)}")
        setting = option.read(text)
        if setting is None:
            raise BadOption(f"{name}={strip_controls(text)[:_LONGEST]} is not possible: {_say_allowed(option, text)}")
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


def _say_allowed(option: Option, text: str) -> str:
    """What an option takes and, where one of its readings was probably meant, which."""
    near = None if isinstance(option, Dial) else find_nearest(text, option.choices)
    return f"{option.name} is {option.allowed}" + (f"; {propose(f'{option.name}={near}')}" if near else "")


def _split_pairs(text: str, by_name: Mapping[str, Option]) -> list[tuple[str, str]]:
    pairs = []
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, equals, value = part.partition("=")
        if not equals:
            raise BadOption(f"{quote(part)} is not an option; {_suggest_pair(part, by_name)}")
        pairs.append((name.strip(), value.strip()))
    return pairs


def _suggest_pair(part: str, by_name: Mapping[str, Option]) -> str:
    """The end of a sentence that refuses an option without its sign: the one that was meant, or how one is written."""
    words = part.replace(":", " ").split(maxsplit=1)
    meant = by_name.get(find_nearest(words[0], by_name) or "") if words else None
    setting = meant.read(words[1]) if meant and len(words) == 2 else None
    if meant and setting is not None:
        return propose(f"{meant.name}={setting}")
    example = meant or next(iter(by_name.values()), None)
    return "options are written name=value" + (f", such as {example.name}={example.default}" if example else "")
