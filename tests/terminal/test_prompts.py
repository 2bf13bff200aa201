"""What can be said at a prompt: commands, forgiven spellings, and moves that are refused."""

from functools import partial

import pytest

from squarely.terminal.line_mode.session import Session
from squarely.terminal.match.live_match import LiveMatch
from squarely.terminal.match.new_match import prepare_match

from .driving import Desk, moves_in
from .line_mode.driven_console import DrivenConsole
from .stands import STANDS, Stand

every_prompt = pytest.mark.parametrize("stand", STANDS, ids=lambda stand: stand.name)
DEALT, FULL = "538/291/647 1 0-0", "XOXO/XOXO/OXOX/OXOX X"


REFUSED = {  # one answer at each prompt, and why it is refused; all the reasons are in tests/games
    "center-action": ("jump", "'jump' is not an action. Please enter 'place' or 'move'."),
    "center-place": ("2 2", "(2,2) is already occupied. Please choose another square."),
    "center-token": ("2 2", "(2,2) is the opponent's. Please move one of your own tokens."),
    "center-target": ("1 1", "tokens cannot move diagonally. Please move up, down, left or right."),
    "center-pass": ("place", "'place' is not a move. Please enter 'pass'."),
    "quad-cell": ("B2", "B2 is already occupied. Please choose another cell."),
    "quad-exchange": ("swap A1 D1", "A1 and D1 are both yours. Please swap one of your markers (O) with one of "),
    "quad-convert": ("swap D1", "D1 is yours already. Please swap one of the opponent's markers (X)."),
    "numbers-square": ("2 2", "(2,2) is already captured. Please choose an available square."),
    "numbers-choice": ("1 1", "(1,1) is not next to (2,2). Only neighbours are captured too."),
    "showdown": ("up", "up of (1,2) is off the grid. Please choose down or right."),
    "snatchers-direction": ("up 3", "'3' is not a number of spaces. Please enter 1 or 2."),
    "snatchers-spaces": ("two", "'two' is not a number of spaces. Please enter 1 or 2."),
}


@every_prompt
def test_everything_can_be_said_at_every_prompt_and_then_the_same_question_comes(desk: Desk, stand: Stand) -> None:
    """A move that is refused, help, a draw that is declined: nothing is lost, and the same player is asked again."""
    answer, why = REFUSED[stand.name]
    typed = [answer, "help", "rules", "rules all", "board", "moves", "save", "draw", "no", "draw", "resign", "yes"]
    said = desk.squarely(*stand.args, typed=[*stand.typed, *stand.lead, *typed])
    parts = said.match[said.out.rindex(f"{stand.prompt}{answer}\n") :].split(stand.prompt)[1:]
    refused, helped, rules, page, board, moves, save, draw, again, left = parts
    assert refused.startswith(f"{answer}\nSorry, {why}")
    commands = {"help", "rules", "board", "moves", "undo", "save", "resign", "draw", "quit"}
    assert commands <= {line.split()[0] for line in helped.splitlines()[1:] if line}
    assert "Goal." in rules
    assert rules.count("\n") <= 24
    assert "Rulings and options" in page
    assert f"As text: {stand.now}\n" in board
    assert moves.startswith(f"moves\n{stand.mover} may choose from ")
    assert "Your match is saved. To continue: squarely resume\n" in save
    offered = f"{stand.other}, {stand.mover} offers a draw. Do you accept? (yes/no): no\n"
    assert draw == f"draw\n{offered}{stand.other} plays on.\n"
    assert again == "draw\nSorry, you have offered a draw already; wait for the next move.\n"
    asked = f"{stand.mover}, do you give up? Then {stand.other} wins. (yes/no): yes\n"
    assert left == f"resign\n{asked}{stand.other} wins: {stand.mover} resigned.\n"
    assert said.code == 0
    assert [len(moves_in(path)) for path in desk.finished] == [len(stand.typed)]


def play(
    game: str, *answers: str, position: str | None = None, options: str = ""
) -> tuple[int, DrivenConsole, LiveMatch]:
    """A match in this process: its exit code, all that was said, and how it stands."""
    live = prepare_match(game, position=position, options=(options,) if options else ()).live
    console = DrivenConsole([(0.0, answer) for answer in answers])
    return Session(live, console).play(), console, live


@every_prompt
def test_at_every_prompt_the_input_may_end_and_a_move_be_taken_back(desk: Desk, stand: Stand) -> None:
    game, _, position, _, options, *_ = (*stand.args[1:], *4 * [""])
    play_there = partial(play, game, *stand.typed, *stand.lead, position=position or None, options=options)
    code, console, _ = play_there()
    end = "No more input. Your match is saved. To continue: squarely resume\n"
    assert (code, console.said.endswith(end), console.questions[-1]) == (1, True, stand.prompt)
    assert len(desk.kept_moves()) == len(stand.typed)
    desk.unfinished[0].unlink()
    code, console, _ = play_there("undo", "board", "quit")
    assert (code, f"As text: {stand.before}\n" in console.said) == (0, True)
    kept = [len(moves_in(path)) for path in desk.unfinished]
    assert kept == ([len(stand.typed) - 1] if len(stand.typed) > 1 else [])


