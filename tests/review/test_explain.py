"""Every sentence about every move of thousands of matches, proved again without the solver."""

from collections import Counter

import pytest

from squarely.review.explain import explain_move
from squarely.review.grading import grade_match
from squarely.solver.oracle import Oracle
from tests.review.matches import (
    ALL,
    CENTER,
    CHOOSE,
    CONVERT,
    EXCHANGE,
    LATE,
    NO_SUDDEN_DEATH,
    NUMBERS,
    SHOWDOWN,
    SNATCHERS,
    generated,
)
from tests.review.reproof import NAMES, Reproof

HOW_MANY = {CENTER: (1, 600), SHOWDOWN: (1, 500), SNATCHERS: (1, 400), NUMBERS: (80, 8), CHOOSE: (5, 30), LATE: (3, 60)}
USUAL = (1, 300)

# What each game's matches must give occasion to say, so that no proof passes for want of a sentence.
FORMS = {
    CENTER: {"allows", "misses", "ends", "whatever", "dawdles_at_the_end", "holds_out"},
    SHOWDOWN: {"allows", "misses", "ends", "forced", "keeps_all", "keeps", "keeps_alone"},
    SNATCHERS: {"allows", "misses", "ends", "keeps_all", "keeps"},
    NUMBERS: {"allows", "misses", "costs", "scores", "forced"},
    CHOOSE: {"allows", "costs", "scores", "forced"},
    EXCHANGE: {"allows", "misses", "ends", "wins", "whatever", "holds_out", "forced", "blocks", "overlooks"}
    | {"blocks_and_wins", "blocks_and_loses", "overlooks_lost"},
    CONVERT: {"overlooks", "blocks", "allows", "misses", "ends", "wins", "holds_out", "forced"},
    LATE: {"allows", "misses", "ends", "wins", "whatever", "blocks", "dawdles", "overlooks", "overlooks_lost"},
    NO_SUDDEN_DEATH: {"overlooks", "blocks", "allows", "ends", "keeps", "keeps_all", "keeps_alone", "forced"},
}


@pytest.mark.parametrize("game", [*ALL, LATE], ids=",".join)
def test_every_sentence_is_true(game: tuple[str, str]) -> None:
    forms: Counter[str] = Counter()
    for plain, matches in generated(*game, *HOW_MANY.get(game, USUAL)):
        oracle, seen = Oracle(plain.game), set()
        for match in matches:
            for each in grade_match(match, oracle).grades:
                if (each.position, each.move) not in seen:
                    seen.add((each.position, each.move))
                    sentence = explain_move(each, oracle, NAMES).text
                    forms[Reproof(plain, each.position, str(each.move), sentence).prove()] += 1
    assert FORMS[game] <= set(forms), forms


def test_there_are_thousands_of_matches() -> None:
    assert sum(starts * matches for starts, matches in (HOW_MANY.get(game, USUAL) for game in ALL)) >= 3000
