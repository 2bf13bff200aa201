"""The main verdicts, come to a second time: plainly, from rules that are said a second time, without the solver."""

from functools import cache
from itertools import combinations, pairwise, product

import pytest

from squarely.core.rules import registry
from squarely.review.court import CONTRADICTS, PROVED, REFUTED, SILENT
from tests import restated
from tests.restated import Moves
from tests.review.court.bench import case, verdict

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("court")]

RULES = {name: getattr(restated, name) for name in ("center", "quad", "showdown", "snatchers")}


def start(game: str) -> str:
    return registry.load(game).write_position(registry.load(game).start())


@cache
def graph(game: str) -> dict[str, tuple[str, Moves]]:
    """Every line that play can reach, who has won there, and where its moves lead."""
    return {line: RULES[game](line) for line in restated.reachable(RULES[game], start(game))}


@cache
def forced(game: str) -> dict[str, str]:
    """Who can force a win, wherever somebody can: look again until nothing is new."""
    won = {line: winner for line, (winner, _) in graph(game).items() if winner}
    while True:
        news = {}
        for line, (_, moves) in graph(game).items():
            results = {won.get(after, "") for after in moves.values()}
            if line not in won and mover(line) in results:
                news[line] = mover(line)
            elif line not in won and len(results) == 1 and results != {""}:
                news[line] = results.pop()
        if not news:
            return won
        won |= news


def mover(line: str) -> str:
    return "first" if line.split()[1] in "A1X" else "second"


def shown(game: str, name: str) -> list[str]:
    """The positions of the evidence, each of which follows from the one before by the rules said again."""
    match = verdict(game, name).match
    assert match
    positions = [match.game.write_position(position) for position in match.positions]
    for before, after in pairwise(positions):
        assert after in RULES[game](before)[1].values()
    return positions


@pytest.mark.parametrize("game", ["showdown", "snatchers"])
def test_play_that_need_never_end(game: str) -> None:
    endless, told = len(graph(game)) - len(forced(game)), verdict(game, "finds its winner")
    assert told.word == REFUTED
    count = f"{endless:,} of {len(graph(game)):,} positions"
    assert f"With best play, play can go on for ever from {count}." in told.says
    played = shown(game, "finds its winner")
    assert played[-1] in played[:-1]
    assert not set(played) & set(forced(game))


def test_center_is_decided_everywhere_but_can_go_on() -> None:
    won = forced("center")
    assert set(won) == set(graph("center"))
    assert won[start("center")] == "first"
    assert (verdict("center", "Skill decides").word, verdict("center", "Play goes on until").word) == (REFUTED, REFUTED)
    played = shown("center", "Play goes on until")
    assert played[-1] in played[:-1]
    winning = {move for move, after in RULES["center"](start("center"))[1].items() if won[after] == "first"}
    assert winning == {"place 0 1", "place 1 0", "place 1 2", "place 2 1"}
    assert verdict("center", "It pays to hold").word == PROVED
    assert list(restated.center(shown("center", "one always can")[-1])[1]) == ["pass"]
    assert verdict("center", "one always can").word == SILENT


def test_no_threat_in_center_can_be_met() -> None:
    other = {"first": "second", "second": "first"}
    for line, (winner, moves) in graph("center").items():
        board, me = restated.parted(line)
        beside = {board[square] for square in ((0, 1), (1, 0), (1, 2), (2, 1))}
        if not winner and me not in beside and beside - {"-"}:
            assert moves
            assert forced("center")[line] == other[mover(line)]
    assert verdict("center", "Blocking").word == REFUTED


def test_only_one_seat_can_win_showdown_and_nobody_is_cut_off_in_snatchers() -> None:
    assert {winner for winner, _ in graph("showdown").values() if winner} == {"second"}
    assert verdict("showdown", "more skilful").word == REFUTED
    won, going_on = forced("snatchers"), [line for line, (winner, _) in graph("snatchers").items() if not winner]
    assert all(won.get(line, mover(line)) == mover(line) for line in going_on)
    assert verdict("snatchers", "cut off").word == REFUTED


def test_what_is_printed_of_snatchers_and_quad() -> None:
    printed = [((1, 1), (1, 3)), ((3, 5), (3, 3))]  # the two moves called up, as (x,y)
    for dy in (1, -1):
        assert any((x, y + 2 * dy) != after for (x, y), after in printed)
    assert verdict("snatchers", "one way on the board").word == CONTRADICTS
    held = dict(zip(("B2", "A1", "B1", "C3", "A2"), "XOXOX", strict=True))
    assert [held[cell] for cell in ("A1", "A2", "B1", "B2")] == ["O", "X", "X", "X"]
    assert verdict("quad", "printed five moves").word == CONTRADICTS
    fours, tight = combinations(product(range(4), repeat=2), 4), set(product((0, 1), (0, 1)))
    assert sum({(r - four[0][0], c - four[0][1]) for r, c in four} == tight for four in fours) == 9
    assert verdict("quad", "wins anywhere").word == PROVED
    *before, last = shown("quad", "Swapping goes on")
    assert last in before, "it comes round"


def test_ties_and_the_first_seat_in_numbers() -> None:
    known: dict[str, int] = {}

    def lead(line: str) -> int:
        """The final points of the first less those of the second, with best play."""
        if line not in known:
            _, moves = restated.numbers(line)
            first, second = map(int, line.split()[2].split("-"))
            best = max if line.split()[1] == "1" else min
            known[line] = best(map(lead, moves.values())) if moves else first - second
        return known[line]

    numbers = case("numbers")
    for start in numbers.deals(5):
        line = numbers.write(start)
        assert lead(line) == numbers.value(start).margin
        assert {after: lead(after) > 0 for after in restated.numbers(line)[1].values()} == {
            numbers.write(step.after): numbers.value(step.after).winner == 0 for step in numbers.steps_from(start)
        }
    ends = [line for line in known if set(line.split()[0]) == {".", "/"}]
    assert all(sum(map(int, line.split()[2].split("-"))) == 45 and known[line] for line in ends)
    assert verdict("numbers", "Ties are impossible").word == PROVED
    assert "with best play Player 1 wins 100 of 100 boards" in verdict("numbers", "room to outplay").says[1]
