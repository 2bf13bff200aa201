"""Options: attributes of a class that say their settings on a game; those of every game; and what is refused."""

import pytest

from squarely import BadOption, Dial, Game, Ruling, UnknownGame
from squarely.core.rules import registry
from squarely.core.rules.author import check_class
from squarely.core.rules.options import Option, SquareDial, find_square, settle_options, write_options
from squarely.core.variations.endings import Repetition
from tests.games.outside_games import DROP, HOP, Hop

UNIVERSAL = ["repetition", "misere", "turn_limit", "double_moves", "pie", "forbidden_first", "opening"]


@pytest.mark.parametrize("name", [*registry.names(), "hop"])
def test_every_game_has_them_behind_its_own(name: str) -> None:
    game = HOP if name == "hop" else registry.load(name)
    names = [option.name for option in game.declared]
    assert names[-len(UNIVERSAL) :] == UNIVERSAL
    assert ("komi" in names) == game.has_points
    assert len({*names}) == len(names)
    assert {option.name: option.default for option in game.declared} == game.settings


@pytest.mark.parametrize("name", UNIVERSAL)
def test_nobody_else_may_have_their_names(name: str) -> None:
    mine = type("Mine", (Hop,), {name: Dial(1, 1, 3, "mine")})
    assert check_class(mine) == f"has two options `{name}`, those of every game included: call yours otherwise"


def test_no_two_have_one_name() -> None:
    class Mine(Hop):  # type: ignore[misc, valid-type]
        large = Dial(1, 1, 3, "mine", name="size")

    assert check_class(Mine) == "has two options `size`, those of every game included: call yours otherwise"
    assert check_class(Hop) == ""


def test_an_option_is_itself_on_the_class_and_its_setting_on_a_game() -> None:
    quad = registry.find_class("quad")
    assert isinstance(quad.size, Dial)  # type: ignore[attr-defined]
    assert (quad.size.name, quad.size.low, quad.size.high) == ("size", 3, 6)  # type: ignore[attr-defined]
    assert [quad(size=size).size for size in (3, 5)] == [3, 5]  # type: ignore[attr-defined]
    convert = quad("sudden_death=convert")
    assert (convert.sudden_death, convert.settings["sudden_death"]) == ("convert", "convert")  # type: ignore[attr-defined]


def test_they_are_given_as_text_as_a_mapping_or_by_their_names() -> None:
    wanted = registry.load("quad", "size=5,block=3")
    quad = registry.find_class("quad")
    for same in (
        quad("block=3,size=5"),
        quad(" Size = 5 , BLOCK=3,"),
        quad({"size": 5, "block": "3"}),
        quad(size=5, block=3),
        quad("size=4", size=5, block=3),
        registry.load("quad", size=5, block=3),
        registry.load("quad", {"size": 5}, block=3),
        quad("size=5").with_options(block=3),
    ):
        assert same == wanted
        assert same.options == "size=5,block=3"


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ("size=7", "size=7 is not possible: size is a whole number from 3 to 6"),
        ("size=-3", "size=-3 is not possible: size is a whole number from 3 to 6"),
        ("size=٤", "size=٤ is not possible: size is a whole number from 3 to 6"),
        ("size=4.0", "size=4.0 is not possible: size is a whole number from 3 to 6"),
        ("size", "'size' is not an option; options are written name=value, such as size=4"),
        ("size=4,size=5", "the option size is given twice"),
        ("colour=red", "there is no option 'colour'; there are size, block"),
        ("gravity=maybe", "gravity=maybe is not possible: gravity is no or yes"),
    ],
)
def test_what_is_refused_is_told_with_what_is_allowed(given: str, why: str) -> None:
    with pytest.raises(BadOption) as refused:
        registry.load("quad", given)
    assert str(refused.value).startswith(why)


@pytest.mark.parametrize(
    ("name", "gone"),
    [("quad", "swaps=4"), ("center", "placing=first"), ("center", "burnt=yes"), ("snatchers", "exact=yes")],
)
def test_dials_that_went_are_refused_in_a_sentence(name: str, gone: str) -> None:
    with pytest.raises(BadOption, match=f"^there is no option '{gone.partition('=')[0]}'; "):
        registry.load(name, gone)


def test_what_is_read_and_written_again_is_the_same() -> None:
    declared = registry.load("showdown").declared
    for option in declared:
        for setting in option.choices:
            settings = settle_options(declared, {}, {option.name: setting})
            assert settle_options(declared, {}, write_options(declared, settings)) == settings


@pytest.mark.parametrize(
    ("option", "text", "setting"),
    [
        (Dial(4, 3, 6, ""), "5", 5),
        (Dial(0, -2, 2, ""), "-2", -2),
        (Dial(4, 3, 6, ""), "05", 5),
        (Dial(4, 3, 6, ""), "five", None),
        (Ruling("", no="", yes=""), "YES", "yes"),
        (Ruling("", no="", yes=""), "y", None),
        (SquareDial("center", ""), "1-2", "1-2"),
        (SquareDial("center", ""), "Center", "center"),
        (SquareDial("center", ""), "1-", None),
        (SquareDial("center", ""), "100-1", None),
    ],
)
def test_settings_are_read(option: Option[int] | Option[str], text: str, setting: int | str | None) -> None:
    assert option.read(text) == setting


def test_squares_are_counted_from_1() -> None:
    assert [find_square(text, 3) for text in ("1-1", "1-3", "3-1", "3-3", "0-1", "4-1", "1-4")] == [
        *(0, 2, 6, 8),
        *(None, None, None),
    ]


def test_what_they_say_holds_for_games_that_have_no_rulebook() -> None:
    said = Repetition.repetition.write_paragraph(DROP.settings["repetition"])
    assert "rulebook" not in said
    assert "draws" not in said


def test_an_option_with_the_name_of_something_that_every_game_has_is_refused() -> None:
    for name in ("shape", "words", "start", "goal", "options"):
        assert "every game has something of that name" in check_class(type("Mine", (Hop,), {name: Dial(1, 1, 3, "")}))


def test_a_class_that_is_no_game_is_refused_when_it_is_loaded() -> None:
    assert issubclass(UnknownGame, Exception)
    for thing, why in (
        (Game, "lacks title, players, marks, Position, legal_moves, outcome, play, start"),
        (HOP, "is <hop as printed>; it is a class: class Hop(Game)"),
        (type("Mine", (Hop,), {"Position": tuple}), "has a Position that is not a NamedTuple with a field `mover`"),
        (type("Mine", (Hop,), {"play": lambda position: position}), "has a method `play` that takes other"),
    ):
        assert check_class(thing).startswith(why)
