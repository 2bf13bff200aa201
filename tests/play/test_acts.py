"""Acts in every kind of match, also sent again; clocks; whose turn it is; endless matches; series; secrets of seats."""

from dataclasses import replace
from itertools import cycle, islice
from typing import Any

import pytest

from squarely import Match, Outcome, load
from squarely.core.rules.game import Side
from squarely.play.clock import Clock
from squarely.play.events import Act, ActRefused, Event
from squarely.play.match_log import MatchLog
from squarely.play.offers import accepts_offer
from squarely.play.seat_secrets import find_holder, hash_secret, mint_match_id, mint_secret
from squarely.play.seats import Seats
from squarely.play.series import Series, describe_next_level, next_level
from squarely.play.turns import computer_moves, count_moves_back, describe_endless, is_stopped
from squarely.players.player import RandomMover
from tests.boards import played as play
from tests.play.logged_matches import FIRST, SECOND, after, begun, played, refused
from tests.solver.odd.boxes import Boxes
from tests.terminal.driving import Desk

NOTHING = ("stale", "nothing is offered any more")
UNDOS: tuple[dict[str, Any], ...] = ({"kind": "undo"}, {"kind": "offer", "offer": "undo"})


def test_what_may_not_be_done_is_refused_in_a_sentence() -> None:
    """That it is refused, in every kind of match, is held against the twin in test_match_log."""
    begin, moved = begun("link"), begun("link", "up 2", "up 1")
    draw = after(moved, FIRST, "offer", offer="draw")
    no_draw = after(draw, SECOND, "decline")
    no_undo = after(after(no_draw, FIRST, "offer", offer="undo"), FIRST, "decline")  # withdrawn
    over = after(begin, FIRST, "resign")
    no_rematch = after(after(over, FIRST, "offer", offer="rematch"), SECOND, "decline")
    won = begun("link", "up 1", start="1..../2..../...../...../..... 1")
    first_is_computer = begun("computer", "up 2", seats=Seats(("level:3", None)))
    none_back, ended = "there is no move of yours to take back", "the match is over: Ann resigned"
    again = "you have offered {} already; wait for the next move"
    refusals: list[tuple[MatchLog, Side, str, dict[str, Any], str]] = [
        (begin, SECOND, "move", {"move": "up 2"}, "it is Ann's turn"),
        *((begin, FIRST, "move", {"move": words}, "Sorry, …") for words in ("up 3", "", "\x00")),
        *((begin, FIRST, "move", {"squares": squares}, "Sorry, …") for squares in ([0, 24], [])),
        (begin, FIRST, "move", {"squares": [25]}, "Sorry, there is no square 25. Squares are numbered from 0 to 24."),
        *((over, SECOND, act, {"move": "up 1"}, ended) for act in ("move", "undo", "resign")),
        *((over, SECOND, "offer", {"offer": offer}, ended) for offer in ("draw", "undo")),
        (won, SECOND, "move", {"move": "up 1"}, "the match is over: P1 captured P2…"),
        *((begun(kind), FIRST, "undo", {}, none_back) for kind in ("here", "explore", "computer")),
        (first_is_computer, SECOND, "undo", {}, none_back),
        (begin, FIRST, "offer", {"offer": "undo"}, none_back),
        (begun("link", "up 2"), SECOND, "offer", {"offer": "undo"}, none_back),
        (moved, FIRST, "undo", {}, "the other side has to agree to that; offer it"),
        (begin, FIRST, "offer", {"offer": "rematch"}, "the match is not over yet"),
        (begin, FIRST, "offer", {}, "say what you offer: draw, undo or rematch"),
        (draw, SECOND, "offer", {"offer": "undo"}, "the other side has offered a draw; accept or decline it first"),
        (no_draw, FIRST, "offer", {"offer": "draw"}, again.format("a draw")),
        (no_undo, FIRST, "offer", {"offer": "draw"}, again.format("a draw")),
        (no_undo, FIRST, "offer", {"offer": "undo"}, again.format("an undo")),
        (no_rematch, FIRST, "offer", {"offer": "rematch"},
         "you have offered a rematch already; now it is for the other side to offer one"),
    ]  # fmt: skip
    for log, side, kind, more, why in refusals:
        code, said = refused(log, side, kind, **more)
        assert code == "illegal"
        assert said == why or (why[-1] == "…" and said.startswith(why[:-1])), said
    for log, side, kind in (begin, FIRST, "decline"), (draw, FIRST, "accept"), (played(draw, "up 2"), SECOND, "accept"):
        assert refused(log, side, kind) == NOTHING
    for turn in (1, 100):
        with pytest.raises(ActRefused) as refusal:
            moved.judge(FIRST, Act(turn, "move", move="up 1"), 0.0)
        meant = f"that was meant for turn {turn}; the match has come to turn 2"
        assert (refusal.value.code, str(refusal.value)) == ("stale", meant)
    for log, side in ((no_undo, SECOND), (played(no_undo, "right 1"), FIRST)):
        assert after(log, side, "offer", offer="draw").offer, "the other side may, and the same after the next move"


