"""The report of a run as typed data. Only `effort` depends on the machine; the rest is the same for the same seeds."""

from collections import Counter
from collections.abc import Iterable
from itertools import product
from typing import Any

from msgspec.structs import asdict, astuple, replace

from squarely.arena.report.mistakes import ShownMistake, describe_mistake, find_worst_mistakes
from squarely.arena.run.match_result import MatchResult
from squarely.arena.statistics import skill
from squarely.arena.statistics.skill import Difference, Errors, GameResults, Row, Seats, find_seats, list_turns
from squarely.core.rules.game import Side
from squarely.players.player_faults import KINDS

ALL_GAMES = "all games"
BOTH = "both"
REPAIRED = "repaired"
FAULTS = (*KINDS, REPAIRED)  # how a turn ended without a move; and answers that were told back and given again


class PlayedGame(Row, frozen=True):
    """A game under its options."""

    game: str
    openings: int
    solved: bool
    unit: str | None  # what moves lose; None where it is not solved


class Skill(Row, frozen=True):
    """A skill with its interval; None where it is not known."""

    skill: float | None
    low: float | None
    high: float | None


class SkillRow(Skill, frozen=True):
    """The skill of a player in a game or in all games."""

    player: str
    game: str
    seat: str
    answered: Skill  # without its faults


class SeatRow(SkillRow, frozen=True):
    """What a player showed in a game, in one seat or in both. What needs the truth is None where it is not known."""

    regret: float | None
    moves: int
    faults: int
    matches: int
    results: dict[str, int]
    score: float
    achievable: float | None
    phases: dict[str, Errors] | None
    difficulties: dict[str, Errors] | None


class Rating(Row, frozen=True):
    """A rating and its standard deviation."""

    player: str
    rating: float
    uncertainty: float


class PlayerEffort(Row, frozen=True):
    """What the moves of a player took."""

    player: str
    seconds: float
    seconds_per_move: float | None
    tokens: int
    cost: float | None  # None where it is not known


class Report(Row, frozen=True):
    """Everything that matches say about their players, the best player first."""

    matches: int
    players: list[str]
    games: list[PlayedGame]
    overall: list[SkillRow]
    skill: list[SeatRow]
    differences: list[Difference]
    control: list[Difference]
    ratings: list[Rating]
    faults: list[dict[str, Any]]  # player, turns, and how many of each of FAULTS
    mistakes: list[ShownMistake]
    settings: list[dict[str, str]]  # player, settings
    effort: list[PlayerEffort]


def build_report(matches: Iterable[MatchResult], mistakes: int = 3) -> Report:
    """The report of these matches, with that many mistakes of each player."""
    ordered = sorted(
        matches,
        key=lambda each: (each.fixture.title, each.fixture.seed, *map(str, (*astuple(each.fixture), *each.moves))),
    )
    games = skill.group_by_game(ordered)
    names = {name for played in ordered for name in played.fixture.players}
    where = product(names, games, (None, *Side))
    places = {(name, game, side): find_seats(game.matches, name, side) for name, game, side in where}
    skills = {seat: seat[1].estimate_skill(found) for seat, found in places.items()}
    answered = {seat: seat[1].estimate_skill(found, answered=True) for seat, found in places.items()}
    whole, whole_answered = (
        {name: skill.average_skills(found[name, game, None] for game in games) for name in names}
        for found in (skills, answered)
    )
    ranked = sorted(names, key=lambda name: (-(each.skill if (each := whole[name]) else -1e9), name))
    differences = skill.compare_players(ALL_GAMES, {name: whole[name] for name in ranked})
    for game in games:
        differences += skill.compare_players(game.title, {name: skills[name, game, None] for name in ranked})
    seats: dict[str, list[tuple[MatchResult, Side]]] = {name: [] for name in names}  # those of the control, too
    for played, side in product(ordered, Side):
        seats[played.fixture.player(side)].append((played, side))
    settings = {name: played.fixture.settings(side) for name in names for played, side in seats[name][:1]}
    return Report(
        matches=len(ordered),
        players=ranked,
        games=[PlayedGame(each.title, len(each.openings), each.is_solved, _name_unit(each)) for each in games],
        overall=[
            SkillRow(**asdict(_round_skill(whole[name])), player=name, game=ALL_GAMES, seat=BOTH, answered=each)
            for name in ranked
            for each in [_round_skill(whole_answered[name])]
        ],
        skill=[
            _build_row(name, game, side, places[seat], _round_skill(skills[seat]), _round_skill(answered[seat]))
            for game, name, side in product(games, ranked, (None, *Side))
            if (seat := (name, game, side))
        ],
        differences=list(map(_round_difference, differences)),
        control=list(map(_round_difference, skill.compare_controls(games))),
        ratings=estimate_ratings(ordered),
        faults=[_count_faults(name, seats[name]) for name in ranked],
        mistakes=[describe_mistake(each) for name in ranked for each in find_worst_mistakes(ordered, name, mistakes)],
        settings=[{"player": name, "settings": says} for name, says in sorted(settings.items()) if says],
        effort=[_sum_effort(name, seats[name]) for name in ranked],
    )


