"""The heartbeat of the server: a period without a beat is an outage, which does not count for clocks."""

from __future__ import annotations

from typing import Protocol


class Heartbeat(Protocol):
    """The heartbeat as seen by one process. Each method may raise exceptions of the database."""

    async def begin(self) -> None:
        """Find the outage before this process started."""

    async def beat(self) -> None:
        """Send one heartbeat and load all outages up to now."""

    def rest(self) -> None:
        """Pause the heartbeat, since no clock is running in this process."""

    def is_fresh(self) -> bool:
        """Return whether all outages up to now are known."""
