"""The report of a run as plain data. Only `effort` depends on the machine; the rest is the same for the same seeds."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict
from typing import Any, NamedTuple

from squarely.arena.report.mistakes import ShownMistake, describe_mistake, find_worst_mistakes
from squarely.arena.run.match_result import MatchResult
from squarely.arena.statistics.comparison import (
    Difference,
    GameResults,
    SkillEstimate,
    average_skills,
    compare_controls,
    compare_players,
    group_by_game,
)
from squarely.arena.statistics.intervals import Interval
from squarely.arena.statistics.ratings import estimate_ratings
from squarely.arena.statistics.skill import Errors, Tally, find_seats, tally_seats
from squarely.core.rules.game import Side
from squarely.players.player_faults import KINDS

ALL_GAMES = "all games"
BOTH = "both"
REPAIRED = "repaired"
FAULTS = (*KINDS, REPAIRED)  # how a turn ended without a move; and answers that were told back and given again
_MISTAKES = 3  # shown of each player


def build_report(matches: Iterable[MatchResult], mistakes: int = _MISTAKES) -> dict[str, Any]:
    """Everything that the matches say about their players, the best player first."""
    ordered = sorted(matches, key=_sort_key)
    games = group_by_game(ordered)
    rows = {name: {game.title: _rows(game, name) for game in games} for name in _rank_names(ordered)}
    found = {name: {title: both.skill for title, (both, *_) in own.items()} for name, own in rows.items()}
    whole = {name: average_skills(list(skills.values())) for name, skills in found.items()}
    answered = {name: average_skills([both.answered for both, *_ in own.values()]) for name, own in rows.items()}
    names = sorted(whole, key=lambda name: (-(each.skill if (each := whole[name]) else -1e9), name))
    shown = [describe_mistake(mistake) for name in names for mistake in find_worst_mistakes(ordered, name, mistakes)]
    return {
        "matches": len(ordered),
        "unpaired": _count_unpaired(ordered),
        "players": names,
        "games": [_game_data(game) for game in games],
        "overall": [
            {"player": name, "game": ALL_GAMES, "seat": BOTH, **_both_skills_data(whole[name], answered[name])}
            for name in names
        ],
        "skill": [row.as_data() for game in games for name in names for row in rows[name][game.title]],
        "differences": [
            *(_difference_data(ALL_GAMES, each) for each in compare_players({name: whole[name] for name in names})),
            *(
                _difference_data(game.title, each)
                for game in games
                for each in compare_players({name: found[name][game.title] for name in names})
            ),
        ],
        "control": [_difference_data(title, each) for title, each in compare_controls(games)],
        "ratings": [each._asdict() for each in estimate_ratings(ordered)],
        "faults": [_count_faults(ordered, name) for name in names],
        "mistakes": [_mistake_data(each) for each in shown],
        "settings": _list_settings(ordered),
        "effort": [_sum_effort(ordered, name) for name in names],
    }


def _rank_names(matches: Iterable[MatchResult]) -> list[str]:
    return sorted({name for played in matches for name in played.fixture.players})


def _list_settings(matches: Iterable[MatchResult]) -> list[dict[str, str]]:
    """What decides how players play besides their names, of those for whom there is something."""
    found = {played.fixture.player(side): played.fixture.settings(side) for played in matches for side in Side}
    return [{"player": name, "settings": settings} for name, settings in sorted(found.items()) if settings]


def _sort_key(played: MatchResult) -> tuple[str, int, tuple[str, ...]]:
    return played.fixture.title, played.fixture.seed, tuple(map(str, (*played.fixture, *played.moves)))


def _count_unpaired(matches: Iterable[MatchResult]) -> int:
    """How many matches have no second leg yet."""
    pairs = Counter(
        (
            played.fixture._replace(leg=0, first="", second="", first_settings="", second_settings=""),
            frozenset(played.fixture.players),
        )
        for played in matches
    )
    return sum(count % 2 for count in pairs.values())


def _game_data(game: GameResults) -> dict[str, Any]:
    unit = game.unit if game.is_solved else None
    return {"game": game.title, "openings": len(game.openings), "solved": game.is_solved, "unit": unit}


class _Row(NamedTuple):
    """What a player showed in a game, in one seat or in both."""

    game: GameResults
    player: str
    seat: str
    tally: Tally
    skill: SkillEstimate | None
    answered: SkillEstimate | None  # without its faults

    def as_data(self) -> dict[str, Any]:
        where = {"player": self.player, "game": self.game.title, "seat": self.seat}
        return where | _both_skills_data(self.skill, self.answered) | _counts_data(self.tally, self.game.is_solved)


def _rows(game: GameResults, name: str) -> list[_Row]:
    """Both seats together, then each."""
    rows = []
    for side in (None, *Side):
        places = find_seats(game.matches, name, side)
        skills = game.estimate_skill(places), game.estimate_skill(places, answered=True)
        rows.append(_Row(game, name, BOTH if side is None else str(side), tally_seats(places), *skills))
    return rows


def _both_skills_data(skill: SkillEstimate | None, answered: SkillEstimate | None) -> dict[str, Any]:
    """The skill with faults, and beside it the skill when it answered."""
    return {**_skill_data(skill), "answered": _skill_data(answered)}


def _skill_data(skill: SkillEstimate | None) -> dict[str, Any]:
    within = skill.interval if skill else None
    return {"skill": round(skill.skill, 1) if skill else None, **_interval_data(within)}


def _interval_data(within: Interval | None) -> dict[str, Any]:
    return {"low": round(within.low, 1) if within else None, "high": round(within.high, 1) if within else None}


def _counts_data(tally: Tally, solved: bool) -> dict[str, Any]:
    mean = tally.matches or 1
    return {
        "regret": round(float(tally.regret), 4) if solved and tally.regret is not None else None,
        "moves": tally.moves,
        "faults": tally.faults,
        "matches": tally.matches,
        "results": dict(sorted(tally.results.items())),
        "score": round(tally.score / mean, 4),
        "achievable": None if tally.achievable is None or not solved else round(tally.achievable / mean, 4),
        "phases": {name: _errors_data(each) for name, each in tally.phases.items()} if solved else None,
        "difficulties": {name: _errors_data(each) for name, each in tally.difficulties.items()} if solved else None,
    }


def _errors_data(errors: Errors) -> dict[str, Any]:
    return {**asdict(errors), "by_chance": round(float(errors.by_chance), 2)}


def _difference_data(game: str, each: Difference) -> dict[str, Any]:
    where = {"game": game, "one": each.one, "other": each.other, "difference": round(each.difference, 1)}
    return where | _interval_data(each.interval) | {"verdict": each.verdict}


def _count_faults(matches: Iterable[MatchResult], name: str) -> dict[str, Any]:
    """How often a player did something else than move, wherever it sat; and in how many turns."""
    counts: Counter[str] = Counter()
    turns = 0
    for played in matches:
        for side in Side:
            if played.fixture.player(side) == name:
                turns += sum(mover == side for mover in played.movers)
                own = [fault for fault in played.faults if fault.side == side]
                counts.update(REPAIRED if fault.repaired else fault.kind for fault in own)
    return {"player": name, "turns": turns, **{kind: counts[kind] for kind in FAULTS}}


def _mistake_data(each: ShownMistake) -> dict[str, Any]:
    return {
        "player": each.player,
        "game": each.title,
        "name": each.game.name,
        "options": each.game.options,
        "seed": each.seed,
        "number": each.number,
        "side": str(each.side),
        "position": each.game.write_position(each.position),
        "board": each.game.words.draw_alone(each.position, each.game.players),
        "move": each.move,
        "lost": each.lost,
        "because": each.because,
    }


def _sum_effort(matches: Iterable[MatchResult], name: str) -> dict[str, Any]:
    efforts = [
        (played.efforts[side], sum(mover == side for mover in played.movers))
        for played in matches
        for side in Side
        if played.fixture.player(side) == name
    ]
    seconds, moves = sum(effort.seconds for effort, _ in efforts), sum(count for _, count in efforts)
    costs = [effort.cost for effort, _ in efforts]
    return {
        "player": name,
        "seconds": round(seconds, 3),
        "seconds_per_move": round(seconds / moves, 4) if moves else None,
        "tokens": sum(effort.tokens for effort, _ in efforts),
        "cost": None if None in costs else round(sum(filter(None, costs)), 6),
    }
