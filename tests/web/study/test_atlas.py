"""The atlas against rules that are written a second time, in tests/restated.py, and against a plain solver."""

from collections import Counter

import msgspec
import pytest

from squarely import Game
from squarely.core.errors import TooLarge
from squarely.core.rules import registry
from squarely.web.protocol.messages import Atlas, AtlasGroup
from squarely.web.study.atlas import TURNING, build_atlas, describe_study
from tests import restated
from tests.boards import refusal
from tests.games.outside_games import HOP
from tests.solver import plain

from .posted import posted

WIRE = 50_000  # bytes of an atlas; a page with all it loads may have 100,000


def lines(found: Atlas) -> list[str]:
    return [line for group in found.groups for line in group.positions]


def kinds(found: Atlas) -> dict[str, tuple[str, int | None]]:
    return {line: (group.kind, group.distance) for group in found.groups for line in group.positions}


def plain_kinds(game: Game) -> dict[str, tuple[str, int | None]]:
    truths = plain.solve(game, game.start())
    return {game.write_position(p): (winner or ending, moves) for p, (winner, ending, moves, _) in truths.items()}


@pytest.mark.parametrize("name", ["showdown", "snatchers"])
def test_every_position_is_there_once_with_its_value(name: str) -> None:
    game = registry.load(name)
    found = posted(build_atlas(game))
    reached = restated.reachable(getattr(restated, name), game.write_position(game.start()))
    assert not found.folded
    assert sorted(lines(found)) == sorted(reached)
    assert found.count == len(reached)
    assert kinds(found) == plain_kinds(game)


def turned(line: str) -> set[str]:
    """A line in each of the eight ways its board can lie."""
    board, rest = line.split(" ", 1)
    rows, ways = board.split("/"), set()
    for _ in range(4):
        rows = ["".join(column) for column in zip(*rows[::-1], strict=True)]
        ways |= {"/".join(rows), "/".join(row[::-1] for row in rows)}
    return {f"{way} {rest}" for way in ways}


def test_center_is_folded_by_symmetry() -> None:
    game = registry.load("center")
    found = posted(build_atlas(game))
    reached = restated.reachable(restated.center, "---/---/--- A")
    assert found.folded
    assert found.count == len(reached)
    unfolded = Counter(line for each in lines(found) for line in turned(each))
    assert unfolded.keys() == reached
    assert set(unfolded.values()) == {1}
    truths = plain_kinds(game)
    assert all(truths[line] == value for line, value in kinds(found).items())


def _rank(group: AtlasGroup) -> tuple[bool, bool, int]:
    """What is over comes last, before it what nobody wins; of the others the longest win first."""
    return group.distance == 0, group.kind in ("tie", "endless"), -(group.distance or 0)


@pytest.mark.parametrize("name", ["center", "showdown", "snatchers"])
def test_what_turns_on_one_move_comes_first(name: str) -> None:
    game = registry.load(name)
    found, truths = build_atlas(game), plain.solve(game, game.start())
    assert len(found.turning) == len(set(found.turning)) == TURNING
    for line in found.turning:
        assert line in lines(found)
        position = game.read_position(line)
        after = [truths[game.play(position, move)][:2] for move in game.named_moves(position)]
        assert after.count(truths[position][:2]) == 1 < len(after)


@pytest.mark.parametrize("name", ["center", "showdown", "snatchers"])
def test_groups_are_in_order_and_say_who_moves(name: str) -> None:
    game = registry.load(name)
    found = build_atlas(game)
    kinds_in_order = [_rank(group) for group in found.groups]
    assert kinds_in_order == sorted(kinds_in_order)
    assert found.groups[-1].distance == 0
    assert found.start == game.write_position(game.start())
    assert found.start in lines(found)
    for group in found.groups:
        assert {str(game.marks.index(line.split()[1])) for line in group.positions} == {
            str(("first", "second").index(group.mover))
        }
    assert len({(group.words, group.mover) for group in found.groups}) == len(found.groups)
    assert len(msgspec.json.encode(found)) < WIRE


def test_pictures_can_be_made_from_the_lines() -> None:
    found = build_atlas(registry.load("center"))
    assert {glyph: (look.text, look.side) for glyph, look in found.looks.items()} == {
        "-": ("", None),
        "A": ("A", "first"),
        "B": ("B", "second"),
    }
    for name in ("center", "showdown", "snatchers"):
        found = build_atlas(registry.load(name))
        for line in lines(found):
            board = line.split()[0].replace("/", "")
            assert len(board) == len(found.board.squares)
            assert set(board) <= set(found.looks)


def test_words_name_the_sides() -> None:
    assert [
        (group.words, group.mover, len(group.positions)) for group in build_atlas(registry.load("showdown")).groups
    ] == [
        ("Player 2 wins in 1 move", "second", 12),
        ("play can go on for ever", "first", 37),
        ("play can go on for ever", "second", 24),
        ("Player 2 has won", "first", 4),
    ]


def test_options_are_heeded() -> None:
    game = registry.load("showdown", "reversal=allowed")
    found = posted(build_atlas(game))
    assert found.options == "reversal=allowed"
    assert kinds(found) == plain_kinds(game)


def test_a_game_from_outside_has_one() -> None:
    game = HOP.printed("size=3")
    found = posted(build_atlas(game))
    assert found.count == 238
    assert kinds(found) == plain_kinds(game)
    assert found.looks["L"].side == "first"


@pytest.mark.parametrize("name", registry.names())
def test_it_is_known_whether_there_is_one(name: str) -> None:
    game = registry.load(name)
    try:
        there_is = bool(build_atlas(game).groups)
    except TooLarge:
        there_is = False
    assert posted(describe_study(game)).atlas == there_is


@pytest.mark.parametrize(
    ("name", "options", "why"),
    [
        ("quad", "", "quad has too many positions"),
        ("numbers", "", "numbers has 362,880 boards"),
        ("snatchers", "size=9", "snatchers has too many positions"),
    ],
)
def test_what_does_not_fit_is_refused_with_what_else_to_do(name: str, options: str, why: str) -> None:
    said = refusal(TooLarge, build_atlas, registry.load(name, options))
    assert said.startswith(why)
    assert "Explore it instead" in said
