"""Answers by argument: pairs of squares that hold. Held against the solver, plain play, and proofs that were forged."""

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from squarely.core.board.square_sets import neighbour_sets, spread
from squarely.core.errors import BadProof
from squarely.core.rules import registry
from squarely.core.rules.argument import Argument, Hold
from squarely.core.rules.game import FIRST_WINS, ONGOING, SECOND, SECOND_WINS, SIDES, TIE, Game, Position, Side
from squarely.core.rules.options import Ruling
from squarely.games.quad import argument
from squarely.games.quad.rules import Quad
from squarely.proofs.boards import list_outcomes
from squarely.proofs.checker import check_proof
from squarely.solver.certificate import find_certificate
from squarely.solver.oracle import Oracle
from tests.boards import line
from tests.games.classics import classic
from tests.proofs import plain
from tests.proofs.test_changes import KINDS, another_token
from tests.proofs.test_checker import PAGE, check_of, objection
from tests.thorough import many

# Options, who wins, within how many moves, and how many entries show it, as the page says.
KNOWN = [
    ("sudden_death=none", None, None, 3),
    ("size=3,sudden_death=none", None, None, 3),
    ("size=5,sudden_death=none", None, None, 3),
    ("size=6,sudden_death=none", None, None, 3),
    ("size=5,block=3,sudden_death=none", None, None, 3),
    ("size=6,sudden_death=none,repetition=first_loses", None, 36, 3),
    ("", Side.FIRST, 17, 248),
    ("sudden_death=convert", Side.FIRST, 17, 248),
    ("size=5,begins_sudden_death=first", Side.FIRST, 26, 617),
    ("size=6", Side.FIRST, 37, 2548),
]


def proof_of(options: str) -> str:
    game = Quad(options)
    text = find_certificate(game, game.start(), 0)
    assert text is not None
    return text


def squares_of(game: Game) -> list[str]:
    return [f"{column}{row}" for row in range(1, game.shape.rows + 1) for column in "ABCDEF"[: game.shape.columns]]


class PlainHold:
    """A proof by pairs, read from its text and played, by somebody who knows nothing of how it was made or checked."""

    def __init__(self, text: str) -> None:
        lines = text.splitlines()
        self.game = registry.load(lines[1][5:], lines[2][8:] if lines[2] != "options rulebook" else "")
        self.start = self.game.read_position(lines[3].removeprefix("position "))
        self.wins = lines[4].split()[1]
        self.entries: dict[str, dict[str, list[str]]] = {}
        for each in lines[5:-1]:
            if each.startswith("strategy"):
                owner = each.split()[1].rstrip(",")
                self.entries[owner] = {}
            else:
                _, where, *what = each.split("\t")
                self.entries[owner][where] = what

    def answer(self, held: list[str] | None, position: Position, last: str) -> list[str]:
        """The moves that the owner may make, in words: any where nothing is to be answered."""
        game = self.game
        if held is None:
            return self.entries[str(Side(position.mover))][game.write_position(position)]
        legal = {str(move): move for move in game.named_moves(position)}
        goal, squares = (held[2:] or [""])[0].split(), held[1].split()
        if not {*legal} & {*squares_of(game)}:  # a swap that wins
            ends = {move: game.result(game.play(position, number)) for move, number in legal.items()}
            return [move for move, end in ends.items() if end and end.winner == position.mover]
        if taken := [square for square in goal if square in legal]:
            return taken
        at = squares.index(last) if last in squares else None
        partner = [] if at is None else [squares[at ^ 1]]
        return [square for square in partner if square in legal] or [*legal]

    def is_kept(self, position: Position, owner: Side) -> bool:
        outcome = self.game.result(position)
        return outcome is not None and str(outcome.winner).lower() in (
            {str(owner)} if self.wins != "nobody" else {str(owner), "none"}
        )

    def play(self, owner: Side, random: Random) -> None:
        """One line at random."""
        position, held, last = self.start, None, ""
        while self.game.result(position) is None:
            found = self.entries[str(owner)].get(self.game.write_position(position))
            held = found if found and found[0] == "hold" else held
            moves = {str(move): move for move in self.game.named_moves(position)}
            choice = [*moves] if position.mover != owner else self.answer(held, position, last)
            last = random.choice(choice)
            position = self.game.play(position, moves[last])
        assert self.is_kept(position, owner)

    def play_all(self, owner: Side) -> int:
        """Every line there is; where the owner may move anywhere, to the first square and the last."""
        todo: list[Any] = [(self.start, None, "")]
        seen = set()
        while todo:
            position, held, last = todo.pop()
            state = position, tuple(held or ()), last if held else ""
            if state in seen:
                continue
            seen.add(state)
            if self.game.result(position) is not None:
                assert self.is_kept(position, owner)
                continue
            found = self.entries[str(owner)].get(self.game.write_position(position))
            held = found if found and found[0] == "hold" else held
            moves = {str(move): move for move in self.game.named_moves(position)}
            choice = [*moves] if position.mover != owner else self.answer(held, position, last)
            choice = choice if position.mover != owner else choice[:1]
            todo += [(self.game.play(position, moves[move]), held, move) for move in dict.fromkeys(choice)]
        return len(seen)


