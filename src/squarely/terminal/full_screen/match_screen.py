"""A match on the screen, from the first move to what comes after the last: turns, keys, clicks and typed words."""

import asyncio
from collections.abc import Callable, Mapping
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import OptionList, Static

from squarely import Match, Move, SquarelyError, capitalise, count_noun, join_with_or
from squarely.core.rules.rulebook import write_goal
from squarely.play.series import describe_next_level
from squarely.solver.belief import Worth
from squarely.terminal.full_screen.move_choice import describe_values, note_values
from squarely.terminal.full_screen.move_screen import TYPING, MoveScreen, trim_question
from squarely.terminal.full_screen.places import go
from squarely.terminal.full_screen.widgets.board import mark_last_move
from squarely.terminal.full_screen.widgets.dialogs import KeyLine, RulesScreen
from squarely.terminal.full_screen.widgets.side_panels import MoveList, PlayersPanel
from squarely.terminal.match.advice import Advice
from squarely.terminal.match.live_match import LiveMatch
from squarely.terminal.match.match_events import Told, introduce, tell_refusal
from squarely.terminal.match.new_match import NEW, REVIEW, arrange_next, list_next_steps, sum_up

COMMANDS = ("hint", "values", "why", "undo", "redo", "rules", "draw", "resign")
SMALLEST = (56, 20)  # columns and lines of a terminal in which a match can be played
_SPOKEN = ("f9", "f10", "f11", "f12")  # for moves that no square stands for
_TICK = 0.2  # seconds between two looks at the clock and at what is worked out
_FAR = 100_000  # moves: as far as it goes
_TIP = "Choose a {} with the arrow keys and Enter, or click it. Or type a move."
_TITLES = {"news": "News", "unsaved": "Not saved", "repeated": "Again", "failed": "A player failed"}  # said beside
_TOO_SMALL = "A match needs at least {} columns and {} lines. Make the terminal larger: the match is as you left it."


