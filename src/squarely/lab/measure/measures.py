"""Measures of one rule set, as plain numbers. docs/lab-measures.md says what each of them means."""

from collections.abc import Mapping
from importlib.util import find_spec
from typing import Any, Literal, NamedTuple, TypeAlias

from squarely.core.errors import SquarelyError
from squarely.core.rules.game import Game, Position
from squarely.lab.measure.estimate import Estimate

LIMIT = 2_000_000  # positions of one start
Effort: TypeAlias = Literal["full", "truth"]


class Measures(NamedTuple):
    """Everything that was measured. What needs play is None or empty where only the truth was asked for."""

    game: str
    options: str
    positions: int  # of all deals that were measured
    deals: int
    deals_of: int
    always_ends: bool
    endless_share: float
    value: str | None  # who wins from the start under perfect play; of several deals the commonest, as what follows
    ending: str
    distance: int | None
    margin: int | None
    first_share: float  # of the deals
    second_share: float
    tie_share: float
    endless_deals_share: float
    longest_win: int
    openings: int
    openings_keeping: int
    keeping_by_ply: tuple[float, ...]
    deciding_share: float
    branching: float
    komi: int | None
    length_best: int | None
    length_random: Estimate | None = None
    length_level: Estimate | None = None
    lead_changes_best: Estimate | None = None
    drama_best: Estimate | None = None
    lead_changes_level: Estimate | None = None
    drama_level: Estimate | None = None
    balance: tuple[tuple[str, Estimate], ...] = ()
    levels_apart: int | None = None
    chain: tuple[int, ...] = ()
    best_cut: tuple[str, float] | None = None
    matches: int = 0  # played for each pairing, at least
    unfinished_share: float = 0.0  # of the matches of level 5 with itself: stopped, and counted half


def measure(
    game: Game, *, seed: int = 0, effort: Effort = "full", limit: int = LIMIT, start: Position | None = None
) -> Measures:
    """Measure a game under its options, from its start or from another. TooLarge beyond `limit` positions.

    The same game, seed, effort and start give the same measures to the last bit.
    """
    if find_spec("numba") is None:
        raise SquarelyError("to measure rules, install the extra: pip install 'squarely[solve]'")
    from squarely.lab.measure.starts import choose_deals, measure_starts

    starts = choose_deals(game, seed) if start is None else [start]
    return Measures(game.name, game.options, **measure_starts(game, starts, seed, effort == "full", limit))


def read_measures(data: Mapping[str, Any]) -> Measures:
    """The measures that were written as JSON."""
    fields = {name: tuple(value) if isinstance(value, list) else value for name, value in data.items()}
    known = {name: Estimate(*fields[name]) for name in _ESTIMATES if fields[name] is not None}
    balance = tuple((player, Estimate(*share)) for player, share in fields["balance"])
    return Measures(**fields | known | {"balance": balance})


_ESTIMATES = tuple(name for name, kind in Measures.__annotations__.items() if "Estimate | None" in str(kind))
