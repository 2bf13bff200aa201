"""Misère, a limit of turns, double moves, a forbidden first move and an opening: each in every position of small games.

Held against plain games of which a table is kept: how many moves were made, and whose turn that makes it.
"""

from itertools import product
from operator import ne
from random import Random
from typing import Any, NamedTuple

import pytest

from squarely import BadOption, Game, Side
from squarely.core.rules import registry
from squarely.core.rules.compose import list_variations, widen
from squarely.testing import LAWS, find_reachable
from tests.core.variations.small_games import OTHER, PlainSquares, PlainSteps, PlainTicTacToe, Steps, TicTacToe

NAMES = {Side.FIRST: "first", Side.SECOND: "second", None: "tie"}


class Table(NamedTuple):
    """A board, how many moves were made, and who made the last one."""

    board: Any
    made: int
    last: str


class Twin:
    """The plain game under options."""

    def __init__(self, plain: Any, options: dict[str, Any], forbidden: set[str]) -> None:
        self.plain, self.forbidden = plain, forbidden
        self.misere, self.double = options.get("misere") == "yes", options.get("double_moves") == "yes"
        self.limit, opening = options.get("turn_limit", 0), options.get("opening", "none")
        self.start = Table(plain.start, 0, "second")
        for text in [] if opening == "none" else opening.replace("_", " ").split("+"):
            self.start = self.moves(self.start)[text]

    def mover(self, table: Table) -> str:
        """One, then two each; or one each."""
        turn = (table.made + 1) // 2 if self.double else table.made
        return ("first", "second")[turn % 2]

    def winner(self, table: Table) -> str:
        """What the last move has brought; then the limit; then whether whoever moves again can."""
        won = str(self.plain.winner(table.board, OTHER[table.last]))
        if not won and self.limit and table.made >= self.limit:
            return "tie"
        won = won or self.plain.winner(table.board, self.mover(table))
        return OTHER[won] if self.misere and won in OTHER else won

    def moves(self, table: Table) -> dict[str, Table]:
        mover = self.mover(table)
        every = {} if self.winner(table) else self.plain.moves(table.board, mover)
        banned = self.forbidden if table.made == 0 else set()
        return {text: Table(board, table.made + 1, mover) for text, board in every.items() if text not in banned}

    def write(self, table: Table) -> str:
        turns = [str(table.made)] if self.limit else []
        doubled = [str((table.made + 1) % 2 + 1 if table.made else 0)] if self.double else []
        return " ".join([self.plain.write(table.board, self.mover(table)), *turns, *doubled])


def walk_both(game: Game, twin: Twin) -> int:
    """Go through every position, and find the same at every one of them."""
    todo, seen = [(game.start(), twin.start)], {game.start()}
    for position, table in todo:  # grows while it is read
        line = twin.write(table)
        assert game.write_position(position) == line
        assert game.read_position(line) == position
        outcome = game.result(position)
        assert (NAMES[outcome.winner] if outcome else "") == twin.winner(table), line
        moves, plain = game.named_moves(position), twin.moves(table)
        assert [str(move) for move in moves] == list(plain), line
        for move in moves:
            after = game.play(position, move)
            if after not in seen:
                seen.add(after)
                todo.append((after, plain[str(move)]))
    return len(seen)


CENTRE, CORNERS, SIDES = {"B2"}, {"A1", "C1", "A3", "C3"}, {"B1", "A2", "C2", "B3"}
GAMES: dict[str, tuple[Game, Any, dict[str, set[str]], list[str]]] = {
    "tictactoe": (
        TicTacToe(),
        PlainTicTacToe(),
        {"none": set(), "B2": CENTRE, "c3": CORNERS, "A2": SIDES},
        ["A1", "B2+C3+A1"],
    ),
    "quad": (
        registry.load("quad", "size=3,sudden_death=none"),
        PlainSquares(),
        {"none": set(), "B2": CENTRE, "A1": CORNERS, "C2": SIDES},
        ["C1", "B2+A1"],
    ),
    "steps": (Steps(), PlainSteps(), {"none": set(), "step_2": {"step 2"}}, ["step_1", "step_2+step_2"]),
}


@pytest.mark.parametrize("name", GAMES)
def test_each_alone_and_all_together_are_what_the_plain_twin_says(name: str) -> None:
    game, plain, forbidden, openings = GAMES[name]
    names = ("misere", "turn_limit", "double_moves", "forbidden_first", "opening")
    every = [*product(("no", "yes"), (0, 1, 5), ("no", "yes"), forbidden, ("none", *openings))]
    alone = [each for each in every if sum(map(ne, each, every[0])) < 2]
    sizes, refused = set(), 0
    for settings in [*alone, *Random(7).sample(every, 24)]:
        given = dict(zip(names, settings, strict=True))
        try:
            varied = game.with_options(**given)
        except BadOption:
            refused += 1
            assert given["opening"] != "none", "only an opening can be too long, or begin with what is forbidden"
            continue
        sizes.add(walk_both(varied, Twin(plain, given, forbidden[str(given["forbidden_first"])])))
    assert len(sizes) > 7
    assert refused


