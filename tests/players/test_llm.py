"""Language models as players, asked over a real connection by a server that misbehaves on purpose."""

import asyncio
import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from squarely import BadMove, Match
from squarely.core.rules import registry
from squarely.players import dismiss_players, fold_name, seat_player
from squarely.players.endpoint import LONGEST
from squarely.players.llm import LanguageModel, is_refusal, parse_move_words
from squarely.players.player_faults import CUT_OFF, ILLEGAL, REFUSED, TIMED_OUT, UNREADABLE, PlayerFault
from squarely.players.prompt import write_prompt
from tests.boards import playouts
from tests.games.outside_games import HOP
from tests.players.model_server import Behaviour, Reply, drips, model, plays, says, serving
from tests.terminal.driving import Desk

ROOT = Path(__file__).resolve().parents[2]
SOON = 0.3  # seconds; patience for those that never answer
OPENED = Match.of(registry.load("showdown"))


def faulted(player: LanguageModel) -> PlayerFault:
    with pytest.raises(PlayerFault) as caught:
        player.choose(OPENED)
    assert player.report.faults[-1] == (caught.value.kind, str(caught.value))
    assert not str(caught.value).endswith(".")
    return caught.value


@pytest.mark.slow
@pytest.mark.parametrize("name", [*registry.names(), "hop"])
def test_a_model_plays_every_game_from_its_prompt_alone(name: str) -> None:
    game = HOP if name == "hop" else registry.load(name)
    with serving(plays(lambda moves: moves[-1])) as server:
        player = model(server)
        for match in playouts(game, matches=2, turns=6):
            if match.legal_moves:
                assert player.choose(match) == match.legal_moves[-1]
                assert server.requests[-1].said == [write_prompt(match, match.mover)]
                dismiss_players(player)  # it holds nothing that needs closing
    assert player.report.slips == player.report.faults == []


def test_another_question_gets_an_answer() -> None:
    with serving(says("Yes.\nIt is."), says("no", message={"refusal": "I will not"})) as server:
        player = model(server)
        assert player.answer("Is it?") == "Yes.\nIt is."
        assert server.requests[0].said == ["Is it?"]
        with pytest.raises(PlayerFault, match="declines to answer"):
            player.answer("Really?")
    assert [slip.kind for slip in player.report.faults] == [REFUSED]


def test_an_answer_may_come_in_parts_be_cut_off_after_its_move_or_come_into_an_event_loop() -> None:
    async def within() -> int:
        return model(server).choose(OPENED)

    parts = [{"type": "text", "text": "MOVE: "}, {"type": "text", "text": "down"}]
    with serving(says(parts), says("MOVE: down", choice={"finish_reason": "length"})) as server:
        assert model(server).choose(OPENED) in OPENED.legal_moves
        assert asyncio.run(within()) in OPENED.legal_moves


def test_an_illegal_answer_is_told_back_with_the_reason_and_repaired() -> None:
    with serving(says("It must be\nMOVE: up"), says("MOVE: left"), says("MOVE: right")) as server:
        player = model(server)
        assert str(OPENED.game.name_move(OPENED.position, player.choose(OPENED))) == "right"
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


@pytest.mark.slow
def test_what_is_not_repaired_is_a_fault_of_its_kind() -> None:
    for answer, kind, sentence in (
        ("MOVE: up", ILLEGAL, "the answer of the model 'm' ends with 'up': "),
        ("MOVE: north", UNREADABLE, "the answer of the model 'm' ends with 'north': 'north' is not "),
        ("down or right, who knows", UNREADABLE, "ends with 'down or right, who knows': "),
        ("", UNREADABLE, "the answer of the model 'm' names no move"),
        ("<think>down, right, down, right", UNREADABLE, "names no move"),
        ("so " * 50_000, UNREADABLE, "ends with 'so so so so so so so so so so so so so s…': "),
        ("x" * (LONGEST + 1), UNREADABLE, "the answer of the model 'm' is far too long to be read"),
        ("half a character \ud800", UNREADABLE, "ends with 'half a character ?': "),
    ):
        with serving(says(answer)) as server:
            player = model(server)
            fault = faulted(player)
        assert sentence in str(fault)
        assert [fault.kind, *(slip.kind for slip in player.report.slips)] == [kind] * 3, sentence
        assert len(server.requests) == 3
        assert all(len(text) <= 2000 for text in server.requests[-1].said[1::2])
    with serving(says("MOVE: up")) as server:
        assert faulted(model(server, repairs=0)).kind == ILLEGAL
        assert len(server.requests) == 1


