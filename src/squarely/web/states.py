"""A match as everybody may see it: the state that is sent after every turn."""

from collections.abc import Iterable, Sequence

from squarely.dialogue import Voice
from squarely.game import Side
from squarely.match import Match
from squarely.rulebook import goal
from squarely.web import messages
from squarely.web.messages import Clock, Ending, PlayerState, State, StateMessage
from squarely.web.proceedings import PERSON, Proceedings
from squarely.web.study.views import SIDES, board, changed, holdings, legal


def message(
    proceedings: Proceedings,
    since: int,
    here: Iterable[Side],
    watching: int,
    now: float,
    you: Sequence[Side] | None = None,
) -> StateMessage:
    """The state with the turns after `since`."""
    turns = [
        messages.Turn(turn.turn, SIDES[turn.side], turn.act, turn.move, turn.back)  # type: ignore[arg-type]
        for turn in proceedings.turns[since:]
    ]
    seats = None if you is None else [SIDES[side] for side in you]
    return StateMessage(since, turns, _state(proceedings, set(here), watching, now), seats)


def _state(proceedings: Proceedings, here: set[Side], watching: int, now: float) -> State:
    match, kept = proceedings.match, proceedings.kept
    game, position, rules = match.game, match.position, match.game.rules
    voice, offer = Voice(rules), proceedings.offer
    over = proceedings.over
    return State(
        match=kept.id,
        game=kept.game,
        title=rules.TITLE,
        goal=goal(game),
        options=kept.options,
        players=[_player(proceedings, side, side in here) for side in Side],
        between_people=proceedings.between_people,
        turn=proceedings.turn,
        moves=len(match.moves),
        start=kept.start,
        position=game.write_position(position),
        mover=None if over else SIDES[match.mover],
        board=board(game, position),
        legal=[] if over else legal(game, position),
        changed=changed(game, match.positions[-2], position) if match.moves else [],
        holdings=holdings(game, position),
        prompt="" if over else voice.turn(match),
        news=voice.news(match),
        ending=_ending(match, voice),
        offer=messages.Offer(offer.kind, SIDES[offer.by]) if offer else None,
        clock=_clock(proceedings, now),
        truth=proceedings.truth_is_open,
        rematch=kept.rematch or None,
        watching=watching,
    )


def _player(proceedings: Proceedings, side: Side, here: bool) -> PlayerState:
    kept = proceedings.kept
    player = proceedings.players[side]
    taken = bool((kept.first_secret, kept.second_secret)[side])
    computer = player != PERSON
    return PlayerState(proceedings.match.names[side], player, taken or computer, here or computer)


def _ending(match: Match, voice: Voice) -> Ending | None:
    """How the match ended, in the rulebook's words where the rules ended it."""
    if (outcome := match.outcome) is None:
        return None
    closing = "" if match.ending else voice.closing(match)
    winner = None if outcome.winner is None else SIDES[outcome.winner]
    return Ending(winner, outcome.reason, closing)


def _clock(proceedings: Proceedings, now: float) -> Clock | None:
    if not proceedings.kept.seconds:
        return None
    deadline = proceedings.deadline
    return Clock(proceedings.kept.seconds, None if deadline is None else round(max(deadline - now, 0), 1))
