"""The same as `unknown_points` for compiled rules: every node of a large graph, at the speed of the solver.

An amount is a type of its own for each field of points: to machine code a number, to the rules something that can be
added to and handed on. Rules that ask how many points there are do not compile with it, or stop when they come there.
"""

import operator
from functools import cache, partial
from typing import Any

import numpy as np
from numba.core import types
from numba.core.errors import NumbaError
from numba.extending import intrinsic, models, overload, register_model

from squarely.core.game import Game
from squarely.core.generated import define_functions
from squarely.core.rules import ONGOING
from squarely.solver.compiled import Compiled, jit
from squarely.solver.kernel import MOST_MOVES, geometry_as_arrays
from squarely.solver.packing import Packing, PackingFunctions

_intrinsic: Any = intrinsic  # untyped, as `jit` is
_overload: Any = partial(overload, strict=False)

_MOST_FIELDS = 8
_FINE = -1
_UNLIKELY = -(1 << 60)  # points that nobody has


class AmountType(types.Type):
    """Unknown points of one field, and a known number more."""

    def __init__(self, field: int) -> None:
        self.field = field
        super().__init__(f"Amount{field}")


@register_model(AmountType)
class _AmountModel(models.PrimitiveModel):
    def __init__(self, manager: Any, amount: Any) -> None:
        super().__init__(manager, amount, manager.lookup(types.int64).get_value_type())  # type: ignore[no-untyped-call]


_AMOUNTS = tuple(map(AmountType, range(_MOST_FIELDS)))


def _define_conversions(amount: AmountType) -> tuple[Any, Any]:
    """Functions that make an amount of a number, and tell the number of an amount of this field alone."""

    @_intrinsic  # type: ignore[untyped-decorator]
    def make(_: Any, number: Any) -> Any:
        if isinstance(number, types.Integer):
            return amount(types.int64), lambda context, builder, signature, values: values[0]  # noqa: ARG005
        return None

    @_intrinsic  # type: ignore[untyped-decorator]
    def tell(_: Any, number: Any) -> Any:
        if number is amount:
            return types.int64(amount), lambda context, builder, signature, values: values[0]  # noqa: ARG005
        return None

    return make, tell


_CONVERSIONS = tuple(map(_define_conversions, _AMOUNTS))


@_intrinsic  # type: ignore[untyped-decorator]
def _tell_any(_: Any, number: Any) -> Any:
    """The number of an amount, of whatever field."""
    if isinstance(number, AmountType):
        return types.int64(number), lambda context, builder, signature, values: values[0]  # noqa: ARG005
    return None


def _overload_sum(operation: Any, plain: Any) -> None:
    """Amounts can be added to; the difference of two is a question."""

    @_overload(operation)  # type: ignore[untyped-decorator]
    def join(left: Any, right: Any) -> Any:
        for amount, (make, tell) in zip(_AMOUNTS, _CONVERSIONS, strict=True):
            if left is amount and isinstance(right, types.Integer):
                return lambda left, right: make(plain(tell(left), right))
            if right is amount and isinstance(left, types.Integer) and plain is operator.add:
                return lambda left, right: make(left + tell(right))
        return _ask_number if isinstance(left, AmountType) and isinstance(right, AmountType) else None


def _overload_comparison(operation: Any) -> None:
    """How an amount compares with anything is a question."""

    @_overload(operation)  # type: ignore[untyped-decorator]
    def compare(left: Any, right: Any) -> Any:
        if isinstance(left, AmountType):
            return _ask_left
        return _ask_right if isinstance(right, AmountType) else None


def _ask_left(left: Any, right: Any) -> bool:  # noqa: ARG001
    if _tell_any(left) != _UNLIKELY:  # not simply raised: the compiler is to see what would be answered
        raise ValueError("depends on points")
    return False


def _ask_right(left: Any, right: Any) -> bool:  # noqa: ARG001
    if _tell_any(right) != _UNLIKELY:
        raise ValueError("depends on points")
    return False


def _ask_number(left: Any, right: Any) -> int:  # noqa: ARG001
    if _tell_any(left) != _UNLIKELY:
        raise ValueError("depends on points")
    return 0


for _operation, _plain in (
    (operator.add, operator.add),
    (operator.iadd, operator.add),
    (operator.sub, operator.sub),
    (operator.isub, operator.sub),
):
    _overload_sum(_operation, _plain)
for _operation in (operator.lt, operator.le, operator.gt, operator.ge, operator.eq, operator.ne):
    _overload_comparison(_operation)


def are_points_apart(game: Game, packing: Packing, fields: tuple[str, ...], keys: Any, results: Any) -> bool:
    """Whether at every ongoing node all positions that differ in points have the same moves, leading to the same."""
    if len(fields) > _MOST_FIELDS:
        return False
    position_type: Any = type(game.start())
    check = _compile_check(game.rules, position_type, packing.functions, fields)
    try:
        return bool(check(geometry_as_arrays(game.law), packing.frame, keys, results) == _FINE)
    except (NumbaError, ValueError):  # it does not compile, or it asked
        return False


@cache
def _compile_check(source: Any, position_type: Any, packing: PackingFunctions, fields: tuple[str, ...]) -> Any:
    rules, unpack = Compiled(source), jit(packing.unpack)
    legal_moves, play, outcome, points = rules.legal_moves, rules.play, rules.outcome, rules.points
    make_unknown, make_known = (jit(_define_swap(position_type, fields, which)) for which in (0, 1))

    @jit  # type: ignore[untyped-decorator]
    def check(law: Any, frame: Any, keys: Any, results: Any) -> int:
        """The first node that depends on points without asking for them, or none."""
        moves = np.empty(MOST_MOVES, np.int64)
        for node in range(keys.size):
            if results[node] != ONGOING:
                continue
            position, count, at = unpack(frame, keys[node]), 0, 0
            unknown = make_unknown(position)
            for move in legal_moves(law, position):
                moves[count] = move
                count += 1
            known, same = points(law, position), points(law, unknown)
            if outcome(law, unknown) != ONGOING or _tell_any(same[0]) != known[0] or _tell_any(same[1]) != known[1]:
                return node
            for move in legal_moves(law, unknown):
                if at == count or moves[at] != move:
                    return node
                if make_known(play(law, unknown, move)) != play(law, position, move):
                    return node
                at += 1
            if at != count:
                return node
        return _FINE

    return check


def _define_swap(position_type: Any, fields: tuple[str, ...], which: int) -> Any:
    """A function that puts amounts in place of the points of a position, or numbers back in place of the amounts."""
    names = {f"convert{number}": _CONVERSIONS[number][which] for number in range(len(fields))}
    parts = [
        f"convert{fields.index(name)}(position.{name})" if name in fields else f"position.{name}"
        for name in position_type._fields
    ]
    source = f"def swap(position):\n    return Position({', '.join(parts)})\n"
    return define_functions(source, Position=position_type, **names)["swap"]
