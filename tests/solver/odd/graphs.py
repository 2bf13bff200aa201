"""Any graph as a game, drawn at random or by hand: cycles, ties, and as many turns in a row as it likes."""

from collections.abc import Iterator
from typing import NamedTuple

from hypothesis import strategies as st

from squarely.core.rules.game import FIRST_WINS, ONGOING, SECOND_WINS, TIE, Game
from tests.solver.odd.words import Odd


class Graph(NamedTuple):
    children: tuple[tuple[int, ...], ...]
    ends: tuple[int, ...]
    movers: tuple[int, ...] = ()  # whose turn it is in each node; else turns alternate


class Node(NamedTuple):
    number: int
    mover: int


class GraphGame(Odd):
    """A move goes along an edge, and has the number of the node it leads to."""

    graph: Graph
    Position = Node

    def start(self) -> Node:
        return Node(0, self.graph.movers[0] if self.graph.movers else 0)

    def legal_moves(self, position: Node) -> Iterator[int]:
        yield from self.graph.children[position.number] if self.outcome(position) == ONGOING else ()

    def play(self, position: Node, move: int) -> Node:
        return Node(int(move), self.graph.movers[move] if self.graph.movers else 1 - position.mover)

    def outcome(self, position: Node) -> int:
        return self.graph.ends[position.number]


def game_of(graph: Graph, options: str = "") -> Game:
    kind: type[Game] = type("GraphGame", (GraphGame,), {"graph": graph})
    return kind(options)


@st.composite
def graphs(draw: st.DrawFn) -> Graph:
    """Cycles, and any number of turns in a row; a node without children is an end, and ties have some they ignore."""
    size = draw(st.integers(1, 12))
    edges = st.lists(st.integers(0, size - 1), max_size=3, unique=True)
    children = tuple(tuple(sorted(draw(edges))) for _ in range(size))
    ends = [draw(st.sampled_from([FIRST_WINS, SECOND_WINS, TIE, ONGOING])) for _ in range(size)]
    movers = draw(st.just([]) | st.lists(st.integers(0, 1), min_size=size, max_size=size))
    return Graph(children, tuple(_end_of(*each) for each in zip(children, ends, strict=True)), tuple(movers))


def _end_of(below: tuple[int, ...], end: int) -> int:
    if end == TIE:
        return TIE
    return ONGOING if below else end or FIRST_WINS


@st.composite
def tiny_graphs(draw: st.DrawFn) -> Graph:
    """Graphs full of cycles, with few ends of every kind."""
    inner = draw(st.integers(2, 4))
    edges = st.lists(st.integers(0, inner + 2), min_size=1, max_size=3, unique=True)
    children = [tuple(sorted(draw(edges))) for _ in range(inner)] + [()] * 3
    return Graph(tuple(children), (*[ONGOING] * inner, FIRST_WINS, SECOND_WINS, TIE))
