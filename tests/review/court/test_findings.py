"""Every claim of the five rulebooks, under other options too, those of games from outside, and the table of README."""

import re
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from squarely.core.errors import SquarelyError, TooLarge
from squarely.core.match import record
from squarely.core.rules import registry
from squarely.core.text.notation import count_noun
from squarely.games.showdown.rules import Showdown
from squarely.review import court as law
from squarely.review.court import PROVED, Verdict, decide, find_claims, judge_claims, judges
from squarely.review.court.case import Case
from squarely.solver.oracle import Oracle
from squarely.terminal.court import court
from tests.review.court.bench import OURS, findings
from tests.solver import plain
from tests.solver.odd import counting
from tests.solver.odd.counting import Counting

pytestmark = pytest.mark.xdist_group("court")

# How many claims of each game come out how. A rule that changes changes them.
COUNTS = {
    "center": (19, 3, 1, 1, 1),
    "numbers": (15, 2, 3, 1, 2),
    "quad": (12, 3, 1, 5, 2),
    "showdown": (16, 7, 1, 2, 1),
    "snatchers": (18, 4, 1, 0, 2),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", OURS)
def test_every_claim_has_a_verdict_with_evidence_that_replays(name: str) -> None:
    game, found = registry.load(name), findings(name)
    words = [finding.verdict.word for finding in found]
    assert tuple(words.count(word) for word in law.VERDICTS) == (*COUNTS[name], 0, 0)
    claims = find_claims(game)
    assert [claim.number for claim in claims] == [*range(1, len(claims) + 1)]
    assert len({claim.text for claim in claims}) == len(claims)
    rulings = dict(claim.ruling.split("=") for claim in claims if re.fullmatch(r"\w+=\w+", claim.ruling))
    assert {option: str(game.settings[option]) for option in rulings} == rulings != {}, "a ruling is in force"
    assert all(claim.section and claim.text.endswith(".") for claim in claims)
    for finding in found:
        facts, text, match = finding.as_data(), finding.record, finding.verdict.match
        assert (facts["game"], facts["verdict"]) == (name, finding.verdict.word)
        assert facts["evidence"] == {"says": [*finding.verdict.says], "record": text or None}
        assert finding.verdict.says
        assert all(finding.verdict.says)
        if match:
            read = record.read(text)
            assert (record.write(read), read.match.position) == (text, match.position)
        if finding.verdict.word in (law.CONTRADICTS, law.SILENT):  # which show a game and lead to a ruling
            assert match
            assert finding.claim.ruling
    assert sum(bool(finding.record) for finding in found) >= 6


# Other rules than the rulebook's


@pytest.mark.slow
def test_every_claim_has_a_verdict_under_other_options() -> None:
    for words in ("showdown size=3", "showdown repetition=first_loses", "center tokens=1", "snatchers size=4,reach=1"):
        name, options = words.split()
        game = registry.load(name, options)
        found = {finding.claim: finding.verdict for finding in judge_claims(game)}
        assert tuple(found) == find_claims(game)
        for claim, verdict in found.items():
            assert verdict.word in law.VERDICTS
            assert verdict.says
            assert not re.search(r"Error|Traceback|tuple|NoneType", " ".join(verdict.says)), options
            if verdict.word == law.NOT_APPLICABLE:
                assert game.options in verdict.says[0]
            if options == "size=3" and claim.text.startswith("The printed game"):
                why = "Under size=3 it cannot be judged: the match is over: the token reached the center square (2,2)."
                assert verdict[:2] == (law.NOT_APPLICABLE, (why,))


def test_with_repetition_as_a_tie_play_ends_the_command_takes_options_and_what_is_too_large_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for options, word in (("", law.REFUTED), ("repetition=draw", PROVED)):
        case = Case(registry.load("showdown", options))
        assert judges.comes_to_an_end()(case).word == word
        assert case.is_endless(case.start) == (word == law.REFUTED)
    said = CliRunner().invoke(court, ["showdown", "--option", "size=3"]).output
    assert said.splitlines()[0].endswith("(showdown, size=3)")
    assert re.search(r"\d+ does not apply\.$", said.strip())
    monkeypatch.setattr("squarely.review.court.case._MOST_STEPS", 100)
    with pytest.raises(TooLarge, match="play can come to more than 100 moves, too many to look through"):
        _ = Case(registry.load("quad")).steps


# Games from outside


class Hop(Showdown):
    """A game from outside: in one file, this one."""


def test_a_game_from_outside_brings_its_own_claims(monkeypatch: pytest.MonkeyPatch) -> None:
    def file_claims(claims: Any) -> None:
        monkeypatch.setattr(sys.modules[__name__], "claims", lambda _: claims, raising=False)

    assert find_claims(Hop()) == ()
    file_claims({
        "Winning": {"The start is a start.": (lambda _: decide(True, "It is."), "first=1")},
        "Summary": {"It is fun.": law.opinion("Fun is not measured."), "It is short.": None},
    })  # fmt: skip
    found = list(judge_claims(Hop()))
    assert [(each.claim.number, *each.verdict[:2], each.claim.ruling) for each in found] == [
        (1, PROVED, ("It is.",), "first=1"),
        (2, law.OPINION, ("Fun is not measured.",), ""),
        (3, law.UNJUDGED, ("Nobody has written a check of it yet.",), ""),
    ]
    assert [finding.claim for finding in judge_claims(Hop(), 2)] == [found[1].claim]
    file_claims({"Winning": {"The start is a start.": lambda _: None}})
    with pytest.raises(SquarelyError, match=r"claim 1 of .* cannot be judged: .*None is no Verdict"):
        list(judge_claims(Hop()))
    case = Case(Hop())
    free = case.with_options(reversal="allowed")
    assert len(case.moves(case.play("right").position)) < len(free.moves(free.play("right").position))


def test_a_game_from_outside_is_judged_under_its_options(monkeypatch: pytest.MonkeyPatch) -> None:
    def first_wins(case: Case) -> Verdict:
        return decide(case.value(case.start).winner == case.start.mover, case.describe_value(case.start))

    def third_move(case: Case) -> Verdict:
        return decide(case.moves(case.start)[2] == "3", "It is so at the start.")

    claims: law.Claims = {"Winning": {"Who begins wins.": first_wins}, "Setup": {"Move 3 takes three.": third_move}}
    monkeypatch.setattr(counting, "CLAIMS", claims, raising=False)
    found = {heap: [each.verdict for each in judge_claims(Counting(heap=heap))] for heap in (12, 13, 8, 2)}
    assert {heap: [each.word for each in verdicts] for heap, verdicts in found.items()} == {
        12: [law.REFUTED, PROVED], 13: [PROVED, PROVED], 8: [law.REFUTED, PROVED], 2: [PROVED, law.NOT_APPLICABLE]
    }  # fmt: skip
    assert found[2][1].says == ("What it speaks of is not there under heap=2.",)
    broken: law.Claims = {"Setup": {"It has a twelfth move.": lambda case: decide(bool(case.moves(case.start)[11]))}}
    monkeypatch.setattr(counting, "CLAIMS", broken)
    told = r"claim 1 of counting \(.*\) cannot be judged: its check ends with IndexError"
    with pytest.raises(SquarelyError, match=told):  # under the rulebook's own rules
        list(judge_claims(Counting()))


# What README says of perfect play


def read_table() -> dict[str, list[str]]:
    text = (Path(__file__).resolve().parents[3] / "README.md").read_text(encoding="utf-8")
    lines = text.partition("<!-- court:begin -->")[2].partition("<!-- court:end -->")[0].strip().splitlines()
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]
    return {name: rest for name, *rest in rows}


