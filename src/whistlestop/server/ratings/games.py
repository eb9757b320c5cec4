"""The games of a database that ratings are made of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import func, select

from whistlestop.errors import WhistlestopError
from whistlestop.server.ratings.standings import Played, bounds
from whistlestop.server.store.schema import seats, tables
from whistlestop.server.tables.games import load_game

if TYPE_CHECKING:
    from whistlestop.server.store.store import Store


async def played(store: Store, ruleset: str, season: tuple[int, int]) -> list[Played]:
    """The games of a season that at least two people have played to the end, each replayed for its ranks."""
    begin, end = bounds(*season)
    people = select(func.count(seats.c.user.distinct())).where(
        seats.c.game == tables.c.id, seats.c.kind == "person"
    )
    query = select(tables.c.id, tables.c.ended, tables.c.header).where(
        tables.c.ruleset == ruleset,
        tables.c.state == "over",
        tables.c.ended >= begin,
        tables.c.ended < end,
        people.scalar_subquery() > 1,
    )
    sitting = select(seats.c.game, seats.c.seat, seats.c.user).where(seats.c.kind == "person")
    async with store.reading() as connection:
        rows = (await connection.execute(query)).all()
        held = (await connection.execute(sitting.where(seats.c.game.in_([row.id for row in rows])))).all()
    found = []
    for row in rows:
        try:
            game = load_game(row.header, await store.log(row.id))
        except WhistlestopError:  # `whistlestop db verify` tells of it
            continue
        outcome = game.outcome()
        if outcome is not None:
            ranks = {one["seat"]: int(one["rank"]) for one in outcome["players"]}
            found.append(Played(row.ended, {one.user: ranks[one.seat] for one in held if one.game == row.id}))
    return found
