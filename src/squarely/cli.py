"""The command `squarely`: finds the subcommand, loads only its room, turns mistakes into sentences and exit codes."""

import contextlib
import io
import os
import sys
from importlib import import_module

import click

from squarely import __version__
from squarely.command_line.click_help import CommandWithExamples
from squarely.command_line.printing import echo, fit
from squarely.core.errors import SquarelyError, describe_error
from squarely.core.rules.author import describe_failure
from squarely.core.rules.endless import stop_endless_rules
from squarely.core.text.suggestions import command_suggestion, find_folded, find_nearest, suggest
from squarely.terminal.line_mode.console import AnotherMatchWanted, Console, EndOfInput, Quit
from squarely.terminal.options import INSTALL, can_open_screen, has_extra, is_on_screen

UNFINISHED, MISTAKE = 1, 2

_EXAMPLES = """
squarely                              choose a game; --plain: from a menu
squarely play quad                    two people at one keyboard
squarely play quad --second level:4   against the computer
squarely resume                       go on with an unfinished match
squarely rules quad                   rules, rulings and options
squarely new corners                  begin a game of your own
"""

# Where each subcommand is, and its line in the help, so that none needs loading for it.
_COMMANDS = {
    "play": ("squarely.terminal.play", "Play a game."),
    "resume": ("squarely.terminal.play", "Go on with an unfinished match."),
    "games": ("squarely.terminal.rules", "List the games."),
    "rules": ("squarely.terminal.rules", "Show the rules, rulings and options of a game."),
    "show": ("squarely.terminal.show", "Replay a record."),
    "solve": ("squarely.terminal.solve", "The truth about a position."),
    "solutions": ("squarely.terminal.solutions", "What was solved and is kept."),
    "review": ("squarely.terminal.review", "Hold a match against the truth."),
    "puzzle": ("squarely.terminal.puzzle", "Find the move that matters."),
    "me": ("squarely.terminal.me", "Your results, your level, your streak."),
    "court": ("squarely.terminal.court", "Judge what the rulebooks claim."),
    "prove": ("squarely.terminal.solve", "Write a proof of what a position is worth."),
    "check": ("squarely.terminal.solve", "Check a proof."),
    "new": ("squarely.terminal.own_game", "Begin a game of your own."),
    "try": ("squarely.terminal.try_game", "Play a game while you write its rules."),
    "check-game": ("squarely.terminal.own_game", "Hold a game against the laws of games."),
    "serve": ("squarely.web.serve", "Play in the browser."),
    "backup": ("squarely.web.backup", "Copy the server's matches into a file."),
    "restore": ("squarely.web.backup", "Put such a copy back."),
    "mcp": ("squarely.environments.mcp.command", "Let language models play through tools (MCP)."),
    "arena": ("squarely.arena.command", "Measure players against the truth."),
    "lab": ("squarely.lab.command", "Measure rules, compare them, mend them."),
    "completion": ("squarely.command_line.click_help", "Print a completion script for your shell."),
}


class Subcommands(CommandWithExamples, click.Group):
    """Subcommands that are loaded when they are called."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """In the order in which a newcomer needs them."""
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in _COMMANDS:
            return None
        found = vars(import_module(_COMMANDS[cmd_name][0])).values()
        return next(each for each in found if isinstance(each, click.Command) and each.name == cmd_name)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The subcommand meant; an unknown one gets a suggestion. `help` is `--help`, here and behind a command."""
        if args[0].lower() == "help":
            if not args[1:]:
                echo(ctx.get_help())
                ctx.exit()
            args = [*args[1:], "--help"]
        if not args[0].startswith("-"):
            found = find_folded(args[0], _COMMANDS)
            if found is None:
                raise click.UsageError(f"there is no command {args[0]!r}; {_suggest_command(args)}")
            args = [found, *args[1:]]
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """The list of subcommands, without loading them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, says) for name, (_, says) in _COMMANDS.items()])


@click.group(cls=Subcommands, examples=_EXAMPLES, invoke_without_command=True)
@click.option("--plain", is_flag=True, help="Without a command: the menu line by line, not the full-screen app.")
@click.version_option(__version__, prog_name="squarely")
@click.pass_context
def squarely(ctx: click.Context, plain: bool) -> None:
    """Small two-player grid games, fair and square. Without a command, the full-screen app or a menu opens."""
    if ctx.invoked_subcommand is None:
        ctx.exit(_open_face(plain))
    elif plain:
        raise click.UsageError(f"--plain goes behind the command: squarely {ctx.invoked_subcommand} … --plain")


def _open_face(plain: bool) -> int:
    """The app where it can be shown, else the menu; returns the exit code."""
    if can_open_screen(plain):
        from squarely.terminal.full_screen.app import run_app

        return run_app()
    from squarely.terminal.line_mode.menu import run_menu

    console = Console(plain)
    if is_on_screen() and not has_extra() and not plain:
        console.say(f"(There is a full-screen app, too: {INSTALL})\n")
    return run_menu(console)


def _suggest_command(args: list[str]) -> str:
    """What was meant by a first word that is no command."""
    from squarely.core.rules.registry import names

    games = [name for name in names() if name not in _COMMANDS]
    near = find_nearest(args[0], (*_COMMANDS, *games))
    if near in games:
        return command_suggestion("play", near, *args[1:])
    return suggest(args[0], _COMMANDS)


def main() -> int:
    """Run the command; no traceback ever reaches a user. Returns the exit code; Ctrl-C is for `__main__`."""
    _open_streams()
    try:
        with stop_endless_rules():
            code = _run_command()
        sys.stdout.flush()
        return code if isinstance(code, int) else 0
    except click.Abort:
        sys.stdout.write("\n")
        raise KeyboardInterrupt from None
    except Quit:
        return 0
    except EndOfInput:
        echo("The input has ended before a match began.", err=True)
        return UNFINISHED
    except click.ClickException as error:
        told = io.StringIO()
        error.show(told)
        echo(fit(told.getvalue(), sys.stderr), err=True, nl=False)
        return error.exit_code
    except OSError as error:
        if not isinstance(error, BrokenPipeError):
            with contextlib.suppress(OSError):  # the terminal may be gone
                echo(f"squarely: {error}", err=True)
        # The pipe is closed. Standard output goes nowhere, so that Python does not complain when it closes it.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return UNFINISHED
    except (Exception, SystemExit) as error:
        echo(fit(f"squarely: {_describe_failure(error)}", sys.stderr), err=True)
        return MISTAKE


def _open_streams() -> None:
    """Replace standard streams that the shell has closed by the null device; escape what the output cannot encode."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115, as long as the command runs
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


def _run_command() -> object:
    """What the command returns; after it the menu, if the player wants another match."""
    try:
        return squarely.main(prog_name="squarely", standalone_mode=False)
    except AnotherMatchWanted:
        from squarely.terminal.line_mode.menu import run_menu

        return run_menu(Console())


def _describe_failure(error: BaseException) -> str:
    """A mistake of the user, what went wrong inside a game's file, with its line, or that it is our fault."""
    if isinstance(error, SquarelyError):
        return str(error)
    if isinstance(error, Exception) and sys.flags.dev_mode:
        raise error
    if told := describe_failure(error):
        return told
    if isinstance(error, SystemExit):
        raise error
    return (
        f"this should not have happened ({describe_error(error)}). With a game of your own, `squarely check-game` may "
        "say why; `python -X dev -m squarely …` shows where."
    )
