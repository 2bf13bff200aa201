"""Who has won with a lead, for kernels and for the rules as they are."""

from squarely.core.rules import FIRST_WINS, SECOND_WINS, TIE


def find_result(lead: int) -> int:
    """The result of an end at which the first side is ahead by so much."""
    return TIE if lead == 0 else FIRST_WINS if lead > 0 else SECOND_WINS


def find_case(lead: int) -> int:
    """Which of the three distances of a scored game counts: for a win of the first side, of the second, for a tie."""
    return 2 if lead == 0 else 0 if lead > 0 else 1
