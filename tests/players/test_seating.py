"""Names of players: who is meant, and what is said where nobody is."""

import pytest

from squarely.core.errors import BadPlayer
from squarely.players import KINDS, dismiss_players, seat_player
from squarely.players.level import LevelPlayer
from squarely.players.perfect import Perfect
from squarely.players.player import RandomMover
from squarely.players.program import Program
from squarely.players.searcher import Searcher
from tests.boards import refusal
from tests.players.model_server import plays, serving
from tests.terminal.driving import Desk


def test_each_name_seats_its_player_and_others_nobody() -> None:
    seated = {"random": RandomMover, "perfect": Perfect, "level:1": LevelPlayer, "level:9": LevelPlayer}
    seated |= dict.fromkeys(("search:2s", "search:500ms", "search:1.5s", "search:10k", "search:5000"), Searcher)
    for spec, kind in {"human": type(None), "program:cat": Program, **seated}.items():
        player = seat_player(spec, 0)
        assert type(player) is kind, spec
        dismiss_players(player)
    all_kinds = "human, random, perfect, level:1 to level:9, search:BUDGET, llm:MODEL and program:CMD"
    for spec, says in {
        "perfetc": "did you mean perfect?",
        "Random": "did you mean random?",
        "levle:7": "did you mean level:7?",
        "lvel:70": "the levels are level:1 to level:9",
        "serch:2s": "did you mean search:2s?",
        "lmm:gpt-5": "did you mean llm:gpt-5?",
        "programm:./x": "did you mean program:./x?",
        "random:3": "did you mean random?",
        "zzz": f"there are {all_kinds}",
    }.items():
        assert refusal(BadPlayer, seat_player, spec, 0) == f"there is no player '{spec}'; {says}"
    for spec in ("level", "level:0", "level:10", "level:²"):
        assert refusal(BadPlayer, seat_player, spec, 0) == f"'{spec}' is no level; there are level:1 to level:9"
    for spec in (
        "search",
        "search:",
        "search:0",
        "search:0.5",
        "search:2h",
        "search:3601s",
        "search:-1",
        "search:1e9s",
    ):
        assert refusal(BadPlayer, seat_player, spec, 0).startswith(f"'search:{spec[7:]}' is no search; write a time")


@pytest.mark.slow
def test_the_help_names_every_kind_and_perfect_says_first_where_it_is_not(desk: Desk) -> None:
    shown = " ".join(desk.squarely("play", "--help").out.split())
    assert [kind for kind in KINDS if kind not in shown] == []
    said = desk.squarely("play", "quad", "-o", "size=6", "--second", "perfect", typed=["A1"])
    told = " ".join(said.out.split())
    assert "perfect searches for 2 seconds a move, and can go wrong" in told.partition("A1")[0]
    assert "Player 2 (O) plays" in told


@pytest.mark.slow
def test_the_menu_seats_a_program_whose_command_has_capitals(desk: Desk) -> None:
    (desk.here / "Player.sh").write_text("#!/bin/sh\nwhile read -r word rest; do [ $word = go ] && echo down; done\n")
    (desk.here / "Player.sh").chmod(0o755)
    said = desk.squarely(typed=["showdown", "program:./Player.sh", "right"])
    assert "Player 2 plays down." in said.out


@pytest.mark.slow
def test_a_record_from_elsewhere_runs_no_program_and_asks_no_model_unasked(desk: Desk) -> None:
    (desk.here / "harm.sh").write_text("#!/bin/sh\ntouch done\n")
    (desk.here / "harm.sh").chmod(0o755)
    with serving(plays(lambda moves: moves[0])) as server:
        for player, wants in {"program:./harm.sh": "run a program", "llm:m": "ask a language model"}.items():
            lines = ['[Game "showdown"]', f'[SecondPlayer "{player}"]', '[Result "*"]', "", "1. right", "*", ""]
            (desk.here / "gift.match").write_text("\n".join(lines))
            said = desk.squarely("resume", "gift.match", SQUARELY_LLM_URL=server.url)
            trust = f"squarely: gift.match wants to {wants}; if you trust it, add: --second {player}\n"
            assert (said.code, said.err) == (2, trust)
            assert (server.requests, (desk.here / "done").exists()) == ([], player == "llm:m")
            trusted = desk.squarely("resume", "gift.match", "--second", player, SQUARELY_LLM_URL=server.url)
            assert (desk.here / "done").exists()
        assert "Player 2 plays " in trusted.out
