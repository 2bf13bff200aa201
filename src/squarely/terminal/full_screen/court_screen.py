"""The court, full screen: every claim of a rulebook with its verdict and the evidence, judged while they are read."""

import asyncio
from collections import Counter
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from squarely import Game, Record, SquarelyError
from squarely.core.text.notation import as_sentence
from squarely.review import court as words
from squarely.review.court import Claim, Finding, find_claims, judge_claim
from squarely.review.court.case import Case
from squarely.terminal.court import describe_no_claims, write_moves
from squarely.terminal.full_screen.places import Go
from squarely.terminal.full_screen.widgets.dialogs import KeyLine

_UNKNOWN = "not judged here"
# A sign and a colour for each verdict, beside the word itself.
_LOOKS = {
    words.PROVED: ("✓", "$good"),
    words.REFUTED: ("✗", "$bad"),
    words.CONTRADICTS: ("≠", "$bad"),
    words.SILENT: ("?", "$endless"),
    words.OPINION: ("“", "$even"),
    words.UNJUDGED: ("·", "$soft"),
    words.NOT_APPLICABLE: ("-", "$soft"),
}


class CourtScreen(Screen[None]):
    """The claims of one game. Enter puts a match or a position in evidence on the board."""

    HELP = """
✓ proved, ✗ refuted, ≠ contradicts itself, ? the rulebook is silent, “ an opinion, · not judged yet, ! not judged here.
Nothing of this is written down: it is worked out now.
"""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("b", "show_evidence", "See it on the board"),
        Binding("escape", "app.go('back')", "Back", key_display="Esc"),
    ]
    DEFAULT_CSS = """
    CourtScreen > OptionList, CourtScreen > OptionList:focus {
        height: 1fr; border: none; padding: 0 1; background: $background; background-tint: $background 0%;
    }
    CourtScreen > OptionList:focus > .option-list--option-highlighted {
        background: $here; color: $foreground; text-style: none;
    }
    """

    def __init__(self, game: Game) -> None:
        super().__init__()
        self._game, self._claims = game, find_claims(game)
        self._judged: dict[int, Finding | str] = {}  # by number; a sentence says why there is no verdict

    def compose(self) -> ComposeResult:
        yield Static(f"The court: {self._game.title} ({self._game.name})", classes="title", markup=False)
        yield Static("" if self._claims else describe_no_claims(self._game), classes="about", markup=False)
        yield OptionList(*(Option(self._write(claim), id=str(claim.number)) for claim in self._claims))
        yield KeyLine()

    def on_mount(self) -> None:
        self.set_focus(self.query_one(OptionList))
        self.run_worker(self._judge_all())

    async def _judge_all(self) -> None:
        case, counts = Case(self._game), Counter[str]()
        for claim in self._claims:
            try:
                finding = await asyncio.to_thread(judge_claim, case, claim)
                counts[finding.verdict.word] += 1
                self._judged[claim.number] = finding
            except SquarelyError as error:
                counts[_UNKNOWN] += 1
                self._judged[claim.number] = as_sentence(f"Not judged: {error}")
            self.query_one(OptionList).replace_option_prompt(str(claim.number), self._write(claim))
            told = [f"{counts[word]} {word}" for word in (*words.VERDICTS, _UNKNOWN) if counts[word]]
            judging = f"Judging: {len(self._judged)} of {len(self._claims)} claims"
            is_over = len(self._judged) == len(self._claims)
            self.query_one(".about", Static).update(", ".join(told if is_over else [judging, *told]))

    def _write(self, claim: Claim) -> Content:
        found = self._judged.get(claim.number, "")
        if isinstance(found, str):
            look, says = ("!", "$warning") if found else ("…", "$soft"), [found]
        else:
            look, shown = _LOOKS[found.verdict.word], found.verdict.match
            says = [f"{found.verdict.word.capitalize()}. {' '.join(found.verdict.says)}"]
            says += [f"{write_moves(shown)} (b: on the board)"] if shown else []
            says += [f"Ruling: {claim.ruling}"] if claim.ruling else []
        head = Content.assemble((f"{look[0]} ", f"{look[1]} bold"), (f"{claim.number}. {claim.text}", "bold"))
        return Content("\n").join([head, *(Content(said) for said in says if said), Content("")])

    def on_option_list_option_selected(self) -> None:
        self.action_show_evidence()

    def action_show_evidence(self) -> None:
        option = self.query_one(OptionList).highlighted_option
        found = self._judged.get(int(option.id or 0)) if option else None
        if isinstance(found, Finding) and found.verdict.match:
            self.post_message(Go("replay", Record(found.verdict.match)))
        elif found:
            self.notify("This rests on counts or reasons; there is nothing to put on the board.", markup=False)
