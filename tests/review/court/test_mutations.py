"""Verdicts are computed: under another rule the same check comes to another verdict."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from squarely.core import registry
from squarely.core.claims import Docket
from squarely.core.rules import ONGOING
from squarely.core.verdict import NOT_APPLICABLE, PROVED, REFUTED, SILENT, decide
from squarely.review.court.case import SolvedCase
from tests.review.court.bench import claim, verdict

CHANGED = [
    ("center", "one_square", PROVED, "diagonal=allowed", REFUTED),
    ("center", "placing", PROVED, "beside_center=forbidden,tokens=2", REFUTED),
    ("center", "four_tokens", PROVED, "tokens=3", REFUTED),
    ("center", "center_wins", PROVED, "stalemate=loses", REFUTED),
    ("center", "blocked_player", SILENT, "tokens=2", PROVED),
    ("center", "empty_grid", PROVED, "size=5", REFUTED),
    ("showdown", "no_reversal", PROVED, "reversal=allowed", REFUTED),
    ("showdown", "to_and_fro", PROVED, "reversal=allowed", REFUTED),
    ("showdown", "on_the_grid", PROVED, "size=3,diagonal=allowed", REFUTED),
    ("showdown", "one_square", PROVED, "size=3,diagonal=allowed", REFUTED),
    ("showdown", "printed_game", PROVED, "first=2", NOT_APPLICABLE),
    ("showdown", "quick", REFUTED, "start=2-3", PROVED),
    ("showdown", "start", PROVED, "start=2-3", REFUTED),
    ("snatchers", "printed_game", PROVED, "up=screen", REFUTED),
    ("snatchers", "dialogue", PROVED, "up=screen", NOT_APPLICABLE),
    ("snatchers", "all_moves", PROVED, "reach=1", REFUTED),
    ("snatchers", "one_or_two", PROVED, "reach=1", REFUTED),
    ("snatchers", "straight", PROVED, "reach=3", REFUTED),
    ("numbers", "no_ties", PROVED, "komi=1", REFUTED),
    ("numbers", "tracker", PROVED, "komi=1", REFUTED),
    ("numbers", "higher_wins", PROVED, "komi=20", REFUTED),
    ("numbers", "printed_game", PROVED, "capture=choose", REFUTED),
    ("quad", "no_draws", PROVED, "sudden_death=none", REFUTED),
    ("quad", "comes_to_an_end", REFUTED, "sudden_death=none", PROVED),
    ("quad", "sudden_death", PROVED, "sudden_death=none", REFUTED),
    ("quad", "grid", PROVED, "size=5", REFUTED),
    ("center", "center", PROVED, "size=5", REFUTED),
    ("center", "dialogues", PROVED, "size=5,tokens=2", NOT_APPLICABLE),
    ("center", "drawn_start", PROVED, "size=5,tokens=1", NOT_APPLICABLE),
    ("center", "limits", PROVED, "beside_center=forbidden,tokens=2", REFUTED),
    ("center", "moving", PROVED, "diagonal=allowed,tokens=1", REFUTED),
    ("numbers", "dialogue", PROVED, "capture=choose", NOT_APPLICABLE),
    ("numbers", "display", PROVED, "komi=1", REFUTED),
    ("numbers", "neighbours", PROVED, "capture=choose", REFUTED),
    ("quad", "dialogue", PROVED, "size=5", NOT_APPLICABLE),
    ("quad", "drawn", PROVED, "size=5", NOT_APPLICABLE),
    ("quad", "noticed", PROVED, "sudden_death=none", REFUTED),
    ("quad", "who_is_first", SILENT, "size=3", PROVED),
    ("showdown", "coordinates", PROVED, "size=7", REFUTED),
    ("showdown", "dialogue", PROVED, "first=2", NOT_APPLICABLE),
    ("showdown", "validates", PROVED, "reversal=allowed", REFUTED),
    ("snatchers", "coordinates", PROVED, "size=4", REFUTED),
    ("snatchers", "feedback", PROVED, "up=screen", REFUTED),
]


@pytest.mark.parametrize(("game", "name", "usual", "options", "other"), CHANGED)
def test_another_rule_brings_another_verdict(game: str, name: str, usual: str, options: str, other: str) -> None:
    assert verdict(game, name).word == usual
    assert verdict(game, name, options).word == other


@pytest.mark.parametrize("name", ["on_the_grid", "one_square"])
def test_how_a_token_moves_is_true_on_a_larger_grid_too(name: str) -> None:
    assert verdict("showdown", name, "size=7").word == PROVED


def test_where_no_position_comes_again_nothing_goes_to_and_fro() -> None:
    found = verdict("showdown", "to_and_fro", "size=3,trail=closed")
    assert (found.word, found.says[0]) == (PROVED, "No position ever comes again, with the ban or without.")


def test_moves_that_were_not_expected_are_told_in_words() -> None:
    (said, *_) = verdict("showdown", "on_the_grid", "size=3,diagonal=allowed").says
    assert said == "*../.../... 1 -: down, right and down-right."


def test_a_refuted_rule_shows_the_move_that_breaks_it() -> None:
    broken = verdict("center", "one_square", "diagonal=allowed")
    assert broken.match is not None
    origin, target = str(broken.match.moves[-1]).split()[1:3], str(broken.match.moves[-1]).split()[3:]
    assert all(a != b for a, b in zip(origin, target, strict=True))


def test_a_neighbour_left_alone_is_seen() -> None:
    check, choosing = claim("numbers", "capturing").check, SolvedCase(registry.load("numbers", "capture=choose"))
    choosing.starts = choosing.starts[:1]
    assert check is not None
    assert check(choosing).word == REFUTED


@pytest.mark.parametrize(
    "forgets",
    [
        lambda said: re.sub(r"(?m)^Player 1 has .*\n", "", said),
        lambda said: re.sub(r"Player 2 has \d+", "Player 2 has 0", said),
        lambda said: re.sub(r"Player 1 has \d+ points, ", "", said),
    ],
    ids=["both", "one wrong", "one missing"],
)
def test_a_total_that_is_not_shown_is_missed(forgets: Callable[[str], str], monkeypatch: pytest.MonkeyPatch) -> None:
    rules = registry.rules("numbers")
    show_move = rules.show_move
    monkeypatch.setattr(rules, "show_move", lambda match, by_reader=True: forgets(show_move(match, by_reader)))
    assert verdict("numbers", "tracker").word == REFUTED


Spoil = Callable[..., Any]

SPOILED: list[tuple[str, str, str, str, Spoil]] = [  # a claim, what is spoiled, and how, of what it does
    ("center", "letters", "tokens=1", "draw", lambda was: lambda law, at: was(law, at).replace("A", "a")),
    (
        "center",
        "one_action",
        "tokens=1",
        "play",
        lambda was: lambda law, at, move: was(law, at, move)._replace(first=6),
    ),
    (
        "center",
        "free_center",
        "tokens=1",
        "legal_moves",
        lambda was: lambda law, at: [law.passing] if at.first == 16 else was(law, at),
    ),
    ("numbers", "visible", "", "draw", lambda was: lambda law, at: was(law, at).replace("9", "?")),
    ("numbers", "drawn", "", "draw", lambda was: lambda law, at: was(law, at).replace("+", "-")),
    ("numbers", "commands", "", "read_move", lambda was: lambda law, at, text: [*was(law, at, text)] * 2),
    ("numbers", "updated", "", "show_move", lambda was: lambda match, mine: was(match, mine).replace("|", "!")),
    ("quad", "updated", "", "show_move", lambda _: lambda match, mine: ""),  # noqa: ARG005
    ("quad", "occupied", "", "legal_moves", lambda _: lambda law, at: range(law.cells)),  # noqa: ARG005
    ("showdown", "asterisk", "", "draw", lambda was: lambda law, at: was(law, at).replace("*", "o")),
    ("showdown", "updated", "", "show_move", lambda _: lambda match, mine: ""),  # noqa: ARG005
    ("showdown", "no_passing", "", "play", lambda _: lambda law, at, move: at._replace(mover=1 - at.mover)),  # noqa: ARG005
    ("snatchers", "tokens", "", "draw", lambda was: lambda law, at: was(law, at).replace("P1", "p1")),
    ("snatchers", "never_shared", "", "outcome", lambda _: lambda law, at: ONGOING),  # noqa: ARG005
    ("snatchers", "declared", "", "closing", lambda _: lambda match: "Well done!"),  # noqa: ARG005
    ("snatchers", "dialogue", "", "announce_turn", lambda _: lambda match: "Now you:"),  # noqa: ARG005
    ("snatchers", "in_bounds", "", "legal_moves", lambda _: lambda law, at: range(8)),  # noqa: ARG005
]


@pytest.mark.parametrize(("game", "name", "options", "what", "spoil"), SPOILED, ids=lambda each: str(each)[:20])
def test_what_is_spoiled_is_seen(
    game: str, name: str, options: str, what: str, spoil: Spoil, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert verdict(game, name, options).word == PROVED
    rules, check = registry.rules(game), claim(game, name).check
    monkeypatch.setattr(rules, what, spoil(getattr(rules, what)))
    assert check is not None
    assert check(SolvedCase(registry.load(game, options))).word == REFUTED


def test_a_rulebook_that_leaves_nothing_open_says_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of showdown three sentences are open; were they proved, it would have said all that one needs."""
    assert verdict("showdown", "says_all").word == REFUTED
    said = Docket()
    said.claim("Setup", "Player 1 begins.", "first=1")(lambda _: decide(True, "It says so."))
    monkeypatch.setattr("squarely.games.showdown.claims.play.claims", said)
    monkeypatch.setattr("squarely.games.showdown.claims.examples.claims", said)
    assert verdict("showdown", "says_all").word == PROVED


def test_a_tie_is_shown_where_there_is_one() -> None:
    tied = verdict("numbers", "no_ties", "komi=1").match
    assert tied is not None
    assert tied.outcome is not None
    assert tied.outcome.winner is None