@pytest.mark.parametrize("name", GAMES)
def test_every_law_holds(name: str) -> None:
    game, _, forbidden, openings = GAMES[name]
    for given in (
        {"misere": "yes"},
        {"turn_limit": 4},
        {"double_moves": "yes"},
        {"forbidden_first": [*forbidden][-1]},
        {"opening": openings[-1]},
        {"misere": "yes", "turn_limit": 6, "double_moves": "yes", "opening": openings[0], "pie": "yes"},
    ):
        varied = game.with_options(**given)
        positions = find_reachable(varied)
        for law, position in product(LAWS, positions[:: len(positions) // 60 + 1]):
            law(varied, position)


@pytest.mark.parametrize("name", GAMES)
def test_a_game_that_carries_all_of_them_and_has_none_in_force_is_the_same_game(name: str) -> None:
    """As the lab compiles one for a whole sweep."""
    game, _, _, openings = GAMES[name]
    for given in (
        {},
        {"misere": "yes"},
        {"turn_limit": 3},
        {"double_moves": "yes", "pie": "yes"},
        {"opening": openings[0]},
    ):
        narrow = game.with_options(**given)
        wide = widen(narrow, list_variations(game.printed))
        assert wide == narrow
        todo, seen = [(narrow.start(), wide.start())], {narrow.start()}
        for one, other in todo:  # grows while it is read
            assert one._asdict() == {name: value for name, value in other._asdict().items() if name in one._fields}
            assert narrow.outcome(one) == wide.outcome(other)
            assert [*narrow.legal_moves(one)] == [*wide.legal_moves(other)]
            for move in narrow.legal_moves(one):
                after = narrow.play(one, move)
                if after not in seen:
                    seen.add(after)
                    todo.append((after, wide.play(other, move)))


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ("forbidden_first=D4", "D4 makes no game: D4 is off the grid. Cells go from A1 to C3."),
        ("forbidden_first=A1+B2", "forbidden_first=A1+B2 makes no game: it is one move"),
        ("opening=A1+A1", "A1+A1 makes no game: A1 is not one legal move there"),
        ("opening=what", "what makes no game: 'what' is not a move. Please enter a cell such as A1 or C3."),
        ("opening=A1+C3+B1+C1+A2+A3+B2", "opening=A1+C3+B1+C1+A2+A3+B2 makes no game: it is over then"),
        ("opening=A1,forbidden_first=C3", "A1 makes no game: A1 is not one legal move there"),
        ("opening=A1+B2,turn_limit=2", "opening=A1+B2 makes no game: it is over then"),
        ("opening=A;B", "opening=A;B is not possible: opening is none or moves, joined by + and with _ for spaces"),
        ("turn_limit=201", "turn_limit=201 is not possible: turn_limit is a whole number from 0 to 200"),
    ],
)
def test_what_makes_no_game_is_refused_in_words(options: str, why: str) -> None:
    with pytest.raises(BadOption) as refused:
        registry.load("quad", f"size=3,{options}")
    assert str(refused.value).startswith(why)


def test_a_dealt_game_begins_with_no_move_of_everybody() -> None:
    for option in ("opening", "forbidden_first"):
        with pytest.raises(BadOption, match="the start is dealt, and it may not be legal there"):
            registry.load("numbers", {option: "2_2"})


def test_where_every_first_move_is_the_same_none_can_be_forbidden() -> None:
    with pytest.raises(BadOption, match="forbidden_first=down makes no game: there is no other move"):
        registry.load("showdown", "forbidden_first=down")


def test_turns_that_another_rule_counts_cannot_be_doubled() -> None:
    with pytest.raises(
        BadOption, match="double_moves=yes makes no game here: another rule counts on turns that alternate"
    ):
        registry.load("snatchers", "burnt=yes,double_moves=yes")


def test_what_is_forbidden_is_forbidden_under_the_symmetries_that_leave_the_start_as_it_is() -> None:
    """A token that begins in a corner: the other corners are no starts, and nothing is forbidden there."""
    plain, game = registry.load("snatchers"), registry.load("snatchers", "forbidden_first=up_2")
    legal = {str(move) for move in game.named_moves(game.start())}
    assert legal < {str(move) for move in plain.named_moves(plain.start())}
    assert "up 2" not in legal
    for number in range(len(game.symmetries.squares)):
        assert game.transform(game.start(), number) == game.start()