@pytest.mark.slow
def test_what_is_known_is_proved_and_the_page_tells_the_sizes() -> None:
    for options, winner, moves, entries in KNOWN:
        proof = check_proof(proof_of(options))
        assert (proof.winner, proof.moves, proof.entries) == (winner, moves, entries), options
        assert proof.tried > 1_000
        assert options != "size=6" or f"tried in {proof.tried:,} positions." in PAGE.read_text(encoding="utf-8")
        told = Quad(options).argue()
        assert told
        assert (told.winner, told.moves) == (winner, proof.game.shape.squares + (winner is not None))
        side = "nobody" if winner is None else winner
        row = f"| `{proof.game.options or 'rulebook'}` | {side} wins | {moves or '-'} | {entries} |\n"
        assert (row in PAGE.read_text(encoding="utf-8")) == ("repetition" not in options), row


def test_the_answers_are_those_of_the_solver() -> None:
    """A win takes just as long as is told: Player 2 holds by the bricks until the board is full."""
    for options in ("", "sudden_death=convert", "size=3,sudden_death=none"):
        game = Quad(options)
        told, value = game.argue(), Oracle(game).value(game.start())
        assert told
        assert (told.winner, told.moves) == (value.winner, value.distance)


def test_nothing_is_said_where_nothing_is_known() -> None:
    for options in ("size=5", "begins_sudden_death=second", "size=6,begins_sudden_death=second,sudden_death=convert"):
        told = Quad(options).argue()
        assert told
        assert (told.advise, "open question" in told.because) == (None, True)
    for options in ("size=3", "shape=line", "gravity=yes,sudden_death=none", "misere=yes", "size=6,pie=yes"):
        assert Quad(options).argue() is None
    assert registry.load("center").argue() is None


@pytest.mark.slow
def test_whatever_the_other_side_does_it_is_won_or_held() -> None:
    for options in ("", "size=3,sudden_death=none"):
        proof = PlainHold(proof_of(options))
        for owner in proof.entries:
            assert proof.play_all(Side[owner.upper()]) > 400
    for options, lines in (("size=6", 1_000), ("size=6,sudden_death=none", 300), ("size=6,sudden_death=convert", 300)):
        proof, random = PlainHold(proof_of(options)), Random(options)
        for owner in proof.entries:
            for _ in range(lines):
                proof.play(Side[owner.upper()], random)


@pytest.mark.soak
def test_a_tie_is_held_on_the_printed_board_against_everything() -> None:
    proof = PlainHold(proof_of("sudden_death=none"))
    assert all(proof.play_all(side) > 40_000 for side in SIDES)


# Forged


