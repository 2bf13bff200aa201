"""What decides and is in no drawing stands below every board that stands alone: points, tokens, the forbidden step."""

import re
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

import pytest

from squarely import Game, Match, Side
from squarely.arena.probe.position_views import make_views
from squarely.core.rules import registry
from squarely.core.rules.fields import Contents, Count, Direction, Mover
from squarely.core.rules.words import Words
from squarely.games.numbers.rules import Numbers
from squarely.players.prompt import write_prompt
from tests.games.outside_games import DROP, HEAP, HOP

from .driving import Desk

DEALT = ("--position", "538/291/647 1 0-0")
TURNS = ["2 2", "1 3", "3 3", "3 1", "1 1"]
TOTALS = [(19, 0), (19, 8), (26, 8), (26, 14), (31, 14)]
STEPS = ["right", "down", "left"]
BACK = {"up": "down", "down": "up", "left": "right", "right": "left"}


def totals(first: int, second: int) -> str:
    return f"Player 1 has {first} points, Player 2 has {second} points."


def forbidden(last: str) -> str:
    return f"The last step was {last}: {BACK[last]} is forbidden."


def test_the_score_is_kept_after_each_turn(desk: Desk) -> None:
    said = desk.squarely("play", "numbers", *DEALT, typed=TURNS)
    assert re.findall(r"(?m)^Your turn score: .*\n(.*)\n\nUpdated Grid:$", said.out) == [
        totals(*both) for both in TOTALS
    ]


def test_the_score_is_kept_for_two_computers_and_other_names(desk: Desk) -> None:
    args = ("--first", "random", "--second", "random", "--names", "Ann,Bob", "--seed", "4")
    said = desk.squarely("play", "numbers", *args)
    scored = {"Ann": 0, "Bob": 0}
    kept = re.findall(r"(?m)^(Ann|Bob)'s turn score: (\d+)\nAnn has (\d+) points?, Bob has (\d+) points?\.$", said.out)
    for name, gain, ann, bob in kept:
        scored[name] += int(gain)
        assert (int(ann), int(bob)) == (scored["Ann"], scored["Bob"])
    assert len(kept) == said.out.count("Updated Grid:") > 3


def test_points_given_at_the_end_are_counted_from_the_beginning(desk: Desk) -> None:
    said = desk.squarely("play", "numbers", *DEALT, "-o", "komi=6", typed=TURNS[:1])
    assert totals(19, 6) in said.out


def test_the_score_when_a_match_is_resumed_taken_back_and_looked_at(desk: Desk) -> None:
    desk.squarely("play", "numbers", *DEALT, typed=TURNS[:2])
    said = desk.squarely("resume", typed=["", "undo", "board"])
    greeted, taken_back, looked = re.findall(r"(?m)^\+---\+---\+---\+\n(Player 1 has .*)$", said.out)
    assert (greeted, taken_back, looked) == (totals(19, 8), totals(19, 0), totals(19, 0))


def test_the_score_in_a_replay_and_at_its_end(desk: Desk) -> None:
    desk.squarely("play", "numbers", *DEALT, "--save", "game.match", typed=TURNS)
    every = desk.squarely("show", "game.match", "--all").out
    assert re.findall(r"(?m)^Player 1 has .*$", every) == [totals(*both) for both in [(0, 0), *TOTALS]]
    assert re.findall(r"(?m)^Player 1 has .*$", desk.squarely("show", "game.match", "--end").out) == [totals(31, 14)]


def test_the_score_in_a_review_and_on_its_page(desk: Desk) -> None:
    desk.squarely("play", "numbers", *DEALT, "--save", "game.match", typed=TURNS)
    rows = re.findall(r"(?m)^ *\d\.  Player \d  (\d \d) +(\d+)-(\d+)  ", desk.squarely("review", "game.match").out)
    assert [(move, int(first), int(second)) for move, first, second in rows] == [
        (move, *both) for move, both in zip(TURNS, TOTALS, strict=True)
    ]
    desk.squarely("review", "game.match", "--html", "page.html")
    page = (desk.here / "page.html").read_text()
    told = re.findall(r"<figcaption>(.*?points\.)( Player . has captured .*?)?</figcaption>", page)
    assert [said for said, _ in told] == [totals(*both) for both in [(0, 0), *TOTALS]]
    assert [bool(captured) for _, captured in told] == [False, *(True for _ in TOTALS)]


def test_the_score_of_a_position_that_is_solved_or_begun_from(desk: Desk) -> None:
    position = "5.8/.../6.7 2 19-0"
    assert totals(19, 0) in desk.squarely("solve", "numbers", "--position", position).out
    said = desk.squarely("play", "numbers", "--position", position)
    assert f"+---+---+---+\n\n{totals(19, 0)}\n\nPlayer 2, it's your turn.\n" in said.out


def test_the_score_of_a_puzzle(desk: Desk) -> None:
    said = desk.squarely("puzzle", "numbers", "--level", "2", "--seed", "1", typed=["board"])
    above, below = said.out.split("As text: ")[0], said.out.split("As text: ")[1]
    first, second = re.findall(r"(\d+)-(\d+)$", below.splitlines()[0])[0]
    assert above.count(totals(int(first), int(second))) == 2  # with the question, and with the board that was asked for
    assert int(first) + int(second) > 0


