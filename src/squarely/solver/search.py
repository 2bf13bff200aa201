"""A search for games that are too large to be solved: what it proves, and what it believes of the rest."""

import time
from collections import Counter
from collections.abc import Callable
from functools import cache, lru_cache
from importlib.util import find_spec
from os import cpu_count
from threading import Event, Thread
from typing import Any, NamedTuple

from squarely.core.errors import BrokenRules
from squarely.core.match.match import OCCURRENCES_FOR_AN_END, Match
from squarely.core.rules.game import FIRST_WINS, SECOND_WINS, Game, Move, Position, Side
from squarely.laws.examine import require_laws
from squarely.laws.law import flatten as flatten_numbers
from squarely.solver import search_tree
from squarely.solver.belief import TIED, Belief
from squarely.solver.rows import RowFunctions, write_row_functions
from squarely.solver.search_tree import (
    CHILD,
    COUNT,
    DEEPEST,
    EDGE,
    EDGE_SIZE,
    EDGES,
    HIGH,
    IS_FULL,
    LOW,
    MOST_MOVES,
    NODE,
    NODES,
    ORDER,
    POINTS,
    RANDOM,
    STATE,
    TRIES,
    VISITS,
    WORK,
    Rules,
    Tree,
)  # fmt: skip
from squarely.solver.values import ENDLESS, Value, find_endless_result, has_repetition_rule

MOST_NODES = 1 << 20  # of one tree; when it is full the search goes on without growing
_FEWEST_NODES = 1 << 15  # that lists have room for at first
_EDGES_PER_NODE = 4
_SLICE = 0.004  # seconds after which a search looks at the clock
_FIRST_SLICE = 100  # nodes, before it is known how long they take
_COMPARED = 3000  # nodes of a search that is made compiled and interpreted before compiled ones are believed
_WITHOUT_END = 1 << 60


class SearchedMove(NamedTuple):
    """A legal move, where it leads, what is believed of that, and how often it was tried."""

    move: Move
    position: Position
    belief: Belief
    visits: int


class Findings(NamedTuple):
    """What a search has found, the mover's best move first. Nodes are positions that were looked at."""

    belief: Belief
    moves: tuple[SearchedMove, ...]
    nodes: int
    seconds: float


class Engine(NamedTuple):
    """The search over one game: compiled over arrays, or as it is over lists."""

    functions: search_tree.Functions
    law: Any
    width: int = 0  # numbers of a position that is kept as a row of an array


