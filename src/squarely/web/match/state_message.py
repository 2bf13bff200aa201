"""A match as everybody may see it: the state that is sent after every turn."""

from collections.abc import Iterable, Sequence

from squarely.core.game import Side
from squarely.core.match import Match
from squarely.core.rulebook import write_goal
from squarely.web.match.stored_match import PERSON, StoredMatch
from squarely.web.protocol import messages
from squarely.web.protocol.messages import Clock, Ending, PlayerState, State, StateMessage
from squarely.web.study.views import SIDES, board_message, describe_holdings, find_changed, legal_messages


def message(
    stored: StoredMatch,
    since: int,
    here: Iterable[Side],
    watching: int,
    now: float,
    you: Sequence[Side] | None = None,
) -> StateMessage:
    """The state with the events after `since`."""
    turns = [
        messages.Turn(event.number, SIDES[event.side], event.kind, event.move, event.back)
        for event in stored.log.events[since:]
    ]
    seats = None if you is None else [SIDES[side] for side in you]
    return StateMessage(since, turns, _state(stored, set(here), watching, now), seats)


def _state(stored: StoredMatch, here: set[Side], watching: int, now: float) -> State:
    row, log, match = stored.row, stored.log, stored.log.match
    game, position, rules = match.game, match.position, match.game.rules
    offer, over = log.offer, log.is_over
    return State(
        match=row.id,
        game=row.game,
        title=rules.TITLE,
        goal=write_goal(game),
        options=row.options,
        players=[_player(stored, side, side in here) for side in Side],
        between_people=log.seats.between_people,
        turn=log.length,
        moves=len(match.moves),
        start=row.start,
        position=stored.position_line,
        mover=None if over else SIDES[match.mover],
        board=board_message(game, position),
        legal=[] if over else legal_messages(game, position),
        changed=find_changed(game, match.positions[-2], position) if match.moves else [],
        holdings=describe_holdings(game, position),
        prompt="" if over else rules.announce_turn(match),
        news=rules.news(match),
        ending=_ending(match),
        offer=messages.Offer(offer.kind, SIDES[offer.by]) if offer else None,
        clock=_clock(stored, now),
        truth=log.truth_is_open,
        rematch=row.rematch or None,
        watching=watching,
    )


def _player(stored: StoredMatch, side: Side, here: bool) -> PlayerState:
    row, player = stored.row, stored.players[side]
    taken = bool((row.first_secret, row.second_secret)[side])
    computer = player != PERSON
    return PlayerState(stored.log.match.names[side], player, taken or computer, here or computer)


def _ending(match: Match) -> Ending | None:
    """How the match ended, in the rulebook's words where the rules ended it."""
    if (outcome := match.outcome) is None:
        return None
    closing = "" if match.ending else match.game.rules.closing(match)
    winner = None if outcome.winner is None else SIDES[outcome.winner]
    return Ending(winner, outcome.reason, closing)


def _clock(stored: StoredMatch, now: float) -> Clock | None:
    if not stored.row.seconds:
        return None
    clock = stored.log.clock
    return Clock(stored.row.seconds, None if clock is None else round(clock.left(now), 1))
