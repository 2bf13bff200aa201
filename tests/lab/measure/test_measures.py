"""The lab against the plain one, on random rule sets; and results that are known from elsewhere."""

import json
from contextlib import suppress
from functools import cache
from itertools import product
from math import sqrt
from random import Random
from typing import Any

import pytest

from squarely import load
from squarely.core.errors import BadOption, SquarelyError, TooLarge
from squarely.core.match.match import Match
from squarely.core.rules.game import Game, Position
from squarely.files.typed_data import convert
from squarely.lab.measure import truth
from squarely.lab.measure.explored import Explored, explore_game, find_order, find_spots
from squarely.lab.measure.measures import Estimate, Measures
from squarely.lab.measure.truth import count_truth, sum_up
from squarely.lab.sweep import questions
from squarely.lab.sweep.questions import measure
from squarely.players.level import LevelPlayer
from tests.boards import playouts
from tests.lab.measure.plain_lab import HORIZON, MATCHES, Plain, Sampled, measure_play, measure_truth
from tests.solver import plain
from tests.thorough import IS_THOROUGH

pytestmark = pytest.mark.slow

# What is drawn from, small enough for the plain lab. As printed comes often, so that most are a few options from it.
SETTINGS: dict[str, dict[str, tuple[str, ...]]] = {
    "center": {
        "tokens": ("1",), "diagonal": ("forbidden", "allowed"), "stalemate": ("pass", "loses"),
        "beside_center": ("allowed", "forbidden"), "guarded": ("no", "yes"), "retreat": ("allowed", "forbidden"),
        "repetition": ("play_on", "play_on", "play_on", "draw", "second_loses"),
    },
    "numbers": {"size": ("2",), "komi": ("0", "1", "2", "4", "6"), "within": ("0", "1")},
    "quad": {
        "size": ("3",), "sudden_death": ("exchange", "none", "convert"),
        "shape": ("square", "corners", "line"), "begins_sudden_death": ("next", "first", "second"),
        "repetition": ("play_on", "play_on", "play_on", "draw", "first_loses"), "pie": ("no", "yes"),
    },
    "showdown": {
        "size": ("3", "4"), "goal": ("center", "3-3", "2-1"), "start": ("1-1", "1-2"), "first": ("1", "2"),
        "reversal": ("forbidden", "allowed"), "diagonal": ("forbidden", "forbidden", "allowed"),
        "trail": ("open", "closed", "closed"), "stuck": ("loses", "wins", "ties"),
        "repetition": ("play_on", "play_on", "draw", "first_loses"), "pie": ("no", "yes"),
    },
    "snatchers": {
        "size": ("2", "3"), "reach": ("1", "2"), "up": ("forward", "screen"),
        "diagonal": ("forbidden", "forbidden", "allowed"), "burnt": ("no", "yes"), "stuck": ("loses", "passes"),
        "repetition": ("play_on", "play_on", "play_on", "draw", "second_loses"), "pie": ("no", "no", "yes"),
    },
}  # fmt: skip
DRAWN = (*("center",) * 4, *("numbers",), *("quad",) * 5, *("showdown",) * 5, *("snatchers",) * 5)
FEW, MOST_MOVES = 350, 9  # positions that the plain lab takes, and moves of each


@cache
def draw_rule_sets(count: int) -> list[Game]:
    random, drawn = Random("rule sets"), dict[tuple[str, str], Game]()
    while len(drawn) < count:
        name = random.choice(DRAWN)
        settings = {option: random.choice(choices) for option, choices in SETTINGS[name].items()}
        with suppress(BadOption):
            game = load(name, ",".join(f"{option}={setting}" for option, setting in settings.items()))
            if (name, game.options) not in drawn and is_small(game):
                drawn[name, game.options] = game
    assert {name for name, _ in drawn} == {*SETTINGS}, "every game makes some"
    return [*drawn.values()]


