"""`squarely solve`, as people and programs use it."""

import json
import re
from typing import Any

import pytest
from click.testing import CliRunner, Result

from squarely.cli import squarely
from squarely.core.errors import BadOption, BadPosition
from squarely.core.rules import registry
from tests.boards import line
from tests.review.plain import plain_from
from tests.solver import plain


def run(*arguments: str) -> Result:
    return CliRunner().invoke(squarely, ["solve", *arguments])


def facts(*arguments: str) -> dict[str, Any]:
    result = run(*arguments, "--json")
    assert result.exit_code == 0
    found: dict[str, Any] = json.loads(result.stdout)
    return found


VALUE = ["winner", "ending", "distance", "margin"]


def test_a_position_is_told_with_the_value_of_every_move() -> None:
    found = facts("center", "--position", "-A-/---/--- B")
    assert list(found) == ["game", "options", "position", "mover", *VALUE, "moves"]
    assert [found[name] for name in ("mover", *VALUE)] == ["second", "first", "win", 2, None]
    assert all(list(move) == ["move", "position", *VALUE] for move in found["moves"])
    game = registry.load("center")
    position = game.read_position("-A-/---/--- B")
    truth = plain.solve(game, position)
    for move in found["moves"]:
        assert tuple(move[name] for name in VALUE) == truth[game.read_position(move["position"])]
    assert {move["move"] for move in found["moves"]} == {str(move) for move in game.named_moves(position)}


@pytest.mark.parametrize("drawn", ["X O .\n. X .\n. . O\nX", ". X .\n. X O\n. O .\nX", "X O X\nO . O\n. X .\nX"])
def test_a_person_reads_one_distance_for_one_move(drawn: str) -> None:
    """A move counts from where it is made, as the position does: the best one has the same number."""
    game = registry.load("quad", "size=3,sudden_death=none")
    position = game.read_position(line(drawn))
    said = run("quad", "-o", game.options, "--position", line(drawn)).stdout
    truth, names = plain_from(game, position), game.players
    told = re.search(r"Player . to move: (.+)\.\n", said)
    listed = dict(re.findall(r"^  ([A-C][1-3]) +(.+)$", said, re.M))
    assert told
    assert told[1] == truth.truth(position).says(names)
    assert next(iter(listed.values())) == brief(told[1])
    for move, after in truth.after[position].items():
        reached = truth.truth(after)
        assert listed.pop(move) == brief(reached._replace(moves=(reached.moves or 0) + 1).says(names))
    assert not listed


def brief(said: str) -> str:
    """As the list says it, below a line that says whose moves are counted."""
    return said.removesuffix(" (both sides counted)")


def test_without_a_position_the_whole_game_is_told() -> None:
    found = facts("showdown")
    assert found["positions"] == 77
    assert found["counts"] == {"endless": 61, "second": 16}
    said = run("showdown").stdout
    assert "Player 1 to move: play can go on for ever." in said
    assert "The whole game: 77 positions (61 endless, 16 second); the longest way to an end takes 1 move." in said
    assert "Worked out in" in said
    assert "MB" in said


def test_points_already_scored_are_in_the_margin() -> None:
    found = facts("numbers", "--position", "5.8/.../6.7 2 19-0")
    assert [found[name] for name in VALUE] == ["first", "win", 4, 17]


def test_options_change_the_truth() -> None:
    assert facts("quad", "--option", "size=3", "--option", "sudden_death=none")["ending"] == "tie"
    assert facts("quad", "--option", "size=3")["ending"] == "endless"


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (["quad", "--position", "XXXX/..../..../.... X"], BadPosition),
        (["quad", "--position", "nonsense"], BadPosition),
        (["quad", "--option", "size=2"], BadOption),
        (["showdown", "--option", "goal=1-1"], BadOption),
    ],
)
def test_what_cannot_be_is_refused(arguments: list[str], error: type[Exception]) -> None:
    assert isinstance(run(*arguments).exception, error)  # which the command turns into a sentence and exit code 2
