"""`squarely prove`: what a position is worth, in a form that nobody has to believe."""

from pathlib import Path

import click

from squarely.command_line.click_help import CommandWithExamples, OutFile
from squarely.core.errors import BadProof, SquarelyError
from squarely.core.rules import registry
from squarely.core.text.notation import count_noun
from squarely.files.output_file import Kind, write
from squarely.proofs import checker
from squarely.solver.certificate import write_certificate
from squarely.solver.oracle import Oracle
from squarely.terminal.check import describe_proof
from squarely.terminal.line_mode.console import Console
from squarely.terminal.line_mode.progress_line import show_progress
from squarely.terminal.options import game_argument, option_option

_PROOF = Kind("a proof", "squarely proof ")
_EXAMPLES = """
squarely prove quad --out quad.proof
squarely prove numbers --position "538/291/647 1 0-0" --out numbers.proof
squarely prove center --option tokens=2 --out center.proof
"""


@click.command(cls=CommandWithExamples, examples=_EXAMPLES, short_help="Write a proof of what a position is worth.")
@game_argument
@click.option("--position", metavar="LINE", help="Prove this position instead of the start.")
@option_option
@click.option("--out", required=True, type=OutFile(_PROOF), metavar="FILE", help="Where to write it.")
def prove(game: str, position: str | None, options: tuple[str, ...], out: Path) -> None:
    """Write strategies that prove what GAME is worth: who wins, by how much, or that neither side need lose.

    The proof is checked before it is written. Anybody else checks it with `squarely check FILE`.
    """
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
