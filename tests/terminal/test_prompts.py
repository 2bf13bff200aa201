"""What can be said at a prompt: commands, forgiven spellings, and moves that are refused."""

import pytest

from .driving import Desk, Said, moves_in
from .stands import STANDS, Stand

every_prompt = pytest.mark.parametrize("stand", STANDS, ids=lambda stand: stand.name)


def at(desk: Desk, stand: Stand, *answers: str) -> Said:
    """Go to a prompt and answer it."""
    return desk.squarely(*stand.args, typed=[*stand.typed, *stand.lead, *answers])


@every_prompt
def test_the_facts_at_every_prompt_and_then_the_same_question(desk: Desk, stand: Stand) -> None:
    said = at(desk, stand, "help", "rules", "rules all", "board", "moves", "save", "quit")
    start = said.out.index(stand.prompt + "help\n")
    told = said.out[start:].split(stand.prompt)[1:]
    assert len(told) == 7
    helped, rules, page, board, moves, save, left = told
    for command in ("help", "rules", "board", "moves", "undo", "save", "resign", "draw", "quit"):
        assert any(line.split()[:1] == [command] for line in helped.splitlines()[1:]), command
    assert "Goal." in rules
    assert rules.count("\n") <= 24
    assert "Rulings and options" in page
    assert f"As text: {stand.now}\n" in board
    assert moves.startswith(f"moves\n{stand.mover} may choose from ")
    assert "Your match is saved. To continue: squarely resume\n" in save
    assert left == "quit\nYour match is saved. To continue: squarely resume\n"
    assert said.code == 0


@every_prompt
def test_undo_at_every_prompt(desk: Desk, stand: Stand) -> None:
    said = at(desk, stand, "undo", "board", "quit")
    assert f"As text: {stand.before}\n" in said.out
    assert f"As text: {stand.now}\n" not in said.out
    assert said.code == 0
    kept = [moves_in(path) for path in desk.unfinished]
    assert [len(moves) for moves in kept] == ([len(stand.typed) - 1] if len(stand.typed) > 1 else [])


@every_prompt
def test_resign_at_every_prompt(desk: Desk, stand: Stand) -> None:
    said = at(desk, stand, "resign", "yes")
    asked = f"{stand.mover}, do you give up? Then {stand.other} wins. (yes/no): yes\n"
    assert said.match.endswith(f"{stand.prompt}resign\n{asked}{stand.other} wins: {stand.mover} resigned.\n")
    assert said.code == 0
    assert desk.unfinished == []
    assert [len(moves_in(path)) for path in desk.finished] == [len(stand.typed)]


@every_prompt
def test_a_draw_is_offered_at_every_prompt(desk: Desk, stand: Stand) -> None:
    offer = f"{stand.other}, {stand.mover} offers a draw. Do you accept? (yes/no): "
    accepted = at(desk, stand, "draw", "Y")
    assert accepted.match.endswith(
        f"{stand.prompt}draw\n{offer}Y\nThe match ends without a winner: a draw was agreed.\n"
    )
    assert accepted.code == 0
    assert desk.unfinished == []
    assert len(desk.finished) == 1
    declined = at(desk, stand, "draw", "no", "board", "draw", "quit")
    assert f"{stand.prompt}draw\n{offer}no\n{stand.other} plays on.\n{stand.prompt}board\n" in declined.out
    assert f"As text: {stand.now}\n" in declined.out
    again = f"{stand.prompt}draw\nSorry, you have offered a draw already; wait for the next move.\n{stand.prompt}quit\n"
    assert again in declined.out


