"""A plan: what it means, and what it is told when it cannot be meant."""

from pathlib import Path

import pytest
from msgspec.structs import astuple

from squarely.arena.run.plan import BadPlan, Budget, Contest, Plan, parse_plan, read_plan
from squarely.core.errors import SquarelyError
from squarely.core.rules import registry
from tests.boards import refusal

TWO = 'players = ["random", "perfect"]\n'


def test_a_plan_needs_only_players_and_games_and_everything_can_be_said() -> None:
    found = parse_plan(TWO + 'games = ["center"]')
    assert found == Plan(("random", "perfect"), ("center",))
    assert found.contests == (Contest("center", ""),)
    assert (found.openings, found.pairs_with_itself) == (range(1, 21), ("random",))
    found = parse_plan("""
players = ["level:1", "level:9"]
seeds = [5, 3]
opening_moves = 2
turn_limit = 9
time_limit = 3
on_fault = "forfeit"
batch = 7
control = []
games = [{name = "quad", options = {size = 3, sudden_death = "none"}, positions = ["X../.../... O"]},
         {name = "quad", options = "size=3"}]
budget = {matches = 10, seconds = 1.5, cost = 2}
""")
    first = Contest("quad", "size=3,sudden_death=none", ("X../.../... O",))
    assert found.contests == (first, Contest("quad", "size=3"))
    assert (found.players, found.openings, found.pairs_with_itself) == (("level:1", "level:9"), (5, 3), ())
    assert astuple(found)[4:] == (2, 9, 3.0, "forfeit", 7, Budget(10, 1.5, 2.0))


def test_a_mistake_is_told() -> None:
    whole_plans = {
        "players = [": "this is not TOML: ",
        'games = ["center"]': "it lacks 'players': a list of texts, such as",
        TWO: "it lacks 'games': a game: its name, or a table",
        'players = ["human"]\ngames = ["center"]': "a human cannot play in an arena",
        'players = ["levle:3"]\ngames = ["center"]': "did you mean level:3?",
        'players = ["perfect", "perfect"]\ngames = ["center"]': "players: each is named once",
        'players = ["perfect"]\ncontrol = []\ngames = ["center"]': "players: two are needed",
        'players = ["program:no-such-program"]\ngames = ["center"]': "there is no program 'no-such-program'",
    }
    games = {
        "": "games: [] is not a game",
        '"centre"': "there is no game 'centre'; did you mean center?",
        '"center", "center"': "games: center is there twice",
        '{name = "quad", options = "size=99"}': "size=99 is not possible",
        '{name = "quad", option = "size=3"}': "games[0] has no 'option'; did you mean options?",
        "7": "games[0]: 7 is not a game: its name, or a table such as {",
        '{name = "quad", rules = 7}': "games[0].rules: 7 is not the name of a rule set",
        '{name = "quad", rules = "primted"}': "there is no rule set 'primted'",
        '{name = "center", positions = ["?"]}': "a position is BOARD MOVER",
        '{name = "center", positions = ["AB-/-A-/--- B"]}': "has ended",
    }
    lines = {
        "seed = 4": "it has no 'seed'; did you mean seeds?",
        'seeds = "4"': 'seeds are written "1-40"',
        'seeds = "9-4"': 'seeds are written "1-40"',
        "seeds = [true]": 'seeds[0]: True is not written "1-40"',
        "seeds = [4, 4]": "seeds: each is given once",
        "turn_limit = 0": "turn_limit: 0 is not a whole number from 1 to 100,000",
        "time_limit = -1": "time_limit: -1 is not a number above 0",
        'on_fault = "lose"': "on_fault: 'lose' is not random or forfeit",
        "budget = 5": "budget: 5 is not a table, such as {seconds = 600}",
        "budget = {moves = 5}": "budget has no 'moves'; ",
        'control = ["level:1"]': "control: 'level:1' is not among the players",
    }
    with_games = {f"{TWO}games = [{each}]": said for each, said in games.items()}
    with_lines = {f'{TWO}games = ["center"]\n{line}': said for line, said in lines.items()}
    for text, said in (whole_plans | with_games | with_lines).items():
        with pytest.raises(SquarelyError) as caught:
            parse_plan(text)
        assert said in str(caught.value)


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    file = tmp_path / "plan.toml"
    assert refusal(BadPlan, read_plan, file) == f"{file} cannot be read: No such file or directory"
    file.write_bytes(b"\xff\xfe")
    assert refusal(BadPlan, read_plan, file) == f"{file} is not text"
    file.write_text(TWO)
    assert refusal(BadPlan, read_plan, file).startswith(f"{file}: it lacks 'games': ")


def test_a_game_is_played_by_a_rule_set_and_an_option_beside_it_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry.find_class("quad"), "rule_sets", {"mended": "size=5,pie=yes"})
    for options, found in (('""', "size=5,pie=yes"), ('"size=3"', "size=3,pie=yes"), ("{pie = 'no'}", "size=5")):
        contests = parse_plan(TWO + f'games = [{{name = "quad", rules = "mended", options = {options}}}]').contests
        assert contests == (Contest("quad", found),)
