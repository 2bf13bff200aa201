"""A plain lab: every measure of a rule set, worked out slowly by the rules as they are.

It shares nothing with the lab, the solver or the players: values are those of the plain solver, what a level plays is
found by going through every case of what it sees, play by going forward from the start move by move.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from functools import cache
from itertools import groupby, product
from math import erf, exp, log2, sqrt
from random import Random
from statistics import fmean, median_low
from typing import Any, ClassVar, NamedTuple, TypeAlias

import numpy as np

from squarely.core.rules.game import Game, Position
from tests.solver import plain

HORIZON = 200
MATCHES = 150  # where even the plain lab has to play
LEVELS = range(1, 10)
SKILL = (2.6, 3.8, 4.7, 5.5, 6.3, 7.2, 8.2, 9.6, 12.0)
NEVER = 10**6
WINNERS = {1: 0, 2: 1, 3: None}  # of what `outcome` says
SIDES = {"first": 0, "second": 1, None: None}
Play: TypeAlias = Callable[[Position], list[float]]  # the chance of every move
LOST_BY = {"first_loses": 1, "second_loses": 0}  # who wins by repetition


class Worth(NamedTuple):
    """What a position is worth: the winner, win, tie or endless, moves, the first side's points minus the second's."""

    winner: int | None
    ending: str
    moves: int | None
    lead: int = 0


class Sampled(NamedTuple):
    """A mean of so many matches that differ by about so much."""

    mean: float
    spread: float


class Plain:
    def __init__(self, game: Game, root: Position) -> None:
        self.game, self.root = game, root
        self.repetition = str(game.settings["repetition"])
        self.patient = LOST_BY.get(self.repetition)
        self.after: dict[Position, dict[int, Position]] = {}
        self.plies = {root: 0}
        waiting = [root]
        for position in waiting:
            self.after[position] = {move: game.play(position, move) for move in game.legal_moves(position)}
            for later in self.after[position].values():
                if later not in self.plies:
                    self.plies[later] = self.plies[position] + 1
                    waiting.append(later)
        self.positions = list(self.after)
        self.ongoing = [position for position in self.positions if self.after[position]]
        self.is_scored = game.has_points
        self.can_go_round = self._goes_round()
        self.worth = self._value()

    def _goes_round(self) -> bool:
        """Whether taking away, again and again, whatever leads only to what was taken away leaves something."""
        left = set(self.positions)
        while True:
            gone = {position for position in left if not left.intersection(self.after[position].values())}
            if not gone:
                return bool(left)
            left -= gone

    def lead(self, position: Position) -> int:
        first, second = self.game.points(position) or (0, 0)
        return first - second

    def _value(self) -> dict[Position, Worth]:
        if self.is_scored:
            verdicts = plain.solve_points(self.game, self.root)
        else:
            following = {position: [*later.values()] for position, later in self.after.items()}
            verdicts = plain.solve_graph(following, self.game.outcome, self.patient)
        self.endless = Worth(None, "endless", None)
        if self.repetition == "draw":
            self.endless = Worth(None, "tie", None)
        elif self.patient is not None:
            self.endless = Worth(self.patient, "win", None)
        return {
            position: self.endless
            if ending == "endless"
            else Worth(SIDES[winner], ending, moves, (margin or 0) * (-1 if winner == "second" else 1))
            for position, (winner, ending, moves, margin) in verdicts.items()
        }

    def liking(self, position: Position, worth: Worth) -> tuple[int, int, int]:
        moves = NEVER if worth.moves is None else worth.moves
        if worth.ending == "endless":
            return 1, 0, 0
        if worth.winner is None:
            return 2, 0, moves if position.mover == self.patient and moves else -moves
        return (3, abs(worth.lead), -moves) if worth.winner == position.mover else (0, -abs(worth.lead), moves)

    def keeps(self, position: Position, later: Position) -> bool:
        return self.worth[position][:2] == self.worth[later][:2]

    # How the players play: for every position the chance of every move

    def play_randomly(self, position: Position) -> list[float]:
        return [1 / len(self.after[position])] * len(self.after[position])

    def play_best(self, position: Position) -> list[float]:
        likings = [self.liking(position, self.worth[later]) for later in self.after[position].values()]
        return [(liking == max(likings)) / likings.count(max(likings)) for liking in likings]

    def play_level(self, level: int) -> Play:
        def play(position: Position) -> list[float]:
            seen = [self._look_at(position, move) for move in self.after[position]]
            missed = tuple(1.0 if each[1] is None else 1 / (1 + exp(SKILL[level - 1] - each[1])) for each in seen)
            refutations = tuple(each[2] for each in seen)
            if self.is_scored:
                return self._guess(position, level, missed, refutations)
            unseen = self.liking(position, self.endless)
            order = sorted({unseen, *(each[0] for each in seen)})
            ranks = tuple(order.index(each[0]) - order.index(unseen) if each[1] is not None else 0 for each in seen)
            firsts = {refutation: at for at, refutation in reversed([*enumerate(refutations)])}
            return every_case(ranks, missed, tuple(firsts[refutation] for refutation in refutations))

        return play

    def _look_at(self, position: Position, move: int) -> tuple[tuple[int, int, int], float | None, int]:
        """How good a move is, how hard that is to see (None if it cannot be), and the reply that refutes it."""
        later = self.after[position][move]
        worth, replies = self.worth[later], self.after[later]
        liking = self.liking(position, worth)
        if worth.moves is None:
            return liking, None, move
        refutation, hidden = move, max(1.0, len(replies))
        if worth.winner != position.mover and replies:
            looked_at = list(replies)[:: 1 + len(replies) // 40]
            target = worth._replace(moves=worth.moves - 1)
            answers = [reply for reply in looked_at if self.worth[replies[reply]] == target]
            if answers:
                refutation, hidden = answers[0], len(looked_at) / len(answers)
        difficulty = 2 * log2(1 + worth.moves) + 0.5 * log2(hidden) + 0.25 * log2(len(self.after[position]))
        return liking, difficulty, refutation

    def _guess(
        self, position: Position, level: int, missed: tuple[float, ...], refutations: tuple[int, ...]
    ) -> list[float]:
        """The same with points: what was not seen is guessed, with a normal error, rounded to whole points."""
        later = list(self.after[position].values())
        looks = [self._looks(each) for each in later]
        worths = tuple(self.worth[each] for each in later)
        known = (position.mover, level, missed, tuple(map(refutations.index, refutations)), tuple(looks), worths)
        if known not in self._guessed:
            rough = (max(looks) - min(looks)) / (1 + exp(SKILL[level - 1] - 5.0))
            odds = [0.0] * len(later)
            for chance, seen in cases(missed, refutations):
                learnt = fmean([worths[at].lead - looks[at] for at in seen] or [0])
                likings = [
                    {self.liking(position, each): 1.0}
                    if at in seen
                    else {
                        self.liking(position, result(lead)): share
                        for lead, share in round_normal(looks[at] + learnt, rough).items()
                    }
                    for at, each in enumerate(worths)
                ]
                for at, share in enumerate(best_of(likings)):
                    odds[at] += chance * share
            self._guessed[known] = odds
        return self._guessed[known]

    _guessed: ClassVar[dict[Any, list[float]]] = {}

    def _looks(self, position: Position) -> int:
        leads = [self.lead(later) for later in self.after[position].values()] or [self.lead(position)]
        return max(leads) if position.mover == 0 else min(leads)

    # What becomes of play

    def matrix(self, first: Play, second: Play) -> Any:
        number = {position: at for at, position in enumerate(self.positions)}
        chances = np.zeros((len(number), len(number)))
        for position, at in number.items():
            odds = (first, second)[position.mover](position) if self.after[position] else [1.0]
            for chance, later in zip(odds, self.after[position].values() or [position], strict=True):
                chances[at, number[later]] += chance
        return chances

    def ends(self, winner: int | None) -> Any:
        over = [not self.after[each] and WINNERS[self.game.outcome(each)] == winner for each in self.positions]
        return np.array(over, dtype=float)

    @property
    def horizon(self) -> int:
        return HORIZON if self.can_go_round else max(self.plies.values()) + len(self.positions)

    def is_played(self) -> bool:
        """Whether what was before decides how a match goes on."""
        return self.can_go_round and self.repetition != "play_on"

    def look_ahead(self, chances: Any, winner: int | None, horizon: int) -> list[Any]:
        """How likely this is the end within 0 moves, 1 move, and so on, from every position."""
        found = [self.ends(winner)]
        for _ in range(horizon):
            found.append(chances @ found[-1])
            if not self.can_go_round and (found[-1] == found[-2]).all():
                break
        return found

    def share(self, chances: Any) -> Any:
        """The first side's share of points, from every position."""
        won, lost = (self.look_ahead(chances, side, self.horizon)[-1] for side in (0, 1))
        stopped = 1 - won - lost - self.look_ahead(chances, None, self.horizon)[-1]
        unfinished = {1: 0.0, 0: 1.0}.get(-1 if self.patient is None else self.patient, 0.5)
        return won + 0.5 * (1 - won - lost - stopped) + unfinished * stopped

    def describe(self, chances: Any, leads: Any, horizon: int) -> dict[str, float]:
        """Share of points, length, lead changes, drama from the start, going forward."""
        size = len(self.positions)
        ahead = [self.look_ahead(chances, side, horizon) for side in (0, 1)]
        ongoing = np.array([bool(self.after[position]) for position in self.positions], dtype=float)
        leader = np.where(abs(leads) < 1e-9, 0, np.sign(leads))
        changed = abs(leader[:, None] - leader[None, :]) / 2
        per_move = (chances * changed).sum(axis=1) * ongoing
        here, length, changes, drama = np.zeros(size), 0.0, 0.0, 0.0
        here[0] = 1
        for move in range(horizon):
            length += float(here @ ongoing)
            changes += float(here @ per_move)
            won, lost = (found[min(horizon - move, len(found) - 1)] for found in ahead)
            drama += float((here * ongoing) @ (won * np.maximum(0, -leads) + lost * np.maximum(0, leads)))
            here = here @ chances
            if not float(here @ ongoing):
                break
        won, lost = float(ahead[0][-1][0]), float(ahead[1][-1][0])
        return {"share": won + (1 - won - lost) / 2, "length": length, "changes": changes, "drama": drama}

    def play_matches(
        self, first: Play, second: Play, start: Position, leads: dict[Position, float]
    ) -> dict[str, Sampled]:
        """Matches in which a position that occurs for the third time is the end."""
        players = cache(first), cache(second)
        random, told = Random(7), []
        for _ in range(MATCHES):
            position, seen, changes, behind = start, [start], 0.0, [0.0, 0.0]
            while self.after[position] and seen.count(position) < 3 and len(seen) <= HORIZON:
                behind[0] += max(0.0, -leads[position])
                behind[1] += max(0.0, leads[position])
                odds = players[position.mover](position)
                later = random.choices(list(self.after[position].values()), odds)[0]
                changes += abs(_sign(leads[later]) - _sign(leads[position])) / 2
                position = later
                seen.append(later)
            winner = WINNERS[self.game.outcome(position)] if not self.after[position] else self.patient
            points = 0.5 if winner is None else 1.0 - winner
            told.append((points, len(seen) - 1, changes, 0.0 if winner is None else behind[winner]))
        found = [Sampled(fmean(column), float(np.std(column))) for column in zip(*told, strict=True)]
        return dict(zip(("share", "length", "changes", "drama"), found, strict=True))


