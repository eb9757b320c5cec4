"""Connections to PostgreSQL that are closed, and not asked to cancel, where somebody waits no longer."""

from __future__ import annotations

from typing import Any

import psycopg


class Connection(psycopg.AsyncConnection[Any]):
    """One that an interrupted query closes.

    psycopg would open a second connection to cancel the query. Where the network keeps silent that one is given up in
    the middle, the event loop goes on watching its number, and the next connection that gets the number hangs or
    ends the process.
    """

    async def _try_cancel(self, *, timeout: float = 5.0) -> None:  # noqa: ARG002 - psycopg's signature
        self.pgconn.finish()
