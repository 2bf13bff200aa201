"""`squarely me`: your own results on this machine."""

import json
import shutil
import sys
from collections import Counter
from datetime import date
from pathlib import Path

import click

from squarely.command_line.click_help import CommandWithExamples
from squarely.command_line.printing import echo
from squarely.core.errors import SquarelyError
from squarely.core.text.notation import count_noun
from squarely.files import my_results
from squarely.files.my_results import LOST, TIED, WON, Results
from squarely.players import HUMAN
from squarely.players.level_estimate import LevelEstimate, estimate_level
from squarely.players.level_words import describe_level

_EXAMPLES = """
squarely me                       your results, your level and your puzzle streak
squarely me --export me.jsonl     a copy of all of it
squarely me --delete              forget all of it
"""


@click.command(cls=CommandWithExamples, examples=_EXAMPLES, short_help="Your results, your level, your streak.")
@click.option("--export", type=click.Path(path_type=Path), metavar="FILE", help="Copy your results into a new file.")
@click.option("--delete", is_flag=True, help="Delete your results.")
@click.option("--yes", is_flag=True, help="With --delete: do not ask.")
@click.option("--json", "as_json", is_flag=True, help="Print facts for programs.")
def me(export: Path | None, delete: bool, yes: bool, as_json: bool) -> None:
    """Show the matches that you finished on this machine, the level at which you play, and your puzzle streak."""
    if export:
        return _export(export)
    if delete:
        return _delete(yes)
    found = my_results.load_results()
    echo("".join(f"({sentence})\n" for sentence in found.trouble), err=True, nl=False)
    echo(json.dumps(_collect_facts(found), indent=2, ensure_ascii=False) if as_json else _write_page(found))


def _export(file: Path) -> None:
    if not my_results.find_path().exists():
        raise SquarelyError("there are no results yet, so nothing is copied")
    if file.exists():
        raise SquarelyError(f"{file} exists already; please choose another name")
    shutil.copyfile(my_results.find_path(), file)
    echo(f"Your results are copied to {file}.")


def _delete(is_sure: bool) -> None:
    if not is_sure and not sys.stdin.isatty():
        raise SquarelyError("to delete your results without being asked, add --yes")
    if is_sure or click.confirm("Delete all your results? They cannot be brought back"):
        my_results.delete()
        echo("Your results are deleted.")


def _write_page(found: Results) -> str:
    """Results by game, rules and opponent, the level in each game, and the streak."""
    if not found.matches and not found.solved_days:
        return "No results yet. Play: squarely play center --second level:3"
    counts = Counter((match.game, match.rules, match.opponent, match.result) for match in found.matches)
    lines = [["game", "rules", "opponent", "won-lost-tied"]] if counts else []
    for key in sorted({key[:3] for key in counts}):
        won, lost, tied = (counts[*key, result] for result in (WON, LOST, TIED))
        against = ["two people", f"{won + tied} played"] if key[2] == HUMAN else [describe_level(key[2])]
        lines.append([key[0], key[1] or "printed", *against, f"{won}-{lost}-{tied}"][:4])
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    table = ["  ".join(map(str.ljust, line, widths)).rstrip() for line in lines]
    levels = [f"{game}: you play about like {level.describe()}." for game, level in _estimate_levels(found) if level]
    streak = f"Daily puzzle: {count_noun(my_results.daily_streak(date.today()), 'day')} in a row."
    return "\n".join([*table, *levels, streak])


def _estimate_levels(found: Results) -> list[tuple[str, LevelEstimate | None]]:
    """The level in each game, from all matches in which no hint was given."""
    games = sorted({match.game for match in found.matches})
    told = ([match.levels for match in found.matches if match.game == game and match.levels] for game in games)
    return [*zip(games, map(estimate_level, told), strict=True)]


def _collect_facts(found: Results) -> dict[str, object]:
    levels = {game: level and level._asdict() for game, level in _estimate_levels(found)}
    matches = [match._asdict() | {"day": match.day.isoformat()} for match in found.matches]
    days, streak = sorted(day.isoformat() for day in found.solved_days), my_results.daily_streak(date.today())
    return {"matches": matches, "levels": levels, "solved_days": days, "streak": streak}
