"""What there is to see about the moves of a position, and which move a level plays with what it sees.

Written once over plain sequences: `LevelPlayer` has lists, of one position with its moves and replies; the lab has
arrays of a whole game, and compiles this.
"""

from math import exp, inf, log, log2
from typing import Any, NamedTuple

from squarely.core.rules.game import FIRST, FIRST_WINS, ONGOING, SECOND_WINS, TIE

UNKNOWN = -1  # the distance where there is no end to be seen
# What makes something hard to see, for each doubling: its search depth, how many replies hide it, how many moves
# there are to choose from.
_DEPTH, _REPLIES, _CHOICES = 2.0, 0.5, 0.25
_ENOUGH = 40  # replies in a sample
_RESULTS = (FIRST_WINS, SECOND_WINS, TIE)  # of the three cases
_WIN, _TIE, _POINT = 1 << 41, 1 << 40, 1 << 20  # what a result and a point weigh against a move
_NEVER = 1 << 19  # moves to an end that only repetition brings


class Graph(NamedTuple):
    """Positions as numbers. Node n leads to children[first[n]:first[n + 1]]; an ended node leads nowhere."""

    movers: Any
    first: Any
    children: Any
    results: Any  # ONGOING where play can go on for ever. Without meaning where points count
    distances: Any  # of all nodes; three times, by `find_case`, where points count. UNKNOWN where there is none
    gains: Any  # of each edge: the points that it brings, first side's minus second's; one 0 where they do not count
    margins: Any  # the points still to be gained from each node, likewise
    is_scored: bool
    endless: int  # the result of play without end; ONGOING where it has none, and where points count


class Sight(NamedTuple):
    """For every edge: what has to be seen of the move, how hard that is, and how it looks to a player who misses it."""

    refutations: Any  # the reply that answers the move, or the move itself; three times where points count
    difficulties: Any  # likewise; without end where there is nothing to see
    looks: Any  # where points count: what is gained by the move and the reply that takes most


def find_result(lead: int) -> int:
    """The result of an end at which the first side is ahead by so much."""
    return TIE if lead == 0 else FIRST_WINS if lead > 0 else SECOND_WINS


def find_case(lead: int) -> int:
    """Which of the three distances of a scored game counts: for a win of the first side, of the second, for a tie."""
    return 2 if lead == 0 else 0 if lead > 0 else 1


def find_chance(skill: float, difficulty: float) -> float:
    """The chance that something is not seen; `skill` is the difficulty that is seen half of the time."""
    return 1 / (1 + exp(skill - difficulty))


def find_attention(chance: float) -> float:
    """How much a player sees beyond its skill, from a number between 0 and 1: so that it misses by `find_chance`."""
    return log(chance / (1 - chance)) if chance else -inf


def sampling_step(replies: int) -> int:
    """Which of the replies are looked at: every first, every second, every third."""
    return 1 + replies // _ENOUGH


def rank_value(mover: int, result: int, distance: int, margin: int, endless: int) -> int:
    """How much a side likes a value, the order of `Value.appeal`: larger is better, 0 for play without end."""
    moves, points = _NEVER if distance == UNKNOWN else distance, abs(margin) * _POINT
    if result == ONGOING:
        return 0
    if result == TIE:  # a side that wins by repetition puts it off
        return _TIE + moves if endless == (FIRST_WINS if mover == FIRST else SECOND_WINS) else _TIE - moves
    return _WIN + points - moves if (result == FIRST_WINS) == (mover == FIRST) else moves - points - _WIN


