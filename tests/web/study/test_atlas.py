"""The atlas against rules that are written a second time, in tests/restated.py, and against a plain solver."""

from collections import Counter
from functools import cache

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
from tests.web.visiting import posted

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("studied")]

WIRE = 50_000  # bytes of an atlas; a page with all it loads may have 100,000
GAMES = [registry.load(name) for name in ("center", "showdown", "snatchers")]
OTHERS = [registry.load("showdown", "reversal=allowed"), HOP.printed("size=3")]


@cache
def find_atlas(game: Game) -> Atlas:
    return posted(build_atlas(game))


@cache
def find_truths(game: Game) -> dict[str, tuple[str, int | None]]:
    truths = plain.solve(game, game.start())
    return {game.write_position(p): (winner or ending, moves) for p, (winner, ending, moves, _) in truths.items()}


def lines(found: Atlas) -> list[str]:
    return [line for group in found.groups for line in group.positions]


def turned(line: str) -> set[str]:
    """A line in each of the eight ways its board can lie."""
    board, rest = line.split(" ", 1)
    rows, ways = board.split("/"), set()
    for _ in range(4):
        rows = ["".join(column) for column in zip(*rows[::-1], strict=True)]
        ways |= {"/".join(rows), "/".join(row[::-1] for row in rows)}
    return {f"{way} {rest}" for way in ways}


@pytest.mark.parametrize("game", [*GAMES, *OTHERS], ids=lambda game: f"{game.name} {game.options}")
def test_every_position_is_there_once_with_its_value(game: Game) -> None:
    """Or, of center, one of those that are the same board turned."""
    found, truths = find_atlas(game), find_truths(game)
    kinds = {line: (group.kind, group.distance) for group in found.groups for line in group.positions}
    assert kinds.items() <= truths.items()
    assert (found.options, found.folded) == (game.options, game.name == "center")
    unfolded = Counter(each for line in lines(found) for each in (turned(line) if found.folded else [line]))
    assert set(unfolded.values()) == {1}
    reached = set(truths)
    if game in GAMES:
        reached = set(restated.reachable(getattr(restated, game.name), game.write_position(game.start())))
    assert unfolded.keys() == reached
    assert found.count == len(reached)
    assert found.looks["L"].side == "first" if game.name == "hop" else True


def rank(group: AtlasGroup) -> tuple[bool, bool, int]:
    """What is over comes last, before it what nobody wins; of the others the longest win first."""
    return group.distance == 0, group.kind in ("tie", "endless"), -(group.distance or 0)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_what_turns_on_one_move_comes_first_and_groups_are_in_order_and_can_be_drawn(game: Game) -> None:
    found, truths = find_atlas(game), find_truths(game)
    assert len(found.turning) == len(set(found.turning)) == TURNING
    there = set(lines(found))
    for line in found.turning:
        assert line in there
        position = game.read_position(line)
        after = [truths[game.write_position(game.play(position, move))][0] for move in game.named_moves(position)]
        assert after.count(truths[line][0]) == 1 < len(after)
    ranks = [rank(group) for group in found.groups]
    assert ranks == sorted(ranks)
    assert found.groups[-1].distance == 0
    assert found.start == game.write_position(game.start())
    assert found.start in lines(found)
    for group in found.groups:
        marks = {line.split()[1] for line in group.positions}
        assert marks == {game.marks[("first", "second").index(group.mover)]}
    assert len({(group.words, group.mover) for group in found.groups}) == len(found.groups)
    assert len(msgspec.json.encode(found)) < WIRE
    for line in lines(found):
        board = line.split()[0].replace("/", "")
        assert len(board) == len(found.board.squares)
        assert set(board) <= set(found.looks)


def test_words_name_the_sides() -> None:
    looks = {glyph: (look.text, look.side) for glyph, look in find_atlas(GAMES[0]).looks.items()}
    assert looks == {"-": ("", None), "A": ("A", "first"), "B": ("B", "second")}
    assert [(group.words, group.mover, len(group.positions)) for group in find_atlas(GAMES[1]).groups] == [
        ("Player 2 wins in 1 move", "second", 12),
        ("play can go on for ever", "first", 37),
        ("play can go on for ever", "second", 24),
        ("Player 2 has won", "first", 4),
    ]


def test_it_is_known_whether_there_is_one_and_what_else_to_do() -> None:
    for name, options, why in [
        ("quad", "", "quad has too many positions"),
        ("numbers", "", "numbers has 362,880 boards"),
        ("snatchers", "size=9", "snatchers has too many positions"),
    ]:
        said = refusal(TooLarge, build_atlas, registry.load(name, options))
        assert said.startswith(why)
        assert "Explore it instead" in said
    for name in ("center", "numbers", "showdown"):
        assert posted(describe_study(registry.load(name))).atlas == (name != "numbers"), name
