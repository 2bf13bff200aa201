"""Which rules do nothing, and which decide the result: each option is changed alone, and all values are compared."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from squarely.core import registry
from squarely.core.errors import BadOption
from squarely.core.game import Game
from squarely.core.options import Dial, Option, Place, Setting
from squarely.lab.compare import Comparison, read_comparison
from squarely.lab.measures import Measures, read_measures
from squarely.lab.questions import Question
from squarely.lab.run import Bench
from squarely.lab.sweep import list_settings

LIMIT = 200_000  # positions that are compared one by one, which takes some seconds
_RESULTS = {
    "first": "the first side wins",
    "second": "the second side wins",
    "tie": "a tie",
    "endless": "no end",
}


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
        if not self.tried:
            return "cannot be changed alone"
        if not compared:
            return f"not compared: {self.tried[0][1]}"
        if self.is_idle:
            return "does nothing: every value stays as it was"
        if self.decides:
            was = _RESULTS[compared[0][1].before[0]]
            changes = [f"{setting}: {_RESULTS[found.after[0]]}" for setting, found in compared if found.decides]
            return f"decides the result: {self.setting}: {was}; {'; '.join(changes)}"
        setting, most = max(compared, key=lambda found: found[1].changed or 0)
        if most.shared is None or most.changed is None:
            return "not compared value by value, for that the game is too large; the result stays"
        if not most.shared:
            return "leads to other positions, none of which could be compared; the result stays"
        return (
            f"changes {most.changed:,} of {most.shared:,} values (with {setting}), "
            f"{most.results_changed:,} of them to another result; that of the start stays"
        )

    def as_data(self) -> dict[str, Any]:
        """For JSON."""
        tried = [
            {"setting": setting, **(found.as_data() if isinstance(found, Comparison) else {"refusal": found})}
            for setting, found in self.tried
        ]
        about = {"option": self.option, "setting": self.setting, "does_nothing": self.is_idle}
        return {**about, "decides_result": self.decides, "says": self.describe(), "tried": tried}


def find_effects(base: Game, bench: Bench, limit: int) -> list[RuleEffect]:
    """What each option does, changed alone. Of a dial the next settings below and above that make a game are tried,
    and all others before it is said that it does nothing. What has more than LIMIT positions is only solved, up to
    `limit` of them."""
    options = [option for option in base.declared if not isinstance(option, Place)]
    trials = {option.name: _list_nearest(base, option) for option in options}
    found = _compare_games(base, trials, bench, limit)
    further = {
        option.name: _list_games(base, option)
        for option in options
        if isinstance(option, Dial) and _sum_up(base, option.name, trials, found).is_idle
    }
    found |= _compare_games(base, further, bench, limit)
    return [_sum_up(base, option.name, trials | further, found) for option in options]


def _sum_up(
    base: Game, option: str, trials: Mapping[str, Sequence[Game]], found: Mapping[str, Comparison | str]
) -> RuleEffect:
    tried = tuple((game.settings[option], found[game.options]) for game in trials[option])
    return RuleEffect(option, base.settings[option], tried)


def _compare_games(
    base: Game, trials: Mapping[str, Sequence[Game]], bench: Bench, limit: int
) -> dict[str, Comparison | str]:
    """What each of these games changes, by its options; or why that could not be found out."""
    games = [game for games in trials.values() for game in games]
    if not games:
        return {}
    questions = [Question("compare", base.name, game.options, base.options, limit=min(LIMIT, limit)) for game in games]
    answers, failed = bench.ask(questions, "changes of one rule")
    found: dict[str, Comparison | str] = {failure.item.options: failure.why for failure in failed}
    found |= {each.question.options: read_comparison(each.found) if each.found else each.refusal for each in answers}
    if limit > LIMIT:
        found |= _compare_results(base, [each.question.options for each in answers if each.found is None], bench, limit)
    return found


def _compare_results(base: Game, options: Sequence[str], bench: Bench, limit: int) -> dict[str, Comparison | str]:
    """Of rule sets that are too large to be compared position by position, at least the results are."""
    if not options:
        return {}
    asked = [Question("truth", base.name, text, limit=limit) for text in (base.options, *options)]
    answers, _ = bench.ask(asked, "results under one changed rule")
    refused = {each.question.options: each.refusal for each in answers if each.found is None}
    known = {each.question.options: _find_result(read_measures(each.found)) for each in answers if each.found}
    found: dict[str, Comparison | str] = {}
    for text in options:
        if base.options in known and text in known:
            found[text] = Comparison(known[base.options], known[text])
        elif why := refused.get(base.options, refused.get(text)):
            found[text] = why
    return found


def _find_result(measures: Measures) -> tuple[str, int | None]:
    return measures.value or measures.ending, measures.distance


def _list_games(base: Game, option: Option) -> list[Game]:
    """The games with this option alone set otherwise."""
    others = [setting for setting in list_settings(option) if setting != base.settings[option.name]]
    return [game for setting in others if (game := _load_with(base, option, setting))]


def _list_nearest(base: Game, option: Option) -> list[Game]:
    """The same; of a dial only the next one below and the next one above."""
    games, now = _list_games(base, option), base.settings[option.name]
    if not isinstance(option, Dial):
        return games
    below = [game for game in games if int(game.settings[option.name]) < int(now)]
    return [*below[-1:], *games[len(below) :][:1]]


def _load_with(base: Game, option: Option, setting: Setting) -> Game | None:
    try:
        return registry.load(base.name, {**base.settings, option.name: setting})
    except BadOption:
        return None
