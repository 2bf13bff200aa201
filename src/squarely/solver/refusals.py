"""Why a game is not solved."""

from squarely.errors import SquarelyError

NO_MEMORY = (
    "there is not enough memory for this process to solve this game. A smaller size, a --position nearer to the end "
    "or a higher limit would help; the game can be played all the same"
)


class TooLarge(SquarelyError):
    """More positions than can be worked out this way."""


class BrokenRules(TooLarge):
    """Rules that are not what the solver needs: whatever it made of them would be wrong."""
