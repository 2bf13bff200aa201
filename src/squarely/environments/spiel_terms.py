"""What OpenSpiel agrees on with us before a match: the parameters of a game, and how its start is dealt."""

from typing import Any

from squarely.environments.encoding import Encoding
from squarely.environments.sitting import MAX_TURNS, checked
from squarely.errors import BadOption
from squarely.game import Game, Rules
from squarely.options import Setting

DEALT_BY_CHANCE = -1
TEXT = "@"  # before a text that OpenSpiel would take for a number that it cannot read, such as 1-1
KNOWN: dict[str, Rules] = {}  # every game that OpenSpiel was told about


class Terms:
    """What every state of one game shares. It is not copied with them, and travels as a name and parameters."""

    def __init__(self, name: str, params: dict[str, Any]) -> None:
        rules = KNOWN[name]
        self.name, self.params = name, {key: spelled(setting) for key, setting in params.items()}
        settings = {**defaults(rules), **params}
        self.max_turns = checked(settings.pop("max_turns"))
        deal = settings.pop("deal", DEALT_BY_CHANCE)
        self.game = Game.of(name, rules, {key: str(setting).removeprefix(TEXT) for key, setting in settings.items()})
        self.encoding = Encoding(self.game)
        if not DEALT_BY_CHANCE <= deal < self.game.deals:
            raise BadOption(f"deal={deal} is not possible: deal is a whole number from 0 to {self.game.deals - 1}")
        self.start = self.game.start() if deal == DEALT_BY_CHANCE else self.game.deal(deal)
        self.digits = factors(self.game.deals) if deal == DEALT_BY_CHANCE else []

    def __deepcopy__(self, memo: object) -> "Terms":
        return self

    def __reduce__(self) -> tuple[type["Terms"], tuple[str, dict[str, Any]]]:
        return Terms, (self.name, self.params)


def defaults(rules: Rules) -> dict[str, Setting]:
    """The parameters of a game: its options, the turn limit, and where the start is dealt the number of the deal."""
    options = {option.name: spelled(option.default) for option in rules.OPTIONS}
    return {**options, "max_turns": MAX_TURNS, **({"deal": DEALT_BY_CHANCE} if hasattr(rules, "deal") else {})}


def spelled(setting: Setting) -> Setting:
    """A setting that OpenSpiel can write and read back."""
    text = str(setting)
    if text.removeprefix("-").isdigit():
        return int(text)
    return f"{TEXT}{text}" if text[:1].isdigit() else text


def factors(number: int) -> list[int]:
    """The prime factors of a number, the smallest first: so many digits, of so many values, count up to it."""
    found, factor = [], 2
    while number > 1:
        while number % factor == 0:
            found.append(factor)
            number //= factor
        factor += 1
    return found
