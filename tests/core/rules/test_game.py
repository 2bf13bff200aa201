"""A game is a value: immutable, equal by its class and options, picklable. What its author leaves out it inherits; it
is one class of the printed one and of the variations that its options ask for."""

import pickle
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from squarely import BadOption, Dial, Game, Match, Outcome, Ruling, Side
from squarely.core.board.square_names import Shape
from squarely.core.rules import registry
from squarely.core.rules.author import check_class, describe_failure
from squarely.core.rules.compose import compose, find_variations, list_options, list_variations, sum_up, widen
from squarely.core.rules.fields import Count, Kind
from squarely.core.rules.game import FIRST, ONGOING, SECOND_WINS, Move
from squarely.core.rules.options import Option
from squarely.core.rules.registry import find_game_in
from squarely.core.rules.rulebook import collect_facts, write_rulebook
from squarely.core.rules.words import Words
from squarely.testing import find_reachable
from tests.boards import played
from tests.games.outside_games import HOP, Hop
from tests.laws.mistakes import ROW
from tests.strategies import games, matches
from tests.thorough import many

QUAD = registry.find_class("quad")


@pytest.mark.slow
@pytest.mark.thorough
@settings(max_examples=many(120), deadline=None)
@given(data=st.data())
def test_it_is_equal_to_every_other_with_the_same_options_and_travels(data: st.DataObject) -> None:
    """To another process with positions and matches, also those of composed classes, which are found in no module."""
    kind = registry.find_class(data.draw(st.sampled_from(registry.names())))
    game, other = data.draw(games(kind)), data.draw(games(kind))
    for same in (kind(game.options), kind(**game.settings), registry.load(kind.name, game.settings)):
        assert (same, hash(same), type(same)) == (game, hash(game), type(game))
        assert (same.options, same.settings) == (game.options, game.settings)
    assert (game == other) == (game.options == other.options)
    assert len({game, other, kind(game.options)}) == 1 + (game.options != other.options)
    assert game not in (game.options, Hop())
    assert game.printed is kind
    match = data.draw(matches(game, most=6))
    for value in (game, match, match.position, match.moves, {game: match.positions}):
        again = pickle.loads(pickle.dumps(value))
        assert (again, type(again)) == (value, type(value))
    assert pickle.loads(pickle.dumps(game)).words.draw(match.position) == game.words.draw(match.position)
    assert type(pickle.loads(pickle.dumps(match.position))) is game.Position


def test_it_says_what_it_is_and_nothing_about_it_changes() -> None:
    other = type("Hop2", (Hop,), {"name": "hop"})  # a game of another class, whatever it is called
    assert other() != HOP
    assert (other.name, other.printed) == ("hop", other)  # type: ignore[attr-defined]
    for options, said in (("", "<quad as printed>"), ("size=3,pie=yes", "<quad size=3,pie=yes>")):
        quad = QUAD(options)
        assert repr(quad) == said
        for name in ("size", "settings", "words", "anything"):
            with pytest.raises(AttributeError, match=f"a game does not change: `{name}` is worked out in set_up"):
                setattr(quad, name, 1)
        assert quad == QUAD(options)
    move = QUAD().named_moves(QUAD().start())[5]
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


def test_a_class_with_nothing_but_its_verbs_is_a_game_and_plays_under_each_option_of_every_game() -> None:
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
    ends = {"": {1, 2}, "misere=yes": {1, 2}, "turn_limit=1": {3}, "double_moves=yes": {2}, "pie=yes": {1, 2}}
    for options, wanted in {**ends, "opening=1": {1, 2}, "forbidden_first=2": {1, 2}}.items():
        game = Least(options)
        assert {game.outcome(position) for position in find_reachable(game)} - {ONGOING} == wanted, options


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
    module = __import__("squarely.games.quad", fromlist=["rules"])
    assert find_game_in(module) is QUAD, "the class that is no variation"
    assert [option["name"] for option in collect_facts(Board(rows=1))["options"]][:2] == ["rows", "bold"]
    calls: list[int] = []
    careful: type[Game] = type("Careful", (Board,), {"set_up": lambda game: calls.append(game.rows)})
    assert (Match.of(careful(rows=1)).play("1").game.settings["rows"], calls) == (1, [1]), "set up once"


# One class of the printed game and its variations, where an option asks for it


def test_what_is_printed_is_the_class_as_its_author_wrote_it_and_options_make_one_class_in_any_order() -> None:
    for kind in map(registry.find_class, registry.names()):
        assert type(kind()) is kind
        own = {option.name for option in sum_up(kind, Option).values()}
        for option in kind().declared:
            for setting in option.choices:
                with suppress(BadOption):
                    given = kind({option.name: setting})
                    asked = option.name not in own and given.settings[option.name] != option.default
                    assert (type(given) is kind) == (not asked), f"{option.name}={setting}"
                    assert (type(given).printed, isinstance(given, kind)) == (kind, True)
                    for name in ("name", "__name__", "__doc__"):
                        assert getattr(type(given), name) == getattr(kind, name)
    one, other = QUAD("pie=yes,gravity=yes,sudden_death=none"), QUAD("sudden_death=none,gravity=yes,pie=yes")
    assert type(one) is type(other)
    assert type(one) is type(QUAD("pie=yes,gravity=yes,sudden_death=convert"))
    assert type(one) is not type(QUAD("pie=yes,gravity=yes"))
    assert type(QUAD("size=5")) is QUAD, "an option of the printed game asks for nothing"