HELD = "hold\tA1 B1 C1 D1 B2 C2 A3 B3 C3 D3 B4 C4"
TIED, ENTRY, OPTIONS = "sudden_death=none", f"-\t..../..../..../.... X\t{HELD}", "options sudden_death=none\n"
ODD = "size=5,begins_sudden_death=first"
FORGED = [
    (TIED, ENTRY, "A1 B1 C1", "A1 C1 B1", "C1 D1 C2 D2 held by first, where no pair prevents it"),
    (TIED, ENTRY, "A1 B1 ", "", "A1 B1 A2 B2 held by first"),
    (TIED, ENTRY, "A1 B1", "A1 B1 B1", "none may be given twice"),
    (TIED, ENTRY, "B1 C1", "A1 C1", "none may be given twice"),
    (TIED, ENTRY, "A1 B1", "A1 B9", "B9 is no square"),
    (TIED, ENTRY, "C4", "C4\tD4", "whoever holds to tie has none"),
    (TIED, ENTRY, "....", "X...", "it cannot be X's turn"),
    (TIED, OPTIONS, "none", "none,shape=line", "C4 D4 held by second"),
    (TIED, OPTIONS, "none", "none,gravity=yes", "do not say that they place markers"),
    (TIED, OPTIONS, "none", "convert", "no square at all"),
    (TIED, OPTIONS, OPTIONS, "options rulebook\n", "no square at all"),
    (TIED, OPTIONS, "none", "none,misere=yes", "no square at all"),
    (ODD, f"options {ODD}\n", "first", "second", "other moves are legal than the game says"),
    (ODD, f"options {ODD}\n", f",{ODD[7:]}", "", "other moves are legal than the game says"),
    ("", "options rulebook\n", "rulebook", "sudden_death=none", "no square at all"),
]


def held(where: str, moves: str, pairs: str, goal: str) -> str:
    """A proof of one entry: Player 1 holds here and wins."""
    head = f"squarely proof 1\ngame quad\noptions rulebook\nposition {where}\nclaim first wins\n"
    return f"{head}strategy first, entries 1, moves {moves}\n{moves}\t{where}\thold\t{pairs}\t{goal}\nend 1\n"


def test_one_entry_holds_and_nothing_like_it() -> None:
    where, pairs, goal = line("X X . .\n. X . .\n. . . .\n. . O O\nO"), "C3 D3 B3 B4 C1 D1", "A1 B1 A2 B2"
    assert check_proof(held(where, "12", pairs, goal)).moves == 12
    for changed, why in (
        ((where, "13", pairs, goal), "play lasts up to 12 moves from here, not 13"),
        ((where, "11", pairs, goal), "play lasts up to 12 moves from here, not 11"),
        ((where, "12", f"{pairs} C4 D4", goal), "must be empty"),
        ((where, "12", f"{pairs} A2 A3", goal), "none be of the goal"),
        ((where, "12", pairs, "A1 B1 A2"), "the goal does not win"),
        ((where, "12", pairs, "C2 B1 A2 B2"), "first must hold all squares of the goal but one"),
        ((line("X X . .\n. . . .\n. . . .\n. . O O\nX"), "13", "C3 D3 B3 B4", goal), "second must be to move"),
        ((line("X X O X\nO X X O\nX O O X\nX . O O\nO"), "2", "", goal), "three squares be empty"),
    ):
        with pytest.raises(BadProof, match=why):
            check_proof(held(*changed))


@pytest.mark.slow
def test_what_does_not_hold_is_rejected() -> None:
    for options, within, old, new, why in FORGED:
        text = proof_of(options)
        forged = text.replace(within, within.replace(old, new, 1), 1)
        assert forged != text
        with pytest.raises(BadProof, match=re.escape(why)):
            check_proof(forged)
    text = proof_of("")
    for found in [*re.finditer(r"(?m)^\d+\t(.+) O\thold\t.+\t(.+)$", text)][::9]:  # a goal with a wrong square
        goal = found[2].split()
        other = next(square for square in ("A1", "B1", "D4") if square not in goal)
        for wrong in (" ".join([*goal[1:], other]), " ".join(goal[1:]), f"{found[2]} {other}"):
            with pytest.raises(BadProof):
                check_proof(f"{text[: found.start(2)]}{wrong}{text[found.end(2) :]}")


