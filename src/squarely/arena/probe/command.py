"""`squarely arena probe`: questions whose answers are known."""

import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from squarely.command_line.click_help import CommandWithExamples, OutFile, complete_games, option_option
from squarely.command_line.printing import echo
from squarely.core.errors import SquarelyError
from squarely.core.rules import registry
from squarely.files.output_file import Kind, open_for_writing

if TYPE_CHECKING:
    from squarely.arena.probe.questions import Question

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
    found = _select_questions(games, options, kinds, seed)
    if export:
        number, file = export
        lines = _format_questions(list(islice(found, number)))
        with open_for_writing(file, _SET) as opened:
            opened.writelines(f"{line}\n" for line in lines)
        few = "" if len(lines) == number else "; there are no others"
        echo(f"Written: {file}, {len(lines):,} questions{few}")
    elif player:
        from squarely.arena.probe.exam import hold_exam, summarize_exam

        marked = hold_exam(player, list(islice(found, count or 120)))
        summary = {"player": player, **summarize_exam(marked)}
        answers = [{"id": each.question.id, "answer": each.answer, "mark": each.mark} for each in marked]
        told = json.dumps(summary | {"answers": answers}, indent=2, ensure_ascii=False)
        echo(told if as_json else _describe_results(summary))
    else:
        listed = list(islice(found, count or 6))
        texts = [f"{each.text}\n\nRight: {' or '.join(each.answers)}\n" for each in listed]
        for text in _format_questions(listed) if as_json else texts:
            echo(text)


def _select_questions(
    games: tuple[str, ...], options: tuple[str, ...], kinds: tuple[str, ...], seed: int
) -> "Iterator[Question]":
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


def _format_questions(questions: "list[Question]") -> list[str]:
    """The lines of a data set: each question with what is scored without looking at the position."""
    from squarely.arena.probe.exam import score_without_looking

    scored = zip(questions, score_without_looking(questions), strict=True)
    return [json.dumps(each._asdict() | {"chance": round(score, 4)}, ensure_ascii=False) for each, score in scored]


def _describe_results(found: dict[str, Any]) -> str:
    from squarely.arena.report.text import align_rows

    shares = {}
    for cell in found["cells"]:
        right, by_chance = (100 * cell[name] / cell["asked"] for name in ("right", "by_chance"))
        shares[cell["kind"], cell["view"]] = f"{right:.0f} ({by_chance:.0f})"
    kinds, views = dict.fromkeys(kind for kind, _ in shares), dict.fromkeys(view for _, view in shares)
    rows = [["kind", *views], *([kind, *(shares.get((kind, view), "-") for view in views)] for kind in kinds)]
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
