"""Why the server does not do what it was asked for: a word for programs, a sentence for people, a status for HTTP."""

from squarely.core.errors import BadMove, BadOption, BadPlayer, BadPosition, SquarelyError, TooLarge, UnknownGame
from squarely.web.protocol.messages import ProblemCode

# What a refusal is called on a socket; over HTTP, its status and the code of the problem.
_REFUSALS: dict[str, tuple[int, ProblemCode]] = {
    "invalid": (400, "invalid"),
    "unreadable": (400, "not_json"),
    "illegal": (400, "illegal_act"),
    "illegal_move": (400, "illegal_move"),
    "unsigned": (401, "no_secret"),
    "seat": (403, "not_your_seat"),
    "closed": (403, "truth_closed"),
    "unknown": (404, "unknown_match"),
    "stale": (409, "stale_turn"),
    "too_large": (413, "too_large"),
    "not_json": (415, "not_json"),
    "busy": (429, "rate_limited"),
    "unavailable": (503, "unavailable"),
}
_ERRORS: dict[type[SquarelyError], tuple[int, ProblemCode]] = {
    UnknownGame: (404, "unknown_game"),
    BadOption: (400, "bad_option"),
    BadPosition: (400, "bad_position"),
    BadPlayer: (400, "bad_player"),
    BadMove: (400, "illegal_move"),
    TooLarge: (400, "not_solved"),
    SquarelyError: (400, "invalid"),
}


class Refusal(SquarelyError):
    """Something was refused: in how many seconds it may be asked again, and which field was wrong, where that helps."""

    def __init__(self, code: str, message: str, wait: float = 0, field: str = "") -> None:
        super().__init__(message)
        self.code, self.wait, self.field = code, wait, field

    @property
    def status(self) -> int:
        return _REFUSALS[self.code][0]


def classify(error: SquarelyError) -> tuple[int, ProblemCode]:
    """The status and the code of a refusal, or of what was wrong with a game, an option, a position or a move."""
    if isinstance(error, Refusal):
        return _REFUSALS[error.code]
    return next(_ERRORS[kind] for kind in type(error).__mro__ if kind in _ERRORS)
