"""Against the computer and exploring, looking back while a match is played, and what comes after the end."""

import json
import re

from playwright.sync_api import expect

import squarely
from squarely.core.match import record
from squarely.core.match.tabletop import Tabletop
from squarely.review.hints import give_hint
from squarely.solver.oracle import Oracle
from tests.web.browser.people import Person


def _with(**marks: str) -> list[str]:
    """A board of six by six with these markers, each after the letter and the number of its square: `A1="X"`."""
    return [marks.get(f"{column}{row}", "") for row in range(1, 7) for column in "ABCDEF"]


def test_the_computer_answers_and_moves_can_be_taken_back(ann: Person) -> None:
    ann.begin("snatchers", "level:3", name="Ann").click((0, 10)).waits_for_turn().made(2).type("u").made(0)
    ann.waits_for_turn().sees_board(["P1"] + [""] * 23 + ["P2"])


def test_hints_go_a_step_further_each_time_and_the_truth_is_shown_on_request_in_a_list_and_on_the_board(
    ann: Person,
) -> None:
    center = squarely.load("center")
    start, table, judged = center.start(), Tabletop(center), Oracle(center).value_moves(center.start())
    ann.begin("center", "perfect", name="Ann").hides("#truths")
    for step in range(1, 5):
        ann.type("h").sees("#hinted", give_hint(Oracle(center), start, center.players, step))
        ann.expects("#hint").to_be_enabled()  # it is not while a hint is looked for
        ann.counts("#board .cell.lit", {3: 3, 4: 1}.get(step, 0))
        if step == 3:
            for square in (0, 1, 2):
                expect(ann.cell(square)).to_have_class(re.compile(r"\blit\b"))
    ann.push("#truth").counts("#truths li", 8)
    for each in judged:
        wins = each.value.winner == 0
        note = re.escape(center.words.note(start, each.move))
        ann.sees("#truths", re.compile(rf"{note}.*{'wins in 3' if wins else 'loses in 4'}"))
        noted = ann.cell(table.touched_squares(start, each.move)[-1])
        expect(noted.locator(".note")).to_have_attribute("data-text", "▲3" if wins else "▼4")
        expect(noted).to_have_class(re.compile(r"\bbest\b" if wins else r"^((?!\bbest\b).)*$"))
        expect(noted).to_have_attribute("aria-label", re.compile("wins in 3, best" if wins else "loses in 4"))
    expect(ann.at("#truths").get_by_text("✓ best")).to_have_count(sum(each.value.winner == 0 for each in judged))
    ann.sees("#truths p b", "wins in 3").type("t").hides("#truths")


def test_exploring_shows_the_truth_from_the_beginning_and_nobody_resigns(ann: Person) -> None:
    ann.begin("center", "explore")
    expect(ann.button("Resign")).to_be_hidden()
    expect(ann.button("Take back")).to_be_visible()
    ann.expects("#truth").to_be_checked()  # where both sides are ours
    ann.counts("#truths li", 8).push("#hint").sees("#hinted", "you win in 3")


def downloaded(someone: Person, name: str) -> str:
    """What is in the file behind this link."""
    with someone.page.expect_download() as downloading:
        someone.page.get_by_role("link", name=name).click()
    return downloading.value.path().read_text(encoding="utf-8")


def test_the_review_comes_by_itself_and_is_walked_through_with_the_arrows(ann: Person, eve: Person) -> None:
    ann.begin("center", "here", name="Ann")
    for squares in ((0,), (1,), (2,), (1, 4)):
        ann.waits_for_turn().click(squares)
    ann.sees("#status", "Player B won").expects("#turning li").not_to_have_count(0)
    ann.sees("#step-text", "center").type("ArrowLeft", "ArrowLeft").sees_board(["A", "B", *[""] * 7])
    assert ann.page.url.endswith("#move-2")
    eve.visit(ann.page.url)  # the link to the review, at that move
    eve.sees_board(["A", "B", *[""] * 7]).type("End").sees_board(["A", "", "A", "", "B", "", "", "", ""])
    eve.at("#dot-1 rect").click(force=True)
    eve.sees_board(["A", *[""] * 8])
    played = record.read(downloaded(eve, "text")).match
    assert [str(move) for move in played.moves] == ["place 0 0", "place 0 1", "place 0 2", "move 0 1 1 1"]
    assert json.loads(downloaded(eve, "JSON"))["first"] == "Ann"
    reviewed = eve.page.url
    eve.push("Play on from here").page.wait_for_url(lambda url: url != reviewed)
    eve.at_the_table().sees_board(["A", *[""] * 8]).sees("#status", "Player B is to move")


