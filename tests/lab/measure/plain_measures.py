"""The measures of a rule set by the plain lab, by the names that the lab gives them."""

from collections import Counter, defaultdict
from statistics import fmean
from typing import Any

import numpy as np

from squarely.core.rules.game import Game
from tests.lab.measure.plain_lab import LEVELS, Plain, Sampled, find_chain, median

NAMES = {0: "first", 1: "second", None: None}


def measure_truth(game: Game, starts: list[Plain]) -> dict[str, Any]:
    """What the values tell."""
    results = Counter(start.worth[start.root][:2] for start in starts)
    common = max(results, key=lambda result: (results[result], result[1], NAMES[result[0]] or ""))
    alike = [start.worth[start.root] for start in starts if start.worth[start.root][:2] == common]
    ongoing = [(start, position) for start in starts for position in start.ongoing]
    plies, deciding = defaultdict[int, list[bool]](list), list[bool]()
    for start, position in ongoing:
        kept = [start.keeps(position, later) for later in start.after[position].values()]
        plies[start.plies[position]] += kept
        if len(kept) > 1:
            deciding.append(not all(kept))
    openings = [start.keeps(start.root, later) for start in starts for later in start.after[start.root].values()]
    wins = [worth.moves for start in starts for worth in start.worth.values() if worth.ending == "win"]
    return {
        "positions": sum(len(start.positions) for start in starts),
        "deals": len(starts),
        "deals_of": game.deals(),
        "always_ends": not any(start.can_go_round for start in starts) or starts[0].repetition != "play_on",
        "endless_share": fmean(start.worth[position].ending == "endless" for start, position in ongoing),
        "value": NAMES[common[0]],
        "ending": common[1],
        "distance": median(worth.moves for worth in alike),
        "length_best": median(worth.moves for worth in alike),
        "margin": median(abs(worth.lead) for worth in alike) if starts[0].is_scored else None,
        "komi": median(start.worth[start.root].lead for start in starts) if starts[0].is_scored else None,
        "first_share": results[0, "win"] / len(starts),
        "second_share": results[1, "win"] / len(starts),
        "tie_share": results[None, "tie"] / len(starts),
        "endless_deals_share": results[None, "endless"] / len(starts),
        "longest_win": max((moves for moves in wins if moves is not None), default=0),
        "openings": len(openings),
        "openings_keeping": sum(openings),
        "keeping_by_ply": tuple(fmean(plies[ply]) for ply in sorted(plies)),
        "deciding_share": fmean(deciding or [0.0]),
        "branching": fmean(len(start.after[position]) for start, position in ongoing),
    }


def measure_play(game: Game, starts: list[Plain]) -> dict[str, Any]:
    """What play is like; every figure from every start, and what they are together."""
    random, best, level = (list[dict[str, Any]]() for _ in range(3))
    shares: list[list[list[float]]] = []
    cuts: list[tuple[int, Any]] = []
    for start in starts:
        anyhow = start.matrix(start.play_randomly, start.play_randomly)
        leads = 2 * start.share(anyhow) - 1
        levels = [start.play_level(each) for each in LEVELS]
        if (moves := start.worth[start.root].moves) is not None:
            best.append(start.describe(start.matrix(start.play_best, start.play_best), leads, moves))
        if start.is_played():
            named = dict(zip(start.positions, leads.tolist(), strict=True))
            random.append(start.play_matches(start.play_randomly, start.play_randomly, start.root, named))
            level.append(start.play_matches(levels[4], levels[4], start.root, named))
            table = [[start.play_matches(a, b, start.root, named)["share"] for b in levels] for a in levels]
            shares.append([[each.mean for each in row] for row in table])
            cuts += [
                (move, start.play_matches(levels[4], levels[4], later, named)["share"])
                for move, later in start.after[start.root].items()
            ]
        else:
            random.append(start.describe(anyhow, leads, start.horizon))
            level.append(start.describe(start.matrix(levels[4], levels[4]), leads, start.horizon))
            own = [start.matrix(each, each) for each in levels]
            movers = np.array([position.mover for position in start.positions])[:, None]  # their chances count
            table = [[start.share(np.where(movers == 0, a, b)) for b in own] for a in own]
            shares.append([[float(each[0]) for each in row] for row in table])
            at = start.positions.index
            cuts += [(move, float(table[4][4][at(later)])) for move, later in start.after[start.root].items()]
    mean = [[fmean(each[i][j] for each in shares) for j in range(9)] for i in range(9)]
    return {
        "length_random": _together(random, "length"),
        "length_level": _together(level, "length"),
        "lead_changes_best": _together(best, "changes"),
        "lead_changes_level": _together(level, "changes"),
        "drama_best": _ratio(best),
        "drama_level": _ratio(level),
        "balance": [_together(random, "share"), *(mean[at][at] for at in range(9))],
        "chain": find_chain(mean),
        "shortest_chain": find_chain(mean, 0.72),
        "longest_chain": find_chain(mean, 0.48),
        "is_played": starts[0].is_played(),
        "cuts": cuts if not game.is_dealt else None,
    }


def _together(figures: list[dict[str, Any]], name: str) -> Any:
    if not figures:
        return None
    first = figures[0][name]
    return first if isinstance(first, Sampled) else fmean(each[name] for each in figures)


def _ratio(figures: list[dict[str, Any]]) -> float | None:
    drama, length = _together(figures, "drama"), _together(figures, "length")
    if isinstance(drama, Sampled):
        return float(drama.mean / length.mean)
    return drama and (drama / length if length else 0.0)
