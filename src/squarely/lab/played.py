"""What play from one start is like: random, perfect and by each level, worked out or sampled by seeded matches."""

from typing import Any, NamedTuple
from zlib import crc32

import numpy as np

from squarely.core.rules import FIRST_WINS, ONGOING, SECOND_WINS
from squarely.lab.candidates import list_candidates, number_moves
from squarely.lab.estimate import Estimate, estimate_mean, estimate_ratio, estimate_share, exactly
from squarely.lab.explored import Explored
from squarely.lab.following import (
    FIRST_WON,
    ROWS,
    SECOND_WON,
    TIED,
    choose_best,
    choose_evenly,
    follow_policy,
    score_pairs,
)
from squarely.lab.kernels import compile_kernel
from squarely.lab.matches import CHANGES as MATCH_CHANGES
from squarely.lab.matches import COLUMNS, POINTS, RANDOM, STOPPED, play_matches
from squarely.lab.matches import DRAMA as MATCH_DRAMA
from squarely.lab.matches import LENGTH as MATCH_LENGTH
from squarely.players.level import LEVELS, chance_of_misjudging
from squarely.solver.repetition import find_endless_result

MOST_MOVES = 200  # after which a match of a game that can go round is stopped
TYPICAL = 5  # the level whose play is described
EVEN = 1e-9  # a lead below that is none
_ROUNDING = 1e-12
_WITHOUT_END = 1 << 15  # moves, more than any match has that must end
_MOST_WORK = 3_000_000  # edges that are worked out for all pairings, times the sweeps over them

_STOPPED_SHARES = {FIRST_WINS: 1.0, SECOND_WINS: 0.0}  # what a match that was stopped counts, by repetition's result


class Figures(NamedTuple):
    """What one way of playing is like. Drama and length are told in all, and as what one is in terms of the other."""

    share: Estimate  # the first side's share of points
    length: Estimate
    changes: Estimate
    drama_sum: Estimate
    drama: Estimate
    stopped: float  # share of the matches


class Played(NamedTuple):
    """Everything that was played from one start."""

    random: Figures
    best: Figures | None  # None where perfect play never ends
    level: Figures  # of the typical one, with itself
    balance: tuple[Estimate, ...]  # the first side's share of points of each level with itself
    shares: tuple[tuple[float, ...], ...]  # of the first side, for its level and the second side's
    cuts: tuple[tuple[int, float], ...]  # every opening with the first side's share between players of the same level
    matches: int = 0  # of each pairing; 0 where the levels were worked out


