"""Misère, a limit of turns, double moves, a forbidden first move, an opening and komi, in positions of small games.

Held against plain games of which a table is kept: how many moves were made, and whose turn that makes it.
"""

from itertools import product
from operator import ne
from random import Random
from typing import Any, NamedTuple

import pytest

from squarely import BadOption, Game, Match, Side
from squarely.core.rules import registry
from squarely.core.rules.compose import list_variations, widen
from squarely.testing import LAWS, find_reachable
from tests.boards import legal, played, refusal
from tests.core.variations.small_games import (
    NAMES,
    OTHER,
    Coins,
    PlainSquares,
    PlainSteps,
    PlainTicTacToe,
    Steps,
    walk_beside,
)
from tests.games.classics import classic
from tests.thorough import many


class Table(NamedTuple):
    """A board, how many moves were made, and who made the last one."""

    board: Any
    made: int
    last: str


class Twin:
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


CENTRE, CORNERS, SIDES = {"B2"}, {"A1", "C1", "A3", "C3"}, {"B1", "A2", "C2", "B3"}
FORBIDDEN = {"none": set[str](), "B2": CENTRE, "c3": CORNERS, "A2": SIDES}
SQUARES = registry.load("quad", "size=3,sudden_death=none")
GAMES: dict[str, tuple[Game, Any, dict[str, set[str]], list[str]]] = {
    "tictactoe": (classic("tictactoe"), PlainTicTacToe(), FORBIDDEN, ["A1", "B2+C3+A1"]),
    "quad": (SQUARES, PlainSquares(), FORBIDDEN, ["C1", "B2+A1"]),
    "steps": (Steps(), PlainSteps(), {"none": set(), "step_2": {"step 2"}}, ["step_1", "step_2+step_2"]),
}
every_game = pytest.mark.parametrize("name", [pytest.param("quad", marks=pytest.mark.soak), "tictactoe", "steps"])


@pytest.mark.slow
@pytest.mark.thorough
@every_game
def test_each_alone_and_all_together_are_what_the_plain_twin_says(name: str) -> None:
    game, plain, forbidden, openings = GAMES[name]
    names = ("misere", "turn_limit", "double_moves", "forbidden_first", "opening")
    every = [*product(("no", "yes"), (0, 1, 5), ("no", "yes"), forbidden, ("none", *openings))]
    alone = [each for each in every if sum(map(ne, each, every[0])) < 2]
    sizes, refused = set(), 0
    for settings in [*alone, *Random(7).sample(every, many(72 if name == "steps" else 12))]:
        given = dict(zip(names, settings, strict=True))
        try:
            varied = game.with_options(**given)
        except BadOption:
            refused += 1
            assert given["opening"] != "none", "only an opening can be too long, or begin with what is forbidden"
            continue
        twin = Twin(plain, given, forbidden[str(given["forbidden_first"])])
        walked = [*walk_beside(varied, twin.start, twin.moves, many(8_000))]
        for position, table in walked:
            line, outcome = twin.write(table), varied.result(position)
            assert varied.write_position(position) == line
            assert varied.read_position(line) == position
            assert (NAMES[outcome.winner] if outcome else "") == twin.winner(table), line
        sizes.add(len(walked))
    assert len(sizes) > 3
    assert refused


