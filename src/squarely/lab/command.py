"""`squarely lab`: rule sets measured, compared and mended; and `squarely lab export`, a plan for the arena."""

import os
from pathlib import Path
from typing import Any

import click

from squarely.command_line import click_help as shared
from squarely.command_line.printing import echo, echo_json
from squarely.core.errors import SquarelyError
from squarely.core.rules import registry
from squarely.files.known_games import find_game_name
from squarely.files.output_file import Kind, check_writable, write
from squarely.lab.export import SUITE, choose_suite, render_suite
from squarely.lab.mend import search
from squarely.lab.report.page import render_page
from squarely.lab.report.table import ORDERS, sort_by
from squarely.lab.report.words import render_study
from squarely.lab.sweep.bench import LOG, Bench, default_path, describe_time, open_bench
from squarely.lab.sweep.rule_sets import choose_axes, choose_base, read_axes
from squarely.lab.sweep.study import carry_out, study_data

UNFINISHED = 1
_TOLD = 5  # of the rule sets that could not be measured
_MEASURED, _REPORTED, _MENDED = 200_000, 2_000_000, 1_000_000  # positions
_PAGE = Kind("a page of the lab", "<!DOCTYPE html>\n<!-- A page by Squarely's lab -->")

_EXAMPLES = """
squarely lab showdown                            every combination of its rules
squarely lab snatchers --sweep size=3-5          only these sizes
squarely lab center -o size=3 --html out.html    the size is fixed; a page to send around
squarely lab quad --report -o size=3             one rule set, every measure in words
squarely lab showdown --mend                     the smallest change that mends it
squarely lab export --count 50 suite.toml        a plan for the arena, of rules nobody has seen
"""
_EXPORT = """
squarely lab export suite.toml                       fifty rule sets, for `squarely arena run`
squarely lab export --count 10 --seed 7 suite.toml   other ones
squarely lab export --game center suite.toml         of one game only
"""
_KEPT = "Where answers are kept; without it, in your cache."
_log_option = click.option("--log", "log_file", type=shared.OutFile(LOG), help=_KEPT)
_places = "here, processes:N, ray or ray:ADDRESS."
_place_option = click.option("--on", "place", default="here", metavar="PLACE", help=_places)


class _Lab(shared.CommandWithExamples):
    """The command, and behind the word `export` another one."""

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        """The context of whichever of the two was meant."""
        if args and args[0] == export.name:
            return export.make_context(f"{info_name} {export.name}", args[1:], parent, **extra)
        return super().make_context(info_name, args, parent, **extra)


@click.command("export", cls=shared.CommandWithExamples, examples=_EXPORT, short_help="Write a plan of new rules.")
@click.argument("file", type=shared.OutFile(SUITE))
@click.option("--count", type=click.IntRange(1, 1000), default=50, help="How many rule sets (50).")
@click.option("--seed", type=click.IntRange(0, 2**31), default=1, help="Which ones: the same seed, the same plan (1).")
@click.option("--game", "games", multiple=True, shell_complete=shared.complete_games, help="Of this game, or these.")
@_log_option
@_place_option
def export(file: Path, count: int, seed: int, games: tuple[str, ...], log_file: Path | None, place: str) -> None:
    """Write a plan for the arena to FILE: rule sets drawn by lot, spread over depth and length, each with its truth."""
    chosen = [registry.find(name) or name for name in games] or list(registry.names())
    for name in chosen:
        registry.find_class(name)
    with open_bench(log_file or default_path("export"), place) as bench:
        suite = choose_suite(count, seed, list(dict.fromkeys(chosen)), bench)
    write(file, render_suite(suite, seed), SUITE)
    echo(f"Written: {file}. Carry it out: squarely arena run {file}")


def _complete_first(ctx: click.Context, param: click.Parameter, typed: str) -> list[str]:
    """Games, and the word that is none."""
    return [*shared.complete_games(ctx, param, typed), *shared.begin_with([str(export.name)], typed)]


