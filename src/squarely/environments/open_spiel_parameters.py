"""What OpenSpiel agrees on with us before a match: the parameters of a game, and how its start is dealt."""

from typing import Any

from squarely.core.errors import BadOption
from squarely.core.rules.game import Game
from squarely.core.rules.options import RULES, Setting
from squarely.core.rules.rulebook import PRINTED
from squarely.environments.encoding import Encoding
from squarely.environments.episode import MAX_TURNS, check_max_turns

DEALT_BY_CHANCE = -1
TEXT = "@"  # before a text that OpenSpiel would take for a number that it cannot read, such as 1-1


class SpielTerms:
    """What every state of one game shares. It is not copied with them, and travels as a class and parameters."""

    def __init__(self, kind: type[Game], params: dict[str, Any]) -> None:
        usual = list_parameters(kind)
        settings = {**usual, **params}
        self.max_turns = check_max_turns(settings.pop("max_turns"))
        deal = settings.pop("deal", DEALT_BY_CHANCE)
        given = {key: setting for key, setting in settings.items() if setting != usual.get(key)}  # all are told always
        self.game = kind({key: str(setting).removeprefix(TEXT) for key, setting in given.items()})
        in_force = {key: spell_setting(self.game.settings[key]) for key in settings if key != RULES}
        self.params = {**usual, **params, **in_force, RULES: PRINTED}  # the rule set spelled out
        self.encoding = Encoding(self.game)
        if not DEALT_BY_CHANCE <= deal < self.game.deals():
            raise BadOption(f"deal={deal} is not possible: deal is a whole number from 0 to {self.game.deals() - 1}")
        self.start = self.game.start() if deal == DEALT_BY_CHANCE else self.game.deal(deal)
        self.digits = factorize(self.game.deals()) if deal == DEALT_BY_CHANCE else []

    def __deepcopy__(self, memo: object) -> "SpielTerms":
        return self

    def __reduce__(self) -> tuple[type["SpielTerms"], tuple[type[Game], dict[str, Any]]]:
        return SpielTerms, (self.game.printed, self.params)


def list_parameters(kind: type[Game]) -> dict[str, Setting]:
    """The parameters of a game: a rule set, options, the turn limit, and where the start is dealt its number."""
    game = kind()
    options = {option.name: spell_setting(option.default) for option in game.declared if option.name != "repetition"}
    return {RULES: PRINTED, **options, "max_turns": MAX_TURNS, **({"deal": DEALT_BY_CHANCE} if game.is_dealt else {})}


def spell_setting(setting: Setting) -> Setting:
    """A setting that OpenSpiel can write and read back."""
    text = str(setting)
    if text.removeprefix("-").isdigit():
        return int(text)
    return f"{TEXT}{text}" if text[:1].isdigit() else text


def factorize(number: int) -> list[int]:
    """The prime factors of a number, ascending: the bases of the digits that count up to it (mixed radix)."""
    found, factor = [], 2
    while number > 1:
        while number % factor == 0:
            found.append(factor)
            number //= factor
        factor += 1
    return found
