"""Commands whose help leads with examples."""

from typing import Any

import click


class Command(click.Command):
    """A command with examples, shown before anything else."""

    def __init__(self, *args: Any, examples: str = "", **more: Any) -> None:
        more.setdefault("context_settings", {"help_option_names": ["-h", "--help"]})
        super().__init__(*args, **more)
        self.examples = examples

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Examples first, then what click would say."""
        write_examples(formatter, self.examples)
        super().format_help(ctx, formatter)


def write_examples(formatter: click.HelpFormatter, examples: str) -> None:
    """The examples, a line each."""
    with formatter.section("Examples"):
        formatter.write("".join(f"  {line}\n" for line in examples.strip().splitlines()))