def _name_unit(game: GameResults) -> str | None:
    unit = "points" if any(played.has_points for played in game.matches) else "results"
    return unit if game.is_solved else None


def _build_row(name: str, game: GameResults, side: Side | None, seats: Seats, shown: Skill, answered: Skill) -> SeatRow:
    turns, number = list_turns(seats), len(seats) or 1
    lost, moves = sum(turn.graded.cost for turn in turns), sum(bool(turn.phase) for turn in turns)
    achievable = [played.achievable_score(side) for played, side in seats]
    phases = {name: skill.count_errors([turn for turn in turns if turn.phase == name]) for name in skill.PHASES}
    difficulties = {
        name: skill.count_errors([turn for turn in turns if turn.difficulty == name]) for name in skill.DIFFICULTIES
    }
    return SeatRow(
        **asdict(shown), player=name, game=game.title, seat=BOTH if side is None else str(side), answered=answered,
        regret=round(lost / len(turns), 4) if game.is_solved and turns else None,
        moves=moves, faults=len(turns) - moves, matches=len(seats),
        results=dict(sorted(Counter(skill.name_result(*seat) for seat in seats).items())),
        score=round(sum(played.score(side) for played, side in seats) / number, 4),
        achievable=round(sum(filter(None, achievable)) / number, 4) if game.is_solved else None,
        phases=phases if game.is_solved else None, difficulties=difficulties if game.is_solved else None,
    )  # fmt: skip


def _round_skill(found: skill.SkillEstimate | None) -> Skill:
    low, high = (found and found.interval) or (None, None)
    return Skill(found and round(found.skill, 1), _round(low), _round(high))


def _round(figure: float | None) -> float | None:
    return None if figure is None else round(figure, 1)


def _round_difference(each: Difference) -> Difference:
    return replace(each, difference=round(each.difference, 1), low=_round(each.low), high=_round(each.high))


def _count_moves(seats: Seats) -> int:
    return sum(played.movers.count(side) for played, side in seats)


def _count_faults(name: str, seats: Seats) -> dict[str, Any]:
    """How often a player did something else than move, and in how many turns."""
    faults = [fault for played, side in seats for fault in played.faults if fault.side == str(side)]
    counts = Counter(REPAIRED if fault.repaired else fault.kind for fault in faults)
    return {"player": name, "turns": _count_moves(seats), **{kind: counts[kind] for kind in FAULTS}}


def _sum_effort(name: str, seats: Seats) -> PlayerEffort:
    efforts, moves = [played.efforts[side] for played, side in seats], _count_moves(seats)
    seconds, costs = sum(effort.seconds for effort in efforts), [effort.cost for effort in efforts]
    return PlayerEffort(
        name,
        round(seconds, 3),
        round(seconds / moves, 4) if moves else None,
        sum(effort.tokens for effort in efforts),
        None if None in costs else round(sum(filter(None, costs)), 6),
    )


def estimate_ratings(matches: Iterable[MatchResult]) -> list[Rating]:
    """Every player's rating, the best first. A tie and a match that was not over are a half for each.

    The order of the matches matters to the method, so they are shuffled in a way that is always the same.
    """
    from openskill.models import PlackettLuce

    model, ratings = PlackettLuce(), dict[str, Any]()
    counted = [played for played in matches if not played.fixture.is_control]
    for played in sorted(counted, key=lambda each: each.fixture.seed_for(Side.FIRST)):
        names = played.fixture.players
        before = [[ratings.get(name) or model.rating()] for name in names]
        after = model.rate(before, ranks=[1 - played.score(side) for side in Side])
        ratings |= {name: team[0] for name, team in zip(names, after, strict=True)}
    found = [Rating(name, round(float(each.mu), 2), round(float(each.sigma), 2)) for name, each in ratings.items()]
    return sorted(found, key=lambda each: (-each.rating, each.player))
