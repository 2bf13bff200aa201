"""A computer that is offered something: one decision, wherever it is asked."""

import pytest

from squarely import Match, Side
from squarely.core.rules import registry
from squarely.play.offers import OfferKind, accepts_offer

COMPUTERS = ("random", "level:1", "level:9", "perfect")


@pytest.mark.parametrize("player", COMPUTERS)
def test_a_computer_agrees_to_a_draw_unless_it_can_win(player: str) -> None:
    center = registry.load("center")
    won_by_a = Match.of(center, center.read_position("---/--A/-B- A"))
    assert not accepts_offer(won_by_a, "draw", Side.FIRST, player)
    assert accepts_offer(won_by_a, "draw", Side.SECOND, player)
    assert accepts_offer(Match.of(registry.load("showdown")), "draw", Side.FIRST, player)


@pytest.mark.parametrize("player", COMPUTERS)
def test_a_computer_plays_on_where_nobody_knows(player: str) -> None:
    assert not accepts_offer(Match.of(registry.load("quad", "size=6")), "draw", Side.SECOND, player)


@pytest.mark.parametrize("player", ["llm:some", "program:some"])
def test_whoever_is_told_of_moves_only_plays_on(player: str) -> None:
    assert not accepts_offer(Match.of(registry.load("showdown")), "draw", Side.FIRST, player)


@pytest.mark.parametrize("player", [*COMPUTERS, "llm:some", "program:some"])
@pytest.mark.parametrize("kind", ["undo", "rematch"])
def test_no_computer_minds_an_undo_or_a_rematch(player: str, kind: OfferKind) -> None:
    assert accepts_offer(Match.of(registry.load("showdown")), kind, Side.FIRST, player)
