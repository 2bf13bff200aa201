"""Moves chosen square by square: what can be chosen next, what is complete, what fits nothing."""

import pytest

from squarely.core.errors import BadMove
from squarely.core.match.match import Match
from squarely.core.rules import registry
from squarely.terminal.full_screen.move_choice import MoveChoice
from tests.games.classics import classic

GAMES = ("center", "numbers", "quad", "showdown", "snatchers")


def choice_at(game: str, line: str, options: str = "") -> MoveChoice:
    """A choice in the position of that line."""
    rules = registry.load(game, options)
    return MoveChoice(rules, rules.read_position(line))


def test_one_square_is_a_whole_move() -> None:
    choice = choice_at("quad", "X.../..../..../.... O")
    assert 0 not in choice.choosable
    assert str(choice.choose(5)) == "B2"


def test_any_square_of_a_column_is_the_move_that_falls_there() -> None:
    assert str(choice_at("quad", "..../..../..../.... X", "gravity=yes").choose(1)) == "B4"
    with pytest.raises(BadMove, match="column B is full"):
        choice_at("quad", ".X../.O../.X../.O.. X", "gravity=yes").choose(1)


def test_a_piece_and_its_target_and_another_piece_instead() -> None:
    choice = choice_at("center", "A-B/A--/B-- A")
    assert choice.choose(0) is None
    assert choice.chosen == (0,)
    assert choice.choosable == (1,)
    assert choice.choose(3) is None
    assert choice.chosen == (3,)
    assert str(choice.choose(4)) == "move 1 0 1 1"


def test_the_same_square_again_takes_it_back() -> None:
    choice = choice_at("center", "A-B/A--/B-- A")
    choice.choose(0)
    assert choice.choose(0) is None
    assert choice.chosen == ()


def test_where_every_move_begins_with_the_same_square_it_is_chosen_already() -> None:
    choice = choice_at("showdown", "...../...../.*.../...../..... 2 right")
    assert choice.chosen == (11,)
    assert choice.choosable == (6, 12, 16)
    choice.choose(11)
    assert choice.chosen == (11,)
    assert str(choice.choose(12)) == "right"


def test_what_fits_nothing_gets_the_sentence_of_the_game() -> None:
    with pytest.raises(BadMove, match=r"A1 is taken|already"):
        choice_at("quad", "X.../..../..../.... O").choose(0)
    with pytest.raises(BadMove, match=r"\(5,5\) is not next to the token on \(3,2\)"):
        choice_at("showdown", "...../...../.*.../...../..... 2 right").choose(24)


def test_more_may_be_chosen_or_what_is_complete_is_played() -> None:
    choice = choice_at("numbers", "123/456/789 1 0-0", "capture=choose")
    assert choice.choose(4) is None
    assert choice.choosable == (1, 3)
    assert [str(move) for move in choice.complete] == ["2 2"]
    assert choice.choose(3) is None
    assert [str(move) for move in choice.complete] == ["2 2 : 2 1"]
    assert str(choice.choose(3)) == "2 2 : 2 1"


def test_a_pass_touches_no_square() -> None:
    choice = choice_at("center", "ABA/B-B/ABA A")
    assert choice.choosable == ()
    assert [str(move) for move in choice.spoken] == ["pass"]


def test_the_chosen_token_does_not_play_what_no_square_stands_for() -> None:
    choice = choice_at("snatchers", "...../1..../...../...../....2 2 choice", "pie=yes")
    assert choice.chosen == (24,)
    assert [str(move) for move in choice.spoken] == ["swap sides"]
    assert choice.complete == []
    assert choice.choose(24) is None


@pytest.mark.parametrize("name", GAMES)
def test_every_legal_move_can_be_chosen(name: str) -> None:
    game = registry.load(name, "")
    match = Match.of(game, game.start_for(1))
    for _ in range(3):
        for move in match.legal_moves:
            choice, played = MoveChoice(game, match.position), None
            while played is None:
                played = choice.choose(next(s for s in choice.next_squares(move) if s in choice.choosable))
            assert played == move
        match = match.play(match.legal_moves[-1])


def test_another_piece_that_may_go_or_leave_is_chosen_instead() -> None:
    """A car of Dodgem on the far edge: its square alone is a move, and the beginning of others."""
    game = classic("dodgem")
    choice = MoveChoice(game, game.read_position("B../..B/RR. B"))
    assert choice.choose(0) is None
    assert choice.choose(5) is None
    assert (choice.chosen, [str(move) for move in choice.complete]) == ((5,), ["leave C2"])
    assert str(choice.choose(5)) == "leave C2"


def test_moves_without_squares_are_chosen_from_a_list() -> None:
    game = classic("nim", "heap_a=1,heap_b=2,heap_c=0")
    choice = MoveChoice(game, game.start())
    assert [str(move) for move in choice.listed] == ["A 1", "B 1", "B 2"]
    assert (choice.chosen, choice.choosable, str(choice.choose(2))) == ((), (), "B 2")
