"""A match in the full-screen app: moves that are typed or refused, what may be wished for, and what comes after."""

import asyncio

from squarely.core.rules import registry
from squarely.terminal.full_screen.match_screen import MatchScreen
from tests.terminal.full_screen.at_table import Guest, arrange, sit_down
from tests.terminal.full_screen.piloting import rush_keys

OPENING = ("A1", "D4", "B1", "D1")  # of quad
THREAT = (*OPENING, "A2", "C4")  # X wins with B2


def last_line(guest: Guest) -> str:
    return guest.screen.splitlines()[-1]


def test_moves_are_typed_and_refused_in_the_words_of_the_game() -> None:
    async def play() -> None:
        async with sit_down(arrange("quad")) as guest:
            await rush_keys(guest.pilot, *"ab1", "enter")
            await guest.see("Sorry, 'ab1' is not a move. Please enter a cell such as A1 or D4.", " ab1 ")
            assert "Quit" not in last_line(guest)  # q would be typed
            await guest.press("a", "1")
            assert "\n a1\n" in guest.screen  # in place of what was refused
            await guest.press("enter")
            await guest.see("Player 1 (X) plays A1. Player 2 (O), enter your move")
            assert guest.moves == ["A1"]
            assert "Quit" in last_line(guest)
            await guest.type("a1")
            await guest.see("Sorry, A1 is already occupied")
            await guest.press("escape")
            assert "Sorry" not in guest.screen
            assert "\n b" not in guest.screen
            await guest.press("b", "backspace", "backspace")
            assert "\n b" not in guest.screen
            await guest.choose(0)
            await guest.see("Sorry, A1 is already occupied")
            await guest.press("c")
            await guest.press("backspace")
            await guest.type("hint")  # h is a key of its own, unless something is typed already
            await guest.see("Hint")
            assert guest.moves == ["A1"]

    asyncio.run(play())


def test_questions_are_asked_one_after_the_other_and_a_chosen_token_says_so() -> None:
    async def play() -> None:
        async with sit_down(arrange("showdown")) as guest:
            await guest.see("Note: Player 1 can never win this game.", "Be the one who moves the shared token")
            await guest.press("enter")
            await guest.see("Now choose where it goes.")
            await guest.type("right")
            await guest.see("Player 1 plays right. Player 2's Turn.")
            assert guest.moves == ["right"]
        async with sit_down(arrange("snatchers")) as guest:
            await guest.press("r")
            await guest.type("ight 2")
            await guest.type("left 2")
            await guest.see("From (3,1): up to", "enter your move: Direction (up/down/left/right)")  # and not cut
            await guest.type("up")
            await guest.see("Number of spaces (1 or 2)")
            await guest.type("2")
            assert guest.moves == ["right 2", "left 2", "up 2"]

    asyncio.run(play())


def test_what_no_square_stands_for_is_one_key_and_says_what_it_is() -> None:
    async def play() -> None:
        async with sit_down(arrange("quad", options=("pie=yes",), names="Ann,Bob")) as guest:
            await guest.see("pie rule: after the first move, the other player may take over")
            assert "Swap sides" not in last_line(guest)
            await guest.choose(5)
            await guest.see("then Bob plays X, and Ann plays O and moves", "F9 plays swap sides; or choose a square")
            assert "F9 Swap sides" in guest.screen
            await guest.press("f9")
            await guest.see("Sides are swapped: Bob now plays X, Ann now plays O.")
            assert guest.moves == ["B2", "swap sides"]
        stuck = {"options": ("burnt=yes,size=3,reach=1,stuck=passes",), "position": "#../#2./1## 1"}
        async with sit_down(arrange("snatchers", **stuck)) as guest:
            await guest.see("Enter or F9 plays pass.")
            await guest.press("enter")
            assert guest.moves == ["pass"]

    asyncio.run(play())


def test_a_move_of_two_parts_says_what_comes_next_and_many_values_are_counted() -> None:
    async def play() -> None:
        async with sit_down(arrange("quad", position="XOXO/XOXO/OXOX/OXOX X")) as guest:
            await guest.choose(0)
            await guest.see("Now choose an O.")
            await guest.press("v")
            await guest.see("more.")
            assert guest.screen.count("swap ") <= 30  # of 64
        async with sit_down(arrange("center", position="A-B/A--/B-- A")) as guest:
            await guest.choose(0)
            await guest.see("Now choose where it goes.")
            await guest.press("escape")
            assert "Now choose" not in guest.screen
        async with sit_down(arrange("quad", options=("mended",))) as guest:
            await guest.choose(1)  # any square of a column drops
            assert guest.moves == ["B4"]

    asyncio.run(play())


def test_the_rules_that_are_not_as_printed_are_told() -> None:
    async def play() -> None:
        async with sit_down(arrange("showdown", options=("mended",))) as guest:
            mended = registry.load("showdown", "mended")
            await guest.see("Mended rules: a 4x4 grid. The token starts on (1,2)")
            assert guest.screen.splitlines()[0].split() == [*mended.title.split(), "mended"]

    asyncio.run(play())


