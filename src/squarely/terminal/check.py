"""`squarely check`: whether a proof holds. Nothing of the solver is loaded for it."""

from pathlib import Path

import click

from squarely.command_line.click_help import CommandWithExamples
from squarely.command_line.printing import echo
from squarely.command_line.shell_words import PROOFS, FilesOf
from squarely.core.errors import BadProof, SquarelyError
from squarely.core.text.notation import count_noun
from squarely.proofs import checker
from squarely.proofs.checker import Proof
from squarely.terminal.line_mode.console import Console

HOLDS, REJECTED = 0, 1  # exit codes


@click.command(cls=CommandWithExamples, examples="squarely check quad.proof", short_help="Check a proof.")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path), shell_complete=FilesOf(PROOFS))
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
