"""Delete old data by the retention rules, every few hours or by command."""

from __future__ import annotations

from typing import TYPE_CHECKING

import structlog

from whistlestop.server.adapters.database.retention import (
    RULES,
    close_idle,
    count,
    remove,
    take_round,
    to_close,
    warn_idle,
)
from whistlestop.server.background import Background
from whistlestop.server.domain.refusals import Refusal
from whistlestop.server.domain.times import DAY, now

if TYPE_CHECKING:
    from collections.abc import Callable

    from whistlestop.server.adapters.database.store import Store
    from whistlestop.server.settings import Settings
    from whistlestop.server.usecases.tables.registry import Tables
    from whistlestop.server.usecases.tables.table import Table

log = structlog.get_logger("whistlestop.keeping")

FIRST = 60.0
"""Seconds after the start before the first deletion, since a starting server is busy."""
WARNED = "games warned"
CLOSED = "games closed unfinished"


class Keeping:
    """Deletes old data for one process. `clock` returns milliseconds since 1970."""

    def __init__(
        self, store: Store, settings: Settings, tables: Tables, clock: Callable[[], int] = now
    ) -> None:
        self._store = store
        self._settings = settings
        self._tables = tables
        self._clock = clock
        self._background = Background()

    def start(self) -> None:
        """Start, if enabled in the settings."""
        every = self._settings.keeping_interval * 3600
        if every > 0:
            self._background.every(every, lambda: self._round(every), "keeping", first=FIRST)

    async def close(self) -> None:
        """Stop. Each deletion is either complete or rolled back."""
        await self._background.close()

    async def _round(self, every: float) -> None:
        if not self._store.shared or await take_round(self._store, self._clock(), every * 1000):
            await self.run()

    async def run(self) -> dict[str, int]:
        """Delete old data once; return the number of deleted rows of each kind."""
        at = self._clock()
        done = {}
        for rule in RULES:
            before = rule.before(self._settings, at)
            if before is not None:
                of_tables = rule.of_tables
                gone = await remove(self._store, rule, before, self._tables.busy() if of_tables else ())
                if of_tables:
                    self._tables.forget(gone)
                done[rule.name] = len(gone)
        if self._settings.close_idle_games > 0:
            done |= await self._close_idle(at)
        if any(done.values()):
            log.info("house kept", **{name.replace(" ", "_"): number for name, number in done.items()})
        return done

    async def _close_idle(self, at: int) -> dict[str, int]:
        before = int(at - self._settings.close_idle_games * DAY)
        closes = int(at + self._settings.warn_idle_games * DAY)
        warned = await warn_idle(self._store, before, at, closes)
        for game in warned:
            log.info("game found idle", table=game[:6])
            self._tables.notice_idle(game, closes)
        closed = 0
        for game in await to_close(self._store, at):
            try:
                async with self._tables.use(game) as table:
                    closed += await self._close(table)
            except Refusal:  # this version cannot read the game, so it stays unchanged
                continue
        return {WARNED: len(warned), CLOSED: closed}

    async def _close(self, table: Table) -> bool:
        """Close an idle game, unless it has been continued in the meantime."""
        async with table.changing():
            closed = await close_idle(self._store, table.id)
            if closed:
                table.abandon()
            return closed


async def would_go(store: Store, settings: Settings, at: int) -> dict[str, int]:
    """Return the number of rows of each kind that would be deleted."""
    found = {}
    for rule in RULES:
        before = rule.before(settings, at)
        if before is not None:
            found[rule.name] = await count(store, rule, before)
    return found
