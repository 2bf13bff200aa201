"""The score over rematches stays with the players, and a ladder of levels is offered step by step."""

from squarely import Match
from squarely.core.rules import registry
from squarely.core.rules.game import Side
from squarely.play.seats import Seats
from squarely.play.series import Series, describe_next_level, next_level

QUAD = registry.load("quad")
AGAINST_4 = Seats((None, "level:4"))
SWAPPED = Seats(("level:4", None))
PEOPLE = Seats()


def won_by(side: Side | None, names: tuple[str, str] | None = None) -> Match:
    match = Match.of(QUAD, names=names)
    return match.agree_to_draw() if side is None else match.resign(side.other)


def test_nothing_is_told_before_a_match_is_over() -> None:
    assert Series().describe() == ""
    assert Series().after(Match.of(QUAD), AGAINST_4).describe() == ""
    assert next_level(Series(), AGAINST_4) is None


def test_the_score_follows_a_person_to_the_other_side() -> None:
    series = Series().after(won_by(Side.FIRST), AGAINST_4).after(won_by(Side.SECOND), AGAINST_4)
    assert series.describe() == "You 1 : 1 level 4 (careful)"
    series = series.swap().after(won_by(Side.SECOND), SWAPPED).after(won_by(None), SWAPPED)
    assert series.describe() == "You 2 : 1 level 4 (careful), 1 draw"
    assert series.after(won_by(Side.FIRST), Seats(("level:5", None))).describe() == "You 0 : 1 level 5 (solid)"


def test_people_keep_their_names_and_without_names_their_score() -> None:
    series = Series().after(won_by(Side.FIRST, ("Ann", "Bob")), PEOPLE)
    assert series.describe() == "Ann 1 : 0 Bob"
    assert series.swap().after(won_by(Side.SECOND, ("Bob", "Ann")), PEOPLE).describe() == "Bob 0 : 2 Ann"
    series = Series().after(won_by(Side.FIRST), PEOPLE)
    assert series.describe() == "Player 1: 1, Player 2: 0"
    assert series.swap().describe() == "Player 1: 0, Player 2: 1", "the winner is Player 2 now"
    assert series.swap().after(won_by(Side.SECOND), PEOPLE).describe() == "Player 1: 0, Player 2: 2"


def test_a_ladder_goes_up_after_a_win_and_down_after_two_losses() -> None:
    won, lost, drawn = (Series().after(won_by(side), AGAINST_4) for side in (Side.FIRST, Side.SECOND, None))
    lost_twice = lost.after(won_by(Side.SECOND), AGAINST_4)
    assert (next_level(won, AGAINST_4), describe_next_level(won, AGAINST_4)) == (5, "Level 5 (solid) is waiting.")
    assert [next_level(series, AGAINST_4) for series in (lost, drawn, lost.after(won_by(None), AGAINST_4))] == [
        None
    ] * 3
    assert describe_next_level(lost_twice, AGAINST_4) == "Level 3 (relaxed) may be more fun."
    assert next_level(lost_twice.swap(), SWAPPED) == 3
    for level, series in ((9, won), (1, lost_twice)):
        assert next_level(series, Seats((None, f"level:{level}"))) is None
    assert next_level(won, PEOPLE) is None
    assert next_level(won, Seats((None, "perfect"))) is None
