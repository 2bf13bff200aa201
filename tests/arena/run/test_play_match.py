"""Matches of the arena: from the same openings on both sides, the same whenever they are played, graded truly."""

from collections import Counter, defaultdict
from fractions import Fraction
from pathlib import Path

import pytest
from msgspec.structs import astuple, replace

from squarely import Match, Side
from squarely.arena.report.data import build_report
from squarely.arena.report.text import render_report as text_of
from squarely.arena.run.match_result import MATCH, FailedMatch, MatchResult, read_line, write_line
from squarely.arena.run.plan import generate_fixtures
from squarely.arena.run.play_match import play
from squarely.arena.statistics.skill import list_turns, measure_skill
from squarely.core.rules import registry
from squarely.players import Player, player_faults
from squarely.players.llm import LanguageModel
from tests.arena.runs import match, plan, played, program, quoted
from tests.players.model_server import plays, says, serving, sleeps
from tests.review.plain import Truth, plain_from


def without_time(found: MatchResult) -> str:
    return write_line(found).partition('"efforts"')[0]


def test_every_two_meet_on_both_sides_of_every_opening() -> None:
    begun = defaultdict(set)
    for each in played():
        begun[each.fixture.title, each.fixture.seed].add((each.start, each.opening))
    assert len(begun) == 4 * 12
    assert all(len(openings) == 1 for openings in begun.values())
    seats = Counter((f.title, f.seed, f.first, f.second) for f in (each.fixture for each in played()))
    two = [("random", "level:2"), ("random", "perfect"), ("level:2", "perfect")]
    for title, seed in begun:
        for one, other in two:
            assert seats[title, seed, one, other] == seats[title, seed, other, one] == 1
        assert seats[title, seed, "random", "random"] == 2
    assert len(seats) == len(begun) * 7


def test_openings_vary_and_something_is_at_stake() -> None:
    for title in {each.fixture.title for each in played()}:
        ours = [each for each in played() if each.fixture.title == title]
        assert len({(each.start, each.opening) for each in ours}) >= 6
        assert all(each.grades and each.grades[0] and each.grades[0].random_cost > 0 for each in ours)


def test_no_two_seats_share_their_luck() -> None:
    seeds = Counter(fixture.seed_for(side) for fixture in generate_fixtures(plan()) for side in Side)
    assert max(seeds.values()) == 1


def test_the_same_fixture_is_the_same_match() -> None:
    for each in played()[::29]:
        assert without_time(match(each.fixture)) == without_time(each)


def test_a_match_is_legal_and_ends_as_it_says() -> None:
    for each in played()[::5]:
        game = registry.load(each.fixture.game, each.fixture.options)
        replayed = Match.of(game, game.read_position(each.start))
        for move in (*each.opening, *each.moves):
            replayed = replayed.play(move)
        winner = {"1-0": Side.FIRST, "0-1": Side.SECOND}.get(each.result)
        if each.result == "*":
            assert replayed.outcome is None
            assert len(each.moves) == each.fixture.turn_limit
        else:
            assert replayed.outcome is not None
            assert (replayed.outcome.winner, replayed.outcome.reason) == (winner, each.reason)
        assert each.movers == tuple(Side(p.mover) for p in replayed.positions[len(each.opening) : -1])


def twin_cost(before: Truth, after: Truth, side: int) -> int:
    """What is lost between two truths, said again."""
    if before.points is not None and after.points is not None:
        signs = [1 if each.winner == side else -1 for each in (before, after)]
        return before.points * signs[0] - after.points * signs[1]
    return int((before.winner, before.ending) != (after.winner, after.ending))


@pytest.mark.parametrize("title", ["center", "numbers", "showdown"])
def test_every_grade_is_that_of_brute_force(title: str) -> None:
    for each in [found for found in played() if found.fixture.title == title][:60]:
        game = registry.load(each.fixture.game)
        plain = plain_from(game, game.read_position(each.start))
        position = plain.start
        for move in each.opening:
            position = plain.after[position][move]
        value = plain.truth(position)
        assert each.value is not None
        winner = None if value.winner is None else ("first", "second")[value.winner]
        told = astuple(each.value)
        assert told == (winner, value.ending, value.moves, value.points)
        for move, graded in zip(each.moves, each.grades or (), strict=True):
            before, side = plain.truth(position), position.mover
            costs = [twin_cost(before, plain.truth(after), side) for after in plain.after[position].values()]
            assert graded is not None
            assert graded.cost == twin_cost(before, plain.truth(plain.after[position][move]), side)
            assert graded.random_cost == Fraction(sum(costs), len(costs))
            assert (graded.good, graded.legal) == (costs.count(0), len(costs))
            position = plain.after[position][move]


