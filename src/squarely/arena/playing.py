"""Play a match of the arena, and hold every move of it against the truth."""

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from fractions import Fraction
from random import Random
from time import perf_counter

from squarely import registry
from squarely.arena.fixtures import Fixture
from squarely.arena.openings import opening
from squarely.arena.plan import FORFEIT
from squarely.arena.played import Effort, Failed, Fault, Graded, Played
from squarely.arena.usage import Meter
from squarely.errors import BadPlayer, SquarelyError
from squarely.game import Outcome, Side
from squarely.match import Match
from squarely.players import Player, dismiss, faults, seated, settings_of
from squarely.players.truth import oracle_of
from squarely.record import Record
from squarely.review.data import value_data
from squarely.review.grading import cost, grade


def play_all(fixtures: Sequence[Fixture]) -> list[Played | Failed]:
    """Play matches one after the other; the task of an executor. What goes wrong in one does not end the others."""
    return [play(fixture) for fixture in fixtures]


def play(fixture: Fixture) -> Played | Failed:
    """The match, played to its end or its limit; or why it could not be played."""
    culprit = ""
    try:
        bout = _Bout(fixture)
        try:
            return bout.played()
        except BadPlayer:
            culprit = fixture.player(bout.blamed)
            raise
    except SquarelyError as error:
        return Failed(fixture, str(error), culprit)
    except Exception as error:  # whatever a game or a player from outside does
        return Failed(fixture, f"{type(error).__name__}: {error}", culprit)


@dataclass
class _Seat:
    """A player at the table, and what is noted about it."""

    side: Side
    player: Player
    seconds: float = 0.0
    meter: Meter = field(init=False)

    def __post_init__(self) -> None:
        self.meter = Meter(self.player)

    def choose(self, match: Match) -> int:
        began = perf_counter()
        try:
            return self.player.choose(match)
        finally:
            self.seconds += perf_counter() - began

    @property
    def effort(self) -> Effort:
        return Effort(self.seconds, self.meter.cost, self.meter.tokens)


class _Bout:
    """One match on its way."""

    def __init__(self, fixture: Fixture) -> None:
        self._fixture = fixture
        self._begun = self.match = opening(registry.load(fixture.game, fixture.options), fixture)
        self._chance = Random(f"fault {fixture.chance(Side.FIRST)}")
        self._faults: list[Fault] = []
        self._unmade: set[int] = set()  # the numbers of the moves that no player chose
        self.blamed = Side.FIRST  # whose doing it is if something goes wrong now

    def played(self) -> Played:
        with ExitStack() as leaving:
            seats = []
            for side in Side:
                self.blamed, fixture = side, self._fixture
                player = seated(fixture.spec(side), fixture.chance(side), fixture.time_limit)
                if player is None:
                    raise BadPlayer("a human cannot play in an arena")
                leaving.callback(dismiss, player)
                if settings_of(player) != fixture.settings(side):
                    raise BadPlayer(f"{fixture.spec(side)} would be asked otherwise here than where the plan was read")
                seats.append(_Seat(side, player))
            while not self.match.outcome and len(self.match.moves) - self._opened < self._fixture.turn_limit:
                self._turn(seats[self.match.mover])
        return self._noted((seats[0].effort, seats[1].effort))

    @property
    def _opened(self) -> int:
        return len(self._begun.moves)

    def _turn(self, seat: _Seat) -> None:
        """A move; where the player makes a fault of it, a random one, or the end."""
        turn, self.blamed = len(self.match.moves) - self._opened + 1, seat.side
        fault: faults.Fault | None = None
        try:
            self.match = self.match.play(seat.choose(self.match))
        except faults.Fault as made:
            fault = made
        self._faults += [Fault(turn, seat.side, *slip, repaired=True) for slip in seat.meter.slips()]
        if fault:
            self._faults.append(Fault(turn, seat.side, fault.kind, str(fault), graded=self._lost_by_fault()))
            self._go_on_after(fault, turn)

    def _lost_by_fault(self) -> Graded | None:
        """What can be lost here: as much as by the worst move, so that whoever makes a fault might as well have moved.

        A fault that forfeits the match also loses the lead, and never nothing.
        """
        oracle = oracle_of(self.match)
        if oracle is None:
            return None
        before, side = oracle.value(self.match.position), self.match.mover
        costs = [cost(before, each.value, side) for each in oracle.judged(self.match.position)]
        lost = max(costs)
        if self._fixture.on_fault == FORFEIT:
            lost = max(lost, 1 if before.margin is None else before.lead(side) + 1, 1)
        return Graded(lost, Fraction(sum(costs), len(costs)), costs.count(0), len(costs))

    def _go_on_after(self, fault: faults.Fault, turn: int) -> None:
        if self._fixture.on_fault == FORFEIT:
            reason = f"{self.match.mover_name} made a fault: {fault.kind}"
            self.match = self.match.ended(Outcome(self.match.mover.other, reason))
        else:
            self._unmade.add(turn)
            self.match = self.match.play(self._chance.choice(self.match.legal_moves))

    def _noted(self, efforts: tuple[Effort, Effort]) -> Played:
        match, begun, game = self.match, self._begun, self.match.game
        oracle = oracle_of(match)
        made = range(self._opened, len(match.moves))
        return Played(
            self._fixture,
            game.write_position(match.start),
            tuple(map(str, begun.moves)),
            tuple(str(match.moves[at]) for at in made),
            tuple(Side(match.positions[at].mover) for at in made),
            Record(match).result,
            match.outcome.reason if match.outcome else "stopped at the turn limit",
            value_data(oracle.value(begun.position)) if oracle else None,
            tuple(self._graded(at) for at in made) if oracle else None,
            tuple(self._faults),
            efforts,
        )

    def _graded(self, at: int) -> Graded | None:
        if at - self._opened + 1 in self._unmade:
            return None
        oracle = oracle_of(self.match)
        assert oracle
        found = grade(oracle, self.match.positions[at], self.match.moves[at])
        good = sum(not cost(found.before, each.value, found.side) for each in found.judged)
        return Graded(found.cost, found.random_cost, good, len(found.judged))
