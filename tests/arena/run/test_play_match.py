"""Matches of the arena: from the same openings on both sides, the same whenever they are played, graded truly."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest
from msgspec.structs import astuple, replace

from squarely import Match, Side
from squarely.arena.report.data import build_report
from squarely.arena.report.text import render_report
from squarely.arena.run import play_match
from squarely.arena.run.match_result import MATCH, FailedMatch, MatchResult, read_line, write_line
from squarely.arena.run.plan import generate_fixtures
from squarely.arena.run.play_match import play
from squarely.arena.statistics.skill import list_turns, measure_skill
from squarely.core.rules import registry
from squarely.players import Player, player_faults
from squarely.players.llm import LanguageModel
from tests.arena.runs import match, plan, played, program
from tests.players.model_server import plays, says, serving
from tests.review.plain import Truth, plain_from

pytestmark = pytest.mark.slow
RESULTS = {Side.FIRST: "1-0", Side.SECOND: "0-1", None: "1/2"}


def matches(text: str) -> list[MatchResult]:
    """All matches of a plan, whose players do without a control."""
    return [match(fixture) for fixture in generate_fixtures(plan(f"control = []\n{text}"))]


def test_every_two_meet_on_both_sides_of_every_opening_and_something_is_at_stake() -> None:
    begun, seats = defaultdict(set), Counter[tuple[str, int, str, str]]()
    for each in played():
        fixture = each.fixture
        begun[fixture.title, fixture.seed].add((each.start, each.opening))
        seats[fixture.title, fixture.seed, fixture.first, fixture.second] += 1
        assert each.grades
        assert each.grades[0]
        assert each.grades[0].random_cost > 0
    assert (len(begun), len(seats)) == (4 * 12, 4 * 12 * 7)
    for (title, seed), openings in begun.items():
        assert len(openings) == 1
        for one, other in [("random", "level:2"), ("random", "perfect"), ("level:2", "perfect")]:
            assert seats[title, seed, one, other] == seats[title, seed, other, one] == 1
        assert seats[title, seed, "random", "random"] == 2
    for title in {title for title, _ in begun}:
        assert len({opening for (each, _), (opening,) in begun.items() if each == title}) >= 6
    luck = [fixture.seed_for(side) for fixture in generate_fixtures(plan()) for side in Side]
    assert len(luck) == len(set(luck)), "no two seats share their luck"


def test_a_match_is_legal_ends_as_it_says_and_is_the_same_again() -> None:
    swapping = """