def test_a_move_is_noted_as_the_rules_write_it_and_a_draw_agreed_or_a_match_given_up_ends_it() -> None:
    """Which event or offer comes of what, in every kind of match, is held against the twin, too."""
    for given in ({"move": "  UP 2 "}, {"squares": [0, 10]}):
        assert begun("link").judge(FIRST, Act(1, "move", **given), 5.0) == Event(1, FIRST, "move", "up 2", 0, 5.0)
    assert after(begun("link"), SECOND, "resign").match.outcome == Outcome(FIRST, "Player 2 resigned")
    assert after(begun("here"), FIRST, "offer", offer="draw").match.outcome == Outcome(None, "a draw was agreed")


@pytest.mark.slow
def test_a_computer_agrees_to_a_draw_unless_it_can_win_or_nobody_knows() -> None:
    center, showdown, large = load("center"), Match.of(load("showdown")), Match.of(load("quad", "size=6"))
    won_by_a = Match.of(center, center.read_position("---/--A/-B- A"))
    for player in ("random", "level:1", "level:9", "perfect"):
        answers = [accepts_offer(won_by_a, "draw", side, player) for side in Side]
        answers += [accepts_offer(match, "draw", FIRST, player) for match in (showdown, large)]
        assert answers == [False, True, True, False], player
    for player in ("random", "level:1", "level:9", "perfect", "llm:some", "program:some"):
        answers = [accepts_offer(showdown, offer, FIRST, player) for offer in ("draw", "undo", "rematch")]
        assert answers == [":some" not in player, True, True], "who is told of moves only takes no draw"


# The clock: whose runs, from when, and when it stands still


def deadline(log: MatchLog) -> float | None:
    return log.clock.deadline if log.clock else None


def test_it_runs_from_the_last_event_once_both_are_there_and_running_out_loses() -> None:
    match, early = begun("link", seconds=30), begun("link", seconds=30, begun_at=0.0)
    late = replace(played(early, "up 2"), begun_at=9000.0)  # a friend who comes late has all their time
    assert [*map(deadline, (match, played(match, "up 2"), late))] == [1030.0, 2030.0, 9030.0]
    for log in (begun("link"), after(match, FIRST, "resign"), early, played(early, "up 2")):
        assert log.clock is None
    assert match.run_out(1029.9) is None
    out = match.run_out(1031.0)
    assert out == Event(1, FIRST, "timeout", "", 0, 1030.0)
    assert match.add(out).match.outcome == Outcome(SECOND, "Ann ran out of time")
    clock = Clock(30, 1000.0)
    assert clock.go_on(1005.0) == clock
    assert (clock.stop(1010.0).deadline, clock.stop(1010.0).go_on(1050.0).deadline) == (None, 1070.0)
    assert (clock.left(1010.0), clock.left(2000.0)) == (20.0, 0.0)


