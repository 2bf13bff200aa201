"""A record as it is studied: what each step shows, before and after the truth is known."""

from squarely.core.match.record import Record
from squarely.core.text.wrapping import GLUE
from squarely.review.explain import explain_match
from squarely.review.grading import grade_match
from squarely.solver.oracle import Oracle
from squarely.terminal.full_screen.record_screen import ReviewScreen

from .studying import WON_BY_MISTAKE, record_of


def judged(record: Record) -> ReviewScreen:
    """The match with the truth."""
    study, oracle = ReviewScreen(record), Oracle(record.match.game)
    review = grade_match(record.match, oracle)
    study.judge(review, explain_match(review, oracle))
    return study


def said(study: ReviewScreen, step: int) -> list[str]:
    study.step = step
    return [text.replace(GLUE, " ") for text, _ in study.paragraphs]


def walk(study: ReviewScreen, step: int, before: bool = False) -> int:
    study.step = step
    study.action_turning_point(before)
    return study.step


def test_before_the_truth_is_known_it_is_a_replay() -> None:
    study = ReviewScreen(record_of("center", *WON_BY_MISTAKE))
    assert study.signs == [""] * 7
    assert study.turning_points == []
    assert said(study, 4) == ["4. Bob: move 0 2 1 2.", "Ann has 2 tokens in hand, Bob has 3 tokens in hand."]
    assert (study.marks["last"], study.marks["lit"]) == ((2, 5), ())


def test_the_truth_is_told_in_the_words_of_the_review() -> None:
    study = judged(record_of("center", *WON_BY_MISTAKE))
    assert study.review is not None
    claims = explain_match(study.review, Oracle(study.match.game))
    heading, verdict, why, *_ = said(study, 5)
    assert (heading, verdict) == ("5. Ann: move 0 1 0 0.", "! Turning point; better: move 0 1 1 1 or move 1 0 1 1.")
    assert why == claims[4].text
    assert f"move{GLUE}0{GLUE}1{GLUE}1{GLUE}1" in study.paragraphs[2][0], "no move is broken in two"
    assert study.marks["lit"] == (5, 4), "Bob's token, then the center"
    assert study.signs == ["", "", "", "", "", "!", ""]
    assert study.about == "Ann: accuracy 35% in 3 choices   Bob: accuracy unknown (1 choice)"


def test_the_last_step_tells_the_result_and_where_it_is_seen() -> None:
    study = judged(record_of("center", *WON_BY_MISTAKE))
    assert said(study, 6)[-1] == "Congratulations, Bob! You have captured the center square and won the game!"
    assert (study.marks["won"], study.marks["lit"]) == ((4,), ())


def test_turning_points_come_round_again() -> None:
    moves = ("up 2", "left 1", "up 1", "left 2", "right 1", "left 1", "up 1")
    study = judged(record_of("snatchers", *moves))
    assert study.turning_points == [5, 6, 7]
    study.show_step = lambda: None  # type: ignore[method-assign]
    assert [walk(study, step) for step in (0, 5, 6, 7)] == [5, 6, 7, 5]
    assert [walk(study, step, before=True) for step in (7, 6, 5)] == [6, 5, 7]


def test_who_is_who() -> None:
    study = ReviewScreen(record_of("center", *WON_BY_MISTAKE[:2], SecondPlayer="level:3"))
    assert study.players == "Ann (you) against Bob (level:3)"
    assert ReviewScreen(record_of("center")).players == "Ann against Bob"


def test_points_are_told_and_so_is_what_a_move_cost() -> None:
    worst = Oracle(record_of("numbers").match.game).value_moves(record_of("numbers").match.start)[-1].move
    study = judged(record_of("numbers", str(worst)))
    assert study.review is not None
    [grade] = study.review.grades
    assert grade.cost > 0
    assert study.signs[1] == ("!" if study.turning_points else f"-{grade.cost}")
    assert any("points" in told for told in said(study, 1))
