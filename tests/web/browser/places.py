"""The places of the site that somebody can come to, and the shortest match of each game: what is played to an end."""

from collections.abc import Callable
from typing import NamedTuple

import squarely
from squarely.core.match.tabletop import Tabletop
from tests.web.browser.people import Person

_SHORTEST = {
    "center": "place 0 1, place 0 0, move 0 1 1 1",
    "numbers": "3 3, 3 1, 2 2, 1 3, 1 1",
    "quad": "B2, D4, C2, D1, B3, A4, C3",
    "showdown": "down, down, right, right",
    "snatchers": "up 2, up 2, right 2, left 2",
}


class Played(NamedTuple):
    """One move of a match: who makes it, the squares to touch, how it is written and told, and the board after it."""

    side: int
    squares: tuple[int, ...]
    words: str
    note: str
    told: str
    board: list[str]


def shortest(name: str) -> list[Played]:
    game = squarely.load(name)
    table, position = Tabletop(game), game.start()
    moves: list[Played] = []
    for words in _SHORTEST[name].split(", "):
        move = next(each for each in game.named_moves(position) if str(each) == words)
        said = words, game.words.note(position, move), game.words.tell_move(position, move)
        side, squares = position.mover, table.touched_squares(position, move)
        position = game.play(position, move)
        moves.append(Played(side, squares, *said, [square.text for square in table.squares(position)]))
    assert game.result(position)
    return moves


RESULT = {
    **{"key": "one", "day": "2026-11-16", "game": "center", "rules": "", "opponent": "level:4", "side": "first"},
    **{"result": "won", "moves": 7, "levels": []},
}


def _at(path: str, selector: str) -> Callable[[Person], object]:
    """A page that is there once this is seen."""
    return lambda visitor: visitor.visit(path).shows(selector)


def _me(visitor: Person) -> None:
    visitor.store("results", [RESULT]).visit("/me").counts("#rows tr", 1)


def _match(visitor: Person) -> None:
    visitor.begin("center", "perfect", name="Ann").click((1,)).waits_for_turn().push("#truth").shows("#truths li")


def _sudden_death(visitor: Person) -> None:
    visitor.begin("quad", "here", position="XXOO/OOXX/XXOO/OXX. O").click((15,)).sees("#news", "Sudden Death")


def _review(visitor: Person) -> None:
    visitor.begin("snatchers", "here", name="Ann")
    for played in shortest("snatchers"):
        visitor.waits_for_turn().click(played.squares).sees_board(played.board)
    visitor.shows("#chart-here svg")


def _missing(visitor: Person) -> None:
    visitor.visit("/nowhere")
    visitor.errors.clear()  # a browser notes that there is nothing


_WAYS: dict[str, Callable[[Person], object]] = {
    "home": _at("/", ".play"),
    "setup": _at("/?game=quad&options=size=3", "#start:enabled"),
    "me": _me,
    "invitation": lambda visitor: visitor.begin("quad", name="Ann"),
    "match": _match,
    "sudden-death": _sudden_death,
    "review": _review,
    "puzzle": _at("/puzzles?game=quad", "[role=gridcell]"),
    "atlas": _at("/atlas/snatchers", "[role=option]"),
    "atlas-folded": _at("/atlas/center", "[role=option]"),
    "game": _at("/games/showdown", ".verdicts"),
    "missing": _missing,
}
PLACES = tuple(_WAYS)


def go(visitor: Person, place: str) -> None:
    _WAYS[place](visitor)
    visitor.page.wait_for_load_state("networkidle")
