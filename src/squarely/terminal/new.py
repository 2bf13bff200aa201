"""`squarely new`: a package with a game in it that plays at once."""

from pathlib import Path

import click

from squarely.authoring.new_package import MOVES, BadName, read_board, read_name, write_files, write_package
from squarely.authoring.rulebook import read_rulebook
from squarely.command_line.click_help import CommandWithExamples, InFile
from squarely.command_line.printing import echo
from squarely.core.rules import registry
from squarely.core.text.notation import count_noun

_EXAMPLES = """
squarely new corners                          stones on a grid of 4x4
squarely new corners --board 3x5              3 rows and 5 columns
squarely new corners --moves step             pieces that step and capture
squarely new corners --rulebook corners.md    with the title, text and board of a rulebook, each sentence a claim
"""


@click.command(cls=CommandWithExamples, examples=_EXAMPLES)
@click.argument("name")
@click.option("--board", metavar="ROWSxCOLUMNS", help="How large the board is: as in the rulebook, or else 4x4.")
@click.option("--moves", type=click.Choice(list(MOVES), case_sensitive=False), default="place", show_default=True,
              help="; ".join(f"{way}: {says}" for way, says in MOVES.items()) + ".")  # fmt: skip
@click.option("--rulebook", type=InFile(), metavar="FILE", help="A text or Markdown file with the rules.")
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
    """What was written, and what to do with it."""
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
