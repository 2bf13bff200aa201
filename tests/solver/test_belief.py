"""What is believed and what is proved, in words that cannot be mistaken for the truth, and in order among values."""

from itertools import pairwise
from pathlib import Path

import pytest

import squarely
from squarely import Match, Side
from squarely.core.rules import registry
from squarely.solver import believer, search
from squarely.solver.belief import Belief, Worth, find_share, has_same_result
from squarely.solver.believer import BelievedMove, Believer, find_alike
from squarely.solver.search import Findings, Search, SearchedMove
from squarely.solver.values import ENDLESS, TIE, WIN, Value

NAMES = "Ann", "Bob"
WON, LOST, TIED = (Belief.prove(winner) for winner in (Side.FIRST, Side.SECOND, None))


def test_a_belief_has_words_of_its_own_and_a_proof_says_that_it_is_one() -> None:
    for worth, describes, first, second in (
        (Belief(0.71), "likely Ann, 71%", "likely, 71%", "unlikely, 29%"),
        (Belief(0.2), "likely Bob, 80%", "unlikely, 20%", "likely, 80%"),
        (Belief(0.52), "open, 52% for Ann", "open, 52%", "open, 48%"),
        (Belief(0.454), "open, 55% for Bob", "open, 45%", "open, 55%"),
        (Belief(0.9999), "likely Ann, 99%", "likely, 99%", "unlikely, 1%"),
        (Belief(0.0), "likely Bob, 99%", "unlikely, 1%", "likely, 99%"),
        (WON, "Ann wins (proved)", "wins (proved)", "loses (proved)"),
        (LOST, "Bob wins (proved)", "loses (proved)", "wins (proved)"),
        (TIED, "a tie (proved)", "ties (proved)", "ties (proved)"),
    ):
        assert worth.describe(NAMES) == worth.earlier().describe_briefly(NAMES) == describes
        assert [worth.describe_for(side) for side in Side] == [first, second]
        assert first.startswith(worth.kind_for(Side.FIRST))
        if not worth.is_proved:
            assert not {"wins", "loses", "ties", "tie", "win"} & {*f"{describes} {first} {second}".split()}
    assert WON.describe(("you", "Bob")) == "you win (proved)"
    for worth, winner, ending in ((Belief(0.71), None, "believed"), (TIED, None, "tie"), (LOST, "second", "win")):
        untold = {"distance": None, "margin": None}
        assert worth.as_data() == {"winner": winner, "ending": ending, **untold, "share": worth.share}


def test_beliefs_lie_between_what_is_lost_and_what_is_won() -> None:
    """From the worst to the best for the first side; for the second it is the other way round."""
    lost, won, tie = Value(Side.SECOND, WIN, 3), Value(Side.FIRST, WIN, 3), Value(None, TIE, 3)
    order: tuple[Worth, ...] = (lost, Belief(0.0), Belief(0.3), Belief(0.49), tie, Belief(0.51), Belief(1.0), won)
    for worse, better in pairwise(order):
        assert worse.appeal(Side.FIRST) < better.appeal(Side.FIRST)
        assert worse.appeal(Side.SECOND) > better.appeal(Side.SECOND)
    assert [find_share(each, Side.SECOND) for each in (lost, tie, won, LOST, TIED, WON)] == [1, 0.5, 0, 1, 0.5, 0]
    known: tuple[Worth, ...] = (won, WON, lost, LOST, tie, TIED)
    for one in known:
        assert has_same_result(one, Belief(0.9)), "what is only believed cannot be lost"
        for other in known:
            assert has_same_result(one, other) == (one.winner == other.winner)
    assert not has_same_result(tie, Value(None, ENDLESS, None))


def test_moves_are_alike_by_what_is_known_of_them_or_by_what_is_believed() -> None:
    game = registry.load("center")
    moves = game.named_moves(game.start())

    def count(side: Side, *worths: Worth) -> int:
        judged = [BelievedMove(move, game.start(), worth) for move, worth in zip(moves, worths, strict=False)]
        return len(find_alike(judged, side))

    assert count(Side.FIRST, Belief(0.7), Belief(0.68), Belief(0.6), LOST) == 2
    assert count(Side.SECOND, Belief(0.3), Belief(0.32), Belief(0.4)) == 2
    assert count(Side.FIRST, WON, Value(Side.FIRST, WIN, 0), Belief(0.999)) == 2
    assert count(Side.FIRST, LOST, LOST, LOST) == 3


def test_no_move_is_believed_to_be_better_than_the_one_the_search_would_play(monkeypatch: pytest.MonkeyPatch) -> None:
    game = registry.load("quad", "size=5")
    match = Match.of(game).play("A1")
    tried = (0.4, 10**7), (0.3, 10**6), (0.45, 10**6), (0.9, 1), (0.0, 0)  # shares of the first side; the second moves

    def find(_: Search, at: Match, **__: object) -> Findings:
        moves = zip(game.named_moves(at.position), tried, strict=False)
        found = [SearchedMove(move, game.play(at.position, move), Belief(each[0]), each[1]) for move, each in moves]
        return Findings(Belief(0.4), tuple(found), 10**6, 0.0)

    monkeypatch.setattr(Search, "run", find)
    believer.share_search.cache_clear()
    judged = Believer(match).value_moves(match.position)
    shares = [(str(each.move), round(find_share(each.value, Side.FIRST), 3)) for each in judged]
    assert shares == [("B1", 0.4), ("C1", 0.4), ("D1", 0.45), ("A2", 0.5), ("E1", 0.536)], "hardly tried is open"
    believer.share_search.cache_clear()


def test_ends_are_exact_and_what_has_occurred_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "find_spec", lambda _: None)
    monkeypatch.setattr(believer, "NODES", 3000)
    game = registry.load("snatchers", "repetition=draw")
    match = Match.of(game)
    for move in ("right 1", "left 1", "left 1", "right 1") * 2:
        match = match.play(move)
    assert match.outcome
    assert Believer(match).value(match.position) == Value(None, TIE, 0), "the same position occurred three times"
    assert Believer(match).value_moves(match.position) == ()
    before = match.undo()
    again = {each.position: each.value for each in Believer(before).value_moves(before.position)}[match.position]
    assert again == TIED, "going back there ends the match"
    alone = Match.of(game, before.position)
    assert {each.position: each.value for each in Believer(alone).value_moves(before.position)}[match.position] != again
    won = Match.of(registry.load("quad", "size=5"))
    for move in ("A1", "E5", "A2", "E4", "B1", "D1"):
        won = won.play(move)
    best = Believer(won).value_moves(won.position)[0]
    assert (str(best.move), best.value) == ("B2", Value(Side.FIRST, WIN, 0))
    assert Believer(won).value(won.position) == WON


def test_nothing_that_measures_by_the_truth_asks_who_believes() -> None:
    package = Path(squarely.__file__).parent
    rooms = "arena", "lab", "laws", "jobs", "proofs", "environments/gym.py", "environments/skill.py"
    exact = *rooms, "review/court", "review/puzzles.py", "review/puzzle_session.py", "solver/certificate.py", "play"
    for room in exact:
        files = [package / room] if room.endswith(".py") else sorted((package / room).rglob("*.py"))
        assert files
        for file in files:
            assert "solver.belie" not in file.read_text(encoding="utf-8"), f"{file} would take a belief for the truth"
