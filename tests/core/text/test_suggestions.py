"""What is suggested is there: whoever types what they are told is understood."""

import re
from collections.abc import Callable, Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from squarely.cli import _COMMANDS, _suggest_command
from squarely.core.errors import SquarelyError
from squarely.core.rules import registry
from squarely.core.rules.options import spell_out
from squarely.core.text.suggestions import find_folded, find_nearest
from squarely.players import BY_NAME, KINDS, fold_name, seat_player

QUAD = registry.load("quad")
OPTIONS = [
    f"{o.name}={value}" for o in QUAD.declared for value in o.choices if o.name != "block"
]  # which must fit the size
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


def load_game(text: str) -> None:
    registry.load(registry.find(text) or text)


def seat(text: str) -> None:
    seat_player(fold_name(text), 0)


def run_command(text: str) -> None:
    """As the command line finds a command, or says what was meant."""
    words = text.split()
    if not words or find_folded(words[0], _COMMANDS) is None:
        raise SquarelyError(_suggest_command([text]))
    if words[0] == "play" and words[1:]:
        registry.load(words[1])


PLACES: dict[str, tuple[Callable[[str], None], list[str]]] = {
    "game": (load_game, list(registry.names())),
    "option": (load_option, OPTIONS),
    "player": (seat, list(BY_NAME)),
    "command": (run_command, [name for name in _COMMANDS if name != "play"]),
}


def mistyped(word: str, data: st.DataObject) -> str:
    """The word with one or two slips."""
    for _ in range(data.draw(st.integers(1, 2))):
        at = data.draw(st.integers(0, len(word)))
        letter = data.draw(st.sampled_from(LETTERS))
        before, behind = word[:at], word[at:]
        word = data.draw(st.sampled_from([before + behind[1:], before + letter + behind, before + letter + behind[1:]]))
    return word.upper() if data.draw(st.booleans()) else word


@pytest.mark.parametrize("place", PLACES)
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


@pytest.mark.parametrize("place", PLACES)
def test_capitals_make_no_difference(place: str) -> None:
    read, known = PLACES[place]
    for name in known:
        read(name.upper())
        read(name.title())


@pytest.mark.parametrize(
    ("place", "typed", "meant"),
    [
        ("player", "level3", "level:3"),
        ("player", "level 4", "level:4"),
        ("player", "3", "level:3"),
        ("player", "perfct", "perfect"),
        ("game", "qaud", "quad"),
        ("game", "Snatcher", "snatchers"),
        ("command", "quad", "play quad"),
        ("command", "qaud", "play quad"),
        ("command", "reveiw", "review"),
        ("option", "sise=5", "size"),
        ("option", "sudden_death=exchnge", "sudden_death=exchange"),
    ],
)
def test_what_was_meant(place: str, typed: str, meant: str) -> None:
    with pytest.raises(SquarelyError, match=rf"did you mean:? (squarely )?{re.escape(meant)}(\?|$)"):
        PLACES[place][0](typed)


@pytest.mark.parametrize(
    ("place", "typed"),
    [
        *((place, "chess") for place in ("game", "command", "player")),
        ("game", "go"),
        ("player", "robot"),
    ],
)
def test_nothing_silly_is_suggested(place: str, typed: str) -> None:
    with pytest.raises(SquarelyError) as refused:
        PLACES[place][0](typed)
    assert "did you mean" not in str(refused.value)
    assert "there are " in str(refused.value)


def test_levels_that_are_not_there() -> None:
    for typed in ("level12", "level0", "level:0", "levl x"):
        with pytest.raises(SquarelyError, match=f"there are {KINDS[3]}|the levels are {KINDS[3]}"):
            seat(typed)


def test_an_exact_name_comes_before_one_in_other_capitals() -> None:
    assert find_folded("A", ["a", "A"]) == "A"
    assert find_folded(" B ", ["a", "b"]) == "b"
    assert find_folded("c", ["a", "b"]) is None


@given(st.text(max_size=12), st.lists(st.text(min_size=1, max_size=8), max_size=6))
def test_the_nearest_is_one_of_those_there_are(typed: str, known: list[str]) -> None:
    assert find_nearest(typed, known) in [None, *known]


def test_a_rule_set_stands_for_its_options() -> None:
    sets = QUAD.printed.rule_sets
    assert spell_out(sets, "printed, size=5") == spell_out(sets, {"rules": "printed", "size": 5}) == [("size", "5")]
