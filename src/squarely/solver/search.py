"""A search for games that are too large to be solved: what it proves, and what it believes of the rest."""

import time
from collections import Counter
from concurrent.futures import Future
from functools import cache, lru_cache
from importlib.util import find_spec
from mmap import mmap
from os import cpu_count
from threading import Event, Thread
from typing import Any, NamedTuple

from squarely.core.errors import TooLarge
from squarely.core.match.match import OCCURRENCES_FOR_AN_END, Match
from squarely.core.rules.game import FIRST_WINS, SECOND_WINS, Game, Move, Position, Side
from squarely.laws.examine import require_laws
from squarely.solver import search_tree as at
from squarely.solver.belief import TIED, Belief
from squarely.solver.rows import RowFunctions, write_row_functions
from squarely.solver.search_tree import NODE, Engine, Tree
from squarely.solver.values import find_endless_result, has_repetition_rule

_SLICE = 0.002  # seconds after which a search looks at the clock, and that telling what was found may take
_FEWEST = 20  # nodes after which it looks at the earliest
_COMPARED = 3_000  # nodes that are searched compiled and interpreted before what is compiled is believed
_WITHOUT_END = 1 << 60

Place = tuple[Tree, int]  # a node of a tree


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


class Search:
    """A search of one match; it goes on with its trees when the match goes on.

    For a number of nodes it finds the same by the same seed after the same runs, compiled or not.
    """

    def __init__(self, game: Game, seed: int = 0, compiled: bool | None = None) -> None:
        """Without a word about `compiled`, it begins interpreted, and anew when the compiler, if any, is ready.

        BrokenRules or the like if it has to be compiled and cannot be.
        """
        require_laws(game)
        self.game, self._seed = game, seed
        self._endless = {FIRST_WINS: 2, SECOND_WINS: 0}.get(find_endless_result(game), 1)  # doubled points
        is_compiled = find_spec("numba") is not None if compiled is None else compiled
        self._compilation = _compile_beside(game) if is_compiled else None
        self._engine = self._plain = _interpret(game)
        self._trees, self._ended = list[Tree](), frozenset[Position]()
        if compiled and self._compilation:
            self._compilation.result()

    def run(
        self, match: Match, nodes: int | None = None, seconds: float | None = None, stop: Event | None = None
    ) -> Findings:
        """What is found until so many nodes are looked at, the time is up, it is stopped or the result is proved."""
        began, is_over = time.monotonic(), False
        stop, deadline = stop or Event(), _WITHOUT_END if seconds is None else began + seconds - _SLICE
        limits: Any = nodes, deadline, stop
        while not is_over:
            if (engine := self._find_engine()) is not self._engine:
                self._engine, self._trees = engine, []
            count = min(2, cpu_count() or 1) if nodes is None and engine.width else 1
            roots = [self._plant(number, match) for number in range(count)]
            before = sum(int(tree.state[at.WORK]) for tree, _ in roots)
            others = [Thread(target=self._search, args=(*root, *limits), daemon=True) for root in roots[1:]]
            for each in others:
                each.start()
            self._search(*roots[0], *limits)
            for each in others:
                each.join()
            is_late = stop.is_set() or deadline - time.monotonic() < _SLICE
            is_over = self._find_engine() is engine or (is_late and self._compilation is not None)
        moves, belief = self._list_moves(match, roots), _judge(roots)
        if not (moves or belief.is_proved):
            raise TooLarge(f"this position has more than {at.MOST_MOVES:,} moves, too many to be searched")
        if not belief.is_proved:
            is_all = all(each.belief.is_proved for each in moves)  # one in this tree, another in that
            belief = moves[0].belief if is_all else Belief(moves[0].belief.share)
        work = sum(int(tree.state[at.WORK]) for tree, _ in roots) - before
        return Findings(belief, moves, work, time.monotonic() - began)

    def proved_move(self, position: Position) -> int | None:
        """A winning move from a position whose win for the mover is proved; None of any other position.

        After every answer to it there is such a move again, and play comes to an end.
        """
        win = Belief.prove(Side(position.mover))
        for tree in self._trees:  # the first that has a proof goes on with it, whatever the next one has
            node = int(self._engine.enter(self._engine.law, tree, position))
            if _judge([(tree, node)]) == win:
                ways = zip(_list_edges(tree, node), self.game.legal_moves(position), strict=False)
                won = [(_read(tree, way, at.ORDER), move) for (way, _), move in ways if _judge([(tree, way)]) == win]
                return min(won)[1] if won else None
        return None

    def _find_engine(self) -> Engine:
        """Machine code once there is some: even to begin anew with it is faster."""
        made = self._compilation
        return made.result() if made and made.done() and not made.exception() else self._plain

    def _plant(self, number: int, match: Match) -> Place:
        """The root of a match in a tree, the one before if it can go on."""
        game, engine = self.game, self._engine
        twice = [each for each, times in Counter(match.positions).items() if times == OCCURRENCES_FOR_AN_END - 1]
        ended = frozenset(twice if has_repetition_rule(game) else ())
        if ended != self._ended or match.position in ended:
            self._trees, self._ended = self._trees[:number], ended
        for tree in self._trees[number : number + 1]:
            if 2 * tree.state[at.NODES] < at.MOST_NODES and 2 * tree.state[at.EDGES] < at.MOST_EDGES:
                return tree, int(engine.enter(engine.law, tree, match.position))
        tree = _make_tree(engine.width)
        tree.state[at.RANDOM] = 1 + (self._seed * 2_654_435_761 + number * 40_503) % 0xFFFF_FFFE
        root = int(engine.enter(engine.law, tree, match.position))
        for each in ended:  # the root, too, when play comes back to it
            engine.close(tree, each, self._endless)
        self._trees[number:] = [tree]
        return tree, root

    def _search(self, tree: Tree, root: int, nodes: int | None, deadline: float, stop: Event) -> None:
        """Lines in one tree, some at a time, so that the clock is looked at often enough."""
        engine = self._engine
        done, step, is_over = int(tree.state[at.WORK]), _FEWEST, False
        limit = _WITHOUT_END if nodes is None else done + nodes
        while not is_over:
            began, before = time.monotonic(), done
            try:
                engine.search(engine.law, tree, root, self._endless, min(limit, before + step))
            except (ArithmeticError, IndexError):
                if engine is self._plain:
                    raise
                self._compilation = None  # some numbers are too large for machine code
                return
            now, done = time.monotonic(), int(tree.state[at.WORK])
            left = min(_SLICE, deadline - now)
            is_over = left <= 0 or done >= limit or stop.is_set() or self._find_engine() is not engine
            is_over = is_over or _judge([(tree, root)]).is_proved
            fitting = int((done - before) * left / (now - began + 1e-6))
            step = max(_FEWEST, min(4 * step, fitting))

    def _list_moves(self, match: Match, roots: list[Place]) -> tuple[SearchedMove, ...]:
        """The legal moves, the mover's best first: wins, what is believed by how often it was tried, losses."""
        game, mover, found = self.game, match.mover, list[tuple[SearchedMove, int]]()
        ways = zip(*(_list_edges(*root) for root in roots), strict=True)
        for move, edges in zip(game.named_moves(match.position), ways, strict=False):
            nodes = [(tree, node) for (tree, _), (node, _) in zip(roots, edges, strict=True)]
            order = max(_read(*node, at.ORDER) for node in nodes)
            after = game.play(match.position, int(move))
            found.append((SearchedMove(move, after, _judge(nodes), sum(tries for _, tries in edges)), order))
        has_tie = any(each.belief == Belief.prove(None) for each, _ in found)

        def rank(each: tuple[SearchedMove, int]) -> tuple[float, ...]:
            (_, _, belief, visits), order = each
            share = belief.share_of(mover)
            if belief.is_proved and share != TIED:  # a win that was proved early, a loss that was proved late
                return (2, -order) if share > TIED else (0, order)
            return 1, has_tie * ((share > TIED) - (share < TIED)), visits, share

        return tuple(each for each, _ in sorted(found, key=rank, reverse=True))


