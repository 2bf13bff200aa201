"""The measures of a rule set by the plain lab, by the names that the lab gives them."""

from collections import Counter
from statistics import fmean
from typing import Any

from squarely.core.rules.game import Game
from tests.lab.measure.plain_lab import LEVELS, Plain, Sampled, find_chain, median

NAMES = {0: "first", 1: "second", None: None}


def measure_plainly(game: Game) -> dict[str, Any]:
    """Everything, from every deal there is: what `squarely.lab.measures.measure` does, for benchmarks."""
    starts = [Plain(game, game.deal(number)) for number in range(game.deals())]
    return measure_truth(game, starts) | measure_play(game, starts)


def measure_truth(game: Game, starts: list[Plain]) -> dict[str, Any]:
    """What the values tell."""
    results = Counter(start.worth[start.root][:2] for start in starts)
    common = max(results, key=lambda result: (results[result], result[1], NAMES[result[0]] or ""))
    alike = [start.worth[start.root] for start in starts if start.worth[start.root][:2] == common]
    ongoing = [(start, position) for start in starts for position in start.ongoing]
    choosing = [(start, position) for start, position in ongoing if len(start.after[position]) > 1]
    plies: dict[int, list[bool]] = {}
    for start, position in ongoing:
        kept = [start.keeps(position, later) for later in start.after[position].values()]
        plies.setdefault(start.plies[position], []).extend(kept)
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
        "deciding_share": fmean(
            not all(start.keeps(position, later) for later in start.after[position].values())
            for start, position in choosing
        )
        if choosing
        else 0.0,
        "branching": fmean(len(start.after[position]) for start, position in ongoing),
    }


def measure_play(game: Game, starts: list[Plain]) -> dict[str, Any]:
    """What play is like; every figure from every start, and what they are together."""
    random: list[dict[str, Any]] = []
    best: list[dict[str, Any]] = []
    level: list[dict[str, Any]] = []
    shares: list[list[list[float]]] = []
    cuts: list[tuple[int, Any]] = []
    for start in starts:
        anyhow = start.matrix(start.play_randomly, start.play_randomly)
        leads = 2 * start.share(anyhow) - 1
        levels = [start.play_level(each) for each in LEVELS]
        moves = start.worth[start.root].moves
        if moves is not None:
            perfect = start.matrix(start.play_best, start.play_best)
            best.append(start.describe(perfect, leads, moves))
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
            table = [[start.share(_seat(start, a, b)) for b in own] for a in own]
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


def _seat(start: Plain, first: Any, second: Any) -> Any:
    """Who is to move decides whose chances count."""
    chances = first.copy()
    for at, position in enumerate(start.positions):
        if position.mover == 1:
            chances[at] = second[at]
    return chances


def _together(figures: list[dict[str, Any]], name: str) -> Any:
    if not figures:
        return None
    if isinstance(figures[0][name], Sampled):
        return figures[0][name]
    return fmean(each[name] for each in figures)


def _ratio(figures: list[dict[str, Any]]) -> float | None:
    if not figures:
        return None
    if isinstance(figures[0]["drama"], Sampled):
        return float(figures[0]["drama"].mean / figures[0]["length"].mean)
    length = fmean(each["length"] for each in figures)
    return fmean(each["drama"] for each in figures) / length if length else 0.0
