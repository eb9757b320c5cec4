"""The rooms of clubs: their viewers, and the messages to them.

While anybody is in a room or at a table of a club, one query per second finds the changes of all processes. A user who
is no longer a member thus loses access to the room and the club's tables within about a second, on any process.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from whistlestop.server.adapters.database.clubs import ClubStore
from whistlestop.server.background import Background
from whistlestop.server.domain.clubs import no_club
from whistlestop.server.domain.tables import concerns, no_table
from whistlestop.server.messages.base import encode
from whistlestop.server.messages.clubs import ClubChanged

if TYPE_CHECKING:
    from collections.abc import Callable

    from whistlestop.server.adapters.database.store import Store
    from whistlestop.server.usecases.tables.registry import Tables
    from whistlestop.server.usecases.tables.table import Table
    from whistlestop.server.usecases.tables.viewers import Viewer

PAUSE = 1.0
"""Seconds between two queries."""


class ClubRooms:
    """The open sockets of clubs in this process."""

    def __init__(self, store: Store, tables: Tables, oversees: Callable[[str], bool]) -> None:
        """`oversees`: whether a user is a moderator, who may open every table."""
        self._kept = ClubStore(store)
        self._tables = tables
        self._oversees = oversees
        self._viewers: dict[str, set[Viewer]] = {}
        self._known: dict[str, tuple[object, ...]] = {}
        self._looking = asyncio.Lock()
        self._background = Background()

    def open(self) -> None:
        """Start checking for changes."""
        self._background.every(PAUSE, self.look, "clubs")

    async def close(self) -> None:
        """Stop."""
        await self._background.close()

    async def enter(self, club: str, viewer: Viewer) -> None:
        """Admit a member. Raises Refusal for all others."""
        self._viewers.setdefault(club, set()).add(viewer)
        # Check after the viewer has been added, so that no removal in between is missed.
        if viewer.account not in (await self._kept.members([club])).get(club, ()):
            self.leave(club, viewer)
            raise no_club()
        viewer.send(encode(ClubChanged()))

    def leave(self, club: str, viewer: Viewer) -> None:
        """Remove a viewer."""
        held = self._viewers.get(club)
        if held is not None:
            held.discard(viewer)
            if not held:
                del self._viewers[club]

    def viewers(self, club: str) -> set[Viewer]:
        """Return the viewers in the room of a club."""
        return self._viewers.get(club, set())

    async def look(self) -> None:
        """Notify viewers of changes, and dismiss users who are no longer members."""
        async with self._looking:
            tables = self._watched()
            watched = {*self._viewers, *tables}
            if not watched:
                self._known = {}
                return
            known, self._known = self._known, await self._kept.states(watched)
            changed = {club for club in watched if known.get(club) != self._known.get(club)}
            if changed:
                members = await self._kept.members(changed)
                for club in changed:
                    self._tell(club, members.get(club, set()), tables.get(club, []))

    def _watched(self) -> dict[str, list[Table]]:
        """Return the tables of clubs that have viewers, by club."""
        found: dict[str, list[Table]] = {}
        for table in self._tables.live():
            if table.row.club is not None and len(table.viewers):
                found.setdefault(table.row.club, []).append(table)
        return found

    def _tell(self, club: str, members: set[str], tables: list[Table]) -> None:
        frame = encode(ClubChanged())
        for viewer in self.viewers(club):
            if viewer.account in members:
                viewer.send(frame)
            else:
                viewer.dismiss(no_club())
        for table in tables:
            for viewer in table.viewers:
                user = viewer.account
                if user not in members and not concerns(table.row, user) and not self._oversees(user):
                    viewer.dismiss(no_table())
