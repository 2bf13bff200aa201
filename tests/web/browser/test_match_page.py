"""The page of a match by ear, by keyboard, in forced colours, on small screens, and at the end."""

import re
from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import expect

from squarely import Game, Match
from squarely.core.match.tabletop import Tabletop
from squarely.core.rules import registry
from tests.web.browser.lines import shortest
from tests.web.browser.people import PATIENCE, Person

_GRID = "538/291/647 1 0-0"
_LONG = ("W" * 32, "Bartholomew Montgomery")
_ABOUT_TO_WIN = "XX../X.O./..O./O... X"


def _find_open(game: Game) -> Match:
    """A match that goes on after ten moves, none of them a pass."""
    for seed in range(1000):
        random, match = Random(seed), Match.of(game)
        while not match.outcome and len(match.moves) < 10:
            match = match.play(random.choice(match.legal_moves))
        if not match.outcome and "pass" not in map(str, match.moves):
            return match
    raise AssertionError("there is none")


def _focused(ann: Person) -> str:
    return str(ann.page.evaluate("document.activeElement.textContent"))


def test_numbers_can_be_followed_by_ear(person: Callable[..., Person]) -> None:
    ann = person()
    ann.begin("numbers", "here", name="Ann", position=_GRID)
    ann.sees("#announced", "Capture Squares: Ann against Player 2.")
    ann.sees("#announced", "Press b to go to the board")
    ann.click((4,))
    ann.sees("#announced", "Ann took 9, 3, 2, 1 and 4: 19 points. Ann has 19 points, Player 2 has 0 points.")
    expect(ann.cell(1)).to_have_attribute("aria-label", "(1,2), empty, captured by Ann: 3, last move")
    expect(ann.moves.nth(0)).to_contain_text("9 +3 +2 +1 +4 = 19")
    expect(ann.moves.nth(0).get_by_role("button")).to_have_attribute("title", "2 2")
    # The colour of the player stays under that of the last move.
    colours = list[str]()
    for square in (4, 0):
        ann.click((square,))
        expect(ann.cell(square)).to_have_class(re.compile(r"\blast\b"))
        colours.append(ann.cell(square).evaluate("(cell) => getComputedStyle(cell).backgroundColor"))
    assert colours[0] != colours[1]


@pytest.mark.parametrize(("width", "height"), [(360, 740), (844, 390), (1366, 768)])
@pytest.mark.parametrize("name", _LONG)
def test_a_long_name_breaks_nothing(person: Callable[..., Person], name: str, width: int, height: int) -> None:
    ann = person(width=width, height=height)
    ann.begin("center", "link", name=name)
    assert ann.page.locator("main").evaluate("(main) => main.scrollWidth") <= width
    for part in (".player.you", ".player.you .notes", "#status"):
        wide, inside, across = ann.page.locator(part).evaluate(
            "(each) => [each.scrollWidth, each.clientWidth || each.offsetWidth, each.getBoundingClientRect().width]"
        )
        assert wide <= inside + 1, part
        assert across > 40, part
    ann.sees(".player.you .notes", "you, 4 tokens in hand")


def test_marks_and_idle_buttons_are_seen_in_forced_colours(person: Callable[..., Person]) -> None:
    ann = person(forced_colors="active")
    ann.begin("quad", "level:1", name="Ann", position=_ABOUT_TO_WIN)
    ann.click((5,))
    ann.sees("#status", "You won")
    for mark in ("#player-first .side-mark", "#player-second .side-mark", "#status .side-mark"):
        width, colour, behind = ann.page.locator(mark).evaluate(
            "(mark) => [getComputedStyle(mark).borderTopWidth, getComputedStyle(mark).borderTopColor,"
            " getComputedStyle(document.body).backgroundColor]"
        )
        assert width == "2px", mark
        assert colour != behind, mark
    idle, active = (
        ann.page.locator(f"#{step}").evaluate("(button) => getComputedStyle(button).color") for step in ("on", "back")
    )
    assert idle != active


def test_after_the_end_the_keyboard_finds_the_rematch_first_and_the_next_level_is_offered(
    person: Callable[..., Person],
) -> None:
    ann = person()
    ann.begin("quad", "level:4", name="Ann", position=_ABOUT_TO_WIN)
    ann.page.keyboard.press("b")
    ann.press((5,), 4)
    ann.sees("#status", "You won")
    expect(ann.page.locator("#status")).to_be_focused()
    ann.page.keyboard.press("Tab")
    assert _focused(ann) == "Rematch"
    ann.sees("#next-says", "Level 5 (solid) is waiting.")
    expect(ann.page.get_by_role("link", name="Another game")).to_have_attribute("href", "/")
    ann.page.get_by_role("button", name="Play level 5").click()
    ann.sees("#player-second", "Level 5")


def test_the_score_of_a_sitting_is_kept_over_rematches_and_a_second_loss_offers_an_easier_level(
    person: Callable[..., Person],
) -> None:
    ann = person()
    ann.begin("quad", "level:4", name="Ann")
    for times in range(2):
        ann.page.get_by_role("button", name="Resign").click()
        ann.page.locator("#sure-yes").click()
        ann.sees("#status", "You lost")
        if not times:
            expect(ann.page.get_by_role("button", name="Play level 3")).to_be_hidden()
            ann.page.get_by_role("button", name="Rematch").click()
            ann.page.wait_for_url(re.compile(rf"/m/(?!{ann.match})"))
            ann.at_the_table()
    ann.sees("#score", "You 0 : 2 Level 4.")
    ann.sees("#next-says", "Level 3 (relaxed) may be more fun.")
    expect(ann.page.get_by_role("button", name="Play level 3")).to_be_visible()


