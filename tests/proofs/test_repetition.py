"""Proofs where repetition ends a match: what is proved is true, and nothing is proved that only looks like it."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from squarely.core.errors import BadProof
from squarely.core.rules import registry
from squarely.core.rules.game import FIRST_WINS, ONGOING, SECOND_WINS, TIE, Game, Side
from squarely.proofs import checker
from squarely.proofs.checker import check_proof
from squarely.solver.certificate import write_certificate
from squarely.solver.oracle import Oracle
from tests.proofs.made import made
from tests.solver.plain_repetition import play_out
from tests.solver.test_repetition import READINGS, graph_of, tiny_graphs
from tests.solver.test_solution import Graph, game_of


def check_of(game: Game, text: str) -> checker.Proof:
    """A proof about a game that is installed nowhere."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(registry, "load", lambda *_: game)
        return check_proof(text)


@settings(max_examples=60, deadline=None)
@given(tiny_graphs(), st.sampled_from(READINGS))
def test_what_is_proved_is_what_matches_come_to(drawn: Graph, reading: str) -> None:
    game = game_of(drawn, f"repetition={reading}")
    following, ends = graph_of(game, game.start())
    oracle = Oracle(game)
    for position in following:
        proof = check_of(game, write_certificate(oracle, position))
        result = 0 if proof.winner is None else 1 if proof.winner == Side.FIRST else -1
        assert result == play_out(position, (), following, ends, reading)


@pytest.mark.parametrize("name", ["showdown", "snatchers"])
def test_a_win_by_repetition_is_proved_for_the_side_that_may_go_on(name: str) -> None:
    text = made(name, "repetition=first_loses")
    assert "\nclaim second wins by repetition\nstrategy second, entries" in text
    proof = check_proof(text)
    assert (proof.winner, proof.by_repetition, proof.moves) == (Side.SECOND, True, None)


@pytest.mark.parametrize("options", ["rulebook", "repetition=draw", "repetition=second_loses"])
def test_it_proves_nothing_under_other_options(options: str) -> None:
    text = made("snatchers", "repetition=first_loses").replace("options repetition=first_loses", f"options {options}")
    with pytest.raises(BadProof, match="line 5: under these options repetition is no win of that side"):
        check_proof(text)
    sooner = text.replace(" by repetition", "")
    with pytest.raises(BadProof):
        check_proof(sooner)


def test_a_tie_must_come_for_the_side_that_loses_by_repetition() -> None:
    """Round and round is safe for the second; the first has to leave, and a strategy that does not is rejected."""
    drawn = Graph(((1, 2), (0,), (), (), ()), (ONGOING, ONGOING, TIE, FIRST_WINS, SECOND_WINS))
    game = game_of(drawn, "repetition=first_loses")
    text = write_certificate(Oracle(game), game.start())
    assert check_of(game, text).winner is None
    going_round = re.sub(r"(strategy first, .*moves )1\n1\t0,0 A\t2", r"\g<1>2\n2\t0,0 A\t1", text)
    assert going_round != text
    with pytest.raises(BadProof):
        check_of(game, going_round)
    with pytest.raises(BadProof, match="a strategy of first must begin here"):
        check_of(game, re.sub(r"(strategy first, .*moves )1\n1\t", r"\g<1>-\n-\t", text))
