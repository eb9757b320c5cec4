"""Database queries and changes, with plain records. No rules, no sockets."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from sqlalchemy import and_, func, insert, or_, select, update

from whistlestop.server.adapters.database.clock_stops import marks_of, stands_still, stop_at_start
from whistlestop.server.adapters.database.fencing import lock_table
from whistlestop.server.adapters.database.opened import OpenDatabase
from whistlestop.server.adapters.database.reading import (
    Beside,
    StoredTable,
    beside,
    decision_of,
    hand_overs_of,
    log_of,
    stored_table,
    table_of,
)
from whistlestop.server.adapters.database.rows import columns_of, seats_of, table_row
from whistlestop.server.adapters.database.schema.accounts import accounts, users
from whistlestop.server.adapters.database.schema.tables import actions, hand_overs, seats, tables
from whistlestop.server.domain.refusals import Conflict, Refusal
from whistlestop.server.domain.tables import HandOver, LoggedAction, TableRow
from whistlestop.server.domain.times import now

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import ColumnElement
    from sqlalchemy.ext.asyncio import AsyncConnection

    from whistlestop.server.domain.stops import Mark, Stop
    from whistlestop.server.domain.tables import Seat
    from whistlestop.server.messages.corrections import CorrectionInfo


class Store(OpenDatabase):
    """Users, tables and the logs of their games; other stores use its connections."""

    # -------------------------------------------------------------------------------------------------- users

    async def user_name(self, user: str) -> str | None:
        """Return the name a user chose, or None if the user is not in the database yet."""
        async with self.reading() as connection:
            query = select(users.c.name).where(users.c.id == user)
            found: str | None = (await connection.execute(query)).scalar_one_or_none()
            return found

    async def known_since(self, user: str, name: str) -> int:
        """Return when a user was first stored, or the current time if they are not in the database yet."""

        async def job(connection: AsyncConnection) -> int:
            await ensure_user(connection, user, name)
            query = select(users.c.created).where(users.c.id == user)
            return int((await connection.execute(query)).scalar_one())

        return await self.writer.run(job)

    async def name_user(self, user: str, name: str) -> None:
        """Store a user's name."""

        async def job(connection: AsyncConnection) -> None:
            done = await connection.execute(update(users).where(users.c.id == user).values(name=name))
            if done.rowcount == 0:
                await connection.execute(insert(users).values(id=user, name=name, created=now()))

        await self.writer.run(job)

    async def is_program(self, user: str) -> bool:
        """Return whether a user is marked as a program."""
        async with self.reading() as connection:
            query = select(users.c.is_bot).where(users.c.id == user)
            return bool((await connection.execute(query)).scalar_one_or_none())

    async def has_page(self, user: str) -> bool:
        """Return whether a user has an account with a public page."""
        async with self.reading() as connection:
            query = select(accounts.c.shown).where(accounts.c.user == user)
            return bool((await connection.execute(query)).scalar_one_or_none())

    # ------------------------------------------------------------------------------------------------- tables

    async def create_table(self, row: TableRow, owner_name: str, limit: int) -> None:
        """Store a new table, and its owner if they are not in the database yet."""

        async def job(connection: AsyncConnection) -> None:
            await ensure_user(connection, row.owner, owner_name)
            owned = select(func.count()).where(tables.c.owner == row.owner, tables.c.state != "over")
            if (await connection.execute(owned)).scalar_one() >= limit:
                raise Refusal("too_many", "You have too many unfinished tables. Finish or cancel one first.")
            await connection.execute(insert(tables).values(columns_of(row)))
            columns = ("seat", "kind", "user", "bot", "label", "held_for", "color")
            await connection.execute(
                insert(seats),
                [{"game": row.id} | {name: getattr(seat, name) for name in columns} for seat in row.seats],
            )

        await self.writer.run(job)

    async def change_seat(self, game: str, before: Seat, after: Seat) -> None:
        """Replace the occupant of a seat, if it is still the one in `before` and the table is still open."""

        async def job(connection: AsyncConnection) -> None:
            await lock_table(connection, game)
            if after.user is not None:
                await ensure_user(connection, after.user, after.name or after.user)
            still_open = select(tables.c.id).where(tables.c.id == game, tables.c.state == "open")
            done = await connection.execute(
                update(seats)
                .where(
                    seats.c.game.in_(still_open),
                    seats.c.seat == before.seat,
                    seats.c.kind == before.kind,
                    seats.c.user.is_(None) if before.user is None else seats.c.user == before.user,
                    # An invitation works only once.
                    seats.c.invitation.is_(None)
                    if before.invitation is None
                    else seats.c.invitation == before.invitation,
                    seats.c.held_for.is_(None)
                    if before.held_for is None
                    else seats.c.held_for == before.held_for,
                )
                .values(
                    kind=after.kind,
                    user=after.user,
                    bot=after.bot,
                    nonce=after.nonce,
                    invitation=after.invitation,
                    label=after.label,
                    held_for=after.held_for,
                    color=after.color,
                )
            )
            if done.rowcount != 1:
                raise Conflict

        await self.writer.run(job)

    async def hand_seat(self, game: str, before: Seat, change: HandOver, *, leased: bool = False) -> None:
        """Hand a seat to a bot or back to its player, if the game is in progress and at that ply.

        `leased`: only if this process also has the lease of the game. Time cannot run out while a clock is stopped.
        """

        async def job(connection: AsyncConnection) -> None:
            await lock_table(connection, game)
            fence = self.writer.fence
            if leased and fence is not None and not await connection.run_sync(fence.leased, game):
                raise Conflict
            if change.away == "time" and await stands_still(connection, game, before.seat, change.at):
                raise Conflict
            under_way = select(tables.c.id).where(tables.c.id == game, tables.c.state == "playing")
            done = await connection.execute(
                update(seats)
                .where(
                    seats.c.game.in_(under_way),
                    seats.c.seat == before.seat,
                    seats.c.kind == "person",
                    seats.c.user == before.user,
                    seats.c.bot.is_(None) if before.bot is None else seats.c.bot == before.bot,
                )
                .values(bot=change.bot, away=change.away)
            )
            newest = select(func.max(actions.c.ply)).where(actions.c.game == game)
            ply = (await connection.execute(newest)).scalar_one() or 0
            if done.rowcount != 1 or ply != change.ply:
                raise Conflict
            await connection.execute(
                insert(hand_overs).values(
                    game=game, ply=change.ply, seat=change.seat, bot=change.bot, at=change.at
                )
            )

        await self.writer.run(job)

    async def hand_overs(self, game: str) -> list[HandOver]:
        """Return the hand-overs of a game in order."""
        return await self.transactions.run(partial(hand_overs_of, game=game))

    async def marks(self, game: str) -> list[Mark]:
        """Return the vacations, pauses and looks of a game, each in order."""
        return await self.transactions.run(partial(marks_of, game=game))

    async def start_table(
        self, game: str, header: str, at: int, nonces: Sequence[str | None] = ()
    ) -> list[Stop]:
        """Begin a game: its seats and the nonces in its key are then fixed.

        Returns the vacations that stop clocks from the beginning.
        """

        async def job(connection: AsyncConnection) -> list[Stop]:
            await lock_table(connection, game)
            free = select(seats.c.seat).where(seats.c.game == game, seats.c.kind == "open")
            done = await connection.execute(
                update(tables)
                .where(tables.c.id == game, tables.c.state == "open", ~free.exists())
                .values(state="playing", header=header, started=at)
            )
            if done.rowcount != 1:
                raise Conflict
            for seat, nonce in enumerate(nonces):
                await connection.execute(
                    update(seats).where(seats.c.game == game, seats.c.seat == seat).values(nonce=nonce)
                )
            return await stop_at_start(connection, game, at)

        return await self.writer.run(job)

    async def table(self, game: str) -> TableRow | None:
        """Return a table, or None if there is none with this id."""
        return await self.transactions.run(partial(table_of, game=game))

    async def whole(self, game: str) -> StoredTable | None:
        """Return a table with its game, or None if there is none with this id."""
        return await self.transactions.run(partial(stored_table, game=game))

    async def beside(self, game: str, state: str) -> Beside:
        """Return the additional data of a table in this state."""
        return await self.transactions.run(partial(beside, game=game, state=state))

    async def decision(self, game: str) -> CorrectionInfo | None:
        """Return the decision of an arbiter about a game of a tournament, or None."""
        return await self.transactions.run(partial(decision_of, game=game))

    async def seats(self, game: str) -> list[Seat]:
        """Return the seats of a table; empty if there is no such table."""
        async with self.reading() as connection:
            return (await connection.run_sync(seats_of, [game])).get(game, [])

    async def watched(self, watch: str) -> str | None:
        """Return the id of the table with this spectator key."""
        async with self.reading() as connection:
            query = select(tables.c.id).where(tables.c.watch == watch)
            found: str | None = (await connection.execute(query)).scalar_one_or_none()
            return found

    async def tables_under_way(self, user: str, limit: int) -> list[TableRow]:
        """Return a user's unfinished tables, as `tables_of` does."""
        return await self.tables_of(user, limit, tables.c.state != "over")

    async def tables_of(
        self, user: str, limit: int = 100, *conditions: ColumnElement[bool]
    ) -> list[TableRow]:
        """Return the tables that a user owns, sits at, or has a reserved seat at, newest first."""
        sits = select(seats.c.game).where(or_(seats.c.user == user, seats.c.held_for == user))
        query = (
            select(tables)
            .where(or_(tables.c.owner == user, tables.c.id.in_(sits)), tables.c.closed.is_(None), *conditions)
            .order_by(tables.c.created.desc(), tables.c.id)
            .limit(limit)
        )
        async with self.reading() as connection:
            rows = (await connection.execute(query)).all()
            held = await connection.run_sync(seats_of, [row.id for row in rows])
        return [table_row(row, held) for row in rows]

    async def tables(self, state: str | None = None) -> list[TableRow]:
        """Return all tables, or those in this state, without their seats, oldest first."""
        query = select(tables).order_by(tables.c.created, tables.c.id)
        async with self.reading() as connection:
            rows = await connection.execute(query if state is None else query.where(tables.c.state == state))
            return [table_row(row, {}) for row in rows]

    async def tables_with_bots(self) -> list[str]:
        """Return games in progress in which a bot may have a decision to make, to resume them after a restart."""
        query = (
            select(tables.c.id)
            .join(seats, and_(seats.c.game == tables.c.id, seats.c.bot.is_not(None)))
            .where(tables.c.state == "playing")
            .distinct()
        )
        async with self.reading() as connection:
            return list((await connection.execute(query)).scalars())

    async def tables_with_clocks(self) -> list[str]:
        """Return games in progress with a clock, to resume them after a restart so that no time-out is missed."""
        query = select(tables.c.id).where(tables.c.state == "playing", tables.c.clock.is_not(None))
        async with self.reading() as connection:
            return list((await connection.execute(query)).scalars())

    # ---------------------------------------------------------------------------------------------------- log

    async def log(self, game: str, after: int = 0) -> list[LoggedAction]:
        """Return the actions of a game in order, those after version `after`."""
        return await self.transactions.run(partial(log_of, game=game, after=after))

    async def version(self, game: str) -> int:
        """Return the number of actions in the log of a game."""
        query = select(func.max(actions.c.ply)).where(actions.c.game == game)
        async with self.reading() as connection:
            return (await connection.execute(query)).scalar_one() or 0

    async def versions(self, games: Sequence[str]) -> dict[str, int]:
        """Return the numbers of actions in the logs of several games."""
        query = (
            select(actions.c.game, func.max(actions.c.ply))
            .where(actions.c.game.in_(games))
            .group_by(actions.c.game)
        )
        async with self.reading() as connection:
            return {game: int(ply) for game, ply in (await connection.execute(query)).all()}


async def ensure_user(connection: AsyncConnection, user: str, name: str) -> None:
    """Store a user under a name, if they are not in the database yet."""
    known = await connection.execute(select(users.c.id).where(users.c.id == user))
    if known.one_or_none() is None:
        await connection.execute(insert(users).values(id=user, name=name, created=now()))
