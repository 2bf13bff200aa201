"""What a good rule set is: the five criteria that mending looks for, and measured rule sets with the best first."""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from squarely.core.rules import registry, rulebook
from squarely.core.text.notation import count_noun
from squarely.lab.measure.measures import Measures
from squarely.solver.values import TIE

DEEP = 11  # moves of the longest forced win
FEWEST, MOST = 0.2, 0.8  # share of openings that keep the value
FAIR = 0.6  # of the points that a seat may take
EQUALS = tuple(f"level:{number}" for number in range(2, 8))  # who must be even against itself
APART = 5  # levels that can be told apart


class Criterion(NamedTuple):
    """One thing that is wanted of a rule set."""

    name: str
    wanted: str
    shortfall: Callable[[Measures], float]  # 0 where it is met; larger is further away
    describe: Callable[[Measures], str]  # what the measures say about it
    needs_play: bool = False  # whether levels must have been measured

    def is_met(self, measures: Measures) -> bool:
        """Whether a rule set has it; not if it was not measured."""
        return not self.shortfall(measures)

    def is_open(self, measures: Measures) -> bool:
        return self.needs_play and not measures.balance


def find_fair_share(measures: Measures) -> tuple[str, float] | None:
    """The player among levels 2 to 7 that is least even with itself, and the first seat's share; None if unmeasured."""
    asked = [(name, share.mean) for name, share in measures.balance if name in EQUALS]
    return max(asked, key=lambda found: (abs(found[1] - 0.5), found[0])) if asked else None


def share_openings(measures: Measures) -> float:
    """The share of openings that keep the value."""
    return measures.openings_keeping / measures.openings if measures.openings else 0.0


def _short_of_openings(measures: Measures) -> float:
    share = share_openings(measures)
    return 0.0 if measures.ending == TIE else max(FEWEST - share, share - MOST, 0.0) / FEWEST


def describe_openings(measures: Measures) -> str:
    """`2 of 6 openings keep the result`."""
    kept = f"{measures.openings_keeping:,} of {count_noun(measures.openings, 'opening')} keep the result"
    return f"{kept}, a tie" if measures.ending == TIE else kept


def _short_of_fair(measures: Measures) -> float:
    found = find_fair_share(measures)
    return 1.0 if found is None else max(0.0, abs(found[1] - 0.5) - (FAIR - 0.5)) / (1 - FAIR)


def _describe_fair(measures: Measures) -> str:
    player, share = find_fair_share(measures) or ("", 0.5)
    seat = "first" if share >= 0.5 else "second"
    return f"{player} against itself: {max(share, 1 - share):.1%} for the {seat} seat" if player else "not measured"


CRITERIA = (
    Criterion(
        "ends", "always ends",
        lambda each: 0.0 if each.always_ends else 0.5 + each.endless_share / 2,
        lambda each: "it does" if each.always_ends else "a match can go on for ever",
    ),
    Criterion(
        "deep", f"a longest forced win of {DEEP} moves or more",
        lambda each: max(0.0, DEEP - each.longest_win) / DEEP,
        lambda each: f"the longest forced win takes {count_noun(each.longest_win, 'move')}",
    ),
    Criterion(
        "open", f"{FEWEST:.0%} to {MOST:.0%} of the openings keep the result, or it is a tie",
        _short_of_openings, describe_openings,
    ),
    Criterion("fair", f"no seat above {FAIR:.0%} among equal levels 2 to 7", _short_of_fair, _describe_fair, True),
    Criterion(
        "skill", f"at least {APART} levels told apart",
        lambda each: max(0, APART - (each.levels_apart or 0)) / APART,
        lambda each: "not measured" if each.levels_apart is None else f"{each.levels_apart} levels apart", True,
    ),
)  # fmt: skip


def list_unmet(measures: Measures, only_truth: bool = False) -> list[Criterion]:
    """The criteria that a rule set does not meet; with `only_truth`, of those that need no play."""
    return [each for each in CRITERIA if not (only_truth and each.needs_play) and not each.is_met(measures)]


def measure_shortfall(measures: Measures, only_truth: bool = False) -> tuple[int, float]:
    """How many criteria are not met, and how far away they are together: the smaller the better."""
    unmet = list_unmet(measures, only_truth)
    return len(unmet), round(sum(each.shortfall(measures) for each in unmet), 9)


def rank(measured: Iterable[Measures]) -> list[Measures]:
    """The best first, wherever they come from: criteria unmet, how far they are away, changes; then the deeper game."""
    return sorted(
        measured,
        key=lambda each: (*measure_shortfall(each), count_rule_changes(each), -each.longest_win, each.options),
    )


def count_rule_changes(measures: Measures) -> int:
    """How many options of a rule set are not as in the rulebook."""
    return len([part for part in measures.options.split(",") if part])


def describe_changes(measures: Measures) -> str:
    """What is different from the rulebook, in sentences."""
    return rulebook.describe_changes(registry.load(measures.game, measures.options))


def write_play_command(measures: Measures) -> str:
    """What to type to play a rule set."""
    return f"squarely play {measures.game}" + (f" --option {measures.options}" if measures.options else "")


def measures_data(measures: Measures) -> dict[str, Any]:
    """Every measure, which criteria are met, and the command that plays it."""
    met = {each.name: each.is_met(measures) for each in CRITERIA if not each.is_open(measures)}
    told = {"changes": count_rule_changes(measures), "met": met, "command": write_play_command(measures)}
    return {**measures._asdict(), **told}
