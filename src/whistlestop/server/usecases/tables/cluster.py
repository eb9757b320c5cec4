"""What the use cases ask of the processes that serve one database; `server/cluster` has one of them, or several."""

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
"""Is called with what another process has told after the first word, which names the listener."""


class Cluster(Protocol):
    """The processes of one database, as one of them sees them. A single process is a cluster of its own."""

    @property
    def heartbeat(self) -> Heartbeat:
        """How this process knows of outages, which no clock counts."""

    @property
    def shared(self) -> bool:
        """Whether other processes may write to the same games."""

    async def open(self, tables: Tables, hear: Mapping[str, Hear], followed: Callable[[str], bool]) -> None:
        """Join the others. `followed`: whether somebody here wants to hear of a table that is not in memory."""

    async def close(self) -> None:
        """Leave; the others look after the games from now on."""

    def holds(self, game: str) -> bool:
        """Return whether this process looks after a game: plays for its bots, minds its clocks and notifications."""

    def check(self, table: Table) -> None:
        """Take or drop the game of a table at which something has happened."""

    def elsewhere(self, game: str) -> tuple[Here, ...]:
        """Return who is at a table in the other processes."""

    def busy_elsewhere(self) -> set[str]:
        """Return the tables at which anybody is in the other processes."""

    def tell_presence(self, table: Table) -> None:
        """Tell the others who is at a table here, if that has changed."""
