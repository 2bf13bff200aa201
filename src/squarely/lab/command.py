"""`squarely lab`: rule sets measured exactly, compared and mended."""

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from squarely.command_line.click_help import CommandWithExamples, OutFile
from squarely.command_line.printing import echo
from squarely.command_line.rule_options import option_option
from squarely.command_line.shell_words import begin_with, complete_games, complete_options
from squarely.core import registry
from squarely.core.errors import SquarelyError
from squarely.files.output_file import Kind, check_writable, write
from squarely.lab.export_command import export
from squarely.lab.log import LOG, LabLog, default_path
from squarely.lab.ranking import BEST, ORDERS, rank

if TYPE_CHECKING:
    from squarely.core.game import Game
    from squarely.jobs.work import Failed
    from squarely.lab.questions import Question
    from squarely.lab.run import Bench

UNFINISHED = 1
_TOLD = 5  # of the rule sets that could not be measured
_PAGE = Kind("a page of the lab", "<!DOCTYPE html>\n<!-- A page by Squarely's lab -->")

_EXAMPLES = """
squarely lab showdown                            every combination of its rules
squarely lab snatchers --sweep size=3-5          only these sizes
squarely lab center -o size=3 --html out.html    the size is fixed; a page to send around
squarely lab quad --report -o size=3             one rule set, every measure in words
squarely lab showdown --mend                     the smallest change that mends it
squarely lab export --count 50 suite.toml        a plan for the arena, of rules nobody has seen
"""


class _Lab(CommandWithExamples):
    """The command, and behind the word `export` another one."""

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        """The context of whichever of the two was meant."""
        if args and args[0] == export.name:
            return export.make_context(f"{info_name} {export.name}", args[1:], parent, **extra)
        return super().make_context(info_name, args, parent, **extra)


def _complete_first(ctx: click.Context, param: click.Parameter, typed: str) -> list[str]:
    """Games, and the word that is none."""
    return [*complete_games(ctx, param, typed), *begin_with([str(export.name)], typed)]


def _as_listed(_: click.Context, __: click.Parameter, typed: str) -> str:
    """The name of a game as it is listed, however it was typed; what is no game is for the registry to refuse."""
    return registry.find(typed) or typed


@click.command(cls=_Lab, examples=_EXAMPLES, short_help="Measure rules, compare them, mend them.")
@click.argument("game", shell_complete=_complete_first, callback=_as_listed)
@click.option(
    "--sweep", "sweeps", multiple=True, metavar="NAME=VALUES", shell_complete=complete_options,
    help="Try these settings, such as size=3-5 or reach=1,2; a name alone: all. May be given several times. "
    "Without it, every rule of the game is swept.",
)  # fmt: skip
@option_option
@click.option("--report", "alone", is_flag=True, help="Sweep nothing: every measure of one rule set, in words.")
@click.option("--mend", is_flag=True, help="Search for the smallest change that makes the game end, fair and deep.")
@click.option(
    "--changes", type=click.IntRange(1, 9), metavar="N", help="With --mend: change at most so many rules (3)."
)
@click.option("--truth", is_flag=True, help="Solve only: leave out what needs players, which takes longest.")
@click.option("--on", "place", default="here", metavar="PLACE", help="here, processes:N, ray or ray:ADDRESS.")
@click.option("--sort", "order", type=click.Choice(list(ORDERS)), help="What comes first in the table (best).")
@click.option("--json", "as_json", is_flag=True, help="Print every measure for programs.")
@click.option("--html", type=OutFile(_PAGE), help="Write a page here: ranking, depth against balance, commands.")
@click.option("--log", "log_file", type=OutFile(LOG), help="Where answers are kept; without it, in your cache.")
@click.option(
    "--limit", type=click.IntRange(1, 50_000_000), metavar="N",
    help="The most positions that are solved: 200000, with --report 2000000.",
)  # fmt: skip
@click.option("--seed", type=click.IntRange(0, 2**31), default=0, help="Which matches are played where some must be.")
@click.pass_context
def lab(
    ctx: click.Context,
    game: str,
    sweeps: tuple[str, ...],
    options: tuple[str, ...],
    alone: bool,
    mend: bool,
    changes: int | None,
    truth: bool,
    place: str,
    order: str | None,
    as_json: bool,
    html: Path | None,
    log_file: Path | None,
    limit: int | None,
    seed: int,
) -> None:
    """Measure every combination of the rules of GAME that makes a game: exactly, and the best first.

    What was measured is kept: a lab that was stopped goes on when it is called again. It is kept for these rules
    alone; where a rule changes, it is measured anew.
    """
    from squarely.lab.base_rules import choose_base
    from squarely.lab.progress import make_progress_printer, say_when_stopped
    from squarely.lab.run import Bench, choose_executor
    from squarely.lab.sweep import choose_axes, read_axes

    _check_together(alone, mend, bool(sweeps), changes, truth, html, order)
    base, given, chosen = choose_base(game, options)
    axes = read_axes(base, sweeps, given) if sweeps else () if alone or mend else choose_axes(base, chosen)
    log_file = log_file or default_path(base.name)
    if log_file.parent.is_dir():
        check_writable(log_file, LOG)
    if html and os.path.realpath(html) == os.path.realpath(log_file):
        raise SquarelyError(f"{html} cannot be both the log and the page; please choose another name for one of them")
    where = choose_executor(place)
    with LabLog(log_file) as log, say_when_stopped():
        for sentence in log.trouble:
            echo(f"{sentence}. What it says is measured again.", err=True)
        bench = Bench(log, where, make_progress_printer())
        bound = limit or (2_000_000 if alone else 200_000)
        if mend:
            failed = _mend(base, axes, chosen, bench, changes, seed, bound, as_json)
        else:
            failed = _study(base, axes, bench, "truth" if truth else "full", seed, bound, order or BEST, as_json, html)
    for failure in failed[:_TOLD]:
        echo(f"{failure.item.game} {failure.item.options} could not be measured: {failure.why}.", err=True)
    if failed:
        echo(f"{len(failed):,} could not be measured; call it again to try them.", err=True)
        ctx.exit(UNFINISHED)


