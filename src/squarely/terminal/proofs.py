"""`squarely prove` and `squarely check`: what a position is worth, proved and checked. To check loads no solver."""

from pathlib import Path

import click

from squarely.command_line.arguments import game_argument, option_option
from squarely.command_line.click_help import CommandWithExamples, InFile, OutFile
from squarely.command_line.printing import echo, show_progress
from squarely.core.errors import BadProof, SquarelyError
from squarely.core.rules import registry
from squarely.core.text.notation import count_noun
from squarely.files.output_file import Kind, write
from squarely.proofs import checker
from squarely.proofs.checker import Proof
from squarely.terminal.line_mode.console import Console

HOLDS, REJECTED = 0, 1  # exit codes
_PROOF = Kind("a proof", "squarely proof ")
_EXAMPLES = """
squarely prove quad --out quad.proof
squarely prove numbers --position "538/291/647 1 0-0" --out numbers.proof
squarely prove center --option tokens=2 --out center.proof
"""


@click.command(cls=CommandWithExamples, examples=_EXAMPLES)
@game_argument
@click.option("--position", metavar="LINE", help="Prove this position instead of the start.")
@option_option
@click.option("--out", required=True, type=OutFile(_PROOF), metavar="FILE", help="Where to write it.")
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


@click.command(cls=CommandWithExamples, examples="squarely check quad.proof")
@click.argument("file", type=InFile())
@click.pass_context
def check(ctx: click.Context, file: Path) -> None:
    """Check the proof in FILE with the rules of its game alone, and say what it proves."""
    try:
        proof = checker.check_proof(file.read_bytes().decode("utf-8-sig"))
    except OSError as error:
        raise SquarelyError(f"{file} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        echo(f"Rejected: {file}, line {line}: this is not text in UTF-8", err=True)
        ctx.exit(REJECTED)
    except BadProof as error:
        echo(f"Rejected: {file}, {error}", err=True)
        ctx.exit(REJECTED)
    entries, positions = count_noun(proof.entries, "entry", ","), count_noun(proof.positions, "position", ",")
    Console().say(f"{describe_proof(proof)}\nChecked: {entries}, {positions} reached.")
    ctx.exit(HOLDS)


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
