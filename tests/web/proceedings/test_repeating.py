"""An act whose answer was lost is sent again and recognised; and the clock of a match."""

import pytest

from squarely.game import Side
from squarely.match import Match
from squarely.web.messages import Act, OfferKind
from squarely.web.storage.matches import Turn
from tests.web.proceedings.matches import after, begun, played, with_offer

FIRST, SECOND = Side.FIRST, Side.SECOND


class TestRepeating:
    def test_a_move_however_it_is_spelt(self) -> None:
        match = played(begun("link"), "up 2", "up 1", "right 1")
        for words in ("up 2", " Up  2", "UP 2"):
            assert match.repeats(FIRST, Act(turn=1, act="move", move=words))
        assert match.repeats(FIRST, Act(turn=1, act="move", squares=[0, 10]))
        assert match.repeats(SECOND, Act(turn=2, act="move", move="up 1"))

    def test_no_other_act(self) -> None:
        match = played(begun("link"), "up 2", "up 1", "right 1")
        assert not match.repeats(FIRST, Act(turn=1, act="move", move="up 1"))
        assert not match.repeats(SECOND, Act(turn=1, act="move", move="up 2"))
        assert not match.repeats(FIRST, Act(turn=1, act="resign"))
        assert not match.repeats(FIRST, Act(turn=1, act="move", squares=[99]))
        assert not match.repeats(SECOND, Act(turn=4, act="move", move="up 1"))
        assert not match.repeats(FIRST, Act(turn=2, act="accept"))
        assert not match.repeats(FIRST, Act(turn=3, act="offer", offer="draw"))

    def test_resigning(self) -> None:
        match = after(begun("link"), FIRST, "resign")
        assert match.repeats(FIRST, Act(turn=1, act="resign"))
        assert not match.repeats(SECOND, Act(turn=1, act="resign"))

    @pytest.mark.parametrize("kind", ["draw", "undo"])
    def test_what_was_offered_and_accepted_for_both(self, kind: OfferKind) -> None:
        offered = with_offer(played(begun("link"), "up 2"), FIRST, kind)
        match = after(offered, SECOND, "accept")
        assert match.repeats(SECOND, Act(turn=2, act="accept"))
        assert match.repeats(FIRST, Act(turn=2, act="offer", offer=kind))
        assert not match.repeats(FIRST, Act(turn=2, act="accept")), "it was not they who accepted"
        other: OfferKind = "undo" if kind == "draw" else "draw"
        assert not match.repeats(FIRST, Act(turn=2, act="offer", offer=other))

    @pytest.mark.parametrize("kind", ["draw", "undo"])
    def test_offers_that_crossed(self, kind: OfferKind) -> None:
        offered = with_offer(played(begun("link"), "up 2", "up 1"), FIRST, kind)
        match = after(offered, SECOND, "offer", offer=kind)
        for side in Side:
            assert match.repeats(side, Act(turn=3, act="offer", offer=kind))

    @pytest.mark.parametrize("act", [{"act": "undo"}, {"act": "offer", "offer": "undo"}])
    def test_an_undo_that_nobody_was_asked_about(self, act: dict[str, str]) -> None:
        match = after(played(begun("here"), "up 2"), FIRST, **act)
        assert match.repeats(FIRST, Act(turn=2, **act))  # type: ignore[arg-type]

    @pytest.mark.parametrize("words", [{"move": "right 1"}, {"move": "Right  1"}, {"squares": [0, 1]}])
    def test_an_old_turn_costs_no_more_than_a_new_one(
        self, words: dict[str, object], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The line was taken back and played differently: none of it is played again to know what a turn meant."""
        match = played(begun("here"), *["right 1", "left 1", "left 1", "right 1"] * 5)
        for _ in range(20):
            match = after(match, match.match.mover, "undo")
        match = played(match, *["up 1", "left 1", "down 1", "right 1"] * 5)
        plays, play = [], Match.play

        def counted(before: Match, move: str | int) -> Match:
            plays.append(move)
            return play(before, move)

        monkeypatch.setattr(Match, "play", counted)
        for turn, right in ((1, True), (17, True), (2, False), (41, False), (20, False)):
            plays.clear()
            assert match.repeats(FIRST, Act(turn=turn, act="move", **words)) == right  # type: ignore[arg-type]
            assert len(plays) <= 1


class TestTheClock:
    def test_it_runs_from_the_last_turn_once_both_are_there(self) -> None:
        assert begun("link").deadline is None
        assert begun("link", seconds=30, begun_at=0.0).deadline is None
        match = begun("link", seconds=30)
        assert match.deadline == 1030.0
        assert played(match, "up 2").deadline == 2030.0
        assert after(match, FIRST, "resign").deadline is None

    def test_a_friend_who_comes_late_has_all_their_time(self) -> None:
        early = played(begun("link", seconds=30, begun_at=0.0), "up 2")
        assert early.deadline is None
        assert early.seen(early.kept._replace(begun_at=9000.0)).deadline == 9030.0

    def test_running_out_loses(self) -> None:
        match = begun("link", seconds=30).after(Turn(1, FIRST, "timeout", "", 0, 1030.0))
        outcome = match.match.outcome
        assert outcome
        assert (outcome.winner, outcome.reason) == (SECOND, "Ann ran out of time")
