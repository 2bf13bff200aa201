"""What is spliced into a state is what the state would say if all of it were written anew."""

from dataclasses import replace

import msgspec

from squarely import Game
from squarely.core.match.match import Match
from squarely.core.rules import registry
from squarely.core.rules.game import Side
from squarely.play.match_log import MatchLog
from squarely.play.seats import Seats
from squarely.web.match import state_message
from squarely.web.match.stored_match import StoredMatch
from squarely.web.study import views
from tests.boards import playouts
from tests.games.outside_games import HEAP
from tests.web.storage.keeping import match as row
from tests.web.study.test_views import EVERY_GAME


def told(match: Match) -> tuple[dict[str, object], dict[str, object]]:
    """What the state of a match says about its position, and what is written about that anew."""
    kept = StoredMatch(row(game=match.game.name), MatchLog(match, Seats((None, None), are_apart=True), begun_at=1.0))
    game, position = match.game, match.position
    plain = {
        "position": game.write_position(position),
        "board": views.board_message(game, position),
        "legal": [] if match.outcome else views.legal_messages(game, position),
        "holdings": list(game.words.holdings(position)),
        "prompt": "" if match.outcome else game.words.announce_turn(match),
    }
    said = msgspec.json.decode(msgspec.json.encode(state_message.message(kept, 0, [Side.FIRST], 3, 5.0)))["state"]
    return {name: said[name] for name in plain}, msgspec.json.decode(msgspec.json.encode(plain))


@EVERY_GAME
def test_a_spliced_state_says_the_same_in_every_field(game: Game) -> None:
    for match in playouts(game, matches=3, turns=20):
        for each in (match, match if match.outcome else match.resign(Side.FIRST)):
            for _ in range(2):  # the second time from the cache
                spliced, plain = told(each)
                for field, value in plain.items():
                    assert spliced[field] == value, field


def test_a_game_whose_board_has_no_squares() -> None:
    spliced, plain = told(Match.of(HEAP))
    assert spliced == plain


def test_names_that_change_are_told() -> None:
    """Parts are shared by matches; what differs between them is not."""
    match = list(playouts(registry.load("snatchers"), matches=4, turns=20))[3]
    for names in (("Ann", "Ben"), ("Cyd", "Dot")):
        spliced, plain = told(replace(match, names=names))
        assert spliced == plain
        assert names[match.mover] in str(spliced["prompt"])