def test_hints_values_and_reasons() -> None:
    async def play() -> None:
        live = arrange("quad")
        for move in THREAT:
            live.play(live.match.read(move))
        async with sit_down(live) as guest:
            said = set()
            for _ in range(3):
                await guest.press("h")
                await guest.see("Hint (h for more)")
                await guest.wait_until(lambda: "One moment" not in guest.screen)
                said.add(guest.screen.partition("Hint (h for more)")[2])
            assert len(said) == 3
            assert ">" in guest.screen  # what the last hint points at is marked on the board
            await guest.press("v")
            await guest.see("W1", "wins at once: ")
            await guest.type("a3")
            await guest.see("Player 1 (X) plays A3", "loses in 10: B2.")  # values stay until they are sent away
            assert "7 X A3" in guest.words  # the last moves are in sight beside so many words
            await guest.press("v")
            assert "loses in" not in guest.screen
            await guest.press("w")
            await guest.see("Why", "A3 ")

    asyncio.run(play())


def test_take_back_play_again_and_give_up_against_a_computer() -> None:
    async def play() -> None:
        async with sit_down(arrange("quad", second="random")) as guest:
            await guest.type("a1")
            await guest.wait_until(lambda: len(guest.moves) == 2)
            both = guest.moves
            await guest.press("u")
            await guest.see(f"Taken back: A1 and {both[1]}. Player 1 (X), enter your move")
            assert guest.moves == []
            await guest.press("y")
            await guest.see(f"Played again: A1 and {both[1]}.")
            assert guest.moves == both
            await guest.press("x")
            await guest.see("Player 1, do you give up? Then Player 2 wins. (y/n)")
            await guest.press("n")
            assert guest.live.match.outcome is None
            await guest.press("x", "y")
            await guest.see("You lost", "You resigned.", "r Rematch s Swap sides v Review n New game")
            await guest.press("s")
            await guest.wait_until(lambda: "Player 2 · you" in guest.screen)
            swapped = guest.pilot.app.screen
            assert isinstance(swapped, MatchScreen)
            assert (swapped.live.settings.first, swapped.live.settings.second) == ("random", "human")

    asyncio.run(play())


def test_a_draw_between_two_then_a_rematch_another_game_and_the_review() -> None:
    async def play() -> None:
        async with sit_down(arrange("quad")) as guest:
            await guest.press("o")
            await guest.see("Player 2, Player 1 offers a draw. Do you accept? (y/n)")
            assert "y Yes" in last_line(guest)
            await guest.press("n")
            await guest.see("Player 2 plays on. Player 1 (X), enter your move")
            await guest.type("a1")
            await guest.press("o")
            await guest.see("Player 1, Player 2 offers a draw.")
            await guest.press("y")
            await guest.see("A draw was agreed.")
            await guest.press("r")
            await guest.wait_until(lambda: "A draw was agreed" not in guest.screen and "Welcome" in guest.screen)
            again = guest.pilot.app.screen
            assert isinstance(again, MatchScreen)
            assert again.live is not guest.live
            await guest.press("x", "y")
            await guest.see("r Rematch")
            await guest.press("n")
            await guest.see("New match · quad")
            await guest.press("escape")
            await guest.see("r Rematch")
            await guest.press("enter")
            await guest.wait_until(lambda: type(guest.pilot.app.screen).__name__ == "ReviewScreen")

    asyncio.run(play())


def test_a_draw_is_offered_to_computers() -> None:
    async def play() -> None:
        async with sit_down(arrange("quad", second="perfect")) as guest:
            await guest.press("o")  # it would lose
            await guest.see("A draw was agreed.")
        async with sit_down(arrange("quad", first="perfect", max_turns=9), toss="Heads!") as guest:
            await guest.wait_until(lambda: len(guest.moves) == 1)
            await guest.see("Heads!", "Be the first to form")  # it stays until somebody has read it
            await guest.press("o")  # it would win
            await guest.see("Player 1 plays on. Player 2 (O), enter your move")

    asyncio.run(play())


def test_looking_back_shows_what_was_and_plays_nothing() -> None:
    async def play() -> None:
        live = arrange("quad")
        for move in OPENING:
            live.play(live.match.read(move))
        async with sit_down(live) as guest:
            await guest.press("left_square_bracket")
            await guest.see("looking back: move 3 of 4", "Looking back at the position after move 3, of 4 moves.")
            assert guest.screen.count("[X]") == 1  # the last move that is shown: B1
            assert "[O]" not in guest.screen
            await guest.press("home")
            await guest.see("Looking back at the start")
            await guest.press("a", "enter")
            assert len(guest.moves) == 4
            await guest.press("right_square_bracket")
            await guest.see("looking back: move 1 of 4")
            await guest.press("end")
            assert "looking back" not in guest.screen
            await guest.press("tab", "up", "up")
            await guest.see("looking back: move 2 of 4")
            await guest.press("escape")
            assert "looking back" not in guest.screen
            await guest.type("a2")
            assert guest.moves == [*OPENING, "A2"]

    asyncio.run(play())
