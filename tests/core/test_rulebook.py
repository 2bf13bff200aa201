"""The rules as they are told are the rules in force, whatever the options: every number, size and reading in them."""

import re
from collections.abc import Callable
from inspect import cleandoc
from itertools import combinations
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from squarely import Game, Match, Side
from squarely.core import registry
from squarely.core.errors import BadOption, UnknownGame
from squarely.core.game_facts import collect_facts
from squarely.core.options import Dial, Place, Ruling
from squarely.core.registry import make_game
from squarely.core.rule_sets import list_rule_sets
from squarely.core.rulebook import write_goal, write_rulebook
from squarely.core.text_wrapping import wrap
from squarely.players.prompt import describe_rules
from squarely.terminal.rules_page import write_page
from tests.games.test_outside import HOP, OFFERED
from tests.strategies import games

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
        ("but the center" if said["beside_center"] == "allowed" else "from which a token could move there")
        + (", or move one" if said["placing"] == "free" else "; once all of them are placed, move one"),
        *(["Whoever can neither place nor move loses."] if said["stalemate"] == "loses" else []),
        *(["only if its side has more tokens beside the center"] if said["guarded"] == "yes" else []),
        *(["The square that it leaves is burnt"] if said["burnt"] == "yes" else []),
        *(["Every move brings it nearer to the center"] if said["retreat"] == "forbidden" else []),
    }


