"""Runs the service: listen, tell where, and stop cleanly."""

from __future__ import annotations

import socket
import sys
import threading
import webbrowser
from contextlib import closing, suppress
from typing import TYPE_CHECKING

import uvicorn

from whistlestop.core import jit
from whistlestop.server import logs
from whistlestop.server.settings import Settings
from whistlestop.server.web.app import create_app

if TYPE_CHECKING:
    from collections.abc import Callable


class Server(uvicorn.Server):
    """A server that says when it accepts connections."""

    def __init__(self, config: uvicorn.Config, on_ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._on_ready = on_ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to accept, then tell."""
        await super().startup(sockets)
        if self.started:
            self._on_ready()


def serve(
    settings: Settings | None = None,
    *,
    open_browser: bool = False,
    ready: Callable[[str], None] | None = None,
) -> None:
    """Run until stopped. `ready` is called with the address once connections are accepted."""
    settings = settings if settings is not None else Settings.from_environment()
    logs.configure(settings)
    jit.interpret()  # nobody waits for the compiler: `services` goes over when all is compiled
    app = create_app(settings)
    listening = listen(settings.host, settings.port)
    url = address(settings.host, listening.getsockname()[1])

    def on_ready() -> None:
        print(f"Whistlestop is at {url}", flush=True)  # noqa: T201 - the one line that a person waits for
        if ready is not None:
            ready(url)
        if open_browser:
            threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()

    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        server_header=False,
        forwarded_allow_ips=settings.trusted_proxies,
        ws_max_size=settings.message_size,
        ws_max_queue=8,
        timeout_graceful_shutdown=5,
    )
    # Ctrl-C is how a person stops it: by then everything is closed, and nothing went wrong.
    with closing(listening), suppress(KeyboardInterrupt):
        Server(config, on_ready).run(sockets=[listening])


def listen(host: str, port: int) -> socket.socket:
    """Take the address, or say clearly who has to be asked for it."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # The protocol is named because the event loop asks for it before it switches Nagle's algorithm off: with it on,
    # an update waits 40 ms behind the acknowledgement before it.
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
    """Where a person on this machine finds the service."""
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)  # noqa: S104
    return f"http://{shown}:{port}/"


if __name__ == "__main__":
    serve()
