"""The endpoint: what the environment may say, what is sent, and that the key is nowhere to be seen."""

import logging
import pickle
import subprocess
import sys

import pytest

from squarely import Match
from squarely.core.errors import BadPlayer
from squarely.core.rules import registry
from squarely.players import endpoint, seat_player
from squarely.players.endpoint import ChatEndpoint, Unavailable, read_environment
from squarely.players.llm import LanguageModel
from tests.boards import refusal
from tests.players.model_server import says, sends, serving

KEY = "sk-very-secret-0123456789"
HERE = {"SQUARELY_LLM_URL": "http://localhost:1/v1"}


def test_the_environment_names_everything() -> None:
    found = read_environment(
        "some/model:7b",
        {
            "SQUARELY_LLM_URL": " https://example.org/api/v1/ ",
            "SQUARELY_LLM_KEY": f" {KEY}\n",
            "SQUARELY_LLM_PRICES": "1/2, some/model:7b=0.5/1.25",
            "SQUARELY_LLM_REQUEST": '{"temperature": 0}',
        },
    )
    assert found == ChatEndpoint(
        "some/model:7b", "https://example.org/api/v1/chat/completions", KEY, (0.5, 1.25), {"temperature": 0}
    )


@pytest.mark.parametrize(
    ("given", "asked"),
    [
        ("http://localhost:11434/v1", "http://localhost:11434/v1/chat/completions"),
        ("http://localhost:11434/v1/", "http://localhost:11434/v1/chat/completions"),
        ("http://localhost/v1/chat/completions", "http://localhost/v1/chat/completions"),
        ("https://example.org", "https://example.org/chat/completions"),
        ("https://example.org/v1?api-version=1", "https://example.org/v1/chat/completions?api-version=1"),
        ("http://[::1]:80/v1", "http://[::1]:80/v1/chat/completions"),
    ],
)
def test_the_address_that_is_asked(given: str, asked: str) -> None:
    assert read_environment("m", {"SQUARELY_LLM_URL": given}).url == asked


def test_prices_without_a_name_are_those_of_every_other_model() -> None:
    prices = {"SQUARELY_LLM_PRICES": "1/2,dear=10/20", **HERE}
    assert read_environment("m", prices).prices == (1, 2)
    assert read_environment("dear", prices).prices == (10, 20)
    assert read_environment("m", HERE).prices is None
    assert read_environment("m", {"SQUARELY_LLM_PRICES": "dear=10/20", **HERE}).prices is None


@pytest.mark.parametrize(
    ("model", "given", "sentence"),
    [
        ("m", {}, "llm:m needs an endpoint; set SQUARELY_LLM_URL, such as SQUARELY_LLM_URL=http://localhost:11434/v1"),
        ("", HERE, "llm: needs the name of a model behind it, such as llm:gpt-5"),
        ("a\nb", HERE, "llm: needs the name of a model behind it"),
        ("m", {"SQUARELY_LLM_URL": "localhost:11434"}, "SQUARELY_LLM_URL is not an address that begins with http://"),
        ("m", {"SQUARELY_LLM_URL": "ftp://localhost"}, "SQUARELY_LLM_URL is not an address that begins with http://"),
        ("m", {"SQUARELY_LLM_URL": "http://"}, "SQUARELY_LLM_URL is not an address"),
        ("m", {"SQUARELY_LLM_URL": "http://here:port"}, "SQUARELY_LLM_URL is not an address"),
        ("m", {"SQUARELY_LLM_URL": "http://[::1"}, "SQUARELY_LLM_URL is not an address"),
        ("m", {"SQUARELY_LLM_PRICES": "cheap", **HERE}, "SQUARELY_LLM_PRICES has 'cheap'; prices are written IN/OUT"),
        ("m", {"SQUARELY_LLM_PRICES": "m=1/-2", **HERE}, "SQUARELY_LLM_PRICES has 'm=1/-2'"),
        ("m", {"SQUARELY_LLM_PRICES": "m=nan/2", **HERE}, "SQUARELY_LLM_PRICES has 'm=nan/2'"),
        ("m", {"SQUARELY_LLM_REQUEST": "temperature=0", **HERE}, "SQUARELY_LLM_REQUEST is not a JSON object"),
        ("m", {"SQUARELY_LLM_REQUEST": "[1]", **HERE}, "SQUARELY_LLM_REQUEST is not a JSON object"),
        ("m", {"SQUARELY_LLM_REQUEST": '{"stream": true}', **HERE}, "SQUARELY_LLM_REQUEST cannot say 'stream'"),
        ("m", {"SQUARELY_LLM_KEY": "two words", **HERE}, "SQUARELY_LLM_KEY does not hold a key"),
        ("m", {"SQUARELY_LLM_KEY": "schlüssel", **HERE}, "SQUARELY_LLM_KEY does not hold a key"),
    ],
)
def test_what_cannot_be_used_is_refused_in_words(model: str, given: dict[str, str], sentence: str) -> None:
    said = refusal(BadPlayer, read_environment, model, given)
    assert said.startswith(sentence)
    assert given.get("SQUARELY_LLM_KEY", "no key") not in said


