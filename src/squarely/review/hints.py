"""Hints, one step at a time: how it stands, how many moves keep that, where to look, the move and why."""

from collections.abc import Sequence

from squarely.core.game import Side
from squarely.core.notation import join_with_or
from squarely.core.rules import Position
from squarely.review.explain import explain_move
from squarely.review.grading import grade_move
from squarely.solver.oracle import Oracle, ValuedMove
from squarely.solver.values import Value

STEPS = 4


def give_hint(oracle: Oracle, position: Position, names: Sequence[str], step: int) -> str:
    """The hint of this step, counted from 1, for whoever is to move; from the last step on always the last."""
    value, judged = oracle.value(position), oracle.value_moves(position)
    lost = value.winner == Side(position.mover).other
    if step == 1:
        return f"With best play: {value.describe(names)}."
    if step == 2:
        return _count_keeping(value, judged, lost, value.describe_result(names))
    if step == 3:
        return _point_to_move(judged, lost)
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


def _point_to_move(judged: Sequence[ValuedMove], lost: bool) -> str:
    """How the best move begins, if other moves begin so too; if none does, a move that it is not."""
    texts = [str(each.move) for each in judged]
    if len(texts) > 1 and judged[-1].value == judged[0].value:
        return "No move is better than another."
    wanted = "For the best that is left, look" if lost else "Look"
    for beginning in _list_beginnings(texts[0]):
        alike = [text for text in texts if text.startswith(beginning)]
        if 1 < len(alike) < len(texts):
            return f"{wanted} among the {len(alike)} moves that begin with '{beginning.strip()}'."
    return f"The best is not {texts[-1]}." if len(texts) > 2 else f"{wanted} at {join_with_or(sorted(texts))}."


def _list_beginnings(text: str) -> list[str]:
    """What a move begins with, the longest first: whole words, and for a single word its letters."""
    words = text.split()
    if len(words) > 1:
        return [" ".join(words[:count]) + " " for count in range(len(words) - 1, 0, -1)]
    return [text[:length] for length in range(len(text) - 1, 0, -1)]
