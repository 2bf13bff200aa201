"""The tools themselves: secrets, training, mistakes, and no more memory than there may be."""

import hashlib
import threading
import time
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
from squarely.solver.oracle import Oracle
from tests.boards import refusal
from tests.environments.mcp.client import Model, within
from tests.games.outside_games import Hop


def opened(name: str = "quad") -> Match:
    return Match.of(registry.load(name))


# Words


def test_rules_are_those_of_the_prompt_with_the_rulings_in_force() -> None:
    async def work(model: Model) -> None:
        for name in registry.names():
            said = await model.done("read_rules", game=name)
            rules, _, sets = said.words.partition("\n\n# Rule sets\n")
            assert rules == describe_rules(registry.load(name))
            assert sets.splitlines() == [
                f"- rules={each.name}: {each.says}" for each in list_rule_sets(registry.find_class(name))
            ]
            assert said.data == collect_facts(registry.load(name))
        changed = await model.done("read_rules", game="quad", options="sudden_death=convert")
        assert (
            "- sudden_death=convert (the rulebook has exchange): in sudden death, one of the opponent" in changed.words
        )

    within(work)


def test_a_match_is_told_as_in_the_prompt() -> None:
    async def work(model: Model) -> None:
        said = await model.done("start_match", game="quad", opponent="human", side="second")
        match = opened()
        assert said.words.endswith(
            f"\n\n{describe_sides(match, Side.SECOND)}\n\n{describe_situation(match, Side.SECOND)}"
        )
        assert f"match_id: {said.data['match_id']}\nseat_token: {said.data['seat_token']}\n" in said.words
        seat = {"match_id": said.data["match_id"], "seat_token": said.data["other_seat_token"]}
        moved = await model.done("move", **seat, move="b2")
        assert moved.words == describe_situation(match.play("B2"), Side.FIRST)

    within(work)


def test_a_start_may_be_given() -> None:
    async def work(model: Model) -> None:
        _, view = await model.start("numbers", position="538/291/647 1 0-0", options="capture=choose")
        assert (view["position"], view["options"]) == ("538/291/647 1 0-0", "capture=choose")
        _, once = await model.start("numbers", seed=7)
        _, again = await model.start("numbers", seed=7)
        numbers = registry.load("numbers")
        assert once["position"] == again["position"] == numbers.write_position(numbers.start_for(7))

    within(work)


# Two seats


def test_two_models_play_each_other_and_each_moves_its_own_side() -> None:
    async def work(model: Model) -> None:
        seat, view = await model.start("showdown", opponent="human")
        other = {"match_id": seat["match_id"], "seat_token": view["other_seat_token"]}
        assert (view["your_turn"], view["side"]) == (True, "first")
        waiting = (await model.done("see_match", **other)).data
        assert (waiting["your_turn"], waiting["to_move"], waiting["legal_moves"]) == (False, "first", [])
        said = await model.refused("move", **other, move="down")
        assert said == "it is the turn of Player 1. Nothing was played."
        await model.done("move", **seat, move="right")
        assert await model.refused("move", **seat, move="right") == "it is the turn of Player 2. Nothing was played."
        seen = (await model.done("see_match", **other)).data
        assert (seen["your_turn"], seen["side"], seen["moves"]) == (True, "second", ["right"])

    within(work)


def test_against_a_computer_there_is_no_other_token() -> None:
    async def work(model: Model) -> None:
        for opponent in ("random", "level:1", "perfect"):
            _, view = await model.start("center", opponent=opponent)
            assert view["other_seat_token"] is None

    within(work)


# Secrets


def test_a_seat_is_opened_by_its_own_token_alone() -> None:
    async def work(model: Model) -> None:
        mine, _ = await model.start("quad")
        other, _ = await model.start("quad")
        sentences = set()
        for match_id, token in (
            (mine["match_id"], other["seat_token"]),
            (mine["match_id"], ""),
            (mine["match_id"], mine["seat_token"][:-1]),
            (mine["match_id"], mine["seat_token"] + "x"),
            (mine["match_id"], hashlib.sha256(mine["seat_token"].encode()).hexdigest()),
            (mine["match_id"], "schlüssel \ud7ff"),
            ("nothing", mine["seat_token"]),
            ("", ""),
        ):
            for tool, more in (("see_match", {}), ("move", {"move": "A1"}), ("resign", {}), ("ask_values", {})):
                sentences.add(await model.refused(tool, match_id=match_id, seat_token=token, **more))
        assert len(sentences) == 1, "nobody learns whether there is such a match"
        assert (await model.done("see_match", **mine)).data["moves"] == []

    within(work)