REFUSED = {
    "center-action": {
        "place 0 0": "(0,0) is already occupied. Please choose another square.",
        "place 1 1": "a token cannot be placed on the center square (1,1). Please choose another square.",
        "place 3 0": "(3,0) is off the grid. Rows and columns go from 0 to 2.",
        "move 2 2 2 1": "(2,2) is the opponent's. Please move one of your own tokens.",
        "move 1 0 1 1": "(1,0) is empty. Please move one of your own tokens.",
        "move 0 0 1 1": "tokens cannot move diagonally. Please move up, down, left or right.",
        "move 0 0 0 2": "(0,0) and (0,2) are not adjacent. Tokens move one square.",
        "pass": "you may not pass while you can place or move a token.",
        "jump": "'jump' is not an action. Please enter 'place' or 'move'.",
        "place 0": "'place 0' is not a move. Please enter a command such as 'place 0 0' or 'move 0 0 0 1'.",
        "": "'' is not a move. Please enter a command such as 'place 0 0' or 'move 0 0 0 1'.",
    },
    "center-place": {
        "2 2": "(2,2) is already occupied. Please choose another square.",
        "1 1": "a token cannot be placed on the center square (1,1). Please choose another square.",
        "0 9": "(0,9) is off the grid. Rows and columns go from 0 to 2.",
    },
    "center-token": {
        "2 2": "(2,2) is the opponent's. Please move one of your own tokens.",
        "0 1": "(0,1) is empty. Please move one of your own tokens.",
        "7 7": "(7,7) is off the grid. Rows and columns go from 0 to 2.",
    },
    "center-target": {
        "1 1": "tokens cannot move diagonally. Please move up, down, left or right.",
        "2 2": "(0,0) and (2,2) are not adjacent. Tokens move one square.",
        "0 0": "(0,0) and (0,0) are not adjacent. Tokens move one square.",
    },
    "center-pass": {
        "place 1 1": "you cannot place or move a token. Please enter 'pass'.",
        "move 0 0 0 1": "you cannot place or move a token. Please enter 'pass'.",
        "place": "'place' is not a move. Please enter 'pass'.",
        "jump": "'jump' is not a move. Please enter 'pass'.",
    },
    "quad-cell": {
        "B2": "B2 is already occupied. Please choose another cell.",
        "E1": "E1 is off the grid. Cells go from A1 to D4.",
        "A0": "A0 is off the grid. Cells go from A1 to D4.",
        "hello": "'hello' is not a move. Please enter a cell such as A1 or D4.",
        "A2 B2 C2": "'A2 B2 C2' is not a move. Please enter a cell such as A1.",
    },
    "quad-exchange": {
        "C3": "C3 is already occupied. All cells are filled: please enter a swap such as swap A1 B1.",
        "swap A1 D1": "A1 and D1 are both yours. Please swap one of your markers (O) with one of the opponent's (X).",
    },
    "quad-convert": {
        "swap D1": "D1 is yours already. Please swap one of the opponent's markers (X).",
    },
    "numbers-square": {
        "2 2": "(2,2) is already captured. Please choose an available square.",
        "4 1": "(4,1) is off the grid. Rows and columns go from 1 to 3.",
        "0 1": "(0,1) is off the grid. Rows and columns go from 1 to 3.",
        "nine": "'nine' is not a position. Please enter a row and a column, such as 2 2.",
    },
    "numbers-choice": {
        "1 1": "(1,1) is not next to (2,2). Only neighbours are captured too.",
        "2 3": "(2,3) is already captured. Only available neighbours with smaller numbers are captured too.",
    },
    "showdown": {
        "left": "left would take back the last move. Please choose down or right.",
        "up": "up of (1,2) is off the grid. Please choose down or right.",
        "sideways": "'sideways' is not a direction. Please enter up, down, left or right.",
        "up 2": "'up 2' is not a direction. Please enter up, down, left or right.",
    },
    "snatchers-direction": {
        "right 1": "right 1 from (5,5) is off the grid. From (5,5): up to (5,4) or (5,3), left to (4,5) or (3,5).",
        "north": "'north' is not a move. Please enter a direction and a number, such as up 2.",
        "up 3": "'3' is not a number of spaces. Please enter 1 or 2.",
    },
    "snatchers-spaces": {
        "3": "'3' is not a number of spaces. Please enter 1 or 2.",
        "two": "'two' is not a number of spaces. Please enter 1 or 2.",
    },
}


