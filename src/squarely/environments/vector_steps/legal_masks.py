"""What is legal in each match, as bytes of 0 and 1, and as numbers of eight bytes each. All of it runs compiled.

A compiled generator saves its whole law with every yield, which costs more than finding the moves. So before a game's
`legal_moves` is compiled, `yield move` becomes a call that marks the move; nothing else of the function changes.
"""

import ast
from typing import Any

import numpy as np

from squarely.solver.compiled import Compiled, compile_function, jit
from squarely.solver.kept_code import jit_kept

ALL_LEGAL = -1
BEYOND = -(1 << 20)  # added for a move outside the mask: the count is negative then, whatever else is legal
_ADDED = ("masks_", "at_", "actions_")  # what the function is given besides law and position
_STEP, _FIRST_MIX, _SECOND_MIX = (
    np.uint64(number) for number in (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB)
)
_ONES, _HIGH_BITS = np.uint64(0x0101010101010101), np.uint64(0x8080808080808080)
_1, _2, _7, _27, _30, _31, _32, _56 = (np.uint64(number) for number in (1, 2, 7, 27, 30, 31, 32, 56))


@jit(inline="always")
def draw_bits(draws: Any, at: int) -> Any:
    """The next 32 random bits of a match (SplitMix64)."""
    draws[at] += _STEP
    mixed = draws[at]
    mixed = (mixed ^ (mixed >> _30)) * _FIRST_MIX
    mixed = (mixed ^ (mixed >> _27)) * _SECOND_MIX
    return np.int64((mixed ^ (mixed >> _31)) >> _32)


@jit(inline="always")
def count_legal(word: Any) -> Any:
    """The sum of the eight bytes of a number, each of which is 0 or 1."""
    return np.int64(word * _ONES >> _56)


@jit_kept(nogil=True)
def choose_actions(draws: Any, legal: Any, words: Any, actions: Any, low: int, high: int) -> None:
    """Fill in a random legal action for each match, each as likely as the others.

    `words` are the masks, eight actions to a number: times _ONES, a byte counts the legal actions up to its own. They
    are searched in pairs, since the choice between two is branchless.
    """
    for at in range(np.uint64(low), np.uint64(high)):
        skip = draw_bits(draws, at) * legal[at] >> 32
        word = np.uint64(0)
        first, second = words[at, word] * _ONES, words[at, word + _1] * _ONES
        while np.int64((first + second) >> _56) <= skip and word + _2 < np.uint64(words.shape[1]):
            skip -= np.int64((first + second) >> _56)
            word += _2
            first, second = words[at, word] * _ONES, words[at, word + _1] * _ONES
        passed = np.int64(first >> _56)
        is_second = passed <= skip
        counts = second if is_second else first
        skip -= passed if is_second else 0
        beyond = ((counts | _HIGH_BITS) - np.uint64(skip + 1) * _ONES) & _HIGH_BITS  # set where more than are skipped
        actions[at] = 8 * (np.int64(word) + is_second) + 8 - count_legal(beyond >> _7)


@jit_kept(nogil=True)
def find_illegal(masks: Any, actions: Any) -> int:
    """The index of the first action that is not legal, or ALL_LEGAL."""
    for at in range(actions.size):
        if actions[at] < 0 or actions[at] >= masks.shape[1] or masks[at, actions[at]] == 0:
            return at
    return ALL_LEGAL


@jit(inline="always")
def clear_mask(words: Any, marked: int, at: int) -> None:
    """Clear the mask of a match in which that many actions are marked: no further than the last of them."""
    word = np.uint64(0)
    while marked != 0 and word < np.uint64(words.shape[1]):
        marked -= count_legal(words[at, word]) + count_legal(words[at, word + _1])
        words[at, word] = words[at, word + _1] = 0
        word += _2


def mark(masks: Any, at: int, actions: int, move: int) -> int:
    """Mark a legal move, and count it. Runs compiled."""
    place = np.uint64(move)  # unsigned: a negative one is too large as well, and no index wraps around
    if place >= np.uint64(actions):
        return BEYOND
    masks[at, place] = 1
    return 1


def compile_marker(rules: Compiled, plain: Any) -> Any:
    """A compiled function that marks the legal moves of a position in a mask and gives their count."""
    if marks := make_marker(plain):
        return compile_function(marks)
    legal_moves, marked = rules.legal_moves, compile_function(mark)

    @jit
    def mark_each(law: Any, position: Any, masks: Any, at: int, actions: int) -> int:
        count = 0
        for move in legal_moves(law, position):
            count += marked(masks, at, actions, move)
        return count

    return mark_each


def make_marker(legal_moves: Any) -> Any:
    """The same function, but it marks each move in a mask and gives their count; None if that cannot be made of it."""
    written: Any = ast.parse(legal_moves.source).body[0]
    yields = [node for node in ast.walk(written) if isinstance(node, ast.Yield | ast.YieldFrom)]
    change = _YieldsToMarks()
    changed = change.visit(written)
    if not yields or change.done != len(yields):
        return None
    changed.args.args += map(ast.arg, _ADDED)
    changed.body = [*ast.parse("count_ = 0").body, *changed.body, *ast.parse("return count_").body]
    module = ast.fix_missing_locations(ast.Module([changed], []))
    names = {**legal_moves.__globals__, "mark_": mark}
    exec(compile(module, legal_moves.__code__.co_filename, "exec"), names)
    return names[changed.name]


class _YieldsToMarks(ast.NodeTransformer):
    """Every `yield move` as `count_ += mark_(masks_, at_, actions_, move)`, every bare `return` as `return count_`."""

    def __init__(self) -> None:
        self.done = 0

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        match node.value:
            case ast.Yield(value=ast.expr() as move):
                self.done += 1
                (marked,) = ast.parse(f"count_ += mark_({', '.join(_ADDED)}, {ast.unparse(move)})").body
                return marked
        return node

    def visit_Return(self, _: ast.Return) -> ast.AST:
        return ast.Return(ast.Name("count_", ast.Load()))
