"""The open sockets at a table: the frames waiting for each, and the players who are present."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from contextlib import contextmanager
from typing import TYPE_CHECKING

import msgspec

from whistlestop.server.domain.permissions import removed

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator, Sequence

    from whistlestop.server.domain.refusals import Refusal
    from whistlestop.server.domain.tables import TableRow

PAUSE = 0.2
"""Seconds for which arrivals and departures are collected before viewers are notified."""
GRACE = 4.0
"""Seconds for which a player counts as online after their last socket closed, enough to reload a page."""
NAMED = 30
"""Maximum number of spectators' names that are sent."""
FRAMES = 1000
"""Maximum number of such frames per second; with more viewers, they are collected for longer."""


class Viewer:
    """An open socket at a table: its user (None: a spectator with the spectator link), and its waiting frames.

    `account` is the user in either case, and `address` the tag of their address, for chat and bans. `name` is the name
    that a spectator shows. `wanted` is the seat whose view they get, if several people play on one device. `reads`:
    whether everything that is sent counts as seen, as for programs; otherwise it counts only while `looking`.
    """

    def __init__(
        self,
        user: str | None,
        room: int,
        account: str = "",
        address: str = "",
        wanted: int | None = None,
        *,
        reads: bool = False,
    ) -> None:
        self.user = user
        self.reads = reads
        self.wanted = wanted
        self.account = account
        self.address = address
        self.name: str | None = None
        self.refusal: Refusal | None = None
        self.frames: asyncio.Queue[bytes] = asyncio.Queue(room)
        self.overrun = asyncio.Event()
        self.looking = False
        self.lost = False
        """Whether the connection was lost, or would count as lost if it ended now."""
        self.at_once: Callable[[Sequence[bytes]], bool] | None = None
        """Sends frames immediately if the socket can; returns False if they must wait."""
        self._waits = False
        self._held: list[bytes] | None = None

    def send(self, frame: bytes) -> None:
        """Send a frame, or queue it after waiting frames.

        A viewer who does not read loses the socket, not a frame: the next hello contains everything.
        """
        if self._held is not None:
            self._held.append(frame)
        else:
            self._send([frame])

    def update(self, frame: bytes | None) -> None:
        """Send an update. Without one, the viewer loses the socket: the next hello contains everything."""
        if frame is None:
            self.overrun.set()
        else:
            self.send(frame)

    @contextmanager
    def together(self) -> Iterator[None]:
        """Send the frames of the block at its end, in one packet if they fit. The block must not wait for anything."""
        self._held = []
        try:
            yield
        finally:
            held, self._held = self._held, None
            self._send(held)

    def _send(self, frames: Sequence[bytes]) -> None:
        if self.at_once is not None and not self._waits and self.at_once(frames):
            return
        try:
            for frame in frames:
                self.frames.put_nowait(frame)
                self._waits = True
        except asyncio.QueueFull:
            self.overrun.set()

    async def drain(self, send: Callable[[bytes], Awaitable[None]]) -> None:
        """Send the waiting frames, forever."""
        while True:
            await send(await self.frames.get())
            self._waits = not self.frames.empty()

    def dismiss(self, refusal: Refusal) -> None:
        """Close the socket, and send its page the reason."""
        self.refusal = refusal
        self.overrun.set()


class Presence(msgspec.Struct, frozen=True):
    """The users with a seat by presence, the number of other sockets, and the names shown by their users.

    `online`: a socket is open, or was a few seconds ago; `lost`: the last socket ended without a goodbye; `absent`:
    away for long.
    """

    online: frozenset[str] = frozenset()
    spectators: int = 0
    names: tuple[str, ...] = ()
    absent: frozenset[str] = frozenset()
    lost: frozenset[str] = frozenset()


class Here(msgspec.Struct, frozen=True, array_like=True):
    """The users at a table in one process: users with a seat, users who are looking, other sockets, and names.

    `lost` are users whose last socket in this process ended some time ago without a goodbye.
    """

    users: tuple[str, ...] = ()
    looking: tuple[str, ...] = ()
    spectators: int = 0
    names: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()


