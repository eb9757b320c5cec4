"""The only process of a database, and how a process finds out that it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from whistlestop.server.adapters.database.outages import StoredBeats
from whistlestop.server.usecases.clocks.heartbeat import OwnHeartbeat

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from whistlestop.server.adapters.database.store import Store
    from whistlestop.server.domain.heartbeat import Heartbeat
    from whistlestop.server.usecases.tables.cluster import Cluster, Hear
    from whistlestop.server.usecases.tables.registry import Tables
    from whistlestop.server.usecases.tables.table import Table
    from whistlestop.server.usecases.tables.viewers import Here


class Alone:
    """It looks after all games, and nobody changes them behind its back."""

    shared = False

    def __init__(self, heartbeat: Heartbeat) -> None:
        self.heartbeat = heartbeat

    async def open(
        self, _tables: Tables, _hear: Mapping[str, Hear], _followed: Callable[[str], bool]
    ) -> None:
        """Nobody has to be asked."""

    async def close(self) -> None:
        """Nobody has to be told."""

    def holds(self, _game: str) -> bool:
        """Return True: this process looks after all games."""
        return True

    def check(self, table: Table) -> None:
        """Nothing has to be taken."""

    def elsewhere(self, _game: str) -> tuple[Here, ...]:
        """Return nobody."""
        return ()

    def busy_elsewhere(self) -> set[str]:
        """Return no table."""
        return set()

    def tell_presence(self, table: Table) -> None:
        """Nobody has to be told."""


def cluster_of(store: Store) -> Cluster:
    """Return the cluster of a database: a file has one server at a time, PostgreSQL any number."""
    if not store.shared:
        return Alone(OwnHeartbeat(StoredBeats(store), store.timeline))
    from whistlestop.server.cluster.shared import Shared  # noqa: PLC0415 - psycopg need not be there otherwise

    return Shared(store)
