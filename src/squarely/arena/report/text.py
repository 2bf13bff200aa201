"""The report for a terminal: tables, sentences and boards."""

from collections.abc import Iterable, Iterator, Sequence
from textwrap import fill, indent
from typing import Any

from squarely.arena.report.data import ALL_GAMES, BOTH, FAULTS, Report, SeatRow
from squarely.arena.report.mistakes import ShownMistake
from squarely.arena.statistics.skill import BETTER, DIFFICULTIES, PHASES, RESULTS, TOO_FEW, UNDECIDED, Errors
from squarely.core.text.notation import count_noun
from squarely.players.player_faults import KINDS

_WIDTH = 100
_NONE = "-"
_CONTROL = {UNDECIDED: "no difference, as it should be", TOO_FEW: TOO_FEW}  # one run in twenty is out by chance alone


def render_report(report: Report, is_ranking: bool = False) -> str:
    """All of it that is the same for the same seeds; for a leaderboard only how players stand."""
    faulty = [each["player"] for each in report.faults if any(each[kind] for kind in KINDS)]
    head = "Skill: 100 loses nothing, 0 loses what a random mover would; a fault loses all that can be lost"
    settings = [f"{each['player']}: {each['settings']}" for each in report.settings]
    rows = error_rows(row for row in report.skill if row.matches)
    errors = align_rows(rows) if len(rows) > 1 else []
    sections: list[tuple[str, Sequence[str], bool]] = [
        (head, _skill_table(report, report.players), True),
        ("Skill when it answered, without its faults", _skill_table(report, faulty, answered=True), True),
        ("By game and seat", _seat_table(report), False),
        ("Errors in percent of decisions, and what a random mover would make in brackets", errors, False),
        ("Who is better", _difference_lines(report), True),
        ("Control: a player against itself", control_lines(report), False),
        ("Ratings, from results alone", align_rows(rating_table(report)), True),
        ("Faults", _fault_lines(report), False),
        ("Worst mistakes", _mistake_lines(report), False),
        ("Settings: what decides how a player plays besides its name", settings, False),
    ]
    shown = [_render_section(title, lines) for title, lines, is_short in sections if is_short or not is_ranking]
    return "\n\n".join([render_summary(report), *filter(None, shown)])


def render_effort(report: Report) -> str:
    """What it took, which depends on the machine."""
    rows = [["player", "seconds", "a move", "tokens", "cost"]]
    for each in report.effort:
        moved, cost = (_NONE if figure is None else f"{figure:.4f}" for figure in (each.seconds_per_move, each.cost))
        rows.append([each.player, f"{each.seconds:.2f}", moved, f"{each.tokens:,}", cost])
    return _render_section("Time and cost", align_rows(rows))


def render_summary(report: Report) -> str:
    """How much was played, and of which game there is no skill."""
    played = [f"{game.game} from {count_noun(game.openings, 'opening')}" for game in report.games]
    lines = [f"{count_noun(report.matches, 'match', ',')}: {', '.join(played)}."]
    unsolved = "is too large to be solved at once: results are counted, skill is not known."
    lines += [f"{game.game} {unsolved}" for game in report.games if not game.solved]
    return "\n".join(fill(line, _WIDTH) for line in lines)


def _skill_table(report: Report, names: Sequence[str], answered: bool = False) -> list[str]:
    """Players down, games across."""
    games = [game.game for game in report.games if game.solved]
    if not games or not names:
        return []
    rows = [*(row for row in report.skill if row.seat == BOTH), *report.overall]
    cells = {(row.player, row.game): format_skill(row.answered if answered else row) for row in rows}
    columns = [*([ALL_GAMES] if len(games) > 1 else []), *games]
    return align_rows([["player", *columns], *([name, *(cells[name, game] for game in columns)] for name in names)])


def _seat_table(report: Report) -> list[str]:
    """A row for each player, game and seat."""
    head = ["game", "player", "seat", "skill", "lost a turn", "scored", "achievable", "won-tied-lost-unfinished"]
    rows = seat_cells(report, [row for row in report.skill if row.matches])
    shown = ([*row[:4], *(cell or _NONE for cell in row[5:8]), "-".join(row[8:])] for row in rows)
    return align_rows([head, *shown])