class Viewers:
    """The viewers of one table. `tell` is called, once for a burst, after arrivals and departures.

    It is called again when a user has been away for `patience` seconds and therefore counts as absent. For users who
    were never here, the time starts when this object is created.
    """

    def __init__(self, tell: Callable[[], None], patience: float = 120.0) -> None:
        self._tell = tell
        self._patience = patience
        self._grace = min(GRACE, patience)
        self._since = time.monotonic()
        self._left: dict[str | None, float] = {}
        self._lost: set[str] = set()
        self._absence: asyncio.TimerHandle | None = None
        self._viewers: set[Viewer] = set()
        self._users: Counter[str | None] = Counter()
        self._timer: asyncio.TimerHandle | None = None
        self._elsewhere: tuple[Here, ...] = ()

    def __iter__(self) -> Iterator[Viewer]:
        return iter(self._viewers)

    def __len__(self) -> int:
        return len(self._viewers)

    @property
    def pending(self) -> bool:
        """Whether viewers have yet to be notified of an arrival or departure."""
        return self._timer is not None

    def add(self, viewer: Viewer) -> None:
        """Add a viewer."""
        self._viewers.add(viewer)
        self._users[viewer.user] += 1
        self._left.pop(viewer.user, None)
        self._lost.discard(viewer.user or "")
        self._changed()

    def discard(self, viewer: Viewer) -> None:
        """Remove a viewer."""
        if viewer in self._viewers:
            self._viewers.discard(viewer)
            self._users[viewer.user] -= 1
            if not self._users[viewer.user]:
                del self._users[viewer.user]
                if viewer.user is not None:
                    self._left[viewer.user] = time.monotonic()
                    if viewer.lost:
                        self._lost.add(viewer.user)
            self._changed()

    def remove(self, user: str) -> None:
        """Dismiss a user whom the host has just removed."""
        for viewer in self._viewers:
            if viewer.user == user:
                viewer.dismiss(removed())

    def look(self, viewer: Viewer, *, looking: bool) -> None:
        """Store whether the table is visible on a viewer's screen."""
        if viewer.looking != looking:
            viewer.looking = looking
            self._changed()

    def looking(self, user: str) -> bool:
        """Return whether the table is visible on a user's screen."""
        return self._looks_here(user) or any(user in here.looking for here in self._elsewhere)

    def readers(self) -> set[str]:
        """Return the users in this process who now see everything that is sent to them."""
        return {one.user for one in self._viewers if one.user is not None and (one.looking or one.reads)}

    def take(self, elsewhere: tuple[Here, ...]) -> None:
        """Store the users at this table in other processes."""
        before, self._elsewhere = self._elsewhere, elsewhere
        gone = {user for here in before for user in here.users} - self._there()
        self._left |= dict.fromkeys(gone, time.monotonic())
        self._lost -= self._there()
        self._changed()

    def here(self, row: TableRow) -> Here:
        """Return the users at the table in this process."""
        seated = {seat.user for seat in row.seats if seat.user is not None}
        users = sorted(user for user in seated if user in self._users)
        names = {
            viewer.name
            for viewer in self._viewers
            if viewer.name is not None and (viewer.user is None or viewer.user not in users)
        }
        spectators = len(self._viewers) - sum(self._users[user] for user in users)
        looking = tuple(user for user in users if self._looks_here(user))
        lost = tuple(sorted(seated & self._lost))
        return Here(tuple(users), looking, spectators, tuple(sorted(names)[:NAMED]), lost)

    def presence(self, row: TableRow) -> Presence:
        """Return the table's players who are present in any process, and the number of other sockets."""
        all_here = (self.here(row), *self._elsewhere)
        seated = {seat.user for seat in row.seats if seat.user is not None}
        now = time.monotonic()
        back_soon = {user for user in self._left if self._left_at(user) + self._grace > now}
        online = frozenset(seated & (self._there() | back_soon))
        absent = frozenset(user for user in seated - online if self._away_at(user) <= now)
        lost = (seated - online - absent).intersection(user for here in all_here for user in here.lost)
        names = sorted({name for here in all_here for name in here.names})
        spectators = sum(here.spectators for here in all_here)
        return Presence(online, spectators, tuple(names[:NAMED]), absent, frozenset(lost))

    def _there(self) -> set[str]:
        """Return the users with a socket here, and those with a seat who have one elsewhere."""
        here = {user for user in self._users if user is not None}
        return here.union(*(other.users for other in self._elsewhere))

    def _looks_here(self, user: str) -> bool:
        return user in self._users and any(one.looking for one in self._viewers if one.user == user)

    def show(self, viewer: Viewer, name: str | None) -> None:
        """Show or hide a spectator's name."""
        if viewer.name != name:
            viewer.name = name
            self._changed()

    def _away_at(self, user: str) -> float:
        """Return when a user who is not connected will count as absent."""
        return self._left_at(user) + self._patience

    def _left_at(self, user: str | None) -> float:
        return self._left.get(user, self._since)

    def _changed(self) -> None:
        if self._timer is None:
            pause = max(PAUSE, len(self._viewers) / FRAMES)
            self._timer = asyncio.get_running_loop().call_later(pause, self._due)
        self._watch()

    def _watch(self) -> None:
        """Check again when the next departed user counts as away or absent, if viewers must be notified."""
        now = time.monotonic()
        # Users past that time are also absent by `_since`, and need not be stored.
        self._left = {user: since for user, since in self._left.items() if since + self._patience > now}
        self._lost &= self._left.keys()
        waits = (self._grace, self._patience)
        times = [since + wait for since in (self._since, *self._left.values()) for wait in waits]
        due = min((at for at in times if at > now), default=None)
        if self._absence is not None:
            self._absence.cancel()
            self._absence = None
        # Other processes must be notified when a user whose connection was lost here has returned.
        if due is not None and (self._viewers or self._lost):
            later = asyncio.get_running_loop().call_later
            self._absence = later(due - now + PAUSE, self._absence_due)

    def _absence_due(self) -> None:
        self._absence = None
        self._watch()
        self._tell()

    def _due(self) -> None:
        self._timer = None
        self._tell()