def test_without_the_extra_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endpoint, "find_spec", lambda _: None)
    said = refusal(BadPlayer, read_environment, "m", HERE)
    assert said == "llm:m needs httpx2; install it with: pip install 'squarely[agents]'"


def test_nothing_is_imported_before_somebody_is_asked() -> None:
    code = """
import sys
from squarely.players import seat_player
seat_player("llm:m", 0)
assert "httpx2" not in sys.modules and "anyio" not in sys.modules
"""
    subprocess.run([sys.executable, "-c", code], env={"SQUARELY_LLM_URL": "http://localhost:1"}, check=True)


# What is sent, and what is kept to oneself


def test_what_a_server_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(says("MOVE: down")) as server:
        monkeypatch.setenv("SQUARELY_LLM_URL", server.url)
        monkeypatch.setenv("SQUARELY_LLM_KEY", KEY)
        monkeypatch.setenv("SQUARELY_LLM_REQUEST", '{"temperature": 0.5, "max_tokens": 900}')
        player = seat_player("llm:some/model:7b", 0)
        assert isinstance(player, LanguageModel)
        player.choose(Match.of(registry.load("showdown")))
    (request,) = server.requests
    assert request.path == "/v1/chat/completions"
    assert request.headers["authorization"] == f"Bearer {KEY}"
    assert {**request.body, "messages": []} == {
        "model": "some/model:7b",
        "messages": [],
        "temperature": 0.5,
        "max_tokens": 900,
    }
    assert [message["role"] for message in request.body["messages"]] == ["user"]


def test_without_a_key_none_is_sent() -> None:
    with serving(says("MOVE: down")) as server:
        found = read_environment("m", {"SQUARELY_LLM_URL": server.url})
        LanguageModel("m", endpoint=found).choose(Match.of(registry.load("showdown")))
    assert "authorization" not in server.requests[0].headers


def test_the_key_is_neither_logged_nor_shown(
    caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.DEBUG)
    echo = f'{{"error": {{"message": "wrong key {KEY}"}}}}'.encode()
    with serving(says("MOVE: down"), sends(echo, 401)) as server:
        url = server.url.replace("http://", f"http://user:{KEY}@") + f"?key={KEY}"
        found = read_environment("m", {"SQUARELY_LLM_URL": url, "SQUARELY_LLM_KEY": KEY})
        player = LanguageModel("m", endpoint=found)
        player.choose(Match.of(registry.load("showdown")))
        said = refusal(Unavailable, player.choose, Match.of(registry.load("showdown")))
    assert said.endswith("/v1/chat/completions answered with status 401: 'wrong key (key)'")
    ours = [record.getMessage() for record in caplog.records if record.name.startswith("squarely")]
    shown = [said, repr(player), repr(player.report), *ours, *capfd.readouterr()]
    assert [text for text in shown if KEY in text] == []


def test_the_key_in_the_header_is_not_logged_by_anybody(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    with serving(says("MOVE: down")) as server:
        found = read_environment("m", {"SQUARELY_LLM_URL": server.url, "SQUARELY_LLM_KEY": KEY})
        assert KEY not in repr(found)
        LanguageModel("m", endpoint=found).choose(Match.of(registry.load("showdown")))
    assert caplog.records
    assert KEY not in caplog.text


def test_a_player_can_be_sent_to_another_process() -> None:
    with serving(says("MOVE: down")) as server:
        player = LanguageModel("m", endpoint=read_environment("m", {"SQUARELY_LLM_URL": server.url}))
        again: LanguageModel = pickle.loads(pickle.dumps(player))
        match = Match.of(registry.load("showdown"))
        assert again.choose(match) in match.legal_moves