def test_a_line_is_read_back_as_it_was() -> None:
    for each in played()[::7]:
        assert write_line(read_line(write_line(each))) == write_line(each)
        assert read_line(write_line(each)).grades == each.grades


def test_a_plan_can_say_where_to_begin() -> None:
    found = plan("""
players = ["random", "perfect"]
seeds = "1-3"
control = []
games = [{name = "center", positions = ["A--/---/--- B", "AB-/---/--- A"]}]
""")
    starts = [match(fixture).start for fixture in generate_fixtures(found)]
    assert starts == ["A--/---/--- B"] * 2 + ["AB-/---/--- A"] * 2 + ["A--/---/--- B"] * 2


def test_a_game_too_large_to_be_solved_is_played_and_not_graded() -> None:
    found = plan("""
players = ["random", "level:1"]
seeds = "1-1"
turn_limit = 4
games = [{name = "quad", options = "size=6"}]
""")
    for fixture in generate_fixtures(found):
        each = match(fixture)
        assert (each.grades, each.value) == (None, None)
        assert each.moves


# Faults


def faulty(folder: Path, code: str, more: str = "", seconds: float = 30, game: str = "center") -> list[MatchResult]:
    """Matches of a program against a random mover."""
    players = quoted("random", program(folder, code))
    text = f"players = {players}\nseeds = '1-3'\ncontrol = []\ngames = ['{game}']\ntime_limit = {seconds}\n{more}"
    return [match(fixture) for fixture in generate_fixtures(plan(text))]


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        ("print('place 1 1', flush=True)", "illegal"),
        ("print('hello', flush=True)", "unreadable"),
        ("print('a\\nb', flush=True)", "unreadable"),
        ("time.sleep(9)", "timed out"),
        ("sys.exit(3)", "failed"),
    ],
)
def test_a_fault_is_counted_apart_and_the_match_goes_on(tmp_path: Path, code: str, kind: str) -> None:
    found = faulty(tmp_path, code, "turn_limit = 4", 0.3 if kind == "timed out" else 30)
    assert any(each.faults for each in found)
    for each in found:
        side = Side.FIRST if each.fixture.first.startswith("program") else Side.SECOND
        turns = [number for number, mover in enumerate(each.movers, 1) if mover == side]
        assert [(fault.turn, fault.side, fault.kind) for fault in each.faults] == [
            (turn, str(side), kind) for turn in turns
        ]
        assert each.grades is not None
        assert [grade is None for grade in each.grades] == [mover == side for mover in each.movers]
        assert read_line(write_line(each)).faults == each.faults


def test_a_fault_can_cost_the_match(tmp_path: Path) -> None:
    found = [each for each in faulty(tmp_path, "print('hello', flush=True)", "on_fault = 'forfeit'") if each.faults]
    assert len(found) >= 3  # at least where the program is the first to move
    for each in found:
        loser = Side.FIRST if each.fixture.first.startswith("program") else Side.SECOND
        assert each.result == ("0-1" if loser == Side.FIRST else "1-0")
        assert len(each.faults) == 1
        assert "made a fault: unreadable" in each.reason


def test_a_good_program_makes_no_fault(tmp_path: Path) -> None:
    for each in faulty(tmp_path, "print(moves[-1], flush=True)"):
        assert each.faults == ()
        assert all(each.grades or ())


MODEL = (
    "players = ['random', 'llm:m']\nseeds = '1-1'\ncontrol = []\ngames = ['showdown']\ntime_limit = 2\nturn_limit = 6\n"
)


