"""`squarely solve`, `prove` and `check`: what a position is worth, and proofs of it. Checking loads no solver."""

import time
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from squarely import BadProof, Game, Position, Side, SquarelyError, count_noun
from squarely.command_line import click_help as shared
from squarely.command_line.printing import echo, echo_json, show_progress
from squarely.core.errors import BrokenRules, TooLarge
from squarely.core.rules import registry
from squarely.core.rules.game import ONGOING
from squarely.files.output_file import Kind, write
from squarely.files.saved_matches import read_limited
from squarely.proofs import checker
from squarely.proofs.checker import Proof
from squarely.terminal.line_mode.console import Console

if TYPE_CHECKING:
    from squarely.solver.oracle import Oracle, ValuedMove
    from squarely.solver.solution import Summary
    from squarely.solver.values import Value

HOLDS, REJECTED = 0, 1  # exit codes
_LARGEST = 500_000_000  # bytes
_SEARCH = 60.0  # seconds for the proof of a game that is too large to be solved
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
"""


@click.command(cls=shared.CommandWithExamples, examples=_SOLVE)
@shared.game_argument
@shared.option_option
@click.option("--position", metavar="LINE", help="The position to judge; without it the start and the whole game.")
@click.option("--seed", type=click.IntRange(0), help="Which start, where it is dealt; without it the usual one.")
@shared.json_option
@click.option("--disk", type=click.Path(path_type=Path, file_okay=False), metavar="DIR", help="Work in files there.")
@click.option("--no-distances", is_flag=True, help="Only who wins, not in how many moves: two bits a position.")
@click.option("--table", type=click.Path(path_type=Path), metavar="FOLDER", help="Write the table of its values there.")
def solve(
    game: str, options: tuple[str, ...], position: str | None, seed: int | None, as_json: bool, disk: Path | None,
    no_distances: bool, table: Path | None,
) -> None:  # fmt: skip
    """Solve GAME: who wins, in how many moves, by how many points, and which moves keep that."""
    from squarely.solver.free_memory import peak_memory
    from squarely.solver.oracle import Oracle, argue_value, write_solve_command

    chosen = registry.load(game, ",".join(options))
    if table is not None:
        from squarely.solver.table_maker import write_table

        Console().say(write_table(chosen, table))
        return
    root = chosen.read_position(position) if position is not None else chosen.start_for(seed)
    began = time.perf_counter()
    with show_progress() as shown:
        if no_distances:
            _tell_winners(chosen, root, disk, shown, as_json)
            return
        oracle, because = Oracle(chosen, patient=True, progress=shown, disk=disk), ""
        try:
            summary = oracle.solution(root).summary() if position is None else None
            value, judged = oracle.value(root), oracle.value_moves(root)
        except TooLarge as too_large:
            value, because = argue_value(chosen, root, too_large)
            summary, judged = None, ()
    if as_json:
        more = {"because": because} if because else summary._asdict() if summary else {}
        echo_json({**_solve_data(oracle, root, value, judged), **more})
        return
    console, names = Console(), chosen.players
    console.show(f"{chosen.words.draw_alone(root, names, console.width)}\n")
    moves = [f"  {move!s:<14} {worth.earlier().describe_briefly(names)}" for move, _, worth in judged]
    console.say("\n".join([f"{names[root.mover]} to move: {value.describe(names)}.", "", *moves]).rstrip())
    if oracle.note:
        console.say(f"\nNote: {oracle.note}.")
    if because:
        command = write_solve_command(chosen, root).replace("solve", "prove", 1)
        console.say(f"\nKnown by an argument: {because}.\nThe proof: {command} --out FILE")
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


def _solve_data(oracle: "Oracle", root: Position, value: "Value", moves: "Sequence[ValuedMove]") -> dict[str, Any]:
    game, write = oracle.game, oracle.game.write_position
    facts = {"game": game.name, "options": game.options, "position": write(root), "mover": str(Side(root.mover))}
    judged = [{"move": str(move), "position": write(after), **worth.as_data()} for move, after, worth in moves]
    return {**facts, **value.as_data(), "moves": judged, **({"note": oracle.note} if oracle.note else {})}


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


@click.command(cls=shared.CommandWithExamples, examples=_PROVE)
@shared.game_argument
@click.option("--position", metavar="LINE", help="Prove this position instead of the start.")
@shared.option_option
@click.option("--out", required=True, type=shared.OutFile(_PROOF), metavar="FILE", help="Where to write it.")
def prove(game: str, position: str | None, options: tuple[str, ...], out: Path) -> None:
    """Write strategies that prove what GAME is worth: who wins, by how much, or that neither side need lose.

    A game too large to be solved is proved by what it says of its start, or searched for a minute. The proof is checked
    before it is written. Anybody else checks it with `squarely check FILE`.
    """
    from squarely.solver.certificate import find_certificate, write_certificate
    from squarely.solver.oracle import Oracle

    chosen = registry.load(game, ",".join(options))
    start = chosen.start() if position is None else chosen.read_position(position)
    with show_progress() as shown:
        try:
            text = write_certificate(Oracle(chosen, patient=True, progress=shown), start)
        except BrokenRules:
            raise
        except TooLarge as too_large:
            found = find_certificate(chosen, start, _SEARCH)
            if found is None:
                raise TooLarge(f"{too_large}; a search of {_SEARCH:.0f} s proves no win here either") from None
            text = found
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
    Console().say(f"{describe_proof(proof)}\nChecked: {entries}, {positions} reached.{_describe_reliance(proof)}")
    return HOLDS


def _describe_reliance(proof: Proof) -> str:
    """What was not shown by the rules alone, and how it was tried."""
    relies = f"\nRelied on: what {proof.game.name} says of its moves, that they place markers; tried in"
    return f"{relies} {count_noun(proof.tried, 'position', ',')}." if proof.tried else ""


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
