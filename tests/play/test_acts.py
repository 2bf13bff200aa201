"""Every act in every kind of match, before and after its end."""

import pytest

from squarely.core.rules.game import Side
from squarely.play.events import Act, ActRefused, Event
from squarely.play.offers import Offer
from squarely.play.seats import Seats
from tests.play.logged_matches import KINDS, after, begun, made, offered, played, refused, with_offer

FIRST, SECOND = Side.FIRST, Side.SECOND
ALONE = ("here", "explore", "computer")


@pytest.mark.parametrize("kind", KINDS)
class TestMoving:
    def test_the_mover_moves_in_words_or_by_touching_squares(self, kind: str) -> None:
        match = begun(kind)
        words = match.judge(FIRST, made(match, "move", move="  UP 2 "), 5.0)
        touched = match.judge(FIRST, made(match, "move", squares=[0, 10]), 5.0)
        assert words == touched == Event(1, FIRST, "move", "up 2", 0, 5.0)

    def test_the_other_side_does_not(self, kind: str) -> None:
        assert refused(begun(kind), SECOND, "move", move="up 2") == ("illegal", "it is Ann's turn")

    @pytest.mark.parametrize(
        ("given", "why"),
        [
            ({"move": "up 3"}, "Sorry, "),
            ({"move": "left 1"}, "Sorry, left 1 from (1,1) is off the grid."),
            ({"move": ""}, "Sorry, "),
            ({"move": "\x00"}, "Sorry, "),
            ({"squares": [0, 24]}, "Sorry, "),
            ({"squares": []}, "Sorry, "),
            ({"squares": [25]}, "Sorry, there is no square 25. Squares are numbered from 0 to 24."),
        ],
    )
    def test_what_is_not_legal_is_refused_with_the_reason(self, kind: str, given: dict[str, object], why: str) -> None:
        code, says = refused(begun(kind), FIRST, "move", **given)
        assert code == "illegal"
        assert says.startswith(why)

    @pytest.mark.parametrize("turn", [1, 3, 100])
    def test_another_turn_than_the_next_is_stale(self, kind: str, turn: int) -> None:
        match = played(begun(kind), "up 2")
        with pytest.raises(ActRefused) as refusal:
            match.judge(SECOND, Act(number=turn, kind="move", move="up 1"), 0.0)
        assert refusal.value.code == "stale"


@pytest.mark.parametrize("kind", KINDS)
class TestTheEnd:
    def test_either_side_resigns_at_any_time_and_loses(self, kind: str) -> None:
        for side in Side:
            match = after(begun(kind), side, "resign")
            outcome = match.match.outcome
            assert outcome
            assert outcome.winner is side.other

    def test_after_it_nothing_but_a_rematch_is_possible(self, kind: str) -> None:
        match = after(begun(kind), FIRST, "resign")
        for act in ("move", "undo", "resign"):
            assert refused(match, SECOND, act, move="up 1") == ("illegal", "the match is over: Ann resigned")
        for offer in ("draw", "undo"):
            assert refused(match, SECOND, "offer", offer=offer)[1] == "the match is over: Ann resigned"
        assert refused(match, SECOND, "accept")[0] == refused(match, SECOND, "decline")[0] == "stale"
        assert match.judge(SECOND, made(match, "offer", offer="rematch"), 0.0) == Offer("rematch", SECOND, 1)

    def test_a_win_by_the_rules_ends_it_too(self, kind: str) -> None:
        near = begun(kind, start="1..../2..../...../...../..... 1")
        match = played(near, "up 1")
        assert match.is_over
        assert match.truth_is_open
        assert refused(match, SECOND, "move", move="up 1")[1].startswith("the match is over: ")

    def test_a_rematch_is_not_offered_before(self, kind: str) -> None:
        assert refused(begun(kind), FIRST, "offer", offer="rematch") == ("illegal", "the match is not over yet")

    def test_the_truth_is_closed_while_two_people_play(self, kind: str) -> None:
        assert begun(kind).truth_is_open == (kind in ("explore", "computer"))
        assert after(begun(kind), FIRST, "resign").truth_is_open


class TestAlone:
    """Where one screen decides, nobody is asked."""

    @pytest.mark.parametrize("kind", ALONE)
    def test_a_draw_is_agreed_at_once(self, kind: str) -> None:
        drawn = after(begun(kind), FIRST, "offer", offer="draw")
        outcome = drawn.match.outcome
        assert outcome
        assert outcome.winner is None

    @pytest.mark.parametrize("act", [{"kind": "undo"}, {"kind": "offer", "offer": "undo"}])
    @pytest.mark.parametrize("kind", ["here", "explore"])
    @pytest.mark.parametrize("side", Side)
    def test_at_one_screen_the_last_move_is_taken_back(self, kind: str, act: dict[str, str], side: Side) -> None:
        match = after(played(begun(kind), "up 2", "up 1"), side, **act)
        assert [str(move) for move in match.match.moves] == ["up 2"]

    @pytest.mark.parametrize("act", [{"kind": "undo"}, {"kind": "offer", "offer": "undo"}])
    def test_against_a_computer_ones_own_last_move_is(self, act: dict[str, str]) -> None:
        match = played(begun("computer"), "up 2", "up 1")
        assert after(match, FIRST, **act).match.moves == ()
        waiting = played(match, "right 1")
        assert [str(move) for move in after(waiting, FIRST, **act).match.moves] == ["up 2", "up 1"]

    def test_a_computers_first_move_is_not(self) -> None:
        start = begun("computer", seats=Seats(("level:3", None)))
        match = played(start, "up 2")
        assert refused(match, SECOND, "undo") == ("illegal", "there is no move of yours to take back")

    @pytest.mark.parametrize("kind", ALONE)
    def test_there_may_be_nothing_to_take_back(self, kind: str) -> None:
        assert refused(begun(kind), FIRST, "undo")[0] == "illegal"


