"""Rules whose arithmetic cannot lie: where machine code would do otherwise than Python, it raises OverflowError.

Numbers of Python have no end, those of machine code have 63 bits besides their sign. So every operation that can leave
these, and every shift, becomes a call of a function below. Interpreted these are what they say; compiled they are the
processor's own instructions and a look at the flag that these set. Looking something up in a table checks its bounds.
"""

import ast
import operator
from contextlib import suppress
from copy import deepcopy
from functools import cache
from typing import Any

import numba
from numba.core import types

from squarely.core.rules.game import Game
from squarely.laws.law import WIDEST
from squarely.solver.flatten import Flat, find_callees, find_definition, flatten

_VERBS = ("legal_moves", "play", "outcome", "points")
_LEAVES = f"a number leaves the {WIDEST} bits that it has when compiled; a board of more squares takes two sets"
_SHIFTED = f"a number is shifted by less than 0 or more than {WIDEST} bits"
_MOST, _MOST_ROUNDS = (1 << WIDEST) - 1, 10_000_000
_MOST_EXACT, _INEXACT = 1 << 53, "a number is divided by `/` that a float does not hold"
_ENDLESS = f"a loop has not ended after {_MOST_ROUNDS:,} rounds"
_numba: Any = numba  # untyped, as what is compiled is


def fit(number: Any) -> Any:
    if isinstance(number, int) and not -_MOST <= number <= _MOST:
        raise OverflowError(_LEAVES)
    return number


def fit_shift(by: Any) -> Any:
    if not 0 <= by <= WIDEST:
        raise OverflowError(_SHIFTED)
    return by


def power(a: Any, exponent: Any) -> Any:
    """By multiplication; a negative power is no whole number."""
    if -1 <= a <= 1 <= exponent:
        return a if exponent % 2 else a * a
    result = 1
    for _ in range(fit_shift(exponent)):
        result = multiply(result, a)
    return result


def divide(a: Any, b: Any) -> Any:
    """Of whole numbers that a float holds as they are."""
    if abs(a) > _MOST_EXACT or abs(b) > _MOST_EXACT:
        raise OverflowError(_INEXACT)
    return a / b


def add_up(numbers: Any) -> Any:
    result = 0
    for each in numbers:
        result = add(result, each)
    return result


def count_round(rounds: Any) -> Any:
    """Of a loop that may never end."""
    if rounds == _MOST_ROUNDS:
        raise OverflowError(_ENDLESS)
    return rounds + 1


def _interpret(plain: Any) -> Any:
    def checked(a: Any, b: Any) -> Any:
        return fit(plain(a, b))

    return checked


add, subtract, multiply, shift_left, shift_right, look_up = map(
    _interpret,
    (operator.add, operator.sub, operator.mul, lambda a, by: a << fit_shift(by), operator.rshift, operator.getitem),
)
_BINARY = {
    ast.Add: "add", ast.Sub: "subtract", ast.Mult: "multiply", ast.Div: "divide", ast.Pow: "power",
    ast.LShift: "shift_left", ast.RShift: "shift_right",
}  # fmt: skip
_CALLED = {("pow", 2): "power", ("sum", 1): "add_up"}
_FUNCTIONS = {f"{name}__": globals()[name] for name in ("count_round", "look_up", "add_up", *_BINARY.values())}


def flatten_checked(game: Game) -> Flat:
    """As `flatten`, with every operation of the verbs checked."""
    flat = flatten(game)
    return _check_verbs(flat._replace(law=None))._replace(law=flat.law)


@cache
def _check_verbs(flat: Flat) -> Flat:
    done: dict[Any, Any] = {}
    return flat._replace(**{name: _check(getattr(flat, name), done) for name in _VERBS})


def _check(function: Any, done: dict[Any, Any]) -> Any:
    """The function with every operation checked, here and in what it calls."""
    if function and function not in done:
        done[function] = function
        if function.__code__.co_filename != "<string>":  # what is written out for the fields of a position
            tree = deepcopy(getattr(function, "tree", None)) or find_definition(function)
            names = {**function.__globals__, **_FUNCTIONS}
            cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
            names |= {name: cell.cell_contents for name, cell in cells}
            module = ast.fix_missing_locations(ast.Module([_Checking().visit(tree)], []))
            exec(compile(module, function.__code__.co_filename, "exec"), names)
            done[function] = names[tree.name]
            for name, called in find_callees(function):
                names[name] = _check(called, done)
    return function and done[function]


