"""Language models as players, asked over a real connection by a server that misbehaves on purpose."""

import asyncio
import json
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from email.utils import formatdate
from itertools import pairwise
from pathlib import Path

import pytest

from squarely import Match
from squarely.core.errors import BadPlayer
from squarely.core.rules import registry
from squarely.players import dismiss_players, endpoint, llm, seat_player
from squarely.players.endpoint import LONGEST, Unavailable, parse_retry_after, read_environment
from squarely.players.llm import LanguageModel
from squarely.players.player_faults import ILLEGAL, REFUSED, TIMED_OUT, UNREADABLE, PlayerFault
from squarely.players.prompt import write_prompt
from tests.boards import playouts, refusal
from tests.games.outside_games import HOP
from tests.players.model_server import (
    Behaviour,
    ModelServer,
    Reply,
    completion,
    drips,
    drops,
    plays,
    says,
    sends,
    serving,
    sleeps,
)
from tests.terminal.driving import Desk

ROOT = Path(__file__).resolve().parents[2]
SOON = 1.0  # seconds; patience for those that never answer


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Retries follow at once, and nothing of whoever runs the tests gets between."""
    monkeypatch.setattr(endpoint, "_PAUSE", 0.01)
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.delenv(name, raising=False)


def model(server: ModelServer, patience: float = 20.0, prices: str = "", repairs: int = 2) -> LanguageModel:
    given = {"SQUARELY_LLM_URL": server.url, "SQUARELY_LLM_PRICES": prices}
    found = read_environment("m", given)
    return LanguageModel("m", patience, endpoint=found, repairs=repairs)


def opened() -> Match:
    return Match.of(registry.load("showdown"))


def faulted(player: LanguageModel, match: Match) -> PlayerFault:
    with pytest.raises(PlayerFault) as caught:
        player.choose(match)
    assert player.report.faults[-1] == (caught.value.kind, str(caught.value))
    return caught.value


# Playing


@pytest.mark.parametrize("name", ["center", "numbers", "quad", "showdown", "snatchers", "hop"])
def test_a_model_plays_every_game_from_its_prompt_alone(name: str) -> None:
    game = HOP if name == "hop" else registry.load(name)
    with serving(plays(lambda moves: moves[-1])) as server:
        player = model(server)
        for match in playouts(game, matches=2, turns=6):
            if match.legal_moves:
                assert player.choose(match) == match.legal_moves[-1]
                assert server.requests[-1].said == [write_prompt(match, match.mover)]
    assert player.report.slips == player.report.faults == []


def test_another_question_gets_an_answer() -> None:
    with serving(says("Yes.\nIt is."), says("no", message={"refusal": "I will not"})) as server:
        player = model(server)
        assert player.answer("Is it?") == "Yes.\nIt is."
        assert server.requests[0].said == ["Is it?"]
        with pytest.raises(PlayerFault, match="declines to answer"):
            player.answer("Really?")
    assert [slip.kind for slip in player.report.faults] == [REFUSED]


def test_it_is_asked_from_inside_an_event_loop_too() -> None:
    async def within() -> int:
        return model(server).choose(opened())

    with serving(says("MOVE: down")) as server:
        assert asyncio.run(within()) in opened().legal_moves


def test_it_holds_nothing_that_needs_closing() -> None:
    with serving(says("MOVE: down")) as server:
        player = model(server)
        player.choose(opened())
        dismiss_players(player)
        player.choose(opened())


# Faults of the model


def test_an_illegal_answer_is_told_back_with_the_reason_and_repaired() -> None:
    with serving(says("It must be\nMOVE: up"), says("MOVE: left"), says("MOVE: right")) as server:
        player = model(server)
        assert str(opened().game.name_move(opened().position, player.choose(opened()))) == "right"
    assert [slip.kind for slip in player.report.slips] == [ILLEGAL, ILLEGAL]
    assert player.report.faults == []
    first, second, third = (request.said for request in server.requests)
    assert second[:2] == [*first, "It must be\nMOVE: up"]
    assert second[2].startswith("This cannot be played: your answer ends with 'up': ")
    assert "off the grid" in second[2]
    assert second[2].endswith("MOVE: the move")
    assert third[:3] == second
    roles = [message["role"] for message in server.requests[2].body["messages"]]
    assert roles == ["user", "assistant", "user", "assistant", "user"]


@pytest.mark.parametrize(
    ("answer", "kind", "sentence"),
    [
        ("MOVE: up", ILLEGAL, "the answer of the model 'm' ends with 'up': "),
        ("MOVE: north", UNREADABLE, "the answer of the model 'm' ends with 'north': 'north' is not "),
        ("down or right, who knows", UNREADABLE, "ends with 'down or right, who knows': "),
        ("", UNREADABLE, "the answer of the model 'm' names no move"),
        ("<think>down, right, down, right", UNREADABLE, "names no move"),
        ("so " * 50_000, UNREADABLE, "ends with 'so so so so so so so so so so so so so s…': "),
        ("x" * (LONGEST + 1), UNREADABLE, "the answer of the model 'm' is far too long to be read"),
        ("half a character \ud800", UNREADABLE, "ends with 'half a character ?': "),
    ],
    ids=["illegal", "unreadable", "undecided", "empty", "endless thought", "rambling", "huge", "half a character"],
)
def test_what_is_not_repaired_is_a_fault_of_its_kind(answer: str, kind: str, sentence: str) -> None:
    with serving(says(answer)) as server:
        player = model(server)
        fault = faulted(player, opened())
    assert fault.kind == kind
    assert sentence in str(fault)
    assert not str(fault).endswith(".")
    assert [slip.kind for slip in player.report.slips] == [kind, kind]
    assert len(server.requests) == 3
    assert all(len(text) <= 2000 for text in server.requests[-1].said[1::2])


def test_how_often_it_may_repair_can_be_set() -> None:
    with serving(says("MOVE: up")) as server:
        assert faulted(model(server, repairs=0), opened()).kind == ILLEGAL
        assert len(server.requests) == 1


@pytest.mark.parametrize(
    "behaviour",
    [
        says("I'm sorry, but I can't help with that."),
        says("MOVE: resign"),
        says(None, message={"refusal": "I can't assist with games."}),
        says("", choice={"finish_reason": "content_filter"}),
    ],
    ids=["in words", "resigning", "as the protocol has it", "filtered"],
)
def test_a_refusal_is_not_argued_with(behaviour: Behaviour) -> None:
    with serving(behaviour) as server:
        player = model(server)
        assert faulted(player, opened()).kind == REFUSED
    assert len(server.requests) == 1
    assert player.report.slips == []


@pytest.mark.parametrize(
    "behaviour", [sleeps(30), drips(headers=True), drips(headers=False)], ids=["slow", "head", "body"]
)
def test_whoever_is_too_slow_has_timed_out(behaviour: Behaviour) -> None:
    with serving(behaviour) as server:
        player = model(server, SOON, prices="1/1")
        fault = faulted(player, opened())
    assert fault.kind == TIMED_OUT
    assert str(fault) == f"the model 'm' at {server.url}/chat/completions has not answered in time"
    assert player.report.usage.cost is None, "what it may have cost is not known"


def test_the_patience_is_for_the_move_and_not_for_each_answer() -> None:
    def slowly(reply: Reply) -> None:
        time.sleep(0.7)
        says("MOVE: up")(reply)

    with serving(slowly) as server:
        assert faulted(model(server, 1.0, repairs=50), opened()).kind == TIMED_OUT
    assert len(server.requests) <= 2


# Trouble on the way


@pytest.mark.parametrize(
    "trouble",
    [
        sends(b"", 500),
        sends(b"<html>bad gateway</html>", 502),
        sends(b'{"error": {"message": "busy"}}', 503),
        sends(b"{}", 429),
        drops(),
        drops(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"),
        sends(b"not JSON"),
        sends(b"{}"),
        sends(b'{"choices": []}'),
        sends(b'{"choices": [{"message": "hello"}]}'),
        sends(b"[" * 100_000),
        sends(b"\xff\xfe\x00"),
        sends(b"no zip", Content_Encoding="gzip"),
        sends(b""),
    ],
    ids=[
        *("500", "502", "503", "429", "dropped", "dropped in the middle", "not JSON", "no choices", "an empty list"),
        *("no message", "deep", "not text", "badly packed", "empty"),
    ],
)
def test_passing_trouble_passes_and_is_counted(trouble: Behaviour) -> None:
    with serving(trouble, trouble, says("MOVE: down")) as server:
        player = model(server)
        assert player.choose(opened()) in opened().legal_moves
    assert len(server.requests) == 3
    assert (player.report.usage.retries, player.report.usage.answers) == (2, 1)
    assert player.report.slips == player.report.faults == []


@pytest.mark.parametrize(
    ("trouble", "sentence"),
    [
        (sends(b"", 500), "answered with status 500; asked 5 times"),
        (sends(b'{"error": {"message": "slow down"}}', 429), "answered with status 429: 'slow down'; asked 5 times"),
        (drops(), "broke off in the middle; asked 5 times"),
        (sends(b"<html>"), "answered something that is not a chat completion; asked 5 times"),
    ],
)
def test_trouble_that_does_not_pass_is_no_fault_of_the_model(trouble: Behaviour, sentence: str) -> None:
    with serving(trouble) as server:
        player = model(server)
        said = refusal(Unavailable, player.choose, opened())
    assert said == f"the model 'm' at {server.url}/chat/completions {sentence}"
    assert len(server.requests) == 5
    assert player.report.faults == []


@pytest.mark.parametrize(
    ("trouble", "sentence"),
    [
        (sends(b'{"error": {"message": "no such model"}}', 404), "answered with status 404: 'no such model'"),
        (sends(b'{"error": "bad key"}', 401), "answered with status 401: 'bad key'"),
        (sends(b'{"message": "pay first"}', 402), "answered with status 402: 'pay first'"),
        (sends(b"", 301, Location="http://example.org/"), "answered with status 301"),
        (sends(b"x" * (LONGEST + 9), 400), "answered with status 400"),
    ],
)
def test_trouble_that_cannot_pass_is_not_tried_again(trouble: Behaviour, sentence: str) -> None:
    with serving(trouble) as server:
        said = refusal(Unavailable, model(server).choose, opened())
    assert said.endswith(f"/chat/completions {sentence}")
    assert len(server.requests) == 1


def test_retry_after_is_honoured() -> None:
    with serving(sends(b"", 429, Retry_After="0.5"), says("MOVE: down")) as server:
        model(server).choose(opened())
    first, second = server.requests
    assert second.at - first.at >= 0.5


def test_what_a_rate_limit_takes_is_not_taken_from_the_model() -> None:
    """More often than trouble is tried again, and for longer than the patience."""
    busy = sends(b"", 429, Retry_After="0.3")
    with serving(*[busy] * 6, says("MOVE: sideways"), busy, says("MOVE: down")) as server:
        player = model(server, 1.0)
        assert player.choose(opened()) in opened().legal_moves
    assert server.requests[-1].at - server.requests[0].at > 2
    assert (player.report.usage.retries, player.report.faults) == (7, [])


def test_a_rate_limit_without_end_is_the_endpoint_s(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endpoint, "_TROUBLE", 1.5)
    with serving(sends(b"", 429, Retry_After="0.1")) as server:
        player = model(server, 0.5)
        said = refusal(Unavailable, player.choose, opened())
    assert re.search(r"answered with status 429; asked [2-9] times$", said)
    assert player.report.faults == []


@pytest.mark.parametrize("text", ["", None, "<think>Let me see. If I go", "I am still thinking about"])
def test_an_answer_that_was_cut_off_is_called_so_and_not_asked_for_again(text: str | None) -> None:
    with serving(says(text, choice={"finish_reason": "length"})) as server:
        player = model(server)
        fault = faulted(player, opened())
    assert fault.kind == "cut off"
    assert "was ended by the endpoint at its limit of tokens before it" in str(fault)
    assert "max_tokens" in str(fault)
    assert len(server.requests) == 1
    assert [slip.kind for slip in player.report.faults] == ["cut off"]


def test_an_answer_that_was_cut_off_after_its_move_is_one() -> None:
    with serving(says("MOVE: down", choice={"finish_reason": "length"})) as server:
        assert model(server).choose(opened()) in opened().legal_moves


def test_retry_after_the_time_is_up_is_not_waited_for() -> None:
    with serving(sends(b"", 429, Retry_After="3600")) as server:
        said = refusal(Unavailable, model(server).choose, opened())
    assert said.endswith("answered with status 429; asked once")


def test_retry_after_as_a_date_or_as_nonsense() -> None:
    assert 50 < (parse_retry_after(formatdate(time.time() + 60, usegmt=True)) or 0) <= 60
    assert parse_retry_after(formatdate(time.time() - 60, usegmt=True)) == 0
    assert parse_retry_after("-5") == 0
    for nonsense in ("", "soon", "Mon, 99 Foo 2026"):
        assert parse_retry_after(nonsense) is None


def test_the_pauses_grow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endpoint, "_PAUSE", 0.1)
    with serving(sends(b"", 500)) as server:
        refusal(Unavailable, model(server).choose, opened())
    pauses = [after.at - before.at for before, after in pairwise(server.requests)]
    assert all(pause >= 0.075 * 2**number for number, pause in enumerate(pauses))


@pytest.fixture
def nobody() -> Iterator[str]:
    """An address at which nobody listens."""
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        yield f"http://127.0.0.1:{unused.getsockname()[1]}/v1"


def test_a_dead_endpoint_is_a_sentence(nobody: str) -> None:
    player = LanguageModel("m", endpoint=read_environment("m", {"SQUARELY_LLM_URL": nobody}))
    said = refusal(Unavailable, player.choose, opened())
    assert said.startswith(f"the model 'm' at {nobody}/chat/completions cannot be reached")
    assert said.endswith("; asked 5 times")
    assert isinstance(Unavailable(said), BadPlayer)


@pytest.mark.parametrize(
    "url", ["http://no-such-machine.invalid/v1", f"http://{'a' * 70}.example/v1", "http://a..b/v1"]
)
def test_an_address_that_leads_nowhere_is_a_sentence(url: str) -> None:
    player = LanguageModel("m", 5, endpoint=read_environment("m", {"SQUARELY_LLM_URL": url}))
    said = refusal(Unavailable, player.choose, opened())
    assert "cannot be reached" in said or "cannot be asked" in said


# Counting


def test_tokens_and_costs_are_added_up() -> None:
    more = completion("MOVE: down", usage={"prompt_tokens": 1_000_000, "completion_tokens": 500_000})
    with serving(says("MOVE: up"), sends(json.dumps(more).encode())) as server:
        player = model(server, prices="2/8")
        assert player.report.usage.cost == 0
        player.choose(opened())
    usage = player.report.usage
    assert (usage.answers, usage.prompt_tokens, usage.completion_tokens) == (2, 1_000_100, 500_020)
    assert usage.tokens == 1_500_120
    assert usage.cost == pytest.approx(2 * 1.0001 + 8 * 0.50002)
    assert usage.seconds > 0


@pytest.mark.parametrize(
    "usage", [None, {}, {"prompt_tokens": 5}, {"prompt_tokens": -1, "completion_tokens": 5}, "many", [1, 2]]
)
def test_what_is_not_counted_is_not_made_up(usage: object) -> None:
    with serving(says("MOVE: down", usage=usage)) as server:
        player = model(server, prices="2/8")
        player.choose(opened())
    assert (player.report.usage.uncounted, player.report.usage.tokens) == (1, 0)
    assert player.report.usage.cost is None


def test_without_prices_there_is_no_cost() -> None:
    with serving(says("MOVE: down")) as server:
        player = model(server)
        player.choose(opened())
    assert player.report.usage.tokens == 120
    assert player.report.usage.cost is None


@pytest.mark.parametrize(
    "content", [[{"type": "text", "text": "MOVE: "}, {"type": "text", "text": "down"}], "MOVE: down"]
)
def test_an_answer_may_come_in_parts(content: object) -> None:
    with serving(says(content)) as server:
        assert model(server).choose(opened()) in opened().legal_moves


# At the terminal


def test_a_match_at_the_terminal(desk: Desk) -> None:
    with serving(plays(lambda moves: moves[0])) as server:
        said = desk.squarely("play", "quad", "--second", "llm:Some/Model", typed=["B2"], SQUARELY_LLM_URL=server.url)
        assert "▸ Player 2 (O) plays A1." in said.out
        again = desk.squarely("resume", typed=["", "C3"], SQUARELY_LLM_URL=server.url)
    assert "▸ Player 2 (O) plays B1." in again.out
    assert {request.body["model"] for request in server.requests} == {"Some/Model"}
    assert desk.kept_moves() == ["B2", "A1", "C3", "B1"]


def test_the_menu_seats_a_model_and_keeps_the_capitals_of_its_name(desk: Desk) -> None:
    with serving(plays(lambda moves: moves[0])) as server:
        desk.squarely(typed=["quad", "llm:Some/Model", "B2"], SQUARELY_LLM_URL=server.url)
    assert server.requests[0].body["model"] == "Some/Model"


def test_a_dead_endpoint_at_the_terminal_loses_no_match(desk: Desk, nobody: str) -> None:
    said = desk.squarely(
        "play", "quad", "--second", "llm:m", "--time-limit", "1", typed=["B2"], SQUARELY_LLM_URL=nobody
    )
    assert said.code == 1
    assert said.err == ""
    assert f"Player 2 cannot move: the model 'm' at {nobody}/chat/completions cannot be reached" in said.out
    assert said.out.endswith("To seat another player there: squarely resume --second PLAYER\n")
    assert desk.kept_moves() == ["B2"]


def test_without_an_endpoint_the_terminal_says_what_to_set(desk: Desk) -> None:
    said = desk.squarely("play", "quad", "--second", "llm:m")
    assert said.code == 2
    assert said.err == (
        "squarely: llm:m needs an endpoint; set SQUARELY_LLM_URL, such as SQUARELY_LLM_URL=http://localhost:11434/v1\n"
    )


def test_the_time_limit_of_the_match_is_the_patience_with_a_model(desk: Desk) -> None:
    with serving(sleeps(30)) as server:
        args = ("play", "showdown", "--first", "llm:m", "--time-limit", "1")
        said = desk.squarely(*args, SQUARELY_LLM_URL=server.url)
    assert said.code == 1
    assert "has not answered in time. No move was made" in said.out


def test_a_record_from_elsewhere_does_not_ask_a_model_unasked(desk: Desk) -> None:
    """Asking costs money."""
    lines = ['[Game "showdown"]', '[SecondPlayer "llm:m"]', '[Result "*"]', "", "1. right", "*", ""]
    (desk.here / "gift.match").write_text("\n".join(lines))
    with serving(plays(lambda moves: moves[0])) as server:
        said = desk.squarely("resume", "gift.match", SQUARELY_LLM_URL=server.url)
        assert said.code == 2
        assert said.err == (
            "squarely: gift.match wants to ask a language model; if you trust it, add: --second llm:m\n"
        )
        assert server.requests == []
        trusted = desk.squarely("resume", "gift.match", "--second", "llm:m", SQUARELY_LLM_URL=server.url)
    assert "Player 2 plays " in trusted.out


def test_patience_reaches_the_player_that_is_seated(monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(sleeps(30)) as server:
        monkeypatch.setenv("SQUARELY_LLM_URL", server.url)
        player = seat_player("llm:m", 0, SOON)
        assert player is not None
        with pytest.raises(PlayerFault, match="has not answered in time"):
            player.choose(opened())


# The page


def test_the_example_is_short_and_the_page_shows_it() -> None:
    example = (ROOT / "examples" / "language_model.py").read_text(encoding="utf-8")
    assert len(example.splitlines()) < 40
    assert f"```python\n{example}```\n" in (ROOT / "docs" / "language-models.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["center", "quad"])
def test_the_example_plays_a_match(desk: Desk, name: str) -> None:
    with serving(plays(lambda moves: moves[-1])) as server:
        done = subprocess.run(
            [sys.executable, str(ROOT / "examples" / "language_model.py"), "m", name],
            env=desk.environment(SQUARELY_LLM_URL=server.url, SQUARELY_LLM_PRICES="1/1"),
            capture_output=True,
            text=True,
            check=True,
        )
    *_, last = done.stdout.splitlines()
    count = len(server.requests)
    assert last == f"{count} answers, {120 * count} tokens, cost {120 * count / 1_000_000}, 0 slips"
    assert done.stderr == ""


def test_the_page_names_the_figures_that_the_player_uses() -> None:
    page = " ".join((ROOT / "docs" / "language-models.md").read_text(encoding="utf-8").split())
    passing = [str(status) for status in sorted(endpoint._PASSING)]
    assert f"the statuses {', '.join(passing[:-1])} and {passing[-1]} are tried again, four times at most" in page
    assert endpoint._RETRIES == 4
    assert f"{llm.PATIENCE:g} seconds for a move" in page
    assert llm.REPAIRS == 2
    assert "told back with the reason, up to twice" in page
    for kind in (ILLEGAL, UNREADABLE, TIMED_OUT, REFUSED):
        assert f"| `{kind}` |" in page
