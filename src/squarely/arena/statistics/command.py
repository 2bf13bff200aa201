"""`squarely arena rank`: a leaderboard across runs."""

import json
from pathlib import Path

import click

from squarely.command_line.click_help import CommandWithExamples, InFile
from squarely.command_line.printing import echo
from squarely.core.text.notation import count_noun

_EXAMPLES = """
squarely arena rank                  the leaderboard
squarely arena rank plan.jsonl       with this run added; a match counts once, however often it is added
squarely arena rank --json           for programs
"""


@click.command(cls=CommandWithExamples, examples=_EXAMPLES, short_help="Keep a leaderboard across runs.")
@click.argument("logs", nargs=-1, type=InFile())
@click.option("--json", "as_json", is_flag=True, help="Print it for programs.")
def rank(logs: tuple[Path, ...], as_json: bool) -> None:
    """Show how all players stand over all runs, after adding those in LOGS."""
    from squarely.arena.extras import check_extras

    check_extras()
    from squarely.arena.report import text
    from squarely.arena.report.data import build_report
    from squarely.arena.statistics import leaderboard

    if logs:
        matches, new, trouble = leaderboard.add_logs(list(logs))
    else:
        matches, trouble = leaderboard.load_matches()
        new = 0
    for sentence in trouble:
        echo(sentence, err=True)
    if logs:
        echo(f"{count_noun(new, 'new match', ',')} added.", err=True)
    if not matches:
        echo("Nobody is ranked yet; add a run: squarely arena rank LOG")
        return
    found = build_report(matches, mistakes=0)
    if as_json:
        echo(json.dumps(found, indent=2, ensure_ascii=False))
    else:
        echo(text.render_ranking(found))
