"""Skill, intervals and verdicts, held against a plain twin and against players whose skill is known."""

import json
from fractions import Fraction
from functools import cache
from itertools import product
from random import Random
from typing import Any

import numpy as np
import pytest

from squarely.arena.report.data import build_report, estimate_ratings
from squarely.arena.run.match_result import write_line
from squarely.arena.statistics import intervals, skill
from squarely.arena.statistics.intervals import Interval, draw_weights, estimate_spread
from squarely.arena.statistics.skill import GameResults, SkillEstimate, find_seats, group_by_game, list_turns
from squarely.core.rules.game import Side
from tests.arena.runs import played
from tests.arena.statistics import twin
from tests.thorough import many

pytestmark = pytest.mark.slow
PLAYERS = ("random", "level:2", "perfect")
TITLES = ("center", "numbers", "quad size=3", "showdown")


@cache
def log() -> list[dict[str, Any]]:
    return [json.loads(write_line(each)) for each in played()]


@cache
def games() -> list[GameResults]:
    return group_by_game(played())


def of(title: str) -> GameResults:
    return games()[TITLES.index(title)]


def shown(game: GameResults, player: str) -> tuple[SkillEstimate, Interval]:
    found = game.estimate_skill(find_seats(game.matches, player))
    assert found is not None
    assert found.interval is not None
    return found, found.interval


@pytest.mark.parametrize(
    ("title", "chosen"), list(zip(TITLES, ("perfect", "level:2", "random", "level:2"), strict=True))
)
def test_skill_and_its_interval_are_those_of_the_twin(title: str, chosen: str) -> None:
    game = of(title)
    for player, (side, seat) in product(PLAYERS, ((None, "both"), (Side.FIRST, "first"), (Side.SECOND, "second"))):
        exact = skill.measure_skill(list_turns(find_seats(game.matches, player, side)))
        again = twin.skill(twin.losses(log(), player, title, seat).values())
        found = None if exact is None else float(exact)
        assert found == (again if again is None else pytest.approx(again, abs=1e-9))
    weights, more = draw_weights(len(game.openings), title)
    lines = [line for line in log() if f"{line['game']} {line['options']}".strip() == title]
    grades = [grade for line in lines for grade in line["grades"] if grade[1] != "0"]
    mistakes = [Fraction(grade[1]) / Fraction(grade[3] - grade[2], grade[3]) for grade in grades]
    sums = list(twin.losses(log(), chosen, title).values())
    mistake = float(sum(mistakes) / len(mistakes))
    within = twin.within(sums, weights.tolist(), more.tolist(), mistake, 2.306004)
    assert shown(game, chosen)[1] == pytest.approx(within, abs=0.1)


def test_an_interval_is_as_wide_as_the_tables_of_student_say_and_every_draw_is_whole() -> None:
    """With four degrees of freedom less than there are openings."""
    for openings, student in ((10, 2.446912), (12, 2.306004), (20, 2.119905), (31, 2.051831)):
        wide = student / 1.959964 * openings / (openings - 1)
        assert intervals.widening_factor(openings, 0.025, 4) == pytest.approx(wide, abs=0.005)
    weights, more = draw_weights(12, "some game")
    assert weights.shape == (intervals.DRAWS, 12)
    assert weights.sum(axis=1) + more == pytest.approx(1)
    assert np.abs(weights.mean(axis=0) * 12.75 - 1).max() < 0.1, "every opening weighs as much"
    assert more.mean() * 12.75 == pytest.approx(0.75, abs=0.1)
    assert (draw_weights(12, "some game").played == weights).all()
    assert (draw_weights(12, "another").played != weights).any()


def test_perfect_loses_nothing_and_random_what_chance_would() -> None:
    for game in games():
        (perfect, interval), (_, chance) = shown(game, "perfect"), shown(game, "random")
        assert (perfect.skill, interval.high) == (100, 100)
        assert interval.low < 99.5  # in twelve openings nobody can show to be perfect
        assert chance.low < 0 < chance.high
    # In a long run there are enough openings that a skill of 13 would be seen.
    long = 'players = ["random", "level:1"]\nseeds = "1-150"\ncontrol = []\ngames = ["showdown"]'
    _, chance = shown(group_by_game(played(long))[0], "random")
    assert chance.low < 0 < chance.high < chance.low + 25


