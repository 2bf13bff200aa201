"""`squarely solve`, `prove` and `check`, as people and programs use them."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from squarely.cli import squarely
from squarely.core.rules import registry
from tests.boards import line
from tests.proofs.made import made
from tests.review.plain import plain_from
from tests.solver import plain
from tests.terminal.driving import Desk, refusal

VALUE = ["winner", "ending", "distance", "margin"]


def solved(*arguments: str) -> str:
    result = CliRunner().invoke(squarely, ["solve", *arguments])
    assert result.exit_code == 0
    return result.stdout


def facts(*arguments: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(solved(*arguments, "--json"))
    return found


@pytest.mark.slow
def test_a_position_is_told_with_the_value_of_every_move() -> None:
    found = facts("center", "--position", "-A-/---/--- B")
    assert list(found) == ["game", "options", "position", "mover", *VALUE, "moves"]
    assert [found[name] for name in ("mover", *VALUE)] == ["second", "first", "win", 2, None]
    assert all(list(move) == ["move", "position", *VALUE] for move in found["moves"])
    game = registry.load("center")
    position = game.read_position("-A-/---/--- B")
    truth = plain.solve(game, position)
    for move in found["moves"]:
        assert tuple(move[name] for name in VALUE) == truth[game.read_position(move["position"])]
    assert {move["move"] for move in found["moves"]} == {str(move) for move in game.named_moves(position)}


def test_a_person_reads_one_distance_for_one_move() -> None:
    """A move counts from where it is made, as the position does: the best one has the same number."""
    game = registry.load("quad", "size=3,sudden_death=none")
    for drawn in ("X O .\n. X .\n. . O\nX", ". X .\n. X O\n. O .\nX", "X O X\nO . O\n. X .\nX"):
        position = game.read_position(line(drawn))
        said = solved("quad", "-o", game.options, "--position", line(drawn))
        truth, names = plain_from(game, position), game.players
        told = re.search(r"Player . to move: (.+)\.\n", said)
        listed = dict(re.findall(r"^  ([A-C][1-3]) +(.+)$", said, re.M))
        assert told
        assert told[1] == truth.truth(position).says(names)
        assert next(iter(listed.values())) == brief(told[1])
        for move, after in truth.after[position].items():
            reached = truth.truth(after)
            assert listed.pop(move) == brief(reached._replace(moves=(reached.moves or 0) + 1).says(names))
        assert not listed


def brief(said: str) -> str:
    """As the list says it, below a line that says whose moves are counted."""
    return said.removesuffix(" (both sides counted)")


def test_without_a_position_the_whole_game_is_told() -> None:
    found = facts("showdown")
    assert found["positions"] == 77
    assert found["counts"] == {"endless": 61, "second": 16}
    said = solved("showdown")
    assert "Player 1 to move: play can go on for ever." in said
    assert "The whole game: 77 positions (61 endless, 16 second); the longest way to an end takes 1 move." in said
    assert re.search(r"Worked out in [0-9.]+ s with [0-9,]+ MB\.$", said.strip())


@pytest.mark.slow
def test_no_memory_is_told_where_the_system_does_not() -> None:
    without = "import sys; sys.modules['resource'] = None; from squarely.__main__ import main; sys.exit(main())"
    told = subprocess.run([sys.executable, "-c", without, "solve", "showdown"], capture_output=True, check=True).stdout
    assert re.search(rb"Worked out in [0-9.]+ s\.$", told.strip())


def test_points_already_scored_are_in_the_margin_and_options_change_the_truth() -> None:
    found = facts("numbers", "--position", "5.8/.../6.7 2 19-0")
    assert [found[name] for name in VALUE] == ["first", "win", 4, 17]
    assert facts("quad", "--option", "size=3", "--option", "sudden_death=none")["ending"] == "tie"
    assert facts("quad", "--option", "size=3")["ending"] == "endless"


# Proofs

PROVED = (
    ("center", "", "---/---/--- A", "Player A wins in at most 3 moves, whatever Player B does.", 8),
    ("center", "", "-A-/-B-/--- A", "Player B has won.", 0),
    ("showdown", "", "*..../...../...../...../..... 1 -", "neither side can force a win.", 45),
    ("numbers", "", "53./291/647 2 8-0", "Player 2 wins in at most 4 moves, whatever Player 1 does, "
     "by 5 points or more; Player 1 can keep it to 5 points.", 32),
    ("numbers", "size=2,komi=4", "14/32 1 0-0", "neither side can force a win, and neither need end with fewer points.",
     5),
)  # fmt: skip


@pytest.mark.slow
def test_what_is_proved_is_checked(desk: Desk) -> None:
    for game, options, position, proved, count in PROVED:
        args = (game, "--position", position, *(("-o", options) if options else ()), "--out", "a.proof")
        written, checked = desk.squarely("prove", *args), desk.squarely("check", "a.proof")
        told = f"Proved: {game}{options and f' ({options})'} from {position}: {proved}\n"
        assert written == (0, f"{told}Written to a.proof: {count} entries.\n", "")
        assert (checked.code, checked.err) == (0, "")
        assert checked.out.startswith(f"{told}Checked: {count} entries, ")
        assert [path.name for path in desk.here.iterdir()] == ["a.proof"], "nothing is left half-written"


@pytest.mark.slow
def test_quad_is_proved_from_its_start(desk: Desk) -> None:
    said = desk.squarely("prove", "quad", "--out", "quad.proof")
    assert said.code == 0
    assert said.out.startswith("Proved: quad from ..../..../..../.... X: Player 1 wins in at most 17 moves")


@pytest.mark.slow
def test_a_bad_proof_is_rejected_with_its_line(desk: Desk) -> None:
    bad = made("center").replace("move 0 1 1 1", "move 0 1 0 2", 1).encode()
    for content, where in (
        *((bad, "8"), (b"", ""), (b"\xff\xfe", "1"), (b"squarely proof 1\n\x80", "2")),
        (made("center").encode("utf-16"), ""),
    ):
        (desk.here / "bad.proof").write_bytes(content)
        said = desk.squarely("check", "bad.proof")
        assert (said.code, said.out) == (1, "")
        assert said.err.startswith(f"Rejected: bad.proof, line {where}"), content


def test_what_cannot_be_is_refused() -> None:
    for args, why in (
        ("solve|quad|--position|XXXX/..../..../.... X", "with 4 X and 0 O"),
        ("solve|quad|--option|size=2", "size is a whole number from 3 to 6"),
        ("solve", "Missing argument 'GAME'"),
        ("check|nowhere.proof", "does not exist"),
        ("check|.", "is a directory"),
        ("prove|quad", "Missing option '--out'"),
        ("prove|quod|--out|a", "did you mean quad?"),
        ("prove|quad|-o|size=9|--out|a", "size is a whole number from 3 to 6"),
        ("prove|quad|--position|XX|--out|a", "a position is BOARD MOVER"),
    ):
        assert why in refusal(*args.split("|")), args
    assert not Path("a").exists()


@pytest.mark.slow
def test_a_game_from_outside_is_proved(desk: Desk) -> None:
    """Nothing was written for proofs or puzzles in its file."""
    outside, rules = desk.here.parent / "outside", Path(__file__).parents[1] / "games" / "outside" / "squarely_hop.py"
    (outside / "hop-1.dist-info").mkdir(parents=True)
    (outside / "hop-1.dist-info" / "entry_points.txt").write_text("[squarely.games]\nhop = squarely_hop\n")
    (outside / rules.name).write_bytes(rules.read_bytes())
    for command, typed, told in (
        ("prove hop -o size=3 --out hop.proof", [], "Proved: hop (size=3) from DDD/.../LLL L: "),
        ("check hop.proof", [], "Proved: hop (size=3) from DDD/.../LLL L: "),
        ("puzzle hop -o size=3 --seed 1", ["skip", "quit"], "Hop (hop) (size=3), level "),
    ):
        said = desk.squarely(*command.split(), typed=typed, PYTHONPATH=str(outside))
        assert said.code == 0, said.err
        assert told in said.out
    said = desk.squarely("check", "hop.proof")
    assert (said.code, said.out) == (1, "")
    assert "line 2: there is no game 'hop'" in said.err