def test_a_refusal_and_a_cut_are_not_argued_with() -> None:
    told = "was ended by the endpoint at its limit of tokens before it "
    more = """; allow it more, such as SQUARELY_LLM_REQUEST='{"max_tokens": 8000}'"""
    cut = {"finish_reason": "length"}
    behaviours: tuple[tuple[Behaviour, str, str], ...] = (
        (says("I'm sorry, but I can't help with that."), REFUSED, "declines to move: "),
        (says("MOVE: resign"), REFUSED, "declines to move: 'MOVE: resign'"),
        (says(None, message={"refusal": "I can't assist with games."}), REFUSED, "declines to answer"),
        (says("", choice={"finish_reason": "content_filter"}), REFUSED, "declines to answer"),
        (says("", choice=cut), CUT_OFF, f"{told}said anything{more}"),
        (says(None, choice=cut), CUT_OFF, f"{told}said anything{more}"),
        (says("<think>Let me see. If I go", choice=cut), CUT_OFF, f"{told}said anything{more}"),
        (says("I am still thinking about", choice=cut), CUT_OFF, f"{told}named a move{more}"),
    )
    for behaviour, kind, sentence in behaviours:
        with serving(behaviour) as server:
            player = model(server)
            fault = faulted(player)
        assert fault.kind == kind
        assert str(fault).startswith(f"the answer of the model 'm' {sentence}")
        assert (len(server.requests), player.report.slips, len(player.report.faults)) == (1, [], 1), sentence


@pytest.mark.slow
def test_whoever_is_too_slow_has_timed_out(monkeypatch: pytest.MonkeyPatch) -> None:
    head, body = b"HTTP/1.1 200 OK\r\n", b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n"
    for behaviour in (lambda _: time.sleep(30), drips(head, b"X-Slow: 1\r\n"), drips(body, b" ")):
        with serving(behaviour) as server:
            player = model(server, SOON, prices="1/1")
            fault = faulted(player)
        assert fault.kind == TIMED_OUT
        assert str(fault) == f"the model 'm' at {server.url}/chat/completions has not answered in time"
        assert player.report.usage.cost is None, "what it may have cost is not known"
    with serving(behaviour) as server:
        monkeypatch.setenv("SQUARELY_LLM_URL", server.url)
        seated = seat_player("llm:m", 0, SOON)
        assert isinstance(seated, LanguageModel)
        assert faulted(seated).kind == TIMED_OUT


@pytest.mark.slow
def test_the_patience_is_for_the_move_and_not_for_each_answer() -> None:
    def slowly(reply: Reply) -> None:
        time.sleep(0.2)
        says("MOVE: up")(reply)

    with serving(slowly) as server:
        assert faulted(model(server, SOON, repairs=20)).kind == TIMED_OUT
    assert len(server.requests) <= 2


def test_the_last_word() -> None:
    plain = ["MOVE: B2", "B2", "`B2`", "**B2**", "B2.", '"B2"', "**MOVE: B2**", "**MOVE:** B2", "**Move**: `B2`"]
    meaning_b2 = [
        *plain,
        *("- MOVE: B2", "> MOVE: B2", "### Final answer: B2", "MOVE = B2", "MOVE:\nB2", "```\nB2\n```"),
        "I take the middle.\n\nMOVE: B2\n",
        "MOVE: A1\nNo, that loses.\nMOVE: B2",
        "I would move: somewhere.\nB2",
        '{"move": "B2"}',
        '```json\n{\n  "move": "B2"\n}\n```',
        '{"thought": "A1 loses", "Move": "B2"} I am sure.',
        '{"move": "A1"} or rather {"move": "B2"}',
        '{"analysis": {"A1": "loses", "depth": 3}, "move": "B2"}',
        '{"analysis": {"A1": {"move": "A1", "good": false}}, "move": "B2"}',
        '{"move": "B2", "others": [{"move": "A1"}, {"move": "C3"}], "why": {"move": "D4"}}',
        '```json\n{\n "steps": [{"a": {}}],\n "answer": {"move": 3, "text": "{"},\n "move": "B2"\n}\n```',
        '{"result": {"move": "B2"}, "sure": true}',
        'Braces {like these} do not matter: {"move": "B2"}',
        '{"move": "A1", "x": {"y": 1}} or rather {"why": {"z": {}}, "move": "B2"}.',
        "<think>MOVE: A1</think>B2",
        "A1 is bad</think>\n\nMOVE: B2",
    ]
    others = {
        "move: b2": "b2",
        "MOVE: `up 2` (1,1) to (1,3)": "up 2",
        "MOVE: 2 2 : 1 2, 2 1": "2 2 : 1 2, 2 1",
        "The move B2 is good.\nplace 0 1": "place 0 1",
        "MOVE:": "MOVE:",
        '{"move": 2}': '{"move": 2}',
        '{"move": ["B2"]}': '{"move": ["B2"]}',
        **dict.fromkeys(("<think>MOVE: A1, or else", "", "```\n```"), ""),
    }
    for answer, word in (dict.fromkeys(meaning_b2, "B2") | others).items():
        assert parse_move_words(answer) == word, answer


