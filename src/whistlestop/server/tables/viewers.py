"""The open sockets at a table: the frames that wait for each, and who of the players is there."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from whistlestop.server.store.store import TableRow

PAUSE = 0.2
"""Seconds for which comings and goings are collected before everybody is told."""
FRAMES = 1000
"""At most so many frames a second tell of them: with more viewers they are collected for longer."""


class Viewer:
    """One open socket at a table: who it is (None: whoever came by the link to watch), and what waits for it."""

    def __init__(self, user: str | None, room: int) -> None:
        self.user = user
        self.frames: asyncio.Queue[bytes] = asyncio.Queue(room)
        self.overrun = asyncio.Event()
        self.looking = False

    def send(self, frame: bytes) -> None:
        """Queue a frame. Who does not read loses the socket, not a frame: the next hello tells everything."""
        try:
            self.frames.put_nowait(frame)
        except asyncio.QueueFull:
            self.overrun.set()


class Presence(msgspec.Struct, frozen=True):
    """The users with a seat who have a socket open, and the number of sockets of all others."""

    online: frozenset[str] = frozenset()
    spectators: int = 0


class Viewers:
    """The viewers of one table. `tell` is called, once for a burst, after somebody has come or gone."""

    def __init__(self, tell: Callable[[], None]) -> None:
        self._tell = tell
        self._viewers: set[Viewer] = set()
        self._users: Counter[str | None] = Counter()
        self._timer: asyncio.TimerHandle | None = None

    def __iter__(self) -> Iterator[Viewer]:
        return iter(self._viewers)

    def add(self, viewer: Viewer) -> None:
        """Somebody has come."""
        self._viewers.add(viewer)
        self._users[viewer.user] += 1
        self._changed()

    def discard(self, viewer: Viewer) -> None:
        """Somebody has gone."""
        if viewer in self._viewers:
            self._viewers.discard(viewer)
            self._users[viewer.user] -= 1
            if not self._users[viewer.user]:
                del self._users[viewer.user]
            self._changed()

    def looking(self, user: str) -> bool:
        """Whether a user has this table before their eyes."""
        return user in self._users and any(one.looking for one in self._viewers if one.user == user)

    def presence(self, row: TableRow) -> Presence:
        """Who of those who sit at the table is there, and how many others."""
        online = frozenset(
            seat.user for seat in row.seats if seat.user is not None and seat.user in self._users
        )
        return Presence(online, len(self._viewers) - sum(self._users[user] for user in online))

    def _changed(self) -> None:
        if self._timer is None:
            pause = max(PAUSE, len(self._viewers) / FRAMES)
            self._timer = asyncio.get_running_loop().call_later(pause, self._due)

    def _due(self) -> None:
        self._timer = None
        self._tell()
