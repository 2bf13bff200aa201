"""What can be said at a prompt: commands, forgiven spellings, and moves that are refused."""

import re

import pytest

from squarely import Match, load
from squarely.core.match.record import Record
from squarely.files.saved_matches import MatchSaver
from squarely.terminal.line_mode.console import Console, EndOfInput
from squarely.terminal.line_mode.session import Session
from squarely.terminal.match.live_match import LiveMatch
from squarely.terminal.match.match_settings import MatchSettings

from .driving import Desk, Said, moves_in
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
    "quad-exchange": (
        "swap A1 D1",
        "A1 and D1 are both yours. Please swap one of your markers (O) with one of the opponent's (X).",
    ),
    "quad-convert": ("swap D1", "D1 is yours already. Please swap one of the opponent's markers (X)."),
    "numbers-square": ("2 2", "(2,2) is already captured. Please choose an available square."),
    "numbers-choice": ("1 1", "(1,1) is not next to (2,2). Only neighbours are captured too."),
    "showdown": ("up", "up of (1,2) is off the grid. Please choose down or right."),
    "snatchers-direction": ("up 3", "'3' is not a number of spaces. Please enter 1 or 2."),
    "snatchers-spaces": ("two", "'two' is not a number of spaces. Please enter 1 or 2."),
}


def at(desk: Desk, stand: Stand, *answers: str) -> Said:
    """Go to a prompt and answer it."""
    return desk.squarely(*stand.args, typed=[*stand.typed, *stand.lead, *answers])


@every_prompt
def test_the_facts_at_every_prompt_and_then_the_same_question(desk: Desk, stand: Stand) -> None:
    """And what a move that is refused says; it loses nothing, and asks the same player again."""
    answer, why = REFUSED[stand.name]
    said = at(desk, stand, answer, "help", "rules", "rules all", "board", "moves", "save", "quit")
    assert f"{stand.prompt}{answer}\nSorry, {why}\n{stand.prompt}help\n" in said.out
    start = said.out.index(stand.prompt + "help\n")
    helped, rules, page, board, moves, save, left = said.out[start:].split(stand.prompt)[1:]
    commands = {"help", "rules", "board", "moves", "undo", "save", "resign", "draw", "quit"}
    assert commands <= {line.split()[0] for line in helped.splitlines()[1:] if line}
    assert "Goal." in rules
    assert rules.count("\n") <= 24
    assert "Rulings and options" in page
    assert f"As text: {stand.now}\n" in board
    assert moves.startswith(f"moves\n{stand.mover} may choose from ")
    assert "Your match is saved. To continue: squarely resume\n" in save
    assert left == "quit\nYour match is saved. To continue: squarely resume\n"
    assert said.code == 0
    assert len(desk.kept_moves()) == len(stand.typed)


@every_prompt
def test_undo_and_giving_up_at_every_prompt(desk: Desk, stand: Stand) -> None:
    said = at(desk, stand, "undo", "board", "quit")
    assert f"As text: {stand.before}\n" in said.out
    assert f"As text: {stand.now}\n" not in said.out
    assert said.code == 0
    kept = [len(moves_in(path)) for path in desk.unfinished]
    assert kept == ([len(stand.typed) - 1] if len(stand.typed) > 1 else [])
    said = at(desk, stand, "resign", "yes")
    asked = f"{stand.mover}, do you give up? Then {stand.other} wins. (yes/no): yes\n"
    assert said.match.endswith(f"{stand.prompt}resign\n{asked}{stand.other} wins: {stand.mover} resigned.\n")
    assert said.code == 0
    assert len(desk.unfinished) == len(kept)
    assert [len(moves_in(path)) for path in desk.finished] == [len(stand.typed)]


