"""Changes of tables other than seats and log: agreements, hosts, removed players, rematches."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import delete, insert, select, update

from whistlestop.server.adapters.database.fencing import lock_table
from whistlestop.server.adapters.database.rows import seats_of
from whistlestop.server.adapters.database.schema.tables import removals, seats, tables
from whistlestop.server.domain.refusals import Conflict
from whistlestop.server.domain.times import now

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import ColumnElement
    from sqlalchemy.ext.asyncio import AsyncConnection

    from whistlestop.server.adapters.database.store import Store
    from whistlestop.server.domain.tables import Seat


async def agree(
    store: Store, game: str, to: str, held: list[int], *, agrees: bool, last: dict[str, Any] | None
) -> None:
    """Store whether the player of these seats agrees to a proposal; a refusal cancels it for all players.

    to: its column of `seats`. last: the changes to the table's row when the last player agrees.
    """

    async def job(connection: AsyncConnection) -> None:
        await lock_table(connection, game)
        under_way = update(tables).where(tables.c.id == game, tables.c.state == "playing")
        # An update without changes verifies that the game is still in progress.
        if (await connection.execute(under_way.values(last or {"state": "playing"}))).rowcount != 1:
            raise Conflict
        which = seats.c.game == game
        await connection.execute(
            update(seats).where(which, seats.c.seat.in_(held) if agrees else which).values({to: agrees})
        )

    await store.writer.run(job)


async def end_unfinished(connection: AsyncConnection, game: str, *conditions: ColumnElement[bool]) -> bool:
    """End a game if it is in progress and meets the conditions; return whether it did. Its log is kept."""
    await lock_table(connection, game)
    done = await connection.execute(
        update(tables)
        .where(tables.c.id == game, tables.c.state == "playing", *conditions)
        .values(state="over", abandoned=True, ended=now())
    )
    return bool(done.rowcount)


async def change_owner(store: Store, game: str, before: str, after: str) -> None:
    """Make another user the host, if `before` still is the host."""

    async def job(connection: AsyncConnection) -> None:
        mine = update(tables).where(tables.c.id == game, tables.c.owner == before)
        if (await connection.execute(mine.values(owner=after))).rowcount != 1:
            raise Conflict

    await store.writer.run(job)


async def cancel(store: Store, game: str, owner: str, at: int) -> None:
    """Cancel a host's table whose game has not begun."""

    async def job(connection: AsyncConnection) -> None:
        await lock_table(connection, game)
        mine = update(tables).where(tables.c.id == game, tables.c.owner == owner, tables.c.state == "open")
        # A canceled rematch is unlinked, so that the players can have another one.
        over = {
            "state": "over",
            "ended": at,
            "closed": at,
            "cancelled": True,
            "listed": False,
            "rematch_of": None,
        }
        if (await connection.execute(mine.values(over))).rowcount != 1:
            raise Conflict

    await store.writer.run(job)


async def set_up(
    store: Store, game: str, before: Sequence[Seat], after: Sequence[Seat], changes: dict[str, Any]
) -> None:
    """Store the setup of a table whose game has not begun, and its seats, if both are still those of `before`."""
    clock = changes["clock"]
    values = changes | {"clock": None if clock is None else msgspec.json.encode(clock).decode()}
    columns = ("seat", "kind", "user", "bot", "label", "held_for", "nonce", "invitation", "color")

    async def job(connection: AsyncConnection) -> None:
        await lock_table(connection, game)
        still_open = update(tables).where(tables.c.id == game, tables.c.state == "open")
        found = (await connection.run_sync(seats_of, [game])).get(game, [])
        there, expected = (
            [[getattr(seat, name) for name in columns] for seat in row] for row in (found, before)
        )
        if there != expected or (await connection.execute(still_open.values(values))).rowcount != 1:
            raise Conflict
        await connection.execute(delete(seats).where(seats.c.game == game))
        rows = [{"game": game} | {name: getattr(seat, name) for name in columns} for seat in after]
        await connection.execute(insert(seats), rows)

    await store.writer.run(job)


async def remove(store: Store, game: str, seat: Seat, at: int) -> None:
    """Free a player's seat and record that they were removed, if the table is still open."""

    async def job(connection: AsyncConnection) -> None:
        await lock_table(connection, game)
        still_open = select(tables.c.id).where(tables.c.id == game, tables.c.state == "open")
        held = seats.c.game.in_(still_open), seats.c.seat == seat.seat, seats.c.user == seat.user
        done = await connection.execute(
            update(seats).where(*held).values(kind="open", user=None, bot=None, label=None, color=None)
        )
        if done.rowcount != 1:
            raise Conflict
        who = removals.c.game == game, removals.c.user == seat.user
        await connection.execute(delete(removals).where(*who))
        await connection.execute(insert(removals).values(game=game, user=seat.user, at=at))

    await store.writer.run(job)


async def readmit(store: Store, game: str, user: str) -> None:
    """Delete the record that a user was removed."""
    which = removals.c.game == game, removals.c.user == user
    await store.writer.run(lambda connection: connection.execute(delete(removals).where(*which)))