def _sign(lead: float) -> int:
    return 0 if abs(lead) < 1e-9 else 1 if lead > 0 else -1


def result(lead: int) -> Worth:
    return Worth(None, "tie", 0) if lead == 0 else Worth(0 if lead > 0 else 1, "win", 0, lead)


def cases(missed: tuple[float, ...], refutations: tuple[int, ...]) -> Iterable[tuple[float, frozenset[int]]]:
    """Every case of which moves are seen, with its chance."""
    ordered = sorted(range(len(missed)), key=lambda at: (refutations[at], missed[at]))
    groups = [list(group) for _, group in groupby(ordered, key=lambda at: refutations[at])]
    for counts in product(*(range(len(group) + 1) for group in groups)):
        chance, seen = 1.0, []
        for group, count in zip(groups, counts, strict=True):
            steps = [0.0, *(missed[at] for at in group), 1.0]
            chance *= steps[count + 1] - steps[count]
            seen += group[:count]
        if chance > 0:
            yield chance, frozenset(seen)


@cache
def every_case(ranks: tuple[int, ...], missed: tuple[float, ...], refutations: tuple[int, ...]) -> list[float]:
    """How likely each move is, if what is seen looks as its rank says and everything else as 0."""
    odds = [0.0] * len(ranks)
    for chance, seen in cases(missed, refutations):
        looks = [ranks[at] if at in seen else 0 for at in range(len(ranks))]
        best = max(looks)
        for at, look in enumerate(looks):
            if look == best:
                odds[at] += chance / looks.count(best)
    return odds


