"""`squarely arena`: plans carried out, reports, a leaderboard across runs, and questions."""

import os
import sys
from collections.abc import Callable, Iterable
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import click

from squarely.arena.probe.command import probe
from squarely.command_line.click_help import CommandWithExamples, InFile, OutFile
from squarely.command_line.printing import echo, echo_json, make_progress_line
from squarely.core.errors import SquarelyError
from squarely.core.text.notation import count_noun, join_with_and
from squarely.files import saved_matches
from squarely.files.line_log import LineLog
from squarely.files.output_file import Kind, check_writable, write

if TYPE_CHECKING:
    from squarely.arena.run.match_result import FailedMatch, MatchResult
    from squarely.arena.run.plan import Fixture
    from squarely.arena.run.run_plan import RunProgress
    from squarely.jobs.work import Executor

_TOLD = 5  # of the matches that could not be played
_LOG = Kind("a log of the arena", '{"arena":', is_read_again=True)
_PAGE = Kind("a report of the arena", "<!DOCTYPE html>\n<!-- A report by Squarely's arena -->")

_EXAMPLES = """
squarely arena run plan.toml                      play everything the plan says, and report
squarely arena run plan.toml --on processes:2     the same, in two processes
squarely arena report plan.jsonl --html out.html  the report again, as a page
squarely arena probe quad --export 1000 set.jsonl questions with answers
squarely arena rank plan.jsonl                    add a run to the leaderboard
"""
_RUN = """
squarely arena run plan.toml                    play what is left of the plan, and report
squarely arena run plan.toml --on processes:2   in two processes
squarely arena run plan.toml --on ray           on a Ray cluster
squarely arena run plan.toml --html out.html    with a page
squarely arena run plan.toml --allow-programs   with the programs that it names as players
"""
_REPORT = """
squarely arena report plan.jsonl                  tables
squarely arena report plan.jsonl --html out.html  a page with charts and boards
squarely arena report plan.jsonl --json           for programs
"""
_RANK = """
squarely arena rank                  the leaderboard
squarely arena rank plan.jsonl       with this run added; a match counts once, however often it is added
squarely arena rank --json           for programs
"""

_html_option = click.option("--html", type=OutFile(_PAGE), help="Write the report as a page here.")
_json_option = click.option("--json", "as_json", is_flag=True, help="Print the report for programs.")


class _Group(CommandWithExamples, click.Group):
    """Subcommands, with examples."""


@click.group(cls=_Group, examples=_EXAMPLES, short_help="Measure players against the truth.")
def arena() -> None:
    """Let players meet from the same openings on both sides, and hold every move against the truth."""


arena.add_command(probe)


@arena.command(cls=CommandWithExamples, examples=_RUN, short_help="Play everything a plan says.")
@click.argument("file", type=InFile())
@click.option("--on", "place", default="here", metavar="PLACE", help="here, processes:N, ray or ray:ADDRESS.")
@click.option("--log", "log_file", type=OutFile(_LOG), help="The log; without it beside FILE, ending in .jsonl.")
@_html_option
@_json_option
@click.option("--allow-programs", is_flag=True, help="Run the programs that the plan names as players.")
@click.pass_context
def run(
    ctx: click.Context,
    file: Path,
    place: str,
    log_file: Path | None,
    html: Path | None,
    as_json: bool,
    allow_programs: bool,
) -> None:
    """Play the matches of the plan in FILE that its log does not have yet, and report.

    Every match is on the disk as soon as it is over. A run that was stopped goes on when it is called again.
    """
    _check_extras()
    from squarely.arena.run.match_result import MATCH
    from squarely.arena.run.plan import generate_fixtures, read_plan
    from squarely.arena.run.play_match import play
    from squarely.arena.run.run_plan import carry_out
    from squarely.jobs.executors import executor
    from squarely.jobs.work import do_each
    from squarely.players import PROGRAM

    plan = read_plan(file)
    where: Executor[Fixture, MatchResult | FailedMatch] = executor(place, partial(do_each, play))
    programs = [name.removeprefix(PROGRAM) for name in plan.players if name.startswith(PROGRAM)]
    if programs and not allow_programs:
        _ask_about_programs(f"{file} wants to run {join_with_and(programs)} on this machine")
    log_file = log_file or file.with_suffix(".jsonl")
    check_writable(log_file, _LOG)  # which may be the plan itself
    if html and os.path.realpath(html) == os.path.realpath(log_file):
        raise SquarelyError(f"{html} cannot be both the log and the page; please choose another name for one of them")
    with LineLog(log_file, MATCH) as log:
        for sentence in log.trouble:
            echo(f"{sentence}. If its match is part of the plan, it is played again.", err=True)
        planned = dict.fromkeys(generate_fixtures(plan))  # in order, and found at once
        if others := sum(fixture not in planned for fixture in log.entries):
            echo(f"{others} matches in {log.path} are not of this plan; they stay there.", err=True)
        progress = carry_out(plan, planned, log, where, partial(_print_progress, make_progress_line()))
        for sentence in _describe_unplayed(progress) if progress.left else ():
            echo(sentence, err=True)
        mine = [played for played in log.entries.values() if played.fixture in planned]
    if not mine:
        raise SquarelyError("no match was played, so there is nothing to report")
    _show_report(mine, file.stem, html, as_json)
    if progress.left:
        ctx.exit(1)  # unfinished


