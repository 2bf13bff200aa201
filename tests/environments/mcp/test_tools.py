"""The tools themselves: secrets, training, mistakes, and no more memory than there may be."""

import hashlib
import re
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from squarely import Match, Side
from squarely.core.errors import BadPlayer, IllegalMove
from squarely.core.rules import registry
from squarely.core.rules.rulebook import collect_facts, list_rule_sets
from squarely.environments.mcp import matches as held
from squarely.environments.mcp.matches import Matches, NotYours
from squarely.environments.mcp.server import Tools
from squarely.players import Player
from squarely.players.prompt import describe_rules, describe_sides, describe_situation
from squarely.solver import oracle
from tests.boards import refusal
from tests.environments.mcp.client import Model
from tests.patience import PATIENCE

pytestmark = pytest.mark.anyio


def opened(name: str = "quad") -> Match:
    return Match.of(registry.load(name))


async def assert_unchanged(model: Model, seat: dict[str, str], view: dict[str, Any]) -> None:
    assert view | (await model.done("see_match", **seat)).data == view


# Words


async def test_rules_and_matches_are_told_as_in_the_prompt(model: Model) -> None:
    for name in registry.names():
        said = await model.done("read_rules", game=name)
        rules, _, sets = said.words.partition("\n\n# Rule sets\n")
        assert rules == describe_rules(registry.load(name))
        listed = list_rule_sets(registry.find_class(name))
        assert sets.splitlines() == [f"- rules={each.name}: {each.says}" for each in listed]
        assert said.data == collect_facts(registry.load(name))
    changed = await model.done("read_rules", game="quad", options="sudden_death=convert")
    assert "- sudden_death=convert (the rulebook has exchange): in sudden death, one of the opponent" in changed.words
    said = await model.done("start_match", game="quad", opponent="human", side="second")
    match = opened()
    told = f"{describe_sides(match, Side.SECOND)}\n\n{describe_situation(match, Side.SECOND)}"
    assert said.words.endswith(f"\n\n{told}")
    assert f"match_id: {said.data['match_id']}\nseat_token: {said.data['seat_token']}\n" in said.words
    moved = await model.done(
        "move", match_id=said.data["match_id"], seat_token=said.data["other_seat_token"], move="b2"
    )
    assert moved.words == describe_situation(match.play("B2"), Side.FIRST)
    _, view = await model.start("numbers", position="538/291/647 1 0-0", options="capture=choose")
    assert (view["position"], view["options"]) == ("538/291/647 1 0-0", "capture=choose")


# Two seats, and their secrets


async def test_two_models_play_each_other_and_each_moves_its_own_side(model: Model) -> None:
    seat, view = await model.start("showdown", opponent="human")
    other = {"match_id": seat["match_id"], "seat_token": view["other_seat_token"]}
    assert (view["your_turn"], view["side"]) == (True, "first")
    waiting = (await model.done("see_match", **other)).data
    assert (waiting["your_turn"], waiting["to_move"], waiting["legal_moves"]) == (False, "first", [])
    assert await model.refused("move", **other, move="down") == "it is the turn of Player 1. Nothing was played."
    await model.done("move", **seat, move="right")
    assert await model.refused("move", **seat, move="right") == "it is the turn of Player 2. Nothing was played."
    seen = (await model.done("see_match", **other)).data
    assert (seen["your_turn"], seen["side"], seen["moves"]) == (True, "second", ["right"])
    for opponent in ("random", "level:1", "perfect"):
        _, view = await model.start("showdown", opponent=opponent)
        assert view["other_seat_token"] is None