def _judge(nodes: list[Place]) -> Belief:
    """What is believed of a position by its nodes in some trees; what is proved in one is proved."""
    fields = at.LOW, at.HIGH, at.VISITS, at.POINTS
    low, high, visits, points = ([_read(*node, field) for node in nodes] for field in fields)
    least, most = max(low), min(high)
    if least == most:
        return Belief.prove((Side.SECOND, None, Side.FIRST)[least])
    return Belief(min(max(sum(points) / sum(visits) if sum(visits) else 1, least), most) / 2)


def _read(tree: Tree, node: int, field: int) -> int:
    return int(tree.nodes[node * NODE + field])


def _list_edges(tree: Tree, node: int) -> list[tuple[int, int]]:
    """Of each move of a node, the node after it and how often it was tried; none before it is expanded."""
    first, count, size = _read(tree, node, at.EDGE), _read(tree, node, at.COUNT), at.EDGE_SIZE
    edges = range(first * size, (first + count) * size, size)
    return [(int(tree.edges[edge + at.CHILD]), int(tree.edges[edge + at.TRIES])) for edge in edges]


def _make_tree(width: int) -> Tree:
    """An empty tree. Its memory is only reserved: what is not written to costs nothing."""
    nodes, edges = at.MOST_NODES + at.MOST_MOVES, at.MOST_EDGES + at.MOST_MOVES
    narrow = nodes * NODE, edges * at.EDGE_SIZE, 2 * at.MOST_NODES, at.DEEPEST
    parts: list[Any] = [memoryview(mmap(-1, 4 * size)).cast("i") for size in narrow]
    arrays = [*parts, [0] * at.MOST_MOVES, [0] * len(at.STATE)]
    if width:
        import numpy as np

        tree = Tree(np.zeros((nodes, width), np.int64), *map(np.asarray, arrays))
    else:
        tree = Tree({}, *arrays)
    tree.state[at.NODES] = tree.state[at.EDGES] = 1
    return tree


