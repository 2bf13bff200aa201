"""`squarely completion`: let the shell complete commands, games, players, options with their values, and files."""

import os

import click
from click.shell_completion import (
    BashComplete,
    ZshComplete,
    add_completion_class,
    get_completion_class,
    split_arg_string,
)

from squarely.command_line.click_help import CommandWithExamples
from squarely.command_line.printing import echo

_EXAMPLES = """
eval "$(squarely completion bash)"                                  in ~/.bashrc
eval "$(squarely completion zsh)"                                   in ~/.zshrc
squarely completion fish > ~/.config/fish/completions/squarely.fish
"""

# Bash breaks words at = and :, so it is handed the line as it is, and takes back what follows the last of them.
_BASH = """\
%(complete_func)s() {
    local IFS=$'\\n' line="${COMP_LINE:0:COMP_POINT}" response completion type value word before=""

    response=$(env COMP_WORDS="$line" COMP_CWORD=line %(complete_var)s=bash_complete $1)
    word="${line##*[[:space:]]}"
    [[ "$word" == --*=* ]] && word="${word#--*=}"
    [[ "$COMP_WORDBREAKS" == *=* && "$word" == *=* ]] && before="${word%%"${word##*=}"}"
    [[ "$COMP_WORDBREAKS" == *:* && "${word#"$before"}" == *:* ]] && before="${word%%"${word##*:}"}"

    COMPREPLY=()
    for completion in $response; do
        IFS=',' read -r type value <<< "$completion"

        if [[ $type == 'dir' ]]; then
            compopt -o dirnames
        elif [[ $type == 'file' ]]; then
            compopt -o default
        elif [[ $type == 'plain' ]]; then
            COMPREPLY+=("${value#"$before"}")
            [[ $value == *[=:/] ]] && compopt -o nospace
        fi
    done

    return 0
}

%(complete_func)s_setup() {
    complete -o nosort -F %(complete_func)s %(prog_name)s
}

%(complete_func)s_setup;
"""
_ZSH_ADDS = 'completions+=("$key")'
_ZSH_ADDS_WITHOUT_SPACE = """\
if [[ "$key" == *[=:/] ]]; then
                    compadd -U -V unsorted -S '' -- "$key"
                else
                    completions+=("$key")
                fi"""


class _Bash(BashComplete):
    """Words that contain = or : completed as a whole, and no space behind what goes on."""

    source_template = _BASH

    def get_completion_args(self) -> tuple[list[str], str]:
        """The words before the cursor, and the one at it."""
        if os.environ["COMP_CWORD"] != "line":
            return super().get_completion_args()
        line = os.environ["COMP_WORDS"]
        words = split_arg_string(line)[1:]
        return (words, "") if not words or line[-1:].isspace() else (words[:-1], words[-1])


class _Zsh(ZshComplete):
    """No space behind what goes on."""

    source_template = ZshComplete.source_template.replace(_ZSH_ADDS, _ZSH_ADDS_WITHOUT_SPACE)


def register_shells() -> None:
    """Have click complete in our way."""
    add_completion_class(_Bash)
    add_completion_class(_Zsh)


@click.command(cls=CommandWithExamples, examples=_EXAMPLES, short_help="Print a completion script for your shell.")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"], case_sensitive=False))
@click.pass_context
def completion(ctx: click.Context, shell: str) -> None:
    """Print the completion script for SHELL."""
    register_shells()
    kind = get_completion_class(shell)
    if kind is None:
        raise click.UsageError(f"there is no completion for {shell}")
    root = ctx.find_root().command
    echo(kind(root, {}, "squarely", "_SQUARELY_COMPLETE").source())
