"""Connections to PostgreSQL that close when a query is interrupted, instead of canceling it."""

from __future__ import annotations

from typing import Any

import psycopg


class Connection(psycopg.AsyncConnection[Any]):
    """A connection that closes when its query is interrupted.

    psycopg would open a second connection to cancel the query. On a dead network that attempt is abandoned halfway, and
    the event loop keeps watching its file descriptor. The next connection with the same descriptor then hangs or ends
    the process.
    """

    async def _try_cancel(self, *, timeout: float = 5.0) -> None:  # noqa: ARG002 - psycopg's signature
        self.pgconn.finish()