class Table:
    """One start with everything that its matches need, as arrays."""

    def __init__(self, explored: Explored, order: Any, seed: int, matches: int, cuts: bool) -> None:
        """`order` is that of `find_order`. So many matches are played of each pairing that is sampled, and of each
        opening if there are to be `cuts`."""
        self.explored, self.seed, self.matches, self.cuts = explored, seed, matches, cuts
        self.game, nodes = explored.game, len(explored.movers)
        self.sweeps = 0 if order is not None else MOST_MOVES
        self.order = np.arange(nodes, dtype=np.int32) if order is None else order
        self.first, self.children = self.explored.first, self.explored.children
        self.outcomes = np.where(np.diff(self.first) == 0, self.explored.results, ONGOING).astype(np.int8)
        self.moves = number_moves(self.explored)
        self.candidates = list_candidates(self.explored, self.moves)
        self.is_scored = explored.margins is not None
        self.repetition = find_endless_result(self.game) if self.sweeps else ONGOING
        self.leads, self.leaders = np.zeros(nodes), np.zeros(nodes, np.int8)
        self._visits = np.zeros(nodes, np.int8)
        self._missed: dict[int, Any] = {}
        self._scratch = np.zeros((2, int(np.diff(self.first).max()) + 1))

    @property
    def is_worked_out(self) -> bool:
        """Whether the play of levels is worked out and not sampled."""
        work = len(self.children) * max(1, self.sweeps / 10)
        return not self.is_scored and self.repetition == ONGOING and work <= _MOST_WORK

    def play(self) -> Played:
        """Everything that is played."""
        random = self._play_random()
        best = self._play_best()
        if self.is_worked_out:
            return self._work_out(random, best)
        return self._sample(random, best)

    def _follow(self, odds: Any, sweeps: int) -> Any:
        told = np.zeros((ROWS, len(self.outcomes)))
        before = np.zeros_like(told) if sweeps else told
        compile_kernel(follow_policy)(
            self.order, sweeps, self.first, self.children, self.outcomes, odds, self.leads, self.leaders, told, before
        )
        return told

    def _play_random(self) -> Figures:
        """Random play, and with it who is ahead in every position."""
        odds = np.zeros(len(self.children))
        compile_kernel(choose_evenly)(self.first, odds)
        told = self._follow(odds, self.sweeps)
        stopped = 1 - told[FIRST_WON] - told[SECOND_WON] - told[TIED]
        share = told[FIRST_WON] + 0.5 * told[TIED] + _STOPPED_SHARES.get(self.repetition, 0.5) * stopped
        self.leads = 2 * share - 1
        self.leaders = np.where(np.abs(self.leads) < EVEN, 0, np.sign(self.leads)).astype(np.int8)
        if self.repetition != ONGOING:
            return self._describe(self._play_pair(0, 0))
        return self._tell(self._follow(odds, self.sweeps))

    def _play_best(self) -> Figures | None:
        distance = int(self.explored.distances[0])
        if distance < 0:
            return None
        odds = np.zeros(len(self.children))
        compile_kernel(choose_best)(self.first, self.candidates.ranks, odds)
        return self._tell(self._follow(odds, distance if self.sweeps else 0))

    def _tell(self, told: Any, node: int = 0) -> Figures:
        won, lost, tied, length, changes, drama = (float(told[row, node]) for row in range(ROWS))
        stopped = 1 - won - lost - tied
        stopped = stopped if stopped > _ROUNDING else 0.0
        ratio = drama / length if length else 0.0
        return Figures(
            exactly(won + 0.5 * (1 - won - lost)), exactly(length), exactly(changes), exactly(drama), exactly(ratio),
            stopped,
        )  # fmt: skip

    def _work_out(self, random: Figures, best: Figures | None) -> Played:
        odds = np.array([self.candidates.odds(level) for level in LEVELS])
        nodes, count = len(self.outcomes), len(LEVELS)
        shares = np.zeros((nodes, count, count))
        before = np.zeros_like(shares) if self.sweeps else shares
        compile_kernel(score_pairs)(
            self.order, self.sweeps, self.explored.movers, self.first, self.children, self.outcomes, odds, shares,
            before,
        )  # fmt: skip
        typical = LEVELS.index(TYPICAL)
        level = self._tell(self._follow(odds[typical], self.sweeps))
        table = tuple(tuple(row) for row in shares[0].tolist())
        balance = tuple(exactly(table[at][at]) for at in range(count))
        after = shares[self.children[: int(self.first[1])], typical, typical].tolist()
        return Played(random, best, level, balance, table, tuple(zip(self.moves.tolist(), after, strict=False)))

    def _sample(self, random: Figures, best: Figures | None) -> Played:
        told = {(i, j): self._play_pair(i, j) for i in LEVELS for j in LEVELS}
        shares = tuple(tuple(float(told[i, j][:, POINTS].mean()) for j in LEVELS) for i in LEVELS)
        balance = tuple(estimate_share(float(told[i, i][:, POINTS].sum()), self.matches) for i in LEVELS)
        cuts = []
        for edge in range(int(self.first[1]) if self.cuts else 0):
            after = self._play_pair(TYPICAL, TYPICAL, int(self.children[edge]))
            cuts.append((int(self.moves[edge]), float(after[:, POINTS].mean())))
        level = self._describe(told[TYPICAL, TYPICAL])
        return Played(random, best, level, balance, shares, tuple(cuts), self.matches)

    def _play_pair(self, mine: int, theirs: int, start: int = 0) -> Any:
        """Matches between two levels, 0 for random play: a row for each."""
        label = f"{self.game.name} {self.game.options} {self.seed} {mine} {theirs} {start}"
        told = np.zeros((self.matches, COLUMNS))
        missed = np.array([self._find_missed(level) for level in (mine, theirs)])
        rough = np.array([chance_of_misjudging(level) if level else RANDOM for level in (mine, theirs)])
        seen = self.candidates
        compile_kernel(play_matches)(
            crc32(label.encode()), start, MOST_MOVES if self.sweeps else _WITHOUT_END, self.repetition,
            self.explored.movers, self.first, self.children, self.outcomes, self.leads, self.leaders, seen.ranks,
            seen.hinges, seen.looks, seen.values, self.is_scored, missed, rough, self._visits, self._scratch, told,
        )  # fmt: skip
        return told

    def _find_missed(self, level: int) -> Any:
        if level not in self._missed:
            self._missed[level] = self.candidates.missed(max(level, LEVELS[0]))
        return self._missed[level]

    def _describe(self, told: Any) -> Figures:
        """What matches were like."""
        columns = [told[:, column].tolist() for column in range(COLUMNS)]
        return Figures(
            estimate_share(sum(columns[POINTS]), self.matches),
            estimate_mean(columns[MATCH_LENGTH]),
            estimate_mean(columns[MATCH_CHANGES]),
            estimate_mean(columns[MATCH_DRAMA]),
            estimate_ratio(columns[MATCH_DRAMA], columns[MATCH_LENGTH]),
            sum(columns[STOPPED]) / self.matches,
        )