def test_the_step_that_is_forbidden_wherever_a_board_stands_alone(desk: Desk) -> None:
    desk.squarely("play", "showdown", "--save", "game.match", typed=STEPS)
    resumed = desk.squarely("resume", typed=["", "board", "undo"]).out
    assert re.findall(r"(?m)^The last step .*$", resumed) == [forbidden(step) for step in ("left", "left", "down")]
    shown = desk.squarely("show", "game.match", "--all").out
    assert re.findall(r"(?m)^The last step .*$", shown) == [forbidden(step) for step in STEPS]
    position = "...../.*.../...../...../..... 1 down"
    for said in (
        desk.squarely("solve", "showdown", "--position", position),
        desk.squarely("play", "showdown", "--position", position),
    ):
        assert said.out.count(forbidden("down")) == 1


def test_the_step_that_is_forbidden_in_a_puzzle(desk: Desk) -> None:
    for seed in range(3):
        said = desk.squarely("puzzle", "showdown", "--seed", str(seed), typed=["board"]).out
        last = said.split("As text: ")[1].splitlines()[0].split()[-1]
        assert re.findall(r"(?m)^The last step .*$", said) == ([forbidden(last)] * 2 if last != "-" else [])


def test_nothing_is_forbidden_where_one_may_go_back(desk: Desk) -> None:
    said = desk.squarely("play", "showdown", "-o", "reversal=allowed", typed=["right", "board"])
    assert "forbidden" not in said.out


def test_a_welcome_is_as_it_is_printed() -> None:
    """Nothing is added to the start that a rulebook prints, whatever the deal; the transcripts hold the rest of it."""
    for name in registry.names():
        game = registry.load(name)
        beginnings = {game.words.beside(game.start_for(seed), game.players) for seed in range(5)}
        assert beginnings == {game.words.beside(game.start(), game.players)}


def test_no_two_positions_look_the_same_where_a_board_stands_alone(hidden: tuple[Game, list[str]]) -> None:
    """Whoever sees a board and whose turn it is knows all that decides: the position line tells no more."""
    game, lines = hidden
    looks: dict[tuple[str, int], str] = {}
    for line in lines:
        position = game.read_position(line)
        look = game.words.draw_alone(position, game.players), position.mover
        assert looks.setdefault(look, line) == line


GAMES = {
    **{name: registry.load(name) for name in ("numbers", "showdown", "quad", "center", "snatchers")},
    "hop": HOP,
    "drop": DROP,
    "heap": HEAP,
    "large numbers": registry.load("numbers", "size=4,komi=3,capture=choose"),
    "free showdown": registry.load("showdown", "reversal=allowed,size=4,goal=2-3"),
    "odd quad": registry.load("quad", "size=3,sudden_death=convert"),
}


@pytest.fixture(params=GAMES)
def hidden(request: pytest.FixtureRequest) -> tuple[Game, list[str]]:
    """Some positions in which somebody is to move."""
    game = GAMES[request.param]
    return game, sorted(set(_lines(game)))


def _lines(game: Game) -> Iterator[str]:
    for seed in range(40):
        chance, match = Random(seed), Match.of(game, game.start_for(seed % 2))
        while match.legal_moves and len(match.moves) < 20:
            yield game.write_position(match.position)
            match = match.play(chance.choice(match.legal_moves))


class Wordless(Numbers):
    """Numbers without words of its own: those that every game has keep its score."""

    Words = Words  # type: ignore[assignment]


class Counted(Wordless):
    """A game that has a number of things, and a drawing that does not show it."""

    class Position(NamedTuple):
        board: Contents
        mover: Mover
        turns_left: Count
        way: Direction

    def start(self) -> Position:  # type: ignore[override]
        return self.Position(super().start().board, 0, 7, 2)

    def maxima(self) -> dict[str, int]:
        return {"turns_left": 9, "board": 9}


def test_a_count_that_nobody_tells_of_is_told() -> None:
    game = Counted()
    assert game.words.unseen(game.start()) == "Turns left: 7; way: left."


def test_every_question_of_a_probe_tells_what_decides() -> None:
    game = registry.load("showdown")
    position = game.read_position("...../.*.../...../...../..... 1 down")
    for view in make_views(game, position, Random(1)):
        way = game.position_line(view.position).rest[0]
        assert forbidden(way) in view.draw()
    game = registry.load("numbers")
    for view in make_views(game, game.read_position("5.8/.../6.7 2 19-0"), Random(1)):
        assert f"{view.sides[0]} has 19 points, {view.sides[1]} has 0 points." in view.draw()


def test_a_language_model_is_told_what_decides() -> None:
    for name, line, told in (
        ("numbers", "5.8/.../6.7 2 19-0", totals(19, 0)),
        ("showdown", "...../.*.../...../...../..... 1 down", forbidden("down")),
    ):
        game = registry.load(name)
        assert told in write_prompt(Match.of(game, game.read_position(line)), Side.SECOND).splitlines()


def test_a_game_from_outside_with_points_shows_them_too() -> None:
    game = Wordless()
    match = Match.of(game, game.read_position("538/291/647 1 0-0")).play(middle(game))
    assert totals(19, 0) in game.words.show_move(match, True).splitlines()
    assert game.words.beside(match.position, match.names) == (totals(19, 0),)


def middle(game: Game) -> int:
    """The move that captures the square in the middle."""
    position = game.read_position("538/291/647 1 0-0")
    return next(move for move in game.legal_moves(position) if game.split_move(move).numbers[0] == 4)
