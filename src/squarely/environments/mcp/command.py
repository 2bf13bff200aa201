"""`squarely mcp`: a server for language models that play through tools."""

import click

from squarely.command_line.click_help import CommandWithExamples
from squarely.core.errors import SquarelyError

_EXAMPLES = """
squarely mcp                        on standard input and output: how most clients start it
squarely mcp --http                 at http://127.0.0.1:8766/mcp
squarely mcp --http --port 9000     at another port
squarely mcp --http --host 0.0.0.0  for others too: whoever calls shows the token that it prints
"""


@click.command(cls=CommandWithExamples, examples=_EXAMPLES, short_help="Let language models play through tools (MCP).")
@click.option("--http", is_flag=True, help="Serve over HTTP instead of standard input and output.")
@click.option("--host", default="127.0.0.1", show_default=True, help="With --http: the address to listen on.")
@click.option("--port", type=click.IntRange(0, 65535), default=8766, show_default=True, help="0 takes any free port.")
@click.option("--allow-models", is_flag=True, help="With --http: let callers play llm:MODEL, at your cost.")
def mcp(http: bool, host: str, port: int, allow_models: bool) -> None:
    """Offer the games as tools of the Model Context Protocol. Matches last as long as the server runs."""
    try:
        from squarely.environments.mcp.server import build_server
        from squarely.environments.mcp.transports import serve_over_http
    except ModuleNotFoundError as error:
        if error.name and error.name.partition(".")[0] == "squarely":
            raise
        raise SquarelyError(
            f"squarely mcp needs {error.name}; install it with: pip install 'squarely[agents]'"
        ) from None
    if http:
        serve_over_http(host, port, allow_models)
    else:
        build_server().run("stdio")  # until its input is closed
