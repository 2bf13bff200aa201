"""What is proved is true, and what is written is small: the five starts, other positions, graphs, and repetition."""

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import squarely
from squarely.core.errors import BadProof
from squarely.core.rules import registry
from squarely.core.rules.game import FIRST_WINS, ONGOING, SECOND_WINS, TIE, Game, Side
from squarely.proofs.checker import check_proof
from squarely.solver.certificate import write_certificate
from squarely.solver.oracle import Oracle
from tests.proofs import plain
from tests.proofs.made import CHANGED, SMALL, made
from tests.solver.odd.graphs import Graph, game_of, graphs, tiny_graphs
from tests.solver.plain_repetition import play_out
from tests.solver.test_repetition import READINGS, graph_of
from tests.thorough import IS_THOROUGH, many

CHECKER = Path(squarely.__file__).parent / "proofs" / "checker.py"
PAGE = Path(__file__).parents[2] / "docs" / "proofs.md"

# What each start is worth, and how many entries its proof may have at most.
WORTH = {
    "center": ("first", None, 3, 8),
    "numbers": ("first", 17, 6, 80),
    "quad": ("first", None, 17, 15_000),
    "showdown": ("nobody", None, None, 60),
    "snatchers": ("nobody", None, None, 450),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", WORTH)
def test_the_five_starts_are_proved_and_the_page_tells_their_sizes(name: str) -> None:
    text = made(name)
    proof = check_proof(text)
    *worth, most = WORTH[name]
    assert ["nobody" if proof.winner is None else str(proof.winner), proof.margin, proof.moves] == worth
    assert proof.position == registry.load(name).start()
    assert proof.entries <= most
    assert len(re.findall("\t", text)) == 2 * proof.entries
    if proof.entries < 1000 or IS_THOROUGH:
        assert plain.holds(text, truth_too=proof.entries < 1000)
    lines = text.splitlines()
    moves, entries = lines[5].rpartition(" ")[2], lines[-1].removeprefix("end ")
    row = f"| {name} | {lines[4].removeprefix('claim ')} | {moves} | {entries} |\n"
    assert row in PAGE.read_text(encoding="utf-8")


@pytest.mark.slow
@pytest.mark.parametrize("game", WORTH)
def test_a_second_opinion_agrees(game: str) -> None:
    for at in dict.fromkeys(at for at in CHANGED + SMALL if at[0] == game):
        text = made(*at)
        assert check_proof(text).entries == len(text.splitlines()) - 6 - len(plain.read(text).strategies)
        assert plain.holds(text), at


@pytest.mark.slow
@pytest.mark.parametrize("name", ["center", "numbers", "showdown", "snatchers"])
def test_positions_along_random_matches_are_proved(name: str) -> None:
    game, random = registry.load(name), Random(name)
    oracle = Oracle(game)
    for seed in range(4):
        position = game.start_for(seed)
        while not game.result(position) and random.random() > 0.1:
            position = game.play(position, random.choice(game.named_moves(position)))
        text, value = write_certificate(oracle, position), oracle.value(position)
        proof = check_proof(text)
        assert (proof.winner, proof.margin) == (value.winner, value.margin)
        assert value.margin is not None or proof.moves == (value.distance if value.ending == "win" else None)
        assert plain.holds(text)


def test_an_ended_position_is_proved_with_nothing_and_a_proof_is_the_same_every_time() -> None:
    ended = ["claim second wins", "strategy second, entries 0, moves 0", "end 0"]
    assert made("center", "", "-A-/-B-/--- A").splitlines()[4:] == ended
    assert check_proof(made("numbers", "size=2", "../.. 1 5-5")).margin == 0
    assert made.__wrapped__("snatchers") == made("snatchers")


def test_the_checker_is_small_and_loads_nothing_of_the_solver() -> None:
    """Its room may import the core alone: tests/test_architecture.py."""
    assert len(CHECKER.read_text(encoding="utf-8").splitlines()) < 200
    loads = "import sys, squarely.proofs.checker, squarely.terminal.solve; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", loads], capture_output=True, text=True, check=True).stdout
    assert not re.search(r"squarely\.(solver|review|players)|numpy|numba", loaded)


