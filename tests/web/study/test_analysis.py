"""What is answered about a match, against a plain solver that shares nothing with ours."""

import re

import pytest

from squarely import Game, Match, Side
from squarely.core.errors import BadPlayer, IllegalMove
from squarely.core.match.tabletop import Tabletop
from squarely.core.rules import registry
from squarely.core.rules.game import Position
from squarely.solver.oracle import Oracle
from squarely.web.protocol import messages
from squarely.web.study import analysis
from tests.boards import played, playouts, refusal
from tests.review.plain import Plain, Truth, plain_from
from tests.thorough import IS_THOROUGH
from tests.web.visiting import posted

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("studied")]

SIDES = ("first", "second")
MOST = 1300  # positions of one game, which is all of the small ones
EACH = 1 if IS_THOROUGH else 3  # of so many one is looked at


def told(truth: Truth, side: int, more: int = 0) -> str:
    if truth.ending == "endless":
        return "never ends"
    off, tied, won = (truth.moves or 0) + more, truth.winner is None, truth.winner == side
    if not off:
        return f"has {'tied' if tied else 'won' if won else 'lost'}{truth.by_points}"
    when = "at once" if off == 1 else f"in {off}"
    return f"{'ties' if tied else 'wins' if won else 'loses'}{truth.by_points} {when}"


def noted(here: Truth, after: Truth, cost: int) -> str:
    """What a move is noted as that is not best."""
    if after[:2] != here[:2]:
        return ""
    if here.points is None:
        return "keeps the result"
    return "costs no points" if not cost else "costs 1 point" if cost == 1 else f"costs {cost} points"


def check(oracle: Oracle, position: Position, plain: Plain) -> None:
    """Every word of the truth about a position; the best move is worth what the position is worth."""
    side, here, game = position.mover, plain.truth(position), oracle.game
    truth = posted(analysis.evaluate_position(oracle, position, 5))
    reached = {move: plain.truth(after) for move, after in plain.after[position].items()}
    liked = sorted((after.liking(side) for after in reached.values()), reverse=True)
    squares = {str(move): list(Tabletop(game).touched_squares(position, move)) for move in game.named_moves(position)}
    assert (truth.turn, truth.words) == (5, told(here, side))
    assert {move.move for move in truth.moves} == set(reached)
    assert [reached[move.move].liking(side) for move in truth.moves] == liked
    for move in truth.moves:
        after = reached[move.move]
        assert move.words == told(after, side, more=1)
        assert (move.distance, move.margin) == (None if after.moves is None else after.moves + 1, after.points)
        assert move.squares == squares[move.move]
        assert move.kind == ("endless" if after.ending == "endless" else move.words.split()[0])
        assert move.good == (move.cost == 0)
        assert move.best == (after.liking(side) == liked[0])
        assert (move.words == truth.words) >= move.best, "one move has one distance"
        assert move.note == ("best" if move.best else noted(here, after, move.cost))
        if here.points is None:
            assert move.cost == (after[:2] != here[:2])
        else:
            lead = [(each.points or 0) * (1 if each.winner == side else -1) for each in (here, after)]
            assert move.cost == lead[0] - lead[1]
    if not game.is_dealt:  # else every position would need a solution of its own
        check_line(game, position, truth)


def check_line(game: Game, position: Position, known: messages.Truth) -> None:
    """A position by its line is told what a match that stands there is told, and no more than one distance is named for
    the position, its best moves and its first hint."""
    line, outcome = game.write_position(position), game.result(position)
    truth = posted(analysis.evaluate_line(game, line, 1))
    assert (truth.position, truth.mover) == (line, SIDES[position.mover])
    assert (truth.over, truth.words, truth.moves) == (outcome.reason if outcome else "", known.words, known.moves)
    if outcome:
        assert (truth.moves, truth.hint) == ([], None)
        return
    best = {(move.words, move.kind, move.distance) for move in truth.moves if move.best}
    assert best == {(truth.words, truth.kind, truth.distance)}
    assert truth.hint is not None
    named = re.findall(r" in (\d+) moves?", truth.hint.words)
    assert [int(number) for number in named] == ([] if truth.distance is None else [truth.distance])


@pytest.mark.thorough
def test_the_truth_of_every_position() -> None:
    for name, options in (
        *(("showdown", ""), ("snatchers", ""), ("numbers", "")),
        *(("quad", "size=3"), ("quad", "size=3,sudden_death=none")),
    ):
        game = registry.load(name, options)
        oracle, plain = Oracle(game), plain_from(game, game.start_for(3))
        for position in list(plain.after)[: None if game.is_dealt else MOST : EACH]:
            check(oracle, position, plain)


