"""Games from outside in the browser: declared, played by click, key and button, reviewed, and while they are written.

With several turns in a row, no squares at all, boards that are not square: the page knows no game.
"""

import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from squarely import Match
from squarely.core.match.tabletop import Tabletop
from tests.authoring.packages import write_new
from tests.games.classics import classic, declare
from tests.games.outside_games import FOLDER
from tests.terminal.driving import Desk, read_until
from tests.web.browser.people import Person
from tests.web.serving import Served


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server on a machine where the classics and the games of `tests/games/outside` are declared."""
    folder = tmp_path_factory.mktemp("served")
    (about := folder / "outside-1.0.dist-info").mkdir()
    named = [f"{name} = squarely_{name}" for name in ("hop", "drop", "heap")]
    (about / "entry_points.txt").write_text("\n".join(["[squarely.games]", *named, ""]), encoding="utf-8")
    (about / "METADATA").write_text("Name: outside\nVersion: 1.0\n", encoding="utf-8")
    found = os.pathsep.join([declare(folder / "installed"), str(folder), str(FOLDER)])
    with Served(folder, PYTHONPATH=found) as server:
        yield server.url


def click_through(ann: Person, name: str, options: str, words: Sequence[str]) -> None:
    """Play these moves by clicking the squares that they touch, and see each on the board."""
    match = Match.of(classic(name, options))
    table = Tabletop(match.game)
    ann.begin(name, "here", options=options)
    for said in words:
        move = next(each for each in match.legal_moves if str(each) == said)
        ann.waits_for_turn().click(table.touched_squares(match.position, move))
        match = match.play(said)
        ann.sees_board([square.text for square in table.squares(match.position)])


def test_it_has_a_page_and_the_computer_plays_it_and_the_truth_is_known(ann: Person) -> None:
    ann.begin("hop", "level:1", options="size=3").waits_for_turn().push("#truth").shows("#truths li")
    ann.visit("/games/hop").sees("main", "Be the first to bring a piece to the far row.")


def test_a_position_that_fits_no_board_is_shown_as_its_game_draws_it(ann: Person) -> None:
    ann.visit("/?game=heap&opponent=here").expects("#start").to_be_enabled()
    ann.hides("#rules-row")  # there is one rule set
    ann.begin("heap", "here").push("Play take 2").sees("#board", "ooooooooo")
    ann.sees("#board", "There are no squares to touch here")
    ann.page.reload()
    ann.waits_for_turn()
    for left in (6, 3):
        ann.push("Play take 3").sees("#board", re.compile(rf"(?<!o)o{{{left}}}(?!o)")).waits_for_turn()
    ann.type_move("take 3").sees("#status", "took the last stone").shows("#chart-here svg")
    ann.type("Home").sees("#board", "ooooooooooo")  # eleven, as it was at the start
    ann.visit("/games/nim")
    ann.expects("#picture .drawing").to_have_text(re.compile(r"\n.*\n"))


def test_a_side_moves_again_and_its_boxes_are_seen(ann: Person) -> None:
    click_through(ann, "boxes", "height=1,width=2", ["A2", "B1", "C2", "B3"])
    ann.sees("#status", "Bob is to move again").hears(6, "B2, empty, captured by Bob: B")
    for square in (3, 9, 13):  # Bob D1, Ann E2, and Bob closes the other box, too
        ann.waits_for_turn().click((square,))
    ann.sees("#status", "the boxes are 0 to 2").hears(8, "D2, empty, captured by Bob: B")
    ann.type("Home").hears(6, "B2, empty")


def test_a_pass_is_a_button_where_there_is_no_other_move(ann: Person) -> None:
    ann.begin("snatchers", "here", options="burnt=yes,size=3,reach=1,stuck=passes", position="#../#2./1## 1")
    ann.sees("#choices-say", "From (1,3) your token cannot move: please pass. There is no other move.")
    expect(ann.cell(0)).to_have_class("cell nobody mark long")


def test_a_piece_that_may_go_or_leave_waits_for_the_second_click(ann: Person) -> None:
    """On a board that is not square as well: what touches one square is a button while more could be chosen."""
    click_through(ann, "dodgem", "", ["A2 B2", "B3 A3", "B2 C2", "A3 A2"])
    ann.waits_for_turn().click((0, 5))  # another car instead, which may also leave
    expect(ann.cell(5)).to_have_attribute("aria-selected", "true")
    ann.push("Play leave C2").sees("#status", "Red is to move")
    click_through(ann, "connect_four", "columns=5", ["E4", "E3", "A4"])


@pytest.fixture
def tried(desk: Desk) -> Iterator[tuple[Path, str]]:
    """The rules of a new game that is being tried with `squarely try --browser`, and the address of its page."""
    folder = write_new(desk.here)
    trying = desk.started("try", "corners", "--browser", "--port", "0")
    try:
        told = read_until(trying, rb"http://127.0.0.1:\d+\n")
        yield folder / "squarely_corners" / "rules.py", re.findall(rb"http://\S+", told)[0].decode()
    finally:
        trying.terminate()
        trying.communicate()


def test_an_open_page_follows_what_is_saved(browser: Browser, tried: tuple[Path, str]) -> None:
    rules, address = tried
    written = rules.read_text(encoding="utf-8")
    ann = Person(browser, address, service_workers="allow")  # which must not keep the page before
    with ann.page.expect_response("**/api/tried"):  # from now on it would notice other rules
        ann.begin_at_home("corners", "here")
    first = ann.page.get_by_role("gridcell").first
    first.click()
    expect(first).to_contain_text("B")
    rules.write_text(written.replace("== ONGOING:", "== ONGOING"), encoding="utf-8")
    ann.sees("#tried-trouble", "(rules.py, line").sees("main", "Black")
    rules.write_text(written.replace('"Corners"', '"Edges"'), encoding="utf-8")
    expect(ann.page).to_have_title(re.compile("Edges"))
    ann.hides("#tried-trouble")
    expect(first).to_contain_text("B")
    ann.context.close()
