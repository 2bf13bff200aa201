"""`squarely check`: whether a proof holds. Nothing of the solver is loaded for it."""

from pathlib import Path

import click

from squarely import checker
from squarely.checker import Proof
from squarely.errors import BadProof, SquarelyError
from squarely.help import Command
from squarely.printing import echo
from squarely.terminal.screen import Screen

HOLDS, REJECTED = 0, 1  # exit codes


@click.command(cls=Command, examples="squarely check quad.proof", short_help="Check a proof.")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.pass_context
def check(ctx: click.Context, file: Path) -> None:
    """Check the proof in FILE with the rules of its game alone, and say what it proves."""
    try:
        proof = checker.check(file.read_bytes().decode("utf-8-sig"))
    except OSError as error:
        raise SquarelyError(f"{file} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        echo(f"Rejected: {file}, line {line}: this is not text in UTF-8", err=True)
        ctx.exit(REJECTED)
    except BadProof as error:
        echo(f"Rejected: {file}, {error}", err=True)
        ctx.exit(REJECTED)
    entries, positions = counted(proof.entries, "entry", "entries"), counted(proof.positions, "position", "positions")
    Screen().say(f"{told(proof)}\nChecked: {entries}, {positions} reached.")
    ctx.exit(HOLDS)


def told(proof: Proof) -> str:
    """What is proved, as a sentence."""
    game, names = proof.game, proof.game.rules.NAMES
    options = f" ({game.options})" if game.options else ""
    where = f"Proved: {game.name}{options} from {game.write_position(proof.position)}:"
    if proof.winner is None:
        points = ", and neither need end with fewer points" if proof.margin is not None else ""
        return f"{where} neither side can force a win{points}."
    winner, loser = names[proof.winner], names[proof.winner.other]
    points = "" if proof.margin is None else counted(proof.margin, "point", "points")
    if not proof.moves:
        return f"{where} {winner} has won{points and f' by {points}'}."
    won = f"{where} {winner} wins in at most {counted(proof.moves, 'move', 'moves')}, whatever {loser} does"
    return f"{won}, by {points} or more; {loser} can keep it to {points}." if points else f"{won}."


def counted(number: int, one: str, many: str) -> str:
    """`1 entry`, `1,250 entries`."""
    return f"{number:,} {one if number == 1 else many}"