# Variations of a game that counts what is said and done


class Loud(Least):
    loud = Ruling("How it is said.", no="quiet", yes="loud")
    fields: ClassVar = {"shouts": Count}

    class Words(Words["Least"]):
        def reason(self, position: Any) -> str:
            return f"{super().reason(position)}!"

    def play(self, position: Any, move: int) -> Any:
        after: Any = super().play(position, move)
        return after._replace(shouts=position.shouts + 1)

    def maxima(self) -> dict[str, int]:
        return {**super().maxima(), "shouts": 9}


class Long(Least):
    more = Dial(0, 0, 9, "more of them")

    class Words(Words["Least"]):
        def reason(self, position: Any) -> str:
            return f"{super().reason(position)}, at last"

    def start(self) -> Any:
        position = super().start()
        return position._replace(left=position.left + self.more)


class Varied(Least):
    title = "Varied"

    @staticmethod
    def variations() -> tuple[type[Game], ...]:
        return Loud, Long


def test_a_variation_is_there_where_its_option_asks_for_it_and_verbs_fields_and_words_go_together() -> None:
    assert [kind.__name__ for kind in list_variations(Varied)[:2]] == ["Loud", "Long"]
    assert [option.name for option in list_options(Varied)][:2] == ["loud", "more"]
    for options, wanted in {"": (), "loud=yes": (Loud,), "more=2": (Long,), "more=2,loud=yes": (Loud, Long)}.items():
        game = Varied(options)
        assert find_variations(Varied, game.settings) == wanted
        assert type(game) is compose(Varied, wanted)
        assert [kind for kind in (Loud, Long) if isinstance(game, kind)] == [*wanted]
    both: Any = Varied("more=1,loud=yes")
    assert both.Position._fields == ("left", "mover", "shouts")
    assert dict(both.kinds) == {"left": Kind.NUMBER, "mover": Kind.MOVER, "shouts": Kind.COUNT}
    assert both.start() == (4, 0, 0)
    match = played(Match.of(both), "2", "2")
    assert match.position == (0, 0, 2)
    assert match.outcome == Outcome(Side.SECOND, "Two has won!, at last"), "the later variation goes round the earlier"
    assert [(*Varied(options).start(),) for options in ("loud=yes", "")] == [(3, 0, 0), (3, 0)]
    assert "shouts" not in Varied("more=1").Position._fields


def test_a_game_that_carries_more_than_is_in_force_is_an_equal_game_and_bases_are_summed_up() -> None:
    game = Varied("more=1")
    wide = widen(game, (Loud, Long))
    assert (wide, hash(wide)) == (game, hash(game))
    assert wide.Position._fields == ("left", "mover", "shouts")
    assert type(widen(Varied("more=5"), (Loud, Long))) is type(wide), "one class for a whole sweep"
    assert type(widen(game, ())) is Varied
    base = type("Base", (), {"names": {"a": "1", "b": "2"}})
    assert sum_up(type("Derived", (base,), {"names": {"b": "3"}}), "names") == {"a": "1", "b": "3"}
    assert list(sum_up(QUAD, Option)) == ["size", "block"]


def test_a_class_that_is_no_game_is_told_so() -> None:
    """The mistakes in tests/laws have what else is refused at load."""
    mine = type("Mine", (Game,), {"title": "Mine"})
    assert check_class(HOP) == "is <hop as printed>; it is a class: class Hop(Game)"
    assert check_class(mine) == "lacks players, marks, Position, legal_moves, outcome, play, start"
    assert check_class(Hop) == ""


def fail(folder: Path, old: str, new: str, method: str) -> str | None:
    """What is said of a method in a file in which something is written otherwise."""
    assert old in ROW
    file = folder / method / "row_that_fails.py"
    file.parent.mkdir()
    file.write_text(ROW.replace(old, new, 1))
    module = sys.modules["row_that_fails"] = ModuleType("row_that_fails")
    exec(compile(file.read_text(), str(file), "exec"), vars(module))
    game: Game = module.Row()
    with pytest.raises((ZeroDivisionError, IndexError, RuntimeError)) as failed:
        [*getattr(game.words if hasattr(game.words, method) else game, method)(game.start())]
    return describe_failure(failed.value)


def test_where_a_method_failed_is_told_with_what_it_called(tmp_path: Path) -> None:
    helped = ROW.replace("class RowWords(", "def helper(position):\n    return 1 // 0\n\n\nclass RowWords(")
    assert fail(tmp_path, ROW, helped.replace("return ONGOING", "return helper(position)"), "outcome") == (
        "`outcome` of Row fails: row_that_fails.py, line 13, `return 1 // 0` "
        "(ZeroDivisionError: integer division or modulo by zero); run `squarely check-game row`"
    )
    says = 'reason(self, position):\n        return "'
    for words in ("reason", "draw"):
        told = fail(tmp_path, says, f'{words}(self, position):\n        return [][0] or "', words)
        assert f"`{words}` of Row fails: row_that_fails.py, line 14, `return [][0]" in str(told)
    told = fail(tmp_path, "yield square", "yield next(iter(()))", "legal_moves")
    assert "`legal_moves` of Row fails: row_that_fails.py, line 37, `yield next(iter(()))` (StopIteration)" in str(told)
    with pytest.raises(ZeroDivisionError) as ours:
        _ = 1 // 0
    assert describe_failure(ours.value) is None
