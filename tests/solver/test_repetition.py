"""Repetition as a tie or a loss, counted by the solver, against matches that are played out with their history."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from squarely.core.match.match import Match
from squarely.core.rules import registry
from squarely.core.rules.game import FIRST_WINS, ONGOING, SECOND_WINS, TIE, Game, Side
from squarely.players.perfect import Perfect
from squarely.solver.large import solve as solve_large
from squarely.solver.oracle import Oracle, value_match_moves
from squarely.solver.solution import SmallSolution
from squarely.solver.values import Value
from tests.solver import plain
from tests.solver.plain_repetition import play_out
from tests.solver.test_solution import Graph, Node, compiled_results, game_of

READINGS = ("draw", "first_loses", "second_loses")
SIGNS = {FIRST_WINS: 1, SECOND_WINS: -1, TIE: 0}


def as_result(value: Value) -> int:
    assert value.ending != "endless"
    return 0 if value.winner is None else 1 if value.winner == Side.FIRST else -1


def graph_of(game: Game, start: Any) -> tuple[dict[Any, list[Any]], dict[Any, float]]:
    """What follows what, and how it ends."""
    following = plain.reachable(game, start)
    results = {position: game.outcome(position) for position in following}
    return following, {position: SIGNS[result] for position, result in results.items() if result != ONGOING}


@st.composite
def tiny_graphs(draw: st.DrawFn) -> Graph:
    """Graphs full of cycles, with few ends of every kind."""
    inner = draw(st.integers(2, 4))
    size = inner + 3
    edges = st.lists(st.integers(0, size - 1), min_size=1, max_size=3, unique=True)
    children = [tuple(sorted(draw(edges))) for _ in range(inner)] + [()] * 3
    return Graph(tuple(children), (*[ONGOING] * inner, FIRST_WINS, SECOND_WINS, TIE))


@settings(max_examples=80, deadline=None)
@given(tiny_graphs(), st.sampled_from(READINGS))
def test_every_position_is_worth_what_a_match_from_there_comes_to(drawn: Graph, reading: str) -> None:
    game = game_of(drawn, f"repetition={reading}")
    following, ends = graph_of(game, game.start())
    solution, oracle = SmallSolution(game, [game.start()]), Oracle(game)
    for position in following:
        value = oracle.value(position)
        assert as_result(value) == play_out(position, (), following, ends, reading), position
        if position not in ends:
            assert solution.value(position) == value
    assert compiled_results(solution) == solution.graph.results


@settings(max_examples=80, deadline=None)
@given(tiny_graphs(), st.sampled_from(READINGS), st.integers(0, 2**32))
def test_what_has_occurred_already_counts_for_the_moves_of_a_match(drawn: Graph, reading: str, seed: int) -> None:
    game, random = game_of(drawn, f"repetition={reading}"), Random(seed)
    following, ends = graph_of(game, game.start())
    match = Match.of(game)
    for _ in range(random.randrange(2, 9)):
        if match.legal_moves:
            later = match.play(random.choice(match.legal_moves))
            match = match if later.outcome else later
    if match.outcome:
        return
    judged = value_match_moves(Oracle(game), match)
    for each in judged:
        assert as_result(each.value) == play_out(each.position, match.positions, following, ends, reading)
    liked = [as_result(each.value) * (1 if match.mover == Side.FIRST else -1) for each in judged]
    assert liked == sorted(liked, reverse=True)


@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.parametrize(("name", "options"), [("snatchers", "size=2,reach=1"), ("showdown", "size=3")])
def test_small_games_are_worth_what_their_matches_come_to(name: str, options: str, reading: str) -> None:
    """Played out to the second occurrence: whoever can force an end needs none, and whoever cannot gains nothing."""
    game = registry.load(name, f"{options},repetition={reading}")
    following, ends = graph_of(game, game.start())
    small = SmallSolution(game, [game.start()])
    large = solve_large(game, game.start()) if name == "showdown" else small  # compiling takes its time
    for position in following:
        if position not in ends:
            value = small.value(position)
            assert value
            assert as_result(value) == play_out(position, (), following, ends, reading, 2), position
            assert large.value(position) == value
    assert large.summary() == small.summary()


@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.parametrize("name", ["showdown", "snatchers"])
def test_values_under_a_rule_about_repetition_follow_from_those_without_it(name: str, reading: str) -> None:
    """In games without ties: what need never end is what repetition makes of it; nothing else changes."""
    plain_game, game = registry.load(name), registry.load(name, f"repetition={reading}")
    before, after = SmallSolution(plain_game, [plain_game.start()]), SmallSolution(game, [game.start()])
    loser = {"draw": None, "first_loses": Side.FIRST, "second_loses": Side.SECOND}[reading]
    repeated = Value(None, "tie", None) if loser is None else Value(loser.other, "win", None)
    for position in before.graph.index:
        was, now = before.value(position), after.value(position)
        assert was
        assert now == (repeated if was.ending == "endless" else was)
    assert after.summary().repeated == before.summary().counts["endless"]
    assert "endless" not in after.summary().counts


@pytest.mark.parametrize("reading", READINGS)
def test_the_packaged_table_answers_under_every_reading(reading: str) -> None:
    game, printed = registry.load("quad", f"repetition={reading}"), registry.load("quad")
    open_position = game.read_position(".XXX/X.OO/O.OX/OXOX O")
    assert Oracle(printed).value(open_position).ending == "endless"
    assert as_result(Oracle(game).value(open_position)) == {"draw": 0, "first_loses": -1, "second_loses": 1}[reading]
    summary, before = Oracle(game).solution(game.start()).summary(), Oracle(printed).solution(game.start()).summary()
    assert summary.repeated == before.counts["endless"] > 0
    assert sum(summary.counts.values()) == summary.positions == before.positions
    assert Oracle(game).value(game.start()) == Oracle(printed).value(printed.start())


@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.parametrize("seed", range(12))
def test_perfect_never_gets_less_than_its_value_whatever_has_occurred_before(reading: str, seed: int) -> None:
    game, random = registry.load("snatchers", f"size=3,repetition={reading}"), Random(seed)
    match = Match.of(game)
    while len(match.moves) < 3 * seed:  # some moves of nobody in particular, many of them to and fro
        later = match.play(random.choice(match.legal_moves))
        match = match if later.outcome else later
    for side in Side:
        played, sign = match, 1 if side == Side.FIRST else -1
        judged = value_match_moves(Oracle(game), played)
        least = as_result(judged[0].value) * sign
        while not played.outcome:
            mine = played.mover == side
            played = played.play(Perfect(seed).choose(played) if mine else random.choice(played.legal_moves))
        winner = played.outcome.winner
        assert (0 if winner is None else 1 if winner == side else -1) >= least


def test_a_tie_is_made_at_once_where_the_other_side_would_win_by_repetition() -> None:
    """Round and round is a win for the second; the first can leave for a tie, and does so before it is too late."""
    drawn = Graph(((1, 2), (0,), (), (), ()), (ONGOING, ONGOING, TIE, FIRST_WINS, SECOND_WINS))
    game = game_of(drawn, "repetition=first_loses")
    assert Oracle(game).value(Node(0, 0)) == Value(None, "tie", 1, delayed_by=Side.SECOND)
    match = Match.of(game)
    assert Perfect(0).choose(match) == 2
    assert Oracle(game_of(drawn, "repetition=second_loses")).value(Node(0, 0)) == Value(Side.FIRST, "win", None)
