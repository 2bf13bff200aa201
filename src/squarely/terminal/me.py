"""`squarely me`: your own results on this machine."""

import shutil
import sys
from datetime import date
from pathlib import Path

import click

from squarely.command_line.click_help import CommandWithExamples, json_option
from squarely.command_line.printing import echo, echo_json
from squarely.core.errors import SquarelyError
from squarely.files import my_results
from squarely.play.results_summary import sum_up_results, summary_data

_EXAMPLES = """
squarely me                       your results, your level and your puzzle streak
squarely me --export me.jsonl     a copy of all of it
squarely me --delete              forget all of it
"""


@click.command(cls=CommandWithExamples, examples=_EXAMPLES, short_help="Your results, your level, your streak.")
@click.option("--export", type=click.Path(path_type=Path), metavar="FILE", help="Copy your results into a new file.")
@click.option("--delete", is_flag=True, help="Delete your results.")
@click.option("--yes", is_flag=True, help="With --delete: do not ask.")
@json_option
def me(export: Path | None, delete: bool, yes: bool, as_json: bool) -> None:
    """Show the matches that you finished on this machine, the level at which you play, and your puzzle streak."""
    if export:
        return _export(export)
    if delete:
        return _delete(yes)
    found, today = my_results.load_results(), date.today()
    echo("".join(f"({sentence})\n" for sentence in found.trouble), err=True, nl=False)
    if as_json:
        echo_json(summary_data(found, today), indent=2)
    else:
        nothing = "No results yet. Play: squarely play center --second level:3"
        echo(sum_up_results(found, today).write() or nothing)


def _export(file: Path) -> None:
    if not my_results.find_path().exists():
        raise SquarelyError("there are no results yet, so nothing is copied")
    if file.exists():
        raise SquarelyError(f"{file} exists already; please choose another name")
    shutil.copyfile(my_results.find_path(), file)
    echo(f"Your results are copied to {file}.")


def _delete(is_sure: bool) -> None:
    if not is_sure and not sys.stdin.isatty():
        raise SquarelyError("to delete your results without being asked, add --yes")
    if is_sure or click.confirm("Delete all your results? They cannot be brought back"):
        my_results.delete()
        echo("Your results are deleted.")