async def test_a_seat_is_opened_by_its_own_token_alone(model: Model) -> None:
    (mine, _), (other, _) = await model.start("quad"), await model.start("quad")
    name, token = mine["match_id"], mine["seat_token"]
    sentences = set()
    for match_id, wrong in (
        *((name, other["seat_token"]), (name, ""), (name, token[:-1]), (name, token + "x")),
        *((name, hashlib.sha256(token.encode()).hexdigest()), (name, "schlüssel \ud7ff"), ("nothing", token), ("", "")),
    ):
        for tool, more in (("see_match", {}), ("move", {"move": "A1"}), ("resign", {}), ("ask_values", {})):
            sentences.add(await model.refused(tool, match_id=match_id, seat_token=wrong, **more))
    assert len(sentences) == 1, "nobody learns whether there is such a match"
    assert (await model.done("see_match", **mine)).data["moves"] == []


def test_tokens_are_kept_as_hashes_only_and_compared_in_constant_time(
    kept: Matches, monkeypatch: pytest.MonkeyPatch
) -> None:
    (name, _, tokens), (_, _, others) = (kept.begin(opened(), {}, training=False) for _ in range(2))
    assert len({*tokens.values(), *others.values()}) == 4
    everything = repr(kept._held) + repr([vars(match) for match in kept._held.values()])
    assert not any(token in everything for token in tokens.values())
    compared = list[str]()

    def compare(given: str, stored: str) -> bool:
        compared.append(stored)
        return given == stored

    monkeypatch.setattr("squarely.play.seat_secrets.hmac.compare_digest", compare)
    for side in Side:
        assert kept.open(name, tokens[side])[1] == side
    assert len(compared) == 4, "both seats, whichever it is"
    assert "no match has this match_id" in refusal(NotYours, kept.open, "nothing", tokens[Side.FIRST])
    assert len(compared) == 6, "as many where there is no match"


# Training


async def test_the_oracle_speaks_in_training_alone_and_only_before_the_end(model: Model) -> None:
    seat, _ = await model.start("showdown")
    for tool in ("ask_values", "ask_hint"):
        said = await model.refused(tool, **seat)
        assert said == "the oracle is silent: this match was not started as training. Start one with training=true."
    await model.done("resign", **seat)
    seat, _ = await model.start("showdown", training=True)
    await model.done("resign", **seat)
    assert await model.refused("ask_hint", **seat) == "the match is over: Player 1 resigned."


async def test_the_oracle_tells_nothing_that_would_help_in_a_rated_match(model: Model) -> None:
    """Neither in a training match begun before or after it, nor under other options; of other games it may speak."""
    before, _ = await model.start("snatchers", opponent="human", training=True)
    elsewhere, _ = await model.start("showdown", opponent="human", training=True)
    rated, view = await model.start("snatchers", opponent="level:2", side="second")
    here = {"game": "snatchers", "position": view["position"]}
    after, _ = await model.start(**here, opponent="human", training=True, options="up=screen")
    for tool in ("ask_values", "ask_hint"):
        await model.done(tool, **elsewhere)
        for seat in (before, after):
            said = await model.refused(tool, **seat)
            assert said.startswith("the oracle is silent: a rated match of snatchers goes on")
    for opponent in ("perfect", "level:9", " Perfect"):
        assert "could show how to play it" in await model.refused("start_match", **here, opponent=opponent)
    await model.done("resign", **rated)
    for seat in (before, after):
        await model.done("ask_values", **seat)
    await model.start(**here, opponent="perfect")


async def test_a_rated_match_that_is_left_is_over_and_silences_nobody(
    model: Model, monkeypatch: pytest.MonkeyPatch
) -> None:
    rated, _ = await model.start("showdown")
    training, _ = await model.start("showdown", training=True)
    assert "a rated match" in await model.refused("ask_values", **training)
    monkeypatch.setattr(held, "IDLE", -1.0)
    await model.done("ask_values", **training)
    await model.done("see_match", **rated)
    monkeypatch.setattr(held, "IDLE", 3600.0)
    await model.done("ask_values", **training)
    assert (await model.refused("move", **rated, move="down")).startswith("the match has stopped unfinished")
    await model.done("move", **training, move="down")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["numbers", "quad", "showdown"])
