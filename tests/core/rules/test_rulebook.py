"""The rules as they are told are the rules in force, whatever the options: every number, size and reading in them."""

import re
import sys
from collections.abc import Callable
from contextlib import suppress
from inspect import cleandoc
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from squarely import Game, Match, Side
from squarely.core.errors import BadOption
from squarely.core.rules import registry
from squarely.core.rules.options import Dial, Option, Ruling
from squarely.core.rules.rulebook import collect_facts, list_rule_sets, write_goal, write_rulebook, write_rules_short
from squarely.core.rules.words import Words
from squarely.core.text.wrapping import wrap
from squarely.core.variations.openings import MoveOption
from squarely.players.prompt import describe_rules
from squarely.terminal.rules import write_page
from tests.games.outside_games import HOP, Hop
from tests.strategies import games

STUCK = {
    "loses": "A player who cannot move loses.",
    "wins": "A player who cannot move wins.",
    "ties": "If a player cannot move, the game is a tie.",
}
OURS = ("center", "numbers", "quad", "showdown", "snatchers")
SPELLED = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def told(game: Game) -> str:
    """The rules and the goal on one line."""
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
    central = said["goal"] == "center" or (size % 2 and at == f"({size // 2 + 1},{size // 2 + 1})")
    return {
        f"{size}x{size} grid",
        f"stands on {start}.",
        f"who begins: here Player {said['first']}.",
        "left, right or diagonally, never" if said["diagonal"] == "allowed" else "left or right, never",
        "never onto a square that it has left."
        if said["trail"] == "closed"
        else "never straight back"
        if said["reversal"] == "forbidden"
        else "never off the grid. Passing",
        f"{shut}{STUCK[str(said['stuck'])]}" if said["trail"] == "closed" else "Passing is not",
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

TWINS: dict[str, Callable[[Game], set[str]]] = {
    "center": center, "numbers": numbers, "quad": quad, "showdown": showdown, "snatchers": snatchers
}  # fmt: skip


def figures(game: Game) -> set[int]:
    """Every number that the options give a meaning, and those of the names and corners that never change."""
    size = int(game.settings["size"])
    found = {0, 1, 2, size, size**2 if "komi" in game.settings else size, int(game.settings.get("block", size))}
    found |= {int(game.settings.get(name, 0)) for name in ("komi", "within", "sealed", "turn_limit")}
    texts = " ".join(str(game.settings.get(name)) for name in ("start", "goal", "forbidden_first", "opening"))
    return found | {int(part) for part in re.findall(r"\d+", texts)}


# What every game says of the options that every game has, at the end.
ALSO = {
    "repetition": "occurs for the third time",
    "misere": "The player who would win by the rulebook loses instead.",
    "turn_limit": " in all, the game is a tie.",
    "double_moves": "The first turn is one move; every other turn is two moves.",
    "pie": "Pie rule: after the first move, the other player may take over that side.",
    "forbidden_first": "Nobody may begin with ",
    "opening": "Every match begins with ",
}


@pytest.mark.parametrize("name", OURS)
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_the_rules_in_force_are_told_and_no_others(name: str, data: st.DataObject) -> None:
    game = data.draw(games(registry.find_class(name)))
    text = told(game)
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


@pytest.mark.parametrize("name", OURS)
def test_no_two_values_of_an_option_are_told_alike(name: str) -> None:
    """An option that changed the rules and not what is told of them would be seen, those to come included."""
    for option in registry.load(name).declared:
        texts, needs = {}, {**ROOM.get(name, {}), **NEEDS.get((name, option.name), {})}
        for value in values(registry.load(name, needs), option):
            with suppress(BadOption):
                texts[value] = told(registry.load(name, {**needs, option.name: value}))
        assert len(texts) > 1 or isinstance(option, MoveOption)
        alike = {(one, other) for one, other in combinations(texts, 2) if texts[one] == texts[other]}
        assert alike == ({("next", "first")} if option.name == "begins_sudden_death" else set()), option.name


@pytest.mark.parametrize("name", [*OURS, "hop"])
def test_the_rulebook_itself_is_told_where_nothing_is_changed(name: str) -> None:
    game = HOP if name == "hop" else registry.load(name)
    book = cleandoc(vars(game.printed)["__doc__"] or sys.modules[game.printed.__module__].__doc__ or "")
    assert " ".join(write_rulebook(game).split()) == " ".join(book.split())
    assert write_goal(game) == game.goal
    for phrase, instead in game.words.phrases().items():
        assert phrase == instead
        of_every_dial = phrase in Words.phrases(game.words)
        assert of_every_dial or phrase in " ".join(book.split()), "else nothing would ever be replaced"


def test_the_short_rules_are_at_most_a_screen() -> None:
    for name in OURS:
        for options in ("", "mended"):
            short = write_rules_short(registry.load(name, options), 80)
            assert [line.split()[0] for line in short.split("\n") if line[0] != " "] == [
                "Goal.", "Setup.", "Moving.", "Winning."
            ]  # fmt: skip
            assert len(short.split("\n")) <= 22
            assert max(map(len, short.split("\n"))) <= 80
    plain = type("Plain", (Hop,), {"__doc__": "Nothing with headings.", "goal": "Hop away."})
    assert write_rules_short(plain(size=5)) == "Hop away.\nChanged rules: the grid is 5x5."


@pytest.mark.parametrize("name", OURS)
@pytest.mark.parametrize("width", [40, 60, 80, 100, 200])
def test_the_page_fits_and_says_the_same_in_every_width(name: str, width: int) -> None:
    game = registry.load(name)
    told, drawn = write_page(game, width), game.words.draw(game.start())
    assert f"\n\n{drawn}\n\n" in told
    whole = game.write_position(game.start()).split()[0]  # a position is never broken
    sets = [each.options for each in list_rule_sets(game.printed)]  # nor are options, which are to be copied
    lines = [line for line in told.replace(drawn, "").splitlines() if whole not in line and line not in sets]
    assert all(len(line) <= width for line in lines)
    assert told.split() == write_page(game, 1000).split()


@pytest.mark.parametrize(
    ("name", "options", "moves"),
    [
        ("showdown", "", "down, right"),
        ("showdown", "start=4-4", "up, down, left, right"),
        ("quad", "", "A1, B1, C1, D1, …"),
    ],
)
def test_the_moves_of_the_start_are_all_or_are_said_to_go_on(name: str, options: str, moves: str) -> None:
    assert write_page(registry.load(name, options)).endswith(f"  moves     {moves}")


def test_a_game_from_outside_follows_its_options_too() -> None:
    text = write_rulebook(Hop(size=5))
    assert "A 5x5 grid: columns A to E, rows 1 to 5 from the top." in text


def test_a_text_of_another_shape_is_left_as_it_is() -> None:
    text = "Odd.\n\nOne. Two\n     three.\n\n    indented\n    code\n- a\n- b"
    shown = write_rulebook(type("Odd", (Hop,), {"__doc__": text})())
    assert shown == "Odd.\n\nOne.      Two three.\n\n    indented\n    code\n- a\n- b"


def test_the_goal_of_a_game_that_does_not_say_it_is_what_its_rulebook_says() -> None:
    class Silent(Hop):  # type: ignore[misc, valid-type]
        """Silent.

        Goal.    Say nothing,
                 for long.
        Moving.  Nobody moves.
        """

        title, subtitle, goal = "Silent", "", ""

    assert (Silent.goal, Silent.subtitle) == ("Say nothing, for long.", "Say nothing, for long")


@settings(max_examples=200, deadline=None)
@given(
    lengths=st.lists(st.lists(st.integers(1, 12), max_size=30), max_size=4),
    indent=st.integers(0, 12),
    width=st.integers(40, 200),
)
def test_prose_is_broken_between_words(lengths: list[list[int]], indent: int, width: int) -> None:
    whole = "\n".join(" " * indent + " ".join("x" * length for length in line) for line in lengths)
    lines = wrap(whole, width)
    assert lines.split() == whole.split()
    assert all(len(line) <= width for line in lines.splitlines())
    assert all(len(line) - len(line.lstrip()) == indent for line in lines.splitlines() if line.strip())
    assert wrap(lines, width) == lines


def test_columns_stay_columns() -> None:
    assert wrap("  draw        offer a draw: the other side is asked for one", 40) == (
        "  draw        offer a draw: the other\n              side is asked for one"
    )


def test_the_prompt_of_a_match_carries_the_rules_in_force() -> None:
    from squarely.players.prompt import write_prompt

    game = registry.load("quad", "sudden_death=convert,block=3,size=5")
    text = write_prompt(Match.of(game), Side.FIRST)
    assert "form a 3x3 square" in text
    assert "2x2" not in text
    assert "exchange places" not in text
