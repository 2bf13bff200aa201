"""The notation of a list of moves, and what a move did for a reader who does not see the board."""

from itertools import pairwise
from random import Random

import pytest

from squarely import Game, Match
from squarely.core.rules import registry
from squarely.core.rules.rulebook import write_goal
from tests.games.classics import FILES, classic
from tests.games.outside_games import FOLDER, load_class

OWN = [registry.load(name, options) for name in registry.names() for options in ("", "mended", "pie=yes")]
OUTSIDE = [load_class(file)() for file in sorted(FOLDER.glob("squarely_*.py"))]
CLASSICS = [classic(file.stem) for file in FILES]


@pytest.mark.parametrize("game", [*OWN, *OUTSIDE, *CLASSICS], ids=lambda game: f"{game.name} {game.options}".strip())
def test_the_legal_moves_of_a_position_differ_in_their_notes_and_in_what_is_told(game: Game) -> None:
    """Through three matches of random moves."""
    for seed in range(3):
        random, match = Random(seed), Match.of(game, game.start_for(seed))
        while not match.outcome and len(match.moves) < 30:
            for say in (game.words.note, game.words.tell_move):
                said = [say(match.position, int(move)) for move in match.legal_moves]
                assert len({*said}) == len(said), said
                assert all(text == text.strip() != "" and "\n" not in text for text in said)
            match = match.play(random.choice(match.legal_moves))


@pytest.mark.parametrize(
    ("name", "line", "move", "note", "told"),
    [
        ("numbers", "538/291/647 1 0-0", "2 2", "9 +3 +2 +1 +4 = 19", "took 9, 3, 2, 1 and 4: 19 points"),
        ("numbers", "538/291/647 1 0-0", "2 3", "1", "took 1: 1 point"),
        ("quad", "", "B2", "B2", "played B2"),
        ("quad", "XXOO/OOXX/XXOO/OOXX X", "swap A1 C1", "A1⇄C1", "played swap A1 C1"),
        ("center", "", "place 0 1", "(0,1)", "played place 0 1"),
        ("center", "A--/---/--B A", "move 0 0 0 1", "(0,0)→(0,1)", "moved from (0,0) to (0,1)"),
        ("showdown", "", "right", "→ (1,2)", "moved from (1,1) to (1,2)"),
        ("snatchers", "", "up 2", "↓ (1,3)", "moved from (1,1) to (1,3)"),  # up leads down the board for Player 1
    ],
)
def test_notes_of_the_five_games(name: str, line: str, move: str, note: str, told: str) -> None:
    game = registry.load(name)
    position = game.read_position(line) if line else game.start()
    (number,) = {*game.words.read_move(position, move)} & {*game.legal_moves(position)}
    assert (game.words.note(position, number), game.words.tell_move(position, number)) == (note, told)


def test_a_move_of_a_piece_that_names_only_where_it_stands_is_written_in_words() -> None:
    game = classic("dodgem")
    match = Match.of(game)
    for words in ("A2 B2", "B3 A3", "B2 C2", "A3 A2"):
        match = match.play(words)
    notes = {str(move): game.words.note(match.position, move) for move in match.legal_moves}
    assert notes["leave C2"] == "leave C2"
    assert notes["A1 B1"] == "A1→B1"


def test_a_sealed_goal_counts_down_and_the_goal_is_told_as_open_afterwards() -> None:
    game = registry.load("showdown", "mended")
    match = Match.of(game)
    closed: list[list[int]] = []
    while not (match.outcome or len(closed) == int(game.settings["sealed"]) + 1):
        closed.append([*game.words.closed_places(match.position).values()])
        goal = game.words.goal_now(match.position, write_goal(game))
        assert ("which opens after 10 moves" in goal) == bool(closed[-1]) == ("open now" not in goal)
        match = match.play(match.legal_moves[0])
    assert closed[0] == [10]
    assert all(now == [was[0] - 1] if was[0] > 1 else now == [] for was, now in pairwise(closed))
