"""A match that was played, as a line of the log: moves, grades, faults and effort, with a seal over all of it."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from hashlib import sha256
from typing import Any, NamedTuple

from squarely.arena.run import field_reader
from squarely.arena.run.fixtures import Fixture
from squarely.arena.run.plan import FORFEIT, RANDOM
from squarely.core.rules.game import Side
from squarely.core.text.notation import quote
from squarely.players.player_faults import KINDS

VERSION = 2
RESULTS = {"1-0": Side.FIRST, "0-1": Side.SECOND, "1/2": None, "*": None}


class MoveGrade(NamedTuple):
    """A move held against the truth: what it lost, what a random mover loses here, how many moves lose nothing."""

    cost: int
    random_cost: Fraction
    good: int
    legal: int

    @property
    def random_mistake(self) -> Fraction:
        """What a move that loses something loses here on average; there must be such a move."""
        return self.random_cost * self.legal / (self.legal - self.good)


class LoggedFault(NamedTuple):
    """What a player did instead of moving, and at which turn, counted from 1."""

    turn: int
    side: Side
    kind: str
    says: str
    repaired: bool = False  # it was told so and asked again
    graded: MoveGrade | None = None  # what the fault lost; None if repaired, or the truth is not known


class Effort(NamedTuple):
    """What the moves of one side took."""

    seconds: float = 0.0
    cost: float | None = 0.0  # None where it is not known
    tokens: int = 0


@dataclass(frozen=True)
class MatchResult:
    """A match of the arena, from its opening to its end. `grades` is None where the truth is not known."""

    fixture: Fixture
    start: str
    opening: tuple[str, ...]
    moves: tuple[str, ...]
    movers: tuple[Side, ...]  # who made each of the moves
    result: str
    reason: str
    value: Mapping[str, Any] | None  # of the position after the opening, under perfect play
    grades: tuple[MoveGrade | None, ...] | None  # None for a move that a fault made for the player
    faults: tuple[LoggedFault, ...] = ()
    efforts: tuple[Effort, Effort] = (Effort(), Effort())

    @property
    def graded_turns(self) -> list[MoveGrade]:
        """Every turn of both sides whose truth is known: moves, then faults."""
        return [each for each in (*(self.grades or ()), *(fault.graded for fault in self.faults)) if each]

    @property
    def has_points(self) -> bool:
        """Whether moves lose points; if not, they lose results."""
        return self.value is not None and self.value["margin"] is not None

    def score(self, side: Side) -> float:
        """1 for a win, a half for a tie or a match that was not over."""
        winner = RESULTS[self.result]
        return 0.5 if winner is None else float(winner == side)

    def achievable_score(self, side: Side) -> float | None:
        """What perfect play by both would have scored; None where that is not known."""
        if self.value is None:
            return None
        winner = self.value["winner"]
        return 0.5 if winner is None else float(winner == str(side))


@dataclass(frozen=True)
class FailedMatch:
    """A match that could not be played: a player did not come, or whoever played it died."""

    fixture: Fixture
    why: str
    culprit: str = ""  # the player who could not play, where it was one


def write_line(played: MatchResult) -> str:
    """The match as one line of JSON, sealed."""
    data: dict[str, Any] = {"arena": VERSION, **played.fixture._asdict()}
    data |= {"start": played.start, "opening": list(played.opening), "moves": list(played.moves)}
    data |= {"movers": "".join(str(int(side) + 1) for side in played.movers)}
    data |= {"result": played.result, "reason": played.reason, "value": played.value}
    data["grades"] = None if played.grades is None else [_grade_data(each) for each in played.grades]
    data["faults"] = [[fault.turn, str(fault.side), *fault[2:5], _grade_data(fault.graded)] for fault in played.faults]
    data["efforts"] = [[round(effort.seconds, 6), *effort[1:]] for effort in played.efforts]
    return _write_json(data | {"seal": _compute_checksum(data)})


def read_line(line: str) -> MatchResult:
    """The match of such a line; ValueError says what is wrong with it."""
    try:
        data = json.loads(line)
    except RecursionError:
        raise ValueError("it is not JSON") from None
    except ValueError:
        raise ValueError("it is not JSON") from None
    if not isinstance(data, dict) or "arena" not in data:
        raise ValueError("it is not a match of an arena")
    if data["arena"] != VERSION:
        version = quote(str(data["arena"])).strip("'")
        raise ValueError(f"it was written by another version of the arena ({version}, not {VERSION})")
    if data.pop("seal", None) != _compute_checksum(data):
        raise ValueError("it was changed after it was written")
    return _assemble(data)


def _grade_data(graded: MoveGrade | None) -> list[Any] | None:
    return graded and [graded.cost, str(graded.random_cost), *graded[2:]]


def _assemble(data: dict[str, Any]) -> MatchResult:
    """The seal says that nothing was damaged, not who has written it: everything is checked before it is believed."""
    field = field_reader.FieldReader(data)
    fixture = Fixture(**{name: field(name, read) for name, read in _FIXTURE.items()})
    moves = field("moves", field_reader.read_texts)
    movers = field("movers", _read_movers)
    grades = field("grades", field_reader.read_optional(_read_grades))
    value = field("value", field_reader.read_optional(_read_value))
    if len(movers) != len(moves) or (grades is not None and len(grades) != len(moves)):
        raise ValueError("its moves, their movers and their grades are not as many")
    if (value is None) != (grades is None):
        raise ValueError("its value and its grades are not of one match")
    return MatchResult(
        fixture,
        field("start", field_reader.read_text),
        field("opening", field_reader.read_texts),
        moves,
        movers,
        field("result", field_reader.read_one_of(tuple(RESULTS))),
        field("reason", field_reader.read_prose),
        value,
        grades,
        field("faults", lambda found: tuple(map(_read_fault, field_reader.read_list(found)))),
        field("efforts", _read_efforts),
    )


_FIXTURE: Mapping[str, Callable[[Any], Any]] = {
    "game": field_reader.read_text,
    "options": field_reader.read_text,
    "seed": field_reader.read_count,
    "position": field_reader.read_text,
    "opening_moves": field_reader.read_count,
    "leg": field_reader.read_one_of((1, 2)),
    "first": field_reader.read_text,
    "second": field_reader.read_text,
    "turn_limit": field_reader.read_count,
    "time_limit": field_reader.read_optional(field_reader.read_number),
    "on_fault": field_reader.read_one_of((RANDOM, FORFEIT)),
    "first_settings": field_reader.read_text,
    "second_settings": field_reader.read_text,
}


def _read_movers(found: Any) -> tuple[Side, ...]:
    return tuple(Side(("1", "2").index(digit)) for digit in field_reader.read_text(found))


def _read_grades(found: Any) -> tuple[MoveGrade | None, ...]:
    return tuple(map(field_reader.read_optional(_read_grade), field_reader.read_list(found)))


def _read_grade(found: Any) -> MoveGrade:
    cost, random_cost, good, legal = field_reader.read_list(found)
    graded = MoveGrade(
        field_reader.read_count(cost),
        field_reader.read_fraction(random_cost),
        field_reader.read_count(good),
        field_reader.read_count(legal),
    )
    if not graded.legal or graded.good > graded.legal or (graded.good == graded.legal) != (not graded.random_cost):
        raise ValueError
    return graded


def _read_value(found: Any) -> Mapping[str, Any]:
    field = field_reader.FieldReader(found)
    winner = field("winner", field_reader.read_optional(field_reader.read_one_of(tuple(map(str, Side)))))
    margin = field("margin", field_reader.read_optional(field_reader.read_count))
    ending, distance = (
        field("ending", field_reader.read_text),
        field("distance", field_reader.read_optional(field_reader.read_count)),
    )
    return {"winner": winner, "ending": ending, "distance": distance, "margin": margin}


def _read_fault(found: Any) -> LoggedFault:
    turn, side, kind, says, repaired, graded = field_reader.read_list(found)
    return LoggedFault(
        field_reader.read_count(turn),
        Side[field_reader.read_one_of(tuple(map(str, Side)))(side).upper()],
        field_reader.read_one_of(KINDS)(kind),
        field_reader.read_prose(says),
        field_reader.read_one_of((True, False))(repaired),
        field_reader.read_optional(_read_grade)(graded),
    )


def _read_efforts(found: Any) -> tuple[Effort, Effort]:
    one, other = (
        Effort(
            field_reader.read_number(seconds),
            field_reader.read_optional(field_reader.read_number)(cost),
            field_reader.read_count(tokens),
        )
        for seconds, cost, tokens in field_reader.read_list(found)
    )
    return one, other


def _write_json(data: Mapping[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def _compute_checksum(data: Mapping[str, Any]) -> str:
    return sha256(_write_json(data).encode()).hexdigest()[:16]
