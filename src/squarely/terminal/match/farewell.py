"""What somebody is told who leaves a match: where it is, and how to go on with it or to look at it again."""

from squarely.terminal.match.live_match import LiveMatch


def describe_farewell(live: LiveMatch) -> str:
    """How to go on with a match that is not over."""
    if not live.match.moves:
        return "No move was made, so there is nothing to resume."
    if not live.saver.resume_with:
        return f"The match could not be saved ({live.saver.trouble})."
    return f"The match is saved; go on with: {live.saver.resume_with}"


def describe_end(live: LiveMatch) -> str:
    """The same for any match: how one that is over ended, and how to see it again."""
    outcome = live.match.outcome
    if outcome is None:
        return describe_farewell(live)
    won = "nobody wins" if outcome.winner is None else f"{live.match.names[outcome.winner]} wins"
    again = f" Every move of it: {live.saver.review_with}" if live.saver.review_with else ""
    return f"{live.match.game.title}: {won}, {outcome.reason}.{again}"
