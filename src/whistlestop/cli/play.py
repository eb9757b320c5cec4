"""`whistlestop play` and `whistlestop serve`: start the server, with or without opening the page."""

from __future__ import annotations

import gc
import socket
from typing import Annotated

import typer

from .output import BoardsOption, Code, fail, note

__all__ = ["play", "serve"]

Host = Annotated[
    str | None, typer.Option(help="Address to listen on; 0.0.0.0 accepts connections from other machines.")
]
Port = Annotated[int | None, typer.Option(min=0, max=65535, help="Port to listen on; 0 for any free port.")]
Database = Annotated[str | None, typer.Option(help="SQLite file or database URL for the games.")]
BotDelay = Annotated[float | None, typer.Option(min=0, help="Seconds between two actions of a bot.")]
LogLevel = Annotated[str | None, typer.Option(help="Log level: debug, info, warning or error.")]


def run(*, open_browser: bool, any_port: bool = False, **over: object) -> None:
    """Start the server with settings from the environment, options first."""
    # Objects made at startup live until the end. Collecting garbage among them takes a fifth of the startup time.
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
    """Whether the port is in use."""
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
    """Start the server and open the game in the browser."""
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
        int | None, typer.Option(min=1, help="Number of processes. More than one requires PostgreSQL.")
    ] = None,
    database: Database = None,
    public_url: Annotated[
        str | None, typer.Option(help="Public address of the site, such as https://play.example.org.")
    ] = None,
    trusted_proxies: Annotated[
        str | None,
        typer.Option(
            help="Trusted proxies, separated by commas. The server uses their X-Forwarded-* headers."
        ),
    ] = None,
    boards: BoardsOption = None,
    bot_delay: BotDelay = None,
    log_level: LogLevel = None,
    log_json: Annotated[bool | None, typer.Option("--log-json", help="Write the log as JSON lines.")] = None,
) -> None:
    """Run the server. Options override environment variables such as WHISTLESTOP_HOST."""
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