@lru_cache(maxsize=32)
def _interpret(game: Game) -> Engine:
    """The search over the verbs as they are."""

    def store(position: Position, rows: dict[int, Position], row: int) -> None:
        rows[row] = position

    verbs = (
        lambda _, position: game.legal_moves(position),
        lambda _, position, move: game.play(position, move),
        lambda _, position: game.outcome(position),
    )
    return at.make_engine(lambda function: function, *verbs, dict.__getitem__, store)


def _compile(game: Game) -> Engine:
    """The search as machine code, after it was held against the other. BrokenRules where there is none."""
    from squarely.solver import compiled
    from squarely.solver.flatten import flatten

    kept, match = write_row_functions(game.start()), Match.of(game)
    plain, made = (Search(game, compiled=False) for _ in range(2))
    with compiled.explain_compile_errors(game):
        engine = _compile_engine(compiled.compile_game(game), kept)
        made._plain = engine._replace(law=compiled.geometry_as_arrays(flatten(game).law), width=kept.width)
        if made.run(match, nodes=_COMPARED)[:3] != plain.run(match, nodes=_COMPARED)[:3]:
            raise compiled.difference_error(game, match.position)
    return made._plain


@cache
def _compile_engine(rules: Any, kept: RowFunctions) -> Engine:
    from squarely.solver.compiled import jit
    from squarely.solver.kept_code import keep

    load, store = (jit(function, inline="always") for function in kept[:2])
    made = at.make_engine(jit(nogil=True), rules.legal_moves, rules.play, rules.outcome, load, store)
    return Engine(*map(keep, made[:3]))


@lru_cache(maxsize=16)
def _compile_beside(game: Game) -> Future[Engine]:
    """A compilation in a daemon thread, which nobody has to wait for."""
    made: Future[Engine] = Future()

    def compile_it() -> None:
        try:
            made.set_result(_compile(game))
        except Exception as error:  # raised where it is waited for; others go on interpreted
            made.set_exception(error)

    Thread(target=compile_it, daemon=True).start()
    return made
