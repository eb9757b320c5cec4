"""Queries for finished games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import msgspec
from sqlalchemy import and_, or_, select, true
from sqlalchemy.sql import func

from whistlestop.server.adapters.database.reviews import accuracies
from whistlestop.server.adapters.database.schema.accounts import accounts, users
from whistlestop.server.adapters.database.schema.history import results
from whistlestop.server.adapters.database.schema.tables import seats, tables
from whistlestop.server.adapters.database.writer import keep_results
from whistlestop.server.domain.games import SeatScore

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sqlalchemy import ColumnElement
    from sqlalchemy.ext.asyncio import AsyncConnection

    from whistlestop.endings import Away
    from whistlestop.server.adapters.database.store import Store

Ending = Literal["won", "lost", "unfinished"]


class Wanted(msgspec.Struct, frozen=True):
    """The games of a user to find. `before` is a time and a table; `bots` are the bots whose names match `who`."""

    user: str
    before: tuple[int, str] | None = None
    ruleset: str | None = None
    who: str = ""
    bots: tuple[str, ...] = ()
    ending: Ending | None = None


class StoredSeat(msgspec.Struct, frozen=True):
    """A seat of a finished game, with its result if there is one."""

    seat: int
    user: str | None
    bot: str | None
    name: str | None
    score: int | None
    rank: int | None
    won: bool | None
    page: bool
    away: Away | None
    color: int | None
    character: str | None
    routes: list[str]
    accuracy: float | None


class _Routes(msgspec.Struct):
    routes: list[str] = []


_ROUTES = msgspec.json.Decoder(_Routes)


class StoredGame(msgspec.Struct, frozen=True):
    """A finished game. `ended`: milliseconds since 1970, UTC. `imported`: its user played it offline."""

    id: str
    ruleset: str
    ended: int
    abandoned: bool
    imported: bool
    seats: tuple[StoredSeat, ...]


_GAME = ("id", "ruleset", "ended", "abandoned", "imported")


async def played(store: Store, wanted: Wanted, limit: int) -> list[StoredGame]:
    """Return games of a user, the most recently ended first."""
    query = (
        select(*(tables.c[name] for name in _GAME))
        .where(*_conditions(wanted))
        .order_by(tables.c.ended.desc(), tables.c.id.desc())
        .limit(limit)
    )
    async with store.reading() as connection:
        games = (await connection.execute(query)).all()
        ids = [game.id for game in games]
        held = await _seats(connection, ids, await accuracies(connection, ids))
    return [StoredGame(**game._mapping, seats=tuple(held.get(game.id, ()))) for game in games]  # noqa: SLF001


async def without_results(store: Store, after: str, limit: int) -> list[str]:
    """Return finished games without results, or without all of them, in the order of their ids."""
    known = select(results.c.game).where(results.c.game == tables.c.id, results.c.held.is_not(None))
    query = (
        select(tables.c.id)
        .where(tables.c.state == "over", tables.c.abandoned.is_not(true()), ~known.exists())
        .where(tables.c.id > after)
        .order_by(tables.c.id)
        .limit(limit)
    )
    async with store.reading() as connection:
        return list((await connection.execute(query)).scalars())


async def fill_in(store: Store, game: str, found: Sequence[SeatScore]) -> None:
    """Store the results of a game that ended before the server stored results."""
    await store.writer.run(lambda connection: connection.run_sync(keep_results, game, found))


def _conditions(wanted: Wanted) -> list[ColumnElement[bool]]:
    sat = select(seats.c.seat).where(seats.c.game == tables.c.id, seats.c.user == wanted.user)
    found: list[ColumnElement[bool]] = [tables.c.state == "over", sat.exists()]
    if wanted.before is not None:
        ended, game = wanted.before
        found.append(or_(tables.c.ended < ended, and_(tables.c.ended == ended, tables.c.id < game)))
    if wanted.ruleset is not None:
        found.append(tables.c.ruleset == wanted.ruleset)
    if wanted.who:
        found.append(_with(wanted))
    if wanted.ending == "unfinished":
        found.append(tables.c.abandoned)
    elif wanted.ending is not None:
        own = select(results.c.won).where(results.c.game == tables.c.id, results.c.user == wanted.user)
        won = own.where(results.c.won).exists()
        found.append(won if wanted.ending == "won" else and_(own.exists(), ~won))
    return found


def _with(wanted: Wanted) -> ColumnElement[bool]:
    """Return the condition that a name at the table contains these letters."""
    some = (
        select(seats.c.seat)
        .outerjoin(users, users.c.id == seats.c.user)
        .where(seats.c.game == tables.c.id)
        .where(
            or_(
                _holds(users.c.name, wanted.who),
                and_(seats.c.user.is_not(None), _holds(seats.c.label, wanted.who)),
                and_(seats.c.user.is_(None), seats.c.bot.in_(wanted.bots)),
            )
        )
    )
    return some.exists()


def _holds(column: Any, text: str) -> ColumnElement[bool]:
    # SQLite ignores case only in ASCII, so other letters are also searched as written.
    folded: ColumnElement[bool] = func.lower(column).contains(text.lower(), autoescape=True)
    return or_(folded, column.contains(text, autoescape=True))


async def _seats(
    connection: AsyncConnection, games: Sequence[str], accurate: Mapping[str, Mapping[int, float]]
) -> dict[str, list[StoredSeat]]:
    result = and_(results.c.game == seats.c.game, results.c.seat == seats.c.seat)
    query = (
        select(
            seats,
            users.c.name,
            results.c.score,
            results.c.rank,
            results.c.won,
            results.c.held,
            accounts.c.shown,
        )
        .outerjoin(users, users.c.id == seats.c.user)
        .outerjoin(accounts, accounts.c.user == seats.c.user)
        .outerjoin(results, result)
        .where(seats.c.game.in_(games))
        .order_by(seats.c.game, seats.c.seat)
    )
    held: dict[str, list[StoredSeat]] = {}
    for row in (await connection.execute(query)).all():
        # A bot's label is its character.
        name, character = (
            (None, row.label if row.kind == "bot" else None)
            if row.user is None
            else (row.label or row.name, None)
        )
        page = bool(row.shown) and row.label is None
        outcome = (row.score, row.rank, row.won)
        routes = _ROUTES.decode(row.held).routes if row.held else []
        accuracy = accurate.get(row.game, {}).get(row.seat)
        seat = StoredSeat(
            row.seat,
            row.user,
            row.bot,
            name,
            *outcome,
            page,
            row.away,
            row.color,
            character,
            routes,
            accuracy,
        )
        held.setdefault(row.game, []).append(seat)
    return held


class KeptResult(msgspec.Struct, frozen=True):
    """The stored result of a seat that a user had."""

    game: str
    seat: int
    bot: str | None
    score: int
    rank: int
    won: bool
    detail: str
    held: str | None


async def results_of_user(store: Store, user: str) -> list[KeptResult]:
    """Return all results of a user."""
    columns = [getattr(results.c, name) for name in KeptResult.__struct_fields__]
    query = select(*columns).where(results.c.user == user).order_by(results.c.game, results.c.seat)
    async with store.reading() as connection:
        return [KeptResult(*row) for row in (await connection.execute(query)).all()]