def numbers(game: Game) -> set[str]:
    size, komi = int(game.settings["size"]), int(game.settings["komi"])
    even = (size**2 * (size**2 + 1) // 2 + komi) % 2 == 0
    return {
        f"A {size}x{size} grid with the numbers 1 to {size**2} dealt",
        "and every square next" if game.settings["capture"] == "all" else "and may capture any of the squares next",
        f"Player 2 is given {komi} point{'s' * (komi > 1)} and the" if komi else "captured, the higher total wins",
        "wins; equal totals are a tie." if even else "the higher total wins.",
        f"on opposite squares add up to {size**2 + 1}," if game.settings["deals"] == "paired" else "to a square, seen",
        f"the selected one by at most {game.settings['within']}." if game.settings["within"] else "selected one. What",
    }


def quad(game: Game) -> set[str]:
    size, block, last = int(game.settings["size"]), int(game.settings["block"]), game.settings["sudden_death"]
    formed = {
        "square": f"a {block}x{block} square",
        "corners": "the four corners of an upright square",
        "tilted": "the four corners of any square",
        "line": f"a line of {SPELLED[block - 1]}",
    }[str(game.settings["shape"])]
    usual = "second" if size % 2 else "first"
    begins = str(game.settings["begins_sudden_death"])
    other = last != "none" and begins not in ("next", usual)
    swaps = int(game.settings["swaps"])
    return {
        f"{size}x{size} grid: columns A to {'ABCDEF'[size - 1]} from left to right, rows 1 to {size} from",
        f"form {formed} with",
        f"completes {formed} of",
        *([f"{'Player 1' if begins == 'first' else 'Player 2'} begins them."] if other else []),
        *([f"After {swaps} swap{'s' * (swaps > 1)} without one the game is a tie."] if swaps else []),
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
        f"{shut}Whoever cannot move passes and" if said["trail"] == "closed" else "Passing is not",
        f"onto the center square{opens}." if central else f"onto the goal square {at}{opens}.",
        "onto the center wins" if central else f"onto the goal square {at} wins",
    }


def snatchers(game: Game) -> set[str]:
    size, reach = int(game.settings["size"]), int(game.settings["reach"])
    ups = {"forward": "opponent's home edge", "screen": "to the top for both", "cartesian": "to the bottom for both"}
    listed = ", ".join(SPELLED[: reach - 1]) + (" or " if reach > 1 else "") + SPELLED[reach - 1]
    if game.settings["exact"] == "yes" and reach > 1:
        listed = f"exactly {SPELLED[reach - 1]}"
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
    found |= {int(game.settings.get(name, 0)) for name in ("komi", "within", "swaps", "sealed")}
    found |= {size**2 + 1} if game.settings.get("deals") == "paired" else set()
    return found | {
        int(part) for name in ("start", "goal") for part in re.findall(r"\d+", str(game.settings.get(name)))
    }


@pytest.mark.parametrize("name", OURS)
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_the_rules_in_force_are_told_and_no_others(name: str, data: st.DataObject) -> None:
    game = data.draw(games(name, registry.rules(name)))
    text = told(game)
    for sentence in TWINS[name](game):
        assert sentence in text
    assert {int(number) for number in re.findall(r"\d+", text)} <= figures(game)
    assert ("occurs for the third time" in text) == (game.settings["repetition"] != "play_on")
    for where in (collect_facts(game)["rules"], describe_rules(game), write_page(game)):
        assert " ".join(write_rulebook(game).split()) in " ".join(where.split())
    assert collect_facts(game)["goal"] == write_goal(game) in describe_rules(game)


def values(option: Dial | Ruling | Place) -> list[Any]:
    if isinstance(option, Dial):
        return list(range(option.low, option.high + 1))
    return list(option.readings) if isinstance(option, Ruling) else [option.default, "1-2", "2-1"]


@pytest.mark.parametrize("name", OURS)
def test_no_two_values_of_an_option_are_told_alike(name: str) -> None:
    """An option that changed the rules and not what is told of them would be seen, those to come included."""
    for option in registry.load(name).declared:
        texts, laws = {}, {}
        for value in values(option):
            needs = {**ROOM.get(name, {}), **NEEDS.get((name, option.name), {})}
            try:
                game = registry.load(name, {**needs, option.name: value})
            except BadOption:
                continue
            texts[value], laws[value] = told(game), (game.law, game.settings["repetition"])
        assert len(texts) > 1
        for one, other in combinations(texts, 2):
            if laws[one] == laws[other]:  # who is next is one of the two
                assert option.name == "begins_sudden_death"
                continue
            assert texts[one] != texts[other], f"{option.name}={one} and {option.name}={other}"


@pytest.mark.parametrize("name", [*OURS, "hop"])
def test_the_rulebook_itself_is_told_where_nothing_is_changed(name: str) -> None:
    game = HOP if name == "hop" else registry.load(name)
    assert " ".join(write_rulebook(game).split()) == " ".join(cleandoc(game.rules.__doc__ or "").split())
    assert write_goal(game) == game.rules.GOAL
    for phrase, instead in cast(Any, game.rules).reworded(game.law).items():
        assert phrase == instead


@pytest.mark.parametrize("name", OURS)
@pytest.mark.parametrize("width", [40, 60, 80, 100, 200])
def test_the_page_fits_and_says_the_same_in_every_width(name: str, width: int) -> None:
    game = registry.load(name)
    told, drawn = write_page(game, width), game.draw(game.start())
    assert f"\n\n{drawn}\n\n" in told
    whole = game.write_position(game.start()).split()[0]  # a position is never broken
    sets = [each.options for each in list_rule_sets(game.rules)]  # nor are options, which are to be copied
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
    text = write_rulebook(Game.of("hop", HOP.rules, "size=5"))
    assert "A 5x5 grid: columns A to E, rows 1 to 5 from the top." in text


def test_a_phrase_that_the_rulebook_does_not_have_is_refused() -> None:
    forgetful = make_game("forgetful", {**OFFERED, "reworded": lambda _: {"8x8": "4x4"}})
    with pytest.raises(UnknownGame, match="the rulebook of forgetful does not say '8x8'"):
        write_rulebook(forgetful)


def test_a_text_of_another_shape_is_left_as_it_is() -> None:
    text = "Odd.\n\nOne. Two\n     three.\n\n    indented\n    code\n- a\n- b"
    shown = write_rulebook(make_game("odd", {**OFFERED, "__doc__": text, "reworded": lambda _: {}}))
    assert shown == "Odd.\n\nOne.      Two three.\n\n    indented\n    code\n- a\n- b"


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
