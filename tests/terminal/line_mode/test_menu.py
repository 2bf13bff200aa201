"""The menu's questions: leaving, help and going back at each of them, and what may be agreed in the last one."""

import pytest

from squarely.core.errors import SquarelyError
from squarely.core.rules.registry import load
from squarely.terminal.line_mode.extras import Extras, read_extras, read_limit, read_names
from tests.terminal.driving import Desk, tag

QUAD = load("quad")
TO_THE_LAST = ["3", "", ""]


@pytest.mark.parametrize("word", ["q", "quit", "EXIT"])
@pytest.mark.parametrize("before", range(4))
def test_one_leaves_at_every_question(desk: Desk, before: int, word: str) -> None:
    said = desk.squarely(typed=[*TO_THE_LAST[:before], word, "B2"])
    assert (said.code, said.err) == (0, "")
    assert "Welcome" not in said.out


@pytest.mark.parametrize("asked", [["clock"], ["names"], ["options"]])
def test_one_leaves_and_gets_help_at_the_questions_behind_the_last(desk: Desk, asked: list[str]) -> None:
    said = desk.squarely(typed=[*TO_THE_LAST, *asked, "?", "back", "help", "names", "Help", "q"])
    assert said.code == 0
    assert said.out.count("At every question `help` explains") == 4
    assert said.out.count("Anything else (toss, clock, names, options; rules printed or mended)? [no] ") == 3


@pytest.mark.parametrize("word", ["help", "?", "HELP"])
def test_help_at_every_question_and_the_same_question_again(desk: Desk, word: str) -> None:
    said = desk.squarely(typed=[word, "3", word, "", word, "", word, "", "B2", "quit"])
    for piece in ("Enter the number or the name of a game", "human is you", "names Ann,Bob"):
        assert piece in said.out
    assert desk.kept_moves() == ["B2"]


def test_one_goes_back_and_what_was_answered_stays(desk: Desk) -> None:
    typed = ["quad", "human", "random", "back", "back", "back", "back", "", "", "", "size=5", "E5", "quit"]
    said = desk.squarely(typed=typed)
    assert "Which game, by number or name? [quad] \n" in said.out
    assert "program:CMD? [random] \n" in said.out
    assert tag(desk.unfinished[0], "SecondPlayer") == "random"
    assert tag(desk.unfinished[0], "Options") == "size=5"


def test_everything_in_one_answer(desk: Desk) -> None:
    said = desk.squarely(typed=[*TO_THE_LAST, "size=5, toss, clock 1:30, names Ann and Bob", "E5", "quit"])
    (path,) = desk.unfinished
    assert said.out.count("The coin is tossed: ") == 1
    assert {tag(path, "First"), tag(path, "Second")} == {"Ann", "Bob"}
    assert (tag(path, "Options"), tag(path, "TimeLimit")) == ("size=5", "90.0")


def test_everything_asked_one_after_the_other(desk: Desk) -> None:
    typed = [*TO_THE_LAST, "clock options names", "Ann", "Ann,Bob", "soon", "20", "size=9", "size = 5", "E5", "quit"]
    said = desk.squarely(typed=typed)
    (path,) = desk.unfinished
    assert (tag(path, "First"), tag(path, "Options"), tag(path, "TimeLimit")) == ("Ann", "size=5", "20.0")
    assert "Sorry, 'soon' is not a number of seconds above 0 and up to 86400." in said.out
    assert "Sorry, size=9 is not possible" in said.out


def test_a_match_that_cannot_be_is_refused_at_the_last_question(desk: Desk) -> None:
    typed = ["showdown", "", "", "toss first=2", "toss", "quit"]
    said = desk.squarely(typed=typed)
    assert "Sorry, --toss and first= both say who begins; give one of them.\nAnything else" in said.out
    assert "The coin is tossed" in said.out


def test_a_rule_set_by_its_name(desk: Desk, installed: str) -> None:
    said = desk.squarely(
        typed=["drop", "", "", "romy", "help", "rules ROOMY columns=6", "A4", "quit"], PYTHONPATH=installed
    )
    assert "Rules as printed: Exactly as the rulebook has it.\nRules roomy: Rows of the grid: 4; columns" in said.out
    (path,) = desk.unfinished
    assert '[Options "rows=4,columns=6"]' in path.read_text(encoding="utf-8")
    assert "Anything else (toss, clock, names, options; rules printed or roomy)? [no] " in said.out
    assert "Sorry, there is no 'romy'; did you mean roomy?" in said.out
    assert said.code == 0


