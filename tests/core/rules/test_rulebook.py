"""The rules as they are told are the rules in force, every number, size and reading in them; and what moves did."""

import re
import sys
from collections.abc import Callable
from contextlib import suppress
from inspect import cleandoc
from itertools import combinations, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from squarely import Game, Match
from squarely.core.errors import BadOption
from squarely.core.rules import registry
from squarely.core.rules.options import Dial, Option, Ruling
from squarely.core.rules.rulebook import collect_facts, list_rule_sets, write_goal, write_rulebook, write_rules_short
from squarely.core.rules.words import Words
from squarely.core.variations.openings import MoveOption
from squarely.players.prompt import describe_rules
from squarely.terminal.rules import write_page
from tests.boards import played, playouts
from tests.games.classics import FILES, classic
from tests.games.outside_games import FOLDER, HOP, Hop, load_class
from tests.strategies import games
from tests.thorough import many

OURS = ("center", "numbers", "quad", "showdown", "snatchers")
SPELLED = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def tell(game: Game) -> str:
    return " ".join(f"{write_rulebook(game)} {write_goal(game)}".split())


def center(game: Game) -> set[str]:
    """What must be said of this choice of options, put together a second time."""
    said, tokens = game.settings, int(game.settings["tokens"])
    return {
        f"{said['size']}x{said['size']} grid",
        f"have {SPELLED[tokens - 1]} token{'s' * (tokens > 1)} each",
        "left, right or diagonally onto" if said["diagonal"] == "allowed" else "down, left or right onto",
        ("but the center" if said["beside_center"] == "allowed" else "and the squares beside it") + ", or move one",
        *(["A player who cannot place or move a token loses."] if said["stalemate"] == "loses" else []),
        *(["only if you have more tokens beside the center"] if said["guarded"] == "yes" else []),
        *(["A token may only move closer to the center"] if said["retreat"] == "forbidden" else []),
    }


