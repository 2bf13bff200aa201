"""`squarely solve`, `prove` and `check`: what a position is worth, and proofs of it. Checking loads no solver."""

import time
from collections.abc import Callable
from datetime import datetime
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from squarely import BadProof, Game, Position, Side, SquarelyError, count_noun
from squarely.command_line import click_help as shared
from squarely.command_line.printing import echo, echo_json, show_progress
from squarely.core.rules import registry
from squarely.core.rules.game import ONGOING
from squarely.files.output_file import Kind, write
from squarely.files.saved_matches import read_limited
from squarely.proofs import checker
from squarely.proofs.checker import Proof
from squarely.terminal.line_mode.console import Console

if TYPE_CHECKING:
    from squarely.solver.oracle import Oracle
    from squarely.solver.solution import Summary

HOLDS, REJECTED = 0, 1  # exit codes
_LARGEST = 500_000_000  # bytes
_PROOF = Kind("a proof", "squarely proof ")
_PROVE = """
squarely prove quad --out quad.proof
squarely prove numbers --position "538/291/647 1 0-0" --out numbers.proof
squarely prove center --option tokens=2 --out center.proof
"""
_SOLVE = """
squarely solve quad                                          the whole game
squarely solve quad --position "XO../.X../..O./.... X"       one position and its moves
squarely solve quad --option sudden_death=none --json
squarely solve quad --option size=3 --no-distances           only who wins: the least memory
squarely solve --cached                                      what was solved and is kept, and where
"""


@click.command(cls=shared.CommandWithExamples, examples=_SOLVE)
@shared.optional_game_argument
@shared.option_option
@click.option("--position", metavar="LINE", help="The position to judge; without it the start and the whole game.")
@click.option("--seed", type=click.IntRange(0), help="Which start, where it is dealt; without it the usual one.")
@shared.json_option
@click.option("--cached", is_flag=True, help="List the large solutions that are kept on this machine, and where.")
@click.option("--disk", type=click.Path(path_type=Path, file_okay=False), metavar="DIR", help="Work in files there.")
@click.option("--no-distances", is_flag=True, help="Only who wins, not in how many moves: two bits a position.")
def solve(
    game: str | None, options: tuple[str, ...], position: str | None, seed: int | None, as_json: bool, cached: bool,
    disk: Path | None, no_distances: bool,
) -> None:  # fmt: skip
    """Solve GAME: who wins, in how many moves, by how many points, and which moves keep that."""
    from squarely.solver.free_memory import peak_memory
    from squarely.solver.oracle import Oracle

    if cached:
        Console().show(_list_cached(game))
        return
    if game is None:
        raise click.UsageError("Missing argument 'GAME'.")
    chosen = registry.load(game, ",".join(options))
    root = chosen.read_position(position) if position is not None else chosen.start_for(seed)
    began = time.perf_counter()
    with show_progress() as shown:
        if no_distances:
            _tell_winners(chosen, root, disk, shown, as_json)
            return
        oracle = Oracle(chosen, patient=True, progress=shown, disk=disk)
        summary = oracle.solution(root).summary() if position is None else None
        value, judged = oracle.value(root), oracle.value_moves(root)
    if as_json:
        echo_json(_solve_data(oracle, root, summary))
        return
    console, names = Console(), chosen.players
    console.show(f"{chosen.words.draw_alone(root, names, console.width)}\n")
    moves = [f"  {move!s:<14} {worth.earlier().describe_briefly(names)}" for move, _, worth in judged]
    console.say("\n".join([f"{names[root.mover]} to move: {value.describe(names)}.", "", *moves]).rstrip())
    if oracle.note:
        console.say(f"\nNote: {oracle.note}.")
    if summary:
        memory = peak_memory()
        used = f" with {memory / 1_000_000:,.0f} MB" if memory else ""
        console.say(f"\n{_describe_size(summary)}\nWorked out in {time.perf_counter() - began:.2f} s{used}.")


def _tell_winners(
    game: Game, root: Position, disk: Path | None, progress: Callable[[int], None] | None, as_json: bool
) -> None:
    """Solve without distances, and tell who wins, what each move leads to, and how many positions there are of each."""
    if find_spec("numba") is None:
        raise SquarelyError("--no-distances needs a compiler: pip install 'squarely[solve]'")
    from squarely.solver.large import solve as solve_large
    from squarely.solver.shelf import Shelf
    from squarely.solver.solution import value_from_result

    if game.has_points:
        raise SquarelyError("--no-distances is for games without points: what they are worth is counted in points")
    begun = disk / f"{game.name}-no-distances.begun" if disk else None
    solution = solve_large(game, root, progress, begun, has_distances=False, is_asked=disk is not None)
    counts = solution.summary().counts

    def tell(position: Position) -> str:
        value = value_from_result(game, solution.find_result(position) or ONGOING, 1)
        return value.describe_result(game.players)

    result = tell(root)
    results = {str(move): tell(game.play(root, int(move))) for move in game.named_moves(root)}
    Shelf(begun).clear()
    if as_json:
        echo_json({"game": game.name, "options": game.options, "result": result, "moves": results, "counts": counts})
        return
    moves = [f"  {move:<14} {each}" for move, each in results.items()]
    shares = ", ".join(f"{count:,} {name}" for name, count in counts.items())
    whole = f"The whole game: {solution.summary().positions:,} positions ({shares})."
    Console().say("\n".join([f"{game.players[root.mover]} to move: {result}.", "", *moves, "", whole]))


