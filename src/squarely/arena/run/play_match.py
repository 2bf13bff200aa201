"""Play a match of the arena, and hold every move of it against the truth."""

from collections.abc import Collection
from contextlib import ExitStack
from fractions import Fraction
from random import Random
from time import perf_counter

from squarely.arena.run.match_result import Effort, FailedMatch, LoggedFault, MatchResult, MoveGrade, TrueValue
from squarely.arena.run.plan import FORFEIT, Fixture
from squarely.core.errors import BadPlayer
from squarely.core.match.match import Match
from squarely.core.match.record import Record
from squarely.core.rules import registry
from squarely.core.rules.game import Game, Outcome, Position, Side
from squarely.files.typed_data import convert
from squarely.play.turns import computer_moves, is_stopped
from squarely.players import Player, dismiss_players, player_faults, seat_player
from squarely.players.player_faults import Slip, Usage, UsageReport
from squarely.review.grading import measure_cost
from squarely.solver.oracle import Oracle, find_oracle

_ATTEMPTS = 200  # to draw an opening in which something is at stake


def draw_opening(game: Game, fixture: Fixture) -> Match:
    """A match that has just begun: the position of the plan, or the one that the seed draws.

    Drawn openings are a deal where the game is dealt, and up to that many random moves; where the truth is known, some
    move loses something after them. The sides have the names of the rulebook, so that no player sees who the other is.
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
            if oracle is None or any(_move_costs(oracle, begun.position).values()):
                return begun
    return ongoing


def _move_costs(oracle: Oracle, position: Position) -> dict[int, int]:
    value, mover = oracle.value(position), Side(position.mover)
    return {int(judged.move): measure_cost(value, judged.value, mover) for judged in oracle.value_moves(position)}


def _grade(cost: int, costs: Collection[int]) -> MoveGrade:
    """The grade of losing so much where legal moves lose as much as this."""
    return MoveGrade(cost, Fraction(sum(costs), len(costs)), list(costs).count(0), len(costs))


def play(fixture: Fixture) -> MatchResult | FailedMatch:
    """The match, played to its end or its limit; or which player could not play it, and why."""
    match = _ArenaMatch(fixture)
    try:
        return match.play_out()
    except BadPlayer as error:
        return FailedMatch(fixture, str(error), fixture.player(match.blamed))


class _Seat(Player):
    """A player at its seat, and what is noted about it. Only a model reports usage; others cost nothing."""

    def __init__(self, player: Player) -> None:
        self._player, self._seconds, self._seen = player, 0.0, 0
        found = getattr(player, "report", None)
        self._report = found if isinstance(found, UsageReport) else UsageReport(Usage(prices=(0.0, 0.0)))

    def choose(self, match: Match) -> int:
        """The player's choice, timed."""
        began = perf_counter()
        try:
            return self._player.choose(match)
        finally:
            self._seconds += perf_counter() - began

    def take_slips(self) -> list[Slip]:
        """What it was told back since this was last asked."""
        new = self._report.slips[self._seen :]
        self._seen += len(new)
        return new

    @property
    def effort(self) -> Effort:
        return Effort(round(self._seconds, 6), self._report.usage.cost, self._report.usage.tokens)


class _ArenaMatch:
    """One match on its way."""

    def __init__(self, fixture: Fixture) -> None:
        self._fixture = fixture
        self._begun = self._match = draw_opening(registry.load(fixture.game, fixture.options), fixture)
        self._opening_length = len(self._begun.moves)
        self._chance = Random(f"fault {fixture.seed_for(Side.FIRST)}")
        self._faults: list[LoggedFault] = []
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
    def _turn_number(self) -> int:
        return len(self._match.moves) - self._opening_length + 1

    def _seat_player(self, side: Side, leaving: ExitStack) -> Player:
        self.blamed, fixture = side, self._fixture
        player = seat_player(fixture.spec(side), fixture.seed_for(side), fixture.time_limit)
        assert player, "a plan has no human players"
        leaving.callback(dismiss_players, player)
        if player.settings != fixture.settings(side):
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
            self._note_fault(fault.kind, str(fault), graded=self._grade_fault())
            if self._fixture.on_fault == FORFEIT:
                reason = f"{self._match.mover_name} made a fault: {fault.kind}"
                self._match = self._match.end_with(Outcome(self._match.mover.other, reason))
            else:
                self._match = self._match.play(self._chance.choice(self._match.legal_moves))

    def _note_slips(self, seats: dict[Side, _Seat]) -> None:
        for slip in seats[self._match.mover].take_slips():
            self._note_fault(*slip, repaired=True)

    def _note_fault(self, kind: str, says: str, repaired: bool = False, graded: MoveGrade | None = None) -> None:
        self._faults.append(LoggedFault(self._turn_number, str(self._match.mover), kind, says, repaired, graded))

    def _grade_fault(self) -> MoveGrade | None:
        """What a fault loses here: as much as the worst legal move, so that no fault pays.

        A fault that forfeits the match also loses the lead, and never nothing.
        """
        oracle = find_oracle(self._match)
        if oracle is None:
            return None
        value, costs = oracle.value(self._match.position), _move_costs(oracle, self._match.position).values()
        lost = max(costs)
        if self._fixture.on_fault == FORFEIT:
            lost = max(lost, 1 if value.margin is None else value.lead(self._match.mover) + 1, 1)
        return _grade(lost, costs)

    def _result(self, efforts: tuple[Effort, Effort]) -> MatchResult:
        match, begun, game = self._match, self._begun, self._match.game
        oracle = find_oracle(match)
        made = range(self._opening_length, len(match.moves))
        return MatchResult(
            self._fixture,
            game.write_position(match.start),
            tuple(map(str, begun.moves)),
            tuple(str(match.moves[at]) for at in made),
            "".join(str(match.positions[at].mover + 1) for at in made),
            Record(match).result,
            match.outcome.reason if match.outcome else "stopped at the turn limit",
            convert(oracle.value(begun.position).as_data(), TrueValue) if oracle else None,
            tuple(self._grade_move(oracle, at) for at in made) if oracle else None,
            tuple(self._faults),
            efforts,
        )

    def _grade_move(self, oracle: Oracle, at: int) -> MoveGrade | None:
        """None for a move that was made for the player, after its fault."""
        turn = at - self._opening_length + 1
        if any(fault.turn == turn and not fault.repaired for fault in self._faults):
            return None
        costs = _move_costs(oracle, self._match.positions[at])
        return _grade(costs[int(self._match.moves[at])], costs.values())