def test_tokens_are_long_random_and_kept_as_hashes_only() -> None:
    kept = Matches()
    name, _, tokens = kept.begin(opened(), {}, training=False)
    _, _, others = kept.begin(opened(), {}, training=False)
    minted = [*tokens.values(), *others.values()]
    assert len(set(minted)) == 4
    assert min(map(len, minted)) >= 43
    everything = repr(kept._held) + repr([vars(match) for match in kept._held.values()])
    assert [token for token in minted if token in everything] == []
    assert kept.open(name, tokens[Side.SECOND])[1] == Side.SECOND


def test_tokens_are_compared_in_constant_time(monkeypatch: pytest.MonkeyPatch) -> None:
    kept, compared = Matches(), list[str]()
    name, _, tokens = kept.begin(opened(), {}, training=False)

    def compare(given: str, stored: str) -> bool:
        compared.append(stored)
        return given == stored

    monkeypatch.setattr("squarely.play.seat_secrets.hmac.compare_digest", compare)
    kept.open(name, tokens[Side.FIRST])
    assert len(compared) == 2, "both seats, whichever it is"
    assert "no match has this match_id" in refusal(NotYours, kept.open, "nothing", tokens[Side.FIRST])
    assert len(compared) == 4, "as many where there is no match"


# Training


def test_the_oracle_speaks_in_training_alone() -> None:
    async def work(model: Model) -> None:
        seat, _ = await model.start("center")
        for tool in ("ask_values", "ask_hint"):
            said = await model.refused(tool, **seat)
            assert said == "the oracle is silent: this match was not started as training. Start one with training=true."

    within(work)


def test_the_oracle_tells_nothing_that_would_help_in_a_rated_match() -> None:
    """Neither in a training match begun before or after it, nor under other options; of other games it may speak."""

    async def work(model: Model) -> None:
        before, _ = await model.start("snatchers", opponent="human", training=True)
        elsewhere, _ = await model.start("center", opponent="human", training=True)
        rated, view = await model.start("snatchers", opponent="level:2", side="second")
        after, _ = await model.start(
            "snatchers", opponent="human", training=True, position=view["position"], options="up=screen"
        )
        for tool in ("ask_values", "ask_hint"):
            await model.done(tool, **elsewhere)
            for seat in (before, after):
                said = await model.refused(tool, **seat)
                assert said.startswith("the oracle is silent: a rated match of snatchers goes on")
        for opponent in ("perfect", "level:9", " Perfect"):
            said = await model.refused("start_match", game="snatchers", opponent=opponent, position=view["position"])
            assert "could show how to play it" in said
        await model.done("resign", **rated)
        for seat in (before, after):
            await model.done("ask_values", **seat)
        await model.start("snatchers", opponent="perfect", position=view["position"])

    within(work)


def test_a_rated_match_that_is_left_is_over_and_silences_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(model: Model) -> None:
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

    within(work)


@pytest.mark.parametrize("name", ["center", "numbers", "quad", "showdown", "snatchers"])
def test_in_training_values_are_the_oracles(name: str) -> None:
    game = registry.load(name)

    async def work(model: Model) -> None:
        seat, view = await model.start(name, training=True, opponent="random", seed=3, side="second")
        position = game.read_position(view["position"])
        oracle = Oracle(game)
        truth = (await model.done("ask_values", **seat)).data
        names = game.players
        assert truth["value"] == oracle.value(position).describe(names)
        best = oracle.value(position)
        assert {each["move"]: (each["value"], each["keeps"]) for each in truth["moves"]} == {
            str(move): (
                oracle.value(game.play(position, move)).earlier().describe(names),
                oracle.value(game.play(position, move)).has_same_result(best),
            )
            for move in game.named_moves(position)
        }
        hints = [(await model.done("ask_hint", **seat, step=step)).words for step in (1, 2, 3, 4)]
        assert truth["moves"][0]["value"] == truth["value"], "the best move is worth what the position is"
        addressed = tuple("you" if side == position.mover else each for side, each in enumerate(names))
        assert hints[0].endswith(f": {best.describe(addressed)}.")
        assert hints[3].startswith(f"Try {truth['moves'][0]['move']}")
        assert "less than or equal to 4" in await model.refused("ask_hint", **seat, step=5)

    within(work)


