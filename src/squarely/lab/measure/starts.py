"""A game is measured from its start, or from a sample of its deals, and what was found is put together."""

from collections import Counter
from random import Random
from statistics import median_low
from typing import Any

from squarely.core.rules.game import FIRST_WINS, SECOND_WINS, TIE, Game, Position
from squarely.lab.measure.explored import INTERPRETED, explore_game
from squarely.lab.measure.played import play_start, summarize_play
from squarely.lab.measure.spots import find_order, find_spots
from squarely.lab.measure.truth import count_truth, sum_up
from squarely.solver import values
from squarely.solver.repetition import has_repetition_rule

DEALS = 100  # that are measured where there are more

_FIRST, _SECOND, _TIE, _ENDLESS = (
    ("first", values.WIN),
    ("second", values.WIN),
    (None, values.TIE),
    (None, values.ENDLESS),
)
_RESULTS = {FIRST_WINS: _FIRST, SECOND_WINS: _SECOND, TIE: _TIE}


def choose_deals(game: Game, seed: int) -> list[Position]:
    """The starts that are measured: all, or a sample that the seed gives."""
    if not game.is_dealt:
        return [game.start()]
    numbers = range(game.deals())
    drawn = sorted(Random(f"lab {seed}").sample(numbers, DEALS)) if len(numbers) > DEALS else numbers
    return [game.deal(number) for number in drawn]


def measure_starts(game: Game, roots: list[Position], seed: int, plays: bool, limit: int) -> dict[str, Any]:
    """Every measure by its name. Where `plays`, also those for which somebody has to play."""
    results, truths, played, always_ends, compiles = [], [], [], True, False
    for root in roots:
        explored = explore_game(game, root, limit, folds=not plays, compiles=compiles)
        order = find_order(explored.graph)
        spots = find_spots(explored, order)
        result, distance, lead = explored.value(0, explored.lead)
        results.append((_RESULTS.get(result, _ENDLESS), None if distance < 0 else distance, lead))
        truths.append(count_truth(explored, spots))
        always_ends = always_ends and (has_repetition_rule(game) or order is not None)
        if plays:
            played.append(play_start(explored, spots, order, seed, len(roots)))
        compiles = len(explored.weights) * len(roots) > INTERPRETED
    counted = Counter(result for result, _, _ in results)
    commonest = max(counted, key=lambda result: (counted[result], result[1], result[0] or ""))
    shares = [counted[result] / len(roots) for result in (*_RESULTS.values(), _ENDLESS)]
    typical = _find_median(distance for result, distance, _ in results if result == commonest)
    measures = sum_up(truths) | {
        "deals": len(roots),
        "deals_of": game.deals(),
        "always_ends": always_ends,
        "value": commonest[0],
        "ending": commonest[1],
        "distance": typical,
        "margin": _find_median(abs(lead) for result, _, lead in results if result == commonest and lead is not None),
        **dict(zip(("first_share", "second_share", "tie_share", "endless_deals_share"), shares, strict=True)),
        "komi": _find_median(lead for _, _, lead in results),
        "length_best": typical,
    }
    return measures | (summarize_play(game, roots, played) if plays else {})


def _find_median(numbers: Any) -> int | None:
    known = [number for number in numbers if number is not None]
    return median_low(known) if known else None
