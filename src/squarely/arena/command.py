"""`squarely arena`: measure players against the truth."""

import click

from squarely.arena.probe.command import probe
from squarely.arena.run.command import report, run
from squarely.arena.statistics.command import rank
from squarely.command_line.click_help import write_examples

_EXAMPLES = """
squarely arena run plan.toml                      play everything the plan says, and report
squarely arena run plan.toml --on processes:2     the same, in two processes
squarely arena report plan.jsonl --html out.html  the report again, as a page
squarely arena probe quad --export 1000 set.jsonl questions with answers
squarely arena rank plan.jsonl                    add a run to the leaderboard
"""


class _Group(click.Group):
    """Subcommands, with examples shown before anything else."""

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Examples first, then what click would say."""
        write_examples(formatter, _EXAMPLES)
        super().format_help(ctx, formatter)


@click.group(
    cls=_Group,
    context_settings={"help_option_names": ["-h", "--help"]},
    short_help="Measure players against the truth.",
)
def arena() -> None:
    """Let players meet from the same openings on both sides, and hold every move against the truth."""


for command in (run, report, probe, rank):
    arena.add_command(command)