class Search:
    """A search of one match; it goes on with its trees when the match goes on.

    With a number of nodes it finds the same for the same seed and the same runs before, compiled or not.
    """

    def __init__(
        self,
        game: Game,
        seed: int = 0,
        compiled: bool | None = None,
        known: Callable[[Position], Value | None] | None = None,
    ) -> None:
        """Unless `compiled` is said, machine code takes over as soon as it is ready, where there is a compiler.

        `known` tells the exact values of some positions; it is asked about those one move away.
        """
        require_laws(game)
        self.game, self._seed, self._known = game, seed, known
        is_compiled = find_spec("numba") is not None if compiled is None else compiled
        self._compilation = _compile_beside(game) if is_compiled else None
        self._engine, self._trees = _interpret(game), list[Tree]()
        self._ended: frozenset[Position] = frozenset()
        if compiled:
            self.prepare()

    def prepare(self) -> None:
        """Wait until the rules are compiled. BrokenRules if they cannot be."""
        if self._compilation:
            self._adopt(self._compilation.wait())

    def run(
        self, match: Match, nodes: int | None = None, seconds: float | None = None, stop: Event | None = None
    ) -> Findings:
        """What is found until so many nodes are looked at, the time is up, it is stopped or everything is proved."""
        began = time.monotonic()
        if self._compilation and self._compilation.engine:
            self._adopt(self._compilation.engine)
        count = min(2, cpu_count() or 1) if nodes is None and self._engine.width else 1
        roots = [self._plant(number, match) for number in range(count)]
        before = sum(int(tree.state[WORK]) for tree in self._trees[:count])
        given = match.position, nodes, None if seconds is None else began + seconds, stop or Event()
        others = [Thread(target=self._search, args=(n, roots[n], *given), daemon=True) for n in range(1, count)]
        for each in others:
            each.start()
        self._search(0, roots[0], *given)
        for each in others:
            each.join()
        after = sum(int(tree.state[WORK]) for tree in self._trees[:count])
        moves = self._list_moves(match, roots)
        belief = _judge([*zip(self._trees, roots, strict=False)])
        if not belief.is_proved:
            is_all = all(each.belief.is_proved for each in moves)
            belief = moves[0].belief if is_all else Belief(moves[0].belief.share)
        return Findings(belief, moves, after - before, time.monotonic() - began)

    def proved_move(self, position: Position) -> int | None:
        """A winning move from a position whose win for the mover is proved; None of any other position.

        After every answer to it there is such a move again, and play comes to an end.
        """
        for tree in self._trees:  # the first that has a proof goes on with that proof, whatever the next one has
            node = self._engine.functions.find(tree, position)
            win = Belief.prove(Side(position.mover))
            if node and _judge([(tree, node)]) == win:
                ways = _list_children(tree, node)
                won = [at for at, child in enumerate(ways) if _judge([(tree, child)]) == win]
                if won:
                    best = min(won, key=lambda at: int(tree.nodes[ways[at] * NODE + ORDER]))
                    return list(self.game.legal_moves(position))[best]
        return None

    def _adopt(self, engine: Engine) -> None:
        """Go on with compiled rules."""
        if not self._engine.width:
            self._trees = [_convert(engine, tree) for tree in self._trees]
            self._engine = engine

    def _plant(self, number: int, match: Match) -> int:
        """The root of a match in a tree, the one before if it can go on."""
        game, (functions, law, width) = self.game, self._engine
        twice = [each for each, times in Counter(match.positions).items() if times == OCCURRENCES_FOR_AN_END - 1]
        ended = frozenset(twice if has_repetition_rule(game) else ())
        if ended != self._ended or match.position in ended:
            self._trees = self._trees[:number]
            self._ended = ended
        if number < len(self._trees) and self._trees[number].state[NODES] < MOST_NODES // 2:
            root = int(functions.enter(law, self._trees[number], match.position))
        else:
            tree = _make_tree(width)
            tree.state[RANDOM] = 1 + (self._seed * 2_654_435_761 + number * 40_503) % 0xFFFF_FFFE
            root = int(functions.enter(law, tree, match.position))
            for each in ended:  # the root, too, when play comes back to it
                functions.close(tree, each, _count_points(find_endless_result(game)))
            self._trees[number:] = [tree]
        return root

    def _search(
        self, number: int, root: int, position: Position, nodes: int | None, deadline: float | None, stop: Event
    ) -> None:
        """Lines in one tree, some at a time, so that the clock is looked at often enough."""
        functions, law, _ = self._engine
        tree, endless = self._trees[number], _count_points(find_endless_result(self.game))
        limit = _WITHOUT_END if nodes is None else int(tree.state[WORK]) + max(1, nodes)
        functions.search(law, tree, root, endless, int(tree.state[WORK]) + 1)  # expands the root
        known = self._known or (lambda _: None)
        for child, move in zip(_list_children(tree, root), self.game.legal_moves(position), strict=False):
            value = known(self.game.play(position, move))
            if value and value.ending != ENDLESS:
                points = 1 if value.winner is None else 2 - 2 * value.winner
                functions.settle(tree, child, points, points)
        step, is_over = _FIRST_SLICE, False
        while not is_over:
            began, before = time.monotonic(), int(tree.state[WORK])
            if not functions.search(law, tree, root, endless, min(limit, before + step)):
                tree = self._trees[number] = _grow(functions, tree)
            now, done = time.monotonic(), int(tree.state[WORK]) - before
            left = _SLICE if deadline is None else min(_SLICE, deadline - now)
            is_over = left <= 0 or stop.is_set() or before + done >= limit or _judge([(tree, root)]).is_proved
            step = max(1, min(2 * step, int(done * left / max(now - began, 1e-6))))

    def _list_moves(self, match: Match, roots: list[int]) -> tuple[SearchedMove, ...]:
        """The legal moves, the mover's best first: wins, what is believed by how often it was tried, losses."""
        game, position, mover = self.game, match.position, match.mover
        found = []
        for at, move in enumerate(game.named_moves(position)):
            edges = [
                (tree, int(tree.nodes[root * NODE + EDGE]) + at) for tree, root in zip(self._trees, roots, strict=False)
            ]
            nodes = [(tree, int(tree.edges[edge * EDGE_SIZE + CHILD])) for tree, edge in edges]
            visits = sum(int(tree.edges[edge * EDGE_SIZE + TRIES]) for tree, edge in edges)
            order = max(int(tree.nodes[node * NODE + ORDER]) for tree, node in nodes)
            after = SearchedMove(move, game.play(position, int(move)), _judge(nodes), visits)
            found.append((after, order))
        has_tie = any(each.belief == Belief.prove(None) for each, _ in found)

        def rank(each: tuple[SearchedMove, int]) -> tuple[float, ...]:
            (_, _, belief, visits), order = each
            share = belief.share_of(mover)
            if belief.is_proved and share != TIED:  # a win that was proved early, a loss that was proved late
                return (2, -order) if share > TIED else (0, order)
            return 1, has_tie * ((share > TIED) - (share < TIED)), visits, share

        return tuple(each for each, _ in sorted(found, key=rank, reverse=True))


def _judge(nodes: list[tuple[Tree, int]]) -> Belief:
    """What is believed of a position by its nodes in some trees; proved in one is proved."""
    fields = [[int(tree.nodes[node * NODE + field]) for tree, node in nodes] for field in (LOW, HIGH, VISITS, POINTS)]
    low, high, visits, points = max(fields[0]), min(fields[1]), sum(fields[2]), sum(fields[3])
    if low == high:
        return Belief.prove((Side.SECOND, None, Side.FIRST)[low])
    return Belief(min(max(points / visits if visits else 1, low), high) / 2)


