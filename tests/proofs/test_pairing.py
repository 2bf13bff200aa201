"""Answers by argument: pairs of squares that hold. Held against the solver, plain play, and proofs that were forged."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from squarely.core.errors import BadProof
from squarely.core.rules import registry
from squarely.core.rules.argument import Hold
from squarely.core.rules.game import FIRST_WINS, ONGOING, SIDES, TIE, Game, Position, Side
from squarely.games.quad.rules import Quad
from squarely.proofs.boards import list_outcomes
from squarely.proofs.checker import check_proof
from squarely.solver.certificate import find_certificate
from squarely.solver.oracle import Oracle
from tests.games.classics import classic
from tests.proofs import plain
from tests.proofs.test_checker import PAGE, check_of, objection
from tests.proofs.test_changes import KINDS, another_move

# Options, who wins, within how many moves, and how many entries show it, as the page says.
KNOWN = [
    ("sudden_death=none", None, None, 3),
    ("size=3,sudden_death=none", None, None, 3),
    ("size=5,sudden_death=none", None, None, 3),
    ("size=6,sudden_death=none", None, None, 3),
    ("size=5,block=3,sudden_death=none", None, None, 3),
    ("size=6,sudden_death=none,repetition=first_loses", None, 36, 3),
    ("", Side.FIRST, 17, 248),
    ("sudden_death=convert", Side.FIRST, 17, 248),
    ("size=5,begins_sudden_death=first", Side.FIRST, 26, 617),
    ("size=6", Side.FIRST, 37, 2548),
    ("size=6,sudden_death=convert,begins_sudden_death=first", Side.FIRST, 37, 2548),
]


def proof_of(options: str) -> str:
    game = Quad(options)
    text = find_certificate(game, game.start(), 0)
    assert text is not None
    return text


def squares_of(game: Game) -> list[str]:
    return [f"{column}{row}" for row in range(1, game.shape.rows + 1) for column in "ABCDEF"[: game.shape.columns]]


class PlainHold:
    """A proof by pairs, read from its text and played, by somebody who knows nothing of how it was made or checked."""

    def __init__(self, text: str) -> None:
        lines = text.splitlines()
        self.game = registry.load(lines[1][5:], lines[2][8:] if lines[2] != "options rulebook" else "")
        self.wins = lines[4].split()[1]
        self.entries: dict[str, dict[str, list[str]]] = {}
        for line in lines[5:-1]:
            if line.startswith("strategy"):
                owner = line.split()[1].rstrip(",")
                self.entries[owner] = {}
            else:
                _, where, *what = line.split("\t")
                self.entries[owner][where] = what

    def answer(self, held: list[str] | None, position: Position, last: str) -> list[str]:
        """The moves that the owner may make, in words: any where nothing is to be answered."""
        game = self.game
        if held is None:
            return self.entries[str(Side(position.mover))][game.write_position(position)]
        legal = {str(move): move for move in game.named_moves(position)}
        goal, squares = (held[2:] or [""])[0].split(), held[1].split()
        if not {*legal} & {*squares_of(game)}:  # a swap that wins
            ends = {move: game.result(game.play(position, number)) for move, number in legal.items()}
            return [move for move, end in ends.items() if end and end.winner == position.mover]
        if taken := [square for square in goal if square in legal]:
            return taken
        at = squares.index(last) if last in squares else None
        partner = [] if at is None else [squares[at ^ 1]]
        return [square for square in partner if square in legal] or [*legal]

    def is_kept(self, position: Position, owner: Side) -> bool:
        outcome = self.game.result(position)
        return outcome is not None and str(outcome.winner).lower() in (
            {str(owner)} if self.wins != "nobody" else {str(owner), "none"}
        )

    def play(self, owner: Side, random: Random) -> None:
        """One line at random."""
        position, held, last = self.game.start(), None, ""
        while self.game.result(position) is None:
            found = self.entries[str(owner)].get(self.game.write_position(position))
            held = found if found and found[0] == "hold" else held
            moves = {str(move): move for move in self.game.named_moves(position)}
            choice = [*moves] if position.mover != owner else self.answer(held, position, last)
            last = random.choice(choice)
            position = self.game.play(position, moves[last])
        assert self.is_kept(position, owner)

    def play_all(self, owner: Side) -> int:
        """Every line there is; where the owner may move anywhere, to the first square and the last."""
        todo: list[Any] = [(self.game.start(), None, "")]
        seen = set()
        while todo:
            position, held, last = todo.pop()
            state = position, tuple(held or ()), last if held else ""
            if state in seen:
                continue
            seen.add(state)
            if self.game.result(position) is not None:
                assert self.is_kept(position, owner)
                continue
            found = self.entries[str(owner)].get(self.game.write_position(position))
            held = found if found and found[0] == "hold" else held
            moves = {str(move): move for move in self.game.named_moves(position)}
            choice = [*moves] if position.mover != owner else self.answer(held, position, last)
            choice = choice if position.mover != owner else choice[:1]
            todo += [(self.game.play(position, moves[move]), held, move) for move in dict.fromkeys(choice)]
        return len(seen)


@pytest.mark.slow
def test_what_is_known_is_proved_and_the_page_tells_the_sizes() -> None:
    for options, winner, moves, entries in KNOWN:
        proof = check_proof(proof_of(options))
        assert (proof.winner, proof.moves, proof.entries) == (winner, moves, entries), options
        assert proof.tried > 1_000
        told = Quad(options).argue()
        assert told
        assert (told.winner, told.moves) == (winner, proof.game.shape.squares + (winner is not None))
        if not proof.by_repetition and "repetition" not in options:
            row = f"| `{proof.game.options or 'rulebook'}` | {winner or 'nobody'} wins | {moves or '-'} | {entries} |\n"
            assert row in PAGE.read_text(encoding="utf-8"), row


def test_the_answers_are_those_of_the_solver() -> None:
    """And where a win is told, the bricks of Player 2 hold until the board is full: it takes just as long as is told."""
    for options in ("", "sudden_death=convert", "size=3,sudden_death=none"):
        game = Quad(options)
        told, value = game.argue(), Oracle(game).value(game.start())
        assert told
        assert (told.winner, told.moves) == (value.winner, value.distance)


def test_nothing_is_said_where_nothing_is_known() -> None:
    for options in ("size=5", "begins_sudden_death=second", "size=6,begins_sudden_death=second,sudden_death=convert"):
        told = Quad(options).argue()
        assert told
        assert (told.advise, "open question" in told.because) == (None, True)
    for options in ("size=3", "shape=line", "gravity=yes,sudden_death=none", "misere=yes", "size=6,pie=yes"):
        assert Quad(options).argue() is None
    assert registry.load("center").argue() is None


@pytest.mark.slow
def test_whatever_the_other_side_does_it_is_won_or_held() -> None:
    for options in ("", "size=3,sudden_death=none"):
        proof = PlainHold(proof_of(options))
        for owner in proof.entries:
            assert proof.play_all(Side[owner.upper()]) > 400
    for options, lines in (("size=6", 1_000), ("size=6,sudden_death=none", 300), ("size=6,sudden_death=convert", 300)):
        proof, random = PlainHold(proof_of(options)), Random(options)
        for owner in proof.entries:
            for _ in range(lines):
                proof.play(Side[owner.upper()], random)


@pytest.mark.soak
def test_a_tie_is_held_on_the_printed_board_against_everything() -> None:
    proof = PlainHold(proof_of("sudden_death=none"))
    assert all(proof.play_all(side) > 40_000 for side in SIDES)


# Forged


HELD = "hold\tA1 B1 C1 D1 B2 C2 A3 B3 C3 D3 B4 C4"
FORGED = [
    ("sudden_death=none", f"-\t..../..../..../.... X\t{HELD}", "A1 B1 C1", "A1 C1 B1", "A1 B1 A2 B2 can decide against second"),
    ("sudden_death=none", f"-\t..../..../..../.... X\t{HELD}", "A1 B1 ", "", "can decide against second"),
    ("sudden_death=none", f"-\t..../..../..../.... X\t{HELD}", "A1 B1", "A1 B1 B1", "none may be given twice"),
    ("sudden_death=none", f"-\t..../..../..../.... X\t{HELD}", "A1 B1 C1", "B1 B1 C1", "none may be given twice"),
    ("sudden_death=none", f"-\t..../..../..../.... X\t{HELD}", "A1 B1", "A1 B9", "B9 is no square"),
    ("sudden_death=none", f"-\t..../..../..../.... X\t{HELD}", "C4", "C4\tD4", "whoever holds to tie has none"),
    ("sudden_death=none", "options sudden_death=none\n", "none", "none,shape=line", "can decide"),
    ("sudden_death=none", "options sudden_death=none\n", "none", "none,gravity=yes", "do not say that they place markers"),
    ("sudden_death=none", "options sudden_death=none\n", "sudden_death=none", "sudden_death=convert", "any position can"),
    ("sudden_death=none", "options sudden_death=none\n", "sudden_death=none", "rulebook", "any position can decide"),
    ("sudden_death=none", "options sudden_death=none\n", "none", "none,misere=yes", "can decide"),
    ("size=5,begins_sudden_death=first", "options size=5,begins_sudden_death=first\n", "first", "second", "other moves"),
    ("size=5,begins_sudden_death=first", "options size=5,begins_sudden_death=first\n", ",begins_sudden_death=first", "", "moves"),
    ("", "options rulebook\n", "rulebook", "sudden_death=none", "TIE"),
]  # fmt: skip


@pytest.mark.slow
def test_what_does_not_hold_is_rejected() -> None:
    texts = {options: proof_of(options) for options, *_ in FORGED}
    for options, within, old, new, why in FORGED:
        assert within in texts[options], within
        forged = texts[options].replace(within, within.replace(old, new, 1), 1)
        assert forged != texts[options]
        with pytest.raises(BadProof) as caught:
            check_proof(forged)
        print(options, new, caught.value)
