"""The interface to the processes that serve one database.

`server/cluster` implements it for one and for several processes.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping

    from whistlestop.server.domain.heartbeat import Heartbeat
    from whistlestop.server.usecases.tables.registry import Tables
    from whistlestop.server.usecases.tables.table import Table
    from whistlestop.server.usecases.tables.viewers import Here

Hear = Callable[[str], Awaitable[None]]
"""A listener. Its argument is a message from another process, without the first word, which selects the listener."""


class Cluster(Protocol):
    """The processes that serve one database, seen from one of them. A single process counts as a cluster."""

    @property
    def heartbeat(self) -> Heartbeat:
        """Detects outages, which do not count for clocks."""

    @property
    def shared(self) -> bool:
        """Whether other processes may write to the same games."""

    async def open(self, tables: Tables, hear: Mapping[str, Hear], followed: Callable[[str], bool]) -> None:
        """Join the other processes.

        hear: the listeners by the first word of a message. followed: whether a client of this process follows a table
        that is not in memory.
        """

    async def close(self) -> None:
        """Leave. The other processes take over the games."""

    def holds(self, game: str) -> bool:
        """Return whether this process has the lease of a game, and so runs its bots, clocks and notifications."""

    def check(self, table: Table) -> None:
        """Claim or drop the lease of a table after a change."""

    def elsewhere(self, game: str) -> tuple[Here, ...]:
        """Return the users connected to a table in the other processes."""

    def busy_elsewhere(self) -> set[str]:
        """Return the tables with connected users in the other processes."""

    def tell_presence(self, table: Table) -> None:
        """Send the other processes the users connected to a table here, if they have changed."""
