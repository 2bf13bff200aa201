"""Points that decide more than the end in one corner of a game: found wherever it is, before anything is believed."""

import pytest

from squarely.core.game import Game
from squarely.core.registry import make_game
from squarely.solver.large import solve as solve_large
from squarely.solver.scoring import Terms, find_terms, remember_terms
from squarely.solver.solution import SmallSolution
from squarely.solver.unknown_points import Amount, DependsOnPoints
from tests.solver import plain
from tests.solver.odd import rare, turned
from tests.solver.test_solution import as_verdict

BY_RESULTS = ("end", "lead")


def game_of(corner: str, heap: int = 24) -> Game:
    return make_game("rare", rare, f"corner={corner},heap={heap}")


def truth_of(game: Game, corner: str) -> dict[plain.Position, plain.Verdict]:
    """Ends in `early` agree with the points; in `end` and `lead` they do not, and who wins is what `outcome` says."""
    by_results = corner in BY_RESULTS
    return plain.solve(game, game.start()) if by_results else plain.solve_points(game, game.start())


@pytest.mark.parametrize("corner", ["nowhere", "end", "lead", "moves", "play", "turned", "early", "squared"])
def test_every_position_has_the_value_the_plain_solver_gives_it(corner: str) -> None:
    game = game_of(corner)
    truth = truth_of(game, corner)
    solution = SmallSolution(game, [game.start()])
    assert {p: as_verdict(v) for p in truth if (v := solution.value(p))} == truth
    terms = find_terms(game)
    assert terms.scores == (corner not in BY_RESULTS)
    assert terms.strips == (corner == "nowhere")
    assert solution.summary().positions == len(truth)


def test_points_that_change_hands_without_being_asked_for_are_noticed() -> None:
    game = make_game("turned", turned)
    truth = plain.solve_points(game, game.start())
    solution = SmallSolution(game, [game.start()])
    assert {p: as_verdict(v) for p in truth if (v := solution.value(p))} == truth
    assert not find_terms(game).strips


def test_compiled_they_are_found_wherever_they_are() -> None:
    """Even where play that was tried first has shown nothing: every node is looked at."""
    game = game_of("moves", heap=23)
    remember_terms(game, Terms(True, True, fields=("first", "second")))
    truth = truth_of(game, "moves")
    solution = solve_large(game, game.start())
    assert {p: as_verdict(v) for p in truth if (v := solution.value(p))} == truth
    assert not find_terms(game).strips


def test_compiled_too_a_node_and_a_lead_are_one_position() -> None:
    game = game_of("squared", heap=11)
    truth = truth_of(game, "squared")
    solution = solve_large(game, game.start())
    assert {p: as_verdict(v) for p in truth if (v := solution.value(p))} == truth
    assert solution.summary().positions == len(truth)


@pytest.mark.parametrize(
    "question",
    [
        lambda points: points > 3,
        lambda points: points == 3,
        bool,
        hash,
        str,
        int,
        lambda points: points % 2,
        range,
        lambda points: points - Amount({"second": 1}, 0) > 0,
    ],
)
def test_whoever_asks_for_points_that_nobody_knows_is_noticed(question: object) -> None:
    points = Amount({"first": 1}, 0)
    with pytest.raises((DependsOnPoints, TypeError)):
        question(points)  # type: ignore[operator]


def test_amounts_can_be_added_to_and_compared_as_far_as_the_lead_is_known() -> None:
    lead = ({"first": 1, "second": -1}, 4)
    first, second = Amount({"first": 1}, 0, lead), Amount({"second": 1}, 0, lead)
    assert first - second == 4
    assert second + 4 == first
    assert 1 + first > second + 4
    assert (first + 3) - first == 3