def look(graph: Graph, moves: Any, node: int, sight: Sight) -> None:
    """Fill in what there is to see about every move of a node. `moves` has the number of every edge."""
    first, children, mover = graph.first, graph.children, graph.movers[node]
    nodes, edges, begin, end = len(graph.movers), len(children), first[node], first[node + 1]
    own_win = FIRST_WINS if mover == FIRST else SECOND_WINS
    for edge in range(begin, end):
        child = children[edge]
        replies = first[child + 1] - first[child]
        for case in range(len(graph.distances) // nodes):
            distance = graph.distances[case * nodes + child]
            result = _RESULTS[case] if graph.is_scored else graph.results[child]
            refutation, hidden = moves[edge], max(1.0, float(replies))  # that no reply helps: all must be looked at
            if distance > 0 and result != own_win:  # that one does: one is found
                reply, looked_at, answers = find_answers(graph, child, case * nodes)
                if answers:
                    refutation, hidden = moves[reply], looked_at / answers
            sight.refutations[case * edges + edge], sight.difficulties[case * edges + edge] = refutation, inf
            if distance != UNKNOWN:
                difficulty = _DEPTH * log2(1 + distance) + _REPLIES * log2(hidden) + _CHOICES * log2(end - begin)
                sight.difficulties[case * edges + edge] = difficulty
        if graph.is_scored:
            sight.looks[edge] = graph.gains[edge] + find_best_gain(graph, child)


def find_answers(graph: Graph, node: int, case: int) -> tuple[int, int, int]:
    """The first reply that leads straight to what a node is worth, how many were looked at, how many do so."""
    found, looked_at, answers, distances = 0, 0, 0, graph.distances
    begin, end = graph.first[node], graph.first[node + 1]
    for reply in range(begin, end, sampling_step(end - begin)):
        after = graph.children[reply]
        looked_at += 1
        if graph.is_scored:
            is_straight = graph.gains[reply] + graph.margins[after] == graph.margins[node]
        else:
            is_straight = graph.results[after] == graph.results[node]
        if is_straight and distances[case + after] == distances[case + node] - 1:
            found = reply if answers == 0 else found
            answers += 1
    return found, looked_at, answers


def find_best_gain(graph: Graph, node: int) -> int:
    """The most that the mover of a node can take at once; 0 where play is over."""
    best, begin = 0, graph.first[node]
    for reply in range(begin, graph.first[node + 1]):
        gain = graph.gains[reply]
        if reply == begin or (gain > best if graph.movers[node] == FIRST else gain < best):
            best = gain
    return best


def find_refutation(graph: Graph, sight: Sight, edge: int, lead: int) -> int:
    """The reply that decides about a move, at this lead."""
    case = find_case(lead + graph.gains[edge] + graph.margins[graph.children[edge]]) if graph.is_scored else 0
    return int(sight.refutations[case * len(graph.children) + edge])


def choose_edge(
    graph: Graph, sight: Sight, node: int, lead: int, skill: float, rough: float, attention: Any, errors: Any, lots: Any
) -> int:
    """The move that seems best to a player of this skill, whose guesses of points are off by so much.

    For each move there is the attention to its refutation (without end: all is seen), the error of a guess (a normal
    number) and a lot that decides between equals. Attention becomes 1 where a move is seen, else 0.
    """
    first, children, gains, margins = graph.first, graph.children, graph.gains, graph.margins
    results, distances, looks, difficulties = graph.results, graph.distances, sight.looks, sight.difficulties
    begin, end, nodes, edges = first[node], first[node + 1], len(first) - 1, len(children)
    learnt, seen, least, most, case = 0.0, 0, inf, -inf, 0
    for edge in range(begin, end):
        if graph.is_scored:
            gained = gains[edge] + margins[children[edge]]
            case = find_case(lead + gained)
        is_seen = skill + attention[edge - begin] >= difficulties[case * edges + edge]
        attention[edge - begin] = 1.0 if is_seen else 0.0
        if graph.is_scored:
            least, most = min(least, looks[edge]), max(most, looks[edge])
            learnt += gained - looks[edge] if is_seen else 0.0
            seen += is_seen
    learnt = learnt / seen if seen else 0.0
    chosen, best, lot = begin, 0, -1.0
    for edge in range(begin, end):
        at, child = edge - begin, children[edge]
        result, moves, ahead = graph.endless, UNKNOWN, 0  # what is not seen looks as if play just went on
        if graph.is_scored and attention[at] == 1.0:
            ahead = lead + gains[edge] + margins[child]
            result, moves = find_result(ahead), distances[find_case(ahead) * nodes + child]
        elif graph.is_scored:
            ahead = round(lead + looks[edge] + learnt + (most - least) * rough * errors[at])
            result, moves = find_result(ahead), 0
        elif attention[at] == 1.0:
            result, moves = results[child], distances[child]
        rank = rank_value(graph.movers[node], result, moves, ahead, graph.endless)
        if edge == begin or rank > best or (rank == best and lots[at] > lot):
            chosen, best, lot = edge, rank, lots[at]
    return int(chosen)