@every_prompt
def test_a_refused_move_says_why_loses_nothing_and_asks_the_same_player_again(desk: Desk, stand: Stand) -> None:
    cases = REFUSED[stand.name]
    said = at(desk, stand, *(line for answer in cases for line in (answer, "board")), "quit")
    rest = said.out
    for answer, why in cases.items():
        refused = f"{stand.prompt}{answer}\nSorry, {why}\n{stand.prompt}board\n"
        assert refused in rest, f"{refused!r} is not in {rest}"
        rest = rest.split(refused, 1)[1]
        assert rest.split("As text: ")[1].startswith(f"{stand.now}\n")
    assert len(desk.kept_moves()) == len(stand.typed)
    assert said.code == 0


CHANGED_MINDS = [  # what is typed, and the moves that come of it; nothing that was answered before is asked again
    ("center", ["place", "9 9", "0 1"], ["place 0 1"]),
    ("center", ["0 0", "2 2", "move", "9 9", "0 0", "2 2", "0 1"], ["place 0 0", "place 2 2", "move 0 0 0 1"]),
    ("center", ["0 0", "2 2", "move", "1 0", "0 1", "0 0", "0 1"], ["place 0 0", "place 2 2", "move 0 0 0 1"]),
    ("center", ["0 0", "2 2", "move", "place", "0 1"], ["place 0 0", "place 2 2", "place 0 1"]),
    ("center", ["0 0", "2 2", "place", "move", "0 0", "0 1"], ["place 0 0", "place 2 2", "move 0 0 0 1"]),
    ("center", ["0 0", "2 2", "move", "0 0", "m", "0 0", "1 0"], ["place 0 0", "place 2 2", "move 0 0 1 0"]),
    ("center", ["0 0", "2 2", "move", "0 0", "jump", "1 0"], ["place 0 0", "place 2 2", "move 0 0 1 0"]),
    ("snatchers", ["up", "3", "2"], ["up 2"]),
    ("snatchers", ["up", "right", "0", "1"], ["right 1"]),
    ("snatchers", ["up", "right 2"], ["right 2"]),
    ("snatchers", ["left", "up", "1"], ["up 1"]),
    ("numbers", ["1 1", "9 9"], ["1 1"]),
]


@pytest.mark.parametrize(("game", "typed", "moves"), CHANGED_MINDS, ids=[" ".join(t) for _, t, _ in CHANGED_MINDS])
def test_a_wrong_answer_costs_only_itself(desk: Desk, game: str, typed: list[str], moves: list[str]) -> None:
    desk.squarely("play", game, "--seed", "1", typed=typed)
    assert desk.kept_moves() == moves


def test_after_a_refused_token_bare_coordinates_name_a_token(desk: Desk) -> None:
    said = desk.squarely("play", "center", typed=["0 0", "2 2", "move", "2 2", "0 1", "board"])
    assert (
        "Sorry, (2,2) is the opponent's. Please move one of your own tokens.\nEnter the row and column of" in said.out
    )
    assert "Sorry, (0,1) is empty. Please move one of your own tokens.\n" in said.out
    assert desk.kept_moves() == ["place 0 0", "place 2 2"]


def test_a_wrong_choice_of_captures_keeps_the_square(desk: Desk) -> None:
    args = ("play", "numbers", "--position", "538/291/647 1 0-0", "--option", "capture=choose")
    desk.squarely(*args, typed=["2 2", "1 1", "3 2"])
    assert desk.kept_moves() == ["2 2 : 3 2"]


def test_a_wrong_answer_to_a_puzzle_costs_only_itself(desk: Desk) -> None:
    said = desk.squarely("puzzle", "snatchers", "--seed", "1", typed=["up", "9", "quit"])
    assert said.out.count("Direction (up/down/left/right): ") == 1
    assert said.out.count("Sorry, '9' is not a number of spaces.") == 1


