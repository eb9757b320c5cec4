"""Queries about players, all of them for finished games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import and_, case, func, select

from whistlestop.server.adapters.database.rated_games import finished
from whistlestop.server.adapters.database.schema.accounts import accounts, users
from whistlestop.server.adapters.database.schema.history import results
from whistlestop.server.adapters.database.schema.tables import seats, tables

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from sqlalchemy import ColumnElement

    from whistlestop.endings import Away
    from whistlestop.server.adapters.database.store import Store

CHUNK = 5000
"""Number of names queried at a time."""


class StoredPlayer(msgspec.Struct, frozen=True):
    """A user; `account`: whether they have an account. `since`: milliseconds since 1970, UTC."""

    id: str
    name: str
    since: int
    account: bool
    shown: bool
    program: bool


class StoredStatistic(msgspec.Struct, frozen=True):
    """Games on a board with this number of players, `people` of whom were human."""

    ruleset: str
    players: int
    company: bool
    games: int
    wins: int
    left: int
    mean: float | None
    best: int | None


class StoredRecent(msgspec.Struct, frozen=True):
    """A finished game of a player, and the requesting user's part in it."""

    game: str
    watch: str
    ruleset: str
    ended: int
    clock: str | None
    listed: bool
    closed: int | None
    players: int
    score: int
    rank: int
    won: bool
    away: Away | None
    sat: bool


async def player(store: Store, user: str) -> StoredPlayer | None:
    """Return a user; None for guests about whom nothing is stored."""
    query = (
        select(users, accounts.c.created.label("since"), accounts.c.shown)
        .outerjoin(accounts, accounts.c.user == users.c.id)
        .where(users.c.id == user)
    )
    async with store.reading() as connection:
        row = (await connection.execute(query)).one_or_none()
    if row is None:
        return None
    account = row.since is not None
    since = row.since if account else row.created
    return StoredPlayer(user, row.name, since, account, account and row.shown, row.is_bot)


async def listed(store: Store, found: Sequence[str], *, programs: bool = False) -> dict[str, str]:
    """Return the names of those of these users who are people, or programs, with a public page."""
    names: dict[str, str] = {}
    query = (
        select(users.c.id, users.c.name)
        .join(accounts, accounts.c.user == users.c.id)
        .where(accounts.c.shown, users.c.is_bot.is_(programs))
    )
    async with store.reading() as connection:
        for start in range(0, len(found), CHUNK):
            some = query.where(users.c.id.in_(found[start : start + CHUNK]))
            names.update((row.id, row.name) for row in await connection.execute(some))
    return names


def own_games() -> ColumnElement[bool]:
    """Return the condition for results of finished games in which the user of the result had one seat.

    On a shared device the player is unknown. Also excludes games that continued from a position of another game.
    """
    other = results.alias()
    several = select(other.c.seat).where(
        other.c.game == results.c.game, other.c.user == results.c.user, other.c.seat != results.c.seat
    )
    dealt = ~tables.c.header.contains('"position":')
    return and_(finished(), dealt, ~several.exists())


def _own(user: str) -> ColumnElement[bool]:
    return and_(results.c.user == user, own_games())


def _size() -> ColumnElement[int]:
    counted = results.alias()
    return select(func.count()).where(counted.c.game == results.c.game).scalar_subquery()


async def statistics(store: Store, user: str) -> list[StoredStatistic]:
    """Return the games of a user by board and number of players; scores are from games played to the end."""
    company = select(seats.c.seat).where(
        seats.c.game == results.c.game, seats.c.kind == "person", seats.c.seat != results.c.seat
    )
    games = (
        select(
            tables.c.ruleset,
            _size().label("players"),
            case((company.exists(), 1), else_=0).label("company"),
            # If a bot has taken over, the score belongs to the bot.
            case((results.c.bot.is_(None), results.c.score)).label("score"),
            case((results.c.won, 1), else_=0).label("won"),
        )
        .join(tables, tables.c.id == results.c.game)
        .where(_own(user))
        .subquery()
    )
    by = (games.c.ruleset, games.c.players, games.c.company)
    query = (
        select(
            *by,
            func.count(),
            func.sum(games.c.won),
            func.count(games.c.score),
            func.sum(games.c.score),
            func.max(games.c.score),
        )
        .group_by(*by)
        .order_by(*by)
    )
    async with store.reading() as connection:
        rows = (await connection.execute(query)).all()
    return [
        StoredStatistic(
            ruleset,
            players,
            bool(others),
            number,
            int(wins),
            number - ended,
            int(total) / ended if ended else None,
            best,
        )
        for ruleset, players, others, number, wins, ended, total, best in rows
    ]


