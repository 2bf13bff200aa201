"""A person's results in words, the same in every face: what `squarely me` prints.

`sum_up_results(results, today)` takes what `files.my_results.load_results()` or `read_results(lines, name)` gives and
returns rows for a table and sentences; `Summary.write` makes a text of both. `summary_data` is the same for programs.
"""

from collections import Counter
from datetime import date
from typing import NamedTuple

from squarely.core.text.notation import count_noun
from squarely.files.my_results import LOST, TIED, WON, Results
from squarely.players import HUMAN
from squarely.players.level_estimate import LevelEstimate, estimate_level
from squarely.players.level_words import describe_level

HEADING = ("game", "rules", "opponent", "won-lost-tied")


class Summary(NamedTuple):
    """Results by game, rules and opponent in the columns of HEADING, and sentences: the levels, the streak."""

    rows: tuple[tuple[str, str, str, str], ...]
    sentences: tuple[str, ...]

    def write(self) -> str:
        """The table and the sentences as lines; "" where there are no results."""
        lines = [HEADING, *self.rows] if self.rows else []
        widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
        table = ["  ".join(map(str.ljust, line, widths)).rstrip() for line in lines]
        return "\n".join([*table, *self.sentences])


def sum_up_results(found: Results, today: date) -> Summary:
    """All results; nothing at all where nothing is noted."""
    if not found.matches and not found.solved_days:
        return Summary((), ())
    counts, rows = Counter((each.game, each.rules, each.opponent, each.result) for each in found.matches), []
    for game, rules, opponent in sorted({key[:3] for key in counts}):
        won, lost, tied = (counts[game, rules, opponent, result] for result in (WON, LOST, TIED))
        against, score = describe_level(opponent), f"{won}-{lost}-{tied}"
        if opponent == HUMAN:
            against, score = "two people", f"{won + tied} played"
        rows.append((game, rules or "printed", against, score))
    levels = [f"{game}: you play about like {level.describe()}." for game, level in _estimate_levels(found) if level]
    streak = f"Daily puzzle: {count_noun(found.streak(today), 'day')} in a row."
    return Summary(tuple(rows), (*levels, streak))


def summary_data(found: Results, today: date) -> dict[str, object]:
    """The same as plain data, with every match."""
    levels = {game: level and level._asdict() for game, level in _estimate_levels(found)}
    matches = [match._asdict() | {"day": match.day.isoformat()} for match in found.matches]
    days = sorted(day.isoformat() for day in found.solved_days)
    return {"matches": matches, "levels": levels, "solved_days": days, "streak": found.streak(today)}


def _estimate_levels(found: Results) -> list[tuple[str, LevelEstimate | None]]:
    """The level in each game, from all matches in which no hint was given."""
    games = sorted({match.game for match in found.matches})
    told = ([match.levels for match in found.matches if match.game == game and match.levels] for game in games)
    return [*zip(games, map(estimate_level, told), strict=True)]