POSSIBLE = [  # the options, the position, what is typed, and what it is answered with
    ("", "ABA/B-B/ABA A", "pla", "'pla' is not a move. Please enter 'pass'."),
    ("tokens=2", "AB-/B--/--A A", "place", "you have no unused tokens left. Please move one of your tokens."),
    ("beside_center=forbidden,tokens=2", "A-B/B--/--- A", "move", None),
    ("beside_center=forbidden,tokens=2", "AA-/---/B-B A", "place", "you have no unused tokens left."),
    ("tokens=3", "AB-/B--/--- A", "move", "none of your tokens can move. Please place a token."),
    ("tokens=3", "AB-/B--/--- A", "move 0 0 0 1", "none of your tokens can move. Please place a token."),
    (
        "size=5,tokens=10,diagonal=forbidden",
        "ABABA/BABAB/AB-BA/BAB--/----- A",
        "place 0 0",
        "(0,0) is already occupied. Please choose another square.",
    ),
]


@pytest.mark.parametrize(("options", "position", "typed", "why"), POSSIBLE)
def test_what_is_advised_is_possible(desk: Desk, options: str, position: str, typed: str, why: str | None) -> None:
    given = ("--option", options) if options else ()
    said = desk.squarely("play", "center", *given, "--position", position, typed=[typed, "quit"])
    assert (f"Sorry, {why}" in said.out) if why else "Sorry" not in said.out


def test_a_blocked_path_of_snatchers_is_refused(desk: Desk) -> None:
    position = "...../...../12.../...../..... 1"
    said = desk.squarely("play", "snatchers", "--position", position, typed=["right 2", "board"])
    assert "Sorry, the path is blocked: a token cannot pass through the other one. From (1,3):" in said.out
    assert f"As text: {position}\n" in said.out


FORGIVEN = [
    ("center", ["PLACE 0 0"], ["place 0 0"]),
    ("center", ["  place   0   0  "], ["place 0 0"]),
    ("center", ["place 0,0"], ["place 0 0"]),
    ("center", ["place (0, 0)"], ["place 0 0"]),
    ("center", ["p 0 0"], ["place 0 0"]),
    ("center", ["0 0"], ["place 0 0"]),
    ("center", ["P", "(0,0)"], ["place 0 0"]),
    ("center", ["Place", "0,0", "pl", "2 2", "M", "0,0", "(0, 1)"], ["place 0 0", "place 2 2", "move 0 0 0 1"]),
    ("center", ["0 0", "2 2", "0 0 0 1"], ["place 0 0", "place 2 2", "move 0 0 0 1"]),
    ("center", ["0 0", "2 2", "m 0,0 0,1"], ["place 0 0", "place 2 2", "move 0 0 0 1"]),
    ("center", ["place", "place 0 0"], ["place 0 0"]),
    ("center", ["0 0", "2 2", "move", "place 0 1"], ["place 0 0", "place 2 2", "place 0 1"]),
    ("quad", ["b2"], ["B2"]),
    ("quad", ["  b2  "], ["B2"]),
    ("quad", ["B 2"], ["B2"]),
    ("quad", ["(B,2)"], ["B2"]),
    ("quad", ["b2\r"], ["B2"]),
    ("numbers", ["2,2"], ["2 2"]),
    ("numbers", ["(2, 2)"], ["2 2"]),
    ("numbers", ["\t2    2 "], ["2 2"]),
    ("showdown", ["r"], ["right"]),
    ("showdown", ["RIGHT"], ["right"]),
    ("showdown", ["  Ri "], ["right"]),
    ("snatchers", ["up 2"], ["up 2"]),
    ("snatchers", ["U,2"], ["up 2"]),
    ("snatchers", ["u", " 2 "], ["up 2"]),
    ("snatchers", ["  UP  ", "2"], ["up 2"]),
]


