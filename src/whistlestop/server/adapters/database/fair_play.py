"""The rated games of a user for figures about fair play, from data stored for other purposes."""

from __future__ import annotations

from collections import defaultdict
from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import select, union

from whistlestop.reviewing import VERSION
from whistlestop.server.adapters.database.rated_games import ranked, rated_seats
from whistlestop.server.adapters.database.schema.accounts import users
from whistlestop.server.adapters.database.schema.history import results, reviews
from whistlestop.server.adapters.database.schema.meeting import messages
from whistlestop.server.adapters.database.schema.moderation import reports
from whistlestop.server.adapters.database.schema.tables import hand_overs, tables
from whistlestop.server.domain.fair_play import JudgedGame, RatedGame, figures
from whistlestop.server.domain.refusals import Refusal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import Select
    from sqlalchemy.ext.asyncio import AsyncConnection

    from whistlestop.server.adapters.database.store import Store
    from whistlestop.server.domain.fair_play import FairPlay

GAMES = 500
"""Number of a user's newest games that count."""
COMPARED = 200
"""Number of the newest reviewed games, of all users, with which a user's moves are compared."""
SOME = 20
"""Number of reviews read at a time."""

_decode = msgspec.json.Decoder(JudgedGame).decode


async def fair_play(store: Store, user: str, *, personal: bool = False) -> FairPlay:
    """Return the figures of a user; `personal`: the version for the user. Raises Refusal for an unknown user."""
    own = select(results.c.game).join(tables, tables.c.id == results.c.game).where(results.c.user == user)
    newest = own.order_by(tables.c.ended.desc(), results.c.game).limit(GAMES)
    judged = select(reviews.c.game).where(reviews.c.format == VERSION).order_by(reviews.c.made.desc())
    async with store.reading() as connection:
        named = await connection.execute(select(users.c.id).where(users.c.id == user))
        if named.one_or_none() is None:
            if personal:  # a guest who is not stored yet
                return figures(user, [], {}, [], personal=True)
            raise Refusal("not_found", "This user does not exist.")
        games = [game for game in await _games(connection, newest) if user in game.seats]
        compared = await _games(connection, judged.limit(COMPARED))
        companions = {other for game in games for other in game.seats}
        query = select(users.c.id, users.c.name).where(users.c.id.in_(companions))
        names = {row.id: row.name for row in await connection.execute(query)}
    return figures(user, games, names, compared, personal=personal)


async def _games(connection: AsyncConnection, wanted: Select[Any]) -> list[RatedGame]:
    """Return those of the wanted games that are rated."""
    ids = list((await connection.execute(wanted)).scalars())
    rows = (await connection.execute(ranked().where(tables.c.id.in_(ids)))).all()
    seats = {
        game: {row.user: row.seat for row in rated_seats(list(found)) if row.user is not None}
        for game, found in groupby(rows, key=attrgetter("id"))
    }
    seats = {game: found for game, found in seats.items() if found}
    rated = list(seats)
    addresses = await _addresses(connection, rated)
    bots = await _hand_overs(connection, rated)
    judged = await _reviews(connection, rated)
    return [
        RatedGame(found, addresses[game], set(found.values()) - bots[game], judged.get(game))
        for game, found in seats.items()
    ]


async def _addresses(connection: AsyncConnection, games: Sequence[str]) -> dict[str, dict[str, set[str]]]:
    """Return the tags of the addresses from which users wrote or were reported in these games."""
    wrote = select(messages.c.game, messages.c.user, messages.c.address)
    reported = select(reports.c.game, reports.c.reported.label("user"), reports.c.address)
    both = union(
        wrote.where(messages.c.game.in_(games), messages.c.address != ""),
        reported.where(reports.c.game.in_(games), reports.c.address != ""),
    )
    found: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for game, user, address in (await connection.execute(both)).all():
        found[game][user].add(address)
    return found


async def _hand_overs(connection: AsyncConnection, games: Sequence[str]) -> dict[str, set[int]]:
    """Return the seats for which a bot has played, by game."""
    query = select(hand_overs.c.game, hand_overs.c.seat).where(
        hand_overs.c.game.in_(games), hand_overs.c.bot.is_not(None)
    )
    found: dict[str, set[int]] = defaultdict(set)
    for game, seat in (await connection.execute(query)).all():
        found[game].add(seat)
    return found


async def _reviews(connection: AsyncConnection, games: Sequence[str]) -> dict[str, JudgedGame]:
    query = select(reviews.c.game, reviews.c.document).where(
        reviews.c.game.in_(games), reviews.c.format == VERSION
    )
    found: dict[str, JudgedGame] = {}
    async with connection.stream(query) as rows:
        async for some in rows.partitions(SOME):
            found |= {game: _decode(document) for game, document in some}
    return found
