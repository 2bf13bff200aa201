"""`squarely solve`: the value of a position and of each of its moves."""

import json
import time
from datetime import datetime
from typing import Any

import click

from squarely.command_line.arguments import json_option, option_option, optional_game_argument
from squarely.command_line.click_help import CommandWithExamples
from squarely.command_line.printing import echo, show_progress
from squarely.core.rules import registry
from squarely.core.rules.game import Game, Position, Side
from squarely.solver import cache
from squarely.solver.free_memory import peak_memory
from squarely.solver.oracle import Oracle, ValuedMove
from squarely.solver.solution import Summary
from squarely.solver.values import Value, describe_distance
from squarely.terminal.line_mode.console import Console

_EXAMPLES = """
squarely solve quad                                          the whole game
squarely solve quad --position "XO../.X../..O./.... X"       one position and its moves
squarely solve quad --option sudden_death=none --json
squarely solve --cached                                      what was solved and is kept, and where
"""


@click.command(cls=CommandWithExamples, examples=_EXAMPLES)
@optional_game_argument
@option_option
@click.option("--position", metavar="LINE", help="The position to judge; without it the start and the whole game.")
@click.option("--seed", type=click.IntRange(0), help="Which start, where it is dealt; without it the usual one.")
@json_option
@click.option("--cached", is_flag=True, help="List the large solutions that are kept on this machine, and where.")
def solve(
    game: str | None, options: tuple[str, ...], position: str | None, seed: int | None, as_json: bool, cached: bool
) -> None:
    """Solve GAME: who wins, in how many moves, by how many points, and which moves keep that."""
    if cached:
        Console().show(_list_cached(game))
        return
    if game is None:
        raise click.UsageError("Missing argument 'GAME'.")
    chosen = registry.load(game, ",".join(options))
    root = chosen.read_position(position) if position is not None else chosen.start_for(seed)
    began = time.perf_counter()
    with show_progress() as shown:
        oracle = Oracle(chosen, patient=True, progress=shown)
        summary = oracle.solution(root).summary() if position is None else None
        value, judged = oracle.value(root), oracle.value_moves(root)
    if as_json:
        echo(json.dumps(_solve_data(chosen, root, value, judged, summary, oracle.note), ensure_ascii=False))
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


def _solve_data(
    game: Game, position: Position, value: Value, judged: tuple[ValuedMove, ...], summary: Summary | None, note: str
) -> dict[str, Any]:
    """Everything that is known, for programs."""
    facts: dict[str, Any] = {
        "game": game.name,
        "options": game.options,
        "position": game.write_position(position),
        "mover": str(Side(position.mover)),
        **value.as_data(),
        "moves": [
            {"move": str(move), "position": game.write_position(after), **worth.as_data()}
            for move, after, worth in judged
        ],
    }
    if note:
        facts["note"] = note
    if summary:
        facts |= {"positions": summary.positions, "counts": summary.counts, "longest": summary.longest}
        facts |= {"longest_win": summary.longest_win, "repeated": summary.repeated}
    return facts


def _describe_size(summary: Summary) -> str:
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
