"""`whistlestop play` and `whistlestop serve`: the server, with and without opening the page."""

from __future__ import annotations

import gc
import socket
from typing import Annotated

import typer

from .output import BoardsOption, Code, fail, note

__all__ = ["play", "serve"]

Host = Annotated[
    str | None, typer.Option(help="Address to listen on. 0.0.0.0: reachable from other machines.")
]
Port = Annotated[int | None, typer.Option(min=0, max=65535, help="Port to listen on; 0: any free one.")]
Database = Annotated[str | None, typer.Option(help="File (SQLite) or database URL for the games.")]
BotDelay = Annotated[float | None, typer.Option(min=0, help="Seconds between two actions of a bot.")]
LogLevel = Annotated[str | None, typer.Option(help="debug, info, warning or error.")]


def run(*, open_browser: bool, any_port: bool = False, **over: object) -> None:
    """Start the server with settings from the environment, options first."""
    # Freeze start-up objects: collecting garbage among them finds none, and takes a fifth of the start.
    gc.disable()
    try:
        start(open_browser=open_browser, any_port=any_port, over=over)
    finally:
        gc.enable()


def start(*, open_browser: bool, any_port: bool, over: dict[str, object]) -> None:
    """Check the settings, and serve until stopped."""
    from whistlestop.server.run import serve as run_server
    from whistlestop.server.settings import Settings

    try:
        settings = Settings.from_environment(None, **over)
    except ValueError as error:
        fail(str(error), Code.USAGE)
    if not (settings.static_folder / "index.html").exists():
        fail(
            "the browser client has not been built: run `make play` or `python tools/client.py`", Code.MISSING
        )
    if any_port and taken(settings.host, settings.port):
        note(f"port {settings.port} is in use; using another one")
        settings = Settings.from_environment(None, **{**over, "port": 0})
    run_server(settings, open_browser=open_browser, ready=lambda _url: gc.enable())


def taken(host: str, port: int) -> bool:
    """Return whether another program already listens there."""
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        probe.settimeout(1)
        return probe.connect_ex((host, port)) == 0


def play(
    host: Host = None,
    port: Port = None,
    database: Database = None,
    boards: BoardsOption = None,
    bot_delay: BotDelay = None,
    browser: Annotated[bool, typer.Option(help="Open the page in the browser.")] = True,
) -> None:
    """Play in the browser: start the server and open the page."""
    run(
        open_browser=browser,
        any_port=port is None,
        host=host,
        port=port,
        database=database,
        boards=boards,
        bot_delay=bot_delay,
        log_level="warning",
    )


def serve(
    host: Host = None,
    port: Port = None,
    workers: Annotated[
        int | None, typer.Option(min=1, help="Processes; more than one needs PostgreSQL.")
    ] = None,
    database: Database = None,
    public_url: Annotated[
        str | None,
        typer.Option(help="URL at which players reach the site, such as https://play.example.org."),
    ] = None,
    trusted_proxies: Annotated[
        str | None,
        typer.Option(help="Trusted proxies, whose X-Forwarded-* headers are used; separated by commas."),
    ] = None,
    boards: BoardsOption = None,
    bot_delay: BotDelay = None,
    log_level: LogLevel = None,
    log_json: Annotated[bool | None, typer.Option("--log-json", help="Write the log as JSON lines.")] = None,
) -> None:
    """Run the server for others. Options override the environment (WHISTLESTOP_HOST and so on)."""
    run(
        open_browser=False,
        host=host,
        port=port,
        workers=workers,
        database=database,
        public_url=public_url,
        trusted_proxies=trusted_proxies,
        boards=boards,
        bot_delay=bot_delay,
        log_level=log_level,
        log_json=log_json,
    )
