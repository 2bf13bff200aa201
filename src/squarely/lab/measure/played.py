"""What play is like: random, perfect and by each level, from seeded matches."""

from collections.abc import Sequence
from math import sqrt
from typing import Any, NamedTuple
from zlib import crc32

import numpy as np

from squarely.core.rules.game import Game, Position
from squarely.lab.measure import matches as play
from squarely.lab.measure.estimate import ENOUGH, estimate, find_chain
from squarely.lab.measure.explored import Explored
from squarely.lab.measure.kernels import compile_kernel
from squarely.lab.measure.spots import Spots
from squarely.players.level import LEVELS, chance_of_misjudging, find_skill
from squarely.players.sight import Sight

MATCHES = 1000  # of each player with itself, from one start
_PAIRED = 250  # of each pairing and opening, likewise
MOST_MATCHES = 8_000  # where fewer do not tell on which side of ENOUGH a share is, and from all deals together
TYPICAL = (5, 5)  # the level whose play with itself is described
_RANDOM, _PERFECT = (0, 0), (10, 10)
_SKILLS = {0: play.RANDOM, 10: play.PERFECT, **{level: find_skill(level) for level in LEVELS}}
_MOST_MOVES = 200  # after which a match of a game that can go round is stopped
_WITHOUT_END = 1 << 15  # moves, more than any match has that must end
_DOUBT = 2.5  # standard errors

Pair = tuple[int, int]


class Played(NamedTuple):
    """Everything that was played from one start."""

    rows: dict[Pair, Any]  # for the players of both sides: a row for each match, or of several starts their mean
    cuts: tuple[tuple[int, float], ...] = ()  # every opening with the first side's share between typical players


class Table:
    """One start with everything that its matches need."""

    def __init__(self, explored: Explored, spots: Spots, order: Any, seed: int) -> None:
        """`order` is that of `find_order`."""
        graph, self.moves = explored.graph, explored.number_moves()
        self._explored, self._spots, self._seed = explored, spots, seed
        edges = len(graph.children)
        seen = edges * (3 if graph.is_scored else 1)
        self._sight = Sight(np.zeros(seen, np.int64), np.zeros(seen), np.zeros(edges, np.int64))
        compile_kernel(play.look_everywhere)(graph, self.moves, self._sight)
        self._most, sweeps = (_WITHOUT_END, 0) if order is not None else (_MOST_MOVES, _MOST_MOVES)
        self._shares = np.empty(len(spots.plies))
        before = np.empty_like(self._shares) if sweeps else self._shares
        nodes = np.arange(len(graph.movers), dtype=np.int32) if order is None else order
        compile_kernel(play.share_randomly)(nodes, sweeps, graph, spots, self._shares, before)
        self._visits = np.zeros(len(graph.movers), np.int8)
        self._draws = play.make_draws(int(np.diff(graph.first).max()) + 1)

    def play(self, pair: Pair, matches: int, start: int = 0, lead: int | None = None, before: int = 0) -> Any:
        """So many matches: a row for each. From a node and a lead, or from the start; `before` were played already."""
        game, told = self._explored.game, np.zeros((matches, play.COLUMNS))
        label = f"{game.name} {game.options} {self._seed} {pair} {start} {before}"
        skills = np.array([_SKILLS[level] for level in pair])
        rough = np.array([chance_of_misjudging(level) if level in LEVELS else 0.0 for level in pair])
        compile_kernel(play.play_matches)(
            crc32(label.encode()), start, self._explored.lead if lead is None else lead, self._most,
            self._explored.graph, self._spots.base, self._shares, self._sight, skills, rough, self._visits,
            self._draws, told,
        )  # fmt: skip
        return told


def play_start(explored: Explored, spots: Spots, order: Any, seed: int, starts: int) -> Played:
    """Everything that is played from one of so many starts."""
    table = Table(explored, spots, order, seed)
    pairs = [_RANDOM, *((i, j) for i in LEVELS for j in LEVELS)]
    if explored.value(0, explored.lead)[1] >= 0:  # else perfect play never ends
        pairs.append(_PERFECT)
    if starts > 1:
        return Played({pair: table.play(pair, -(-MOST_MATCHES // starts)).mean(axis=0)[None] for pair in pairs})
    rows = {pair: table.play(pair, MATCHES if pair[0] == pair[1] else _PAIRED) for pair in pairs}
    for i, j in ((i, j) for i in LEVELS for j in LEVELS if j <= i):
        while len(rows[i, j]) < MOST_MATCHES and _is_doubtful(rows[i, j], rows[j, i], i == j):
            for pair in {(i, j), (j, i)}:
                more = table.play(pair, len(rows[pair]), before=len(rows[pair]))
                rows[pair] = np.concatenate([rows[pair], more])
    graph, cuts = explored.graph, []
    for edge in range(int(graph.first[1])):
        lead = explored.lead + int(graph.gains[edge]) if graph.is_scored else 0
        after = table.play(TYPICAL, _PAIRED, int(graph.children[edge]), lead)
        cuts.append((int(table.moves[edge]), float(after[:, play.POINTS].mean())))
    return Played(rows, tuple(cuts))


def _is_doubtful(rows: Any, other: Any, is_itself: bool) -> bool:
    """Whether more matches may tell better if a player is even with itself, or apart from another."""
    mine, theirs = rows[:, play.POINTS], other[:, play.POINTS]
    share = 0.5 + abs(mine.mean() - 0.5) if is_itself else (mine.mean() + 1 - theirs.mean()) / 2
    error = sqrt((mine.var() + theirs.var()) / (2 if is_itself else 4) / len(mine))
    return bool(abs(share - ENOUGH) < _DOUBT * error)


def summarize_play(game: Game, roots: Sequence[Position], played: Sequence[Played]) -> dict[str, Any]:
    """Every measure of play by its name."""
    common = set.intersection(*(set(each.rows) for each in played))
    columns = {pair: np.concatenate([each.rows[pair] for each in played]).T for pair in common}
    shares = [[float(columns[i, j][play.POINTS].mean()) for j in LEVELS] for i in LEVELS]
    chain, random, level, best = find_chain(shares, LEVELS), columns[_RANDOM], columns[TYPICAL], columns.get(_PERFECT)
    balance = {"random": random, **{f"level:{i}": columns[i, i] for i in LEVELS}}
    cut = min(played[0].cuts, key=lambda cut: abs(cut[1] - 0.5), default=None)
    return {
        "length_random": estimate(random[play.LENGTH]),
        "length_level": estimate(level[play.LENGTH]),
        "lead_changes_best": None if best is None else estimate(best[play.CHANGES]),
        "drama_best": None if best is None else estimate(best[play.DRAMA], best[play.LENGTH]),
        "lead_changes_level": estimate(level[play.CHANGES]),
        "drama_level": estimate(level[play.DRAMA], level[play.LENGTH]),
        "balance": tuple((name, estimate(points[play.POINTS], most=1.0)) for name, points in balance.items()),
        "levels_apart": len(chain),
        "chain": chain,
        "best_cut": cut and (str(game.name_move(roots[0], cut[0])), cut[1]),
        "matches": MATCHES if len(roots) == 1 else -(-MOST_MATCHES // len(roots)) * len(roots),
        "unfinished_share": float(level[play.STOPPED].mean()),
    }