@click.command(cls=_Lab, examples=_EXAMPLES, short_help="Measure rules, compare them, mend them.")
@click.argument("game", shell_complete=_complete_first, callback=lambda _, __, typed: find_game_name(typed))
@click.option(
    "--sweep", "sweeps", multiple=True, metavar="NAME=VALUES", shell_complete=shared.complete_options,
    help="Try these settings, such as size=3-5 or reach=1,2; a name alone: all. May be given several times. "
    "Without it, every rule of the game is swept.",
)  # fmt: skip
@shared.option_option
@click.option("--report", "alone", is_flag=True, help="Sweep nothing: every measure of one rule set, in words.")
@click.option("--mend", is_flag=True, help="Search for the smallest change that makes the game end, fair and deep.")
@click.option("--changes", type=click.IntRange(1, 9), help="With --mend: change at most so many rules (6).")
@click.option("--truth", is_flag=True, help="Solve only: leave out what needs players, which takes longest.")
@_place_option
@click.option("--sort", "order", type=click.Choice(list(ORDERS)), help="What comes first in the table (best).")
@click.option("--json", "as_json", is_flag=True, help="Print every measure for programs.")
@click.option("--html", type=shared.OutFile(_PAGE), help="Write a page here: ranking, depth against balance, commands.")
@_log_option
@click.option(
    "--limit", type=click.IntRange(1, 50_000_000), metavar="N",
    help=f"The most positions that are solved: {_MEASURED}, with --mend {_MENDED}, with --report {_REPORTED}.",
)  # fmt: skip
@click.option("--seed", type=click.IntRange(0, 2**31), default=0, help="Which matches the levels play.")
@click.pass_context
def lab(
    ctx: click.Context, game: str, sweeps: tuple[str, ...], options: tuple[str, ...], alone: bool, mend: bool,
    changes: int | None, truth: bool, place: str, order: str | None, as_json: bool, html: Path | None,
    log_file: Path | None, limit: int | None, seed: int,
) -> None:  # fmt: skip
    """Measure every combination of the rules of GAME that makes a game: exactly, and the best first.

    What was measured is kept: a lab that was stopped goes on when it is called again. It is kept for these rules
    alone; where a rule changes, it is measured anew.
    """
    for is_wrong, says in (
        (alone and (mend or sweeps), f"--report is about one rule set; leave out {'--mend' if mend else '--sweep'}."),
        (changes and not mend, "--changes is for --mend."),
        (mend and (truth or html), f"--mend prints what it finds; leave out {'--truth' if truth else '--html'}."),
        (order and (alone or mend), f"--sort is for a table; leave out {'--mend' if mend else '--report'}."),
    ):
        if is_wrong:
            raise click.UsageError(says)
    base, given, chosen = choose_base(game, options)
    axes = read_axes(base, sweeps, given) if sweeps else () if alone else choose_axes(base, chosen, mend)
    log_file = log_file or default_path(base.name)
    if log_file.parent.is_dir():
        check_writable(log_file, LOG)
    if html and os.path.realpath(html) == os.path.realpath(log_file):
        raise SquarelyError(f"{html} cannot be both the log and the page; please choose another name for one of them")
    with open_bench(log_file, place) as bench:
        if mend:
            failed, text, data = _mend(base, axes, bench, changes, seed, limit or _MENDED)
        else:
            bound, kind = limit or (_REPORTED if alone else _MEASURED), "truth" if truth else "full"
            failed, text, data = _study(base, axes, bench, kind, seed, bound, order or "best", html)
    if as_json:
        echo_json(data, indent=2)
    else:
        echo(text)
    for failure in failed[:_TOLD]:
        echo(f"{failure.item.game} {failure.item.options} could not be measured: {failure.why}.", err=True)
    if failed:
        echo(f"{len(failed):,} could not be measured; call it again to try them.", err=True)
        ctx.exit(UNFINISHED)


def _study(base: Any, axes: Any, bench: Bench, kind: Any, seed: int, limit: int, order: str, html: Path | None) -> Any:
    """What could not be measured, what is printed, and the same for programs."""
    study = carry_out(base, axes, bench, kind, seed, limit)
    ranked = sort_by(study.measured, order)
    if not ranked:
        reasons = [f"{each.refusal}; --limit sets another bound" for each in study.too_large]
        reasons += [*study.rule_sets.refused, *(each.why for each in study.failed)]
        raise SquarelyError(f"no rule set of {base.name} could be measured: {reasons[0]}")
    if html:
        write(html, render_page(study, ranked), _PAGE)
    written = f"\n\nWritten: {html}" if html else ""
    return study.failed, render_study(study, ranked) + written, study_data(study, ranked)


def _mend(base: Any, axes: Any, bench: Bench, changes: int | None, seed: int, limit: int) -> Any:
    """The same of a search for better rules."""

    def tell(rule_sets: int, seconds: float) -> None:
        echo(f"No single change is enough: up to {rule_sets:,} more, {describe_time(seconds)} at this pace.", err=True)

    found = search.mend(base, axes, bench, changes or search.CHANGES, limit, seed, tell)
    return found.failed, search.render_mending(base, found), search.mending_data(found)
