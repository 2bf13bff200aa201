"""Names of players: who is meant, and what is said where nobody is."""

import pytest

from squarely import Match
from squarely.core.errors import BadPlayer
from squarely.core.rules import registry
from squarely.players import KINDS, dismiss_players, seat_player
from squarely.players.level import LevelPlayer
from squarely.players.perfect import Perfect
from squarely.players.player import RandomMover
from squarely.players.program import Program
from tests.boards import refusal
from tests.terminal.driving import Desk


@pytest.mark.parametrize(
    ("spec", "kind"),
    [
        ("human", type(None)),
        ("random", RandomMover),
        ("perfect", Perfect),
        ("level:1", LevelPlayer),
        ("level:9", LevelPlayer),
        ("program:cat", Program),
    ],
)
def test_each_name_seats_its_player(spec: str, kind: type) -> None:
    assert type(seat_player(spec, 0)) is kind


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("perfetc", "there is no player 'perfetc'; did you mean perfect?"),
        ("Random", "there is no player 'Random'; did you mean random?"),
        ("levle:7", "there is no player 'levle:7'; did you mean level:7?"),
        ("lvel:70", "there is no player 'lvel:70'; the levels are level:1 to level:9"),
        ("lmm:gpt-5", "there is no player 'lmm:gpt-5'; did you mean llm:gpt-5?"),
        ("programm:./x", "there is no player 'programm:./x'; did you mean program:./x?"),
        ("level", "'level' is no level; there are level:1 to level:9"),
        ("level:0", "'level:0' is no level; there are level:1 to level:9"),
        ("level:10", "'level:10' is no level; there are level:1 to level:9"),
        ("level:²", "'level:²' is no level; there are level:1 to level:9"),
        ("random:3", "there is no player 'random:3'; did you mean random?"),
        (
            "zzz",
            "there is no player 'zzz'; there are human, random, perfect, level:1 to level:9, llm:MODEL and program:CMD",
        ),
    ],
)
def test_nobody_of_that_name(spec: str, says: str) -> None:
    assert refusal(BadPlayer, seat_player, spec, 0) == says


def test_players_that_hold_nothing_need_no_dismissal() -> None:
    dismiss_players(None, seat_player("random", 0), seat_player("perfect", 0), seat_player("level:3", 0))


@pytest.mark.parametrize("spec", ["random", "perfect", "level:1", "level:9"])
def test_a_player_s_choice_is_a_legal_move(spec: str) -> None:
    for name in registry.names():
        match = Match.of(registry.load(name), registry.load(name).start_for(3))
        player = seat_player(spec, 8)
        assert player is not None
        assert player.choose(match) in match.legal_moves


def test_the_help_names_every_kind(desk: Desk) -> None:
    shown = " ".join(desk.squarely("play", "--help").out.split())
    assert [kind for kind in KINDS if kind not in shown] == []


def test_the_menu_seats_a_program_whose_command_has_capitals(desk: Desk) -> None:
    (desk.here / "Player.sh").write_text("#!/bin/sh\nwhile read -r word rest; do [ $word = go ] && echo down; done\n")
    (desk.here / "Player.sh").chmod(0o755)
    said = desk.squarely(typed=["showdown", "program:./Player.sh", "right"])
    assert "Player 2 plays down." in said.out


def test_two_computers_play_to_the_end(desk: Desk) -> None:
    said = desk.squarely("play", "center", "--first", "perfect", "--second", "level:1", "--seed", "2")
    assert said.code == 0
    assert said.err == ""
    assert "Player A plays " in said.out


def test_who_cannot_play_says_so_before_the_first_move_and_says_what_helps(desk: Desk) -> None:
    said = desk.squarely("play", "quad", "-o", "size=6", "--second", "perfect", typed=["A1"])
    assert said.code == 2
    assert said.out == ""
    assert "perfect cannot play this game, it is too large to be solved while you wait" in said.err
    assert "squarely solve quad --option size=6;" in said.err
