"""`squarely check-game`: whether a game keeps the laws that every game obeys."""

import json
from importlib.util import find_spec

import click

from squarely.command_line.arguments import complete_games_and_files, json_option, option_option
from squarely.command_line.click_help import CommandWithExamples
from squarely.command_line.printing import echo, show_progress
from squarely.core.errors import UnknownGame
from squarely.core.rules import registry
from squarely.core.rules.game import Game
from squarely.core.rules.sources import find_source, lend
from squarely.core.text.notation import as_sentence, capitalise
from squarely.laws.examine import Report, examine, render_report
from squarely.laws.walk import MOST, walk_through
from squarely.terminal.line_mode.console import Console

LAWFUL, BROKEN = 0, 1  # exit codes; 2 is a mistake of whoever typed it
_COMPARED = 200  # positions in which compiled rules are held against interpreted ones

_EXAMPLES = """
squarely check-game hop                       a game that is installed
squarely check-game squarely_hop.py           one that is being written
squarely check-game . --interpreted           the game of this folder, without compiling it
squarely check-game hop --option size=3 --json
"""


@click.command("check-game", cls=CommandWithExamples, examples=_EXAMPLES)
@click.argument("game", shell_complete=complete_games_and_files)
@option_option
@click.option("--positions", type=click.IntRange(1, 1_000_000), default=MOST, show_default=True, metavar="N",
              help="How many positions of a game are looked at all; of a larger one, some.")  # fmt: skip
@click.option("--interpreted", is_flag=True, help="Do not compile the rules: quicker, and says less.")
@json_option
@click.pass_context
def check_game(
    ctx: click.Context, game: str, options: tuple[str, ...], positions: int, interpreted: bool, as_json: bool
) -> None:
    """Hold GAME against the laws that every game obeys, and say what to change where it breaks one.

    GAME is a name, a file or a folder. The exit code is 0 for a game that keeps the laws and 1 for one that does not.
    """
    source = find_source(game)
    lend(source)
    try:
        report = _examine(registry.load(source.name, ",".join(options)), positions, interpreted)
        facts, said = report.as_data(), render_report(report)
    except UnknownGame as error:  # which cannot even be loaded
        facts = {"game": source.name, "lawful": False, "why": str(error)}
        said = as_sentence(f"{source.name} cannot be used yet.\n\n{capitalise(str(error))}")
    if as_json:
        echo(json.dumps(facts, ensure_ascii=False))
    else:
        Console().say(said)
    ctx.exit(LAWFUL if facts["lawful"] else BROKEN)


def _examine(game: Game, positions: int, interpreted: bool) -> Report:
    made = 0

    def note(checks: int) -> None:
        nonlocal made
        made += checks
        if shown:
            shown(made)

    with show_progress("checks") as shown:
        report = examine(game, positions, note=note)
        if not report.is_lawful:
            return report  # rules that break a law are not compiled
        if interpreted or find_spec("numba") is None:
            why = "as you wished" if interpreted else "numba is not installed: pip install 'squarely[solve]'"
            return report._replace(notes=(*report.notes, f"The rules were not compiled ({why})."))
        from squarely.solver.trust import find_compiled_fault

        found = walk_through(game, positions).positions
        some = found[:: len(found) // _COMPARED + 1]
        fault = find_compiled_fault(game, some)
        if fault:
            return report._replace(faults=(fault,))
        same = f"Compiled, the rules do the same in {len(some)} positions."
        return report._replace(notes=(*report.notes, same))
