"""Moves chosen square by square: what can be chosen next, what is complete, what fits nothing."""

import pytest

from squarely.core.errors import BadMove
from squarely.core.match.match import Match
from squarely.core.rules import registry
from squarely.core.rules.game import Side
from squarely.solver.belief import Belief, Worth
from squarely.terminal.full_screen.move_choice import MoveChoice, describe_values, write_value
from tests.games.classics import classic
from tests.terminal.driving import GAMES


def choice_at(game: str, line: str, options: str = "") -> MoveChoice:
    rules = registry.load(game, options)
    return MoveChoice(rules, rules.read_position(line))


def test_what_is_chosen_what_can_be_chosen_next_and_what_is_complete() -> None:
    """Touches that play a move or take one back stand in tests/web/browser/touching_cases.json, for both faces."""
    numbers = ("numbers", "123/456/789 1 0-0", "capture=choose")
    for position, touches, chosen, choosable, complete in (
        (("quad", "X.../..../..../.... O"), (), (), tuple(range(1, 16)), []),
        (("center", "A-B/A--/B-- A"), (0,), (0,), (1,), []),
        (("center", "A-B/A--/B-- A"), (0, 0), (), (0, 1, 3, 5, 7, 8), []),
        (("center", "A-B/A--/B-- A"), (0, 3), (3,), (4,), []),  # another piece instead
        (("showdown", "...../...../.*.../...../..... 2 right"), (), (11,), (6, 12, 16), []),
        (("showdown", "...../...../.*.../...../..... 2 right"), (11,), (11,), (6, 12, 16), []),
        (numbers, (4,), (4,), (1, 3), ["2 2"]),
        (numbers, (4, 3), (4, 3), (1,), ["2 2 : 2 1"]),
    ):
        choice = choice_at(*position)
        assert [choice.choose(square) for square in touches] == [None] * len(touches)
        assert (choice.chosen, choice.choosable, [*map(str, choice.complete)]) == (chosen, choosable, complete)


def test_any_square_of_a_column_is_a_move_and_what_fits_nothing_gets_the_sentence_of_the_game() -> None:
    assert str(choice_at("quad", "..../..../..../.... X", "gravity=yes").choose(1)) == "B4"
    for choice, square, why in (
        (choice_at("quad", ".X../.O../.X../.O.. X", "gravity=yes"), 1, "column B is full"),
        (choice_at("quad", "X.../..../..../.... O"), 0, "A1 is taken|already"),
        (choice_at("showdown", "...../...../.*.../...../..... 2 right"), 24, r"\(5,5\) is not next to the token"),
    ):
        with pytest.raises(BadMove, match=why):
            choice.choose(square)


def test_moves_that_no_square_stands_for_are_spoken_and_the_chosen_token_does_not_play_them() -> None:
    passing = choice_at("center", "ABA/B-B/ABA A")
    swapping = choice_at("snatchers", "...../1..../...../...../....2 2 choice", "pie=yes")
    for choice, spoken in ((passing, "pass"), (swapping, "swap sides")):
        assert [str(move) for move in choice.spoken] == [spoken]
    assert (passing.choosable, swapping.chosen, swapping.complete, swapping.choose(24)) == ((), (24,), [], None)


def test_every_legal_move_can_be_chosen() -> None:
    for game in map(registry.load, GAMES):
        match = Match.of(game, game.start_for(1))
        for _ in range(3):
            for move in match.legal_moves:
                choice, played = MoveChoice(game, match.position), None
                while played is None:
                    played = choice.choose(next(s for s in choice.next_squares(move) if s in choice.choosable))
                assert played == move
            match = match.play(match.legal_moves[-1])


def test_another_piece_that_may_go_or_leave_is_chosen_instead_and_moves_without_squares_from_a_list() -> None:
    """A car of Dodgem on the far edge: its square alone is a move, and the beginning of others."""
    game = classic("dodgem")
    choice = MoveChoice(game, game.read_position("B../..B/RR. B"))
    assert (choice.choose(0), choice.choose(5)) == (None, None)
    assert (choice.chosen, [str(move) for move in choice.complete]) == ((5,), ["leave C2"])
    assert str(choice.choose(5)) == "leave C2"
    game = classic("nim", "heap_a=1,heap_b=2,heap_c=0")
    choice = MoveChoice(game, game.start())
    assert [str(move) for move in choice.listed] == ["A 1", "B 1", "B 2"]
    assert (choice.chosen, choice.choosable, str(choice.choose(2))) == ((), (), "B 2")


def test_a_belief_is_noted_as_its_share_and_a_proof_without_how_soon() -> None:
    game = registry.load("quad", "size=5")
    match = Match.of(game)
    worths: tuple[Worth, ...] = (Belief.prove(Side.FIRST), Belief(0.714), Belief.prove(None), Belief.prove(Side.SECOND))
    values = dict(zip(match.legal_moves, worths, strict=False))
    assert [write_value(each, Side.FIRST) for each in worths] == ["W", "71%", "=", "L"]
    assert [write_value(each, Side.SECOND) for each in worths] == ["L", "29%", "=", "W"]
    says = describe_values(values, Side.FIRST).splitlines()
    assert says[0] == "As a search believes, percent of the points; a tie is half:"
    assert says[1:] == ["wins (proved): A1.", "likely, 71%: B1.", "ties (proved): C1.", "loses (proved): D1."]