@pytest.mark.thorough
@pytest.mark.parametrize("rarity", [0.002, 0.02, 0.07, 0.15, 0.3])
def test_an_interval_holds_where_mistakes_are_rare(rarity: float) -> None:
    """One opening in so many has a mistake in it, sometimes two: most runs of a strong player see none."""
    for openings in (10, 40):
        chance, held, runs = Random(f"{openings} {rarity}"), 0, many(400)
        truth = 100 - 100 * rarity * 1.2 / 3
        for run in range(runs):
            lost = [chance.choice((1.0, 1.0, 1.0, 1.0, 2.0)) * (chance.random() < rarity) for _ in range(openings)]
            by_chance = [chance.choice((2.0, 4.0)) for _ in range(openings)]
            spread = estimate_spread(lost, by_chance, draw_weights(openings, f"run {run}"), 1.0)
            found = intervals.estimate_interval(100 - 100 * sum(lost) / sum(by_chance), [spread], openings)
            held += found.low <= truth <= found.high
            if not any(lost):  # no wider than twice what Clopper and Pearson say of one mistake
                assert 100 - found.low < 2 * 100 * (1 - 0.025 ** (1 / openings)) / 3
        assert held / runs >= 0.93, openings


@pytest.mark.thorough
def test_intervals_of_differences_hold_all_at_once() -> None:
    """Six players, two and two of the same skill, rare mistakes and many: in about one run of twenty one is wrong."""
    chance, wrong, runs = Random(8), 0, many(160)
    rarities = (0.4, 0.4, 0.1, 0.1, 0.01, 0.01)
    pairs = [(one, other) for one in range(6) for other in range(one)]
    for run in range(runs):
        weights, by_chance = draw_weights(30, f"run {run}"), [4.0] * 30
        losses = [[float(sum(chance.random() < each for _ in range(8))) for _ in range(30)] for each in rarities]
        skills = [100 - 100 * sum(lost) / 120 for lost in losses]
        spreads = [estimate_spread(lost, by_chance, weights, 1.0) for lost in losses]
        differences = [skills[one] - skills[other] for one, other in pairs]
        found = intervals.estimate_simultaneous(
            differences, [[spreads[one].minus(spreads[other])] for one, other in pairs], 30
        )
        truths = [200 * (rarities[other] - rarities[one]) for one, other in pairs]
        wrong += any(not each.low <= truth <= each.high for each, truth in zip(found, truths, strict=True))
    assert wrong / runs <= 0.07


def test_who_differs_is_told_apart_and_who_does_not_is_not() -> None:
    found = {name: shown(of("showdown"), name)[0] for name in PLAYERS}
    told = {(each.one, each.other): each for each in skill.compare_players("showdown", found)}
    assert told["perfect", "random"].verdict == skill.BETTER
    for each in told.values():
        low, high = each.low or 0.0, each.high or 0.0
        assert low <= each.difference <= high
        assert (each.verdict == skill.BETTER) == (low > 0)
    text = 'players = ["level:9", "perfect"]\nseeds = "1-12"\ncontrol = ["level:9"]\ngames = ["center"]'
    (center,) = group_by_game(played(text))
    same = skill.compare_players("center", {name: shown(center, name)[0] for name in ("level:9", "perfect")})
    assert [each.verdict for each in same] == [skill.UNDECIDED]
    data = build_report([each for each in played() if each.fixture.seed <= 9], mistakes=0)  # too few openings
    assert {each["verdict"] for each in data["differences"]} == {skill.TOO_FEW}
    assert {row["low"] for row in data["skill"]} == {None}
    assert any(row["skill"] == 100 for row in data["skill"])