def _check_together(
    alone: bool, mend: bool, sweeps: bool, changes: int | None, truth: bool, html: Path | None, order: str | None
) -> None:
    """Refuse what does not go together."""
    if alone and (mend or sweeps):
        raise click.UsageError(f"--report is about one rule set; leave out {'--mend' if mend else '--sweep'}.")
    if changes is not None and not mend:
        raise click.UsageError("--changes is for --mend.")
    if mend and (truth or html):
        raise click.UsageError(f"--mend prints what it finds; leave out {'--truth' if truth else '--html'}.")
    if order and (alone or mend):
        raise click.UsageError(f"--sort is for the table of a sweep; leave out {'--mend' if mend else '--report'}.")


def _study(
    base: "Game", axes: Any, bench: "Bench", kind: Any, seed: int, limit: int, order: str, as_json: bool,
    html: Path | None,
) -> "tuple[Failed[Question], ...]":  # fmt: skip
    from squarely.lab.study import carry_out, render_study, study_data

    study = carry_out(base, axes, bench, kind, seed, limit)
    ranked = rank(study.measured, order)
    if not ranked:
        too_large = [f"{each.refusal}; --limit sets another bound" for each in study.too_large]
        why = too_large[0] if too_large else next(iter(study.rule_sets.refused), "")
        why = why or (study.failed[0].why if study.failed else "")
        raise SquarelyError(f"no rule set of {base.name} could be measured: {why}")
    if html:
        from squarely.lab.page import render_page

        write(html, render_page(study, ranked), _PAGE)
    if as_json:
        echo(json.dumps(study_data(study, ranked), indent=2, ensure_ascii=False))
    else:
        echo(render_study(study, ranked))
        if html:
            echo(f"\nWritten: {html}")
    return study.failed


def _mend(
    base: "Game", axes: Any, fixed: frozenset[str], bench: "Bench", changes: int | None, seed: int, limit: int,
    as_json: bool,
) -> "tuple[Failed[Question], ...]":  # fmt: skip
    from squarely.lab.mending import CHANGES, choose_mending_axes, mend
    from squarely.lab.mending_report import mending_data, render_mending

    found = mend(base, axes or choose_mending_axes(base, fixed), bench, changes or CHANGES, seed, limit)
    if as_json:
        echo(json.dumps(mending_data(found), indent=2, ensure_ascii=False))
    else:
        echo(render_mending(base, found))
    return found.failed
