"""What play without end comes to: it goes on, or it is what the rules make of repetition.

From a position that has not occurred yet this is exact. Whoever can force an end does so without coming to any position
twice: every move brings the end nearer. And play that need not end comes to some position for the third time.
"""

from squarely.core.match.match import WINNER_BY_REPETITION
from squarely.core.rules.game import FIRST_WINS, ONGOING, SECOND_WINS, Game, Side
from squarely.core.rules.game import TIE as TIED
from squarely.solver.values import ENDLESS, TIE, WIN, Value


def has_repetition_rule(game: Game) -> bool:
    """Whether a position that comes again and again ends the match."""
    return game.settings["repetition"] in WINNER_BY_REPETITION


def find_patient_side(game: Game) -> Side | None:
    """Who wins by repetition, and so would rather go on than tie; None where nobody does."""
    return WINNER_BY_REPETITION.get(str(game.settings["repetition"]))


def find_endless_result(game: Game) -> int:
    """What play without end is, as the rules count results: ONGOING where it just goes on."""
    if not has_repetition_rule(game):
        return ONGOING
    winner = find_patient_side(game)
    return TIED if winner is None else FIRST_WINS if winner == Side.FIRST else SECOND_WINS


def find_endless_value(game: Game) -> Value:
    """What a position is worth from which play need never end."""
    if not has_repetition_rule(game):
        return Value(None, ENDLESS, None)
    winner = find_patient_side(game)
    return Value(winner, TIE if winner is None else WIN, None)
