"""The inner loop of the search: Monte Carlo tree search that proves, written once, run compiled or interpreted.

A node is a position, whatever way leads to it; it is compared whole, so that a hash never makes two of them one. What
is proved of it are bounds of the points. They follow only from what was proved of its children before, from ends of
the rules upwards. So a proof is a finite strategy that comes to no position twice: it holds whatever has happened
before, except in positions that occurred twice already, which are ends themselves. To come back to a position of the
same line counts as play without end, for belief only: nothing is proved by it.

Points are the first side's, doubled: 2 for its win, 1 for a tie, 0 for its loss.
"""

from collections.abc import Callable
from math import log, sqrt
from typing import Any, NamedTuple

from squarely.core.rules.game import FIRST, FIRST_WINS, ONGOING, SECOND_WINS

MOST_NODES, MOST_EDGES = 1 << 20, 1 << 22  # of a tree; when it is full the search goes on without growing
MOST_MOVES = 4096  # of a position that is expanded
DEEPEST = 512  # moves of a line in the tree
_LONGEST, _MOST_LOOKED_AT = 200, 20_000  # moves of a playout, and moves that it chooses from: then it counts a half
_EXPLORATION = 0.5  # how much it counts that a move was tried seldom: see decisions/0019
_UNTRIED = 10.0  # more than any move that was tried can be worth

# The fields of a node, `nodes[node * NODE + LOW]`. LOW and HIGH are what the first side is proved to get at least and
# at most, POINTS the sum of what its lines brought, EDGE its first edge or 0, ORDER when it was decided: after its
# children. LINE is the last line that came by.
MOVER, LOW, HIGH, VISITS, POINTS, EDGE, COUNT, ORDER, LINE = FIELDS = range(9)
NODE = len(FIELDS)
CHILD, TRIES = range(2)  # of an edge; those of a node are in the order of its moves
EDGE_SIZE = 2
NODES, EDGES, WORK, DECIDED, LINES, RANDOM = STATE = range(6)  # places in `state`


class Tree(NamedTuple):
    """What a search remembers, in arrays or lists. Node 0 is none: its row is where a position is written down."""

    rows: Any  # the positions
    nodes: Any
    edges: Any
    slots: Any  # the nodes by the hash of their positions
    path: Any  # of a line
    choices: Any  # moves of a position
    state: Any


class Engine(NamedTuple):
    """The search over one game: over arrays of numbers if it is compiled, else over positions as they are."""

    enter: Any  # (law, tree, position): its node, which is new if need be
    close: Any  # (tree, position, points): to come to this position is an end, besides those of the rules
    search: Any  # (law, tree, root, endless, until): lines until so much work is done
    law: Any = None
    width: int = 0  # numbers of a position that is kept as a row of an array