@every_prompt
def test_a_draw_is_offered_at_every_prompt(desk: Desk, stand: Stand) -> None:
    offer = f"{stand.prompt}draw\n{stand.other}, {stand.mover} offers a draw. Do you accept? (yes/no): "
    accepted = at(desk, stand, "draw", "Y")
    assert accepted.match.endswith(f"{offer}Y\nThe match ends without a winner: a draw was agreed.\n")
    assert accepted.code == 0
    assert (len(desk.unfinished), len(desk.finished)) == (0, 1)
    declined = at(desk, stand, "draw", "no", "board", "draw", "quit").out
    assert f"{offer}no\n{stand.other} plays on.\n{stand.prompt}board\n" in declined
    assert f"As text: {stand.now}\n" in declined
    again = "Sorry, you have offered a draw already; wait for the next move."
    assert f"{stand.prompt}draw\n{again}\n{stand.prompt}quit\n" in declined


# What is typed, and the moves that come of it


class Typed(Console):
    """Gives answers, written with strokes between them, and keeps what is said, and the moves that come of it."""

    def __init__(self, answers: str) -> None:
        super().__init__(plain=True)
        self._answers, self.said, self.moves = iter(answers.split("|")), "", ""

    def show(self, text: str, is_strong: bool = False) -> None:
        self.said += f"{text}\n"

    def ask(self, question: str, *_: object, **__: object) -> str:
        for answer in self._answers:
            return answer
        raise EndOfInput


def answered(game: str, answers: str, position: str | None = None, options: str = "") -> Typed:
    rules, console = load(game, options), Typed(answers)
    match = Match.of(rules, rules.read_position(position) if position else None)
    session = Session(LiveMatch(Record(match), MatchSettings(), MatchSaver(game, keeps=False)), console)
    session.play()
    console.moves = "|".join(map(str, session.match.moves))
    return console


CHANGED_MINDS = (  # nothing that was answered before is asked again
    ("center", "place|9 9|0 1", "place 0 1"),
    ("center", "0 0|2 2|move|9 9|0 0|2 2|0 1", "place 0 0|place 2 2|move 0 0 0 1"),
    ("center", "0 0|2 2|move|1 0|0 1|0 0|0 1", "place 0 0|place 2 2|move 0 0 0 1"),
    ("center", "0 0|2 2|move|place|0 1", "place 0 0|place 2 2|place 0 1"),
    ("center", "0 0|2 2|place|move|0 0|0 1", "place 0 0|place 2 2|move 0 0 0 1"),
    ("center", "0 0|2 2|move|0 0|m|0 0|1 0", "place 0 0|place 2 2|move 0 0 1 0"),
    ("center", "0 0|2 2|move|0 0|jump|1 0", "place 0 0|place 2 2|move 0 0 1 0"),
    ("snatchers", "up|3|2", "up 2"),
    ("snatchers", "up|right|0|1", "right 1"),
    ("snatchers", "up|right 2", "right 2"),
    ("snatchers", "left|up|1", "up 1"),
    ("numbers", "1 1|9 9", "1 1"),
)


def test_a_wrong_answer_costs_only_itself(desk: Desk) -> None:
    for game, typed, moves in CHANGED_MINDS:
        assert answered(game, typed).moves == moves, typed
    assert answered("numbers", "2 2|1 1|3 2", DEALT, "capture=choose").moves == "2 2 : 3 2"
    said = desk.squarely("puzzle", "snatchers", "--seed", "1", typed=["up", "9", "quit"]).out
    assert said.count("Direction (up/down/left/right): ") == 1
    assert said.count("Sorry, '9' is not a number of spaces.") == 1


def test_after_a_refused_token_bare_coordinates_name_a_token(desk: Desk) -> None:
    said = desk.squarely("play", "center", typed=["0 0", "2 2", "move", "2 2", "0 1", "board"]).out
    own = "Please move one of your own tokens.\n"
    assert f"Sorry, (2,2) is the opponent's. {own}Enter the row and column of" in said
    assert f"Sorry, (0,1) is empty. {own}" in said
    assert desk.kept_moves() == ["place 0 0", "place 2 2"]


