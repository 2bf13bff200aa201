"""The endpoint: what the environment may say, what is sent, what is tried again and counted; and the key is safe."""

import logging
import pickle
import re
import socket
import time
from email.utils import formatdate
from itertools import pairwise
from pathlib import Path

import pytest

from squarely import Match
from squarely.core.errors import BadPlayer
from squarely.core.rules import registry
from squarely.players import endpoint, llm, seat_player
from squarely.players.endpoint import LONGEST, ChatEndpoint, Unavailable, parse_retry_after, read_environment
from squarely.players.llm import LanguageModel
from squarely.players.player_faults import ILLEGAL, REFUSED, TIMED_OUT, UNREADABLE
from tests.boards import refusal
from tests.players.model_server import drops, model, says, sends, serving

KEY = "sk-very-secret-0123456789"
HERE = {"SQUARELY_LLM_URL": "http://localhost:1/v1"}
OPENED = Match.of(registry.load("showdown"))


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Retries follow at once, and nothing of whoever runs the tests gets between."""
    monkeypatch.setattr(endpoint, "_PAUSE", 0.01)
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.delenv(name, raising=False)


def test_the_environment_names_everything() -> None:
    given = {
        "SQUARELY_LLM_URL": " https://example.org/api/v1/ ",
        "SQUARELY_LLM_KEY": f" {KEY}\n",
        "SQUARELY_LLM_PRICES": "1/2, some/model:7b=0.5/1.25",
        "SQUARELY_LLM_REQUEST": '{"temperature": 0}',
    }
    assert read_environment("some/model:7b", given) == ChatEndpoint(
        "some/model:7b", "https://example.org/api/v1/chat/completions", KEY, (0.5, 1.25), {"temperature": 0}
    )
    assert read_environment("other", given).prices == (1, 2)
    assert read_environment("m", HERE).prices is None
    assert read_environment("m", {"SQUARELY_LLM_PRICES": "dear=10/20", **HERE}).prices is None
    for url, asked in {
        "http://localhost/v1/chat/completions": "http://localhost/v1/chat/completions",
        "https://example.org/v1?api-version=1": "https://example.org/v1/chat/completions?api-version=1",
        "http://[::1]:80/v1": "http://[::1]:80/v1/chat/completions",
    }.items():
        assert read_environment("m", {"SQUARELY_LLM_URL": url}).url == asked


def test_what_cannot_be_used_is_refused_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    for variable, values, sentence in (
        ("URL", ("",), "llm:m needs an endpoint; set SQUARELY_LLM_URL, such as SQUARELY_LLM_URL=http://localhost:"),
        ("URL", ("localhost:11434", "http://", "http://here:port"), "SQUARELY_LLM_URL is not an address that begins"),
        ("PRICES", ("cheap", "m=1/-2", "m=nan/2"), "SQUARELY_LLM_PRICES has {!r}; prices are written IN/OUT for a"),
        ("REQUEST", ("temperature=0", "[1]"), "SQUARELY_LLM_REQUEST is not a JSON object"),
        ("REQUEST", ('{"stream": true}',), "SQUARELY_LLM_REQUEST cannot say 'stream'"),
        ("KEY", ("two words", "schlüssel"), "SQUARELY_LLM_KEY does not hold a key"),
    ):
        for value in values:
            said = refusal(BadPlayer, read_environment, "m", {**HERE, f"SQUARELY_LLM_{variable}": value})
            assert said.startswith(sentence.format(value))
            assert variable != "KEY" or value not in said
    for name in ("", "a\nb"):
        said = refusal(BadPlayer, read_environment, name, HERE)
        assert said == "llm: needs the name of a model behind it, such as llm:gpt-5"
    monkeypatch.setattr(endpoint, "find_spec", lambda _: None)
    said = refusal(BadPlayer, read_environment, "m", HERE)
    assert said == "llm:m needs httpx2; install it with: pip install 'squarely[agents]'"


def test_what_a_server_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(says("MOVE: down")) as server:
        monkeypatch.setenv("SQUARELY_LLM_URL", server.url)
        monkeypatch.setenv("SQUARELY_LLM_KEY", KEY)
        monkeypatch.setenv("SQUARELY_LLM_REQUEST", '{"temperature": 0.5, "max_tokens": 900}')
        player = seat_player("llm:some/model:7b", 0, 60.5)
        assert isinstance(player, LanguageModel)
        assert player._patience == 60.5
        player.choose(OPENED)
        again: LanguageModel = pickle.loads(pickle.dumps(model(server)))  # as it is sent to another process
        assert again.choose(OPENED) in OPENED.legal_moves
    request, without_key = server.requests
    assert (request.path, request.headers["authorization"]) == ("/v1/chat/completions", f"Bearer {KEY}")
    assert [message["role"] for message in request.body.pop("messages")] == ["user"]
    assert request.body == {"model": "some/model:7b", "temperature": 0.5, "max_tokens": 900}
    assert "authorization" not in without_key.headers


def test_the_key_is_neither_logged_nor_shown(
    caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.DEBUG)
    echo = f'{{"error": {{"message": "wrong key {KEY}"}}}}'.encode()
    with serving(says("MOVE: down"), says("MOVE: down"), sends(echo, 401)) as server:
        for url in (server.url, server.url.replace("http://", f"http://user:{KEY}@") + f"?key={KEY}"):
            found = read_environment("m", {"SQUARELY_LLM_URL": url, "SQUARELY_LLM_KEY": KEY})
            player = LanguageModel("m", endpoint=found)
            player.choose(OPENED)
            assert caplog.records
            assert url != server.url or KEY not in caplog.text + repr(found), "in the header, nobody logs it"
        said = refusal(Unavailable, player.choose, OPENED)
    assert said.endswith("/v1/chat/completions answered with status 401: 'wrong key (key)'")
    ours = [record.getMessage() for record in caplog.records if record.name.startswith("squarely")]
    shown = [said, repr(player), repr(player.report), *ours, *capfd.readouterr()]
    assert [text for text in shown if KEY in text] == []


@pytest.mark.slow
def test_passing_trouble_passes_and_is_counted() -> None:
    troubles = [
        *map(sends, (b"not JSON", b"", b'{"choices": []}', b'{"choices": [{"message": "hello"}]}', b"[" * 100_000)),
        *(sends(b"\xff\xfe\x00"), sends(b"no zip", Content_Encoding="gzip"), sends(b"{}", 429)),
        *(drops(), drops(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{")),
    ]
    for number, trouble in enumerate(troubles):
        with serving(trouble, trouble, says("MOVE: down")) as server:
            player = model(server)
            assert player.choose(OPENED) in OPENED.legal_moves, number
        usage = player.report.usage
        assert (len(server.requests), usage.retries, usage.answers) == (3, 2, 1), number
        assert player.report.slips == player.report.faults == [], number


@pytest.mark.slow
def test_trouble_that_does_not_pass_is_no_fault_of_the_model_and_some_is_not_tried_again() -> None:
    for trouble, requests, sentence in (
        (sends(b'{"error": {"message": "slow"}}', 500), 5, "answered with status 500: 'slow'; asked 5 times"),
        (drops(), 5, "broke off in the middle; asked 5 times"),
        (sends(b"<html>"), 5, "answered something that is not a chat completion; asked 5 times"),
        (sends(b"", 429, Retry_After="3600"), 1, "answered with status 429; asked once"),
        (sends(b'{"error": "bad key"}', 401), 1, "answered with status 401: 'bad key'"),
        (sends(b"", 301, Location="http://example.org/"), 1, "answered with status 301"),
        (sends(b"x" * (LONGEST + 9), 400), 1, "answered with status 400"),
    ):
        with serving(trouble) as server:
            said = refusal(Unavailable, (player := model(server)).choose, OPENED)
        assert said == f"the model 'm' at {server.url}/chat/completions {sentence}"
        assert (len(server.requests), player.report.faults) == (requests, []), sentence
        pauses = [after.at - before.at for before, after in pairwise(server.requests)]
        assert all(pause >= 0.0075 * 2**number for number, pause in enumerate(pauses)), "they grow"


@pytest.mark.slow
def test_what_a_rate_limit_takes_is_not_taken_from_the_model_and_may_be_a_date_or_nonsense(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """More often than trouble is tried again, and for longer than the patience."""
    busy = sends(b"", 429, Retry_After="0.3")
    with serving(*[busy] * 6, says("MOVE: sideways"), busy, says("MOVE: down")) as server:
        player = model(server, 2.0)
        assert player.choose(OPENED) in OPENED.legal_moves
    pauses = [after.at - before.at for before, after in pairwise(server.requests)]
    assert min([*pauses[:6], pauses[7]]) >= 0.3
    assert (player.report.usage.retries, player.report.faults) == (7, [])
    monkeypatch.setattr(endpoint, "_TROUBLE", 0.5)
    with serving(sends(b"", 429, Retry_After="0.1")) as server:
        said = refusal(Unavailable, (player := model(server, 0.3)).choose, OPENED)
    assert re.search(r"answered with status 429; asked (once|\d times)$", said)
    assert player.report.faults == []
    assert 50 < (parse_retry_after(formatdate(time.time() + 60, usegmt=True)) or 0) <= 60
    past = ("-5", formatdate(time.time() - 60, usegmt=True))
    assert [*map(parse_retry_after, (*past, "", "soon", "Mon, 99 Foo 2026"))] == [0, 0, None, None, None]


@pytest.mark.slow
def test_an_address_that_leads_nowhere_is_a_sentence() -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        nobody = f"http://127.0.0.1:{unused.getsockname()[1]}/v1"
        for url in (nobody, "http://a..b/v1"):
            player = LanguageModel("m", 5, endpoint=read_environment("m", {"SQUARELY_LLM_URL": url}))
            said = refusal(Unavailable, player.choose, OPENED)
            assert re.search("cannot be (reached|asked)", said)
            if url == nobody:
                assert said.startswith(f"the model 'm' at {nobody}/chat/completions cannot be reached")
                assert said.endswith("; asked 5 times")
    assert issubclass(Unavailable, BadPlayer)


def test_tokens_and_costs_are_added_up() -> None:
    more = says("MOVE: down", usage={"prompt_tokens": 1_000_000, "completion_tokens": 500_000})
    with serving(says("MOVE: up"), more, says("MOVE: down")) as server:
        player, unpriced = model(server, prices="2/8"), model(server)
        assert player.report.usage.cost == 0
        player.choose(OPENED)
        unpriced.choose(OPENED)
    usage = player.report.usage
    counted = (usage.answers, usage.prompt_tokens, usage.completion_tokens, usage.tokens)
    assert counted == (2, 1_000_100, 500_020, 1_500_120)
    assert usage.cost == pytest.approx(2 * 1.0001 + 8 * 0.50002)
    assert usage.seconds > 0
    assert (unpriced.report.usage.tokens, unpriced.report.usage.cost) == (120, None)
    # What is not counted is not made up.
    for named in (None, {"prompt_tokens": 5}, {"prompt_tokens": -1, "completion_tokens": 5}, "many"):
        with serving(says("MOVE: down", usage=named)) as server:
            player = model(server, prices="2/8")
            player.choose(OPENED)
        usage = player.report.usage
        assert (usage.uncounted, usage.tokens, usage.cost) == (1, 0, None), named


def test_the_page_names_the_figures_that_the_player_uses() -> None:
    file = Path(__file__).resolve().parents[2] / "docs" / "language-models.md"
    page = " ".join(file.read_text(encoding="utf-8").split())
    passing = [str(status) for status in sorted(endpoint._PASSING)]
    assert f"the statuses {', '.join(passing[:-1])} and {passing[-1]} are tried again, four times at most" in page
    assert f"{llm.PATIENCE:g} seconds for a move" in page
    assert llm.REPAIRS == 2
    assert "told back with the reason, up to twice" in page
    for kind in (ILLEGAL, UNREADABLE, TIMED_OUT, REFUSED):
        assert f"| `{kind}` |" in page
