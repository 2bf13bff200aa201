"""After a match on a terminal: rematch, swap, review, another game, enough."""

from squarely import Match, load
from squarely.core.match.record import Record
from squarely.files.saved_matches import MatchSaver
from squarely.terminal.match.live_match import LiveMatch
from squarely.terminal.match.match_settings import MatchSettings
from squarely.terminal.match.new_match import arrange_next, prepare_match
from tests.terminal.driving import AFTER_A_MATCH, Desk, Terminal, moves_in

MOVE = "Enter move (up/down/left/right): "
WAY = ("right", "down", "down", "right")


def test_a_rematch_keeps_what_was_agreed_and_whoever_swaps_sides_takes_their_name_along() -> None:
    agreed = {"time_limit": 20.0, "on_timeout": "random", "max_turns": 30, "names": "Ann,Bob"}
    before = prepare_match("numbers", first="level:3", options=("size=3,komi=2",), seed=5, **agreed).live  # type: ignore[arg-type]
    again = arrange_next(before, "r")
    assert again.match.game == before.match.game
    assert again.match.names == ("Ann", "Bob")
    kept = ("first", "second", "time_limit", "on_timeout", "max_turns")
    assert [getattr(again.settings, name) for name in kept] == [getattr(before.settings, name) for name in kept]
    assert len({arrange_next(before, "r").match.start for _ in range(5)}) > 1
    assert again.saver.path != before.saver.path
    for given, names in (("Ann,Bob", ("Bob", "Ann")), (None, ("Player 1", "Player 2"))):
        again = arrange_next(prepare_match("quad", second="level:3", names=given).live, "s")
        assert again.match.names == names
        assert (again.settings.first, again.settings.second) == ("level:3", "human")
    for game, position in (("quad", "..../.X../..../.... O"), ("numbers", "5.8/.../6.7 2 19-0")):
        chosen = load(game)
        match = Match.of(chosen, chosen.read_position(position))
        live = LiveMatch(Record(match), MatchSettings(), MatchSaver(game))
        assert chosen.write_position(arrange_next(live, "r").match.start) == position


def play_to_the_end(terminal: Terminal) -> None:
    for word in WAY:
        terminal.answer(MOVE, word)


def test_everything_that_can_be_wanted(desk: Desk) -> None:
    terminal = desk.terminal("play", "showdown")
    play_to_the_end(terminal)
    terminal.answer(AFTER_A_MATCH, "again")
    terminal.expect("Sorry, 'again' is none of these. Please enter r, s, v, n or q.")
    terminal.answer(AFTER_A_MATCH, " REVIEW ")
    terminal.expect("Center Square Showdown: ")
    terminal.answer(AFTER_A_MATCH, "r")
    play_to_the_end(terminal)
    terminal.answer(AFTER_A_MATCH, "swap sides")
    terminal.expect("You change places: Player 1 is Player 2 now.")
    terminal.answer(MOVE, "resign")
    terminal.answer("(yes/no)", "yes")
    terminal.answer(AFTER_A_MATCH, "n")
    terminal.answer("Which game, by number or name? [center] ", "quit")
    said = terminal.ended()
    assert said.code == 0
    assert said.out.count("enter help to see what else") == 1
    assert sorted(moves_in(path) for path in desk.finished) == [[], [*WAY], [*WAY]]


def test_a_match_that_was_resumed_is_followed_by_the_same_menu_but_not_in_a_pipe(desk: Desk) -> None:
    desk.squarely("play", "showdown", typed=WAY[:3])
    terminal = desk.terminal("resume", "--plain", str(desk.unfinished[0]))
    terminal.answer(MOVE, WAY[3])
    terminal.answer(AFTER_A_MATCH, "v")
    terminal.expect(AFTER_A_MATCH)
    terminal.child.sendeof()
    said = terminal.ended()
    assert (said.code, desk.squarely("review", "--plain").out in said.out) == (0, True)
    said = desk.squarely("play", "showdown", typed=[*WAY, "r", "right"])
    assert ("What next?" in said.out, said.code, len(desk.finished)) == (False, 0, 2)
