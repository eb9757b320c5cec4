"""Which games this process looks after: it plays for their bots, and minds their clocks and notices."""

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
"""Seconds between two looks for games that nobody looks after, besides those when a process goes."""
AGAIN = 1.0
SHARE = 50
"""So many of them are taken at a time, for others look for them as well."""

CLAIM = """
insert into leases (game, process) select id, %s from tables where id = any(%s) and state = 'playing'
on conflict do nothing returning game
"""
# A game in which nothing happens by itself waits until somebody comes to it.
ORPHANS = """
select id from tables where state = 'playing' and not exists (select from leases where game = tables.id)
and (clock is not null or exists (select from seats where game = tables.id and bot is not null)
     or exists (select from seats join notice_ways using ("user") where game = tables.id and active))
limit %s
"""


class Leases:
    """The leases of this process. `held` is called with each game that is new among them."""

    def __init__(self, membership: Membership, held: Callable[[str], None]) -> None:
        self._membership = membership
        self._take_up = held
        self._held: set[str] = set()
        self._wanted: set[str] = set()
        self._taken: set[str] = set()
        """Games that others look after, as far as is known."""
        self._wake = asyncio.Event()
        self._looking = True
        self._background = Background()

    def open(self) -> None:
        """Begin to take what nobody looks after."""
        self._wake.set()
        self._background.start(self._loop(), "leases")

    async def close(self) -> None:
        """Take no more."""
        await self._background.close()

    def holds(self, game: str) -> bool:
        """Whether this process looks after a game, as far as it knows: what it writes is judged by the database."""
        return game in self._held

    def want(self, game: str) -> None:
        """Take the lease of a game under way if it is free."""
        if game not in self._held and game not in self._taken:
            self._wanted.add(game)
            self._wake.set()

    def drop(self, game: str) -> None:
        """A game is over."""
        self._held.discard(game)

    def lose(self) -> None:
        """The place of this process is lost, and with it all leases."""
        self._held.clear()
        self._taken.clear()

    def look(self) -> None:
        """Look for games that nobody looks after."""
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
            return  # everything is looked for when this process has a place again
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
            return  # another number by now: what was taken under the old one is worth nothing
        got = {str(game) for (game,) in taken}
        self._taken |= asked - got
        self._held |= got
        for game in got:
            self._take_up(game)  # it may have gone on before the lease was ours
