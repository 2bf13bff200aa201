"""The report of a run as plain data. Only `effort` depends on the machine; the rest is the same for the same seeds."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from squarely.arena.comparing import Difference, Field, Skill, controls, differences, fields, overall
from squarely.arena.intervals import Interval
from squarely.arena.mistakes import Told, told, worst
from squarely.arena.played import Played
from squarely.arena.ratings import rated
from squarely.arena.tally import Errors, Tally, seats, tallied
from squarely.game import Side
from squarely.players.faults import KINDS

ALL_GAMES = "all games"
BOTH = "both"
REPAIRED = "repaired"
FAULTS = (*KINDS, REPAIRED)  # how a turn ended without a move; and answers that were told back and given again
_MISTAKES = 3  # shown of each player


def report(matches: Iterable[Played], mistakes: int = _MISTAKES) -> dict[str, Any]:
    """Everything that the matches say about their players, the best player first."""
    ordered = sorted(matches, key=_order)
    games = fields(ordered)
    players = _names(ordered)
    found = {name: {game.title: game.skill(seats(game.matches, name)) for game in games} for name in players}
    answered = {name: overall([game.skill(seats(game.matches, name), True) for game in games]) for name in players}
    whole = {name: overall(list(skills.values())) for name, skills in found.items()}
    names = sorted(whole, key=lambda name: (-(each.skill if (each := whole[name]) else -1e9), name))
    shown = [told(mistake) for name in names for mistake in worst(ordered, name, mistakes)]
    return {
        "matches": len(ordered),
        "unpaired": _unpaired(ordered),
        "players": names,
        "games": [_game(game) for game in games],
        "overall": [
            {"player": name, "game": ALL_GAMES, "seat": BOTH, **_both_skills(whole[name], answered[name])}
            for name in names
        ],
        "skill": [_row(game, name, side) for game in games for name in names for side in (None, *Side)],
        "differences": [
            *(_difference(ALL_GAMES, each) for each in differences({name: whole[name] for name in names})),
            *(
                _difference(game.title, each)
                for game in games
                for each in differences({name: found[name][game.title] for name in names})
            ),
        ],
        "control": [_difference(title, each) for title, each in controls(games)],
        "ratings": [each._asdict() for each in rated(ordered)],
        "faults": [_faults(ordered, name) for name in names],
        "mistakes": [_mistake(each) for each in shown],
        "settings": _settings(ordered),
        "effort": [_effort(ordered, name) for name in names],
    }


def _names(matches: Iterable[Played]) -> list[str]:
    return sorted({name for played in matches for name in played.fixture.players})


def _settings(matches: Iterable[Played]) -> list[dict[str, str]]:
    """What decides how players play besides their names, of those for whom there is something."""
    found = {played.fixture.player(side): played.fixture.settings(side) for played in matches for side in Side}
    return [{"player": name, "settings": settings} for name, settings in sorted(found.items()) if settings]


def _order(played: Played) -> tuple[str, int, tuple[str, ...]]:
    return played.fixture.title, played.fixture.seed, tuple(map(str, (*played.fixture, *played.moves)))


def _unpaired(matches: Iterable[Played]) -> int:
    """How many matches have no second leg yet."""
    pairs = Counter(
        (
            played.fixture._replace(leg=0, first="", second="", first_settings="", second_settings=""),
            frozenset(played.fixture.players),
        )
        for played in matches
    )
    return sum(count % 2 for count in pairs.values())


def _game(game: Field) -> dict[str, Any]:
    unit = game.unit if game.is_solved else None
    return {"game": game.title, "openings": len(game.openings), "solved": game.is_solved, "unit": unit}


def _row(game: Field, name: str, side: Side | None) -> dict[str, Any]:
    places = seats(game.matches, name, side)
    tally = tallied(places)
    where = {"player": name, "game": game.title, "seat": BOTH if side is None else str(side)}
    skills = _both_skills(game.skill(places), game.skill(places, answered=True))
    return where | skills | _counts(tally, game.is_solved)


def _both_skills(skill: Skill | None, answered: Skill | None) -> dict[str, Any]:
    """The skill with faults, and beside it the skill when it answered."""
    return {**_skill(skill), "answered": _skill(answered)}


def _skill(skill: Skill | None) -> dict[str, Any]:
    within = skill.interval if skill else None
    return {"skill": round(skill.skill, 1) if skill else None, **_within(within)}


def _within(within: Interval | None) -> dict[str, Any]:
    return {"low": round(within.low, 1) if within else None, "high": round(within.high, 1) if within else None}


def _counts(tally: Tally, solved: bool) -> dict[str, Any]:
    mean = tally.matches or 1
    return {
        "regret": round(float(tally.regret), 4) if solved and tally.regret is not None else None,
        "moves": tally.moves,
        "faults": tally.faults,
        "matches": tally.matches,
        "results": dict(sorted(tally.results.items())),
        "score": round(tally.score / mean, 4),
        "achievable": None if tally.achievable is None or not solved else round(tally.achievable / mean, 4),
        "phases": {name: _errors(each) for name, each in tally.phases.items()} if solved else None,
        "difficulties": {name: _errors(each) for name, each in tally.difficulties.items()} if solved else None,
    }


def _errors(errors: Errors) -> dict[str, Any]:
    return {**asdict(errors), "by_chance": round(float(errors.by_chance), 2)}


def _difference(game: str, each: Difference) -> dict[str, Any]:
    where = {"game": game, "one": each.one, "other": each.other, "difference": round(each.difference, 1)}
    return where | _within(each.interval) | {"verdict": each.verdict}


def _faults(matches: Iterable[Played], name: str) -> dict[str, Any]:
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


def _mistake(each: Told) -> dict[str, Any]:
    return {
        "player": each.player,
        "game": each.title,
        "name": each.game.name,
        "options": each.game.options,
        "seed": each.seed,
        "number": each.number,
        "side": str(each.side),
        "position": each.game.write_position(each.position),
        "board": each.game.draw(each.position),
        "move": each.move,
        "lost": each.lost,
        "because": each.because,
    }


def _effort(matches: Iterable[Played], name: str) -> dict[str, Any]:
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
