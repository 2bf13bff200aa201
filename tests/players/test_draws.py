"""A computer that is offered a draw: one decision, at the terminal and over HTTP."""

from squarely import Match, Side, registry
from squarely.players.draws import agrees_to_draw
from squarely.web import table


def test_a_computer_agrees_to_a_draw_unless_it_can_win() -> None:
    center = registry.load("center")
    won_by_a = Match.of(center, center.read_position("---/--A/-B- A"))
    assert not agrees_to_draw(won_by_a, Side.FIRST)
    assert agrees_to_draw(won_by_a, Side.SECOND)
    assert agrees_to_draw(Match.of(registry.load("showdown")), Side.FIRST)


def test_a_computer_plays_on_where_nobody_knows() -> None:
    assert not agrees_to_draw(Match.of(registry.load("quad", "size=6")), Side.SECOND)


def test_the_server_asks_the_same() -> None:
    assert table.agrees_to_draw is agrees_to_draw  # type: ignore[attr-defined]
