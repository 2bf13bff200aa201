"""Skill, intervals and verdicts, held against a plain twin and against players whose skill is known."""

from fractions import Fraction
from random import Random
from typing import Any

import numpy as np
import pytest

from squarely.arena.report.data import build_report, estimate_ratings
from squarely.arena.run.match_result import write_line
from squarely.arena.statistics.intervals import (
    DRAWS,
    Interval,
    draw_weights,
    estimate_interval,
    estimate_simultaneous,
    estimate_spread,
    widening_factor,
)
from squarely.arena.statistics.skill import (
    BETTER,
    TOO_FEW,
    UNDECIDED,
    GameResults,
    average_skills,
    compare_controls,
    compare_players,
    count_errors,
    find_seats,
    group_by_game,
    list_turns,
    measure_skill,
)
from squarely.core.rules.game import Side
from tests.arena.runs import played
from tests.arena.statistics import twin

PLAYERS = ("random", "level:2", "perfect")
GAMES = {field.title: field for field in group_by_game(played())}


def log() -> list[dict[str, Any]]:
    return twin.lines(map(write_line, played()))


def field(title: str) -> GameResults:
    return GAMES[title]


@pytest.mark.parametrize("title", GAMES)
@pytest.mark.parametrize("player", PLAYERS)
def test_skill_is_that_of_the_twin_in_every_seat(title: str, player: str) -> None:
    for side, seat in ((None, "both"), (Side.FIRST, "first"), (Side.SECOND, "second")):
        exact = measure_skill(list_turns(find_seats(field(title).matches, player, side)))
        again = twin.skill(twin.losses(log(), player, title, seat).values())
        assert (None if exact is None else float(exact)) == (again if again is None else pytest.approx(again, abs=1e-9))


@pytest.mark.parametrize("title", GAMES)
def test_an_interval_is_that_of_the_twin(title: str) -> None:
    played_weights, more = draw_weights(len(field(title).openings), title)
    mistakes = [
        Fraction(grade[1]) / Fraction(grade[3] - grade[2], grade[3])
        for line in log()
        if f"{line['game']} {line['options']}".strip() == title
        for grade in line["grades"]
        if grade[1] != "0"
    ]
    mistake = float(sum(mistakes) / len(mistakes))
    for player in PLAYERS:
        sums = list(twin.losses(log(), player, title).values())
        found = field(title).estimate_skill(find_seats(field(title).matches, player))
        assert found is not None
        again = twin.within(sums, played_weights.tolist(), more.tolist(), mistake, 2.306004)
        assert found.interval == pytest.approx(again, abs=0.1)


@pytest.mark.parametrize(("openings", "student"), [(10, 2.446912), (12, 2.306004), (20, 2.119905), (31, 2.051831)])
def test_an_interval_is_as_wide_as_the_tables_of_student_say(openings: int, student: float) -> None:
    """With four degrees of freedom less than there are openings."""
    assert widening_factor(openings, 0.025, 4) == pytest.approx(
        student / 1.959964 * openings / (openings - 1), abs=0.005
    )


def test_every_draw_is_whole_and_every_opening_weighs_as_much() -> None:
    played_weights, more = draw_weights(12, "some game")
    assert played_weights.shape == (DRAWS, 12)
    assert played_weights.sum(axis=1) + more == pytest.approx(1)
    assert np.abs(played_weights.mean(axis=0) * 12.75 - 1).max() < 0.1
    assert more.mean() * 12.75 == pytest.approx(0.75, abs=0.1)
    assert (draw_weights(12, "some game").played == played_weights).all()
    assert (draw_weights(12, "another").played != played_weights).any()


def test_perfect_loses_nothing_and_random_what_chance_would() -> None:
    for title in GAMES:
        perfect = field(title).estimate_skill(find_seats(field(title).matches, "perfect"))
        chance = field(title).estimate_skill(find_seats(field(title).matches, "random"))
        assert perfect is not None
        assert chance is not None
        assert perfect.interval is not None
        assert (perfect.skill, perfect.interval.high) == (100, 100)
        assert perfect.interval.low < 99.5  # in twelve openings nobody can show to be perfect
        assert chance.interval is not None
        assert chance.interval.low < 0 < chance.interval.high