def test_the_offerers_clock_stands_still_while_the_other_side_is_asked() -> None:
    match = begun("link", seconds=30)
    asked = after(match, FIRST, "offer", 1010.0, offer="draw")
    assert asked.clock == Clock(30, 1000.0, stopped_at=1010.0)
    assert (deadline(asked), asked.clock.left(5000.0), asked.run_out(5000.0)) == (None, 20.0, None)
    declined = after(asked, SECOND, "decline", 1110.0)
    assert (declined.offer, deadline(declined)) == (None, 1130.0)
    assert refused(declined, SECOND, "accept") == NOTHING
    assert deadline(played(declined, "up 1")) == 2030.0, "the next turn has its own time"
    theirs = after(match, SECOND, "offer", 1010.0, offer="draw")
    assert deadline(theirs) == 1030.0, "whoever is asked on their own turn has no more time for it"
    assert deadline(after(theirs, FIRST, "decline", 1020.0)) == 1030.0
    # What was withdrawn took its time, and an offer made anew goes on from it.
    asked = after(begun("link", "up 1", "up 1", seconds=30), FIRST, "offer", 2010.0, offer="draw")
    declined = after(asked, SECOND, "decline", 2020.0)
    withdrawn = after(after(declined, FIRST, "offer", 2025.0, offer="undo"), FIRST, "decline", 2026.0)
    instead = after(after(asked, FIRST, "offer", 2015.0, offer="undo"), SECOND, "decline", 2020.0)
    assert (deadline(withdrawn), deadline(instead)) == (2041.0, 2040.0)


# An act whose answer was lost is sent again and recognised


def test_a_move_sent_again_is_recognised_however_it_is_spelt_and_so_is_what_was_offered_and_accepted() -> None:
    match = begun("link", "up 2", "up 1", "right 1")
    first = [Act(1, "move", move=words) for words in ("up 2", " Up  2", "UP 2")] + [Act(1, "move", squares=[0, 10])]
    for side, same in (*((FIRST, act) for act in first), (SECOND, Act(2, "move", move="up 1"))):
        assert match.repeats(side, same), same
    for side, other in (
        (FIRST, Act(1, "move", move="up 1")),
        (SECOND, Act(1, "move", move="up 2")),
        (FIRST, Act(1, "resign")),
        (FIRST, Act(1, "move", squares=[99])),
        (SECOND, Act(4, "move", move="up 1")),
        (FIRST, Act(2, "accept")),
        (FIRST, Act(3, "offer", offer="draw")),
    ):
        assert not match.repeats(side, other), other
    over = after(begun("link"), FIRST, "resign")
    assert [over.repeats(side, Act(1, "resign")) for side in Side] == [True, False]
    pairs: Any = (("draw", "undo"), ("undo", "draw"))
    for kind, other in pairs:
        match = after(after(begun("link", "up 2"), FIRST, "offer", offer=kind), SECOND, "accept")
        assert match.repeats(SECOND, Act(2, "accept"))
        assert match.repeats(FIRST, Act(2, "offer", offer=kind))
        assert not match.repeats(FIRST, Act(2, "accept")), "it was not they who accepted"
        assert not match.repeats(FIRST, Act(2, "offer", offer=other))
        crossed = after(after(begun("link", "up 2", "up 1"), FIRST, "offer", offer=kind), SECOND, "offer", offer=kind)
        assert all(crossed.repeats(side, Act(3, "offer", offer=kind)) for side in Side)
    for act in UNDOS:
        assert after(begun("here", "up 2"), FIRST, **act).repeats(FIRST, Act(2, **act))


def test_an_old_turn_costs_no_more_than_a_new_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """The line was taken back and played differently: none of it is played again to know what a turn meant."""
    match = begun("here", *["right 1", "left 1", "left 1", "right 1"] * 5)
    for _ in range(20):
        match = after(match, match.match.mover, "undo")
    match = played(match, *["up 1", "left 1", "down 1", "right 1"] * 5)
    plays, real = [], Match.play

    def counted(before: Match, move: str | int) -> Match:
        plays.append(move)
        return real(before, move)

    monkeypatch.setattr(Match, "play", counted)
    spelt: Any = ({"move": "right 1"}, {"move": "Right  1"}, {"squares": [0, 1]})
    for words in spelt:
        for turn, right in ((1, True), (17, True), (2, False), (41, False), (20, False)):
            plays.clear()
            assert match.repeats(FIRST, Act(turn, "move", **words)) == right
            assert len(plays) <= 1