def seat_cells(report: Report, rows: Iterable[SeatRow]) -> Iterator[list[str]]:
    """Of each of these rows of the report: game, player, seat, the skill in all and in answered turns, what a turn
    lost, what was scored and what could be, and each of the RESULTS; empty where it is not known."""
    units = {game.game: game.unit for game in report.games}
    for row in rows:
        regret = "" if row.regret is None else f"{row.regret:.3f} {units[row.game]}"
        achievable = "" if row.achievable is None else f"{row.achievable:.3f}"
        shown = row.game, row.player, row.seat, format_skill(row), format_skill(row.answered)
        yield [*shown, regret, f"{row.score:.3f}", achievable, *(str(row.results.get(name, 0)) for name in RESULTS)]


def error_rows(rows: Iterable[SeatRow]) -> list[list[str]]:
    """Errors by the third of the match and by difficulty, of those of these rows that are about both seats."""
    table = [["game", "player", *PHASES, *DIFFICULTIES]]
    for row in rows:
        if row.seat == BOTH and row.phases and row.difficulties:
            found = [*(row.phases[name] for name in PHASES), *(row.difficulties[name] for name in DIFFICULTIES)]
            table.append([row.game, row.player, *map(format_share, found)])
    return table


def _difference_lines(report: Report) -> list[str]:
    """`perfect is better than level:2, by 36.1 (29.7 to 42.5).`: a sentence for every two players, over all games."""
    lines = []
    for each in (each for each in report.differences if each.game == ALL_GAMES):
        by = format_skill(each, "difference")
        better = f"{each.one} is better than {each.other}, by {by}."
        lines.append(better if each.verdict == BETTER else f"{each.one} and {each.other}: {each.verdict}, {by}.")
    return lines


def control_lines(report: Report) -> list[str]:
    """A sentence for each: no difference should be seen."""
    return [
        f"{each.one}, {each.game}: {_CONTROL.get(each.verdict, 'a difference, where there should be none')}, "
        f"{format_skill(each, 'difference')}."
        for each in report.control
    ]


def rating_table(report: Report) -> list[list[str]]:
    """Rating and twice its standard deviation."""
    rows = [["player", "rating", "give or take"]]
    return [*rows, *([each.player, f"{each.rating:.1f}", f"{2 * each.uncertainty:.1f}"] for each in report.ratings)]


def _fault_lines(report: Report) -> list[str]:
    if not any(row[kind] for row in report.faults for kind in FAULTS):
        return ["Nobody made a fault."]
    names = ("player", "turns", *FAULTS)
    return align_rows([names, *([str(each[name]) for name in names] for each in report.faults)])


def _mistake_lines(report: Report) -> list[str]:
    """Board and reason of each."""
    lines = []
    for each in report.mistakes:
        lines += ["", f"{mistake_title(each)}:", indent(each.board, "  "), fill(each.because, _WIDTH - 2)]
    return lines[1:]


def mistake_title(each: ShownMistake) -> str:
    """Who, where, which move, and what it lost."""
    return f"{each.player}, {each.game}, seed {each.seed}: {each.move} as {each.side} loses {each.lost}"


def format_skill(row: Any, name: str = "skill") -> str:
    """`63.9 (58.2 to 69.2)`, without brackets where there is no interval."""
    figure = getattr(row, name)
    within = "" if row.low is None else f" ({row.low:.1f} to {row.high:.1f})"
    return _NONE if figure is None else f"{figure:.1f}{within}"


def format_share(errors: Errors) -> str:
    """`12 (43)`: the errors in percent of decisions, and those of a random mover."""
    if not errors.decisions:
        return _NONE
    return f"{100 * errors.errors / errors.decisions:.0f} ({100 * errors.by_chance / errors.decisions:.0f})"


def _render_section(title: str, lines: Sequence[str]) -> str:
    return "\n".join([title, *(f"  {line}".rstrip() for part in lines for line in part.split("\n"))]) if lines else ""


def align_rows(rows: Iterable[Sequence[str]]) -> list[str]:
    table = [list(row) for row in rows]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in table]
