"""What the server answers about play: the truth to nobody who may not know it, results and verdicts as the terminal."""

import json
from datetime import date

import httpx
import pytest
from click.testing import CliRunner

from squarely.cli import squarely
from squarely.core.match import record
from squarely.core.match.match import Match
from squarely.core.rules import registry
from squarely.core.rules.game import Side
from squarely.files.my_results import read_results
from squarely.play.results_summary import HEADING, sum_up_results
from squarely.players.level_estimate import measure_likelihoods
from squarely.solver.oracle import Oracle
from squarely.web.study.analysis import judge_game, review_match
from tests.boards import played
from tests.games.outside_games import HOP
from tests.web.visiting import acted, bearer, begin, paired, posted, state

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("studied")]

LINE = {
    **{"key": "one", "day": "2026-11-16", "game": "center", "rules": "", "opponent": "level:4", "side": "first"},
    **{"result": "won", "moves": 7, "levels": [-3.0, -2.0, -1.0, 0.0, -1.0, -2.0, -3.0, -4.0, -5.0]},
}


@pytest.mark.anyio
async def test_the_truth_is_closed_while_two_people_play_and_open_to_one_alone(
    remote: httpx.AsyncClient,
) -> None:
    """Not a player's, not a spectator's, not a stranger's; no state tells it either."""
    questions = ("truth", "hint", "hint?step=3", "review")
    for match in (await begin(remote, opponent="here"), await paired(remote)):
        assert (await state(remote, match.id))["truth"] is False
        for question in questions:
            for secret in ("", match.first, match.second):
                asked = await remote.get(
                    f"/api/matches/{match.id}/{question}", headers=bearer(secret) if secret else {}
                )
                assert asked.status_code == 403
                assert asked.json()["error"] == "two people are playing: the truth waits until the match is over"
        told = (await remote.get(f"/api/matches/{match.id}")).text
        assert not any(word in told for word in ("wins in", "loses in", "never ends"))
    await acted(remote, match.id, match.first, 1, "move", move="up 1")
    await acted(remote, match.id, match.second, 2, "resign")
    codes = [(await remote.get(f"/api/matches/{match.id}/{question}")).status_code for question in questions]
    assert codes == [200, 400, 400, 200], "no hint for a match that is over"

    for opponent in ("explore", "random"):
        match = await begin(remote, opponent=opponent)
        assert (await state(remote, match.id))["truth"] is True
        told = (await remote.get(f"/api/matches/{match.id}/truth")).json()
        assert (told["turn"], len(told["moves"])) == (0, 4)
        assert (await remote.get(f"/api/matches/{match.id}/hint")).json()["last"] is False


@pytest.mark.anyio
async def test_results_are_answered_in_the_words_of_squarely_me(remote: httpx.AsyncClient) -> None:
    lines = [LINE, {**LINE, "key": "two", "result": "lost"}, {"daily": "2026-11-17", "solved": True}, {"key": "bad"}]
    text = "".join(json.dumps(each) + "\n" for each in lines)
    told = (await remote.post("/api/results", json={"lines": text, "today": "2026-11-18"})).json()
    rows, sentences = sum_up_results(read_results(text.encode(), "your results"), date(2026, 11, 18))
    assert (told["heading"], told["rows"]) == ([*HEADING], [list(row) for row in rows])
    assert told["sentences"] == list(sentences)
    assert told["sentences"][-1] == "Daily puzzle: 1 day in a row."
    assert told["trouble"] == ["Line 4 of your results is damaged and left out."]
    for wrong in ({"today": "2026-02-30"}, {"today": "tomorrow"}, {"lines": "x" * 60_001}):
        assert (await remote.post("/api/results", json={"lines": "", "today": "2026-11-18"} | wrong)).status_code == 400


def test_a_review_tells_the_levels_of_the_only_person() -> None:
    match = played(Match.of(registry.load("snatchers")), "up 1", "left 1", "right 1")
    assert review_match(match, "abcdefghijkl").levels == []
    told = review_match(match, "abcdefghijkl", Side.FIRST).levels
    assert told == [*measure_likelihoods(match, Side.FIRST, Oracle(match.game))]


def test_the_browser_shows_the_verdicts_that_the_terminal_prints() -> None:
    said = json.loads(CliRunner().invoke(squarely, ["court", "showdown", "--json"]).output)
    found = posted(judge_game(registry.load("showdown")))
    assert found.game == "showdown"
    assert [(v.number, v.section, v.claim, v.verdict, v.says, v.ruling or None) for v in found.verdicts] == [
        (f["number"], f["section"], f["claim"], f["verdict"], f["evidence"]["says"], f["ruling"]) for f in said
    ]
    records = [v.record for v in found.verdicts if v.record]
    assert records
    assert {record.read(text).match.game.name for text in records} == {"showdown"}
    assert posted(judge_game(HOP)).verdicts == [], "which makes no claims"