def test_a_model_plays_and_what_it_took_is_noted(monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(plays(lambda moves: moves[0])) as server:
        monkeypatch.setenv("SQUARELY_LLM_URL", server.url)
        monkeypatch.setenv("SQUARELY_LLM_PRICES", "1000/5000")
        for fixture in generate_fixtures(plan(MODEL)):
            each = match(fixture)
            side = Side.SECOND if fixture.second == "llm:m" else Side.FIRST
            turns = sum(mover == side for mover in each.movers)
            assert each.faults == ()
            assert each.efforts[side].tokens == 120 * turns
            assert each.efforts[side].cost == pytest.approx((0.1 + 0.1) * turns)
            assert astuple(each.efforts[side.other])[1:] == (0.0, 0)


def test_a_model_is_not_told_who_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither who the other is nor what it is called itself, in its own words or those of a record."""
    names = ("level:7", "llm:secret-name", "perfect", "random")
    with serving(plays(lambda moves: moves[0])) as server:
        monkeypatch.setenv("SQUARELY_LLM_URL", server.url)
        text = MODEL.replace("['random', 'llm:m']", f"{list(names)}").replace(
            "control = []", "control = ['llm:secret-name']"
        )
        found = [
            match(fixture)
            for fixture in generate_fixtures(plan(text))
            if "llm:secret-name" in (fixture.first, fixture.second)
        ]
        ann = Match.of(registry.load("quad"), names=("Ann Example", "llm:secret-name"))
        LanguageModel("secret-name").choose(ann)
    assert len(found) == 8
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
            found += [match(fixture) for fixture in generate_fixtures(plan(MODEL))]
        data = build_report(found, mistakes=0)
        lines = [write_line(each) for each in found]
        assert len(MATCH.read_lines("".join(f"{line}\n" for line in lines).encode(), "log")[0]) == 6
        stranger = play(found[0].fixture)  # now the environment says otherwise
    assert isinstance(stranger, FailedMatch)
    assert stranger.why == "llm:m would be asked otherwise here than where the plan was read"
    models = [name for name in data["players"] if name.startswith("llm:m #")]
    assert len(set(models)) == 3
    assert {row["player"] for row in data["ratings"]} == {*models, "random"}
    assert [each["player"] for each in data["settings"]] == sorted(models)
    assert sum('"temperature": 1.9' in each["settings"] for each in data["settings"]) == 1
    assert {url for url in (one.url, other.url) for each in data["settings"] if url in each["settings"]} == {
        one.url,
        other.url,
    }
    assert not [line for line in [*lines, text_of(data)] if "sesame" in line]


def test_what_a_model_was_told_back_is_apart_from_what_it_never_made_good(monkeypatch: pytest.MonkeyPatch) -> None:
    listed = plays(lambda moves: moves[0])
    with serving(says("MOVE: sideways"), listed, says("I'm sorry, I cannot play games."), listed) as server:
        monkeypatch.setenv("SQUARELY_LLM_URL", server.url)
        each = match(next(iter(generate_fixtures(plan(MODEL)))))
    assert [(fault.kind, fault.repaired) for fault in each.faults] == [("unreadable", True), ("refused", False)]
    assert [grade is None for grade in each.grades or ()].count(True) == 1
    assert each.efforts[Side.SECOND].cost is None


def test_a_silent_model_times_out(monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(sleeps(3)) as server:
        monkeypatch.setenv("SQUARELY_LLM_URL", server.url)
        fixture = replace(next(iter(generate_fixtures(plan(MODEL)))), time_limit=0.3, turn_limit=2)
        assert {fault.kind for fault in match(fixture).faults} == {"timed out"}


def test_a_player_that_cannot_be_reached_is_no_fault_and_no_match(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SQUARELY_LLM_URL", "http://127.0.0.1:9/v1")
    found = play(next(iter(generate_fixtures(plan(MODEL)))))
    assert isinstance(found, FailedMatch)
    assert found.culprit.startswith("llm:m #")
    assert "127.0.0.1:9" in found.why


def test_a_player_that_cannot_play_this_game_is_told(tmp_path: Path) -> None:
    text = "players = ['random', 'perfect']\nseeds = '1-1'\ngames = [{name = 'quad', options = 'size=6'}]"
    found = play(next(iter(generate_fixtures(plan(text)))))
    assert isinstance(found, FailedMatch)
    assert found.culprit == "perfect"
    assert "too large to be solved" in found.why


# What a fault loses

REFUSES = """
wins = [move for move in moves if move.startswith("move") and move.endswith("1 1")]
print(wins[0] if wins else "I cannot decide", flush=True)
"""


@pytest.mark.parametrize("title", ["center", "numbers"])
@pytest.mark.parametrize("on_fault", ["random", "forfeit"])
def test_a_fault_loses_at_least_what_any_move_would(tmp_path: Path, on_fault: str, title: str) -> None:
    found = faulty(tmp_path, "print('hello', flush=True)", f"on_fault = '{on_fault}'\nturn_limit = 6", 30, title)
    made = [(each, fault) for each in found for fault in each.faults]
    assert len(made) >= 3
    for each, fault in made:
        game = registry.load(each.fixture.game)
        plain = plain_from(game, game.read_position(each.start))
        position = plain.start
        for move in (*each.opening, *each.moves[: fault.turn - 1]):
            position = plain.after[position][move]
        before, side = plain.truth(position), position.mover
        costs = [twin_cost(before, plain.truth(after), side) for after in plain.after[position].values()]
        lead = (before.points or 0) * (1 if before.winner == side else -1)
        assert fault.graded is not None
        assert fault.graded.cost == max([*costs, 1, lead + 1] if on_fault == "forfeit" else costs)
        assert astuple(fault.graded)[1:] == (Fraction(sum(costs), len(costs)), costs.count(0), len(costs))


@pytest.mark.parametrize("on_fault", ["random", "forfeit"])
def test_who_answers_only_when_it_wins_at_once_does_not_lead(tmp_path: Path, on_fault: str) -> None:
    players = quoted("level:4", program(tmp_path, REFUSES), "random")
    text = f"players = {players}\nseeds = '1-10'\ncontrol = []\ngames = ['center']\non_fault = '{on_fault}'"
    data = build_report([match(fixture) for fixture in generate_fixtures(plan(text))], mistakes=0)
    rows = {row["player"].partition(":")[0]: row for row in data["overall"]}
    assert rows["program"]["answered"]["skill"] == 100
    assert rows["program"]["skill"] < rows["level"]["skill"] - 10
    assert data["players"][0] == "level:4"
    told = text_of(data)
    assert "Skill when it answered, without its faults" in told
    assert "level" not in told.partition("Skill when it answered")[2].partition("By game")[0]


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
    for each in played()[::17]:
        for turn, side in enumerate(each.movers):
            fixture = replace(each.fixture, turn_limit=turn + 1, on_fault=on_fault)
            skills = []
            for fault_at in (-1, turn):
                scripted = Scripted(each, fault_at)
                monkeypatch.setattr("squarely.arena.run.play_match.seat_player", lambda *_, found=scripted: found)
                skills.append(measure_skill(list_turns([(match(fixture), side)])))
            moved, faulted = skills
            assert faulted is None or moved is None or faulted <= moved
            assert (faulted is None) == (moved is None)
            turns += faulted != moved
    assert turns > 20


@pytest.mark.parametrize("game", ["center", "numbers", "quad", "showdown", "snatchers"])
def test_sides_are_swapped_in_matches_under_the_pie_rule(game: str) -> None:
    size = "size=3," if game in ("quad", "snatchers") else ""
    text = f"""
players = ["random", "perfect"]
games = [{{name = "{game}", options = "{size}pie=yes"}}]
seeds = "1-6"
opening_moves = 1
turn_limit = 12
control = []
"""
    found = [match(fixture) for fixture in generate_fixtures(plan(text))]
    assert "swap sides" in [move for each in found for move in each.moves[:1]]
    for each in found:
        known = registry.load(each.fixture.game, each.fixture.options)
        replayed = Match.of(known, known.read_position(each.start))
        for move in (*each.opening, *each.moves):
            replayed = replayed.play(move)
        winner = replayed.outcome.winner if replayed.outcome else None
        assert each.result == ("*" if not replayed.outcome else {0: "1-0", 1: "0-1", None: "1/2"}[winner])
