"""What is kept of tables besides seats and log: agreements, hosts, who was sent away, and where players meet again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import delete, insert, select, update

from whistlestop.server.refusals import Conflict
from whistlestop.server.store.rows import now
from whistlestop.server.store.schema import removals, seats, tables

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

    from whistlestop.server.store.rows import Seat, TableRow
    from whistlestop.server.store.store import Store


async def agree(store: Store, game: str, held: list[int], *, agrees: bool, last: bool) -> None:
    """Write whether the player of these seats wants to end the game; `last` ends it. Who does not calls it all off."""

    async def job(connection: AsyncConnection) -> None:
        under_way = update(tables).where(tables.c.id == game, tables.c.state == "playing")
        # A change of nothing where it goes on: it makes sure that the game is still under way.
        values = {"state": "over", "abandoned": True, "ended": now()} if last else {"state": "playing"}
        if (await connection.execute(under_way.values(values))).rowcount != 1:
            raise Conflict
        which = seats.c.game == game
        await connection.execute(
            update(seats).where(which, seats.c.seat.in_(held) if agrees else which).values(agreed=agrees)
        )

    await store.writer.run(job)


async def change_owner(store: Store, game: str, before: str, after: str) -> None:
    """Make somebody else the host, if `before` still is."""

    async def job(connection: AsyncConnection) -> None:
        mine = update(tables).where(tables.c.id == game, tables.c.owner == before)
        if (await connection.execute(mine.values(owner=after))).rowcount != 1:
            raise Conflict

    await store.writer.run(job)


async def remove(store: Store, game: str, seat: Seat, at: int) -> None:
    """Free the seat of somebody, and remember them as sent away, if the table is still open."""

    async def job(connection: AsyncConnection) -> None:
        still_open = select(tables.c.id).where(tables.c.id == game, tables.c.state == "open")
        held = seats.c.game.in_(still_open), seats.c.seat == seat.seat, seats.c.user == seat.user
        done = await connection.execute(
            update(seats).where(*held).values(kind="open", user=None, bot=None, label=None)
        )
        if done.rowcount != 1:
            raise Conflict
        who = removals.c.game == game, removals.c.user == seat.user
        await connection.execute(delete(removals).where(*who))
        await connection.execute(insert(removals).values(game=game, user=seat.user, at=at))

    await store.writer.run(job)


async def readmit(store: Store, game: str, user: str) -> None:
    """Forget that somebody was sent away."""
    which = removals.c.game == game, removals.c.user == user
    await store.writer.run(lambda connection: connection.execute(delete(removals).where(*which)))


async def rematch_of(store: Store, game: str) -> TableRow | None:
    """The table at which the players of this one meet once more."""
    async with store.reading() as connection:
        query = select(tables.c.id).where(tables.c.rematch_of == game)
        found = (await connection.execute(query)).scalar_one_or_none()
    return None if found is None else await store.table(found)
