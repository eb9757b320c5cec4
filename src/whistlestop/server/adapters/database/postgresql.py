"""Connections to PostgreSQL that can be closed while a task waits for one of their queries."""

from __future__ import annotations

import socket
from contextlib import suppress
from typing import Any

import psycopg


class Connection(psycopg.AsyncConnection[Any]):
    """A connection that closes when its query is interrupted, and whose query fails when it is closed.

    An event loop must not watch a file descriptor that is closed: the next connection with the same descriptor would
    hang or end the process.
    """

    async def _try_cancel(self, *, timeout: float = 5.0) -> None:  # noqa: ARG002 - psycopg's signature
        # psycopg would open a second connection to cancel the query. On a dead network that attempt is abandoned
        # halfway, while the event loop watches its descriptor.
        self.pgconn.finish()

    async def close(self) -> None:
        """Close the connection. A query that another task waits for fails first, with psycopg.Error."""
        if self.lock.locked() and not self.closed:
            self._end_network()
            async with self.lock:
                pass
        await super().close()

    def _end_network(self) -> None:
        """End the network connection. This wakes the waiting task, which still owns the descriptor."""
        connected = socket.socket(fileno=self.pgconn.socket)
        try:
            with suppress(OSError):  # the other side has already ended it
                connected.shutdown(socket.SHUT_RDWR)
        finally:
            connected.detach()
