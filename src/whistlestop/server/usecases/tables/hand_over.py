"""Seats that bots play for their players, and their return to the players."""

from __future__ import annotations

from typing import TYPE_CHECKING

from whistlestop.server.domain.refusals import Conflict, Refusal
from whistlestop.server.domain.tables import HandOver
from whistlestop.server.usecases.tables.changes import change
from whistlestop.server.usecases.tables.following import catch_up

if TYPE_CHECKING:
    from collections.abc import Iterable

    from whistlestop.endings import Away
    from whistlestop.server.usecases.tables.registry import Tables
    from whistlestop.server.usecases.tables.table import Table


async def hand_over(
    table: Table, seat: int, bot: str | None, away: Away = "left", *, leased: bool = False
) -> None:
    """Let a bot play for a seat's player, who keeps the seat; bot None: the player plays again. away: the reason.

    The caller holds the table's lock, and has made the decision under it. `leased`: only if this process runs the game,
    as for decisions of a clock.
    """
    if table.row.state != "playing":
        raise Refusal("not_started", "No game is in progress.")
    before = table.row.seats[seat]
    if before.kind != "person":
        raise Refusal("not_seated", "Nobody sits in this seat.")
    if before.bot == bot:
        return
    store = table.context.store
    handed = HandOver(table.version, seat, bot, store.timeline.now(), None if bot is None else away)
    try:
        await store.hand_seat(table.id, before, handed, leased=leased)
    except Conflict:
        await catch_up(table)
        raise Refusal("stale", "Something else changed first. Try again.") from None
    table.hand_over(handed)


@change
async def hand_to_bot(table: Table, seat: int, bot: str | None) -> None:
    """Let a bot play for a seat's player, who leaves; bot None: the player plays again."""
    await hand_over(table, seat, bot)


async def reread(tables: Tables, games: Iterable[str]) -> None:
    """Reload seats and owners of these tables, and let new bots play."""
    live = {table.id for table in tables.live()}
    playing = await tables.store.tables_with_bots()
    for game in games:
        if game in live or game in playing:
            async with tables.use(game) as table:
                await table.whole(_reread(table))


async def _reread(table: Table) -> None:
    async with table.lock:
        row = await table.context.store.table(table.id)
        if row is not None:
            table.take_over(row)
