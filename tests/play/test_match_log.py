"""MatchLog against a plain twin: whatever is done in whatever order, both say the same."""

from dataclasses import replace
from functools import reduce
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from squarely import Match
from squarely.core.rules.game import Side
from squarely.play.events import Act, ActRefused, Event
from squarely.play.match_log import MatchLog
from squarely.play.offers import Offer
from tests.boards import legal, played, written
from tests.play.logged_matches import KINDS, begun

SIDES = st.sampled_from(list(Side))


class Twin(RuleBasedStateMachine):
    """Keeps the moves on a list and what was offered in two more, and knows nothing else."""

    @initialize(kind=st.sampled_from(KINDS))
    def begin(self, kind: str) -> None:
        self.kind = kind
        self.real: MatchLog = begun(kind)
        self.moves: list[str] = []
        self.ended = False
        self.offer: tuple[str, Side] | None = None
        self.gone: list[Any] = []  # what was offered in this turn, and is not any more
        self.log: list[tuple[Side, Act]] = []

    @property
    def match(self) -> Match:
        return played(Match.of(self.real.match.game), *self.moves)

    @property
    def is_over(self) -> bool:
        return self.ended or self.match.outcome is not None

    def do(self, side: Side, act: Act, expected: Event | Offer | str) -> None:
        """Ask the real one, and note what is expected to happen; a text is the code of a refusal."""
        try:
            judged: Event | Offer | str = self.real.judge(side, act, 0.0)
        except ActRefused as refusal:
            judged = refusal.code
        assert judged == expected, (side, act)
        if isinstance(judged, Offer):
            self.real = replace(self.real, last_offer=judged)
        elif isinstance(judged, Event):
            self.real, self.offer, self.gone = self.real.add(judged), None, []
            self.log.append((side, act))
            self.ended = judged.kind not in ("move", "undo")
            self.moves = [*self.moves, judged.move] if judged.kind == "move" else self.moves[: -judged.back or None]

    def next(self, act: Any, **more: Any) -> Act:
        return Act(len(self.real.events) + 1, act, **more)

    def event(self, side: Side, kind: Any, move: str = "", back: int = 0) -> Event:
        return Event(len(self.real.events) + 1, side, kind, move, back, 0.0)

    def back(self, side: Side) -> Event | None:
        """To before the last move of this side; None where there is none."""
        steps = 1 if self.kind in ("here", "explore") or self.match.mover != side else 2
        return self.event(side, "undo", back=steps) if len(self.moves) >= steps else None

    def offered(self, kind: Any, side: Side, is_open: bool = True) -> Offer:
        """An offer of now; what was offered in this turn is behind it."""
        return Offer(kind, side, len(self.real.events), is_open=is_open, before=tuple(self.gone))

    @rule(side=SIDES, number=st.integers(0, 7), by_squares=st.booleans())
    def move(self, side: Side, number: int, by_squares: bool) -> None:
        words = (legal(self.match) or ["up 1"])[number % (len(legal(self.match)) or 1)]
        may_move = not self.is_over and side == self.match.mover
        act = self.next("move", move=words)
        if may_move and by_squares:
            act = self.next("move", squares=[place(self.match, side), place(self.match.play(words), side)])
        self.do(side, act, self.event(side, "move", words) if may_move else "illegal")

    @rule(side=SIDES, words=st.sampled_from(["", "up 9", "sideways 1", "up 1 1", "0 0"]))
    def nonsense(self, side: Side, words: str) -> None:
        self.do(side, self.next("move", move=words), "illegal")

    @rule(side=SIDES)
    def undo(self, side: Side) -> None:
        may_undo = not self.is_over and self.kind != "link"
        self.do(side, self.next("undo"), (may_undo and self.back(side)) or "illegal")

    @rule(side=SIDES)
    def resign(self, side: Side) -> None:
        self.do(side, self.next("resign"), "illegal" if self.is_over else self.event(side, "resign"))

    @rule(side=SIDES, kind=st.sampled_from(["draw", "undo", "rematch"]))
    def offering(self, side: Side, kind: str) -> None:
        act = self.next("offer", offer=kind)
        if (kind == "rematch") != self.is_over or (kind == "undo" and not self.back(side)):
            self.do(side, act, "illegal")
        elif self.offer == (kind, side.other):
            self.do(side, act, self.agreed(side))
        elif (self.offer and self.offer[1] != side) or (kind, side) in self.gone:
            self.do(side, act, "illegal")
        elif self.kind == "link" or kind == "rematch":
            if self.offer and self.offer != (kind, side):
                self.gone.append(self.offer)
            self.do(side, act, self.offered(kind, side))
            self.offer = (kind, side)
        else:
            self.do(side, act, self.event(side, "draw") if kind == "draw" else self.back(side) or "illegal")

    @rule(side=SIDES)
    def accept(self, side: Side) -> None:
        stale = self.offer is None or self.offer[1] == side
        self.do(side, self.next("accept"), "stale" if stale else self.agreed(side))

    def agreed(self, side: Side) -> Event | Offer | str:
        assert self.offer
        kind, by = self.offer
        undo = self.back(by) or "illegal"
        return {"draw": self.event(side, "draw"), "undo": undo, "rematch": self.offered("rematch", by)}[kind]

    @rule(side=SIDES)
    def decline(self, side: Side) -> None:
        self.do(side, self.next("decline"), self.offered(*self.offer, is_open=False) if self.offer else "stale")
        if self.offer:
            self.gone.append(self.offer)
        self.offer = None

    @rule(side=SIDES, early=st.integers(-3, 3).filter(bool), act=st.sampled_from(["move", "undo", "resign", "decline"]))
    def stale(self, side: Side, early: int, act: Any) -> None:
        turn = max(1, len(self.real.events) + 1 + early)
        if turn != len(self.real.events) + 1:
            self.do(side, Act(turn, act, move="up 1"), "stale")

    @invariant()
    def both_say_the_same(self) -> None:
        real = self.real
        assert [str(move) for move in real.match.moves] == self.moves
        assert real.is_over == self.is_over
        assert real.truth_is_open == (self.is_over or self.kind in ("explore", "computer"))
        assert (real.offer and (real.offer.kind, real.offer.by)) == self.offer

    @invariant()
    def it_is_read_again_as_the_same_and_what_was_done_is_recognised(self) -> None:
        again = reduce(MatchLog.add, self.real.events, begun(self.kind))
        assert (again.match, again.events) == (self.real.match, self.real.events)
        for side, act in self.log:
            assert self.real.repeats(side, act)
            if act.kind in ("move", "resign", "undo"):
                assert not self.real.repeats(side.other, act)


def place(match: Match, side: Side) -> int:
    """The square of a token, read off the position's line."""
    return written(match).split()[0].replace("/", "").index("12"[side])


Twin.TestCase.settings = settings(max_examples=120, stateful_step_count=25, deadline=None)
TestTwin = pytest.mark.slow(Twin.TestCase)
