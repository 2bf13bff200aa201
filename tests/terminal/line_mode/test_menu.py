"""The menu asks for a game and an opponent, and nothing else; `squarely play` without a game asks the same."""

import pytest

from squarely.games.center.rules import Center
from squarely.terminal.line_mode.menu import ask_opponent
from tests.terminal.driving import GAMES, Desk, tag

from .driven_console import DrivenConsole


def test_the_menu_has_a_default_for_everything(desk: Desk) -> None:
    said = desk.squarely(typed=["", "", "place 0 0", "quit"])
    listed = [line.split()[:2] for line in said.out.splitlines() if line.startswith("  ") and line[2].isdigit()]
    assert listed == [[str(number), name] for number, name in enumerate(GAMES, 1)]
    assert "Which game, by number or name? [center] \n" in said.out
    assert "The levels: 1 beginner, " in said.out
    assert said.code == 0
    assert tag(desk.unfinished[0], "SecondPlayer") == "level:3"


def test_the_menu_takes_bad_answers_kindly(desk: Desk) -> None:
    said = desk.squarely(typed=["9", "qaud", "QUAD", "robot", "randm", "level 4", "Random", "D4", "quit"])
    for sentence in (
        "Sorry, there is no game '9'; ",
        "Sorry, there is no game 'qaud'; did you mean quad?",
        "Sorry, there is no player 'robot'; ",
        "Sorry, there is no player 'randm'; did you mean random?",
        "did you mean level:4?",
        "▸ Player 2 (O) plays ",
    ):
        assert sentence in said.out
    assert tag(desk.unfinished[0], "SecondPlayer") == "random"
    assert said.code == 0


def test_one_leaves_at_every_question_and_the_input_may_end(desk: Desk) -> None:
    for typed in (["q"], ["3", "EXIT"]):
        said = desk.squarely(typed=[*typed, "B2"])
        assert (said.code, said.err) == (0, "")
        assert "Welcome" not in said.out
    for typed in ([], ["quad"]):
        said = desk.squarely(typed=typed)
        assert (said.code, said.err) == (1, "The input has ended before a match began.\n")


def test_the_menu_resumes(desk: Desk) -> None:
    said = desk.squarely(typed=["r", "quad", "q"])
    assert "  r  resume" not in said.out
    assert "There is no unfinished match.\n" in said.out
    desk.squarely("play", "quad", typed=["B2"])
    for answer in ("R", "resume"):
        said = desk.squarely(typed=[answer, ""])
        assert "  r  resume     go on with an unfinished match\n" in said.out
        assert "Capture Square, resumed after move 1 (B2)." in said.out
        assert said.code == 1


def test_opponents_as_people_name_them_and_better_rules_suggested_with_the_reason(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    players = {"person": "human", "Human": "human", "4": "level:4", "level:2": "level:2", "perfect": "perfect"}
    for reason in ("As printed, Player A always wins.", ""):
        monkeypatch.setattr(Center, "mended_because", reason)
        told = f"Suggested against the computer: squarely play center --second level:4 --rules mended. {reason}\n"
        for answer, player in players.items():
            console = DrivenConsole([(0, answer)])
            assert ask_opponent(console, Center()) == player
            assert ("Suggested" in console.said) == bool(reason and player != "human")
            assert (told in console.said) == bool(reason and answer == "4")


def test_play_without_a_game_offers_the_games(desk: Desk) -> None:
    said = desk.squarely("play")
    assert (said.code, said.out) == (2, "")
    assert "There are center, numbers, quad, showdown and snatchers." in said.err
    terminal = desk.terminal("play", "--plain")
    terminal.answer("Which game, by number or name? [center] ", "quad")
    terminal.answer("[level:3] ", "person")
    terminal.answer("enter your move (e.g., A1): ", "quit")
    assert terminal.ended().code == 0
    flagged = desk.terminal("play", "--second", "random").ended()
    assert (flagged.code, "name a game, such as: squarely play quad." in flagged.out) == (2, True)
