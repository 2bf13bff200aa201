"""Several moves in a row, rectangles, captures and games without squares, in the faces that have no browser.

In the browser they are played in tests/web/browser/test_from_outside.py, in the app in tests/terminal/full_screen.
"""

import tomllib
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from squarely import Match, Side
from squarely.arena.probe.questions import KINDS, ask_in_every_view
from squarely.core.match.last_move import Captured, find_remains
from squarely.environments import petting_zoo
from squarely.environments.encoding import Encoding
from squarely.environments.gym import OneSeat
from squarely.players import seat_player
from squarely.players.prompt import describe_situation
from squarely.review.drawing.board import draw_position
from squarely.web.http.pages import show_game
from squarely.web.pictures.link_picture import draw_link
from tests.boards import played
from tests.games.classics import FILES, FOLDER, classic, declare
from tests.terminal.driving import Desk

BOXES = classic("boxes", "height=1,width=2")
START = Match.of(BOXES)
AGAIN = ("A2", "B1", "C2", "B3")  # Bob closes the left box


def test_the_package_names_every_file() -> None:
    project = tomllib.loads((FOLDER / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    named = {name: home.partition(":")[0] for name, home in project["entry-points"]["squarely.games"].items()}
    assert named == {file.stem: f"squarely_classics.{file.stem}" for file in FILES}


@pytest.mark.slow
def test_line_mode_says_whose_turn_it_is_again(desk: Desk, tmp_path: Path) -> None:
    path = declare(tmp_path / "installed")
    play = ("play", "boxes", "--option", "height=1", "--names", "Eva,Max", "--save", "boxes.match")
    said = desk.squarely(*play, typed=(*AGAIN, "D1", "E2", "D3"), PYTHONPATH=path)
    assert (said.code, said.out.count("Max, it is your turn again.")) == (0, 1), said.err
    assert "Eva, it is your turn again." not in said.out
    assert "Eva has 0 points, Max has 2 points.\nMax has captured B2 and D2.\n" in said.out
    assert "Congratulations, Max!" in said.out
    reviewed = desk.squarely("review", "boxes.match", PYTHONPATH=path).out
    assert [line.split()[1] for line in reviewed.splitlines() if line.strip()[:2] in ("4.", "5.")] == ["Max", "Max"]
    assert "connect_four  Connect Four" in desk.squarely("games", PYTHONPATH=path).out


@pytest.mark.slow
def test_computers_and_environments_move_several_times_in_a_row() -> None:
    match, players = Match.of(BOXES), (seat_player("level:3", 1), seat_player("perfect", 2))
    while not match.outcome:
        player = players[match.mover]
        assert player
        match = match.play(player.choose(match))
    assert any(one.mover == other.mover for one, other in pairwise(match.positions[:-1]))
    zoo = petting_zoo.env(classic("boxes"))
    zoo.reset(seed=1)
    agents = []
    for agent in zoo.agent_iter():
        observation, _, ended, cut, _ = zoo.last()
        agents += [agent] * (not (ended or cut))
        zoo.step(None if ended or cut else int(np.flatnonzero(observation["action_mask"])[-1]))
    assert len(agents) == 12
    assert any(one == other for one, other in pairwise(agents))
    one = OneSeat(BOXES, opponent="perfect", seat="first", reward="regret")
    _, info = one.reset(seed=1)
    while not one.episode.is_over:
        *_, info = one.step(int(np.flatnonzero(info["action_mask"])[0]))


def test_whose_boxes_are_whose_is_seen_and_a_language_model_is_told_who_made_which_move() -> None:
    match = played(START, *AGAIN)
    assert find_remains(match) == {6: Captured("B", Side.SECOND)}
    told = describe_situation(match.play("D1"), Side.FIRST)
    assert "Moves so far: 1. Ann: A2; 2. Bob: B1; 3. Ann: C2; 4. Bob: B3; 5. Bob: D1" in told
    assert "Moves so far: 1. A2; 2. B1; 3. C2; 4. B3" in describe_situation(match, Side.FIRST)


def test_a_game_without_squares_and_a_board_that_is_not_square_are_told_asked_and_drawn() -> None:
    game = classic("nim")
    match = Match.of(game)
    told = describe_situation(match, Side.FIRST)
    assert "# Squares" not in told
    assert "As a line: 3/4/5 A" in told
    assert "joined by /" not in told
    for kind in KINDS:
        assert {question.view for question in ask_in_every_view(game, kind, 1, 1)} <= {"plain"}
    assert draw_position(game, match.position) == f"<pre>{game.words.draw(match.position)}</pre>"
    assert Encoding(game).observe(match.position).shape == Encoding(game).shape
    assert draw_link(show_game(game)).startswith(b"\x89PNG")
    game = classic("connect_four", "rows=3,line=3")
    assert Encoding(game).shape == (3, 3, 4)
    assert 'viewBox="0 0 44.4 34.4"' in draw_position(game, game.start())
    views = ask_in_every_view(game, "legal", 1, 2)
    assert {"plain", "mirrored", "coordinates", "layout"} <= {question.view for question in views}
