"""The court, full screen: every claim of a rulebook in one list, beside it the verdict and the evidence."""

from collections import Counter
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.message import Message
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from squarely.core.errors import SquarelyError
from squarely.core.match.record import Record
from squarely.core.rules.game import Game
from squarely.core.text.notation import as_sentence
from squarely.review.court import find_claims, judge_claim
from squarely.review.court.case import Case
from squarely.review.court.claim import (
    CONTRADICTS,
    NOT_APPLICABLE,
    OPINION,
    PROVED,
    REFUTED,
    SILENT,
    UNJUDGED,
    VERDICTS,
    Claim,
    Finding,
)
from squarely.terminal.court import describe_no_claims, write_moves
from squarely.terminal.full_screen import places
from squarely.terminal.full_screen.background import run_beside
from squarely.terminal.full_screen.key_line import KeyLine
from squarely.terminal.full_screen.stoppable import Stoppable, Stopped
from squarely.terminal.full_screen.study_words import StudyWords

# A sign and a colour for each verdict; the word itself stands beside the claim.
_LOOKS = {
    PROVED: ("✓", "$good"),
    REFUTED: ("✗", "$bad"),
    CONTRADICTS: ("≠", "$bad"),
    SILENT: ("?", "$endless"),
    OPINION: ("“", "$even"),
    UNJUDGED: ("·", "$soft"),
    NOT_APPLICABLE: ("-", "$soft"),
}
_PENDING = ("…", "$soft")
_UNKNOWN = ("!", "$warning")


class ClaimList(OptionList):
    """The claims. A click chooses one; Enter, or another click on the same, asks for its evidence."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "select", "See it on the board")]
    DEFAULT_CSS = """
    ClaimList, ClaimList:focus {
        width: 9fr; height: 1fr; border: none; padding: 0 0 0 1; scrollbar-size-vertical: 1;
        background: $background; background-tint: $background 0%; text-wrap: nowrap; text-overflow: ellipsis;
    }
    ClaimList > .option-list--option-highlighted, ClaimList:focus > .option-list--option-highlighted {
        background: $here; color: $foreground; text-style: bold;
    }
    """

    def on_click(self, event: events.Click) -> None:
        """Choose before anything is opened."""
        clicked = event.style.meta.get("option")
        if clicked is not None and clicked != self.highlighted:
            event.prevent_default()
            self.highlighted = clicked


class CourtScreen(Screen[None]):
    """Claims and verdicts of one game, found one after the other while somebody reads."""

    HELP = """