@pytest.mark.slow
def test_every_law_holds_in_games_of_bare_numbers() -> None:
    """For games with boards under such options, see the laws in tests/games."""
    together = {"misere": "yes", "turn_limit": 6, "double_moves": "yes", "opening": "step_1", "pie": "yes"}
    alone = [Steps(f"{name}={value}") for name, value in together.items()]
    for game in (*alone, Steps(together), Steps(forbidden_first="step_2"), Coins(komi=3)):
        positions = find_reachable(game)
        for law, position in product(LAWS, positions[:: len(positions) // 60 + 1]):
            law(game, position)


@pytest.mark.slow
@every_game
def test_a_game_that_carries_all_of_them_and_has_none_in_force_is_the_same_game(name: str) -> None:
    """As the lab compiles one for a whole sweep."""
    game, _, _, openings = GAMES[name]
    pie: dict[str, Any] = {"double_moves": "yes", "pie": "yes"}
    for given in ({}, {"misere": "yes"}, {"turn_limit": 3}, pie, {"opening": openings[0]}):
        narrow = game.with_options(**given)
        wide = widen(narrow, list_variations(game.printed))
        assert wide == narrow

        def follow(other: Any, wide: Game = wide) -> dict[str, Any]:
            return {str(move): wide.play(other, move) for move in wide.named_moves(other)}

        for one, other in walk_beside(narrow, wide.start(), follow, most=1_500):
            assert one._asdict() == {name: value for name, value in other._asdict().items() if name in one._fields}
            assert narrow.outcome(one) == wide.outcome(other)
            assert [*narrow.legal_moves(one)] == [*wide.legal_moves(other)]


def test_what_makes_no_game_is_refused_and_a_move_is_forbidden_where_symmetry_leaves_the_start_as_it_is() -> None:
    dealt = "the start is dealt, and it may not be legal there"
    for name, options, why in (
        ("quad", "forbidden_first=D4", "D4 makes no game: D4 is off the grid. Cells go from A1 to C3."),
        ("quad", "forbidden_first=A1+B2", "forbidden_first=A1+B2 makes no game: it is one move"),
        ("quad", "opening=A1+A1", "A1+A1 makes no game: A1 is not one legal move there"),
        ("quad", "opening=what", "what makes no game: 'what' is not a move. Please enter a cell such as A1 or C3."),
        ("quad", "opening=A1+C3+B1+C1+A2+A3+B2", "opening=A1+C3+B1+C1+A2+A3+B2 makes no game: it is over then"),
        ("quad", "opening=A1,forbidden_first=C3", "A1 makes no game: A1 is not one legal move there"),
        ("quad", "opening=A1+B2,turn_limit=2", "opening=A1+B2 makes no game: it is over then"),
        ("quad", "opening=A;B", "opening=A;B is not possible: opening is none or moves, joined by + and with _ for"),
        ("quad", "turn_limit=201", "turn_limit=201 is not possible: turn_limit is a whole number from 0 to 200"),
        ("numbers", "opening=2_2", dealt),
        ("numbers", "forbidden_first=2_2", dealt),
        ("showdown", "forbidden_first=down", "forbidden_first=down makes no game: there is no other move"),
        ("snatchers", "burnt=yes,double_moves=yes",
         "double_moves=yes makes no game here: another rule counts on turns that alternate"),
    ):  # fmt: skip
        assert why in refusal(BadOption, registry.load, name, f"size=3,{options}"), options
    # A token that begins in a corner: the other corners are no starts, and nothing is forbidden there.
    plain, game = registry.load("snatchers"), registry.load("snatchers", "forbidden_first=up_2")
    assert {*legal(Match.of(plain))} - {*legal(Match.of(game))} >= {"up 2"}
    assert legal(Match.of(game))
    for number in range(len(game.symmetries.squares)):
        assert game.transform(game.start(), number) == game.start()


# Komi: points for the second side at the end


def test_whoever_has_more_points_with_komi_wins() -> None:
    met = set()
    for plain, komi in product((registry.load("numbers", "size=2"), Coins()), (0, 1, 2, 7)):
        game = plain.with_options(komi=komi)

        def follow(usual: Any, plain: Game = plain) -> dict[str, Any]:
            return {str(move): plain.play(usual, move) for move in plain.named_moves(usual)}

        for position, usual in walk_beside(game, plain.start(), follow):
            points, scored, outcome = game.points(position), plain.points(usual), game.result(position)
            assert points == tuple(map(sum, zip(scored or (), (0, komi), strict=True)))
            assert (outcome is None) == (plain.result(usual) is None)
            if outcome:
                wins = "first" if points[0] > points[1] else "second" if points[0] < points[1] else "tie"
                assert NAMES[outcome.winner] == wins, (game, points)
                met.add((bool(komi), wins))
    assert len(met) == 6, "every end, with komi and without it"


def test_komi_goes_together_with_the_options_of_every_game_and_is_there_where_there_are_points() -> None:
    for misere, swapped in product(("no", "yes"), (False, True)):
        game = Coins(komi=3, misere=misere, pie="yes")
        match = played(Match.of(game), "3", *(["swap sides"] if swapped else []), "1", "2", "1", "1")
        assert game.points(match.position) == ((5, 6) if swapped else (6, 5))
        assert getattr(match.outcome, "winner", None) == Side(swapped == (misere == "no"))
    assert [option.name for option in Coins().declared][:2] == ["repetition", "komi"]
    assert "komi" not in Steps().settings