players = ["random", "perfect"]
seeds = "1-6"
opening_moves = 1
turn_limit = 12
games = [{name = "numbers", options = "pie=yes"}, {name = "snatchers", options = "size=3,pie=yes"}]
"""
    swapped = matches(swapping)
    assert {each.fixture.game for each in swapped if each.moves[:1] == ("swap sides",)} == {"numbers", "snatchers"}
    for each in (*played()[::5], *swapped):
        game = registry.load(each.fixture.game, each.fixture.options)
        replayed = Match.of(game, game.read_position(each.start))
        for move in (*each.opening, *each.moves):
            replayed = replayed.play(move)
        if replayed.outcome is None:
            assert (each.result, len(each.moves)) == ("*", each.fixture.turn_limit)
        else:
            assert (each.result, each.reason) == (RESULTS[replayed.outcome.winner], replayed.outcome.reason)
        assert each.movers == tuple(Side(p.mover) for p in replayed.positions[len(each.opening) : -1])
        assert write_line(read_line(write_line(each))) == write_line(each)
    for each in played()[::29]:
        assert replace(match(each.fixture), efforts=each.efforts) == each


def twin_cost(before: Truth, after: Truth, side: int) -> int:
    if before.points is not None and after.points is not None:
        signs = [1 if each.winner == side else -1 for each in (before, after)]
        return before.points * signs[0] - after.points * signs[1]
    return int((before.winner, before.ending) != (after.winner, after.ending))


def judged(each: MatchResult) -> Iterator[tuple[Truth, int, dict[str, int]]]:
    """At each turn of a match, by brute force: the truth, who is to move, and what every legal move costs."""
    game = registry.load(each.fixture.game)
    plain = plain_from(game, game.read_position(each.start))
    position = plain.start
    for at, move in enumerate((*each.opening, *each.moves, "")):
        before, side, afters = plain.truth(position), position.mover, plain.after[position]
        if at >= len(each.opening):
            yield before, side, {name: twin_cost(before, plain.truth(after), side) for name, after in afters.items()}
        position = afters.get(move, position)


@pytest.mark.parametrize("title", ["center", "numbers"])
def test_every_grade_is_that_of_brute_force(title: str) -> None:
    for each in [found for found in played() if found.fixture.title == title][:30]:
        turns = list(judged(each))
        value = turns[0][0]
        winner = None if value.winner is None else ("first", "second")[value.winner]
        assert each.value is not None
        assert astuple(each.value) == (winner, value.ending, value.moves, value.points)
        for move, graded, (_, _, costs) in zip(each.moves, each.grades or (), turns[:-1], strict=True):
            lost, every = costs[move], list(costs.values())
            assert graded is not None
            assert astuple(graded) == (lost, Fraction(sum(every), len(every)), every.count(0), len(every))


def test_a_plan_can_say_where_to_begin_and_a_game_too_large_to_be_solved_is_not_graded(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = '{name = "center", positions = ["A--/---/--- B", "AB-/---/--- A"]}'
    found = matches(f'players = ["random", "perfect"]\nseeds = "1-3"\ngames = [{game}]')
    monkeypatch.setattr("squarely.solver.oracle.QUICK", 2000)  # it gives up sooner on what is too large anyway
    assert [each.start for each in found] == [*["A--/---/--- B"] * 2, *["AB-/---/--- A"] * 2, *["A--/---/--- B"] * 2]
    large = 'games = [{name = "quad", options = "size=6"}]\nseeds = "1-1"\nturn_limit = 4'
    for each in matches(f'players = ["search:200", "level:1"]\n{large}'):
        assert (each.grades, each.value, len(each.moves)) == (None, None, 4)


def faulty(folder: Path, code: str, more: str = "", seconds: float = 30, game: str = "center") -> list[MatchResult]:
    players = ["random", program(folder, code)]
    return matches(f"players = {players}\nseeds = '1-3'\ngames = ['{game}']\ntime_limit = {seconds}\n{more}")


def seat_of_program(each: MatchResult) -> Side:
    return Side.FIRST if each.fixture.first.startswith("program") else Side.SECOND


@pytest.mark.parametrize(
    ("kind", "code"),
    [
        *(("illegal", "print('place 1 1', flush=True)"), ("unreadable", "print('hello', flush=True)")),
        *(("timed out", "time.sleep(9)"), ("failed", "sys.exit(3)")),
    ],
)
def test_a_fault_is_counted_apart_and_the_match_goes_on(tmp_path: Path, code: str, kind: str) -> None:
    found = faulty(tmp_path, code, "turn_limit = 2", 0.3 if kind == "timed out" else 30)
    assert any(each.faults for each in found)
    for each in found:
        side = seat_of_program(each)
        due = [(turn, str(side), kind) for turn, mover in enumerate(each.movers, 1) if mover == side]
        assert [(fault.turn, fault.side, fault.kind) for fault in each.faults] == due
        assert [grade is None for grade in each.grades or ()] == [mover == side for mover in each.movers]
        assert read_line(write_line(each)).faults == each.faults


def test_a_fault_can_cost_the_match_and_a_good_program_makes_none(tmp_path: Path) -> None:
    found = [each for each in faulty(tmp_path, "print('hello', flush=True)", "on_fault = 'forfeit'") if each.faults]
    assert len(found) >= 3  # at least where the program is the first to move
    for each in found:
        assert (each.result, len(each.faults)) == (RESULTS[seat_of_program(each).other], 1)
        assert "made a fault: unreadable" in each.reason
    for each in faulty(tmp_path, "print(moves[-1], flush=True)"):
        assert each.faults == ()
        assert all(each.grades or ())


@pytest.mark.parametrize(("on_fault", "title"), [("random", "center"), ("forfeit", "numbers")])
def test_a_fault_loses_at_least_what_any_move_would(tmp_path: Path, on_fault: str, title: str) -> None:
    found = faulty(tmp_path, "print('hello', flush=True)", f"on_fault = '{on_fault}'\nturn_limit = 6", 30, title)
    made = [(list(judged(each))[fault.turn - 1], fault) for each in found for fault in each.faults]
    assert len(made) >= 3
    for (before, side, by_move), fault in made:
        costs = list(by_move.values())
        lead = (before.points or 0) * (1 if before.winner == side else -1)
        lost = max([*costs, 1, lead + 1] if on_fault == "forfeit" else costs)
        assert fault.graded is not None
        assert astuple(fault.graded) == (lost, Fraction(sum(costs), len(costs)), costs.count(0), len(costs))


class Scripted(Player):
    """Plays the moves of a match again, and at one turn makes a fault instead."""

    def __init__(self, played: MatchResult, fault_at: int) -> None:
        self.played, self.fault_at = played, fault_at

    def choose(self, match: Match) -> int:
        turn = len(match.moves) - len(self.played.opening)
        if turn == self.fault_at:
            raise player_faults.PlayerFault(player_faults.REFUSED, "I would rather not")
        return match.play(self.played.moves[turn]).moves[-1]


@pytest.mark.parametrize("on_fault", ["random", "forfeit"])
def test_a_fault_instead_of_any_move_never_raises_the_skill(monkeypatch: pytest.MonkeyPatch, on_fault: str) -> None:
    turns = 0
    for each in played()[::23]:
        for turn, side in enumerate(each.movers):
            fixture = replace(each.fixture, turn_limit=turn + 1, on_fault=on_fault)
            skills = []
            for scripted in (Scripted(each, -1), Scripted(each, turn)):
                monkeypatch.setattr(play_match, "seat_player", lambda *_, found=scripted: found)
                skills.append(measure_skill(list_turns([(match(fixture), side)])))
            moved, faulted = skills
            assert (faulted is None) == (moved is None)
            assert faulted is None or moved is None or faulted <= moved
            turns += faulted != moved
    assert turns > 15


MODEL = "players = ['random', 'llm:m']\nseeds = '1-1'\ngames = ['showdown']\ntime_limit = 2\nturn_limit = 6\n"


def test_a_model_plays_and_what_it_took_and_was_told_back_is_noted(monkeypatch: pytest.MonkeyPatch) -> None:
    listed = plays(lambda moves: moves[0])
    monkeypatch.setenv("SQUARELY_LLM_PRICES", "1000/5000")
    with serving(listed) as server:
        monkeypatch.setenv("SQUARELY_LLM_URL", server.url)
        for each in matches(MODEL):
            side = Side.SECOND if each.fixture.second == "llm:m" else Side.FIRST
            turns = sum(mover == side for mover in each.movers)
            assert (each.faults, each.efforts[side].tokens) == ((), 120 * turns)
            assert each.efforts[side].cost == pytest.approx((0.1 + 0.1) * turns)
            assert astuple(each.efforts[side.other])[1:] == (0.0, 0)
    monkeypatch.delenv("SQUARELY_LLM_PRICES")
    with serving(says("MOVE: sideways"), listed, says("I'm sorry, I cannot play games."), listed) as server:
        monkeypatch.setenv("SQUARELY_LLM_URL", server.url)
        each = match(next(generate_fixtures(plan(MODEL))))
    assert [(fault.kind, fault.repaired) for fault in each.faults] == [("unreadable", True), ("refused", False)]
    assert [grade is None for grade in each.grades or ()].count(True) == 1
    assert each.efforts[Side.SECOND].cost is None


def test_a_model_is_not_told_who_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither who the other is nor what it is called itself, in its own words or those of a record."""
    names = ["level:7", "llm:secret-name", "perfect", "random"]
    text = MODEL.replace("['random', 'llm:m']", f"{names}\ncontrol = ['llm:secret-name']")
    with serving(plays(lambda moves: moves[0])) as server:
        monkeypatch.setenv("SQUARELY_LLM_URL", server.url)
        fixtures = [each for each in generate_fixtures(plan(text)) if "llm:secret-name" in (each.first, each.second)]
        assert len([match(fixture) for fixture in fixtures]) == 8
        LanguageModel("secret-name").choose(Match.of(registry.load("quad"), names=("Ann Example", "llm:secret-name")))
    asked = [said for request in server.requests for said in request.said]
    assert len(asked) > 12
    for name in (*names, "secret", "Ann", "level"):
        assert not [said for said in asked if name in said.replace("at random", "")], name


