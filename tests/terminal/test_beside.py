"""What decides and is in no drawing stands below every board that stands alone: points, tokens, the forbidden step."""

import re
from collections.abc import Iterator
from random import Random

import pytest

from squarely import Game, Match, Side
from squarely.arena.probe.position_views import make_views
from squarely.core.rules import registry
from squarely.players.prompt import write_prompt
from tests.games.outside_games import DROP, HEAP, HOP

from .driving import Desk

DEALT = ("--position", "538/291/647 1 0-0")
TURNS = ["2 2", "1 3", "3 3", "3 1", "1 1"]
TOTALS = [(19, 0), (19, 8), (26, 8), (26, 14), (31, 14)]
BACK = {"up": "down", "down": "up", "left": "right", "right": "left"}
SCORED, STEPPED = "5.8/.../6.7 2 19-0", "...../.*.../...../...../..... 1 down"


def totals(first: int, second: int) -> str:
    return f"Player 1 has {first} points, Player 2 has {second} points."


def forbidden(last: str) -> str:
    return f"The last step was {last}: {BACK[last]} is forbidden."


def told(said: str) -> list[str]:
    """The lines that say what is in no drawing."""
    return re.findall(r"(?m)^(?:Player 1 has .*|The last step .*)$", said)


@pytest.mark.slow
def test_the_score_wherever_a_board_stands_alone(desk: Desk) -> None:
    played = desk.squarely("play", "numbers", *DEALT, "--save", "game.match", typed=TURNS).out
    after = [totals(*both) for both in TOTALS]
    assert re.findall(r"(?m)^Your turn score: .*\n(.*)\n\nUpdated Grid:$", played) == after
    assert told(desk.squarely("show", "game.match", "--all").out) == [totals(0, 0), *after]
    assert told(desk.squarely("show", "game.match", "--end").out) == [totals(31, 14)]
    rows = re.findall(r"(?m)^ *\d\.  Player \d  (\d \d) +(\d+)-(\d+)  ", desk.squarely("review", "game.match").out)
    assert rows == [(move, str(first), str(second)) for move, (first, second) in zip(TURNS, TOTALS, strict=True)]
    desk.squarely("review", "game.match", "--html", "page.html")
    page = (desk.here / "page.html").read_text()
    captions = re.findall(r"<figcaption>(.*?points\.)( Player . has captured .*?)?</figcaption>", page)
    assert [said for said, _ in captions] == [totals(0, 0), *after]
    assert [bool(captured) for _, captured in captions] == [False, *(True for _ in TOTALS)]
    desk.squarely("play", "numbers", *DEALT, typed=TURNS[:2])
    said = desk.squarely("resume", typed=["", "undo", "board"]).out
    assert re.findall(r"(?m)^\+---\+---\+---\+\n(Player 1 has .*)$", said) == [
        totals(*both) for both in ((19, 8), (19, 0), (19, 0))
    ]
    assert totals(19, 6) in desk.squarely("play", "numbers", *DEALT, "-o", "komi=6", typed=TURNS[:1]).out
    assert totals(19, 0) in desk.squarely("solve", "numbers", "--position", SCORED).out
    said = desk.squarely("play", "numbers", "--position", SCORED).out
    assert f"+---+---+---+\n\n{totals(19, 0)}\n\nPlayer 2, it's your turn.\n" in said


@pytest.mark.slow
def test_what_decides_in_a_puzzle(desk: Desk) -> None:
    """Twice: with the question, and with the board that was asked for."""
    said = desk.squarely("puzzle", "numbers", "--level", "2", "--seed", "1", typed=["board"]).out
    above, below = said.split("As text: ")
    first, second = map(int, re.findall(r"(\d+)-(\d+)$", below.splitlines()[0])[0])
    assert above.count(totals(first, second)) == 2
    assert first + second > 0
    said = desk.squarely("puzzle", "showdown", "--seed", "1", typed=["board"]).out
    last = said.split("As text: ")[1].splitlines()[0].split()[-1]
    assert told(said) == [forbidden(last)] * 2


def test_no_two_positions_look_the_same_where_a_board_stands_alone() -> None:
    """Whoever sees a board and whose turn it is knows all that decides: the position line tells no more."""
    options = {"numbers": "size=4,komi=3,capture=choose", "quad": "size=3,sudden_death=convert"}
    options["showdown"] = "reversal=allowed,size=4,goal=2-3"
    games = [registry.load(name, given) for name in registry.names() for given in {"", options.get(name, "")}]
    for game in (*games, HOP, DROP, HEAP):
        looks: dict[tuple[str, int], str] = {}
        for line in set(lines_of(game)):
            position = game.read_position(line)
            look = game.words.draw_alone(position, game.players), position.mover
            assert looks.setdefault(look, line) == line


def lines_of(game: Game) -> Iterator[str]:
    """Some positions in which somebody is to move."""
    for seed in range(25):
        chance, match = Random(seed), Match.of(game, game.start_for(seed % 2))
        while match.legal_moves and len(match.moves) < 20:
            yield game.write_position(match.position)
            match = match.play(chance.choice(match.legal_moves))


def test_models_are_told_what_decides() -> None:
    """In a match and in every question of a probe, whatever it shows of the position."""
    numbers, showdown = registry.load("numbers"), registry.load("showdown")
    for game, line, said in ((numbers, SCORED, totals(19, 0)), (showdown, STEPPED, forbidden("down"))):
        assert said in write_prompt(Match.of(game, game.read_position(line)), Side.SECOND).splitlines()
    for view in make_views(showdown, showdown.read_position(STEPPED), Random(1)):
        assert forbidden(showdown.position_line(view.position).rest[0]) in view.draw()
    for view in make_views(numbers, numbers.read_position(SCORED), Random(1)):
        assert f"{view.sides[0]} has 19 points, {view.sides[1]} has 0 points." in view.draw()
