"""A match on the screen, from the first move to what comes after the last: turns, keys, clicks and typed words."""

import time
from collections.abc import Callable, Mapping
from functools import partial
from string import ascii_letters, digits
from typing import Any, ClassVar, TypeAlias

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from squarely import BadMove, Match, Move, SquarelyError, Tabletop, Value, capitalise, count_noun, join_with_or
from squarely.core.rules.rulebook import write_goal
from squarely.play.series import describe_next_level
from squarely.terminal.full_screen.move_choice import MoveChoice, describe_values, note_values
from squarely.terminal.full_screen.move_line import MoveLine, Said, find_first_letters, trim_question
from squarely.terminal.full_screen.places import go, run_beside
from squarely.terminal.full_screen.widgets.board import Board, mark_last_move
from squarely.terminal.full_screen.widgets.dialogs import KeyLine, RulesScreen
from squarely.terminal.full_screen.widgets.side_panels import MoveList, PlayersPanel, Words
from squarely.terminal.match.advice import Advice
from squarely.terminal.match.live_match import LiveMatch
from squarely.terminal.match.match_events import Told, introduce, tell_refusal
from squarely.terminal.match.new_match import NEW, REVIEW, arrange_next, list_next_steps, sum_up

Advised: TypeAlias = tuple[str, str, tuple[int, ...], Mapping[Move, Value] | None]  # title, text, lit squares, values
COMMANDS = ("hint", "values", "why", "undo", "redo", "rules", "draw", "resign")
SMALLEST = (56, 20)  # columns and lines of a terminal in which a match can be played
_LETTERS = frozenset("hvwuyroxq")  # that do something unless a move begins with them
_TYPED = f"{ascii_letters}{digits} ,:"  # what moves are typed with
_KEYS = {" ": "space", ",": "comma", ":": "colon"}
_SPOKEN = ("f9", "f10", "f11", "f12")  # for moves that no square stands for
_TICK = 0.2  # seconds between two looks at the clock
_FAR = 100_000  # moves: as far as it goes
_TIP = "Choose a {} with the arrow keys and Enter, or click it. Or type a move."
_TITLES = {"news": "News", "unsaved": "Not saved", "repeated": "Again", "failed": "A player failed"}  # said beside
_TOO_SMALL = "A match needs at least {} columns and {} lines. Make the terminal larger: the match is as you left it."


