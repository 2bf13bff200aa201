"""Matches through tools, with the official client: every game, over standard streams and over HTTP."""

import json
import re
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from mcp import Client, StdioServerParameters

from squarely import Match
from squarely.core.errors import BadOption
from squarely.environments.mcp import matches, transports
from squarely.environments.mcp.matches import Matches
from squarely.play.seat_secrets import SECRET_BYTES
from squarely.players.prompt import describe_rules
from tests.boards import refusal
from tests.environments.mcp.client import Model, serving_over_http
from tests.games.outside_games import HOP
from tests.patience import PATIENCE
from tests.players.model_server import plays, serving
from tests.terminal.driving import COMMAND, GAMES, Desk, read_until
from tests.terminal.driving import refusal as command_refusal

pytestmark = [pytest.mark.slow, pytest.mark.anyio]

PAGE = (Path(__file__).parents[3] / "docs" / "mcp.md").read_text(encoding="utf-8")
FREE = {"list_games", "read_rules", "start_match"}  # the others take a seat
TOOLS = FREE | {"see_match", "move", "resign", "ask_values", "ask_hint"}


def assert_true(view: dict[str, Any], match: Match, side: str) -> None:
    outcome = match.outcome
    assert view["position"] == match.game.write_position(match.position)
    assert view["board"] == match.game.words.draw(match.position)
    assert view["over"] == (outcome is not None)
    assert view["winner"] == (str(outcome.winner) if outcome and outcome.winner is not None else None)
    assert view["reason"] == (outcome.reason if outcome else None)
    assert view["side"] == side
    assert view["your_turn"] == (not outcome and str(match.mover) == side)
    assert view["legal_moves"] == ([str(move) for move in match.legal_moves] if view["your_turn"] else [])


async def test_all_five_games_are_finished_in_both_seats(model: Model, kept: Matches) -> None:
    """By random moves, and every answer is held against the match."""
    for name, (side, opponent) in product(GAMES, (("first", "random"), ("second", "level:3"))):
        seat, view = await model.start(name, side=side, opponent=opponent, seed=5)
        chance, match = Random(f"{name} {side}"), kept.open(*seat.values())[0].match
        while not view["over"]:
            assert_true(view, match, side)
            assert view["moves"] == [str(move) for move in match.moves]
            move = chance.choice(view["legal_moves"])
            view = (await model.done("move", **seat, move=move)).data
            begun, match = match.play(move), kept.open(*seat.values())[0].match
            assert match.moves[: len(begun.moves)] == begun.moves
        assert_true(view, match, side)
        assert match.game.result(match.position), "by the rules, and not otherwise"
        assert (await model.done("see_match", **seat)).data == view


# The command


async def test_on_standard_streams_a_language_model_and_a_game_from_outside_are_played_too(
    desk: Desk, installed: str
) -> None:
    with serving(plays(lambda moves: moves[0])) as server:
        variables = desk.environment(PYTHONPATH=installed, SQUARELY_LLM_URL=server.url)
        async with Client(StdioServerParameters(command=COMMAND, args=["mcp"], env=variables)) as client:
            model = Model(client)
            seat, view = await model.start("quad", opponent="llm:m", side="second")
            assert view["moves"] == ["A1"]
            assert (await model.done("move", **seat, move="B2")).data["moves"] == ["A1", "B2", "B1"]
            listed = await model.done("list_games")
            assert [line["game"] for line in listed.data["games"]] == sorted((*GAMES, "drop", "hop"))
            assert "- hop: Hop. Be the first to bring a piece to the far row." in listed.words
            assert (await model.done("read_rules", game="hop")).words == describe_rules(HOP)
            seat, view = await model.start("hop", side="second", opponent="random")
            assert len((await model.done("move", **seat, move=view["legal_moves"][0])).data["moves"]) == 3


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


def test_what_cannot_be_served_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        said = command_refusal("mcp", "--http", "--port", port)
    assert said == f"127.0.0.1, port {port} cannot be listened on: Address already in use; try another --port"
    for own in ("secret", "fifteen-letters", "two words that are long", "schlüssel-schlüssel"):
        monkeypatch.setenv(transports.VARIABLE, own)
        said = refusal(BadOption, transports.find_token, False)
        assert said.startswith("SQUARELY_MCP_TOKEN is no secret: it has at least 16 "), own


def test_help_loads_nothing_heavy(desk: Desk) -> None:
    heavy = "{'mcp', 'anyio', 'pydantic'}"
    code = f"import sys; from squarely.environments.mcp import command; assert not {heavy} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True, env=desk.environment())


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


async def test_over_http_strangers_are_turned_away_an_illegal_move_can_be_repaired_and_nobody_spends_anothers_key(
    desk: Desk,
) -> None:
    with (
        serving(plays(lambda moves: moves[0])) as server,
        serving_over_http(desk, SQUARELY_LLM_URL=server.url) as said,
    ):
        address = said.split()[-1]
        assert answered(address) == 200
        assert answered(address, Host="evil.example") == 421
        assert answered(address, Origin="http://evil.example") == 403
        assert answered(address, 100_000) == 413
        async with Client(address) as client:
            model = Model(client)
            for opponent in ("llm:m", "LLM:m", "program:true", "Program:true"):
                told = await model.refused("start_match", game="quad", opponent=opponent, side="second")
                assert " from here" in told
                assert told.endswith("choose human, random, perfect, level:1 to level:9 or search:BUDGET")
            seat, view = await model.start("quad", opponent="random", position="XO../..../..../.... X")
            why = "B1 is already occupied. Please choose another cell. Nothing was played. Legal moves: C1, "
            assert (await model.refused("move", **seat, move="B1")).startswith(why)
            assert view | (await model.done("see_match", **seat)).data == view
        async with Client(address, mode="legacy") as client:
            assert (await Model(client).done("move", **seat, move="C1")).data["moves"][0] == "C1"
        assert not server.requests


def test_beyond_this_machine_a_token_is_needed(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    with serving_over_http(desk, "--host", "0.0.0.0") as said:
        token = said.splitlines()[0].rpartition(" ")[2]
        assert len(token) > 15
        address = said.split()[-1].replace("0.0.0.0", "127.0.0.1")
        wrong = ["", "Bearer", "Bearer ", f"Basic {token}", f"Bearer {token}x", f"Bearer {token[:-1]}", token]
        assert [answered(address, Authorization=each) for each in wrong] == [401] * len(wrong)
        assert answered(address) == 401
        assert [answered(address, Authorization=f"{kind} {token}") for kind in ("Bearer", "bearer")] == [200, 200]
    monkeypatch.delenv(transports.VARIABLE, raising=False)
    assert transports.find_token(is_needed=False) == ("", False)
    monkeypatch.setenv(transports.VARIABLE, "a-token-of-one's")
    for is_needed in (False, True):
        assert transports.find_token(is_needed) == ("a-token-of-one's", False)


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
    assert f"at most {transports._BODY // 1024} KB" in page