def exchanged(text: str, random: Random) -> str:
    """Two squares of what is held change places."""
    holds = [*re.finditer(r"(?<=hold\t).+", text)]
    found = random.choice(holds)
    squares = found[0].split()
    one, other = (random.randrange(len(squares)) for _ in range(2))
    squares[one], squares[other] = squares[other], squares[one]
    return f"{text[: found.start()]}{' '.join(squares)}{text[found.end() :]}"


@pytest.mark.slow
@pytest.mark.thorough
def test_random_changes_are_rejected_or_leave_a_proof() -> None:
    text, random, accepted = proof_of("size=3,sudden_death=none"), Random(1), 0
    for number in range(many(400)):
        changed = (KINDS[number % 8] if number % 2 else exchanged)(text, random)
        if changed == text:
            continue
        try:
            check_proof(changed)
        except BadProof:
            continue
        accepted += 1
        proof = PlainHold(changed)
        assert all(proof.play_all(side) for side in SIDES)
    assert accepted > 0, "pairs can be exchanged"


@pytest.mark.slow
@pytest.mark.thorough
def test_what_is_held_from_any_position_is_won_from_there() -> None:
    """Half-full boards, pairs as they are found or with squares exchanged: what is accepted is played to every end."""
    game, random, accepted, rejected = Quad(), Random(3), 0, 0
    while accepted < many(120):
        cells = random.sample(range(16), 9)
        own, other = (sum(1 << cell for cell in part) for part in (cells[:5], cells[5:]))
        position = game.Position(own, other, SECOND)
        hold = argument._find_hold(game, own, other)  # the check of it is asked, and plain play
        if hold is None or game.outcome(position) != ONGOING:
            continue
        names = [" ".join(map(game.words.square_name, part)) for part in (sum(hold.pairs, ()), hold.goal)]
        where = game.write_position(position)
        text = held(where, "8", *names)
        for each in (text, exchanged(text, random), exchanged(text, random), another_token(text, random)):
            try:
                check_proof(each)
            except BadProof:
                rejected += 1
            else:
                PlainHold(each).play_all(Side.FIRST)
                accepted += 1
    assert rejected > accepted // 4


# Rules asked about many positions at once


def random_position(game: Game, random: Random) -> Position:
    marks = [random.choice((None, *SIDES)) for _ in range(game.shape.squares)]
    sets = [sum(1 << square for square, mark in enumerate(marks) if mark == side) for side in SIDES]
    return game.Position(*sets, random.randrange(2))


def test_an_outcome_of_many_boards_covers_that_of_each() -> None:
    random = Random(2)
    for options in ("size=3", "", TIED, "sudden_death=convert,shape=tilted", "size=5,shape=line,block=4", "misere=yes"):
        game = Quad(options)
        for _ in range(30):
            known, here = random.getrandbits(game.shape.squares), random_position(game, random)
            all_squares = (1 << game.shape.squares) - 1
            stands = [all_squares & ~(here.first | here.second), here.first, here.second]
            found = [*list_outcomes(game, tuple(each | all_squares & ~known for each in stands), Side(here.mover))]
            for _ in range(20):  # boards that agree with it where it is known
                other = random_position(game, random)
                first, second = (
                    mine & known | theirs & ~known for mine, theirs in zip(here[:2], other[:2], strict=True)
                )
                board = (all_squares & ~(first | second), first, second)
                outcome = game.outcome(here._replace(first=first, second=second))
                assert any(
                    told == outcome and not any(each & ~may for each, may in zip(board, able, strict=True))
                    for told, able in found
                ), (options, first, second)


