"""`squarely solve`: the value of a position and of each of its moves."""

import json
import time
from typing import Any

import click

from squarely import registry
from squarely.game import Game, Position, Side
from squarely.help import Command
from squarely.memory import peak_memory
from squarely.printing import echo
from squarely.solver.oracle import Judged, Oracle
from squarely.solver.solution import Summary
from squarely.solver.values import Value
from squarely.tabletop import Tabletop
from squarely.terminal.play import game_argument, option_option
from squarely.terminal.progress import progress
from squarely.terminal.screen import Screen

_EXAMPLES = """
squarely solve quad                                          the whole game
squarely solve quad --position "XO../.X../..O./.... X"       one position and its moves
squarely solve quad --option sudden_death=none --json
"""


@click.command(cls=Command, examples=_EXAMPLES, short_help="The truth about a position.")
@game_argument
@option_option
@click.option("--position", metavar="LINE", help="The position to judge; without it the start and the whole game.")
@click.option("--seed", type=click.IntRange(0), help="Which start, where it is dealt; without it the usual one.")
@click.option("--json", "as_json", is_flag=True, help="Print facts for programs.")
def solve(game: str, options: tuple[str, ...], position: str | None, seed: int | None, as_json: bool) -> None:
    """Solve GAME: who wins, in how many moves, by how many points, and which moves keep that."""
    chosen = registry.load(game, ",".join(options))
    root = chosen.read_position(position) if position is not None else chosen.start(seed)
    began = time.perf_counter()
    with progress() as shown:
        oracle = Oracle(chosen, patient=True, progress=shown)
        summary = oracle.solution(root).summary() if position is None else None
        value, judged = oracle.value(root), oracle.judged(root)
    note = oracle.note
    if as_json:
        echo(json.dumps(_facts(chosen, root, value, judged, summary, note), ensure_ascii=False))
        return
    screen = Screen()
    screen.show(f"{Tabletop(chosen).drawn(root, chosen.rules.NAMES, screen.width)}\n")
    screen.say(_told(chosen, root, value, judged))
    if note:
        screen.say(f"\nNote: {note}.")
    if summary:
        screen.say(f"\n{_size(summary)}\n{_effort(time.perf_counter() - began)}")


def _facts(
    game: Game, position: Position, value: Value, judged: tuple[Judged, ...], summary: Summary | None, note: str
) -> dict[str, Any]:
    facts = {
        "game": game.name,
        "options": game.options,
        "position": game.write_position(position),
        "mover": str(Side(position.mover)),
        **_value_facts(value),
        "moves": [
            {"move": str(move), "position": game.write_position(after), **_value_facts(worth)}
            for move, after, worth in judged
        ],
    }
    facts |= {"note": note} if note else {}
    return facts | (
        {"positions": summary.positions, "counts": summary.counts, "longest": summary.longest} if summary else {}
    )


def _value_facts(value: Value) -> dict[str, Any]:
    winner = None if value.winner is None else str(value.winner)
    return {"winner": winner, "ending": value.ending, "distance": value.distance, "margin": value.margin}


def _told(game: Game, position: Position, value: Value, judged: tuple[Judged, ...]) -> str:
    names = game.rules.NAMES
    lines = [f"{names[position.mover]} to move: {value.told(names)}.", ""]
    lines += [f"  {move!s:<14} {worth.earlier().told(names)}" for move, _, worth in judged]
    return "\n".join(lines).rstrip()


def _size(summary: Summary) -> str:
    plural = "" if summary.longest == 1 else "s"
    shares = ", ".join(f"{count:,} {name}" for name, count in summary.counts.items())
    size = f"The whole game: {summary.positions:,} positions ({shares})"
    return f"{size}; the longest way to an end takes {summary.longest} move{plural}."


def _effort(seconds: float) -> str:
    memory = peak_memory()
    return f"Worked out in {seconds:.2f} s{f' with {memory / 1_000_000:,.0f} MB' if memory else ''}."