def choose_start(game: Game) -> Position | None:
    """Where quad is measured from, of which a whole game is too much for the plain lab: after four moves."""
    if game.name != "quad":
        return None
    return next(match.position for match in playouts(game, 20, 4) if len(match.moves) == 4 and match.legal_moves)


def is_small(game: Game) -> bool:
    following = plain.reachable(game, choose_start(game) or game.start())
    return len(following) <= FEW and max(map(len, following.values())) <= MOST_MOVES


def check_figure(estimate: Estimate | None, expected: Any, name: str, unseen: float = 0.0) -> None:
    """The figures differ by no more than such samples do, and by what is so rare that they may be without it."""
    if expected is None or estimate is None:
        assert estimate is expected, name
    else:
        mean, spread = expected if isinstance(expected, Sampled) else (expected, 0.0)
        reach = 2.5 * (estimate.high - estimate.low) / 2 + 4 * spread / sqrt(MATCHES) + 0.001 + unseen
        assert abs(estimate.mean - mean) <= reach, name


def check_play(measures: Measures, expected: dict[str, Any]) -> None:
    for name in ("length_random", "length_level", "lead_changes_best", "lead_changes_level", "drama_best"):
        goes_round = name != "drama_best" and not measures.always_ends  # until it is stopped, once in a long while
        check_figure(getattr(measures, name), expected[name], name, goes_round * 3 * HORIZON / measures.matches)
    check_figure(measures.drama_level, Sampled(expected["drama_level"], 0.2), "drama_level")
    for (player, estimate), wanted in zip(measures.balance, expected["balance"], strict=True):
        is_vague = expected["is_played"] and isinstance(wanted, float)
        check_figure(estimate, Sampled(wanted, 0.4) if is_vague else wanted, player)
    assert measures.levels_apart == len(measures.chain)
    assert len(expected["shortest_chain"]) <= len(measures.chain) <= len(expected["longest_chain"])
    assert (measures.best_cut is None) == (expected["cuts"] is None)
    if measures.best_cut:
        text, share = measures.best_cut
        game = load(measures.game, measures.options)
        start = choose_start(game) or game.start()
        (cut,) = (each for move, each in expected["cuts"] if str(game.name_move(start, move)) == text)
        assert abs((cut.mean if isinstance(cut, Sampled) else cut) - share) < 0.2


@pytest.mark.thorough
@pytest.mark.parametrize("part", range(10))
def test_the_plain_lab_agrees(part: int) -> None:
    for game in draw_rule_sets(200 if IS_THOROUGH else 30)[part::10]:
        start = choose_start(game)
        measures = measure(game, start=start)
        deals = map(game.deal, range(game.deals())) if start is None else [start]
        starts = [Plain(game, each) for each in deals]
        try:
            assert (measures.game, measures.options) == (game.name, game.options)
            for name, wanted in measure_truth(game, starts).items():
                is_exact = not isinstance(wanted, float | tuple)
                assert getattr(measures, name) == (wanted if is_exact else pytest.approx(wanted, abs=1e-12)), name
            check_play(measures, measure_play(game, starts))
        except AssertionError as error:
            error.add_note(f"{game.name} {game.options}")
            raise


def test_a_forced_loss_in_which_no_decision_matters_and_a_closed_trail() -> None:
    for size, moves in ((3, 6), (4, 10), (5, 14)):
        measures = measure(load("snatchers", f"size={size},reach=1"), effort="truth")
        assert (measures.value, measures.ending, measures.distance) == ("second", "win", moves)
        assert measures.deciding_share == measures.endless_share == 0
        assert set(measures.keeping_by_ply) == {1.0}
        assert not measures.always_ends  # whoever wins may put it off for ever
    measures = measure(load("showdown", "trail=closed"), effort="truth")
    assert (measures.value, measures.distance, measures.longest_win) == ("second", 7, 14)
    assert measures.always_ends


def truth_of(explored: Explored) -> dict[str, Any]:
    return sum_up([count_truth(explored, find_spots(explored, find_order(explored.graph)))])