class MatchScreen(Screen[None]):
    """One match. It is saved after every move, before that is shown."""

    DEFAULT_CSS = """
    MatchScreen { layers: match over; }
    MatchScreen #title { height: 1; background: $panel; }
    MatchScreen #table { height: 1fr; }
    MatchScreen #place { width: 1fr; }
    MatchScreen #headline { display: none; text-align: center; text-style: bold; background: $even 20%; }
    MatchScreen #headline.-won { color: $good; background: $won; }
    MatchScreen #headline.-lost { color: $bad; background: $bad 15%; }
    MatchScreen.-over #headline { display: block; }
    MatchScreen.-high #headline { padding: 1 0; }
    MatchScreen #side { width: 36%; min-width: 31; max-width: 60; border-left: solid $line; }
    MatchScreen Words { display: none; height: auto; max-height: 70%; padding: 0 1; border-top: solid $line; }
    MatchScreen Words { scrollbar-gutter: auto; }
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
        *(Binding(_KEYS.get(typed, typed), f"type('{typed}')", show=False) for typed in _TYPED),
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
        Binding("left_square_bracket", "walk(-1)", show=False),
        Binding("right_square_bracket", "walk(1)", show=False),
        Binding("home", f"walk(-{_FAR})", show=False),
        Binding("end", f"walk({_FAR})", show=False),
        Binding("pageup", "scroll_words(-1)", show=False),
        Binding("pagedown", "scroll_words(1)", show=False),
        Binding("escape", "back", "Back", show=False),
    ]

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (SMALLEST[0], "-wide")]  # noqa: RUF012 (Textual declares them so)
    VERTICAL_BREAKPOINTS = [(0, "-low"), (SMALLEST[1], "-usual"), (31, "-high")]  # noqa: RUF012

    def __init__(self, live: LiveMatch, toss: str = "") -> None:
        super().__init__()
        game, position = live.match.game, live.match.position
        self.live, self._toss = live, toss
        self._match = live.match  # as the turn began
        self.board, self._line = Board(Tabletop(game), self._choose), MoveLine(COMMANDS, self._hear)
        self._players, self._moves, self._words = PlayersPanel(), MoveList(), Words()
        self._advice, self._choice = Advice(game), MoveChoice(game, position)
        self._letters = find_first_letters(game, live.match.start)  # with which moves begin
        self._score = live.series.describe()  # of the matches before
        self._looking: int | None = None  # the move that is looked back at
        self._said, self._is_alone, self._is_refusal = "", False, False  # said before the question, or in its place
        self._lit: tuple[int, ...] = ()
        self._values: Mapping[Move, Value] | None = None  # of the position as it is
        self._wants_values = False
        self._question: tuple[str, Callable[[bool], None]] | None = None  # to be answered before anything else
        self._is_busy = False  # a player is asked something, beside the screen
        self._thinking: Match | None = None  # the match in which a computer thinks
        self._is_paused = False
        self._stop: Told | None = None  # why the match stops here unfinished

    def compose(self) -> ComposeResult:
        yield Static(id="title")
        with Horizontal(id="table"):
            with Vertical(id="place"):
                yield Static(id="headline", markup=False)
                yield self.board
            with Vertical(id="side"):
                yield self._players
                yield self._moves
                yield self._words
                yield Static(id="progress", markup=False)
        yield Static(id="status", markup=False)
        yield self._line
        yield Static(_TOO_SMALL.format(*SMALLEST), id="too-small")
        yield KeyLine(self._name_key)

    def on_mount(self) -> None:
        self.board.can_focus = None in self.live.seats.computers  # else Space is for the pause
        self.set_focus(self.board)
        if self.live.settings.time_limit:
            self.set_interval(_TICK, self._tick)
        self.set_interval(1.0, self._show_progress)
        self._advice.begin(self.live.match)
        self._begin_turn([])
        run_beside(self, self._introduce, partial(self._take_advice, None))

    def on_resize(self) -> None:
        self.call_after_refresh(self._show_players)

    def _introduce(self) -> Advised:
        self.live.saver.prepare()
        game, told = self.live.match.game, introduce(self.live.match, self.live.seats, self._toss)
        goal = [] if self.live.match.moves or game.options else [write_goal(game)]
        return "Welcome", "\n\n".join([*told, *goal]), (), None

    # Turns

    def _act(self, told: list[Told]) -> None:
        """Something was done: go on with a match that it has changed, and say what came of it."""
        if self.live.match is not self._match:
            self._begin_turn(told)
        else:
            self._say(" ".join(each.text for each in told), is_refusal=any(each.kind == "refused" for each in told))

    def _begin_turn(self, told: list[Told]) -> None:
        live, before = self.live, self._match
        match = self._match = live.match
        self._choice = MoveChoice(match.game, match.position)
        self._letters |= {str(move)[:1].lower() for move in self._choice.moves}
        self._looking, self._question, self._lit, self._values, self._is_busy = None, None, (), None, False
        self._line.close()  # it is open where time is up
        self._stop = live.find_stop()
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
        self._say(" ".join([each.text for each in told if each.kind not in silent]))
        if len(match.moves) == len(before.moves) + 1 and live.seats.computers[before.mover]:
            self.board.glide(before.position)
        if self._wants_values and "move" in self._able:
            self._ask_advice("values")

    def _go_on(self) -> None:
        """A computer thinks beside the screen, or a person's clock runs."""
        live, board, choice = self.live, self.board, self._choice
        if live.waits_for_computer:
            if not self._is_paused and self._thinking is not live.match:
                self._thinking = live.match
                run_beside(self, self._think, partial(self._take_chosen, live.match))
            return
        live.begin_turn()
        if choice.chosen:
            board.cursor = choice.chosen[-1]
        elif choice.choosable and board.cursor not in choice.choosable:
            board.cursor = min(choice.choosable, key=lambda square: abs(square - board.cursor))

    def _think(self) -> Move:
        move = self.live.choose_for_computer()
        if None not in self.live.seats.computers:
            time.sleep(self.PACE)  # or nobody could follow
        return move

    def _take_chosen(self, match: Match, chosen: Move | Exception) -> None:
        """What a computer has chosen is played, unless that match was taken back or paused meanwhile."""
        if self._thinking is match:
            self._thinking = None
        if match is not self.live.match or self._is_paused:
            return
        if isinstance(chosen, SquarelyError):
            told = self.live.fail(chosen)
            self._tell(_TITLES[told.kind], told.text)
            self._ask(self.live.seat_question, self._take_seat)
        elif isinstance(chosen, Exception):
            raise chosen
        else:
            self._act(self.live.play(chosen))

    def _take_seat(self, is_wanted: bool) -> None:
        """A person moves in place of a computer that failed; else it is asked again."""
        if is_wanted:
            self.live.take_seat()
        self._begin_turn([])

    def _tick(self) -> None:
        live = self.live
        if live.match.outcome:
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
        work = partial(self._conclude, max(20, self._moves.size.width - 3))
        run_beside(self, work, partial(self._take_advice, None))

    def _conclude(self, width: int) -> Advised:
        live, advice, person = self.live, self._advice, self.live.seats.only_person
        told = [*sum_up(live, advice), live.series.describe(), describe_next_level(live.series, live.seats)]
        told.append(advice.review(live.match, False, "", width, person))
        return "", "\n\n".join([each.strip("\n") for each in told if each]), (), None

    # What is seen and said

    def _show(self) -> None:
        live, choice, last = self.live, self._choice, len(self.live.match.moves)
        at = last if self._looking is None else self._looking
        match, may_move = live.match.rewind(at), "move" in self._able
        marks = mark_last_move(match)
        if may_move:
            marks |= {"lit": self._lit, "chosen": choice.chosen, "choosable": choice.choosable}
            marks |= {"listed": [*map(str, choice.listed)]}
            marks |= {"notes": note_values(choice, self._values, match.mover)} if self._values else {}
        self.board.show(match.position, **marks)
        self._moves.show(live.match, at)
        self._show_players()
        back = f"  looking back: move {at} of {last}" if at != last else ""
        rules = f"  {match.game.rules_name}" if match.game.options else ""
        parts = (f" {match.game.title}", "bold"), (f"{rules}  {self._score}", "$soft"), (back, "$accent bold")
        self._write("title", Content.assemble(*parts))
        self._write("status", self._write_status()).set_class(self._is_refusal and at == last, "-refused")
        self._line.placeholder = self._write_tip() if may_move else ""
        self.refresh_bindings()

    def _write(self, name: str, text: str | Content) -> Static:
        self.query_one(f"#{name}", Static).update(text)
        return self.query_one(f"#{name}", Static)

    def _show_players(self) -> None:
        match = self.live.match if self._looking is None else self.live.match.rewind(self._looking)
        self._players.show(self.live, match, self._thinking is self.live.match)

    def _show_progress(self) -> None:
        """How far it is what hints need; nothing once it is there."""
        line = self._advice.progress_line()
        self._write("progress", line).display = bool(line)

    def _tell(self, title: str, text: str) -> None:
        """Say this beside the board; without a text, nothing."""
        said = [(title, "$accent bold")] if title else []
        self._words.show([*said, (text.strip(), "")] if text else [])

    @property
    def _steps(self) -> dict[str, str]:
        """What can be done once the match is over, by letters."""
        return {step.letter: capitalise(step.name) for step in list_next_steps(self.live)}

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
        if self._choice.is_begun and "move" in self._able:
            asked = self._choice.describe_next()
        elif live.waits_for_computer:
            asked = "Paused: space goes on." if self._is_paused else f"{match.mover_name} thinks…"
        else:
            asked = f"{' '.join(words.announce_turn(match).split())} {trim_question(next(words.ask(match)))}".strip()
        told = f"{self._said} {asked}".strip()
        return told if len(told) <= 2 * (self.app.size.width - 10) else asked  # two lines, broken between words

    def _write_tip(self) -> str:
        choice = self._choice
        if choice.complete:
            return f"Enter again plays {join_with_or([str(move) for move in choice.complete])}."
        if not choice.spoken:
            return _TIP.format("move" if choice.listed else "square")
        keys = zip(_SPOKEN, choice.spoken, strict=False)
        spoken = join_with_or([f"{key.upper()} plays {move}" for key, move in keys])
        return f"{spoken}; or choose a square, or type a move." if choice.choosable else f"Enter or {spoken}."

    def _say(self, text: str, is_alone: bool = False, is_refusal: bool = False) -> None:
        self._said, self._is_alone, self._is_refusal = text, is_alone or is_refusal, is_refusal
        self._show()

    def _ask(self, text: str, answer: Callable[[bool], None]) -> None:
        self._question = text, answer
        self._line.close()
        self._show()

    def _name_key(self, binding: Binding) -> str:
        if binding.key in _SPOKEN:
            return capitalise(str(self._choice.spoken[_SPOKEN.index(binding.key)]))
        return self._steps.get(binding.key, binding.description) if self.live.match.outcome else binding.description

    # Keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Which keys do something now."""
        match action:
            case "type":  # a letter with which moves begin is no command
                typed = str(parameters[0])
                begins = typed.lower() in self._letters or (typed.isalnum() and typed not in _LETTERS)
                return "move" in self._able and (self._line.is_open or begins)
            case "command" | "next":
                return parameters[0] in self._able
            case "speak":
                return "move" in self._able and int(str(parameters[0])) < len(self._choice.spoken)
            case "answer" | "pause":
                return action in self._able
        return True

    def action_type(self, letter: str) -> None:
        """A letter that begins a move, or one that came so soon after it that another widget had the focus."""
        if self._line.is_open:
            self._line.insert_text_at_cursor(letter)
        else:
            self._line.open(self.live.match, letter)
            self._say("")

    def _choose(self, square: int) -> None:
        if "move" not in self._able:
            return
        if not self._choice.choosable and len(self._choice.spoken) == 1:  # there is nothing else to mean
            self.action_speak(0)
            return
        try:
            move = self._choice.choose(square)
        except BadMove as refused:
            self._say(tell_refusal(refused).text, is_refusal=True)
            return
        if move is not None:
            self._act(self.live.play(move))
        else:
            self._say("" if self._choice.is_begun or not self._choice.chosen else self._choice.describe_next())

    def action_speak(self, number: int) -> None:
        self._act(self.live.play(self._choice.spoken[number]))

    def _hear(self, said: Said, what: Any) -> None:
        if said == "move":
            self._act(self.live.play(what))
        elif said == "command" and what in self._able:
            self.action_command(what)
        elif said == "closed":
            self.set_focus(self.board)
            self._say("")
        elif said in ("question", "refusal"):
            self._say(what, is_alone=True, is_refusal=said == "refusal")

    def action_command(self, name: str) -> None:
        live = self.live
        if name in ("undo", "redo"):
            self._act(live.undo() if name == "undo" else live.redo())
        elif name == "rules":
            self.app.push_screen(RulesScreen(live.match.game))
        elif name == "draw":
            self._is_busy = True
            self._say("One moment…", is_alone=True)
            run_beside(self, live.offer_draw, self._take_answer)
        elif name == "resign":
            self._ask(live.resign_question, lambda yes: self._act(live.resign() if yes else []))
        elif name == "values" and self._values is not None:  # again hides them
            self._wants_values, self._values = False, None
            self._tell("", "")
            self._show()
        else:
            self._wants_values = self._wants_values or name == "values"
            self._ask_advice(name)

    def _take_answer(self, told: list[Told] | Exception | None) -> None:
        """A computer has answered to a draw, or a person is asked; no clock runs meanwhile."""
        live, self._is_busy = self.live, False
        if isinstance(told, SquarelyError):
            told = [tell_refusal(told)]
        if isinstance(told, Exception):
            raise told
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
        else:
            self._is_paused = not self._is_paused
        self._go_on()
        self._show()

    # Advice

    def _ask_advice(self, kind: str) -> None:
        """Ask the oracle beside the screen; what it says about a match that has changed meanwhile is dropped."""
        self._tell("One moment", "…")
        run_beside(self, partial(self._advise, kind, self.live.match), partial(self._take_advice, self.live.match))

    def _advise(self, kind: str, match: Match) -> Advised:
        advice = self._advice
        if kind == "hint":
            return "Hint (h for more)", advice.hint(match), advice.hinted_squares(match), None
        if kind == "why":
            return "Why", advice.why(match, self.live.seats.only_person), (), None
        try:
            values = {each.move: each.value.earlier() for each in advice.judge_moves(match)}
        except SquarelyError as error:
            return "Values", f"There are no values here: {error}.", (), None
        return "Values", describe_values(values, match.mover), (), values

    def _take_advice(self, about: Match | None, advised: Advised | Exception) -> None:
        if isinstance(advised, Exception):
            raise advised
        if about is None or about is self.live.match:
            title, text, self._lit, values = advised
            self._tell(title, text)
            self._values = values or self._values
            self._show()

    # Looking back

    def on_move_list_walked(self, walked: MoveList.Walked) -> None:
        self._look_at(walked.moves)

    def action_walk(self, moves: int) -> None:
        self._look_at((len(self.live.match.moves) if self._looking is None else self._looking) + moves)

    def _look_at(self, moves: int) -> None:
        """The match after so many moves; after the last, the match."""
        last = len(self.live.match.moves)
        self._looking = None if moves >= last else max(0, moves)
        self._show()

    def action_scroll_words(self, pages: int) -> None:
        self._words.turn_page(pages)

    async def action_back(self) -> None:
        """One step back: from a question, from looking back, from what is chosen; then home."""
        was_begun = self._choice.is_begun
        self._choice.release()
        if self._question:
            self.action_answer(False)
        elif self._looking is not None:
            self.set_focus(self.board)
            self._look_at(_FAR)
        elif "move" in self._able and (was_begun or self._is_alone or self._lit):
            self._lit = ()
            self._say("")
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
