"""The court under other rules than the rulebook's: every claim has a verdict, none by what is not there."""

import json
import re
from collections import Counter

import pytest
from click.testing import CliRunner

from squarely import decide
from squarely.core.errors import SquarelyError, TooLarge
from squarely.core.rules import registry
from squarely.review.court import (
    NOT_APPLICABLE,
    PROVED,
    REFUTED,
    VERDICTS,
    Claims,
    Verdict,
    find_claims,
    judge_claims,
    judges,
)
from squarely.review.court.case import Case
from squarely.terminal.court import court
from tests.solver.odd import counting
from tests.solver.odd.counting import Counting

CHEAP = [
    ("showdown", "first=2"),
    ("showdown", "reversal=allowed"),
    ("showdown", "size=3"),
    ("showdown", "repetition=draw"),
    ("showdown", "repetition=first_loses"),
    ("snatchers", "size=3,reach=1"),
    ("snatchers", "size=4,reach=1,up=screen"),
    ("numbers", "size=2"),
    ("center", "tokens=1"),
]


@pytest.mark.parametrize(("name", "options"), CHEAP)
def test_every_claim_has_a_verdict_under_other_options(name: str, options: str) -> None:
    game = registry.load(name, options)
    findings = list(judge_claims(game))
    assert [finding.claim.number for finding in findings] == [claim.number for claim in find_claims(game)]
    for finding in findings:
        assert finding.verdict.word in VERDICTS
        assert finding.verdict.says
        assert not re.search(r"Error|Traceback|tuple|NoneType", " ".join(finding.verdict.says))
        if finding.verdict.word == NOT_APPLICABLE:
            assert game.options in finding.verdict.says[0]


def test_no_claim_is_inapplicable_under_the_rulebooks_own_rules() -> None:
    assert NOT_APPLICABLE not in {finding.verdict.word for finding in judge_claims(registry.load("showdown"))}


def test_what_is_printed_for_other_rules_is_not_held_against_these() -> None:
    findings = {finding.claim.text: finding.verdict for finding in judge_claims(registry.load("showdown", "size=3"))}
    [printed] = [verdict for text, verdict in findings.items() if text.startswith("The printed game")]
    assert printed.word == NOT_APPLICABLE
    assert printed.says == (
        "Under size=3 it cannot be judged: the match is over: the token reached the center square (2,2).",
    )


def test_with_repetition_as_a_tie_the_claim_that_play_ends_is_proved() -> None:
    for options, word in (("", REFUTED), ("repetition=draw", PROVED)):
        case = Case(registry.load("showdown", options))
        assert judges.comes_to_an_end()(case).word == word
        assert case.is_endless(case.start) == (word == REFUTED)


# Games from outside


def _first_wins(case: Case) -> Verdict:
    return decide(case.value(case.start).winner == case.start.mover, case.describe_value(case.start))


def _third_move(case: Case) -> Verdict:
    return decide(case.moves(case.start)[2] == "3", "It is so at the start.")


CLAIMS: Claims = {
    "Winning": {"Whoever begins wins.": _first_wins},
    "Setup": {"The third of the moves takes three.": _third_move},
}


def test_a_game_from_outside_is_judged_under_its_options(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counting, "CLAIMS", CLAIMS, raising=False)
    findings = {heap: list(judge_claims(Counting(heap=heap))) for heap in (12, 13, 8, 2)}
    judged = {heap: [finding.verdict.word for finding in found] for heap, found in findings.items()}
    assert judged == {
        12: [REFUTED, PROVED],
        13: [PROVED, PROVED],
        8: [REFUTED, PROVED],
        2: [PROVED, NOT_APPLICABLE],
    }
    assert findings[2][1].verdict.says == ("What it speaks of is not there under heap=2.",)


def test_a_check_that_fails_under_the_rulebooks_own_rules_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    broken: Claims = {"Setup": {"It has a twelfth move.": lambda case: decide(bool(case.moves(case.start)[11]))}}
    monkeypatch.setattr(counting, "claims", lambda _: broken, raising=False)
    with pytest.raises(
        SquarelyError, match=r"claim 1 of counting \(.*\) cannot be judged: its check ends with IndexError"
    ):
        list(judge_claims(Counting()))


def test_a_game_that_is_too_large_to_be_looked_through_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("squarely.review.court.case._MOST_STEPS", 100)
    case = Case(registry.load("quad"))
    for _ in range(2):  # the second time without walking again
        with pytest.raises(TooLarge, match="play can come to more than 100 moves, too many to look through"):
            _ = case.steps
    assert case._is_too_large


# The command


def test_the_command_takes_options_and_rule_sets() -> None:
    said = CliRunner().invoke(court, ["showdown", "--option", "size=3"])
    assert said.exit_code == 0, said.output
    assert said.output.splitlines()[0].endswith("(showdown, size=3)")
    assert re.search(r"\d+ does not apply\.$", said.output.strip())
    found = json.loads(CliRunner().invoke(court, ["showdown", "--option", "size=3", "--json"]).output)
    assert {each["options"] for each in found} == {"size=3"}
    assert Counter(each["verdict"] for each in found)[NOT_APPLICABLE] > 0


def test_options_without_a_game_are_refused_in_words() -> None:
    said = CliRunner().invoke(court, ["--option", "size=3"])
    assert said.exit_code == 2
    assert "options belong to a game, such as: squarely court quad --option sudden_death=none" in said.output