# What is typed, and the moves that come of it


def answered(game: str, answers: str, position: str | None = None, options: str = "") -> tuple[str, str]:
    """The moves that come of answers, all of them written with strokes between them, and what is said."""
    _, console, live = play(game, *answers.split("|"), position=position, options=options)
    return "|".join(map(str, live.match.moves)), console.said


CHANGED_MINDS = (  # a wrong answer costs only itself: nothing that was answered before is asked again
    ("center", "place|9 9|0 1", "place 0 1"),
    ("center", "0 0|2 2|move|1 0|0 1|0 0|0 1", "place 0 0|place 2 2|move 0 0 0 1"),
    ("center", "0 0|2 2|move|place|0 1", "place 0 0|place 2 2|place 0 1"),
    ("center", "0 0|2 2|move|0 0|jump|1 0", "place 0 0|place 2 2|move 0 0 1 0"),
    ("center", "place|back|0 0", "place 0 0"),
    ("snatchers", "up|3|2", "up 2"),
    ("snatchers", "up|right|0|1", "right 1"),
    ("numbers", "1 1|9 9", "1 1"),
)
FORGIVEN = (  # spellings; those of single moves are in tests/games
    ("center", "P|(0,0)", "place 0 0"),
    ("center", "Place|0,0|pl|2 2|M|0,0|(0, 1)", "place 0 0|place 2 2|move 0 0 0 1"),
    ("center", "0 0|2 2|move|place 0 1", "place 0 0|place 2 2|place 0 1"),
    ("numbers", "\t2    2 ", "2 2"),
    ("showdown", "  Ri ", "right"),
    ("snatchers", "  UP  |2", "up 2"),
)
CHOSEN = {"A": "2 2 : 1 2, 2 1, 2 3, 3 2", "none": "2 2", "": "2 2", "3 2, 1 2": "2 2 : 1 2, 3 2", "(1,2)": "2 2 : 1 2"}


def test_a_wrong_answer_costs_only_itself_and_spelling_is_forgiven() -> None:
    for game, typed, moves in CHANGED_MINDS:
        assert answered(game, typed)[0] == moves, typed
    for game, typed, moves in FORGIVEN:
        found, said = answered(game, typed)
        assert (found, "Sorry" in said) == (moves, False), typed
    for answer, moves in CHOSEN.items():
        assert answered("numbers", f"2 2|{answer}", DEALT, "capture=choose")[0] == moves, answer


def test_what_is_advised_is_possible() -> None:
    """Other advice is refused in tests/games/test_center.py."""
    _, said = answered("center", "move", "A-B/B--/--- A", "beside_center=forbidden,tokens=2")
    assert "Sorry" not in said, "a token may go where none may be placed"


# Commands


def test_spelling_of_a_command_is_forgiven_and_one_with_more_behind_it_explained() -> None:
    _, said = answered("quad", "HELP|  help  ")
    assert (said.count("Answer the question, or enter one of these:"), "Sorry" in said) == (2, False)
    alone = ("help me", "hint 3", "undo 5", "why not", "resign now", "quit please")
    _, said = answered("quad", "|".join([*alone, "moves values values", "rules some"]))
    for word in (each.partition(" ")[0] for each in alone):
        assert f"Sorry, I only know `{word}`, with nothing behind it.\n" in said
    assert "Sorry, I only know `moves` and `moves values`.\n" in said
    assert "Sorry, I only know `rules` and `rules all`.\n" in said
    assert "is not a move" not in said


def test_moves_lists_every_legal_move() -> None:
    _, said = answered("quad", "B2|moves")
    listed = said.split("Player 2 may choose from 15:\n  ")[1].split("\n\n")[0]
    cells = "A1, B1, C1, D1, A2, C2, D2, A3, B3, C3, D3, A4, B4, C4, D4"
    assert listed.strip().replace("\n", " ") == cells


@pytest.mark.slow
def test_who_agrees_to_a_draw(desk: Desk) -> None:
    """Of computers more is tried in tests/play/test_acts.py."""
    ends = "The match ends without a winner: a draw was agreed.\n"
    for args, typed, told in (
        (("showdown", "--second", "random"), ["draw"], f"right): draw\n{ends}"),
        (("showdown", "--second", "program:true"), ["draw", "quit"], "draw\nPlayer 2 plays on.\n"),
        (("showdown",), ["right", "draw", " YES "], f" YES \n{ends}"),
    ):
        assert told in desk.squarely("play", *args, typed=typed).out, args


def test_save_in_a_file_of_ones_own(desk: Desk) -> None:
    said = desk.squarely("play", "quad", typed=["B2", "save my game.match", "A1", "save my game.match", "quit"]).out
    assert "Saved in my game.match, and there after every move." in said
    assert "exists already" not in said
    assert moves_in(desk.here / "my game.match") == desk.kept_moves() == ["B2", "A1"]
