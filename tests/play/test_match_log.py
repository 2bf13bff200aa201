"""MatchLog against a plain twin: whatever is done in whatever order, both say the same."""

from dataclasses import replace
from typing import Any, NamedTuple

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from squarely import Match
from squarely.core.rules.game import Side
from squarely.play.events import Act, ActRefused, Event
from squarely.play.match_log import MatchLog
from squarely.play.offers import Offer
from tests.play.logged_matches import KINDS, begun

SIDES = st.sampled_from(list(Side))


class Done(NamedTuple):
    side: Side
    act: Act


class Twin(RuleBasedStateMachine):
    """Keeps the moves on a list and what was offered in two more, and knows nothing else."""

    @initialize(kind=st.sampled_from(KINDS))
    def begin(self, kind: str) -> None:
        self.kind = kind
        self.real: MatchLog = begun(kind)
        self.game = self.real.match.game
        self.moves: list[str] = []
        self.ended = ""
        self.offer: tuple[str, Side] | None = None
        self.gone: list[tuple[str, Side]] = []  # what was offered in this turn, and is not any more
        self.log: list[Done] = []

    @property
    def match(self) -> Match:
        match = Match.of(self.game)
        for move in self.moves:
            match = match.play(move)
        return match

    @property
    def is_over(self) -> bool:
        return bool(self.ended) or self.match.outcome is not None

    def do(self, side: Side, act: Act, expected: Event | Offer | str) -> None:
        """Ask the real one; a text is the code of the refusal expected."""
        try:
            judged: Event | Offer | str = self.real.judge(side, act, 0.0)
        except ActRefused as refusal:
            judged = refusal.code
        assert judged == expected, (side, act)
        if isinstance(judged, Event):
            self.real = self.real.add(judged)
            self.offer = None
            self.gone.clear()
            self.log.append(Done(side, act))
        elif isinstance(judged, Offer):
            self.real = replace(self.real, last_offer=judged)

    def next(self, act: str, **more: object) -> Act:
        return Act(number=len(self.real.events) + 1, kind=act, **more)  # type: ignore[arg-type]

    def turn(self, side: Side, act: str, move: str = "", back: int = 0) -> Event:
        return Event(len(self.real.events) + 1, side, act, move, back, 0.0)  # type: ignore[arg-type]

    @rule(side=SIDES, number=st.integers(0, 7), by_squares=st.booleans())
    def move(self, side: Side, number: int, by_squares: bool) -> None:
        legal = [str(move) for move in self.match.legal_moves] or ["up 1"]
        words = legal[number % len(legal)]
        act = self.next("move", move=words)
        if self.is_over or side != self.match.mover:
            self.do(side, act, "illegal")
            return
        if by_squares:
            act = self.next("move", squares=[place(self.match, side), place(self.match.play(words), side)])
        self.do(side, act, self.turn(side, "move", words))
        self.moves.append(words)

    @rule(side=SIDES, words=st.sampled_from(["", "up 9", "sideways 1", "up 1 1", "0 0"]))
    def nonsense(self, side: Side, words: str) -> None:
        self.do(side, self.next("move", move=words), "illegal")

    def steps_back(self, side: Side) -> int:
        """How many moves go back to before the last one of this side; 0 where there is none."""
        if self.kind in ("here", "explore"):
            return min(1, len(self.moves))
        steps = 2 if self.match.mover == side else 1
        return steps if len(self.moves) >= steps else 0

    @rule(side=SIDES)
    def undo(self, side: Side) -> None:
        back = self.steps_back(side)
        if self.is_over or self.kind == "link" or not back:
            self.do(side, self.next("undo"), "illegal")
        else:
            self.do(side, self.next("undo"), self.turn(side, "undo", back=back))
            del self.moves[-back:]

    @rule(side=SIDES)
    def resign(self, side: Side) -> None:
        if self.is_over:
            self.do(side, self.next("resign"), "illegal")
        else:
            self.do(side, self.next("resign"), self.turn(side, "resign"))
            self.ended = "resign"

    @rule(side=SIDES, kind=st.sampled_from(["draw", "undo", "rematch"]))
    def offering(self, side: Side, kind: str) -> None:
        act = self.next("offer", offer=kind)
        back = self.steps_back(side)
        if (kind == "rematch") != self.is_over or (kind == "undo" and not back):
            self.do(side, act, "illegal")
        elif self.offer and self.offer[1] != side:
            if self.offer[0] == kind:
                self.agreed(side, act)
            else:
                self.do(side, act, "illegal")
        elif (kind, side) in self.gone:
            self.do(side, act, "illegal")
        elif self.kind == "link" or kind == "rematch":
            if self.offer and self.offer != (kind, side):
                self.gone.append(self.offer)
            self.do(side, act, self.offered(kind, side))
            self.offer = (kind, side)
        elif kind == "draw":
            self.do(side, act, self.turn(side, "draw"))
            self.ended = "draw"
        else:
            self.do(side, act, self.turn(side, "undo", back=back))
            del self.moves[-back:]

    @rule(side=SIDES)
    def accept(self, side: Side) -> None:
        if self.offer is None or self.offer[1] == side:
            self.do(side, self.next("accept"), "stale")
        else:
            self.agreed(side, self.next("accept"))

    def agreed(self, side: Side, act: Act) -> None:
        assert self.offer
        kind, by = self.offer
        if kind == "draw":
            self.do(side, act, self.turn(side, "draw"))
            self.ended = "draw"
        elif kind == "undo":
            back = self.steps_back(by)
            self.do(side, act, self.turn(by, "undo", back=back))
            del self.moves[-back:]
        else:
            self.do(side, act, self.offered("rematch", by))

    def offered(self, kind: str, side: Side, is_open: bool = True) -> Offer:
        """An offer of now; what was offered in this turn is behind it."""
        before: Any = tuple(self.gone)
        return Offer(kind, side, len(self.real.events), is_open=is_open, before=before)  # type: ignore[arg-type]

    @rule(side=SIDES)
    def decline(self, side: Side) -> None:
        self.do(side, self.next("decline"), self.offered(*self.offer, is_open=False) if self.offer else "stale")
        if self.offer:
            self.gone.append(self.offer)
        self.offer = None

    @rule(side=SIDES, early=st.integers(-3, 3).filter(bool), act=st.sampled_from(["move", "undo", "resign", "decline"]))
    def stale(self, side: Side, early: int, act: str) -> None:
        turn = max(1, len(self.real.events) + 1 + early)
        if turn != len(self.real.events) + 1:
            self.do(side, Act(number=turn, kind=act, move="up 1"), "stale")  # type: ignore[arg-type]

    @invariant()
    def both_say_the_same(self) -> None:
        real = self.real
        assert [str(move) for move in real.match.moves] == self.moves
        assert real.is_over == self.is_over
        assert real.truth_is_open == (self.is_over or self.kind in ("explore", "computer"))
        assert (real.offer and (real.offer.kind, real.offer.by)) == self.offer

    @invariant()
    def reading_it_again_gives_the_same(self) -> None:
        again = begun(self.kind)
        for event in self.real.events:
            again = again.add(event)
        assert again.match == self.real.match
        assert again.events == self.real.events

    @invariant()
    def what_was_done_is_recognised(self) -> None:
        for side, act in self.log:
            assert self.real.repeats(side, act)
            if act.kind in ("move", "resign", "undo"):
                assert not self.real.repeats(side.other, act)


def place(match: Match, side: Side) -> int:
    """The square of a token, read off the position's line."""
    board = match.game.write_position(match.position).split()[0].replace("/", "")
    return board.index("12"[side])


Twin.TestCase.settings = settings(max_examples=150, stateful_step_count=25, deadline=None)
TestTwin = Twin.TestCase
