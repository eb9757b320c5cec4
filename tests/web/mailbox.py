"""A mail server of the tests' own."""

from __future__ import annotations

import asyncio
import threading
from email.message import EmailMessage
from typing import Any

from tests.server.smtp import Sink, smtp_sink


class Mailbox:
    """A real SMTP server in a thread of its own."""

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
        """The next e-mail."""
        assert self._sink is not None
        return asyncio.run_coroutine_threadsafe(self._sink.mail(), self._loop).result(15)

    def close(self) -> None:
        self._loop.call_soon_threadsafe(self._end.set)
        self._thread.join(10)
        self._loop.close()
