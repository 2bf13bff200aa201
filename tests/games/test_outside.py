"""A game from outside the package: installed, found, played, recorded, resumed, shown, lawful and compiled.

`tests/games/outside` is such a package, one file and an entry point; nothing of ours knows it.
"""

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from squarely import Game, Match, Outcome, Side
from squarely.authoring.starters import step
from squarely.core.errors import BadPosition, IllegalMove, UnreadableMove
from squarely.games.quad import variations as quad_variations
from squarely.players.perfect import Perfect
from squarely.review.grading import grade_match
from squarely.solver.large import solve
from squarely.solver.oracle import Oracle
from squarely.solver.solution import SmallSolution
from squarely.testing import LAWS, find_reachable
from tests.compiled_play import LONGEST, lengths_of_same_play
from tests.games.outside_games import HOP, Hop
from tests.games.outside_games import HOP_FILE as FILE
from tests.solver import plain
from tests.solver.test_solution import as_verdict
from tests.strategies import games, matches
from tests.terminal.driving import Desk, Said

PAGE = Path(__file__).parents[2] / "docs" / "adding-a-game.md"


SMALL = Hop("size=3")


def at(drawn: str, mover: str, game: Game = HOP) -> Match:
    """A match that begins on a drawn board."""
    rows = "/".join(row.replace(" ", "") for row in drawn.strip().splitlines())
    return Match.of(game, game.read_position(f"{rows} {mover}"))


# Its rules


def test_it_is_short() -> None:
    assert len(FILE.read_text(encoding="utf-8").splitlines()) < 100


def test_laws_hold_in_every_position_of_the_small_board() -> None:
    positions = find_reachable(SMALL)
    assert len(positions) == 238
    for law in LAWS:
        for position in positions:
            law(SMALL, position)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_laws_hold_in_random_play(data: st.DataObject) -> None:
    game = data.draw(games(Hop))
    match = data.draw(matches(game))
    for law in LAWS:
        law(game, match.position)


def test_a_hop_onto_the_far_row_wins() -> None:
    match = Match.of(HOP).play("A4 A3").play("A1 A2").play("a3 a1")
    assert match.game.words.draw(match.position) == "  A B C D\n1 L D D D\n2 D . . .\n3 . . . .\n4 . L L L"
    assert match.outcome == Outcome(Side.FIRST, "Light reached the far row")


def test_steps_and_hops() -> None:
    board = """
    . . D D
    D D . .
    . L . .
    L L . L
    """
    assert [str(move) for move in at(board, "L").legal_moves] == [
        *("B3 B1", "B3 A3", "B3 C3"),
        *("A4 A3", "B4 C4"),
        *("D4 D3", "D4 C4"),
    ]


def test_whoever_cannot_move_loses() -> None:
    before = """
    . . D D
    . D L L
    D . L L
    . . . .
    """
    match = at(before, "D").play("A3 B3")
    assert HOP.write_position(match.position) == "..DD/.DLL/.DLL/.... L"
    assert match.outcome == Outcome(Side.SECOND, "Light cannot move")


def test_refusals_say_why() -> None:
    match = Match.of(HOP)
    for words, error, why in (
        ("A1 A2", IllegalMove, "A1 A2 is not allowed here. Please choose A4 A3, B4 B3, C4 C3 or D4 D3."),
        ("A4 B4", IllegalMove, "A4 B4 is not allowed here"),
        ("A4 Z9", IllegalMove, "Z9 is off the grid. Squares go from A1 to D4."),
        ("A4", UnreadableMove, "not a move"),
    ):
        with pytest.raises(error, match=why):
            match.play(words)
    for line, why in (
        ("DDDD/..../..../LLL. L", "each side has 4 pieces"),
        ("LDDD/D.../..../.LLL L", "has reached the far row"),
        ("DDDD/..../..../LLLL X", "side to move is L or D"),
    ):
        with pytest.raises(BadPosition, match=why):
            HOP.read_position(line)


def test_it_speaks_with_the_usual_words() -> None:
    match = Match.of(HOP)
    assert HOP.words.welcome(match).startswith("Welcome to Hop!\n")
    assert next(HOP.words.ask(match)) == "Light, enter your move (e.g., A4 A3): "


# Installed


def run(desk: Desk, installed: str, *args: str, typed: tuple[str, ...] = ()) -> Said:
    return desk.squarely(*args, typed=typed, PYTHONPATH=installed)


def test_it_is_not_there_before_it_is_installed(desk: Desk) -> None:
    said = desk.squarely("play", "hop")
    assert said.code == 2
    assert "there is no game 'hop'" in said.err


def test_it_is_listed(desk: Desk, installed: str) -> None:
    said = run(desk, installed, "games")
    assert said.code == 0
    assert "Be the first to bring a piece to the far row." in said.out
    listed = {game["game"]: game for game in json.loads(run(desk, installed, "games", "--json").out)}
    assert {"quad", "hop"} <= set(listed)
    assert listed["hop"]["start"] == "DDDD/..../..../LLLL L"


def test_its_rules_are_shown(desk: Desk, installed: str) -> None:
    said = run(desk, installed, "rules", "hop")
    assert said.code == 0
    assert "hop straight forward over one piece" in " ".join(said.out.split())
    assert "size" in said.out