POSSIBLE = (  # the options, the position, what is typed, and what it is answered with
    ("", "ABA/B-B/ABA A", "pla", "'pla' is not a move. Please enter 'pass'."),
    ("beside_center=forbidden,tokens=2", "A-B/B--/--- A", "move", ""),
    ("beside_center=forbidden,tokens=2", "AA-/---/B-B A", "place", "you have no unused tokens left."),
    ("tokens=3", "AB-/B--/--- A", "move 0 0 0 1", "none of your tokens can move. Please place a token."),
    ("size=5,tokens=10,diagonal=forbidden", "ABABA/BABAB/AB-BA/BAB--/----- A", "place 0 0",
     "(0,0) is already occupied. Please choose another square."),
)  # fmt: skip


def test_what_is_advised_is_possible() -> None:
    for options, position, typed, why in POSSIBLE:
        said = answered("center", typed, position, options).said
        assert (f"Sorry, {why}" in said) if why else "Sorry" not in said, position


FORGIVEN = (
    ("center", "P|(0,0)", "place 0 0"),
    ("center", "place|place 0 0", "place 0 0"),
    ("center", "Place|0,0|pl|2 2|M|0,0|(0, 1)", "place 0 0|place 2 2|move 0 0 0 1"),
    ("center", "0 0|2 2|m 0,0 0,1", "place 0 0|place 2 2|move 0 0 0 1"),
    ("center", "0 0|2 2|move|place 0 1", "place 0 0|place 2 2|place 0 1"),
    ("quad", "  b2  ", "B2"),
    ("numbers", "\t2    2 ", "2 2"),
    ("showdown", "  Ri ", "right"),
    ("snatchers", "u| 2 ", "up 2"),
    ("snatchers", "  UP  |2", "up 2"),
)
CHOSEN = {
    **dict.fromkeys(("all", "A"), "2 2 : 1 2, 2 1, 2 3, 3 2"),
    **dict.fromkeys(("none", ""), "2 2"),
    "3 2, 1 2": "2 2 : 1 2, 3 2",
    "(1,2) (2,3)": "2 2 : 1 2, 2 3",
}


def test_spelling_is_forgiven() -> None:
    """Of single moves all spellings are in tests/games."""
    found = [(answered(game, typed), moves) for game, typed, moves in FORGIVEN]
    found += [(answered("numbers", f"2 2|{answer}", DEALT, "capture=choose"), CHOSEN[answer]) for answer in CHOSEN]
    for console, moves in found:
        assert (console.moves, "Sorry" in console.said) == (moves, False)


# Commands


def test_spelling_of_a_command_is_forgiven_and_one_with_more_behind_it_explained(desk: Desk) -> None:
    said = desk.squarely("play", "quad", typed=["HELP", "  help  ", "Help"]).out
    assert (said.count("Answer the question, or enter one of these:"), "Sorry" in said) == (3, False)
    alone = ("help me", "hint 3", "undo 5", "why not", "resign now", "quit please")
    said = desk.squarely("play", "quad", typed=[*alone, "moves values values", "rules some"]).out
    for word in (each.partition(" ")[0] for each in alone):
        assert f"Sorry, I only know `{word}`, with nothing behind it.\n" in said
    assert "Sorry, I only know `moves` and `moves values`.\n" in said
    assert "Sorry, I only know `rules` and `rules all`.\n" in said
    assert "is not a move" not in said


def test_moves_lists_every_legal_move(desk: Desk) -> None:
    said = desk.squarely("play", "quad", typed=["B2", "moves"]).out
    listed = said.split("Player 2 may choose from 15:\n  ")[1].split("\n\n")[0]
    cells = "A1, B1, C1, D1, A2, C2, D2, A3, B3, C3, D3, A4, B4, C4, D4"
    assert listed.replace("\n", " ") == cells
    many = desk.squarely("play", "quad", "--position", FULL, typed=["moves"]).out.split(
        "Player 1 may choose from 64:\n"
    )[1]
    lines = many.split("\n\n")[0].splitlines()
    assert sum(line.count("swap") for line in lines) == 64
    assert all(line.startswith("  swap ") and len(line) <= 80 for line in lines)


