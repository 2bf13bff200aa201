"""How a match stands or has ended, for whoever shows a record."""

from squarely.core.match.match import Match


def describe_result(match: Match) -> str:
    """How a match stands or has ended, in the rulebook's words where it has some for that."""
    outcome = match.outcome
    if outcome is None:
        return f"Unfinished; {match.mover_name} is to move."
    if outcome == match.game.result(match.position):
        return match.game.words.closing(match)
    if outcome.winner is None:
        return f"The match ended without a winner: {outcome.reason}."
    return f"{match.names[outcome.winner]} won: {outcome.reason}."
