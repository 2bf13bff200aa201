"""What is claimed in the examples: the printed game, its boards and the printed dialogues."""

from squarely.core.case import Case
from squarely.core.claims import Docket
from squarely.core.game import Side
from squarely.core.match import Match
from squarely.core.verdict import Verdict, decide, decide_contradiction
from squarely.games.center.claims.printed import ANSWERS, LAST_ANSWERS, NUMBERED, PLAIN, SAMPLE, TALK

claims = Docket()

_TALKS = (  # what is answered in the printed dialogues, from where, and the command it amounts to
    ("---/---/--- A", ("place", "0 0"), "place 0 0"),
    ("A--/---/--- B", ("place", "2 2"), "place 2 2"),
    ("A--/---/--B A", ("move", "0 0", "0 1"), "move 0 0 0 1"),
    ("-A-/A-B/-B- A", ("move", "1 0", "1 1"), "move 1 0 1 1"),
)


@claims.claim("Examples", "The board at the start is printed with the numbers of its rows and columns.")
def _drawn_start(case: Case) -> Verdict:
    return case.check_printed_drawing(NUMBERED.splitlines(), case.starts[0])


@claims.claim("Examples", "A board is drawn in one way.", "With numbers at the start and where it stands alone.")
def _drawn(case: Case) -> Verdict:
    match = case.play([SAMPLE[0][0]])
    widths = {len(text.splitlines()[-1]) for text in (NUMBERED, PLAIN)}
    says = "The first board is printed with the numbers of rows and columns, those of the turns without."
    ours = f"After a turn we print it {'so' if PLAIN in chr(10).join(case.reply(match)) else 'otherwise'}."
    return decide_contradiction(len(widths) > 1, says, ours, match=match)


@claims.claim("Examples", "The printed game of seven turns is legal, shows the right boards, and A wins it.")
def _printed_game(case: Case) -> Verdict:
    return case.check_printed_game(SAMPLE, Side.FIRST)


@claims.claim(
    "Command-Line Examples", "A command is asked for step by step, or is one line.", "Both work at any prompt."
)
def _two_ways(case: Case) -> Verdict:
    same = 0
    for line, answers, command in _TALKS:
        match = Match.of(case.game, case.game.read_position(line))
        same += case.answer(match, answers).position == match.play(command).position
    says = f"{same} of {len(_TALKS)} printed dialogues come to the same, answered step by step and in one line."
    return decide(same == len(_TALKS), says)


@claims.claim("Command-Line Examples", "The four printed dialogues are held so, with these questions and this ending.")
def _dialogues(case: Case) -> Verdict:
    return case.check_printed_talk(case.talk((*ANSWERS, *LAST_ANSWERS)), TALK)
