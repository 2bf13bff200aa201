"""Every mistake Squarely can explain. Each message is a sentence for a person: what was wrong, what would be right."""


class SquarelyError(Exception):
    """A mistake that can be explained to its maker."""


class UnknownGame(SquarelyError):
    """No game of that name is installed, or the one installed cannot be used."""


class BrokenGame(SquarelyError):
    """A function of a game gave what it may not give, in the middle of a match. The message says which."""


class BadOption(SquarelyError):
    """An option that does not exist, a value it does not take, or a combination that makes no game."""


class BadPosition(SquarelyError):
    """A position that cannot be read, or that cannot be."""


class BadLine(SquarelyError):
    """A text that cannot be taken as it is. `line` is where that shows, counted from 1, and `why` what is wrong."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(line, why)
        self.line, self.why = line, why

    def __str__(self) -> str:
        return f"line {self.line}: {self.why}"


class BadRecord(BadLine):
    """A record that cannot be read."""


class BadProof(BadLine):
    """A text that proves nothing."""


class TooLarge(SquarelyError):
    """A game that cannot be solved like this: it has too many positions. The message says what would help."""


class BrokenRules(TooLarge):
    """Rules that are not what the solver needs: whatever it made of them would be wrong."""


class BadPlayer(SquarelyError):
    """An unknown player, or one that failed to move."""


class BadMove(SquarelyError):
    """A move that was refused. The match is as it was."""


class UnreadableMove(BadMove):
    """These words are no move of this game."""


class IllegalMove(BadMove):
    """A move of this game, but not one that the rules allow here. The message says why."""


class AmbiguousMove(BadMove):
    """These words could mean several legal moves. The message lists them."""


def describe_error(error: BaseException) -> str:
    """The kind of an error and what it says, on one line: of one that was not expected."""
    said = " ".join(str(error).split())
    return f"{type(error).__name__}{said and f': {said}'}"
