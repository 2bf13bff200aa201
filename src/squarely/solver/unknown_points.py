"""Whether points decide nothing but the end: the rules are run with points that nobody knows.

A position is given amounts instead of points: `whatever the first side has, and 3 more`. Rules may add to them and hand
them on. As soon as they ask how many points there are, what happens depends on points. Where they never ask, all
positions that differ only in points lead to the same: not in those that were tried, in all of them.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from squarely.core.game import Game
from squarely.core.rules import ONGOING, Position


class DependsOnPoints(Exception):
    """The rules asked for what nobody knows."""


_ASKED = (DependsOnPoints, TypeError, AttributeError, ValueError)  # whatever rules do with what is no number


class Amount:
    """A sum of unknown points and a known number. `lead` says what one such sum is: the lead of the first side."""

    __hash__ = None  # type: ignore[assignment]  # what is looked up by its points depends on them
    __slots__ = ("lead", "more", "parts")

    def __init__(
        self, parts: Mapping[str, int], more: int, lead: "tuple[Mapping[str, int], int] | None" = None
    ) -> None:
        self.parts, self.more, self.lead = parts, more, lead

    def __add__(self, other: Any) -> Any:
        return self._join(other, 1)

    def __sub__(self, other: Any) -> Any:
        return self._join(other, -1)

    def __radd__(self, other: Any) -> Any:
        return self._join(other, 1)

    def __rsub__(self, other: Any) -> Any:
        return -self + other

    def __neg__(self) -> "Amount":
        return Amount({name: -count for name, count in self.parts.items()}, -self.more, self.lead)

    def __lt__(self, other: Any) -> bool:
        return self._compare(other) < 0

    def __le__(self, other: Any) -> bool:
        return self._compare(other) <= 0

    def __gt__(self, other: Any) -> bool:
        return self._compare(other) > 0

    def __ge__(self, other: Any) -> bool:
        return self._compare(other) >= 0

    def __eq__(self, other: object) -> bool:
        return self._compare(other) == 0

    def __ne__(self, other: object) -> bool:
        return self._compare(other) != 0

    def __bool__(self) -> bool:
        return self._compare(0) != 0

    def __repr__(self) -> str:
        raise DependsOnPoints  # so that nobody reads it from there

    def _join(self, other: Any, sign: int) -> Any:
        """A sum or difference: a number where nothing unknown is left of it."""
        if isinstance(other, int):
            return Amount(self.parts, self.more + sign * other, self.lead)
        if not isinstance(other, Amount):
            raise DependsOnPoints
        names = {*self.parts, *other.parts}
        parts = {name: self.parts.get(name, 0) + sign * other.parts.get(name, 0) for name in names}
        return _simplify(Amount({name: n for name, n in parts.items() if n}, self.more + sign * other.more, self.lead))

    def _compare(self, other: Any) -> int:
        difference = self - other
        if isinstance(difference, Amount):
            raise DependsOnPoints
        return int(difference)


def _simplify(amount: Amount) -> Any:
    if not amount.parts:
        return amount.more
    if amount.lead is not None:
        of_lead, known = amount.lead
        if amount.parts == of_lead:
            return amount.more + known
        if amount.parts == {name: -count for name, count in of_lead.items()}:
            return amount.more - known
    return amount


def find_point_fields(game: Game, positions: list[Position]) -> tuple[str, ...]:
    """The fields of a position that `scoreless` takes away."""
    changed = {
        name
        for position in positions
        for name, before, after in zip(
            position._fields, position, game.rules.scoreless(game.law, position), strict=True
        )
        if before != after
    }
    return tuple(sorted(changed))


def are_points_apart(game: Game, fields: tuple[str, ...], position: Position, after: Mapping[int, Position]) -> bool:
    """Whether all positions that differ from this ongoing one in points have these moves, leading to the same."""
    law, rules = game.law, game.rules
    try:
        unknown = _make_unknown(position, fields)
        same = rules.outcome(law, unknown) == ONGOING and list(rules.legal_moves(law, unknown)) == [*after]
        return (
            same
            and _has_plain_lead(game, fields, position, unknown)
            and all(_is_same(fields, position, known, rules.play(law, unknown, move)) for move, known in after.items())
        )
    except _ASKED:
        return False


def find_end_result(game: Game, fields: tuple[str, ...], end: Position, ahead: int) -> int | None:
    """The result of an ended position with whatever points make this lead; None if it depends on more than the lead."""
    try:
        unknown = _make_unknown(end, fields)
        lead = _find_lead(game, unknown)
        if not isinstance(lead, Amount) or not _has_plain_lead(game, fields, end, unknown):
            return None
        known = _make_unknown(end, fields, (lead.parts, ahead - lead.more))
        return None if list(game.rules.legal_moves(game.law, known)) else int(game.rules.outcome(game.law, known))
    except _ASKED:
        return None


def _has_plain_lead(game: Game, fields: tuple[str, ...], position: Position, unknown: Position) -> bool:
    """Whether the lead is what the fields of points say, as at the start, and a number that they do not change."""
    lead = _find_lead(game, unknown)
    if not isinstance(lead, Amount) or lead.parts != _find_parts(game, fields):
        return False
    counted = sum(count * getattr(position, name) for name, count in lead.parts.items())
    return bool(lead.more + counted == _find_lead(game, position))


def _make_unknown(
    position: Position, fields: tuple[str, ...], lead: tuple[Mapping[str, int], int] | None = None
) -> Position:
    return position._replace(**{name: Amount({name: 1}, 0, lead) for name in fields})


@lru_cache(maxsize=64)
def _find_parts(game: Game, fields: tuple[str, ...]) -> Mapping[str, int] | None:
    """How the lead is made of the fields of points at the start; elsewhere it might be the other way round."""
    lead = _find_lead(game, _make_unknown(game.start(), fields))
    return lead.parts if isinstance(lead, Amount) and set(lead.parts.values()) <= {1, -1} else None


def _find_lead(game: Game, unknown: Position) -> Any:
    first, second = game.rules.points(game.law, unknown)
    return first - second


def _is_same(fields: tuple[str, ...], before: Position, known: Position, unknown: Position) -> bool:
    """Whether a move did the same with unknown points as with known ones: added as many, and changed nothing else."""
    for name, was, after, later in zip(before._fields, before, known, unknown, strict=True):
        if name not in fields:
            if isinstance(later, Amount) or later != after:
                return False
        elif not (isinstance(later, Amount) and later.parts == {name: 1} and later.more == after - was):
            return False
    return True
