"""`squarely court`: what the rulebooks claim, judged."""

from collections import Counter
from collections.abc import Iterator
from itertools import groupby

import click

from squarely import Game, Match, Record
from squarely.command_line.click_help import CommandWithExamples, json_option, option_option, optional_game_argument
from squarely.command_line.printing import echo, echo_json
from squarely.core.rules import registry
from squarely.core.text.wrapping import GLUE, wrap
from squarely.review.court import VERDICTS, Finding, find_claims, judge_claims
from squarely.terminal.line_mode.console import Console
from squarely.terminal.rules import load_installed

_EXAMPLES = """
squarely court                          every claim of every rulebook
squarely court quad                     those of one game
squarely court quad --option size=3     the same claims under other rules
squarely court quad --json              for programs
squarely court quad --record 17         the game in evidence, to be replayed with `squarely show`
"""

_INDENT = " " * 6


@click.command(cls=CommandWithExamples, examples=_EXAMPLES)
@optional_game_argument
@option_option
@json_option
@click.option("--record", "number", type=click.IntRange(1), metavar="N", help="Print only the record claim N rests on.")
def court(game: str | None, options: tuple[str, ...], as_json: bool, number: int | None) -> None:
    """Judge every claim of the rulebook of GAME, or of all of them.

    A claim is proved, refuted, contradicts itself, the rulebook is silent, or it is an opinion. Nothing of that is
    written down: it is worked out now, with evidence to replay. Under other options a claim may no longer apply.
    """
    if options and not game:
        raise click.UsageError("options belong to a game, such as: squarely court quad --option sudden_death=none")
    games = [registry.load(game, ",".join(options))] if game else [*filter(find_claims, load_installed())]
    if number is not None:
        echo(_find_record(games, number), nl=False)
    elif as_json:
        echo_json([finding.as_data() for found in games for finding in judge_claims(found)], indent=2)
    else:
        console = Console()
        for found in games:
            for part in _write_findings(found, console.width):
                console.show(part)


def _write_findings(game: Game, width: int) -> Iterator[str]:
    """The findings about a game as they are made, section by section, and how many there are of each kind."""
    if not find_claims(game):
        yield wrap(describe_no_claims(game), width)
        return
    yield wrap(f"{game.title} ({', '.join(filter(None, (game.name, game.options)))})", width)
    counts: Counter[str] = Counter()
    for section, findings in groupby(judge_claims(game), key=lambda finding: finding.claim.section):
        yield f"\n{section}"
        for finding in findings:
            counts[finding.verdict.word] += 1
            yield _write_finding(finding, width)
    yield wrap(f"\n{game.name}: {', '.join(f'{counts[word]} {word}' for word in VERDICTS if counts[word])}.\n", width)


def describe_no_claims(game: Game) -> str:
    """What is said where there is nothing to judge."""
    return f"Nobody has filed claims about {game.name}. A game can bring its own: CLAIMS, in its file."


def _write_finding(finding: Finding, width: int) -> str:
    claim, verdict = finding.claim, finding.verdict
    lines = [f"  {verdict.word}: {claim.number}. {claim.text}", *(f"{_INDENT}{said}" for said in verdict.says)]
    if verdict.match:
        lines.append(f"{_INDENT}{write_moves(verdict.match)}")
    if claim.ruling:
        lines.append(f"{_INDENT}Ruling: {claim.ruling}")
    return wrap("\n".join(lines), width, hang=len(_INDENT) + 2)


def write_moves(match: Match) -> str:
    """The match in evidence, on a line."""
    start = match.game.write_position(match.start).replace(" ", GLUE)
    usual = not match.game.is_dealt and match.start == match.game.start()
    moves = ", ".join(str(move).replace(" ", GLUE) for move in match.moves)
    shown = f"Replay{'' if usual else f' from {start}'}: {moves}" if moves else f"Position: {start}"
    return f"{shown}; {Record(match).result}" if match.outcome else shown


def _find_record(games: list[Game], number: int) -> str:
    if len(games) != 1:
        raise click.UsageError("--record needs a game, such as: squarely court quad --record 17")
    finding = next(judge_claims(games[0], number), None)
    if finding is None:
        raise click.UsageError(f"{games[0].name} has {len(find_claims(games[0]))} claims; there is no claim {number}.")
    if not finding.record:
        raise click.UsageError(f"claim {number} of {games[0].name} rests on counts alone; there is no record.")
    return finding.record
