"""The report for a terminal: tables, sentences and boards."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from textwrap import fill, indent
from typing import Any

from squarely.arena.report.data import ALL_GAMES, BOTH, FAULTS
from squarely.arena.statistics.comparison import BETTER, TOO_FEW, UNDECIDED
from squarely.arena.statistics.skill import DIFFICULTIES, PHASES, RESULTS
from squarely.core.text.notation import count_noun
from squarely.players.player_faults import KINDS

_WIDTH = 100
_NONE = "-"
_SKILL = "Skill: 100 loses nothing, 0 loses what a random mover would; a fault loses all that can be lost"


def render_report(report: dict[str, Any]) -> str:
    """All of it that is the same for the same seeds."""
    parts = [
        render_summary(report),
        _render_section(_SKILL, skill_table(report)),
        _render_section("Skill when it answered, without its faults", answered_table(report)),
        _render_section("By game and seat", seat_table(report)),
        _render_section(
            "Errors in percent of decisions, and what a random mover would make in brackets", error_table(report)
        ),
        _render_section("Who is better", difference_lines(report)),
        _render_section("Control: a player against itself", control_lines(report)),
        _render_section("Ratings, from results alone", align_rows(rating_table(report))),
        _render_section("Faults", fault_lines(report)),
        _render_section("Worst mistakes", mistake_lines(report)),
        _render_section("Settings: what decides how a player plays besides its name", setting_lines(report)),
    ]
    return "\n\n".join(filter(None, parts))


def render_ranking(report: dict[str, Any]) -> str:
    """The short form of a leaderboard."""
    parts = [
        render_summary(report),
        _render_section(_SKILL, skill_table(report)),
        _render_section("Skill when it answered, without its faults", answered_table(report)),
        _render_section("Who is better", difference_lines(report)),
        _render_section("Ratings, from results alone", align_rows(rating_table(report))),
    ]
    return "\n\n".join(filter(None, parts))


def render_effort(report: dict[str, Any]) -> str:
    """What it took, which depends on the machine."""
    rows = [["player", "seconds", "a move", "tokens", "cost"]]
    for each in report["effort"]:
        moved = _NONE if each["seconds_per_move"] is None else f"{each['seconds_per_move']:.4f}"
        row = (
            f"{each['seconds']:.2f}",
            moved,
            f"{each['tokens']:,}",
            _NONE if each["cost"] is None else f"{each['cost']:.4f}",
        )
        rows.append([each["player"], *row])
    return _render_section("Time and cost", align_rows(rows))


def render_summary(report: dict[str, Any]) -> str:
    """How much was played, and of which game there is no skill."""
    played = [f"{game['game']} from {count_noun(game['openings'], 'opening')}" for game in report["games"]]
    lines = [f"{count_noun(report['matches'], 'match', ',')}: {', '.join(played)}."]
    lines += [
        f"{game['game']} is too large to be solved at once: results are counted, skill is not known."
        for game in report["games"]
        if not game["solved"]
    ]
    if report["unpaired"]:
        lines.append(f"{report['unpaired']} of them still lack their second leg.")
    return "\n".join(fill(line, _WIDTH) for line in lines)


def skill_table(report: dict[str, Any]) -> list[str]:
    """Players down, games across."""
    return align_rows(_skill_rows(report, report["players"], lambda row: row))


def answered_table(report: dict[str, Any]) -> list[str]:
    """The same without faults, for those who made any."""
    faulty = [each["player"] for each in report["faults"] if any(each[kind] for kind in KINDS)]
    return align_rows(_skill_rows(report, faulty, lambda row: row["answered"])) if faulty else []


def _skill_rows(
    report: dict[str, Any], names: Sequence[str], chosen: Callable[[dict[str, Any]], dict[str, Any]]
) -> list[list[str]]:
    games = [game["game"] for game in report["games"] if game["solved"]]
    if not games:
        return []
    cells = {(row["player"], row["game"]): format_skill(chosen(row)) for row in report["skill"] if row["seat"] == BOTH}
    cells |= {(row["player"], row["game"]): format_skill(chosen(row)) for row in report["overall"]}
    columns = [*([ALL_GAMES] if len(games) > 1 else []), *games]
    return [["player", *columns], *([name, *(cells[name, game] for game in columns)] for name in names)]


def seat_table(report: dict[str, Any]) -> list[str]:
    """A row for each player, game and seat."""
    head = ["game", "player", "seat", "skill", "lost a turn", "scored", "achievable", "won-tied-lost-unfinished"]
    shown = [row for row in report["skill"] if row["matches"]]
    rows = [
        [*where, skill, *(each or _NONE for each in figures), "-".join(map(str, results))]
        for where, (skill, _), figures, results in seat_cells(report, shown)
    ]
    return align_rows([head, *rows])


def seat_cells(
    report: dict[str, Any], rows: Iterable[dict[str, Any]]
) -> Iterator[tuple[list[str], list[str], list[str], list[int]]]:
    """Of each of these rows of the report: where, the skill in all and in answered turns, figures, results.

    The figures are what a turn lost, what was scored and what could be; empty where it is not known.
    """
    units = {game["game"]: game["unit"] for game in report["games"]}
    for row in rows:
        regret = "" if row["regret"] is None else f"{row['regret']:.3f} {units[row['game']]}"
        achievable = "" if row["achievable"] is None else f"{row['achievable']:.3f}"
        results = [row["results"].get(name, 0) for name in RESULTS]
        where, skills = [row["game"], row["player"], row["seat"]], [format_skill(row), format_skill(row["answered"])]
        yield where, skills, [regret, f"{row['score']:.3f}", achievable], results


def error_table(report: dict[str, Any]) -> list[str]:
    """A row for each player and game: by the third of the match, and by how many moves lose nothing."""
    rows = error_rows(row for row in report["skill"] if row["matches"])
    return align_rows(rows) if len(rows) > 1 else []


def error_rows(rows: Iterable[dict[str, Any]]) -> list[list[str]]:
    """The table of errors, of those of these rows of the report that are about both seats."""
    table = [["game", "player", *PHASES, *DIFFICULTIES]]
    for row in rows:
        if row["seat"] == BOTH and row["phases"]:
            found = [*(row["phases"][name] for name in PHASES), *(row["difficulties"][name] for name in DIFFICULTIES)]
            table.append([row["game"], row["player"], *map(format_share, found)])
    return table


def difference_lines(report: dict[str, Any]) -> list[str]:
    """A sentence for every two players, over all games."""
    return [describe_difference(each) for each in report["differences"] if each["game"] == ALL_GAMES]


def describe_difference(each: dict[str, Any]) -> str:
    """`perfect is better than level:2, by 36.1 (29.7 to 42.5)`."""
    by = format_skill(each, "difference")
    if each["verdict"] == BETTER:
        return f"{each['one']} is better than {each['other']}, by {by}."
    return f"{each['one']} and {each['other']}: {each['verdict']}, {by}."


def control_lines(report: dict[str, Any]) -> list[str]:
    """A sentence for each: no difference should be seen."""
    return [
        f"{each['one']}, {each['game']}: {_describe_control(each['verdict'])}, {format_skill(each, 'difference')}."
        for each in report["control"]
    ]


def rating_table(report: dict[str, Any]) -> list[list[str]]:
    """Rating and twice its standard deviation."""
    rows = [["player", "rating", "give or take"]]
    return [*rows, *([r["player"], f"{r['rating']:.1f}", f"{2 * r['uncertainty']:.1f}"] for r in report["ratings"])]


def fault_lines(report: dict[str, Any]) -> list[str]:
    """Counts, or that there were none."""
    if not any(row[kind] for row in report["faults"] for kind in FAULTS):
        return ["Nobody made a fault."]
    rows = [["player", "turns", *FAULTS]]
    rows += [[each["player"], *(str(each[name]) for name in ("turns", *FAULTS))] for each in report["faults"]]
    return align_rows(rows)


def setting_lines(report: dict[str, Any]) -> list[str]:
    """A line for each player that has any."""
    return [f"{each['player']}: {each['settings']}" for each in report["settings"]]


def mistake_lines(report: dict[str, Any]) -> list[str]:
    """Board and reason of each."""
    lines = []
    for each in report["mistakes"]:
        lines += ["", f"{mistake_title(each)}:", indent(each["board"], "  "), fill(each["because"], _WIDTH - 2)]
    return lines[1:]


def mistake_title(each: dict[str, Any]) -> str:
    """Who, where, which move, and what it lost."""
    where = f"{each['player']}, {each['game']}, seed {each['seed']}"
    return f"{where}: {each['move']} as {each['side']} loses {each['lost']}"


def format_skill(row: dict[str, Any], name: str = "skill") -> str:
    """`63.9 (58.2 to 69.2)`, without brackets where there is no interval."""
    if row[name] is None:
        return _NONE
    within = "" if row["low"] is None else f" ({row['low']:.1f} to {row['high']:.1f})"
    return f"{row[name]:.1f}{within}"


def format_share(errors: dict[str, Any]) -> str:
    """`12 (43)`: the errors in percent of decisions, and those of a random mover."""
    if not errors["decisions"]:
        return _NONE
    made, by_chance = (100 * errors[name] / errors["decisions"] for name in ("errors", "by_chance"))
    return f"{made:.0f} ({by_chance:.0f})"


def _describe_control(verdict: str) -> str:
    """One run in twenty is out by chance alone; more than that is a fault of the arena or of a player."""
    said = {UNDECIDED: "no difference, as it should be", TOO_FEW: TOO_FEW}
    return said.get(verdict, "a difference, where there should be none")


def _render_section(title: str, lines: Sequence[str]) -> str:
    return "\n".join([title, *(f"  {line}".rstrip() for part in lines for line in part.split("\n"))]) if lines else ""


def align_rows(rows: Iterable[Sequence[str]]) -> list[str]:
    """Rows with their columns below each other."""
    table = [list(row) for row in rows]
    if not table:
        return []
    widths = [max(len(row[column]) for row in table) for column in range(len(table[0]))]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in table]
