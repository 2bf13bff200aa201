"""One class of the printed game and its variations, only where an option asks for it."""

from collections.abc import Mapping
from typing import Any, ClassVar, NamedTuple

import pytest

from squarely import BadOption, Dial, Game, Match, Ruling
from squarely.core.rules import registry
from squarely.core.rules.compose import compose, find_variations, list_options, list_variations, sum_up, widen
from squarely.core.rules.fields import Count, Kind
from squarely.core.rules.options import Option
from squarely.core.rules.words import Words
from tests.core.rules.test_game import Least

QUAD = registry.find_class("quad")


@pytest.mark.parametrize("name", registry.names())
def test_what_is_printed_is_the_class_as_its_author_wrote_it(name: str) -> None:
    kind = registry.find_class(name)
    assert type(kind()) is kind
    own = {option.name: option for option in sum_up(kind, Option).values()}
    for option in kind().declared:
        for setting in option.choices:
            given = settled(kind, option.name, setting)
            if given is None:
                continue
            composed = type(given)
            asked = option.name not in own and given.settings[option.name] != option.default
            assert (composed is kind) == (not asked), f"{option.name}={setting}"
            assert composed.printed is kind
            assert (composed.name, composed.__name__, composed.__doc__) == (kind.name, kind.__name__, kind.__doc__)
            assert isinstance(given, kind)


def settled(kind: type[Game], name: str, setting: str) -> Game | None:
    try:
        return kind({name: setting})
    except BadOption:
        return None


def test_the_same_options_make_the_same_class_in_whatever_order_they_are_given() -> None:
    one, other = QUAD("pie=yes,gravity=yes,sudden_death=none"), QUAD("sudden_death=none,gravity=yes,pie=yes")
    assert type(one) is type(other)
    assert type(one) is type(QUAD("pie=yes,gravity=yes,sudden_death=convert"))
    assert type(one) is not type(QUAD("pie=yes,gravity=yes"))
    assert type(QUAD("size=5")) is QUAD, "an option of the printed game asks for nothing"


# Variations of a game that counts what is said and done


class LoudWords(Words["Least"]):
    def reason(self, position: Any) -> str:
        return f"{super().reason(position)}!"


class Loud(Least):
    loud = Ruling("How it is said.", no="quiet", yes="loud")
    fields: ClassVar = {"shouts": Count}
    Words = LoudWords

    def play(self, position: Any, move: int) -> Any:
        after: Any = super().play(position, move)
        return after._replace(shouts=position.shouts + 1)

    def maxima(self) -> dict[str, int]:
        return {**super().maxima(), "shouts": 9}


class LongWords(Words["Least"]):
    def reason(self, position: Any) -> str:
        return f"{super().reason(position)}, at last"


class Long(Least):
    more = Dial(0, 0, 9, "more of them")
    Words = LongWords

    def start(self) -> Any:
        position = super().start()
        return position._replace(left=position.left + self.more)


class Varied(Least):
    title = "Varied"

    @staticmethod
    def variations() -> tuple[type[Game], ...]:
        return Loud, Long


def test_a_variation_is_there_where_its_option_asks_for_it() -> None:
    assert [kind.__name__ for kind in list_variations(Varied)[:2]] == ["Loud", "Long"]
    assert [option.name for option in list_options(Varied)][:2] == ["loud", "more"]
    for options, wanted in {"": (), "loud=yes": (Loud,), "more=2": (Long,), "more=2,loud=yes": (Loud, Long)}.items():
        game = Varied(options)
        assert find_variations(Varied, game.settings) == wanted
        assert type(game) is compose(Varied, wanted)
        assert [kind for kind in (Loud, Long) if isinstance(game, kind)] == [*wanted]


def test_verbs_fields_and_words_of_several_go_together() -> None:
    game: Any = Varied("more=1,loud=yes")
    assert game.Position._fields == ("left", "mover", "shouts")
    assert dict(game.kinds) == {"left": Kind.NUMBER, "mover": Kind.MOVER, "shouts": Kind.COUNT}
    assert game.start() == (4, 0, 0)
    match = Match.of(game).play("2").play("2")
    assert match.position == (0, 0, 2)
    assert match.outcome is not None
    assert match.outcome.reason == "Two has won!, at last", "the later variation goes round the earlier"
    assert [(*Varied(options).start(),) for options in ("loud=yes", "")] == [(3, 0, 0), (3, 0)]
    assert "shouts" not in Varied("more=1").Position._fields


def test_a_game_that_carries_more_than_is_in_force_is_an_equal_game() -> None:
    game = Varied("more=1")
    wide = widen(game, (Loud, Long))
    assert wide == game
    assert hash(wide) == hash(game)
    assert wide.Position._fields == ("left", "mover", "shouts")
    assert type(widen(Varied("more=5"), (Loud, Long))) is type(wide), "one class for a whole sweep"
    assert type(widen(game, ())) is Varied


def test_mappings_and_options_of_bases_are_summed_up() -> None:
    class Base:
        names: ClassVar[Mapping[str, str]] = {"a": "1", "b": "2"}

    class Derived(Base):
        names: ClassVar[Mapping[str, str]] = {"b": "3"}

    assert sum_up(Derived, "names") == {"a": "1", "b": "3"}
    assert list(sum_up(QUAD, Option)) == ["size", "block"]


def test_a_variation_may_not_add_what_is_there() -> None:
    class Position(NamedTuple):
        shouts: int
        mover: int

    clash = type("Clash", (Varied,), {"Position": Position})
    with pytest.raises(BadOption, match="positions of this game have a field `shouts` of their own"):
        clash("loud=yes")
