"""Games from outside to the end, by clicks: with captures, with several turns in a row, and without any squares."""

import re
from collections.abc import Callable, Iterator, Sequence

import pytest
from playwright.sync_api import expect

from squarely import Match
from squarely.core.match.tabletop import Tabletop
from tests.games.classics import classic, declare
from tests.web.browser.people import Person
from tests.web.serving import Served


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server on a machine where the classics are installed."""
    folder = tmp_path_factory.mktemp("classics")
    with Served(folder, PYTHONPATH=declare(folder / "installed")) as server:
        yield server


def click_through(ann: Person, name: str, options: str, words: Sequence[str]) -> None:
    """Play these moves by clicking the squares that they touch, and see each on the board."""
    match = Match.of(classic(name, options))
    table = Tabletop(match.game)
    ann.begin(name, "here", options=options)
    for said in words:
        ann.waits_for_turn()
        move = next(each for each in match.legal_moves if str(each) == said)
        ann.click(table.touched_squares(match.position, move))
        match = match.play(said)
        ann.sees_board([square.text for square in table.squares(match.position)])


def test_a_capture_is_clicked_by_the_piece_and_its_target(person: Callable[..., Person]) -> None:
    ann = person()
    click_through(ann, "konane", "", ["A1", "A2", "C1 A1", "C2 A2", "B4 B2", "C4 C2"])
    ann.sees("#status", "White won")
    ann.sees("#status", "Black cannot jump")
    assert ann.errors == []


def test_a_side_moves_again_and_its_boxes_are_seen(person: Callable[..., Person]) -> None:
    ann = person()
    click_through(ann, "boxes", "height=1,width=2", ["A2", "B1", "C2", "B3"])
    ann.sees("#status", "Bob is to move again")
    expect(ann.cell(6)).to_have_attribute("aria-label", "B2, empty, captured by Bob: B")
    for square in (3, 9, 13):  # Bob D1, Ann E2, and Bob closes the other box, too
        ann.waits_for_turn()
        ann.cell(square).click()
    ann.sees("#status", "the boxes are 0 to 2")
    expect(ann.cell(8)).to_have_attribute("aria-label", "D2, empty, captured by Bob: B")
    ann.page.keyboard.press("Home")
    expect(ann.cell(6)).to_have_attribute("aria-label", "B2, empty")
    assert ann.errors == []


def test_a_game_without_squares_is_played_by_its_buttons(person: Callable[..., Person]) -> None:
    ann = person()
    ann.begin("nim", "here", options="heap_a=2,heap_b=1,heap_c=0")
    for words in ("A 1", "B 1", "A 1"):
        ann.waits_for_turn()
        ann.page.get_by_role("button", name=f"Play {words}").click()
    ann.sees("#status", "Ada took the last match")
    ann.begin("snatchers", "here", options="burnt=yes,size=3,reach=1,stuck=passes", position="%23../%232./1%23%23 1")
    ann.sees("#choices-say", "From (1,3) your token cannot move: please pass. There is no other move.")
    expect(ann.cell(0)).to_have_class("cell nobody mark long")
    ann.visit("/games/nim")
    expect(ann.page.locator("#picture .drawing")).to_have_text(re.compile(r"\n.*\n"))
    assert ann.errors == []


def test_a_piece_that_may_go_or_leave_waits_for_the_second_click(person: Callable[..., Person]) -> None:
    """On a board that is not square as well: what touches one square is a button while more could be chosen."""
    ann = person()
    click_through(ann, "dodgem", "", ["A2 B2", "B3 A3", "B2 C2", "A3 A2"])
    ann.waits_for_turn()
    ann.cell(0).click()
    ann.cell(5).click()  # another car instead, which may also leave
    expect(ann.cell(5)).to_have_attribute("aria-selected", "true")
    ann.page.get_by_role("button", name="Play leave C2").click()
    ann.sees("#status", "Red is to move")
    click_through(ann, "connect_four", "columns=5", ["E4", "E3", "A4"])
    assert ann.errors == []