def test_it_is_played_recorded_resumed_and_shown(desk: Desk, installed: str) -> None:
    begun = run(desk, installed, "play", "hop", "--save", "hop.match", typed=("A4 B4", "A4 A3"))
    assert begun.code == 1, "the input has ended while the match has not"
    assert "Welcome to Hop!" in begun.out
    assert "Light, enter your move (e.g., A4 A3): " in begun.out
    assert "A4 B4 is not allowed here. Please choose A4 A3, B4 B3, C4 C3 or D4 D3." in begun.out
    assert (desk.here / "hop.match").read_text().endswith("\n\n1. A4 A3\n*\n")

    ended = run(desk, installed, "resume", "hop.match", typed=("A1 A2", "A3 A1"))
    assert ended.code == 0, ended.err
    assert "Congratulations, Light! You have won the game: Light reached the far row." in ended.out
    kept = (desk.here / "hop.match").read_text()
    assert '[Game "hop"]' in kept
    assert '[Reason "Light reached the far row"]' in kept
    assert kept.endswith("\n\n1. A4 A3\n2. A1 A2\n3. A3 A1\n1-0\n")

    shown = run(desk, installed, "show", "hop.match")
    assert shown.code == 0
    assert "  A B C D\n1 L D D D\n2 D . . .\n3 . . . .\n4 . L L L\n" in shown.out


def test_it_is_played_by_the_computer_under_other_options(desk: Desk, installed: str) -> None:
    players = ("--first", "random", "--second", "random", "--seed", "3")
    said = run(desk, installed, "play", "hop", "-o", "size=3", "--save", "hop.match", *players)
    assert said.code == 0, said.err
    assert '[Options "size=3"]' in (desk.here / "hop.match").read_text()


def test_its_record_is_refused_in_words_where_it_is_not_installed(desk: Desk, installed: str) -> None:
    run(desk, installed, "play", "hop", "--save", "hop.match", typed=("A4 A3",))
    said = desk.squarely("show", "hop.match")
    assert said.code == 2
    assert "line 1: there is no game 'hop'" in said.err


def test_it_runs_compiled(installed: str) -> None:
    lengths = lengths_of_same_play(100, "hop", "size=3", path=installed)
    assert len(lengths) == 100
    assert len(set(lengths)) > 3
    assert min(lengths) < LONGEST


def test_a_broken_game_from_outside_hides_no_other(desk: Desk, tmp_path: Path) -> None:
    """One that cannot be loaded and one that lacks its verbs, next to ours."""
    folder = tmp_path / "broken"
    (folder / "broken-1.0.dist-info").mkdir(parents=True)
    (folder / "broken-1.0.dist-info" / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1.0\n")
    points = "[squarely.games]\ngone = no_such_module\nbare = bare_game\n"
    (folder / "broken-1.0.dist-info" / "entry_points.txt").write_text(points)
    bare = 'from squarely import Game\n\n\nclass Bare(Game):\n    title = "Bare"\n'
    (folder / "bare_game.py").write_text(bare)
    said = desk.squarely("games", PYTHONPATH=str(folder))
    assert "Be the first to form a 2x2 square" in said.out
    assert "no_such_module" in said.out + said.err
    assert "lacks players, marks" in said.out + said.err
    assert desk.squarely("play", "quad", typed=["quit"], PYTHONPATH=str(folder)).code in (0, 1)
    refused = desk.squarely("play", "bare", PYTHONPATH=str(folder))
    assert refused.code == 2
    assert "lacks players, marks" in refused.err


# The recipe


# Solved, without a line of its own for that


def test_every_position_of_the_small_board_is_solved_interpreted_and_compiled() -> None:
    truth = plain.solve(SMALL, SMALL.start())
    for solution in (SmallSolution(SMALL, [SMALL.start()]), solve(SMALL, SMALL.start())):
        assert {position: as_verdict(value) for position in truth if (value := solution.value(position))} == truth
        assert solution.summary().positions == len(truth)


def test_its_symmetry_shrinks_the_work() -> None:
    graph = SmallSolution(SMALL, [SMALL.start()]).graph
    assert len(graph.nodes) < 0.6 * len(graph.index)


def test_it_is_played_perfectly_and_reviewed() -> None:
    match = Match.of(SMALL)
    while not match.outcome and len(match.moves) < 40:
        match = match.play(Perfect(match.mover).choose(match))
    review = grade_match(match, Oracle(SMALL))
    assert review.mistakes == ()
    assert len(review.grades) == len(match.moves) > 0


def test_it_is_solved_and_proved_by_the_command(desk: Desk, installed: str) -> None:
    told = json.loads(run(desk, installed, "solve", "hop", "--option", "size=3", "--json").out)
    truth = plain.solve(SMALL, SMALL.start())[SMALL.start()]
    assert tuple(told[name] for name in ("winner", "ending", "distance", "margin")) == truth
    assert run(desk, installed, "prove", "hop", "--option", "size=3", "--out", "hop.proof").code == 0
    assert run(desk, installed, "check", "hop.proof").code == 0


def test_the_recipe_shows_this_game() -> None:
    """What docs/adding-a-game.md shows is in the package, word for word."""
    text = PAGE.read_text(encoding="utf-8").partition("\n## Reference\n")[2]
    python = [part.partition("```")[0].strip("\n") for part in text.split("```python\n")[1:]]
    assert len(python) == 3
    files = (FILE.with_name("squarely_cram.py"), Path(quad_variations.__file__), Path(step.__file__))
    rules = "".join(file.read_text(encoding="utf-8") for file in files)
    for block in python:
        assert block in rules, block
