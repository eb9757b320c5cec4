"""A mail server, and a push service or webhook, for tests."""

from __future__ import annotations

import asyncio
import queue
import threading
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from tests.server.smtp import Sink, smtp_sink


class Mailbox:
    """A real SMTP server in a separate thread."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._ready = threading.Event()
        self._end = asyncio.Event()
        self._sink: Sink | None = None
        self._thread = threading.Thread(target=lambda: self._loop.run_until_complete(self._serve()))
        self._thread.start()
        self._ready.wait(10)

    async def _serve(self) -> None:
        async with smtp_sink() as self._sink:
            self._ready.set()
            await self._end.wait()

    @property
    def settings(self) -> dict[str, Any]:
        assert self._sink is not None
        return self._sink.settings

    def mail(self) -> EmailMessage:
        """Return the next e-mail."""
        assert self._sink is not None
        return asyncio.run_coroutine_threadsafe(self._sink.mail(), self._loop).result(15)

    def close(self) -> None:
        self._loop.call_soon_threadsafe(self._end.set)
        self._thread.join(10)
        self._loop.close()


class Inbox:
    """Records the requests to a push service or webhook: path and body."""

    def __init__(self) -> None:
        self.all: queue.Queue[tuple[str, bytes]] = queue.Queue()
        inbox = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                inbox.all.put((self.path, self.rfile.read(int(self.headers["content-length"]))))
                self.send_response(201)
                self.end_headers()

            def do_PUT(self) -> None:
                self.do_POST()

            def log_message(self, *_args: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
