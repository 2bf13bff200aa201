"""Matches in a list: as little of each as somebody needs to find theirs again."""

from squarely.core.rules.rulebook import write_subtitle
from squarely.web.match.stored_match import StoredMatch
from squarely.web.protocol.messages import MatchSummary
from squarely.web.study.views import SIDES, board_message, find_changed


def summarise_match(stored: StoredMatch) -> MatchSummary:
    """A match as a line of a list."""
    row, log, match = stored.row, stored.log, stored.log.match
    game, outcome = match.game, match.outcome
    return MatchSummary(
        match=row.id,
        game=row.game,
        title=game.title,
        subtitle=write_subtitle(game),
        names=list(match.names),
        between_people=log.seats.between_people,
        waiting=row.kind == "link" and not (row.first_secret and row.second_secret),
        mover=None if log.is_over else SIDES[match.mover],
        board=board_message(game, match.position),
        changed=find_changed(game, match.positions[-2], match.position) if match.moves else [],
        over=log.is_over,
        winner=None if outcome is None or outcome.winner is None else SIDES[outcome.winner],
        at=max(row.made_at, row.begun_at, log.events[-1].at if log.events else 0.0),
    )