✓ proved, ✗ refuted, ≠ contradicts itself, ? the rulebook is silent, “ an opinion, · not judged yet, ! not judged here.
Nothing of this is written down: it is worked out now. Where a match or a position shows the point, Enter puts it on the
board. ← and → scroll what is said.
"""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", "Back"),
        Binding("left", "scroll_words(-1)", "Scroll the words up", show=False),
        Binding("right", "scroll_words(1)", "Scroll the words down", show=False),
    ]
    DEFAULT_CSS = """
    CourtScreen > #title { padding: 0 1; background: $panel; height: 1; }
    CourtScreen > #state { padding: 0 1; color: $soft; height: auto; }
    CourtScreen StudyWords { width: 11fr; border-left: solid $line; }
    """

    class Judged(Message):
        """A claim has a verdict, or a sentence says why it has none."""

        def __init__(self, number: int, finding: Finding | None, sentence: str = "") -> None:
            super().__init__()
            self.number, self.finding, self.sentence = number, finding, sentence

    def __init__(self, game: Game) -> None:
        super().__init__()
        self._game = game
        self._claims = {claim.number: claim for claim in find_claims(game)}
        self._findings: dict[int, Finding] = {}
        self._unknown: dict[int, str] = {}  # claims that could not be judged, and why
        self._work = Stoppable()

    def compose(self) -> ComposeResult:
        """The list, and what was found about the claim that is chosen in it."""
        yield Static(f"The court: {self._game.title} ({self._game.name})", id="title", markup=False)
        yield Static(id="state", markup=False)
        with Horizontal():
            yield ClaimList(*self._list_options())
            yield StudyWords()
        yield KeyLine()

    def on_mount(self) -> None:
        """Show the first claim, and have all of them judged."""
        if not self._claims:
            self.query_one(StudyWords).show([(describe_no_claims(self._game), "")])
            return
        self.query_one(OptionList).focus()
        self.query_one(OptionList).highlighted = 1
        self._show_state()
        run_beside(self, self._judge_all, self._end)

    def on_unmount(self) -> None:
        """Nobody waits for the rest."""
        self._work.stop()

    # The court at work

    def _judge_all(self) -> None:
        """Judge one claim after the other and tell each; runs in a thread."""
        case = Case(self._game)
        for claim in self._claims.values():
            self._work.check()
            try:
                self.post_message(self.Judged(claim.number, judge_claim(case, claim)))
            except SquarelyError as error:
                self.post_message(self.Judged(claim.number, None, as_sentence(f"Not judged: {error}")))

    def _end(self, error: Exception | None) -> None:
        """All are judged, or something went wrong that nobody has foreseen."""
        if error and not isinstance(error, Stopped):
            raise error

    def on_court_screen_judged(self, judged: Judged) -> None:
        """Put a verdict in the list, and beside it if its claim is chosen."""
        if judged.finding:
            self._findings[judged.number] = judged.finding
        else:
            self._unknown[judged.number] = judged.sentence
        self.query_one(OptionList).replace_option_prompt(
            str(judged.number), self._write_row(self._claims[judged.number])
        )
        self._show_state()
        if judged.number == self._chosen:
            self._show_chosen()

    # What is shown

    @property
    def _chosen(self) -> int | None:
        claims = self.query_one(OptionList)
        option = None if claims.highlighted is None else claims.get_option_at_index(claims.highlighted)
        return int(option.id) if option and option.id else None

    def on_option_list_option_highlighted(self) -> None:
        """Another claim is chosen."""
        self._show_chosen()

    def on_option_list_option_selected(self) -> None:
        """Replay what shows the point, where something does."""
        finding = self._findings.get(self._chosen or 0)
        if finding and finding.verdict.match:
            self.post_message(places.OpenReplay(Record(finding.verdict.match)))
        elif finding:
            self.notify("This rests on counts or reasons; there is nothing to put on the board.", markup=False)

    def action_back(self) -> None:
        """To where one came from."""
        self.post_message(places.GoBack())

    def action_scroll_words(self, pages: int) -> None:
        """Where there is more to read than fits."""
        self.query_one(StudyWords).turn_page(pages)

    def _show_state(self) -> None:
        """How many are judged and, once all are, how many there are of each kind."""
        counts = Counter(finding.verdict.word for finding in self._findings.values())
        told = [f"{counts[word]} {word}" for word in VERDICTS if counts[word]]
        done = len(self._findings) + len(self._unknown)
        if done < len(self._claims):
            told = [f"Judging: {done} of {len(self._claims)} claims", *told]
        elif self._unknown:
            told.append(f"{len(self._unknown)} not judged here")
        self.query_one("#state", Static).update(", ".join(told))

    def _list_options(self) -> list[Option]:
        """The claims under their sections."""
        options, section = [], None
        for claim in self._claims.values():
            if claim.section != section:
                options.append(Option(Content.styled(claim.section, "$soft bold"), disabled=True))
                section = claim.section
            options.append(Option(self._write_row(claim), id=str(claim.number)))
        return options

    def _write_row(self, claim: Claim) -> Content:
        sign, colour = self._find_look(claim.number)
        return Content.assemble((sign, f"{colour} bold"), f" {claim.number}. {claim.text}")

    def _find_look(self, number: int) -> tuple[str, str]:
        finding = self._findings.get(number)
        return _LOOKS[finding.verdict.word] if finding else _UNKNOWN if number in self._unknown else _PENDING

    def _show_chosen(self) -> None:
        """The words of the claim, the verdict and the evidence."""
        number = self._chosen
        if number is None:
            return
        claim, finding = self._claims[number], self._findings.get(number)
        sign, colour = self._find_look(number)
        words = [(claim.section, "$soft"), (f"{claim.number}. {claim.text}", "bold"), ("", "")]
        if not finding:
            words.append((self._unknown.get(number, "This claim is being judged …"), ""))
        else:
            words += [
                (f"{sign} {finding.verdict.word}", f"{colour} bold"),
                *((said, "") for said in finding.verdict.says),
            ]
            if finding.verdict.match:
                words += [
                    ("", ""),
                    (write_moves(finding.verdict.match), ""),
                    ("Enter puts it on the board.", "$accent"),
                ]
            if claim.ruling:
                words += [("", ""), (f"Ruling: {claim.ruling}", "")]
        self.query_one(StudyWords).show(words)
