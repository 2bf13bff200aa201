"""The pie rule: every game with it held against the same game without it, and two people who exchange their places."""

import pickle
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

import pytest

from squarely import Game, IllegalMove, Match, Outcome, Side
from squarely.core.errors import BadMove, BadOption, BadPosition
from squarely.core.match import record
from squarely.core.match.last_move import find_remains
from squarely.core.match.questions import Questions
from squarely.core.match.record import Record
from squarely.core.match.tabletop import Tabletop
from squarely.core.rules import registry
from squarely.core.rules.game import FIRST, FIRST_WINS, ONGOING, SECOND_WINS, Position
from squarely.core.rules.rulebook import write_rulebook
from squarely.core.rules.words import Words as UsualWords
from squarely.solver.oracle import Oracle
from squarely.solver.values import Value
from squarely.testing import LAWS, find_reachable
from tests.games.outside_games import HEAP, Drop, Heap, Hop


class Run(Game):
    """A game in which a side goes on after an even number: moves in a row, bare numbers, points."""

    title, goal, players, marks = "Run", "Run further.", ("Ann", "Bob"), ("a", "b")

    class Position(NamedTuple):
        left: int
        first: int
        second: int
        mover: int

    class Words(UsualWords["Run"]):
        def reason(self, position: Position) -> str:
            return f"{('Ann', 'Bob')[position.first < position.second]} ran further"

        def write_move(self, _: Position, move: int) -> str:
            return f"run {move}"

        def read_move(self, _: Position, text: str) -> list[int]:
            return [int(text.rsplit(maxsplit=1)[-1])]

        def draw(self, position: Position) -> str:
            return f"|{'-' * position.left}"

    def start(self) -> Position:
        return self.Position(7, 0, 0, FIRST)

    def legal_moves(self, position: Position) -> Iterator[int]:
        for count in range(1, 4):
            if count <= position.left:
                yield count

    def play(self, position: Position, move: int) -> Position:
        first, second = position.first, position.second
        if position.mover == FIRST:
            first += move
        else:
            second += move
        return self.Position(position.left - move, first, second, position.mover if move == 2 else 1 - position.mover)

    def outcome(self, position: Position) -> int:
        if position.left:
            return ONGOING
        return FIRST_WINS if position.first > position.second else SECOND_WINS

    def points(self, position: Position) -> tuple[int, int]:
        return position.first, position.second

    def write_position(self, position: Position) -> str:
        return f"{position.left}:{position.first}:{position.second} {'ab'[position.mover]}"

    def read_position(self, text: str) -> Position:
        left, first, second = map(int, text.split(maxsplit=1)[0].split(":"))
        return self.Position(left, first, second, "ab".index(text[-1]))


def add_pie(game: Game) -> Game:
    return game.printed({**game.settings, "pie": "yes"})


PLAIN = [
    registry.load("center", "tokens=2"),
    registry.load("quad", "size=3,sudden_death=none"),
    registry.load("numbers", "size=2,komi=1"),
    registry.load("showdown", "size=3"),
    registry.load("snatchers", "size=3"),
    Hop("size=3"),
    Drop("columns=3"),
    HEAP,
    Run(),
]
every_game = pytest.mark.parametrize("plain", PLAIN, ids=lambda game: game.name)


class Table(NamedTuple):
    """The plain twin: a board, who sits where, and whether anybody may still exchange the places."""

    position: Position
    seats: tuple[Side, Side]  # who plays the first and who the second side
    stage: str


def walk(plain: Game, limit: int = 1_000) -> Iterator[tuple[Position, Table]]:
    """Every position of the game with the pie rule, beside the table at which it came about."""
    game = add_pie(plain)
    first = Table(plain.start(), (Side.FIRST, Side.SECOND), "opening")
    todo = [(game.start(), first)]
    seen = {game.start()}
    for position, table in islice(todo, limit):  # grows while it is read
        yield position, table
        following = []
        for move in plain.named_moves(table.position):
            after = plain.play(table.position, move)
            stage = {"choice": "kept"}.get(table.stage, table.stage)
            if table.stage == "opening" and after.mover != table.position.mover:
                stage = "choice"
            following.append((str(move), Table(after, table.seats, stage)))
        if table.stage == "choice" and plain.result(table.position) is None:
            following.append(("swap sides", Table(table.position, (Side.SECOND, Side.FIRST), "swapped")))
        assert [str(move) for move in game.named_moves(position)] == [text for text, _ in following]
        for move, (_, leads) in zip(game.named_moves(position), following, strict=True):
            after = game.play(position, move)
            if after not in seen:
                seen.add(after)
                todo.append((after, leads))


