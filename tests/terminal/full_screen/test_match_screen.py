"""A match in the full-screen app: moves that are typed or refused, what may be wished for, and what comes after."""

import pytest

from squarely.core.rules import registry

from .driving import arrange, sit_down

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

OPENING = ("A1", "D4", "B1", "D1")  # of quad
THREAT = (*OPENING, "A2", "C4")  # X wins with B2


async def test_moves_are_typed_and_refused_in_the_words_of_the_game() -> None:
    async with sit_down(arrange("quad")) as user:
        await user.rush(*"ab1", "enter")
        await user.see("Sorry, 'ab1' is not a move. Please enter a cell such as A1 or D4.", " ab1 ")
        assert "Quit" not in user.lines[-1]  # q would be typed
        await user.press("a", "1")
        assert "\n a1\n" in user.screen  # in place of what was refused
        await user.press("enter", sees="Player 1 (X) plays A1. Player 2 (O), enter your move")
        assert user.moves == ["A1"]
        assert "Quit" in user.lines[-1]
        await user.type("a1", sees="Sorry, A1 is already occupied")
        await user.press("escape")
        assert "Sorry" not in user.screen
        assert "\n b" not in user.screen
        await user.press("b", "backspace", "backspace")
        assert "\n b" not in user.screen
        await user.choose(0, sees="Sorry, A1 is already occupied")
        await user.press("c")
        await user.press("backspace")
        await user.type("hint", sees="Hint")  # h is a key of its own, unless something is typed already
        assert user.moves == ["A1"]


async def test_questions_come_one_after_the_other_and_a_chosen_token_and_other_rules_are_told() -> None:
    async with sit_down(arrange("showdown")) as user:
        await user.see("Note: Player 1 can never win this game.", "Be the one who moves the shared token")
        await user.press("enter", sees="Now choose where it goes.")
        await user.type("right", sees="Player 1 plays right. Player 2's Turn.")
        assert user.moves == ["right"]
        await user.sit_down(arrange("snatchers"))
        await user.press("r")
        await user.type("ight 2")
        await user.type("left 2")
        await user.see("From (3,1): up to", "enter your move: Direction (up/down/left/right)")  # and not cut
        await user.type("up", sees="Number of spaces (1 or 2)")
        await user.type("2")
        assert user.moves == ["right 2", "left 2", "up 2"]
        await user.sit_down(arrange("showdown", options=("mended",)))
        mended = registry.load("showdown", "mended")
        await user.see("Mended rules: a 4x4 grid. The token starts on (1,2)")
        assert user.lines[0].split() == [*mended.title.split(), "mended"]


async def test_what_no_square_stands_for_is_one_key_and_a_move_of_two_parts_says_what_comes_next() -> None:
    stuck = {"options": ("burnt=yes,size=3,reach=1,stuck=passes",), "position": "#../#2./1## 1"}
    async with sit_down(arrange("quad", options=("pie=yes",), names="Ann,Bob")) as user:
        await user.see("pie rule: after the first move, the other player may take over")
        assert "Swap sides" not in user.lines[-1]
        await user.choose(5)
        await user.see("then Bob plays X, and Ann plays O and moves", "F9 plays swap sides; or choose a square")
        assert "F9 Swap sides" in user.screen
        await user.press("f9", sees="Sides are swapped: Bob now plays X, Ann now plays O.")
        assert user.moves == ["B2", "swap sides"]
        await user.sit_down(arrange("snatchers", **stuck), sees="Enter or F9 plays pass.")
        await user.press("enter")
        assert user.moves == ["pass"]
        await user.sit_down(arrange("quad", position="XOXO/XOXO/OXOX/OXOX X"))
        await user.choose(0, sees="Now choose an O.")
        await user.press("v", sees="more.")
        assert user.screen.count("swap ") <= 30, "of 64"
        await user.sit_down(arrange("center", position="A-B/A--/B-- A"))
        await user.choose(0, sees="Now choose where it goes.")
        await user.press("escape")
        assert "Now choose" not in user.screen
        await user.sit_down(arrange("quad", options=("mended",)))
        await user.choose(1)  # any square of a column drops
        assert user.moves == ["B4"]


async def test_hints_values_and_reasons() -> None:
    async with sit_down(arrange("quad", *THREAT)) as user:
        said = set()
        for _ in range(3):
            await user.press("h", sees="Hint (h for more)")
            await user.wait_until(lambda: "One moment" not in user.screen)
            said.add(user.screen.partition("Hint (h for more)")[2])
        assert len(said) == 3
        assert ">" in user.screen  # what the last hint points at is marked on the board
        await user.press("v", sees=("W1", "wins at once: "))
        await user.type("a3")
        await user.see("Player 1 (X) plays A3", "loses in 10: B2.")  # values stay until they are sent away
        assert "7 X A3" in user.words  # the last moves are in sight beside so many words
        await user.press("v")
        assert "loses in" not in user.screen
        await user.press("w", sees=("Why", "A3 "))
        await user.sit_down(arrange("center", position="-A-/B--/--- A"))
        await user.press("v", sees=("L2", "W1"))  # a square is worth the best of the moves that begin there