async def wins(store: Store, user: str) -> list[bool]:
    """Return whether the user won each finished game, the newest first."""
    query = (
        select(results.c.won)
        .join(tables, tables.c.id == results.c.game)
        .where(_own(user))
        .order_by(tables.c.ended.desc(), tables.c.id)
    )
    async with store.reading() as connection:
        return list((await connection.execute(query)).scalars())


class StoredDeed(msgspec.Struct, frozen=True):
    """A finished game of a user: `stayed` if they played it to the end, and the result as JSON."""

    game: str
    ruleset: str
    ended: int
    stayed: bool
    won: bool
    detail: str
    held: str | None


async def deeds(store: Store, user: str, most: int) -> list[StoredDeed]:
    """Return the first finished games of a user, oldest first."""
    query = (
        select(
            results.c.game,
            tables.c.ruleset,
            tables.c.ended,
            results.c.bot.is_(None).label("stayed"),
            results.c.won,
            results.c.detail,
            results.c.held,
        )
        .join(tables, tables.c.id == results.c.game)
        .where(_own(user))
        .order_by(tables.c.ended, tables.c.id)
        .limit(most)
    )
    async with store.reading() as connection:
        return [StoredDeed(*row) for row in (await connection.execute(query)).all()]


async def held(store: Store, user: str, most: int) -> list[tuple[str, str]]:
    """Return the board, and the routes and tickets as JSON, of the newest games that a user played to the end."""
    query = (
        select(tables.c.ruleset, results.c.held)
        .join(tables, tables.c.id == results.c.game)
        .where(_own(user), results.c.bot.is_(None), results.c.held.is_not(None))
        .order_by(tables.c.ended.desc(), tables.c.id)
        .limit(most)
    )
    async with store.reading() as connection:
        return [(row.ruleset, row.held) for row in await connection.execute(query)]


async def recent(store: Store, user: str, asker: str, most: int) -> list[StoredRecent]:
    """Return the newest finished games of a user."""
    at: Any = seats.alias()
    sat = select(at.c.seat).where(at.c.game == tables.c.id, at.c.user == asker)
    query = (
        select(
            tables.c.id,
            tables.c.watch,
            tables.c.ruleset,
            tables.c.ended,
            tables.c.clock,
            tables.c.listed,
            tables.c.closed,
            _size().label("players"),
            results.c.score,
            results.c.rank,
            results.c.won,
            seats.c.away,
            sat.exists().label("sat"),
        )
        .join(tables, tables.c.id == results.c.game)
        .join(seats, and_(seats.c.game == results.c.game, seats.c.seat == results.c.seat))
        .where(_own(user))
        .order_by(tables.c.ended.desc(), tables.c.id)
        .limit(most)
    )
    async with store.reading() as connection:
        return [StoredRecent(*row) for row in (await connection.execute(query)).all()]


async def boards_since(store: Store, found: Collection[str], begin: int) -> list[str]:
    """Return the boards on which any of these users has finished a game since a time."""
    query = (
        select(tables.c.ruleset)
        .join(results, results.c.game == tables.c.id)
        .where(results.c.user.in_(list(found)), finished(), tables.c.ended >= begin)
        .distinct()
        .order_by(tables.c.ruleset)
    )
    async with store.reading() as connection:
        return list((await connection.execute(query)).scalars())
