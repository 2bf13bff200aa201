"""What is raised where work cannot be done where somebody wants it done."""

from squarely.core.errors import SquarelyError


class BadExecutor(SquarelyError):
    """A place to work that does not exist or cannot be had."""
