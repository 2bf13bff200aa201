"""The least that a game can be, on a board that is not square: the rest is derived, and every face plays it.

In the browser it is played in tests/web/browser/test_from_outside.py.
"""

import json
from pathlib import Path
from random import Random

import anyio
import httpx
import numpy as np
import pytest

from squarely import Match, Outcome, Side
from squarely.core.errors import BadPosition
from squarely.core.match.tabletop import Tabletop
from squarely.environments import petting_zoo
from squarely.environments.encoding import Encoding
from squarely.environments.gym import OneSeat
from squarely.environments.vector import Vector
from squarely.solver.large import solve
from squarely.solver.solution import SmallSolution
from squarely.testing import LAWS, find_reachable
from tests.compiled_play import lengths_of_same_play
from tests.environments.mcp.client import connected
from tests.environments.mcp.test_server import finish
from tests.games.outside_games import DROP, DROP_FILE, Drop
from tests.games.test_outside import run
from tests.solver import plain
from tests.solver.test_solution import as_verdict
from tests.terminal.driving import Desk
from tests.web.serving import Served

SMALL = Drop("columns=3")


def test_it_is_short() -> None:
    assert len([line for line in DROP_FILE.read_text().splitlines() if line.strip()]) <= 60


# What is derived


def test_its_board_is_drawn_named_and_touched() -> None:
    match = Match.of(DROP).play("B3").play("b 2")
    assert DROP.words.draw(match.position) == "  A B C D\n1 . . . .\n2 . Y . .\n3 . R . ."
    assert DROP.write_position(match.position) == "..../.Y../.R.. R"
    assert Tabletop(DROP).labels() == (["A", "B", "C", "D"], ["1", "2", "3"])
    assert [Tabletop(DROP).touched_squares(match.position, move) for move in match.legal_moves] == [
        (1,),
        (8,),
        (10,),
        (11,),
    ]
    assert Tabletop(DROP).read_touch(match.position, [8]) == "A3"


def test_its_lines_are_read_and_refused() -> None:
    assert DROP.read_position("..../.Y../.R.. R") == Match.of(DROP).play("B3").play("B2").position
    for line, why in (
        ("..../.Y.. R", "the board has 2 rows; it needs 3"),
        (".../.Y./.R. R", "row 1 has 3 squares; it needs 4"),
        ("..../.Y../.R.X R", "row 3 has 'X'; a square is one of R Y ."),
        ("..../.Y../.R.. X", "the side to move is R or Y"),
    ):
        with pytest.raises(BadPosition, match=why):
            DROP.read_position(line)


def test_its_planes_show_the_board() -> None:
    encoding = Encoding(DROP)
    assert encoding.planes == ("R", "Y", "Y's turn")
    assert encoding.shape == (3, 3, 4)
    seen = encoding.observe(DROP.read_position("..../.Y../.R.. R"))
    assert [np.argwhere(plane).tolist() for plane in seen] == [[[2, 1]], [[1, 1]], []]


def test_a_line_of_three_wins() -> None:
    match = Match.of(DROP)
    for move in ["A3", "A2", "B3", "B2", "C3"]:
        match = match.play(move)
    assert match.outcome == Outcome(Side.FIRST, "Red has three in a line")


def test_laws_hold_in_every_position_of_the_small_board() -> None:
    for law in LAWS:
        for position in find_reachable(SMALL):
            law(SMALL, position)


def test_every_position_of_the_small_board_is_solved_interpreted_and_compiled() -> None:
    truth = plain.solve(SMALL, SMALL.start())
    for solution in (SmallSolution(SMALL, [SMALL.start()]), solve(SMALL, SMALL.start())):
        assert {position: as_verdict(value) for position in truth if (value := solution.value(position))} == truth
        assert solution.summary().positions == len(truth)


# The faces


def test_the_terminal(desk: Desk, installed: str) -> None:
    assert run(desk, installed, "rules", "drop").code == 0
    begun = run(desk, installed, "play", "drop", "--save", "drop.match", typed=("B1", "b3", "B2"))
    assert "B1 is not allowed here. Please choose A3, B3, C3 or D3." in begun.out
    ended = run(desk, installed, "resume", "drop.match", typed=("A3", "A2", "C3"))
    assert (ended.code, "Red has three in a line" in ended.out) == (0, True)
    for command in (("show", "drop.match"), ("puzzle", "drop", "--seed", "1")):
        assert "A B C D" in run(desk, installed, *command).out, command
    assert "Red" in run(desk, installed, "review", "drop.match").out
    told = json.loads(run(desk, installed, "solve", "drop", "--json").out)
    assert (told["winner"], told["distance"]) == ("first", 9)
    assert run(desk, installed, "prove", "drop", "--out", "drop.proof").code == 0
    assert run(desk, installed, "check", "drop.proof").code == 0


def test_the_computers(desk: Desk, installed: str) -> None:
    for first in ("random", "level:3", "perfect"):
        assert run(desk, installed, "play", "drop", "--first", first, "--second", "level:1", "--seed", "2").code == 0


def test_the_server(tmp_path: Path, installed: str) -> None:
    with Served(tmp_path, PYTHONPATH=installed) as server, httpx.Client(base_url=server.url, timeout=60) as client:
        begun = client.post("/api/matches", json={"game": "drop", "opponent": "explore"}).json()
        seat = {"Authorization": f"Bearer {begun['seats'][0]['secret']}"}
        address = f"/api/matches/{begun['match']}"
        played = client.post(f"{address}/turns", json={"turn": 1, "act": "move", "squares": [9]}, headers=seat)
        assert played.status_code == 200, played.text
        board = client.get(address).json()["state"]["board"]
        assert (board["columns"], board["rows"]) == (["A", "B", "C", "D"], ["1", "2", "3"])
        assert [square.get("text", "") for square in board["squares"]] == ["", "", "", ""] * 2 + ["", "R", "", ""]


def test_language_models(desk: Desk, installed: str) -> None:
    async def play() -> None:
        async with connected("stdio", desk, PYTHONPATH=installed) as model:
            assert (await finish(model, DROP, "second", "random")).outcome

    anyio.run(play)


def test_the_environments() -> None:
    env, random = OneSeat(DROP, reward="regret"), Random(1)
    _, info = env.reset(seed=1)
    over = False
    while not over:
        _, _, terminated, truncated, info = env.step(random.choice(np.flatnonzero(info["action_mask"]).tolist()))
        over = terminated or truncated
    assert terminated
    zoo = petting_zoo.env(DROP)
    zoo.reset(seed=1)
    for agent in zoo.agent_iter():
        observation, _, ended, cut, _ = zoo.last()
        zoo.step(None if ended or cut else zoo.action_space(agent).sample(observation["action_mask"]))
    vector = Vector(DROP, 64)
    vector.reset(1)
    for _ in range(30):
        vector.step(vector.random_actions())


def test_it_runs_compiled(installed: str) -> None:
    assert len(set(lengths_of_same_play(50, "drop", "columns=5", path=installed))) > 3


def test_the_arena(desk: Desk, installed: str) -> None:
    plan = 'players = ["random", "perfect"]\nseeds = "1-10"\ngames = [{name = "drop"}]\n'
    (desk.here / "plan.toml").write_text(plan, encoding="utf-8")
    said = run(desk, installed, "arena", "run", "plan.toml", "--on", "processes:1")
    assert (said.code, "perfect" in said.out) == (0, True), said.err
    asked = run(desk, installed, "arena", "probe", "drop", "--count", "25", "--json")
    assert len(asked.out.splitlines()) == 25
