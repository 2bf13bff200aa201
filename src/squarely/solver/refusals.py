"""Why a game is not solved."""

from squarely.errors import SquarelyError


class TooLarge(SquarelyError):
    """More positions than can be worked out this way."""


class BrokenRules(TooLarge):
    """Rules that are not what the solver needs: whatever it made of them would be wrong."""
