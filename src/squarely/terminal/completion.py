"""`squarely completion`: let the shell complete commands, games, players, options with their values, and files."""

import click
from click.shell_completion import get_completion_class

from squarely.command_line.click_help import CommandWithExamples
from squarely.command_line.printing import echo

_EXAMPLES = """
eval "$(squarely completion bash)"                                  in ~/.bashrc
eval "$(squarely completion zsh)"                                   in ~/.zshrc
squarely completion fish > ~/.config/fish/completions/squarely.fish
"""


@click.command(cls=CommandWithExamples, examples=_EXAMPLES)
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"], case_sensitive=False))
@click.pass_context
def completion(ctx: click.Context, shell: str) -> None:
    """Print the completion script for SHELL."""
    kind = get_completion_class(shell)
    assert kind, "click completes in all three"
    echo(kind(ctx.find_root().command, {}, "squarely", "_SQUARELY_COMPLETE").source())
