"""Hints, one step at a time: how it stands, how many moves keep that, where to look, the move and why."""

from collections.abc import Sequence

from squarely.core.game import Side
from squarely.core.notation import join_with_or
from squarely.core.rules import Position
from squarely.core.tabletop import Tabletop
from squarely.review.explain import explain_move
from squarely.review.grading import grade_move
from squarely.solver.oracle import Oracle, ValuedMove
from squarely.solver.values import Value

STEPS = 4
_POINT, _TELL = 3, 4  # the steps that lead to squares
_DECOYS = 2  # squares that the third hint points at besides the right one, where that alone would be the move


def give_hint(oracle: Oracle, position: Position, names: Sequence[str], step: int) -> str:
    """The hint of this step, counted from 1, for whoever is to move; from the last step on always the last."""
    value, judged = oracle.value(position), oracle.value_moves(position)
    lost = value.winner == Side(position.mover).other
    if step == 1:
        return f"With best play: {value.describe(names)}."
    if step == 2:
        return _count_keeping(value, judged, lost, value.describe_result(names))
    if step == _POINT:
        return _point_to_squares(oracle, position, judged, lost)
    best = grade_move(oracle, position, judged[0].move)
    return f"Try {best.move}. {explain_move(best, oracle).text(names)}"


def _count_keeping(value: Value, judged: Sequence[ValuedMove], lost: bool, kept: str) -> str:
    """How many moves keep the result, and where there are points how many of those cost none."""
    keeping = [each.value for each in judged if each.value.has_same_result(value)]
    legal, good = len(judged), len(keeping)
    if legal == 1:
        return f"There is only one legal move; after it: {kept}."
    if lost:
        says = f"All {legal} moves lose: {kept} whatever you play"
    elif good == legal:
        says = f"All {legal} moves keep the result: {kept}"
    else:
        says = f"{good} of the {legal} moves {'keeps' if good == 1 else 'keep'} the result: {kept}"
    if value.margin is None:
        return f"{says}."
    free = sum(each.margin == value.margin for each in keeping)
    return f"{says}. {_of_them(free, good)} no points."


def _of_them(some: int, of: int) -> str:
    """`It costs`, `All of them cost`, `1 of them costs`."""
    if of == 1:
        return "It costs"
    return "All of them cost" if some == of else f"{some} of them {'costs' if some == 1 else 'cost'}"


def find_squares(oracle: Oracle, position: Position, step: int) -> tuple[int, ...]:
    """The squares that the hint of this step points at; none where it points at none."""
    judged = oracle.value_moves(position)
    if step >= _TELL:
        return Tabletop(oracle.game).touched_squares(position, judged[0].move)
    return _find_pointed(oracle, position, judged)[0] if step == _POINT else ()


def _point_to_squares(oracle: Oracle, position: Position, judged: Sequence[ValuedMove], lost: bool) -> str:
    """Where the best move begins or goes to; where there is no such square, a move that it is not."""
    texts = [str(each.move) for each in judged]
    if _is_all_alike(judged):
        return "No move is better than another."
    if len(texts) == 1:
        return f"The only move is {texts[0]}."
    squares, begins = _find_pointed(oracle, position, judged)
    wanted = "the best that is left" if lost else "the best move"
    if squares:
        seen = Tabletop(oracle.game).squares(position)
        there = "there" if len(squares) == 1 else "to one of them"
        named = join_with_or([seen[square].name for square in squares])
        return f"Look at {named}: {wanted} {'begins' if begins else 'goes'} {there}."
    return f"The best is not {texts[-1]}." if len(texts) > 2 else f"Look at {join_with_or(sorted(texts))}."


def _find_pointed(oracle: Oracle, position: Position, judged: Sequence[ValuedMove]) -> tuple[tuple[int, ...], bool]:
    """The square that the best move begins at, if others begin elsewhere and it goes on from there; else where it goes,
    between some that are not best. The second says which of the two.
    """
    table = Tabletop(oracle.game)
    if _is_all_alike(judged) or not table.fits(position):
        return (), False
    touched = [table.touched_squares(position, each.move) for each in judged]
    best, mover = touched[0], Side(position.mover)
    if not best:
        return (), False
    if len(best) > 1 and len({squares[:1] for squares in touched}) > 1:
        return best[:1], True
    worse = [
        squares[-1]
        for squares, each in zip(touched, judged, strict=True)
        if squares and each.value.appeal(mover) != judged[0].value.appeal(mover) and squares[-1] != best[-1]
    ]
    near = sorted(set(worse), key=lambda square: (abs(square - best[-1]), square))
    return tuple(sorted([best[-1], *near[:_DECOYS]])), False


def _is_all_alike(judged: Sequence[ValuedMove]) -> bool:
    """Whether there is more than one move and none is better than another."""
    return len(judged) > 1 and judged[-1].value == judged[0].value
