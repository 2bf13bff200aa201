"""Play a match of the arena, and hold every move of it against the truth."""

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from fractions import Fraction
from random import Random
from time import perf_counter

from squarely.arena.run.fixtures import Fixture
from squarely.arena.run.match_result import Effort, FailedMatch, LoggedFault, MatchResult, MoveGrade
from squarely.arena.run.plan import FORFEIT
from squarely.core.errors import BadPlayer, SquarelyError
from squarely.core.match.match import Match
from squarely.core.match.record import Record
from squarely.core.rules import registry
from squarely.core.rules.game import Game, Outcome, Side
from squarely.play.turns import computer_moves, is_stopped
from squarely.players import Player, dismiss_players, player_faults, seat_player, settings_of
from squarely.players.token_usage import Slip, UsageReport
from squarely.review.grading import grade_move, measure_cost
from squarely.solver.oracle import Oracle, find_oracle

_ATTEMPTS = 200  # to draw an opening in which something is at stake


class UsageReader:
    """Reads the report of a player that has one. Others take no tokens, cost nothing and are told nothing back."""

    def __init__(self, player: Player) -> None:
        found = getattr(player, "report", None)
        self._report = found if isinstance(found, UsageReport) else None
        self._seen = 0

    @property
    def cost(self) -> float | None:
        """None where a model's prices are not known."""
        return self._report.usage.cost if self._report else 0.0

    @property
    def tokens(self) -> int:
        return self._report.usage.tokens if self._report else 0

    def take_slips(self) -> list[Slip]:
        """What it was told back since this was last asked."""
        new = self._report.slips[self._seen :] if self._report else []
        self._seen += len(new)
        return new


def draw_opening(game: Game, fixture: Fixture) -> Match:
    """A match that has just begun: the position of the plan, or the one that the seed draws.

    Drawn openings are a deal where the game is dealt, and up to so many random moves; where the truth is known,
    something is at stake after them: not every move is as good. The sides are called as the rulebook calls them, so
    that nobody can see who the other is.
    """
    if fixture.position:
        return Match.of(game, game.read_position(fixture.position))
    chance, match = Random(f"opening {fixture.seed}"), Match.of(game, game.start_for(fixture.seed))
    oracle, ongoing = find_oracle(match), match
    for _ in range(_ATTEMPTS):
        begun = match
        for _ in range(chance.randrange(fixture.opening_moves + 1)):
            begun = begun.play(chance.choice(begun.legal_moves)) if begun.legal_moves else begun
        if not begun.outcome:
            ongoing = begun
            if oracle is None or has_stakes(oracle, begun):
                return begun
    return ongoing


def has_stakes(oracle: Oracle, match: Match) -> bool:
    """Whether some legal move loses something."""
    value, mover = oracle.value(match.position), Side(match.position.mover)
    return any(measure_cost(value, judged.value, mover) for judged in oracle.value_moves(match.position))


def play_all(fixtures: Sequence[Fixture]) -> list[MatchResult | FailedMatch]:
    """Play matches one after the other; the task of an executor. What goes wrong in one does not end the others."""
    return [play(fixture) for fixture in fixtures]


def play(fixture: Fixture) -> MatchResult | FailedMatch:
    """The match, played to its end or its limit; or why it could not be played."""
    culprit = ""
    try:
        match = _ArenaMatch(fixture)
        try:
            return match.play_out()
        except BadPlayer:
            culprit = fixture.player(match.blamed)
            raise
    except SquarelyError as error:
        return FailedMatch(fixture, str(error), culprit)
    except Exception as error:  # whatever a game or a player from outside does
        return FailedMatch(fixture, f"{type(error).__name__}: {error}", culprit)


@dataclass
class _Seat:
    """A player at its seat, and what is noted about it."""

    player: Player
    seconds: float = 0.0
    meter: UsageReader = field(init=False)

    def __post_init__(self) -> None:
        self.meter = UsageReader(self.player)

    def choose(self, match: Match) -> int:
        """The player's choice, timed."""
        began = perf_counter()
        try:
            return self.player.choose(match)
        finally:
            self.seconds += perf_counter() - began

    @property
    def effort(self) -> Effort:
        return Effort(self.seconds, self.meter.cost, self.meter.tokens)