@arena.command(cls=CommandWithExamples, examples=_REPORT, short_help="Report what a log says.")
@click.argument("log", type=InFile())
@_html_option
@_json_option
def report(log: Path, html: Path | None, as_json: bool) -> None:
    """Report the matches of a LOG: skill, errors, faults, ratings and the worst mistakes."""
    _check_extras()
    from squarely.arena.run.match_result import MATCH

    played, trouble = MATCH.load(log)
    for sentence in trouble:
        echo(sentence, err=True)
    if not played:
        raise SquarelyError(f"{log} has no match to report")
    _show_report(played.values(), log.stem, html, as_json)


@arena.command(cls=CommandWithExamples, examples=_RANK, short_help="Keep a leaderboard across runs.")
@click.argument("logs", nargs=-1, type=InFile())
@click.option("--json", "as_json", is_flag=True, help="Print it for programs.")
def rank(logs: tuple[Path, ...], as_json: bool) -> None:
    """Show how all players stand over all runs, after adding those in LOGS."""
    _check_extras()
    from msgspec import to_builtins

    from squarely.arena.report.data import build_report
    from squarely.arena.report.text import render_report
    from squarely.arena.run.match_result import MATCH

    path = saved_matches.folder() / "arena" / "leaderboard.jsonl"
    # A match with the same moves counts once. Players who choose by lot may play the same fixture again.
    form = MATCH._replace(key=lambda played: (played.fixture, played.moves))
    if logs:
        with LineLog(path, form) as board:
            new, trouble = 0, list(board.trouble)
            for log in logs:
                added, damage = form.load(log)
                trouble += damage
                new += board.add(added.values())
            matches, trouble = board.entries, [*trouble, f"{count_noun(new, 'new match', ',')} added."]
    else:
        matches, trouble = form.load(path) if path.exists() else ({}, [])
    for sentence in trouble:
        echo(sentence, err=True)
    if not matches:
        echo("Nobody is ranked yet; add a run: squarely arena rank LOG")
        return
    found = build_report(matches.values(), mistakes=0)
    if as_json:
        echo_json(to_builtins(found), indent=2)
    else:
        echo(render_report(found, is_ranking=True))


def _ask_about_programs(wants: str) -> None:
    """A plan is not trusted: the programs it names are listed, and run only if the user agrees."""
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        raise SquarelyError(f"{wants}; if you trust it, add: --allow-programs")
    echo(f"{wants}. Do you trust it? (yes/no): ", err=True, nl=False)
    if sys.stdin.readline().strip().lower() not in ("y", "yes"):
        raise SquarelyError("nothing was run")


def _show_report(matches: "Iterable[MatchResult]", title: str, html: Path | None, as_json: bool) -> None:
    from msgspec import to_builtins

    from squarely.arena.report import text
    from squarely.arena.report.data import build_report

    found = build_report(matches)
    if html:
        from squarely.arena.report.page import render_report

        write(html, render_report(found, f"Arena: {title}"), _PAGE)
    if as_json:
        echo_json(to_builtins(found), indent=2)
        return
    echo(text.render_report(found))
    echo(f"\n{text.render_effort(found)}")
    if html:
        echo(f"\nWritten: {html}")


def _check_extras() -> None:
    """SquarelyError names what is missing and how to get it."""
    if missing := [name for name in ("msgspec", "numpy", "openskill") if find_spec(name) is None]:
        needed = join_with_and(missing)
        raise SquarelyError(f"the arena needs {needed}; install the extra: pip install 'squarely[agents]'")


def _print_progress(show: Callable[[str, int, int], None], progress: "RunProgress") -> None:
    failed = f", {len(progress.failed):,} could not be played" if progress.failed else ""
    show(f"{progress.done:,} of {progress.planned:,} matches{failed}", progress.done, progress.planned)


def _describe_unplayed(progress: "RunProgress") -> list[str]:
    """What was not played, and what to do about it."""
    lines = [f"{failed.fixture} could not be played: {failed.why}." for failed in progress.failed[:_TOLD]]
    more = len(progress.failed) - _TOLD
    lines += [f"And {more:,} more."] if more > 0 else []
    lines += [f"Stopped: {progress.stopped}."] if progress.stopped else []
    again = "none of them counts; call it again to play them" if progress.failed else "call it again to go on"
    return [*lines, f"{progress.left:,} of {progress.planned:,} matches are left: {again}."]