# Two boxes side by side: edges 0 and 1 on top, 2 and 3 below, 4, 5 and 6 upright. Whoever closes a box draws again.
BOXES = Match.of(Boxes())
BEFORE_THE_BOX = ("0", "2", "4")  # the second side closes the box on the left with 5


def test_computers_move_until_it_is_somebody_elses_turn_or_the_limit_stops_them() -> None:
    before = play(BOXES, *BEFORE_THE_BOX)
    for seed in range(20):
        computers = {SECOND: RandomMover(seed)}
        *between, last = [before, *computer_moves(before, computers)]
        assert all(match.mover == SECOND for match in between)
        assert last.outcome or last.mover == FIRST
        assert list(computer_moves(last, computers)) == []
    both = {side: RandomMover(7) for side in Side}
    assert len(list(computer_moves(BOXES, both))) == 7
    *_, last = computer_moves(BOXES, both, turn_limit=3)
    assert len(last.moves) == 3
    assert [is_stopped(last, 3), is_stopped(last, 3, opening=1), is_stopped(last, None)] == [True, False, False]
    *_, last = computer_moves(BOXES, both, turn_limit=7)
    assert last.outcome
    assert not is_stopped(last, 7), "it has ended with its last turn"


def test_moves_are_taken_back_until_it_is_ones_turn_again() -> None:
    closed = play(BOXES, *BEFORE_THE_BOX, "5")  # it is still the second side's turn
    on = closed.play("1")
    assert (closed.mover, on.mover) == (SECOND, FIRST)
    for match, sides, back in (
        (closed, (SECOND,), 1),
        (closed, (FIRST,), 2),
        (closed, tuple(Side), 1),
        (on, (FIRST,), 3),  # both moves of the other side, and one's own
        (on, (SECOND,), 1),
        (BOXES.play("0"), (SECOND,), 0),
        (BOXES, tuple(Side), 0),
    ):
        assert count_moves_back(match, sides) == back
    for seats in (Seats((None, "random")), Seats(are_apart=True)):
        log = played(MatchLog(BOXES, seats), *BEFORE_THE_BOX, "5", "1")
        undo = Event(6, FIRST, "undo", back=count_moves_back(log.match, seats.moved_by(FIRST)))
        undone = log.add(undo) if seats.are_apart else after(log, FIRST, "undo")
        assert undone.match == play(BOXES, "0", "2")
    assert refused(played(MatchLog(BOXES, Seats(("random", None))), "0"), SECOND, "undo")[0] == "illegal"


# Two computers that would play on for ever are stopped, and told from those that only take long

PERFECT = Seats(("perfect", "perfect"))


def going_round(moves: int, options: str = "") -> Match:
    """The token goes round its corner: every fourth move, the same position as four moves ago."""
    return play(Match.of(load("showdown", options)), *islice(cycle(("right", "down", "left", "up")), moves))


def test_two_perfect_players_are_stopped_at_the_third_time_others_get_time_and_persons_all() -> None:
    for moves, stops in ((8, False), (9, True), (12, True)):
        said = describe_endless(going_round(moves), PERFECT)
        assert said.startswith(f"Stopped after {moves} moves: the same positions come again") == stops
        assert bool(said) == stops
    for moves, stops in ((40, False), (97, True)):
        match = going_round(moves)
        for other in ("random", "level:9", "llm:model", "program:play"):
            for seats in (("perfect", other), (other, other)):
                said = describe_endless(match, Seats(seats))
                assert ("the same position has come 25 times" in said) == stops, seats
    assert describe_endless(going_round(12), PERFECT, since=12) == "", "what was played before it was resumed"
    assert describe_endless(going_round(20), PERFECT, since=12)
    match = going_round(120)
    for with_person in (Seats((None, "perfect")), Seats(("perfect", None)), Seats()):
        assert describe_endless(match, with_person) == ""
    assert describe_endless(going_round(9, "repetition=draw"), PERFECT) == ""


