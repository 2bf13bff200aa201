"""`squarely solutions`: what is kept on this machine so that it is worked out once, and how to be rid of it."""

import time
from datetime import datetime
from shutil import rmtree

import click

from squarely import count_noun
from squarely.command_line import click_help as shared
from squarely.command_line.printing import echo_json
from squarely.files.cache_folder import find_cache_folder
from squarely.solver.cache import MOST_BYTES, KeptSolution, list_solutions
from squarely.terminal.line_mode.console import Console

_DAY, _MB = 86_400, 1_000_000
_EXAMPLES = """
squarely solutions                                what is kept, and where
squarely solutions --clean                        remove all of it
squarely solutions showdown --clean               that of one game
squarely solutions --older-than 30 --clean        what was not used for 30 days
"""


@click.command(cls=shared.CommandWithExamples, examples=_EXAMPLES)
@shared.optional_game_argument
@click.option(
    "--older-than", type=click.FloatRange(0), default=0, metavar="DAYS", help="What was not used for so long."
)
@click.option("--clean", is_flag=True, help="Remove what is listed.")
@shared.json_option
def solutions(game: str | None, older_than: float, clean: bool, as_json: bool) -> None:
    """List the large solutions that are kept, of GAME or of all, interrupted work, and the compiled code of rules."""
    folder, until = find_cache_folder(""), time.time() - older_than * _DAY
    known = {each.path: each for each in list_solutions()}
    kept = [each for each in known.values() if game in (None, each.game) and each.used <= until]
    files = [path for path in folder.rglob("*") if path.is_file() and known.keys().isdisjoint((path, path.parent))]
    stats = {path: path.stat() for path in files if game is None}
    others = {path: stat.st_size for path, stat in stats.items() if stat.st_mtime <= until}
    total = sum(others.values()) + sum(each.size for each in kept)
    if clean:
        for path in (*others, *(each.path for each in kept)):
            if path.is_dir():  # of interrupted work
                rmtree(path, ignore_errors=True)
            else:
                path.unlink(missing_ok=True)
    if as_json:
        listed = [{**each._asdict(), "path": str(each.path)} for each in kept]
        echo_json({"folder": str(folder), "bytes": total, "removed": clean, "solutions": listed})
        return
    rows = [*map(_describe_kept, kept)]
    if others:
        what = f"{count_noun(len(others), 'file')} of compiled code and the like"
        rows.append(f"{sum(others.values()) / _MB:>9,.1f} MB  {what}")
    removed = f"{total / _MB:,.1f} MB were removed from {folder}."
    there = f"{total / _MB:,.1f} MB in {folder}. `--clean` removes them; of solutions, {MOST_BYTES >> 30} GiB are kept."
    Console().show("\n".join([*rows, removed if clean else there]))


def _describe_kept(kept: KeptSolution) -> str:
    used = datetime.fromtimestamp(kept.used)
    name = " ".join(filter(None, (kept.game, kept.options)))
    state = kept.is_begun * ", interrupted" + kept.is_orphan * ", of another version of the solver"
    return f"{kept.size / _MB:>9,.1f} MB  {used:%Y-%m-%d %H:%M}  {name} from {kept.root}{state}"
