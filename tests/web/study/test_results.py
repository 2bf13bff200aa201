"""Somebody's results are worded by the server in the words of `squarely me`, and the review tells their level."""

import json
from datetime import date

import pytest

from squarely.core.match.match import Match
from squarely.core.rules import registry
from squarely.core.rules.game import Side
from squarely.files.my_results import read_results
from squarely.play.results_summary import HEADING, sum_up_results
from squarely.players.level_estimate import measure_likelihoods
from squarely.solver.oracle import Oracle
from squarely.web.study.analysis import review_match
from tests.web.serving import Served, asking

LINE = {
    **{"key": "one", "day": "2026-11-16", "game": "center", "rules": "", "opponent": "level:4", "side": "first"},
    **{"result": "won", "moves": 7, "levels": [-3.0, -2.0, -1.0, 0.0, -1.0, -2.0, -3.0, -4.0, -5.0]},
}


@pytest.mark.anyio
async def test_lines_are_answered_in_words(served: Served) -> None:
    lines = [LINE, {**LINE, "key": "two", "result": "lost"}, {"daily": "2026-11-17", "solved": True}, {"key": "bad"}]
    text = "".join(json.dumps(each) + "\n" for each in lines)
    async with asking(served) as client:
        told = (await client.post("/api/results", json={"lines": text, "today": "2026-11-18"})).json()
        rows, sentences = sum_up_results(read_results(text.encode(), "your results"), date(2026, 11, 18))
        assert (told["heading"], told["rows"]) == ([*HEADING], [list(row) for row in rows])
        assert told["sentences"] == list(sentences)
        assert told["sentences"][-1] == "Daily puzzle: 1 day in a row."
        assert told["trouble"] == ["Line 4 of your results is damaged and left out."]
        for today in ("2026-02-30", "tomorrow"):
            assert (await client.post("/api/results", json={"lines": "", "today": today})).status_code == 400
        too_long = await client.post("/api/results", json={"lines": "x" * 60_001, "today": "2026-11-18"})
        assert too_long.status_code == 400


def test_a_review_tells_the_levels_of_the_only_person() -> None:
    game = registry.load("center")
    match = Match.of(game).play("place 0 1").play("place 0 0").play("move 0 1 1 1")
    assert review_match(match, "abcdefghijkl").levels == []
    told = review_match(match, "abcdefghijkl", Side.FIRST).levels
    assert told == [*measure_likelihoods(match, Side.FIRST, Oracle(game))]
