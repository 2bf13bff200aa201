"""What is proved is true, and what is written is small: the five starts, other positions, other games."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

import squarely
from squarely.core.errors import BadProof
from squarely.core.rules import registry
from squarely.core.rules.game import FIRST_WINS, ONGOING, SECOND_WINS, TIE, Game
from squarely.core.rules.words import Words
from squarely.proofs.checker import check_proof
from squarely.solver.certificate import write_certificate
from squarely.solver.oracle import Oracle
from tests.proofs import plain
from tests.proofs.made import CHANGED, SMALL, STARTS, made

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


@pytest.mark.parametrize(("name", "options", "position"), STARTS)
def test_the_five_starts_are_proved(name: str, options: str, position: str) -> None:
    text = made(name, options, position)
    proof = check_proof(text)
    winner = "nobody" if proof.winner is None else str(proof.winner)
    *worth, most = WORTH[name]
    assert [winner, proof.margin, proof.moves] == worth
    assert proof.position == registry.load(name).start()
    assert proof.entries <= most
    assert len(re.findall("\t", text)) == 2 * proof.entries
    assert plain.holds(text, truth_too=proof.entries < 1000)


@pytest.mark.parametrize(("name", "options", "position"), STARTS)
def test_the_page_tells_their_sizes(name: str, options: str, position: str) -> None:
    lines = made(name, options, position).splitlines()
    moves, entries = lines[5].rpartition(" ")[2], lines[-1].removeprefix("end ")
    row = f"| {name} | {lines[4].removeprefix('claim ')} | {moves} | {entries} |\n"
    assert row in PAGE.read_text(encoding="utf-8")


@pytest.mark.parametrize(("name", "options", "position"), dict.fromkeys(CHANGED + SMALL))
def test_a_second_opinion_agrees(name: str, options: str, position: str) -> None:
    text = made(name, options, position)
    assert check_proof(text).entries == len(text.splitlines()) - 6 - len(plain.read(text).strategies)
    assert plain.holds(text)


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


def test_an_ended_position_is_proved_with_nothing() -> None:
    assert made("center", "", "-A-/-B-/--- A").splitlines()[4:] == [
        "claim second wins",
        "strategy second, entries 0, moves 0",
        "end 0",
    ]
    assert check_proof(made("numbers", "size=2", "../.. 1 5-5")).margin == 0


def test_a_proof_is_the_same_every_time() -> None:
    assert made.__wrapped__("snatchers") == made("snatchers")


# The checker


def test_the_checker_is_small() -> None:
    assert len(CHECKER.read_text(encoding="utf-8").splitlines()) < 170


def test_the_checker_uses_the_rules_and_nothing_of_the_solver() -> None:
    imported = set()
    for node in ast.walk(ast.parse(CHECKER.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            imported |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            whole = node.module == "squarely.core"
            imported |= {f"squarely.core.{alias.name}" for alias in node.names} if whole else {str(node.module)}
    assert imported <= {
        *sys.stdlib_module_names,
        "squarely.core.rules.registry",
        "squarely.core.rules",
        "squarely.core.errors",
        "squarely.core.rules.game",
        "squarely.core.match.match",
        "squarely.core.rules.options",
    }
    loads = "import sys, squarely.proofs.checker, squarely.terminal.solve; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", loads], capture_output=True, text=True, check=True).stdout
    assert not re.search(r"squarely\.(solver|review|players)|numpy|numba", loaded)


# Games as graphs: any number of turns in a row, circles, ties


class Node(NamedTuple):
    number: int
    mover: int


class GraphWords(Words[Any]):
    def reason(self, position: Node) -> str:
        return "it has ended"

    def write_move(self, position: Node, move: int) -> str:
        return f"to {move}"


class Graph(Game):
    """A game whose positions are the nodes of a graph; a move is the node it leads to."""

    title, goal, players, marks = "Graph", "Get there.", ("First", "Second"), ("1", "2")
    movers: list[int]
    results: list[int]
    after: list[list[int]]
    Position, Words = Node, GraphWords

    def start(self) -> Node:
        return Node(0, self.movers[0])

    def legal_moves(self, position: Node) -> Iterator[int]:
        yield from sorted(self.after[position.number]) if self.outcome(position) == ONGOING else ()

    def play(self, position: Node, move: int) -> Node:
        return Node(int(move), self.movers[move])

    def outcome(self, position: Node) -> int:
        return self.results[position.number]

    def write_position(self, position: Node) -> str:
        return str(position.number)

    def read_position(self, text: str) -> Node:
        return Node(int(text), self.movers[int(text)])


def graph_game(movers: list[int], results: list[int], after: list[list[int]]) -> Game:
    kind: type[Game] = type("Graph", (Graph,), {"movers": movers, "results": results, "after": after})
    return kind()


def random_graph(random: Random) -> Game:
    size = random.randrange(2, 14)
    results = [random.choice([ONGOING] * 6 + [FIRST_WINS, SECOND_WINS, TIE]) for _ in range(size)]
    after = [random.sample(range(size), random.randrange(1, min(size, 4))) for _ in range(size)]
    return graph_game([random.randrange(2) for _ in range(size)], results, after)


@pytest.mark.parametrize("seed", range(300))
def test_random_graphs_are_proved(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    random = Random(seed)
    game = random_graph(random)
    monkeypatch.setattr(registry, "load", lambda *_, **__: game)
    text = write_certificate(Oracle(game), game.start())
    check_proof(text)
    assert plain.holds(text)
    for found in re.finditer(r"(?<=\tto )\d+", text):
        changed = f"{text[: found.start()]}{random.randrange(14)}{text[found.end() :]}"
        why = objection(changed)
        assert plain.holds(changed) if not why else not plain.holds(changed) or "lasts up to" in why, changed


def objection(text: str) -> str:
    """Why the checker rejects a proof. It wants numbers exact, which plain play takes as bounds."""
    try:
        check_proof(text)
    except BadProof as error:
        return str(error)
    return ""


def test_a_side_that_may_move_for_ever_is_not_beaten(monkeypatch: pytest.MonkeyPatch) -> None:
    game = graph_game([0, 1, 0], [ONGOING, ONGOING, FIRST_WINS], [[1], [1, 2], []])
    monkeypatch.setattr(registry, "load", lambda *_, **__: game)
    head = "squarely proof 1\ngame graph\noptions rulebook\nposition 0\nclaim first wins\n"
    for moves in range(12):
        with pytest.raises(BadProof):
            check_proof(f"{head}strategy first, entries 1, moves {moves}\n{moves}\t0\tto 1\nend 1\n")


def test_a_side_that_cannot_move_is_not_beaten(monkeypatch: pytest.MonkeyPatch) -> None:
    game = graph_game([0, 1], [ONGOING, ONGOING], [[1], []])
    monkeypatch.setattr(registry, "load", lambda *_, **__: game)
    head = "squarely proof 1\ngame graph\noptions rulebook\nposition 0\nclaim first wins\n"
    with pytest.raises(BadProof, match="not over"):
        check_proof(f"{head}strategy first, entries 1, moves 1\n1\t0\tto 1\nend 1\n")
