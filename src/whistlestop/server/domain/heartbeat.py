"""The beats of the service: a time without any was an outage, which no clock counts."""

from __future__ import annotations

from typing import Protocol


class Heartbeat(Protocol):
    """The beats of the service, as a process makes and knows them. Each method may raise what the database raises."""

    async def begin(self) -> None:
        """Find out how long the service was away before this process."""

    async def beat(self) -> None:
        """Beat once, and learn of all outages up to now."""

    def rest(self) -> None:
        """No clock of this process runs."""

    def is_fresh(self) -> bool:
        """Return whether all outages up to now are known."""
