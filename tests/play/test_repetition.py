"""Two computers that would play on for ever are stopped, and told from those that only take long."""

from itertools import cycle, islice

import pytest

from squarely import Match, load
from squarely.play.seats import Seats
from squarely.play.turns import describe_endless
from tests.terminal.driving import Desk

CIRCLE = ("right", "down", "left", "up")


def going_round(moves: int, options: str = "") -> Match:
    """The token goes round its corner: every fourth move, the same position as four moves ago."""
    match = Match.of(load("showdown", options))
    for move in islice(cycle(CIRCLE), moves):
        match = match.play(move)
    return match


PERFECT = Seats(("perfect", "perfect"))


@pytest.mark.parametrize(("moves", "is_stopped"), [(8, False), (9, True), (12, True)])
def test_two_perfect_players_are_stopped_at_the_third_time(moves: int, is_stopped: bool) -> None:
    said = describe_endless(going_round(moves), PERFECT)
    assert said.startswith(f"Stopped after {moves} moves: the same positions come again") == is_stopped
    assert bool(said) == is_stopped


@pytest.mark.parametrize("other", ["random", "level:9", "llm:model", "program:play"])
@pytest.mark.parametrize(("moves", "is_stopped"), [(40, False), (97, True)])
def test_whoever_chooses_by_chance_gets_time(other: str, moves: int, is_stopped: bool) -> None:
    for seats in (("perfect", other), (other, other)):
        said = describe_endless(going_round(moves), Seats(seats))
        assert ("the same position has come 25 times" in said) == is_stopped


@pytest.mark.parametrize("seats", [(None, "perfect"), ("perfect", None), (None, None)])
def test_nobody_is_stopped_where_a_person_plays(seats: tuple[str | None, str | None]) -> None:
    assert describe_endless(going_round(120), Seats(seats)) == ""


def test_what_was_played_before_a_match_was_resumed_does_not_count() -> None:
    assert describe_endless(going_round(12), PERFECT, since=12) == ""
    assert describe_endless(going_round(20), PERFECT, since=12)


def test_a_match_that_has_ended_is_not_stopped() -> None:
    assert describe_endless(going_round(9, "repetition=draw"), PERFECT) == ""


def test_perfect_against_perfect_ends_in_a_pipe_and_can_be_gone_on_with(desk: Desk) -> None:
    said = desk.squarely("play", "showdown", "--first", "perfect", "--second", "perfect", "--seed", "1")
    assert said.code == 0
    assert "and no player will change that. Your match is saved. To continue: squarely resume\n" in said.out
    moves = desk.kept_moves()
    again = desk.squarely("resume", typed=["1"])
    assert again.code == 0
    assert len(desk.kept_moves()) > len(moves)
