"""What play is like: seeded matches over arrays, by the thousand. Levels play as `LevelPlayer` does, by other draws."""

from collections.abc import Sequence
from math import inf, sqrt
from typing import Any, NamedTuple
from zlib import crc32

import numpy as np

from squarely.core.rules.game import FIRST_WINS, ONGOING, SECOND_WINS, Game, Position
from squarely.lab.measure.explored import Explored, Spots, compile_kernel, find_shift
from squarely.lab.measure.measures import ENOUGH, estimate, find_chain
from squarely.players.level import LEVELS, chance_of_misjudging, find_skill
from squarely.players.sight import Graph, Sight, choose_edge, find_refutation, find_result, look

POINTS, LENGTH, CHANGES, DRAMA, STOPPED = range(5)  # the columns of what is told of a match
RANDOM, PERFECT = 0.0, 99.0  # skills that see nothing and everything
_EVEN = 1e-9  # a lead below that is none
_OCCURRENCES = 3  # of a position, for a repetition
MATCHES = 1000  # of each player with itself, from one start
_PAIRED = 250  # of each pairing and opening, likewise
MOST_MATCHES = 8_000  # where fewer do not tell on which side of ENOUGH a share is, and from all deals together
TYPICAL = (5, 5)  # the level whose play with itself is described
_RANDOM, _PERFECT = (0, 0), (10, 10)
_SKILLS = {0: RANDOM, 10: PERFECT, **{level: find_skill(level) for level in LEVELS}}
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
        compile_kernel(look_everywhere)(graph, self.moves, self._sight)
        self._most, sweeps = (_WITHOUT_END, 0) if order is not None else (_MOST_MOVES, _MOST_MOVES)
        self._shares = np.empty(len(spots.plies))
        before = np.empty_like(self._shares) if sweeps else self._shares
        nodes = np.arange(len(graph.movers), dtype=np.int32) if order is None else order
        compile_kernel(share_randomly)(nodes, sweeps, graph, spots, self._shares, before)
        self._visits = np.zeros(len(graph.movers), np.int8)
        most_moves, chances = int(np.diff(graph.first).max()) + 1, (np.arange(65_536) + 0.5) / 65_536
        attentions = np.log(chances / (1 - chances))  # by `find_attention`
        attention, errors, lots = np.zeros((3, most_moves))
        refutations = np.zeros(most_moves, np.int64)
        self._draws = Draws(attention, errors, lots, refutations, attentions, np.zeros(1, np.uint64))

    def play(self, pair: Pair, matches: int, start: int = 0, lead: int | None = None, before: int = 0) -> Any:
        """Matches: a row for each. From a node and a lead, or from the start; `before` were played already."""
        game, told = self._explored.game, np.zeros((matches, STOPPED + 1))
        label = f"{game.name} {game.options} {self._seed} {pair} {start} {before}"
        skills = np.array([_SKILLS[level] for level in pair])
        rough = np.array([chance_of_misjudging(level) if level in LEVELS else 0.0 for level in pair])
        compile_kernel(play_matches)(
            crc32(label.encode()), start, self._explored.lead if lead is None else lead, self._most,
            self._explored.graph, self._spots.base, self._shares, self._sight, skills, rough, self._visits,
            self._draws, told,
        )  # fmt: skip
        return told


def play_start(explored: Explored, spots: Spots, order: Any, seed: int, starts: int) -> Played:
    """Everything that is played from one of that many starts."""
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
        cuts.append((int(table.moves[edge]), float(after[:, POINTS].mean())))
    return Played(rows, tuple(cuts))


def _is_doubtful(rows: Any, other: Any, is_itself: bool) -> bool:
    """Whether more matches may tell better if a player is even with itself, or apart from another."""
    mine, theirs = rows[:, POINTS], other[:, POINTS]
    share = 0.5 + abs(mine.mean() - 0.5) if is_itself else (mine.mean() + 1 - theirs.mean()) / 2
    error = sqrt((mine.var() + theirs.var()) / (2 if is_itself else 4) / len(mine))
    return bool(abs(share - ENOUGH) < _DOUBT * error)


