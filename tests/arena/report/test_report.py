"""The report: what it says is what was played, in text, as data and as a page."""

import re
from functools import cache
from html import unescape
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from squarely import Match
from squarely.arena.report import text
from squarely.arena.report.data import Report, build_report
from squarely.arena.report.mistakes import find_worst_mistakes
from squarely.arena.report.page import render_report
from squarely.arena.run.match_result import LoggedFault, MatchResult
from squarely.core.rules import registry
from squarely.review.grading import grade_move
from squarely.solver.oracle import Oracle
from tests.arena.runs import played
from tests.review.html import Html

pytestmark = pytest.mark.slow
NASTY = '</style><script>alert(1)</script> & "Bob" {{mistakes}}'


@cache
def data() -> Any:
    return build_report(played())


def called(names: dict[str, str]) -> list[MatchResult]:
    seats = ((each, each.fixture.first, each.fixture.second) for each in played())
    renamed = ((each, names.get(first, first), names.get(second, second)) for each, first, second in seats)
    return [replace(each, fixture=replace(each.fixture, first=one, second=two)) for each, one, two in renamed]


def test_it_is_data_for_programs() -> None:
    assert msgspec.json.decode(msgspec.json.encode(data()), type=Report) == data()
    assert data()["matches"] == len(played())
    assert data()["players"] == ["perfect", "level:2", "random"]
    units = {"center": "results", "numbers": "points", "quad size=3": "results", "showdown": "results"}
    assert [(game["game"], game["unit"]) for game in data()["games"]] == list(units.items())
    assert len(data()["skill"]) == 4 * 3 * 3
    assert build_report(tuple(reversed(played()))) == data()


def test_the_text_has_every_player_game_and_seat() -> None:
    told = text.render_report(data())
    for row in data()["skill"]:
        lines = [line for line in told.splitlines() if line.split()[:1] == row["game"].split()[:1]]
        line = next(line for line in lines if row["player"] in line and f" {row['seat']} " in line)
        assert text.format_skill(row) in line
        assert f"{row['score']:.3f}" in line
    for heading in ("Skill", "Errors", "Who is better", "Control", "Ratings", "Faults", "Worst mistakes"):
        assert f"\n{heading}" in told
    assert "perfect is better than random, by " in told
    assert "Nobody made a fault." in told
    assert "Time and cost" not in told
    assert "Time and cost" in text.render_effort(data())


def test_a_mistake_is_one_the_worst_come_first_and_its_reason_is_the_review_s() -> None:
    for mistake in data()["mistakes"]:
        game = registry.load(mistake["name"], mistake["options"])
        position = game.read_position(mistake["position"])
        after = Match.of(game, position).play(mistake["move"])
        found = grade_move(Oracle(game), position, after.moves[-1])
        assert found.cost > 0
        lost = "the result" if found.points_lost is None else f"{found.points_lost} point"
        assert mistake["lost"].startswith(lost)
        assert mistake["board"] == game.words.draw_alone(position, game.players)
        assert mistake["move"] in mistake["because"]
    assert find_worst_mistakes(played(), "perfect", 99) == []
    numbers = [each for each in played() if each.fixture.game == "numbers"]
    costs = [each.graded.cost for each in find_worst_mistakes(numbers, "random", 99)]
    assert costs == sorted(costs, reverse=True)
    graded = (
        (each.fixture, side, graded)
        for each in numbers
        for side, graded in zip(each.movers, each.grades or (), strict=True)
    )
    random = [made for at, side, made in graded if made and at.player(side) == "random" and not at.is_control]
    assert costs[0] == max(made.cost for made in random)


