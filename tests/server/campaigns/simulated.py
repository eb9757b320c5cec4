"""An event loop with simulated time, and a slow disk."""

from __future__ import annotations

import asyncio
import selectors
from typing import TYPE_CHECKING

from tests.campaigns.frame import Fault

if TYPE_CHECKING:
    from collections.abc import Sequence


class World:
    """The machine: its two clocks, the state of the disk, and the time for which everything was reachable."""

    def __init__(self) -> None:
        self.steady = 5_000
        self.wall = 1_700_000_000_000
        self.reachable = 0
        self.writable = True
        self.unnoticed = 0

    def run(self, milliseconds: int) -> None:
        """Let the process run for a time."""
        self.steady += milliseconds
        self.wall += milliseconds
        if self.writable:
            self.reachable += milliseconds

    def stall(self, milliseconds: int) -> None:
        """Let time pass while the process is stalled or down."""
        self.steady += milliseconds
        self.wall += milliseconds


class SimulatedSelector(selectors.DefaultSelector):
    """A selector that advances the time instead of waiting."""

    def __init__(self, world: World) -> None:
        super().__init__()
        self._world = world

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is None:
            raise Fault("nothing will ever happen again")
        if timeout > 0:
            self._world.run(max(1, round(timeout * 1000)))
        return super().select(0)


class SimulatedLoop(asyncio.SelectorEventLoop):
    """An event loop on the steady clock of a world."""

    def __init__(self, world: World) -> None:
        super().__init__(SimulatedSelector(world))
        self._world = world

    def time(self) -> float:
        return self._world.steady / 1000


class Disk:
    """The data that outlives a process."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._beat: int | None = None
        self._outages: list[tuple[int, int]] = []

    def check(self) -> None:
        if not self._world.writable:
            raise OSError("the disk is full")

    async def beat(self, at: int, outages: Sequence[tuple[int, int]]) -> None:
        self.check()
        if self._beat is not None and at < self._beat:
            raise Fault("the time has gone back")
        self._beat = at
        self._outages += outages

    async def last_beat(self) -> int | None:
        return self._beat

    async def outages(self) -> list[tuple[int, int]]:
        return list(self._outages)

    async def forget(self) -> None:
        """Keep all outages, because games of all ages are in progress."""