def make_engine(wrap: Callable[[Any], Any], legal_moves: Any, play: Any, outcome: Any, load: Any, store: Any) -> Engine:
    """The engine over the verbs of a game and how its positions are kept; `wrap` compiles, or leaves as it is."""

    @wrap
    def count_points(result: int) -> int:
        return 2 if result == FIRST_WINS else 0 if result == SECOND_WINS else 1

    @wrap
    def draw(state: Any, below: int) -> int:
        """A random number below another, by numbers that never take more than 48 bits."""
        number = state[RANDOM]
        number ^= (number << 13) & 0xFFFFFFFF
        number ^= number >> 17
        number ^= (number << 5) & 0xFFFFFFFF
        state[RANDOM] = number
        return number * below >> 32

    @wrap
    def find_slot(tree: Tree, position: Any) -> int:
        """Where the node of a position stands, or would."""
        slots, mask = tree.slots, len(tree.slots) - 1
        slot = hash(position) & mask
        while slots[slot] != 0 and load(tree.rows, slots[slot]) != position:
            slot = (slot + 1) & mask
        return slot

    @wrap
    def settle(tree: Tree, node: int, low: int, high: int) -> None:
        """Note what is proved of a node."""
        nodes, at = tree.nodes, node * NODE
        if low == high and nodes[at + LOW] != nodes[at + HIGH]:
            tree.state[DECIDED] += 1
            nodes[at + ORDER] = tree.state[DECIDED]
        nodes[at + LOW], nodes[at + HIGH] = low, high

    @wrap
    def add(tree: Tree, slot: int, position: Any) -> int:
        """A new node, about which nothing is known."""
        node, nodes = tree.state[NODES], tree.nodes
        tree.state[NODES] = node + 1
        tree.slots[slot] = node
        store(position, tree.rows, node)
        at = node * NODE
        for field in range(NODE):
            nodes[at + field] = 0
        nodes[at + MOVER], nodes[at + HIGH] = position.mover, 2
        return node

    @wrap
    def enter(law: Any, tree: Tree, given: Any) -> int:
        store(given, tree.rows, 0)
        position = load(tree.rows, 0)
        slot = find_slot(tree, position)
        node = tree.slots[slot]
        if node == 0:
            node = add(tree, slot, position)
            result = outcome(law, position)
            if result != ONGOING:
                settle(tree, node, count_points(result), count_points(result))
        return node

    @wrap
    def close(tree: Tree, position: Any, points: int) -> None:
        settle(tree, add(tree, find_slot(tree, position), position), points, points)

    @wrap
    def expand(law: Any, tree: Tree, node: int) -> bool:
        """Enter all that follows a node. False if that is too much."""
        edges, position, begin, count = tree.edges, load(tree.rows, node), tree.state[EDGES], 0
        for move in legal_moves(law, position):
            if count == MOST_MOVES:
                return False
            edges[(begin + count) * EDGE_SIZE + CHILD] = enter(law, tree, play(law, position, move))
            edges[(begin + count) * EDGE_SIZE + TRIES] = 0
            count += 1
        tree.nodes[node * NODE + EDGE], tree.nodes[node * NODE + COUNT] = begin, count
        tree.state[EDGES] = begin + count
        tree.state[WORK] += count
        return count > 0

    @wrap
    def update(tree: Tree, node: int) -> bool:
        """Draw conclusions for a node from what is proved of its children; whether there are any."""
        nodes, at = tree.nodes, node * NODE
        side, begin = nodes[at + MOVER], nodes[at + EDGE]
        low = high = 0 if side == FIRST else 2
        for edge in range(begin, begin + nodes[at + COUNT]):
            child = tree.edges[edge * EDGE_SIZE + CHILD] * NODE
            if side == FIRST:
                low, high = max(low, nodes[child + LOW]), max(high, nodes[child + HIGH])
            else:
                low, high = min(low, nodes[child + LOW]), min(high, nodes[child + HIGH])
        is_news = low != nodes[at + LOW] or high != nodes[at + HIGH]
        settle(tree, node, low, high)
        return is_news

    @wrap
    def select(tree: Tree, node: int) -> int:
        """The edge to try next, of those that can still bring more than is proved already; -1 if none can."""
        nodes, edges, at = tree.nodes, tree.edges, node * NODE
        side, begin, count = nodes[at + MOVER], nodes[at + EDGE], nodes[at + COUNT]
        floor = nodes[at + LOW] if side == FIRST else 2 - nodes[at + HIGH]
        logarithm, chosen, best = log(1.0 + nodes[at + VISITS]), -1, -1.0
        edge = begin + draw(tree.state, count)  # so that between equals a random one is taken
        for _ in range(count):
            edge = edge + 1 if edge + 1 < begin + count else begin
            child, tries = edges[edge * EDGE_SIZE + CHILD] * NODE, edges[edge * EDGE_SIZE + TRIES]
            most = nodes[child + HIGH] if side == FIRST else 2 - nodes[child + LOW]
            if most > floor:
                worth = _UNTRIED
                if tries > 0:
                    share = nodes[child + POINTS] / (2.0 * nodes[child + VISITS])
                    worth = (share if side == FIRST else 1.0 - share) + _EXPLORATION * sqrt(logarithm / tries)
                if worth > best:
                    chosen, best = edge, worth
        return chosen

    @wrap
    def play_out(law: Any, tree: Tree, node: int) -> int:
        """The points of a random play from a node."""
        store(load(tree.rows, node), tree.rows, 0)
        looked_at, state, choices = 0, tree.state, tree.choices
        for depth in range(_LONGEST):
            position, count = load(tree.rows, 0), 0
            for move in legal_moves(law, position):
                choices[count] = move
                count += 1
                if count == MOST_MOVES:
                    break
            if count == 0:  # an end: there, only there, nothing is legal
                return count_points(outcome(law, position))
            looked_at += count
            state[WORK] += count >> 4  # to look through many moves takes its time
            if looked_at > _MOST_LOOKED_AT:
                break
            if depth == 0:  # a win at once is taken; to look for one before every move costs more than it brings
                own = FIRST_WINS if position.mover == FIRST else SECOND_WINS
                state[WORK] += count
                for at in range(count):
                    store(play(law, position, choices[at]), tree.rows, 0)
                    if outcome(law, load(tree.rows, 0)) == own:
                        return count_points(own)
            state[WORK] += 1
            store(play(law, position, choices[draw(state, count)]), tree.rows, 0)
        return 1

    @wrap
    def follow_line(law: Any, tree: Tree, root: int, endless: int) -> None:
        """One line from the root to where the tree ends, played out from there."""
        nodes, state, path = tree.nodes, tree.state, tree.path
        state[LINES] += 1
        state[WORK] += 1
        node, depth, points, is_news = root, 0, endless, False
        while True:
            at, path[depth] = node * NODE, node
            if nodes[at + LOW] == nodes[at + HIGH]:
                points, is_news = nodes[at + LOW], True  # which the node before may not know
                break
            if nodes[at + LINE] == state[LINES] or depth + 1 == DEEPEST:
                break
            nodes[at + LINE] = state[LINES]
            if nodes[at + EDGE] == 0:
                has_room = state[NODES] <= MOST_NODES and state[EDGES] <= MOST_EDGES
                grows = has_room and (node == root or nodes[at + VISITS] > 0)
                if not (grows and expand(law, tree, node)):
                    points = play_out(law, tree, node)
                    break
                is_news = True
                update(tree, node)
                if nodes[at + LOW] == nodes[at + HIGH]:
                    break
            edge = select(tree, node)
            if edge < 0:
                is_news = True  # of another line
                break
            tree.edges[edge * EDGE_SIZE + TRIES] += 1
            node = tree.edges[edge * EDGE_SIZE + CHILD]
            depth += 1
        while depth >= 0:
            at = path[depth] * NODE
            if is_news and nodes[at + EDGE] != 0:
                is_news = update(tree, path[depth]) or depth == 0
            if nodes[at + LOW] == nodes[at + HIGH]:
                points, is_news = nodes[at + LOW], True
            nodes[at + VISITS] += 1
            nodes[at + POINTS] += points
            depth -= 1

    @wrap
    def search(law: Any, tree: Tree, root: int, endless: int, until: int) -> None:
        state, at = tree.state, root * NODE
        while state[WORK] < until and tree.nodes[at + LOW] != tree.nodes[at + HIGH]:
            follow_line(law, tree, root, endless)

    return Engine(enter, close, search)
