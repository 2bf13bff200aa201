"""A plan: what it means, and what it is told when it cannot be meant."""

from pathlib import Path

import pytest
from msgspec.structs import astuple

from squarely.arena.run.plan import BadPlan, Budget, Contest, Plan, parse_plan, read_plan
from squarely.core.errors import SquarelyError
from squarely.core.rules import registry
from tests.arena.runs import quoted
from tests.boards import refusal

TWO = 'players = ["random", "perfect"]\n'


def test_a_plan_needs_only_players_and_games() -> None:
    found = parse_plan(TWO + 'games = ["center"]')
    assert found == Plan(("random", "perfect"), ("center",))
    assert found.contests == (Contest("center", ""),)
    assert (found.openings, found.pairs_with_itself) == (range(1, 21), ("random",))


def test_everything_can_be_said() -> None:
    found = parse_plan("""
players = ["level:1", "level:9"]
seeds = [5, 3]
opening_moves = 2
turn_limit = 9
time_limit = 3
on_fault = "forfeit"
batch = 7
control = []
[[games]]
name = "quad"
options = {size = 3, sudden_death = "none"}
positions = ["X../.../... O"]
[[games]]
name = "quad"
options = "size=3"
[budget]
matches = 10
seconds = 1.5
cost = 2
""")
    assert found.contests == (
        Contest("quad", "size=3,sudden_death=none", ("X../.../... O",)),
        Contest("quad", "size=3"),
    )
    assert (found.players, found.openings, found.pairs_with_itself) == (("level:1", "level:9"), (5, 3), ())
    assert astuple(found)[4:] == (2, 9, 3.0, "forfeit", 7, Budget(10, 1.5, 2.0))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("players = [", "this is not TOML: "),
        ('games = ["center"]', "it lacks 'players': a list of texts, such as"),
        (TWO, "it lacks 'games': a game: its name, or a table"),
        (TWO + "games = []", "games: [] is not a game"),
        (TWO + 'games = ["centre"]', "there is no game 'centre'; did you mean center?"),
        (TWO + 'games = ["center", "center"]', "games: center is there twice"),
        (TWO + 'games = [{name = "quad", options = "size=99"}]', "size=99 is not possible"),
        (TWO + 'games = [{name = "quad", option = "size=3"}]', "games[0] has no 'option'; did you mean options?"),
        (TWO + "games = [7]", "games[0]: 7 is not a game: its name, or a table such as {"),
        (TWO + 'games = [{name = "quad", rules = 7}]', "games[0].rules: 7 is not the name of a rule set"),
        (TWO + 'games = [{name = "quad", rules = "primted"}]', "there is no rule set 'primted'"),
        (TWO + 'games = [{name = "center", positions = ["?"]}]', "a position is BOARD MOVER"),
        (TWO + 'games = [{name = "center", positions = ["AB-/-A-/--- B"]}]', "has ended"),
        (TWO + 'games = ["center"]\nseed = 4', "it has no 'seed'; did you mean seeds?"),
        (TWO + 'games = ["center"]\nseeds = "4"', 'seeds are written "1-40"'),
        (TWO + 'games = ["center"]\nseeds = "9-4"', 'seeds are written "1-40"'),
        (TWO + 'games = ["center"]\nseeds = [true]', 'seeds[0]: True is not written "1-40"'),
        (TWO + 'games = ["center"]\nseeds = [4, 4]', "seeds: each is given once"),
        (TWO + 'games = ["center"]\nturn_limit = 0', "turn_limit: 0 is not a whole number from 1 to 100,000"),
        (TWO + 'games = ["center"]\ntime_limit = -1', "time_limit: -1 is not a number above 0"),
        (TWO + 'games = ["center"]\non_fault = "lose"', "on_fault: 'lose' is not random or forfeit"),
        (TWO + 'games = ["center"]\nbudget = 5', "budget: 5 is not a table, such as {seconds = 600}"),
        (TWO + 'games = ["center"]\nbudget = {moves = 5}', "budget has no 'moves'; "),
        (TWO + 'games = ["center"]\ncontrol = ["level:1"]', "control: 'level:1' is not among the players"),
        ('players = ["human"]\ngames = ["center"]', "a human cannot play in an arena"),
        ('players = ["levle:3"]\ngames = ["center"]', "did you mean level:3?"),
        ('players = ["perfect", "perfect"]\ngames = ["center"]', "players: each is named once"),
        ('players = ["perfect"]\ncontrol = []\ngames = ["center"]', "players: two are needed"),
        (f"players = {quoted('program:no-such-program')}\ngames = ['center']", "there is no program 'no-such-program'"),
    ],
)
def test_a_mistake_is_told(text: str, said: str) -> None:
    with pytest.raises(SquarelyError) as caught:
        parse_plan(text)
    assert said in str(caught.value)


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    assert (
        refusal(BadPlan, read_plan, tmp_path / "plan.toml")
        == f"{tmp_path}/plan.toml cannot be read: No such file or directory"
    )
    (tmp_path / "plan.toml").write_bytes(b"\xff\xfe")
    assert refusal(BadPlan, read_plan, tmp_path / "plan.toml") == f"{tmp_path}/plan.toml is not text"
    (tmp_path / "plan.toml").write_text(TWO)
    assert refusal(BadPlan, read_plan, tmp_path / "plan.toml").startswith(f"{tmp_path}/plan.toml: it lacks 'games': ")


def test_a_game_is_played_by_a_rule_set_and_an_option_beside_it_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry.find_class("quad"), "rule_sets", {"mended": "size=5,pie=yes"})
    for options, found in (('""', "size=5,pie=yes"), ('"size=3"', "size=3,pie=yes"), ("{pie = 'no'}", "size=5")):
        contests = parse_plan(TWO + f'games = [{{name = "quad", rules = "mended", options = {options}}}]').contests
        assert contests == (Contest("quad", found),)
