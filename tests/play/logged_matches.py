"""Matches of every kind, and what is done in them."""

from dataclasses import replace

import pytest

from squarely.core.match.match import Match
from squarely.core.rules import registry
from squarely.core.rules.game import Side
from squarely.play.events import Act, ActRefused, Event
from squarely.play.match_log import MatchLog
from squarely.play.offers import Offer, OfferKind
from squarely.play.seats import Seats

SEATS = {
    "link": Seats(are_apart=True),
    "here": Seats(),
    "explore": Seats(is_study=True),
    "computer": Seats((None, "level:3")),
}
KINDS = tuple(SEATS)


def begun(
    kind: str, start: str = "1..../...../...../...../....2 1", seats: Seats | None = None, **more: float
) -> MatchLog:
    """Ann sits first; a computer sits second."""
    game = registry.load("snatchers")
    match = Match.of(game, game.read_position(start), ("Ann", "Player 2"))
    return MatchLog(match, seats or SEATS[kind], **{"begun_at": 1000.0, **more})  # type: ignore[arg-type]


def played(before: MatchLog, *moves: str) -> MatchLog:
    for move in moves:
        before = after(before, before.match.mover, "move", move=move)
    return before


def after(before: MatchLog, side: Side, kind: str, **more: object) -> MatchLog:
    """The log after an act that makes an event."""
    judged = before.judge(side, made(before, kind, **more), 2000.0)
    assert isinstance(judged, Event), judged
    return before.add(judged)


def made(before: MatchLog, kind: str, **more: object) -> Act:
    return Act(number=before.length + 1, kind=kind, **more)  # type: ignore[arg-type]


def with_offer(before: MatchLog, side: Side, kind: OfferKind) -> MatchLog:
    judged = before.judge(side, made(before, "offer", offer=kind), 2000.0)
    assert judged == Offer(kind, side, before.length)
    return offered(before, judged)


def offered(before: MatchLog, offer: Offer | Event) -> MatchLog:
    assert isinstance(offer, Offer)
    return replace(before, last_offer=offer)


def refused(before: MatchLog, side: Side, kind: str, **more: object) -> tuple[str, str]:
    with pytest.raises(ActRefused) as refusal:
        before.judge(side, made(before, kind, **more), 2000.0)
    return refusal.value.code, str(refusal.value)
