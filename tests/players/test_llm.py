"""Language models as players, asked over a real connection by a server that misbehaves on purpose."""

import asyncio
import runpy
import sys
import time
from pathlib import Path

import pytest

from squarely import BadMove, Match
from squarely.core.rules import registry
from squarely.players import dismiss_players, fold_name
from squarely.players.endpoint import LONGEST
from squarely.players.llm import LanguageModel, is_refusal, parse_move_words
from squarely.players.player_faults import CUT_OFF, ILLEGAL, REFUSED, TIMED_OUT, UNREADABLE, PlayerFault
from squarely.players.prompt import write_prompt
from tests.boards import playouts
from tests.games.outside_games import HOP
from tests.players.model_server import Behaviour, Reply, model, plays, says, serving
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


def test_a_model_plays_from_its_prompt_alone_also_a_game_from_outside() -> None:
    with serving(plays(lambda moves: moves[-1])) as server:
        player = model(server)
        for game in (registry.load("quad"), HOP):
            for match in playouts(game, matches=1, turns=4):
                if match.legal_moves:
                    assert player.choose(match) == match.legal_moves[-1]
                    assert server.requests[-1].said == [write_prompt(match, match.mover)]
                    dismiss_players(player)  # it holds nothing that needs closing
    assert player.report.slips == player.report.faults == []


def test_another_question_gets_an_answer_and_an_answer_may_come_in_parts_or_into_an_event_loop() -> None:
    async def within() -> int:
        return player.choose(OPENED)

    parts = [{"type": "text", "text": "MOVE: "}, {"type": "text", "text": "down"}]
    cut = says("MOVE: down", choice={"finish_reason": "length"})  # behind its move
    with serving(says("Yes.\nIt is."), says(parts), cut, says("no", message={"refusal": "I will not"})) as server:
        player = model(server)
        assert player.answer("Is it?") == "Yes.\nIt is."
        assert server.requests[0].said == ["Is it?"]
        assert player.choose(OPENED) == asyncio.run(within())
        with pytest.raises(PlayerFault, match="declines to answer"):
            player.answer("Really?")
    assert [slip.kind for slip in player.report.faults] == [REFUSED]


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
        ("", UNREADABLE, "the answer of the model 'm' names no move"),
        ("so " * 50_000, UNREADABLE, "ends with 'so so so so so so so so so so so so so s…': "),
        ("x" * (LONGEST + 1), UNREADABLE, "the answer of the model 'm' is far too long to be read"),
        ("half a character \ud800", UNREADABLE, "ends with 'half a character ?': "),
    ):
        with serving(says(answer)) as server:
            fault = faulted(player := model(server))
        assert sentence in str(fault)
        assert [fault.kind, *(slip.kind for slip in player.report.slips)] == [kind] * 3, sentence
        assert len(server.requests) == 3
        assert all(len(text) <= 2000 for text in server.requests[-1].said[1::2])
    with serving(says("MOVE: up")) as server:
        assert faulted(model(server, repairs=0)).kind == ILLEGAL
        assert len(server.requests) == 1


def test_a_refusal_and_a_cut_are_not_argued_with() -> None:
    told, cut = "was ended by the endpoint at its limit of tokens before it ", {"finish_reason": "length"}
    more = """; allow it more, such as SQUARELY_LLM_REQUEST='{"max_tokens": 8000}'"""
    behaviours: tuple[tuple[Behaviour, str, str], ...] = (
        (says("I'm sorry, but I can't help with that."), REFUSED, "declines to move: "),
        (says(None, message={"refusal": "I can't assist with games."}), REFUSED, "declines to answer"),
        (says("", choice={"finish_reason": "content_filter"}), REFUSED, "declines to answer"),
        (says("<think>Let me see. If I go", choice=cut), CUT_OFF, f"{told}said anything{more}"),
        (says("I am still thinking about", choice=cut), CUT_OFF, f"{told}named a move{more}"),
    )
    for behaviour, kind, sentence in behaviours:
        with serving(behaviour) as server:
            fault = faulted(player := model(server))
        assert fault.kind == kind
        assert str(fault).startswith(f"the answer of the model 'm' {sentence}")
        assert (len(server.requests), player.report.slips, len(player.report.faults)) == (1, [], 1), sentence


