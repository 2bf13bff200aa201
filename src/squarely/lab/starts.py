"""A game is measured from its start, or from a sample of its deals, and what was found is put together."""

from collections import Counter
from random import Random
from statistics import median_low
from typing import Any, NamedTuple

from squarely.core.game import Game
from squarely.core.rules import FIRST_WINS, SECOND_WINS, Position
from squarely.core.rules import TIE as TIED
from squarely.lab.explored import INTERPRETED, Explored, as_arrays, explore_game
from squarely.lab.order import find_order
from squarely.lab.spots import Spots, find_spots
from squarely.lab.truth import Truth, count_truth
from squarely.solver.repetition import has_repetition_rule
from squarely.solver.values import ENDLESS, TIE, WIN

DEALS = 100  # that are measured where there are more
MATCHES = 1000  # of each pairing where they are sampled, from one start or from all deals together

_RESULTS = {FIRST_WINS: ("first", WIN), SECOND_WINS: ("second", WIN), TIED: (None, TIE)}


class Start(NamedTuple):
    """What was found about one start."""

    winner: str | None
    ending: str
    distance: int | None
    lead: int | None  # of the first side at the end of perfect play
    always_ends: bool
    truth: Truth
    played: Any = None  # Played, where that was asked for


def choose_deals(game: Game, seed: int) -> list[Position]:
    """The starts that are measured: all, or a sample that the seed gives."""
    if not game.is_dealt:
        return [game.start()]
    numbers = range(game.deals)
    if len(numbers) > DEALS:
        return [game.deal(number) for number in sorted(Random(f"lab {seed}").sample(numbers, DEALS))]
    return [game.deal(number) for number in numbers]


def measure_starts(game: Game, roots: list[Position], seed: int, plays: bool, limit: int) -> dict[str, Any]:
    """Every measure by its name. Where `plays`, also those for which somebody has to play."""
    starts: list[Start] = []
    compiles = False
    for root in roots:
        explored = explore_game(game, root, limit, folds=not plays, compiles=compiles)
        if explored.is_array or plays:
            explored = as_arrays(explored)
        order = find_order(explored)
        spots = find_spots(explored, order)
        start = _look_at(explored, spots, order is not None)
        if plays:
            from squarely.lab.played import Table

            table = Table(explored, spots, order, seed, -(-MATCHES // len(roots)), cuts=len(roots) == 1)
            start = start._replace(played=table.play())
        starts.append(start)
        compiles = len(explored.movers) * len(roots) > INTERPRETED
    found = _put_together(game, starts)
    if plays:
        from squarely.lab.play_summary import summarize_play

        found |= summarize_play(game, roots, [start.played for start in starts])
    return found


def _look_at(explored: Explored, spots: Spots, has_order: bool) -> Start:
    result, distance, lead = explored.value(0, explored.lead)
    winner, ending = _RESULTS.get(result, (None, ENDLESS))
    always_ends = has_repetition_rule(explored.game) or has_order
    return Start(winner, ending, None if distance < 0 else distance, lead, always_ends, count_truth(explored, spots))


def _put_together(game: Game, starts: list[Start]) -> dict[str, Any]:
    truth = starts[0].truth
    for start in starts[1:]:
        truth = truth.plus(start.truth)
    results = Counter((start.winner, start.ending) for start in starts)
    commonest = max(results, key=lambda result: (results[result], result[1], result[0] or ""))
    like_it = [start for start in starts if (start.winner, start.ending) == commonest]
    distances = [start.distance for start in like_it if start.distance is not None]
    distance = median_low(distances) if distances else None
    leads = [start.lead for start in starts if start.lead is not None]
    margins = [abs(start.lead) for start in like_it if start.lead is not None]

    def share(winner: str | None, ending: str) -> float:
        return results[winner, ending] / len(starts)

    return {
        "positions": truth.positions,
        "deals": len(starts),
        "deals_of": game.deals,
        "always_ends": all(start.always_ends for start in starts),
        "endless_share": truth.endless / truth.ongoing if truth.ongoing else 0.0,
        "value": commonest[0],
        "ending": commonest[1],
        "distance": distance,
        "margin": median_low(margins) if margins else None,
        "first_share": share("first", WIN),
        "second_share": share("second", WIN),
        "tie_share": share(None, TIE),
        "endless_deals_share": share(None, ENDLESS),
        "longest_win": truth.longest_win,
        "openings": truth.openings,
        "openings_keeping": truth.openings_keeping,
        "keeping_by_ply": tuple(
            kept / moves for kept, moves in zip(truth.keeping_by_ply, truth.moves_by_ply, strict=True)
        ),
        "deciding_share": truth.deciding / truth.choosing if truth.choosing else 0.0,
        "branching": truth.moves / truth.ongoing if truth.ongoing else 0.0,
        "komi": median_low(leads) if leads else None,
        "length_best": distance,
    }