def round_normal(mean: float, deviation: float) -> dict[int, float]:
    if deviation == 0:
        return {round(mean): 1.0}

    def below(x: float) -> float:
        return (1 + erf((x - mean) / (deviation * sqrt(2)))) / 2

    low, high = int(mean - 8 * deviation) - 2, int(mean + 8 * deviation) + 2
    return {number: below(number + 0.5) - below(number - 0.5) for number in range(low, high + 1)}


def best_of(likings: list[dict[tuple[int, int, int], float]]) -> list[float]:
    """How likely each of several independent draws is the best; of equal ones each is as likely."""
    every = sorted(set().union(*likings))
    same = np.array([[each.get(liking, 0.0) for liking in every] for each in likings])
    less = np.cumsum(same, axis=1) - same
    found = []
    for at in range(len(likings)):
        ways = [np.ones(len(every))]  # that so many others are equal and none is better
        for other in range(len(likings)):
            if other != at:
                nothing = np.zeros(len(every))
                shifted = zip([*ways, nothing], [nothing, *ways], strict=True)
                ways = [a * less[other] + b * same[other] for a, b in shifted]
        found.append(float(sum(same[at] @ way / (1 + equal) for equal, way in enumerate(ways))))
    return found


def find_chain(shares: list[list[float]], enough: float = 0.6) -> tuple[int, ...]:
    """The longest chain of levels that tell apart, of several the lowest: by trying all."""
    best: tuple[int, ...] = ()
    todo: list[tuple[int, ...]] = [(level,) for level in LEVELS]
    while todo:
        chain = todo.pop()
        if (-len(chain), chain) < (-len(best), best):
            best = chain
        below = chain[-1] - 1
        for level in range(chain[-1] + 1, 10):
            if (shares[level - 1][below] + 1 - shares[below][level - 1]) / 2 >= enough:
                todo.append((*chain, level))
    return best


def median(numbers: Iterable[int | None]) -> int | None:
    known = [number for number in numbers if number is not None]
    return median_low(known) if known else None


# The measures, by the names that the lab gives them

NAMES = {0: "first", 1: "second", None: None}


def measure_truth(game: Game, starts: list[Plain]) -> dict[str, Any]:
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
