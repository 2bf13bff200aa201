"""A seat from which nobody can win is told of before the match, to whoever takes it."""

from typing import Any

import pytest

from squarely import Match, Side, load
from squarely.core.rules.game import ONGOING, SECOND_WINS
from squarely.games.snatchers.rules import Snatchers
from squarely.play.seats import Seats
from squarely.solver.oracle import Oracle
from squarely.terminal.match.fair_warning import find_hopeless, warn_of_seats
from tests.terminal.driving import GAMES, Desk

NEVER = "cannot win here, however both sides play"


@pytest.mark.parametrize(("game", "options"), [*((game, "") for game in GAMES), ("showdown", "size=7,start=1-2")])
def test_it_agrees_with_the_solver(game: str, options: str) -> None:
    """A side cannot win from a start exactly where no position that can follow is won for it."""
    chosen = load(game, options)
    match = Match.of(chosen, chosen.start_for(1))
    counts = Oracle(chosen).solution(match.start).summary().counts
    assert [str(side) for side in find_hopeless(match)] == [str(side) for side in Side if str(side) not in counts]


def test_where_there_is_too_much_to_look_through_nothing_is_said() -> None:
    """Snatchers in which every capture wins for the second side: found out on a small board, unknown on a large one."""

    class Second(Snatchers):
        def outcome(self, position: Any) -> int:
            return SECOND_WINS if position.first == position.second else ONGOING

    assert find_hopeless(Match.of(Second("size=4"))) == (Side.FIRST,)
    assert find_hopeless(Match.of(Second("size=8"))) == ()


PERSON, COMPUTER = None, "level:3"


@pytest.mark.parametrize(
    ("seats", "said"),
    [
        ((PERSON, COMPUTER), f"Fair warning: as Ann you {NEVER}; your aim is not to lose."),
        ((PERSON, PERSON), f"Fair warning: Ann {NEVER}; the aim in that seat is not to lose."),
        ((COMPUTER, PERSON), ""),
        ((COMPUTER, COMPUTER), ""),
    ],
)
def test_only_people_are_told(seats: tuple[str | None, str | None], said: str) -> None:
    assert warn_of_seats(Match.of(load("showdown"), names=("Ann", "Bob")), Seats(seats)) == said


def test_where_nobody_can_win_there_is_one_sentence_for_both() -> None:
    tied = load("snatchers", "burnt=yes,size=3,reach=1,stuck=passes")
    match = Match.of(tied, tied.read_position("#../#2./1## 1"))
    assert warn_of_seats(match, Seats((None, None))) == "Fair warning: nobody can win here, however both sides play."


def test_it_is_said_before_the_match_and_not_again(desk: Desk) -> None:
    said = desk.squarely("play", "showdown", typed=["right"])
    assert said.out.count(NEVER) == 1
    assert said.out.index(NEVER) < said.out.index("Welcome")
    assert NEVER not in desk.squarely("resume", typed=["1", "quit"]).out
    for game in GAMES:
        assert (NEVER in desk.squarely("play", game).out) == (game == "showdown")