@every_game
def test_it_is_the_same_game_played_by_two_who_may_exchange_places(plain: Game) -> None:
    game, met = add_pie(plain), set()
    for position, table in walk(plain):
        met.add(table.stage)
        where = game.write_position(position)
        assert game.write_position(position) == f"{plain.write_position(table.position)} {table.stage}", where
        assert Side(position.mover) == table.seats[table.position.mover], where
        assert tuple(game.role(position, each) for each in table.seats) == tuple(Side), where
        assert game.words.draw(position) == plain.words.draw(table.position), where
        outcome, wanted = game.result(position), plain.result(table.position)
        assert (outcome is None) == (wanted is None), where
        if outcome and wanted:
            assert outcome.winner == (None if wanted.winner is None else table.seats[wanted.winner]), where
        scored, points = plain.points(table.position), game.points(position)
        held = plain.words.holdings(table.position)
        for side, seat in enumerate(table.seats):
            assert (points and points[seat]) == (scored and scored[side]), where
            assert game.words.holdings(position)[seat] == held[side], where
    assert met == {"opening", "choice", "kept", "swapped"}


@every_game
def test_every_law_holds(plain: Game) -> None:
    game = add_pie(plain)
    positions = find_reachable(game)
    for law in LAWS:
        for position in positions[:: len(positions) // 60 + 1]:
            law(game, position)


@every_game
def test_its_values_follow_from_those_of_the_game_without_it(plain: Game) -> None:
    """Whoever answers takes the better side; so whoever opens looks for the move after which neither is better."""
    game = add_pie(plain)
    oracle, known = Oracle(game), Oracle(plain)

    def result(side: Side | None, value: Value) -> tuple[Side | None, str, int | None]:
        return side, value.ending, value.margin

    for position, table in walk(plain, 300):
        found, own = oracle.value(position), known.value(table.position)
        holder = None if own.winner is None else table.seats[own.winner]
        if table.stage in ("kept", "swapped"):
            assert found == own._replace(winner=holder), game.write_position(position)
        elif table.stage == "choice" and plain.result(table.position) is None:
            chooser = None if own.winner is None else Side(position.mover)
            assert result(found.winner, found) == result(chooser, own), game.write_position(position)
        elif table.stage == "opening":
            mover = Side(position.mover)
            best = max(rate(mover, oracle.value(game.play(position, move))) for move in game.named_moves(position))
            assert rate(mover, found) == best, game.write_position(position)


def rate(side: Side, value: Value) -> tuple[int, int]:
    won = 0 if value.winner is None else 1 if value.winner == side else -1
    return won, won * (value.margin or 0)


def test_center_is_won_by_whoever_chooses() -> None:
    plain, game = registry.load("center", "tokens=2"), registry.load("center", "tokens=2,pie=yes")
    assert Oracle(plain).value(plain.start()).winner == Side.FIRST
    assert Oracle(game).value(game.start()).winner == Side.SECOND


def test_whoever_opens_numbers_looks_for_the_most_even_cut() -> None:
    plain, game = registry.load("numbers"), registry.load("numbers", "pie=yes")
    leads = [Oracle(plain).value(plain.play(plain.start(), move)).margin for move in plain.named_moves(plain.start())]
    found = Oracle(game).value(game.start())
    assert (found.winner, found.margin) == (Side.SECOND, min(lead for lead in leads if lead is not None))


# Words


def begin(name: str = "quad", options: str = "", names: tuple[str, str] | None = ("Ann", "Bob")) -> Match:
    return Match.of(registry.load(name, ",".join(filter(None, ["pie=yes", options]))), names=names)


def test_the_swap_is_offered_once_and_said_in_several_ways() -> None:
    opened = begin().play("B2")
    assert str(opened.legal_moves[-1]) == "swap sides"
    for words in ("swap sides", "Swap Sides", "swap", "pie", "swap side"):
        swapped = opened.play(words)
        assert str(swapped.moves[-1]) == "swap sides"
        assert (swapped.mover, swapped.mover_name) == (Side.FIRST, "Ann")
    for match in (begin(), opened.play("A1"), opened.play("swap").play("A1")):
        assert "swap sides" not in map(str, match.legal_moves)
        with pytest.raises(IllegalMove, match="sides can be swapped once only, instead of the answer"):
            match.play("swap sides")
    with pytest.raises(BadMove):
        begin().play("swap")


def test_swap_alone_means_the_swap_of_markers_where_there_is_one() -> None:
    full = Match.of(registry.load("quad", "pie=yes"), registry.load("quad", "pie=yes").read_position(
        "XXOO/OOXX/XXOO/OOXX X swapped"
    ))  # fmt: skip
    with pytest.raises(BadMove, match="swap A1"):
        full.play("swap")
    assert str(full.play("swap A1 C1").moves[-1]) == "swap A1 C1"


def test_the_games_own_words_name_who_plays_what_now() -> None:
    opened = begin().play("B2")
    words = opened.game.words
    assert words.announce_turn(opened) == (
        "Instead of moving, Bob may answer swap sides: then Bob plays X, and Ann plays O and moves."
    )
    assert next(words.ask(opened)).startswith("Bob (O), enter")
    swapped = opened.play("swap sides")
    assert words.news(swapped) == "Sides are swapped: Bob now plays X, Ann now plays O."
    assert words.news(swapped) in words.show_move(swapped, True)
    assert words.announce_turn(swapped) == ""
    assert next(words.ask(swapped)).startswith("Ann (O), enter")
    assert next(words.ask(swapped.play("A1"))).startswith("Bob (X), enter")
    assert swapped.game.words.beside(swapped.position, swapped.names) == (
        "Sides are swapped: Ann plays O and Bob plays X.",
    )
    won = swapped
    for move in ("A1", "B1", "D1", "C2", "D4", "C1"):
        won = won.play(move)
    assert won.outcome == Outcome(Side.SECOND, "X formed a square on B1, C1, B2 and C2")
    assert words.closing(won).startswith("Congratulations, Bob!")


def test_a_question_in_two_steps_can_be_answered_with_the_swap() -> None:
    opened = begin("center").play("place 0 0")
    for answers in (["swap sides"], ["place", "swap sides"]):
        asked = Questions(opened)
        assert str([asked.answer(each) for each in answers][-1]) == "swap sides"


def test_a_reason_calls_sides_by_their_marks_after_a_swap() -> None:
    kept = Match.of(add_pie(HEAP))
    for move in ("take 3", "take 3", "take 3", "take 2"):
        kept = kept.play(move)
    assert kept.outcome == Outcome(Side.SECOND, "Ben took the last stone")
    swapped = Match.of(add_pie(HEAP))
    for move in ("take 3", "swap sides", "take 3", "take 3", "take 2"):
        swapped = swapped.play(move)
    assert swapped.outcome == Outcome(Side.FIRST, "B took the last stone")
    assert swapped.game.words.closing(swapped) == (
        "Congratulations, Ada! You have won the game: B took the last stone."
    )


def test_what_was_captured_counts_for_whoever_has_it_now() -> None:
    opened = begin("numbers").play("2 2")
    swapped = opened.play("swap sides")
    assert {each.captor for each in find_remains(opened).values()} == {Side.FIRST}
    assert {each.captor for each in find_remains(swapped).values()} == {Side.SECOND}
    assert swapped.game.points(swapped.position) == (0, 11)
    assert "Bob now plays side 1 and has 11 points" in swapped.game.words.news(swapped)


def test_pieces_belong_to_whoever_plays_them_now() -> None:
    opened = begin().play("B2")
    swapped = opened.play("swap sides")
    owners = [[each.side for each in Tabletop(m.game).squares(m.position) if each.text] for m in (opened, swapped)]
    assert owners == [[Side.FIRST], [Side.SECOND]]
    assert Tabletop(swapped.game).tokens(swapped.position) == ("O", "X")
    assert Tabletop(swapped.game).touched_squares(opened.position, opened.legal_moves[-1]) == ()
    assert Tabletop(swapped.game).read_touch(opened.position, ()) == "swap sides"


def test_the_rulebook_says_it_and_a_record_keeps_it() -> None:
    swapped = begin("snatchers").play("up 1").play("swap sides").play("up 1")
    assert "the other player may take over that side" in " ".join(write_rulebook(swapped.game).split())
    assert "take over" not in write_rulebook(registry.load("snatchers"))
    kept = record.read(record.write(Record(swapped)))
    assert kept.match == swapped
    assert record.read(record.write_json(Record(swapped))).match == swapped
    resigned = record.read(record.write(Record(swapped.resign(Side.FIRST)))).match
    assert resigned.outcome == Outcome(Side.SECOND, "Ann resigned")


# Positions


def test_a_line_without_the_word_is_where_a_match_begins() -> None:
    game = registry.load("numbers", "pie=yes")
    assert game.read_position("538/291/647 1 0-0") == game.read_position("538/291/647 1 0-0 Opening")
    for line in ("538/291/647 1 0-0 swaped", "538/291 1 0-0 kept"):
        with pytest.raises(BadPosition, match="with pie=yes, opening, choice, kept or swapped follows"):
            game.read_position(line)


def test_a_position_travels_to_another_process() -> None:
    swapped = begin().play("B2").play("swap sides")
    assert pickle.loads(pickle.dumps(swapped)) == swapped


def test_options_are_changed_on_the_rules_as_their_author_wrote_them() -> None:
    game = registry.load("quad", "pie=yes")
    again = game.printed({**game.settings, "size": 3})
    assert again == registry.load("quad", "pie=yes,size=3")
    assert game.printed("") == registry.load("quad")


def test_a_field_that_is_called_like_ours_is_left_alone() -> None:
    class Stack(Heap):  # type: ignore[misc, valid-type]
        class Position(NamedTuple):
            pie: int
            mover: int

        def start(self) -> Position:
            return self.Position(self.stones, 0)

    assert Stack().start() == (11, 0)
    with pytest.raises(BadOption, match="that makes no game here: positions of this game have a field `pie`"):
        Stack("pie=yes")
