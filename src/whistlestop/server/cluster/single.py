"""The cluster of a single process, and the choice between it and a shared one."""

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


class SingleProcess:
    """The only process of a database. It runs all games, and no other process changes them."""

    shared = False

    def __init__(self, heartbeat: Heartbeat) -> None:
        self.heartbeat = heartbeat

    async def open(
        self, _tables: Tables, _hear: Mapping[str, Hear], _followed: Callable[[str], bool]
    ) -> None:
        """Do nothing: there is no other process."""

    async def close(self) -> None:
        """Do nothing: there is no other process."""

    def holds(self, _game: str) -> bool:
        """Return True: this process runs all games."""
        return True

    def check(self, table: Table) -> None:
        """Do nothing: there are no leases."""

    def elsewhere(self, _game: str) -> tuple[Here, ...]:
        """Return an empty tuple: there is no other process."""
        return ()

    def busy_elsewhere(self) -> set[str]:
        """Return an empty set: there is no other process."""
        return set()

    def tell_presence(self, table: Table) -> None:
        """Do nothing: there is no other process."""


def cluster_of(store: Store) -> Cluster:
    """Return the cluster of a database: a file has one server at a time, PostgreSQL any number of them."""
    if not store.shared:
        return SingleProcess(OwnHeartbeat(StoredBeats(store), store.timeline))
    from whistlestop.server.cluster.shared import Shared  # noqa: PLC0415 - psycopg is installed only with PostgreSQL

    return Shared(store)
