"""A match as everybody may see it: the state that is sent after every turn."""

from collections.abc import Container, Sequence
from functools import lru_cache

from squarely.core.match.last_move import find_deciding
from squarely.core.match.match import Match
from squarely.core.rules.game import Side
from squarely.core.rules.rulebook import write_goal
from squarely.web.match.position_parts import FindParts, make_parts
from squarely.web.match.stored_match import PERSON, StoredMatch
from squarely.web.protocol import messages
from squarely.web.protocol.messages import Clock, Ending, PlayerState, State, StateMessage
from squarely.web.study.views import SIDES, find_changed, find_moved, remains_message

_write_goal = lru_cache(maxsize=256)(write_goal)


def message(
    stored: StoredMatch,
    since: int,
    here: Container[Side],
    watching: int,
    now: float,
    you: Sequence[Side] | None = None,
    find_parts: FindParts = make_parts,
) -> StateMessage:
    """The state with the events after `since`. Parts that are written already make it a message that is only sent."""
    turns = [
        messages.Turn(event.number, SIDES[event.side], event.kind, event.move, event.back)
        for event in stored.log.events[since:]
    ]
    seats = None if you is None else [SIDES[side] for side in you]
    return StateMessage(since, turns, _state(stored, here, watching, now, find_parts), seats)


def _state(stored: StoredMatch, here: Container[Side], watching: int, now: float, find_parts: FindParts) -> State:
    row, log, match = stored.row, stored.log, stored.log.match
    game, position, words = match.game, match.position, match.game.words
    offer, over = log.offer, log.is_over
    parts = find_parts(game, position)
    return State(
        match=row.id,
        game=row.game,
        title=game.title,
        goal=_write_goal(game),
        options=row.options,
        rules_name=game.rules_name,
        players=[_player(stored, Side.FIRST, Side.FIRST in here), _player(stored, Side.SECOND, Side.SECOND in here)],
        between_people=log.seats.between_people,
        turn=log.length,
        moves=len(match.moves),
        start=row.start,
        position=parts.position,
        mover=None if over else SIDES[match.mover],
        board=parts.board,
        legal=[] if over else parts.legal,
        changed=find_changed(game, match.positions[-2], position) if match.moves else [],
        moved=find_moved(game, match.positions[-2], position) if match.moves else [],
        remains=remains_message(match),
        won=list(find_deciding(match)),
        holdings=parts.holdings,
        prompt="" if over else words.announce_turn(match),
        news=words.news(match),
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
    """How the match ended, in the rulebook's words where its rules ended it, not the players or a repetition."""
    if (outcome := match.outcome) is None:
        return None
    closing = match.game.words.closing(match) if match.game.outcome(match.position) and not match.ending else ""
    winner = None if outcome.winner is None else SIDES[outcome.winner]
    return Ending(winner, outcome.reason, closing)


def _clock(stored: StoredMatch, now: float) -> Clock | None:
    if not stored.row.seconds:
        return None
    clock = stored.log.clock
    return Clock(stored.row.seconds, None if clock is None else round(clock.left(now), 1))
