"""What play from one start is like: random, perfect and by each level, worked out or sampled by seeded matches."""

from typing import Any, NamedTuple
from zlib import crc32

import numpy as np

from squarely.core.rules import FIRST_WINS, ONGOING, SECOND_WINS, TIE
from squarely.lab.candidates import list_candidates, number_moves
from squarely.lab.estimate import Estimate, estimate_mean, estimate_ratio, estimate_share, exactly
from squarely.lab.explored import Explored
from squarely.lab.following import (
    ROWS,
    choose_best,
    choose_gaining,
    follow_policy,
    mark_spots,
    score_pairs,
    share_randomly,
)
from squarely.lab.kernels import compile_kernel
from squarely.lab.matches import CHANGES as MATCH_CHANGES
from squarely.lab.matches import COLUMNS, POINTS, RANDOM, SCRATCH, STOPPED, play_matches
from squarely.lab.matches import DRAMA as MATCH_DRAMA
from squarely.lab.matches import LENGTH as MATCH_LENGTH
from squarely.lab.results import find_case
from squarely.lab.spots import Spots, list_gains
from squarely.players.level import LEVELS, chance_of_misjudging, find_skill
from squarely.solver.repetition import find_endless_result

MOST_MOVES = 200  # after which a match of a game that can go round is stopped
TYPICAL = 5  # the level whose play is described
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


class RandomPlay(NamedTuple):
    """What random play is like."""

    share: Estimate
    length: Estimate


class Played(NamedTuple):
    """Everything that was played from one start."""

    random: RandomPlay
    best: Figures | None  # None where perfect play never ends
    level: Figures  # of the typical one, with itself
    balance: tuple[Estimate, ...]  # the first side's share of points of each level with itself
    shares: tuple[tuple[float, ...], ...]  # of the first side, for its level and the second side's
    cuts: tuple[tuple[int, float], ...]  # every opening with the first side's share between players of the same level
    matches: int = 0  # of each pairing; 0 where the levels were worked out


