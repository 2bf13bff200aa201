"""Games from outside the package, installed: found, played in every face that has no browser, recorded and compiled.

`tests/games/outside` is such a package, with an entry point each; nothing of ours knows it. In the browser they are
played in tests/web/browser/test_from_outside.py.
"""

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random

import anyio
import httpx
import numpy as np
import pytest

from squarely.authoring.starters import step
from squarely.environments import petting_zoo
from squarely.environments.gym import OneSeat
from squarely.environments.vector import Vector
from squarely.games.quad import variations as quad_variations
from tests.compiled_play import LONGEST, lengths_of_same_play
from tests.environments.mcp.client import connected
from tests.environments.mcp.test_server import finish
from tests.games.outside_games import DROP, HOP_FILE, Hop
from tests.solver import plain
from tests.terminal.driving import Desk, Said
from tests.web.serving import Served

pytestmark = pytest.mark.slow

PAGE = Path(__file__).parents[2] / "docs" / "adding-a-game.md"
Run = Callable[..., Said]


@pytest.fixture
def run(desk: Desk, installed: str) -> Run:
    return partial(desk.squarely, PYTHONPATH=installed)


def test_it_is_not_there_where_it_is_not_installed(desk: Desk, run: Run) -> None:
    run("play", "hop", "--save", "hop.match", typed=("A4 A3",))
    for command in (("play", "hop"), ("show", "hop.match")):
        said = desk.squarely(*command)
        assert (said.code, "there is no game 'hop'" in said.err) == (2, True)
    assert "line 1: there is no game 'hop'" in said.err


def test_it_is_listed_with_its_rules(run: Run) -> None:
    said = run("games")
    assert (said.code, "Be the first to bring a piece to the far row." in said.out) == (0, True)
    listed = {game["game"]: game for game in json.loads(run("games", "--json").out)}
    assert {"quad", "hop"} <= set(listed)
    assert listed["hop"]["start"] == "DDDD/..../..../LLLL L"
    rules = run("rules", "hop")
    assert (rules.code, "size" in rules.out) == (0, True)
    assert "hop straight forward over one piece" in " ".join(rules.out.split())
    assert run("rules", "drop").code == 0


def test_it_is_played_recorded_resumed_and_shown(desk: Desk, run: Run) -> None:
    begun = run("play", "hop", "--option", "size=3", "--save", "hop.match", typed=("A3 B3", "A3 A2"))
    assert begun.code == 1, "the input has ended while the match has not"
    assert "Welcome to Hop!" in begun.out
    assert "Light, enter your move (e.g., A3 A2): " in begun.out
    assert "A3 B3 is not allowed here. Please choose A3 A2, B3 B2 or C3 C2." in begun.out
    assert (desk.here / "hop.match").read_text().endswith("\n\n1. A3 A2\n*\n")
    ended = run("resume", "hop.match", typed=("B1 B2", "B3 B1"))
    assert ended.code == 0, ended.err
    assert "Congratulations, Light! You have won the game: Light reached the far row." in ended.out
    kept = (desk.here / "hop.match").read_text()
    assert '[Game "hop"]' in kept
    assert '[Options "size=3"]' in kept
    assert '[Reason "Light reached the far row"]' in kept
    assert kept.endswith("\n\n1. A3 A2\n2. B1 B2\n3. B3 B1\n1-0\n")
    shown = run("show", "hop.match")
    assert (shown.code, "  A B C\n1 D L D\n2 L D .\n3 . . L\n" in shown.out) == (0, True)


def test_the_terminal_on_a_board_that_is_not_square(run: Run) -> None:
    begun = run("play", "drop", "--save", "drop.match", typed=("B1", "b3", "B2"))
    assert "B1 is not allowed here. Please choose A3, B3, C3 or D3." in begun.out
    ended = run("resume", "drop.match", typed=("A3", "A2", "C3"))
    assert (ended.code, "Red has three in a line" in ended.out) == (0, True)
    for command in (("show", "drop.match"), ("puzzle", "drop", "--seed", "1")):
        assert "A B C D" in run(*command).out, command
    assert "Red" in run("review", "drop.match").out


def test_computers_play_it(run: Run) -> None:
    for first in ("random", "level:3", "perfect"):
        assert run("play", "drop", "--first", first, "--second", "level:1", "--seed", "2").code == 0


def test_it_is_solved_and_proved(run: Run) -> None:
    told, small = json.loads(run("solve", "hop", "--option", "size=3", "--json").out), Hop("size=3")
    truth = plain.solve(small, small.start())[small.start()]
    assert tuple(told[name] for name in ("winner", "ending", "distance", "margin")) == truth
    told = json.loads(run("solve", "drop", "--json").out)
    assert (told["winner"], told["distance"]) == ("first", 9)
    assert run("prove", "drop", "--out", "drop.proof").code == 0
    assert run("check", "drop.proof").code == 0


def test_a_broken_game_hides_no_other(desk: Desk, tmp_path: Path) -> None:
    """One that cannot be loaded and one that lacks its verbs, next to ours."""
    folder = tmp_path / "broken"
    (folder / "broken-1.0.dist-info").mkdir(parents=True)
    (folder / "broken-1.0.dist-info" / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1.0\n")
    points = "[squarely.games]\ngone = no_such_module\nbare = bare_game\n"
    (folder / "broken-1.0.dist-info" / "entry_points.txt").write_text(points)
    bare = 'from squarely import Game\n\n\nclass Bare(Game):\n    title = "Bare"\n'
    (folder / "bare_game.py").write_text(bare)
    said = desk.squarely("games", PYTHONPATH=str(folder))
    assert "Be the first to form a 2x2 square" in said.out
    assert "no_such_module" in said.out + said.err
    assert "lacks players, marks" in said.out + said.err
    assert desk.squarely("play", "quad", typed=["quit"], PYTHONPATH=str(folder)).code in (0, 1)
    refused = desk.squarely("play", "bare", PYTHONPATH=str(folder))
    assert (refused.code, "lacks players, marks" in refused.err) == (2, True)


@pytest.mark.parametrize(("name", "options"), [("hop", "size=3"), ("drop", "columns=5")])
def test_it_runs_compiled(name: str, options: str, installed: str) -> None:
    lengths = lengths_of_same_play(100, name, options, path=installed)
    assert len(lengths) == 100
    assert len(set(lengths)) > 3
    assert min(lengths) < LONGEST


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


def test_the_arena(desk: Desk, run: Run) -> None:
    plan = 'players = ["random", "perfect"]\nseeds = "1-10"\ngames = [{name = "drop"}]\n'
    (desk.here / "plan.toml").write_text(plan, encoding="utf-8")
    said = run("arena", "run", "plan.toml", "--on", "processes:1")
    assert (said.code, "perfect" in said.out) == (0, True), said.err
    asked = run("arena", "probe", "drop", "--count", "25", "--json")
    assert len(asked.out.splitlines()) == 25


def test_the_recipe_shows_these_rules() -> None:
    """What docs/adding-a-game.md shows is in the package, word for word."""
    text = PAGE.read_text(encoding="utf-8").partition("\n## Reference\n")[2]
    python = [part.partition("```")[0].strip("\n") for part in text.split("```python\n")[1:]]
    assert len(python) == 3
    files = (HOP_FILE.with_name("squarely_cram.py"), Path(quad_variations.__file__), Path(step.__file__))
    rules = "".join(file.read_text(encoding="utf-8") for file in files)
    for block in python:
        assert block in rules, block
