"""Why the server does not do what it was asked for: a word for programs, a sentence for people, a status for HTTP."""

from squarely.core.errors import SquarelyError

_STATUS = {
    "illegal": 400,
    "unsigned": 401,
    "seat": 403,
    "closed": 403,
    "unknown": 404,
    "stale": 409,
    "too_large": 413,
    "not_json": 415,
    "busy": 429,
    "unavailable": 503,
}


class Refusal(SquarelyError):
    """Something was refused. `wait` is after how many seconds it may be asked again, where waiting helps."""

    def __init__(self, code: str, message: str, wait: float = 0) -> None:
        super().__init__(message)
        self.code = code
        self.wait = wait

    @property
    def status(self) -> int:
        return _STATUS[self.code]
