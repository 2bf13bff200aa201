"""`squarely try`: play a game while its rules are being written."""

import click

from squarely.authoring.reloaded_rules import ReloadedRules
from squarely.command_line.click_help import CommandWithExamples
from squarely.command_line.shell_words import complete_games_and_files
from squarely.core.rules.sources import find_source, lend
from squarely.players import HUMAN, fold_name
from squarely.terminal.line_mode.console import Console
from squarely.terminal.line_mode.trial import Trial
from squarely.terminal.match.match_settings import MatchSettings
from squarely.terminal.options import complete_players, option_option, plain_option

_EXAMPLES = """
squarely try .                          the game in this folder; what you save is played at once
squarely try corners                    an installed one
squarely try squarely_hop.py            a file that is a game
squarely try . --second level:3         against the computer
squarely try . --option rows=3          under other options
squarely try . --browser                in the browser; its page shows what you save
"""


@click.command(cls=CommandWithExamples, examples=_EXAMPLES, short_help="Play a game while you write its rules.")
@click.argument("game", shell_complete=complete_games_and_files)
@click.option("--first", default=HUMAN, metavar="PLAYER", shell_complete=complete_players, help="Who plays first.")
@click.option("--second", default=HUMAN, metavar="PLAYER", shell_complete=complete_players, help="Who plays second.")
@option_option
@click.option("--position", metavar="LINE", help="Start from this position instead of the usual one.")
@click.option("--seed", type=click.IntRange(0, 2**63), default=0, help="Decides everything that is random.")
@click.option("--browser", is_flag=True, help="In the browser instead of here.")
@click.option("--port", type=click.IntRange(0, 65535), default=8765, show_default=True, help="Where, with --browser.")
@plain_option
@click.pass_context
def try_game(
    ctx: click.Context,
    game: str,
    first: str,
    second: str,
    options: tuple[str, ...],
    position: str | None,
    seed: int,
    browser: bool,
    port: int,
    plain: bool,
) -> None:
    """Play GAME, a name, a folder or a file, and see its rules change when you save them.

    The match goes on under the new rules, as far as its moves are still allowed. Rules that cannot be loaded, or break
    a law, are named with their line, and those before stay until that is mended. The match is not kept.
    """
    source = find_source(game)
    lend(source)
    rules = ReloadedRules(source, ",".join(options))
    if browser:
        from squarely.terminal.try_in_browser import serve_tried

        ctx.exit(serve_tried(source.name, rules, port))
    settings = MatchSettings(fold_name(first), fold_name(second), seed)
    ctx.exit(Trial(source, rules, settings, position, Console(plain)).play())