def test_hints_go_one_step_further_each_time_and_for_a_position_point_at_squares() -> None:
    match = Match.of(registry.load("center"))
    pointing = [analysis.evaluate_line(match.game, "---/---/--- A", step).hint for step in (None, 1, 2, 3, 4)]
    assert [hint and hint.squares for hint in pointing] == [None, [], [], [0, 1, 2], [1]]
    hints = [posted(analysis.give_hint(match, step)) for step in (1, 2, 3, 4)]
    assert [hint.last for hint in hints] == [False, False, False, True]
    assert len({hint.words for hint in hints}) == 4
    assert hints[-1].words.startswith("Try place 0 1. place 0 1 ")
    assert analysis.give_hint(match, 99) == hints[-1]
    assert analysis.give_hint(match, -7) == hints[0]
    over = Match.of(match.game, match.game.read_position("---/--A/-B- A")).play("move 1 2 1 1")
    said = refusal(IllegalMove, analysis.give_hint, over, 1)
    assert said == "the match is over: A captured the center square."


def test_a_review_has_a_step_for_every_position() -> None:
    game = registry.load("snatchers")
    plain = plain_from(game, game.start())
    for match in list(playouts(game, matches=4, turns=14))[10::7]:
        review = posted(analysis.review_match(match, "abcdefghijkl"))
        assert [step.position for step in review.steps] == [game.write_position(each) for each in match.positions]
        assert review.steps[0].said == "Start."
        for number, (step, move) in enumerate(zip(review.steps[1:], match.moves, strict=True), 1):
            before, after = plain.truth(match.positions[number - 1]), plain.truth(match.positions[number])
            assert step.said == f"{number}. {match.names[(number - 1) % 2]}: {move}."
            assert step.turning == (before[:2] != after[:2])
            assert step.cost == step.turning
            assert step.because
            assert step.changed
            assert f'id="dot-{number}"' in review.chart
        assert len(review.accuracies) == 2


def test_a_match_without_a_move_can_be_reviewed_and_one_that_is_not_solved_by_belief(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("squarely.solver.believer.NODES", 20_000)
    review = posted(analysis.review_match(Match.of(registry.load("quad")).resign(Side.FIRST), "abcdefghijkl"))
    assert [step.stands for step in review.steps] == ["Player 1 wins in 17 moves (both sides counted)"]
    match = played(Match.of(registry.load("quad", "size=6")), "A1", "B2", "C3").resign(Side.SECOND)
    review = posted(analysis.review_match(match, "abcdefghijkl"))
    assert review.says.startswith("Not solved: a search believes or proves this")
    assert (review.levels, "better for Player 1" in review.chart) == ([], True)
    assert [step.said for step in review.steps][1:] == ["1. Player 1: A1.", "2. Player 2: B2.", "3. Player 1: C3."]
    assert [step.position for step in review.steps] == [match.game.write_position(each) for each in match.positions]
    assert [step.changed for step in review.steps] == [[], [0], [7], [14]]
    for step in review.steps:
        assert step.worth, "a belief has a share"
        assert step.worth.ending == "believed"
        assert 0 < (step.worth.share or 0) < 1
        assert (step.cost, step.turning) == (0, False)
        assert "wins" not in step.stands
    truth = posted(analysis.evaluate_match(match))
    assert 0 < (truth.share or 0) < 1
    assert {move.kind for move in truth.moves} <= {"likely", "open", "unlikely"}
    assert [move.distance for move in truth.moves] == [None] * 33
    assert all(move.note == "looks best" for move in truth.moves if move.best)
    shares = [move.share or 0 for move in truth.moves]
    assert shares == sorted(shares, reverse=True)
    hint = posted(analysis.give_hint(match.rewind(2), 1))
    assert re.fullmatch(r"This is not solved. A search believes: .*\d\d%.*", hint.words)
    line = match.game.write_position(match.position)
    assert posted(analysis.evaluate_line(match.game, line)).moves[0].share == pytest.approx(shares[0], abs=0.2)


def test_a_proof_of_a_search_is_told_without_how_soon() -> None:
    game = registry.load("center", "size=5")
    truth = posted(analysis.evaluate_match(Match.of(game)))
    assert (truth.words, truth.share) == ("wins (proved)", 1)
    proved = [move for move in truth.moves if move.kind == "wins"]
    assert proved == truth.moves[: len(proved)], "what is proved comes first"
    assert {(move.words, move.distance, move.share, move.best) for move in proved} == {("wins (proved)", None, 1, True)}


@pytest.mark.parametrize("name", ["numbers", "snatchers"])
def test_a_computer_plays_legal_moves_and_the_same_ones_again(name: str) -> None:
    for spec in ("random", "level:1", "level:9", "perfect"):
        match = Match.of(registry.load(name), registry.load(name).start_for(2))
        analysis.check_can_play(match, spec)
        for _ in range(4):
            words = analysis.choose_move(match, spec, 11)
            assert words == analysis.choose_move(match, spec, 11)
            assert words in [str(move) for move in match.legal_moves]
            match = match.play(words)


def test_no_other_player_is_let_in_nor_one_that_cannot_play() -> None:
    match = Match.of(registry.load("showdown"))
    for spec in ("human", "program:ls", "level", "level:0", "search:2h", "perfekt", "", "person"):
        refusal(BadPlayer, analysis.check_can_play, match, spec)
        refusal(BadPlayer, analysis.choose_move, match, spec, 1)
    large = Match.of(registry.load("quad", "size=6"))
    for spec in ("perfect", "search:1s", "level:2"):
        analysis.check_can_play(large, spec)
