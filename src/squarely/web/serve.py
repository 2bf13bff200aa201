"""`squarely serve`: play in the browser, here or with a friend far away."""

import sys
from pathlib import Path

import click

from squarely.command_line.click_help import CommandWithExamples
from squarely.core.child_process import end_with_parent
from squarely.core.errors import SquarelyError
from squarely.web.http.limits import Limits

_EXAMPLES = """
squarely serve                                   on this machine: open the address it prints
squarely serve --host 0.0.0.0 --port 8000        for everybody in your network
squarely serve --database postgresql://HOST/NAME several processes, one database
squarely serve --limit idle_days=7               forget idle matches sooner
"""


class _ServeCommand(CommandWithExamples):
    """Its help ends with the limits that can be changed."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """What each limit counts, with its default."""
        with formatter.section("Limits"):
            formatter.write_dl(Limits.describe())


@click.command(cls=_ServeCommand, examples=_EXAMPLES, short_help="Play in the browser.")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option("--port", type=click.IntRange(0, 65535), default=8765, show_default=True, help="0 takes any free port.")
@click.option("--database", metavar="URL", help="sqlite:///PATH or postgresql://…; without it, a file of your own.")
@click.option("--limit", "limits", multiple=True, metavar="NAME=NUMBER", help="Change a limit of those below.")
@click.option("--origin", "origins", multiple=True, metavar="URL", help="Another origin whose pages may come here.")
@click.option(
    "--host-name", "host_names", multiple=True, metavar="NAME", help="A name that this server is asked for by."
)
@click.option("--proxy", "proxies", multiple=True, metavar="ADDRESS", help="A proxy whose headers are believed.")
@click.option(
    "--log", type=click.Choice(["debug", "info", "warning"]), help="What is logged, as JSON on standard error."
)
@click.option("--tried", type=click.Path(path_type=Path), hidden=True, help="Where `squarely try` says what is wrong.")
def serve(
    host: str,
    port: int,
    database: str | None,
    limits: tuple[str, ...],
    origins: tuple[str, ...],
    host_names: tuple[str, ...],
    proxies: tuple[str, ...],
    log: str | None,
    tried: Path | None,
) -> None:
    """Serve the games to browsers. Matches are kept in a database, by default in a file in your data folder."""
    try:
        from squarely.serving.listening import bind_socket, list_host_names
        from squarely.web.http.server import App, run
        from squarely.web.storage import find_url, open_journal
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        if missing == "squarely":
            raise
        raise SquarelyError(f"squarely serve needs {missing}; install it with: pip install 'squarely[web]'") from None
    if tried:
        end_with_parent(sys.stdin.buffer.read)  # of which nothing comes
    level = log or ("warning" if sys.stderr.isatty() else "info")
    names = list_host_names(host, host_names, behind_proxy=bool(proxies))
    listening, journal = bind_socket(host, port), open_journal(find_url(database))
    run(App(journal, Limits.read(limits), origins, names, tried), listening, proxies, level)
