"""`squarely arena probe`: questions whose answers are known."""

import json
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from squarely.command_line.arguments import complete_games, option_option
from squarely.command_line.click_help import CommandWithExamples, OutFile
from squarely.command_line.printing import echo
from squarely.core.errors import SquarelyError
from squarely.core.rules import registry
from squarely.files.output_file import Kind, open_for_writing

if TYPE_CHECKING:
    from squarely.arena.probe.questions import Question
    from squarely.arena.statistics.guessing_baseline import GuessingBaseline

_SET = Kind("a set of questions", '{"id": ')
_EXAMPLES = """
squarely arena probe quad                             six questions with their answers
squarely arena probe --export 10000 set.jsonl         a data set, of every game
squarely arena probe quad --player llm:MODEL          ask a model, and mark what it says
squarely arena probe quad --option size=3 --kind best
"""


@click.command(cls=CommandWithExamples, examples=_EXAMPLES, short_help="Ask what is legal, over, won and best.")
@click.argument("games", nargs=-1, metavar="[GAME]...", shell_complete=complete_games)
@option_option
@click.option("--kind", "kinds", multiple=True, help="best, legal, over, winner or distance; all without it.")
@click.option("--seed", type=click.IntRange(0, 2**63), default=1, show_default=True, help="Decides the questions.")
@click.option("--count", type=click.IntRange(1), help="How many questions; 6 to look at, 120 for a player.")
@click.option("--player", metavar="PLAYER", help="Who is asked: llm:MODEL.")
@click.option(
    "--export", type=(click.IntRange(1), OutFile(_SET)), metavar="N FILE",
    help="Write so many questions with their answers, as JSON Lines.",
)  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print everything for programs.")
def probe(
    games: tuple[str, ...],
    options: tuple[str, ...],
    kinds: tuple[str, ...],
    seed: int,
    count: int | None,
    player: str | None,
    export: tuple[int, Path] | None,
    as_json: bool,
) -> None:
    """Ask about positions of GAME, or of every game: the same position shown in several ways, with the same truth.

    What is lost between the plain view and another is lost in reading, not in planning.
    """
    from squarely.arena.statistics.guessing_baseline import GuessingBaseline

    found = _select_questions(games, options, kinds, seed)
    if export:
        _export(found, *export)
    elif player:
        _hold_exam(player, list(islice(found, count or 120)), as_json)
    else:
        listed = list(islice(found, count or 6))
        guessing = GuessingBaseline(listed)
        for question in listed:
            told = f"{question.text}\n\nRight: {' or '.join(question.answers)}\n"
            echo(_format_question(question, guessing) if as_json else told)


def _select_questions(
    games: tuple[str, ...], options: tuple[str, ...], kinds: tuple[str, ...], seed: int
) -> "Iterator[Question]":
    """The questions that were asked for."""
    from squarely.arena.probe.questions import KINDS, find_askable_kinds, generate_questions

    if options and len(games) != 1:
        raise SquarelyError("options belong to one game; name it, such as: squarely arena probe quad --option size=3")
    if unknown := [kind for kind in kinds if kind not in KINDS]:
        raise SquarelyError(f"there are no questions of the kind {unknown[0]!r}; there are {', '.join(KINDS)}")
    chosen = [registry.load(name, ",".join(options)) for name in games or registry.names()]
    wanted = tuple(dict.fromkeys(kinds)) or KINDS
    can = {game.name: find_askable_kinds(game, wanted) for game in chosen}
    for name in (name for name, known in can.items() if known != wanted):
        left = f"only {', '.join(can[name])} can be asked" if can[name] else "nothing of this can be asked"
        echo(f"{name} is too large to be solved at once: {left}.", err=True)
    games_asked = {game: can[game.name] for game in chosen if can[game.name]}
    if not games_asked:
        raise SquarelyError("there is nothing to ask")
    return generate_questions(games_asked, seed)


def _export(found: "Iterator[Question]", number: int, file: Path) -> None:
    from squarely.arena.statistics.guessing_baseline import GuessingBaseline

    questions = list(islice(found, number))
    guessing, written = GuessingBaseline(questions), len(questions)
    with open_for_writing(file, _SET) as lines:
        lines.writelines(f"{_format_question(question, guessing)}\n" for question in questions)
    few = "" if written == number else "; there are no others"
    echo(f"Written: {file}, {written:,} questions{few}")


def _hold_exam(player: str, questions: "list[Question]", as_json: bool) -> None:
    from squarely.arena.probe.exam import hold_exam, summarize_exam

    def tell(number: int) -> None:
        if sys.stderr.isatty():
            sys.stderr.write(f"\r\x1b[K{number:,} of {len(questions):,} questions" + "\n" * (number == len(questions)))
            sys.stderr.flush()

    marked = hold_exam(player, questions, tell)
    found = {"player": player, **summarize_exam(marked)}
    if as_json:
        answers = [{"id": each.question.id, "answer": each.answer, "mark": each.mark} for each in marked]
        echo(json.dumps(found | {"answers": answers}, indent=2, ensure_ascii=False))
    else:
        echo(_describe_results(found))


def _describe_results(found: dict[str, Any]) -> str:
    from squarely.arena.report.text import align_rows

    views = list(dict.fromkeys(cell["view"] for cell in found["cells"]))
    kinds = list(dict.fromkeys(cell["kind"] for cell in found["cells"]))
    cells = {(cell["kind"], cell["view"]): cell for cell in found["cells"]}
    rows = [["kind", *views], *([kind, *(_format_share(cells.get((kind, view))) for view in views)] for kind in kinds)]
    faults = ", ".join(f"{count} {kind}" for kind, count in found["faults"].items()) or "none"
    return "\n".join([
        f"{found['player']}: {found['right']} of {found['questions']} questions right. Faults: {faults}.",
        "",
        "Right answers in percent, and in brackets those of the best answer that is always the same, or of a guess",
        *(f"  {line}" for line in align_rows(rows)),
        "",
        "Reading: the same questions as in the plain view",
        *(f"  {each['view']}: {each['lost']} lost and {each['gained']} gained of {each['asked']}; {each['verdict']}."
          for each in found["reading"]),
    ])  # fmt: skip


def _format_share(cell: dict[str, Any] | None) -> str:
    if not cell:
        return "-"
    right, by_chance = (100 * cell[name] / cell["asked"] for name in ("right", "by_chance"))
    return f"{right:.0f} ({by_chance:.0f})"


def _format_question(question: "Question", guessing: "GuessingBaseline") -> str:
    return json.dumps(question.data() | {"chance": round(guessing.expected_score(question), 4)}, ensure_ascii=False)