def _list_children(tree: Tree, node: int) -> list[int]:
    first, count = (int(tree.nodes[node * NODE + field]) for field in (EDGE, COUNT))
    return [int(tree.edges[edge * EDGE_SIZE + CHILD]) for edge in range(first, first + count)]


def _count_points(result: int) -> int:
    """Doubled points of the first side for a result, where play without end counts a half."""
    return {FIRST_WINS: 2, SECOND_WINS: 0}.get(result, 1)


def _make_tree(width: int) -> Tree:
    """An empty tree. Memory of an array that is not written to costs nothing, so that arrays are never made longer."""
    most = MOST_NODES if width else _FEWEST_NODES
    nodes, edges = most + MOST_MOVES, _EDGES_PER_NODE * most + MOST_MOVES
    if width:
        import numpy as np

        wide = [np.zeros(size, np.int64) for size in (DEEPEST, MOST_MOVES, len(STATE))]
        narrow = [np.zeros(size, np.int32) for size in (nodes * NODE, edges * EDGE_SIZE, 2 * most)]
        tree = Tree(np.zeros((nodes, width), np.int64), *narrow, *wide)
    else:
        sizes = nodes, nodes * NODE, edges * EDGE_SIZE, 2 * most, DEEPEST, MOST_MOVES, len(STATE)
        tree = Tree(*([0] * size for size in sizes))
    tree.state[NODES] = tree.state[EDGES] = 1
    return tree


def _grow(functions: search_tree.Functions, tree: Tree) -> Tree:
    """The same tree with twice the room; one that is as large as it may be does without."""
    if len(tree.slots) >= 2 * MOST_NODES:
        tree.state[IS_FULL] = 1
        return tree
    parts = {
        name: part + [0] * len(part) for name, part in tree._asdict().items() if name in ("rows", "nodes", "edges")
    }
    wider = tree._replace(**parts, slots=[0] * (2 * len(tree.slots)))
    functions.index(wider)
    return wider


def _convert(engine: Engine, tree: Tree) -> Tree:
    """The same tree in arrays."""
    made = _make_tree(engine.width)
    for into, part in zip(made[1:], tree[1:], strict=True):
        shared = min(len(into), len(part))
        into[:shared] = part[:shared]
    for node in range(1, tree.state[NODES]):
        made.rows[node] = [*flatten_numbers(tree.rows[node])]
    made.slots[:] = 0
    engine.functions.index(made)
    return made


@lru_cache(maxsize=32)
def _interpret(game: Game) -> Engine:
    """The search over the verbs as they are."""

    def store(position: Position, rows: list[Position], at: int) -> None:
        rows[at] = position

    verbs = (
        lambda _, position: game.legal_moves(position),
        lambda _, position, move: game.play(position, move),
        lambda _, position: game.outcome(position),
    )
    return Engine(
        search_tree.make_functions(
            Rules(*verbs, list.__getitem__, store), lambda function: function, search_tree.Tuning()
        ),
        None,
    )


def _compile(game: Game) -> Engine:
    """The search as machine code, held against the one that is not. BrokenRules where that cannot be had."""
    from squarely.solver.compiled import compile_game, difference_error, explain_compile_errors, geometry_as_arrays
    from squarely.solver.flatten import flatten

    kept, match = write_row_functions(game.start()), Match.of(game)
    with explain_compile_errors(game):
        functions = _compile_functions(compile_game(game), kept)
        compiled = Search(game, compiled=False)
        compiled._engine = engine = Engine(functions, geometry_as_arrays(flatten(game).law), kept.width)
        found = compiled.run(match, nodes=_COMPARED)
    if found[:3] != Search(game, compiled=False).run(match, nodes=_COMPARED)[:3]:
        raise difference_error(game, match.position)
    return engine


@cache
def _compile_functions(rules: Any, kept: RowFunctions) -> search_tree.Functions:
    from squarely.solver.compiled import jit

    load, store = (jit(function, inline="always") for function in kept[:2])
    return search_tree.make_functions(
        Rules(rules.legal_moves, rules.play, rules.outcome, load, store), jit(nogil=True), search_tree.Tuning()
    )


class _Compilation:
    """A compilation in a daemon thread: what it takes is not waited for."""

    def __init__(self, game: Game) -> None:
        self.engine: Engine | None = None
        self._error: Exception | None = None
        self._thread = Thread(target=self._compile, args=(game,), daemon=True)
        self._thread.start()

    def wait(self) -> Engine:
        self._thread.join()
        if self.engine is None:
            raise self._error or BrokenRules("the rules cannot be compiled")
        return self.engine

    def _compile(self, game: Game) -> None:
        try:
            self.engine = _compile(game)
        except Exception as error:  # raised in the thread that waits for it; one that does not wait can do without
            self._error = error


_compile_beside = lru_cache(maxsize=16)(_Compilation)
