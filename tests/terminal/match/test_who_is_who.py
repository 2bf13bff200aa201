"""Whose token is whose, and whose side, before a match, at a turn and when it goes on."""

import pytest

from squarely import Match, Side, load
from squarely.play.seats import Seats
from squarely.terminal.match.who_is_who import introduce_players, name_with_token, remind_of_token
from tests.terminal.driving import Desk

PEOPLE, AGAINST, FOR = Seats(), Seats((None, "level:3")), Seats(("level:3", None))
NAMES = ("Ann", "Bob")


@pytest.mark.parametrize(
    ("game", "names", "seats", "said"),
    [
        ("quad", None, PEOPLE, ""),
        ("quad", NAMES, PEOPLE, "Ann is X and Bob is O."),
        ("center", NAMES, PEOPLE, "Ann is A and Bob is B."),
        ("snatchers", NAMES, PEOPLE, "Ann is P1 and Bob is P2."),
        ("showdown", NAMES, PEOPLE, "Ann is Player 1 and Bob is Player 2."),
        ("numbers", NAMES, PEOPLE, "Ann is Player 1 and Bob is Player 2."),
        ("quad", None, AGAINST, "You are Player 1 (X) and begin; Player 2 (O) is the computer (level:3)."),
        ("center", None, FOR, "You are Player B; Player A is the computer (level:3)."),
        ("numbers", NAMES, FOR, "You are Bob (Player 2); Ann (Player 1) is the computer (level:3)."),
    ],
)
def test_before_a_match(game: str, names: tuple[str, str] | None, seats: Seats, said: str) -> None:
    assert introduce_players(Match.of(load(game), names=names), seats) == said


def test_what_a_toss_has_told_is_not_told_again() -> None:
    assert introduce_players(Match.of(load("showdown"), names=NAMES), AGAINST, is_told=True) == ""
    assert introduce_players(Match.of(load("center"), names=NAMES), AGAINST, is_told=True) == "Ann is A and Bob is B."
    assert introduce_players(Match.of(load("quad")), AGAINST, is_told=True) == ""


@pytest.mark.parametrize(
    ("game", "names", "said"),
    [
        ("center", NAMES, "(Ann is A.)"),
        ("snatchers", NAMES, "(Ann is P1.)"),
        ("center", None, ""),
        ("snatchers", None, ""),
        ("quad", NAMES, ""),  # its question has the mark
        ("showdown", NAMES, ""),
        ("numbers", NAMES, ""),
    ],
)
def test_at_a_turn(game: str, names: tuple[str, str] | None, said: str) -> None:
    match = Match.of(load(game), names=names)
    asked = match.game.words.announce_turn(match) + next(match.game.words.ask(match))
    assert remind_of_token(match, asked) == said


def test_a_name_with_its_token() -> None:
    assert name_with_token(Match.of(load("quad"), names=NAMES), Side.SECOND) == "Bob (O)"
    assert name_with_token(Match.of(load("center")), Side.SECOND) == "Player B"
    assert name_with_token(Match.of(load("numbers"), names=NAMES), Side.SECOND) == "Bob"


def test_in_a_match_and_when_it_is_resumed(desk: Desk) -> None:
    said = desk.squarely("play", "center", "--names", "Ann,Bob", typed=["0 0", "2 2"]).out
    assert said.index("Ann is A and Bob is B.\n") < said.index("Welcome")
    assert "(Ann is A.)\nIt's your turn, Ann.\nChoose an action ('place' or 'move'):\n> 0 0\n" in said
    assert "(Bob is B.)\nIt's your turn, Bob.\n" in said
    again = desk.squarely("resume", typed=["1"]).out
    assert "resumed after move 2 (place 2 2).\nAnn is A and Bob is B.\n\n" in again


@pytest.mark.parametrize(
    ("game", "names", "seats", "said"),
    [
        ("quad", None, PEOPLE, "Player 1 plays O and Player 2 plays X."),
        ("quad", NAMES, PEOPLE, "Ann plays O and Bob plays X."),
        ("snatchers", NAMES, PEOPLE, "Ann plays P2 and Bob plays P1."),
        ("numbers", NAMES, PEOPLE, "Ann plays side 2 and Bob plays side 1."),
        ("numbers", None, PEOPLE, "Player 1 plays side 2 and Player 2 plays side 1."),
        ("quad", None, AGAINST, "You are Player 1 (O) and it is your turn; Player 2 (X) is the computer (level:3)."),
        ("numbers", NAMES, FOR, "You are Bob (side 1); Ann (side 2) is the computer (level:3)."),
    ],
)
def test_after_sides_were_swapped(game: str, names: tuple[str, str] | None, seats: Seats, said: str) -> None:
    match = Match.of(load(game, "pie=yes"), names=names)
    swapped = match.play(match.legal_moves[0]).play("swap sides")
    assert introduce_players(swapped, seats) == said
    assert name_with_token(match, Side.FIRST) != name_with_token(swapped, Side.FIRST) or game == "numbers"