@pytest.mark.slow
def test_whoever_is_too_slow_has_timed_out_and_the_patience_is_for_the_move_and_not_for_each_answer() -> None:
    def slowly(reply: Reply) -> None:
        time.sleep(0.2)
        says("MOVE: up")(reply)

    def trickling(reply: Reply) -> None:
        reply.handler.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n")
        while True:
            reply.handler.wfile.write(b" ")
            time.sleep(0.02)

    for behaviour in (lambda _: time.sleep(30), trickling, slowly):
        with serving(behaviour) as server:
            fault = faulted(player := model(server, SOON, prices="1/1", repairs=20))
        assert fault.kind == TIMED_OUT
        assert str(fault) == f"the model 'm' at {server.url}/chat/completions has not answered in time"
        assert player.report.usage.cost is None, "what it may have cost is not known"
        assert len(server.requests) <= 2


def test_the_last_word_counts_in_whatever_dress_and_a_refusal_is_told_from_a_bad_move() -> None:
    meaning_b2 = [
        *("B2", "**MOVE:** `B2`", '"B2".', "> MOVE: B2", "### Final answer: B2", "MOVE:\nB2", "```\nB2\n```"),
        *("MOVE = B2", "- MOVE: B2", "**Move**: `B2`", "B2.", "MOVE: A1\nNo, that loses.\nMOVE: B2"),
        "I would move: somewhere.\nB2",
        '```json\n{\n  "move": "B2"\n}\n```',
        '{"thought": "A1 loses", "Move": "B2"} I am sure.',
        '{"move": "A1"} or rather {"why": {"z": {}}, "move": "B2"}.',
        '{"analysis": {"A1": {"move": "A1", "good": false}}, "move": "B2", "others": [{"move": "A1"}]}',
        '{"result": {"move": "B2"}, "sure": true}',
        'Braces {like these} do not matter: {"move": "B2"}',
        *("<think>MOVE: A1</think>B2", "A1 is bad</think>\n\nMOVE: B2"),
    ]
    others = {
        "MOVE: `up 2` (1,1) to (1,3)": "up 2",
        "MOVE: 2 2 : 1 2, 2 1": "2 2 : 1 2, 2 1",
        "The move B2 is good.\nplace 0 1": "place 0 1",
        **{same: same for same in ('{"move": 2}', '{"move": ["B2"]}', "MOVE:")},
        **dict.fromkeys(("<think>MOVE: A1, or else", "", "```\n```"), ""),
    }
    for answer, word in (dict.fromkeys(meaning_b2, "B2") | others).items():
        assert parse_move_words(answer) == word, answer
    # There is a legal move in each of these, and none of them says which is meant.
    for answer in ("MOVE: B2 or C3", "I like B2 best of all.", "MOVE: B2 (the center)", "B2\nThat is my move"):
        with pytest.raises(BadMove):
            Match.of(registry.load("quad")).play(parse_move_words(answer))
    refusals = ("I’m sorry, no.", "As an AI I do not play.", "<think>hm</think>I refuse.", "MOVE: resign", "I resign.")
    for answer in (
        *refusals,
        "I can't do that",
        "I won't.",
        "Sorry, I must not.",
        "I am unable to continue with this game",
    ):
        assert is_refusal(answer), answer
    for answer in ("", "Z9", "I cannot place on B2, so:\nMOVE: Z9", "It cannot be B2", "I am thinking"):
        assert not is_refusal(answer), answer


@pytest.mark.slow
def test_huge_answers_are_read_in_a_moment() -> None:
    for text in ("{" * 900_000, '{"a":' * 200_000, "</think" * 70_000, "move " * 100_000, '{"a": 1}' * 60_000):
        assert parse_move_words(f"{text}\nMOVE: B2") == parse_move_words(f"{text}\nB2") == "B2"


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
def test_the_page_shows_the_example_and_it_plays_a_match(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    example = ROOT / "examples" / "language_model.py"
    page = (ROOT / "docs" / "language-models.md").read_text(encoding="utf-8")
    assert f"```python\n{example.read_text(encoding='utf-8')}```\n" in page
    monkeypatch.setattr(sys, "argv", [str(example), "m", "center"])
    monkeypatch.setenv("SQUARELY_LLM_PRICES", "1/1")
    with serving(plays(lambda moves: moves[-1])) as server:
        monkeypatch.setenv("SQUARELY_LLM_URL", server.url)
        runpy.run_path(str(example), run_name="__main__")
    count = len(server.requests)
    said = f"{count} answers, {120 * count} tokens, cost {120 * count / 1_000_000}, 0 slips"
    assert capsys.readouterr().out.splitlines()[-1] == said