def test_the_truth_is_the_same_with_points_left_out_where_they_decide_nothing_but_the_end() -> None:
    """Then there are fewer nodes and as many positions."""
    for options in ("within=2,komi=5", "size=2,capture=choose"):
        game = load("numbers", options)
        with_points, stripped = (
            explore_game(game, game.start(), 10**6, ignores_score=ignores_score) for ignores_score in (False, True)
        )
        assert len(stripped.weights) < len(with_points.weights)
        assert truth_of(stripped) == truth_of(with_points)
        assert truth_of(stripped)["positions"] == len(with_points.weights)
    game = load("numbers", "size=2,pie=yes")
    explored = explore_game(game, game.start(), 10**6)
    assert truth_of(explored)["positions"] == len(explored.weights)


def test_the_truth_is_the_same_compiled_and_with_symmetry() -> None:
    """Compiled and folded, compiled and not, interpreted: each position counts once."""
    game = load("quad", "size=3,sudden_death=none")
    whole = explore_game(game, game.start(), 10**6)
    folded = explore_game(game, game.start(), 10**6, by_symmetry=True, compiles=True)
    assert (len(whole.weights), len(folded.weights)) == (6022, 846)
    spread = explore_game(game, game.start(), 10**6, compiles=True)
    assert truth_of(whole) == truth_of(folded) == truth_of(spread)
    for name in ("movers", "first", "children", "results", "distances"):  # so all play is the same to the last bit
        assert getattr(spread.graph, name).tolist() == getattr(whole.graph, name).tolist()
    assert spread.number_moves().tolist() == whole.number_moves().tolist()
    with pytest.raises(TooLarge, match="more than 5,000 positions"):
        explore_game(game, game.start(), 5000, compiles=True)


def test_measures_are_the_same_again_and_as_data_and_the_truth_alone_is_as_it_is_with_play() -> None:
    game = load("numbers", "size=2,komi=1")
    measures = measure(game, seed=3)
    assert convert(json.loads(json.dumps(measures._asdict())), Measures) == measures
    assert measure(game, seed=3) == measures
    assert measure(game, seed=4).balance[1] != measures.balance[1]
    assert measures.matches == 8_016
    game = load("showdown", "trail=closed,size=3")
    truth, full = (measure(game, effort=effort)._asdict() for effort in ("truth", "full"))
    assert {name: full[name] for name, value in truth.items() if value not in (None, (), 0)}.items() <= truth.items()
    assert (truth["length_random"], truth["balance"]) == (None, ())


def test_what_cannot_be_measured_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(TooLarge, match="more than 500 positions"):
        measure(load("center"), limit=500)
    monkeypatch.setattr(questions, "find_spec", {}.get)
    with pytest.raises(SquarelyError, match=r"pip install 'squarely\[solve\]'"):
        measure(load("snatchers", "size=2,reach=1"))


def test_a_sample_of_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(truth, "DEALS", 4)
    game = load("numbers")
    some = measure(game, seed=1)
    again, others = (measure(game, seed=seed, effort="truth") for seed in (1, 2))
    assert (some.deals, some.deals_of, others.deals) == (4, 362_880, 4)
    assert some.positions == again.positions != others.positions
    assert some.length_random
    assert some.best_cut is None


def test_the_level_plays_as_the_lab_says() -> None:
    """Matches of the player itself, which guesses points, share these as the lab's do."""
    game, points, matches = load("numbers", "size=2,komi=2"), 0.0, 0
    for number, seed in product(range(0, game.deals(), 2), range(20)):
        match = Match.of(game, game.deal(number))
        players = LevelPlayer(2, 2 * seed), LevelPlayer(2, 2 * seed + 1)
        while match.outcome is None:
            match = match.play(players[match.mover].choose(match))
        points += 0.5 if match.outcome.winner is None else 1 - match.outcome.winner
        matches += 1
    share = dict(measure(game).balance)["level:2"]
    assert abs(points / matches - share.mean) < 0.1
