"""Every claim of the five rulebooks, under other options too, those of games from outside, and the table of README."""

import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
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
from squarely.review.court import PROVED, Finding, Verdict, decide, find_claims, judge_claims, judges
from squarely.review.court.case import Case
from squarely.solver.oracle import Oracle
from squarely.terminal.court import court
from tests.review.court.bench import OURS, findings
from tests.solver import plain
from tests.solver.odd import counting
from tests.solver.odd.counting import Counting

pytestmark = pytest.mark.xdist_group("court")

ROOT = Path(__file__).resolve().parents[3]
OUTSIDE = ROOT / "tests" / "games" / "outside"

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
    assert law.VERDICTS == (
        PROVED,
        law.REFUTED,
        law.CONTRADICTS,
        law.SILENT,
        law.OPINION,
        law.NOT_APPLICABLE,
        law.UNJUDGED,
    )
    assert tuple(words.count(word) for word in law.VERDICTS) == (*COUNTS[name], 0, 0)
    claims = find_claims(game)
    assert [claim.number for claim in claims] == list(range(1, len(claims) + 1))
    assert len({claim.text for claim in claims}) == len(claims)
    assert all(claim.section and claim.text.endswith(".") for claim in claims)
    options = [claim.ruling.split("=") for claim in claims if re.fullmatch(r"\w+=\w+", claim.ruling)]
    assert options
    assert all(str(game.settings[option]) == value for option, value in options), "a ruling is in force"
    for finding in found:
        assert_is_whole(finding)
        if finding.verdict.word in (law.CONTRADICTS, law.SILENT):  # which show a game and lead to a ruling
            assert finding.record
            assert finding.claim.ruling
    assert sum(bool(finding.record) for finding in found) >= 6


def assert_is_whole(finding: Finding) -> None:
    assert finding.verdict.says
    assert all(finding.verdict.says)
    facts = finding.as_data()
    assert list(facts) == ["game", "options", "number", "section", "claim", "verdict", "evidence", "ruling"]
    assert (facts["game"], facts["verdict"]) == (finding.case.game.name, finding.verdict.word)
    assert facts["evidence"] == {"says": [*finding.verdict.says], "record": finding.record or None}
    if finding.record:
        read = record.read(finding.record)
        assert record.write(read) == finding.record
        assert finding.verdict.match is not None
        assert read.match.position == finding.verdict.match.position
        assert read.match.game.name == finding.case.game.name


# Other rules than the rulebook's


@pytest.mark.slow
def test_every_claim_has_a_verdict_under_other_options() -> None:
    for name, options in (
        *(("showdown", each) for each in ("first=2", "reversal=allowed", "size=3", "repetition=draw")),
        *(("showdown", "repetition=first_loses"), ("snatchers", "size=3,reach=1"), ("numbers", "size=2")),
        *(("snatchers", "size=4,reach=1,up=screen"), ("center", "tokens=1")),
    ):
        game = registry.load(name, options)
        found = list(judge_claims(game))
        assert [finding.claim.number for finding in found] == [claim.number for claim in find_claims(game)]
        for finding in found:
            assert finding.verdict.word in law.VERDICTS
            assert finding.verdict.says
            assert not re.search(r"Error|Traceback|tuple|NoneType", " ".join(finding.verdict.says)), options
            if finding.verdict.word == law.NOT_APPLICABLE:
                assert game.options in finding.verdict.says[0]


def test_what_is_printed_for_other_rules_is_not_held_against_these() -> None:
    found = judge_claims(registry.load("showdown", "size=3"))
    [printed] = [finding.verdict for finding in found if finding.claim.text.startswith("The printed game")]
    why = "Under size=3 it cannot be judged: the match is over: the token reached the center square (2,2)."
    assert printed[:2] == (law.NOT_APPLICABLE, (why,))


def test_with_repetition_as_a_tie_the_claim_that_play_ends_is_proved() -> None:
    for options, word in (("", law.REFUTED), ("repetition=draw", PROVED)):
        case = Case(registry.load("showdown", options))
        assert judges.comes_to_an_end()(case).word == word
        assert case.is_endless(case.start) == (word == law.REFUTED)


def test_a_game_that_is_too_large_to_be_looked_through_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("squarely.review.court.case._MOST_STEPS", 100)
    case = Case(registry.load("quad"))
    for _ in range(2):  # the second time without walking again
        with pytest.raises(TooLarge, match="play can come to more than 100 moves, too many to look through"):
            _ = case.steps
    assert case._is_too_large


