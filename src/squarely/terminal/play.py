"""`squarely play` and `squarely resume`: begin a match, or go on with an unfinished one."""

from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from squarely.command_line.click_help import CommandWithExamples, OutFile, option_option, optional_game_argument
from squarely.core.rules import registry
from squarely.core.text.notation import join_with_and
from squarely.files import saved_matches
from squarely.terminal import options as shared
from squarely.terminal.line_mode.console import AnotherMatchWanted, Console
from squarely.terminal.line_mode.menu import choose_match, play_matches, resume_match
from squarely.terminal.match.match_list import load_record
from squarely.terminal.match.match_settings import LOSE, SCREEN, MatchSettings
from squarely.terminal.match.new_match import prepare_match

_PLAY = """
squarely play quad                          two people at one keyboard
squarely play quad --second level:3         against the computer at level 3
squarely play quad --second perfect         against a perfect player
squarely play quad --second level:3 --screen  the same, full-screen
squarely play numbers --seed 7              the same numbers every time
squarely play numbers --position "538/291/647 1 0-0"
squarely play showdown --toss --names "Ann,Bob" --time-limit 20
squarely play showdown --rules mended       with better rules
squarely play quad --option sudden_death=convert --save game.match
"""
_RESUME = """
squarely resume                   one of the unfinished matches
squarely resume game.match        this one
squarely resume --second perfect  against another opponent from now on
"""


@click.command(cls=CommandWithExamples, examples=_PLAY)
@optional_game_argument
@shared.first_option
@shared.second_option
@option_option
@shared.position_option
@shared.seed_option
@click.option("--toss", is_flag=True, help="Toss a coin for who begins, or for who has which side.")
@shared.time_limit_option
@click.option("--on-timeout", type=shared.ON_TIMEOUT, default=LOSE, show_default=True, help="What then happens.")
@shared.max_turns_option
@click.option("--names", metavar="FIRST,SECOND", help="What the players are called.")
@click.option("--save", "save_as", type=OutFile(), help="Keep the record here too.")
@shared.plain_option
@shared.screen_option
def play(game: str | None, plain: bool, screen: bool, **given: Any) -> int:
    """Play GAME in the terminal, in the words of its rulebook. Without GAME, you are asked which.

    A PLAYER is human, random, perfect, level:1 to level:9, search:BUDGET (such as search:2s), llm:MODEL or program:CMD.
    Enter `help` at any prompt. The match is saved after every move; `squarely resume` goes on with it.
    """
    console = Console(plain)
    if game is None:
        find_source = click.get_current_context().get_parameter_source
        if console.is_terminal and ParameterSource.COMMANDLINE not in map(find_source, given):
            raise AnotherMatchWanted
        names = join_with_and(registry.names())
        raise click.UsageError(f"name a game, such as: squarely play quad. There are {names}.")
    new = prepare_match(game, **given)
    if screen:
        shared.open_screen("match", new.live, new.toss, plain=plain)
    return play_matches(new.live, console, new.toss)


@click.command(cls=CommandWithExamples, examples=_RESUME)
@shared.optional_record_argument
@shared.player_option("--first", help="Who plays first now.")
@shared.player_option("--second", help="Who plays second now.")
@shared.time_limit_option
@click.option("--on-timeout", type=shared.ON_TIMEOUT, help="What running out of time does from now on.")
@shared.max_turns_option
@shared.plain_option
@shared.screen_option
def resume(file: Path | None, plain: bool, screen: bool, **changes: Any) -> int:
    """Go on with the unfinished match in FILE, or with one of those saved on this machine.

    A match that was played full-screen last opens there again, where that is possible.
    """
    if screen and not file:
        shared.open_screen("unfinished", plain=plain)
    console = Console(plain)
    path = file or choose_match(console, saved_matches.list_unfinished, can_delete=True)
    if path is None:
        console.say("There is no unfinished match. Begin one with: squarely play GAME")
        return 0
    shown_as = MatchSettings.from_tags(load_record(path).notes).shown_as
    if screen or (shown_as == SCREEN and shared.can_open_screen(plain)):
        shared.open_screen("reopen", path, changes, plain=plain)
    return resume_match(path, console, **changes)