@pytest.mark.parametrize(("game", "typed", "moves"), FORGIVEN, ids=[f"{g}-{t[-1].strip()}" for g, t, _ in FORGIVEN])
def test_spelling_is_forgiven(desk: Desk, game: str, typed: list[str], moves: list[str]) -> None:
    said = desk.squarely("play", game, "--seed", "1", typed=typed)
    assert "Sorry" not in said.out
    assert desk.kept_moves() == moves


@pytest.mark.parametrize("typed", ["a1 b1", "swap a1 with b1", "SWAP B1 A1", "swap a1, b1", "B1 and A1"])
def test_spelling_of_a_swap_is_forgiven(desk: Desk, typed: str) -> None:
    said = desk.squarely("play", "quad", "--position", "XOXO/XOXO/OXOX/OXOX X", typed=[typed])
    assert "Sorry" not in said.out
    assert desk.kept_moves() == ["swap A1 B1"]


@pytest.mark.parametrize(
    ("answer", "moves"),
    [
        ("all", ["2 2 : 1 2, 2 1, 2 3, 3 2"]),
        ("A", ["2 2 : 1 2, 2 1, 2 3, 3 2"]),
        ("none", ["2 2"]),
        ("", ["2 2"]),
        ("2 1", ["2 2 : 2 1"]),
        ("3 2, 1 2", ["2 2 : 1 2, 3 2"]),
        ("(1,2) (2,3)", ["2 2 : 1 2, 2 3"]),
    ],
)
def test_choosing_what_to_capture(desk: Desk, answer: str, moves: list[str]) -> None:
    args = ("play", "numbers", "--position", "538/291/647 1 0-0", "--option", "capture=choose")
    desk.squarely(*args, typed=["2 2", answer])
    assert desk.kept_moves() == moves


@pytest.mark.parametrize("command", ["HELP", "  help  ", "Help"])
def test_spelling_of_a_command_is_forgiven(desk: Desk, command: str) -> None:
    said = desk.squarely("play", "quad", typed=[command])
    assert "Answer the question, or enter one of these:" in said.out
    assert "Sorry" not in said.out


def test_moves_lists_every_legal_move(desk: Desk) -> None:
    said = desk.squarely("play", "quad", typed=["B2", "moves"])
    listed = said.out.split("Player 2 may choose from 15:\n  ")[1].split("\n\n")[0]
    assert listed.replace("\n", " ").split(", ") == [
        *("A1", "B1", "C1", "D1", "A2", "C2", "D2", "A3", "B3", "C3", "D3", "A4", "B4", "C4", "D4")
    ]


def test_moves_lists_many_moves_on_several_lines(desk: Desk) -> None:
    said = desk.squarely("play", "quad", "--position", "XOXO/XOXO/OXOX/OXOX X", typed=["moves"])
    listed = said.out.split("Player 1 may choose from 64:\n")[1].split("\n\n")[0].splitlines()
    assert sum(line.count("swap") for line in listed) == 64
    assert all(line.startswith("  swap ") and len(line) <= 80 for line in listed)


def test_undo_between_people_takes_back_one_move_at_a_time(desk: Desk) -> None:
    said = desk.squarely("play", "quad", typed=["B2", "A1", "B1", "undo", "undo", "C3", "board"])
    assert "As text: ..../.X../..O./.... X" in said.out
    assert desk.kept_moves() == ["B2", "C3"]


def test_undo_before_the_first_move_is_refused(desk: Desk) -> None:
    said = desk.squarely("play", "center", typed=["undo", "place", "undo", "place", "0 0"])
    assert said.out.count("Sorry, there is no move to take back.") == 2
    assert desk.kept_moves() == ["place 0 0"]


