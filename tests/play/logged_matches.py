"""Matches of every kind, and what is done in them."""

from dataclasses import replace
from typing import Any

import pytest

from squarely.core.match.match import Match
from squarely.core.rules import registry
from squarely.core.rules.game import Side
from squarely.play.events import Act, ActRefused, Event
from squarely.play.match_log import MatchLog
from squarely.play.seats import Seats

FIRST, SECOND = Side
SEATS = {
    "link": Seats(are_apart=True),
    "here": Seats(),
    "explore": Seats(is_study=True),
    "computer": Seats((None, "level:3")),
}
KINDS = tuple(SEATS)


def begun(
    kind: str, *moves: str, start: str = "1..../...../...../...../....2 1", seats: Seats | None = None, **more: Any
) -> MatchLog:
    """Ann sits first; a computer sits second."""
    game = registry.load("snatchers")
    match = Match.of(game, game.read_position(start), ("Ann", "Player 2"))
    return played(MatchLog(match, seats or SEATS[kind], **{"begun_at": 1000.0, **more}), *moves)


def played(before: MatchLog, *moves: str) -> MatchLog:
    for move in moves:
        before = after(before, before.match.mover, "move", move=move)
    return before


def after(before: MatchLog, side: Side, kind: Any, at: float = 2000.0, **more: Any) -> MatchLog:
    """The log after an act, which makes an event or changes what is offered."""
    found = before.judge(side, Act(before.length + 1, kind, **more), at)
    return before.add(found) if isinstance(found, Event) else replace(before, last_offer=found)


def refused(before: MatchLog, side: Side, kind: str, **more: Any) -> tuple[str, str]:
    with pytest.raises(ActRefused) as refusal:
        after(before, side, kind, **more)
    return refusal.value.code, str(refusal.value)
