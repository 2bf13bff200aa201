"""Numbers of an array that threads read and write at once, for compiled functions; numba has none of its own."""

from typing import Any

from numba import extending, types
from numba.np.arrayobj import make_array

intrinsic: Any = extending.intrinsic  # untyped, as what is compiled is


@intrinsic
def peek(_: Any, array: Any, at: Any) -> Any:  # noqa: ARG001 - numba goes by the names
    """A number of an array as it is now, whatever other threads do."""

    def generate(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        return builder.load_atomic(_place(context, builder, signature, given), "seq_cst", 8)

    return types.int64(array, types.int64), generate


@intrinsic
def poke(_: Any, array: Any, at: Any, number: Any) -> Any:  # noqa: ARG001 - as above
    """Write a number so that other threads see it, after everything that was written before."""

    def generate(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        builder.store_atomic(given[2], _place(context, builder, signature, given), "seq_cst", 8)
        return context.get_dummy_value()

    return types.void(array, types.int64, types.int64), generate


@intrinsic
def count_up(_: Any, array: Any, at: Any) -> Any:  # noqa: ARG001 - as above
    """Add 1 to a number that others add to as well; gives what it was before."""

    def generate(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        one = context.get_constant(types.int64, 1)
        return builder.atomic_rmw("add", _place(context, builder, signature, given), one, "seq_cst")

    return types.int64(array, types.int64), generate


def _place(context: Any, builder: Any, signature: Any, given: Any) -> Any:
    """Where the number stands in memory."""
    view = make_array(signature.args[0])(context, builder, given[0])  # type: ignore[no-untyped-call]
    return builder.gep(view.data, [given[1]])
