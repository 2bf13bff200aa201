"""Atomic operations on the numbers of an array, for compiled functions; numba has none of its own."""

from typing import Any

from numba import extending, types
from numba.np.arrayobj import make_array

intrinsic: Any = extending.intrinsic  # untyped, as what is compiled is


@intrinsic
def atomic_load(_: Any, array: Any, at: Any) -> Any:  # noqa: ARG001 - numba goes by the names
    """Load a number atomically, sequentially consistent."""

    def generate(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        return builder.load_atomic(_address_of(context, builder, signature, given), "seq_cst", 8)

    return types.int64(array, types.int64), generate


@intrinsic
def atomic_store(_: Any, array: Any, at: Any, number: Any) -> Any:  # noqa: ARG001 - as above
    """Store a number atomically, sequentially consistent: whoever sees it sees all that was written before."""

    def generate(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        builder.store_atomic(given[2], _address_of(context, builder, signature, given), "seq_cst", 8)
        return context.get_dummy_value()

    return types.void(array, types.int64, types.int64), generate


@intrinsic
def atomic_increment(_: Any, array: Any, at: Any) -> Any:  # noqa: ARG001 - as above
    """Increment a number atomically; gives what it was before."""

    def generate(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        one = context.get_constant(types.int64, 1)
        return builder.atomic_rmw("add", _address_of(context, builder, signature, given), one, "seq_cst")

    return types.int64(array, types.int64), generate


def _address_of(context: Any, builder: Any, signature: Any, given: Any) -> Any:
    """The address of the number."""
    view = make_array(signature.args[0])(context, builder, given[0])  # type: ignore[no-untyped-call]
    return builder.gep(view.data, [given[1]])