def test_a_model_that_is_asked_otherwise_is_another_player(monkeypatch: pytest.MonkeyPatch) -> None:
    found: list[MatchResult] = []
    with serving(plays(lambda moves: moves[0])) as one, serving(plays(lambda moves: moves[-1])) as other:
        for url, request in ((one.url, "{}"), (one.url, '{"temperature": 1.9}'), (other.url, "{}")):
            monkeypatch.setenv("SQUARELY_LLM_URL", f"{url}?token=sesame")
            monkeypatch.setenv("SQUARELY_LLM_KEY", "sesame")
            monkeypatch.setenv("SQUARELY_LLM_REQUEST", request)
            found += matches(MODEL)
        stranger = play(found[0].fixture)  # now the environment says otherwise
    assert isinstance(stranger, FailedMatch)
    assert stranger.why == "llm:m would be asked otherwise here than where the plan was read"
    assert stranger.culprit in found[0].fixture.players
    data, lines = build_report(found, mistakes=0), [write_line(each) for each in found]
    assert len(MATCH.read_lines("".join(f"{line}\n" for line in lines).encode(), "log")[0]) == 6
    models = {name for name in data["players"] if name.startswith("llm:m #")}
    assert len(models) == 3
    assert {row["player"] for row in data["ratings"]} == {*models, "random"}
    assert [each["player"] for each in data["settings"]] == sorted(models)
    settings = [each["settings"] for each in data["settings"]]
    assert sum('"temperature": 1.9' in each for each in settings) == 1
    assert all(any(url in each for each in settings) for url in (one.url, other.url))
    assert not [line for line in [*lines, render_report(data)] if "sesame" in line]