def summarize_play(game: Game, roots: Sequence[Position], played: Sequence[Played]) -> dict[str, Any]:
    """Every measure of play by its name."""
    common = set.intersection(*(set(each.rows) for each in played))
    columns = {pair: np.concatenate([each.rows[pair] for each in played]).T for pair in common}
    shares = [[float(columns[i, j][POINTS].mean()) for j in LEVELS] for i in LEVELS]
    chain, random, level, best = find_chain(shares, LEVELS), columns[_RANDOM], columns[TYPICAL], columns.get(_PERFECT)
    balance = {"random": random, **{f"level:{i}": columns[i, i] for i in LEVELS}}
    cut = min(played[0].cuts, key=lambda cut: abs(cut[1] - 0.5), default=None)
    return {
        "length_random": estimate(random[LENGTH]),
        "length_level": estimate(level[LENGTH]),
        "lead_changes_best": None if best is None else estimate(best[CHANGES]),
        "drama_best": None if best is None else estimate(best[DRAMA], best[LENGTH]),
        "lead_changes_level": estimate(level[CHANGES]),
        "drama_level": estimate(level[DRAMA], level[LENGTH]),
        "balance": tuple((name, estimate(points[POINTS], most=1.0)) for name, points in balance.items()),
        "levels_apart": len(chain),
        "chain": chain,
        "best_cut": cut and (str(game.name_move(roots[0], cut[0])), cut[1]),
        "matches": MATCHES if len(roots) == 1 else -(-MOST_MATCHES // len(roots)) * len(roots),
        "unfinished_share": float(level[STOPPED].mean()),
    }


class Draws(NamedTuple):
    """What is drawn for each move of a position, and where it is drawn from."""

    attention: Any
    errors: Any
    lots: Any
    refutations: Any
    attentions: Any  # equally likely ones
    state: Any  # of random numbers


def look_everywhere(graph: Graph, moves: Any, sight: Sight) -> None:
    """Fill in what there is to see about every move. `moves` has the number of every edge."""
    for node in range(len(graph.movers)):
        look(graph, moves, node, sight)


def score(result: int) -> float:
    """The first side's points of a result, half of one if there is none."""
    return 1.0 if result == FIRST_WINS else 0.0 if result == SECOND_WINS else 0.5


def share_randomly(nodes: Any, sweeps: int, graph: Graph, spots: Spots, shares: Any, before: Any) -> None:
    """Fill in the first side's share of points from every spot if play is random.

    With `sweeps` 0 every node comes in `nodes` after those it leads to. Otherwise they are gone through so often, each
    time from what was found the time before, and a match that is not over then is what repetition makes it.
    """
    for node in range(len(graph.movers)):
        is_over = graph.first[node] == graph.first[node + 1]
        for spot in range(spots.begin[node], spots.begin[node + 1]):
            result = graph.results[node] if is_over else graph.endless
            if is_over and graph.is_scored:
                result = find_result(spot - spots.base[node])
            shares[spot] = score(result)
    for _ in range(max(1, sweeps)):
        if sweeps:
            before[:] = shares
        for node in nodes:
            moves = graph.first[node + 1] - graph.first[node]
            for spot in range(spots.begin[node], spots.begin[node + 1] if moves else 0):
                shares[spot] = 0.0
            for edge in range(graph.first[node], graph.first[node + 1]):
                shift = find_shift(graph, spots, node, edge)
                for spot in range(spots.begin[node], spots.begin[node + 1]):
                    shares[spot] += before[spot + shift] / moves


def find_leader(share: float) -> int:
    """Who is ahead: 1 for the first side, -1 for the second, 0 if that is as good as nothing."""
    return 0 if abs(2 * share - 1) < _EVEN else 1 if share > 0.5 else -1


def play_matches(
    seed: int, start: int, start_lead: int, most: int, graph: Graph, base: Any, shares: Any, sight: Sight, skills: Any,
    rough: Any, visits: Any, draws: Draws, told: Any,
) -> None:  # fmt: skip
    """Play as many matches as `told` has rows, from the node `start` and a lead, for at most that many moves.

    `shares` has the first side's share of points from every spot if play is random, `skills` and `rough` belong to the
    player of each side. `visits` are zeros for every node, `draws` has room for the moves of any position.
    """
    np.random.seed(seed)
    draws.state[0] = seed
    path = np.empty(most + 1, np.int64)
    for match in range(len(told)):
        node, lead, length, changes, first_behind, second_behind = start, start_lead, 0, 0.0, 0.0, 0.0
        path[0], visits[start], result = start, 1, ONGOING
        share = shares[base[node] + lead]
        while graph.first[node] < graph.first[node + 1] and result == ONGOING and length < most:
            first_behind += max(0.0, 1 - 2 * share)
            second_behind += max(0.0, 2 * share - 1)
            side = graph.movers[node]
            if skills[side] == RANDOM:
                edge = graph.first[node] + next_bits(draws.state) % (graph.first[node + 1] - graph.first[node])
            else:
                draw(graph, sight, node, lead, skills[side] == PERFECT, draws)
                edge = choose_edge(
                    graph, sight, node, lead, skills[side], rough[side], draws.attention, draws.errors, draws.lots
                )
            if graph.is_scored:
                lead += graph.gains[edge]
            node = graph.children[edge]
            before, share = share, shares[base[node] + lead]
            changes += 0.5 * abs(find_leader(share) - find_leader(before))
            length += 1
            path[length] = node
            visits[node] += 1
            if visits[node] == _OCCURRENCES:
                result = graph.endless
        for step in range(length + 1):
            visits[path[step]] = 0
        if graph.first[node] == graph.first[node + 1]:
            result = find_result(lead) if graph.is_scored else graph.results[node]
        told[match, POINTS], told[match, LENGTH], told[match, CHANGES] = score(result), length, changes
        told[match, DRAMA] = first_behind if result == FIRST_WINS else second_behind if result == SECOND_WINS else 0.0
        told[match, STOPPED] = 1.0 if result == ONGOING else 0.0


def draw(graph: Graph, sight: Sight, node: int, lead: int, is_perfect: bool, draws: Draws) -> None:
    """Draw what `choose_edge` needs: the same attention for moves of the same refutation."""
    begin = graph.first[node]
    for edge in range(begin, graph.first[node + 1]):
        at, bits = edge - begin, next_bits(draws.state)
        draws.lots[at] = bits >> 16
        draws.attention[at] = inf if is_perfect else draws.attentions[bits & 0xFFFF]
        draws.errors[at] = np.random.normal() if graph.is_scored else 0.0
        draws.refutations[at] = refutation = find_refutation(graph, sight, edge, lead)
        for other in range(at):
            if draws.refutations[other] == refutation:
                draws.attention[at] = draws.attention[other]
                break


def next_bits(state: Any) -> int:
    """62 random bits (splitmix64): a tenth of the time that those of numpy take."""
    state[0] += np.uint64(0x9E3779B97F4A7C15)
    mixed = (state[0] ^ (state[0] >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return np.int64((mixed ^ (mixed >> np.uint64(31))) >> np.uint64(2))  # type: ignore[return-value]
