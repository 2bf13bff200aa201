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
from tests.solver.odd.graphs import Graph, Node, game_of, tiny_graphs
from tests.solver.plain_repetition import REPEATED, play_out
from tests.solver.test_solution import compiled_results
from tests.thorough import many

READINGS = ("draw", "first_loses", "second_loses")
SIGNS = {FIRST_WINS: 1, SECOND_WINS: -1, TIE: 0}


def as_result(value: Value) -> int:
    assert value.ending != "endless"
    return 0 if value.winner is None else 1 if value.winner == Side.FIRST else -1


def graph_of(game: Game, start: Any) -> tuple[dict[Any, list[Any]], dict[Any, float]]:
    following = plain.reachable(game, start)
    return following, {p: SIGNS[game.outcome(p)] for p in following if game.outcome(p) != ONGOING}


@pytest.mark.slow
@settings(max_examples=many(100), deadline=None)
@given(tiny_graphs(), st.sampled_from(READINGS), st.integers(0, 2**32))
def test_every_position_and_every_move_is_worth_what_a_match_comes_to(drawn: Graph, reading: str, seed: int) -> None:
    game, random = game_of(drawn, f"repetition={reading}"), Random(seed)
    following, ends = graph_of(game, game.start())
    solution, oracle = SmallSolution(game, [game.start()]), Oracle(game)
    for position in following:
        value = oracle.value(position)
        assert as_result(value) == play_out(position, (), following, ends, reading), position
        if position not in ends:
            assert solution.value(position) == value
    assert compiled_results(solution) == solution.graph.results
    match = wandered(Match.of(game), random, random.randrange(2, 9))
    if match.outcome:
        return
    judged = value_match_moves(oracle, match)
    for each in judged:  # what has occurred already counts
        assert as_result(each.value) == play_out(each.position, match.positions, following, ends, reading)
    liked = [as_result(each.value) * (1 if match.mover == Side.FIRST else -1) for each in judged]
    assert liked == sorted(liked, reverse=True)


def wandered(match: Match, random: Random, tries: int) -> Match:
    """After some moves of nobody in particular, none of which ends it."""
    for _ in range(tries):
        if match.legal_moves:
            later = match.play(random.choice(match.legal_moves))
            match = match if later.outcome else later
    return match


@pytest.mark.slow
@pytest.mark.xdist_group("compiled showdown")
@pytest.mark.parametrize(("name", "options"), [("snatchers", "size=2,reach=1"), ("showdown", "size=3")])
def test_small_games_are_worth_what_their_matches_come_to(name: str, options: str) -> None:
    """Played out to the second occurrence: whoever can force an end needs none, and whoever cannot gains nothing."""
    for reading in READINGS:
        game = registry.load(name, f"{options},repetition={reading}")
        following, ends = graph_of(game, game.start())
        small = SmallSolution(game, [game.start()])
        large = solve_large(game, game.start()) if name == "showdown" else small  # compiling takes its time
        for position in following.keys() - ends.keys():
            value = small.value(position)
            assert value
            assert as_result(value) == play_out(position, (), following, ends, reading, 2), (reading, position)
            assert large.value(position) == value
        assert large.summary() == small.summary()


@pytest.mark.parametrize("name", ["showdown", "snatchers"])
def test_values_under_a_rule_about_repetition_follow_from_those_without_it(name: str) -> None:
    """In games without ties: what need never end is what repetition makes of it; nothing else changes."""
    free = registry.load(name)
    before = SmallSolution(free, [free.start()])
    for reading, loser in zip(READINGS, (None, *Side), strict=True):
        game = registry.load(name, f"repetition={reading}")
        after = SmallSolution(game, [game.start()])
        repeated = Value(None, "tie", None) if loser is None else Value(loser.other, "win", None)
        for position in before.graph.index:
            was, now = before.value(position), after.value(position)
            assert was
            assert now == (repeated if was.ending == "endless" else was), reading
        assert after.summary().repeated == before.summary().counts["endless"]
        assert "endless" not in after.summary().counts


def test_the_packaged_table_answers_under_every_reading() -> None:
    printed = registry.load("quad")
    open_position, start, before = printed.read_position(".XXX/X.OO/O.OX/OXOX O"), printed.start(), Oracle(printed)
    assert before.value(open_position).ending == "endless"
    for reading in READINGS:
        oracle = Oracle(registry.load("quad", f"repetition={reading}"))
        assert as_result(oracle.value(open_position)) == REPEATED[reading]
        summary, without = oracle.solution(start).summary(), before.solution(start).summary()
        assert summary.repeated == without.counts["endless"] > 0
        assert sum(summary.counts.values()) == summary.positions == without.positions
        assert oracle.value(start) == before.value(start)


@pytest.mark.parametrize("reading", READINGS)
def test_perfect_never_gets_less_than_its_value_whatever_has_occurred_before(reading: str) -> None:
    game = registry.load("snatchers", f"size=3,repetition={reading}")
    for seed in range(many(12)):
        random = Random(seed)
        match = wandered(Match.of(game), random, 3 * seed)
        for side in Side:
            played, sign = match, 1 if side == Side.FIRST else -1
            least = as_result(value_match_moves(Oracle(game), played)[0].value) * sign
            while not played.outcome:
                mine = played.mover == side
                played = played.play(Perfect(seed).choose(played) if mine else random.choice(played.legal_moves))
            winner = played.outcome.winner
            assert (0 if winner is None else 1 if winner == side else -1) >= least, seed


def test_a_tie_is_made_at_once_where_the_other_side_would_win_by_repetition() -> None:
    """Round and round is a win for the second; the first can leave for a tie, and does so before it is too late."""
    drawn = Graph(((1, 2), (0,), (), (), ()), (ONGOING, ONGOING, TIE, FIRST_WINS, SECOND_WINS))
    game = game_of(drawn, "repetition=first_loses")
    assert Oracle(game).value(Node(0, 0)) == Value(None, "tie", 1, delayed_by=Side.SECOND)
    assert Perfect(0).choose(Match.of(game)) == 2
    assert Oracle(game_of(drawn, "repetition=second_loses")).value(Node(0, 0)) == Value(Side.FIRST, "win", None)