class MatchScreen(MoveScreen):
    """One match. It is saved after every move, before that is shown."""

    DEFAULT_CSS = """
    MatchScreen { layers: match over; }
    MatchScreen #title { height: 1; background: $panel; }
    MatchScreen #headline { display: none; text-align: center; text-style: bold; background: $even 20%; }
    MatchScreen #headline.-won { color: $good; background: $won; }
    MatchScreen #headline.-lost { color: $bad; background: $bad 15%; }
    MatchScreen.-over #headline { display: block; }
    MatchScreen.-high #headline { padding: 1 0; }
    MatchScreen #side { width: 36%; min-width: 31; max-width: 60; border-left: solid $line; }
    MatchScreen Words {
        display: none; height: auto; max-height: 70%; padding: 0 1; border-top: solid $line; scrollbar-gutter: auto;
    }
    MatchScreen Words.-open { display: block; }
    MatchScreen #progress { display: none; padding: 0 1; color: $soft; }
    MatchScreen #status { height: 2; padding: 0 1; }
    MatchScreen.-high #status { height: 3; }
    MatchScreen #status.-refused { color: $bad; }
    MatchScreen #too-small { display: none; layer: over; width: 100%; height: 100%; padding: 1; background: $panel; }
    MatchScreen.-narrow #too-small, MatchScreen.-low #too-small { display: block; }
    """
    AUTO_FOCUS = ""  # after the end, keys are for what comes next
    PACE = 0.8  # seconds between two moves where only computers play
    HELP = """
    Choose a square with the arrow keys and Enter, or click it: first a piece, then where it goes. Esc lets it go.
    You can also type a move in the words of the rulebook, and hint, undo, rules and the like.
    [ and ] walk through the moves, Home and End go to the first and the last; so does Tab with the arrow keys.
    Space pauses two computers that play. Page Up and Page Down scroll what is said beside the board.
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        *TYPING,
        *(Binding(key, f"speak({at})", "Play", key_display=key.upper()) for at, key in enumerate(_SPOKEN)),
        Binding("space", "pause", "Pause"),
        Binding("y", "answer(True)", "Yes"),
        Binding("n", "answer(False)", "No"),
        Binding("h,f2", "command('hint')", "Hint", tooltip="a hint; again for more"),
        Binding("v,f3", "command('values')", "Values", tooltip="what each move is worth, on the board; again hides it"),
        Binding("w,f4", "command('why')", "Why", tooltip="what the last moves were worth"),
        Binding("u,backspace", "command('undo')", "Take back", tooltip="take back your last move"),
        Binding("y,f5", "command('redo')", "Redo", tooltip="play again what was taken back"),
        Binding("r,f6", "command('rules')", "Rules", tooltip="the rules of this game"),
        Binding("o,f7", "command('draw')", "Draw", tooltip="offer a draw"),
        Binding("x,f8", "command('resign')", "Resign", tooltip="give up; you are asked first"),
        Binding("r", "next('r')", "Rematch"),
        Binding("s", "next('s')", "Swap sides"),
        Binding("l", "next('l')", "Level"),
        Binding("v,enter", "next('v')", "Review"),
        Binding("n", "next('n')", "New game"),
        ("left_square_bracket", "walk(-1)"),
        ("right_square_bracket", "walk(1)"),
        ("home", f"walk(-{_FAR})"),
        ("end", f"walk({_FAR})"),
        ("escape", "back"),
    ]
    LETTERS = "hvwuyroxq"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (SMALLEST[0], "-wide")]  # noqa: RUF012 (Textual declares them so)
    VERTICAL_BREAKPOINTS = [(0, "-low"), (SMALLEST[1], "-usual"), (31, "-high")]  # noqa: RUF012

    def __init__(self, live: LiveMatch, toss: str = "") -> None:
        super().__init__()
        self.live, self._toss = live, toss
        self._players, self._moves, self._advice = PlayersPanel(), MoveList(), Advice(live.match.game)
        self._score = live.series.describe()  # of the matches before
        self._looking: int | None = None  # the move that is looked back at
        self._said, self._is_alone, self._is_refusal = "", False, False  # said before the question, or in its place
        self._lit: tuple[int, ...] = ()
        self._values: Mapping[Move, Worth] | None = None  # of the position as it is
        self._wants_values = False
        self._question: tuple[str, Callable[[bool], None]] | None = None  # to be answered before anything else
        self._is_busy = False  # a player is asked something, beside the screen
        self._stop: Told | None = None  # why the match stops here unfinished
        self._going = asyncio.Event()  # not while two computers are paused
        self._going.set()
        self.offer(live.match)

    def compose(self) -> ComposeResult:
        yield Static(id="title")
        with Horizontal():
            with Vertical():
                yield Static(id="headline", markup=False)
                yield self.board
            with Vertical(id="side"):
                yield self._players
                yield self._moves
                yield self.words
                yield Static(id="progress", markup=False)
        yield Static(id="status", markup=False)
        yield self.line
        yield Static(_TOO_SMALL.format(*SMALLEST), id="too-small")
        yield KeyLine(self._name_key)

    def on_mount(self) -> None:
        self.board.can_focus = None in self.live.seats.computers  # else Space is for the pause
        self.set_focus(self.board)
        self.set_interval(_TICK if self.live.settings.time_limit else 1.0, self._tick)
        self._advice.begin(self.live.match)
        self._begin_turn([])
        self.run_worker(self._tell_later("Welcome", self._introduce))

    def on_resize(self) -> None:
        self.call_after_refresh(self._show_players)

    def _introduce(self) -> str:
        self.live.saver.prepare()
        game = self.live.match.game
        told = [*introduce(self.live.match, self.live.seats, self._toss), *self.live.notes]
        goal = [] if self.live.match.moves or game.options else [write_goal(game)]
        return "\n\n".join([*told, *goal])

    # Turns

    def take(self, move: Move) -> None:
        self._act(self.live.play(move))

    def _act(self, told: list[Told]) -> None:
        """Something was done: go on with a match that it has changed, and say what came of it."""
        if self.live.match is not self.match:
            self._begin_turn(told)
        else:
            self.say(" ".join(each.text for each in told), is_refusal=any(each.kind == "refused" for each in told))

    def _begin_turn(self, told: list[Told]) -> None:
        live, before, match = self.live, self.match, self.live.match
        self.offer(match)
        self._looking, self._question, self._lit, self._values, self._is_busy = None, None, (), None, False
        self.close_line()  # it is open where time is up
        self._stop = live.find_stop()
        self._advice.follow(match)
        if match.outcome:
            self._end()
        elif self._stop is None:
            self._go_on()
        beside = [each for each in told if each.kind in _TITLES]
        if beside:
            self._tell(_TITLES[beside[0].kind], "\n\n".join([each.text for each in beside]))
        elif live.seats.computers[before.mover] is None and match is not before:  # what was said is read by now
            self._tell("", "")
        silent = (*_TITLES, "over", *(["move"] if any(each.kind == "time" for each in told) else []))
        self.say(" ".join([each.text for each in told if each.kind not in silent]))
        if len(match.moves) == len(before.moves) + 1 and live.seats.computers[before.mover]:
            self.board.glide(before.position)
        if self._wants_values and self.may_move:
            self.run_worker(self._advise("values"))

    def _go_on(self) -> None:
        """A computer thinks beside the screen, or a person's clock runs."""
        board, choice = self.board, self.choice
        if self.live.waits_for_computer:
            self.run_worker(self._think())
            return
        self.live.begin_turn()
        if choice.chosen:
            board.cursor = choice.chosen[-1]
        elif choice.choosable and board.cursor not in choice.choosable:
            board.cursor = min(choice.choosable, key=lambda square: abs(square - board.cursor))

    async def _think(self) -> None:
        """A computer chooses beside the screen; its move waits while it is paused."""
        live = self.live
        try:
            move = await asyncio.to_thread(live.choose_for_computer)
        except SquarelyError as error:
            told = live.fail(error)
            self._tell(_TITLES[told.kind], told.text)
            self._ask(live.seat_question, self._take_seat)
            return
        if None not in live.seats.computers:
            await asyncio.sleep(self.PACE)  # or a person could not follow
        await self._going.wait()
        self.take(move)

    def _take_seat(self, is_wanted: bool) -> None:
        """A person moves in place of a computer that failed; else it is asked again."""
        if is_wanted:
            self.live.take_seat()
        self._begin_turn([])

    def _tick(self) -> None:
        """Show how far it is what hints need, and the clock; end a turn that has no time left."""
        live, line = self.live, self._advice.progress_line()
        self._write("progress", line).display = bool(line)
        if live.seconds_left is None or live.match.outcome:
            return
        self._show_players()
        if live.deadline is not None and not (live.waits_for_computer or live.seconds_left or self._is_busy):
            self._act(live.run_out())

    def _end(self) -> None:
        """How it ended, what its moves were worth, and what can be done next."""
        live, person = self.live, self.live.seats.only_person
        live.close()
        winner = live.match.outcome.winner if live.match.outcome else None
        is_lost = person is not None and winner == person.other
        headline = self._write("headline", live.ending.headline)
        headline.set_classes("" if winner is None else "-lost" if is_lost else "-won")
        self.add_class("-over")
        self.set_focus(None)
        self.run_worker(self._tell_later("", self._conclude))

    def _conclude(self) -> str:
        live, advice, width = self.live, self._advice, max(20, self._moves.size.width - 3)
        told = [*sum_up(live, advice), live.series.describe(), describe_next_level(live.series, live.seats)]
        told.append(advice.review(live.match, False, "", width, live.seats.only_person))
        return "\n\n".join([each.strip("\n") for each in told if each])

    # What is seen and said

    def _show(self) -> None:
        match, last = self._looked_at, len(self.live.match.moves)
        at, marks = len(match.moves), mark_last_move(match)
        if self.may_move:
            marks |= {"lit": self._lit, **self.choice.marks}
            marks |= {"notes": note_values(self.choice, self._values, match.mover)} if self._values else {}
        self.board.show(match.game, match.position, **marks)
        self._moves.show(self.live.match, at)
        self._show_players()
        back = f"  looking back: move {at} of {last}" if at != last else ""
        rules = f"  {match.game.rules_name}" if match.game.options else ""
        parts = (f" {match.game.title}", "bold"), (f"{rules}  {self._score}", "$soft"), (back, "$accent bold")
        self._write("title", Content.assemble(*parts))
        self._write("status", self._write_status()).set_class(self._is_refusal and at == last, "-refused")
        self.line.placeholder = self._write_tip() if self.may_move else ""
        self.refresh_bindings()

    @property
    def _looked_at(self) -> Match:
        return self.live.match if self._looking is None else self.live.match.rewind(self._looking)

    def _write(self, name: str, text: str | Content) -> Static:
        self.query_one(f"#{name}", Static).update(text)
        return self.query_one(f"#{name}", Static)

    def _show_players(self) -> None:
        is_thinking = self.live.waits_for_computer and self._going.is_set() and not (self._stop or self._question)
        self._players.show(self.live, self._looked_at, is_thinking)

    def _tell(self, title: str, text: str) -> None:
        """Say this beside the board; without a text, nothing."""
        said = [(title, "$accent bold")] if title else []
        self.words.show([*said, (text.strip(), "")] if text else [])

    async def _tell_later(self, title: str, write: Callable[[], str]) -> None:
        """The same, once it is written beside the screen."""
        self._tell(title, await asyncio.to_thread(write))

    @property
    def _steps(self) -> dict[str, str]:
        """What can be done once the match is over, by letters."""
        return {step.letter: capitalise(step.name) for step in list_next_steps(self.live)}

    @property
    def may_move(self) -> bool:
        return "move" in self._able

    @property
    def _able(self) -> set[str]:
        live, match, is_here = self.live, self.live.match, self._looking is None
        if self._question:
            return {"answer"}
        if match.outcome:
            return {*self._steps} if is_here else set()
        able = {"rules", *(["why"] if match.moves else [])}
        if None not in live.seats.computers:
            able.add("pause")
        elif is_here and not (live.waits_for_computer or self._is_busy or self._stop):
            able |= {"move", "hint", "values", "draw", "resign"}
            able |= {*(["undo"] if match.moves else []), *(["redo"] if live.can_redo else [])}
        return able

    def _write_status(self) -> str:
        live, match, words = self.live, self.live.match, self.live.match.game.words
        if self._question:
            return f"{self._question[0]} (y/n)"
        if self._looking is not None:
            where = f"the position after move {self._looking}" if self._looking else "the start"
            moves = count_noun(len(match.moves), "move")
            return f"Looking back at {where}, of {moves}. [ and ] walk, Esc or End returns to the match."
        if match.outcome:
            return capitalise(f"{live.ending.reason}.")
        if self._is_alone or self._stop:
            return self._stop.text if self._stop else self._said
        if self.choice.is_begun and self.may_move:
            asked = self.choice.describe_next()
        elif live.waits_for_computer:
            asked = f"{match.mover_name} thinks…" if self._going.is_set() else "Paused: space goes on."
        else:
            asked = f"{' '.join(words.announce_turn(match).split())} {trim_question(next(words.ask(match)))}".strip()
        told = f"{self._said} {asked}".strip()
        return told if len(told) <= 2 * (self.app.size.width - 10) else asked  # two lines, broken between words

    def _write_tip(self) -> str:
        choice = self.choice
        if choice.complete:
            return f"Enter again plays {join_with_or([str(move) for move in choice.complete])}."
        if not choice.spoken:
            return _TIP.format("move" if choice.listed else "square")
        keys = zip(_SPOKEN, choice.spoken, strict=False)
        spoken = join_with_or([f"{key.upper()} plays {move}" for key, move in keys])
        return f"{spoken}; or choose a square, or type a move." if choice.choosable else f"Enter or {spoken}."

    def say(self, text: str, is_alone: bool = False, is_refusal: bool = False) -> None:
        self._said, self._is_alone, self._is_refusal = text, is_alone or is_refusal, is_refusal
        self._show()

    def _ask(self, text: str, answer: Callable[[bool], None]) -> None:
        self._question = text, answer
        self.close_line()
        self._show()

    def _name_key(self, binding: Binding) -> str:
        if binding.key in _SPOKEN:
            return capitalise(str(self.choice.spoken[_SPOKEN.index(binding.key)]))
        return self._steps.get(binding.key, binding.description) if self.live.match.outcome else binding.description

    # Keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Which keys do something now."""
        match action:
            case "command" | "next":
                return parameters[0] in self._able
            case "speak":
                return self.may_move and int(str(parameters[0])) < len(self.choice.spoken)
            case "answer" | "pause":
                return action in self._able
        return super().check_action(action, parameters)

    def action_speak(self, number: int) -> None:
        self.take(self.choice.spoken[number])

    def take_typed(self, answer: str) -> None:
        if answer.lower() not in COMMANDS:
            super().take_typed(answer)
            return
        self.close_line()
        if answer.lower() in self._able:
            self.action_command(answer.lower())

    def action_command(self, name: str) -> None:
        live = self.live
        if name in ("undo", "redo"):
            self._act(live.undo() if name == "undo" else live.redo())
        elif name == "rules":
            self.app.push_screen(RulesScreen(live.match.game))
        elif name == "draw":
            self._is_busy = True
            self.say("One moment…", is_alone=True)
            self.run_worker(self._offer_draw())
        elif name == "resign":
            self._ask(live.resign_question, lambda yes: self._act(live.resign() if yes else []))
        elif name == "values" and self._values is not None:  # again hides them
            self._wants_values, self._values = False, None
            self._tell("", "")
            self._show()
        else:
            self._wants_values = self._wants_values or name == "values"
            self.run_worker(self._advise(name))

    async def _offer_draw(self) -> None:
        """A computer answers beside the screen, or a person is asked; no clock runs meanwhile."""
        live = self.live
        try:
            told = await asyncio.to_thread(live.offer_draw)
        except SquarelyError as error:
            told = [tell_refusal(error)]
        self._is_busy = False
        if told is None:
            self._ask(live.draw_question, lambda yes: self._act(live.answer_draw(yes)))
        else:
            self._act(told)

    def action_answer(self, is_yes: bool) -> None:
        if question := self._question:
            self._question = None
            question[1](is_yes)

    def action_pause(self) -> None:
        """Let two computers rest, or go on; also where they have come to nothing."""
        if self._stop:
            self.live.go_on()
            self._stop = None
            self._go_on()
        elif self._going.is_set():
            self._going.clear()
        else:
            self._going.set()
        self._show()

    async def _advise(self, kind: str) -> None:
        """Ask the oracle beside the screen; what it says about a match that has changed meanwhile is dropped."""
        match, advice, values = self.live.match, self._advice, dict[Move, Worth]()
        lit: tuple[int, ...] = ()
        self._tell("One moment", "…")
        if kind == "hint":
            text = await asyncio.to_thread(advice.hint, match)
            lit = await asyncio.to_thread(advice.hinted_squares, match)
        elif kind == "why":
            text = await asyncio.to_thread(advice.why, match, self.live.seats.only_person)
        else:
            try:
                judged = await asyncio.to_thread(advice.judge_moves, match)
                values = {each.move: each.value.earlier() for each in judged}
                text = describe_values(values, match.mover)
            except SquarelyError as error:
                text = f"There are no values here: {error}."
        if match is self.live.match:
            self._lit, self._values = lit, values or self._values
            self._tell("Hint (h for more)" if kind == "hint" else kind.capitalize(), text)
            self._show()

    # Looking back

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        self._look_at(event.option_index)

    def action_walk(self, moves: int) -> None:
        self._look_at(len(self._looked_at.moves) + moves)

    def _look_at(self, moves: int) -> None:
        """The match after that many moves; after the last, the match."""
        self._looking = None if moves >= len(self.live.match.moves) else max(0, moves)
        self._show()

    async def action_back(self) -> None:
        """One step back: from a question, from looking back, from what is chosen; then home."""
        was_begun = self.choice.is_begun
        self.choice.release()
        if self._question:
            self.action_answer(False)
        elif self._looking is not None:
            self.set_focus(self.board)
            self._look_at(_FAR)
        elif self.may_move and (was_begun or self._is_alone or self._lit):
            self._lit = ()
            self.say("")
        else:
            await go(self, "home")

    async def action_next(self, letter: str) -> None:
        """What comes after the end: the review, another match, or home."""
        if letter == REVIEW.letter:
            await go(self, "review", self.live.record)
        elif letter == NEW.letter:
            await go(self, "new match", self.live.match.game)
        else:
            await go(self, "match", arrange_next(self.live, letter), "")
