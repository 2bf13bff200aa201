"""Measures that nobody has measured: for tests of what is made of them."""

from typing import Any

from squarely.lab.measure.measures import Estimate, Measures


def exactly(figure: float) -> Estimate:
    return Estimate(figure, figure, figure)


def made_up(options: str = "", **other: Any) -> Measures:
    """A rule set of snatchers that meets every criterion, but for what is said otherwise."""
    fields: dict[str, Any] = {
        "game": "snatchers", "options": options, "positions": 1000, "deals": 1, "deals_of": 1, "always_ends": True,
        "endless_share": 0.0, "value": "second", "ending": "win", "distance": 14, "margin": None, "first_share": 0.0,
        "second_share": 1.0, "tie_share": 0.0, "endless_deals_share": 0.0, "longest_win": 14, "openings": 4,
        "openings_keeping": 2, "keeping_by_ply": (0.5, 0.25), "deciding_share": 0.4, "branching": 3.2, "komi": None,
        "length_best": 14, "length_random": exactly(12.3), "length_level": exactly(13.0),
        "balance": tuple((f"level:{number}", exactly(0.5 + number / 100)) for number in range(1, 10)),
        "levels_apart": 6, "chain": (1, 3, 5, 6, 7, 8),
    }  # fmt: skip
    return Measures(**(fields | other))
