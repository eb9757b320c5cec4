"""Compute missing results of games that ended before the server stored results, once, by replay in the background."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import structlog

from whistlestop.errors import WhistlestopError
from whistlestop.server.adapters.database import history as kept
from whistlestop.server.domain import games

if TYPE_CHECKING:
    from whistlestop.server.adapters.database.store import Store
    from whistlestop.server.domain.games import SeatScore

log = structlog.get_logger("whistlestop.history")

BATCH = 50
"""Number of games read at a time."""
PAUSE = 0.05
"""Seconds between two games, so that players have priority."""


async def fill_in_results(store: Store, pause: float = PAUSE) -> int:
    """Store the results of all finished games without results; return their number. Skips unreadable games."""
    filled, after = 0, ""
    while batch := await kept.without_results(store, after, BATCH):
        for game in batch:
            try:
                found = await _scores(store, game)
            except WhistlestopError:
                found = ()
            if found:
                await kept.fill_in(store, game, found)
                filled += 1
            await asyncio.sleep(pause)
        after = batch[-1]
    if filled:
        log.info("results filled in", games=filled)
    return filled


async def _scores(store: Store, game: str) -> tuple[SeatScore, ...]:
    row = await store.table(game)
    if row is None or row.header is None:
        return ()
    logged = await store.log(game)
    header = row.header
    return await asyncio.to_thread(lambda: games.scores_of(games.load_game(header, logged)))