def test_a_closed_goal_counts_down_and_looks_and_is_called_different_once_it_is_open(
    person: Callable[..., Person],
) -> None:
    game = registry.load("showdown", "mended")
    ann, match, table = person(), _find_open(game), Tabletop(game)
    (goal,) = game.words.places()
    ann.begin("showdown", "here", options="mended")
    for left in range(10, -1, -1):
        named = re.compile(rf"goal, closed for {left} more moves?,") if left else re.compile("goal, empty")
        expect(ann.cell(goal)).to_have_attribute("aria-label", named)
        expect(ann.cell(goal)).to_have_class(re.compile(r"\bclosed\b" if left else r"^((?!closed).)*$"))
        ann.sees("#goal", "which opens after 10 moves" if left else "which is open now")
        if left:
            ann.click(table.touched_squares(match.positions[10 - left], match.moves[10 - left]))
    ann.page.reload()
    ann.page.locator("#back").click()  # an earlier position, told by the server
    expect(ann.cell(goal)).to_have_attribute("aria-label", re.compile("closed for 1 more move,"))


def test_a_hint_is_seen_on_a_square_that_shows_its_worth(person: Callable[..., Person]) -> None:
    ann = person()
    ann.begin("numbers", "level:4", position=_GRID)
    ann.page.locator("#truth").click()
    expect(ann.page.locator(".cell.best").first).to_be_visible(timeout=PATIENCE)
    for _ in range(3):
        ann.page.locator("#hint").click()
        expect(ann.page.locator("#hint")).to_be_enabled()
    ring, accent = ann.page.locator(".cell.best.lit").first.evaluate(
        """(cell) => {
          const probe = Object.assign(document.createElement("p"), { style: "color: var(--accent)" });
          cell.append(probe);
          const colours = [getComputedStyle(cell).boxShadow, getComputedStyle(probe).color];
          probe.remove();
          return colours;
        }"""
    )
    assert accent in ring


def test_the_keyboard_follows_the_one_token_which_has_a_name(person: Callable[..., Person]) -> None:
    ann = person()
    ann.begin("showdown", "here")
    expect(ann.cell(0)).to_have_attribute("aria-label", re.compile(r"^\(1,1\), the token,"))
    ann.press((1,), 5)
    expect(ann.cell(1)).to_be_focused()
    ann.sees("#announced", "Player 1 moved from (1,1) to (1,2).")
    ann.begin("showdown", "level:1")
    ann.press((1,), 5)
    ann.waits_for_turn()
    expect(ann.moves).to_have_count(2)
    expect(ann.page.locator(".cell.shared-token")).to_be_focused()


def test_exploring_shows_the_truth_and_nobody_resigns(person: Callable[..., Person]) -> None:
    ann = person()
    ann.begin("quad", "explore")
    expect(ann.page.locator("#truths li").first).to_be_visible(timeout=PATIENCE)
    expect(ann.page.get_by_role("button", name="Resign")).to_be_hidden()
    expect(ann.page.get_by_role("button", name="Take back")).to_be_visible()


def test_an_empty_move_takes_back_what_was_wrong_with_the_one_before(person: Callable[..., Person]) -> None:
    ann = person()
    ann.begin("quad", "here")
    ann.type_move("Z9")
    ann.sees("#problem", "Z9 is off the grid")
    ann.type_move("")
    expect(ann.page.locator("#problem")).to_be_empty()


def test_a_long_move_stays_beside_its_number_and_holdings_on_their_line(person: Callable[..., Person]) -> None:
    ann = person(width=360, height=740)
    ann.begin("quad", "here", position="XXOO/OOXX/XXOO/OOXX X")
    ann.click((0, 2))
    expect(ann.moves).to_have_count(1)
    box = ann.moves.nth(0).bounding_box()
    assert box is not None
    assert box["height"] < 40
    bob = person(width=1366, height=768)
    bob.begin("center", "here", name="Ann", other_name="Bob")
    for played in shortest("center"):
        bob.waits_for_turn()
        bob.click(played.squares)
    bob.sees("#status", "won")
    for side in ("first", "second"):
        assert bob.page.locator(f"#player-{side}").evaluate("(card) => card.offsetHeight") < 70


def test_what_glows_ends_at_the_frame_and_the_list_of_moves_at_its_last_move(person: Callable[..., Person]) -> None:
    ann = person(width=1366, height=768)
    ann.begin("quad", "level:4", name="Ann")
    assert ann.page.locator(".board .grid").evaluate("(grid) => getComputedStyle(grid).overflow") == "clip"
    assert ann.page.locator(".made").evaluate("(made) => made.offsetHeight") < 90
    ann.page.locator("#truth").click()
    expect(ann.page.locator("#truths li").first).to_be_visible(timeout=PATIENCE)
    height, row = (ann.page.locator(each).first.evaluate("(e) => e.clientHeight") for each in ("#truths", "#truths li"))
    assert height > 7 * row
    tools = ann.page.locator(".tools").get_by_role("button")
    names = [each.get_attribute("aria-label") for each in tools.all()]
    assert names == ["Sound and notifications", "Play on another device", "Keys (?)"]
    assert ann.page.locator("#typing summary").get_attribute("aria-label") == "Type a move"