def test_undo(desk: Desk) -> None:
    """It goes back to one's own turn. A computer answers the same move in the same way again."""
    said = desk.squarely("play", "center", typed=["undo", "0 0", "undo", "place", "undo", "quit"]).out
    assert said.count("Sorry, there is no move to take back.") == 2
    assert said.endswith("No move was made, so there is nothing to resume.\n")
    assert "There is no unfinished match." in desk.squarely("resume").out
    args = ("play", "quad", "--second", "random", "--seed", "5")
    said = desk.squarely(*args, typed=["A1", "undo", "A1", "D4", "undo", "board"]).out
    first, again, _ = re.findall(r"(?m)^▸ Player 2 \(O\) plays (..)\.$", said)
    assert desk.kept_moves() == ["A1", first]
    assert first == again
    assert said.rindex("Player 1 (X), enter your move") > said.rindex("As text: ")
    desk.unfinished[0].unlink()
    said = desk.squarely("play", "quad", "--first", "random", "--seed", "5", typed=["undo", "board"]).out
    assert "Sorry, there is no move to take back." in said
    assert len(desk.kept_moves()) == 1


@pytest.mark.slow
def test_a_computer_agrees_to_a_draw_unless_it_can_win(desk: Desk) -> None:
    """Before its first move, too. A program is not asked."""
    for computer in ("random", "perfect"):
        can_win = ("play", "center", "--first", computer, "--position", "-A-/---/B-- B", "--seed", "1")
        said = desk.squarely(*can_win, typed=["draw", "quit"])
        assert "Choose an action ('place' or 'move'):\n> draw\nPlayer A plays on.\nChoose an action" in said.out
        for args in (("--first", computer, "--seed", "1"), ("--second", computer)):
            said = desk.squarely("play", "showdown", *args, typed=["draw"])
            assert "right): draw\nThe match ends without a winner: a draw was agreed.\n" in said.match
            assert said.code == 0
    said = desk.squarely("play", "showdown", "--second", "program:true", typed=["draw", "quit"])
    assert "draw\nPlayer 2 plays on.\n" in said.out


@pytest.mark.slow
def test_anything_but_yes_declines_a_draw(desk: Desk) -> None:
    for answer in ("n", "no", "", "perhaps", "right"):
        said = desk.squarely("play", "showdown", typed=["right", "draw", answer])
        assert ("Player 1 plays on.\nEnter move" in said.out, said.code) == (True, 1), answer
        assert desk.kept_moves() == ["right"]
        desk.unfinished[0].unlink()
    for answer in ("y", "yes", " YES "):
        said = desk.squarely("play", "showdown", typed=["right", "draw", answer])
        assert said.match.endswith("The match ends without a winner: a draw was agreed.\n"), answer
        assert said.code == 0


def test_save_in_a_file_of_ones_own(desk: Desk) -> None:
    said = desk.squarely("play", "quad", typed=["B2", "save my game.match", "A1", "save my game.match", "quit"]).out
    assert "Saved in my game.match, and there after every move." in said
    assert "exists already" not in said
    assert moves_in(desk.here / "my game.match") == desk.kept_moves() == ["B2", "A1"]


def test_back_returns_to_the_question_before(desk: Desk) -> None:
    said = desk.squarely("play", "center", typed=["place", "back", "0 0", "quit"]).out
    action, place = "Choose an action ('place' or 'move'):\n> ", "Enter the row and column to place your token"
    first = said.index(action)
    assert first < said.index(place) < said.index(action, first + 1)
    assert desk.kept_moves() == ["place 0 0"]