def test_the_control_compares_a_player_with_itself() -> None:
    told = {each.game: each for each in skill.compare_controls(games())}
    assert tuple(told) == TITLES
    for title, found in told.items():
        assert (found.one, found.other) == ("random", "random")
        own = [line for line in log() if line["first"] == line["second"] and title.startswith(line["game"])]
        sums = [[0.0, 0.0], [0.0, 0.0]]
        for line in own:
            for mover, grade in zip(line["movers"], line["grades"], strict=True):
                copy = (int(mover) - 1 + line["leg"] - 1) % 2
                sums[copy][0] += grade[0]
                sums[copy][1] += float(Fraction(grade[1]))
        one, other = (100 - 100 * lost / by_chance for lost, by_chance in sums)
        assert found.difference == pytest.approx(one - other)
    others = [each for each in of("center").matches if not each.fixture.is_control]
    assert skill.compare_controls([GameResults("center", others)]) == []


def test_a_control_is_out_no_more_often_than_it_may_be() -> None:
    """A random mover against itself, from 12 openings at a time."""
    text = 'players = ["random"]\nseeds = "1-240"\ngames = ["showdown"]\nturn_limit = 30'
    runs = [[each for each in played(text) if first <= each.fixture.seed < first + 12] for first in range(1, 241, 12)]
    found = [each for run in runs for each in skill.compare_controls([GameResults("showdown", run)])]
    inside = [each.low <= 0 <= each.high for each in found if each.low is not None and each.high is not None]
    assert len(inside) >= 16
    assert sum(inside) / len(inside) >= 0.9


def test_games_count_the_same_together() -> None:
    parts = [shown(game, "level:2")[0] for game in games()]
    whole, alone = skill.average_skills(parts), skill.average_skills([None, parts[0]])
    assert whole
    assert whole.skill == pytest.approx(sum(part.skill for part in parts) / 4)
    assert alone
    assert alone[:2] == parts[0][:2]
    assert skill.average_skills([None]) is None
    assert skill.measure_skill([]) is None


def test_errors_are_counted_by_phase_and_difficulty() -> None:
    for player in PLAYERS:
        turns = list_turns(find_seats(of("center").matches, player))
        by_hand = {name: [0, 0] for name in ("opening", "middle", "end", "easy", "medium", "hard")}
        for line in log():
            if line["game"] != "center" or line["first"] == line["second"]:
                continue
            for at, (mover, grade) in enumerate(zip(line["movers"], line["grades"], strict=True)):
                lost, by_chance, good, legal = grade
                if line["first" if mover == "1" else "second"] == player and by_chance != "0":
                    share, third = good / legal, at / len(line["moves"])
                    phase = "opening" if third < 1 / 3 else "middle" if third < 2 / 3 else "end"
                    for name in (phase, "hard" if share < 0.334 else "medium" if share < 0.667 else "easy"):
                        by_hand[name][0] += 1
                        by_hand[name][1] += lost > 0
        named = {name: skill.count_errors([t for t in turns if name in (t.phase, t.difficulty)]) for name in by_hand}
        assert {name: [each.decisions, each.errors] for name, each in named.items()} == by_hand


def test_results_are_held_against_what_was_achievable_and_ratings_follow_them_and_not_the_order_of_the_log() -> None:
    rows = build_report(played(), mistakes=0)["skill"]
    for title in TITLES:
        both = [row for row in rows if row["game"] == title and row["seat"] == "both"]
        assert {row["achievable"] for row in both} == {0.5}  # what one can win in an opening, the other loses
        assert sum(row["score"] for row in both) == pytest.approx(1.5, abs=0.001)
    assert all(row["score"] >= row["achievable"] - 1e-9 for row in rows if row["player"] == "perfect")
    found = estimate_ratings(played())
    assert [each.player for each in found] == ["perfect", "level:2", "random"]
    assert all(0 < each.uncertainty < 25 / 3 for each in found)
    assert estimate_ratings(tuple(reversed(played()))) == found
