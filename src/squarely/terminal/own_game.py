"""`squarely new` and `squarely check-game`: a game of one's own that plays at once, and whether it keeps the laws."""

from importlib.util import find_spec
from pathlib import Path

import click

from squarely import Game, UnknownGame
from squarely.authoring.new_package import MOVES, BadName, read_board, read_name, write_files, write_package
from squarely.authoring.rulebook import read_rulebook
from squarely.command_line import click_help as shared
from squarely.command_line.printing import echo, echo_json, show_progress
from squarely.core.errors import BrokenRules
from squarely.core.rules import registry
from squarely.core.rules.endless import stop_endless_rules
from squarely.core.rules.registry import find_source, lend
from squarely.core.text.notation import as_sentence, capitalise, count_noun
from squarely.laws.examine import Report, examine, render_report
from squarely.laws.walk import MOST, walk_through
from squarely.terminal.line_mode.console import Console

LAWFUL, BROKEN = 0, 1  # exit codes; 2 is a mistake on the command line
_COMPARED = 200  # positions in which compiled rules are held against interpreted ones

_NEW = """
squarely new corners                          stones on a grid of 4x4
squarely new corners --board 3x5              3 rows and 5 columns
squarely new corners --moves step             pieces that step and capture
squarely new corners --rulebook corners.md    with the title, text and board of a rulebook, each sentence a claim
"""
_CHECKED = """
squarely check-game hop                       a game that is installed
squarely check-game squarely_hop.py           one that is being written
squarely check-game . --interpreted           the game of this folder, without compiling it
squarely check-game hop --option size=3 --json
"""


@click.command(cls=shared.CommandWithExamples, examples=_NEW)
@click.argument("name")
@click.option("--board", metavar="ROWSxCOLUMNS", help="How large the board is: as in the rulebook, or else 4x4.")
@click.option("--moves", type=click.Choice(list(MOVES), case_sensitive=False), default="place", show_default=True,
              help="; ".join(f"{way}: {says}" for way, says in MOVES.items()) + ".")  # fmt: skip
@click.option("--rulebook", type=shared.InFile(), metavar="FILE", help="A text or Markdown file with the rules.")
@click.pass_context
def new(ctx: click.Context, name: str, board: str | None, moves: str, rulebook: Path | None) -> None:
    """Write a package with a game called NAME, in a folder of that name.

    It plays at once; change its rules from there.
    """
    group = ctx.find_root().command
    commands = group.list_commands(ctx) if isinstance(group, click.Group) else ()
    book = read_rulebook(rulebook) if rulebook else None
    try:
        package = read_name(name, registry.names(), commands)
        shape = read_board(board or (book and book.board) or "4x4")
    except BadName as error:
        raise click.UsageError(f"{error}.") from None
    write_package(Path(package.game), write_files(package, shape, moves, book))
    echo(_describe_next(package.game, package.module, len(book.sentences) if book else None))


def _describe_next(name: str, module: str, sentences: int | None) -> str:
    quoted = f" The rulebook has {count_noun(sentences, 'sentence')}; each is a claim to judge." if sentences else ""
    steps = {
        f"cd {name}": "",
        "squarely try .": f"play it; what you change in {module}/rules.py is seen as soon as you save",
        "pip install -e .": "from now on it is one of the games",
        f"squarely play {name}": "with every opponent and option",
        f"squarely check-game {name}": "what every game obeys, tried",
        f"squarely lab {name} --report": "whether it is fair, ends and is deep",
    }
    width = max(map(len, steps)) + 3
    listed = "\n".join(f"  {command:<{width}}{says}".rstrip() for command, says in steps.items())
    return f"The folder {name} has a game that plays.{quoted} Go on with:\n\n{listed}"


@click.command("check-game", cls=shared.CommandWithExamples, examples=_CHECKED)
@click.argument("game", shell_complete=shared.complete_games_and_files)
@shared.option_option
@click.option("--positions", type=click.IntRange(1, 1_000_000), default=MOST, show_default=True, metavar="N",
              help="How many positions of a game are looked at all; of a larger one, some.")  # fmt: skip
@click.option("--interpreted", is_flag=True, help="Do not compile the rules: quicker, and says less.")
@shared.json_option
def check_game(game: str, options: tuple[str, ...], positions: int, interpreted: bool, as_json: bool) -> int:
    """Hold GAME against the laws that every game obeys, and say what to change where it breaks one.

    GAME is a name, a file or a folder. The exit code is 0 for a game that keeps the laws and 1 for one that does not.
    """
    source = find_source(game)
    lend(source)
    try:
        with stop_endless_rules():
            report = _examine(registry.load(source.name, ",".join(options)), positions, interpreted)
        facts, said = report.as_data(), render_report(report)
    except (UnknownGame, BrokenRules) as error:  # which cannot even be loaded, or never ends
        facts = {"game": source.name, "lawful": False, "why": str(error)}
        said = as_sentence(f"{source.name} cannot be used yet.\n\n{capitalise(str(error))}")
    if as_json:
        echo_json(facts)
    else:
        Console().say(said)
    return LAWFUL if facts["lawful"] else BROKEN


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

        found = [*walk_through(game, positions).steps]
        some = found[:: len(found) // _COMPARED + 1]
        if fault := find_compiled_fault(game, some):
            return report._replace(faults=(fault,))
        return report._replace(notes=(*report.notes, f"Compiled, the rules do the same in {len(some)} positions."))