def _solve_data(oracle: "Oracle", root: Position, summary: "Summary | None") -> dict[str, Any]:
    game, write = oracle.game, oracle.game.write_position
    facts = {"game": game.name, "options": game.options, "position": write(root), "mover": str(Side(root.mover))}
    judged = [
        {"move": str(move), "position": write(after), **worth.as_data()}
        for move, after, worth in oracle.value_moves(root)
    ]
    note = {"note": oracle.note} if oracle.note else {}
    return {**facts, **oracle.value(root).as_data(), "moves": judged, **note, **(summary._asdict() if summary else {})}


def _describe_size(summary: "Summary") -> str:
    from squarely.solver.values import describe_distance

    shares = ", ".join(f"{count:,} {name}" for name, count in summary.counts.items())
    repeated = f", {summary.repeated:,} of them decided by repetition" if summary.repeated else ""
    size = f"The whole game: {summary.positions:,} positions ({shares}){repeated}"
    longest = f"{size}; the longest way to an end takes {describe_distance(summary.longest)}"
    if summary.longest_win == summary.longest:
        return f"{longest}."
    win = f"the longest forced win {describe_distance(summary.longest_win)}" if summary.longest_win else ""
    return f"{longest}; {win or 'nobody can force a win anywhere'}."


def _list_cached(game: str | None) -> str:
    """The solutions that are kept, of one game or of all, and how to be rid of them."""
    from squarely.solver import cache

    kept = [each for each in cache.list_solutions() if game in (None, each.game)]
    if not kept:
        return f"No large solution is kept in {cache.folder()}."
    rows = [
        f"{each.size / 1_000_000:>9,.1f} MB  {datetime.fromtimestamp(each.used):%Y-%m-%d %H:%M}  "
        f"{' '.join(filter(None, (each.game, each.options)))} from {each.root}"
        for each in kept
    ]
    total = f"{sum(each.size for each in kept) / 1_000_000:,.1f} MB in {cache.folder()}. It can be emptied at any time."
    limit = f"Beyond {cache.MOST_BYTES / 2**30:.0f} GiB what was not used for the longest is removed."
    return "\n".join([*rows, f"{total} {limit}"])


@click.command(cls=shared.CommandWithExamples, examples=_PROVE)
@shared.game_argument
@click.option("--position", metavar="LINE", help="Prove this position instead of the start.")
@shared.option_option
@click.option("--out", required=True, type=shared.OutFile(_PROOF), metavar="FILE", help="Where to write it.")
def prove(game: str, position: str | None, options: tuple[str, ...], out: Path) -> None:
    """Write strategies that prove what GAME is worth: who wins, by how much, or that neither side need lose.

    The proof is checked before it is written. Anybody else checks it with `squarely check FILE`.
    """
    from squarely.solver.certificate import write_certificate
    from squarely.solver.oracle import Oracle

    chosen = registry.load(game, ",".join(options))
    start = chosen.start() if position is None else chosen.read_position(position)
    with show_progress() as shown:
        text = write_certificate(Oracle(chosen, patient=True, progress=shown), start)
    try:
        proof = checker.check_proof(text)
    except BadProof as error:
        raise SquarelyError(f"no proof was written, because the one found does not hold: {error}") from error
    write(out, text, _PROOF)
    Console().say(f"{describe_proof(proof)}\nWritten to {out}: {count_noun(proof.entries, 'entry', ',')}.")


@click.command(cls=shared.CommandWithExamples, examples="squarely check quad.proof")
@click.argument("file", type=shared.InFile())
def check(file: Path) -> int:
    """Check the proof in FILE with the rules of its game alone, and say what it proves."""
    try:
        proof = checker.check_proof(read_limited(file, "a proof", _LARGEST).decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        echo(f"Rejected: {file}, line {line}: this is not text in UTF-8", err=True)
        return REJECTED
    except BadProof as error:
        echo(f"Rejected: {file}, {error}", err=True)
        return REJECTED
    entries, positions = count_noun(proof.entries, "entry", ","), count_noun(proof.positions, "position", ",")
    Console().say(f"{describe_proof(proof)}\nChecked: {entries}, {positions} reached.")
    return HOLDS


def describe_proof(proof: Proof) -> str:
    """What is proved, as a sentence."""
    game, names = proof.game, proof.game.players
    options = f" ({game.options})" if game.options else ""
    where = f"Proved: {game.name}{options} from {game.write_position(proof.position)}:"
    if proof.winner is None:
        points = ", and neither need end with fewer points" if proof.margin is not None else ""
        return f"{where} neither side can force a win{points}."
    winner, loser = names[proof.winner], names[proof.winner.other]
    points = "" if proof.margin is None else count_noun(proof.margin, "point", ",")
    if proof.by_repetition:
        return f"{where} {winner} wins, whatever {loser} does: by repetition, if play does not end before."
    if not proof.moves:
        return f"{where} {winner} has won{points and f' by {points}'}."
    won = f"{where} {winner} wins in at most {count_noun(proof.moves, 'move', ',')}, whatever {loser} does"
    return f"{won}, by {points} or more; {loser} can keep it to {points}." if points else f"{won}."
