"""Measures of one rule set, as plain numbers. docs/lab-measures.md says what each of them means."""

from collections.abc import Mapping
from importlib.util import find_spec
from typing import Any, Literal, NamedTuple, TypeAlias

from squarely.core.errors import SquarelyError
from squarely.core.game import Game
from squarely.core.rules import Position
from squarely.lab.estimate import Estimate
from squarely.lab.starts import choose_deals, measure_starts

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
    matches: int = 0  # played for each pairing; 0 where everything was worked out
    unfinished_share: float = 0.0  # of the matches of level 5 with itself: stopped, and counted half

    def as_data(self) -> dict[str, Any]:
        """Everything by its name, as JSON has it; `read_measures` takes it back."""
        return {name: _plain(value) for name, value in self._asdict().items()}


def measure(
    game: Game, *, seed: int = 0, effort: Effort = "full", limit: int = LIMIT, start: Position | None = None
) -> Measures:
    """Measure a game under its options, from its start or from another. TooLarge beyond `limit` positions.

    The same game, seed, effort and start give the same measures to the last bit.
    """
    if effort == "full" and find_spec("numba") is None:
        raise SquarelyError(
            "to measure play, install the extra: pip install 'squarely[solve]'; effort=\"truth\" needs nothing else"
        )
    starts = choose_deals(game, seed) if start is None else [start]
    return Measures(game.name, game.options, **measure_starts(game, starts, seed, effort == "full", limit))


def read_measures(data: Mapping[str, Any]) -> Measures:
    """The measures that were written as data."""
    fields = dict(data)
    for name in _ESTIMATES:
        fields[name] = None if fields[name] is None else Estimate(*fields[name])
    fields["balance"] = tuple((player, Estimate(*share)) for player, share in fields["balance"])
    fields["best_cut"] = None if fields["best_cut"] is None else tuple(fields["best_cut"])
    for name in ("keeping_by_ply", "chain"):
        fields[name] = tuple(fields[name])
    return Measures(**fields)


_ESTIMATES = tuple(name for name, kind in Measures.__annotations__.items() if "Estimate | None" in str(kind))


def _plain(value: Any) -> Any:
    return [_plain(part) for part in value] if isinstance(value, tuple) else value