@pytest.mark.slow
def test_perfect_against_perfect_ends_in_a_pipe_and_can_be_gone_on_with(desk: Desk) -> None:
    said = desk.squarely("play", "showdown", "--first", "perfect", "--second", "perfect", "--seed", "1")
    assert said.code == 0
    assert "and no player will change that. Your match is saved. To continue: squarely resume\n" in said.out
    moves = desk.kept_moves()
    assert desk.squarely("resume", typed=["1"]).code == 0
    assert len(desk.kept_moves()) > len(moves)


# The score over rematches stays with the players, and a ladder of levels is offered step by step

AGAINST_4, SWAPPED, PEOPLE = Seats((None, "level:4")), Seats(("level:4", None)), Seats()


def won_by(side: Side | None, names: tuple[str, str] | None = None) -> Match:
    match = Match.of(load("quad"), names=names)
    return match.agree_to_draw() if side is None else match.resign(side.other)


def test_the_score_follows_a_person_to_the_other_side() -> None:
    assert Series().describe() == Series().after(Match.of(load("quad")), AGAINST_4).describe() == ""
    series = Series().after(won_by(FIRST), AGAINST_4).after(won_by(SECOND), AGAINST_4)
    assert series.describe() == "You 1 : 1 level 4 (careful)"
    series = series.swap().after(won_by(SECOND), SWAPPED).after(won_by(None), SWAPPED)
    assert series.describe() == "You 2 : 1 level 4 (careful), 1 draw"
    assert series.after(won_by(FIRST), Seats(("level:5", None))).describe() == "You 0 : 1 level 5 (solid)"
    # People keep their names, and without names their score.
    for names, *said in (
        (("Ann", "Bob"), "Ann 1 : 0 Bob", "Bob 0 : 1 Ann", "Bob 0 : 2 Ann"),
        (None, "Player 1: 1, Player 2: 0", "Player 1: 0, Player 2: 1", "Player 1: 0, Player 2: 2"),
    ):
        series = Series().after(won_by(FIRST, names), PEOPLE)
        again = series.swap().after(won_by(SECOND, names and names[::-1]), PEOPLE)
        assert [each.describe() for each in (series, series.swap(), again)] == said


def test_a_ladder_goes_up_after_a_win_and_down_after_two_losses() -> None:
    won, lost, drawn = (Series().after(won_by(side), AGAINST_4) for side in (FIRST, SECOND, None))
    lost_twice = lost.after(won_by(SECOND), AGAINST_4)
    assert (next_level(won, AGAINST_4), describe_next_level(won, AGAINST_4)) == (5, "Level 5 (solid) is waiting.")
    for series in (Series(), lost, drawn, lost.after(won_by(None), AGAINST_4)):
        assert next_level(series, AGAINST_4) is None
    assert describe_next_level(lost_twice, AGAINST_4) == "Level 3 (relaxed) may be more fun."
    assert next_level(lost_twice.swap(), SWAPPED) == 3
    for player, series in (("level:9", won), ("level:1", lost_twice), ("perfect", won), (None, won)):
        assert next_level(series, Seats((None, player))) is None, player


def test_a_secret_opens_its_own_seat_alone_and_none_a_free_one() -> None:
    secrets = mint_secret(), mint_secret()
    hashes = (hash_secret(secrets[0]), hash_secret(secrets[1]))
    assert [find_holder(hashes, secret) for secret in secrets] == [FIRST, SECOND]
    for wrong in ("", secrets[0][:-1], hashes[0], mint_secret(), "\ud800"):
        assert find_holder(hashes, wrong) is None
    assert find_holder(("", ""), "") is None
    assert len({mint_secret() for _ in range(100)}) == len({mint_match_id() for _ in range(100)}) == 100
    assert (len(mint_secret()), len(mint_match_id())) == (43, 12)
