"""A game is a value: immutable, equal by its class and options, picklable. What its author leaves out it inherits."""

import pickle
from collections.abc import Iterator
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from squarely import BadOption, Dial, Game, Match, Outcome, Ruling, Side
from squarely.core.board.square_names import Shape
from squarely.core.rules import registry
from squarely.core.rules.author import check_class
from squarely.core.rules.game import FIRST, ONGOING, SECOND_WINS, Move
from squarely.core.rules.registry import find_game_in
from squarely.core.rules.rulebook import collect_facts, write_rulebook
from squarely.testing import LAWS, find_reachable
from tests.games.outside_games import HOP, Hop, load_file
from tests.games.outside_games import HOP_FILE as FILE
from tests.strategies import games, matches

OURS = registry.names()


@pytest.mark.parametrize("name", OURS)
@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_it_is_equal_to_every_other_with_the_same_options_and_to_nothing_else(name: str, data: st.DataObject) -> None:
    kind = registry.find_class(name)
    game, other = data.draw(games(kind)), data.draw(games(kind))
    for same in (kind(game.options), kind(game.settings), kind(**game.settings), registry.load(name, game.options)):
        assert same == game
        assert hash(same) == hash(game)
        assert type(same) is type(game)
        assert (same.options, same.settings) == (game.options, game.settings)
    assert (game == other) == (game.options == other.options)
    assert len({game, other, kind(game.options)}) == 1 + (game.options != other.options)
    assert game != game.options
    assert game != Hop()
    assert game.printed is kind


@pytest.mark.parametrize("name", OURS)
@settings(max_examples=15, deadline=None)
@given(data=st.data())
def test_it_travels_to_another_process_with_positions_and_matches(name: str, data: st.DataObject) -> None:
    """Also those of composed classes, which are found in no module."""
    game = data.draw(games(registry.find_class(name)))
    match = data.draw(matches(game, most=6))
    for value in (game, match, match.position, match.moves, {game: match.positions}):
        again = pickle.loads(pickle.dumps(value))
        assert again == value
        assert type(again) is type(value)
    assert pickle.loads(pickle.dumps(game)).words.draw(match.position) == game.words.draw(match.position)
    assert type(pickle.loads(pickle.dumps(match.position))) is game.Position


def test_games_of_another_class_are_other_games_whatever_they_are_called() -> None:
    class Hop2(Hop):  # type: ignore[misc, valid-type]
        name = "hop"

    assert Hop2() != HOP
    assert Hop2(size=3) == Hop2("size=3")
    assert (Hop2.name, Hop2.printed) == ("hop", Hop2)


@pytest.mark.parametrize("options", ["", "size=3,pie=yes"])
def test_nothing_about_it_changes(options: str) -> None:
    quad = registry.load("quad", options)
    for name in ("size", "cells", "settings", "options", "words", "anything"):
        with pytest.raises(AttributeError, match=f"a game does not change: `{name}` is worked out in set_up"):
            setattr(quad, name, 1)
    assert quad == registry.load("quad", options)
    with pytest.raises(AttributeError):
        quad.start().mover = 1


def test_it_says_what_it_is() -> None:
    assert [repr(registry.load("quad", options)) for options in ("", "size=5,pie=yes")] == [
        "<quad as printed>",
        "<quad size=5,pie=yes>",
    ]


def test_a_move_is_its_number_and_its_words() -> None:
    move = registry.load("quad").named_moves(registry.load("quad").start())[5]
    assert (int(move), str(move), repr(move), move == 5) == (5, "B2", "<Move B2>", True)
    again = pickle.loads(pickle.dumps(move))
    assert (type(again), again.text) == (Move, "B2")


# What an author who says nothing gets


class Least(Game):
    title, players, marks = "Least", ("One", "Two"), ("1", "2")

    class Position(NamedTuple):
        left: int
        mover: int

    def start(self) -> Position:
        return self.Position(3, FIRST)

    def legal_moves(self, position: Position) -> Iterator[int]:
        yield from range(1, min(position.left, 2) + 1)

    def play(self, position: Position, move: int) -> Position:
        return self.Position(position.left - move, 1 - position.mover)

    def outcome(self, position: Position) -> int:
        return ONGOING if position.left else SECOND_WINS - position.mover  # whoever took the last one


