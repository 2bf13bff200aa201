"""Matches through tools, with the official client: every game, over standard streams and over HTTP."""

import json
import re
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path
from random import Random
from typing import Any

import pytest

from squarely import Game, Match
from squarely.core.rules import registry
from squarely.environments.mcp import matches
from squarely.environments.mcp import transports as serving_over
from squarely.play.seat_secrets import SECRET_BYTES
from squarely.players.prompt import describe_rules
from tests.environments.mcp.client import TRANSPORTS, Model, connected, serving_over_http
from tests.games.outside_games import HOP
from tests.patience import PATIENCE
from tests.players.model_server import plays, serving
from tests.terminal.driving import GAMES, Desk, read_until

pytestmark = [pytest.mark.slow, pytest.mark.anyio]

PAGE = (Path(__file__).parents[3] / "docs" / "mcp.md").read_text(encoding="utf-8")
FREE = {"list_games", "read_rules", "start_match"}  # the others take a seat
TOOLS = FREE | {"see_match", "move", "resign", "ask_values", "ask_hint"}
LONGEST = 400


def replayed(game: Game, start: str, view: dict[str, Any]) -> Match:
    """The same match, played again without the server."""
    match = Match.of(game, game.read_position(start))
    for move in view["moves"]:
        match = match.play(move)
    return match


def assert_true(view: dict[str, Any], match: Match, side: str) -> None:
    """The view says what is so."""
    outcome = match.outcome
    assert view["position"] == match.game.write_position(match.position)
    assert view["board"] == match.game.words.draw(match.position)
    assert view["over"] == (outcome is not None)
    assert view["winner"] == (str(outcome.winner) if outcome and outcome.winner is not None else None)
    assert view["reason"] == (outcome.reason if outcome else None)
    assert view["side"] == side
    assert view["your_turn"] == (not outcome and str(match.mover) == side)
    assert view["legal_moves"] == ([str(move) for move in match.legal_moves] if view["your_turn"] else [])


async def finish(model: Model, game: Game, side: str, opponent: str) -> Match:
    """Play a match to its end by random moves, and hold every answer against the rules."""
    seat, view = await model.start(game.name, side=side, opponent=opponent, seed=5, options=game.options)
    start = game.write_position(game.start_for(5))
    chance = Random(f"{game.name} {side}")
    while not view["over"]:
        assert_true(view, replayed(game, start, view), side)
        assert len(view["moves"]) < LONGEST
        view = (await model.done("move", **seat, move=chance.choice(view["legal_moves"]))).data
    match = replayed(game, start, view)
    assert_true(view, match, side)
    assert (await model.done("see_match", **seat)).data == view
    return match


# Both transports


@pytest.mark.parametrize("transport", TRANSPORTS)
async def test_all_five_games_are_finished_in_both_seats_and_an_illegal_move_can_be_repaired(
    transport: str, desk: Desk
) -> None:
    async with connected(transport, desk) as model:
        assert [line["game"] for line in (await model.done("list_games")).data["games"]] == list(GAMES)
        for name in GAMES:
            for side, opponent in (("first", "random"), ("second", "level:3")):
                ended = await finish(model, registry.load(name), side, opponent)
                assert ended.game.result(ended.position), "by the rules, and not otherwise"
        seat, view = await model.start("quad", opponent="random", position="XO../..../..../.... X")
        said = await model.refused("move", **seat, move="B1")
        why = "B1 is already occupied. Please choose another cell. Nothing was played. Legal moves: C1, "
        assert said.startswith(why)
        assert view | (await model.done("see_match", **seat)).data == view
        assert (await model.done("move", **seat, move="C1")).data["moves"][0] == "C1"
    async with connected(transport, desk, "legacy") as model:
        seat, _ = await model.start("showdown")
        await model.done("see_match", **seat)


async def test_a_language_model_and_a_game_from_outside_are_played_too(desk: Desk, installed: str) -> None:
    with serving(plays(lambda moves: moves[0])) as server:
        async with connected("stdio", desk, PYTHONPATH=installed, SQUARELY_LLM_URL=server.url) as model:
            seat, view = await model.start("quad", opponent="llm:m", side="second")
            assert view["moves"] == ["A1"]
            assert (await model.done("move", **seat, move="B2")).data["moves"] == ["A1", "B2", "B1"]
            assert "- hop: Hop. Be the first to bring a piece to the far row." in (await model.done("list_games")).words
            assert (await model.done("read_rules", game="hop")).words == describe_rules(HOP)
            assert (await finish(model, HOP, "second", "random")).outcome


# The command