def test_undo_against_the_computer_goes_back_to_ones_own_turn(desk: Desk) -> None:
    args = ("play", "quad", "--second", "random", "--seed", "5")
    desk.squarely(*args, typed=["A1"])
    mine, reply = desk.kept_moves()
    free = next(cell for cell in ("D4", "D3") if cell != reply)
    said = desk.squarely(*args, typed=["A1", free, "undo", "board"])
    assert said.out.count("\n▸ Player 2 (O) plays ") == 2
    assert moves_in(desk.unfinished[-1]) == ["A1", reply]
    assert mine == "A1"
    assert said.out.rindex("Player 1 (X), enter your move") > said.out.rindex("As text: ")


def test_undo_when_only_the_computer_has_moved(desk: Desk) -> None:
    said = desk.squarely("play", "quad", "--first", "random", "--seed", "5", typed=["undo", "board"])
    assert "Sorry, there is no move to take back." in said.out
    assert len(desk.kept_moves()) == 1


def test_the_computer_answers_the_same_move_the_same_way(desk: Desk) -> None:
    said = desk.squarely("play", "quad", "--second", "random", "--seed", "5", typed=["A1", "undo", "A1"])
    replies = [line for line in said.out.splitlines() if line.startswith("▸ Player 2 (O) plays ")]
    assert len(replies) == 2
    assert replies[0] == replies[1]


def test_after_taking_everything_back_there_is_nothing_to_resume(desk: Desk) -> None:
    said = desk.squarely("play", "quad", typed=["B2", "undo", "quit"])
    assert said.out.endswith("No move was made, so there is nothing to resume.\n")
    assert desk.unfinished == []
    assert "There is no unfinished match." in desk.squarely("resume").out


@pytest.mark.parametrize("computer", ["random", "level:1", "perfect"])
def test_a_computer_that_can_win_declines_a_draw(desk: Desk, computer: str) -> None:
    args = ("play", "center", "--first", computer, "--position", "-A-/---/B-- B", "--seed", "1")
    said = desk.squarely(*args, typed=["draw", "quit"])
    assert "Choose an action ('place' or 'move'):\n> draw\nPlayer A plays on.\nChoose an action" in said.out


@pytest.mark.parametrize("computer", ["random", "level:1", "perfect"])
def test_a_computer_that_cannot_win_accepts_a_draw(desk: Desk, computer: str) -> None:
    said = desk.squarely("play", "showdown", "--first", computer, "--seed", "1", typed=["draw"])
    assert "right): draw\nThe match ends without a winner: a draw was agreed.\n" in said.match
    assert said.code == 0


def test_a_draw_offered_in_the_first_turn_is_answered_by_the_same_policy(desk: Desk) -> None:
    said = desk.squarely("play", "showdown", "--second", "perfect", typed=["draw", "quit"])
    assert "right): draw\nThe match ends without a winner: a draw was agreed.\n" in said.match


def test_a_computer_declines_a_draw_where_nobody_knows(desk: Desk) -> None:
    args = ("play", "quad", "--option", "size=6", "--second", "random")
    assert "draw\nPlayer 2 plays on.\n" in desk.squarely(*args, typed=["draw", "quit"]).out


def test_a_program_is_not_asked_and_plays_on(desk: Desk) -> None:
    said = desk.squarely("play", "showdown", "--second", "program:true", typed=["draw", "quit"])
    assert "draw\nPlayer 2 plays on.\n" in said.out


@pytest.mark.parametrize("answer", ["y", "yes", " YES "])
def test_a_draw_is_accepted(desk: Desk, answer: str) -> None:
    said = desk.squarely("play", "showdown", typed=["right", "draw", answer])
    assert said.match.endswith("The match ends without a winner: a draw was agreed.\n")
    assert said.code == 0


@pytest.mark.parametrize("answer", ["n", "no", "", "perhaps", "right"])
def test_anything_but_yes_declines_a_draw(desk: Desk, answer: str) -> None:
    said = desk.squarely("play", "showdown", typed=["right", "draw", answer])
    assert "Player 1 plays on.\nEnter move" in said.out
    assert said.code == 1
    assert desk.kept_moves() == ["right"]


