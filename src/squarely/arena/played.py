"""A match that was played, as a line of the log: moves, grades, faults and effort, with a seal over all of it."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from hashlib import sha256
from typing import Any, NamedTuple

from squarely.arena.fixtures import Fixture
from squarely.game import Side

VERSION = 1
RESULTS = {"1-0": Side.FIRST, "0-1": Side.SECOND, "1/2": None, "*": None}


class Graded(NamedTuple):
    """A move held against the truth: what it lost, what a random mover loses here, how many moves lose nothing."""

    cost: int
    random_cost: Fraction
    good: int
    legal: int


class Fault(NamedTuple):
    """What a player did instead of moving, and at which turn, counted from 1."""

    turn: int
    side: Side
    kind: str
    says: str
    repaired: bool = False  # it was told so and asked again


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
    data["grades"] = played.grades and [
        each and [each.cost, str(each.random_cost), *each[2:]] for each in played.grades
    ]
    data["faults"] = [[fault.turn, str(fault.side), *fault[2:]] for fault in played.faults]
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
        raise ValueError(f"it was written by another version of the arena ({data['arena']!r}, not {VERSION})")
    if data.pop("seal", None) != _seal(data):
        raise ValueError("it was changed after it was written")
    return _assembled(data)


def _assembled(data: dict[str, Any]) -> Played:
    """Nothing is checked any more: the seal says that it is as it was written."""
    grades = data["grades"]
    return Played(
        Fixture(**{name: data[name] for name in Fixture._fields}),
        data["start"],
        tuple(data["opening"]),
        tuple(data["moves"]),
        tuple(Side(int(digit) - 1) for digit in data["movers"]),
        data["result"],
        data["reason"],
        data["value"],
        None if grades is None else tuple(each and Graded(each[0], Fraction(each[1]), *each[2:]) for each in grades),
        tuple(Fault(turn, Side[side.upper()], *more) for turn, side, *more in data["faults"]),
        (Effort(*data["efforts"][0]), Effort(*data["efforts"][1])),
    )


def _line(data: Mapping[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def _seal(data: Mapping[str, Any]) -> str:
    return sha256(_line(data).encode()).hexdigest()[:16]
