"""Playing on from a record: an unfinished match where it stopped, or a new one from any of its positions."""

from squarely.core.errors import IllegalMove, SquarelyError
from squarely.core.match.record import Record
from squarely.players import LLM, PROGRAM
from squarely.terminal.match.live_match import LiveMatch
from squarely.terminal.match.match_settings import MatchSettings
from squarely.terminal.match.new_match import prepare_match
from squarely.terminal.match.reopened_match import find_kept_copy, reopen_match


def play_on(record: Record, step: int, take_over: bool = False) -> LiveMatch:
    """The match to be played from the position after so many moves, against the same opponent.

    One that is kept unfinished here goes on itself if nothing was played after that; else a new one begins. InUse if
    another process plays it; SquarelyError says why there is nothing to play.
    """
    match = record.match
    if step == len(match.moves) and match.outcome is None and (kept := find_kept_copy(record)):
        return reopen_match(kept, take_over)
    position = match.positions[step]
    if outcome := match.game.result(position):
        raise IllegalMove(f"it is over here: {outcome.reason}. Step back to where you would like to play on.")
    settings = MatchSettings.from_tags(record.notes)
    players = settings.first, settings.second
    if any(name.startswith((LLM, PROGRAM)) for name in players) and not find_kept_copy(record, finished=True):
        raise SquarelyError(  # a record may come from anybody
            "this record names a program or a language model as a player; begin with it yourself: squarely play"
        )
    return prepare_match(
        match.game.name,
        first=settings.first,
        second=settings.second,
        options=(match.game.options,) if match.game.options else (),
        position=match.game.write_position(position),
        time_limit=settings.time_limit,
        on_timeout=settings.on_timeout,
        names=None if match.names == match.game.players else ",".join(match.names),
    ).live