def test_a_match_that_nobody_has_solved_shows_what_a_search_believes(ann: Person) -> None:
    ann.begin("quad", "explore", options="size=6,block=3")
    share = re.compile(r"~ (likely|open|unlikely), \d\d%")
    ann.counts("#truths li", 36).sees("#truths", share).sees("#truths", "This is not solved").sees(
        "#truths", "✓ looks best"
    )
    ann.sees("#analysis", "Show what is believed")
    expect(ann.cell(0).locator(".note")).to_have_attribute("data-text", re.compile(r"^\d\d%$"))
    expect(ann.cell(0)).to_have_class(re.compile(r"\b(likely|open|unlikely)\b"))
    ann.push("#hint").sees("#hinted", re.compile(r"This is not solved. A search believes: .*\d\d%"))
    ann.begin("quad", "here", options="size=6,block=3")
    for move in ("A1", "B2", "C3"):
        ann.waits_for_turn().type_move(move).sees("#moves", move)
    ann.type("Escape").push("Resign", "#sure-yes").sees("#review-says", "a search believes or proves this")
    ann.sees("#step-text", re.compile(r"After it: (likely|open).*\d\d%")).sees("#chart", "better for Player 1")
    ann.sees("#turning", "None that is known.")
    pieces = ann.at("[role=gridcell] .piece:not(:empty)")
    expect(pieces).to_have_text(["X", "O", "X"])
    ann.push("One move back")
    expect(pieces).to_have_text(["X", "O"])
    ann.sees("#step-text", "2. Player 2: B2.")
    ann.at("#moves button").first.click()
    expect(pieces).to_have_text(["X"])
    link = ann.page.url
    assert link.endswith("#move-1")
    ann.visit("/").visit(link).sees("#step-text", "1. Player 1: A1.")


def test_a_match_is_looked_back_on_while_it_is_played(ann: Person, bob: Person) -> None:
    ann.begin("quad", name="Ann", options="size=6,block=3")  # nobody has solved that
    bob.follow(ann.invitation)
    for mover, square in ((ann, 0), (bob, 35), (ann, 1)):
        mover.waits_for_turn().click((square,))
    ann.made(3)

    # With the arrow keys, right after a move by hand; nothing can be played there.
    ann.type("ArrowLeft").sees("#status", "Looking back at move 2 of 3").sees_board(_with(A1="X", F6="O"))
    ann.type("Home").sees("#status", "Looking back at the start").sees_board(_with())
    ann.cell(8).click()
    ann.type("b", "Enter").sees("#problem", "You are looking back. Go back to now to play.").sees_board(_with())

    # A move that is made meanwhile is told, and takes nobody away from where they look.
    bob.waits_for_turn().click((34,))
    ann.sees("#status", "Looking back at the start – there is a new move").sees_board(_with())
    ann.moves.nth(0).get_by_role("button").click()
    ann.sees("#status", "Looking back at move 1 of 4").sees_board(_with(A1="X"))

    # By the address, on a page that has not seen those positions.
    ann.page.reload()
    ann.sees("#status", "Looking back at move 1 of 4").sees_board(_with(A1="X"))
    ann.expects("#match").to_have_attribute("data-phase", "back")
    ann.push("Back to now").sees_board(_with(A1="X", B1="X", F6="O", E6="O")).waits_for_turn()
    assert "#" not in ann.page.url

    # From any step, at once: no other page lies between.
    before = bob.push("#to-start", "#on").match
    bob.push("Play on from here").page.wait_for_url(re.compile(f"/m/(?!{before})"))
    bob.at_the_table().sees_board(_with(A1="X")).sees("#status", "Player 2 is to move")
    bob.sees("#game", "size=6,block=3").sees("#truths", "This is not solved")


def test_the_clock_runs_out(ann: Person) -> None:
    ann.visit("/?game=quad&opponent=here").push("#more summary")
    ann.at("#seconds").fill("10")
    ann.push("#start").sees("#clock-first", re.compile(r"[1-9]")).sees("#status", "ran out of time")
