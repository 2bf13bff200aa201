"""`squarely arena run` and `squarely arena report`."""

import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from squarely.command_line.click_help import CommandWithExamples, InFile, OutFile
from squarely.command_line.printing import echo
from squarely.core.errors import SquarelyError
from squarely.core.text.notation import join_with_and
from squarely.files.output_file import Kind, check_writable, write

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from squarely.arena.run.fixtures import Fixture
    from squarely.arena.run.match_result import FailedMatch, MatchResult
    from squarely.arena.run.run_plan import RunProgress
    from squarely.jobs.executors import Executor

UNFINISHED = 1
_TOLD = 5  # of the matches that could not be played
_LOG = Kind("a log of the arena", '{"arena":', is_read_again=True)
_PAGE = Kind("a report of the arena", "<!DOCTYPE html>\n<!-- A report by Squarely's arena -->")

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


@click.command(cls=CommandWithExamples, examples=_RUN, short_help="Play everything a plan says.")
@click.argument("file", type=InFile())
@click.option("--on", "place", default="here", metavar="PLACE", help="here, processes:N, ray or ray:ADDRESS.")
@click.option("--log", "log_file", type=OutFile(_LOG), help="The log; without it beside FILE, ending in .jsonl.")
@click.option("--html", type=OutFile(_PAGE), help="Write the report as a page here.")
@click.option("--json", "as_json", is_flag=True, help="Print the report for programs.")
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
    from squarely.arena.extras import check_extras
    from squarely.arena.run import plan as plans
    from squarely.arena.run.fixtures import generate_fixtures
    from squarely.arena.run.log import Log
    from squarely.arena.run.play_match import play_all
    from squarely.arena.run.run_plan import carry_out as carried_out
    from squarely.jobs.executors import executor

    check_extras()
    plan = plans.read_plan(file)
    where: Executor[Fixture, MatchResult | FailedMatch] = executor(place, play_all)
    if not allow_programs:
        _ask_about_programs(file, plan.programs)
    log_file = log_file or file.with_suffix(".jsonl")
    check_writable(log_file, _LOG)  # which may be the plan itself
    if html and os.path.realpath(html) == os.path.realpath(log_file):
        raise SquarelyError(f"{html} cannot be both the log and the page; please choose another name for one of them")
    with Log(log_file) as log:
        for sentence in log.trouble:
            echo(f"{sentence}. If its match is part of the plan, it is played again.", err=True)
        planned = dict.fromkeys(generate_fixtures(plan))  # in order, and found at once
        if others := sum(fixture not in planned for fixture in log.played):
            echo(f"{others} matches in {log.path} are not of this plan; they stay there.", err=True)
        progress = carried_out(plan, planned, log, where, _make_progress_printer())
        for sentence in _describe_unplayed(progress):
            echo(sentence, err=True)
        mine = [played for fixture, played in log.played.items() if fixture in planned]
    if not mine:
        raise SquarelyError("no match was played, so there is nothing to report")
    _show_report(mine, file.stem, html, as_json)
    if progress.left:
        ctx.exit(UNFINISHED)


@click.command(cls=CommandWithExamples, examples=_REPORT, short_help="Report what a log says.")
@click.argument("log", type=InFile())
@click.option("--html", type=OutFile(_PAGE), help="Write the report as a page here.")
@click.option("--json", "as_json", is_flag=True, help="Print the report for programs.")
def report(log: Path, html: Path | None, as_json: bool) -> None:
    """Report the matches of a LOG: skill, errors, faults, ratings and the worst mistakes."""
    from squarely.arena.extras import check_extras
    from squarely.arena.run.log import load_log

    check_extras()
    played, trouble = load_log(log)
    for sentence in trouble:
        echo(sentence, err=True)
    if not played:
        raise SquarelyError(f"{log} has no match to report")
    _show_report(played.values(), log.stem, html, as_json)


def _ask_about_programs(file: Path, programs: "Sequence[str]") -> None:
    """A plan may come from anybody: what it wants to run here is said, and is run only if somebody wants it, too."""
    if not programs:
        return
    wants = f"{file} wants to run {join_with_and(programs)} on this machine"
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        raise SquarelyError(f"{wants}; if you trust it, add: --allow-programs")
    echo(f"{wants}. Do you trust it? (yes/no): ", err=True, nl=False)
    if sys.stdin.readline().strip().lower() not in ("y", "yes"):
        raise SquarelyError("nothing was run")


def _show_report(matches: "Iterable[MatchResult]", title: str, html: Path | None, as_json: bool) -> None:
    from squarely.arena.report import text
    from squarely.arena.report.data import build_report as reported

    found: dict[str, Any] = reported(matches)
    if html:
        from squarely.arena.report.page import render_report

        write(html, render_report(found, f"Arena: {title}"), _PAGE)
    if as_json:
        echo(json.dumps(found, indent=2, ensure_ascii=False))
        return
    echo(text.render_report(found))
    echo(f"\n{text.render_effort(found)}")
    if html:
        echo(f"\nWritten: {html}")


def _make_progress_printer() -> "Callable[[RunProgress], None]":
    """Shows how far a run is, on standard error: one line on a terminal, else a line for every tenth."""
    watched, shown = sys.stderr.isatty(), -1

    def tell(progress: "RunProgress") -> None:
        nonlocal shown
        line = f"{progress.done:,} of {progress.planned:,} matches"
        if progress.failed:
            line += f", {len(progress.failed):,} could not be played"
        if watched:
            end = "" if progress.left else "\n"
            sys.stderr.write(f"\r\x1b[K{line}{end}")
            sys.stderr.flush()
        elif (tenth := 10 * progress.done // max(1, progress.planned)) > shown:
            shown = tenth
            echo(line, err=True)

    return tell


def _describe_unplayed(progress: "RunProgress") -> list[str]:
    """What was not played, and what to do about it."""
    if not progress.left:
        return []
    lines = [f"{failed.fixture} could not be played: {failed.why}." for failed in progress.failed[:_TOLD]]
    if (more := len(progress.failed) - _TOLD) > 0:
        lines.append(f"And {more:,} more.")
    if progress.stopped:
        lines.append(f"Stopped: {progress.stopped}.")
    again = "none of them counts; call it again to play them" if progress.failed else "call it again to go on"
    return [*lines, f"{progress.left:,} of {progress.planned:,} matches are left: {again}."]