@pytest.mark.parametrize(
    ("text", "agreed"),
    [
        ("", Extras()),
        ("no", Extras()),
        ("None", Extras()),
        ("Toss", Extras(toss=True)),
        ("a coin and a clock of 20", None),
        ("clock=20", Extras(time_limit=20)),
        ("clock:20s", Extras(time_limit=20)),
        ("time 20 seconds", Extras(time_limit=20)),
        ("clock toss", Extras(toss=True, to_ask=("clock",))),
        ("size=5 block=2", Extras(options=("size=5", "block=2"))),
        ("size = 5,block= 2", Extras(options=("size=5", "block=2"))),
        ("names Ann, Bob", Extras(names="Ann, Bob")),
        ("toss,names=Ann,Bob", Extras(toss=True, names="Ann,Bob")),
        ("names", Extras(to_ask=("names",))),
        ("nonsense", None),
        ("size", None),
        ("clock -3", None),
        ("toss=2", None),
    ],
)
def test_what_an_answer_agrees_on(text: str, agreed: Extras | None) -> None:
    if agreed:
        assert read_extras(text, QUAD) == agreed
    else:
        with pytest.raises(SquarelyError):
            read_extras(text, QUAD)


@pytest.mark.parametrize(("text", "seconds"), [("20", 20), ("0.5", 0.5), ("1:30", 90), ("20 sec", 20), (" 5s ", 5)])
def test_seconds(text: str, seconds: float) -> None:
    assert read_limit(text) == seconds


@pytest.mark.parametrize(
    ("text", "humans", "names"),
    [
        ("Ann,Bob", (True, True), "Ann,Bob"),
        ("Ann and Bob", (True, True), "Ann,Bob"),
        ("Ann Bob", (True, True), "Ann,Bob"),
        ("Ann", (True, False), "Ann,Player 2"),
        ("Ann", (False, True), "Player 1,Ann"),
        ("Mary Ann", (True, False), "Mary Ann,Player 2"),
        ("Anders and Sandy", (True, True), "Anders,Sandy"),
    ],
)
def test_names(text: str, humans: tuple[bool, bool], names: str) -> None:
    assert read_names(text, ("Player 1", "Player 2"), humans) == names


@pytest.mark.parametrize("text", ["Ann", "Ann,Bob,Cid", ",", "one two three"])
def test_names_that_are_not_two(text: str) -> None:
    with pytest.raises(SquarelyError, match="two names are wanted"):
        read_names(text, ("Player 1", "Player 2"), (True, True))


def test_the_usual_script_still_plays(desk: Desk) -> None:
    """As `printf '3\\n\\n\\n\\nB2\\nA1\\nquit\\n' | make play` does."""
    said = desk.squarely(typed=b"3\n\n\n\nB2\nA1\nquit\n")
    assert said.code == 0
    assert desk.kept_moves() == ["B2", "A1"]


def test_after_a_match_one_may_choose_another(desk: Desk) -> None:
    terminal = desk.terminal("play", "showdown", "--plain")
    terminal.answer("left/right): ", "resign")
    terminal.answer("(yes/no)", "yes")
    terminal.answer("Your choice [quit]: ", "n")
    terminal.answer("Which game, by number or name? [center] ", "q")
    assert terminal.ended().code == 0


def test_whoever_presses_enter_at_a_terminal_plays_the_computer(desk: Desk) -> None:
    terminal = desk.terminal("--plain")
    terminal.answer("[center] ", "quad")
    terminal.answer("[human] ", "")
    terminal.answer("[level:3] ", "back")
    terminal.answer("[human] ", "random")
    terminal.answer("[human] ", "back")
    terminal.answer("[random] ", "human")
    terminal.answer("[level:3] ", "")
    terminal.answer("[no] ", "")
    terminal.answer("(e.g., A1): ", "quit")
    assert "the computer (level:3)" in terminal.ended().out
