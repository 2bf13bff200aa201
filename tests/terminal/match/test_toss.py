"""The coin decides something that two people can see, in every game, and what is said of it is true of the match."""

import re
from pathlib import Path

import pytest

from squarely.core.rules.game import SIDES
from squarely.core.rules.registry import load
from squarely.files import saved_matches
from squarely.terminal.match.new_match import NewMatch, prepare_match
from tests.terminal.driving import GAMES

SEEDS = range(16)
POSITIONS = {"showdown": "*..../...../...../...../..... 2 up", "quad": "X.../..../..../.... O"}


def tossed(name: str, **given: object) -> list[NewMatch]:
    return [prepare_match(name, toss=True, seed=seed, **given) for seed in SEEDS]  # type: ignore[arg-type]


def read(new: NewMatch) -> tuple[str, dict[str, str]]:
    """Who begins, and who has which side, as it is told."""
    found = re.fullmatch(r"The coin is tossed: (.+) begins\. (Player .) is (.+), (Player .) is (.+)\.", new.toss)
    assert found, new.toss
    return found[1], {found[2]: found[3], found[4]: found[5]}


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(saved_matches, "folder", lambda: tmp_path)


@pytest.mark.parametrize("names", [None, "Ann,Bob"])
@pytest.mark.parametrize("players", [("human", "human"), ("human", "level:3"), ("level:3", "human")])
@pytest.mark.parametrize(("name", "at"), [*((name, None) for name in GAMES), *POSITIONS.items()])
def test_the_coin_falls_either_way_and_the_words_are_true(
    name: str, at: str | None, players: tuple[str, str], names: str | None
) -> None:
    seen = set()
    for new in tossed(name, first=players[0], second=players[1], names=names, position=at):
        match, settings = new.live.match, new.live.settings
        beginner, seats = read(new)
        assert beginner == match.mover_name
        sides = load(name).players
        assert tuple(seats) == sides
        seated = (settings.first, settings.second)
        for side in SIDES:
            told, player = seats[sides[side]], seated[side]
            if names:
                assert told == match.names[side] + ("" if player == "human" else f" (the computer, {player})")
            elif player != "human":
                assert told == f"the computer ({player})"
            else:
                assert told == "you" if "level:3" in seated else told.startswith("whoever sits on the ")
        if names and players[0] != players[1]:  # a name goes with its player
            assert dict(zip(match.names, seated, strict=True)) == dict(zip(("Ann", "Bob"), players, strict=True))
        seen.add((seats[sides[match.mover]], *seats.values()))
    assert len(seen) == 2
    assert len({begins for begins, *_ in seen}) == 2, "whoever begins is another one"


def test_the_coin_is_the_seeds() -> None:
    assert [new.toss for new in tossed("quad")] == [new.toss for new in tossed("quad")]


def test_capitals_make_no_difference() -> None:
    assert {new.live.settings.second for new in tossed("quad", first="HUMAN", second="Human")} == {"human"}
    assert all("whoever sits on" in new.toss for new in tossed("quad", first="HUMAN", second="Human"))
