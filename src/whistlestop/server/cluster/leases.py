"""The leases of this process: the games whose bots, clocks and notifications it runs."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import psycopg
import structlog

from whistlestop.server.background import Background

if TYPE_CHECKING:
    from collections.abc import Callable

    from whistlestop.server.cluster.membership import Membership

log = structlog.get_logger("whistlestop.processes")

LOOK = 10.0
"""Seconds between searches for games without a lease. The end of another process also triggers one."""
AGAIN = 1.0
SHARE = 50
"""Games claimed at a time: a small number, so that other processes get their share."""

CLAIM = """
insert into leases (game, process) select id, %s from tables where id = any(%s) and state = 'playing'
on conflict do nothing returning game
"""
# A game without clock, bots or notifications needs no lease until a user opens it.
ORPHANS = """
select id from tables where state = 'playing' and not exists (select from leases where game = tables.id)
and (clock is not null or exists (select from seats where game = tables.id and bot is not null)
     or exists (select from seats join notice_ways using ("user") where game = tables.id and active))
limit %s
"""


class Leases:
    """The leases of this process. `held` is called with the game of each new lease."""

    def __init__(self, membership: Membership, held: Callable[[str], None]) -> None:
        self._membership = membership
        self._take_up = held
        self._held: set[str] = set()
        self._wanted: set[str] = set()
        self._taken: set[str] = set()
        """Games whose leases belong to other processes, as far as is known."""
        self._wake = asyncio.Event()
        self._looking = True
        self._background = Background()

    def open(self) -> None:
        """Start claiming games without a lease."""
        self._wake.set()
        self._background.start(self._loop(), "leases")

    async def close(self) -> None:
        """Stop claiming games."""
        await self._background.close()

    def holds(self, game: str) -> bool:
        """Return whether this process probably has a lease. The database verifies it at each write."""
        return game in self._held

    def want(self, game: str) -> None:
        """Claim the lease of a game in progress if it is free."""
        if game not in self._held and game not in self._taken:
            self._wanted.add(game)
            self._wake.set()

    def drop(self, game: str) -> None:
        """Drop the lease of a finished game."""
        self._held.discard(game)

    def lose(self) -> None:
        """Drop all leases, since this process has lost its membership."""
        self._held.clear()
        self._taken.clear()

    def look(self) -> None:
        """Search for games without a lease."""
        self._looking = True
        self._wake.set()

    async def _loop(self) -> None:
        while True:
            try:
                async with asyncio.timeout(LOOK):
                    await self._wake.wait()
            except TimeoutError:
                self._looking = True
            self._wake.clear()
            try:
                await self._take()
            except psycopg.Error as error:
                log.warning("no leases taken", error=type(error).__name__)
                await asyncio.sleep(AGAIN)
                self.look()

    async def _take(self) -> None:
        number = self._membership.number
        if number is None:
            return  # joining again starts a search
        found: set[str] = set()
        if self._looking:
            self._looking = False
            self._taken.clear()
            found = {str(game) for (game,) in await self._membership.execute(ORPHANS, SHARE)}
            if len(found) == SHARE:
                self.look()
        asked = found | self._wanted
        if not asked:
            return
        taken = await self._membership.execute(CLAIM, number, sorted(asked))
        self._wanted -= asked
        if number != self._membership.number:
            return  # the process has joined again; leases under the old number are void
        got = {str(game) for (game,) in taken}
        self._taken |= asked - got
        self._held |= got
        for game in got:
            self._take_up(game)  # the game may have changed before this process had the lease
