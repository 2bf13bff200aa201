"""The clock of a match: whose runs, from when, and when it stands still."""

from dataclasses import replace

from squarely.core.rules.game import Side
from squarely.play.clock import Clock
from squarely.play.events import Event
from squarely.play.match_log import MatchLog
from tests.play.logged_matches import after, begun, made, offered, played, refused

FIRST, SECOND = Side.FIRST, Side.SECOND


def deadline(log: MatchLog) -> float | None:
    return log.clock.deadline if log.clock else None


def test_it_runs_from_the_last_event_once_both_are_there() -> None:
    assert begun("link").clock is None
    assert begun("link", seconds=30, begun_at=0.0).clock is None
    match = begun("link", seconds=30)
    assert deadline(match) == 1030.0
    assert deadline(played(match, "up 2")) == 2030.0
    assert after(match, FIRST, "resign").clock is None


def test_a_friend_who_comes_late_has_all_their_time() -> None:
    early = played(begun("link", seconds=30, begun_at=0.0), "up 2")
    assert early.clock is None
    assert deadline(replace(early, begun_at=9000.0)) == 9030.0


def test_running_out_loses() -> None:
    match = begun("link", seconds=30)
    assert match.run_out(1029.9) is None
    out = match.run_out(1031.0)
    assert out == Event(1, FIRST, "timeout", "", 0, 1030.0)
    outcome = match.add(out).match.outcome
    assert outcome
    assert (outcome.winner, outcome.reason) == (SECOND, "Ann ran out of time")


def test_the_offerers_clock_stands_still_while_the_other_side_is_asked() -> None:
    match = begun("link", seconds=30)
    asked = offered(match, match.judge(FIRST, made(match, "offer", offer="draw"), 1010.0))
    assert asked.clock == Clock(30, 1000.0, stopped_at=1010.0)
    assert deadline(asked) is None
    assert asked.clock.left(5000.0) == 20.0
    assert asked.run_out(5000.0) is None
    declined = offered(asked, asked.judge(SECOND, made(asked, "decline"), 1110.0))
    assert declined.offer is None
    assert deadline(declined) == 1130.0
    assert refused(declined, SECOND, "accept") == ("stale", "nothing is offered any more")
    assert deadline(played(declined, "up 1")) == 2030.0, "the next turn has its own time"


def test_an_offer_that_was_withdrawn_took_its_time() -> None:
    match = played(begun("link", seconds=30), "up 1", "up 1")
    asked = offered(match, match.judge(FIRST, made(match, "offer", offer="draw"), 2010.0))
    declined = offered(asked, asked.judge(SECOND, made(asked, "decline"), 2020.0))
    again = offered(declined, declined.judge(FIRST, made(declined, "offer", offer="undo"), 2025.0))
    withdrawn = offered(again, again.judge(FIRST, made(again, "decline"), 2026.0))
    assert deadline(withdrawn) == 2041.0


def test_an_offer_made_anew_goes_on_from_the_old_one() -> None:
    match = played(begun("link", seconds=30), "up 1", "up 1")
    asked = offered(match, match.judge(FIRST, made(match, "offer", offer="draw"), 2010.0))
    instead = offered(asked, asked.judge(FIRST, made(asked, "offer", offer="undo"), 2015.0))
    declined = offered(instead, instead.judge(SECOND, made(instead, "decline"), 2020.0))
    assert deadline(declined) == 2040.0


def test_whoever_is_asked_on_their_own_turn_has_no_more_time_for_it() -> None:
    match = begun("link", seconds=30)
    asked = offered(match, match.judge(SECOND, made(match, "offer", offer="draw"), 1010.0))
    assert deadline(asked) == 1030.0
    declined = offered(asked, asked.judge(FIRST, made(asked, "decline"), 1020.0))
    assert deadline(declined) == 1030.0


def test_a_clock_that_is_stopped_and_goes_on() -> None:
    clock = Clock(30, 1000.0)
    assert clock.go_on(1005.0) == clock
    assert clock.stop(1010.0).deadline is None
    assert clock.stop(1010.0).go_on(1050.0).deadline == 1070.0
    assert (clock.left(1010.0), clock.left(2000.0)) == (20.0, 0.0)
