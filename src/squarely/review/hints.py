"""Hints, one step at a time: how it stands, how many moves keep that, where to look, the move and why."""

from collections.abc import Sequence

from squarely.game import Position
from squarely.notation import choice
from squarely.review.because import because
from squarely.review.grading import cost, grade
from squarely.review.standing import result
from squarely.solver.oracle import Judged, Oracle

STEPS = 4


def hint(oracle: Oracle, position: Position, names: Sequence[str], step: int) -> str:
    """The hint of this step, counted from 1, for whoever is to move; from the last step on always the last."""
    value, judged = oracle.value(position), oracle.judged(position)
    good = [each for each in judged if not cost(value, each.value, position.mover)]
    if step == 1:
        return f"With best play: {value.told(names)}."
    if step == 2:
        return _how_many(len(good), len(judged), result(value, names))
    if step == 3:
        return _where(judged, len(good))
    best = grade(oracle, position, judged[0].move)
    return f"Try {best.move}. {because(best, oracle).text(names)}"


def _how_many(good: int, legal: int, kept: str) -> str:
    if legal == 1:
        return f"There is only one legal move; after it: {kept}."
    if good == legal:
        return f"Nothing is lost whatever you play: all {legal} moves keep it so ({kept})."
    return f"{good} of the {legal} moves {'keeps' if good == 1 else 'keep'} it so ({kept})."


def _where(judged: Sequence[Judged], good: int) -> str:
    """How the best move begins, if other moves begin so too; if none does, a move that it is not."""
    texts = [str(each.move) for each in judged]
    for beginning in _beginnings(texts[0]):
        alike = [text for text in texts if text.startswith(beginning)]
        if 1 < len(alike) < len(texts):
            return f"Look among the {len(alike)} moves that begin with '{beginning.strip()}'."
    if len(texts) > 2 and good < len(texts):
        return f"It is not {texts[-1]}."
    return f"Look at {choice(sorted(texts))}."


def _beginnings(text: str) -> list[str]:
    """What a move begins with, the longest first: whole words, and for a single word its letters."""
    words = text.split()
    if len(words) > 1:
        return [" ".join(words[:count]) + " " for count in range(len(words) - 1, 0, -1)]
    return [text[:length] for length in range(len(text) - 1, 0, -1)]