def test_the_command_takes_options_of_a_game() -> None:
    said = CliRunner().invoke(court, ["showdown", "--option", "size=3"])
    assert said.exit_code == 0, said.output
    assert said.output.splitlines()[0].endswith("(showdown, size=3)")
    assert re.search(r"\d+ does not apply\.$", said.output.strip())
    found = json.loads(CliRunner().invoke(court, ["showdown", "--option", "size=3", "--json"]).output)
    assert {each["options"] for each in found} == {"size=3"}
    assert Counter(each["verdict"] for each in found)[law.NOT_APPLICABLE] > 0
    said = CliRunner().invoke(court, ["--option", "size=3"])
    assert said.exit_code == 2
    assert "options belong to a game, such as: squarely court quad --option sudden_death=none" in said.output


# Games from outside


class Hop(Showdown):
    """A game from outside: in one file, this one."""


def test_a_game_without_claims_has_none() -> None:
    assert find_claims(Hop()) == ()
    assert list(judge_claims(Hop())) == []


@pytest.fixture
def file_claims(monkeypatch: pytest.MonkeyPatch) -> Callable[[Any], None]:
    return lambda claims: monkeypatch.setattr(sys.modules[__name__], "CLAIMS", claims, raising=False)


def test_a_game_from_outside_brings_its_own_claims(file_claims: Callable[[Any], None]) -> None:
    file_claims({
        "Winning": {"The start is a start.": lambda case: decide(case.start == case.game.start(), "It is.")},
        "Summary": {"It is fun.": law.opinion("Fun is not measured."), "It is short.": None},
    })  # fmt: skip
    found = list(judge_claims(Hop()))
    assert [(f.claim.number, f.verdict.word) for f in found] == [(1, PROVED), (2, law.OPINION), (3, law.UNJUDGED)]
    said = [("Fun is not measured.",), ("Nobody has written a check of it yet.",)]
    assert [f.verdict.says for f in found[1:]] == said
    assert [(f.claim, f.verdict) for f in judge_claims(Hop(), 2)] == [(found[1].claim, found[1].verdict)]
    for wrong in (None, "proved"):
        file_claims({"Winning": {"The start is a start.": lambda _, wrong=wrong: wrong}})
        with pytest.raises(SquarelyError, match=f"claim 1 of .* cannot be judged: .*{wrong!r} is no Verdict"):
            list(judge_claims(Hop()))


def test_a_case_of_a_game_that_is_not_installed_has_variants_too() -> None:
    case = Case(Hop())
    free = case.with_options(reversal="allowed")
    assert (case.game.options, free.game.options) == ("", "reversal=allowed")
    assert len(case.moves(case.play("right").position)) < len(free.moves(free.play("right").position))
    assert case.with_options(reversal="allowed") is free
    assert case.with_options(reversal="forbidden") is case


def _first_wins(case: Case) -> Verdict:
    return decide(case.value(case.start).winner == case.start.mover, case.describe_value(case.start))


def _third_move(case: Case) -> Verdict:
    return decide(case.moves(case.start)[2] == "3", "It is so at the start.")


def test_a_game_from_outside_is_judged_under_its_options(monkeypatch: pytest.MonkeyPatch) -> None:
    claims: law.Claims = {"Winning": {"Who begins wins.": _first_wins}, "Setup": {"Move 3 takes three.": _third_move}}
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


FILED = """

from squarely import Case, Verdict, decide


def _first_wins(case: Case) -> Verdict:
    upright = case.with_options(rows=4, columns=3)
    says = f"With best play: {case.describe_value(case.start)}; upright: {upright.describe_value(case.start)}."
    return decide(case.value(case.start).winner == FIRST, says)


def claims(case: Case):
    return {"Winning": {"Whoever begins can force a win.": (_first_wins, "columns=4")}}
"""


@pytest.mark.slow
def test_a_game_that_is_one_file_brings_claims_with_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = (OUTSIDE / "squarely_drop.py").read_text(encoding="utf-8")
    (tmp_path / "drop_with_claims.py").write_text(source + FILED, encoding="utf-8")
    (about := tmp_path / "drop_with_claims-1.0.dist-info").mkdir()
    (about / "entry_points.txt").write_text("[squarely.games]\ndropped = drop_with_claims\n", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    registry._find_packages.cache_clear()
    try:
        [finding] = judge_claims(registry.load("dropped"))
    finally:
        registry._find_packages.cache_clear()
    assert (finding.claim.section, finding.claim.ruling) == ("Winning", "columns=4")
    both = "(both sides counted)"
    told = f"With best play: Red wins in 9 moves {both}; upright: a tie in 12 moves {both}."
    assert finding.verdict[:2] == (PROVED, (told,))


def test_claims_are_loaded_when_the_court_asks() -> None:
    loaded = "import sys, squarely; squarely.load('quad'); print('squarely.games.quad.claims' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", loaded], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


# What README says of perfect play


def read_table() -> dict[str, list[str]]:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
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
    game = registry.load(name)
    starts = [game.start_for(seed) for seed in range(boards)]
    found = [Oracle(game).solution(start).summary() for start in starts]
    values = [Oracle(game).value(start) for start in starts]
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
