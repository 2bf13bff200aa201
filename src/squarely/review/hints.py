"""Hints, one step at a time: how it stands, how many moves keep that, where to look, the move and why."""

from collections.abc import Sequence

from squarely.game import Position, Side
from squarely.notation import choice
from squarely.review.because import because
from squarely.review.grading import grade
from squarely.review.standing import result
from squarely.solver.oracle import Judged, Oracle
from squarely.solver.values import Value

STEPS = 4


def hint(oracle: Oracle, position: Position, names: Sequence[str], step: int) -> str:
    """The hint of this step, counted from 1, for whoever is to move; from the last step on always the last."""
    value, judged = oracle.value(position), oracle.judged(position)
    lost = value.winner == Side(position.mover).other
    if step == 1:
        return f"With best play: {value.told(names)}."
    if step == 2:
        return _how_many(value, judged, lost, result(value, names))
    if step == 3:
        return _where(judged, lost)
    best = grade(oracle, position, judged[0].move)
    return f"Try {best.move}. {because(best, oracle).text(names)}"


def _how_many(value: Value, judged: Sequence[Judged], lost: bool, kept: str) -> str:
    """How many moves keep the result, and where there are points how many of those cost none."""
    keeping = [each.value for each in judged if each.value.agrees(value)]
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


def _where(judged: Sequence[Judged], lost: bool) -> str:
    """How the best move begins, if other moves begin so too; if none does, a move that it is not."""
    texts = [str(each.move) for each in judged]
    if len(texts) > 1 and judged[-1].value == judged[0].value:
        return "No move is better than another."
    wanted = "For the best that is left, look" if lost else "Look"
    for beginning in _beginnings(texts[0]):
        alike = [text for text in texts if text.startswith(beginning)]
        if 1 < len(alike) < len(texts):
            return f"{wanted} among the {len(alike)} moves that begin with '{beginning.strip()}'."
    return f"The best is not {texts[-1]}." if len(texts) > 2 else f"{wanted} at {choice(sorted(texts))}."


def _beginnings(text: str) -> list[str]:
    """What a move begins with, the longest first: whole words, and for a single word its letters."""
    words = text.split()
    if len(words) > 1:
        return [" ".join(words[:count]) + " " for count in range(len(words) - 1, 0, -1)]
    return [text[:length] for length in range(len(text) - 1, 0, -1)]