def test_save_in_a_file_of_ones_own(desk: Desk) -> None:
    said = desk.squarely("play", "quad", typed=["B2", "save my game.match", "A1", "save my game.match", "quit"])
    assert "Saved in my game.match, and there after every move." in said.out
    assert "exists already" not in said.out
    assert moves_in(desk.here / "my game.match") == ["B2", "A1"]
    assert desk.kept_moves() == ["B2", "A1"]


def test_save_does_not_overwrite(desk: Desk) -> None:
    taken = desk.here / "taken"
    taken.write_text("precious")
    said = desk.squarely("play", "quad", typed=["B2", "save taken", "save .", "A1"])
    assert "Sorry, taken exists already; please choose another name." in said.out
    assert "Sorry, '.' is the name of a folder; a file needs a name." in said.out
    assert taken.read_text() == "precious"
    assert desk.kept_moves() == ["B2", "A1"]


def test_save_where_nothing_can_be_written(desk: Desk) -> None:
    (desk.here / "file").write_text("")
    said = desk.squarely("play", "quad", typed=["B2", "save file/x", "save ~nobody-here/x", f"save {'x' * 300}", "A1"])
    assert "Sorry, file/x cannot be written: " in said.out
    assert "Sorry, '~nobody-here/x' cannot be written: " in said.out
    assert "cannot be written: File name too long." in said.out
    assert desk.kept_moves() == ["B2", "A1"]


def test_quit_before_a_move(desk: Desk) -> None:
    for game in ("center", "numbers", "quad", "showdown", "snatchers"):
        said = desk.squarely("play", game, typed=["quit"])
        assert said.out.endswith("quit\nNo move was made, so there is nothing to resume.\n")
        assert said.code == 0
    assert desk.unfinished == []


def test_a_word_that_is_known_with_something_behind_it_is_told_what_is_right(desk: Desk) -> None:
    alone = ("help me", "hint 3", "undo 5", "why not", "resign now", "quit please")
    said = desk.squarely("play", "quad", typed=[*alone, "moves values values", "rules some"])
    for word in (each.partition(" ")[0] for each in alone):
        assert f"Sorry, I only know `{word}`, with nothing behind it.\n" in said.out
    assert "Sorry, I only know `moves` and `moves values`.\n" in said.out
    assert "Sorry, I only know `rules` and `rules all`.\n" in said.out
    assert "is not a move" not in said.out
    assert said.code == 1


def test_back_returns_to_the_question_before(desk: Desk) -> None:
    said = desk.squarely("play", "center", typed=["place", "back", "0 0", "quit"]).out
    action, place = "Choose an action ('place' or 'move'):\n> ", "Enter the row and column to place your token"
    first = said.index(action)
    assert first < said.index(place) < said.index(action, first + 1)
    assert desk.kept_moves() == ["place 0 0"]


@pytest.mark.parametrize("stand", [s for s in STANDS if s.lead], ids=lambda stand: stand.name)
def test_commands_at_a_second_question_on_a_terminal(desk: Desk, stand: Stand) -> None:
    terminal = desk.terminal(*stand.args)
    prompt, first = (question.splitlines()[-1] for question in (stand.prompt, stand.first_prompt))
    others_first = first.replace(stand.mover, stand.other)
    for answer in stand.typed[:-1]:
        terminal.answer(first, answer)
    terminal.answer(others_first, stand.typed[-1])
    terminal.answer(first, stand.lead[0])
    for answer in stand.lead[1:]:
        terminal.answer("> ", answer)
    for command in ("moves", "board", "undo"):
        terminal.answer(prompt, command)
    terminal.answer(others_first, "board")
    terminal.answer(others_first, "quit")
    said = terminal.ended()
    assert said.out.index(f"As text: {stand.now}\n") < said.out.index(f"As text: {stand.before}\n")
    assert said.code == 0