def test_a_game_that_is_not_solved_has_no_skill_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("squarely.solver.oracle.QUICK", 2000)  # it gives up sooner on what is too large anyway
    large = """
players = ["random", "level:1"]
seeds = "1-2"
turn_limit = 3
games = ["showdown", {name = "quad", options = "size=6"}]
"""
    data = build_report(played(large))
    rows = [row for row in data["skill"] if row["game"] == "quad size=6"]
    assert len(rows) == 6
    for row in rows:
        assert [row[name] for name in ("skill", "low", "high", "regret", "achievable", "phases")] == [None] * 6
        assert row["matches"] > 0
    assert "quad size=6 is too large to be solved at once" in text.render_report(data)
    assert "quad size=6 is too large to be solved at once" in Html(render_report(data, "t")).text
    assert {row["player"] for row in data["ratings"]} == {"random", "level:1"}
    data = build_report([each for each in played(large) if each.fixture.game == "quad"])  # nothing but unsolved games
    assert data["differences"] == []
    assert "Ratings" in text.render_report(data)
    assert "Ratings" in render_report(data, "t")


def test_the_page_is_whole_by_itself() -> None:
    html = render_report(data(), "Arena: small")
    read = Html(html)
    assert not re.search(r"https?:|//[a-z]|url\(|@import|\{\{", html)
    assert not [tag for tag, given in read.elements if tag == "script" or {"src", "href", "action"} & set(given)]
    assert read.policy == "default-src 'none'; style-src 'unsafe-inline'"
    assert "light-dark(" in html
    assert len(read.all_of("id")) == len(set(read.all_of("id")))
    drawn = [given for tag, given in read.elements if tag == "svg"]
    boards = [each for each in drawn if each.get("class") == "board"]
    assert len(boards) == len(data()["mistakes"]) > 3
    games = [game["game"] for game in data()["games"]]
    skills = [f"Skill, {name}" for name in ("all games", *games)]
    charts = [each["aria-label"] for each in drawn if each.get("class") == "chart"]
    assert charts == skills + [f"Errors by difficulty, {name}" for name in games]
    for said in (*(each["because"] for each in data()["mistakes"]), *map(text.format_skill, data()["skill"])):
        assert said in read.text


def chart_texts(html: str) -> list[tuple[dict[str, str], str]]:
    """The texts of the charts: attributes, and what is drawn."""
    found = re.findall(r"<text ([^>]*)>(?:<title>[^<]*</title>)?([^<]*)</text>", html)
    return [(dict(re.findall(r'([\w-]+)="([^"]*)"', attributes)), unescape(drawn)) for attributes, drawn in found]


def test_names_are_only_ever_text_and_long_ones_fit_beside_the_charts_and_stay_apart() -> None:
    paths = [f"program:/home/somebody/very/long/{'M' * 40}/player-{number}.py --depth 3" for number in (1, 2)]
    named = called({"random": paths[0], "level:2": paths[1], "perfect": f"{'完全' * 20}{NASTY}"})
    html = render_report(build_report(named), NASTY)
    assert "<script>" not in html
    assert Html(html).text.count(NASTY) > 3
    names = [(attributes, drawn) for attributes, drawn in chart_texts(html) if attributes.get("class") == "name"]
    assert len({drawn for _, drawn in names}) == 3
    for attributes, drawn in names:
        assert len(drawn) <= 20 or float(attributes["textLength"]) <= float(attributes["x"])
    for path in paths:
        assert f"<title>{path}</title>" in html


def test_a_player_of_faults_only_has_a_skill_and_nothing_is_drawn_over_a_name() -> None:
    faulty = []
    for each in played():
        assert each.grades is not None
        made = {at: side for at, side in enumerate(each.movers) if each.fixture.player(side) == "level:2"}
        faults = [LoggedFault(at + 1, str(made[at]), "refused", "no", graded=each.grades[at]) for at in made]
        grades = [None if at in made else grade for at, grade in enumerate(each.grades)]
        faulty.append(replace(each, grades=tuple(grades), faults=tuple(faults)))
    data = build_report(faulty)
    (row,) = [row for row in data["overall"] if row["player"] == "level:2"]
    assert row["skill"] is not None
    assert row["answered"]["skill"] is None
    assert "nothing to lose" not in render_report(data, "t")
    idle = [*faulty, *(each for each in called({"level:2": "idle"}) if each.fixture.game == "center")]
    drawn = chart_texts(render_report(build_report(idle), "t"))
    absent = [attributes for attributes, says in drawn if says == "did not play"]
    assert len(absent) == 3
    assert all(float(attributes["x"]) > 170 and "side" in attributes["class"] for attributes in absent)