@pytest.mark.slow
def test_the_rows_of_small_games_are_what_a_plain_solver_finds() -> None:
    assert sorted(read_table()) == OURS
    for name in ("center", "showdown", "snatchers"):
        game = registry.load(name)
        values = plain.solve(game, game.start())
        first, second = (sum(value[0] == side for value in values.values()) for side in ("first", "second"))
        endless = sum(value[1] == "endless" for value in values.values())
        assert read_table()[name] == [
            Oracle(game).value(game.start()).describe_briefly(game.players),
            f"{len(values):,}",
            f"{game.players[0]} {first:,}, {game.players[1]} {second:,}",
            f"{endless:,} ({100 * endless / len(values):.1f} %)",
            count_noun(max(value[2] or 0 for value in values.values()), "move"),
        ]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "boards"), [("quad", 1), ("numbers", 100)])
def test_the_rows_of_large_games_are_what_the_solver_finds(name: str, boards: int) -> None:
    oracle = Oracle(game := registry.load(name))
    starts = [game.start_for(seed) for seed in range(boards)]
    found, values = [oracle.solution(start).summary() for start in starts], [*map(oracle.value, starts)]
    counts: Counter[str] = sum((Counter(each.counts) for each in found), Counter())
    told, positions, won, endless, longest = read_table()[name]
    assert positions == f"{sum(counts.values()):,}" + (f" on {boards} boards" if boards > 1 else "")
    assert won.startswith(f"{game.players[0]} {counts['first']:,}, {game.players[1]} {counts['second']:,}")
    assert endless.startswith(f"{counts['endless']:,} (")
    assert longest == f"{max(each.longest_win for each in found)} moves"
    if boards == 1:
        assert told == values[0].describe_briefly(game.players)
    else:
        margins, wins = [value.margin or 0 for value in values], sum(value.winner == 0 for value in values)
        assert told == f"Player 1 wins {wins} of {boards} dealt boards, by {min(margins)} to {max(margins)} points"
