"""A match that was played, as a line of the log: moves, grades, faults and effort, with a seal over all of it."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from hashlib import sha256
from typing import Any, NamedTuple

from squarely.arena import checked
from squarely.arena.fixtures import Fixture
from squarely.arena.plan import FORFEIT, RANDOM
from squarely.game import Side
from squarely.notation import quoted
from squarely.players.faults import KINDS

VERSION = 2
RESULTS = {"1-0": Side.FIRST, "0-1": Side.SECOND, "1/2": None, "*": None}


class Graded(NamedTuple):
    """A move held against the truth: what it lost, what a random mover loses here, how many moves lose nothing."""

    cost: int
    random_cost: Fraction
    good: int
    legal: int

    @property
    def random_mistake(self) -> Fraction:
        """What a move that loses something loses here on average; there must be such a move."""
        return self.random_cost * self.legal / (self.legal - self.good)


class Fault(NamedTuple):
    """What a player did instead of moving, and at which turn, counted from 1."""

    turn: int
    side: Side
    kind: str
    says: str
    repaired: bool = False  # it was told so and asked again
    graded: Graded | None = None  # what the fault lost; None if repaired, or the truth is not known


class Effort(NamedTuple):
    """What the moves of one side took."""

    seconds: float = 0.0
    cost: float | None = 0.0  # None where it is not known
    tokens: int = 0


@dataclass(frozen=True)
class Played:
    """A match of the arena, from its opening to its end. `grades` is None where the truth is not known."""

    fixture: Fixture
    start: str
    opening: tuple[str, ...]
    moves: tuple[str, ...]
    movers: tuple[Side, ...]  # who made each of the moves
    result: str
    reason: str
    value: Mapping[str, Any] | None  # of the position after the opening, under perfect play
    grades: tuple[Graded | None, ...] | None  # None for a move that a fault made for the player
    faults: tuple[Fault, ...] = ()
    efforts: tuple[Effort, Effort] = (Effort(), Effort())

    @property
    def graded(self) -> list[Graded]:
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

    def achievable(self, side: Side) -> float | None:
        """What perfect play by both would have scored; None where that is not known."""
        if self.value is None:
            return None
        winner = self.value["winner"]
        return 0.5 if winner is None else float(winner == str(side))


@dataclass(frozen=True)
class Failed:
    """A match that could not be played: a player did not come, or whoever played it died."""

    fixture: Fixture
    why: str
    culprit: str = ""  # the player who could not play, where it was one


def written(played: Played) -> str:
    """The match as one line of JSON, sealed."""
    data: dict[str, Any] = {"arena": VERSION, **played.fixture._asdict()}
    data |= {"start": played.start, "opening": list(played.opening), "moves": list(played.moves)}
    data |= {"movers": "".join(str(int(side) + 1) for side in played.movers)}
    data |= {"result": played.result, "reason": played.reason, "value": played.value}
    data["grades"] = None if played.grades is None else [_grade_data(each) for each in played.grades]
    data["faults"] = [[fault.turn, str(fault.side), *fault[2:5], _grade_data(fault.graded)] for fault in played.faults]
    data["efforts"] = [[round(effort.seconds, 6), *effort[1:]] for effort in played.efforts]
    return _line(data | {"seal": _seal(data)})


def read(line: str) -> Played:
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
        version = quoted(str(data["arena"])).strip("'")
        raise ValueError(f"it was written by another version of the arena ({version}, not {VERSION})")
    if data.pop("seal", None) != _seal(data):
        raise ValueError("it was changed after it was written")
    return _assembled(data)


def _grade_data(graded: Graded | None) -> list[Any] | None:
    return graded and [graded.cost, str(graded.random_cost), *graded[2:]]


def _assembled(data: dict[str, Any]) -> Played:
    """The seal says that nothing was damaged, not who has written it: everything is checked before it is believed."""
    field = checked.Fields(data)
    fixture = Fixture(**{name: field(name, read) for name, read in _FIXTURE.items()})
    moves = field("moves", checked.texts)
    movers = field("movers", _movers)
    grades = field("grades", checked.maybe(_grades))
    value = field("value", checked.maybe(_value))
    if len(movers) != len(moves) or (grades is not None and len(grades) != len(moves)):
        raise ValueError("its moves, their movers and their grades are not as many")
    if (value is None) != (grades is None):
        raise ValueError("its value and its grades are not of one match")
    return Played(
        fixture,
        field("start", checked.text),
        field("opening", checked.texts),
        moves,
        movers,
        field("result", checked.one_of(tuple(RESULTS))),
        field("reason", checked.prose),
        value,
        grades,
        field("faults", lambda found: tuple(map(_fault, checked.listed(found)))),
        field("efforts", _efforts),
    )


_FIXTURE: Mapping[str, Callable[[Any], Any]] = {
    "game": checked.text,
    "options": checked.text,
    "seed": checked.whole,
    "position": checked.text,
    "opening_moves": checked.whole,
    "leg": checked.one_of((1, 2)),
    "first": checked.text,
    "second": checked.text,
    "turn_limit": checked.whole,
    "time_limit": checked.maybe(checked.number),
    "on_fault": checked.one_of((RANDOM, FORFEIT)),
    "first_settings": checked.text,
    "second_settings": checked.text,
}


def _movers(found: Any) -> tuple[Side, ...]:
    return tuple(Side(("1", "2").index(digit)) for digit in checked.text(found))


def _grades(found: Any) -> tuple[Graded | None, ...]:
    return tuple(map(checked.maybe(_grade), checked.listed(found)))


def _grade(found: Any) -> Graded:
    cost, random_cost, good, legal = checked.listed(found)
    graded = Graded(checked.whole(cost), checked.fraction(random_cost), checked.whole(good), checked.whole(legal))
    if not graded.legal or graded.good > graded.legal or (graded.good == graded.legal) != (not graded.random_cost):
        raise ValueError
    return graded


def _value(found: Any) -> Mapping[str, Any]:
    field = checked.Fields(found)
    winner = field("winner", checked.maybe(checked.one_of(tuple(map(str, Side)))))
    margin = field("margin", checked.maybe(checked.whole))
    ending, distance = field("ending", checked.text), field("distance", checked.maybe(checked.whole))
    return {"winner": winner, "ending": ending, "distance": distance, "margin": margin}


def _fault(found: Any) -> Fault:
    turn, side, kind, says, repaired, graded = checked.listed(found)
    return Fault(
        checked.whole(turn),
        Side[checked.one_of(tuple(map(str, Side)))(side).upper()],
        checked.one_of(KINDS)(kind),
        checked.prose(says),
        checked.one_of((True, False))(repaired),
        checked.maybe(_grade)(graded),
    )


def _efforts(found: Any) -> tuple[Effort, Effort]:
    one, other = (
        Effort(checked.number(seconds), checked.maybe(checked.number)(cost), checked.whole(tokens))
        for seconds, cost, tokens in checked.listed(found)
    )
    return one, other


def _line(data: Mapping[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def _seal(data: Mapping[str, Any]) -> str:
    return sha256(_line(data).encode()).hexdigest()[:16]
