"""Turns in games where a side may have several in a row: whoever closes a box in Dots and Boxes draws again."""

from squarely.core.match.match import Match
from squarely.core.rules.game import Side
from squarely.play.events import Event
from squarely.play.match_log import MatchLog
from squarely.play.seats import Seats
from squarely.play.turns import computer_moves, count_moves_back, is_stopped
from squarely.players.player import RandomMover
from tests.play.logged_matches import after, played, refused
from tests.solver.odd.boxes import Boxes

FIRST, SECOND = Side.FIRST, Side.SECOND
BOXES = Boxes()

# Two boxes side by side: edges 0 and 1 on top, 2 and 3 below, 4, 5 and 6 upright.
BEFORE_THE_BOX = ("0", "2", "4")  # the second side closes the box on the left with 5


def begun(*moves: str) -> Match:
    match = Match.of(BOXES)
    for move in moves:
        match = match.play(move)
    return match


def test_computers_move_until_it_is_somebody_elses_turn() -> None:
    for seed in range(20):
        computers = {SECOND: RandomMover(seed)}
        *between, last = [begun(*BEFORE_THE_BOX), *computer_moves(begun(*BEFORE_THE_BOX), computers)]
        assert all(match.mover == SECOND for match in between)
        assert last.outcome or last.mover == FIRST
        assert list(computer_moves(last, computers)) == []
    both = {side: RandomMover(7) for side in Side}
    assert len(list(computer_moves(begun(), both))) == 7


def test_computers_stop_at_the_limit() -> None:
    both = {side: RandomMover(7) for side in Side}
    *_, last = computer_moves(begun(), both, turn_limit=3)
    assert len(last.moves) == 3
    assert is_stopped(last, 3)
    assert not is_stopped(last, 3, opening=1)
    assert not is_stopped(last, None)


def test_a_match_that_ends_with_its_last_turn_is_not_stopped() -> None:
    both = {side: RandomMover(7) for side in Side}
    *_, last = computer_moves(begun(), both, turn_limit=7)
    assert last.outcome
    assert not is_stopped(last, 7)


def test_moves_are_taken_back_until_it_is_ones_turn_again() -> None:
    closed = begun(*BEFORE_THE_BOX, "5")  # it is still the second side's turn
    assert closed.mover == SECOND
    assert count_moves_back(closed, (SECOND,)) == 1
    assert count_moves_back(closed, (FIRST,)) == 2
    assert count_moves_back(closed, tuple(Side)) == 1
    on = closed.play("1")
    assert on.mover == FIRST
    assert count_moves_back(on, (FIRST,)) == 3, "both moves of the other side, and one's own"
    assert count_moves_back(on, (SECOND,)) == 1
    assert count_moves_back(begun("0"), (SECOND,)) == 0
    assert count_moves_back(begun(), tuple(Side)) == 0


def test_an_undo_leads_to_where_one_can_move() -> None:
    for kind in (Seats((None, "random")), Seats(are_apart=True)):
        log = played(MatchLog(Match.of(BOXES), kind), *BEFORE_THE_BOX, "5", "1")
        undone = log.add(Event(6, FIRST, "undo", back=count_moves_back(log.match, kind.moved_by(FIRST))))
        assert [str(move) for move in undone.match.moves] == ["0", "2"]
        assert undone.match.mover == FIRST
    alone = played(MatchLog(Match.of(BOXES), Seats((None, "random"))), *BEFORE_THE_BOX, "5", "1")
    assert after(alone, FIRST, "undo").match.mover == FIRST
    assert refused(played(MatchLog(Match.of(BOXES), Seats(("random", None))), "0"), SECOND, "undo")[0] == "illegal"