def numbers(game: Game) -> set[str]:
    size, komi = int(game.settings["size"]), int(game.settings["komi"])
    even = (size**2 * (size**2 + 1) // 2 + komi) % 2 == 0
    return {
        f"A {size}x{size} grid with the numbers 1 to {size**2} dealt",
        "and every square next" if game.settings["capture"] == "all" else "and may capture any of the squares next",
        f"Player 2 gets {komi} extra point{'s' * (komi > 1)} and the" if komi else "captured, the higher total wins",
        "wins; equal totals are a tie." if even else "the higher total wins.",
        "to a square, seen",
        f"the selected one by at most {game.settings['within']}." if game.settings["within"] else "selected one. What",
    }


def quad(game: Game) -> set[str]:
    size, block, last = int(game.settings["size"]), int(game.settings["block"]), game.settings["sudden_death"]
    formed = {
        "square": f"a {block}x{block} square",
        "corners": "the four corners of a straight square",
        "tilted": "the four corners of any square",
        "line": f"a line of {SPELLED[block - 1]}",
    }[str(game.settings["shape"])]
    usual = "second" if size % 2 else "first"
    begins = str(game.settings["begins_sudden_death"])
    other = last != "none" and begins not in ("next", usual)
    return {
        f"{size}x{size} grid: columns A to {'ABCDEF'[size - 1]} from left to right, rows 1 to {size} from",
        f"form {formed} with",
        f"completes {formed} of",
        *([f"{'Player 1' if begins == 'first' else 'Player 2'} begins them."] if other else []),
        "in any column that is not full: it falls" if game.settings["gravity"] == "yes" else "on any empty cell.",
        "Markers stay where they are." if last == "none" else "until sudden death.",
        {"exchange": "swapping one of the", "convert": "making one of the", "none": "the game is a tie."}[str(last)],
    }


def showdown(game: Game) -> set[str]:
    said, size = game.settings, int(game.settings["size"])
    start, at = (f"({str(said[name]).replace('-', ',')})" for name in ("start", "goal"))
    sealed = int(said["sealed"])
    opens = f", which opens after {sealed} move{'s' * (sealed > 1)}" if sealed else ""
    first = f"first {sealed} moves" if sealed > 1 else "first move"
    shut = f"is sealed for the {first}: the token may not enter it. " if sealed else ""
    usual = "never straight back" if said["reversal"] == "forbidden" else "never off the grid. Passing"
    never = "never onto a square that it has left." if said["trail"] == "closed" else usual
    stuck = {end: f"A player who cannot move {end}." for end in ("loses", "wins")}
    stuck["ties"] = "If a player cannot move, the game is a tie."
    central = said["goal"] == "center" or (size % 2 and at == f"({size // 2 + 1},{size // 2 + 1})")
    return {
        f"{size}x{size} grid",
        f"stands on {start}.",
        f"who begins: here Player {said['first']}.",
        "left, right or diagonally, never" if said["diagonal"] == "allowed" else "left or right, never",
        never,
        shut + stuck[str(said["stuck"])] if said["trail"] == "closed" else "Passing is not",
        f"onto the center square{opens}." if central else f"onto the goal square {at}{opens}.",
        "onto the center wins" if central else f"onto the goal square {at} wins",
    }


def snatchers(game: Game) -> set[str]:
    size, reach = int(game.settings["size"]), int(game.settings["reach"])
    ups = {"forward": "opponent's home edge", "screen": "to the top for both", "cartesian": "to the bottom for both"}
    listed = ", ".join(SPELLED[: reach - 1]) + (" or " if reach > 1 else "") + SPELLED[reach - 1]
    return {
        f"{size}x{size} grid",
        f"bottom-right corner ({size},{size})",
        f"Move your token {listed} space{'s' * (reach > 1)} in",
        f"{ups[str(game.settings['up'])]}",
        "right or diagonally. Up" if game.settings["diagonal"] == "allowed" else "left or right. Up",
        *(["leaves is burnt"] if game.settings["burnt"] == "yes" else []),
    }


ROOM = {"center": {"tokens": 2}, "quad": {"size": 6}}  # options under which the others have more than one value
NEEDS = {  # to do anything
    ("showdown", "stuck"): {"trail": "closed"},
    ("showdown", "sealed"): {"trail": "closed"},
    ("snatchers", "stuck"): {"burnt": "yes"},
}

TWINS: dict[str, Callable[[Game], set[str]]] = {f.__name__: f for f in (center, numbers, quad, showdown, snatchers)}


def figures(game: Game) -> set[int]:
    """Every number that the options give a meaning, and those of the names and corners that never change."""
    size = int(game.settings["size"])
    found = {0, 1, 2, size, size**2 if "komi" in game.settings else size, int(game.settings.get("block", size))}
    found |= {int(game.settings.get(name, 0)) for name in ("komi", "within", "sealed", "turn_limit")}
    texts = [str(game.settings.get(name)) for name in ("start", "goal", "forbidden_first", "opening")]
    return found | {int(part) for part in re.findall(r"\d+", " ".join(texts))}


ALSO = {  # what every game says of the options that every game has, at the end
    "repetition": "occurs for the third time",
    "misere": "The player who would win by the rulebook loses instead.",
    "turn_limit": " in all, the game is a tie.",
    "double_moves": "The first turn is one move; every other turn is two moves.",
    "pie": "Pie rule: after the first move, the other player may take over that side.",
    "forbidden_first": "Nobody may begin with ",
    "opening": "Every match begins with ",
}


@pytest.mark.slow
@pytest.mark.thorough
@pytest.mark.parametrize("name", OURS)
@settings(max_examples=many(120), deadline=None)
@given(data=st.data())
def test_the_rules_in_force_are_told_and_no_others(name: str, data: st.DataObject) -> None:
    game = data.draw(games(registry.find_class(name)))
    text = tell(game)
    for sentence in TWINS[name](game):
        assert sentence in text
    assert {int(number) for number in re.findall(r"\d+", text)} <= figures(game)
    changed = {option.name for option in game.declared if game.settings[option.name] != option.default}
    assert {name for name, said in ALSO.items() if said in text} == changed & set(ALSO)
    for where in (collect_facts(game)["rules"], describe_rules(game), write_page(game)):
        assert " ".join(write_rulebook(game).split()) in " ".join(where.split())
    assert collect_facts(game)["goal"] == write_goal(game) in describe_rules(game)


def values(game: Game, option: Option[Any]) -> list[Any]:
    if isinstance(option, Dial):
        return list(range(option.low, option.high + 1))
    if isinstance(option, MoveOption):
        texts = [move.text.replace(" ", "_") for move in game.named_moves(game.start())]
        return [option.default, *texts[:2], f"{texts[0]}+{texts[1]}"]
    return list(option.readings) if isinstance(option, Ruling) else [option.default, "1-2", "2-1"]


@pytest.mark.slow
def test_no_two_values_of_an_option_are_told_alike() -> None:
    """An option that changed the rules and not what is told of them would be seen, those to come included."""
    for name, option in [(each, option) for each in OURS for option in registry.load(each).declared]:
        texts, needs = {}, {**ROOM.get(name, {}), **NEEDS.get((name, option.name), {})}
        for value in values(registry.load(name, needs), option):
            with suppress(BadOption):
                texts[value] = tell(registry.load(name, {**needs, option.name: value}))
        assert len(texts) > 1 or isinstance(option, MoveOption)
        alike = {(one, other) for one, other in combinations(texts, 2) if texts[one] == texts[other]}
        assert alike == ({("next", "first")} if option.name == "begins_sudden_death" else set()), (name, option.name)


def test_the_rulebook_itself_is_told_where_nothing_is_changed() -> None:
    for game in (*map(registry.load, OURS), HOP):
        book = cleandoc(vars(game.printed)["__doc__"] or sys.modules[game.printed.__module__].__doc__ or "")
        assert write_rulebook(game).split() == book.split()
        assert write_goal(game) == game.goal
        for phrase, instead in game.words.phrases().items():
            assert phrase == instead
            of_every_dial = phrase in Words.phrases(game.words)
            assert of_every_dial or phrase in " ".join(book.split()), "else nothing would ever be replaced"
    assert "A 5x5 grid: columns A to E, rows 1 to 5 from the top." in write_rulebook(Hop(size=5))


def test_the_short_rules_are_at_most_a_screen() -> None:
    for name, options in product(OURS, ("", "mended")):
        lines = write_rules_short(registry.load(name, options), 80).split("\n")
        assert [line.split()[0] for line in lines if line[0] != " "] == ["Goal.", "Setup.", "Moving.", "Winning."]
        assert len(lines) <= 22
        assert max(map(len, lines)) <= 80
    plain = type("Plain", (Hop,), {"__doc__": "Nothing with headings.", "goal": "Hop away."})
    assert write_rules_short(plain(size=5)) == "Hop away.\nChanged rules: the grid is 5x5."


def test_the_page_fits_says_the_same_in_every_width_and_has_the_moves_of_the_start() -> None:
    for name, width in product(OURS, (40, 80, 200)):
        game = registry.load(name)
        page, drawn = write_page(game, width), game.words.draw(game.start())
        assert f"\n\n{drawn}\n\n" in page
        whole = game.write_position(game.start()).split()[0]  # a position is never broken
        sets = [each.options for each in list_rule_sets(game.printed)]  # nor are options, which are to be copied
        lines = [line for line in page.replace(drawn, "").splitlines() if whole not in line and line not in sets]
        assert all(len(line) <= width for line in lines), (name, width)
        assert page.split() == write_page(game, 1000).split()
    moves = {"showdown": "down, right", "quad": "A1, B1, C1, D1, …"}  # all of the start, or they are said to go on
    assert all(write_page(registry.load(name)).endswith(f"  moves     {listed}") for name, listed in moves.items())


def test_a_text_of_another_shape_is_left_as_it_is_and_the_goal_of_a_game_may_be_what_its_rulebook_says() -> None:
    text = "Odd.\n\nOne. Two\n     three.\n\n    indented\n    code\n- a\n- b"
    shown = write_rulebook(type("Odd", (Hop,), {"__doc__": text})())
    assert shown == "Odd.\n\nOne.      Two three.\n\n    indented\n    code\n- a\n- b"
    book = "Silent.\n\nGoal.    Say nothing,\n         for long.\nMoving.  Nobody moves.\n"
    silent: Any = type("Silent", (Hop,), {"__doc__": book, "title": "Silent", "subtitle": "", "goal": ""})
    assert (silent.goal, silent.subtitle) == ("Say nothing, for long.", "Say nothing, for long")


# What is said of a move: its note in a list, what it did for a reader who does not see the board

OWN = [registry.load(name, options) for name in registry.names() for options in ("", "mended", "pie=yes")]
OUTSIDE = [load_class(file)() for file in sorted(FOLDER.glob("squarely_*.py"))]
CLASSICS = [classic(file.stem) for file in FILES]


@pytest.mark.slow
def test_the_legal_moves_of_a_position_differ_in_their_notes_and_in_what_is_told() -> None:
    for game in [*OWN, *OUTSIDE, *CLASSICS]:
        for match in playouts(game, matches=2, turns=30):
            for say in (game.words.note, game.words.tell_move):
                said = [say(match.position, int(move)) for move in match.legal_moves]
                assert len({*said}) == len(said), (game, said)
                assert all(text == text.strip() != "" and "\n" not in text for text in said), (game, said)


def test_notes_of_the_five_games_and_of_a_piece_that_names_only_where_it_stands() -> None:
    for name, line, move, note, told in (
        ("numbers", "538/291/647 1 0-0", "2 2", "9 +3 +2 +1 +4 = 19", "took 9, 3, 2, 1 and 4: 19 points"),
        ("numbers", "538/291/647 1 0-0", "2 3", "1", "took 1: 1 point"),
        ("quad", "", "B2", "B2", "played B2"),
        ("quad", "XXOO/OOXX/XXOO/OOXX X", "swap A1 C1", "A1⇄C1", "played swap A1 C1"),
        ("center", "", "place 0 1", "(0,1)", "played place 0 1"),
        ("center", "A--/---/--B A", "move 0 0 0 1", "(0,0)→(0,1)", "moved from (0,0) to (0,1)"),
        ("showdown", "", "right", "→ (1,2)", "moved from (1,1) to (1,2)"),
        ("snatchers", "", "up 2", "↓ (1,3)", "moved from (1,1) to (1,3)"),  # up leads down the board for Player 1
    ):
        game = registry.load(name)
        position = game.read_position(line) if line else game.start()
        (number,) = {*game.words.read_move(position, move)} & {*game.legal_moves(position)}
        assert (game.words.note(position, number), game.words.tell_move(position, number)) == (note, told)
    dodgem = played(Match.of(classic("dodgem")), "A2 B2", "B3 A3", "B2 C2", "A3 A2")
    notes = {str(move): dodgem.game.words.note(dodgem.position, move) for move in dodgem.legal_moves}
    assert (notes["leave C2"], notes["A1 B1"]) == ("leave C2", "A1→B1")


def test_a_sealed_goal_counts_down_and_the_goal_is_told_as_open_afterwards() -> None:
    game = registry.load("showdown", "mended")
    going_on = [match for match in playouts(game, matches=9, turns=12) if not match.outcome]
    assert max(len(match.moves) for match in going_on) > 10
    for match in going_on:
        closed = [*game.words.closed_places(match.position).values()]
        assert closed == [*range(10, 0, -1)][len(match.moves) :][:1]
        goal = game.words.goal_now(match.position, write_goal(game))
        assert ("which opens after 10 moves" in goal) == bool(closed) == ("open now" not in goal)
