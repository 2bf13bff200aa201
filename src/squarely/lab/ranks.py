"""How much a side likes a value, as one number: the order of `Value.appeal`, for kernels over arrays."""

from squarely.core.rules import FIRST, FIRST_WINS, ONGOING, TIE

NOBODY = -1
_WIN, _TIE, _POINT = 1 << 41, 1 << 40, 1 << 20  # what a result and a point weigh against a move
_NEVER = 1 << 19  # moves to an end that only repetition brings


def rank_value(mover: int, result: int, distance: int, margin: int, patient: int) -> int:
    """Larger is better; 0 for play without end. `distance` is negative where there is none.

    `patient` is the side that wins by repetition and so puts ties off, or NOBODY.
    """
    moves, points = _NEVER if distance < 0 else distance, abs(margin) * _POINT
    if result == ONGOING:
        return 0
    if result == TIE:
        return _TIE + moves if mover == patient else _TIE - moves
    return _WIN + points - moves if (result == FIRST_WINS) == (mover == FIRST) else moves - points - _WIN