async def test_in_training_values_are_the_oracles(name: str, model: Model) -> None:
    game = registry.load(name)
    seat, view = await model.start(name, training=True, opponent="random", seed=3, side="second")
    position = game.read_position(view["position"])
    known, names = oracle.Oracle(game), game.players
    truth, best = (await model.done("ask_values", **seat)).data, known.value(position)
    assert truth["value"] == best.describe(names)
    assert {each["move"]: (each["value"], each["keeps"]) for each in truth["moves"]} == {
        str(move): (value.earlier().describe(names), value.has_same_result(best))
        for move in game.named_moves(position)
        for value in [known.value(game.play(position, move))]
    }
    hints = [(await model.done("ask_hint", **seat, step=step)).words for step in (1, 2, 3, 4)]
    assert truth["moves"][0]["value"] == truth["value"], "the best move is worth what the position is"
    addressed = tuple("you" if side == position.mover else each for side, each in enumerate(names))
    assert hints[0].endswith(f": {best.describe(addressed)}.")
    assert hints[3].startswith(f"Try {truth['moves'][0]['move']}")
    assert "less than or equal to 4" in await model.refused("ask_hint", **seat, step=5)


# Mistakes


async def test_where_nobody_knows_it_is_told_what_a_search_believes_and_an_opponent_searches(
    model: Model, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(oracle, "QUICK", 100)  # it gives up sooner on what is too large anyway
    seat, _ = await model.start("quad", options="size=6", opponent="random", training=True)
    told = (await model.done("ask_values", **seat)).data
    assert re.fullmatch(r"(likely|open,) .*\d\d%.*", told["value"])
    assert len(told["moves"]) == 36
    assert all(each["keeps"] for each in told["moves"]), "nothing that is only believed is lost"
    assert "This is not solved. A search believes: " in (await model.done("ask_hint", **seat)).words
    seat, _ = await model.start("quad", options="size=6", opponent="search:200")
    assert "error" not in await model.call("move", **seat, move="A1")


async def test_an_argument_that_a_tool_does_not_have_is_refused(model: Model) -> None:
    said = await model.refused("start_match", game="quad", trainig=True)
    assert said.startswith("it has no argument 'trainig'; it takes game, opponent, side, options, rules, training, ")
    seat, view = await model.start("quad")
    for tool, more in (("move", {"move": "A1"}), ("see_match", {}), ("resign", {}), ("ask_hint", {})):
        assert "it has no argument 'position'" in await model.refused(tool, **seat, **more, position="x")
    assert await model.refused("list_games", game="quad") == "it has no argument 'game'; it takes none."
    await assert_unchanged(model, seat, view)
    tools = (await model.client.list_tools()).tools
    assert {tool.input_schema["additionalProperties"] for tool in tools} == {False}


async def test_a_match_that_cannot_begin_is_refused_in_words(
    model: Model, kept: Matches, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(oracle, "QUICK", 100)
    monkeypatch.delenv("SQUARELY_LLM_URL", raising=False)
    arguments: dict[str, str]
    for arguments, sentence in (
        ({"options": "sise=5"}, "there is no option 'sise'; did you mean size?"),
        ({"position": "nonsense"}, "'nonsense' has 1 part; a position is BOARD MOVER"),
        ({"opponent": "robot"}, "there is no player 'robot'; there are human, random"),
        ({"opponent": "llm:m"}, "llm:m needs an endpoint; set SQUARELY_LLM_URL"),
        ({"opponent": "program:touch harm"}, "programs are not run from here; choose human, random, "),
        ({"opponent": "search:"}, "'search:' is no search; write a time"),
        ({"side": "third"}, "1 validation error"),
    ):
        assert (await model.refused("start_match", **{"game": "quad"} | arguments)).startswith(sentence)
    assert (await model.refused("start_match")).startswith("1 validation error")
    assert not kept._held


async def test_words_that_are_no_move_are_refused_in_words(model: Model) -> None:
    seat, view = await model.start("quad")
    for move in ("", "Z9", "resign", "A1 B2 C3", "\n", "A1\x00", "x" * 10_000, "MOVE: A1", '{"move": "A1"}'):
        said = await model.refused("move", **seat, move=move)
        assert "Nothing was played. Legal moves: A1, B1, C1, " in said
        assert len(said) < 500
    await assert_unchanged(model, seat, view)
    seat, _ = await model.start("quad", opponent="human", position="XXOO/OOXX/XXOO/OOXX X")
    said = await model.refused("move", **seat, move="A1")
    assert said.count("swap ") > 60
    assert said.endswith(" and 4 more."), "of very many moves some are named"


async def test_whoever_resigns_has_lost_and_nothing_follows(model: Model) -> None:
    seat, _ = await model.start("center", side="second", opponent="random")
    view = (await model.done("resign", **seat)).data
    assert (view["over"], view["winner"], view["reason"]) == (True, "first", "Player B resigned")
    assert view["legal_moves"] == []
    for tool, more in (("move", {"move": "place 0 0"}), ("resign", {})):
        assert (await model.refused(tool, **seat, **more)).startswith("the match is over: Player B resigned.")


# Memory and threads


def test_the_longest_idle_matches_are_let_go_and_whoever_has_no_right_to_one_does_not_keep_it_alive() -> None:
    kept = Matches(most=3)
    begun = [kept.begin(opened(), {}, training=False) for _ in range(3)]
    kept.open(begun[0][0], begun[0][2][Side.FIRST])  # used, and so not the longest idle
    refusal(NotYours, kept.open, begun[1][0], "guessed")
    begun += [kept.begin(opened(), {}, training=False)]
    assert [name in kept._held for name, *_ in begun] == [True, False, True, True]
    refusal(NotYours, kept.open, begun[1][0], begun[1][2][Side.FIRST])
    for name, _, tokens in (begun[0], *begun[2:]):
        kept.open(name, tokens[Side.FIRST])


def test_a_match_without_end_ends_somewhere(kept: Matches, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(held, "LONGEST", 8)
    name, _, tokens = kept.begin(opened("snatchers"), {}, training=False)
    for turn in range(8):
        table, side = kept.open(name, tokens[Side(turn % 2)])
        table.play(side, ("right 1", "left 1", "left 1", "right 1")[turn % 4])
    table, side = kept.open(name, tokens[Side.FIRST])
    assert "has stopped unfinished after 8 moves" in refusal(IllegalMove, table.play, side, "right 1")


def test_moves_at_the_same_time_are_one_after_the_other(kept: Matches) -> None:
    """Of many threads that make the same first move, one makes it; the computer answers it once."""
    asked, may_answer = threading.Event(), threading.Event()

    class Slow(Player):
        def choose(self, match: Match) -> int:
            asked.set()
            may_answer.wait(PATIENCE)
            return match.legal_moves[0]

    name, _, tokens = kept.begin(opened(), {Side.SECOND: Slow()}, training=False)
    with ThreadPoolExecutor(16) as pool:
        calls = [pool.submit(Tools(kept).move, name, tokens[Side.FIRST], "B2") for _ in range(16)]
        assert asked.wait(PATIENCE)
        time.sleep(0.2)  # for everybody else to come in between; whoever is later cannot fail
        may_answer.set()
    assert sorted(call.exception() is None for call in calls) == [False] * 15 + [True]
    assert len(kept.open(name, tokens[Side.FIRST])[0].match.moves) == 2


def test_a_computer_that_answers_nonsense_is_a_sentence(kept: Matches) -> None:
    class Odd(Player):
        def choose(self, _: Match, /) -> int:
            return -1

    said = refusal(BadPlayer, kept.begin, opened(), {Side.FIRST: Odd()}, False)
    assert said.startswith("nothing was played, because Player 1 cannot answer: ")
