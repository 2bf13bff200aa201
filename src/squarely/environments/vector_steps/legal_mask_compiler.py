"""The legal moves of a game written into a mask, by the game's own `legal_moves`.

A compiled generator saves its whole law with every yield, which costs more than finding the moves. So
before it is compiled, `yield move` becomes a call that marks the move; nothing else of the function changes.
"""

import ast
from types import CodeType, FunctionType
from typing import Any

import numpy as np

_ADDED = ("masks_", "at_", "actions_")  # what the function is given besides law and position
BEYOND = -(1 << 20)  # added for a move outside the mask: the count is negative then, whatever else is legal


def mark(masks: Any, at: int, actions: int, move: int) -> int:
    """Mark a legal move, and count it. Runs compiled."""
    place = np.uint64(move)  # unsigned: a negative one is too large as well, and no index wraps around
    if place >= np.uint64(actions):
        return BEYOND
    masks[at, place] = 1
    return 1


def make_marker(legal_moves: Any) -> FunctionType | None:
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
    (code,) = (part for part in compile(module, legal_moves.__code__.co_filename, "exec").co_consts if _is_code(part))
    return FunctionType(code, names, legal_moves.__name__, legal_moves.__defaults__)


class _YieldsToMarks(ast.NodeTransformer):
    """Every `yield move` as `count_ += mark_(masks_, at_, actions_, move)`, every bare `return` as `return count_`."""

    def __init__(self) -> None:
        self.done = 0

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        match node.value:
            case ast.Yield(value=ast.expr() as move):
                self.done += 1
                marked = ast.Call(
                    ast.Name("mark_", ast.Load()), [*(ast.Name(name, ast.Load()) for name in _ADDED), move], []
                )
                return ast.AugAssign(ast.Name("count_", ast.Store()), ast.Add(), marked)
        return node

    def visit_Return(self, _: ast.Return) -> ast.AST:
        return ast.Return(ast.Name("count_", ast.Load()))


def _is_code(part: object) -> bool:
    return isinstance(part, CodeType)
