"""`squarely completion`: let the shell complete commands, games and options."""

import click
from click.shell_completion import get_completion_class

from squarely.command_line.click_help import CommandWithExamples
from squarely.command_line.printing import echo

_EXAMPLES = """
eval "$(squarely completion bash)"                                  in ~/.bashrc
eval "$(squarely completion zsh)"                                   in ~/.zshrc
squarely completion fish > ~/.config/fish/completions/squarely.fish
"""


@click.command(cls=CommandWithExamples, examples=_EXAMPLES, short_help="Print a completion script for your shell.")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def completion(ctx: click.Context, shell: str) -> None:
    """Print the completion script for SHELL."""
    kind = get_completion_class(shell)
    if kind is None:
        raise click.UsageError(f"there is no completion for {shell}")
    root = ctx.find_root().command
    echo(kind(root, {}, "squarely", "_SQUARELY_COMPLETE").source())