class _ArenaMatch:
    """One match on its way."""

    def __init__(self, fixture: Fixture) -> None:
        self._fixture = fixture
        self._begun = self._match = draw_opening(registry.load(fixture.game, fixture.options), fixture)
        self._chance = Random(f"fault {fixture.seed_for(Side.FIRST)}")
        self._faults: list[LoggedFault] = []
        self._random_turns: set[int] = set()  # those whose moves no player chose
        self.blamed = Side.FIRST  # whose doing it is if something goes wrong now

    def play_out(self) -> MatchResult:
        """Play to the end or to the limit."""
        with ExitStack() as leaving:
            seats = {side: _Seat(self._seat_player(side, leaving)) for side in Side}
            limit = self._opening_length + self._fixture.turn_limit
            while not self._match.outcome and not is_stopped(self._match, limit):
                self._play_until_fault(seats, limit)
        return self._result((seats[Side.FIRST].effort, seats[Side.SECOND].effort))

    @property
    def _opening_length(self) -> int:
        return len(self._begun.moves)

    @property
    def _turn_number(self) -> int:
        """The number of the turn that is being played, the opening not counted."""
        return len(self._match.moves) - self._opening_length + 1

    def _seat_player(self, side: Side, leaving: ExitStack) -> Player:
        self.blamed, fixture = side, self._fixture
        player = seat_player(fixture.spec(side), fixture.seed_for(side), fixture.time_limit)
        if player is None:
            raise BadPlayer("a human cannot play in an arena")
        leaving.callback(dismiss_players, player)
        if settings_of(player) != fixture.settings(side):
            raise BadPlayer(f"{fixture.spec(side)} would be asked otherwise here than where the plan was read")
        return player

    def _play_until_fault(self, seats: dict[Side, _Seat], limit: int) -> None:
        """Moves; where a player makes a fault of one, a random one or the end."""
        self.blamed = self._match.mover
        try:
            for after in computer_moves(self._match, seats, limit):
                self._note_slips(seats)
                self._match, self.blamed = after, after.mover
        except player_faults.PlayerFault as fault:
            self._note_slips(seats)
            lost = self._grade_fault()
            self._faults.append(LoggedFault(self._turn_number, self._match.mover, fault.kind, str(fault), graded=lost))
            self._go_on_after(fault)

    def _note_slips(self, seats: dict[Side, _Seat]) -> None:
        turn, side = self._turn_number, self._match.mover
        self._faults += [LoggedFault(turn, side, *slip, repaired=True) for slip in seats[side].meter.take_slips()]

    def _grade_fault(self) -> MoveGrade | None:
        """What a fault loses here: as much as the worst legal move, so that no fault pays.

        A fault that forfeits the match also loses the lead, and never nothing.
        """
        oracle = find_oracle(self._match)
        if oracle is None:
            return None
        before, side = oracle.value(self._match.position), self._match.mover
        costs = [measure_cost(before, each.value, side) for each in oracle.value_moves(self._match.position)]
        lost = max(costs)
        if self._fixture.on_fault == FORFEIT:
            lost = max(lost, 1 if before.margin is None else before.lead(side) + 1, 1)
        return MoveGrade(lost, Fraction(sum(costs), len(costs)), costs.count(0), len(costs))

    def _go_on_after(self, fault: player_faults.PlayerFault) -> None:
        if self._fixture.on_fault == FORFEIT:
            reason = f"{self._match.mover_name} made a fault: {fault.kind}"
            self._match = self._match.end_with(Outcome(self._match.mover.other, reason))
        else:
            self._random_turns.add(self._turn_number)
            self._match = self._match.play(self._chance.choice(self._match.legal_moves))

    def _result(self, efforts: tuple[Effort, Effort]) -> MatchResult:
        match, begun, game = self._match, self._begun, self._match.game
        oracle = find_oracle(match)
        made = range(self._opening_length, len(match.moves))
        return MatchResult(
            self._fixture,
            game.write_position(match.start),
            tuple(map(str, begun.moves)),
            tuple(str(match.moves[at]) for at in made),
            tuple(Side(match.positions[at].mover) for at in made),
            Record(match).result,
            match.outcome.reason if match.outcome else "stopped at the turn limit",
            oracle.value(begun.position).as_data() if oracle else None,
            tuple(self._grade_move(at) for at in made) if oracle else None,
            tuple(self._faults),
            efforts,
        )

    def _grade_move(self, at: int) -> MoveGrade | None:
        if at - self._opening_length + 1 in self._random_turns:
            return None
        oracle = find_oracle(self._match)
        assert oracle
        found = grade_move(oracle, self._match.positions[at], self._match.moves[at])
        good = sum(not measure_cost(found.before, each.value, found.side) for each in found.valued_moves)
        return MoveGrade(found.cost, found.random_cost, good, len(found.valued_moves))