class Liar(Quad):
    """Says that it places markers. `lie` is what it does besides."""

    lie = Ruling(
        "It lies.",
        no="it does not",
        corner="a corner is closed",
        line="a diagonal wins",
        beyond="a square off the board wins",
        spread="a group wins",
        count="many win",
        again="a second marker",
        turn="the turn stays",
    )

    def legal_moves(self, position: Position) -> Iterator[int]:
        for move in super().legal_moves(position):
            if not (self.lie == "corner" and move == 8 and position.first & 1):
                yield move

    def play(self, position: Position, move: int) -> Position:
        after = super().play(position, move)
        if self.lie == "again" and move == 4 and not position.second & 1:
            return after._replace(second=after.second | 1)
        return after._replace(mover=position.mover) if self.lie == "turn" and move == 3 else after

    def outcome(self, position: Position) -> int:
        if self.lie == "line" and position.second & 0b1010100 == 0b1010100:
            return SECOND_WINS
        if self.lie == "beyond" and position.second == 1 << 9:
            return SECOND_WINS
        if self.lie == "count" and position.first.bit_count() > 4:
            return FIRST_WINS
        if self.lie == "spread" and spread(1, position.first, neighbour_sets(3, 3)) == self.full:
            return FIRST_WINS
        result = super().outcome(position)
        return TIE if result == ONGOING and position.first | position.second == self.full else result


def test_a_game_that_is_not_what_it_says_proves_nothing() -> None:
    text = proof_of("size=3,sudden_death=none")
    for lie, why in {
        "no": "",
        "beyond": "",
        "corner": "other moves are legal than the game says",
        "line": "C1 B2 A3 held by second",
        "spread": "do not tell the outcome from sets of squares alone",
        "count": "do not tell the outcome from sets of squares alone",
        "again": "a move does more than the game says",
        "turn": "a move does more than the game says",
    }.items():
        game = Liar(size=3, lie=lie)
        forged = text.replace("options size=3,sudden_death=none", f"options {game.options}").replace("quad", "liar")
        assert bool(why) == (why in objection(game, forged) != ""), (lie, objection(game, forged))


def test_a_game_from_outside_brings_its_own() -> None:
    """Five in a line on 5x5: two squares of each line are its own."""
    drawn = """
        k a h a l
        f b b i j
        c g . i c
        f g d d j
        l e h e k"""
    letters = drawn.split()
    pairs = [(letters.index(letter), 24 - letters[::-1].index(letter)) for letter in "abcdefghijkl"]
    base: Any = type(classic("tictactoe"))

    class Fives(base):  # type: ignore[misc]
        title, places_markers = "Five in a line", True

        def argue(self) -> Argument:
            return Argument("each line has a pair of its own", None, 25, self.advise)

        def advise(self, side: Side, position: Position) -> int | Hold:
            empty = self.full & ~(position.first | position.second)
            free = [pair for pair in pairs if all(empty >> square & 1 for square in pair)]
            return 12 if side == position.mover else Hold(tuple(free))

    game = Fives(rows=5, columns=5, line=5)
    text = find_certificate(game, game.start(), 0)
    assert text
    assert check_of(game, text).winner is None
    assert "held by second" in objection(game, text.replace("B1 D1 B2 C2", "B1 B2 D1 C2", 1))


# Found by a search


@pytest.mark.slow
def test_what_a_search_proves_is_written_down() -> None:
    """On 5x5 with swaps nobody knows the start. Here B3 makes two threats at once."""
    game = Quad(size=5)
    for drawn, side in (("O..../XXX../....O/...../....O X", "first"), ("O..../XXX../.X..O/...../....O O", "first")):
        position = game.read_position(drawn)
        text = find_certificate(game, position, 20)
        assert text
        proof = check_proof(text)
        assert (str(proof.winner), proof.tried) == (side, 0)
        assert plain.holds(text)
    assert find_certificate(game, game.start(), 0.2) is None, "an open question"


@pytest.mark.slow
def test_what_a_search_proves_is_what_the_solver_says() -> None:
    for name, options in (("center", ""), ("snatchers", "size=3,reach=1"), ("numbers", ""), ("quad", "size=3")):
        game, random, found = registry.load(name, options), Random(name), 0
        oracle = Oracle(game)
        for seed in range(8):
            position = game.start_for(seed)
            for _ in range(random.randrange(1, 6)):
                if game.outcome(position) == ONGOING:
                    position = game.play(position, random.choice([*game.legal_moves(position)]))
            if game.outcome(position) == ONGOING and (text := find_certificate(game, position, 0.1)):
                assert check_proof(text).winner == oracle.value(position).winner
                found += 1
        assert found, name
