"""What has happened in a match, and what may happen next."""

from dataclasses import dataclass, field, replace

from squarely.core.errors import BadMove, SquarelyError
from squarely.core.match.match import Match
from squarely.core.match.tabletop import Tabletop
from squarely.core.rules.game import Position, Side
from squarely.play.clock import Clock
from squarely.play.events import Act, ActRefused, Event, EventKind, apply_event
from squarely.play.offers import Offer, OfferKind
from squarely.play.seats import Seats
from squarely.play.turns import count_moves_back


@dataclass(frozen=True)
class MatchLog:
    """A match with everything that happened in it, immutable: an event gives a new log.

    Callers pass the time. `seconds` are for each turn, 0 without a clock; `begun_at` is when both sides were there, 0
    before.
    """

    match: Match
    seats: Seats
    seconds: float = 0.0
    begun_at: float = 0.0
    last_offer: Offer | None = None  # it may have lapsed
    events: tuple[Event, ...] = ()
    positions_before: tuple[Position, ...] = ()  # where each event found the match, also those that were taken back
    # Where moves lead that were judged, so that none is played twice.
    foreseen: dict[Event, Match] = field(default_factory=dict, init=False, repr=False, compare=False)

    def add(self, event: Event) -> "MatchLog":
        """With one more event, which was judged before."""
        match = self.foreseen.get(event) or apply_event(self.match, event)
        before = (*self.positions_before, self.match.position)
        events = (*self.events, event)
        return MatchLog(match, self.seats, self.seconds, self.begun_at, self.last_offer, events, before)

    @property
    def length(self) -> int:
        """The number of the last event."""
        return len(self.events)

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return self.match.outcome is not None

    @property
    def truth_is_open(self) -> bool:
        """Whether the truth may be asked for: never while two people play."""
        return self.is_over or not self.seats.between_people

    @property
    def computer_to_move(self) -> str | None:
        """The computer player whose turn it is."""
        return None if self.is_over else self.seats.computers[self.match.mover]

    @property
    def offer(self) -> Offer | None:
        """What stands offered."""
        offer = self._offer_of_this_turn
        return offer if offer and offer.is_open else None

    @property
    def _offer_of_this_turn(self) -> Offer | None:
        return self.last_offer if self.last_offer and self.last_offer.after == self.length else None

    @property
    def clock(self) -> Clock | None:
        """The mover's clock; None without one, before both sides are there and after the end."""
        if not self.seconds or self.is_over or not self.begun_at:
            return None
        began = max(self.events[-1].at if self.events else 0.0, self.begun_at)
        last = self._offer_of_this_turn
        return Clock(self.seconds, began, last.waited, last.asked_at or None) if last else Clock(self.seconds, began)

    def make_offer(self, kind: OfferKind, side: Side, at: float) -> Offer:
        """An offer of this side, which stops its clock if it is the one that runs; ActRefused if it was declined."""
        self._check_may_offer(kind, side)
        last = self._offer_of_this_turn
        waited = last.waited_until(at) if last else 0.0
        before = tuple(each for each in last.made if each != (kind, side)) if last else ()
        stops = self.clock is not None and side == self.match.mover
        return Offer(kind, side, self.length, asked_at=at if stops else 0.0, waited=waited, before=before)

    def _check_may_offer(self, kind: OfferKind, side: Side) -> None:
        """ActRefused if this was offered in this turn and declined."""
        if self._offer_of_this_turn and not self._offer_of_this_turn.may_follow(kind, side):
            raise ActRefused(
                "you have offered a rematch already; now it is for the other side to offer one"
                if kind == "rematch"
                else f"you have offered {'an undo' if kind == 'undo' else 'a draw'} already; wait for the next move"
            )

    def run_out(self, now: float) -> Event | None:
        """What happens if the mover's time is over by now."""
        clock = self.clock
        if clock is None or clock.deadline is None or now < clock.deadline:
            return None
        return self._event(self.match.mover, "timeout", clock.deadline)

    def repeats(self, side: Side, act: Act) -> bool:
        """Whether this act has happened before as the event it names: its answer was lost on the way."""
        if not 1 <= act.number <= self.length:
            return False
        event = self.events[act.number - 1]
        own = event.side == side
        match act.kind:
            case "move":
                return own and event.kind == "move" and self._means(act, event)
            case "offer":
                return event.kind == act.offer  # by either side: it is what was offered
            case "accept":
                return event.kind == "draw" if own else event.kind == "undo"
            case _:
                return own and event.kind == act.kind

    def judge(self, side: Side, act: Act, at: float) -> Event | Offer:
        """What an act of this side leads to: an event, or an offer that is open or closed. ActRefused says why not.

        A rematch that both agreed to stays what it is: an offer, of the side that made it first.
        """
        if act.number != self.length + 1:
            raise ActRefused(
                f"that was meant for turn {act.number}; the match has come to turn {self.length}", code="stale"
            )
        match act.kind:
            case "move":
                return self._move(side, act, at)
            case "undo":
                self._must_go_on()
                if self.seats.are_apart:
                    raise ActRefused("the other side has to agree to that; offer it")
                return self._undo(side, at)
            case "resign":
                self._must_go_on()
                return self._event(side, "resign", at)
            case "offer":
                return self._offer(side, act.offer, at)
            case "accept":
                return self._accept(side, at)
            case "decline":
                return self._open_offer().close(at)

    def _event(self, side: Side, kind: EventKind, at: float, move: str = "", back: int = 0) -> Event:
        return Event(self.length + 1, side, kind, move, back, at)

    def _move(self, side: Side, act: Act, at: float) -> Event:
        self._must_go_on()
        if side != self.match.mover:
            raise ActRefused(f"it is {self.match.mover_name}'s turn")
        try:
            after = self.match.play(_find_move(self.match, act))
        except BadMove as error:
            raise ActRefused(f"Sorry, {error}") from error
        event = self._event(side, "move", at, move=str(after.moves[-1]))
        self.foreseen[event] = after
        return event

    def _undo(self, side: Side, at: float) -> Event:
        """Back to before the last move of this side; at one screen, of either side."""
        back = count_moves_back(self.match, self.seats.moved_by(side))
        if not back:
            raise ActRefused("there is no move of yours to take back")
        return self._event(side, "undo", at, back=back)

    def _offer(self, side: Side, kind: OfferKind | None, at: float) -> Event | Offer:
        if kind is None:
            raise ActRefused("say what you offer: draw, undo or rematch")
        if kind != "rematch":
            self._must_go_on()
        elif not self.is_over:
            raise ActRefused("the match is not over yet")
        undo = self._undo(side, at) if kind == "undo" else None
        if self.offer and self.offer.by != side:
            if self.offer.kind == kind:
                return self._accept(side, at)
            raise ActRefused(f"the other side has offered a {self.offer.kind}; accept or decline it first")
        self._check_may_offer(kind, side)
        if kind == "rematch" or self.seats.are_apart:
            return self.make_offer(kind, side, at)
        return undo or self._event(side, "draw", at)

    def _accept(self, side: Side, at: float) -> Event | Offer:
        offer = self._open_offer()
        if offer.by == side:
            raise _nothing_offered()
        if offer.kind == "draw":
            return self._event(side, "draw", at)
        return self._undo(offer.by, at) if offer.kind == "undo" else offer

    def _open_offer(self) -> Offer:
        if self.offer is None:
            raise _nothing_offered()
        return self.offer

    def _must_go_on(self) -> None:
        if outcome := self.match.outcome:
            raise ActRefused(f"the match is over: {outcome.reason}")

    def _means(self, act: Act, event: Event) -> bool:
        """Whether these words, or squares, meant the move that was made then."""
        if act.squares is None and act.move == event.move:
            return True
        stood = self.positions_before[event.number - 1]
        before = replace(self.match, moves=(), positions=(stood,), ending=None)
        try:
            return str(before.play(_find_move(before, act)).moves[-1]) == event.move
        except SquarelyError:
            return False


def _find_move(match: Match, act: Act) -> str | int:
    """The move as it was given, or the one whose squares were touched."""
    return act.move if act.squares is None else Tabletop(match.game).find_move(match.position, act.squares)


def _nothing_offered() -> ActRefused:
    return ActRefused("nothing is offered any more", code="stale")
