"""Counts with their nouns, lists, broken prose; and suggestions: whoever types what they are told is understood."""

import re
from collections.abc import Callable, Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from squarely.cli import _COMMANDS, _suggest_command
from squarely.core.errors import SquarelyError
from squarely.core.rules import registry
from squarely.core.text.notation import count_noun, join_with_and, join_with_or, plural
from squarely.core.text.suggestions import find_folded
from squarely.core.text.wrapping import wrap
from squarely.players import BY_NAME, KINDS, fold_name, seat_player
from tests.thorough import many


def test_a_number_and_its_noun_and_lists() -> None:
    for noun, *told in (
        ("move", "0 moves", "1 move", "1000 moves"),
        ("smaller mistake", "2 smaller mistakes"),
        ("reply", "1 reply", "3 replies"),
        ("way", "3 ways"),
        ("match", "2 matches"),
        ("second", "0.5 seconds", "1 second", "90 seconds"),
    ):
        for said, (number, form) in ((said, said.split(" ", 1)) for said in told):
            assert (count_noun(float(number), noun), plural(float(number), noun)) == (said, form)
    assert [count_noun(number, "entry", ",") for number in (1, 1250)] == ["1 entry", "1,250 entries"]
    items = (["1"], ["1", "2"], ["1", "2", "3"])
    assert [*map(join_with_or, items)] == ["1", "1 or 2", "1, 2 or 3"]
    assert [*map(join_with_and, items)] == ["1", "1 and 2", "1, 2 and 3"]


@pytest.mark.slow
@pytest.mark.thorough
@settings(max_examples=many(200), deadline=None)
@given(st.lists(st.lists(st.integers(1, 12), max_size=30), max_size=4), st.integers(0, 12), st.integers(40, 200))
def test_prose_is_broken_between_words_and_columns_stay(lengths: list[list[int]], indent: int, width: int) -> None:
    whole = "\n".join(" " * indent + " ".join("x" * length for length in line) for line in lengths)
    lines = wrap(whole, width)
    assert lines.split() == whole.split()
    assert all(len(line) <= width for line in lines.splitlines())
    assert all(len(line) - len(line.lstrip()) == indent for line in lines.splitlines() if line.strip())
    assert wrap(lines, width) == lines
    said = wrap("  draw        offer a draw: the other side is asked for one", 40)
    assert said == "  draw        offer a draw: the other\n              side is asked for one"


# What is suggested is there

QUAD = registry.load("quad")
OPTIONS = [f"{o.name}={value}" for o in QUAD.declared for value in o.choices if o.name != "block"]  # which fits a size
LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789:=_- ."


@pytest.fixture(scope="module", autouse=True)
def _has_models() -> Iterator[None]:
    """A slip may be nearest to a language model, which is seated only where there is an endpoint."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SQUARELY_LLM_URL", "http://127.0.0.1:9/v1")
        yield


def load_option(text: str) -> None:
    if text not in [option.name for option in QUAD.declared]:  # a name alone is suggested for a name
        registry.load("quad", text)


def run_command(text: str) -> None:
    """As the command line finds a command, or says what was meant."""
    words = text.split()
    if not words or find_folded(words[0], _COMMANDS) is None:
        raise SquarelyError(_suggest_command([text]))
    if words[0] == "play" and words[1:]:
        registry.load(words[1])


PLACES: dict[str, tuple[Callable[[str], object], list[str]]] = {
    "game": (lambda text: registry.load(registry.find(text) or text), list(registry.names())),
    "option": (load_option, OPTIONS),
    "player": (lambda text: seat_player(fold_name(text), 0), list(BY_NAME)),
    "command": (run_command, [name for name in _COMMANDS if name != "play"]),
}


def mistyped(word: str, data: st.DataObject) -> str:
    for _ in range(data.draw(st.integers(1, 2))):
        at = data.draw(st.integers(0, len(word)))
        letter = data.draw(st.sampled_from(LETTERS))
        before, behind = word[:at], word[at:]
        word = data.draw(st.sampled_from([before + behind[1:], before + letter + behind, before + letter + behind[1:]]))
    return word.upper() if data.draw(st.booleans()) else word


@pytest.mark.slow
@pytest.mark.thorough
@pytest.mark.parametrize("place", PLACES)
@settings(max_examples=many(160), deadline=None)
@given(st.data())
def test_what_is_suggested_is_accepted(place: str, data: st.DataObject) -> None:
    read, known = PLACES[place]
    typed = mistyped(data.draw(st.sampled_from(known)), data)
    try:
        read(typed)
    except SquarelyError as refused:
        meant = re.search(r"did you mean:? (?:squarely )?(.+?)\??$", str(refused))
        if meant:
            read(meant[1])


MEANT = {
    "player": {"level3": "level:3", "level 4": "level:4", "3": "level:3", "perfct": "perfect", "robot": ""},
    "game": {"qaud": "quad", "Snatcher": "snatchers", "chess": "", "go": ""},
    "command": {"quad": "play quad", "qaud": "play quad", "reveiw": "review", "chess": ""},
    "option": {"sise=5": "size", "sudden_death=exchnge": "sudden_death=exchange"},
}


def test_what_was_meant_and_nothing_silly_is_suggested_and_capitals_make_no_difference() -> None:
    for place, (read, known) in PLACES.items():
        for typed, meant in MEANT[place].items():
            with pytest.raises(SquarelyError) as refused:
                read(typed)
            said = str(refused.value)
            if meant:
                assert re.search(rf"did you mean:? (squarely )?{re.escape(meant)}(\?|$)", said), typed
            else:
                assert ("did you mean" in said, "there are " in said) == (False, True), typed
        for name in known:
            read(name.upper())
            read(name.title())
    for typed in ("level12", "level0", "level:0", "levl x"):
        with pytest.raises(SquarelyError, match=f"there are {KINDS[3]}|the levels are {KINDS[3]}"):
            seat_player(fold_name(typed), 0)
    assert [find_folded("A", ["a", "A"]), find_folded(" B ", ["a", "b"]), find_folded("c", ["a"])] == ["A", "b", None]
