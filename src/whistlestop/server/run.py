"""Run the server: listen, print the address, and stop cleanly."""

from __future__ import annotations

import socket
import sys
import threading
import webbrowser
from contextlib import closing, suppress
from typing import TYPE_CHECKING

import uvicorn
from msgspec.structs import replace

from whistlestop.children import end_with_parent
from whistlestop.core import jit
from whistlestop.errors import DeploymentError, UnknownBot
from whistlestop.server import garbage, logs
from whistlestop.server.adapters.database.database import DatabaseUnusable
from whistlestop.server.app import create_app
from whistlestop.server.http.connections import Connections, protocols, room
from whistlestop.server.settings import Settings, SettingsError
from whistlestop.server.timeouts import correct_timeouts

if TYPE_CHECKING:
    from collections.abc import Callable
    from multiprocessing.synchronize import Event

    from litestar import Litestar

BACKLOG = 2048
"""Connections that can wait for a worker to accept them."""
SPARE = 1000
"""Connections in addition to the sockets, for loading pages."""


class Server(uvicorn.Server):
    """A uvicorn server that calls `on_ready` when it accepts connections, and `on_stop` before it stops."""

    def __init__(
        self, config: uvicorn.Config, on_ready: Callable[[], None], on_stop: Callable[[], None]
    ) -> None:
        super().__init__(config)
        self._on_ready = on_ready
        self._on_stop = on_stop

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Accept connections, then call `on_ready`."""
        await super().startup(sockets)
        if self.started:
            self._on_ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the streams, which never end on their own, and then wait for the other connections."""
        self._on_stop()
        await super().shutdown(sockets)


def make_server(
    app: Litestar, settings: Settings, connections: Connections, on_ready: Callable[[], None]
) -> Server:
    """Return a server for the application that is not yet listening."""
    http, socket_protocol = protocols(connections)
    app.state.services.connections = connections
    config = uvicorn.Config(
        app,
        http=http,
        ws=socket_protocol,
        log_config=None,
        access_log=False,
        server_header=False,
        forwarded_allow_ips=settings.trusted_proxies,
        ws_max_size=settings.message_size,
        ws_max_queue=8,
        timeout_graceful_shutdown=5,
    )
    return Server(config, on_ready, app.state.services.streams.close)


def serve(
    settings: Settings | None = None,
    *,
    open_browser: bool = False,
    ready: Callable[[str], None] | None = None,
    path: str = "",
) -> None:
    """Run until stopped.

    ready: called with the address once the server accepts connections. path: the page that the address and the browser
    open.
    """
    try:
        settings = settings if settings is not None else Settings.from_environment()
        logs.configure(settings)
    except (SettingsError, OSError) as error:
        raise SystemExit(f"error: {error}") from None
    app = prepared(settings)
    listening = listen(settings.host, settings.port)
    url = address(settings.host, listening.getsockname()[1]) + path

    def on_ready() -> None:
        print(f"Whistlestop is at {url}", flush=True)  # noqa: T201 - the one line that hosts wait for
        if ready is not None:
            ready(url)
        if open_browser:
            threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()

    with closing(listening):
        if settings.workers == 1:
            run(settings, listening, on_ready, app)
        else:
            from whistlestop.server.workers import Workers  # noqa: PLC0415 - most servers have no use for it

            listening.listen(BACKLOG)
            Workers(settings, listening, work).run(on_ready)


def prepared(settings: Settings) -> Litestar:
    """Return the application after upgrading its database. If that fails, exit with a one-line error."""
    try:
        app = create_app(settings)
        app.state.services.store.prepare()
    except (DatabaseUnusable, DeploymentError, UnknownBot) as error:
        raise SystemExit(f"error: {error}") from None
    return app


def run(
    settings: Settings,
    listening: socket.socket,
    on_ready: Callable[[], None],
    app: Litestar | None = None,
) -> None:
    """Serve in this process until stopped."""
    if app is None:
        logs.configure(settings)
        app = prepared(settings)
    try:
        asked = settings.sockets_total != Settings().sockets_total
        connections = Connections(settings, room(settings.sockets_total + SPARE, asked=asked))
    except OSError as error:
        raise SystemExit(f"error: {error}") from None

    def started() -> None:
        garbage.keep_all()
        on_ready()

    jit.interpret()  # start immediately; `compiling` switches to compiled code later
    # uvicorn raises it again after Ctrl-C has closed everything.
    with suppress(KeyboardInterrupt):
        correct_timeouts()
    make_server(app, settings, connections, started).run(sockets=[listening])


def work(settings: Settings, listening: socket.socket, ready: Event, number: int) -> None:
    """Run one worker. Each has its own port for metrics: worker n adds n to the setting."""
    end_with_parent()
    if settings.metrics_port:
        settings = replace(settings, metrics_port=settings.metrics_port + number)
    run(settings, listening, ready.set)


def listen(host: str, port: int) -> socket.socket:
    """Bind the address. If that fails, exit with an error that says what to change."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # The event loop turns off Nagle's algorithm only if the protocol is named. With Nagle's algorithm, an update
    # waits 40 ms for the previous acknowledgment.
    taken = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    taken.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    if sys.platform != "win32":
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        taken.bind((host, port))
    except OSError as error:
        taken.close()
        message = (
            f"cannot listen at {host} port {port}: {error.strerror}. Set another port (WHISTLESTOP_PORT)."
        )
        raise SystemExit(message) from None
    return taken


def address(host: str, port: int) -> str:
    """Return the URL of the server for browsers on this machine."""
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)  # noqa: S104
    return f"http://{shown}:{port}/"


if __name__ == "__main__":
    serve()
