"""The verdicts of the browser are those of the terminal."""

import json

import pytest
from click.testing import CliRunner

from squarely.cli import squarely
from squarely.core.match import record
from squarely.core.rules import registry
from squarely.web.study.analysis import judge_game
from tests.games.outside_games import HOP

from .posted import posted


@pytest.mark.parametrize("name", ["showdown", "snatchers"])
def test_the_browser_shows_what_the_terminal_prints(name: str) -> None:
    said = json.loads(CliRunner().invoke(squarely, ["court", name, "--json"]).output)
    found = posted(judge_game(registry.load(name)))
    assert found.game == name
    assert [(v.number, v.section, v.claim, v.verdict, v.says) for v in found.verdicts] == [
        (f["number"], f["section"], f["claim"], f["verdict"], f["evidence"]["says"]) for f in said
    ]
    assert [v.ruling or None for v in found.verdicts] == [f["ruling"] for f in said]
    records = [v.record for v in found.verdicts if v.record]
    assert records
    for text in records:
        assert record.read(text).match.game.name == name


def test_a_game_without_claims_has_no_verdicts() -> None:
    assert posted(judge_game(HOP)).verdicts == []
