"""What is spliced into a state is what the state would say if all of it were written anew."""

from dataclasses import replace

import msgspec
import pytest

from squarely import Game
from squarely.core.match.match import Match
from squarely.core.rules import registry
from squarely.core.rules.game import Side
from squarely.play.match_log import MatchLog
from squarely.play.seats import Seats
from squarely.web.match import state_message
from squarely.web.match.position_parts import PartShelf
from squarely.web.match.stored_match import StoredMatch
from tests.boards import playouts
from tests.games.outside_games import HEAP
from tests.web.storage.keeping import match as row
from tests.web.study.test_views import EVERY_GAME


def stored(match: Match) -> StoredMatch:
    seats = Seats((None, None), are_apart=True)
    return StoredMatch(row(game=match.game.name), MatchLog(match, seats, begun_at=1.0))


def told(kept: StoredMatch, shelf: PartShelf) -> tuple[dict[str, object], dict[str, object]]:
    """The state of a match, spliced and written plainly, by its fields."""
    spliced = state_message.message(kept, 0, [Side.FIRST], 3, 5.0, None, shelf.find)
    plain = state_message.message(kept, 0, [Side.FIRST], 3, 5.0)
    written = (msgspec.json.decode(msgspec.json.encode(each)) for each in (spliced, plain))
    first, second = (each["state"] for each in written)
    return first, second


@EVERY_GAME
def test_a_spliced_state_says_the_same_in_every_field(game: Game) -> None:
    shelf = PartShelf()
    for match in playouts(game, matches=3, turns=20):
        for each in (match, match if match.outcome else match.resign(Side.FIRST)):
            for _ in range(2):  # the second time from the shelf
                spliced, plain = told(stored(each), shelf)
                assert list(spliced) == list(plain)
                for field, value in plain.items():
                    assert spliced[field] == value, field


def test_a_game_whose_board_has_no_squares() -> None:
    spliced, plain = told(stored(Match.of(HEAP)), PartShelf())
    assert spliced == plain


@pytest.mark.parametrize("most", [0, 3000])
def test_a_small_shelf_forgets_and_says_the_same(most: int) -> None:
    game = playouts_of_snatchers()[0].game
    small, large, work = PartShelf(most), PartShelf(), []
    for match in playouts_of_snatchers():
        assert small.find(game, match.position) == large.find(game, match.position)
        work.append(len(small))
    assert max(work) < 20 < len(large)


def playouts_of_snatchers() -> list[Match]:
    return list(playouts(registry.load("snatchers"), matches=4, turns=20))


def test_names_that_change_are_told() -> None:
    """Parts are shared by matches; what differs between them is not."""
    shelf = PartShelf()
    match = playouts_of_snatchers()[3]
    for names in (("Ann", "Ben"), ("Cyd", "Dot")):
        spliced, plain = told(stored(replace(match, names=names)), shelf)
        assert spliced == plain
        assert names[match.mover] in str(spliced["prompt"])
