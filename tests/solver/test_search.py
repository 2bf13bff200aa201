"""The search: what it proves is true, under every reading of repetition; compiled or not it makes the same choices."""

import time
from importlib.util import find_spec
from itertools import islice
from random import Random
from threading import Event, Timer

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from squarely import Match, Side
from squarely.core.rules import registry
from squarely.core.rules.game import FIRST_WINS
from squarely.solver import search as search_room
from squarely.solver.belief import Belief
from squarely.solver.oracle import Oracle
from squarely.solver.search import Findings, Search
from squarely.solver.search_tree import HIGH, LOW, NODE, NODES
from squarely.solver.values import Value
from tests.boards import playouts
from tests.solver.odd.graphs import Graph, game_of, graphs, tiny_graphs
from tests.solver.odd.traps import Traps
from tests.solver.plain_repetition import play_out
from tests.solver.test_repetition import graph_of, wandered
from tests.thorough import IS_THOROUGH, many

READINGS = ("play_on", "draw", "first_loses", "second_loses")
WHOLE = (("center", ""), ("snatchers", ""), ("showdown", ""), ("quad", "size=3"))
SAMPLED = {("quad", ""): 10_000, ("numbers", ""): 500}  # positions that are tried where everything is tried


def bounds_of(value: Value) -> tuple[int, int]:
    """The points that the first side can be sure of, doubled, and those that the second cannot help."""
    return (0, 2) if value.ending == "endless" else (1, 1) if value.winner is None else (2 - 2 * value.winner,) * 2


def check_trees(search: Search, oracle: Oracle) -> int:
    """How many bounds in the trees of a search are proved; each agrees with the oracle."""
    proved = 0
    for tree in search._trees:
        for node in range(1, tree.state[NODES]):
            low, high = (tree.nodes[node * NODE + field] for field in (LOW, HIGH))
            sure, most = bounds_of(oracle.value(tree.rows[node]))
            assert low <= sure, tree.rows[node]
            assert high >= most, tree.rows[node]
            proved += low == high
    return proved


@pytest.mark.slow
@pytest.mark.parametrize(("name", "options"), [*WHOLE, *SAMPLED])
def test_every_bound_in_the_tree_agrees_with_the_solver(name: str, options: str) -> None:
    game = registry.load(name, options)
    oracle, chance, proved = Oracle(game), Random("bounds"), 0
    if (name, options) in WHOLE:
        everything = [position for position, _ in oracle.positions()]
    else:
        everything = [*{match.position: 0 for match in islice(playouts(game, 2_000), 20_000)}]
    some = chance.sample(everything, SAMPLED.get((name, options), len(everything)) if IS_THOROUGH else 50)
    for seed, position in enumerate(some):
        search = Search(game, seed, compiled=False)
        found = search.run(Match.of(game, position), nodes=100 if IS_THOROUGH else 800)
        proved += check_trees(search, oracle)
        if found.belief.is_proved:
            assert found.belief.winner == oracle.value(position).winner
    assert proved > len(some) // 3


@pytest.mark.slow
@settings(max_examples=many(400), deadline=None)
@given(graphs() | tiny_graphs(), st.sampled_from(READINGS), st.integers(0, 2**32))
def test_proofs_hold_in_graphs_with_cycles_whatever_has_happened_before(drawn: Graph, reading: str, seed: int) -> None:
    game, random = game_of(drawn, f"repetition={reading}"), Random(seed)
    match = wandered(Match.of(game), random, random.randrange(9))
    if match.outcome:
        return
    found = Search(game, seed, compiled=False).run(match, nodes=300)
    if reading == "play_on":
        oracle = Oracle(game)
        for position, belief in [(match.position, found.belief), *(each[1:3] for each in found.moves)]:
            if belief.is_proved:
                value = oracle.value(position)
                assert (value.winner, value.ending) == (belief.winner, "win" if belief.winner is not None else "tie")
    elif len(drawn.children) <= 7:
        following, ends = graph_of(game, game.start())
        for each in found.moves:
            if each.belief.is_proved:
                result = play_out(each.position, match.positions, following, ends, reading)
                assert each.belief.share == (result + 1) / 2


def test_a_win_within_reach_is_proved_and_played_to_its_end_against_every_answer() -> None:
    game = registry.load("quad", "size=3")
    oracle, search = Oracle(game), Search(game, 1, compiled=False)
    won = next(p for p, value in oracle.positions() if value.winner == p.mover and (value.distance or 0) == 5)
    assert search.proved_move(won) is None
    found = search.run(Match.of(game, won), nodes=20_000)
    assert found.belief == Belief.prove(Side(won.mover)) == found.moves[0].belief
    todo = [won]
    for position in todo:  # grows while it is read: the positions of the winner that the strategy comes to
        move = search.proved_move(position)
        assert move is not None
        after = game.play(position, move)
        replies = [game.play(after, move) for move in game.legal_moves(after)]
        assert replies or game.outcome(after) == FIRST_WINS + won.mover
        todo += replies
        assert len(todo) < 10_000


def without_time(found: Findings) -> tuple[object, ...]:
    return found[:3]


@pytest.mark.slow
@pytest.mark.skipif(find_spec("numba") is None, reason="needs the compiler")
@pytest.mark.parametrize(
    "name",
    ["snatchers", *(pytest.param(name, marks=pytest.mark.soak) for name in ("quad", "center", "numbers", "showdown"))],
)
def test_compiled_and_interpreted_make_the_same_choices(name: str) -> None:
    """Node by node: the whole trees are equal, also when they went on after a move."""
    game = registry.load(name)
    plain_one, compiled = (Search(game, 7, compiled=each) for each in (False, True))
    match = Match.of(game, game.start_for(3))
    for _ in range(3):
        found = plain_one.run(match, nodes=4_000)
        assert without_time(found) == without_time(compiled.run(match, nodes=4_000))
        used = plain_one._trees[0].state[NODES] * NODE
        assert plain_one._trees[0].nodes[NODE:used].tolist() == compiled._trees[0].nodes[NODE:used].tolist()
        match = match.play(int(found.moves[-1].move))
        if match.outcome:
            break


@pytest.mark.slow
def test_a_search_keeps_its_time_stops_when_told_and_goes_on_with_its_tree() -> None:
    game, stop = registry.load("snatchers"), Event()
    search, match = Search(game, compiled=False), Match.of(game)
    begun = search.run(match, nodes=1_000)
    assert 1_000 <= begun.nodes < 1_000 + 250
    after = match.play(int(begun.moves[0].move))
    gone_on, anew = (each.run(after, nodes=1_000) for each in (search, Search(game, compiled=False)))
    assert sum(each.visits for each in gone_on.moves) > sum(each.visits for each in anew.moves)
    Timer(0.2, stop.set).start()
    assert search.run(match, stop=stop).nodes > 0
    began = time.monotonic()
    assert search.run(match, seconds=0.1).seconds > 0.05
    assert time.monotonic() - began < 60


@pytest.mark.slow
def test_numbers_too_large_for_machine_code_are_searched_interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search_room, "_COMPARED", 1)  # so that compiled rules fail in the middle of a search
    search, match = Search(Traps(trap=4), compiled=True), Match.of(Traps(trap=4))
    assert search.run(match, nodes=20_000)[:3] == Search(Traps(trap=4), compiled=False).run(match, nodes=20_000)[:3]
    assert search._compilation is None