class Table:
    """One start with everything that its matches need, as arrays."""

    def __init__(self, explored: Explored, spots: Spots, order: Any, seed: int, matches: int, cuts: bool) -> None:
        """`order` is that of `find_order`. So many matches are played of each pairing that is sampled, and of each
        opening if there are to be `cuts`."""
        self.explored, self.spots, self.seed, self.matches, self.cuts = explored, spots, seed, matches, cuts
        self.game, self.is_scored, nodes = explored.game, explored.is_scored, len(explored.movers)
        self.sweeps = 0 if order is not None else MOST_MOVES
        self.order = np.arange(nodes, dtype=np.int32) if order is None else order
        self.first, self.children, self.gains = explored.first, explored.children, list_gains(explored)
        self.margins = explored.margins if explored.is_scored else self.gains
        self.outcomes = np.where(np.diff(self.first) > 0, ONGOING, TIE if self.is_scored else explored.results)
        self.outcomes = self.outcomes.astype(np.int8)  # with points, of ends whatever is not ONGOING
        self.moves = number_moves(explored)
        self.candidates = list_candidates(explored, self.moves)
        self.repetition = find_endless_result(self.game) if self.sweeps else ONGOING
        self.shares = np.empty(len(spots.plies))
        self._visits = np.zeros(nodes, np.int8)
        self._scratch = np.zeros((SCRATCH, int(np.diff(self.first).max()) + 1))

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

    def _play_random(self) -> RandomPlay:
        """Random play, and with it who is ahead in every position."""
        begin, base, _ = self.spots
        lengths = np.empty(len(self.outcomes))
        before, before_lengths = (np.empty_like(each) if self.sweeps else each for each in (self.shares, lengths))
        compile_kernel(share_randomly)(
            self.order, self.sweeps, _STOPPED_SHARES.get(self.repetition, 0.5), self.first, self.children,
            self.outcomes, self.gains, self.is_scored, begin, base, self.shares, before, lengths, before_lengths,
        )  # fmt: skip
        if self.repetition != ONGOING:
            played = self._describe(self._play_pair(0, 0))
            return RandomPlay(played.share, played.length)
        share = float(self.shares[base[0] + self.explored.lead])
        return RandomPlay(exactly(share), exactly(float(lengths[0])))

    def _play_best(self) -> Figures | None:
        _, distance, margin = self.explored.value(0, self.explored.lead)
        if distance < 0:
            return None
        odds = np.zeros(len(self.children))
        if margin is None:
            compile_kernel(choose_best)(self.first, self.candidates.ranks, odds)
        else:
            distances = self.explored.distances[find_case(margin)]
            compile_kernel(choose_gaining)(self.first, self.children, self.gains, self.margins, distances, odds)
        return self._follow(odds, distance if self.sweeps else 0)

    def _follow(self, odds: Any, sweeps: int) -> Figures:
        """What a way of playing is like."""
        begin, base, plies = self.spots
        start = int(base[0]) + self.explored.lead
        is_met = np.ones(len(plies), np.bool_)
        if not self.sweeps:
            is_met = np.zeros(len(plies), np.bool_)
            is_met[start] = True
            compile_kernel(mark_spots)(
                self.order[::-1].copy(), self.first, self.children, self.gains, self.is_scored, begin, base, odds,
                is_met,
            )  # fmt: skip
        told = np.zeros((ROWS, len(plies)))
        before = np.zeros_like(told) if sweeps else told
        compile_kernel(follow_policy)(
            self.order, sweeps, self.first, self.children, self.outcomes, self.gains, self.is_scored, begin, base,
            odds, self.shares, is_met, told, before,
        )  # fmt: skip
        return self._tell(told[:, start])

    def _tell(self, told: Any) -> Figures:
        won, lost, tied, length, changes, drama = told.tolist()
        stopped = 1 - won - lost - tied
        stopped = stopped if stopped > _ROUNDING else 0.0
        ratio = drama / length if length else 0.0
        return Figures(
            exactly(won + 0.5 * (1 - won - lost)), exactly(length), exactly(changes), exactly(drama), exactly(ratio),
            stopped,
        )  # fmt: skip

    def _work_out(self, random: RandomPlay, best: Figures | None) -> Played:
        odds = np.array([self.candidates.odds(level) for level in LEVELS])
        nodes, count = len(self.outcomes), len(LEVELS)
        shares = np.zeros((nodes, count, count))
        before = np.zeros_like(shares) if self.sweeps else shares
        compile_kernel(score_pairs)(
            self.order, self.sweeps, self.explored.movers, self.first, self.children, self.outcomes, odds, shares,
            before,
        )  # fmt: skip
        typical = LEVELS.index(TYPICAL)
        level = self._follow(odds[typical], self.sweeps)
        table = tuple(tuple(row) for row in shares[0].tolist())
        balance = tuple(exactly(table[at][at]) for at in range(count))
        after = shares[self.children[: int(self.first[1])], typical, typical].tolist()
        return Played(random, best, level, balance, table, tuple(zip(self.moves.tolist(), after, strict=False)))

    def _sample(self, random: RandomPlay, best: Figures | None) -> Played:
        told = {(i, j): self._play_pair(i, j) for i in LEVELS for j in LEVELS}
        shares = tuple(tuple(float(told[i, j][:, POINTS].mean()) for j in LEVELS) for i in LEVELS)
        balance = tuple(estimate_share(float(told[i, i][:, POINTS].sum()), self.matches) for i in LEVELS)
        cuts = []
        for edge in range(int(self.first[1]) if self.cuts else 0):
            lead = self.explored.lead + int(self.gains[edge]) if self.is_scored else 0
            after = self._play_pair(TYPICAL, TYPICAL, int(self.children[edge]), lead)
            cuts.append((int(self.moves[edge]), float(after[:, POINTS].mean())))
        level = self._describe(told[TYPICAL, TYPICAL])
        return Played(random, best, level, balance, shares, tuple(cuts), self.matches)

    def _play_pair(self, mine: int, theirs: int, start: int = 0, lead: int | None = None) -> Any:
        """Matches between two levels, 0 for random play: a row for each. From a node and a lead, or from the start."""
        label = f"{self.game.name} {self.game.options} {self.seed} {mine} {theirs} {start}"
        told = np.zeros((self.matches, COLUMNS))
        skills = np.array([find_skill(max(level, LEVELS[0])) for level in (mine, theirs)])
        rough = np.array([chance_of_misjudging(level) if level else RANDOM for level in (mine, theirs)])
        seen = self.candidates
        compile_kernel(play_matches)(
            crc32(label.encode()), start, self.explored.lead if lead is None else lead,
            MOST_MOVES if self.sweeps else _WITHOUT_END, self.repetition, self.explored.movers, self.first,
            self.children, self.outcomes, self.gains, self.margins, self.explored.distances, self.is_scored,
            self.spots.base, self.shares, seen.ranks, seen.hinges, seen.difficulties, seen.looks, skills, rough,
            self._visits, self._scratch, told,
        )  # fmt: skip
        return told

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
