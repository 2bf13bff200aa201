"""A match as everybody may see it: the state that is sent after every turn, a line of a list, every move of it."""

from collections.abc import Container, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any

import msgspec

from squarely.core.match.last_move import find_captures, find_deciding
from squarely.core.match.match import Match
from squarely.core.rules.game import Game, Position, Side
from squarely.core.rules.rulebook import write_goal, write_subtitle
from squarely.play.match_log import MatchLog
from squarely.play.series import Series, describe_next_level, next_level
from squarely.web.match.stored_match import PERSON, StoredMatch
from squarely.web.protocol import messages
from squarely.web.protocol.messages import Clock, Ending, PlayerState, State, StateMessage, Turn
from squarely.web.study import views
from squarely.web.study.views import SIDES, find_last_changed, find_moved, remains_message

_CACHED = 4096  # positions, of about 2 kilobytes each

_write_goal = lru_cache(maxsize=256)(write_goal)


@lru_cache(maxsize=_CACHED)
def encode_parts(game: Game, position: Position) -> dict[str, Any]:
    """The fields of a state that its position decides, encoded once for all matches that come to it."""
    parts = {
        "position": game.write_position(position),
        "board": views.board_message(game, position),
        "legal": views.legal_messages(game, position),
        "holdings": list(game.words.holdings(position)),
    }
    return {name: msgspec.Raw(msgspec.json.encode(part)) for name, part in parts.items()}


def message(
    stored: StoredMatch, since: int, here: Container[Side], watching: int, now: float, you: Sequence[Side] | None = None
) -> StateMessage:
    """The state with the events after `since`, to be sent: what its position decides is encoded already."""
    row, log, match = stored.row, stored.log, stored.log.match
    game, position, words = match.game, match.position, match.game.words
    offer, over, parts = log.offer, log.is_over, encode_parts(game, position)
    if since not in (turns := stored.encoded_turns):
        turns.clear()
        turns[since] = msgspec.Raw(msgspec.json.encode(_turns(log, since)))
    state = State(
        **(parts | {"legal": []} if over else parts),
        match=row.id,
        game=row.game,
        title=game.title,
        goal=words.goal_now(position, _write_goal(game)),
        options=row.options,
        rules_name=game.rules_name,
        players=[_player(stored, side, side in here) for side in Side],
        between_people=log.seats.between_people,
        turn=log.length,
        moves=len(match.moves),
        start=row.start,
        mover=None if over else SIDES[match.mover],
        changed=find_last_changed(match),
        moved=find_moved(game, match.positions[-2], position) if match.moves else [],
        remains=remains_message(match),
        won=list(find_deciding(match)),
        prompt="" if over else words.announce_turn(match),
        news=words.news(match),
        ending=_ending(log),
        offer=messages.Offer(offer.kind, SIDES[offer.by]) if offer else None,
        clock=Clock(row.seconds, log.clock and round(log.clock.left(now), 1)) if row.seconds else None,
        truth=log.truth_is_open,
        rematch=row.rematch or None,
        watching=watching,
    )
    return StateMessage(since, turns[since], state, None if you is None else [SIDES[side] for side in you])


def _turns(log: MatchLog, since: int) -> list[Turn]:
    """The events after `since`. A move that was taken back since then is told without what it did."""
    match, turns, taken_back = log.match, list[Turn](), 0
    at = len(match.moves)
    for event in reversed(log.events[since:]):
        note = told = ""
        taken_back += event.back
        if event.kind == "move" and taken_back:
            taken_back -= 1
        elif event.kind == "move":
            at -= 1
            note, told = views.tell_move(match.game, match.positions[at], match.moves[at])
        turns.append(Turn(event.number, SIDES[event.side], event.kind, event.move, event.back, note, told))
    return turns[::-1]


def _player(stored: StoredMatch, side: Side, here: bool) -> PlayerState:
    computer, taken = stored.log.seats.computers[side], (stored.row.first_secret, stored.row.second_secret)[side]
    return PlayerState(
        stored.log.match.names[side], computer or PERSON, bool(taken or computer), here or bool(computer)
    )


def _ending(log: MatchLog) -> Ending | None:
    """How the match ended, in the rulebook's words where its rules ended it, not the players or a repetition."""
    match = log.match
    if (outcome := match.outcome) is None:
        return None
    closing = match.game.words.closing(match) if match.game.outcome(match.position) and not match.ending else ""
    twice = Series(winners=(outcome.winner, outcome.winner))  # only a page knows whether the loss is the second one
    level = next_level(twice, log.seats)
    offered = level and messages.NextLevel(f"level:{level}", describe_next_level(twice, log.seats))
    return Ending(views.side_name(outcome.winner), outcome.reason, closing, offered or None)


def summarise_match(stored: StoredMatch) -> messages.MatchSummary:
    """A match as a line of a list."""
    row, log, match = stored.row, stored.log, stored.log.match
    game, outcome = match.game, match.outcome
    return messages.MatchSummary(
        match=row.id,
        game=row.game,
        title=game.title,
        subtitle=write_subtitle(game),
        names=list(match.names),
        between_people=log.seats.between_people,
        waiting=stored.is_waiting,
        mover=None if log.is_over else SIDES[match.mover],
        board=views.board_message(game, match.position),
        changed=find_last_changed(match),
        over=log.is_over,
        winner=views.side_name(outcome.winner if outcome else None),
        at=max(row.made_at, row.begun_at, log.events[-1].at if log.events else 0.0),
    )


def replay_match(match: Match, turn: int) -> messages.Replay:
    """How a match came to its turn; where one position has no squares, all are drawn."""
    game, words, moves = match.game, match.game.words, list[messages.PlayedMove]()
    fits = all(map(views.load_tabletop(game).fits, match.positions))
    for (before, after), move in zip(pairwise(match.positions), match.moves, strict=True):
        shown, captures = words.shown(after), find_captures(game, before, after)
        moves.append(
            messages.PlayedMove(
                side=SIDES[before.mover],
                move=move.text,
                position=game.write_position(after),
                looks={square: shown[square] for square in views.find_changed(game, before, after)} if fits else {},
                moved=find_moved(game, before, after) if fits else [],
                captured={square: each.text for square, each in captures.items()},
                drawing="" if fits else words.draw(after),
                closed=words.closed_places(after) if fits else {},
            )
        )
    return messages.Replay(turn, game.write_position(match.start), views.board_message(game, match.start), moves)