def test_nothing_is_guessed() -> None:
    """There is a legal move in each of these, and none of them says which is meant."""
    for answer in (
        *("B2 or C3", "MOVE: B2 or C3", "MOVE: B2, then C3 and D4", "I like B2 best of all.", "MOVE: A1 B2 C3"),
        "Legal moves are A1, B2, C3. All of them are good",
        *("MOVE: B2 (the center)", "MOVE: `B2` or `C3`", "MOVE: B22", "B2\nThat is my move"),
    ):
        with pytest.raises(BadMove):
            Match.of(registry.load("quad")).play(parse_move_words(answer))


def test_refusals() -> None:
    for answer in (
        *("I'm sorry, but I can't help with that.", "I’m sorry, no.", "I cannot play games.", "I can't do that"),
        *("Sorry, I must not.", "As an AI I do not play.", "I won't.", "I am unable to continue with this game"),
        *("<think>hm</think>I refuse.", "MOVE: resign", "I resign.", '{"move": "resign"}'),
    ):
        assert is_refusal(answer), answer
    for answer in (
        *("", "Z9", "I cannot place on B2, so:\nMOVE: Z9", "It cannot be B2", "I am thinking"),
        'I can\'t use A1. {"move": "Z9"}',
    ):
        assert not is_refusal(answer), answer


@given(st.text())
def test_any_text_has_a_last_word_or_none(text: str) -> None:
    word = parse_move_words(text)
    assert word == word.strip()
    assert "\n" not in word
    assert isinstance(is_refusal(text), bool)


@pytest.mark.slow
def test_huge_answers_are_read_in_a_moment() -> None:
    repeated = ("{" * 500_000, "move " * 100_000, "</think" * 70_000, "*" * 500_000, "\n" * 500_000)
    for text in (*repeated, '{"a": 1}' * 60_000):
        assert parse_move_words(f"{text}\nMOVE: B2") == "B2"
    for hostile in ("{" * 900_000, '{"a":' * 200_000, '{"a":[' * 150_000 + "B2", '{"move": {' * 90_000):
        assert parse_move_words(f"{hostile}\nB2") == "B2"


@pytest.mark.slow
def test_a_match_at_the_terminal(desk: Desk) -> None:
    assert fold_name(" LLM:Some/Model") == "llm:Some/Model"
    with serving(plays(lambda moves: moves[0])) as server:
        said = desk.squarely("play", "quad", "--second", "llm:Some/Model", typed=["B2"], SQUARELY_LLM_URL=server.url)
        assert "▸ Player 2 (O) plays A1." in said.out
        again = desk.squarely("resume", typed=["", "C3"], SQUARELY_LLM_URL=server.url)
    assert "▸ Player 2 (O) plays B1." in again.out
    assert {request.body["model"] for request in server.requests} == {"Some/Model"}
    assert desk.kept_moves() == ["B2", "A1", "C3", "B1"]


@pytest.mark.slow
def test_the_page_shows_the_example_and_it_plays_a_match(desk: Desk) -> None:
    example = ROOT / "examples" / "language_model.py"
    page = (ROOT / "docs" / "language-models.md").read_text(encoding="utf-8")
    assert f"```python\n{example.read_text(encoding='utf-8')}```\n" in page
    with serving(plays(lambda moves: moves[-1])) as server:
        done = subprocess.run(
            [sys.executable, str(example), "m", "center"],
            env=desk.environment(SQUARELY_LLM_URL=server.url, SQUARELY_LLM_PRICES="1/1"),
            capture_output=True,
            text=True,
            check=True,
        )
    count = len(server.requests)
    said = f"{count} answers, {120 * count} tokens, cost {120 * count / 1_000_000}, 0 slips"
    assert (done.stdout.splitlines()[-1], done.stderr) == (said, "")
