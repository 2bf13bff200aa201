"""`squarely lab export`: a plan for the arena, of rule sets that nobody has seen."""

from pathlib import Path

import click

from squarely.command_line.click_help import CommandWithExamples, OutFile
from squarely.command_line.printing import echo
from squarely.command_line.shell_words import complete_games
from squarely.core import registry
from squarely.files.output_file import write
from squarely.lab.export import SUITE, choose_suite, render_suite
from squarely.lab.log import LOG, LabLog, default_path

_EXAMPLES = """
squarely lab export suite.toml                       fifty rule sets, for `squarely arena run`
squarely lab export --count 10 --seed 7 suite.toml   other ones
squarely lab export --game center suite.toml         of one game only
"""


@click.command("export", cls=CommandWithExamples, examples=_EXAMPLES, short_help="Write a plan of unseen rule sets.")
@click.argument("file", type=OutFile(SUITE))
@click.option("--count", type=click.IntRange(1, 1000), default=50, help="How many rule sets (50).")
@click.option("--seed", type=click.IntRange(0, 2**31), default=1, help="Which ones: the same seed, the same plan (1).")
@click.option(
    "--game", "games", multiple=True, shell_complete=complete_games, help="Of this game; may be given several times."
)
@click.option("--log", "log_file", type=OutFile(LOG), help="Where answers are kept; without it, in your cache.")
@click.option("--on", "place", default="here", metavar="PLACE", help="here, processes:N, ray or ray:ADDRESS.")
def export(file: Path, count: int, seed: int, games: tuple[str, ...], log_file: Path | None, place: str) -> None:
    """Write a plan for the arena to FILE: rule sets drawn by lot, spread over depth and length, each with its truth."""
    from squarely.lab.progress import make_progress_printer, say_when_stopped
    from squarely.lab.run import Bench, choose_executor

    chosen = [registry.find(name) or name for name in games] or list(registry.names())
    for name in chosen:
        registry.rules(name)
    where = choose_executor(place)
    with LabLog(log_file or default_path("export")) as log, say_when_stopped():
        bench = Bench(log, where, make_progress_printer())
        suite = choose_suite(count, seed, list(dict.fromkeys(chosen)), bench)
    write(file, render_suite(suite, seed), SUITE)
    echo(f"Written: {file}. Carry it out: squarely arena run {file}")