class _Checking(ast.NodeTransformer):
    """Every operation as a call of the function that checks it."""

    def visit_BinOp(self, node: ast.BinOp) -> Any:
        return self._call(_BINARY.get(type(node.op), ""), node, node.left, node.right)

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST:
        before: Any = ast.parse(ast.unparse(node.target), mode="eval").body
        call = self._call(_BINARY.get(type(node.op), ""), node, before, node.value)
        return ast.copy_location(ast.Assign([node.target], call), node) if isinstance(call, ast.Call) else call

    def visit_UnaryOp(self, node: ast.UnaryOp) -> Any:
        is_changed = isinstance(node.op, ast.USub | ast.Invert)  # of a truth value ~ is another one when compiled
        less = ast.Constant(-isinstance(node.op, ast.Invert))
        return self._call("subtract" if is_changed else "", node, less, node.operand)

    def visit_Call(self, node: ast.Call) -> Any:
        return self._call(_CALLED.get((ast.unparse(node.func), len(node.args)), ""), node, *node.args)

    def visit_While(self, node: ast.While) -> list[ast.stmt]:
        self.generic_visit(node)
        rounds = f"rounds_{node.lineno}__"
        written = ast.parse(f"{rounds} = 0\n{rounds} = count_round__({rounds})")
        begun, counted = [each for each in ast.walk(written) if isinstance(each, ast.stmt)]
        for each in ast.walk(written):
            ast.copy_location(each, node)
        node.body.insert(0, counted)
        return [begun, node]

    def visit_Subscript(self, node: ast.Subscript) -> Any:
        is_looked_up = isinstance(node.ctx, ast.Load) and not isinstance(node.slice, ast.Slice | ast.Constant)
        return self._call("look_up" if is_looked_up else "", node, node.value, node.slice)

    def visit_Constant(self, node: ast.Constant) -> Any:
        is_wide = isinstance(node.value, int) and node.value > _MOST  # then as a product that is none
        return self._call("multiply" if is_wide else "", node, ast.Constant(_MOST), ast.Constant(2))

    def _call(self, name: str, node: Any, *given: ast.expr) -> Any:
        """The node as a call of this function."""
        if not name:
            return self.generic_visit(node)
        parts = [self.visit(each) for each in given]
        if all(isinstance(part, ast.Constant) for part in parts):
            with suppress(OverflowError, TypeError):
                return ast.copy_location(ast.Constant(_FUNCTIONS[f"{name}__"](*(part.value for part in parts))), node)
        return ast.copy_location(ast.Call(ast.Name(f"{name}__", ast.Load()), parts, []), node)


# How each is compiled: what comes of two numbers in the processor, and whether it is not what it should be.


def _overflow(operation: str) -> Any:
    def emit(builder: Any, a: Any, b: Any) -> Any:
        pair = getattr(builder, f"{operation}_with_overflow")(a, b)
        return builder.extract_value(pair, 0), builder.extract_value(pair, 1)

    return emit


def _shift_left(builder: Any, a: Any, by: Any) -> Any:
    shifted = builder.shl(a, by)
    lost = builder.icmp_signed("!=", builder.ashr(shifted, by), a)
    return shifted, builder.or_(lost, builder.icmp_unsigned(">", by, by.type(WIDEST)))


def _shift_right(builder: Any, a: Any, by: Any) -> Any:
    most = by.type(WIDEST)  # by more it is what it is by that
    within = builder.select(builder.icmp_signed("<", by, most), by, most)
    return builder.ashr(a, within), builder.icmp_signed("<", by, by.type(0))


def _compile_operation(plain: Any, emit: Any) -> Any:
    """Numbers are checked; of anything else, such as tuples, the operation is the usual one."""

    @_numba.extending.intrinsic
    def checked(typing: Any, a: Any, b: Any) -> Any:
        if not all(isinstance(each, types.Integer | types.Boolean) for each in (a, b)):
            usual = typing.resolve_function_type(plain, (a, b), {})
            return usual, lambda context, builder, _, given: context.get_function(plain, usual)(builder, given)

        def generate(context: Any, builder: Any, _: Any, given: Any) -> Any:
            number, is_other = emit(builder, *given)
            if plain is not operator.rshift:  # which makes no number larger
                is_other = builder.or_(is_other, builder.icmp_signed("==", number, number.type(-_MOST - 1)))
            with _numba.core.cgutils.if_unlikely(builder, is_other):
                context.call_conv.return_user_exc(builder, OverflowError, (_LEAVES,))
            return number

        return types.int64(types.int64, types.int64), generate

    return checked


@_numba.extending.intrinsic
def _look_up(typing: Any, table: Any, index: Any) -> Any:
    """As usual, but of an array none that is not there."""
    usual = typing.resolve_function_type(operator.getitem, (table, index), {})

    def find(table: Any, index: Any) -> Any:
        if not -len(table) <= index < len(table):
            raise IndexError("a table has no such entry")
        return table[index]

    def generate(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        if isinstance(table, types.Array):
            return context.compile_internal(builder, find, signature, given)
        return context.get_function(operator.getitem, usual)(builder, given)

    return usual, generate


COMPILED = {look_up: _look_up} | {
    function: _compile_operation(plain, emit)
    for function, plain, emit in (
        (add, operator.add, _overflow("sadd")),
        (subtract, operator.sub, _overflow("ssub")),
        (multiply, operator.mul, _overflow("smul")),
        (shift_left, operator.lshift, _shift_left),
        (shift_right, operator.rshift, _shift_right),
    )
}
