"""A player whose strength is dialled from 1 to 9, and who errs as people do: by not seeing.

Of a move there is something to see: that it wins, loses or ties in some number of moves. The further off that is, the
more replies hide it and the more moves there are to choose from, the harder it is to see and the likelier it is
missed. Where it is a reply that is missed, it is missed after every move that it answers.

A move that is not understood is judged by its looks. Where there are points, these are a rough estimate of the lead
after the most that the other side can take at once; where there are none, it looks like any other.
"""

from functools import lru_cache
from itertools import pairwise
from math import exp
from operator import mul
from random import Random
from typing import NamedTuple

from squarely.core.match.match import Match
from squarely.core.rules.game import FIRST_WINS, ONGOING, SECOND_WINS, TIE, Game, Position, Side
from squarely.players import sight
from squarely.players.player import Player
from squarely.players.searcher import search_afresh
from squarely.solver.oracle import Oracle, find_oracle
from squarely.solver.scoring import compute_lead, find_scoring
from squarely.solver.values import Value, find_endless_result

LEVELS = range(1, 10)

# For each level the difficulty that it sees half of the time; a step of 1 changes the odds by a factor of e.
_SKILL = dict(zip(LEVELS, (2.6, 3.8, 4.7, 5.5, 6.3, 7.2, 8.2, 9.6, 12.0), strict=True))
_ESTIMATE = 5.0  # to estimate points well is about as hard as to see a reply
# Where nothing is solved: how many nodes each level searches, and how much less than the best share of the points a
# move may promise to be chosen still 1/e times as often.
_NODES = dict(zip(LEVELS, (1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 64_000, 128_000, 300_000), strict=True))
_USUAL = 4  # tries after which what was seen of a move counts as much as what is usual
_LONGEST = 1.0  # seconds for a move where no compiler is installed
_TEMPERATURES = dict(zip(LEVELS, (0.25, 0.16, 0.11, 0.08, 0.06, 0.045, 0.03, 0.02, 0.0), strict=True))
_RESULTS = {None: TIE, Side.FIRST: FIRST_WINS, Side.SECOND: SECOND_WINS}


class View(NamedTuple):
    """A position (node 0) with its moves (nodes 1, 2 …) and their replies, and what there is to see about the moves."""

    graph: sight.Graph
    sight: sight.Sight
    lead: int


class LevelPlayer(Player):
    """Level 1 is a beginner, level 9 hardly ever misses anything."""

    def __init__(self, level: int, seed: int) -> None:
        self._level, self._seed = level, seed

    def choose(self, match: Match) -> int:
        """The move that seems best, with what the player happens to see."""
        if find_oracle(Match.of(match.game, match.start)) is None:
            return self._choose_believed(match)
        view = look_ahead(match.game, match.start, match.position)
        draws = draw_randomness(view, Random(f"level {self._seed} {len(match.moves)}"))
        return match.legal_moves[choose_edge(self._level, view, *draws)]

    def _choose_believed(self, match: Match) -> int:
        """A move that a short search believes in, the more the likelier; a proved win is never missed."""
        moves = search_afresh(match, self._seed, _NODES[self._level], _LONGEST).moves
        best, temperature = moves[0].belief, _TEMPERATURES[self._level]
        if not temperature or (best.is_proved and best.winner == match.mover):
            return moves[0].move
        shares, tries = [each.belief.share_of(match.mover) for each in moves], [each.visits for each in moves]
        mean = sum(map(mul, shares, tries)) / max(1, sum(tries))
        for at, each in enumerate(moves):
            if not each.belief.is_proved:  # what was tried seldom is taken for what is usual here
                shares[at] = (shares[at] * tries[at] + mean * _USUAL) / (tries[at] + _USUAL)
        weights = [exp((share - max(shares)) / temperature) for share in shares]
        chance = Random(f"level {self._seed} {len(match.moves)}")
        return chance.choices([each.move for each in moves], weights)[0]


def find_skill(level: int) -> float:
    """The difficulty that this level sees half of the time."""
    return _SKILL[level]


def chance_of_misjudging(level: int) -> float:
    """How far off this level's estimates of points are, as a share of how much they differ from move to move."""
    return sight.find_chance(find_skill(level), _ESTIMATE)


def draw_randomness(view: View, chance: Random) -> tuple[list[float], list[float], list[float]]:
    """What is drawn for each move: the attention, the same for moves of the same refutation; the error; the lot."""
    graph, edges = view.graph, range(view.graph.first[1])
    refutations = [sight.find_refutation(graph, view.sight, edge, view.lead) for edge in edges]
    drawn = {refutation: sight.find_attention(chance.random()) for refutation in sorted(set(refutations))}
    errors = [chance.gauss(0, 1) if graph.is_scored else 0.0 for _ in edges]
    return [drawn[refutation] for refutation in refutations], errors, [chance.random() for _ in edges]


def choose_edge(level: int, view: View, attention: list[float], errors: list[float], lots: list[float]) -> int:
    """The move that seems best to a level which has drawn this, as its place among the legal ones."""
    skills = find_skill(level), chance_of_misjudging(level)
    return sight.choose_edge(view.graph, view.sight, 0, view.lead, *skills, [*attention], errors, lots)


@lru_cache(maxsize=4096)
def look_ahead(game: Game, start: Position, position: Position) -> View:
    """What there is to see in a position of a match that began so, of a game that is solved."""
    oracle = find_oracle(Match.of(game, start))
    assert oracle
    return judge_view(game, position, oracle)


def judge_view(game: Game, position: Position, oracle: Oracle) -> View:
    """What there is to see in a position by the truth that this oracle knows."""
    moves = list(game.legal_moves(position))
    nodes = [position, *(game.play(position, move) for move in moves)]  # each layer after the other
    values: list[Value | None] = [None, *map(oracle.value, nodes[1:])]
    first = [0, len(moves)]
    for after, value in zip(nodes[1:], values[1:], strict=True):
        replies = list(game.legal_moves(after))
        later = [game.play(after, reply) for reply in replies]
        is_answered = value and value.winner != position.mover
        looked_at = range(0, len(replies) if is_answered else 0, sight.sampling_step(len(replies)))
        values += [oracle.value(each) if at in looked_at else None for at, each in enumerate(later)]
        moves += replies
        nodes += later
        first.append(len(moves))
    scored = find_scoring(game).by_margin
    cases, count = 3 if scored else 1, len(nodes)
    leads = [compute_lead(game, node) if scored else 0 for node in nodes]
    distances, margins, results = [sight.UNKNOWN] * count * cases, [0] * count, [ONGOING] * count
    for node, value in enumerate(values):
        if value and value.distance is not None:
            lead, results[node] = value.lead(Side.FIRST), _RESULTS[value.winner]
            distances[(sight.find_case(lead) if scored else 0) * count + node] = value.distance
            margins[node] = lead - leads[node]
    gains = [
        leads[edge + 1] - leads[node] for node, (low, high) in enumerate(pairwise(first)) for edge in range(low, high)
    ]
    first += [len(moves)] * (count + 1 - len(first))
    endless = ONGOING if scored else find_endless_result(game)
    movers, children = [node.mover for node in nodes], range(1, count)
    graph = sight.Graph(movers, first, children, results, distances, gains, margins, scored, endless)
    seen = sight.Sight([0] * cases * len(moves), [0.0] * cases * len(moves), [0] * len(moves))
    sight.look(graph, moves, 0, seen)
    return View(graph, seen, leads[0])
