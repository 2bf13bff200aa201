"""Which rules do nothing, and which decide the result: each option is changed alone, and all values are compared."""

from contextlib import suppress
from typing import Any, NamedTuple

from squarely.core.errors import BadOption
from squarely.core.rules.game import Game
from squarely.core.rules.options import Dial, Option, Ruling, Setting
from squarely.core.text.notation import join_with_and
from squarely.lab.sweep.bench import Bench
from squarely.lab.sweep.compare import Comparison, read_comparison
from squarely.lab.sweep.questions import Question
from squarely.lab.sweep.rule_sets import choose_axes, list_settings

LIMIT = 200_000  # positions that are compared one by one, which takes some seconds
_RESULTS = {"first": "the first side wins", "second": "the second side wins", "tie": "a tie", "endless": "no end"}


class RuleEffect(NamedTuple):
    """What changing one option does: each setting that was tried, with what came out or why nothing did."""

    option: str
    setting: Setting  # in force
    tried: tuple[tuple[Setting, Comparison | str], ...]

    @property
    def compared(self) -> list[tuple[Setting, Comparison]]:
        """The settings that could be compared."""
        return [(setting, found) for setting, found in self.tried if isinstance(found, Comparison)]

    @property
    def is_idle(self) -> bool:
        """Whether every value stays as it was, whatever it is set to."""
        return bool(self.tried) and all(isinstance(found, Comparison) and found.is_idle for _, found in self.tried)

    @property
    def decides(self) -> bool:
        """Whether the game has another result under another setting."""
        return any(found.decides for _, found in self.compared)

    def describe(self) -> str:
        """What it does, as a phrase behind the name of the option."""
        compared = self.compared
        if not compared:
            return f"not compared: {self.tried[0][1]}" if self.tried else "cannot be changed alone"
        if self.is_idle:
            return "does nothing: every value stays as it was"
        if self.decides:
            was = _RESULTS[compared[0][1].before[0]]
            changes = [f"{setting}: {_RESULTS[found.after[0]]}" for setting, found in compared if found.decides]
            return f"decides the result: {self.setting}: {was}; {'; '.join(changes)}"
        setting, most = max(compared, key=lambda found: found[1].changed)
        if not most.shared:
            with_these = join_with_and([str(setting) for setting, _ in compared])
            untold = "".join(f"; {setting}: {why}" for setting, why in self.tried if isinstance(why, str))
            return (
                f"leads to other positions, none of which could be compared; the result stays with {with_these}{untold}"
            )
        return (
            f"changes {most.changed:,} of {most.shared:,} values (with {setting}), "
            f"{most.results_changed:,} of them to another result; that of the start stays"
        )

    def as_data(self) -> dict[str, Any]:
        """For JSON."""
        tried = [
            {"setting": setting, **(found._asdict() if isinstance(found, Comparison) else {"refusal": found})}
            for setting, found in self.tried
        ]
        about = {"option": self.option, "setting": self.setting, "does_nothing": self.is_idle}
        return {**about, "decides_result": self.decides, "says": self.describe(), "tried": tried}


def find_effects(base: Game, bench: Bench, limit: int) -> list[RuleEffect]:
    """What each dial and ruling does, changed alone. Of a dial the next settings below and above that make a game are
    tried, and others before it is said that it does nothing."""
    names = {axis.name for axis in choose_axes(base)}
    options = [option for option in base.declared if option.name in names and isinstance(option, Dial | Ruling)]
    found = _try(base, {option.name: _list_games(base, option, is_near=True) for option in options}, bench, limit)
    idle = [option for option in options if isinstance(option, Dial) and found[option.name].is_idle]
    found |= _try(base, {option.name: _list_games(base, option) for option in idle}, bench, limit)
    return list(found.values())


def _list_games(base: Game, option: Option[Any], is_near: bool = False) -> list[Game]:
    """The games with this option alone set otherwise; where `is_near`, of a dial only the next below and above."""
    games, now = list[Game](), base.settings[option.name]
    for setting in list_settings(base, option, is_thin=True):
        with suppress(BadOption):
            games += [base.with_options(**{option.name: setting})] if setting != now else []
    if not is_near or not isinstance(option, Dial):
        return games
    below = [game for game in games if int(game.settings[option.name]) < int(now)]
    return [*below[-1:], *games[len(below) :][:1]]


def _try(base: Game, trials: dict[str, list[Game]], bench: Bench, limit: int) -> dict[str, RuleEffect]:
    """What the options do in these games."""
    games, bound = [game for games in trials.values() for game in games], min(LIMIT, limit)
    asked = [Question("compare", base.name, game.options, base.options, limit=bound) for game in games]
    answers, failed = bench.ask(asked, "changes of one rule") if asked else ([], [])
    found: dict[str, Comparison | str] = {failure.item.options: failure.why for failure in failed}
    for each in answers:
        found[each.question.options] = read_comparison(each.found) if each.found else each.refusal
    tried = {name: tuple((each.settings[name], found[each.options]) for each in trials[name]) for name in trials}
    return {name: RuleEffect(name, base.settings[name], tried[name]) for name in trials}