def test_a_class_with_nothing_but_its_verbs_is_a_game() -> None:
    game = Least()
    assert check_class(Least) == ""
    assert (game.name, game.goal, game.subtitle, [*game.rule_sets], game.options) == ("least", "", "", ["printed"], "")
    assert (game.has_board, game.has_points, game.has_moves, game.has_planes) == (False, False, False, False)
    assert (game.shape, game.ranges, game.planes, game.plane_maxima) == (Shape(0, 0), None, (), ())
    assert (game.is_dealt, game.deals(), game.deal(0), game.start_for(7)) == (False, 1, game.start(), game.start())
    assert (game.has_symmetry, game.transform(game.start(), 0), game.maxima()) == (False, game.start(), {})
    assert (game.move_count(), game.move_kinds(), game.points(game.start())) == (0, (), None)
    assert [game.role(game.start(), side) for side in Side] == [*Side]
    assert game.heading(0, 2) == 2
    match = Match.of(game)
    assert [str(move) for move in match.legal_moves] == ["1", "2"]
    assert next(game.words.ask(match)) == "One, enter your move (e.g., 1): "
    assert game.words.welcome(match).startswith("Welcome to Least!")
    won = match.play("2").play(" 1 ")
    assert won.outcome == Outcome(Side.SECOND, "Two has won")
    assert game.words.closing(won) == "Congratulations, Two! You have won the game: Two has won."
    assert game.words.why_illegal(game.start(), 5) == "5 is not allowed here. Please choose 1 or 2."


def test_it_has_every_option_of_every_game_and_plays_under_each() -> None:
    assert [option.name for option in Least().declared] == [
        *("repetition", "misere", "turn_limit", "double_moves", "pie", "forbidden_first", "opening"),
    ]
    for options, ends in {
        "": {1, 2},
        "misere=yes": {1, 2},
        "turn_limit=1": {3},
        "double_moves=yes": {2},
        "pie=yes": {1, 2},
        "opening=1": {1, 2},
        "forbidden_first=2": {1, 2},
    }.items():
        game = Least(options)
        assert {game.outcome(position) for position in find_reachable(game)} - {ONGOING} == ends, options


class Board(Least):
    """Board.

    Goal. Take the last one.
    """

    title, rows, columns = "Board", Dial(2, 1, 3, "rows"), 3
    bold = Ruling("A ruling of its own.", no="it is not", yes="it is")


def test_options_and_rulebook_are_found_on_the_class_and_its_bases() -> None:
    assert (Board.goal, Board.subtitle) == ("Take the last one.", "Take the last one")
    assert [option.name for option in Board().declared][:2] == ["rows", "bold"]
    assert Board(rows=3, bold="yes").options == "rows=3,bold=yes"
    assert Board("bold=YES").settings["bold"] == "yes"
    assert "Goal.     Take the last one." in write_rulebook(Board())
    assert [option["name"] for option in collect_facts(Board(rows=1))["options"]][:2] == ["rows", "bold"]


def test_set_up_may_refuse_and_is_called_once() -> None:
    calls = []

    class Careful(Board):
        def set_up(self) -> None:
            calls.append(self.rows)
            self.double = 2 * int(str(self.rows))
            if self.rows == 3:
                raise BadOption("rows=3 makes no game: three is a crowd")

    game = Careful(rows=1)
    game.start()
    Match.of(game)
    assert (vars(game)["double"], calls) == (2, [1])
    with pytest.raises(BadOption, match="three is a crowd"):
        Careful(rows=3)


def test_a_game_without_a_verb_cannot_be_made() -> None:
    class Lazy(Game):
        title, players, marks = "Lazy", ("One", "Two"), ("1", "2")
        Position = Least.Position

    assert check_class(Lazy) == "lacks legal_moves, outcome, play, start"
    with pytest.raises(TypeError, match="abstract"):
        Lazy()  # type: ignore[abstract]


def test_the_game_of_a_file_is_the_class_that_is_no_variation() -> None:
    assert find_game_in(load_file(FILE)) is Hop
    module = __import__("squarely.games.quad", fromlist=["rules"])
    assert find_game_in(module) is registry.find_class("quad")


@pytest.mark.parametrize("name", OURS)
def test_deals_are_the_same_for_the_same_seed(name: str) -> None:
    game = registry.load(name)
    starts = {seed: game.start_for(seed) for seed in range(30)}
    assert starts == {seed: registry.load(name).start_for(seed) for seed in range(30)}
    assert (len({*starts.values()}) > 1) == game.is_dealt
    assert game.start_for() == game.start_for(None) == game.start()


def test_every_law_holds_for_hop() -> None:
    game = Hop("size=3")
    for law in LAWS:
        law(game, game.start())
