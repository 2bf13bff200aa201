"""What was played from one start, or from many deals, as the measures of a rule set."""

from collections.abc import Sequence
from statistics import fmean
from typing import Any

from squarely.core.game import Game
from squarely.core.rules import Position
from squarely.lab.chain import find_chain
from squarely.lab.estimate import Estimate, estimate_mean, estimate_ratio, estimate_share_of_groups, exactly
from squarely.lab.played import Figures, Played
from squarely.players.level import LEVELS


def summarize_play(game: Game, roots: Sequence[Position], played: Sequence[Played]) -> dict[str, Any]:
    """Every measure of play by its name."""
    is_whole = len(played) == game.deals  # all deals there are
    random, level = [each.random for each in played], [each.level for each in played]
    best = [each.best for each in played if each.best]
    has_best = len(best) == len(played)
    shares = [[fmean(each.shares[i][j] for each in played) for j in range(len(LEVELS))] for i in range(len(LEVELS))]
    chain = find_chain(shares, LEVELS)
    matches = max(1, played[0].matches)
    balance = [("random", _combine_shares([each.random.share for each in played], is_whole, matches))]
    for at, name in enumerate(LEVELS):
        own = [each.balance[at] for each in played]
        balance.append((f"level:{name}", _combine_shares(own, is_whole, matches)))
    return {
        "length_random": _combine([each.length for each in random], is_whole),
        "length_level": _combine([each.length for each in level], is_whole),
        "lead_changes_best": _combine([each.changes for each in best], is_whole) if has_best else None,
        "drama_best": _combine_drama(best, is_whole) if has_best else None,
        "lead_changes_level": _combine([each.changes for each in level], is_whole),
        "drama_level": _combine_drama(level, is_whole),
        "balance": tuple(balance),
        "levels_apart": len(chain),
        "chain": chain,
        "best_cut": _find_cut(game, roots[0], played[0]) if len(roots) == 1 else None,
        "matches": played[0].matches * len(played),
        "unfinished_share": fmean(each.stopped for each in level),
    }


def _combine(figures: Sequence[Estimate], is_whole: bool) -> Estimate:
    """One figure of what was found from each start: exact if that was, and no start is left out."""
    if len(figures) == 1:
        return figures[0]
    if is_whole and all(figure.is_exact for figure in figures):
        return exactly(fmean(figure.mean for figure in figures))
    return estimate_mean([figure.mean for figure in figures])


def _combine_shares(shares: Sequence[Estimate], is_whole: bool, matches: int) -> Estimate:
    means = [share.mean for share in shares]
    if len(shares) == 1 or (is_whole and all(share.is_exact for share in shares)):
        return _combine(shares, is_whole)
    return estimate_share_of_groups(means, matches)


def _combine_drama(figures: Sequence[Figures], is_whole: bool) -> Estimate:
    if len(figures) == 1:
        return figures[0].drama
    sums, lengths = [each.drama_sum.mean for each in figures], [each.length.mean for each in figures]
    if is_whole and all(each.drama.is_exact for each in figures):
        return exactly(fmean(sums) / fmean(lengths))
    return estimate_ratio(sums, lengths)


def _find_cut(game: Game, root: Position, played: Played) -> tuple[str, float] | None:
    """The opening that is nearest to even; of several the first."""
    if not played.cuts:
        return None
    move, share = min(played.cuts, key=lambda cut: abs(cut[1] - 0.5))
    return str(game.name_move(root, move)), share