def test_standard_output_carries_the_protocol_alone(desk: Desk) -> None:
    client = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
    asked = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": client}
    process = desk.started("mcp")
    assert process.stdin
    process.stdin.write(json.dumps(asked).encode() + b"\nnonsense\n")
    process.stdin.flush()
    answer = json.loads(read_until(process, rb"\n").splitlines()[0])
    assert (answer["id"], answer["result"]["serverInfo"]["name"]) == (1, "squarely")
    out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    assert all(json.loads(line)["jsonrpc"] == "2.0" for line in out.splitlines())
    assert b"Traceback" not in err


def test_what_cannot_be_served_is_a_sentence(desk: Desk) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        said = desk.squarely("mcp", "--http", "--port", port)
    why = f"127.0.0.1, port {port} cannot be listened on: Address already in use; try another --port"
    assert (said.code, said.err) == (2, f"squarely: {why}\n")
    said = desk.squarely("mcp", "--http", "--host", "0.0.0.0", "--port", "0", SQUARELY_MCP_TOKEN="secret")
    assert said.code == 2
    assert said.err.startswith("squarely: SQUARELY_MCP_TOKEN is no secret: it has at least 16 ")


def test_without_the_extra_it_says_what_to_install_and_help_loads_nothing_heavy(desk: Desk) -> None:
    code = "import sys; sys.modules['mcp'] = None; from squarely.__main__ import main; sys.argv[1:] = ['mcp']; main()"
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, env=desk.environment(), check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("squarely: squarely mcp needs mcp")
    assert done.stderr.endswith("install it with: pip install 'squarely[agents]'\n")
    heavy = "{'mcp', 'anyio', 'pydantic'}"
    code = f"import sys; from squarely.environments.mcp import command; assert not {heavy} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True, env=desk.environment())
    assert "squarely mcp --http " in desk.squarely("mcp", "--help").out
    assert " mcp " in desk.squarely("--help").out


def answered(address: str, size: int = 0, **headers: str) -> int:
    """The status that a call of so many characters is answered with."""
    usual = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "ping", "params": {"x": " " * size}}).encode()
    request = urllib.request.Request(address, body, {**usual, **headers})
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as got:
            return int(got.status)
    except urllib.error.HTTPError as refused:
        return refused.code


def test_over_http_strangers_are_turned_away(desk: Desk) -> None:
    with serving_over_http(desk) as said:
        address = said.split()[-1]
        assert answered(address) == 200
        assert answered(address, Host="evil.example") == 421
        assert answered(address, Origin="http://evil.example") == 403
        assert answered(address, 100_000) == 413


@pytest.mark.parametrize("own", ["", "a-token-of-one's-own"])
def test_beyond_this_machine_a_token_is_needed(own: str, desk: Desk) -> None:
    with serving_over_http(desk, "--host", "0.0.0.0", SQUARELY_MCP_TOKEN=own) as said:
        token = own or said.splitlines()[0].rpartition(" ")[2]
        assert (token in said) == (not own), "one that was made is said, one that was given is not"
        assert len(token) > 15
        address = said.split()[-1].replace("0.0.0.0", "127.0.0.1")
        wrong = ["", "Bearer", "Bearer ", f"Basic {token}", f"Bearer {token}x", f"Bearer {token[:-1]}", token]
        assert [answered(address, Authorization=each) for each in wrong] == [401] * len(wrong)
        assert answered(address) == 401
        assert [answered(address, Authorization=f"{kind} {token}") for kind in ("Bearer", "bearer")] == [200, 200]


async def test_over_http_nobody_spends_the_key_of_another(desk: Desk) -> None:
    with serving(plays(lambda moves: moves[0])) as server:
        async with connected("http", desk, SQUARELY_LLM_URL=server.url) as model:
            for opponent in ("llm:m", "LLM:m", "program:true", "Program:true"):
                said = await model.refused("start_match", game="quad", opponent=opponent, side="second")
                assert " from here" in said
                assert said.endswith("choose human, random, perfect or level:1 to level:9")
        assert not server.requests


async def test_every_tool_takes_an_explicit_seat_and_the_page_names_it_and_the_limits(model: Model) -> None:
    rows = re.findall(r"^\| `(\w+)` \| (.*?) \|", PAGE, re.MULTILINE)
    tools = {tool.name: tool for tool in (await model.client.list_tools()).tools}
    assert {*tools} == TOOLS == {name for name, _ in rows}
    for name, arguments in rows:
        assert tools[name].description
        assert re.findall(r"`(\w+)`", arguments) == [*tools[name].input_schema.get("properties", {})]
        needed = {"match_id", "seat_token"} & set(tools[name].input_schema.get("required", []))
        assert len(needed) == (0 if name in FREE else 2)
    page = " ".join(PAGE.split())
    assert f"the {matches.MOST:,} that were used last, up to {matches.LONGEST:,} moves each" in page
    assert f"from {SECRET_BYTES} bytes" in page
    assert f"at most {serving_over._BODY // 1024} KB" in page
