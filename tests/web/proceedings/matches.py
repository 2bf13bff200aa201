"""Matches of every kind, and what is done in them."""

import pytest

from squarely.game import Side
from squarely.web.messages import Act, OfferKind
from squarely.web.offers import Offered
from squarely.web.proceedings import Proceedings
from squarely.web.refusals import Refusal
from squarely.web.storage.matches import Turn
from tests.web.storage.keeping import match

KINDS = ("link", "here", "explore", "computer")


def begun(kind: str, **changed: object) -> Proceedings:
    """Both seats taken; a computer sits second."""
    second = "level:3" if kind == "computer" else "person"
    seated: dict[str, object] = {
        "second_player": second,
        "second_secret": "hash of the second",
        "invitation": "",
        "begun_at": 1000.0,
    }
    return Proceedings.of(match("abcdefghijkl", **{"kind": kind, **seated, **changed}), [])


def played(before: Proceedings, *moves: str) -> Proceedings:
    for move in moves:
        before = after(before, before.match.mover, "move", move=move)
    return before


def after(before: Proceedings, side: Side, act: str, **more: object) -> Proceedings:
    """The proceedings after an act that makes a turn."""
    judged = before.judged(side, made(before, act, **more), 2000.0)
    assert isinstance(judged, Turn), judged
    return before.after(judged)


def made(before: Proceedings, act: str, **more: object) -> Act:
    return Act(turn=before.turn + 1, act=act, **more)  # type: ignore[arg-type]


def with_offer(before: Proceedings, side: Side, kind: OfferKind) -> Proceedings:
    judged = before.judged(side, made(before, "offer", offer=kind), 2000.0)
    assert judged == Offered(kind, side, before.turn)
    return before.seen(before.kept._replace(offer=str(judged)))


def refused(before: Proceedings, side: Side, act: str, **more: object) -> tuple[str, str]:
    with pytest.raises(Refusal) as refusal:
        before.judged(side, made(before, act, **more), 2000.0)
    return refusal.value.code, str(refusal.value)