def test_after_the_end_there_is_no_hint() -> None:
    async def work(model: Model) -> None:
        seat, _ = await model.start("center", training=True)
        await model.done("resign", **seat)
        assert await model.refused("ask_hint", **seat) == "the match is over: Player A resigned."

    within(work)


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """An oracle that gives up sooner on what is too large anyway."""
    monkeypatch.setattr("squarely.solver.oracle.QUICK", 100)


@pytest.mark.usefixtures("hasty")
def test_where_nobody_knows_the_oracle_says_so() -> None:
    async def work(model: Model) -> None:
        seat, _ = await model.start("quad", options="size=6", opponent="random", training=True)
        assert (await model.refused("ask_values", **seat)).startswith(
            "nobody knows: under these options the game is too"
        )

    within(work)


# Mistakes


def test_an_argument_that_a_tool_does_not_have_is_refused() -> None:
    async def work(model: Model) -> None:
        said = await model.refused("start_match", game="quad", trainig=True)
        assert said.startswith(
            "it has no argument 'trainig'; it takes game, opponent, side, options, rules, training, "
        )
        seat, _ = await model.start("quad")
        for tool, more in (("move", {"move": "A1"}), ("see_match", {}), ("resign", {}), ("ask_hint", {})):
            assert "it has no argument 'position'" in await model.refused(tool, **seat, **more, position="x")
        assert await model.refused("list_games", game="quad") == "it has no argument 'game'; it takes none."
        assert (await model.done("see_match", **seat)).data["moves"] == []
        tools = (await model.client.list_tools()).tools
        assert {tool.input_schema["additionalProperties"] for tool in tools} == {False}

    within(work)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"game": "qaud"}, "there is no game 'qaud'; did you mean quad?"),
        ({"game": "quad", "options": "sise=5"}, "there is no option 'sise'; did you mean size?"),
        ({"game": "quad", "options": "size=99"}, "size=99 is not possible: size is a whole number from 3 to 6"),
        ({"game": "quad", "position": "nonsense"}, "'nonsense' has 1 part; a position is BOARD MOVER"),
        ({"game": "quad", "opponent": "robot"}, "there is no player 'robot'; there are human, random"),
        ({"game": "quad", "opponent": "level:12"}, "'level:12' is no level; there are level:1 to level:9"),
        ({"game": "quad", "opponent": "llm:m"}, "llm:m needs an endpoint; set SQUARELY_LLM_URL"),
        ({"game": "quad", "opponent": "program:touch harm"}, "programs are not run from here; choose human, random, "),
        (
            {"game": "quad", "options": "size=6", "opponent": "perfect", "side": "second"},
            "nothing was played, because Player 1 cannot answer: perfect cannot play this game, it is too large",
        ),
        ({"game": "quad", "side": "third"}, "1 validation error"),
        ({}, "1 validation error"),
    ],
)
@pytest.mark.usefixtures("hasty")
def test_a_match_that_cannot_begin_is_refused_in_words(
    arguments: dict[str, str], sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SQUARELY_LLM_URL", raising=False)

    async def work(model: Model) -> None:
        assert (await model.refused("start_match", **arguments)).startswith(sentence)

    kept = Matches()
    within(work, kept)
    assert not kept._held


@pytest.mark.usefixtures("hasty")
def test_an_opponent_that_cannot_answer_takes_the_move_back() -> None:
    async def work(model: Model) -> None:
        seat, view = await model.start("quad", options="size=6", opponent="perfect")
        said = await model.refused("move", **seat, move="A1")
        assert said.startswith("nothing was played, because Player 2 cannot answer: perfect cannot play this game")
        assert view | (await model.done("see_match", **seat)).data == view

    within(work)


@pytest.mark.parametrize(
    "move", ["", "Z9", "resign", "A1 B2 C3", "\n", "A1\x00", "x" * 10_000, "MOVE: A1", '{"move": "A1"}'], ids=range(9)
)
def test_words_that_are_no_move_are_refused_in_words(move: str) -> None:
    async def work(model: Model) -> None:
        seat, view = await model.start("quad")
        said = await model.refused("move", **seat, move=move)
        assert "Nothing was played. Legal moves: A1, B1, C1, " in said
        assert len(said) < 500
        assert view | (await model.done("see_match", **seat)).data == view

    within(work)


def test_of_very_many_moves_some_are_named() -> None:
    async def work(model: Model) -> None:
        full = "XXOO/OOXX/XXOO/OOXX X"
        seat, _ = await model.start("quad", opponent="human", position=full)
        said = await model.refused("move", **seat, move="A1")
        assert said.count("swap ") > 60
        assert said.endswith(" and 4 more.")

    within(work)


def test_whoever_resigns_has_lost_and_nothing_follows() -> None:
    async def work(model: Model) -> None:
        seat, _ = await model.start("center", side="second", opponent="random")
        view = (await model.done("resign", **seat)).data
        assert (view["over"], view["winner"], view["reason"]) == (True, "first", "Player B resigned")
        assert view["legal_moves"] == []
        for tool, more in (("move", {"move": "place 0 0"}), ("resign", {})):
            assert (await model.refused(tool, **seat, **more)).startswith("the match is over: Player B resigned.")

    within(work)


# Several turns in a row


class Again(Hop):  # type: ignore[misc, valid-type]
    """As hop, but whoever brings a piece from its home row has another turn."""

    def play(self, position: Any, move: int) -> Any:
        after, home = super().play(position, move), self.home[position.mover]
        left, reached = divmod(move, self.size**2)
        return after._replace(mover=position.mover) if home >> left & 1 and not home >> reached & 1 else after


class First(Player):
    """Makes the first move there is."""

    def choose(self, match: Match) -> int:
        return match.legal_moves[0]


@pytest.mark.parametrize("mine", list(Side))
def test_a_computer_that_keeps_the_turn_plays_on(mine: Side) -> None:
    kept = Matches()
    name, match, tokens = kept.begin(Match.of(Again()), {mine.other: First()}, training=False)
    assert len(match.moves) == (0 if mine == Side.FIRST else 2)
    table, _ = kept.open(name, tokens[mine])
    answers = {len(match.moves)}
    while not table.match.outcome and len(table.match.moves) < 40:
        assert table.match.mover == mine
        before = len(table.match.moves)
        table.play(mine, str(table.match.legal_moves[-1]))
        answers.add(len(table.match.moves) - before - 1)
    assert max(answers) > 1


# Memory and threads


def test_the_longest_idle_matches_are_let_go() -> None:
    kept = Matches(most=3)
    begun = [kept.begin(opened(), {}, training=False) for _ in range(3)]
    kept.open(begun[0][0], begun[0][2][Side.FIRST])  # used, and so not the longest idle
    begun += [kept.begin(opened(), {}, training=False) for _ in range(1)]
    alive = []
    for name, _, tokens in begun:
        try:
            kept.open(name, tokens[Side.FIRST])
            alive.append(True)
        except NotYours:
            alive.append(False)
    assert alive == [True, False, True, True]
    assert len(kept._held) == 3


def test_whoever_has_no_right_to_a_match_does_not_keep_it_alive() -> None:
    kept = Matches(most=2)
    first, second = (kept.begin(opened(), {}, training=False) for _ in range(2))
    refusal(NotYours, kept.open, first[0], "guessed")
    kept.begin(opened(), {}, training=False)
    refusal(NotYours, kept.open, first[0], first[2][Side.FIRST])
    kept.open(second[0], second[2][Side.FIRST])


def test_a_match_without_end_ends_somewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(held, "LONGEST", 8)
    kept = Matches()
    name, _, tokens = kept.begin(opened("snatchers"), {}, training=False)
    for turn in range(8):
        table, side = kept.open(name, tokens[Side(turn % 2)])
        table.play(side, ("right 1", "left 1", "left 1", "right 1")[turn % 4])
    table, side = kept.open(name, tokens[Side.FIRST])
    assert "has stopped unfinished after 8 moves" in refusal(IllegalMove, table.play, side, "right 1")


def test_moves_at_the_same_time_are_one_after_the_other() -> None:
    """Of many threads that make the same first move, one makes it; the computer answers it once."""

    class Slow(Player):
        def choose(self, match: Match) -> int:
            time.sleep(0.2)  # time for everybody else to come in between
            return match.legal_moves[0]

    kept = Matches()
    tools = Tools(kept)
    name, _, tokens = kept.begin(opened(), {Side.SECOND: Slow()}, training=False)
    done = []

    def move() -> None:
        try:
            tools.move(name, tokens[Side.FIRST], "B2")
            done.append(True)
        except Exception:
            done.append(False)

    threads = [threading.Thread(target=move) for _ in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(done) == [False] * 15 + [True]
    assert len(kept.open(name, tokens[Side.FIRST])[0].match.moves) == 2


def test_a_computer_that_answers_nonsense_is_a_sentence() -> None:
    class Odd(Player):
        def choose(self, _: Match, /) -> int:
            return -1

    kept = Matches()
    said = refusal(BadPlayer, kept.begin, opened(), {Side.FIRST: Odd()}, False)
    assert said.startswith("nothing was played, because Player 1 cannot answer: ")
