"""Figures for hosts about the users and games in a database."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import func, select

from whistlestop.server.adapters.database.schema.accounts import users
from whistlestop.server.adapters.database.schema.tables import actions, seats, tables
from whistlestop.server.domain.times import DAY, iso, now

if TYPE_CHECKING:
    from whistlestop.server.adapters.database.store import Store


class StoredUser(msgspec.Struct, frozen=True):
    """A user in the database: how many tables they made, and how many seats they have."""

    id: str
    name: str
    created: str
    tables: int
    seats: int


class Figures(msgspec.Struct, frozen=True):
    """The size of a database. A day is the last 24 hours."""

    users: int
    tables_open: int
    games_under_way: int
    games_over: int
    actions: int
    actions_last_day: int
    games_ended_last_day: int


async def stored_users(store: Store, name: str | None, limit: int) -> list[StoredUser]:
    """Return users, newest first; with `name`, those whose name contains it, ignoring case."""
    owned = select(func.count()).where(tables.c.owner == users.c.id).scalar_subquery()
    held = select(func.count()).where(seats.c.user == users.c.id).scalar_subquery()
    query = select(users.c.id, users.c.name, users.c.created, owned, held)
    if name is not None:
        query = query.where(func.lower(users.c.name).contains(name.lower(), autoescape=True))
    async with store.reading() as connection:
        rows = await connection.execute(query.order_by(users.c.created.desc(), users.c.id).limit(limit))
        return [StoredUser(user, called, iso(at), made, sits) for user, called, at, made, sits in rows]


async def tables_by_state(store: Store) -> dict[str, int]:
    """Return how many tables are open, playing and over."""
    query = select(tables.c.state, func.count()).group_by(tables.c.state)
    async with store.reading() as connection:
        found = {state: int(count) for state, count in await connection.execute(query)}
    return {state: found.get(state, 0) for state in ("open", "playing", "over")}


async def figures(store: Store) -> Figures:
    """Return the figures of a database."""
    since = now() - DAY
    states = await tables_by_state(store)
    queries = (
        select(func.count()).select_from(users),
        select(func.count()).select_from(actions),
        select(func.count()).select_from(actions).where(actions.c.at >= since),
        select(func.count()).select_from(tables).where(tables.c.ended >= since),
    )
    async with store.reading() as connection:
        known, made, lately, ended = [(await connection.execute(query)).scalar_one() for query in queries]
    return Figures(known, states["open"], states["playing"], states["over"], made, lately, ended)
