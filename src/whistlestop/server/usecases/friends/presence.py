"""Which accounts are online: human players for their friends, programs for all users who may challenge them.

A process collects the users of requests and open connections. Twice a minute it stores the programs among them and the
accounts that show this, in one transaction. All processes thus have the same data, and nothing is stored about other
users.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from whistlestop.server.adapters.database.friends import FriendStore
from whistlestop.server.domain.times import now

if TYPE_CHECKING:
    from whistlestop.server.adapters.database.store import Store
    from whistlestop.server.usecases.open_connections import OpenConnections

EVERY = 30.0
"""Seconds between two calls of `store`."""
LASTS = 100_000
"""Milliseconds for which an account counts as online: open pages send a request every minute."""
KEPT = 600_000
"""Milliseconds after which a row is deleted."""


def is_online(seen: int | None, at: int) -> bool:
    """Return whether an account that was last seen at this time counts as online."""
    return seen is not None and at - seen < LASTS


class Presence:
    """The accounts that are online in this process."""

    def __init__(self, store: Store, connections: OpenConnections) -> None:
        self._kept = FriendStore(store)
        self._connections = connections
        self._active: set[str] = set()

    def note(self, user: str) -> None:
        """Record a request of an account."""
        self._active.add(user)

    async def store(self) -> None:
        """Store the accounts that have been online since the last call."""
        present = self._active | self._connections.users()
        self._active = set()
        if present:
            at = now()
            await self._kept.are_online(present, at, at - KEPT)
