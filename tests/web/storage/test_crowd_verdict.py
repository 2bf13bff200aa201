"""The verdict on a ledger can be guilty: there is one in which all is well, and the same with one thing doctored."""

from collections.abc import Callable

import pytest

from tests.web.load.ledger import Ledger, Outage, Said
from tests.web.load.verdict import Kept, Verdict, judge

Doctored = Callable[[Ledger, list[Kept]], object]


def a_clean_one() -> tuple[Ledger, list[Kept]]:
    """Three turns, one of them sent twice, with a refusal of every kind, while server 0 was down from 20 to 30."""
    ledger = Ledger()
    ledger.outages = [Outage(begun=20, servers={0}, mended=25)]
    for side, turn, move, sent, heard, answer in [
        ("first", 1, "up 1", 1, 2, "done"),
        ("first", 1, "up 1", 1, 2, "again"),
        ("second", 2, "up 9", 3, 4, "illegal"),
        ("first", 2, "up 1", 3, 4, "illegal"),
        ("nobody", 2, "up 1", 3, 4, "seat"),
        ("second", 2, "up 1", 5, 6, "done"),
        ("first", 1, "right 1", 7, 8, "stale"),
        ("first", 5, "up 1", 7, 8, "stale"),
        ("first", 3, "left 1", 8, 9, "illegal"),
        ("first", 3, "up 2", 21, 22, "unavailable"),
        ("first", 3, "up 2", 29, 30, "done"),
    ]:
        said = Said("m", side, turn, move, server=0, sent=sent)
        ledger.said.append(said)
        ledger.hear(said, answer, heard)
    for turn, side, move in ((1, "first", "up 1"), (2, "second", "up 1")):
        ledger.learn("m", turn, side, move, at=10)
    return ledger, [Kept(1, "first", "up 1"), Kept(2, "second", "up 1"), Kept(3, "first", "up 2")]


def verdict_on(doctored: Doctored) -> Verdict:
    ledger, kept = a_clean_one()
    doctored(ledger, kept)
    return judge(ledger, {"m": kept})


def say(ledger: Ledger, side: str, turn: int, move: str, at: float, answer: str, server: int = 0) -> None:
    """One more act in the ledger."""
    ledger.said.append(Said("m", side, turn, move, server, sent=at))
    ledger.hear(ledger.said[-1], answer, at + 1)


def test_all_is_well() -> None:
    verdict = verdict_on(lambda _ledger, _kept: None)
    assert verdict.is_clean, str(verdict)
    assert verdict.figures["acknowledged"] == 3
    assert verdict.figures["sent again"] == 2
    assert verdict.refusals == {"illegal": 3, "stale": 2, "seat": 1, "unavailable": 1}


@pytest.mark.parametrize(
    "doctored",
    [
        pytest.param(lambda _, kept: kept.pop(), id="the last turn is gone"),
        pytest.param(lambda _, kept: kept.__setitem__(1, Kept(2, "second", "right 1")), id="another move is there"),
        pytest.param(lambda ledger, _: ledger.learn("m", 4, "second", "up 2", 40), id="told, and gone"),
        pytest.param(lambda ledger, _: ledger.learn("m", 2, "second", "up 2", 40), id="told differently"),
        pytest.param(lambda ledger, _: say(ledger, "second", 4, "up 1", 40, "done"), id="acknowledged and never kept"),
    ],
)
def test_what_is_lost_is_found(doctored: Doctored) -> None:
    assert verdict_on(doctored).lost


@pytest.mark.parametrize(
    "doctored",
    [
        pytest.param(lambda _, kept: kept.append(Kept(4, "second", "up 1")), id="nobody sent it"),
        pytest.param(lambda _, kept: kept.append(Kept(3, "first", "up 2")), id="kept twice"),
        pytest.param(lambda _, kept: kept.__setitem__(1, Kept(2, "second", "right 1")), id="against the rules"),
        pytest.param(lambda ledger, _: say(ledger, "second", 2, "up 1", 12, "done"), id="played anew twice"),
    ],
)
def test_what_is_doubled_is_found(doctored: Doctored) -> None:
    assert verdict_on(doctored).doubled


@pytest.mark.parametrize(
    "doctored",
    [
        pytest.param(lambda ledger, _: say(ledger, "first", 3, "up 2", 12, "stale"), id="it was not stale"),
        pytest.param(lambda ledger, _: say(ledger, "first", 3, "right 1", 12, "illegal"), id="it was legal"),
        pytest.param(lambda ledger, _: say(ledger, "first", 1, "right 1", 12, "illegal"), id="late, not illegal"),
        pytest.param(lambda ledger, _: say(ledger, "first", 3, "up 2", 12, "seat"), id="they had the seat"),
        pytest.param(lambda ledger, _: say(ledger, "first", 3, "up 2", 12, "unavailable"), id="nothing was down yet"),
        pytest.param(lambda ledger, _: say(ledger, "first", 3, "up 2", 40, "unavailable"), id="all was up again"),
        pytest.param(lambda ledger, _: say(ledger, "first", 3, "up 2", 21, "unavailable", 1), id="another was down"),
        pytest.param(lambda ledger, _: say(ledger, "first", 3, "up 2", 12, "busy"), id="a refusal nobody expects"),
        pytest.param(lambda ledger, _: say(ledger, "second", 4, "up 1", 40, "again"), id="sent once, played before"),
    ],
)
def test_a_refusal_that_is_not_true_is_found(doctored: Doctored) -> None:
    assert verdict_on(doctored).untrue