class TestByLink:
    """Between people elsewhere, the other side has to agree."""

    def test_an_undo_is_not_taken_but_offered(self) -> None:
        match = played(begun("link"), "up 2", "up 1")
        assert refused(match, FIRST, "undo") == ("illegal", "the other side has to agree to that; offer it")
        offered = with_offer(match, FIRST, "undo")
        assert refused(offered, FIRST, "accept") == ("stale", "nothing is offered any more")
        agreed = after(offered, SECOND, "accept")
        assert agreed.events[-1][:5] == (3, FIRST, "undo", "", 2)
        assert agreed.match.moves == ()

    def test_an_undo_of_the_move_just_made_takes_back_that_one(self) -> None:
        offered = with_offer(played(begun("link"), "up 2", "up 1"), SECOND, "undo")
        assert [str(move) for move in after(offered, FIRST, "accept").match.moves] == ["up 2"]

    def test_an_undo_of_nothing_is_not_offered(self) -> None:
        assert refused(begun("link"), FIRST, "offer", offer="undo")[0] == "illegal"
        assert refused(played(begun("link"), "up 2"), SECOND, "offer", offer="undo")[0] == "illegal"

    def test_a_draw_is_agreed_by_accepting_or_by_offering_it_too(self) -> None:
        offered = with_offer(begun("link"), FIRST, "draw")
        for act in ({"kind": "accept"}, {"kind": "offer", "offer": "draw"}):
            drawn = after(offered, SECOND, **act)
            assert drawn.events[-1][:3] == (1, SECOND, "draw")
            assert drawn.match.outcome

    def test_a_different_offer_waits_for_an_answer(self) -> None:
        offered = with_offer(played(begun("link"), "up 2", "up 1"), FIRST, "draw")
        assert refused(offered, SECOND, "offer", offer="undo") == (
            "illegal",
            "the other side has offered a draw; accept or decline it first",
        )
        assert offered.judge(FIRST, made(offered, "offer", offer="undo"), 0.0) == Offer(
            "undo", FIRST, 2, before=(("draw", FIRST),)
        )

    @pytest.mark.parametrize("by", [FIRST, SECOND])
    def test_what_was_declined_or_withdrawn_is_not_offered_again_before_the_next_move(self, by: Side) -> None:
        match = played(begun("link"), "up 1", "up 1")
        gone = with_offer(match, FIRST, "draw")
        gone = offered(gone, gone.judge(by, made(gone, "decline"), 0.0))
        sentence = "you have offered a draw already; wait for the next move"
        assert refused(gone, FIRST, "offer", offer="draw") == ("illegal", sentence)
        instead = offered(gone, gone.judge(FIRST, made(gone, "offer", offer="undo"), 0.0))
        both = offered(instead, instead.judge(by, made(instead, "decline"), 0.0))
        assert refused(both, FIRST, "offer", offer="draw") == ("illegal", sentence), "nor after something else"
        assert refused(both, FIRST, "offer", offer="undo")[1] == sentence.replace("a draw", "an undo")
        theirs = both.judge(SECOND, made(both, "offer", offer="draw"), 0.0)
        assert isinstance(theirs, Offer)
        assert theirs.is_open, "the other side may"
        later = played(both, "right 1")
        assert isinstance(later.judge(FIRST, made(later, "offer", offer="draw"), 0.0), Offer)

    def test_a_rematch_is_offered_once_by_each(self) -> None:
        over = begun("link")
        over = over.add(over.judge(FIRST, made(over, "resign"), 0.0))  # type: ignore[arg-type]
        gone = offered(over, over.judge(FIRST, made(over, "offer", offer="rematch"), 0.0))
        gone = offered(gone, gone.judge(SECOND, made(gone, "decline"), 0.0))
        says = "you have offered a rematch already; now it is for the other side to offer one"
        assert refused(gone, FIRST, "offer", offer="rematch") == ("illegal", says)
        assert isinstance(gone.judge(SECOND, made(gone, "offer", offer="rematch"), 0.0), Offer)

    def test_an_offer_is_declined_or_withdrawn(self) -> None:
        offered = with_offer(begun("link"), FIRST, "draw")
        for side in Side:
            assert offered.judge(side, made(offered, "decline"), 0.0) == Offer("draw", FIRST, 0, is_open=False)
        assert refused(begun("link"), FIRST, "decline") == ("stale", "nothing is offered any more")

    def test_an_offer_lapses_with_the_next_turn(self) -> None:
        offered = with_offer(begun("link"), FIRST, "draw")
        assert offered.offer == Offer("draw", FIRST, 0)
        later = played(offered, "up 2")
        assert later.offer is None
        assert refused(later, SECOND, "accept") == ("stale", "nothing is offered any more")

    def test_an_offer_says_of_what(self) -> None:
        assert refused(begun("link"), FIRST, "offer")[1] == "say what you offer: draw, undo or rematch"

    def test_a_rematch_is_offered_and_accepted(self) -> None:
        over = with_offer(after(begun("link"), FIRST, "resign"), FIRST, "rematch")
        assert over.judge(SECOND, made(over, "accept"), 0.0) == Offer("rematch", FIRST, 1)
        assert over.judge(SECOND, made(over, "offer", offer="rematch"), 0.0) == Offer("rematch", FIRST, 1)
