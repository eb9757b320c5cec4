"""The open sockets of studies. While there are any, one query per second finds the changes of all processes."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from whistlestop.server.adapters.database.studies import StudyStore
from whistlestop.server.background import Background
from whistlestop.server.domain.studies import no_study
from whistlestop.server.messages.base import encode
from whistlestop.server.messages.studies import StudyChanged

if TYPE_CHECKING:
    from collections.abc import Callable

    from whistlestop.server.adapters.database.store import Store
    from whistlestop.server.usecases.tables.viewers import Viewer

PAUSE = 1.0
"""Seconds between two queries."""


class StudyRooms:
    """The viewers of studies in this process."""

    def __init__(self, store: Store, oversees: Callable[[str], bool]) -> None:
        """`oversees`: whether a user is a moderator, who may read every study."""
        self._kept = StudyStore(store)
        self._oversees = oversees
        self._viewers: dict[str, set[Viewer]] = {}
        self._known: dict[str, int] = {}
        self._looking = asyncio.Lock()
        self._background = Background()

    def open(self) -> None:
        """Start checking for changes."""
        self._background.every(PAUSE, self.look, "studies")

    async def close(self) -> None:
        """Stop."""
        await self._background.close()

    async def enter(self, study: str, viewer: Viewer) -> None:
        """Admit a reader. Raises Refusal for all others."""
        self._viewers.setdefault(study, set()).add(viewer)
        # Check after the viewer has been added, so that no removal in between is missed.
        if not self._admits((await self._kept.admitted([study])).get(study), viewer):
            self.leave(study, viewer)
            raise no_study()
        viewer.send(encode(StudyChanged()))

    def leave(self, study: str, viewer: Viewer) -> None:
        """Remove a viewer."""
        held = self._viewers.get(study)
        if held is not None:
            held.discard(viewer)
            if not held:
                del self._viewers[study]

    async def look(self) -> None:
        """Notify the readers of changes, and dismiss users who may no longer read."""
        async with self._looking:
            if not self._viewers:
                self._known = {}
                return
            found = await self._kept.admitted(self._viewers)
            known, self._known = self._known, {study: one[0] for study, one in found.items()}
            frame = encode(StudyChanged())
            for study, viewers in self._viewers.items():
                if known.get(study) != self._known.get(study) or study not in found:
                    for viewer in viewers:
                        if self._admits(found.get(study), viewer):
                            viewer.send(frame)
                        else:
                            viewer.dismiss(no_study())

    def _admits(self, held: tuple[int, bool, set[str]] | None, viewer: Viewer) -> bool:
        if held is None:
            return False
        _version, is_open, members = held
        return is_open or viewer.account in members or self._oversees(viewer.account)