async def test_take_back_play_again_and_give_up_against_a_computer() -> None:
    async with sit_down(arrange("quad", second="random")) as user:
        await user.type("a1")
        await user.wait_until(lambda: len(user.moves) == 2)
        both = user.moves
        await user.press("u", sees=f"Taken back: A1 and {both[1]}. Player 1 (X), enter your move")
        assert user.moves == []
        await user.press("y", sees=f"Played again: A1 and {both[1]}.")
        assert user.moves == both
        await user.press("x", sees="Player 1, do you give up? Then Player 2 wins. (y/n)")
        await user.press("n")
        assert user.live.match.outcome is None
        await user.press("x", "y", sees=("You lost", "You resigned.", "r Rematch s Swap sides v Review n New game"))
        await user.press("s")
        await user.wait_until(lambda: "Player 2 · you" in user.screen)
        assert (user.live.settings.first, user.live.settings.second) == ("random", "human")


async def test_a_draw_between_two_then_a_rematch_another_game_and_the_review_and_draws_with_computers() -> None:
    async with sit_down(arrange("quad")) as user:
        live = user.live
        await user.press("o", sees="Player 2, Player 1 offers a draw. Do you accept? (y/n)")
        assert "y Yes" in user.lines[-1]
        await user.press("n", sees="Player 2 plays on. Player 1 (X), enter your move")
        await user.type("a1")
        await user.press("o", sees="Player 1, Player 2 offers a draw.")
        await user.press("y", sees="A draw was agreed.")
        await user.press("r")
        await user.wait_until(lambda: "A draw was agreed" not in user.screen and "Welcome" in user.screen)
        assert user.live is not live
        await user.press("x", "y", sees="r Rematch")
        await user.press("n", sees="New match · quad")
        await user.press("escape", sees="r Rematch")
        await user.press("enter", opens="ReviewScreen")
    async with sit_down(arrange("quad", first="perfect", max_turns=9), toss="Heads!") as user:
        await user.wait_until(lambda: len(user.moves) == 1)
        await user.see("Heads!", "Be the first to form")  # it stays until somebody has read it
        await user.press("o", sees="Player 1 plays on. Player 2 (O), enter your move")  # it would win
        await user.sit_down(arrange("quad", second="perfect"))
        await user.press("o", sees="A draw was agreed.")  # it would lose


async def test_looking_back_shows_what_was_and_plays_nothing() -> None:
    async with sit_down(arrange("quad", *OPENING)) as user:
        await user.press("left_square_bracket")
        await user.see("looking back: move 3 of 4", "Looking back at the position after move 3, of 4 moves.")
        assert user.screen.count("[X]") == 1  # the last move that is shown: B1
        assert "[O]" not in user.screen
        await user.press("home", sees="Looking back at the start")
        await user.press("a", "enter")
        assert len(user.moves) == 4
        await user.press("right_square_bracket", sees="looking back: move 1 of 4")
        await user.press("end")
        assert "looking back" not in user.screen
        await user.press("tab", "up", "up", sees="looking back: move 2 of 4")
        await user.press("escape")
        assert "looking back" not in user.screen
        await user.type("a2")
        assert user.moves == [*OPENING, "A2"]


# All keys of a line are sent before the first of them has done anything, as by a program or a fast hand.
AT_ONCE: tuple[tuple[str, tuple[str, ...], list[str]], ...] = (
    ("quad", ("b", "2", "enter", "c", "3", "enter", "a", "1", "enter"), ["B2", "C3", "A1"]),
    ("center", (*"place", "space", "0", "space", "1", "enter"), ["place 0 1"]),
    ("snatchers", ("u", "p", "space", "2", "enter"), ["up 2"]),
    ("quad", ("enter", "enter"), ["A1", "B1"]),  # the cursor goes on to the next square before the second Enter
    ("center", ("enter", "enter", "u"), ["place 0 0"]),  # two are placed, one is taken back
    ("quad", ("x", "y", "n"), []),  # resign, yes, new match
)


async def test_keys_that_come_at_once_do_what_they_do_apart() -> None:
    async with sit_down(arrange("quad")) as user:
        for game, keys, moves in AT_ONCE:
            await user.sit_down(arrange(game))
            await user.rush(*keys)
            if keys == ("x", "y", "n"):
                await user.see("New match")
            await user.have_played(*moves)