# Games as graphs: any number of turns in a row, circles, ties


def check_of(game: Game, text: str, check: Callable[[str], Any] = check_proof) -> Any:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(registry, "load", lambda *_, **__: game)
        return check(text)


@pytest.mark.slow
@settings(max_examples=many(600), deadline=None)
@given(graphs(), st.randoms(use_true_random=False))
def test_random_graphs_are_proved(drawn: Graph, random: Random) -> None:
    game = game_of(drawn)
    text = write_certificate(Oracle(game), game.start())
    check_of(game, text)
    assert check_of(game, text, plain.holds)
    for found in re.finditer(r"(?<=\t)\d+$", text, re.MULTILINE):
        changed = f"{text[: found.start()]}{random.randrange(14)}{text[found.end() :]}"
        why = objection(game, changed)
        holds = check_of(game, changed, plain.holds)
        assert holds if not why else not holds or "lasts up to" in why, changed


def objection(game: Game, text: str) -> str:
    """Why the checker rejects a proof. It wants numbers exact, which plain play takes as bounds."""
    try:
        check_of(game, text)
    except BadProof as error:
        return str(error)
    return ""


def test_a_side_that_may_move_for_ever_or_cannot_move_is_not_beaten() -> None:
    head = "squarely proof 1\ngame graphgame\noptions rulebook\nposition 0,0 A\nclaim first wins\nstrategy first, "
    going_on = game_of(Graph(((1,), (1, 2), ()), (ONGOING, ONGOING, FIRST_WINS), (0, 1, 0)))
    for moves in range(12):
        assert objection(going_on, f"{head}entries 1, moves {moves}\n{moves}\t0,0 A\t1\nend 1\n")
    stuck = game_of(Graph(((1,), ()), (ONGOING, ONGOING)))
    assert "not over" in objection(stuck, f"{head}entries 1, moves 1\n1\t0,0 A\t1\nend 1\n")


# Where repetition ends a match


@settings(max_examples=many(60), deadline=None)
@given(tiny_graphs(), st.sampled_from(READINGS))
def test_what_is_proved_is_what_matches_come_to(drawn: Graph, reading: str) -> None:
    game = game_of(drawn, f"repetition={reading}")
    following, ends = graph_of(game, game.start())
    oracle = Oracle(game)
    for position in following:
        proof = check_of(game, write_certificate(oracle, position))
        result = 0 if proof.winner is None else 1 if proof.winner == Side.FIRST else -1
        assert result == play_out(position, (), following, ends, reading)


def test_a_win_by_repetition_is_proved_for_the_side_that_may_go_on_and_under_its_rule() -> None:
    for name in ("showdown", "snatchers"):
        text = made(name, "repetition=first_loses")
        assert "\nclaim second wins by repetition\nstrategy second, entries" in text
        proof = check_proof(text)
        assert (proof.winner, proof.by_repetition, proof.moves) == (Side.SECOND, True, None)
    for options in ("rulebook", "repetition=draw", "repetition=second_loses"):
        other = text.replace("options repetition=first_loses", f"options {options}")
        with pytest.raises(BadProof, match="line 5: under these options repetition is no win of that side"):
            check_proof(other)
        with pytest.raises(BadProof):
            check_proof(other.replace(" by repetition", ""))


def test_a_tie_must_come_for_the_side_that_loses_by_repetition() -> None:
    """Round and round is safe for the second; the first has to leave, and a strategy that does not is rejected."""
    drawn = Graph(((1, 2), (0,), (), (), ()), (ONGOING, ONGOING, TIE, FIRST_WINS, SECOND_WINS))
    game = game_of(drawn, "repetition=first_loses")
    text = write_certificate(Oracle(game), game.start())
    assert check_of(game, text).winner is None
    going_round = re.sub(r"(strategy first, .*moves )1\n1\t0,0 A\t2", r"\g<1>2\n2\t0,0 A\t1", text)
    assert going_round != text
    assert objection(game, going_round)
    unnumbered = re.sub(r"(strategy first, .*moves )1\n1\t", r"\g<1>-\n-\t", text)
    assert "a strategy of first must begin here" in objection(game, unnumbered)