def test_a_random_mover_has_no_skill_in_a_long_run() -> None:
    """Enough openings that a skill of 13 would be seen."""
    text = 'players = ["random", "level:1"]\nseeds = "1-150"\ncontrol = []\ngames = ["center"]'
    (center,) = group_by_game(played(text))
    found = center.estimate_skill(find_seats(center.matches, "random"))
    assert found is not None
    assert found.interval is not None
    assert found.interval.low < 0 < found.interval.high
    assert found.interval.high - found.interval.low < 25


def one_interval(lost: list[float], by_chance: list[float], run: int) -> Interval:
    skill = 100 - 100 * sum(lost) / sum(by_chance)
    return estimate_interval(
        skill, [estimate_spread(lost, by_chance, draw_weights(len(lost), f"run {run}"), 1.0)], len(lost)
    )


def test_an_interval_holds_the_truth_as_often_as_it_says() -> None:
    """Openings drawn from a population whose skill is known: 30 at a time, 300 times."""
    chance, truth, held = Random(7), 100 - 100 * 0.3, 0
    for run in range(300):
        by_chance = [chance.choice((5.0, 10.0, 30.0)) for _ in range(30)]
        lost = [sum(chance.random() < 0.3 for _ in range(10)) / 10 * each for each in by_chance]
        found = one_interval(lost, by_chance, run)
        held += found.low <= truth <= found.high
    assert 0.93 <= held / 300 <= 0.99


@pytest.mark.parametrize("openings", [10, 20, 40])
@pytest.mark.parametrize("rarity", [0.002, 0.02, 0.07, 0.15, 0.3])
def test_an_interval_holds_where_mistakes_are_rare(openings: int, rarity: float) -> None:
    """One opening in so many has a mistake in it, sometimes two: most runs of a strong player see none."""
    chance, held, runs = Random(f"{openings} {rarity}"), 0, 200
    truth = 100 - 100 * rarity * 1.2 / 3
    for run in range(runs):
        lost = [chance.choice((1.0, 1.0, 1.0, 1.0, 2.0)) * (chance.random() < rarity) for _ in range(openings)]
        by_chance = [chance.choice((2.0, 4.0)) for _ in range(openings)]
        found = one_interval(lost, by_chance, run)
        held += found.low <= truth <= found.high
        if not any(lost):  # no wider than twice what Clopper and Pearson say of one mistake
            assert 100 - found.low < 2 * 100 * (1 - 0.025 ** (1 / openings)) / 3
    assert held / runs >= 0.93


def test_intervals_of_differences_hold_all_at_once() -> None:
    """Six players, two and two of the same skill, rare mistakes and many: in about one run of twenty one is wrong."""
    chance, wrong, runs = Random(8), 0, 200
    rarities = (0.4, 0.4, 0.1, 0.1, 0.01, 0.01)
    pairs = [(one, other) for one in range(6) for other in range(one)]
    for run in range(runs):
        weights, by_chance = draw_weights(30, f"run {run}"), [4.0] * 30
        losses = [[float(sum(chance.random() < each for _ in range(8))) for _ in range(30)] for each in rarities]
        skills = [100 - 100 * sum(lost) / 120 for lost in losses]
        spreads = [estimate_spread(lost, by_chance, weights, 1.0) for lost in losses]
        found = estimate_simultaneous(
            [skills[one] - skills[other] for one, other in pairs],
            [[spreads[one].minus(spreads[other])] for one, other in pairs],
            30,
        )
        truths = [200 * (rarities[other] - rarities[one]) for one, other in pairs]
        wrong += any(not each.low <= truth <= each.high for each, truth in zip(found, truths, strict=True))
    assert wrong / runs <= 0.07


def test_who_differs_is_told_apart_and_who_does_not_is_not() -> None:
    found = {name: field("showdown").estimate_skill(find_seats(field("showdown").matches, name)) for name in PLAYERS}
    told = {(each.one, each.other): each for each in compare_players("showdown", found)}
    assert told["perfect", "random"].verdict == BETTER
    for each in told.values():
        assert each.low is not None
        assert each.high is not None
        assert (each.verdict == BETTER) == (each.low > 0)
        assert each.low <= each.difference <= each.high
    text = 'players = ["level:9", "perfect"]\nseeds = "1-12"\ncontrol = ["level:9"]\ngames = ["center"]'
    (center,) = group_by_game(played(text))
    same = compare_players(
        "center", {name: center.estimate_skill(find_seats(center.matches, name)) for name in ("level:9", "perfect")}
    )
    assert [each.verdict for each in same] == [UNDECIDED]


