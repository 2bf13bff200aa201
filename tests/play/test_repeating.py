"""An act whose answer was lost is sent again and recognised."""

import pytest

from squarely.core.match.match import Match
from squarely.core.rules.game import Side
from squarely.play.events import Act
from squarely.play.offers import OfferKind
from tests.play.logged_matches import after, begun, played, with_offer

FIRST, SECOND = Side.FIRST, Side.SECOND


class TestRepeating:
    def test_a_move_however_it_is_spelt(self) -> None:
        match = played(begun("link"), "up 2", "up 1", "right 1")
        for words in ("up 2", " Up  2", "UP 2"):
            assert match.repeats(FIRST, Act(number=1, kind="move", move=words))
        assert match.repeats(FIRST, Act(number=1, kind="move", squares=[0, 10]))
        assert match.repeats(SECOND, Act(number=2, kind="move", move="up 1"))

    def test_no_other_act(self) -> None:
        match = played(begun("link"), "up 2", "up 1", "right 1")
        assert not match.repeats(FIRST, Act(number=1, kind="move", move="up 1"))
        assert not match.repeats(SECOND, Act(number=1, kind="move", move="up 2"))
        assert not match.repeats(FIRST, Act(number=1, kind="resign"))
        assert not match.repeats(FIRST, Act(number=1, kind="move", squares=[99]))
        assert not match.repeats(SECOND, Act(number=4, kind="move", move="up 1"))
        assert not match.repeats(FIRST, Act(number=2, kind="accept"))
        assert not match.repeats(FIRST, Act(number=3, kind="offer", offer="draw"))

    def test_resigning(self) -> None:
        match = after(begun("link"), FIRST, "resign")
        assert match.repeats(FIRST, Act(number=1, kind="resign"))
        assert not match.repeats(SECOND, Act(number=1, kind="resign"))

    @pytest.mark.parametrize("kind", ["draw", "undo"])
    def test_what_was_offered_and_accepted_for_both(self, kind: OfferKind) -> None:
        offered = with_offer(played(begun("link"), "up 2"), FIRST, kind)
        match = after(offered, SECOND, "accept")
        assert match.repeats(SECOND, Act(number=2, kind="accept"))
        assert match.repeats(FIRST, Act(number=2, kind="offer", offer=kind))
        assert not match.repeats(FIRST, Act(number=2, kind="accept")), "it was not they who accepted"
        other: OfferKind = "undo" if kind == "draw" else "draw"
        assert not match.repeats(FIRST, Act(number=2, kind="offer", offer=other))

    @pytest.mark.parametrize("kind", ["draw", "undo"])
    def test_offers_that_crossed(self, kind: OfferKind) -> None:
        offered = with_offer(played(begun("link"), "up 2", "up 1"), FIRST, kind)
        match = after(offered, SECOND, "offer", offer=kind)
        for side in Side:
            assert match.repeats(side, Act(number=3, kind="offer", offer=kind))

    @pytest.mark.parametrize("act", [{"kind": "undo"}, {"kind": "offer", "offer": "undo"}])
    def test_an_undo_that_nobody_was_asked_about(self, act: dict[str, str]) -> None:
        match = after(played(begun("here"), "up 2"), FIRST, **act)
        assert match.repeats(FIRST, Act(number=2, **act))  # type: ignore[arg-type]

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
            assert match.repeats(FIRST, Act(number=turn, kind="move", **words)) == right  # type: ignore[arg-type]
            assert len(plays) <= 1