def test_too_few_openings_tell_nobody_apart() -> None:
    matches = [each for each in played() if each.fixture.seed <= 9]
    data = build_report(matches, mistakes=0)
    assert {each["verdict"] for each in data["differences"]} == {TOO_FEW}
    assert {row["low"] for row in data["skill"]} == {None}
    assert any(row["skill"] == 100 for row in data["skill"])


def test_the_control_compares_a_player_with_itself() -> None:
    told = {each.game: each for each in compare_controls(list(GAMES.values()))}
    assert list(told) == list(GAMES)
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
    assert (
        compare_controls(
            [GameResults("center", [each for each in field("center").matches if not each.fixture.is_control])]
        )
        == []
    )


def test_a_control_is_out_no_more_often_than_it_may_be() -> None:
    """A random mover against itself, from 12 openings at a time."""
    text = 'players = ["random"]\nseeds = "1-360"\ngames = ["showdown"]\nturn_limit = 30'
    runs = [[each for each in played(text) if first <= each.fixture.seed < first + 12] for first in range(1, 361, 12)]
    found = [each for run in runs for each in compare_controls([GameResults("showdown", run)])]
    inside = [each.low <= 0 <= each.high for each in found if each.low is not None and each.high is not None]
    assert len(inside) >= 25
    assert sum(inside) / len(inside) >= 0.9


def test_games_count_the_same_together() -> None:
    parts = [GAMES[title].estimate_skill(find_seats(GAMES[title].matches, "level:2")) for title in GAMES]
    whole = average_skills(parts)
    assert whole is not None
    assert whole.skill == pytest.approx(sum(part.skill for part in parts if part) / 4)
    alone = average_skills([None, parts[0]])
    assert alone is not None
    assert parts[0] is not None
    assert alone[:2] == parts[0][:2]
    assert average_skills([None]) is None


def test_errors_are_counted_by_phase_and_difficulty() -> None:
    for player in PLAYERS:
        turns = list_turns(find_seats(field("center").matches, player))
        by_hand = {name: [0, 0] for name in ("opening", "middle", "end", "easy", "medium", "hard")}
        for line in log():
            if line["game"] != "center" or line["first"] == line["second"]:
                continue
            for at, (mover, (lost, by_chance, good, legal)) in enumerate(
                zip(line["movers"], line["grades"], strict=True)
            ):
                if line["first" if mover == "1" else "second"] == player and by_chance != "0":
                    share, third = good / legal, at / len(line["moves"])
                    phase = "opening" if third < 1 / 3 else "middle" if third < 2 / 3 else "end"
                    for name in (phase, "hard" if share < 0.334 else "medium" if share < 0.667 else "easy"):
                        by_hand[name][0] += 1
                        by_hand[name][1] += lost > 0
        named = {name: count_errors([t for t in turns if name in (t.phase, t.difficulty)]) for name in by_hand}
        counted = {name: [each.decisions, each.errors] for name, each in named.items()}
        assert counted == by_hand


def test_results_are_held_against_what_was_achievable() -> None:
    for title in GAMES:
        rows = [row for row in build_report(played(), mistakes=0)["skill"] if row["game"] == title]
        both = [row for row in rows if row["seat"] == "both"]
        assert {row["achievable"] for row in both} == {
            0.5
        }  # both seats of every opening: what one can win the other loses
        assert sum(row["score"] for row in both) == pytest.approx(1.5, abs=0.001)
        perfect = [row for row in rows if row["player"] == "perfect"]
        assert all(row["score"] >= row["achievable"] - 1e-9 for row in perfect)


def test_no_turns_show_no_skill() -> None:
    assert measure_skill([]) is None


def test_ratings_follow_results_and_not_the_order_of_the_log() -> None:
    found = estimate_ratings(played())
    assert [each.player for each in found] == ["perfect", "level:2", "random"]
    assert all(0 < each.uncertainty < 25 / 3 for each in found)
    assert estimate_ratings(tuple(reversed(played()))) == found
